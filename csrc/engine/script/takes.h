/*
** takes.h: where a piece or a tile could go now, by all that the rules ask but what scripts block.
*/
#ifndef CARC_TAKES_H
#define CARC_TAKES_H

#include "define/selector.h"
#include "define/sets.h"
#include "script/thing.h"

/* Called for each, until it says false; the return of what calls it says whether it came to the end. */
typedef bool (*visitor)(void *ud, const thing *t);

/* The kinds of pieces that the selector says, which who acts has in hand. */
piece_set carc_pieces_in_hand (const query *q, const selector *f);
/* Those of them that may go to the segment of this thing. */
piece_set carc_fitting_pieces (const query *q, const thing *t, piece_set pieces);
/* Whether a span of who acts fits along this axis. */
bool carc_span_fits (const query *q, const thing *axis, piece_set pieces);

/* The corners of a tile where four tiles meet and all are field, or its axes. */
bool carc_visit_corners (const query *q, int tile, visitor visit, void *ud);
bool carc_visit_axes (const query *q, int tile, visitor visit, void *ud);
/* The empty cells where a tile would fit in some rotation, while one is left or in hand, by y, then x. */
bool carc_visit_cells_for (const query *q, int type, visitor visit, void *ud);

#endif
