/*
** script_error.h: messages of errors in scripts.
*/
#ifndef CARCL_SCRIPT_ERROR_H
#define CARCL_SCRIPT_ERROR_H

#include <stdbool.h>
#include "compat/lua_compat.h"

/*
** A message handler. Adds the nearest valid name to the message. Also adds the place of the error,
** if the message has none.
*/
int carcL_explain_error (lua_State *L);
/* Whether a message begins with a place in Lua's form, FILE:LINE:. */
bool carcL_has_location (const char *message);
/*
** Raises an error because a class does not have this key. The keys of the table at index `names`
** are the valid keys.
*/
int carcL_refuse_key (lua_State *L, const char *class, const char *key, int names);

#endif
