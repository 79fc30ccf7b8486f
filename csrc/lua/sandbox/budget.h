/*
** budget.h: a budget of instructions, and the counter that every Lua state has for it.
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

/* The host's Lua state has one counter, and so has each sandbox. Limits begin and end it (limit.h). */
typedef struct instruction_counter {
  instruction_budget budget; /* of the innermost limit */
  int running, stride;       /* limits inside one another; instructions between two looks at the budget */
  bool slow;                 /* a call has taken long: time is charged, too */
  double began, clock;
  int64_t clocked; /* what was left as the clock was looked at last */
} instruction_counter;

/* Instructions between two looks at the budget, if memory asks for no fewer. */
enum { USUAL_STRIDE = 1000 };

#endif
