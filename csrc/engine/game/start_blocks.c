/*
** start_blocks.c: arranges the start tiles of several scripts side by side. The tiles of a script
** form a block. If another block occupies its place, the block moves as a whole. The tiles of the
** game itself do not move.
*/
#include <stdlib.h>
#include <string.h>
#include "game/start_blocks.h"
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"

/* The tiles placed so far, in the order of placement. */
typedef struct block_ground {
  const carc_definition *d;
  uint16_t at[1 << 16]; /* by position: 1 + the index of the tile, or 0 */
  int n;
  start_tile laid[CARC_MAX_TILES];
} block_ground;

/* The tiles of one script, in the order of its statements. */
typedef struct start_block {
  int n;
  start_tile tile[CARC_MAX_TILES];
} start_block;

typedef struct block_shift {
  int x, y;
} block_shift;

/* ---- Two tiles ------------------------------------------------------------------------------- */

static const start_tile *tile_beside (const block_ground *g, const start_tile *t, block_shift by, int side) {
  int n = g->at[beside(position_of(t->x + by.x, t->y + by.y), side)];
  return n > 0 ? &g->laid[n - 1] : NULL;
}

static unsigned edges_of (const carc_definition *d, const start_tile *t) {
  const tile_type *type = &d->type[t->type];
  int spanned = t->span == CARC_AXIS_NONE ? 0 : type->spanned[((int)t->span - 1 + t->rotation) % AXES];
  return d->lying[(spanned > 0 ? spanned : t->type) * SIDES + t->rotation].edges;
}

static bool agree (const carc_definition *d, const start_tile *t, int side, const start_tile *other) {
  if (d->type[t->type].wild || d->type[other->type].wild) return true;
  unsigned facing = edge_at(edges_of(d, other), (side + 2) % SIDES);
  return carcB_edges_fit(d, edges_of(d, t), 3u << (2 * side), facing << (2 * side));
}

static bool is_joint (const start_tile *t, int side) { return t->joint >> side & 1; }

/* ---- Without moves --------------------------------------------------------------------------- */

static void lay (block_ground *g, const start_tile *t) {
  g->laid[g->n++] = *t;
  g->at[position_of(t->x, t->y)] = (uint16_t)g->n;
}

static bool lies_well (const block_ground *g, const start_tile *t) {
  bool touches = false;
  if (g->at[position_of(t->x, t->y)] != 0) return false;
  for (int side = SIDE_NORTH; side <= SIDE_WEST; side++) {
    const start_tile *other = tile_beside(g, t, (block_shift){0, 0}, side);
    if (other != NULL && !agree(g->d, t, side, other)) return false;
    touches = touches || other != NULL;
  }
  return touches || g->n == 0;
}

/* Whether each joint touches another block. The first block need not touch one. */
static bool joints_touch (const block_ground *g) {
  for (int i = 0; i < g->n; i++)
    for (int side = SIDE_NORTH; side <= SIDE_WEST; side++) {
      const start_tile *t = &g->laid[i], *other = tile_beside(g, t, (block_shift){0, 0}, side);
      bool apart = other == NULL || other->script == t->script;
      if (is_joint(t, side) && t->script != g->laid[0].script && apart) return false;
    }
  return true;
}

static bool lie_as_they_say (block_ground *g) {
  const carc_definition *d = g->d;
  int n = 0;
  while (n < d->position->n_starts && lies_well(g, &d->position->start[n])) lay(g, &d->position->start[n++]);
  return n == d->position->n_starts && joints_touch(g);
}

/* ---- With moves ------------------------------------------------------------------------------ */

/* Whether a tile fits after this shift. Sets *touches if the tile is then beside another block. */
static bool can_lie (const block_ground *g, const start_tile *t, block_shift by, bool *touches) {
  if (g->at[position_of(t->x + by.x, t->y + by.y)] != 0) return false;
  for (int side = SIDE_NORTH; side <= SIDE_WEST; side++) {
    const start_tile *other = tile_beside(g, t, by, side);
    if (other == NULL && is_joint(t, side)) return false;
    if (other == NULL) continue;
    bool ends = g->d->edge[edge_at(edges_of(g->d, t), side)].must_join && !is_joint(t, side);
    if (ends || !agree(g->d, t, side, other)) return false;
    *touches = true;
  }
  return true;
}

static bool all_can_lie (const block_ground *g, const start_block *b, block_shift by) {
  bool touches = false;
  for (int i = 0; i < b->n; i++)
    if (!can_lie(g, &b->tile[i], by, &touches)) return false;
  return touches;
}

