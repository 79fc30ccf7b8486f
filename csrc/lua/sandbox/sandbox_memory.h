/*
** sandbox_memory.h: the data of a sandbox, its memory, and which code belongs to the script.
*/
#ifndef CARCL_SANDBOX_MEMORY_H
#define CARCL_SANDBOX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include "compat/lua_compat.h"
#include "sandbox/budget.h"

struct engine_call;

/*
** Blocks of SPARE_SIZES sizes are reused. Each size is SPARE_STEP bytes larger than the last. With
** the usual overhead of a block, sizes are multiples of SPARE_STEP, so that no memory is wasted.
*/
enum { SPARE_STEP = 16, SPARE_OVERHEAD = 8, SPARE_SIZES = 32 };

typedef struct sandbox_ud {
  lua_State *L;
  lua_Alloc alloc; /* allocator of the sandbox's memory */
  void *alloc_ud;
  bool refused;             /* the host had no memory, although the limit allowed it */
  bool wrapped;             /* Lua's own allocator is wrapped and must be restored */
  size_t used, most;        /* bytes */
  void *spare[SPARE_SIZES]; /* by size: lists of free blocks */
  size_t spared;            /* bytes in them */
  lua_Integer printed, most_printed;
  instruction_counter counter;
  struct engine_call *caller; /* the engine call during which its functions run */
  lua_State *host;            /* the Lua state that calls it */
  void *request;
  char source[1000]; /* source of the script, as Lua names it */
  char *required;    /* paths of required files, each followed by '\0'; or NULL */
  size_t required_length;
  char place[100], message[200];
} sandbox_ud;

/* The sandbox to which this Lua state belongs; NULL if the Lua state is that of the host. */
sandbox_ud *carcL_sandbox_of (lua_State *L);

/*
** Whether code from this source counts as code of the script. In a sandbox, code of the library
** does not; in the host's Lua state, all code does.
*/
bool carcL_is_of_script (lua_State *L, const char *source);

/* Adds a file whose code belongs to the script. */
void carcL_add_source (sandbox_ud *x, const char *path);

/*
** Chooses the number of instructions between two checks of the budget: USUAL_STRIDE, or fewer if
** much memory is used.
*/
void carcL_choose_stride (sandbox_ud *x);
/* The allocator of a sandbox. `ud` is the sandbox. */
void *carcL_count_memory (void *ud, void *old, size_t old_size, size_t new_size);
/* Frees the blocks that are kept for reuse. */
void carcL_free_spares (sandbox_ud *x);
/*
** Lets Lua's garbage collector count `bytes` that it does not see: the memory of a definition or of
** a sandbox. The collector then runs as often as if Lua had allocated these bytes, unless the host
** has stopped the collector. In Lua 5.1 this call starts a stopped collector again.
*/
void carcL_charge_collector (lua_State *L, size_t bytes);
/*
** The error message for a protected call that has failed without an error message. It says what was
** refused, and at which line of the script.
*/
const char *carcL_sandbox_refusal (sandbox_ud *x);

#endif
