/*
** pass_state.h: passes states between Lua and a host in C.
*/
#ifndef CARCL_PASS_STATE_H
#define CARCL_PASS_STATE_H

#include "userdata.h"

/*
** Stores the function that passes states as a closure in the registry. Its upvalues are the
** metatables of the classes, which are on top of the stack.
*/
void carcL_store_state_passer (lua_State *L);

/*
** Returns the value at this index as a state, and lets C code call the engine with its game.
** Returns NULL if the value is not a state, or not usable, or if an action is running on it.
*/
const state_ud *carcL_state_for_c (lua_State *L, int at);
/*
** Pushes a copy of a block. At the index is its game or a state of its game; raises an error for
** any other value.
*/
void carcL_push_state_of_c (lua_State *L, int at, const carc_state *block);

#endif
