/*
** turn_order.h: who takes the next turn, where scripts or who has left decide it, and whether anybody does.
*/
#ifndef CARC_TURN_ORDER_H
#define CARC_TURN_ORDER_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* Whoever takes the turn after this one, and what becomes of the order then; -1 where everybody has left. */
int carc_next_in_order (const carc_definition *d, const carc_state *s, turn_order *order);
/* Whether the seats alone decide from now on, by what is said of the order. */
void carc_settle_order (carc_state *s);

/* A player takes no more turns. What the player has in reserves goes into the bag. */
void carc_leave_play (const carc_definition *d, carc_state *s, int player, bool loses);
/* Whether nobody is left to play, or to play against. */
bool carc_is_decided (const carc_definition *d, const carc_state *s);

#endif
