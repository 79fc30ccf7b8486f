/*
** sandbox_libraries.h: library functions for scripts. Their size is bounded, and they are charged
** to the running limit.
*/
#ifndef CARCL_SANDBOX_LIBRARIES_H
#define CARCL_SANDBOX_LIBRARIES_H

#include "compat/lua_compat.h"

/* Maximum number of items or characters that one call may create. */
enum { MAX_AT_ONCE = 1000000 };

/*
** Raises an error because the function with this name would create more than MAX_AT_ONCE items or
** characters.
*/
void carcL_refuse_amount (lua_State *L, const char *name);

#endif
