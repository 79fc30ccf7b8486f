/*
** candidates.c: visits the items that a selector can find.
*/
#include "query/candidates.h"
#include <string.h>
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/road_ends.h"
#include "board/state.h"
#include "board/tokens.h"
#include "query/availability.h"
#include "query/item.h"
#include "query/narrowing.h"
#include "query/reachable.h"
#include "query/relation.h"

static bool find_players (selector_search *w) {
  const query *q = w->q;
  for (int i = 0, player = w->actor; i < q->d->players; i++, player = (player + 1) % q->d->players) {
    query_item t = of_player(no_item(ITEM_PLAYERS), player);
    if ((q->s->absent >> player & 1) == 0 && !w->consider(w, &t)) return false;
  }
  return true;
}

/* Removes keys for which the printed tile gives the same answer for all items of this kind. */
void carcQ_match_print_first (selector_search *w) {
  static const uint32_t said[ITEM_KIND_COUNT] = {[ITEM_TILES] = GIVES_kind | GIVES_attribute,
                                                 [ITEM_SEGMENTS] = GIVES_kind | GIVES_attribute,
                                                 [ITEM_PIECES] = GIVES_kind | GIVES_attribute,
                                                 [ITEM_FEATURES] = GIVES_kind};
  w->as_printed = (w->q->s->ever_flipped & w->f->attribute.of_segments) == 0;
  if (!w->as_printed) return;
  w->given &= ~(unsigned)said[w->f->finds];
  if (w->f->printed_on != NULL) w->given &= ~(unsigned)GIVES_id;
}

/*
** Segments of a tile, as bits, that can match. If the selector finds tiles, all bits are set or
** none.
*/
ALWAYS_INLINE unsigned found_on (const selector_search *w, int tile) {
  const carc_definition *d = w->q->d;
  int type = const_lie_of(d, w->q->s)[tile] >> 2;
  unsigned there = w->near->area == CARC_NONE ? ~0u : segments_in_area(d, w->near->area, &d->type[type]);
  if (w->as_printed && w->f->printed_on != NULL) return w->f->printed_on[type] & there;
  unsigned all = all_segments(&d->type[type]) & there;
  return w->as_printed ? carcM_match_printed(w->f, &d->type[type]) & all : all;
}

static bool find_tiles (selector_search *w) {
  const query *q = w->q;
  for (int n = next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n)) {
    if (found_on(w, n) == 0) continue;
    query_item t = of_player(tile_item(q->d, q->s, n), w->actor);
    if (!w->consider(w, &t)) return false;
  }
  return true;
}

/* Whether a segment can match. Makes quick tests of its feature, which most segments fail. */
ALWAYS_INLINE bool feature_matches (const selector_search *w, int tile, int segment, int id) {
  if (!is_wanted_feature(w->near, id)) return false;
  if ((w->given & GIVES_complete) == 0) return true;
  const feature_totals *r = &const_features_of(w->q->d, w->q->s)[id];
  return is_complete(r, type_of(w->q->d, w->q->s, tile)->kind[segment]) == w->f->complete;
}

static bool try_within (void *ud, int tile, int segment) {
  selector_search *w = ud;
  if ((found_on(w, tile) >> segment & 1) == 0) return true;
  if (!feature_matches(w, tile, segment, feature_at(w->q->d, w->q->s, tile, segment))) return true;
  query_item t = of_player(segment_item(w->q->s, tile, segment), w->actor);
  return w->consider(w, &t);
}

static bool find_segments (selector_search *w) {
  const query *q = w->q;
  if (w->within != NULL) return carcQ_visit_segments(q, w->within, try_within, w);
  for (int n = next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n))
    for (unsigned left = found_on(w, n); left != 0; left &= left - 1) {
      if (!feature_matches(w, n, lowest_bit(left), feature_at(q->d, q->s, n, lowest_bit(left)))) continue;
      query_item t = of_player(segment_item(q->s, n, lowest_bit(left)), w->actor);
      if (!w->consider(w, &t)) return false;
    }
  return true;
}

