/* relation.h: relations of two items. */
#ifndef CARC_RELATION_H
#define CARC_RELATION_H

#include "model/selector.h"
#include "board/board.h"
#include "query/item.h"

/*
** Whether a has a relation to b; in_line_with uses max_distance of the selector. For has and
** has_no, b is in or on a.
*/
bool carcQ_relation_holds (const query *q, const selector *f, int how, const query_item *a,
                           const query_item *b);

/* Finds the tiles near any place, as carcB_find_tiles_near. */
int carcQ_find_tiles_near (const query *q, int x, int y, nearness how, int out[MAX_NEAR]);

/* Whether a tile is in line with an item. */
bool carcQ_is_in_line (const query *q, const selector *f, const query_item *t, int tile);

/*
** Finds the features across an item's borders, each by a place in it; returns their number, up to
** MAX_BORDERS.
*/
enum { MAX_BORDERS = 256 };
int carcQ_find_features_over_border (const query *q, const query_item *t, query_item out[MAX_BORDERS]);

/*
** Finds the features that an end runs into, each by a place in it; returns their number, 0 for
** other items.
*/
int carcQ_find_features_at_end (const query *q, const query_item *t, query_item out[CARC_MAX_SEGMENTS]);

#endif
