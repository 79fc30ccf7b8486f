/*
** availability.h: finds where a piece or a tile could go now by all rules. Does not consider what
** scripts forbid.
*/
#ifndef CARC_AVAILABILITY_H
#define CARC_AVAILABILITY_H

#include "model/selector.h"
#include "model/sets.h"
#include "query/item.h"

/*
** Receives an item. Returns false to stop the visit. The function that calls the visitor returns
** false if the visitor stopped it, otherwise true.
*/
typedef bool (*item_visitor)(void *ud, const query_item *t);

/*
** The player whose pieces could be deployed: the player whom the selector names, otherwise the
** player whom the phase asks.
*/
int carcQ_deploying_player (const query *q, const selector *f);
/* Kinds of pieces that the selector names and the player has in the supply. */
piece_set carcQ_pieces_in_supply (const query *q, const selector *f, int player);
/* Those kinds in `pieces` that the item's player may put on the item's segment. */
piece_set carcQ_available_pieces (const query *q, const selector *f, const query_item *t, piece_set pieces);
/* Whether a span of the player who acts fits on this axis. */
bool carcQ_span_fits (const query *q, const query_item *axis, piece_set pieces);

/*
** Visit items that belong to a player: the corners of a tile where four tiles with fields meet, or
** the axes of a tile.
*/
bool carcQ_visit_corners (const query *q, int tile, int player, item_visitor visit, void *ud);
bool carcQ_visit_axes (int tile, int player, item_visitor visit, void *ud);
/* Visits the empty cells beside the board, by y, then x. */
bool carcQ_visit_cells (const query *q, int player, item_visitor visit, void *ud);
/*
** Visits the cells where a tile of this type fits in some rotation, if such a tile is left to draw
** or in hand.
*/
bool carcQ_visit_cells_for_type (const query *q, int type, int player, item_visitor visit, void *ud);

#endif
