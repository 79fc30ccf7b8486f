/*
** legal_placements.h: finds the legal placements that have no span. (effect/span_placements.h finds
** those with a span.)
*/
#ifndef CARC_LEGAL_PLACEMENTS_H
#define CARC_LEGAL_PLACEMENTS_H

#include "util/compiler.h"
#include "model/definition.h"
#include "board/board.h"
#include "board/state.h"
#include "effect/verbs.h"

/*
** Removes from `legal` the placements that are forbidden by limits, filters or scripts. Returns how
** many are left.
*/
int carcT_remove_refused_placements (carc_call *c);

/*
** Finds the placements of the type in hand; returns their number. Sets c->failed if a script
** failed.
*/
ALWAYS_INLINE int find_legal_placements (carc_call *c, int type) {
  int n = carcB_find_fitting_cells(c->d, c->s, type, legal_of(c->d, c->s), c->s->n_placements);
  return UNLIKELY(c->d->limited) && (n > 0 || c->restrictions != NULL) ? carcT_remove_refused_placements(c)
                                                                       : n;
}

#endif
