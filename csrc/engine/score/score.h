/* score.h: scoring of completed features, and the steps of the final scoring. */
#ifndef CARC_SCORE_H
#define CARC_SCORE_H

#include "board/state.h"

/* Scores what the tile just placed completed and sends its pieces home. False if a hook failed. */
bool carcS_score_completed (carc_call *c);

/*
** Whether a script has excluded a road, city or monastery from scoring, complete or not; true also
** if it failed. `c` may be NULL.
*/
bool carcS_is_unscored (const carc_definition *d, const carc_state *s, carc_call *c, int tile, int segment);

/* Scores a road, city or monastery as it stands; its pieces stay. False if a hook failed. */
bool carcS_score_feature (carc_call *c, int tile, int segment);

/* Runs all steps in order. False if a hook failed. */
bool carcS_score_final_steps (carc_call *c);

#endif
