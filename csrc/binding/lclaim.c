/*
** lclaim.c: a file for one process alone, as long as that lives: two that write results to one file would spoil it.
*/
#if defined __unix__ || defined __APPLE__
#define _DEFAULT_SOURCE 1  /* flock; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _DARWIN_C_SOURCE 1 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#endif
#include <stdio.h>
#include "objects.h"

#if (defined __unix__ || defined __APPLE__) && !defined __EMSCRIPTEN__
#define HAS_LOCKS
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

/* The stream of an open file of Lua's; NULL of one that was closed. */
static FILE *check_file (lua_State *L, int arg) {
#if LUA_VERSION_NUM >= 502
  const luaL_Stream *stream = luaL_checkudata(L, arg, LUA_FILEHANDLE);
  return stream->closef != NULL ? stream->f : NULL;
#else
  return *(FILE **)luaL_checkudata(L, arg, LUA_FILEHANDLE);
#endif
}

/*
** claim(file): whether no other process has claimed this open file of Lua's `io`. The claim ends with the process, however that ends;
** what it starts does not inherit it. True, too, where a file system or a system knows no claims.
*/
int carc_core_claim (lua_State *L) {
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
