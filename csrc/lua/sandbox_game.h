/*
** sandbox_game.h: copies of games in the sandboxes of their scripts.
*/
#ifndef CARCL_SANDBOX_GAME_H
#define CARCL_SANDBOX_GAME_H

#include "userdata.h"
#include "sandbox/sandbox.h"

/*
** Copies the game to each sandbox to which a function in the table of rows at this index belongs.
** May raise an error.
*/
void carcL_copy_game_to_sandboxes (lua_State *L, int rows, int variants, game_ud *g);
/*
** In a sandbox, pushes the copy of a game of the host. If there is none, makes it. `variants` is
** the index of the variants of the game on the host's stack. Replaces the request of the sandbox.
** May raise an error.
*/
void carcL_push_game_copy (lua_State *L, game_ud *g, lua_State *host, int variants);
/* Detaches the copies of a game. Called before the definition is freed. */
void carcL_detach_game_copies (game_ud *g);

/*
** The function that copies a game to a sandbox. When the module is opened in a sandbox, the module
** stores this function as a closure. The upvalues of the closure are the metatables of the classes,
** which are on top of the stack.
*/
int carcL_copy_game (lua_State *L);
void carcL_store_game_copier (lua_State *L);

#endif
