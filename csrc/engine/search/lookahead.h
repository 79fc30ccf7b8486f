/*
** lookahead.h: what each legal action leads to, one turn ahead.
*/
#ifndef CARC_LOOKAHEAD_H
#define CARC_LOOKAHEAD_H

#include "search/evaluate.h"
#include "search/workspace.h"

/* Carries out an action of the state of a level on the next one, which then waits for draws to be given. False if a script failed. */
bool carcX_apply_at_level (const carc_search *x, int level, int index, carc_error *err);

/* The first of those that are best for a player. */
int carcX_best_action_for (const carc_search *x, int player, const evaluation *all, int n);

/* Outcomes of chance that are gone through after an action. */
enum { MAX_OUTCOMES = 12 };

/* The actions by the rules of a window, which come first; 0 of another decision. */
int carcX_count_regular_actions (const carc_search *x, const carc_state *s);
/* Whether it can be told without doing it what deploying a piece of this kind adds. */
bool carcX_can_estimate_piece (const carc_search *x, int piece);

/* How many states may be looked at after each action of a decision. */
int carcX_state_budget (const carc_state *s);
/* Whether the decision of a level's state is gone through after an action that has this share, which becomes that of each action. */
bool carcX_should_expand (const carc_search *x, int level, int *share);

/*
** The action that whoever decides in the state of a level likes best, and what comes of it; of many the first are looked at. -1 if a
** script failed.
*/
int carcX_search_best (carc_search *x, int level, int share, evaluation *out, carc_error *err);

/*
** What every player may expect after each legal action of a state that waits for a player, into `out`, one for each. The state is not
** looked at beyond what it says: what is hidden must have been dealt anew. False if a script failed.
*/
bool carcX_evaluate_actions (carc_search *x, const carc_state *s, evaluation *out, carc_error *err);

#endif
