/*
** turn_order.c: the order of turns.
*/
#include "board/turn_order.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/reserve.h"
#include "board/state.h"

/* The player in the next seat in the current direction. */
static int seat_after (const carc_definition *d, turn_order *order, int player) {
  int seats = d->players, after = (player + (order->backwards ? seats - 1 : 1)) % seats;
  if (after == 0) order->count += ROUND_UNIT;
  return after;
}

/* Whether a player does not take this turn, because the player must skip it or has left. */
static bool sits_out (const carc_state *s, turn_order *order, int player) {
  if (s->absent >> player & 1) return true;
  if (order->skips[player] == 0) return false;
  order->skips[player]--;
  return true;
}

int carcB_next_player (const carc_definition *d, const carc_state *s, turn_order *order) {
  int player = s->turn, named = order->next - 1;
  if (count_bits(s->absent) == d->players) return -1;
  order->further = order->more > 0 && (s->absent >> player & 1) == 0;
  if (order->further) {
    order->more--;
    return player;
  }
  order->more = order->next = 0;
  if (named >= 0 && (s->absent >> named & 1) == 0) {
    while (player != named) player = seat_after(d, order, player);
    return player;
  }
  do player = seat_after(d, order, player);
  while (sits_out(s, order, player));
  return player;
}

void carcB_normalize_order (carc_state *s) {
  turn_order *order = &s->order;
  bool odd = order->backwards || order->further || order->more > 0 || order->next > 0 || s->absent != 0;
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) odd = odd || order->skips[p] > 0;
  order->odd = odd;
}

void carcB_remove_player (const carc_definition *d, carc_state *s, int player, bool loses) {
  s->absent |= (uint8_t)(1u << player);
  s->losing |= (uint8_t)((unsigned)loses << player);
  carcB_normalize_order(s);
  if (d->n_reserves > 0) carcB_return_reserves(d, s, player);
}
