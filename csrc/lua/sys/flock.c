/*
** flock.c: locks an open file of Lua's `io` for this process, and syncs it to the disk, so that two
** processes do not write results to one file.
*/
#if defined __unix__ || defined __APPLE__
/* flock. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#endif
#include <errno.h>
#include <stdio.h>
#include <stdbool.h>
#include <string.h>
#include "compat/lua_compat.h"
#include "sys/atomic_write.h"

#if (defined __unix__ || defined __APPLE__) && !defined __EMSCRIPTEN__
#define HAS_LOCKS
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

/* Returns the stream of an open file of Lua; NULL if the file is closed. */
static FILE *check_file (lua_State *L, int arg) {
#if LUA_VERSION_NUM >= 502
  const luaL_Stream *stream = luaL_checkudata(L, arg, LUA_FILEHANDLE);
  return stream->closef != NULL ? stream->f : NULL;
#else
  return *(FILE **)luaL_checkudata(L, arg, LUA_FILEHANDLE);
#endif
}

/*
** claim(file): claims an open file. Returns false if another process has claimed it. The claim ends
** when the process ends, and child processes do not inherit it. If the system or the file system
** does not support claims, returns true.
*/
MODULE_FUNCTION(carcL_sys_claim) {
  FILE *file = check_file(L, 1);
  bool mine = true;
  luaL_argcheck(L, file != NULL, 1, "the file is closed");
#ifdef HAS_LOCKS
  int handle = fileno(file);
  (void)fcntl(handle, F_SETFD, FD_CLOEXEC);
  mine = flock(handle, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
#endif
  lua_pushboolean(L, mine);
  return 1;
}

/*
** sync(file): flushes an open file to the disk. Returns true; on failure nil and the system's
** message.
*/
MODULE_FUNCTION(carcL_sys_sync) {
  FILE *file = check_file(L, 1);
  luaL_argcheck(L, file != NULL, 1, "the file is closed");
#ifdef _WIN32
  int code = fflush(file) != 0 ? errno : carcL_sync(_fileno(file));
#else
  int code = fflush(file) != 0 ? errno : carcL_sync(fileno(file));
#endif
  lua_pushboolean(L, code == 0);
  if (code == 0) return 1;
  lua_pushnil(L);
  lua_pushstring(L, strerror(code)); /* NOLINT(concurrency-mt-unsafe) */
  return 2;
}
