/*
** reachable.c: finds the segments that are reachable along features.
*/
#include "query/reachable.h"
#include "util/compiler.h"
#include "model/tile.h"
#include "board/adjacent_segments.h"
#include "board/feature.h"
#include "board/state.h"

/* ---- Sets of segments ------------------------------------------------------------------------ */

/* Clears the part of the set that is in use. */
static void clear (const query *q, segment_set *set) {
  for (int i = 0; i <= q->s->n_segments / 64 + 1; i++) set->bits[i] = 0;
}

/* Adds a segment. Returns false if it was already in the set. */
static bool put_in (const query *q, segment_set *set, int tile, int segment) {
  int place = const_first_segment_of(q->d, q->s)[tile] + segment;
  uint64_t *bits = &set->bits[place / 64], bit = (uint64_t)1 << (place % 64), was = *bits & bit;
  *bits |= bit;
  return was == 0;
}

/* The segments of a tile that are in the set: bit i is segment i. */
static unsigned segments_in (const query *q, const segment_set *set, int tile) {
  int place = const_first_segment_of(q->d, q->s)[tile], at = place % 64;
  uint64_t low = set->bits[place / 64] >> at, high = at == 0 ? 0 : set->bits[place / 64 + 1] << (64 - at);
  return (unsigned)(low | high) & all_segments(type_of(q->d, q->s, tile));
}

bool carcQ_visit_segments (const query *q, const segment_set *set, segment_test visit, void *ud) {
  for (int i = 0; i <= q->s->n_segments / 64; i++)
    for (uint64_t left = set->bits[i]; left != 0; left &= left - 1) {
      int place = 64 * i + lowest_bit(left), tile = carcB_tile_of_segment(q->d, q->s, place);
      if (!visit(ud, tile, place - const_first_segment_of(q->d, q->s)[tile])) return false;
    }
  return true;
}

/* The segments of an item, as bits. */
static unsigned segments_of (const query *q, const query_item *t) {
  return t->segment >= 0 ? 1u << t->segment : all_segments(type_of(q->d, q->s, t->tile));
}

static unsigned segments_of_kinds (const query *q, const query_item *t, unsigned kinds) {
  unsigned segments = 0;
  for (unsigned left = kinds; left != 0; left &= left - 1)
    segments |= type_of(q->d, q->s, t->tile)->of_kind[lowest_bit(left)];
  return segments & segments_of(q, t);
}

static void put_feature_in (const query *q, int feature_id, segment_set *out) {
  const uint16_t *feature_ids = const_feature_ids_of(q->d, q->s);
  for (int i = 0; i < q->s->n_segments; i++)
    out->bits[i / 64] |= (uint64_t)(feature_ids[i] == feature_id) << (i % 64);
}

void carcQ_find_shared_segments (const query *q, const query_item *from, unsigned kinds, segment_set *out) {
  clear(q, out);
  if (from->tile < 0) return;
  for (unsigned left = segments_of_kinds(q, from, kinds); left != 0; left &= ~segments_in(q, out, from->tile))
    put_feature_in(q, feature_at(q->d, q->s, from->tile, lowest_bit(left)), out);
}

/* ---- Search ---------------------------------------------------------------------------------- */

typedef struct path_search {
  const query *q;
  segment_test ends;
  void *ud;
  segment_set *reached;
  int n; /* number of segments whose neighbours are still to be visited */
  uint16_t sites[CARC_MAX_TILES * CARC_MAX_SEGMENTS];
} path_search;

static void expand_path (void *ud, int tile, int segment) {
  path_search *f = ud;
  if (!put_in(f->q, f->reached, tile, segment) || f->ends(f->ud, tile, segment)) return;
  f->sites[f->n++] = (uint16_t)(tile << 4 | segment);
}

void carcQ_find_reachable (const query *q, const query_item *from, unsigned kinds, segment_test ends,
                           void *ud, segment_set *out) {
  if (from->is == ITEM_FEATURES || from->tile < 0) {
    carcQ_find_shared_segments(q, from, kinds, out);
    return;
  }
  path_search f; /* not cleared: each site is written before it is read */
  f.q = q;
  f.ends = ends;
  f.ud = ud;
  f.reached = out;
  f.n = 0;
  clear(q, out);
  for (unsigned left = segments_of_kinds(q, from, kinds); left != 0; left &= left - 1) {
    put_in(q, out, from->tile, lowest_bit(left));
    f.sites[f.n++] = (uint16_t)(from->tile << 4 | lowest_bit(left));
  }
  for (int i = 0; i < f.n; i++)
    carcB_visit_adjacent_segments(q->d, q->s, site_tile(f.sites[i]), site_segment(f.sites[i]), expand_path,
                                  &f);
}

bool carcQ_is_reached (const query *q, const segment_set *reached, const query_item *to) {
  if (to->is == ITEM_FEATURES) return true;
  return to->tile >= 0 && (segments_in(q, reached, to->tile) & segments_of(q, to)) != 0;
}
