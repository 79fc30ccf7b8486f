/*
** reachable.h: what is reached along features, from one segment to the next.
*/
#ifndef CARC_REACHABLE_H
#define CARC_REACHABLE_H

#include "carcassonne.h"
#include "model/definition.h"
#include "query/item.h"

/* Segments on the table, a bit each, by their places among the feature ids. */
typedef struct segment_set {
  uint64_t bits[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64 + 1];
} segment_set;

/* Visits them by tile, then number, until it says false; the return says whether it came to the end. */
typedef bool (*segment_test)(void *ud, int tile, int segment);
bool carcQ_visit_segments (const query *q, const segment_set *set, segment_test visit, void *ud);

/* All segments of the features of these kinds, a bit each, that an item is part of; a tile is part of those of all its segments. */
void carcQ_find_shared_segments (const query *q, const query_item *from, unsigned kinds, segment_set *out);

/*
** The segments to which a way along features of these kinds leads from an item: those at which it ends are among them. It begins at the item's
** segment, a tile's at all of them, whatever is said of these. A feature lies wherever a segment of it does. `ends`: whether a way goes no farther than this segment.
*/
void carcQ_find_reachable (const query *q, const query_item *from, unsigned kinds, segment_test ends,
                           void *ud, segment_set *out);
/* Whether such a way leads to an item, which shares a feature with the one that it began at. */
bool carcQ_is_reached (const query *q, const segment_set *reached, const query_item *to);

#endif
