/*
** placement_limits.h: which of the cells whose edges take a tile may have it: edges that must join, lines that may not turn back,
** tiles that keep their distance. All of it is data of the definition; scripts are asked later.
*/
#ifndef CARC_PLACEMENT_LIMITS_H
#define CARC_PLACEMENT_LIMITS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"

/* Whether a limit refuses a tile, lying so, at a cell whose edges take it. */
bool carcB_is_refused_by_limits (const carc_definition *d, const carc_state *s, int lie, int cell);

/* Takes away the cells that a limit refuses; returns how many are left. */
int carcB_apply_limits (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                        uint16_t n_placements[SIDES]);

/* As carcB_find_fitting_cells, without the cells that a limit refuses. */
ALWAYS_INLINE int find_legal (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]) {
  int n = carcB_find_fitting_cells(d, s, type, legal, n_placements);
  return UNLIKELY(d->placement_limits) ? carcB_apply_limits(d, s, type, legal, n_placements) : n;
}

#endif
