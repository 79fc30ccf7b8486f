/*
** state_tokens.h: reads tokens that arguments name, and converts tokens to Lua values.
*/
#ifndef CARCL_STATE_TOKENS_H
#define CARCL_STATE_TOKENS_H

#include "userdata.h"

typedef struct token_snapshot {
  carc_token token;
  carc_tile on; /* not filled if the token is in a hand */
} token_snapshot;
void carcL_push_token (lua_State *L, const game_ud *g, const token_snapshot *snapshot);
/*
** carcL_is_token returns whether a table names a token; carcL_check_token returns the token that a
** table names. The table comes from State:tokens or is an option. carcL_check_token raises an error
** for any other table.
*/
bool carcL_is_token (lua_State *L, int at);
carc_token carcL_check_token (lua_State *L, int arg, const state_ud *b);

#endif
