/*
** c_locale.h: switches this thread to the C locale and back.
**
** A host may call setlocale. Then Lua compares strings, reads and writes numbers, and classifies
** characters by that locale. But scripts must behave equally in every locale, and the content of
** files must not depend on the locale. So scripts run, and files are written, between
** carcL_enter_c_locale and carcL_leave_c_locale.
*/
#ifndef CARCL_C_LOCALE_H
#define CARCL_C_LOCALE_H

#include "compat/lua_compat.h"

/* The locale that the thread had before. */
typedef struct c_locale {
  void *inside, *outside;
  int per_thread;
} c_locale;

/*
** Each call of carcL_enter_c_locale needs a call of carcL_leave_c_locale, so the code between them
** must not raise an error to the outside. Calls can be nested.
*/
void carcL_enter_c_locale (c_locale *l);
void carcL_leave_c_locale (c_locale *l);

/* Same as luaL_tolstring, in the C locale. Raises the error of a metamethod __tostring. */
const char *carcL_tolstring (lua_State *L, int at);

/* in_c_locale(function): returns a function that calls `function` in the C locale. */

#endif
