/*
** restrictions.h: counts the effects of rules that forbid or add actions. If the call does not
** count them, an effect costs only one test.
*/
#ifndef CARC_RESTRICTIONS_H
#define CARC_RESTRICTIONS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "board/state.h"

/* `last` has 1 + the number of decisions before the last decision that was counted. */
typedef struct restriction_counts {
  carc_restriction_count of[CARC_RESTRICTION_COUNT];
  uint32_t last[CARC_RESTRICTION_COUNT];
} restriction_counts;

void carcE_count_restriction (carc_call *c, carc_restriction rule, int removed, int added);

ALWAYS_INLINE void count_removed (carc_call *c, carc_restriction rule, int removed) {
  if (UNLIKELY(c->restrictions != NULL)) carcE_count_restriction(c, rule, removed, 0);
}

#endif
