/*
** hooks.h: the hooks that a game has.
*/
#ifndef CARCL_HOOKS_H
#define CARCL_HOOKS_H

#include "userdata.h"

/* The engine's hooks for the table of hooks at this index; leaves the table of the game's rows on top. */
carc_hooks carcL_select_hooks (lua_State *L, int hooks, game_ud *g);

#endif
