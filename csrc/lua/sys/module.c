/*
** module.c: the module carcassonne.sys, which gives programs access to files, folders and
** processes. It does not depend on the engine.
*/
#include "compat/lua_compat.h"
#include "util/compiler.h"

/*
** Each function, by its class and its name in Lua. A comment names the file that defines the
** function as carcL_CLASS_NAME.
*/
/* clang-format off */
#define SYS_FUNCTIONS(X) \
  /* sys/path.c */ X(sys, real_path) X(sys, in_folder) \
  /* sys/flock.c */ X(sys, claim) X(sys, sync) \
  /* sys/standard_streams.c */ X(sys, prepare_output) X(sys, is_terminal) \
  /* sys/isolate.c */ X(sys, isolate) /* sys/watchdog.c */ X(sys, run) \
  /* sys/output_file.c */ X(sys, output_file)
#define OUTPUT_FILE_METHODS(X) \
  /* sys/output_file.c */ X(output_file, write) X(output_file, commit) X(output_file, discard) \
  X(output_file, part)
#define OUTPUT_FILE_METAMETHODS(X) \
  /* sys/output_file.c */ X(output_file, gc)
/* clang-format on */

#define DECLARATION(class, name) int carcL_##class##_##name(lua_State *L);
SYS_FUNCTIONS(DECLARATION)
OUTPUT_FILE_METHODS(DECLARATION)
OUTPUT_FILE_METAMETHODS(DECLARATION)

#define FUNCTION(class, name) {#name, carcL_##class##_##name},
#define METAMETHOD(class, name) {"__" #name, carcL_##class##_##name},
static const luaL_Reg functions[] = {SYS_FUNCTIONS(FUNCTION){NULL, NULL}};
static const luaL_Reg methods[] = {OUTPUT_FILE_METHODS(FUNCTION){NULL, NULL}};
static const luaL_Reg metamethods[] = {OUTPUT_FILE_METAMETHODS(METAMETHOD){NULL, NULL}};

/* Adds functions to the table on top of the stack. Their upvalue is the metatable at this index. */
static void set_functions (lua_State *L, const luaL_Reg *list, int metatable) {
  lua_pushvalue(L, metatable);
  luaL_setfuncs(L, list, 1);
}

EXPORTED int luaopen_carcassonne_sys (lua_State *L);

EXPORTED int luaopen_carcassonne_sys (lua_State *L) {
  luaL_checkversion(L);
  lua_newtable(L);
  lua_newtable(L);
  int metatable = lua_gettop(L), module = metatable - 1;
  lua_newtable(L); /* for each class, its methods by name */
  lua_newtable(L);
  set_functions(L, methods, metatable);
  lua_pushvalue(L, -1);
  lua_setfield(L, metatable, "__index");
  lua_setfield(L, -2, "OutputFile");
  lua_setfield(L, module, "methods");
  lua_pushliteral(L, "OutputFile");
  lua_setfield(L, metatable, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, metatable, "__metatable");
  set_functions(L, metamethods, metatable);
  lua_pushvalue(L, module);
  set_functions(L, functions, metatable);
  return 1;
}
