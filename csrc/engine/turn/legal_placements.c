/*
** legal_placements.c: removes placements that are forbidden by limits, filters or scripts.
*/
#include "turn/legal_placements.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/placement_limits.h"
#include "board/state.h"
#include "query/condition.h"
#include "effect/hooks.h"
#include "effect/restrictions.h"
#include "turn/action.h"

static carc_tile tile_of (const carc_call *c, placement w) {
  uint16_t at = const_cell_at_of(c->d, c->s)[w.cell];
  return (carc_tile){c->s->hand, x_of(c->s, at), y_of(c->s, at), w.rotation};
}

/* Whether scripts allow a placement. If a script failed, returns false and c->failed is true. */
static bool allows_placement (carc_call *c, placement w) {
  bool ok = true;
  carc_tile tile = tile_of(c, w);
  return carcE_ask_allow_placement(c, carcT_placement_action(c->d, c->s, w), &tile, &ok) && ok;
}

/* Whether filters allow a placement. `test` is NULL if none can match. */
static bool is_allowed (carc_call *c, placement_test *test, placement w) {
  carc_tile tile = tile_of(c, w);
  bool ok = test == NULL || !carcQ_is_placement_forbidden(test, &tile);
  if (!ok) count_removed(c, CARC_RESTRICTION_FORBIDDEN_PLACEMENTS, 1);
  return ok;
}

/* Removes the placements that `test` or scripts forbid. Returns how many are left. */
static int remove_forbidden (carc_call *c, placement_test *test, bool asks) {
  carc_state *s = c->s;
  int n = 0;
  for (int r = 0; r < SIDES; r++)
    for (int w = 0; w < legal_words(s); w++) {
      uint64_t *bits = legal_of(c->d, s) + (uint32_t)r * c->d->at.words + w;
      for (uint64_t left = *bits; left != 0 && !c->failed; left &= left - 1) {
        int bit = lowest_bit(left);
        placement one = {64 * w + bit, r};
        if (is_allowed(c, test, one) && (!asks || allows_placement(c, one))) {
          n++;
          continue;
        }
        *bits &= ~((uint64_t)1 << bit);
        s->n_placements[r]--;
      }
    }
  return n;
}

/* Whether the edges of a rotated tile equal those beside a cell. */
static bool has_equal_edges (const carc_call *c, int lie, int cell) {
  return (c->d->lying[lie].edges & const_known_of(c->d, c->s)[cell]) == const_need_of(c->d, c->s)[cell];
}

/*
** Counts the effects of edges and limits before limits are applied: on placements with unequal
** edges, which fit, and on placements that fit with equal edges, but are forbidden.
*/
NOINLINE static void count_limits (carc_call *c) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  int removed[] = {[LIMIT_NONE] = 0, [LIMIT_EDGES] = 0, [LIMIT_TILES] = 0}, added = 0;
  for (int r = 0; r < SIDES && !d->type[s->hand].wild; r++)
    for (int cell = 0; cell < s->n_cells; cell++) {
      int lie = s->hand * SIDES + r;
      bool is_legal = const_legal_of(d, s)[r * (int)d->at.words + cell / 64] >> (cell % 64) & 1;
      bool is_equal = has_equal_edges(c, lie, cell);
      placement_limit limit = is_legal ? carcB_find_limit(d, s, lie, cell) : LIMIT_NONE;
      removed[LIMIT_EDGES] += is_equal && !carcB_edges_fit_at(d, s, cell, d->lying[lie].edges);
      if (limit != LIMIT_EDGES || is_equal) removed[limit]++;
      added += is_legal && !is_equal && limit == LIMIT_NONE;
    }
  carcE_count_restriction(c, CARC_RESTRICTION_EDGES, removed[LIMIT_EDGES], added);
  carcE_count_restriction(c, CARC_RESTRICTION_FORBIDDEN_PLACEMENTS, removed[LIMIT_TILES], 0);
}

NOINLINE int carcT_remove_refused_placements (carc_call *c) {
  carc_state *s = c->s;
  placement_test test;
  if (UNLIKELY(c->restrictions != NULL)) count_limits(c);
  int n = carcB_apply_limits(c->d, s, s->hand, legal_of(c->d, s), s->n_placements);
  bool filters = c->d->n_forbidden > 0 && carcQ_begin_placement_test(c, s->hand, &test),
       asks = carcE_may_call_allow_placement(c, s->hand);
  return filters || asks ? remove_forbidden(c, filters ? &test : NULL, asks) : n;
}
