/*
** point_rows.c: applies rows of points, of bonuses, and of steps of the final scoring.
*/
#include "score/point_rows.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"
#include "query/multiplier.h"
#include "query/query.h"
#include "effect/majority.h"

/* The feature as an item for queries, with the fields of its scoring. */
static query_item item_of (const carc_state *s, const counted_feature *of) {
  query_item t = feature_item(s, of->tile, of->segment);
  t.kind = (int8_t)of->kind;
  t.complete = of->complete;
  t.final = of->final;
  return t;
}

/* ---- Rows of points -------------------------------------------------------------------------- */

static int times_of_row (const carc_definition *d, const carc_state *s, carc_call *c, const point_row *row,
                         const counted_feature *of) {
  item_list lists[MAX_ITEM_LISTS];
  query q = carcQ_new_query_about(d, s, d->pool, lists, item_of(s, of));
  q.majority = majorities_of(d);
  q.call = c;
  q.final = of->final;
  query_item t = q.this;
  return carcQ_passes(&q, row->of, &t) ? carcQ_count_multiplier(&q, row, &t, of->cities, of->city) : 0;
}

/* Half of a number, rounded down. */
static int lower_half (int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); }

/* The score item of a row that applies, given the points so far. */
static carc_score_item item_of_row (const point_row *row, int number, int times, int total) {
  switch (row->effect) {
    case EFFECT_ADD: return (carc_score_item){CARC_SCORE_ITEM_ROW, times, row->add, number};
    case EFFECT_ZERO: return (carc_score_item){CARC_SCORE_ITEM_ZEROED, 1, -total, number};
    case EFFECT_HALVE_UP:
      return (carc_score_item){CARC_SCORE_ITEM_HALVED, 1, lower_half(total + 1) - total, number};
    default: return (carc_score_item){CARC_SCORE_ITEM_HALVED, 1, lower_half(total) - total, number};
  }
}

void carcS_count_point_rows (const carc_definition *d, const carc_state *s, carc_call *c,
                             const counted_feature *of, int n, score_items *b) {
  for (int i = 0; i < d->n_points_rows; i++) {
    int times = 0;
    for (int k = 0; k < n; k++) {
      int one = times_of_row(d, s, c, &d->points_row[i], &of[k]);
      if (times == 0 || one > times) times = one;
    }
    if (times == 0) continue;
    carc_score_item item = item_of_row(&d->points_row[i], i, times, b->total);
    if (item.each == 0) continue;
    b->items[b->n++] = item;
    b->total += item.count * item.each;
  }
}

/* ---- Rows for found items -------------------------------------------------------------------- */

/* Sums up what each player gets by a row. */
typedef struct row_payment {
  query *q;
  const point_row *row;
  int city; /* the only city that counts; with NO_FEATURE, all count */
  int *points;
} row_payment;

static bool pay_one (void *ud, const query_item *t) {
  row_payment *w = ud;
  item_list lists[MAX_ITEM_LISTS];
  query q = *w->q; /* a copy, because the search still uses the query */
  q.lists = lists;
  int times = carcQ_count_multiplier(&q, w->row, t, 0, w->city), *sum = &w->points[t->player];
  if (!w->row->once)
    *sum += times;
  else if (*sum == 0 || times > *sum)
    *sum = times;
  return true;
}

void carcS_count_bonus_row (carc_call *c, const point_row *row, const counted_feature *of,
                            int points[CARC_MAX_PLAYERS]) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  item_list lists[MAX_ITEM_LISTS];
  query q = carcQ_new_query(d, s, d->pool, lists);
  q.majority = c->majority;
  q.call = c;
  row_payment w = {&q, row, of->city, points};
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] = 0;
  for (int i = 0; i < s->n_pieces; i++) {
    carc_piece piece = carc_state_piece(d, s, i);
    if (feature_at(d, s, piece.tile, piece.segment) != of->feature_id) continue;
    query_item t = carcQ_piece_item(&piece);
    t.kind = (int8_t)of->kind;
    t.complete = of->complete;
    t.final = of->final;
    carcQ_set_this(&q, &t);
    if (carcQ_passes(&q, row->of, &t)) pay_one(&w, &t);
  }
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] *= row->add;
}

void carcS_count_step_row (carc_call *c, const point_row *row, int points[CARC_MAX_PLAYERS]) {
  item_list lists[MAX_ITEM_LISTS];
  query q = carcQ_new_query(c->d, c->s, c->d->pool, lists);
  q.majority = c->majority;
  q.call = c;
  row_payment w = {&q, row, NO_FEATURE, points};
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] = 0;
  q.final = true;
  carcQ_visit_found(&q, row->of, pay_one, &w);
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] *= row->add;
}
