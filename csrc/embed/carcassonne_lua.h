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

#ifdef __cplusplus
}
#endif

#endif
