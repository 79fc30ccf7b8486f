/*
** budget.h: instruction budgets, and the counter of a Lua state that charges them.
*/
#ifndef CARCL_BUDGET_H
#define CARCL_BUDGET_H

#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"

#define MAX_INSTRUCTIONS ((int64_t)1 << (sizeof(lua_Integer) > 4 ? 52 : 30))

/* The number of instructions left, and the error message if none is left. */
typedef struct instruction_budget {
  int64_t left;
  const char *spent;
} instruction_budget;

/* The counter of the host's Lua state or of a sandbox. It runs while there is a limit (limit.h). */
typedef struct instruction_counter {
  instruction_budget budget; /* budget of the innermost limit */
  int running, stride;       /* number of nested limits; number of instructions between checks */
  bool slow;                 /* a call has taken long, so processor time is charged, too */
  double began, clock;
  int64_t clocked; /* instructions that were left at the last check of the clock */
} instruction_counter;

/* Default number of instructions between two checks. It is lower if much memory is used. */
enum { USUAL_STRIDE = 1000 };

#endif
