/* reachable.h: segments that are reachable along features. */
#ifndef CARC_REACHABLE_H
#define CARC_REACHABLE_H

#include "carcassonne.h"
#include "model/definition.h"
#include "query/item.h"

/* A set of segments on the board, one bit each, by their places among the feature ids. */
typedef struct segment_set {
  uint64_t bits[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64 + 1];
} segment_set;

/*
** Visits them by tile, then number, until the visitor returns false; returns whether it reached the
** end.
*/
typedef bool (*segment_test)(void *ud, int tile, int segment);
bool carcQ_visit_segments (const query *q, const segment_set *set, segment_test visit, void *ud);

/*
** Finds all segments of the item's features of these kinds, as bits of kinds; a tile has those of
** all its segments.
*/
void carcQ_find_shared_segments (const query *q, const query_item *from, unsigned kinds, segment_set *out);

/*
** Finds the segments that are reachable from an item along features of these kinds, including those
** at which paths end. The start is the item's segment, or all segments of a tile, even if paths end
** there; a feature starts at all its segments. `ends`: whether paths end at a segment.
*/
void carcQ_find_reachable (const query *q, const query_item *from, unsigned kinds, segment_test ends,
                           void *ud, segment_set *out);
/* Whether an item, which shares a feature with the start, is reached. */
bool carcQ_is_reached (const query *q, const segment_set *reached, const query_item *to);

#endif
