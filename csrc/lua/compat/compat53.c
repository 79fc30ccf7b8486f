/*
** compat53.c: compiles compat-5.3, which has the C API of Lua 5.3 for Lua 5.1, 5.2 and LuaJIT.
*/
#include <lua.h>

#if LUA_VERSION_NUM < 503
#define COMPAT53_PREFIX carcL_compat
#include <compat-5.3.c>
#else
typedef int no_compat; /* C requires a declaration in each file */
#endif
