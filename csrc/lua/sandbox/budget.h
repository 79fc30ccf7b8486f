/*
** budget.h: a budget of instructions.
*/
#ifndef CARCL_BUDGET_H
#define CARCL_BUDGET_H

#include <stdint.h>
#include "compat/lua_compat.h"

#define MAX_INSTRUCTIONS ((int64_t)1 << (sizeof(lua_Integer) > 4 ? 52 : 30))

/* Instructions left, and the message when there are none. */
typedef struct instruction_budget {
  int64_t left;
  const char *spent;
} instruction_budget;

#endif
