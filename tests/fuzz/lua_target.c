/*
** lua_target.c: fuzz targets in Lua. Runs the Lua file in tests/fuzz/ that has the name of the
** program. This file returns a function, which is called with each input. The Lua state stays open.
** Each pair of lines of Lua code that run after each other counts as coverage. The hook does not
** ask for the file of a line, because Lua would format its name each time.
*/
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "carcassonne_lua.h"
#include "fuzz.h"
#include "lua_memory.h"

enum { COUNTERS = 1 << 14, MOST_LINES = 2000000 };

/* libFuzzer reads the counters in this section. */
__attribute__((section("__libfuzzer_extra_counters"))) static uint8_t counters[COUNTERS];
static int lines;          /* number of lines that the current input has run */
static unsigned last_line; /* number of the line that ran before */
static lua_State *host;

int LLVMFuzzerInitialize (int *argc, char ***argv);

static void count_line (lua_State *L, lua_Debug *ar) {
  unsigned line = (unsigned)ar->currentline;
  counters[(last_line * 509 + line) % COUNTERS]++;
  last_line = line;
  if (++lines == MOST_LINES) {
    lua_getinfo(L, "S", ar);
    fprintf(stderr, "more than %d lines of Lua code were run, the last at %s:%d\n", MOST_LINES, ar->short_src,
            ar->currentline);
    abort();
  }
}

static void check_call (lua_State *L, int status) {
  if (status == LUA_OK) return;
  const char *message = lua_tostring(L, -1);
  fprintf(stderr, "%s\n", message != NULL ? message : "an error without a message");
  abort();
}

static void preload (lua_State *L, const char *name, lua_CFunction open) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, open);
  lua_setfield(L, -2, name);
  lua_pop(L, 2);
}

int LLVMFuzzerInitialize (int *argc, char ***argv) {
  char path[200];
  const char *slash = strrchr((*argv)[0], '/'), *name = slash != NULL ? slash + 1 : (*argv)[0];
  (void)argc;
  host = lua_newstate(fuzz_lua_memory, NULL);
  FUZZ_CHECK(host != NULL);
  luaL_openlibs(host);
  preload(host, "carcassonne.core", luaopen_carcassonne_core);
  preload(host, "carcassonne.sys", luaopen_carcassonne_sys);
  snprintf(path, sizeof path, "tests/fuzz/%s.lua", name);
  check_call(host, luaL_loadfile(host, path));
  check_call(host, lua_pcall(host, 0, 1, 0));
  return 0;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  lines = 0;
  last_line = 0;
  lua_sethook(host, count_line, LUA_MASKLINE, 0);
  lua_pushvalue(host, 1);
  lua_pushlstring(host, (const char *)data, size);
  check_call(host, lua_pcall(host, 1, 0, 0));
  FUZZ_CHECK(lua_gettop(host) == 1);
  return 0;
}
