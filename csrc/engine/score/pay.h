/*
** pay.h: what every scoring does once it is known what a feature is worth. False: a script failed.
*/
#ifndef CARC_PAY_H
#define CARC_PAY_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/state.h"
#include "score/point_rows.h"

/* The feature with this id, as rows count it. */
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

/* Asks scripts what it is worth; the difference becomes an item. */
bool carcS_ask_points (carc_call *c, carc_scoring *what, score_items *b);

/* Asks scripts what it is worth, pays and tells; the pieces stay. */
bool carcS_settle_score (carc_call *c, carc_scoring *what, score_items *b);

/* Pays what the bill says; `good` is what it is about, -1 for a feature. */
bool carcS_pay_score (carc_call *c, const carc_scoring *what, const score_items *b, int good);

/* For the pieces in the feature that has this place, by rows and then by the hook. */
bool carcS_pay_bonuses (carc_call *c, const carc_scoring *what);

/* Tells scripts that it has scored. */
bool carcS_finish_scoring (carc_call *c, const carc_scoring *what);

#endif
