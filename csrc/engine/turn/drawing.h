/*
** drawing.h: drawing tiles, until one can be placed. A function that returns a bool is true if a decision
** waits then, or a script failed; false if no tile is left.
*/
#ifndef CARC_DRAWING_H
#define CARC_DRAWING_H

#include "board/state.h"

/* The next tile into the hand. */
bool carcT_draw_next (carc_call *c);
/*
** The same where the player may have tiles in reserves: those come first, the next of them or, as the
** player likes, any. Of several of which none fits the first is out, and another is dealt in its place.
*/
bool carcT_draw_next_or_from_reserve (carc_call *c);
/* Draws what was given. If that fits nowhere, s->decision is DECISION_DRAW still, and the next is to be drawn. */
void carcT_draw_tile (carc_call *c, int type);
/* What lies on the table may have changed, and with it where the tile in hand fits. */
bool carcT_recompute_placements (carc_call *c);

/*
** The tile in hand, or the first of those that might be placed, is not placed: it goes where what fits
** nowhere goes.
*/
void carcT_set_tile_aside (carc_call *c);

#endif
