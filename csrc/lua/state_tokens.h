/*
** state_tokens.h: tokens, as arguments and as values.
*/
#ifndef CARCL_STATE_TOKENS_H
#define CARCL_STATE_TOKENS_H

#include "userdata.h"

typedef struct token_snapshot {
  carc_token token;
  carc_tile on; /* of one in hand not filled */
} token_snapshot;
void carcL_push_token (lua_State *L, const game_ud *g, const token_snapshot *snapshot);
/*
** Whether a table names a token; and that, as State:tokens lists it, or as an option names it.
** Raises.
*/
bool carcL_is_token (lua_State *L, int at);
carc_token carcL_check_token (lua_State *L, int arg, const state_ud *b);

#endif
