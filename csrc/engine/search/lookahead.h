/* lookahead.h: evaluates each legal action one turn ahead. */
#ifndef CARC_LOOKAHEAD_H
#define CARC_LOOKAHEAD_H

#include "search/evaluate.h"
#include "search/workspace.h"

/*
** Applies an action of the state at a level, and stores the result at the next level. There, a draw
** waits as if the host had to make it. Returns false if a script failed.
*/
bool carcX_apply_at_level (carc_search *x, int level, int index, carc_error *err);

/* The action that is best for a player; among equals, the first. */
int carcX_best_action_for (const carc_search *x, int player, const evaluation *all, int n);

/* Maximum number of outcomes of chance that are tried after an action. */
enum { MAX_OUTCOMES = 12 };

/* Number of regular actions of a deployment, which come first; 0 for other decisions. */
int carcX_count_regular_actions (const carc_search *x, const carc_state *s);
/*
** Whether the gain by deploying this kind of piece can be computed without applying the deployment.
*/
bool carcX_can_estimate_piece (const carc_search *x, int piece);

/*
** Adds to an evaluation how a deployment changes what the steps are worth. `passed` is their worth
** after passing.
*/
void carcX_add_steps (carc_search *x, const evaluation *passed, const carc_state *after, evaluation *to);

/* Number of states that may be evaluated after each action of a decision with n actions. */
int carcX_state_budget (const carc_search *x, int n);
/*
** Whether to try the actions of the decision at a level. Sets *share to the share of each action.
*/
bool carcX_should_expand (const carc_search *x, int level, int *share);

/*
** Finds the action that is best for the player who decides at a level, and its evaluation. If there
** are many actions, considers only the first. Returns -1 if a script failed.
*/
int carcX_search_best (carc_search *x, int level, int share, evaluation *out, carc_error *err);

/*
** Evaluates every legal action of a state in which a player decides, into `out`. The evaluation
** also uses hidden information, so the state must have been determinized before the call. Returns
** false if a script failed.
*/
bool carcX_evaluate_actions (carc_search *x, const carc_state *s, evaluation *out, carc_error *err);

/*
** As carcX_evaluate_actions, but takes less time if there are many placements and scripts:
** evaluates all of them roughly, then the best ones again, at most `most`, and excludes the others.
*/
bool carcX_evaluate_candidates (carc_search *x, const carc_state *s, int most, evaluation *out,
                                carc_error *err);

#endif
