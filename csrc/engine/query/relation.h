/*
** relation.h: how two items lie to one another.
*/
#ifndef CARC_RELATION_H
#define CARC_RELATION_H

#include "model/selector.h"
#include "board/board.h"
#include "query/item.h"

/* Whether a lies to b as the relation says; `far` of the selector counts for `line`. HAS, LACKS: b is in a, or on it. */
bool carcQ_relation_holds (const query *q, const selector *f, int how, const query_item *a,
                           const query_item *b);

/* The tiles near a place, as carcB_find_tiles_near, wherever that is. */
int carcQ_find_tiles_near (const query *q, int x, int y, nearness how, int out[MAX_NEAR]);

/* Whether a tile is in the line of an item. */
bool carcQ_is_in_line (const query *q, const selector *f, const query_item *t, int tile);

/* The features on the other side of an item's borders, each by a place in it; returns how many, up to MAX_BORDERS. */
enum { MAX_BORDERS = 256 };
int carcQ_find_features_over_border (const query *q, const query_item *t, query_item out[MAX_BORDERS]);

/* The features that an end runs into, each by a place in it; returns how many. Nothing else runs into any. */
int carcQ_find_features_at_end (const query *q, const query_item *t, query_item out[CARC_MAX_SEGMENTS]);

#endif
