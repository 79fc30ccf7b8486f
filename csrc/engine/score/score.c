/* score.c: scores roads, cities and monasteries when they are completed. */
#include <string.h>
#include "score/score.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"
#include "query/query.h"
#include "effect/event.h"
#include "effect/majority.h"
#include "effect/verbs.h"
#include "score/pay.h"
#include "score/point_rows.h"
#include "score/worth.h"

NOINLINE static void count_feature_rows (carc_call *c, const carc_scoring *what, int feature_id,
                                         score_items *b) {
  counted_feature of = counted_in(what, feature_id);
  carcS_count_point_rows(c->d, c->s, c, &of, 1, b);
}

/* Scores a road, city or monastery as it is now. */
bool carcS_score_feature (carc_call *c, int tile, int segment) {
  int kind = type_of(c->d, c->s, tile)->kind[segment];
  int feature_id = feature_at(c->d, c->s, tile, segment);
  const feature_totals *r = &const_features_of(c->d, c->s)[feature_id];
  int each = carcS_current_tile_value(c->d, c->s, feature_id, kind);
  carc_scoring what = {.tile = tile,
                       .segment = segment,
                       .kind = (carc_kind)kind,
                       .complete = is_complete(r, kind),
                       .final = c->final,
                       .players = majority_in(c, tile, segment, feature_id)};
  if (UNLIKELY(c->failed)) return false;
  score_items b;
  b.n = b.total = 0;
  add_item(&b, CARC_SCORE_ITEM_TILES, tiles_of(r), each);
  if (kind == CARC_KIND_CITY) add_item(&b, CARC_SCORE_ITEM_PENNANTS, pennants_of(r), each);
  if (UNLIKELY(c->d->n_points_rows > 0)) count_feature_rows(c, &what, feature_id, &b);
  if (listening(c) && what.complete) {
    carc_event e = carcE_new_segment_event(c, CARC_EVENT_COMPLETED, c->s->turn, tile, segment);
    e.points = b.total;
    carcE_emit(c, &e);
  }
  if (!carcS_settle_score(c, &what, &b)) return false;
  if (UNLIKELY(c->d->scores_empty) && has_bonuses(c->d) && !carcS_pay_bonuses(c, &what)) return false;
  return carcS_finish_scoring(c, &what);
}

NOINLINE bool carcS_is_unscored (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                                 int segment) {
  item_list lists[MAX_ITEM_LISTS];
  query_item t = feature_item(s, tile, segment);
  t.final = c->final;
  query q = carcQ_new_query_about(d, s, d->pool, lists, t);
  q.majority = majorities_of(d);
  q.call = c;
  q.final = t.final;
  for (int i = 0; i < d->n_unscored; i++)
    if (carcQ_passes(&q, d->unscored[i], &t)) return true;
  return c->failed;
}

/* ---- Completion ------------------------------------------------------------------------------ */

/* Number of pieces in the feature that were there before the tile was placed. */
NOINLINE static int count_settled (const carc_call *c, int feature_id) {
  int n = 0;
  for (int i = 0; i < c->s->settled; i++) {
    uint32_t f = const_pieces_of(c->d, c->s)[i];
    n += feature_at(c->d, c->s, piece_tile(f), piece_segment(f)) == feature_id;
  }
  return n;
}

/* Returns all pieces in the feature to their players. Returns false if a script failed. */
static bool send_all_home (carc_call *c, int feature_id) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  uint32_t *pieces = pieces_of(d, s), gone[CARC_MAX_STANDING];
  int kept = 0, n = 0;
  if (UNLIKELY(s->settled > 0)) s->settled = (uint16_t)(s->settled - count_settled(c, feature_id));
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = pieces[i];
    if (feature_at(d, s, piece_tile(f), piece_segment(f)) != feature_id)
      pieces[kept++] = f;
    else
      gone[n++] = f;
  }
  s->n_pieces = (uint16_t)kept;
  features_of(d, s)[feature_id].who = 0;
  for (int i = 0; i < n; i++) supply_of_player(d, s, piece_player(gone[i]))[piece_kind(gone[i])]++;
  for (int i = 0; i < n; i++)
    if (!carcE_emit_piece_left(c, gone[i], CARC_EVENT_RETURNED, CARC_LEAVING_SCORED)) return false;
  return true;
}

static uint8_t add_capped (int a, int b) { return (uint8_t)(a + b < 255 ? a + b : 255); }

