/*
** carcassonne_lua.h: for programs that embed Lua. They link libcarcassonne-LUA.a, which contains
** the module and all Lua files except those of the command and of editors. They need no other file
** of this project.
*/
#ifndef CARCASSONNE_LUA_H
#define CARCASSONNE_LUA_H

#include <lua.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rules, for `require "carcassonne.core"`. */
int luaopen_carcassonne_core (lua_State *L);
/*
** Files, folders and processes, for `require "carcassonne.sys"`. carc_lua_preload does not register
** it. A program whose scripts are files that require each other, or packs on disk, adds it to
** package.preload.
*/
int luaopen_carcassonne_sys (lua_State *L);

/*
** Makes `require "carcassonne"`, and all its modules and shipped scripts, find the linked-in files
** before any others. For lua_call or lua_pcall: no arguments, no results. Raises an error if the
** library `package` is not open.
**
** Open these Lua libraries before `require "carcassonne"`, as luaL_openlibs does: base, package,
** coroutine, debug, math, os, string and table; io and utf8 are not needed.
*/
int carc_lua_preload (lua_State *L);

#ifdef __cplusplus
}
#endif

#endif
