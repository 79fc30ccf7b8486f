/* visits.h: limits how many items queries test. */
#ifndef CARC_VISITS_H
#define CARC_VISITS_H

#include <stdint.h>
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/state.h"
#include "query/item.h"

/* Lets the call fail because the selector `f` of the definition tested too many items. */
void carcQ_fail_for_visits (carc_call *c, const selector *f);

/*
** Counts items that a selector tests. Returns false once too many items have been tested; from then
** on, no item passes. The call fails if the definition's own selectors test too many.
*/
ALWAYS_INLINE bool count_visits (query *q, const selector *f, int items) {
  carc_call *c = q->call;
  if (q->pool != q->d->pool) return LIKELY((c->visits_of_host -= items) >= 0);
  if (LIKELY((c->visits_left -= items) >= 0)) return true;
  carcQ_fail_for_visits(c, f);
  return false;
}

#endif
