/*
** lua_host.c: a host in C that embeds Lua. The module and its Lua files are linked in. A Lua script
** plays a game with the expansion Tower and a house rule, and calls a function of the host. For
** another Lua use carcassonne-lua5.1, -lua5.2, -lua5.3 or -luajit.
**
**   cc examples/lua_host.c $(pkg-config --cflags --libs carcassonne-lua5.4) -o build/lua_host && build/lua_host 42
*/
#include <stdio.h>
#include <stdlib.h>
#include <lauxlib.h>
#include <lualib.h>
#include "carcassonne_lua.h"

static const char script[] =
    "local carcassonne = require 'carcassonne'\n"
    "local monks = { name = 'generous-monks', points = { { kind = 'monastery', complete = true, add = 3 } } "
    "}\n"
    "local game = carcassonne.game { players = 3, variants = { 'tower', monks } }\n"
    "local state = game:new_initial_state(seed)\n"
    "while not state:is_terminal() do state:apply_index(choose(state:num_actions())) end\n"
    "return table.concat(state:returns(), ' : ')\n";

/* The function that the script calls. Returns a random number from 1 to its argument. */
static int choose (lua_State *L) {
  lua_pushinteger(L, 1 + rand() % luaL_checkinteger(L, 1));
  return 1;
}

static int run (lua_State *L) {
  lua_pushcfunction(L, carc_lua_preload);
  lua_call(L, 0, 0);
  lua_pushcfunction(L, choose);
  lua_setglobal(L, "choose");
  if (luaL_loadstring(L, script) != 0) return lua_error(L);
  lua_call(L, 0, 1);
  return 1;
}

int main (int argc, char **argv) {
  unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
  lua_State *L = luaL_newstate();
  if (L == NULL) return 2;
  luaL_openlibs(L);
  srand(seed);
  lua_pushinteger(L, (lua_Integer)seed);
  lua_setglobal(L, "seed");
  lua_pushcfunction(L, run);
  int status = lua_pcall(L, 0, 1, 0);
  fprintf(status == 0 ? stdout : stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status == 0 ? 0 : 2;
}
