/*
** script_error.h: what an error of a script says.
*/
#ifndef CARCL_SCRIPT_ERROR_H
#define CARCL_SCRIPT_ERROR_H

#include <stdbool.h>
#include "compat/lua_compat.h"

/* A handler of errors: adds where it happened, if the message does not say, and what may have been meant. */
int carcL_explain_error (lua_State *L);
/* Whether a message begins with a place, FILE:LINE: as Lua writes it. */
bool carcL_has_location (const char *message);
/* Raises that a class has no such key; the table at `names` has those that it has. */
int carcL_refuse_key (lua_State *L, const char *class, const char *key, int names);
/*
** What is said of a word that there was once, which stays on the stack then; NULL if it never was one, or nobody has loaded the
** module that knows. `class` may be NULL.
*/
const char *carcL_old_word (lua_State *L, const char *list, const char *class, const char *word);

#endif
