/*
** relation.c: tests relations of two items: at, around, beside, in line, in one feature, across a
** border, at an end, inside. A feature is at every place where it has a segment.
*/
#include <stdlib.h>
#include "query/relation.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"
#include "query/item.h"

/* ---- Same place ------------------------------------------------------------------------------ */

/*
** Whether a feature contains the item's segment; if the item is a tile, whether it contains any of
** the tile's segments.
*/
static bool is_part_of (const query *q, const query_item *t, int feature_id) {
  if (t->tile < 0) return false;
  if (t->segment >= 0) return feature_at(q->d, q->s, t->tile, t->segment) == feature_id;
  for (int i = 0; i < type_of(q->d, q->s, t->tile)->segments; i++)
    if (feature_at(q->d, q->s, t->tile, i) == feature_id) return true;
  return false;
}

static bool shares_feature (const query *q, const query_item *a, const query_item *b) {
  if (a->tile < 0) return false;
  if (a->segment >= 0) return is_part_of(q, b, feature_at(q->d, q->s, a->tile, a->segment));
  for (int i = 0; i < type_of(q->d, q->s, a->tile)->segments; i++)
    if (is_part_of(q, b, feature_at(q->d, q->s, a->tile, i))) return true;
  return false;
}

/* Distance in columns and in rows. Returns false if one of the items has no place. */
static bool measure (const query *q, const query_item *a, const query_item *b, int *columns, int *rows) {
  int x, y, other_x, other_y;
  if (!carcQ_item_cell(q, a, &x, &y) || !carcQ_item_cell(q, b, &other_x, &other_y)) return false;
  *columns = abs(x - other_x);
  *rows = abs(y - other_y);
  return true;
}

/* Distance of two tiles on the board, if it is at most one; otherwise a larger number. */
static void measure_tiles (const query *q, const query_item *a, const query_item *b, int *columns,
                           int *rows) {
  const uint16_t *at = const_tile_at_of(q->d, q->s);
  uint16_t one = at[a->tile], other = at[b->tile];
  *columns = abs((int8_t)(uint8_t)(one - other));
  *rows = abs((int8_t)(uint8_t)((one >> 8) - (other >> 8)));
}

static bool measure_near (const query *q, const query_item *a, const query_item *b, int *columns, int *rows) {
  if (a->tile < 0 || b->tile < 0) return measure(q, a, b, columns, rows);
  measure_tiles(q, a, b, columns, rows);
  return true;
}

static bool is_around (const query *q, const selector *f, const query_item *a, const query_item *b) {
  int columns, rows, reach = carcQ_reach_around(q, f);
  bool there = reach == 1 ? measure_near(q, a, b, &columns, &rows) : measure(q, a, b, &columns, &rows);
  return there && columns <= reach && rows <= reach;
}

static bool is_beside (const query *q, const query_item *a, const query_item *b) {
  int columns, rows;
  return measure_near(q, a, b, &columns, &rows) && columns + rows == 1;
}

/* Whether the cells between two places in one row or column all have tiles. */
static bool is_unbroken (const query *q, const query_item *a, const query_item *b) {
  int x, y, to_x, to_y;
  carcQ_item_cell(q, a, &x, &y);
  carcQ_item_cell(q, b, &to_x, &to_y);
  int east = (to_x > x) - (to_x < x), south = (to_y > y) - (to_y < y);
  for (x += east, y += south; x != to_x || y != to_y; x += east, y += south)
    if (carc_state_tile_at(q->d, q->s, x, y) < 0) return false;
  return true;
}

static bool is_in_line (const query *q, const selector *f, const query_item *a, const query_item *b) {
  int columns, rows;
  if (!measure(q, a, b, &columns, &rows) || (columns > 0 && rows > 0)) return false;
  if (f->within.gap) return is_unbroken(q, a, b);
  return (f->given & GIVES_within) == 0 || columns + rows <= carcQ_bound_value(q, f->within.most);
}

/* Whether both items are in the same cell, and on the same segment if both have one. */
static bool is_at_cell (const query *q, const query_item *a, const query_item *b) {
  int columns, rows;
  if (a->is == ITEM_FEATURES) return is_part_of(q, b, carcQ_item_feature(q, a));
  if (b->is == ITEM_FEATURES) return is_part_of(q, a, carcQ_item_feature(q, b));
  if (a->tile < 0 || b->tile < 0) return measure(q, a, b, &columns, &rows) && columns + rows == 0;
  if (a->tile != b->tile) return false;
  return a->segment < 0 || b->segment < 0 || a->segment == b->segment;
}

