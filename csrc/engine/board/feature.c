/* feature.c: joins segments into features. */
#include <string.h>
#include "board/feature.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"

/* ---- Totals ---------------------------------------------------------------------------------- */

void carcB_clear_features (const carc_definition *d, carc_state *s) {
  feature_totals *features = features_of(d, s);
  for (uint32_t i = 0; i < d->at.n_features; i++) features[i].what = i + 1;
  features[NO_FEATURE].what = 0;
  s->next_feature = 1;
}

/* Sets the variables of a feature to 0. */
NOINLINE static void clear_feature_variables (const carc_definition *d, carc_state *s, int feature_id) {
  for (int i = 0; i < d->n_variables; i++)
    if (d->variable[i].scope == CARC_SCOPE_FEATURE)
      variables_of(d, s)[d->variable[i].at + (uint32_t)feature_id] = 0;
}

NOINLINE static void merge_feature_variables (const carc_definition *d, carc_state *s, int into, int from) {
  for (int i = 0; i < d->n_variables; i++) {
    if (d->variable[i].scope != CARC_SCOPE_FEATURE) continue;
    int32_t *all = variables_of(d, s) + d->variable[i].at, *a = all + into, b = all[from];
    switch (d->variable[i].merge) {
      case MERGE_SUM: *a = (int32_t)((uint32_t)*a + (uint32_t)b); break;
      case MERGE_MAX: *a = *a > b ? *a : b; break;
      default: *a |= b;
    }
  }
}

/* ---- Joining --------------------------------------------------------------------------------- */

