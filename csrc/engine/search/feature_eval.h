/* feature_eval.h: chances and expected points of features, given the tiles to come. */
#ifndef CARC_FEATURE_EVAL_H
#define CARC_FEATURE_EVAL_H

#include "search/workspace.h"

/* Evaluates all cells and fields of a state. The functions below refer to this state. */
void carcX_evaluate_features (carc_search *x, const carc_state *s);

/* The chance of completion, and the expected points of the majority then or at the end. */
typedef struct expectation {
  double completes, points, pig; /* pig: points that a pig adds in a field */
} expectation;
expectation carcX_feature_expectation (carc_search *x, const carc_state *s, int tile, int segment);

/* Expected number of further parts by a builder in this feature, up to a limit. */
double carcX_expected_parts (const carc_search *x, const carc_state *s, int feature_id);

#endif
