/*
** turn_order.h: who takes the next turn, where scripts or who has left decide it, and whether anybody does.
*/
#ifndef CARC_TURN_ORDER_H
#define CARC_TURN_ORDER_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* Whoever takes the turn after this one, and what becomes of the order then; -1 where everybody has left. */
int carcB_next_player (const carc_definition *d, const carc_state *s, turn_order *order);
/* Whether the seats alone decide from now on, by what is said of the order. */
void carcB_normalize_order (carc_state *s);

/* A player takes no more turns. What the player has in reserves goes into the bag. */
void carcB_remove_player (const carc_definition *d, carc_state *s, int player, bool loses);
/* Whether nobody is left to play, or to play against. */
bool carcB_is_game_decided (const carc_definition *d, const carc_state *s);

#endif
