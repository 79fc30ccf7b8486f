/*
** majority.h: who has the most in a feature: by what pieces count, by rows, and by scripts.
*/
#ifndef CARC_MAJORITY_H
#define CARC_MAJORITY_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/port.h"
#include "board/pieces.h"
#include "board/state.h"

/* What the pieces of each player count in the feature that has this segment, rows included. `c` may be NULL. */
carc_contest carc_contest_in (const carc_definition *d, const carc_state *s, call *c, int tile, int segment);

/* Who has, or ties for, the most of what a contest says, as bits. Scripts have a say only where there is a call. */
unsigned carc_decide_contest (const carc_definition *d, const carc_state *s, call *c,
                              const carc_contest *contest);

/* Whether rows or scripts have a say in majorities. */
static inline bool has_odd_majorities (const carc_definition *d) {
  return d->n_power_rows > 0 || d->n_tie_rows > 0 || d->hooks.majority != NULL ||
         (d->n_teams > 0 && !d->apart);
}

/* The same of the feature that has this segment: none where nobody has anything there. */
unsigned carc_majority_of (const carc_definition *d, const carc_state *s, call *c, int tile, int segment);

/* The same where its id is known: fast where nothing but pieces has a say. */
ALWAYS_INLINE unsigned majority_in (call *c, int tile, int segment, int feature_id) {
  if (LIKELY(c->d->majority == NULL)) return carc_majority_in(c->d, c->s, feature_id);
  return carc_majority_of(c->d, c->s, c, tile, segment);
}

#endif
