/*
** joins.c: joins features of segments that scripts name.
*/
#include <string.h>
#include "board/joins.h"
#include "carcassonne.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/state.h"

int carcB_count_joined_ends (const carc_definition *d, const carc_state *s, int tile, int segment) {
  int n = 0;
  for (int i = 0; i < s->n_joins; i++) {
    carc_join j = join_at(d, s, i);
    n += (j.tile == tile && j.segment == segment) + (j.other_tile == tile && j.other_segment == segment);
  }
  return n;
}

int carcB_find_join (const carc_definition *d, const carc_state *s, carc_join j) {
  uint32_t one = packed_join(j),
           other = packed_join((carc_join){j.other_tile, j.other_segment, j.tile, j.segment});
  int i = s->n_joins - 1;
  while (i >= 0 && const_joins_of(d, s)[i] != one && const_joins_of(d, s)[i] != other) i--;
  return i;
}

static int kind_at (const carc_definition *d, const carc_state *s, int tile, int segment) {
  return type_of(d, s, tile)->kind[segment];
}

int carcB_count_joinable_ends (const carc_definition *d, const carc_state *s, int tile, int segment) {
  int ends = 0;
  for (attribute_set left = segment_attributes(d, s, tile, segment); left != 0; left &= left - 1) {
    int open = d->words.attribute[lowest_bit(left)].extra_open_ends;
    if (open < NEVER_CLOSED) ends += open;
  }
  return ends;
}

/*
** Whether a segment has an end that can be joined: an attribute gives the end, and no join uses it
** yet. Ends at the edges of the tile only join neighbours. Segments of fields need no ends.
*/
static bool has_free_end (const carc_definition *d, const carc_state *s, int tile, int segment,
                          bool used_now) {
  if (kind_at(d, s, tile, segment) == CARC_KIND_FIELD) return true;
  return carcB_count_joinable_ends(d, s, tile, segment) >
         carcB_count_joined_ends(d, s, tile, segment) + used_now;
}

/*
** Whether a join connects two segments of one field. Such a join changes nothing and is not stored.
*/
static bool is_joined_field (const carc_definition *d, const carc_state *s, carc_join j) {
  return kind_at(d, s, j.tile, j.segment) == CARC_KIND_FIELD && carcB_find_join(d, s, j) >= 0;
}

const char *carcB_why_cannot_join (const carc_definition *d, const carc_state *s, carc_join j) {
  int kind = kind_at(d, s, j.tile, j.segment);
  if (kind != kind_at(d, s, j.other_tile, j.other_segment) || kind > CARC_KIND_CITY)
    return "only two fields, two roads or two cities can be joined";
  bool same = j.tile == j.other_tile && j.segment == j.other_segment;
  if (!has_free_end(d, s, j.tile, j.segment, false) ||
      !has_free_end(d, s, j.other_tile, j.other_segment, same))
    return "each of the two segments needs an unused open end, which only an attribute with "
           "`extra_open_ends` adds";
  if (s->n_joins >= CARC_MAX_JOINS && !is_joined_field(d, s, j))
    return "the game already has the maximum number of joins; undo one first";
  return NULL;
}

bool carcB_join_completes (const carc_definition *d, const carc_state *s, carc_join j) {
  int into = feature_at(d, s, j.tile, j.segment), from = feature_at(d, s, j.other_tile, j.other_segment);
  const feature_totals *features = const_features_of(d, s);
  return kind_at(d, s, j.tile, j.segment) != CARC_KIND_FIELD &&
         open_of(&features[into]) + (into != from ? open_of(&features[from]) : 0) == 2;
}

void carcB_join_features (const carc_definition *d, carc_state *s, carc_join j) {
  int into = feature_at(d, s, j.tile, j.segment), from = feature_at(d, s, j.other_tile, j.other_segment);
  bool counts_tiles = kind_at(d, s, j.tile, j.segment) != CARC_KIND_FIELD;
  if (is_joined_field(d, s, j)) return;
  if (into != from) carcB_merge_features(d, s, into, from, counts_tiles);
  if (counts_tiles) features_of(d, s)[into].what -= 2;
  joins_of(d, s)[s->n_joins++] = packed_join(j);
}

void carcB_remove_join (const carc_definition *d, carc_state *s, int index) {
  uint32_t *joins = joins_of(d, s);
  memmove(joins + index, joins + index + 1, (size_t)(s->n_joins - index - 1) * sizeof *joins);
  joins[--s->n_joins] = 0;
}
