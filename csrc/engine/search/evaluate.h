/* evaluate.h: the expected points of each player at the end of the game. */
#ifndef CARC_EVALUATE_H
#define CARC_EVALUATE_H

#include "search/workspace.h"

/* Points of each player, or of the player's team. */
typedef struct evaluation {
  double of[CARC_MAX_PLAYERS];
} evaluation;

/* Evaluates a state: points scored, and points expected from features, goods and the supply. */
evaluation carcX_evaluate (carc_search *x, const carc_state *s);

/* Evaluates a state term by term into `out`. */
void carcX_break_down (carc_search *x, const carc_state *s, evaluation_terms *out);

/* Expected points of a player minus those of the best opponent. */
double carcX_margin (const carc_search *x, const evaluation *e, int player);

/* The opponent with the most expected points, or -1. */
int carcX_best_opponent (const carc_search *x, const evaluation *e, int player);

/*
** Expected gain of a player by putting a piece on a segment of this tile after the window is over,
** in the state last given to carcX_evaluate.
*/
double carcX_evaluate_piece (carc_search *x, const carc_state *s, int player, int piece, int tile,
                             int segment);

#endif