int carcB_tile_of_segment (const carc_definition *d, const carc_state *s, int place) {
  const uint16_t *first = const_first_segment_of(d, s);
  int low = 0, high = s->n_tiles;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (first[middle] <= place)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Number of tiles that have segments of both features. The last tile does not count. */
static int tiles_with_both (const carc_definition *d, const carc_state *s, int one, int other) {
  const uint16_t *feature_ids = const_feature_ids_of(d, s);
  int n = 0, last = -1;
  for (int i = 0; i < s->n_segments; i++) {
    if (feature_ids[i] != one) continue;
    int tile = carcB_tile_of_segment(d, s, i), first = const_first_segment_of(d, s)[tile];
    if (tile == last) continue;
    last = tile;
    int k = 0, segments = type_of(d, s, tile)->segments;
    while (k < segments && feature_ids[first + k] != other) k++;
    n += k < segments;
  }
  return n;
}

static void rename_features (uint16_t *feature_ids, int n, uint16_t from, uint16_t to) {
  int i = 0;
#if CARC_SSE2
  __m128i old = _mm_set1_epi16((short)from), change = _mm_set1_epi16((short)(from ^ to));
  for (; i + 8 <= n; i += 8) {
    __m128i *p = (__m128i *)(void *)(feature_ids + i), v = _mm_loadu_si128(p);
    _mm_storeu_si128(p, _mm_xor_si128(v, _mm_and_si128(_mm_cmpeq_epi16(v, old), change)));
  }
#endif
  for (; i < n; i++)
    if (feature_ids[i] == from) feature_ids[i] = to;
}

/*
** Moves the attributes of `from` to `into`. Afterwards, the feature id `from` has no attributes and
** can be used again.
*/
NOINLINE static void merge_attributes (const carc_definition *d, carc_state *s, int into, int from) {
  uint8_t *held = held_of(d, s);
  put_set(d, held, into, set_in(d, held, into) | set_in(d, held, from));
  put_set(d, held, from, 0);
}

NOINLINE void carcB_merge_features (const carc_definition *d, carc_state *s, int into, int from,
                                    bool counts_tiles) {
  feature_totals *features = features_of(d, s), *a = &features[into], *b = &features[from];
  uint64_t sum = (a->who & POWER_MASK) + (b->who & POWER_MASK);
  a->who = ((a->who | b->who) & ~(uint64_t)POWER_MASK) | sum;
  a->what += b->what;
  if (d->words.n_attributes > 0) merge_attributes(d, s, into, from);
  if (counts_tiles) a->what -= (uint64_t)tiles_with_both(d, s, from, into) << TILES_AT;
  if (d->n_variables > 0) merge_feature_variables(d, s, into, from);
  rename_features(feature_ids_of(d, s), s->n_segments, (uint16_t)from, (uint16_t)into);
  b->what = s->next_feature;
  b->who = 0;
  if (d->n_variables > 0) clear_feature_variables(d, s, from); /* the id can be used again */
  s->next_feature = (uint16_t)from;
}

/*
** Joins a segment of the new tile to the feature across an edge. `mine` has the feature ids of the
** new tile.
*/
ALWAYS_INLINE void join (const carc_definition *d, carc_state *s, const tile_type *t, uint16_t *mine,
                         int segment, int feature_id) {
  int own = mine[segment];
  if (own == NO_FEATURE) {
    mine[segment] = (uint16_t)feature_id;
    own = feature_id;
  } else if (own != feature_id) {
    carcB_merge_features(d, s, own, feature_id, t->kind[segment] != CARC_KIND_FIELD);
    rename_features(mine, t->segments, (uint16_t)feature_id, (uint16_t)own);
  }
  features_of(d, s)[own].what -= 2; /* the join closes an open edge on each side */
}

/*
** Corrects the number of tiles of a feature that contains two segments of the new tile: the tile
** counts once.
*/
static void count_twins_once (const tile_type *t, const uint16_t *mine, feature_totals *features) {
  for (int i = 0; i < t->n_twins; i++) {
    int b = t->twin[i], a = 0;
    while (mine[a] != mine[b]) a++;
    features[mine[b]].what -= (uint64_t)(a < b) << TILES_AT;
  }
}

void carcB_remember_closed (const carc_definition *d, carc_state *s, int tile, int segment) {
  also_of(d, s)[s->n_also++] = (uint16_t)(tile << 4 | segment);
}

void carcB_drop_reopened (const carc_definition *d, carc_state *s) {
  uint16_t *also = also_of(d, s);
  int kept = 0;
  for (int i = 0; i < s->n_also; i++)
    if (open_of(&const_features_of(d, s)[feature_at(d, s, site_tile(also[i]), site_segment(also[i]))]) == 0)
      also[kept++] = also[i];
  while (s->n_also > kept) also[--s->n_also] = 0;
}

/*
** Closes the open edges on one side of a tile. `feature_ids` has the feature ids of the tile's
** segments.
*/
static void end_side (const carc_definition *d, carc_state *s, const rotated_tile *l, int side,
                      const uint16_t *feature_ids) {
  for (int third = 0; third < 3; third++)
    if (meets_alone(l, side, third)) features_of(d, s)[feature_ids[l->port[3 * side + third]]].what--;
}

/*
** Notes a neighbour's feature that is complete now that its edge is closed. Under some rules,
** completing a feature extends it for its builder. In games whose scripts decide about extensions,
** builder.c does this.
*/
static void note_completed (const carc_definition *d, carc_state *s, int n, int segment) {
  bool completing_extends = d->rule[CARC_RULE_EXTEND_TRIGGER] != 0 && d->hooks.extends_builder == NULL;
  const feature_totals *r = &const_features_of(d, s)[feature_at(d, s, n, segment)];
  if (!is_complete(r, type_of(d, s, n)->kind[segment])) return;
  carcB_remember_closed(d, s, n, segment);
  s->extended |= (uint8_t)(completing_extends && (builders_of(r) >> s->turn & 1));
}

static void end_neighbour (const carc_definition *d, carc_state *s, int n, int side) {
  const rotated_tile *l = &d->lying[const_lie_of(d, s)[n]];
  end_side(d, s, l, side, const_feature_ids_of(d, s) + const_first_segment_of(d, s)[n]);
  note_completed(d, s, n, l->port[3 * side + 1]);
}

NOINLINE uint64_t carcB_joining_sides (const carc_definition *d, const carc_state *s, int lie,
                                       uint64_t near) {
  if (d->type[lie / SIDES].wild) return 0;
  for (int side = 0; side < SIDES; side++) {
    int n = neighbour_in(near, side);
    if (n < 0) continue;
    unsigned own = edge_at(d->lying[lie].edges, side),
             facing = edge_at(d->lying[const_lie_of(d, s)[n]].edges, (side + 2) % SIDES);
    if (facing != own || type_of(d, s, n)->wild) near &= ~near_side(side);
  }
  return near;
}

/* Returns those of the joining sides on which one of the two tiles has two halves. */
static uint64_t split_sides (const carc_definition *d, const carc_state *s, int lie, uint64_t near) {
  uint64_t split = 0;
  for (int side = 0; side < SIDES && d->split_sides; side++) {
    int n = neighbour_in(near, side);
    if (n >= 0 &&
        (is_split(&d->lying[lie], side) || is_split(&d->lying[const_lie_of(d, s)[n]], (side + 2) % SIDES)))
      split |= near_side(side);
  }
  return near & split;
}

/* As carcB_occupy_cell, but returns only the neighbours that join with whole sides. */
NOINLINE static uint64_t occupy_beside_unlike (const carc_definition *d, carc_state *s, int cell, int lie) {
  carcB_restore_needs(d, s, cell);
  uint64_t near = carcB_joining_sides(d, s, lie, carcB_occupy_cell(d, s, cell, lie));
  return near & ~split_sides(d, s, lie, near);
}

uint64_t carcB_neighbours_of (const carc_definition *d, const carc_state *s, int tile) {
  uint64_t near = 0;
  uint16_t at = const_tile_at_of(d, s)[tile];
  for (int side = 0; side < SIDES; side++)
    near |= (uint64_t)(carcB_find_tile_at(d, s, beside(at, side)) + 1) << (NEAR_BITS * side);
  return near;
}

/*
** On sides where the new tile meets a neighbour but joins nothing, closes the open edges of both
** tiles. A wild tile has such sides, because edges beside it need not fit.
*/
NOINLINE static void end_sides (const carc_definition *d, carc_state *s, int lie, const uint16_t *mine) {
  uint64_t near = carcB_neighbours_of(d, s, s->n_tiles),
           ending = near & ~carcB_joining_sides(d, s, lie, near);
  for (int side = 0; side < SIDES; side++) {
    int n = neighbour_in(ending, side);
    if (n < 0) continue;
    if (!d->type[lie / SIDES].wild) end_side(d, s, &d->lying[lie], side, mine);
    if (!type_of(d, s, n)->wild) end_neighbour(d, s, n, (side + 2) % SIDES);
  }
  if (d->wilds_at_rim && d->type[lie / SIDES].wild)
    carcB_clear_needs_around(d, s, const_tile_at_of(d, s)[s->n_tiles]);
}

/*
** Handles a half of a side that meets a half of a neighbour's side. If the kinds are equal, joins
** the halves and returns true. Otherwise both halves end, except halves of a whole side.
*/
static bool meet_half (const carc_definition *d, carc_state *s, const tile_type *t, int lie, int side,
                       int third, int n, uint16_t *mine) {
  const rotated_tile *l = &d->lying[lie], *other = &d->lying[const_lie_of(d, s)[n]];
  int back = (side + 2) % SIDES, ours = segment_on(l, side, third),
      theirs = segment_on(other, back, 2 - third);
  if (t->kind[ours] == type_of(d, s, n)->kind[theirs]) {
    join(d, s, t, mine, ours, feature_at(d, s, n, theirs));
    return true;
  }
  features_of(d, s)[mine[ours]].what -= is_split(l, side);
  if (!is_split(other, back)) return false;
  features_of(d, s)[feature_at(d, s, n, theirs)].what--;
  note_completed(d, s, n, theirs);
  return false;
}

/*
** Joins the halves on sides where one of the two tiles has two halves. If both halves of a whole
** side were joined, two open edges were subtracted for it instead of one; adds one again.
*/
NOINLINE static void join_split_sides (const carc_definition *d, carc_state *s, const tile_type *t, int lie,
                                       uint16_t *mine) {
  uint64_t near = carcB_neighbours_of(d, s, s->n_tiles),
           split = split_sides(d, s, lie, carcB_joining_sides(d, s, lie, near));
  for (int side = 0; side < SIDES; side++) {
    int n = neighbour_in(split, side), back = (side + 2) % SIDES;
    if (n < 0) continue;
    const rotated_tile *l = &d->lying[lie], *other = &d->lying[const_lie_of(d, s)[n]];
    bool left = meet_half(d, s, t, lie, side, 0, n, mine), right = meet_half(d, s, t, lie, side, 2, n, mine);
    if (left && right)
      features_of(d, s)[mine[segment_on(l, side, 0)]].what += !is_split(l, side) || !is_split(other, back);
  }
}

/* ---- Monasteries ----------------------------------------------------------------------------- */

#if CARC_SSE2
/* Sets all bits of each byte whose coordinate differs by at most one from that of this position. */
ALWAYS_INLINE __m128i close_to (__m128i positions, uint16_t at) {
  __m128i steps = _mm_add_epi8(_mm_sub_epi8(positions, _mm_set1_epi16((short)at)), _mm_set1_epi8(1));
  return _mm_cmpeq_epi8(_mm_min_epu8(steps, _mm_set1_epi8(2)), steps);
}
#else
ALWAYS_INLINE bool touches (uint16_t a, uint16_t b) {
  uint8_t dx = (uint8_t)((uint8_t)a - (uint8_t)b + 1),
          dy = (uint8_t)((uint8_t)(a >> 8) - (uint8_t)(b >> 8) + 1);
  return (dx < 3) & (dy < 3);
}
#endif

/* Bit i: monastery i of four, as stored in a state, is at most one cell away from this position. */
ALWAYS_INLINE unsigned which_touch (const uint32_t *four, uint16_t at) {
#if CARC_SSE2
  __m128i both = _mm_set1_epi32(0xFFFF), there = _mm_loadu_si128((const __m128i *)(const void *)four);
  __m128i touching = _mm_cmpeq_epi32(_mm_and_si128(close_to(there, at), both), both);
  return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(touching));
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < MONASTERIES_AT_ONCE; i++) bits |= (unsigned)touches((uint16_t)four[i], at) << i;
  return bits;
