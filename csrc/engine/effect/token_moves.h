/*
** token_moves.h: moves tokens, and reports the moves.
*/
#ifndef CARC_TOKEN_MOVES_H
#define CARC_TOKEN_MOVES_H

#include "carcassonne.h"
#include "board/state.h"

/* Moves the token with this index, and reports the move. */
void carcE_move_token (carc_call *c, int token, token_place at);
/*
** Moves the tokens on the cell of the last tile onto this tile. Tokens that may not be on tiles
** return to the supply or to their owner's hand.
*/
void carcE_settle_cell_tokens (carc_call *c);

#endif
