/*
** feature_eval.c: estimates the chances of roads, cities, monasteries and fields.
*/
#include <string.h>
#include "search/feature_eval.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/state.h"
#include "effect/hooks.h"
#include "effect/majority.h"
#include "score/point_rows.h"
#include "score/worth.h"
#include "search/tile_fit.h"

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Estimate of a feature that touches no empty cell. */
static const feature_estimate unmet = {0, 1, 0, 0, 0};

static const feature_estimate *estimate_of (const carc_search *x, int feature_id) {
  const feature_estimate *o = &x->estimates[feature_id];
  return o->look == x->look ? o : &unmet;
}

/*
** Adds the effect of an empty cell to a road or city. If the feature touches the cell on two sides,
** one tile serves both, so the cell counts once.
*/
static void meet_cell (const carc_search *x, int feature_id, int cell, float ends, float filled) {
  feature_estimate *o = &x->estimates[feature_id];
  if (o->look != x->look) {
    *o = unmet;
    o->look = x->look;
  }
  if (o->last_cell == cell + 1) return;
  o->last_cell = (uint16_t)(cell + 1);
  o->cells++;
  o->ends *= ends;
  o->grows += filled;
}

static void evaluate_cells (carc_search *x, const carc_state *s) {
  const carc_definition *d = x->d;
  const uint16_t *lie = const_lie_of(d, s), *first = const_first_segment_of(d, s),
                 *ids = const_feature_ids_of(d, s);
  for (int cell = 0; cell < s->n_cells; cell++) {
    uint64_t near = const_near_of(d, s)[cell];
    const cell_kind *kind = kind_of_cell(x, s, cell);
    for (unsigned left = kind->met; left != 0; left &= left - 1) {
      int side = lowest_bit(left), tile = neighbour_in(near, side), back = (side + 2) % SIDES;
      int segment = d->lying[lie[tile]].port[3 * back + 1];
      meet_cell(x, ids[first[tile] + segment], cell, kind->ends[side], kind->filled);
    }
  }
}

/* ---- Roads and cities ------------------------------------------------------------------------ */

/* Reduces the chance if several cells must be filled, because a player fills one cell at a time. */
static double of_several (const carc_search *x, const feature_estimate *o) {
  double chance = (double)o->ends;
  for (int i = 1; i < o->cells; i++) chance *= x->weight[CARC_WEIGHT_CELLS];
  return chance;
}

/* The chance that a road or city is completed. */
static double completes (const carc_search *x, const carc_state *s, int feature_id) {
  const feature_estimate *o = estimate_of(x, feature_id);
  int open = open_of(&const_features_of(x->d, s)[feature_id]);
  return open == 0 ? 1 : o->cells == 0 || open >= NEVER_CLOSED ? 0 : of_several(x, o);
}

/*
** The points that rows of scripts add to a feature when it is completed, or at the end if it stays
** incomplete.
*/
NOINLINE static int row_points (carc_search *x, const carc_state *s, int tile, int segment, int kind,
                                bool complete) {
  score_items items = {.n = 0, .total = 0};
  counted_feature of = {.tile = tile,
                        .segment = segment,
                        .feature_id = feature_at(x->d, s, tile, segment),
                        .kind = kind,
                        .complete = complete,
                        .final = !complete};
  carcS_count_point_rows(x->d, s, &x->reading, &of, 1, &items);
  return items.total;
}

carc_state *carcX_copy_for_scripts (carc_search *x, const carc_state *s) {
  if (x->ended_look != x->look) carc_state_clone(x->d, x->ended, s);
  x->ended_look = x->look;
  return x->ended;
}

/*
** By how much functions of scripts change the points of a feature, when it is completed or at the
** end.
*/
NOINLINE static int ask_points (carc_search *x, const carc_state *s, int tile, int segment, int kind,
                                bool complete, double points) {
  carc_error err = {0};
  int feature_id = feature_at(x->d, s, tile, segment);
  carc_call c = begin_call(x->d, carcX_copy_for_scripts(x, s), &err);
  c.answers = x->answers;
  carc_scoring what = {.tile = tile,
                       .segment = segment,
                       .kind = (carc_kind)kind,
                       .complete = complete,
                       .final = !complete,
                       .points = (int)(points + 0.5),
                       .players = majority_in(&c, tile, segment, feature_id)};
  int result = what.points;
  bool fine = !c.failed && carcE_ask_points(&c, &what, &result);
  count_work(x, &c);
  return fine ? result - what.points : 0;
}

