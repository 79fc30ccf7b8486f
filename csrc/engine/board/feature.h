/*
** feature.h: segments joined into features, and what these bear.
*/
#ifndef CARC_FEATURE_H
#define CARC_FEATURE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

void carcB_clear_features (const carc_definition *d, carc_state *s);

/* Puts a tile into a cell beside the board and joins its segments with their neighbours. */
void carcB_add_tile (const carc_definition *d, carc_state *s, int cell, int lie);

/*
** Makes one feature of two of a kind, whose open ends are added up; a tile that is in both counts once where the kind counts
** tiles, which fields do not.
*/
void carcB_merge_features (const carc_definition *d, carc_state *s, int into, int from, bool counts_tiles);

/* The neighbours of a tile on the table, or of the one that is coming to lie there, side by side as in `near` of a cell. */
uint64_t carcB_neighbours_of (const carc_definition *d, const carc_state *s, int tile);
/*
** Those of `near` with which a tile joins: of wild tiles none, and none for a wild tile; where unlike edges may lie together those
** whose edges are like its own.
*/
uint64_t carcB_joining_sides (const carc_definition *d, const carc_state *s, int lie, uint64_t near);

/* Something else than the last tile has closed the feature that has this place: it is scored with what that completes. */
void carcB_remember_closed (const carc_definition *d, carc_state *s, int tile, int segment);
/* Those that have been opened again since are not. */
void carcB_drop_reopened (const carc_definition *d, carc_state *s);

/* Lays a span across a tile on the table, by the axis as printed; there must be nothing beyond its ends. */
void carcB_lay_span (const carc_definition *d, carc_state *s, int tile, int axis);

/* Tiles that hold a segment of a feature. */
int carcB_count_tiles (const carc_definition *d, const carc_state *s, int feature_id);

/* The attributes that a segment bears, printed or by a script, as bits. */
ALWAYS_INLINE attribute_set segment_attributes (const carc_definition *d, const carc_state *s, int tile,
                                                int segment) {
  int place = const_first_segment_of(d, s)[tile] + segment;
  attribute_set flipped = d->flips_attributes ? set_in(d, const_flipped_of(d, s), place) : 0;
  return type_of(d, s, tile)->attributes[segment] ^ flipped;
}

/* How often a segment bears an attribute: once, unless it is one that is summed, and printed several times. */
int carcB_count_segment_attribute (const carc_definition *d, const carc_state *s, int tile, int segment,
                                   int attribute);

/* The tile that this place among the feature ids belongs to. */
int carcB_tile_of_segment (const carc_definition *d, const carc_state *s, int place);

/* The attributes that a feature has, as bits. */
ALWAYS_INLINE attribute_set feature_attributes (const carc_definition *d, const carc_state *s,
                                                int feature_id) {
  return set_in(d, const_held_of(d, s), feature_id) ^ d->words.inverted;
}

/* Whether a feature has an attribute. */
bool carcB_has_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute);

/* How many of an attribute a feature has: 0 or 1, unless it is one that is summed. */
int carcB_count_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute);

/* Whether it scores by itself: a road, a city, a monastery, or a spot that lacks neighbours, or has them. */
ALWAYS_INLINE bool scores_itself (const feature_totals *r, int kind) {
  if (kind == CARC_KIND_SPOT) return open_of(r) > 0 || tiles_of(r) > 1;
  return kind != CARC_KIND_FIELD && kind < CARC_KIND_SPOT;
}
ALWAYS_INLINE bool is_complete (const feature_totals *r, int kind) {
  return open_of(r) == 0 && scores_itself(r, kind);
}

/*
** Whether a feature was completed by the last tile, or by scripts since; NO_FEATURE: whether any was. Of roads and cities of that tile
** it is so until the next one lies, of all others until they score.
*/
bool carcB_was_completed (const carc_definition *d, const carc_state *s, int feature_id);

#endif
