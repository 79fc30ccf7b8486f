/*
** turn_order.h: the order of turns, which scripts and leaving players change.
*/
#ifndef CARC_TURN_ORDER_H
#define CARC_TURN_ORDER_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* The player of the next turn, and the order of turns after it; -1 if all players have left. */
int carcB_next_player (const carc_definition *d, const carc_state *s, turn_order *order);
/* Notes whether the order of turns is now simply that of the seats. */
void carcB_normalize_order (carc_state *s);

/* Removes a player from the order, and returns the player's reserves to the bag. */
void carcB_remove_player (const carc_definition *d, carc_state *s, int player, bool loses);

#endif
