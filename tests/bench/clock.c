/*
** clock.c: the Lua module `clock`, which reads the same monotonic clock as bench.c.
*/
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <lauxlib.h>
#include "util/compiler.h"

/* () -> seconds since some point in the past */
static int now (lua_State *L) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  lua_pushnumber(L, (lua_Number)t.tv_sec + 1e-9 * (lua_Number)t.tv_nsec);
  return 1;
}

EXPORTED int luaopen_clock (lua_State *L);

EXPORTED int luaopen_clock (lua_State *L) {
  lua_pushcfunction(L, now);
  return 1;
}
