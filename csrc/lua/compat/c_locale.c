/*
** c_locale.c: switches this thread to the C locale and back.
**
** On POSIX, each thread can have its own locale; on Windows, a thread can have its own locale after
** it has requested this. On other systems, the host's locale stays.
*/
#if defined __unix__ || defined __APPLE__ || defined __EMSCRIPTEN__
/* uselocale. NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1 /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define HAS_USELOCALE
#endif
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#include <stdlib.h>
#include <string.h>
#include "compat/c_locale.h"

#ifdef HAS_USELOCALE
/* If memory runs out, newlocale returns 0, and uselocale(0) changes nothing. */
void carcL_enter_c_locale (c_locale *l) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  l->inside = c;
  l->outside = uselocale(c);
}

void carcL_leave_c_locale (c_locale *l) {
  uselocale((locale_t)l->outside);
  if (l->inside != NULL) freelocale((locale_t)l->inside);
}
#elif defined _WIN32
void carcL_enter_c_locale (c_locale *l) {
  l->per_thread = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
  const char *name = setlocale(LC_ALL, NULL);
  l->outside = name != NULL && strcmp(name, "C") != 0 ? _strdup(name) : NULL;
  if (l->outside != NULL) setlocale(LC_ALL, "C");
}

void carcL_leave_c_locale (c_locale *l) {
  if (l->outside != NULL) setlocale(LC_ALL, l->outside);
  free(l->outside);
  _configthreadlocale(l->per_thread);
}
#else
void carcL_enter_c_locale (c_locale *l) { (void)l; }
void carcL_leave_c_locale (c_locale *l) { (void)l; }
#endif

/* Calls the function that is below its arguments on top of the stack. */
static void call_in_c_locale (lua_State *L, int arguments, int results) {
  c_locale l;
  carcL_enter_c_locale(&l);
  int status = lua_pcall(L, arguments, results, 0);
  carcL_leave_c_locale(&l);
  if (status != LUA_OK) lua_error(L);
}

static int push_text (lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

const char *carcL_tolstring (lua_State *L, int at) {
  at = lua_absindex(L, at);
  lua_pushcfunction(L, push_text);
  lua_pushvalue(L, at);
  call_in_c_locale(L, 1, 1);
  return lua_tostring(L, -1);
}

static int call_upvalue (lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  call_in_c_locale(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

MODULE_FUNCTION(carcL_core_in_c_locale) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, call_upvalue, 1);
  return 1;
}
