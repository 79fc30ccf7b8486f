/*
** state_tokens.h: tokens, as arguments and as values.
*/
#ifndef CARCL_STATE_TOKENS_H
#define CARCL_STATE_TOKENS_H

#include "userdata.h"

typedef struct token_snapshot {
  carc_token token;
  carc_tile on; /* not filled for tokens in hand */
} token_snapshot;
void carcL_push_token (lua_State *L, const game_ud *g, const token_snapshot *snapshot);
/*
** Whether a table names a token; and the token, as listed by State:tokens or named by an option
** (raises errors).
*/
bool carcL_is_token (lua_State *L, int at);
carc_token carcL_check_token (lua_State *L, int arg, const state_ud *b);

#endif
