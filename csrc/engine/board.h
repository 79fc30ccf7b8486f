/*
** board.h: the empty cells beside the board, which of them take a tile, and a tile put down.
*/
#ifndef CARC_BOARD_H
#define CARC_BOARD_H

#include "state.h"

/* An empty table: one cell, which takes anything. */
void clear_board (const carc_definition *d, carc_state *s);

/* Finds the cells that take a tile of this type, into `legal` (4 * words); returns how many ways there are. */
int find_legal (const carc_definition *d, const carc_state *s, int type, uint64_t *legal);

/* The cell beside the board at this position, or -1. */
int find_cell (const carc_definition *d, const carc_state *s, uint16_t at);

/*
** Takes the cell from the board's rim and adds the new tile's empty neighbours. The tile gets the number
** s->n_tiles, which the caller counts up. Returns the neighbours, as in `near`.
*/
uint32_t occupy_cell (const carc_definition *d, carc_state *s, int cell, int lie);

#endif
