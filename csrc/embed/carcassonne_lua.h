/*
** carcassonne_lua.h: for programs that embed Lua. Such a program links libcarcassonne-LUA.a, where
** LUA is the version of Lua. This library contains the module and all Lua files except those for
** the command `carcassonne` and for editors. The program needs no other file of this project.
*/
#ifndef CARCASSONNE_LUA_H
#define CARCASSONNE_LUA_H

#include <lua.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
** Opens the module carcassonne.core, which contains the rules engine, for `require
** "carcassonne.core"`. Returns the module.
*/
int luaopen_carcassonne_core (lua_State *L);
/*
** Opens the module carcassonne.sys, which gives access to files, folders and processes, for
** `require "carcassonne.sys"`. Returns the module. carc_lua_preload does not register this module.
** A program must add it to package.preload if its scripts are in packs on disk, or are files that
** load each other with `require`.
*/
int luaopen_carcassonne_sys (lua_State *L);

/*
** Lets `require` search the linked-in files, before any other place, for "carcassonne", its modules
** and the shipped scripts. Call this function by lua_call or lua_pcall, with no arguments and no
** results. Raises an error if the library `package` is not open.
**
** Open these Lua libraries before `require "carcassonne"`, as luaL_openlibs does: base, package,
** coroutine, debug, math, os, string and table. The libraries io and utf8 are not needed.
*/
int carc_lua_preload (lua_State *L);

struct carc_definition;
struct carc_state;

/*
** Returns the State at this index of the stack, and sets *def to the definition of its Game, for
** the functions of carcassonne.h. Returns NULL, and sets *def to NULL, if the value is not a State,
** if its Game is closed, if an action is running on it, or if it was given to a hook.
**
** Lua owns the state and the definition: the state is valid until it changes or is collected, the
** definition until the Game is collected. To change a state, copy it with carc_state_clone, change
** the copy, and pass the copy to carc_lua_pushstate. The definition's allocator is that of Lua.
**
** The hooks that the engine calls for such a copy run in L; if the State is passed again from
** another coroutine, in that one. So the copy can be used only where L can be used, and not by
** another thread at the same time. A hook that fails gives CARC_ERR_SCRIPT and a message.
**
** May raise Lua's memory error.
*/
const struct carc_state *carc_lua_tostate (lua_State *L, int index, const struct carc_definition **def);
/*
** Pushes a new State that is a copy of `state`. The value at `index` is the Game to which `state`
** belongs, or a State of this Game. Raises an error for any other value, and Lua's memory error.
*/
void carc_lua_pushstate (lua_State *L, int index, const struct carc_state *state);

#ifdef __cplusplus
}
#endif

#endif
