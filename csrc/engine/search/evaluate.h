/*
** evaluate.h: computes the points that each player is expected to have at the end of the game.
*/
#ifndef CARC_EVALUATE_H
#define CARC_EVALUATE_H

#include "search/workspace.h"

/*
** Evaluates a state: points scored, and points expected from features, goods and the supply. If the
** selectors of the definition test too many items, `x->reading` fails, and the result is not valid.
*/
evaluation carcX_evaluate (carc_search *x, const carc_state *s);

/*
** Evaluates a state without assets; writes each term to `out`. The players of a team are not added
** up.
*/
evaluation carcX_known_terms (carc_search *x, const carc_state *s, evaluation_terms *out);

/* Evaluates a state and writes each term to `out`. */
void carcX_break_down (carc_search *x, const carc_state *s, evaluation_terms *out);

/* Expected points of a player minus those of the best opponent. */
double carcX_margin (const carc_search *x, const evaluation *e, int player);

/* The opponent with the most expected points; -1 if there is no opponent. */
int carcX_best_opponent (const carc_search *x, const evaluation *e, int player);

/*
** Expected gain of a player by putting a piece on a segment of this tile. The state is the one last
** given to carcX_evaluate, in which the decision about the deployment is over.
*/
double carcX_evaluate_piece (carc_search *x, const carc_state *s, int player, int piece, int tile,
                             int segment);

#endif
