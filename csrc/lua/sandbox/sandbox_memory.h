/*
** sandbox_memory.h: a sandbox, the memory that its Lua takes, and whose code runs in it.
*/
#ifndef CARCL_SANDBOX_MEMORY_H
#define CARCL_SANDBOX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include "compat/lua_compat.h"
#include "sandbox/budget.h"

struct engine_call;

typedef struct sandbox_ud {
  lua_State *L;
  lua_Alloc alloc; /* where its memory comes from */
  void *alloc_ud;
  bool wrapped;      /* it came with this allocator, and has to go with it */
  size_t used, most; /* bytes */
  lua_Integer printed, most_printed;
  instruction_budget budget;
  int running, stride; /* calls inside one another; instructions between two looks at the budget */
  bool slow;           /* a call has taken long: time is charged, too */
  double began, clock;
  int64_t clocked;            /* what was left as the clock was looked at last */
  struct engine_call *caller; /* during which its functions run */
  lua_State *host;            /* that has called it */
  void *request;
  char source[1000]; /* of the script, as Lua names it */
  char *required;    /* of the files that it has required, each with its end; or NULL */
  size_t required_length;
  char place[100], message[200];
} sandbox_ud;

/* The sandbox whose Lua this is; NULL for the host's. */
sandbox_ud *carcL_sandbox_of (lua_State *L);

/* Whether code from here is the script's: in a sandbox, no code of ours; elsewhere, any. */
bool carcL_is_of_script (lua_State *L, const char *source);

/* Notes that code from a file is the script's, too. */
void carcL_add_source (sandbox_ud *x, const char *path);

/* Instructions between two looks at the budget: SANDBOX_STRIDE, and fewer the more memory there is. */
enum { SANDBOX_STRIDE = 1000 };
void carcL_choose_stride (sandbox_ud *x);
/* The allocator of a sandbox: `ud` is the sandbox. */
void *carcL_count_memory (void *ud, void *old, size_t old_size, size_t new_size);
/* Why a protected call failed that has no text: what was refused, and where. */
const char *carcL_sandbox_refusal (sandbox_ud *x);

#endif
