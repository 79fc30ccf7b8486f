/*
** lua_compat.h: the C API of Lua 5.4 for Lua 5.1 to 5.5 and LuaJIT. Functions of Lua 5.3 come from
** compat-5.3, functions of Lua 5.4 from lua_compat.c.
*/
#ifndef CARCL_LUA_COMPAT_H
#define CARCL_LUA_COMPAT_H

#include <lua.h>
#include <lauxlib.h>

#if LUA_VERSION_NUM < 501 || LUA_VERSION_NUM > 505
#error "carcassonne.core needs Lua 5.1 to 5.5, or LuaJIT"
#endif

/* Defines a function that Lua code calls. module.c or sys/module.c lists and declares it. */
#define MODULE_FUNCTION(name) \
  int name(lua_State *L);     \
  int name(lua_State *L)

/* If the build names a version of Lua, checks that the headers have this version. */
#if defined CARC_LUA_VERSION_NUM && CARC_LUA_VERSION_NUM != LUA_VERSION_NUM
#error "the Lua headers do not match LUA; set LUA_INC to the folder of the right headers, as -I/DIRECTORY"
#endif

#if LUA_VERSION_NUM < 503
#ifndef LUA_LOADED_TABLE
#define LUA_LOADED_TABLE "_LOADED"
#endif
#ifdef __has_include
#if !__has_include(<compat-5.3.h>)
#error "Lua before 5.3 needs compat-5.3: Debian's lua-compat53-dev, or COMPAT_INC=-I.../c-api"
#endif
#endif
#define COMPAT53_PREFIX carcL_compat
#include <compat-5.3.h>
/*
** Before Lua 5.3 all numbers are floats, and 1.5 is converted to 1. Here a number is an integer
** only if it is whole and a float can hold it exactly.
*/
lua_Integer carcL_tointegerx (lua_State *L, int at, int *is_integer);
lua_Integer carcL_checkinteger (lua_State *L, int arg);
lua_Integer carcL_optinteger (lua_State *L, int arg, lua_Integer otherwise);
#undef lua_tointegerx
#undef luaL_checkinteger
#undef luaL_optinteger
#define lua_tointegerx carcL_tointegerx
#define luaL_checkinteger carcL_checkinteger
#define luaL_optinteger carcL_optinteger
/* Format of an integer for lua_pushfstring. */
#define INTEGER_FORMAT "%f"
#define INTEGER_ARG(n) (lua_Number)(n)
#else
#define INTEGER_FORMAT "%I"
#define INTEGER_ARG(n) (LUAI_UACINT)(n)
#endif

#if LUA_VERSION_NUM < 504
void *carcL_newuserdatauv (lua_State *L, size_t size, int n_values);
int carcL_getiuservalue (lua_State *L, int at, int n);
int carcL_setiuservalue (lua_State *L, int at, int n);
int carcL_typeerror (lua_State *L, int arg, const char *expected);
#define lua_newuserdatauv carcL_newuserdatauv
#define lua_getiuservalue carcL_getiuservalue
#define lua_setiuservalue carcL_setiuservalue
#define luaL_typeerror carcL_typeerror
#endif

/*
** Creates a Lua state. Since Lua 5.5, the caller passes the seed of string hashes; this function
** passes a random seed.
*/
#if LUA_VERSION_NUM < 505
#define carcL_newstate(alloc, ud) lua_newstate(alloc, ud)
#else
#define carcL_newstate(alloc, ud) lua_newstate(alloc, ud, luaL_makeseed(NULL))
#endif

#endif
