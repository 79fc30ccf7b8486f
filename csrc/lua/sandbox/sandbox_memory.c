/*
** sandbox_memory.c: counts the memory of a sandbox, and distinguishes code of the script from code
** of the library.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sandbox/sandbox_memory.h"

bool carcL_is_of_script (lua_State *L, const char *source) {
  const sandbox_ud *x = carcL_sandbox_of(L);
  if (x == NULL || (x->source[0] != '\0' && strcmp(source, x->source) == 0)) return true;
  for (size_t at = 0; at < x->required_length; at += strlen(x->required + at) + 1)
    if (strcmp(source, x->required + at) == 0) return true;
  return false;
}

/* Adds a file whose code belongs to the script. */
void carcL_add_source (sandbox_ud *x, const char *path) {
  size_t length = strlen(path) + 2;
  char *longer = realloc(x->required, x->required_length + length);
  if (longer == NULL) return; /* errors in the file have less detail */
  snprintf(longer + x->required_length, length, "@%s", path);
  x->required = longer;
  x->required_length += length;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

enum { MIN_STRIDE = 10, USUAL_MEMORY = 1 << 20, LARGE = 4096, BYTES_PER_INSTRUCTION = 64 };

/*
** Stores the line of the script that is running, because the script has exceeded a limit of memory
** or instructions.
*/
static void note_place (sandbox_ud *x) {
  lua_Debug ar;
  x->place[0] = '\0';
  for (int level = 0; x->counter.running > 0 && lua_getstack(x->L, level, &ar); level++) {
    lua_getinfo(x->L, "Sl", &ar);
    if (ar.currentline <= 0 || !carcL_is_of_script(x->L, ar.source)) continue;
    snprintf(x->place, sizeof x->place, "%s:%d: ", ar.short_src, ar.currentline);
    return;
  }
}

/* The more memory is used, the longer an instruction may take, and the shorter is the stride. */
static int stride_of (const sandbox_ud *x) {
  int stride =
      x->used <= USUAL_MEMORY ? USUAL_STRIDE : (int)(USUAL_STRIDE * (double)USUAL_MEMORY / (double)x->used);
  return stride < MIN_STRIDE ? MIN_STRIDE : stride;
}

static void set_stride (sandbox_ud *x, int stride) {
  x->counter.stride = stride;
  lua_sethook(x->L, lua_gethook(x->L), LUA_MASKCOUNT, stride);
}

void carcL_choose_stride (sandbox_ud *x) {
  int stride = stride_of(x);
  if (stride != x->counter.stride) set_stride(x, stride);
}

/*
** Shortens the stride if much more memory is used now. Lua then begins to count from 0 again, so
** the old stride is charged. The stride is at least halved, and becomes longer only after the
** budget was checked, so a script cannot put off the check by allocating.
*/
static void shorten_stride (sandbox_ud *x) {
  int stride = stride_of(x), before = x->counter.stride;
  if (stride > before / 2) return;
  x->counter.budget.left -= before;
  set_stride(x, stride);
}

/* Size of a block together with the usual overhead. */
static size_t size_of (size_t size) {
  return size == 0 ? 0 : (size + SPARE_OVERHEAD + SPARE_STEP - 1) / SPARE_STEP * SPARE_STEP;
}

/* ---- Spare blocks ---------------------------------------------------------------------------- */

enum {
  MAX_SPARED = 1 << 19, /* bytes */
  MAX_REUSED = SPARE_STEP * SPARE_SIZES - SPARE_OVERHEAD
};

/*
** Whether blocks of this size are reused. They are all as large as the largest block of their list.
** If the allocator is wrapped, Lua has blocks of other sizes.
*/
static bool is_reused (const sandbox_ud *x, size_t size) {
  return size > 0 && size <= (size_t)MAX_REUSED && !x->wrapped;
}

/* The size of the block that is allocated for a block of this size. */
static size_t size_of_block (const sandbox_ud *x, size_t size) {
  return is_reused(x, size) ? size_of(size) - SPARE_OVERHEAD : size;
}

static void **spares_of (sandbox_ud *x, size_t size) { return &x->spare[size_of(size) / SPARE_STEP - 1]; }

/*
** Allocates, changes or frees a block, as a function lua_Alloc. The functions of a script allocate
** and free many small blocks, so free blocks are kept.
*/
static void *change_block (sandbox_ud *x, void *old, size_t old_size, size_t new_size) {
  size_t before = old != NULL ? size_of_block(x, old_size) : 0, after = size_of_block(x, new_size);
  if (old == NULL && is_reused(x, new_size) && *spares_of(x, after) != NULL) {
    void **block = *spares_of(x, after);
    *spares_of(x, after) = *block;
    x->spared -= after;
    return block;
  }
  if (old != NULL && new_size == 0 && is_reused(x, old_size) && x->spared < MAX_SPARED) {
    *(void **)old = *spares_of(x, before);
    *spares_of(x, before) = old;
    x->spared += before;
    return NULL;
  }
  return x->alloc(x->alloc_ud, old, old != NULL ? before : old_size, after);
}

void carcL_free_spares (sandbox_ud *x) {
  for (size_t size = SPARE_STEP - SPARE_OVERHEAD; size <= (size_t)MAX_REUSED; size += SPARE_STEP)
    while (*spares_of(x, size) != NULL) {
      void **block = *spares_of(x, size);
      *spares_of(x, size) = *block;
      x->alloc(x->alloc_ud, block, size, 0);
    }
  x->spared = 0;
}

/* ---- The allocator --------------------------------------------------------------------------- */

/*
** Allocates and frees memory for Lua up to the limit. Charges instructions for it, because filling
** memory takes time.
*/
void *carcL_count_memory (void *ud, void *old, size_t old_size, size_t new_size) {
  sandbox_ud *x = ud;
  size_t before = old != NULL ? size_of(old_size) : 0, after = size_of(new_size);
  size_t more = after > before ? after - before : 0;
  x->counter.budget.left -= (int64_t)(more / BYTES_PER_INSTRUCTION);
  bool spent = x->counter.running > 0 && x->counter.budget.left <= 0 && more >= LARGE;
  if (more > x->most - x->used || spent) {
    note_place(x);
    return NULL;
  }
  void *block = change_block(x, old, old_size, new_size);
  if (more > 0) x->refused = block == NULL;
  if (block == NULL && new_size > 0) return NULL;
  x->used += after - before;
  if (more >= LARGE && x->counter.running > 0 && x->counter.stride > 1) shorten_stride(x);
  return block;
}

const char *carcL_sandbox_refusal (sandbox_ud *x) {
  if (x->refused)
    snprintf(x->message, sizeof x->message, "not enough memory");
  else if (x->counter.budget.left <= 0)
    snprintf(x->message, sizeof x->message, "%s%s", x->place, x->counter.budget.spent);
  else
    snprintf(x->message, sizeof x->message, "%snot enough memory; a script may use %d MB", x->place,
             (int)(x->most / 1000000));
  return x->message;
}

void carcL_charge_collector (lua_State *L, size_t bytes) {
#ifdef LUA_GCISRUNNING
  if (!lua_gc(L, LUA_GCISRUNNING, 0)) return;
#endif
  lua_gc(L, LUA_GCSTEP, (int)(bytes / 1024) + 1);
}

sandbox_ud *carcL_sandbox_of (lua_State *L) {
  void *ud;
  return lua_getallocf(L, &ud) == carcL_count_memory ? ud : NULL;
}
