/*
** sandbox_table.c: table functions for scripts, which replace Lua's own, and functions that are
** charged by the size of their arguments.
**
** In every version of Lua, they behave as in Lua 5.4 and respect metamethods. The only difference
** is that `sort` is stable.
*/
#include <math.h>
#include <string.h>
#include "sandbox/limit.h"
#include "sandbox/sandbox_libraries.h"

/* ---- Amounts --------------------------------------------------------------------------------- */

/* Refuses a range that is too long, even if its items do not exist. */
static void check_distance (lua_State *L, int first, int last, const char *name) {
  lua_Number from = luaL_optnumber(L, first, 1), to = luaL_optnumber(L, last, 0);
  if (to - from >= MAX_AT_ONCE) carcL_refuse_amount(L, name);
}

/* The length of the list. A metamethod __len may determine it. */
static lua_Integer length_of (lua_State *L, const char *name) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_len(L, 1);
  lua_Number n = lua_tonumber(L, -1);
  lua_pop(L, 1);
  if (n > MAX_AT_ONCE) carcL_refuse_amount(L, name);
  return n > 0 ? (lua_Integer)n : 0;
}

static void charge_items (lua_State *L, lua_Integer n) {
  if (n > 0) carcL_charge(L, n);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_table_insert) {
  lua_Integer end = length_of(L, "insert") + 1, at = end;
  int given = lua_gettop(L);
  if (given != 2 && given != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  if (given == 3) {
    at = luaL_checkinteger(L, 2);
    luaL_argcheck(L, at >= 1 && at <= end, 2, "position out of bounds");
    charge_items(L, end - at);
    for (lua_Integer i = end; i > at; i--) {
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
    }
  }
  lua_seti(L, 1, at);
  return 0;
}

MODULE_FUNCTION(carcL_table_remove) {
  lua_Integer n = length_of(L, "remove"), at = luaL_optinteger(L, 2, n);
  if (at != n) luaL_argcheck(L, at >= 1 && at <= n + 1, 2, "position out of bounds");
  charge_items(L, n - at);
  lua_geti(L, 1, at);
  for (; at < n; at++) {
    lua_geti(L, 1, at + 1);
    lua_seti(L, 1, at);
  }
  lua_pushnil(L);
  lua_seti(L, 1, at);
  return 1;
}

/* Largest index of a list that every Lua represents exactly, and that does not overflow. */
static const lua_Number FARTHEST = sizeof(lua_Integer) > 4 ? 9007199254740992.0 : 2147483647.0;

MODULE_FUNCTION(carcL_table_move) {
  luaL_checktype(L, 1, LUA_TTABLE);
  check_distance(L, 2, 3, "move");
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  luaL_checktype(L, target, LUA_TTABLE);
  lua_Integer n = last - first;
  if (last >= first) {
    luaL_argcheck(L, (lua_Number)to + (lua_Number)n <= FARTHEST, 4, "destination wrap around");
    charge_items(L, n + 1);
    bool over = to > first && to <= last && (target == 1 || lua_compare(L, 1, 5, LUA_OPEQ));
    for (lua_Integer i = 0; i <= n; i++) {
      lua_geti(L, 1, first + (over ? n - i : i));
      lua_seti(L, target, to + (over ? n - i : i));
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

MODULE_FUNCTION(carcL_table_unpack) {
  check_distance(L, 2, 3, "unpack");
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = lua_isnoneornil(L, 3) ? length_of(L, "unpack") : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  if ((lua_Number)last - (lua_Number)first >= MAX_AT_ONCE || !lua_checkstack(L, (int)(last - first) + 1))
    return luaL_error(L, "too many results to unpack");
  charge_items(L, last - first + 1);
  for (lua_Integer i = first; i < last; i++) lua_geti(L, 1, i);
  lua_geti(L, 1, last);
  return (int)(last - first) + 1;
}

MODULE_FUNCTION(carcL_table_concat) {
  luaL_checktype(L, 1, LUA_TTABLE);
  check_distance(L, 3, 4, "concat");
  size_t between, length, made = 0;
  const char *separator = luaL_optlstring(L, 2, "", &between);
  lua_Integer first = luaL_optinteger(L, 3, 1);
  lua_Integer last = lua_isnoneornil(L, 4) ? length_of(L, "concat") : luaL_checkinteger(L, 4);
  luaL_Buffer b;
  if ((lua_Number)last - (lua_Number)first >= MAX_AT_ONCE) carcL_refuse_amount(L, "concat");
  charge_items(L, last - first + 1);
  luaL_buffinit(L, &b);
  for (lua_Integer i = first; i <= last; i++) {
    lua_geti(L, 1, i);
    if (!lua_isstring(L, -1))
      return luaL_error(L, "invalid value (at index %d) in table for 'concat'", (int)i);
    lua_tolstring(L, -1, &length);
    made += length + between;
    if (made > MAX_AT_ONCE + between) carcL_refuse_amount(L, "concat");
    luaL_addvalue(&b);
    if (i < last) luaL_addlstring(&b, separator, between);
  }
  carcL_charge(L, (lua_Integer)(made / 16));
  luaL_pushresult(&b);
  return 1;
}

/* ---- Sorting --------------------------------------------------------------------------------- */

enum { SORT_LESS = 2, SORT_FROM, SORT_INTO, SORT_STEP = 4 };

/* Whether item `a` of the table at SORT_FROM comes before item `b`. */
static bool comes_before (lua_State *L, int a, int b) {
  bool less;
  bool asks = !lua_isnil(L, SORT_LESS);
  if (asks) lua_pushvalue(L, SORT_LESS);
  lua_rawgeti(L, SORT_FROM, a);
  lua_rawgeti(L, SORT_FROM, b);
  if (asks) {
    lua_call(L, 2, 1);
    less = lua_toboolean(L, -1);
    lua_pop(L, 1);
  } else {
    bool texts = lua_type(L, -1) == LUA_TSTRING && lua_type(L, -2) == LUA_TSTRING;
    if (texts) carcL_charge(L, (lua_Integer)(lua_rawlen(L, -1) / 16));
    less = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
  }
  return less;
}

/*
** Merges two sorted sequences of items, which end at `middle` and at `end`, into the other table.
*/
static void merge_runs (lua_State *L, int begin, int middle, int end) {
  int a = begin, b = middle;
  carcL_charge(L, (end - begin) * SORT_STEP);
  for (int i = begin; i < end; i++) {
    bool second = a == middle || (b < end && comes_before(L, b, a));
    lua_rawgeti(L, SORT_FROM, second ? b++ : a++);
    lua_rawseti(L, SORT_INTO, i);
  }
}

MODULE_FUNCTION(carcL_table_sort) {
  int n = (int)length_of(L, "sort");
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  lua_createtable(L, n, 0);
  lua_createtable(L, n, 0);
  charge_items(L, n);
  for (int i = 1; i <= n; i++) {
    lua_geti(L, 1, i);
    lua_rawseti(L, SORT_FROM, i);
  }
  for (int width = 1; width < n; width *= 2) {
    for (int begin = 1; begin <= n; begin += 2 * width) {
      int middle = begin + width <= n ? begin + width : n + 1;
      merge_runs(L, begin, middle, middle + width <= n ? middle + width : n + 1);
    }
    lua_pushvalue(L, SORT_FROM);
    lua_pushvalue(L, SORT_INTO);
    lua_replace(L, SORT_FROM);
    lua_replace(L, SORT_INTO);
  }
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, SORT_FROM, i);
    lua_seti(L, 1, i);
  }
  return 0;
}

/* ---- Others ---------------------------------------------------------------------------------- */

/* Calls the function in the upvalue, and charges for the size of its text arguments. */
static int call_charged (lua_State *L) {
  enum { CALL = 20, PER_INSTRUCTION = 4 };
  size_t length = 0;
  int n = lua_gettop(L);
  for (int i = 1; i <= n; i++)
    if (lua_type(L, i) == LUA_TSTRING) length += lua_rawlen(L, i);
  carcL_charge(L, CALL + n + (lua_Integer)(length / PER_INSTRUCTION));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, n, LUA_MULTRET);
  return lua_gettop(L);
}

/* charged(function): returns a function for scripts that calls this function and charges for it. */
MODULE_FUNCTION(carcL_core_charged) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, call_charged, 1);
  return 1;
}
