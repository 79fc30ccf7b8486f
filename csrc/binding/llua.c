/*
** llua.c: what Lua 5.4 has and others have not: several values with a userdata, here in a table that it keeps.
*/
#include "llua.h"

#if LUA_VERSION_NUM < 503
#include <compat-5.3.c>
#endif

#if LUA_VERSION_NUM < 504
void *carc_newuserdatauv (lua_State *L, size_t size, int n_values) {
  void *block = lua_newuserdata(L, size);
  if (n_values == 0) return block;
  lua_createtable(L, n_values, 0);
  lua_setuservalue(L, -2);
  return block;
}

int carc_getiuservalue (lua_State *L, int at, int n) {
  lua_getuservalue(L, at);
  int type = lua_rawgeti(L, -1, n);
  lua_remove(L, -2);
  return type;
}

int carc_setiuservalue (lua_State *L, int at, int n) {
  lua_getuservalue(L, at);
  lua_insert(L, -2);
  lua_rawseti(L, -2, n);
  lua_pop(L, 1);
  return 1;
}

int carc_typeerror (lua_State *L, int arg, const char *expected) {
  const char *name =
      luaL_getmetafield(L, arg, "__name") == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, arg);
  return luaL_argerror(L, arg, lua_pushfstring(L, "%s expected, got %s", expected, name));
}
#else
typedef int carc_no_declaration; /* a file of C has one */
#endif
