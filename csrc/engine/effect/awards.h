/*
** awards.h: points that are given, whatever for. Each goes to the player first, is told to who listens, waits for phases at
** `points`, and is then seen by the hook on_points_given, which may give more. False: a script failed.
*/
#ifndef CARC_AWARDS_H
#define CARC_AWARDS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "board/state.h"

/* What a script may add at once, and what a player may have; beyond, points are lost. */
enum { MAX_POINTS = 1000000, MAX_SCORE = 1000000000 };

/* Points more; what is beyond MAX_SCORE is lost. */
ALWAYS_INLINE int32_t add_points (int32_t score, int points) {
  int64_t sum = (int64_t)score + points;
  if (UNLIKELY(sum > MAX_SCORE)) return MAX_SCORE;
  return UNLIKELY(sum < -MAX_SCORE) ? -MAX_SCORE : (int32_t)sum;
}

/* Gives points for what is no feature's score, with the event that says so; its `total` is not asked for. */
bool carcE_award_points (carc_call *c, const carc_given *given);

/* The same of what each player gets, which may be nothing. */
bool carcE_award_points_each (carc_call *c, carc_given given, const int points[CARC_MAX_PLAYERS]);

/* Lets scripts look at points that the player has by now. */
bool carcE_report_points (carc_call *c, const carc_given *given);
ALWAYS_INLINE bool show_points (carc_call *c, const carc_given *given) {
  return LIKELY(!c->d->watches_points) || given->points == 0 || carcE_report_points(c, given);
}

/* Lets a feature that has scored wait for phases at `feature_scored`. */
bool carcE_queue_scoring (carc_call *c, const carc_scoring *what);

/* What the phases at hand are asked about is over; or all of it is. */
void carcE_drop_current_trigger (const carc_definition *d, carc_state *s);
void carcE_clear_triggers (const carc_definition *d, carc_state *s);

#endif