/* Visits each feature at its first segment. */
static bool find_features (selector_search *w) {
  const query *q = w->q;
  uint64_t seen[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64];
  const int words = (int)q->d->at.n_features / 64 + 1,
            named = w->near->in_features ? w->near->n_features : -1;
  memset(seen, named < 0 ? 0 : 0xFF,
         (size_t)words * sizeof *seen); /* features that are not named count as seen */
  for (int i = 0; i < named; i++)
    seen[w->near->features[i] / 64] &= ~((uint64_t)1 << w->near->features[i] % 64);
  for (int n = 0, left_named = named; n < q->s->n_tiles && left_named != 0; n++)
    for (unsigned left = found_on(w, n); left != 0; left &= left - 1) {
      int i = lowest_bit(left), id = feature_at(q->d, q->s, n, i);
      if (seen[id / 64] >> (id % 64) & 1) continue;
      seen[id / 64] |= (uint64_t)1 << (id % 64);
      left_named--;
      if (!feature_matches(w, n, i, id)) continue;
      query_item t = of_player(feature_item(q->s, n, i), w->actor);
      if (!w->consider(w, &t)) return false;
    }
  return true;
}

/* Whether every candidate matches, so that no test is needed. */
static bool is_matched_already (const selector_search *w) {
  const selector *f = w->f;
  bool sure = (w->given & GIVES_TESTS) == 0 && f->player.is != OWNER_FILTER;
  for (int i = f->links.first; sure && i != CARC_NONE; i = w->q->pool->links[i].next)
    sure = is_implied(w->near, i);
  return sure;
}

/* Visits all tokens except those in the supply. */
static bool find_tokens (selector_search *w) {
  const query *q = w->q;
  const uint64_t kinds = carcQ_possible_tokens(w->q, w->f);
  const unsigned holders = carcQ_possible_holders(w->q, w->f);
  for (int k = 0; k < q->d->n_tokens; k++) {
    const token_row *row = &q->d->token[k];
    for (int i = row->first; (kinds >> k & 1) != 0 && i < row->first + row->all; i++) {
      if (carcQ_can_skip_token(w->q, row, i, holders)) continue;
      carc_token token = carc_state_token(q->d, q->s, i);
      query_item t = carcQ_token_item(&token);
      if (!w->consider(w, &t)) return false;
    }
  }
  return true;
}

/* Where pieces that can match stand. */
typedef struct covered_pieces {
  const uint16_t *area, *printed; /* by type: segments that can match; NULL: all segments */
  const uint16_t *lie, *at, *first, *ids;
} covered_pieces;

static covered_pieces begin_piece_search (const selector_search *w, const uint16_t *printed) {
  const carc_definition *d = w->q->d;
  const carc_state *s = w->q->s;
  return (covered_pieces){.area = w->near->area == CARC_NONE ? NULL : area_of(d, w->near->area),
                          .printed = printed,
                          .lie = const_lie_of(d, s),
                          .at = const_tile_at_of(d, s),
                          .first = const_first_segment_of(d, s),
                          .ids = const_feature_ids_of(d, s)};
}

/* Whether a piece on the board is in one of these places. */
ALWAYS_INLINE bool is_in_place (const selector_search *w, uint32_t piece, const covered_pieces *where) {
  int tile = piece_tile(piece), segment = piece_segment(piece), type = where->lie[tile] >> 2;
  if (where->area != NULL && (where->area[type] >> segment & 1) == 0) return false;
  if (where->printed != NULL && (where->printed[type] >> segment & 1) == 0) return false;
  if (w->near->close && !is_near(w->q->s, w->near, where->at[tile])) return false;
  return feature_matches(w, tile, segment, where->ids[where->first[tile] + segment]);
}

static bool find_pieces (selector_search *w) {
  const query *q = w->q;
  const piece_set kinds = carcQ_possible_pieces(w->q, w->f);
  const unsigned owners = carcQ_possible_owners(w->q, w->f);
  const bool by_print = (w->f->given & GIVES_PRINTED) != 0,
             at_once = w->as_printed && w->f->printed_on != NULL;
  const covered_pieces where = begin_piece_search(w, by_print && at_once ? w->f->printed_on : NULL);
  const uint32_t *pieces = const_pieces_of(q->d, q->s);
  w->given &= ~(unsigned)(GIVES_piece | GIVES_follower);
  if (w->f->player.is != OWNER_MAJORITY) w->given &= ~(unsigned)GIVES_player;
  w->sure = is_matched_already(w);
  for (int i = 0; i < q->s->n_pieces; i++) {
    uint32_t f = pieces[i];
    if ((kinds >> piece_kind(f) & 1) == 0 || (owners >> piece_player(f) & 1) == 0) continue;
    if (!is_in_place(w, f, &where)) continue;
    if (by_print && !at_once && (found_on(w, piece_tile(f)) >> piece_segment(f) & 1) == 0) continue;
    query_item t = no_item(ITEM_PIECES);
    t.tile = (int16_t)piece_tile(f);
    t.segment = (int16_t)piece_segment(f);
    t.player = (int8_t)piece_player(f);
    t.piece = (int8_t)piece_kind(f);
    if (!w->consider(w, &t)) return false;
  }
  return true;
}

