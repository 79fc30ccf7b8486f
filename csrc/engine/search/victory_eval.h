/*
** victory_eval.h: what the rule of victory changes in the expected points.
*/
#ifndef CARC_VICTORY_EVAL_H
#define CARC_VICTORY_EVAL_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"
#include "search/workspace.h"

/*
** Whether the rule of victory, or a script that has eliminated players, decides in addition to the
** points.
*/
ALWAYS_INLINE bool decides_victory (const carc_search *x, const carc_state *s) {
  return !x->blind && (x->d->victory.kind != CARC_VICTORY_MOST_POINTS || s->losing != 0);
}

/*
** Estimates how long a race lasts: sets x->horizon and x->finishes, and reduces x->to_come to the
** tiles that will be placed. Other games last until the tiles run out.
*/
void carcX_expect_end (carc_search *x, const carc_state *s);

/*
** Returns what the rule of victory adds to the points in `e`, which are those of each player, not
** of teams.
*/
evaluation carcX_value_victory (const carc_search *x, const carc_state *s, const evaluation *e);

#endif
