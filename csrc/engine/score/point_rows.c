/*
** point_rows.c: counting rows of points, of bonuses and of steps of the final scoring.
*/
#include "score/point_rows.h"
#include "carcassonne.h"
#include "base/port.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/board.h"
#include "table/feature.h"
#include "table/pieces.h"
#include "table/state.h"
#include "script/select.h"

static int within_bounds (int64_t n) {
  return n > MOST_COUNTED ? MOST_COUNTED : n < -MOST_COUNTED ? -MOST_COUNTED : (int)n;
}

/* ---- How often --------------------------------------------------------------------------------------------- */

/* The feature as a thing, with what is told of its scoring. */
static thing thing_of (const carc_state *s, const counted *of) {
  thing t = feature_thing(s, of->tile, of->segment);
  t.kind = (int8_t)of->kind;
  t.complete = of->complete;
  t.final = of->final;
  return t;
}

/* Counts what is found; of cities only the one that is counted, if there is one. */
typedef struct tally {
  const query *q;
  int only_city, n;
} tally;

static bool tally_one (void *ud, const thing *t) {
  tally *w = ud;
  bool other = w->only_city != NO_FEATURE && t->is == THINGS_FEATURES &&
               carc_feature_of_thing(w->q, t) != w->only_city &&
               type_of(w->q->d, w->q->s, t->tile)->kind[t->segment] == CARC_CITY;
  w->n += !other;
  return w->n < MOST_COUNTED;
}

/* What the selector of a row finds; unless it says otherwise, of what the thing has. */
static int count_found (query *q, const point_row *row, int only_city) {
  tally w = {q, only_city, 0};
  if (row->own)
    carc_find_in(q, row->number, &q->this, tally_one, &w);
  else
    carc_find(q, row->number, tally_one, &w);
  return w.n;
}

static int count_tiles (const query *q, const thing *t) {
  int id = carc_feature_of_thing(q, t), kind = type_of(q->d, q->s, t->tile)->kind[t->segment];
  return kind == CARC_FIELD ? carc_count_tiles(q->d, q->s, id) : tiles_of(&const_records_of(q->d, q->s)[id]);
}

static int count_attribute (const query *q, const thing *t, int attribute) {
  if (t->is == THINGS_PIECES) return carc_times_borne(q->d, q->s, t->tile, t->segment, attribute);
  return carc_count_attribute(q->d, q->s, carc_feature_of_thing(q, t), attribute);
}

/* How often a row counts for a thing that passes; `of` tells what else is known of its feature, or is NULL. */
static int count_times (query *q, const point_row *row, const thing *t, const counted *of) {
  bool any, placed = t->tile >= 0 && t->segment >= 0;
  if (row->per == PER_ONCE) return 1;
  if (row->per == PER_SLOT) return within_bounds(carc_slot_of_thing(q, row->number, t, &any));
  if (row->per == PER_FOUND) {
    carc_ask_about(q, t);
    return count_found(q, row, of != NULL ? of->city : NO_FEATURE);
  }
  if (!placed) return 0;
  switch (row->per) {
    case PER_TILES: return count_tiles(q, t);
    case PER_PENNANTS: return pennants_of(&const_records_of(q->d, q->s)[carc_feature_of_thing(q, t)]);
    case PER_CITIES: return of != NULL ? of->cities : 0;
    case PER_PIECES: return carc_count_pieces(q->d, q->s, carc_feature_of_thing(q, t), -1);
    default: return count_attribute(q, t, row->number);
  }
}

/* ---- Rows of points ------------------------------------------------------------------------------------------- */

static int times_of_row (const carc_definition *d, const carc_state *s, const point_row *row,
                         const counted *of) {
  listed lists[LISTS];
  query q = carc_query(d, s, d->pool, lists);
  q.this = thing_of(s, of);
  q.final = of->final;
  thing t = q.this;
  return carc_passes(&q, row->of, &t) ? count_times(&q, row, &t, of) : 0;
}

/* Half of a number, rounded to the lower one. */
static int lower_half (int n) { return n >= 0 ? n / 2 : -((1 - n) / 2); }

/* What a row makes of the points so far, where it holds. */
static carc_item item_of_row (const point_row *row, int number, int times, int total) {
  switch (row->effect) {
    case EFFECT_ADD: return (carc_item){CARC_ITEM_ROW, times, row->add, number};
    case EFFECT_ZERO: return (carc_item){CARC_ITEM_ZEROED, 1, -total, number};
    case EFFECT_HALVE_UP: return (carc_item){CARC_ITEM_HALVED, 1, lower_half(total + 1) - total, number};
    default: return (carc_item){CARC_ITEM_HALVED, 1, lower_half(total) - total, number};
  }
}

void carc_count_rows (const carc_definition *d, const carc_state *s, const counted *of, int n,
                      score_items *b) {
  for (int i = 0; i < d->n_points_rows; i++) {
    int times = 0;
    for (int k = 0; k < n; k++) {
      int one = times_of_row(d, s, &d->points_row[i], &of[k]);
      if (times == 0 || one > times) times = one;
    }
    if (times == 0) continue;
    carc_item item = item_of_row(&d->points_row[i], i, times, b->total);
    if (item.each == 0) continue;
    b->items[b->n++] = item;
    b->total += item.count * item.each;
  }
}

/* ---- Rows for what is found ------------------------------------------------------------------------------------ */

/* Adding up what each player gets by a row. */
typedef struct paying {
  query *q;
  const point_row *row;
  const counted *of;
  int *points;
} paying;

static bool pay_one (void *ud, const thing *t) {
  paying *w = ud;
  listed lists[LISTS];
  query q = *w->q; /* that of the search goes on */
  q.lists = lists;
  int times = count_times(&q, w->row, t, w->of), *sum = &w->points[t->player];
  if (!w->row->once)
    *sum += times;
  else if (*sum == 0 || times > *sum)
    *sum = times;
  return true;
}

void carc_count_bonus (const carc_definition *d, const carc_state *s, const point_row *row, const counted *of,
                       int points[CARC_MAX_PLAYERS]) {
  listed lists[LISTS];
  query q = carc_query(d, s, d->pool, lists);
  paying w = {&q, row, of, points};
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] = 0;
  for (int i = 0; i < s->n_pieces; i++) {
    carc_piece piece = carc_state_piece(d, s, i);
    if (feature_at(d, s, piece.tile, piece.segment) != of->feature_id) continue;
    thing t = carc_piece_thing(&piece);
    t.kind = (int8_t)of->kind;
    t.complete = of->complete;
    t.final = of->final;
    carc_ask_about(&q, &t);
    if (carc_passes(&q, row->of, &t)) pay_one(&w, &t);
  }
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] *= row->add;
}

void carc_count_found (const carc_definition *d, const carc_state *s, const point_row *row,
                       int points[CARC_MAX_PLAYERS]) {
  listed lists[LISTS];
  query q = carc_query(d, s, d->pool, lists);
  paying w = {&q, row, NULL, points};
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] = 0;
  q.final = true;
  carc_find(&q, row->of, pay_one, &w);
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] *= row->add;
}
