/*
** reachable.h: finds the segments that are reachable along features.
*/
#ifndef CARC_REACHABLE_H
#define CARC_REACHABLE_H

#include "carcassonne.h"
#include "model/definition.h"
#include "query/item.h"

/* A set of segments on the board. Each has one bit, at its place among the feature ids. */
typedef struct segment_set {
  uint64_t bits[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64 + 1];
} segment_set;

/*
** Visits the segments of a set, sorted by tile and number, until the visitor returns false. Returns
** whether all were visited.
*/
typedef bool (*segment_test)(void *ud, int tile, int segment);
bool carcQ_visit_segments (const query *q, const segment_set *set, segment_test visit, void *ud);

/*
** Finds all segments of the features of an item that have one of these kinds (as bits). If the item
** is a tile, the features of all its segments count.
*/
void carcQ_find_shared_segments (const query *q, const query_item *from, unsigned kinds, segment_set *out);

/*
** Finds the segments that are reachable from an item along features of these kinds. `ends` returns
** whether paths end at a segment; such a segment is reachable, too. Paths start at the item's
** segment, at all segments of a tile, or at all segments of a feature, even if paths end there.
*/
void carcQ_find_reachable (const query *q, const query_item *from, unsigned kinds, segment_test ends,
                           void *ud, segment_set *out);
/* Whether an item that shares a feature with the start is reached. */
bool carcQ_is_reached (const query *q, const segment_set *reached, const query_item *to);

#endif
