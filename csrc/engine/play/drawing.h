/*
** drawing.h: drawing tiles, until one can be placed. Each function is true if a decision waits then, or a script failed; false if
** no tile is left.
*/
#ifndef CARC_DRAWING_H
#define CARC_DRAWING_H

#include "table/state.h"

/* The next tile into the hand. */
bool carc_draw_next (call *c);
/* The same where tiles may wait for the player: those come first, and nothing is left to chance. */
bool carc_draw_next_or_queued (call *c);
/* Draws what was given; goes on to the next draw if that fits nowhere. */
bool carc_draw_given (call *c, int type);
/* What lies on the table may have changed, and with it where the tile in hand fits. */
bool carc_place_again (call *c);

/* Tells that the tile in hand is out of the game. */
void carc_set_aside (call *c);

#endif
