/*
** feature_eval.h: what the features of a state may become, with the tiles that are to come.
*/
#ifndef CARC_FEATURE_EVAL_H
#define CARC_FEATURE_EVAL_H

#include "search/workspace.h"

/* Looks at all cells and fields of a state: what follows tells of that state until another is looked at. */
void carcX_evaluate_features (carc_search *x, const carc_state *s);

/* What is to be expected of a feature: that it is completed, and the points for who has the majority then or at the end. */
typedef struct expectation {
  double completes, points, pig; /* pig: what a pig adds, in a field */
} expectation;
expectation carcX_feature_expectation (carc_search *x, const carc_state *s, int tile, int segment);

/* How often a builder in this feature will bring a further part, at most so often. */
double carcX_expected_parts (const carc_search *x, const carc_state *s, int feature_id);

#endif
