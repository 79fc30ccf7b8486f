/* lookahead.h: evaluates each legal action one turn ahead. */
#ifndef CARC_LOOKAHEAD_H
#define CARC_LOOKAHEAD_H

#include "search/evaluate.h"
#include "search/workspace.h"

/*
** Applies an action of the state at a level to the next level, which then waits for manual draws.
** False if a script failed.
*/
bool carcX_apply_at_level (const carc_search *x, int level, int index, carc_error *err);

/* The first of the best actions for a player. */
int carcX_best_action_for (const carc_search *x, int player, const evaluation *all, int n);

/* Outcomes of chance that are expanded after an action. */
enum { MAX_OUTCOMES = 12 };

/* Number of regular actions of a window, which come first; 0 for other decisions. */
int carcX_count_regular_actions (const carc_search *x, const carc_state *s);
/* Whether the gain of deploying this kind of piece can be computed without applying it. */
bool carcX_can_estimate_piece (const carc_search *x, int piece);

/* Number of states to evaluate after each action of a decision. */
int carcX_state_budget (const carc_state *s);
/* Whether to expand the decision at a level; *share becomes the share of each action. */
bool carcX_should_expand (const carc_search *x, int level, int *share);

/*
** Finds the best action for the player who decides at a level, and its evaluation; considers only
** the first ones of many. -1 if a script failed.
*/
int carcX_search_best (carc_search *x, int level, int share, evaluation *out, carc_error *err);

/*
** Evaluates every legal action of a state that waits for a player, into `out`. Uses all of the
** state, so hidden items must be determinized first. False if a script failed.
*/
bool carcX_evaluate_actions (carc_search *x, const carc_state *s, evaluation *out, carc_error *err);

#endif
