/*
** majority.h: who has the most in a feature: by what pieces count, by rows, and by scripts.
*/
#ifndef CARC_MAJORITY_H
#define CARC_MAJORITY_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "board/pieces.h"
#include "board/state.h"

/* What the pieces of each player count in the feature that has this segment, rows included. `c` may be NULL. */
carc_contest carcE_find_contest (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                                 int segment);

/* Who has, or ties for, the most of what a contest says, as bits. Scripts have a say only where there is a call. */
unsigned carcE_decide_contest (const carc_definition *d, const carc_state *s, carc_call *c,
                               const carc_contest *contest);

/* The same of the feature that has this segment: none where nobody has anything there. */
unsigned carcE_find_majority (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                              int segment);

/* The same where its id is known: fast where nothing but pieces has a say. */
ALWAYS_INLINE unsigned majority_in (carc_call *c, int tile, int segment, int feature_id) {
  if (LIKELY(!c->d->odd_majorities)) return carcB_feature_majority(c->d, c->s, feature_id);
  return carcE_find_majority(c->d, c->s, c, tile, segment);
}

/* What queries and calls find out majorities by: NULL where nothing but pieces has a say. */
ALWAYS_INLINE majority_finder *majorities_of (const carc_definition *d) {
  return UNLIKELY(d->odd_majorities) ? carcE_find_majority : NULL;
}

/* A call that works on a state. Filters in it ask rows and hooks who has a majority, where these have a say. */
ALWAYS_INLINE carc_call begin_call (const carc_definition *d, carc_state *s, carc_error *err) {
  return (carc_call){.d = d, .s = s, .majority = majorities_of(d), .err = err};
}

#endif
