/*
** board.h: the empty cells beside the board, which of them take a tile, and a tile put down.
*/
#ifndef CARC_BOARD_H
#define CARC_BOARD_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/tile.h"
#include "board/state.h"

enum { SIDE_NORTH, SIDE_EAST, SIDE_SOUTH, SIDE_WEST };

/* The position beside this one; x and y are apart, so that a step to the east carries nothing into y. */
ALWAYS_INLINE uint16_t beside (uint16_t at, int side) {
  unsigned x = at & 0xFFu, y = (unsigned)at >> 8;
  x += (side == SIDE_EAST) - (unsigned)(side == SIDE_WEST);
  y += (side == SIDE_SOUTH) - (unsigned)(side == SIDE_NORTH);
  return (uint16_t)((y & 0xFF) << 8 | (x & 0xFF));
}

/* The tile on this side, of `near` of a cell; -1 for none. */
enum { NEAR_BITS = 16 };
ALWAYS_INLINE uint64_t near_side (int side) { return (uint64_t)0xFFFF << (NEAR_BITS * side); }
ALWAYS_INLINE int neighbour_in (uint64_t near, int side) {
  return (uint16_t)(near >> (NEAR_BITS * side)) - 1;
}

/* An empty table: one cell, which takes anything. */
void carcB_clear_board (const carc_definition *d, carc_state *s);

/* How many words of 64 cells are in use. */
ALWAYS_INLINE int legal_words (const carc_state *s) { return (s->n_cells + 63) / 64; }

/* Whether a tile's edges may lie beside those that are needed, on the sides that are known. */
bool carcB_edges_fit (const carc_definition *d, unsigned edges, unsigned known, unsigned need);

/*
** Which ways, x in bit 0 and y in bit 1, the table spans CARC_MAX_SPAN: with the cells beside it that is all that positions can tell
** apart. Then a tile in a cell at either end would be too far out.
*/
unsigned carcB_full_axes (const carc_definition *d, const carc_state *s);
bool carcB_is_out_of_span (const carc_definition *d, const carc_state *s, int cell, unsigned full_ways);

/* Whether these edges may lie at this cell. */
bool carcB_edges_fit_at (const carc_definition *d, const carc_state *s, int cell, unsigned edges);

/*
** Finds the cells whose edges take a tile of this type: bit c % 64 of legal[rotation * words + c / 64] for cell c, in the words
** that are in use, and in `n_placements` how many there are for each rotation. Returns how many in all.
*/
int carcB_find_fitting_cells (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]);

/* Room for `legal` and `n_placements` of any definition. */
typedef struct legal_cells {
  uint64_t legal[SIDES * ((2 * CARC_MAX_TILES + 64 + 63) / 64)];
  uint16_t n_placements[SIDES];
} legal_cells;

/* The cell beside the board at this position, or -1. */
int carcB_find_cell (const carc_definition *d, const carc_state *s, uint16_t at);

/* The tile at this position, or -1. */
int carcB_find_tile_at (const carc_definition *d, const carc_state *s, uint16_t at);

/* The tiles near a position, in their order: on its four sides, around it, or around it and on it. Returns how many. */
typedef enum nearness { NEAR_BESIDE, NEAR_AROUND, NEAR_AND_HERE } nearness;
enum { MAX_NEAR = 9 };
int carcB_find_tiles_near (const carc_definition *d, const carc_state *s, uint16_t at, nearness how,
                           int out[MAX_NEAR]);

/*
** Takes the cell from the board's rim and adds the new tile's empty neighbours. The tile gets the number
** s->n_tiles, which the caller counts up. Returns the neighbours, as in `near`.
*/
uint64_t carcB_occupy_cell (const carc_definition *d, carc_state *s, int cell, int lie);

/* The cells around a tile at this position, a wild one, take anything on its side. */
void carcB_clear_needs_around (const carc_definition *d, carc_state *s, uint16_t at);
/* Undoes that for a cell, before it is occupied. */
void carcB_restore_needs (const carc_definition *d, carc_state *s, int cell);

/* The cell beside a tile asks for a road, where it asked for field. */
void carcB_add_road_to_rim (const carc_definition *d, carc_state *s, int tile, int side);
/* Whether there is no tile on this side of a tile. */
bool carcB_side_is_free (const carc_definition *d, const carc_state *s, int tile, int side);

#endif
