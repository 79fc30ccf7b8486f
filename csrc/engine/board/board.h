/*
** board.h: the empty cells beside the board, the tiles that fit there, and placing tiles.
*/
#ifndef CARC_BOARD_H
#define CARC_BOARD_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/tile.h"
#include "board/state.h"

enum { SIDE_NORTH, SIDE_EAST, SIDE_SOUTH, SIDE_WEST };

/*
** The adjacent position on a side. x and y are computed separately, so that x never carries into y.
*/
ALWAYS_INLINE uint16_t beside (uint16_t at, int side) {
  unsigned x = at & 0xFFu, y = (unsigned)at >> 8;
  x += (side == SIDE_EAST) - (unsigned)(side == SIDE_WEST);
  y += (side == SIDE_SOUTH) - (unsigned)(side == SIDE_NORTH);
  return (uint16_t)((y & 0xFF) << 8 | (x & 0xFF));
}

/* Reads the tile on a side from the `near` of a cell; -1 if no tile lies there. */
enum { NEAR_BITS = 16 };
ALWAYS_INLINE uint64_t near_side (int side) { return (uint64_t)0xFFFF << (NEAR_BITS * side); }
ALWAYS_INLINE int neighbour_in (uint64_t near, int side) {
  return (uint16_t)(near >> (NEAR_BITS * side)) - 1;
}

/* Makes the board empty. It then has one cell, into which any tile fits. */
void carcB_clear_board (const carc_definition *d, carc_state *s);

/* Number of words that hold a bit for each cell. */
ALWAYS_INLINE int legal_words (const carc_state *s) { return (s->n_cells + 63) / 64; }

/* Whether `edges` fit the edges `need` on the sides `known`. */
bool carcB_edges_fit (const carc_definition *d, unsigned edges, unsigned known, unsigned need);

/*
** The axes along which the board is as wide as CARC_MAX_SPAN: x is bit 0, y is bit 1. On such an
** axis, the cells beside the board use the whole range of positions, so a tile in a cell at either
** end would exceed this range.
*/
unsigned carcB_full_axes (const carc_definition *d, const carc_state *s);
bool carcB_is_out_of_span (const carc_definition *d, const carc_state *s, int cell, unsigned full_ways);

/* Whether these edges fit at a cell. */
bool carcB_edges_fit_at (const carc_definition *d, const carc_state *s, int cell, unsigned edges);

/*
** Finds the cells where a tile of this type fits. Cell c has bit c % 64 of legal[rotation * words +
** c / 64]. `n_placements` has the number of cells for each rotation. Returns the number for all
** rotations.
*/
int carcB_find_fitting_cells (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]);

/* Buffers for `legal` and `n_placements`, large enough for any definition. */
typedef struct legal_cells {
  uint64_t legal[SIDES * ((2 * CARC_MAX_TILES + 64 + 63) / 64)];
  uint16_t n_placements[SIDES];
} legal_cells;

/* The cell beside the board at this position; -1 if there is none. */
int carcB_find_cell (const carc_definition *d, const carc_state *s, uint16_t at);

/* The tile at this position; -1 if there is none. */
int carcB_find_tile_at (const carc_definition *d, const carc_state *s, uint16_t at);

/*
** Finds the tiles near a position, in the order of their placement, and returns their number.
** NEAR_BESIDE: on its four sides; NEAR_AROUND: on the eight positions around it; NEAR_AND_HERE: on
** these and on the position itself.
*/
typedef enum nearness { NEAR_BESIDE, NEAR_AROUND, NEAR_AND_HERE } nearness;
enum { MAX_NEAR = 9 };
int carcB_find_tiles_near (const carc_definition *d, const carc_state *s, uint16_t at, nearness how,
                           int out[MAX_NEAR]);

/*
** Removes the cell from the cells beside the board, and adds the empty neighbours of the new tile.
** The new tile has the number s->n_tiles, which the caller increments. Returns the neighbours as
** the array `near` of the state holds them.
*/
uint64_t carcB_occupy_cell (const carc_definition *d, carc_state *s, int cell, int lie);

/* Lets the cells beside a wild tile at this position take any edge on their side towards it. */
void carcB_clear_needs_around (const carc_definition *d, carc_state *s, uint16_t at);
/* Undoes carcB_clear_needs_around for a cell before it is occupied. */
void carcB_restore_needs (const carc_definition *d, carc_state *s, int cell);

/* Makes the empty cell on this side of a tile require a road there. Before, it required a field. */
void carcB_add_road_to_rim (const carc_definition *d, carc_state *s, int tile, int side);
/* Whether a tile has no neighbour on this side. */
bool carcB_side_is_free (const carc_definition *d, const carc_state *s, int tile, int side);

#endif
