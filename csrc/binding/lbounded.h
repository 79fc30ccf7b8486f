/*
** lbounded.h: functions of Lua's libraries as scripts have them: bounded, and charged to the running limit.
*/
#ifndef CARC_LBOUNDED_H
#define CARC_LBOUNDED_H

#include "llua.h"

/* Items or characters that one call makes. */
enum { MOST_AT_ONCE = 1000000 };

/* Raises that the function of this name makes too much. */
void carc_refuse_amount (lua_State *L, const char *name);

extern const luaL_Reg carc_bounded_text[], carc_bounded_tables[];

#endif
