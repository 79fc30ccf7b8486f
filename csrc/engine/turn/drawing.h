/*
** drawing.h: draws tiles until one can be placed. Functions that return bool return true if a
** decision waits or a script failed. They return false if no tile is left.
*/
#ifndef CARC_DRAWING_H
#define CARC_DRAWING_H

#include "board/state.h"

/* Draws the next tile into the hand. */
bool carcT_draw_next (carc_call *c);
/*
** Draws from the player's reserves first, if the game has any. Depending on the reserve, the tile
** is the oldest one of the reserve, or any tile that the player chooses. If the player chooses and
** no tile fits, the oldest tile leaves the game and another is dealt.
*/
bool carcT_draw_next_or_from_reserve (carc_call *c);
/*
** Draws a tile of this type. If it fits nowhere, s->decision stays DECISION_DRAW, so that another
** tile can be drawn.
*/
void carcT_draw_tile (carc_call *c, int type);
/* Recomputes where the tile in hand fits, after the board has changed. */
bool carcT_recompute_placements (carc_call *c);

/*
** Sets the tile in hand aside as if it fitted nowhere; if the player chooses among several tiles,
** sets the first of them aside.
*/
void carcT_set_tile_aside (carc_call *c);

#endif