#endif
}

/*
** Number of the n positions that are at most one cell away from this position; reads eight
** positions at a time.
*/
static int count_touching (const uint16_t *positions, int n, uint16_t at) {
  int count = 0, i = 0;
#if CARC_SSE2
  for (; i < n; i += 8) {
    __m128i close = close_to(_mm_loadu_si128((const __m128i *)(const void *)(positions + i)), at);
    __m128i touching = _mm_cmpeq_epi16(close, _mm_set1_epi16(-1));
    unsigned there = n - i < 8 ? (1u << 2 * (n - i)) - 1 : 0xFFFF; /* two bits per position */
    count += count_bits((unsigned)_mm_movemask_epi8(touching) & there);
  }
  return count / 2;
#else
  for (; i < n; i++) count += touches(positions[i], at);
  return count;
#endif
}

/*
** Counts the new tile for the monasteries around it. They are stored with their feature ids, which
** never change, because monasteries never join.
*/
ALWAYS_INLINE void count_for_monasteries (const carc_definition *d, carc_state *s, feature_totals *features,
                                          uint16_t at) {
  const uint32_t *monasteries = const_monasteries_of(d, s);
  unsigned full = 0;
  for (int first = 0; first < s->n_monasteries; first += MONASTERIES_AT_ONCE) {
    int n = s->n_monasteries - first;
    unsigned there = n < MONASTERIES_AT_ONCE ? (1u << n) - 1 : (1u << MONASTERIES_AT_ONCE) - 1;
    for (unsigned left = which_touch(monasteries + first, at) & there; left != 0; left &= left - 1) {
      feature_totals *r = &features[monasteries[first + lowest_bit(left)] >> 16];
      r->what += ONE_TILE - 1;
      full |= (r->what & OPEN_EDGES) == 0;
    }
  }
  s->completed_monastery = (uint8_t)full;
}

