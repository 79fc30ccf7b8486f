/*
** c_locale.h: the C locale, for this thread and for a while.
**
** A host may call setlocale. Lua then compares strings, writes and reads numbers, and sorts characters into classes as that locale does.
** What scripts do, and what is written, must be the same everywhere: it happens between these two calls.
*/
#ifndef CARCL_C_LOCALE_H
#define CARCL_C_LOCALE_H

#include "compat/lua_compat.h"

/* The locale that the thread has outside. */
typedef struct c_locale {
  void *inside, *outside;
  int per_thread;
} c_locale;

/* Every call of the first is followed by one of the second, so no error may leave the code between them. They may be nested. */
void carcL_enter_c_locale (c_locale *l);
void carcL_leave_c_locale (c_locale *l);

/* luaL_tolstring in the C locale. Raises what a __tostring raises. */
const char *carcL_tolstring (lua_State *L, int at);

/* in_c_locale(function): a function that does the same in the C locale. */

#endif
