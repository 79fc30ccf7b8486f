/*
** relation.h: how two things lie to one another.
*/
#ifndef CARC_RELATION_H
#define CARC_RELATION_H

#include "model/selector.h"
#include "board/board.h"
#include "query/item.h"

/* Whether a lies to b as the relation says; `far` of the selector counts for `line`. HAS, LACKS: b is in a, or on it. */
bool carcQ_relation_holds (const query *q, const selector *f, int how, const thing *a, const thing *b);

/* The tiles near a place, as carcB_find_tiles_near, wherever that is. */
int carcQ_find_tiles_near (const query *q, int x, int y, nearness how, int out[MOST_NEAR]);

/* Whether a tile is in the line of a thing. */
bool carcQ_is_in_line (const query *q, const selector *f, const thing *t, int tile);

/* The features on the other side of a thing's borders, each by a place in it; returns how many, up to MOST_BORDERS. */
enum { MOST_BORDERS = 256 };
int carcQ_find_features_over_border (const query *q, const thing *t, thing out[MOST_BORDERS]);

/* The features that an end runs into, each by a place in it; returns how many. Nothing else runs into any. */
int carcQ_find_features_at_end (const query *q, const thing *t, thing out[CARC_MAX_SEGMENTS]);

#endif
