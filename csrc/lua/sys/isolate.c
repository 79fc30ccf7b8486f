/*
** isolate.c: restricts this process permanently, in case a script escapes from its sandbox.
*/
#include "compat/lua_compat.h"
#include "sys/landlock.h"
#include "sys/seccomp.h"

#if defined __unix__ && !defined __EMSCRIPTEN__ || defined __APPLE__
#define HAS_LIMITS
#include <sys/resource.h>
#endif

#ifdef HAS_LIMITS
static bool limit (int what, rlim_t most, rlim_t hard) {
  struct rlimit now, wanted = {most, hard};
  if (getrlimit(what, &now) != 0) return false;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < hard) wanted.rlim_max = now.rlim_max;
  if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
  return setrlimit(what, &wanted) == 0;
}

/*
** Sets the limits. Returns whether all of them were set. The system sends SIGXCPU at the end of the
** processor time, and SIGKILL one second later.
*/
static bool set_limits (rlim_t seconds, rlim_t bytes) {
  enum { FILES = 64 };
  bool fine = limit(RLIMIT_CPU, seconds, seconds + 1) && limit(RLIMIT_CORE, 0, 0) &&
              limit(RLIMIT_NOFILE, FILES, FILES);
#ifdef RLIMIT_NPROC
  fine = limit(RLIMIT_NPROC, 0, 0) && fine;
#endif
#ifdef __SANITIZE_ADDRESS__
  (void)bytes; /* its shadow memory is larger than any limit */
#else
  fine = limit(RLIMIT_AS, bytes, bytes) && fine;
#endif
  return fine;
}
#endif

static lua_Integer integer_field (lua_State *L, const char *name, lua_Integer least) {
  lua_getfield(L, 1, name);
  lua_Integer n = luaL_checkinteger(L, -1);
  if (n < least || n > 1000000)
    (void)luaL_error(L, "isolate: %s: expected a number from %d to 1000000", name, (int)least);
  return n;
}

static bool flag (lua_State *L, const char *name) {
  lua_getfield(L, 1, name);
  return lua_toboolean(L, -1);
}

/* Pushes the list of paths in a field, and returns its index; 0 if there is none. */
static int list_field (lua_State *L, const char *name) {
  lua_getfield(L, 1, name);
  return lua_istable(L, -1) ? lua_gettop(L) : 0;
}

/*
** isolate(limits): restricts this process from now on; see meta/sys.lua. Restrictions that are
** already in force stay.
*/
MODULE_FUNCTION(carcL_sys_isolate) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer seconds = integer_field(L, "seconds", 1), megabytes = integer_field(L, "megabytes", 64);
  bool compiles = flag(L, "compiles");
  int reads = list_field(L, "reads"), writes = list_field(L, "writes");
  bool to_files = writes != 0 && luaL_len(L, writes) > 0;
#ifdef HAS_LIMITS
  if (set_limits((rlim_t)seconds, (rlim_t)megabytes << 20)) {
    bool confined = reads != 0 && writes != 0 && carcL_limit_files(L, reads, writes);
    lua_pushboolean(L, 1);
    lua_pushboolean(L, carcL_filter_calls(compiles, to_files));
    lua_pushboolean(L, confined);
    return 3;
  }
  lua_pushnil(L);
  lua_pushliteral(L, "the operating system refused to limit the process");
#else
  (void)compiles, (void)reads, (void)to_files, (void)seconds, (void)megabytes;
  lua_pushnil(L);
  lua_pushliteral(L, "this operating system cannot limit a process");
#endif
  return 2;
}