/* ---- Places of a feature --------------------------------------------------------------------- */

static bool is_item_related (const query *q, const selector *f, int how, const query_item *a,
                             const query_item *b) {
  switch (how) {
    case RELATION_around: return is_around(q, f, a, b);
    case RELATION_adjacent_to: return is_beside(q, a, b);
    default: return is_in_line(q, f, a, b);
  }
}

/* Whether an item is on several tiles. A monastery is on one tile. */
static bool is_spread (const query *q, const query_item *t) {
  return t->is == ITEM_FEATURES && t->tile >= 0 &&
         type_of(q->d, q->s, t->tile)->kind[t->segment] < CARC_KIND_MONASTERY;
}

/* Moves `on` to the next place of the item; false after the last. */
static bool next_place (const query *q, const query_item *t, query_item *on) {
  if (!is_spread(q, t)) return false;
  int id = carcQ_item_feature(q, t);
  for (int n = on->tile + 1; n < q->s->n_tiles; n++) {
    on->tile = (int16_t)n;
    on->segment = CARC_NONE;
    if (is_part_of(q, on, id)) return true;
  }
  return false;
}

static query_item first_place (const query *q, const query_item *t) {
  query_item on = *t;
  if (!is_spread(q, t)) return on;
  on.is = ITEM_TILES;
  on.tile = CARC_NONE;
  next_place(q, t, &on);
  return on;
}

static bool is_any_related (const query *q, const selector *f, int how, const query_item *a,
                            const query_item *b) {
  if (!is_spread(q, a) && !is_spread(q, b)) return is_item_related(q, f, how, a, b);
  query_item here = first_place(q, a);
  do {
    query_item there = first_place(q, b);
    do {
      if (is_item_related(q, f, how, &here, &there)) return true;
    } while (next_place(q, b, &there));
  } while (next_place(q, a, &here));
  return false;
}

bool carcQ_is_in_line (const query *q, const selector *f, const query_item *t, int tile) {
  query_item other = tile_item(q->d, q->s, tile);
  return is_any_related(q, f, RELATION_in_line_with, t, &other);
}

/*
** A position holds x and y modulo 256, so a distant cell may have the position of a cell near the
** board. Omits tiles that are not really near x, y.
*/
int carcQ_find_tiles_near (const query *q, int x, int y, nearness how, int out[MAX_NEAR]) {
  int n = carcB_find_tiles_near(q->d, q->s, position_of(x, y), how, out), kept = 0;
  for (int i = 0; i < n; i++) {
    uint16_t at = const_tile_at_of(q->d, q->s)[out[i]];
    if (abs(x_of(q->s, at) - x) <= 1 && abs(y_of(q->s, at) - y) <= 1) out[kept++] = out[i];
  }
  return kept;
}

int carcQ_find_tiles_within (const query *q, int x, int y, int reach, uint16_t out[CARC_MAX_TILES]) {
  const uint16_t *at = const_tile_at_of(q->d, q->s);
  int n = 0;
  for (int tile = 0; tile < q->s->n_tiles; tile++)
    if (is_within(q->s, at[tile], x, y, reach)) out[n++] = (uint16_t)tile;
  return n;
}

/* ---- Borders --------------------------------------------------------------------------------- */

static int kind_at (const query *q, const query_item *t) {
  return type_of(q->d, q->s, t->tile)->kind[t->segment];
}

static bool is_there (const query *q, const query_item *list, int n, int feature_id) {
  for (int i = 0; i < n; i++)
    if (carcQ_item_feature(q, &list[i]) == feature_id) return true;
  return false;
}

int carcQ_find_features_over_border (const query *q, const query_item *t, query_item out[MAX_BORDERS]) {
  int n = 0, id = carcQ_item_feature(q, t);
  if (id == NO_FEATURE || (kind_at(q, t) != CARC_KIND_FIELD && kind_at(q, t) != CARC_KIND_CITY)) return 0;
  int mine = kind_at(q, t) == CARC_KIND_FIELD ? 0 : 1;
  for (int tile = 0; tile < q->s->n_tiles && n < MAX_BORDERS; tile++) {
    const tile_type *type = type_of(q->d, q->s, tile);
    for (int i = 0; i < type->pairs && n < MAX_BORDERS; i++) {
      int own = type->pair[i][mine], other = type->pair[i][1 - mine];
      if (feature_at(q->d, q->s, tile, own) != id) continue;
      if (!is_there(q, out, n, feature_at(q->d, q->s, tile, other)))
        out[n++] = feature_item(q->s, tile, other);
    }
  }
  return n;
}

