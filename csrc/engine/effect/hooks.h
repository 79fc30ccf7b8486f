/*
** hooks.h: the engine's calls into scripts, one function a hook, its only caller.
**
** Each returns false where the call has failed: the hook did, or one that ran on the way; then c->failed is set, c->err says
** why, and nothing further counts. The definition must have the hook. Where the conditions of all its rows are false, it is not
** called, and all is well.
** Hooks that ask find the state locked against changes (c->asking), also where one runs inside another.
*/
#ifndef CARC_HOOKS_H
#define CARC_HOOKS_H

#include "carcassonne.h"
#include "carcassonne_script.h"

/* Asking: what is given holds what the rules say, and then what scripts make of it. */
/* Whether it is to be asked about the placements of a tile at all. */
bool carcE_may_call_allow_placement (carc_call *c, int type);
bool carcE_ask_allow_placement (carc_call *c, carc_action placement, const carc_tile *tile, bool *ok);
/* `blocked` has been looked at then, too; the definition may lack the hook. */
bool carcE_ask_allow_deployment (carc_call *c, carc_action deployment, const carc_piece *piece, bool *ok);
/* Not for a majority about which another call of the hook asks. Who has nobody there is refused. */
bool carcE_ask_majority (carc_call *c, const carc_contest *contest, unsigned *players);
bool carcE_ask_points (carc_call *c, const carc_scoring *what, int *points);
/* Of one piece; the hook gives its points itself (carc_call_bonus). */
bool carcE_ask_bonus (carc_call *c, const carc_scoring *what, const carc_piece *piece);
bool carcE_ask_extra_part (carc_call *c, const carc_turn_part *part, bool *grant);
bool carcE_ask_extends_builder (carc_call *c, const carc_extension *what, bool *extended);

/* Acting. */
bool carcE_run_on_tile_placed (carc_call *c, int tile);
bool carcE_run_on_points_given (carc_call *c, const carc_given *given);
bool carcE_run_on_feature_scored (carc_call *c, const carc_scoring *what);
bool carcE_run_on_piece_removed (carc_call *c, const carc_piece *piece, carc_leaving why);
bool carcE_run_final_step (carc_call *c, const char *name);

/* A phase acts as it begins, makes its options (asking), or carries one out. */
bool carcE_run_phase (carc_call *c, int row, carc_phase_call reason, carc_action chosen,
                      carc_question *question);

#endif
