/*
** token_moves.h: tokens that move, and the event that tells it.
*/
#ifndef CARC_TOKEN_MOVES_H
#define CARC_TOKEN_MOVES_H

#include "carcassonne.h"
#include "board/state.h"

/* Moves the token at this place among all, and tells it. */
void carcE_move_token (carc_call *c, int token, token_place at);
/* What lay on the empty cell in which the last tile was laid lies on that, or goes home if its kind may not be there. */
void carcE_settle_cell_tokens (carc_call *c);

#endif
