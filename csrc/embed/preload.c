/* preload.c: lets `require` find the module and the Lua files that are linked in. */
#include "carcassonne_lua.h"
#include "files.h"
#include "compat/lua_compat.h"
#include <stdlib.h>
#include <string.h>

static int compare (const void *name, const void *file) {
  return strcmp(name, ((const lua_file *)file)->module);
}

/*
** A searcher for `require`. Returns the loader of a linked-in module; if no module with this name
** is linked in, returns a message. The upvalue is how the name must begin.
*/
static int search (lua_State *L) {
  const char *name = luaL_checkstring(L, 1), *prefix = lua_tostring(L, lua_upvalueindex(1));
  const lua_file *file = strncmp(name, prefix, strlen(prefix)) == 0
                             ? bsearch(name, carcL_lua_files, carcL_num_lua_files, sizeof *file, compare)
                             : NULL;
  if (file == NULL) {
    lua_pushfstring(L, "\n\tno module '%s' is linked into this program", name);
    return 1;
  }
  lua_pushfstring(L, "@%s", file->path);
  if (luaL_loadbuffer(L, (const char *)file->text, file->size, lua_tostring(L, -1)) != LUA_OK)
    return lua_error(L);
  lua_pushstring(L, file->path);
  return 2;
}

/* Inserts a searcher into the list of searchers on top of the stack. */
static void insert_searcher (lua_State *L, int at, const char *prefix) {
  for (int n = (int)lua_rawlen(L, -1) + 1; n > at; n--) {
    lua_rawgeti(L, -1, n - 1);
    lua_rawseti(L, -2, n);
  }
  lua_pushstring(L, prefix);
  lua_pushcclosure(L, search, 1);
  lua_rawseti(L, -2, at);
}

/*
** The searcher of the library comes after that of package.preload. The last searcher also finds
** dkjson, if the host has none.
*/
int carc_lua_preload (lua_State *L) {
  lua_settop(L, 0);
  lua_getglobal(L, "package");
  if (!lua_istable(L, 1))
    return luaL_error(L, "carc_lua_preload: the table 'package' is missing; open Lua's libraries first");
  lua_getfield(L, 1, "preload");
  lua_pushcfunction(L, luaopen_carcassonne_core);
  lua_setfield(L, 2, "carcassonne.core");
  lua_getfield(L, 1, "searchers");
  if (lua_isnil(L, -1)) lua_getfield(L, 1, "loaders"); /* its name in Lua 5.1 */
  insert_searcher(L, 2, "carcassonne");
  insert_searcher(L, (int)lua_rawlen(L, -1) + 1, "");
  return 0;
}
