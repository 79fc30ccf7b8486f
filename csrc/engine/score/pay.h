/*
** pay.h: the steps of every scoring that follow after the points of a feature are known. Functions
** return false if a script failed.
*/
#ifndef CARC_PAY_H
#define CARC_PAY_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"
#include "score/point_rows.h"

/* The feature with this id, in the form that rows of points need. */
static inline counted_feature counted_in (const carc_scoring *what, int feature_id) {
  return (counted_feature){.tile = what->tile,
                           .segment = what->segment,
                           .feature_id = feature_id,
                           .kind = (int)what->kind,
                           .complete = what->complete,
                           .final = what->final};
}

static inline bool has_bonuses (const carc_definition *d) {
  return d->n_bonus_rows > 0 || d->hooks.bonus != NULL;
}

/*
** Asks the hook `points`. The difference between the hook's points and the points so far becomes a
** score item.
*/
bool carcS_ask_points (carc_call *c, carc_scoring *what, score_items *b);

/* Asks the hook `points`, then pays and reports the points. The pieces stay. */
bool carcS_settle_score (carc_call *c, carc_scoring *what, score_items *b);

/* Pays the sum of the items. `good` is the good that is scored; -1 if a feature is scored. */
bool carcS_pay_score (carc_call *c, const carc_scoring *what, const score_items *b, int good);

/*
** Pays the bonuses for the pieces in the feature at this segment: first those of the rows of
** `bonus` that scripts declare, then those of the hook `bonus`.
*/
bool carcS_pay_bonuses (carc_call *c, const carc_scoring *what);

/* Reports to scripts that the feature has scored. */
bool carcS_finish_scoring (carc_call *c, const carc_scoring *what);

#endif
