/*
** victory.h: who wins, and when the rule of victory ends the game.
*/
#ifndef CARC_VICTORY_H
#define CARC_VICTORY_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* Whether a player or team has the points that win the race. False in games without a race. */
bool carcB_is_race_won (const carc_definition *d, const carc_state *s);
/* Whether no player is left, or nobody can win against the remaining players. */
bool carcB_is_game_decided (const carc_definition *d, const carc_state *s);

#endif
