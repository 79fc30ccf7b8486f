/*
** tile_fit.h: finds which tiles to come fit into a cell, and the chance that one of them is placed
** there.
*/
#ifndef CARC_TILE_FIT_H
#define CARC_TILE_FIT_H

#include "search/workspace.h"

/*
** Counts the tiles that `observer` has not seen. If the numbers of unseen tiles have changed, lets
** the chances be computed again.
*/
void carcX_count_unseen_tiles (carc_search *x, const carc_state *s, int observer);

/* Expands a set of known sides from one bit per side to two equal bits per side. */
ALWAYS_INLINE unsigned known_sides (unsigned known) {
  return (known & 1) | (known >> 1 & 2) | (known >> 2 & 4) | (known >> 3 & 8);
}

/* Computes which tiles fit into a kind of cell, and the chances. */
void carcX_compute_cell_kind (carc_search *x, cell_kind *kind, unsigned need, unsigned known);
ALWAYS_INLINE const cell_kind *kind_of_cell (carc_search *x, const carc_state *s, int cell) {
  unsigned need = const_need_of(x->d, s)[cell], known = const_known_of(x->d, s)[cell];
  cell_kind *kind = &x->kinds[need | known_sides(known) << 8];
  if (UNLIKELY(kind->round != x->cell_round)) carcX_compute_cell_kind(x, kind, need, known);
  return kind;
}

/* Computes the tables that do not change: joined sides of tiles, and chances by number of tiles. */
void carcX_init_tile_fit (carc_search *x);

#endif
