/*
** standard_streams.c: prepares the standard streams of a program that writes files.
*/
#if defined __unix__ || defined __APPLE__
#define _DEFAULT_SOURCE 1  /* SIGXFSZ; NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
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
** prepare_output(): readies this process for writing files, as programs do and libraries do not. A
** standard stream that is closed stays unusable; without this, the next file that is opened would
** take its place and receive what is printed. A file that reaches the limit of its size is an error
** of the write, and does not end the process.
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
