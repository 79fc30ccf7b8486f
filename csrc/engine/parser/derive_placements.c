/*
** derive_placements.c: computes what can forbid placements of each type of tile: edges, limits,
** filters, and the hook allow_placement.
*/
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "model/printed.h"
#include "model/selector.h"
#include "model/tile.h"
#include "parser/parse.h"

/* ---- Edges ----------------------------------------------------------------------------------- */

void carcP_derive_edges (definition_reader *r) {
  carc_definition *d = r->d;
  for (int e = 0; e < EDGE_COUNT; e++) {
    edge_row *row = &d->edge[e];
    row->fits = (uint8_t)((1u << e | r->fits[e]) & ~r->clashes[e]);
    d->mixed_edges |= row->fits != 1u << e;
    d->placement_limits |= row->must_join || row->bends != BENDS_ANY;
  }
  d->placement_limits |= d->n_limits > 0 || d->n_edge_filters > 0;
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Whether edges of a kind fit, or clash, only where a filter matches. */
static bool has_edge_filter (const carc_definition *d, unsigned kind) {
  bool has = false;
  for (int i = 0; i < d->n_edge_filters; i++)
    has |= d->edge_filter[i].kind == kind || d->edge_filter[i].other == kind;
  return has;
}

/* Whether a limit can forbid placements of tiles of this type. */
static bool may_be_refused (const carc_definition *d, int type) {
  const tile_type *t = &d->type[type];
  const unsigned edges = d->lying[type * SIDES].edges;
  bool limited = false;
  for (int side = 0; side < SIDES && !t->wild; side++) {
    const edge_row *row = &d->edge[edge_at(edges, side)];
    limited |= row->must_join || row->bends != BENDS_ANY || has_edge_filter(d, edge_at(edges, side));
  }
  for (int i = 0; i < d->n_limits; i++)
    limited |= finds_type(d, d->limit[i].one, t) || finds_type(d, d->limit[i].other, t);
  return limited;
}

void carcP_derive_limited_types (carc_definition *d) {
  for (int t = 0; t < d->n_all_types; t++)
    d->type[t].placement_limits = d->placement_limits && may_be_refused(d, t);
}

/*
** Finds the types that each limit concerns. Limits depend only on what is printed, and so do their
** filters.
*/
static void derive_filters_of_limits (carc_definition *d) {
  for (int i = 0; i < 2 * d->n_limits; i++) {
    const limit_row *row = &d->limit[i / 2];
    int of = i % 2 == 0 ? row->one : row->other;
    uint16_t *on = d->printed_on + of * d->n_all_types;
    for (int t = 0; t < d->n_all_types; t++) on[t] = carcM_passes_as_tile(d, of, &d->type[t]);
  }
  for (int i = 0; i < d->n_edge_filters; i++) {
    uint16_t *on = d->printed_on + d->edge_filter[i].where * d->n_all_types;
    for (int t = 0; t < d->n_all_types; t++)
      on[t] = (uint16_t)(carcM_passing_segments(d, d->edge_filter[i].where, &d->type[t]) &
                         all_segments(&d->type[t]));
  }
}

/* ---- Filters --------------------------------------------------------------------------------- */

/* Whether a link of a filter requires that the tile has a side that its selector finds. */
static bool must_have_side (const carc_definition *d, const relation_link *l) {
  if (l->relation != RELATION_has || l->reference != REF_SELECTOR) return false;
  const selector *of = &d->selectors[l->number];
  return of->finds == ITEM_SIDES && of->min.variable == CARC_NONE && of->min.value > 0;
}

/*
** Whether a filter can match a tile of this type that is placed, by what is printed: by the keys of
** the filter, and by the sides that it must have.
*/
static bool may_match_placed (const carc_definition *d, int filter, const tile_type *t) {
  const selector *f = &d->selectors[filter];
  bool may = finds_type(d, filter, t);
  for (int i = f->links.first; may && i != CARC_NONE; i = d->links[i].next) {
    const relation_link *l = &d->links[i];
    may = !must_have_side(d, l) || finds_type(d, l->number, t);
  }
  return may;
}

/* Finds the filters of forbidden placements that can match each type. */
static void derive_forbidden (carc_definition *d) {
  for (int t = 0; t < d->n_all_types; t++)
    for (int i = 0; i < d->n_forbidden; i++)
      d->type[t].forbidding |= (uint32_t)may_match_placed(d, d->forbidden[i], &d->type[t]) << i;
}

void carcP_derive_limits (carc_definition *d) {
  derive_filters_of_limits(d);
  derive_forbidden(d);
}

/* ---- The hook -------------------------------------------------------------------------------- */

/* Whether some condition of a row of allow_placement can be true for tiles of this type. */
static bool opens_allow_placement (const carc_definition *d, const tile_type *t) {
  int n_rows = d->hooks.n_rows[CARC_HOOK_ALLOW_PLACEMENT];
  for (int i = 0; i < n_rows; i++) {
    int when = d->when[CARC_HOOK_ALLOW_PLACEMENT][i];
    if (when == CARC_NONE || finds_type(d, when, t)) return true;
  }
  return n_rows == 0;
}

void carcP_derive_asked (carc_definition *d) {
  bool any = false;
  for (int t = 0; t < d->n_types && d->hooks.allow_placement != NULL; t++) {
    tile_type *type = &d->type[t];
    type->asked = opens_allow_placement(d, type);
    for (int axis = 0; axis < AXES; axis++)
      type->asked |= type->spanned[axis] != 0 && opens_allow_placement(d, &d->type[type->spanned[axis]]);
    any |= type->asked && type->count > 0;
  }
  if (any) return;
  d->hooks.allow_placement = NULL;
  for (int row = 0; row < CARC_MAX_ROWS; row++) d->when[CARC_HOOK_ALLOW_PLACEMENT][row] = CARC_NONE;
}
