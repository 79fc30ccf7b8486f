/*
** ordered_keys.c: `next` and `pairs` for scripts. They visit keys in a defined order: numbers,
** strings by their bytes, false, true.
**
** Lua's own order depends on the seed of its hashes and on addresses, so two runs of a game would
** differ. Keys that are tables, functions or objects have no order that is equal in every run, so
** they are refused.
*/
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "sandbox/limit.h"
#include "sandbox/sandbox_libraries.h"

typedef struct ordered_key {
  int type;
  bool truth, is_whole;
  lua_Number number;
  lua_Integer whole;
  const char *text; /* its table keeps it alive */
  size_t length;
  int place; /* index in the list of unordered keys */
} ordered_key;

static ordered_key read_key (lua_State *L, int at, const char *function) {
  ordered_key key = {.type = lua_type(L, at)};
  switch (key.type) {
    case LUA_TBOOLEAN: key.truth = lua_toboolean(L, at); break;
    case LUA_TSTRING: key.text = lua_tolstring(L, at, &key.length); break;
    case LUA_TNUMBER:
      key.number = lua_tonumber(L, at);
      key.is_whole = LUA_VERSION_NUM >= 503 && lua_isinteger(L, at);
      if (key.is_whole) key.whole = lua_tointeger(L, at);
      break;
    default:
      luaL_error(L, "%s: a key of the table is a %s. Such keys have no order; use numbers or strings as keys",
                 function, luaL_typename(L, at));
  }
  return key;
}

static int rank_of (const ordered_key *key) {
  return key->type == LUA_TNUMBER ? 0 : key->type == LUA_TSTRING ? 1 : 2;
}

static int compare_numbers (const ordered_key *a, const ordered_key *b) {
  if (a->is_whole && b->is_whole) return (a->whole > b->whole) - (a->whole < b->whole);
  return (a->number > b->number) - (a->number < b->number);
}

static int compare_texts (const ordered_key *a, const ordered_key *b) {
  int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
  return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare_keys (const void *first, const void *second) {
  const ordered_key *a = first, *b = second;
  int ranks = rank_of(a) - rank_of(b);
  if (ranks != 0) return ranks;
  if (a->type == LUA_TNUMBER) return compare_numbers(a, b);
  return a->type == LUA_TSTRING ? compare_texts(a, b) : (int)a->truth - (int)b->truth;
}

/* next(table, key): returns the following key and its value; nil after the last. */
MODULE_FUNCTION(carcL_basic_next) {
  enum { RESULT = 3 };
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  bool is_first = lua_isnil(L, 2), any = false;
  ordered_key after = {0}, best = {0};
  if (!is_first) after = read_key(L, 2, "next");
  lua_pushnil(L); /* the result */
  lua_pushnil(L);
  lua_Integer n = 1;
  for (; lua_next(L, 1) != 0; n++) {
    lua_pop(L, 1);
    ordered_key key = read_key(L, -1, "next");
    if ((!is_first && compare_keys(&key, &after) <= 0) || (any && compare_keys(&key, &best) >= 0)) continue;
    any = true;
    best = key;
    lua_pushvalue(L, -1);
    lua_replace(L, RESULT);
  }
  carcL_charge(L, n);
  lua_pushvalue(L, RESULT);
  if (!any) return 1;
  lua_pushvalue(L, RESULT);
  lua_rawget(L, 1);
  return 2;
}

/* The iterator of pairs. Skips keys that were removed meanwhile. */
static int visit_next (lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE); /* a script may call the iterator with any values */
  for (;;) {
    int at = (int)lua_tointeger(L, lua_upvalueindex(2)) + 1;
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(2));
    lua_settop(L, 1);
    if (lua_rawgeti(L, lua_upvalueindex(1), at) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) return 2;
  }
}

/* Pushes a list of the table's keys, and returns their number. */
static int push_keys (lua_State *L) {
  int n = 0;
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, 1) != 0) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, ++n);
  }
  return n;
}

/* Replaces the list on top of the stack by a sorted list of the same keys. */
static void order_keys (lua_State *L, int n) {
  int unordered = lua_gettop(L);
  ordered_key *keys = lua_newuserdatauv(L, (size_t)n * sizeof *keys, 0);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, unordered, i + 1);
    keys[i] = read_key(L, -1, "pairs");
    keys[i].place = i + 1;
    lua_pop(L, 1);
  }
  qsort(keys, (size_t)n, sizeof *keys, compare_keys);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_rawgeti(L, unordered, keys[i].place);
    lua_rawseti(L, -2, i + 1);
  }
  lua_replace(L, unordered);
  lua_settop(L, unordered);
}

/*
** pairs(table): returns an iterator that visits, in order, the keys that the table has at this
** call. If the table has a metamethod `__pairs`, calls it instead.
*/
MODULE_FUNCTION(carcL_basic_pairs) {
  enum { INSTRUCTIONS_PER_KEY = 5 };
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    carcL_charge(L, 1); /* stops a `__pairs` that calls itself without end */
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  lua_settop(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  int n = push_keys(L);
  carcL_charge(L, (lua_Integer)n * INSTRUCTIONS_PER_KEY);
  if (n > 1) order_keys(L, n);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, visit_next, 2);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}
