/*
** score.h: completed features, the steps of the final scoring, and what each score is made of.
*/
#ifndef CARC_SCORE_H
#define CARC_SCORE_H

#include "script/event.h"
#include "table/feature.h"
#include "script/gate.h"

/* What a script may add at once, and what a player may have; beyond, points are lost. */
enum { MOST_POINTS = 1000000, MOST_SCORE = 1000000000 };

/* Scores what the tile just placed completed and sends its pieces home. False if a hook failed. */
bool carc_score_completed (call *c);

/* All steps, in order. False if a hook failed. */
bool carc_score_finally (call *c);

/* Points that a script gives; `label` goes into the event. */
void carc_award (call *c, int player, int points, const char *label);

/* Tells that a piece has left the table, and asks the hook on_leave. False if that failed. */
bool carc_tell_gone (call *c, uint32_t figure, carc_event_kind kind, carc_leaving why);

#endif
