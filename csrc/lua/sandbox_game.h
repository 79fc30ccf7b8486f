/*
** sandbox_game.h: games, as the sandboxes of their scripts have them.
*/
#ifndef CARCL_SANDBOX_GAME_H
#define CARCL_SANDBOX_GAME_H

#include "userdata.h"
#include "sandbox/sandbox.h"

/* Gives each sandbox that has functions in the rows at this index the game; once they are noted. Raises. */
void carcL_copy_game_to_sandboxes (lua_State *L, int rows, int variants, game_ud *g);
/* Before the definition goes. */
void carcL_detach_game_copies (game_ud *g);

/* A function that needs the classes, kept as the module is opened in a sandbox, whose function on top it is. */
int carcL_copy_game (lua_State *L);
void carcL_store_game_copier (lua_State *L);

#endif
