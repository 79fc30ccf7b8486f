/*
** turn_verbs.c: functions by which hooks change the order of turns.
*/
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "board/turn_order.h"
#include "effect/event.h"
#include "effect/verbs.h"

/* Checks that the order of turns can be changed. The final scoring has no turns. */
static carc_status may_order (const carc_call *c, carc_error *err) {
  carc_status status = carcE_check_may_act(c, err);
  if (status != CARC_OK || !c->final) return status;
  return FAIL_INVALID(err, "the final scoring has begun; there are no further turns");
}

/* Also checks that the player still takes turns. */
static carc_status may_order_for (const carc_call *c, int player, carc_error *err) {
  TRY(may_order(c, err));
  if (player < 0 || player >= c->d->players) return FAIL_INVALID(err, "there is no player %d", player + 1);
  if (c->s->absent >> player & 1) return FAIL_INVALID(err, "player %d takes no more turns", player + 1);
  return CARC_OK;
}

static carc_status finish (carc_call *c, carc_event_kind kind, int player) {
  carcB_normalize_order(c->s);
  carcE_emit_player_event(c, kind, player);
  return CARC_OK;
}

carc_status carc_call_grant_further_turn (carc_call *c, carc_error *err) {
  turn_order *order = &c->s->order;
  TRY(may_order_for(c, c->s->turn, err));
  if (order->more == MAX_TURNS_AHEAD)
    return FAIL_INVALID(err, "%d further turns have already been granted", MAX_TURNS_AHEAD);
  order->more++;
  return finish(c, CARC_EVENT_FURTHER_TURN, c->s->turn);
}

carc_status carc_call_set_next_player (carc_call *c, int player, carc_error *err) {
  TRY(may_order_for(c, player, err));
  c->s->order.next = (uint8_t)(player + 1);
  return finish(c, CARC_EVENT_NEXT, player);
}

carc_status carc_call_skip_turns (carc_call *c, int player, int turns, carc_error *err) {
  TRY(may_order_for(c, player, err));
  uint8_t *skips = &c->s->order.skips[player];
  if (turns < 1 || turns > MAX_TURNS_AHEAD - *skips)
    return FAIL_INVALID(
        err, "a player can have at most %d turns to skip; this player has %d already, and cannot get %d more",
        MAX_TURNS_AHEAD, *skips, turns);
  *skips = (uint8_t)(*skips + turns);
  carcB_normalize_order(c->s);
  return CARC_OK;
}

carc_status carc_call_reverse_order (carc_call *c, carc_error *err) {
  TRY(may_order(c, err));
  c->s->order.backwards = !c->s->order.backwards;
  return finish(c, CARC_EVENT_REVERSED, -1);
}

carc_status carc_call_eliminate (carc_call *c, int player, bool counts, carc_error *err) {
  TRY(may_order_for(c, player, err));
  carcB_remove_player(c->d, c->s, player, !counts);
  if (!listening(c)) return CARC_OK;
  carc_event e = carcE_new_event(c, CARC_EVENT_ELIMINATED, player);
  e.complete = counts;
  carcE_emit(c, &e);
  return CARC_OK;
}
