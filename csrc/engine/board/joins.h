/* joins.h: joins of features by scripts. */
#ifndef CARC_JOINS_H
#define CARC_JOINS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* A join as stored: one segment in each half. */
ALWAYS_INLINE uint32_t packed_join (carc_join j) {
  return (uint32_t)(j.tile << 4 | j.segment) | (uint32_t)(j.other_tile << 4 | j.other_segment) << 16;
}
ALWAYS_INLINE carc_join join_at (const carc_definition *d, const carc_state *s, int index) {
  uint32_t j = const_joins_of(d, s)[index], other = j >> 16;
  return (carc_join){site_tile(j), site_segment(j), site_tile(other), site_segment(other)};
}

/* Number of ends that attributes give a segment, which scripts may join. */
int carcB_count_joinable_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* Number of ends of a segment that scripts have joined. */
int carcB_count_joined_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* The last join of two segments, in either order; -1 for none. */
int carcB_find_join (const carc_definition *d, const carc_state *s, carc_join j);

/*
** Why two segments cannot be joined; NULL if they can. Roads and cities need an open end of an
** attribute at each.
*/
const char *carcB_why_cannot_join (const carc_definition *d, const carc_state *s, carc_join j);

/* Whether joining them would close the last open end of a road or city. */
bool carcB_join_completes (const carc_definition *d, const carc_state *s, carc_join j);

/* Joins the features of two segments that can be joined; each loses an open end. */
void carcB_join_features (const carc_definition *d, carc_state *s, carc_join j);

/* Removes a join; this alone divides nothing. */
void carcB_remove_join (const carc_definition *d, carc_state *s, int index);

#endif
