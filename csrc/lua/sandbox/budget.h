/*
** budget.h: instructions that may still run.
*/
#ifndef CARCL_BUDGET_H
#define CARCL_BUDGET_H

#include <stdint.h>
#include "compat/lua_compat.h"

#define MAX_INSTRUCTIONS ((int64_t)1 << (sizeof(lua_Integer) > 4 ? 52 : 30))

/* Instructions that are left to what runs under a limit, and what is said when there are none. */
typedef struct instruction_budget {
  int64_t left;
  const char *spent;
} instruction_budget;

#endif
