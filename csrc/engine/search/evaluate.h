/*
** evaluate.h: the points that each player may expect to have at the end.
*/
#ifndef CARC_EVALUATE_H
#define CARC_EVALUATE_H

#include "search/workspace.h"

/* Points of each player, or of each player's team. */
typedef struct evaluation {
  double of[CARC_MAX_PLAYERS];
} evaluation;

/* What each may expect in this state: sure points, features, fields, goods, what pieces are worth in the supply. */
evaluation carcX_evaluate (carc_search *x, const carc_state *s);

/* The same part by part, into `out`. */
void carcX_break_down (carc_search *x, const carc_state *s, evaluation_terms *out);

/* What that is in points more than the best opponent's. */
double carcX_margin (const carc_search *x, const evaluation *e, int player);

/* Who has the most among those whom a player plays against; -1 for nobody. */
int carcX_best_opponent (const carc_search *x, const evaluation *e, int player);

/*
** What a player gains by a piece, a follower, builder or pig, on a segment of the tile at this place, which stands there after the window
** that is over: in the state that carcX_evaluate looked at last.
*/
double carcX_evaluate_piece (carc_search *x, const carc_state *s, int player, int piece, int tile,
                             int segment);

#endif