/* How functions of scripts are expected to change the points of a feature. */
static double expect_change (carc_search *x, const carc_state *s, int tile, int segment, int kind,
                             const expectation *p) {
  double sum = 0, complete = p->completes;
  if (complete > 0) sum += complete * ask_points(x, s, tile, segment, kind, true, p->whole);
  if (complete < 1)
    sum += x->finishes * (1 - complete) * ask_points(x, s, tile, segment, kind, false, p->rest);
  return sum;
}

/* Expected points of a feature, including rows of scripts. */
static double with_rows (carc_search *x, const carc_state *s, int tile, int segment, int kind,
                         double complete, double points) {
  if (LIKELY(x->d->n_points_rows == 0)) return points;
  if (complete > 0) points += complete * row_points(x, s, tile, segment, kind, true);
  if (complete < 1) points += x->finishes * (1 - complete) * row_points(x, s, tile, segment, kind, false);
  return points;
}

static expectation expect_line (const carc_search *x, const carc_state *s, int feature_id, int kind) {
  const feature_totals *r = &const_features_of(x->d, s)[feature_id];
  const feature_estimate *o = estimate_of(x, feature_id);
  double chance = completes(x, s, feature_id);
  double now = tiles_of(r) + (kind == CARC_KIND_CITY ? pennants_of(r) : 0);
  double here = now * carcS_current_tile_value(x->d, s, feature_id, kind);
  if (open_of(r) == 0) return (expectation){1, here, 0, here, 0};
  int tiles = tiles_of(r) + o->cells; /* at least one tile for each cell */
  double whole = carcS_tile_value(x->d, s, feature_id, kind, true, tiles) *
                 (now + o->cells * x->weight[CARC_WEIGHT_CLOSING]);
  double rest = carcS_tile_value(x->d, s, feature_id, kind, false, tiles) *
                (now + (double)o->grows * x->weight[CARC_WEIGHT_GROWING]);
  return (expectation){chance, chance * whole + (1 - chance) * rest, 0, whole, rest};
}

/*
** Estimates a monastery or a spot that scores as one. Each empty cell around it may be filled
** before the end.
*/
static expectation expect_surrounded (const carc_search *x, const carc_state *s, int feature_id, int kind) {
  const feature_totals *r = &const_features_of(x->d, s)[feature_id];
  int open = open_of(r), each = carcS_current_tile_value(x->d, s, feature_id, kind);
  if (each == 0) return (expectation){0};
  double now = tiles_of(r) * each;
  if (open >= NEVER_CLOSED) return (expectation){0, now, 0, now, now};
  double one = x->to_come / (x->to_come + x->weight[CARC_WEIGHT_AROUND]), all = 1;
  for (int i = 0; i < open; i++) all *= one;
  double points = (tiles_of(r) + open * one) * each, whole = (tiles_of(r) + open) * each;
  return (expectation){all, points, 0, whole, all < 1 ? (points - all * whole) / (1 - all) : 0};
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/*
** Gives numbers to the occupied fields, and to the fields of the last tile, on which a piece may be
** put.
*/
static void number_field (carc_search *x, int feature_id) {
  if (x->field_number[feature_id] != NO_FIELD || x->n_fields == MAX_OCCUPIED_FIELDS) return;
  x->field_number[feature_id] = (uint8_t)x->n_fields++;
}

static void number_fields (carc_search *x, const carc_state *s) {
  const carc_definition *d = x->d;
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = const_pieces_of(d, s)[i];
    if (type_of(d, s, piece_tile(f))->kind[piece_segment(f)] == CARC_KIND_FIELD)
      number_field(x, feature_at(d, s, piece_tile(f), piece_segment(f)));
  }
  if (s->n_tiles == 0) return;
  const tile_type *last = type_of(d, s, s->n_tiles - 1);
  for (unsigned left = last->of_kind[CARC_KIND_FIELD]; left != 0; left &= left - 1)
    number_field(x, feature_at(d, s, s->n_tiles - 1, lowest_bit(left)));
}

/* Adds a city that borders a field, unless it was added before. */
static void add_city (carc_search *x, const carc_state *s, int city, int field) {
  const carc_definition *d = x->d;
  city_multipliers times = d->weighs_cities ? carcS_city_multiplier(d, s, city) : (city_multipliers){1, 1};
  double chance = completes(x, s, city);
  x->field_points[field] += chance * times.field * d->rule[CARC_RULE_FIELD_CITY_POINTS];
  x->pig_points[field] += chance * times.pig * d->rule[CARC_RULE_PIG_BONUS];
}

