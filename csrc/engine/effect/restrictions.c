/*
** restrictions.c: the names of restrictions, and their counts.
*/
#include "effect/restrictions.h"
#include "carcassonne.h"
#include "board/state.h"

const char *carc_restriction_name (carc_restriction rule) {
#define X(id, name) name,
  static const char *const names[CARC_RESTRICTION_COUNT] = {CARC_RESTRICTION_LIST(X)};
#undef X
  return (unsigned)rule < CARC_RESTRICTION_COUNT ? names[rule] : "none";
}

void carcE_count_restriction (carc_call *c, carc_restriction rule, int removed, int added) {
  carc_restriction_count *of = &c->restrictions->of[rule];
  uint32_t *last = &c->restrictions->last[rule];
  if (removed + added == 0) return;
  of->removed += removed;
  of->added += added;
  of->decisions += *last != 1 + c->s->decisions;
  *last = 1 + c->s->decisions;
}
