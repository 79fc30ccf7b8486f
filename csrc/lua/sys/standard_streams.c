/*
** standard_streams.c: prepares the standard streams of a program that writes files.
*/
#if defined __unix__ || defined __APPLE__
/* SIGXFSZ. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#endif
#include <signal.h>
#include "compat/lua_compat.h"

#if (defined __unix__ || defined __APPLE__) && !defined __EMSCRIPTEN__
#define HAS_DESCRIPTORS
#include <fcntl.h>
#include <unistd.h>
#endif

/*
** prepare_output(): prepares this process for writing files. A closed standard stream stays
** unusable, so that no file can take its place and receive printed text. If a file exceeds the size
** limit, the write fails, and the process does not end.
*/
MODULE_FUNCTION(carcL_sys_prepare_output) {
  (void)L;
#ifdef HAS_DESCRIPTORS
  int fd;
  do fd = open("/dev/null", O_RDONLY);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) close(fd);
#endif
#ifdef SIGXFSZ
  (void)signal(SIGXFSZ, SIG_IGN);
#endif
  return 0;
}

/* is_terminal(number): returns whether a standard stream, from 0 to 2, is a terminal. */
MODULE_FUNCTION(carcL_sys_is_terminal) {
  lua_Integer number = luaL_checkinteger(L, 1);
#ifdef HAS_DESCRIPTORS
  lua_pushboolean(L, isatty((int)number));
#else
  (void)number;
  lua_pushboolean(L, 0);
#endif
  return 1;
}
