/*
** limit.h: limits the instructions that a script may run.
*/
#ifndef CARCL_LIMIT_H
#define CARCL_LIMIT_H

#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"
#include "sandbox/budget.h"

/* A running limit, and what it restores at its end: the debug hook and the outer budget. */
typedef struct instruction_limit {
  lua_Hook hook;
  int mask, count, stride;
  instruction_budget outer;
  int64_t given;
  bool on, strings; /* whether it is on; whether it changed the metatable of strings */
} instruction_limit;

/* Call this once for each Lua state, before any other function of this file. */
void carcL_open_limits (lua_State *L);
/*
** Begins a limit of so many instructions, for the host's Lua or for a sandbox. Never fails. Limits
** may be nested.
*/
void carcL_begin_limit (lua_State *L, instruction_limit *l, int64_t instructions, const char *spent);
/* Ends a limit, if it was begun, and returns the instructions used. Never fails. */
int64_t carcL_end_limit (lua_State *L, instruction_limit *l);
/* Returns the budget of the innermost limit of this Lua state, or NULL. */
instruction_budget *carcL_running_budget (lua_State *L);
/* Charges instructions to the running budget, if there is one; raises an error if it is used up. */
void carcL_charge (lua_State *L, int64_t instructions);
/* Instructions that a script is charged for playing a game to its end. */
enum { PLAYOUT = 50000 };

#endif
