/*
** run_lua.c: runs a script in a Lua into which the whole project is linked.
*/
#include "carcassonne_lua.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

static int run (lua_State *L) {
  lua_pushcfunction(L, carc_lua_preload);
  lua_call(L, 0, 0);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_carcassonne_sys);
  lua_setfield(L, -2, "carcassonne.sys");
  lua_settop(L, 0);
  if (luaL_loadfile(L, (const char *)lua_touserdata(L, lua_upvalueindex(1))) != 0) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

int main (int argc, char **argv) {
  lua_State *L = luaL_newstate();
  if (L == NULL || argc != 2) return 2;
  luaL_openlibs(L);
  lua_pushlightuserdata(L, argv[1]);
  lua_pushcclosure(L, run, 1);
  int status = lua_pcall(L, 0, 0, 0);
  if (status != 0) fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status;
}
