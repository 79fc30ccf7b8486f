/*
** hooks.h: calls the hooks of scripts; one function per hook, which is its only caller.
**
** Each returns false if the hook, or one that it caused to run, has failed: then c->failed is set,
** c->err says why, and the results are not valid. The definition must have the hook. A hook is not
** called if the conditions of all its rows are false; that is not a failure. Hooks that ask cannot
** change the state (c->asking), even if they run within another hook.
*/
#ifndef CARC_HOOKS_H
#define CARC_HOOKS_H

#include "carcassonne.h"
#include "carcassonne_script.h"

/* Hooks that ask: the last argument holds the result of the rules, and then that of the scripts. */
/* Whether the hook may refuse placements of this tile type at all. */
bool carcE_may_call_allow_placement (carc_call *c, int type);
bool carcE_ask_allow_placement (carc_call *c, carc_action placement, const carc_tile *tile, bool *ok);
/* The `blocked` filters are applied, too; the definition may lack the hook. */
bool carcE_ask_allow_deployment (carc_call *c, carc_action deployment, const carc_piece *piece, bool *ok);
/* Not for a majority that the hook is deciding. Refuses players without pieces there. */
bool carcE_ask_majority (carc_call *c, const carc_contest *contest, unsigned *players);
bool carcE_ask_points (carc_call *c, const carc_scoring *what, int *points);
/* For one piece; the hook gives the points itself (carc_call_bonus). */
bool carcE_ask_bonus (carc_call *c, const carc_scoring *what, const carc_piece *piece);
bool carcE_ask_extra_part (carc_call *c, const carc_turn_part *part, bool *grant);
bool carcE_ask_extends_builder (carc_call *c, const carc_extension *what, bool *extended);

/* Hooks that act. */
bool carcE_run_on_tile_placed (carc_call *c, int tile);
bool carcE_run_on_points_given (carc_call *c, const carc_given *given);
bool carcE_run_on_feature_scored (carc_call *c, const carc_scoring *what);
bool carcE_run_on_piece_removed (carc_call *c, const carc_piece *piece, carc_leaving why);
bool carcE_run_final_step (carc_call *c, const char *name);

/* Runs a phase: its start, the options it offers (a question), or the option chosen. */
bool carcE_run_phase (carc_call *c, int row, carc_phase_call reason, carc_action chosen,
                      carc_question *question);

#endif
