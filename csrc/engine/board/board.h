/* board.h: the empty cells beside the board, the tiles that fit there, and placing a tile. */
#ifndef CARC_BOARD_H
#define CARC_BOARD_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/tile.h"
#include "board/state.h"

enum { SIDE_NORTH, SIDE_EAST, SIDE_SOUTH, SIDE_WEST };

/* The adjacent position; x and y are separate, so a step to the east never carries into y. */
ALWAYS_INLINE uint16_t beside (uint16_t at, int side) {
  unsigned x = at & 0xFFu, y = (unsigned)at >> 8;
  x += (side == SIDE_EAST) - (unsigned)(side == SIDE_WEST);
  y += (side == SIDE_SOUTH) - (unsigned)(side == SIDE_NORTH);
  return (uint16_t)((y & 0xFF) << 8 | (x & 0xFF));
}

/* The tile on a side, from `near` of a cell; -1 for none. */
enum { NEAR_BITS = 16 };
ALWAYS_INLINE uint64_t near_side (int side) { return (uint64_t)0xFFFF << (NEAR_BITS * side); }
ALWAYS_INLINE int neighbour_in (uint64_t near, int side) {
  return (uint16_t)(near >> (NEAR_BITS * side)) - 1;
}

/* An empty board: one cell, which takes any tile. */
void carcB_clear_board (const carc_definition *d, carc_state *s);

/* Number of words of 64 cells in use. */
ALWAYS_INLINE int legal_words (const carc_state *s) { return (s->n_cells + 63) / 64; }

/* Whether edges fit the needed ones on the known sides. */
bool carcB_edges_fit (const carc_definition *d, unsigned edges, unsigned known, unsigned need);

/*
** Axes, x in bit 0 and y in bit 1, along which the board spans CARC_MAX_SPAN, which is, with the
** cells beside it, the range of positions. A tile in a cell at either end would exceed it.
*/
unsigned carcB_full_axes (const carc_definition *d, const carc_state *s);
bool carcB_is_out_of_span (const carc_definition *d, const carc_state *s, int cell, unsigned full_ways);

/* Whether these edges fit at a cell. */
bool carcB_edges_fit_at (const carc_definition *d, const carc_state *s, int cell, unsigned edges);

/*
** Finds the cells where a tile of this type fits: bit c % 64 of legal[rotation * words + c / 64]
** for cell c, and in `n_placements` the number for each rotation. Returns the total.
*/
int carcB_find_fitting_cells (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]);

/* Buffers for `legal` and `n_placements` of any definition. */
typedef struct legal_cells {
  uint64_t legal[SIDES * ((2 * CARC_MAX_TILES + 64 + 63) / 64)];
  uint16_t n_placements[SIDES];
} legal_cells;

/* The cell beside the board at this position, or -1. */
int carcB_find_cell (const carc_definition *d, const carc_state *s, uint16_t at);

/* The tile at this position, or -1. */
int carcB_find_tile_at (const carc_definition *d, const carc_state *s, uint16_t at);

/*
** Finds the tiles near a position, in their order: on its four sides, around it, or around it and
** on it. Returns their number.
*/
typedef enum nearness { NEAR_BESIDE, NEAR_AROUND, NEAR_AND_HERE } nearness;
enum { MAX_NEAR = 9 };
int carcB_find_tiles_near (const carc_definition *d, const carc_state *s, uint16_t at, nearness how,
                           int out[MAX_NEAR]);

/*
** Removes the cell from the rim, and adds the empty neighbours of the new tile. The tile gets the
** number s->n_tiles, which the caller increments. Returns the neighbours, as in `near`.
*/
uint64_t carcB_occupy_cell (const carc_definition *d, carc_state *s, int cell, int lie);

/* Lets cells around a wild tile at this position take any edge on its side. */
void carcB_clear_needs_around (const carc_definition *d, carc_state *s, uint16_t at);
/* Undoes that for a cell, before it is occupied. */
void carcB_restore_needs (const carc_definition *d, carc_state *s, int cell);

/* Makes the cell beside a tile require a road, where it required a field. */
void carcB_add_road_to_rim (const carc_definition *d, carc_state *s, int tile, int side);
/* Whether a tile has no neighbour on this side. */
bool carcB_side_is_free (const carc_definition *d, const carc_state *s, int tile, int side);

#endif
