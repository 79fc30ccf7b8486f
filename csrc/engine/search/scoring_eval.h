/*
** scoring_eval.h: what scripts give players when a feature scores.
*/
#ifndef CARC_SCORING_EVAL_H
#define CARC_SCORING_EVAL_H

#include "search/feature_eval.h"
#include "search/workspace.h"

/* Whether bonuses of scripts, or functions of on_feature_scored, can give points. */
bool carcX_scripts_give_at_scoring (const carc_definition *d);

/*
** The points that each player is expected to get by bonuses and by functions of on_feature_scored
** when a feature is completed, or at the end of the game. `p` is the expectation of the feature.
*/
evaluation carcX_expect_scoring (carc_search *x, const carc_state *s, int tile, int segment,
                                 const expectation *p);

#endif