NOINLINE static void add_monastery (const carc_definition *d, carc_state *s, int feature_id) {
  const uint16_t *tile_at = const_tile_at_of(d, s);
  feature_totals *r = &features_of(d, s)[feature_id];
  int tile = s->n_tiles;
  uint64_t around = (uint64_t)count_touching(tile_at, tile, tile_at[tile]);
  r->what += around * (ONE_TILE - 1);
  s->completed_monastery |= open_of(r) == 0;
  monasteries_of(d, s)[s->n_monasteries++] = (uint32_t)feature_id << 16 | tile_at[tile];
}

/*
** Whether the feature at this place is complete and has this id. With NO_FEATURE, any id will do.
*/
static bool is_closed_at (const carc_definition *d, const carc_state *s, int tile, int segment,
                          int feature_id) {
  int id = feature_at(d, s, tile, segment);
  return (feature_id == NO_FEATURE || feature_id == id) && open_of(&const_features_of(d, s)[id]) == 0;
}

bool carcB_was_completed (const carc_definition *d, const carc_state *s, int feature_id) {
  const tile_type *t = s->n_tiles > 0 ? type_of(d, s, s->n_tiles - 1) : NULL;
  unsigned left = t != NULL ? (unsigned)(t->of_kind[CARC_KIND_ROAD] | t->of_kind[CARC_KIND_CITY]) : 0;
  bool is = false;
  for (; left != 0 && !is; left &= left - 1)
    is = is_closed_at(d, s, s->n_tiles - 1, lowest_bit(left), feature_id);
  for (int i = 0; i < s->n_also && !is; i++)
    is = is_closed_at(d, s, site_tile(const_also_of(d, s)[i]), site_segment(const_also_of(d, s)[i]),
                      feature_id);
  for (int i = 0; i < s->n_monasteries && s->completed_monastery && !is; i++) {
    int id = (int)(const_monasteries_of(d, s)[i] >> 16);
    is = (feature_id == NO_FEATURE || feature_id == id) && open_of(&const_features_of(d, s)[id]) == 0;
  }
  return is;
}

