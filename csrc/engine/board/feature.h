/* feature.h: features, their segments and attributes. */
#ifndef CARC_FEATURE_H
#define CARC_FEATURE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

void carcB_clear_features (const carc_definition *d, carc_state *s);

/* Places a tile in a cell beside the board, and joins its segments with those of its neighbours. */
void carcB_add_tile (const carc_definition *d, carc_state *s, int cell, int lie);

/*
** Merges two features of the same kind and adds their open ends. If the kind counts tiles (fields
** do not), a tile with segments of both counts once.
*/
void carcB_merge_features (const carc_definition *d, carc_state *s, int into, int from, bool counts_tiles);

/*
** The neighbours of a tile on the board, or of the tile being placed, as `near` in state.h holds
** them.
*/
uint64_t carcB_neighbours_of (const carc_definition *d, const carc_state *s, int tile);
/*
** Removes from `near` (see state.h) the neighbours whose features a tile of this type and rotation
** does not join, and returns the result. Wild tiles join nothing. If edges may differ, only
** neighbours with equal edges are joined.
*/
uint64_t carcB_joining_sides (const carc_definition *d, const carc_state *s, int lie, uint64_t near);

/* Marks a feature so that it is scored, although the last tile did not complete it. */
void carcB_remember_closed (const carc_definition *d, carc_state *s, int tile, int segment);
/* Removes the marks of features that have been opened again. */
void carcB_drop_reopened (const carc_definition *d, carc_state *s);

/*
** Lays a span across a tile on the board along this axis of the unrotated tile. The cells at the
** span's ends must be empty.
*/
void carcB_lay_span (const carc_definition *d, carc_state *s, int tile, int axis);

/* Number of tiles that have a segment of a feature. */
int carcB_count_tiles (const carc_definition *d, const carc_state *s, int feature_id);

/* Attributes of a segment as bits, both printed ones and those set by scripts. */
ALWAYS_INLINE attribute_set segment_attributes (const carc_definition *d, const carc_state *s, int tile,
                                                int segment) {
  int place = const_first_segment_of(d, s)[tile] + segment;
  attribute_set flipped = d->flips_attributes ? set_in(d, const_flipped_of(d, s), place) : 0;
  return type_of(d, s, tile)->attributes[segment] ^ flipped;
}

/*
** How many times a segment has an attribute. Only an attribute with merge=sum that is printed on
** the segment can occur more than once.
*/
int carcB_count_segment_attribute (const carc_definition *d, const carc_state *s, int tile, int segment,
                                   int attribute);

/* The tile to which a place in the list of feature ids belongs. */
int carcB_tile_of_segment (const carc_definition *d, const carc_state *s, int place);

/* Attributes of a feature as bits. */
ALWAYS_INLINE attribute_set feature_attributes (const carc_definition *d, const carc_state *s,
                                                int feature_id) {
  return set_in(d, const_held_of(d, s), feature_id) ^ d->words.inverted;
}

/* Whether a feature has an attribute. */
bool carcB_has_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute);

/* Count of an attribute in a feature. It is 0 or 1, unless the attribute has merge=sum. */
int carcB_count_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute);

/*
** Whether a feature can be complete and score: a road, city or monastery, or a spot that scores as
** a monastery.
*/
ALWAYS_INLINE bool scores_itself (const feature_totals *r, int kind) {
  if (kind == CARC_KIND_SPOT) return open_of(r) > 0 || tiles_of(r) > 1;
  return kind != CARC_KIND_FIELD && kind < CARC_KIND_SPOT;
}
ALWAYS_INLINE bool is_complete (const feature_totals *r, int kind) {
  return open_of(r) == 0 && scores_itself(r, kind);
}

/*
** Whether the last tile, or a script since then, has completed a feature; with NO_FEATURE, whether
** any feature was completed. For roads and cities of the last tile, the answer holds until the next
** tile is placed; for other features, until they score.
*/
bool carcB_was_completed (const carc_definition *d, const carc_state *s, int feature_id);

#endif
