/*
** budget.h: instruction budgets, and the instruction counter of a Lua state.
*/
#ifndef CARCL_BUDGET_H
#define CARCL_BUDGET_H

#include <stdbool.h>
#include <stdint.h>
#include "compat/lua_compat.h"

#define MAX_INSTRUCTIONS ((int64_t)1 << (sizeof(lua_Integer) > 4 ? 52 : 30))

/* Instructions left, and the message when there are none. */
typedef struct instruction_budget {
  int64_t left;
  const char *spent;
} instruction_budget;

/* The counter of the host's Lua state or of a sandbox. Limits begin and end it (limit.h). */
typedef struct instruction_counter {
  instruction_budget budget; /* of the innermost limit */
  int running, stride;       /* nested limits; instructions between two checks */
  bool slow;                 /* a call has taken long: charge time, too */
  double began, clock;
  int64_t clocked; /* instructions left at the last check of the clock */
} instruction_counter;

/* Instructions between two checks by default; fewer if much memory is used. */
enum { USUAL_STRIDE = 1000 };

#endif
