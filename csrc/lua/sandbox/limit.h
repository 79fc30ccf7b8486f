/*
** limit.h: limits the instructions that a script may run.
*/
#ifndef CARCL_LIMIT_H
#define CARCL_LIMIT_H

#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"
#include "sandbox/budget.h"

/* A running limit, and the debug hook and budget that it restores at its end. */
typedef struct instruction_limit {
  lua_Hook hook;
  int mask, count;
  instruction_budget *outer, *own;
  int64_t given;
  bool on, strings; /* whether it is on; whether it has changed the metatable of strings */
} instruction_limit;

/* Call this once for each Lua state, before any other function of this file. */
void carcL_open_limits (lua_State *L);
/*
** Begins a limit of so many instructions. Never fails. `b` must stay valid until the end of the
** limit.
*/
void carcL_begin_limit (lua_State *L, instruction_limit *l, instruction_budget *b, int64_t instructions,
                        const char *spent);
/* Ends a limit, if it was begun, and returns the instructions used. Never fails. */
int64_t carcL_end_limit (lua_State *L, instruction_limit *l);
/* The budget of the running limit or of the sandbox; NULL for none. */
instruction_budget *carcL_running_budget (lua_State *L);
/* Takes instructions from a budget; raises an error if it is used up. */
void carcL_spend (lua_State *L, instruction_budget *b, int64_t instructions);
/* Takes instructions from the running budget, if there is one; raises an error if it is used up. */
void carcL_charge (lua_State *L, int64_t instructions);
/* Instructions that a script is charged for playing a game to its end. */
enum { PLAYOUT = 50000 };

#endif
