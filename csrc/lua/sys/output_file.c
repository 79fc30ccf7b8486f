/*
** output_file.c: the class OutputFile. An OutputFile appears at its path only once it is complete.
** Until then, and if writing fails, a file that exists at the path stays unchanged.
*/
#include <string.h>
#include "compat/lua_compat.h"
#include "sys/atomic_write.h"

typedef struct output_file_ud {
  atomic_file o;
} output_file_ud; /* user value 1: its path as given */

/* Upvalue of each function of the module: the metatable of output files. */
#define METATABLE lua_upvalueindex(1)

/* Returns argument 1 as an output file. Raises an error if the argument is not an output file. */
static output_file_ud *check_output_file (lua_State *L) {
  output_file_ud *f = lua_touserdata(L, 1);
  bool fine = f != NULL && lua_getmetatable(L, 1);
  if (fine) {
    fine = lua_rawequal(L, -1, METATABLE);
    lua_pop(L, 1);
  }
  if (!fine) luaL_typeerror(L, 1, "OutputFile");
  return f;
}

/* Pushes nil and a message with the path and the reason. */
static int push_failure (lua_State *L, const char *path, int code, bool replaces) {
  lua_pushnil(L);
  if (code == ATOMIC_FILE_IN_USE)
    lua_pushfstring(L, "%s: another process is writing this file", path);
  else
    lua_pushfstring(L, "%s: %s%s", path, strerror(code), /* NOLINT(concurrency-mt-unsafe) */
                    replaces ? "; the existing file is unchanged" : "");
  return 2;
}

static int push_no_part (lua_State *L, const char *path, int code) {
  lua_pushnil(L);
  lua_pushfstring(
      L, "%s: cannot create a new file in the same folder, which is needed to replace this file safely: %s",
      path, strerror(code)); /* NOLINT(concurrency-mt-unsafe) */
  return 2;
}

/*
** output_file(path, stays): begins a file; on failure returns nil and a message. If `stays` is
** true, the unfinished file is called PATH.part and is kept if it is never finished.
*/
MODULE_FUNCTION(carcL_sys_output_file) {
  const char *path = luaL_checkstring(L, 1);
  bool stays = lua_toboolean(L, 2), no_part;
  output_file_ud *f = lua_newuserdatauv(L, sizeof *f, 1);
  *f = (output_file_ud){.o = {.fd = -1}};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, METATABLE);
  lua_setmetatable(L, -2);
  int code = carcL_atomic_open(&f->o, path, stays, &no_part);
  if (code == 0) return 1;
  return no_part ? push_no_part(L, path, code) : push_failure(L, path, code, false);
}

/* Returns the file at index 1. Raises an error if it is closed. */
static output_file_ud *check_open (lua_State *L) {
  output_file_ud *f = check_output_file(L);
  luaL_argcheck(L, f->o.fd >= 0, 1, "the file is closed");
  return f;
}

static int finish (lua_State *L, int code, bool replaces) {
  if (code == 0) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_getiuservalue(L, 1, 1);
  return push_failure(L, lua_tostring(L, -1), code, replaces);
}

/* file:write(text): returns true; on failure discards the file, and returns nil and a message. */
MODULE_FUNCTION(carcL_output_file_write) {
  output_file_ud *f = check_open(L);
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  bool replaces = f->o.replaces;
  int code = carcL_atomic_write(&f->o, text, length);
  if (code != 0) carcL_atomic_discard(&f->o);
  return finish(L, code, replaces);
}

/* file:commit(exclusive): finishes the file. Returns true; on failure nil and a message. */
MODULE_FUNCTION(carcL_output_file_commit) {
  output_file_ud *f = check_open(L);
  bool replaces = f->o.replaces;
  return finish(L, carcL_atomic_commit(&f->o, lua_toboolean(L, 2)), replaces);
}

/* file:discard(): closes an unfinished file, and removes it unless it is to stay. */
MODULE_FUNCTION(carcL_output_file_discard) {
  output_file_ud *f = check_output_file(L);
  carcL_atomic_discard(&f->o);
  return 0;
}

MODULE_FUNCTION(carcL_output_file_gc) { return carcL_output_file_discard(L); }

/*
** file:part(): returns the path of the unfinished file; nil if the file is finished or is written
** in place.
*/
MODULE_FUNCTION(carcL_output_file_part) {
  const output_file_ud *f = check_output_file(L);
  if (f->o.part != NULL)
    lua_pushstring(L, f->o.part);
  else
    lua_pushnil(L);
  return 1;
}
