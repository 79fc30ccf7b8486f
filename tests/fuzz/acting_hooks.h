/*
** acting_hooks.h: hooks that change the state, driven by a program of bytes.
*/
#ifndef CARC_TESTS_ACTING_HOOKS_H
#define CARC_TESTS_ACTING_HOOKS_H

#include "fuzz.h"

/*
** The bytes that the hooks read. What a hook does depends only on the program and on the state, as
** replays require.
*/
typedef struct hook_program {
  const uint8_t *bytes;
  size_t size;
  int depth; /* number of hooks that are running now */
  bool may_fail;
} hook_program;

/* All hooks. Their `ud` is a hook_program. */
extern const carc_hooks acting_hooks;

#endif
