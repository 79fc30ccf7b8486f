/* token_moves.h: moves tokens and reports it. */
#ifndef CARC_TOKEN_MOVES_H
#define CARC_TOKEN_MOVES_H

#include "carcassonne.h"
#include "board/state.h"

/* Moves the token with this index and reports it. */
void carcE_move_token (carc_call *c, int token, token_place at);
/* Moves tokens of the cell of the last tile onto the tile, or home if they may not be there. */
void carcE_settle_cell_tokens (carc_call *c);

#endif
