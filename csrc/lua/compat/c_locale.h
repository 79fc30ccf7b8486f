/*
** c_locale.h: switches this thread to the C locale and back.
**
** A host may call setlocale. Then Lua compares strings, reads and writes numbers, and classifies
** characters by that locale. Scripts and files must be the same everywhere, so scripts run, and
** files are written, between these two calls.
*/
#ifndef CARCL_C_LOCALE_H
#define CARCL_C_LOCALE_H

#include "compat/lua_compat.h"

/* The locale of the thread outside. */
typedef struct c_locale {
  void *inside, *outside;
  int per_thread;
} c_locale;

/*
** Each call of the first needs a call of the second, so no error may leave the code between them.
** Calls may be nested.
*/
void carcL_enter_c_locale (c_locale *l);
void carcL_leave_c_locale (c_locale *l);

/* luaL_tolstring in the C locale. Raises the error of a __tostring. */
const char *carcL_tolstring (lua_State *L, int at);

/* in_c_locale(function): returns a function that calls it in the C locale. */

#endif
