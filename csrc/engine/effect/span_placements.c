/* span_placements.c: finds placements that fit only with a span across the tile or a neighbour. */
#include "effect/span_placements.h"
#include "carcassonne.h"
#include "util/packed_action.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/placement_limits.h"
#include "board/state.h"
#include "query/condition.h"
#include "query/item.h"
#include "query/query.h"
#include "effect/hooks.h"
#include "effect/options.h"
#include "effect/restrictions.h"
#include "effect/verbs.h"

/* Whether a filter of forbidden placements matches a placement. */
static bool is_forbidden (carc_call *c, const carc_tile *tile) {
  placement_test test;
  bool matches = c->d->n_forbidden > 0 && carcQ_begin_placement_test(c, tile->type, &test) &&
                 carcQ_is_placement_forbidden(&test, tile);
  if (matches) count_removed(c, CARC_RESTRICTION_FORBIDDEN_PLACEMENTS, 1);
  return matches;
}

/*
** Adds a placement as an option, unless a limit, a filter or a script forbids it. `type` is the
** type with the span.
*/
static bool offer_span (carc_call *c, int type, int cell, int rotation, int where, carc_axis axis) {
  const carc_definition *d = c->d;
  uint16_t at = const_cell_at_of(d, c->s)[cell];
  carc_action_fields f = {.kind = CARC_ACTION_PLACE,
                          .type = c->s->hand,
                          .x = x_of(c->s, at),
                          .y = y_of(c->s, at),
                          .rotation = rotation,
                          .span = span_code(where, (int)axis)};
  bool ok = !d->placement_limits || carcB_find_limit(d, c->s, type * SIDES + rotation, cell) == LIMIT_NONE;
  carc_tile tile = {type, f.x, f.y, rotation};
  ok = ok && !is_forbidden(c, &tile);
  if (ok && d->hooks.allow_placement != NULL) carcE_ask_allow_placement(c, carc_action_pack(&f), &tile, &ok);
  if (!c->failed && ok) c->failed = !carcE_add_option(d, c->s, carc_action_pack(&f), 1, c->err);
  return !c->failed;
}

static int neighbour_at (const carc_definition *d, const carc_state *s, int cell, int side) {
  return neighbour_in(const_near_of(d, s)[cell], side);
}

/*
** Whether a `blocked` filter forbids a span. The span lies across a tile of a type that would be
** placed in a cell, or across a tile on the board.
*/
static bool is_span_blocked (carc_call *c, int type, int cell, int tile) {
  if (c->d->n_blocked == 0) return false;
  uint16_t at = const_cell_at_of(c->d, c->s)[cell];
  query_item span = no_item(ITEM_PIECES);
  span.tile = (int16_t)tile;
  span.type = (int16_t)type;
  span.x = (int16_t)x_of(c->s, at);
  span.y = (int16_t)y_of(c->s, at);
  span.piece = (int8_t)c->d->span;
  span.player = (int8_t)c->s->turn;
  return carcQ_is_deployment_blocked(c, &span);
}

/*
** Offers the span that makes the tile fit at a cell and rotation. On a side where the edges differ,
** the tile or the neighbour has a field; the span lies across the one that has it. At most one of
** these is possible.
*/
static bool offer_way (carc_call *c, int cell, int rotation) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  const tile_type *t = &d->type[s->hand];
  unsigned edges = d->lying[s->hand * SIDES + rotation].edges, known = const_known_of(d, s)[cell];
  for (int printed = 0; printed < AXES; printed++) {
    int type = t->spanned[printed];
    if (type == 0 || !carcB_edges_fit_at(d, s, cell, d->lying[type * SIDES + rotation].edges)) continue;
    if (is_span_blocked(c, s->hand, cell, CARC_NONE)) continue;
    return offer_span(c, type, cell, rotation, 0, (carc_axis)(1 + (printed + rotation) % AXES));
  }
  unsigned need = const_need_of(d, s)[cell];
  for (int side = 0; side < SIDES; side++) {
    unsigned road = (unsigned)EDGE_ROAD << (2 * side), sides = 3u << (2 * side);
    if ((edges & sides) != road || (need & sides) != 0 || !carcB_edges_fit(d, edges, known, need | road))
      continue;
    int n = neighbour_at(d, s, cell, side);
    carc_axis axis = (carc_axis)(1 + side % AXES);
    if (n < 0 || !carc_state_fits_span(d, s, n, axis) || is_span_blocked(c, CARC_NONE, cell, n)) continue;
    if (!offer_span(c, s->hand, cell, rotation, 1 + side, axis)) return false;
  }
  return true;
}

bool carcE_find_span_placements (carc_call *c) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  if (const_supply_of_player(d, s, s->turn)[d->span] == 0 || d->type[s->hand].wild) return true;
  unsigned full_ways = carcB_full_axes(d, s);
  for (int cell = 0; cell < s->n_cells; cell++) {
    if (full_ways != 0 && carcB_is_out_of_span(d, s, cell, full_ways)) continue;
    for (int rotation = 0; rotation < SIDES; rotation++) {
      if (carcB_edges_fit_at(d, s, cell, d->lying[s->hand * SIDES + rotation].edges)) continue;
      if (!offer_way(c, cell, rotation)) return false;
    }
  }
  return true;
}

void carcE_place_with_span (carc_call *c, const carc_action_fields *f) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int where = span_where(f->span), axis = span_axis(f->span), type = f->type;
  int cell = carcB_find_cell(d, s, position_of(f->x, f->y));
  if (where > 0)
    carcE_lay_span(c, neighbour_at(d, s, cell, where - 1), (carc_axis)axis);
  else
    type = d->type[type].spanned[(axis - 1 + f->rotation) % AXES];
  carcB_add_tile(d, s, cell, type * SIDES + f->rotation);
  if (where > 0) return;
  supply_of_player(d, s, s->turn)[d->span]--;
  s->spans_laid++;
}
