/*
** majority.h: finds the majority in a feature by pieces, rows and scripts.
*/
#ifndef CARC_MAJORITY_H
#define CARC_MAJORITY_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "board/pieces.h"
#include "board/state.h"

/*
** Returns the power of each player in the feature at a segment, including the power that rows add.
*/
carc_contest carcE_find_contest (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                                 int segment);

/* Returns the players with the majority as bits. */
unsigned carcE_decide_contest (const carc_definition *d, const carc_state *s, carc_call *c,
                               const carc_contest *contest);

/* Returns the majority in the feature at this segment, or 0 if nobody has pieces there. */
unsigned carcE_find_majority (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                              int segment);

/* As carcE_find_majority, but faster if the feature id is known and only pieces count. */
ALWAYS_INLINE unsigned majority_in (carc_call *c, int tile, int segment, int feature_id) {
  if (LIKELY(!c->d->odd_majorities)) return carcB_feature_majority(c->d, c->s, feature_id);
  return carcE_find_majority(c->d, c->s, c, tile, segment);
}

/*
** The function by which queries and calls find majorities; NULL if only the power of pieces counts.
*/
ALWAYS_INLINE majority_finder *majorities_of (const carc_definition *d) {
  return UNLIKELY(d->odd_majorities) ? carcE_find_majority : NULL;
}

/*
** Begins a call on a state. If the definition has rows or hooks about majorities, these also decide
** the majorities in the filters of the call.
*/
ALWAYS_INLINE carc_call begin_call (const carc_definition *d, carc_state *s, carc_error *err) {
  return (carc_call){.d = d,
                     .s = s,
                     .majority = majorities_of(d),
                     .err = err,
                     .visits_left = MAX_VISITS,
                     .visits_of_host = INT64_MAX,
                     .limit_of_host = INT64_MAX};
}

/*
** Begins a call that only reads a state and calls no hooks. It fails if the selectors of the
** definition, or those of the host, test more than MAX_VISITS items.
*/
ALWAYS_INLINE carc_call begin_reading (const carc_definition *d, carc_error *err) {
  return (carc_call){.d = d,
                     .majority = majorities_of(d),
                     .reading = true,
                     .err = err,
                     .visits_left = MAX_VISITS,
                     .visits_of_host = MAX_VISITS,
                     .limit_of_host = MAX_VISITS};
}

#endif