/* ---- A new tile ------------------------------------------------------------------------------ */

/* Joins the segments of the new tile with each neighbour. */
ALWAYS_INLINE void join_sides (const carc_definition *d, carc_state *s, const tile_type *t, int lie,
                               uint64_t near, uint16_t *mine) {
  const rotated_tile *l = &d->lying[lie];
  const uint16_t *lies = const_lie_of(d, s), *first = const_first_segment_of(d, s),
                 *feature_ids = const_feature_ids_of(d, s);
  while (near != 0) {
    int side = lowest_bit(near) / NEAR_BITS, n = neighbour_in(near, side), back = (side + 2) % SIDES;
    near &= ~near_side(side);
    const uint8_t *ours = l->port + 3 * side, *theirs = d->lying[lies[n]].port + 3 * back;
    const uint16_t *their_labels = feature_ids + first[n];
    join(d, s, t, mine, ours[1], their_labels[theirs[1]]);
    if (parts_fields(edge_at(l->edges, side))) {
      join(d, s, t, mine, ours[0], their_labels[theirs[2]]);
      join(d, s, t, mine, ours[2], their_labels[theirs[0]]);
    }
  }
}

/*
** Adds a segment of the new tile to the feature that it has joined, or else to a new feature. Works
** without branches, because joins cannot be predicted: a missing segment has the feature id 0 and
** adds nothing to the totals of "none".
*/
ALWAYS_INLINE unsigned add_segment (const tile_type *t, feature_totals *features, uint16_t *mine, int i,
                                    unsigned next) {
  unsigned feature_id = mine[i], fresh = (unsigned)(feature_id == NO_FEATURE) & (unsigned)(i < t->segments);
  unsigned is_new = 0 - fresh; /* all bits, or none */
  feature_id |= next & is_new;
  feature_totals *r = &features[feature_id];
  uint64_t keep = (uint64_t)fresh - 1;
  next = (next & ~is_new) | ((unsigned)r->what & is_new);
  r->what = (r->what & keep) + t->brings[i];
  mine[i] = (uint16_t)feature_id;
  return next;
}

ALWAYS_INLINE void add_segments (const carc_definition *d, carc_state *s, const tile_type *t,
                                 uint16_t *mine) {
  feature_totals *features = features_of(d, s);
  unsigned next = s->next_feature;
  for (int i = 0; i < FEW_SEGMENTS; i++) next = add_segment(t, features, mine, i, next);
  if (t->segments > FEW_SEGMENTS)
    for (int i = FEW_SEGMENTS; i < MORE_SEGMENTS; i++) next = add_segment(t, features, mine, i, next);
  for (int i = MORE_SEGMENTS; i < t->segments; i++) next = add_segment(t, features, mine, i, next);
  s->next_feature = (uint16_t)next;
}

/* Does for attributes what add_segment does for totals. */
NOINLINE static void add_attributes (const carc_definition *d, carc_state *s, const tile_type *t,
                                     const uint16_t *mine) {
  uint8_t *held = held_of(d, s);
  for (int i = 0; i < t->segments; i++) put_set(d, held, mine[i], set_in(d, held, mine[i]) | t->lends[i]);
}

