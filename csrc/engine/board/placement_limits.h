/*
** placement_limits.h: placements that fit by edges but are forbidden: edges that must join, lines
** that may not turn back, tiles that keep a distance. Depends only on the definition; scripts are
** asked later.
*/
#ifndef CARC_PLACEMENT_LIMITS_H
#define CARC_PLACEMENT_LIMITS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"

/* Whether a limit forbids a rotated tile at a cell where it fits. */
bool carcB_is_refused_by_limits (const carc_definition *d, const carc_state *s, int lie, int cell);

/* Removes the cells that a limit forbids; returns the number left. */
int carcB_apply_limits (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                        uint16_t n_placements[SIDES]);

/* As carcB_find_fitting_cells, without the cells that a limit forbids. */
ALWAYS_INLINE int find_legal (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]) {
  int n = carcB_find_fitting_cells(d, s, type, legal, n_placements);
  return UNLIKELY(d->placement_limits) ? carcB_apply_limits(d, s, type, legal, n_placements) : n;
}

#endif
