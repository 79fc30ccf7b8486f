/*
** lua_compat.c: functions of Lua 5.4 for older versions. In older versions, a userdata has only one
** user value. There, this value is a table that holds several user values.
*/
#include "compat/lua_compat.h"

#if LUA_VERSION_NUM < 503
#include <math.h>

lua_Integer carcL_tointegerx (lua_State *L, int at, int *is_integer) {
  static const lua_Number most = 9007199254740992.0; /* 2^53 */
  lua_Number n = lua_tonumber(L, at);
  int fine = lua_isnumber(L, at) && floor(n) == n && n >= -most && n <= most;
  if (is_integer != NULL) *is_integer = fine;
  return fine ? (lua_Integer)n : 0;
}

lua_Integer carcL_checkinteger (lua_State *L, int arg) {
  int fine;
  lua_Integer n = carcL_tointegerx(L, arg, &fine);
  if (!fine && lua_isnumber(L, arg)) luaL_argerror(L, arg, "number has no integer representation");
  if (!fine) luaL_typeerror(L, arg, "number");
  return n;
}

lua_Integer carcL_optinteger (lua_State *L, int arg, lua_Integer otherwise) {
  return lua_isnoneornil(L, arg) ? otherwise : carcL_checkinteger(L, arg);
}
#endif

#if LUA_VERSION_NUM < 504
void *carcL_newuserdatauv (lua_State *L, size_t size, int n_values) {
  void *block = lua_newuserdata(L, size);
  if (n_values == 0) return block;
  lua_createtable(L, n_values, 0);
  lua_setuservalue(L, -2);
  return block;
}

int carcL_getiuservalue (lua_State *L, int at, int n) {
  lua_getuservalue(L, at);
  int type = lua_rawgeti(L, -1, n);
  lua_remove(L, -2);
  return type;
}

int carcL_setiuservalue (lua_State *L, int at, int n) {
  lua_getuservalue(L, at);
  lua_insert(L, -2);
  lua_rawseti(L, -2, n);
  lua_pop(L, 1);
  return 1;
}

int carcL_typeerror (lua_State *L, int arg, const char *expected) {
  const char *name =
      luaL_getmetafield(L, arg, "__name") == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, arg);
  return luaL_argerror(L, arg, lua_pushfstring(L, "%s expected, got %s", expected, name));
}
#else
typedef int no_declaration; /* C requires a declaration in each file */
#endif
