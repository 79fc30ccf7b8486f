/*
** drawing.h: draws tiles until one can be placed. Functions that return bool return true if a
** decision waits or a script failed, and false if no tile is left.
*/
#ifndef CARC_DRAWING_H
#define CARC_DRAWING_H

#include "board/state.h"

/* Draws the next tile into the hand. */
bool carcT_draw_next (carc_call *c);
/*
** Draws from the reserves of the player first, if there are any: the next tile, or any that the
** player chooses, according to the reserve. If none of several fits, the first leaves the game and
** another is dealt.
*/
bool carcT_draw_next_or_from_reserve (carc_call *c);
/* Draws a given tile. If it fits nowhere, s->decision stays DECISION_DRAW for the next draw. */
void carcT_draw_tile (carc_call *c, int type);
/* Recomputes where the tile in hand fits after the table has changed. */
bool carcT_recompute_placements (carc_call *c);

/* Sets aside the tile in hand, or the first of several to choose from, as if it did not fit. */
void carcT_set_tile_aside (carc_call *c);

#endif
