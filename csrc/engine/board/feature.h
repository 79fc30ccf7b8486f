/* feature.h: features, their segments and attributes. */
#ifndef CARC_FEATURE_H
#define CARC_FEATURE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

void carcB_clear_features (const carc_definition *d, carc_state *s);

/* Places a tile in a cell beside the board, and joins its segments with their neighbours. */
void carcB_add_tile (const carc_definition *d, carc_state *s, int cell, int lie);

/*
** Merges two features of one kind; open ends are added. A tile in both counts once, for kinds that
** count tiles (not fields).
*/
void carcB_merge_features (const carc_definition *d, carc_state *s, int into, int from, bool counts_tiles);

/* The neighbours of a tile on the board, or of the tile being placed, as in `near` of a cell. */
uint64_t carcB_neighbours_of (const carc_definition *d, const carc_state *s, int tile);
/*
** Those of `near` that a tile joins: none for or with wild tiles; with mixed edges, only neighbours
** with equal edges.
*/
uint64_t carcB_joining_sides (const carc_definition *d, const carc_state *s, int lie, uint64_t near);

/* Marks a feature that was completed other than by the last tile, so that it is scored. */
void carcB_remember_closed (const carc_definition *d, carc_state *s, int tile, int segment);
/* Unmarks those that have been opened again. */
void carcB_drop_reopened (const carc_definition *d, carc_state *s);

/* Lays a span across a tile on the board, by the printed axis; nothing may be beyond its ends. */
void carcB_lay_span (const carc_definition *d, carc_state *s, int tile, int axis);

/* Number of tiles with a segment of a feature. */
int carcB_count_tiles (const carc_definition *d, const carc_state *s, int feature_id);

/* Attributes of a segment as bits, printed or set by scripts. */
ALWAYS_INLINE attribute_set segment_attributes (const carc_definition *d, const carc_state *s, int tile,
                                                int segment) {
  int place = const_first_segment_of(d, s)[tile] + segment;
  attribute_set flipped = d->flips_attributes ? set_in(d, const_flipped_of(d, s), place) : 0;
  return type_of(d, s, tile)->attributes[segment] ^ flipped;
}

/* Number of times that a segment has an attribute: at most 1, except for printed merge=sum. */
int carcB_count_segment_attribute (const carc_definition *d, const carc_state *s, int tile, int segment,
                                   int attribute);

/* The tile of a place among the feature ids. */
int carcB_tile_of_segment (const carc_definition *d, const carc_state *s, int place);

/* Attributes of a feature as bits. */
ALWAYS_INLINE attribute_set feature_attributes (const carc_definition *d, const carc_state *s,
                                                int feature_id) {
  return set_in(d, const_held_of(d, s), feature_id) ^ d->words.inverted;
}

/* Whether a feature has an attribute. */
bool carcB_has_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute);

/* Count of an attribute in a feature: 0 or 1, except for merge=sum. */
int carcB_count_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute);

/* Whether it scores by itself: a road, city or monastery, or a spot that scores as one. */
ALWAYS_INLINE bool scores_itself (const feature_totals *r, int kind) {
  if (kind == CARC_KIND_SPOT) return open_of(r) > 0 || tiles_of(r) > 1;
  return kind != CARC_KIND_FIELD && kind < CARC_KIND_SPOT;
}
ALWAYS_INLINE bool is_complete (const feature_totals *r, int kind) {
  return open_of(r) == 0 && scores_itself(r, kind);
}

/*
** Whether a feature was completed by the last tile, or by scripts since then; NO_FEATURE: whether
** any was. For roads and cities of that tile, this holds until the next tile; for all others, until
** they score.
*/
bool carcB_was_completed (const carc_definition *d, const carc_state *s, int feature_id);

#endif
