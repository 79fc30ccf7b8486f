/* apply.h: applies one decision to a state, and advances to the next. */
#ifndef CARC_APPLY_H
#define CARC_APPLY_H

#include "board/state.h"

/* Begins the game on a copy of the initial state: sets the generator, draws the first tile. */
void carcT_begin_game (carc_call *c, uint64_t seed);

/* Draws this type, which must be in the bag. If it fits nowhere, puts it aside and draws again. */
void carcT_apply_draw (carc_call *c, int type);

/* From now on decides random outcomes by the state's own generator, including the current one. */
void carcT_resolve_all_chance (carc_call *c);

/* Applies the legal action with this index. Afterwards c->failed is true if a hook has failed. */
void carcT_apply_decision (carc_call *c, int index);

/* Resigns for a player who has not yet resigned. */
void carcT_apply_resignation (carc_call *c, int player);

#endif
