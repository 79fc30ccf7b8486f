/* turn_order.h: order of turns, as changed by scripts and departures; end of the game. */
#ifndef CARC_TURN_ORDER_H
#define CARC_TURN_ORDER_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* The player of the next turn, and the order afterwards; -1 if everybody has left. */
int carcB_next_player (const carc_definition *d, const carc_state *s, turn_order *order);
/* Sets whether the seats alone decide from now on. */
void carcB_normalize_order (carc_state *s);

/* Removes a player from the order, and returns the player's reserves to the bag. */
void carcB_remove_player (const carc_definition *d, carc_state *s, int player, bool loses);
/* Whether no player, or no opponent, is left. */
bool carcB_is_game_decided (const carc_definition *d, const carc_state *s);

#endif