/* Lists the pairs of a field and a city on each tile; returns the number of pairs. */
static uint32_t list_pairs (pair_list *list, const carc_definition *d, const carc_state *s) {
  const uint16_t *first = const_first_segment_of(d, s), *lie = const_lie_of(d, s);
  int tile = 0, same = list->n_tiles < s->n_tiles ? list->n_tiles : s->n_tiles;
  while (tile < same && list->lie[tile] == lie[tile]) tile++;
  uint32_t n = tile > 0 ? list->until[tile - 1] : 0;
  for (; tile < s->n_tiles; tile++) {
    const tile_type *t = type_of(d, s, tile);
    for (int i = 0; i < t->pairs; i++)
      list->pair[n++] =
          (bordering_pair){(uint16_t)(first[tile] + t->pair[i][0]), (uint16_t)(first[tile] + t->pair[i][1])};
    list->lie[tile] = lie[tile];
    list->until[tile] = n;
  }
  list->n_tiles = s->n_tiles;
  return n;
}

static void evaluate_fields (carc_search *x, const carc_state *s) {
  const uint16_t *ids = const_feature_ids_of(x->d, s);
  const bordering_pair *pair = x->pairs.pair;
  for (int i = 0; i < x->n_fields; i++) x->field_points[i] = x->pig_points[i] = 0;
  for (uint32_t left = list_pairs(&x->pairs, x->d, s); left > 0; left--, pair++) {
    int field = x->field_number[ids[pair->field]], city = ids[pair->city];
    if (field == NO_FIELD || (x->bordering[city] >> field & 1) != 0) continue;
    x->bordering[city] |= 1u << field;
    add_city(x, s, city, field);
  }
}

/*
** Estimates a field. A field that is still open will border more cities, and other players may take
** part in it.
*/
static expectation expect_field (const carc_search *x, const carc_state *s, int feature_id) {
  int number = x->field_number[feature_id], open = open_of(&const_features_of(x->d, s)[feature_id]);
  if (number == NO_FIELD) return (expectation){0};
  double room = open / (open + 8.0), later = x->to_come * room * x->weight[CARC_WEIGHT_FIELD_GROWS] / 100;
  double stays = 1 - x->weight[CARC_WEIGHT_FIELD_LOST] * x->to_come / (x->to_come + 60.0);
  double points = x->field_points[number] * stays + later;
  return (expectation){0, points, x->pig_points[number] * stays + later / 4, points, points};
}

/* ---- All kinds ------------------------------------------------------------------------------- */

void carcX_evaluate_features (carc_search *x, const carc_state *s) {
  size_t n = x->d->at.n_features;
  x->look++;
  memset(x->field_number, NO_FIELD, n);
  memset(x->bordering, 0, n * sizeof *x->bordering);
  x->n_fields = 0;
  evaluate_cells(x, s);
  number_fields(x, s);
  if (x->n_fields > 0) evaluate_fields(x, s);
}

expectation carcX_feature_expectation (carc_search *x, const carc_state *s, int tile, int segment) {
  int feature_id = feature_at(x->d, s, tile, segment), kind = type_of(x->d, s, tile)->kind[segment];
  expectation p = kind == CARC_KIND_FIELD                            ? expect_field(x, s, feature_id)
                  : kind == CARC_KIND_ROAD || kind == CARC_KIND_CITY ? expect_line(x, s, feature_id, kind)
                  : kind == CARC_KIND_RIVER                          ? (expectation){0}
                                            : expect_surrounded(x, s, feature_id, kind);
  if (UNLIKELY(x->finishes < 1)) {
    p.points -= (1 - x->finishes) * (1 - p.completes) * p.rest;
    p.pig *= x->finishes;
  }
  if (UNLIKELY(x->sees_points && x->looks_closely)) p.points += expect_change(x, s, tile, segment, kind, &p);
  p.points = with_rows(x, s, tile, segment, kind, p.completes, p.points);
  return p;
}

double carcX_expected_parts (const carc_search *x, const carc_state *s, int feature_id) {
  const feature_estimate *o = estimate_of(x, feature_id);
  double turns = (double)x->to_come / x->d->players;
  if (open_of(&const_features_of(x->d, s)[feature_id]) == 0) return 0;
  double parts = (double)o->grows * x->weight[CARC_WEIGHT_BUILDER_CELL];
  double most = x->weight[CARC_WEIGHT_BUILDER_MOST];
  parts = parts < most ? parts : most;
  return parts < turns ? parts : turns;
}
