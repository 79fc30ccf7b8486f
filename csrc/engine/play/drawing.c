/*
** drawing.c: a tile into the hand, and where it may be placed.
*/
#include "play/drawing.h"
#include "carcassonne.h"
#include "base/port.h"
#include "base/random.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/bag.h"
#include "table/board.h"
#include "table/history.h"
#include "table/placement_limits.h"
#include "table/state.h"
#include "script/event.h"
#include "script/hooks.h"
#include "script/options.h"
#include "script/span_placements.h"
#include "play/action.h"
#include "play/phases.h"

/* Whether scripts allow a placement. False with c->failed if one failed. */
static bool allows_placement (call *c, placement w) {
  bool ok = true;
  uint16_t at = const_cell_at_of(c->d, c->s)[w.cell];
  carc_tile tile = {c->s->hand, x_of(c->s, at), y_of(c->s, at), w.rotation};
  return carc_ask_place_ok(c, carc_placement_action(c->d, c->s, w), &tile, &ok) && ok;
}

/* Takes away the placements that limits or scripts refuse; returns how many are left. */
NOINLINE static int limit_placements (call *c) {
  carc_state *s = c->s;
  int n = carc_limit_placements(c->d, s, s->hand, legal_of(c->d, s), s->n_placements);
  if (!carc_may_ask_place_ok(c, s->hand)) return n;
  n = 0;
  for (int r = 0; r < SIDES; r++)
    for (int w = 0; w < legal_words(s); w++) {
      uint64_t *bits = legal_of(c->d, s) + (uint32_t)r * c->d->at.words + w;
      for (uint64_t left = *bits; left != 0 && !c->failed; left &= left - 1) {
        int bit = lowest_bit(left);
        if (allows_placement(c, (placement){64 * w + bit, r})) {
          n++;
          continue;
        }
        *bits &= ~((uint64_t)1 << bit);
        s->n_placements[r]--;
      }
    }
  return n;
}

static void emit_tile (call *c, carc_event_kind kind, int type) {
  if (!listening(c)) return;
  carc_event e = carc_event_of(c, kind, c->s->turn);
  e.type = type;
  carc_emit(c, &e);
}

/* Where every placement needs a span, the tile may be set aside. */
static bool ask_placement (call *c, int n) {
  carc_state *s = c->s;
  if (c->d->span >= 0 && !carc_offer_spans(c)) return false;
  bool only_spans = n == 0 && s->n_options > 0;
  if (n == 0 && !only_spans) return true;
  if (only_spans && !carc_add_option(c->d, s, CARC_ACT_PASS, 1, c->err)) {
    c->failed = true;
    return false;
  }
  if (!carc_add_anytime(c)) return false;
  s->phase = PHASE_PLACE;
  set_actions(c->d, s, n);
  return true;
}

/* Takes a tile into the hand or, if nothing takes it, out of the game. */
ALWAYS_INLINE void take_type_in_hand (call *c, int type) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  s->hand = (uint16_t)type;
  emit_tile(c, CARC_EV_DREW, type);
  int n = carc_find_fitting(d, s, type, legal_of(d, s), s->n_placements);
  if (UNLIKELY(d->limited) && n > 0) n = limit_placements(c);
  if (UNLIKELY(c->failed)) return;
  if (UNLIKELY(d->at.n_options > 0)) {
    if (!ask_placement(c, n) || s->phase == PHASE_PLACE) return;
  } else if (LIKELY(n > 0)) {
    s->phase = PHASE_PLACE;
    s->n_actions = (uint16_t)n;
    return;
  }
  s->hand = NO_TYPE;
  emit_tile(c, CARC_EV_SET_ASIDE, type);
}

/* The same with the tile at this place of the bag. */
static void take_place (call *c, int place) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int type = bag_of(d, s)[place];
  take_out(bag_of(d, s), s->n_bag, place);
  s->n_bag--;
  remember_index(d, s, type);
  if (!d->manual) s->steps++;
  take_type_in_hand(c, type);
}

ALWAYS_INLINE void empty_hand (carc_state *s) {
  s->phase = PHASE_DRAW;
  s->hand = NO_TYPE;
  s->extended = 0;
}

bool carc_draw_next (call *c) {
  carc_state *s = c->s;
  empty_hand(s);
  while (s->phase == PHASE_DRAW && !c->failed) {
    if (s->n_bag == 0 && !carc_any_tile_left(c->d, s)) return false;
    if (c->stepwise || c->d->manual) {
      s->n_actions = (uint16_t)carc_count_types(c->d, s);
      return true;
    }
    take_place(c, (int)random_below(&s->generator, s->n_bag));
  }
  return true;
}

bool carc_draw_next_or_queued (call *c) {
  carc_state *s = c->s;
  int type;
  empty_hand(s);
  while (s->phase == PHASE_DRAW && !c->failed && (type = carc_take_from_queue(c->d, s, s->turn)) != NO_TYPE)
    take_type_in_hand(c, type);
  return s->phase != PHASE_DRAW || c->failed || carc_draw_next(c);
}

bool carc_draw_given (call *c, int type) {
  take_place(c, find_type(const_bag_of(c->d, c->s), c->s->n_bag, type));
  return c->s->phase != PHASE_DRAW || c->failed || carc_draw_next_or_queued(c);
}

void carc_set_aside (call *c) { emit_tile(c, CARC_EV_SET_ASIDE, c->s->hand); }

bool carc_place_again (call *c) {
  carc_state *s = c->s;
  int type = s->hand, n = carc_find_fitting(c->d, s, type, legal_of(c->d, s), s->n_placements);
  if (c->d->limited && n > 0) n = limit_placements(c);
  s->phase = PHASE_DRAW;
  if (c->failed || !ask_placement(c, n) || s->phase == PHASE_PLACE) return true;
  emit_tile(c, CARC_EV_SET_ASIDE, type);
  return carc_draw_next_or_queued(c);
}
