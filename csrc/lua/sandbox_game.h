/*
** sandbox_game.h: copies of games in the sandboxes of their scripts.
*/
#ifndef CARCL_SANDBOX_GAME_H
#define CARCL_SANDBOX_GAME_H

#include "userdata.h"
#include "sandbox/sandbox.h"

/*
** Copies the game to each sandbox that has functions in the rows at this index. May raise an error.
*/
void carcL_copy_game_to_sandboxes (lua_State *L, int rows, int variants, game_ud *g);
/* Detaches the copies of a game. Called before the definition is freed. */
void carcL_detach_game_copies (game_ud *g);

/*
** Function that copies a game to a sandbox. When the module is opened in a sandbox, it stores this
** function as a closure with the classes, which are on top of the stack.
*/
int carcL_copy_game (lua_State *L);
void carcL_store_game_copier (lua_State *L);

#endif
