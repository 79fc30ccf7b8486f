/*
** sandbox_libraries.h: functions of Lua's libraries as scripts have them: bounded, and charged to the running limit.
*/
#ifndef CARCL_SANDBOX_LIBRARIES_H
#define CARCL_SANDBOX_LIBRARIES_H

#include "compat/lua_compat.h"

/* Items or characters that one call makes. */
enum { MAX_AT_ONCE = 1000000 };

/* Raises that the function of this name makes too much. */
void carcL_refuse_amount (lua_State *L, const char *name);

#endif
