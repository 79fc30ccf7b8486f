/*
** availability.h: places where a piece or a tile could go now by all rules, except what scripts
** forbid.
*/
#ifndef CARC_AVAILABILITY_H
#define CARC_AVAILABILITY_H

#include "model/selector.h"
#include "model/sets.h"
#include "query/item.h"

/*
** Visitor of items. Returns false to stop; the visiting function returns whether it reached the
** last item.
*/
typedef bool (*item_visitor)(void *ud, const query_item *t);

/* The player whose pieces are meant: the one whom the selector names, or the player asked. */
int carcQ_deploying_player (const query *q, const selector *f);
/* Kinds of pieces of the selector that a player has in hand. */
piece_set carcQ_pieces_in_supply (const query *q, const selector *f, int player);
/* Those that the item's player may put on its segment. */
piece_set carcQ_available_pieces (const query *q, const selector *f, const query_item *t, piece_set pieces);
/* Whether a span of the acting player fits on this axis. */
bool carcQ_span_fits (const query *q, const query_item *axis, piece_set pieces);

/*
** Visits, as items of a player, the corners of a tile where four tiles with field meet, or its
** axes.
*/
bool carcQ_visit_corners (const query *q, int tile, int player, item_visitor visit, void *ud);
bool carcQ_visit_axes (int tile, int player, item_visitor visit, void *ud);
/* Visits the empty cells beside the board, by y, then x. */
bool carcQ_visit_cells (const query *q, int player, item_visitor visit, void *ud);
/* Visits those where a tile fits in some rotation, if one is left or in hand. */
bool carcQ_visit_cells_for_type (const query *q, int type, int player, item_visitor visit, void *ud);

#endif
