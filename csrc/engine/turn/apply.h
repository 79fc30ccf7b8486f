/*
** apply.h: carrying out decisions. A state waits for one decision; each function here carries one out and goes on
** to the next decision.
*/
#ifndef CARC_APPLY_H
#define CARC_APPLY_H

#include "board/state.h"

/* Begins the game on a state that is the definition's image: sets the generator, draws the first tile. */
void carcT_begin_game (carc_call *c, uint64_t seed);

/* Draws this type, which the bag must hold: into the hand or, if nothing takes it, aside; then the next is drawn. */
void carcT_apply_draw (carc_call *c, int type);

/* From here on the state's own generator decides what is left to chance, and at once what chance has to decide now. */
void carcT_resolve_all_chance (carc_call *c);

/* Carries out the action with this index, which must be legal. Afterwards c->failed tells whether a hook failed. */
void carcT_apply_decision (carc_call *c, int index);

/* The player gives up; must not have yet. */
void carcT_apply_resignation (carc_call *c, int player);

#endif
