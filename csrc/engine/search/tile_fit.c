/*
** tile_fit.c: finds which tiles fit into cells. A game has some hundred kinds of cells. The tiles
** that fit into a kind of cell are listed once, and counted again whenever tiles have been drawn.
*/
#include <string.h>
#include "search/tile_fit.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"
#include "search/victory_eval.h"

/* The sides of a rotated tile that belong to the road, river or city on this side. */
static uint8_t sides_joined (const rotated_tile *l, int side) {
  unsigned sides = 0;
  if (edge_at(l->edges, side) == EDGE_FIELD) return 0;
  for (int k = 0; k < SIDES; k++)
    sides |= (unsigned)(l->port[3 * k + 1] == l->port[3 * side + 1] && edge_at(l->edges, k) != EDGE_FIELD)
             << k;
  return (uint8_t)sides;
}

void carcX_init_tile_fit (carc_search *x) {
  const carc_definition *d = x->d;
  double left = 1, stays = 1 - x->weight[CARC_WEIGHT_FITTING] / d->players / 4;
  for (int lie = 0; lie < d->n_types * SIDES; lie++)
    for (int side = 0; side < SIDES; side++)
      x->joined[lie * SIDES + side] = sides_joined(&d->lying[lie], side);
  for (int i = 0; i < MAX_FIT_CHANCES; i++) {
    x->chance[i] = (float)(1 - left);
    left *= stays;
  }
  memset(x->kinds, 0, CELL_KINDS * sizeof *x->kinds);
  memset(x->counted, 0xFF, (size_t)d->n_types * sizeof *x->counted);
  x->n_fitting = 1; /* 0 means "not listed" */
  x->cell_round = 0;
}

/* ---- Tiles to come --------------------------------------------------------------------------- */

void carcX_count_unseen_tiles (carc_search *x, const carc_state *s, int observer) {
  const carc_definition *d = x->d;
  size_t size = (size_t)d->n_types * sizeof *x->count;
  memset(x->count, 0, size);
  if (d->n_reserves > 0)
    for (int t = 0; t < d->n_types; t++) x->count[t] = carc_state_tiles_unseen(d, s, observer, t);
  else {
    for (int i = 0; i < s->n_bag; i++) x->count[const_bag_of(d, s)[i]]++;
    for (int i = 0; i < s->n_aside; i++) x->count[const_aside_of(d, s)[i]]++;
  }
  x->to_come = 0;
  for (int t = 0; t < d->n_types; t++) x->to_come += x->count[t];
  carcX_expect_end(x, s);
  if (x->horizon == x->counted_horizon && memcmp(x->count, x->counted, size) == 0) return;
  x->counted_horizon = x->horizon;
  memcpy(x->counted, x->count, size);
  x->cell_round++;
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/*
** Whether a type fits in some rotation. Sets *ends to the sides on which the best rotation of the
** tile ends a feature.
*/
static bool test_type (const carc_search *x, int type, unsigned need, unsigned known, unsigned *ends) {
  const carc_definition *d = x->d;
  unsigned sides = known_sides(known);
  bool fits = d->type[type].wild != 0;
  *ends = fits ? sides : 0;
  for (int r = 0; r < SIDES && !fits; r++) {
    int lie = type * SIDES + r;
    if (!carcB_edges_fit(d, d->lying[lie].edges, known, need)) continue;
    for (int k = 0; k < SIDES; k++) *ends |= (unsigned)((x->joined[lie * SIDES + k] & ~sides) == 0) << k;
  }
  for (int r = 0; r < SIDES && !fits; r++)
    fits = carcB_edges_fit(d, d->lying[type * SIDES + r].edges, known, need);
  return fits;
}

/*
** Lists the tiles that fit into a kind of cell. If the table is full, first removes the lists of
** all kinds.
*/
static void list_fitting (carc_search *x, cell_kind *kind, unsigned need, unsigned known) {
  if (x->n_fitting + (uint32_t)x->d->n_types > x->most_fitting) {
    memset(x->kinds, 0, CELL_KINDS * sizeof *x->kinds);
    x->n_fitting = 1;
  }
  for (int k = 0; k < SIDES; k++)
    kind->met |= (uint8_t)((known >> (2 * k) & 1 && edge_at(need, k) != EDGE_FIELD) << k);
  kind->first = x->n_fitting;
  for (int t = 0; t < x->d->n_types; t++) {
    unsigned ends;
    if (test_type(x, t, need, known, &ends))
      x->fitting[x->n_fitting++] = (fitting_tile){(uint16_t)t, (uint16_t)ends};
  }
  kind->n = x->n_fitting - kind->first;
}

/* The chance that a feature is ended, if this many tiles end it and this many others only fit. */
static float chance_of (const carc_search *x, int ending, int others) {
  int quarters = 4 * ending + (int)(4 * x->weight[CARC_WEIGHT_DETOUR] * others);
  if (UNLIKELY(x->horizon < 1)) quarters = (int)(quarters * x->horizon + 0.5);
  return x->chance[quarters < MAX_FIT_CHANCES ? quarters : MAX_FIT_CHANCES - 1];
}

static void compute_chances (carc_search *x, cell_kind *kind) {
  int all = 0, ending[SIDES] = {0};
  for (uint32_t i = kind->first; i < kind->first + kind->n; i++) {
    const fitting_tile *f = &x->fitting[i];
    int n = x->count[f->type];
    all += n;
    for (int k = 0; k < SIDES; k++) ending[k] += f->ends >> k & 1 ? n : 0;
  }
  kind->filled = chance_of(x, all, 0);
  for (int k = 0; k < SIDES; k++) kind->ends[k] = chance_of(x, ending[k], all - ending[k]);
  kind->round = x->cell_round;
}

NOINLINE void carcX_compute_cell_kind (carc_search *x, cell_kind *kind, unsigned need, unsigned known) {
  if (kind->first == 0) list_fitting(x, kind, need, known);
  compute_chances(x, kind);
}
