/*
** awards.h: gives points to players. First the player's score changes; then the listener, the
** phases at `points_given` and the hook on_points_given receive the points. They may give further
** points. Functions return false if a script failed.
*/
#ifndef CARC_AWARDS_H
#define CARC_AWARDS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "board/state.h"

/*
** Gives points that do not come from scoring a feature, and emits the event. Ignores
** `given->total`.
*/
bool carcE_award_points (carc_call *c, const carc_given *given);

/* Gives each player `points[player]`, which may be 0. */
bool carcE_award_points_each (carc_call *c, carc_given given, const int points[CARC_MAX_PLAYERS]);

/* Reports points to scripts after the player has received them. */
bool carcE_report_points (carc_call *c, const carc_given *given);
ALWAYS_INLINE bool show_points (carc_call *c, const carc_given *given) {
  return LIKELY(!c->d->watches_points) || given->points == 0 || carcE_report_points(c, given);
}

/* Queues a scored feature for the phases at `feature_scored`. */
bool carcE_queue_scoring (carc_call *c, const carc_scoring *what);

/*
** carcE_drop_current_trigger removes the trigger that phases are handling now; carcE_clear_triggers
** removes all triggers.
*/
void carcE_drop_current_trigger (const carc_definition *d, carc_state *s);
void carcE_clear_triggers (const carc_definition *d, carc_state *s);

#endif
