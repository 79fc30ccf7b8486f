/*
** limit.h: how many instructions a script may run.
*/
#ifndef CARCL_LIMIT_H
#define CARCL_LIMIT_H

#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"
#include "sandbox/budget.h"

/* What a limit takes the place of, to be put back. */
typedef struct instruction_limit {
  lua_Hook hook;
  int mask, count;
  instruction_budget *outer, *own;
  int64_t given;
  bool on, strings; /* whether it is on; and has lent strings its metatable */
} instruction_limit;

/* Once, before all else. */
void carcL_open_limits (lua_State *L);
/*
** Begins and ends a limit of so many instructions, neither of which can fail; the budget has to last as long. A limit that was
** never begun ends well.
*/
void carcL_begin_limit (lua_State *L, instruction_limit *l, instruction_budget *b, int64_t instructions,
                        const char *spent);
/* Gives the instructions that were used. */
int64_t carcL_end_limit (lua_State *L, instruction_limit *l);
/* That of the host's or of a sandbox; NULL for none. */
instruction_budget *carcL_running_budget (lua_State *L);
/* Charges what a hook of Lua's counts; raises if the budget is used up. */
void carcL_spend (lua_State *L, instruction_budget *b, int64_t instructions);
/* Takes so many instructions from the running budget, if there is one; raises if it is used up. */
void carcL_charge (lua_State *L, int64_t instructions);
/* What a game played to its end costs a script, in instructions: about as much time. */
enum { PLAYOUT = 50000 };

#endif
