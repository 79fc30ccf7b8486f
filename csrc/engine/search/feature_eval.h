/*
** feature_eval.h: estimates the chances and expected points of features, given the tiles to come.
*/
#ifndef CARC_FEATURE_EVAL_H
#define CARC_FEATURE_EVAL_H

#include "search/workspace.h"

/*
** Evaluates all cells and fields of a state. The other functions of this file refer to this state.
*/
void carcX_evaluate_features (carc_search *x, const carc_state *s);

/*
** Chance that a feature is completed, and the points that its majority is expected to get then or
** at the end.
*/
typedef struct expectation {
  double completes, points, pig; /* pig: points that a pig adds in a field */
  double whole, rest;            /* points if it is completed, and if it is not */
} expectation;
expectation carcX_feature_expectation (carc_search *x, const carc_state *s, int tile, int segment);

/*
** A copy of the state that is being evaluated, for calls of scripts. A caller that changes the copy
** sets x->ended_look to 0.
*/
carc_state *carcX_copy_for_scripts (carc_search *x, const carc_state *s);

/* Number of further parts that a builder in this feature is expected to bring, up to a limit. */
double carcX_expected_parts (const carc_search *x, const carc_state *s, int feature_id);

#endif
