/*
** linehook.c: the debug hook of coverage.lua, in C because a test run has hundreds of millions of
** lines. set() hooks the running thread, lines() returns the lines of each source seen so far.
*/
#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>

enum { SOURCES = 4096, LINES = 8192 };

/* A source by the address of its name, which Lua keeps while it has a function of it. */
static struct source {
  const char *address;
  char *name;
  unsigned char *seen;
} sources[SOURCES];

static struct source *find_source (const char *address, const char *name) {
  size_t i = ((size_t)address >> 4) % SOURCES, n = 0;
  while (sources[i].address != NULL && sources[i].address != address) {
    i = (i + 1) % SOURCES;
    if (++n == SOURCES) return NULL;
  }
  struct source *s = &sources[i];
  if (s->address == NULL) {
    size_t length = 0;
    while (name[length] != '\0') length++;
    s->address = address;
    s->name = malloc(length + 1);
    s->seen = name[0] == '@' ? calloc(LINES, 1) : NULL;
    for (size_t k = 0; s->name != NULL && k <= length; k++) s->name[k] = name[k];
  }
  return s;
}

static void hook (lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "Sl", ar);
  struct source *s = find_source(ar->source, ar->source);
  if (s != NULL && s->seen != NULL && ar->currentline > 0 && ar->currentline < LINES) s->seen[ar->currentline] = 1;
}

static int set (lua_State *L) {
  lua_sethook(L, hook, LUA_MASKLINE, 0);
  return 0;
}

/* { [source] = { [line] = true } } */
static int lines (lua_State *L) {
  lua_newtable(L);
  for (int i = 0; i < SOURCES; i++) {
    if (sources[i].seen == NULL || sources[i].name == NULL) continue;
    if (lua_getfield(L, -1, sources[i].name) != LUA_TTABLE) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_setfield(L, -3, sources[i].name);
    }
    for (int line = 1; line < LINES; line++) {
      if (!sources[i].seen[line]) continue;
      lua_pushboolean(L, 1);
      lua_rawseti(L, -2, line);
    }
    lua_pop(L, 1);
  }
  return 1;
}

int luaopen_linehook (lua_State *L) {
  static const luaL_Reg functions[] = {{"set", set}, {"lines", lines}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
