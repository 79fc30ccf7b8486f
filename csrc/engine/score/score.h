/*
** score.h: scores completed features, and runs the steps of the final scoring.
*/
#ifndef CARC_SCORE_H
#define CARC_SCORE_H

#include "board/state.h"

/*
** Scores the features that the last tile has completed, and returns their pieces. Returns false if
** a hook failed.
*/
bool carcS_score_completed (carc_call *c);

/*
** Whether a script excludes a road, city or monastery from scoring, be it complete or not. Also
** true if the call failed.
*/
bool carcS_is_unscored (const carc_definition *d, const carc_state *s, carc_call *c, int tile, int segment);

/*
** Scores a road, city or monastery as it is now; its pieces stay. Returns false if a hook failed.
*/
bool carcS_score_feature (carc_call *c, int tile, int segment);

/* Runs all steps of the final scoring in order. Returns false if a hook failed. */
bool carcS_score_final_steps (carc_call *c);
/* Runs one step of scripts. Returns false if a hook failed. */
bool carcS_score_step (carc_call *c, int step);

#endif
