/*
** hooks.h: calls the hooks of scripts. Each hook has one function, and only this function calls it.
**
** A function returns false if the hook has failed, or if another hook that ran because of it has
** failed. Then c->failed is set, c->err has the reason, and the results are not valid. Callers must
** check that the definition has the hook. If the conditions of all rows are false, the hook is not
** called; that is not a failure. Hooks that ask cannot change the state (c->asking), even if they
** run within another hook.
*/
#ifndef CARC_HOOKS_H
#define CARC_HOOKS_H

#include "carcassonne.h"
#include "carcassonne_script.h"

/*
** Hooks that ask. The last argument holds the answer of the rules at the call, and that of the
** scripts afterwards.
*/
/* Whether the hook may forbid a placement of this tile type. */
bool carcE_may_call_allow_placement (carc_call *c, int type);
bool carcE_ask_allow_placement (carc_call *c, carc_action placement, const carc_tile *tile, bool *ok);
/* Also applies the `blocked` filters. The definition may lack the hook. */
bool carcE_ask_allow_deployment (carc_call *c, carc_action deployment, const carc_piece *piece, bool *ok);
/*
** Must not be called while the hook `majority` is running. Refuses players who have no pieces in
** the feature.
*/
bool carcE_ask_majority (carc_call *c, const carc_contest *contest, unsigned *players);
bool carcE_ask_points (carc_call *c, const carc_scoring *what, int *points);
/* Asks for the bonus of one piece. The hook gives the points itself, by carc_call_bonus. */
bool carcE_ask_bonus (carc_call *c, const carc_scoring *what, const carc_piece *piece);
bool carcE_ask_extra_part (carc_call *c, const carc_turn_part *part, bool *grant);
bool carcE_ask_extends_builder (carc_call *c, const carc_extension *what, bool *extended);

/* Hooks that act. */
bool carcE_run_on_tile_placed (carc_call *c, int tile);
bool carcE_run_on_points_given (carc_call *c, const carc_given *given);
bool carcE_run_on_feature_scored (carc_call *c, const carc_scoring *what);
bool carcE_run_on_piece_removed (carc_call *c, const carc_piece *piece, carc_leaving why);
bool carcE_run_final_step (carc_call *c, const char *name);

/*
** Calls a phase: to begin, to offer its options and set its question, or to carry out the chosen
** option.
*/
bool carcE_run_phase (carc_call *c, int row, carc_phase_call reason, carc_action chosen,
                      carc_question *question);

#endif
