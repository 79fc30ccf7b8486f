/*
** carcassonne_lua.h: for programs that embed Lua. They link libcarcassonne-LUA.a, in which the module is and all Lua files, those of the
** command and of editors left out, and need no other file of this project.
*/
#ifndef CARCASSONNE_LUA_H
#define CARCASSONNE_LUA_H

#include <lua.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rules, as `require "carcassonne.core"` calls it. */
int luaopen_carcassonne_core (lua_State *L);
/*
** Files, folders and processes, as `require "carcassonne.sys"` calls it. A program gets it only by naming it: one whose scripts lie in
** files beside one another, or in packs on the disk, puts it into package.preload itself.
*/
int luaopen_carcassonne_sys (lua_State *L);

/*
** From now on `require "carcassonne"` finds what is linked in, before any file; likewise all its modules, shipped scripts among them.
** For lua_call or lua_pcall: takes and returns nothing. Raises an error where the library `package` is not open.
**
** Of Lua's libraries base, package, coroutine, debug, math, os, string and table must be open, as luaL_openlibs opens them, before
** carcassonne is required; io and utf8 need not be.
*/
int carc_lua_preload (lua_State *L);

#ifdef __cplusplus
}
#endif

#endif
