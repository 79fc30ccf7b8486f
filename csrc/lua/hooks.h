/*
** hooks.h: the hooks that a game has.
*/
#ifndef CARCL_HOOKS_H
#define CARCL_HOOKS_H

#include "userdata.h"

/*
** Returns the engine's table of hooks for the Lua table of hooks at this index, and pushes the
** table of rows.
*/
carc_hooks carcL_select_hooks (lua_State *L, int hooks, game_ud *g);

#endif
