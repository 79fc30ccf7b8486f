/*
** sandbox_libraries.h: library functions of scripts are bounded, and charged to the running limit.
*/
#ifndef CARCL_SANDBOX_LIBRARIES_H
#define CARCL_SANDBOX_LIBRARIES_H

#include "compat/lua_compat.h"

/* Maximum number of items or characters that one call makes. */
enum { MAX_AT_ONCE = 1000000 };

/* Raises an error: the function of this name would make more than MAX_AT_ONCE. */
void carcL_refuse_amount (lua_State *L, const char *name);

#endif
