/*
** endgame.h: exact search. Plays all actions and all draws to the end of the game.
*/
#ifndef CARC_ENDGAME_H
#define CARC_ENDGAME_H

#include "carcassonne.h"
#include "search/workspace.h"

/*
** Whether the rest of the game can be searched exactly: at most so many tiles are left to draw,
** including the tile in hand, two players play against each other, and nothing is hidden but the
** order of the bag.
*/
bool carcX_can_solve (const carc_search *x, const carc_state *s, int tiles);

/*
** Writes for each legal action the expected lead of the deciding player at the end, if both players
** play best. Without `all`, writes NAN for actions that are certainly not better than another one.
** Writes NAN for every action, and returns true, if the search would exceed the limit of work.
** Returns false if a script failed or memory ran out.
*/
bool carcX_solve (carc_search *x, const carc_state *state, uint64_t work, bool all, double *values,
                  carc_error *err);

#endif
