/*
** majority.c: decides majorities that rows or scripts affect.
**
** A filter of a row, or a hook, may itself ask for a majority. It then receives the majority
** without its own effect: a filter of a row receives the majority by the power of pieces alone, and
** a hook the majority after the rows.
*/
#include "effect/majority.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"
#include "query/multiplier.h"
#include "query/query.h"
#include "effect/hooks.h"

/* ---- Power of pieces ------------------------------------------------------------------------- */

/*
** A query for rows about majorities. Majorities inside this query depend only on the pieces' own
** power.
*/
static query ask_within (const carc_definition *d, const carc_state *s, carc_call *c, item_list *lists) {
  query q = carcQ_new_query(d, s, d->pool, lists);
  q.call = c;
  q.final = c->final;
  return q;
}

/* The power that the rows add for one piece in the feature. */
static int count_more (query *q, const carc_contest *contest, const carc_piece *piece) {
  int more = 0;
  query_item t = carcQ_piece_item(piece);
  t.kind = (int8_t)contest->kind;
  t.complete = contest->complete;
  carcQ_set_this(q, &t);
  for (int i = 0; i < q->d->n_power_rows; i++) {
    const point_row *row = &q->d->power_row[i];
    if (carcQ_passes(q, row->of, &t)) more += row->add * carcQ_count_multiplier(q, row, &t, 0, NO_FEATURE);
    carcQ_set_this(q, &t);
  }
  return more;
}

NOINLINE static void add_rows (const carc_definition *d, const carc_state *s, carc_call *c,
                               carc_contest *contest) {
  item_list lists[MAX_ITEM_LISTS];
  query q = ask_within(d, s, c, lists);
  int feature_id = feature_at(d, s, contest->tile, contest->segment);
  for (int i = 0; i < s->n_pieces; i++) {
    carc_piece piece = carc_state_piece(d, s, i);
    if (feature_at(d, s, piece.tile, piece.segment) == feature_id)
      contest->power[piece.player] += count_more(&q, contest, &piece);
  }
}

carc_contest carcE_find_contest (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                                 int segment) {
  int feature_id = feature_at(d, s, tile, segment), kind = type_of(d, s, tile)->kind[segment];
  const feature_totals *r = &const_features_of(d, s)[feature_id];
  carc_contest contest = {.tile = tile,
                          .segment = segment,
                          .kind = (carc_kind)kind,
                          .complete = is_complete(r, kind),
                          .there = followers_of(r)};
  power_list powers = carcB_feature_powers(d, s, feature_id);
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) contest.power[p] = powers.of[p];
  if (d->n_power_rows > 0) add_rows(d, s, c, &contest);
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) {
    if (contest.power[p] < 0) contest.power[p] = 0;
    if (contest.power[p] > 0) contest.there |= 1u << p;
  }
  return contest;
}

/* ---- The most power -------------------------------------------------------------------------- */

/* The power of a player's side. A side is all players whose followers count together. */
static int power_of_side (const carc_definition *d, const carc_contest *contest, int player) {
  int sum = 0;
  for (unsigned left = d->side[player]; left != 0; left &= left - 1) sum += contest->power[lowest_bit(left)];
  return sum;
}

/* All players of those sides that have the most power. */
static unsigned find_most (const carc_definition *d, const carc_contest *contest) {
  int most = 1;
  unsigned who = 0;
  for (int p = 0; p < d->players; p++) {
    int power = power_of_side(d, contest, p);
    if (power < most) continue;
    if (power > most) who = 0;
    most = power;
    who |= 1u << p;
  }
  return who;
}

/* Of each side, keeps only the player with the most power, because a side scores once. */
static unsigned one_of_each (const carc_definition *d, const carc_contest *contest, unsigned who) {
  unsigned one = 0;
  for (unsigned left = who; left != 0; left &= ~(unsigned)d->side[lowest_bit(left)]) {
    unsigned side = d->side[lowest_bit(left)], best = 0;
    for (int p = 0, most = 0; p < d->players; p++)
      if ((side >> p & 1) && (best == 0 || contest->power[p] > most)) {
        most = contest->power[p];
        best = 1u << p;
      }
    one |= best;
  }
  return one;
}

static query_item feature_of (const carc_state *s, const carc_contest *contest) {
  query_item t = feature_item(s, contest->tile, contest->segment);
  t.kind = (int8_t)contest->kind;
  t.complete = contest->complete;
  return t;
}

/* The players who match a filter, and all players of their sides. */
static unsigned pick (query *q, int filter, unsigned players) {
  unsigned picked = 0;
  for (; players != 0; players &= players - 1) {
    query_item t = no_item(ITEM_PLAYERS);
    t.player = (int8_t)lowest_bit(players);
    if (carcQ_passes(q, filter, &t)) picked |= q->d->side[t.player];
  }
  return picked;
}

NOINLINE static unsigned break_ties (const carc_definition *d, const carc_state *s, carc_call *c,
                                     const carc_contest *contest, unsigned who) {
  item_list lists[MAX_ITEM_LISTS];
  query q = ask_within(d, s, c, lists);
  query_item feature = feature_of(s, contest);
  q.this = feature;
  for (int i = 0; i < d->n_tie_rows && who != 0; i++) {
    unsigned left = carcQ_passes(&q, d->tie_row[i].of, &feature) ? pick(&q, d->tie_row[i].prefer, who) : 0;
    if (left != 0) who = left;
  }
  return who;
}

unsigned carcE_decide_contest (const carc_definition *d, const carc_state *s, carc_call *c,
                               const carc_contest *contest) {
  unsigned who = find_most(d, contest);
  if (d->n_tie_rows > 0) who = break_ties(d, s, c, contest, who);
  who = one_of_each(d, contest, who);
  if (d->hooks.majority != NULL && !c->reading && !c->deciding && contest->there != 0)
    carcE_ask_majority(c, contest, &who);
  return who;
}

unsigned carcE_find_majority (const carc_definition *d, const carc_state *s, carc_call *c, int tile,
                              int segment) {
  if (LIKELY(!d->odd_majorities)) return carcB_feature_majority(d, s, feature_at(d, s, tile, segment));
  carc_contest contest = carcE_find_contest(d, s, c, tile, segment);
  return carcE_decide_contest(d, s, c, &contest);
}

unsigned carc_call_majority (carc_call *c, int tile, int segment) {
  return carcE_find_majority(c->d, c->s, c, tile, segment);
}
