/*
** verbs.h: what scripts do to a state, where the turn machine does the same.
*/
#ifndef CARC_VERBS_H
#define CARC_VERBS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/port.h"
#include "table/state.h"

/* What a script may add at once, and what a player may have; beyond, points are lost. */
enum { MOST_POINTS = 1000000, MOST_SCORE = 1000000000 };

/* Points more; what is beyond MOST_SCORE is lost. */
ALWAYS_INLINE int32_t add_points (int32_t score, int points) {
  int64_t sum = (int64_t)score + points;
  if (UNLIKELY(sum > MOST_SCORE)) return MOST_SCORE;
  return UNLIKELY(sum < -MOST_SCORE) ? -MOST_SCORE : (int32_t)sum;
}

/* Whether the hook that runs may change the state. */
carc_status carc_may_act (const call *c, carc_error *err);

/* Points that a script gives; `text` goes into the event. */
void carc_award (call *c, int player, int points, const char *text);

/* Tells that a piece has left the table, and asks the hook on_leave. False if that failed. */
bool carc_emit_gone (call *c, uint32_t piece, carc_event_kind kind, carc_leaving why);

/* Lays a span of the player whose turn it is across a tile on the table, where it fits. */
void carc_lay_span (call *c, int tile, carc_axis axis);
void carc_emit_spanned (call *c, int tile);

#endif
