/*
** relation.h: tests relations of two items.
*/
#ifndef CARC_RELATION_H
#define CARC_RELATION_H

#include "model/selector.h"
#include "board/board.h"
#include "query/availability.h"
#include "query/item.h"

/*
** Whether item a has a relation to item b. The selector's within limits around and in_line_with.
** For has and has_no, tests whether b is in or on a.
*/
bool carcQ_relation_holds (const query *q, const selector *f, int how, const query_item *a,
                           const query_item *b);

/* How many rows and columns `around` reaches: the selector's within, 1 by default. */
static inline int carcQ_reach_around (const query *q, const selector *f) {
  bool said = (f->given & GIVES_within) != 0 && !f->within.gap;
  return said ? carcQ_bound_value(q, f->within.most) : 1;
}

/* Finds the tiles at most `reach` rows and columns away from a place. Returns their number. */
int carcQ_find_tiles_within (const query *q, int x, int y, int reach, uint16_t out[CARC_MAX_TILES]);

/* As carcB_find_tiles_near, but for any place, which may be far from the board. */
int carcQ_find_tiles_near (const query *q, int x, int y, nearness how, int out[MAX_NEAR]);

/* Visits the four sides of the tile of an item, from north, as items of its player. */
bool carcQ_visit_sides (const query *q, const query_item *of, item_visitor visit, void *ud);
/* Finds the side of another tile that touches a side. Returns false if no tile lies there. */
bool carcQ_find_side_across (const query *q, const query_item *side, query_item *out);

/* Whether a tile is in line with an item. */
bool carcQ_is_in_line (const query *q, const selector *f, const query_item *t, int tile);

/*
** Finds the features across the borders of an item, and gives a place in each. Returns their
** number, at most MAX_BORDERS.
*/
enum { MAX_BORDERS = 256 };
int carcQ_find_features_over_border (const query *q, const query_item *t, query_item out[MAX_BORDERS]);

/*
** Finds the features that an end runs into, and gives a place in each. Returns their number; 0 if
** the item is not an end.
*/
int carcQ_find_features_at_end (const query *q, const query_item *t, query_item out[CARC_MAX_SEGMENTS]);

#endif
