/*
** placement_limits.h: limits that forbid placements although the edges fit: some edges must join,
** some lines (such as rivers) must not turn back, and some tiles must keep a distance from others.
** The limits depend only on the definition; scripts are called later.
*/
#ifndef CARC_PLACEMENT_LIMITS_H
#define CARC_PLACEMENT_LIMITS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"

/* What forbids a placement: edges, or tiles that keep a distance. */
typedef enum placement_limit { LIMIT_NONE, LIMIT_EDGES, LIMIT_TILES } placement_limit;

/* Finds a limit that forbids placing a rotated tile at a cell where it fits. */
placement_limit carcB_find_limit (const carc_definition *d, const carc_state *s, int lie, int cell);

/* Removes the cells that a limit forbids; returns the number of placements that remain. */
int carcB_apply_limits (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                        uint16_t n_placements[SIDES]);

/* As carcB_find_fitting_cells, but omits the cells that a limit forbids. */
ALWAYS_INLINE int find_legal (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]) {
  int n = carcB_find_fitting_cells(d, s, type, legal, n_placements);
  return UNLIKELY(d->placement_limits) ? carcB_apply_limits(d, s, type, legal, n_placements) : n;
}

#endif