/*
** Limits the goods of a city to the tokens left in the supply. The supply can have fewer tokens
** than the city has goods, because scripts may give goods, or open a scored city again.
*/
static int goods_to_take (const carc_call *c, const feature_totals *r, int good) {
  int n = goods_of(r, good);
  if (LIKELY(!c->d->joins_features)) return n;
  int left = carcE_count_goods_left(c, good);
  return n < left ? n : left;
}

/*
** Gives the goods of a city to the player who has completed it, even if the player has no piece
** there.
*/
static void take_goods (carc_call *c, const feature_totals *r) {
  if (!c->d->goods || r->what >> GOODS_AT == 0) return;
  uint8_t *have = c->s->goods[c->s->turn];
  carc_event e = carcE_new_event(c, CARC_EVENT_GOODS, c->s->turn);
  for (int g = 0; g < CARC_GOOD_COUNT; g++) {
    e.goods[g] = goods_to_take(c, r, g);
    have[g] = add_capped(have[g], e.goods[g]);
  }
  if (listening(c)) carcE_emit(c, &e);
}

static bool score_complete (carc_call *c, int tile, int segment) {
  int feature_id = feature_at(c->d, c->s, tile, segment), kind = type_of(c->d, c->s, tile)->kind[segment];
  const feature_totals *r = &const_features_of(c->d, c->s)[feature_id];
  if (UNLIKELY(open_of(r) > 0)) return true; /* meanwhile a script has opened it */
  if (UNLIKELY(c->d->n_unscored > 0) && carcS_is_unscored(c->d, c->s, c, tile, segment)) return !c->failed;
  bool empty = r->who == 0;
  if ((!empty || c->d->scores_empty || listening(c)) && !carcS_score_feature(c, tile, segment)) return false;
  if (kind == CARC_KIND_CITY) take_goods(c, r);
  return empty || send_all_home(c, feature_id);
}

static bool score_monastery (carc_call *c, uint32_t monastery) {
  int tile = carcB_find_tile_at(c->d, c->s, (uint16_t)monastery), segment = 0;
  while (feature_at(c->d, c->s, tile, segment) != (int)(monastery >> 16)) segment++;
  return score_complete(c, tile, segment);
}

NOINLINE static bool score_monasteries (carc_call *c) {
  carc_state *s = c->s;
  uint32_t *monasteries = monasteries_of(c->d, s);
  int kept = 0, n = s->n_monasteries;
  bool fine = true;
  for (int i = 0; i < n; i++) {
    uint32_t m = monasteries[i];
    if (open_of(&const_features_of(c->d, s)[m >> 16]) > 0)
      monasteries[kept++] = m;
    else
      fine = fine && score_monastery(c, m);
  }
  s->n_monasteries = (uint16_t)kept;
  s->completed_monastery = 0;
  return fine;
}

/*
** Scores, once each, the features that something other than the last tile has completed. Omits
** features with segments of the last tile.
*/
NOINLINE static bool score_also (carc_call *c) {
  carc_state *s = c->s;
  int n = s->n_also, last = s->n_tiles - 1;
  uint16_t places[MAX_ALSO];
  memcpy(places, also_of(c->d, s), sizeof places);
  s->n_also = 0;
  for (int i = 0; i < n; i++) {
    int tile = site_tile(places[i]), segment = site_segment(places[i]);
    int feature_id = feature_at(c->d, s, tile, segment);
    bool again = open_of(&const_features_of(c->d, s)[feature_id]) > 0;
    for (int j = 0; j < i; j++)
      again |= feature_at(c->d, s, site_tile(places[j]), site_segment(places[j])) == feature_id;
    for (unsigned left = s->complete; left != 0; left &= left - 1)
      again |= feature_at(c->d, s, last, lowest_bit(left)) == feature_id;
    if (!again && !score_complete(c, tile, segment)) return false;
  }
  return true;
}

bool carcS_score_completed (carc_call *c) {
  int tile = c->s->n_tiles - 1;
  for (unsigned left = c->s->complete, i; left != 0; left &= left - 1) {
    i = (unsigned)lowest_bit(left);
    bool again = false; /* an earlier segment of the tile is in the same feature */
    for (unsigned j = 0; j < i; j++)
      again |= (c->s->complete >> j & 1) &&
               feature_at(c->d, c->s, tile, (int)j) == feature_at(c->d, c->s, tile, (int)i);
    if (!again && !score_complete(c, tile, (int)i)) return false;
  }
  if (UNLIKELY(c->s->n_also > 0) && !score_also(c)) return false;
  return !c->s->completed_monastery || score_monasteries(c);
}
