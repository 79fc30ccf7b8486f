/* joins.h: joins of features by scripts. */
#ifndef CARC_JOINS_H
#define CARC_JOINS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* A join as it is stored: one number, of which each half holds one of the two segments. */
ALWAYS_INLINE uint32_t packed_join (carc_join j) {
  return (uint32_t)(j.tile << 4 | j.segment) | (uint32_t)(j.other_tile << 4 | j.other_segment) << 16;
}
ALWAYS_INLINE carc_join join_at (const carc_definition *d, const carc_state *s, int index) {
  uint32_t j = const_joins_of(d, s)[index], other = j >> 16;
  return (carc_join){site_tile(j), site_segment(j), site_tile(other), site_segment(other)};
}

/* Number of ends of a segment that scripts may join. Attributes give such ends. */
int carcB_count_joinable_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* Number of ends of a segment that scripts have joined. */
int carcB_count_joined_ends (const carc_definition *d, const carc_state *s, int tile, int segment);

/* The most recent join of two segments, in either order; -1 if they are not joined. */
int carcB_find_join (const carc_definition *d, const carc_state *s, carc_join j);

/*
** Why two segments cannot be joined; NULL if they can. Segments of roads and cities each need an
** open end that an attribute gives.
*/
const char *carcB_why_cannot_join (const carc_definition *d, const carc_state *s, carc_join j);

/* Whether this join would close the last open end of a road or city. */
bool carcB_join_completes (const carc_definition *d, const carc_state *s, carc_join j);

/* Joins the features of two segments that can be joined. Each segment loses an open end. */
void carcB_join_features (const carc_definition *d, carc_state *s, carc_join j);

/* Removes a join from the list, but does not divide its feature. */
void carcB_remove_join (const carc_definition *d, carc_state *s, int index);

#endif
