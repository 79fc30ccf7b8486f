/* division.c: divides a feature when a join is undone, and counts its parts again. */
#include "board/division.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/adjacent_segments.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/flipped_attributes.h"
#include "board/joins.h"
#include "board/pieces.h"
#include "board/state.h"

/* ---- Connected segments ---------------------------------------------------------------------- */

/*
** State of a flood fill: the old and the new feature id, and the segments that already have the new
** id but whose neighbours are still to be visited.
*/
typedef struct feature_flood {
  const carc_definition *d;
  carc_state *s;
  uint16_t from, to;
  int n;
  uint16_t sites[CARC_MAX_TILES * CARC_MAX_SEGMENTS];
} feature_flood;

static void visit_flooded (void *ud, int tile, int segment) {
  feature_flood *p = ud;
  uint16_t *id = &feature_ids_of(p->d, p->s)[const_first_segment_of(p->d, p->s)[tile] + segment];
  if (*id != p->from) return;
  *id = p->to;
  p->sites[p->n++] = (uint16_t)(tile << 4 | segment);
}

/* Gives another feature id to this segment and to all segments connected with it. */
static void flood (const carc_definition *d, carc_state *s, int tile, int segment, int to) {
  feature_flood p; /* not cleared: each site is written before it is read */
  p.d = d;
  p.s = s;
  p.from = (uint16_t)feature_at(d, s, tile, segment);
  p.to = (uint16_t)to;
  p.n = 0;
  visit_flooded(&p, tile, segment);
  for (int i = 0; i < p.n; i++)
    carcB_visit_adjacent_segments(d, s, site_tile(p.sites[i]), site_segment(p.sites[i]), visit_flooded, &p);
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Number of edges of a segment that touch a neighbouring tile, joined or not. */
static int count_met (const carc_definition *d, const carc_state *s, int tile, int segment, uint64_t near) {
  const rotated_tile *l = &d->lying[const_lie_of(d, s)[tile]];
  int n = 0;
  for (int side = 0; side < SIDES; side++) {
    for (int third = 0; third < 3 && neighbour_in(near, side) >= 0; third++)
      n += meets_alone(l, side, third) && l->port[3 * side + third] == segment;
  }
  return n;
}

/* What a segment of a road, city or field adds to the totals of its feature. */
static uint64_t brought_by (const carc_definition *d, const carc_state *s, int tile, int segment) {
  const tile_type *t = type_of(d, s, tile);
  int ends = carcB_count_flipped_ends(d, s, tile, segment) -
             count_met(d, s, tile, segment, carcB_neighbours_of(d, s, tile));
  if (t->kind[segment] != CARC_KIND_FIELD) ends -= carcB_count_joined_ends(d, s, tile, segment);
  return t->brings[segment] + (uint64_t)(int64_t)ends;
}

/* Recomputes the totals and pieces of a road, city or field. */
static void recompute_totals (const carc_definition *d, carc_state *s, int feature_id) {
  uint64_t what = 0;
  attribute_set held = 0;
  for (int tile = 0; tile < s->n_tiles; tile++) {
    const tile_type *t = type_of(d, s, tile);
    bool counted = false;
    for (int i = 0; i < t->segments; i++) {
      if (feature_at(d, s, tile, i) != feature_id) continue;
      what += brought_by(d, s, tile, i) - (counted && t->kind[i] != CARC_KIND_FIELD ? ONE_TILE : 0);
      held |= (segment_attributes(d, s, tile, i) & ~d->words.local) ^ d->words.inverted;
      counted = true;
    }
  }
  features_of(d, s)[feature_id].what = what;
  put_set(d, held_of(d, s), feature_id, held);
  carcB_recompute_occupants(d, s, feature_id);
}

/* ---- Division -------------------------------------------------------------------------------- */

/* The index of the first segment on the board that belongs to one of the two features. */
static int first_place_of (const carc_definition *d, const carc_state *s, int one, int other) {
  const uint16_t *feature_ids = const_feature_ids_of(d, s);
  int place = 0;
  while (feature_ids[place] != one && feature_ids[place] != other) place++;
  return place;
}

bool carcB_undo_join (const carc_definition *d, carc_state *s, int index) {
  carc_join j = join_at(d, s, index);
  int old = feature_at(d, s, j.tile, j.segment), fresh = s->next_feature;
  carcB_remove_join(d, s, index);
  flood(d, s, j.other_tile, j.other_segment, fresh);
  if (feature_at(d, s, j.tile, j.segment) == fresh) { /* the segments are still connected */
    flood(d, s, j.tile, j.segment, old);
    recompute_totals(d, s, old);
    return false;
  }
  if (const_feature_ids_of(d, s)[first_place_of(d, s, old, fresh)] == fresh) {
    flood(d, s, j.other_tile, j.other_segment, old);
    flood(d, s, j.tile, j.segment, fresh);
  }
  s->next_feature = (uint16_t)features_of(d, s)[fresh].what;
  recompute_totals(d, s, old);
  recompute_totals(d, s, fresh);
  return true;
}
