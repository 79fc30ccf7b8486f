/*
** availability.h: where a piece or a tile could go now, by all that the rules ask but what scripts block.
*/
#ifndef CARC_AVAILABILITY_H
#define CARC_AVAILABILITY_H

#include "model/selector.h"
#include "model/sets.h"
#include "query/item.h"

/* Called for each, until it says false; the return of what calls it says whether it came to the end. */
typedef bool (*item_visitor)(void *ud, const query_item *t);

/* Whose pieces could go there: of the player whom the selector names, or who is asked. */
int carcQ_deploying_player (const query *q, const selector *f);
/* The kinds of pieces that the selector says, which a player has in hand. */
piece_set carcQ_pieces_in_supply (const query *q, const selector *f, int player);
/* Those of them that the item's player may put onto its segment. */
piece_set carcQ_available_pieces (const query *q, const selector *f, const query_item *t, piece_set pieces);
/* Whether a span of who acts fits along this axis. */
bool carcQ_span_fits (const query *q, const query_item *axis, piece_set pieces);

/* Items for a player: the corners of a tile where four tiles meet and all are field, or its axes. */
bool carcQ_visit_corners (const query *q, int tile, int player, item_visitor visit, void *ud);
bool carcQ_visit_axes (int tile, int player, item_visitor visit, void *ud);
/* The empty cells beside the board, by y, then x. */
bool carcQ_visit_cells (const query *q, int player, item_visitor visit, void *ud);
/* Those where a tile would fit in some rotation, while one is left or in hand. */
bool carcQ_visit_cells_for_type (const query *q, int type, int player, item_visitor visit, void *ud);

#endif