/*
** Compares shifts: the nearer shift comes first; of equally near shifts, the one farther north,
** then the one farther west.
*/
static bool is_nearer (block_shift a, block_shift b) {
  int far = abs(a.x) + abs(a.y), other = abs(b.x) + abs(b.y);
  if (far != other) return far < other;
  return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/*
** Finds the nearest shift after which the block fits. Tries all shifts that bring a tile of the
** block next to a placed tile.
*/
static bool find_shift (const block_ground *g, const start_block *b, block_shift *out) {
  bool found = false;
  for (int i = 0; i < g->n; i++)
    for (int side = SIDE_NORTH; side <= SIDE_WEST; side++)
      for (int k = 0; k < b->n; k++) {
        block_shift by = {g->laid[i].x + (side == SIDE_EAST) - (side == SIDE_WEST) - b->tile[k].x,
                          g->laid[i].y + (side == SIDE_SOUTH) - (side == SIDE_NORTH) - b->tile[k].y};
        if ((found && !is_nearer(by, *out)) || !all_can_lie(g, b, by)) continue;
        found = true;
        *out = by;
      }
  return found;
}

/*
** Places the tiles of a block so that each touches an earlier one. Returns false if that is
** impossible.
*/
static bool lay_block (block_ground *g, const start_block *b, block_shift by) {
  bool is_laid[CARC_MAX_TILES] = {false};
  int n = 0;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (int i = 0; i < b->n && !goes_on; i++) {
      start_tile t = b->tile[i];
      t.x += by.x;
      t.y += by.y;
      bool touches = g->n == 0;
      for (int side = SIDE_NORTH; side <= SIDE_WEST; side++)
        touches = touches || tile_beside(g, &t, (block_shift){0, 0}, side) != NULL;
      if (is_laid[i] || !touches) continue;
      lay(g, &t);
      is_laid[i] = goes_on = true;
      n++;
    }
  }
  return n == b->n;
}

/* ---- Blocks in order ------------------------------------------------------------------------- */

static const char *owner_of_block (const carc_definition *d, int script) {
  return script > 0 ? d->script[script - 1] : "the game";
}

/* Writes the owners of the placed blocks, each once. */
static void put_owners (text_writer *w, const block_ground *g) {
  for (int i = 0; i < g->n; i++) {
    bool repeated = false;
    for (int k = 0; k < i; k++) repeated = repeated || g->laid[k].script == g->laid[i].script;
    if (!repeated) carcU_put(w, "%s%s", i > 0 ? " and " : "", owner_of_block(g->d, g->laid[i].script));
  }
}

static carc_status refuse_block (const block_ground *g, const start_block *b, carc_error *err) {
  char owners[100];
  text_writer w = carcU_new_writer(owners, sizeof owners);
  put_owners(&w, g);
  return carcU_fail(
      err, CARC_ERR_INVALID, b->tile[0].line,
      "start: the start tiles of %s do not fit beside those of %s: wherever they are moved, two tiles "
      "share a cell, two sides differ, or a side in `joint` touches no tile; omit one of these groups",
      owner_of_block(g->d, b->tile[0].script), owners);
}

static carc_status add_block (block_ground *g, const start_block *b, carc_error *err) {
  block_shift by = {0, 0};
  if (g->n > 0 && !find_shift(g, b, &by)) return refuse_block(g, b, err);
  if (g->n == 0) {
    for (int i = 0; i < b->n; i++) lay(g, &b->tile[i]);
  } else if (!lay_block(g, b, by)) {
    return carcU_fail(
        err, CARC_ERR_INVALID, b->tile[0].line,
        "start: the start tiles of %s must be moved together to make room for others, so each of "
        "these tiles must touch another one of these tiles",
        owner_of_block(g->d, b->tile[0].script));
  }
  return CARC_OK;
}

static void take_block (const carc_definition *d, int script, start_block *out) {
  out->n = 0;
  for (int i = 0; i < d->position->n_starts; i++)
    if (d->position->start[i].script == script) out->tile[out->n++] = d->position->start[i];
}

static bool is_first_of_block (const carc_definition *d, int i) {
  for (int k = 0; k < i; k++)
    if (d->position->start[k].script == d->position->start[i].script) return false;
  return true;
}

/* Adds the block of the game first, then the blocks of scripts in the order of their statements. */
static carc_status add_blocks (block_ground *g, start_block *b, carc_error *err) {
  const carc_definition *d = g->d;
  take_block(d, 0, b);
  carc_status status = b->n > 0 ? add_block(g, b, err) : CARC_OK;
  for (int i = 0; i < d->position->n_starts && status == CARC_OK; i++) {
    if (d->position->start[i].script == 0 || !is_first_of_block(d, i)) continue;
    take_block(d, d->position->start[i].script, b);
    status = add_block(g, b, err);
  }
  return status;
}

static bool are_several (const carc_definition *d) {
  for (int i = 1; i < d->position->n_starts; i++)
    if (d->position->start[i].script != d->position->start[0].script) return true;
  return false;
}

static void clear (block_ground *g, const carc_definition *d) {
  memset(g, 0, sizeof *g);
  g->d = d;
}

static carc_status part_blocks (carc_definition *d, block_ground *g, start_block *b, carc_error *err) {
  clear(g, d);
  if (lie_as_they_say(g)) return CARC_OK;
  clear(g, d);
  carc_status status = add_blocks(g, b, err);
  if (status == CARC_OK) memcpy(d->position->start, g->laid, (size_t)g->n * sizeof *d->position->start);
  return status;
}

carc_status carcG_separate_start_blocks (carc_definition *d, carc_error *err) {
  if (!are_several(d)) return CARC_OK;
  block_ground *g = carcM_alloc_memory(d, sizeof *g);
  start_block *b = carcM_alloc_memory(d, sizeof *b);
  carc_status status = g != NULL && b != NULL ? part_blocks(d, g, b, err)
                                              : carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  carcM_free_memory(d, g, sizeof *g);
  carcM_free_memory(d, b, sizeof *b);
  return status;
}
