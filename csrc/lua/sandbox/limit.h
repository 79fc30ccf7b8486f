/*
** limit.h: limits the instructions that a script may run.
*/
#ifndef CARCL_LIMIT_H
#define CARCL_LIMIT_H

#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"
#include "sandbox/budget.h"

/*
** A running limit. It holds what is restored when it ends: the debug hook, and the budget of the
** enclosing limit.
*/
typedef struct instruction_limit {
  lua_Hook hook;
  int mask, count, stride;
  instruction_budget outer;
  int64_t given;
  bool on, strings; /* the limit is on; it has changed the metatable of strings */
} instruction_limit;

/* Must be called once for each Lua state, before any other function of this file. */
void carcL_open_limits (lua_State *L);
/*
** Begins a limit of this many instructions, for the host's Lua state or for a sandbox. Never fails.
** Limits can be nested.
*/
void carcL_begin_limit (lua_State *L, instruction_limit *l, int64_t instructions, const char *spent);
/* Ends a limit, if it was begun, and returns how many instructions were used. Never fails. */
int64_t carcL_end_limit (lua_State *L, instruction_limit *l);
/* Returns the budget of the innermost limit of this Lua state, or NULL. */
instruction_budget *carcL_running_budget (lua_State *L);
/* Charges instructions to the running budget, if there is one. Raises an error if none are left. */
void carcL_charge (lua_State *L, int64_t instructions);
/* Number of instructions that a script is charged for playing a game to its end. */
enum { PLAYOUT = 50000 };

#endif