static bool find_cells (selector_search *w) { return carcQ_visit_cells(w->q, w->actor, w->consider, w); }

static bool find_corners (selector_search *w) {
  for (int n = next_tile(w->q, w->near, -1); n >= 0; n = next_tile(w->q, w->near, n))
    if (!carcQ_visit_corners(w->q, n, w->actor, w->consider, w)) return false;
  return true;
}

static bool find_axes (selector_search *w) {
  for (int n = next_tile(w->q, w->near, -1); n >= 0; n = next_tile(w->q, w->near, n))
    if (!carcQ_visit_axes(n, w->actor, w->consider, w)) return false;
  return true;
}

static bool try_end (void *ud, const carc_road_end *end) {
  selector_search *w = ud;
  query_item t = of_player(segment_item(w->q->s, end->tile, end->segment), w->actor);
  t.is = ITEM_ENDS;
  t.number = (int16_t)end->side;
  return w->consider(w, &t);
}

static bool find_ends (selector_search *w) {
  const query *q = w->q;
  for (int n = next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n))
    for (int i = 0; i < type_of(q->d, q->s, n)->segments; i++)
      if (!carcB_visit_road_ends(q->d, q->s, n, i, try_end, w)) return false;
  return true;
}

/* The sides of a tile that may be placed are outside of all bounds, so all links are tested. */
static bool find_sides_of_proposed (selector_search *w, const query_item *tile) {
  search_bounds everywhere = {.by = CARC_NONE, .by_feature = CARC_NONE};
  selector_search all = *w;
  query_item t = of_player(*tile, w->actor);
  all.near = &everywhere;
  all.given = w->f->given;
  all.sure = false;
  return carcQ_visit_sides(w->q, &t, w->consider, &all);
}

static bool find_sides (selector_search *w) {
  const query *q = w->q;
  for (int n = w->near->nowhere ? -1 : next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n)) {
    if (found_on(w, n) == 0) continue;
    query_item t = of_player(tile_item(q->d, q->s, n), w->actor);
    if (!carcQ_visit_sides(q, &t, w->consider, w)) return false;
  }
  return !is_proposed(&q->this) || find_sides_of_proposed(w, &q->this);
}

static bool find_filter (selector_search *w) {
  (void)w;
  return true;
}

bool carcQ_visit_candidates (selector_search *w) {
  static bool (*const ways[ITEM_KIND_COUNT])(selector_search *) = {
      [ITEM_PLAYERS] = find_players,   [ITEM_TILES] = find_tiles,       [ITEM_CELLS] = find_cells,
      [ITEM_SEGMENTS] = find_segments, [ITEM_FEATURES] = find_features, [ITEM_PIECES] = find_pieces,
      [ITEM_TOKENS] = find_tokens,     [ITEM_CORNERS] = find_corners,   [ITEM_AXES] = find_axes,
      [ITEM_ENDS] = find_ends,         [ITEM_SIDES] = find_sides,       [ITEM_FILTER] = find_filter};
  if ((w->f->given & GIVES_can_place) != 0)
    return carcQ_visit_cells_for_type(w->q, w->f->can_place, w->actor, w->consider, w);
  if (w->f->can_deploy.what != DEPLOYS_NOTHING) w->in_hand = carcQ_pieces_in_supply(w->q, w->f, w->actor);
  if (w->f->can_deploy.what != DEPLOYS_NOTHING && w->in_hand == 0) return true;
  w->sure = is_matched_already(w);
  return ways[w->f->finds](w);
}
