/*
** fitting.h: which of the tiles to come fit into a cell, and the chance that one comes to lie there.
*/
#ifndef CARC_FITTING_H
#define CARC_FITTING_H

#include "search/search.h"

/* Counts the tiles that are to come for all that one who looks on so knows; chances are worked out anew if they are others. */
void carc_count_to_come (carc_search *x, const carc_state *s, int seer);

/* What is to be expected of this cell. */
const cell_kind *carc_look_at_cell (carc_search *x, const carc_state *s, int cell);

/* Works out what does not change: which sides of a tile are joined, and the chances by numbers of tiles. */
void carc_prepare_fitting (carc_search *x);

#endif
