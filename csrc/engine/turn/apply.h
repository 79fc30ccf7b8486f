/* apply.h: applies one decision to a state, and advances to the next. */
#ifndef CARC_APPLY_H
#define CARC_APPLY_H

#include "board/state.h"

/*
** Begins the game on a copy of the initial state: seeds the random generator, and draws the first
** tile.
*/
void carcT_begin_game (carc_call *c, uint64_t seed);

/*
** Draws a tile of this type, which must be in the bag. If it fits nowhere, puts it aside and draws
** another.
*/
void carcT_apply_draw (carc_call *c, int type);

/*
** From now on, lets the state's own generator choose random outcomes, beginning with the current
** one.
*/
void carcT_resolve_all_chance (carc_call *c);

/* Applies the legal action with this index. If a hook has failed, c->failed is true afterwards. */
void carcT_apply_decision (carc_call *c, int index);

/* Applies the resignation of a player who has not resigned before. */
void carcT_apply_resignation (carc_call *c, int player);

#endif
