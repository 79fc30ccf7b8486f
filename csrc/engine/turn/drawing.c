/* drawing.c: draws tiles from the bag or a reserve until one can be placed. */
#include "turn/drawing.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/random.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/bag.h"
#include "board/board.h"
#include "board/history.h"
#include "board/reserve.h"
#include "board/state.h"
#include "effect/event.h"
#include "effect/options.h"
#include "effect/span_placements.h"
#include "effect/tile_verbs.h"
#include "turn/action.h"
#include "turn/dealing.h"
#include "turn/legal_placements.h"
#include "turn/phases.h"

static void emit_tile (carc_call *c, carc_event_kind kind, int type) {
  if (!listening(c)) return;
  carc_event e = carcE_new_event(c, kind, c->s->turn);
  e.type = type;
  carcE_emit(c, &e);
}

/* Whether some tile in the bag could fit somewhere, perhaps with a span. */
static bool any_fits (const carc_definition *d, const carc_state *s) {
  const uint16_t *bag = const_bag_of(d, s);
  for (int i = 0; i < s->n_bag; i++)
    if ((i == 0 || bag[i] != bag[i - 1]) && (d->span >= 0 || carc_state_fits(d, s, bag[i]) > 0)) return true;
  return false;
}

/*
** Removes a tile that fits nowhere: takes it out of the game or returns it to the bag, as the rule
** `unplaceable` says. Another tile may then be drawn.
*/
NOINLINE static void lose_type (carc_call *c, int type) {
  carc_state *s = c->s;
  s->hand = NO_TYPE;
  if (s->put_back < most_put_back(c->d) && any_fits(c->d, s)) {
    s->put_back++;
    carcB_add_to_bag(c->d, s, type);
    carcE_emit_tile_put(c, CARC_EVENT_PUT, CARC_RESERVE_OUT, CARC_RESERVE_BAG, type);
  } else {
    emit_tile(c, CARC_EVENT_SET_ASIDE, type);
  }
}

/* Asks for a placement. If every placement needs a span, the player may also set the tile aside. */
static bool ask_placement (carc_call *c, int n) {
  carc_state *s = c->s;
  if (c->d->span >= 0 && !carcE_find_span_placements(c)) return false;
  bool only_spans = n == 0 && s->n_options > 0;
  if (n == 0 && !only_spans) return true;
  if (only_spans && !carcE_add_option(c->d, s, CARC_ACTION_PASS, 1, c->err)) {
    c->failed = true;
    return false;
  }
  s->decision = DECISION_PLACE; /* set before scripts run, which may read it */
  if (!carcT_add_anytime_options(c)) return false;
  set_actions(c->d, s, n);
  return true;
}

/* Takes a tile into the hand. If it fits nowhere, takes it out of the game. */
ALWAYS_INLINE void take_type_in_hand (carc_call *c, int type) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  s->hand = (uint16_t)type;
  emit_tile(c, CARC_EVENT_DREW, type);
  int n = find_legal_placements(c, type);
  if (UNLIKELY(c->failed)) return;
  if (UNLIKELY(d->at.n_options > 0)) {
    if (!ask_placement(c, n) || s->decision == DECISION_PLACE) return;
  } else if (LIKELY(n > 0)) {
    s->decision = DECISION_PLACE;
    s->n_actions = (uint16_t)n;
    return;
  }
  lose_type(c, type);
}

/* Takes the tile with this index in the bag. */
static void take_place (carc_call *c, int place) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int type = bag_of(d, s)[place];
  remove_at(bag_of(d, s), s->n_bag, place);
  s->n_bag--;
  remember_index(d, s, type);
  if (!d->manual) s->steps++;
  take_type_in_hand(c, type);
}

ALWAYS_INLINE void empty_hand (carc_state *s) {
  s->at = (turn_position){STEP_DRAW, 0};
  s->decision = DECISION_DRAW;
  s->hand = NO_TYPE;
  s->extended = 0;
}