void carcB_add_tile (const carc_definition *d, carc_state *s, int cell, int lie) {
  const tile_type *t = &d->type[lie >> 2];
  uint16_t *mine = feature_ids_of(d, s) + s->n_segments;
  feature_totals *features = features_of(d, s);
  uint64_t near =
      UNLIKELY(d->unlike_sides) ? occupy_beside_unlike(d, s, cell, lie) : carcB_occupy_cell(d, s, cell, lie);
  first_segment_of(d, s)[s->n_tiles] = s->n_segments;
  memset(mine, 0, CARC_MAX_SEGMENTS * sizeof *mine);
  join_sides(d, s, t, lie, near, mine);
  count_for_monasteries(d, s, features, const_tile_at_of(d, s)[s->n_tiles]);
  add_segments(d, s, t, mine);
  if (t->lends_any) add_attributes(d, s, t, mine);
  if (UNLIKELY(t->surrounded != 0))
    for (unsigned left = t->surrounded; left != 0; left &= left - 1)
      add_monastery(d, s, mine[lowest_bit(left)]);
  count_twins_once(t, mine, features);
  if (UNLIKELY(d->unlike_sides)) {
    join_split_sides(d, s, t, lie, mine);
    end_sides(d, s, lie, mine);
  }
  s->n_segments = (uint16_t)(s->n_segments + t->segment_room);
  s->n_tiles++;
}

void carcB_lay_span (const carc_definition *d, carc_state *s, int tile, int axis) {
  uint16_t *lie = &lie_of(d, s)[tile];
  const tile_type *plain = &d->type[*lie >> 2];
  int rotation = *lie & 3, type = plain->spanned[axis], own = plain->segments;
  const tile_type *t = &d->type[type];
  const uint16_t *feature_ids = const_feature_ids_of(d, s) + const_first_segment_of(d, s)[tile];
  feature_totals *features = features_of(d, s);
  *lie = (uint16_t)(type * SIDES + rotation);
  int feature_id = s->next_feature;
  s->next_feature = (uint16_t)features[feature_id].what;
  features[feature_id] = (feature_totals){0, t->brings[own]};
  put_set(d, held_of(d, s), feature_id, t->lends[own]);
  feature_ids_of(d, s)[const_first_segment_of(d, s)[tile] + own] = (uint16_t)feature_id;
  for (int i = 0; i < own; i++) /* this side of a field now has two halves */
    features[feature_ids[i]].what += t->brings[i] - plain->brings[i];
  carcB_add_road_to_rim(d, s, tile, (axis + rotation) % SIDES);
  carcB_add_road_to_rim(d, s, tile, (axis + rotation + 2) % SIDES);
}

int carcB_count_tiles (const carc_definition *d, const carc_state *s, int feature_id) {
  int n = 0;
  for (int tile = 0; tile < s->n_tiles; tile++) {
    int i = 0, segments = type_of(d, s, tile)->segments;
    while (i < segments && feature_at(d, s, tile, i) != feature_id) i++;
    n += i < segments;
  }
  return n;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

int carcB_count_segment_attribute (const carc_definition *d, const carc_state *s, int tile, int segment,
                                   int attribute) {
  const tile_type *t = type_of(d, s, tile);
  bool bears = segment_attributes(d, s, tile, segment) >> attribute & 1,
       printed = t->attributes[segment] >> attribute & 1;
  if (!bears || !printed || (d->words.summed >> attribute & 1) == 0) return bears;
  return times_printed(t, segment, attribute);
}

bool carcB_has_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute) {
  return feature_attributes(d, s, feature_id) >> attribute & 1;
}

int carcB_count_attribute (const carc_definition *d, const carc_state *s, int feature_id, int attribute) {
  bool has = carcB_has_attribute(d, s, feature_id, attribute);
  if (!has || (d->words.summed >> attribute & 1) == 0) return has;
  int n = 0;
  for (int tile = 0; tile < s->n_tiles; tile++) {
    const tile_type *t = type_of(d, s, tile);
    if ((t->all_attributes >> attribute & 1) == 0 && !d->flips_attributes) continue;
    for (int i = 0; i < t->segments; i++)
      if (feature_at(d, s, tile, i) == feature_id)
        n += carcB_count_segment_attribute(d, s, tile, i, attribute);
  }
  return n;
}