/* If an item is a tile, it suffices that one of the tile's features has the relation. */
static bool lies_on_border (const query *q, const query_item *a, const query_item *b) {
  query_item over[MAX_BORDERS];
  int n = carcQ_find_features_over_border(q, a, over);
  for (int i = 0; i < n; i++)
    if (shares_feature(q, b, &over[i])) return true;
  return false;
}

/* ---- Ends ------------------------------------------------------------------------------------ */

int carcQ_find_features_at_end (const query *q, const query_item *t, query_item out[CARC_MAX_SEGMENTS]) {
  int n = 0;
  if (t->is != ITEM_ENDS) return 0;
  carc_road_end e = carc_state_road_end(q->d, q->s, t->tile, t->segment, t->number);
  for (unsigned left = e.into; left != 0; left &= left - 1)
    out[n++] = feature_item(q->s, e.into_tile, lowest_bit(left));
  return n;
}

/* If an item is a tile, it suffices that one of the tile's features has the relation. */
static bool runs_into (const query *q, const query_item *a, const query_item *b) {
  query_item into[CARC_MAX_SEGMENTS];
  int n = carcQ_find_features_at_end(q, a, into);
  for (int i = 0; i < n; i++)
    if (shares_feature(q, b, &into[i])) return true;
  return false;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

/* A side of the tile of an item. The tile is on the board, or may be placed. */
static query_item side_of (const query *q, const query_item *of, int side) {
  bool proposed = is_proposed(of);
  int lie = proposed ? of->type * SIDES + of->rotation : const_lie_of(q->d, q->s)[of->tile],
      segment = q->d->lying[lie].port[3 * side + 1];
  query_item t = proposed ? *of : of_player(no_item(ITEM_SIDES), of->player);
  t.is = ITEM_SIDES;
  if (!proposed) t.tile = of->tile;
  t.segment = (int16_t)(segment == NO_SEGMENT ? CARC_NONE : segment);
  t.number = (int16_t)side;
  return t;
}

bool carcQ_visit_sides (const query *q, const query_item *of, item_visitor visit, void *ud) {
  for (int side = 0; side < SIDES; side++) {
    query_item t = side_of(q, of, side);
    if (!visit(ud, &t)) return false;
  }
  return true;
}

bool carcQ_find_side_across (const query *q, const query_item *t, query_item *out) {
  int x, y, own_x, own_y, back = (t->number + 2) % SIDES;
  if (t->is != ITEM_SIDES || !carcQ_item_cell(q, t, &x, &y)) return false;
  x += (t->number == SIDE_EAST) - (t->number == SIDE_WEST);
  y += (t->number == SIDE_SOUTH) - (t->number == SIDE_NORTH);
  query_item of = of_player(no_item(ITEM_TILES), t->player);
  of.tile = (int16_t)carc_state_tile_at(q->d, q->s, x, y);
  if (of.tile < 0) {
    of = q->this;
    if (!is_proposed(&of) || !carcQ_item_cell(q, &of, &own_x, &own_y) || own_x != x || own_y != y)
      return false;
  }
  *out = side_of(q, &of, back);
  return true;
}

/* Whether the side of the next tile is, or is in, the other item. */
static bool touches (const query *q, const query_item *side, const query_item *b) {
  query_item across;
  if (!carcQ_find_side_across(q, side, &across) || !is_at_cell(q, &across, b)) return false;
  return b->is != ITEM_SIDES || b->number == across.number;
}

/* ---- All relations --------------------------------------------------------------------------- */

/* Whether one item is in or on another. */
static bool contains (const query *q, const query_item *outer, const query_item *inner) {
  if (outer->is == ITEM_PLAYERS) return inner->player == outer->player;
  if (inner->is == ITEM_PLAYERS) return false;
  return is_at_cell(q, outer, inner);
}

bool carcQ_relation_holds (const query *q, const selector *f, int how, const query_item *a,
                           const query_item *b) {
  switch (how) {
    case RELATION_at: return is_at_cell(q, a, b);
    case RELATION_feature: return shares_feature(q, a, b);
    case RELATION_borders: return lies_on_border(q, a, b);
    case RELATION_into: return runs_into(q, a, b);
    case RELATION_touches: return touches(q, a, b);
    case RELATION_has:
    case RELATION_has_no: return contains(q, a, b);
    default: return is_any_related(q, f, how, a, b);
  }
}