bool carcT_draw_next (carc_call *c) {
  carc_state *s = c->s;
  empty_hand(s);
  while (s->decision == DECISION_DRAW && !c->failed) {
    if (s->n_bag == 0 && !carcB_has_tile_to_draw(c->d, s)) return false;
    if (c->stepwise || c->d->manual) {
      s->n_actions = (uint16_t)carcT_count_draw_types(c->d, s);
      return true;
    }
    take_place(c, (int)random_below(&s->generator, s->n_bag));
  }
  return true;
}

/* ---- From reserves --------------------------------------------------------------------------- */

/* Takes the oldest tile of the heap into the hand. */
static void play_next (carc_call *c, int heap) {
  int type = carcB_heap_tiles(c->d, c->s, heap)[0];
  carcB_take_from_heap(c->d, c->s, heap, type);
  take_type_in_hand(c, type);
}

/* Adds an option for each placement of the tile in hand; returns the number of placements. */
static int offer_placements (carc_call *c) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int n = find_legal_placements(c, s->hand);
  for (int i = 0; i < n && !c->failed; i++) {
    carc_action placing = carcT_placement_action(d, s, carcT_nth_placement(d, s, i));
    c->failed = !carcE_add_option(d, s, placing, 1, c->err);
  }
  return n;
}

/*
** Adds the placements of all tiles in the heap. Sets *needs_span to whether each of them needs a
** span. Returns false if no tile fits or a script failed.
*/
static bool offer_tiles (carc_call *c, int heap, bool *needs_span) {
  const uint16_t *types = carcB_heap_tiles(c->d, c->s, heap);
  int n = 0;
  for (int i = 0; i < heap_size(c->d, c->s, heap) && !c->failed; i++) {
    if (find_type(types, i, types[i]) >= 0) continue;
    c->s->hand = types[i];
    n += offer_placements(c);
    if (c->d->span >= 0 && !c->failed && !carcE_find_span_placements(c)) c->failed = true;
  }
  c->s->hand = NO_TYPE;
  *needs_span = n == 0;
  return !c->failed && c->s->n_options > 0;
}

/* Asks for a placement of any tile in the heap. Returns false if none of them fits. */
static bool ask_any (carc_call *c, int heap) {
  bool needs_span = false;
  if (!offer_tiles(c, heap, &needs_span)) return c->failed;
  if (needs_span && !carcE_add_option(c->d, c->s, CARC_ACTION_PASS, 1, c->err)) c->failed = true;
  c->s->decision = DECISION_PLACE;
  if (c->failed || !carcT_add_anytime_options(c)) return true;
  set_actions(c->d, c->s, 0);
  return true;
}

/* Removes the oldest tile of the heap, and deals another in its place. */
static void lose_first (carc_call *c) {
  int heap = carcB_heap_for_next_tile(c->d, c->s, c->s->turn), type = carcB_heap_tiles(c->d, c->s, heap)[0];
  carcB_take_from_heap(c->d, c->s, heap, type);
  carcB_promise_tiles(c->d, c->s, heap, 1);
  lose_type(c, type);
}

bool carcT_draw_next_or_from_reserve (carc_call *c) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int heap;
  empty_hand(s);
  while (d->n_reserves > 0 && !c->failed && (heap = carcB_heap_for_next_tile(d, s, s->turn)) >= 0) {
    if (carcB_reserve_of_heap(d, heap)->play_from == PLAYS_NEXT) {
      play_next(c, heap);
      if (s->decision != DECISION_DRAW) return true;
      continue;
    }
    if (ask_any(c, heap)) return true;
    lose_first(c);
    if (!carcT_deal_promised(c)) return true;
  }
  return c->failed || carcT_draw_next(c);
}

void carcT_draw_tile (carc_call *c, int type) {
  take_place(c, find_type(const_bag_of(c->d, c->s), c->s->n_bag, type));
}

void carcT_set_tile_aside (carc_call *c) {
  if (c->s->hand != NO_TYPE)
    lose_type(c, c->s->hand);
  else
    lose_first(c);
}

bool carcT_recompute_placements (carc_call *c) {
  carc_state *s = c->s;
  int type = s->hand, n = find_legal_placements(c, type);
  s->decision = DECISION_DRAW;
  if (c->failed || !ask_placement(c, n) || s->decision == DECISION_PLACE) return true;
  lose_type(c, type);
  return carcT_draw_next_or_from_reserve(c);
}
