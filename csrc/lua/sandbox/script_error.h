/*
** script_error.h: messages of errors in scripts.
*/
#ifndef CARCL_SCRIPT_ERROR_H
#define CARCL_SCRIPT_ERROR_H

#include <stdbool.h>
#include "compat/lua_compat.h"

/* A message handler. Adds the nearest valid name and, if the message has no place, the place. */
int carcL_explain_error (lua_State *L);
/* Whether a message begins with a place in Lua's form, FILE:LINE:. */
bool carcL_has_location (const char *message);
/*
** Raises an error because a class has no such key. The keys of the table at `names` are the valid
** ones.
*/
int carcL_refuse_key (lua_State *L, const char *class, const char *key, int names);

#endif
