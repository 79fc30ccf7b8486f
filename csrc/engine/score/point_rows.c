/*
** point_rows.c: counting rows of points and of bonuses.
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

/* ---- The cells around a tile ------------------------------------------------------------------------------ */

static int number_of_pennants (const tile_type *t) {
  int n = 0;
  for (int i = 0; i < t->segments; i++) n += t->pennants[i];
  return n;
}

/* Pieces on a tile; of one kind, or -1 for any. */
static int pieces_on (const carc_definition *d, const carc_state *s, int tile, int piece) {
  const uint32_t *pieces = const_pieces_of(d, s);
  int n = 0;
  for (int i = 0; i < s->n_pieces; i++)
    n += piece_tile(pieces[i]) == tile && (piece < 0 || piece_kind(pieces[i]) == piece);
  return n;
}

static int attributes_on (const carc_definition *d, const carc_state *s, int tile, int attribute) {
  int n = 0;
  for (int i = 0; i < type_of(d, s, tile)->segments; i++) n += carc_times_borne(d, s, tile, i, attribute);
  return n;
}

/* What a row counts on one tile. */
static int things_on (const carc_definition *d, const carc_state *s, thing what, int tile) {
  const tile_type *t = type_of(d, s, tile);
  switch (what.is) {
    case THING_TILE: return 1;
    case THING_PENNANT: return number_of_pennants(t);
    case THING_PIECE: return pieces_on(d, s, tile, what.number);
    case THING_KIND: return count_bits(t->of_kind[what.number]);
    case THING_TILE_ATTRIBUTE: return t->tile_attributes >> what.number & 1;
    default: return attributes_on(d, s, tile, what.number);
  }
}

static int things_around (const carc_definition *d, const carc_state *s, thing what, int tile) {
  int near[MOST_NEAR], n = carc_find_near(d, s, const_tile_at_of(d, s)[tile], NEAR_AND_HERE, near), sum = 0;
  for (int i = 0; i < n; i++) sum += things_on(d, s, what, near[i]);
  return sum;
}

/* ---- A feature -------------------------------------------------------------------------------------------- */

static int within_bounds (int64_t n) {
  return n > MOST_COUNTED ? MOST_COUNTED : n < -MOST_COUNTED ? -MOST_COUNTED : (int)n;
}

/* The numbers in a slot for the feature, for its segments or for its tiles, together; `*any` says whether one is not 0. */
static int sum_of_slot (const carc_definition *d, const carc_state *s, int slot, int feature_id, bool *any) {
  const slot_row *row = &d->slot[slot];
  const int32_t *numbers = const_slots_of(d, s) + row->at;
  int64_t sum = 0;
  *any = row->scope == CARC_FEATURE && numbers[feature_id] != 0;
  if (row->scope == CARC_FEATURE) return within_bounds(numbers[feature_id]);
  for (int tile = 0, last = -1; tile < s->n_tiles; tile++)
    for (int i = 0; i < type_of(d, s, tile)->segments; i++) {
      if (feature_at(d, s, tile, i) != feature_id || (row->scope == CARC_CELL && tile == last)) continue;
      int32_t number = numbers[row->scope == CARC_CELL ? tile : carc_state_segment_index(d, s, tile, i)];
      *any = *any || number != 0;
      sum += number;
      last = tile;
    }
  return within_bounds(sum);
}

/* The cities around a field that have an attribute, complete or not; only the one that is counted, if there is one. */
static int cities_with (const carc_definition *d, const carc_state *s, const counted *of, int attribute) {
  int cities[MAX_CITIES], n = carc_state_field_cities(d, s, of->feature_id, false, cities, MAX_CITIES),
                          with = 0;
  for (int i = 0; i < n; i++)
    if (of->city == NO_FEATURE || cities[i] == of->city)
      with += carc_count_attribute(d, s, cities[i], attribute) > 0;
  return with;
}

/* What a condition says, and what is so. */
static bool agrees (int wanted, bool is) { return wanted < 0 || wanted == is; }

static bool is_about (const point_row *row, const counted *of) {
  return (row->kinds >> of->kind & 1) && agrees(row->complete, of->complete) && agrees(row->final, of->final);
}

/* What there is of what a row names; 0 attributes, 0 pieces or not `any` in its slot: it does not hold. */
typedef struct tally {
  int attributes, pieces, in_slot;
  bool any;
} tally;

static tally tally_feature (const carc_definition *d, const carc_state *s, const point_row *row,
                            int feature_id) {
  tally t = {1, 1, 0, true};
  if (row->attribute >= 0) t.attributes = carc_count_attribute(d, s, feature_id, row->attribute);
  if (row->piece >= 0) t.pieces = carc_count_pieces(d, s, feature_id, row->piece);
  if (row->slot >= 0) t.in_slot = sum_of_slot(d, s, row->slot, feature_id, &t.any);
  return t;
}

/* How often a row counts that is about a feature, `tile` being where it counts around; 0 where it does not hold. */
static int count_times (const carc_definition *d, const carc_state *s, const point_row *row,
                        const counted *of, const tally *t, int tile) {
  const record *r = &const_records_of(d, s)[of->feature_id];
  if (t->attributes == 0 || t->pieces == 0 || !t->any) return 0;
  switch (row->per) {
    case PER_ONCE: return 1;
    case PER_TILE: return of->kind == CARC_FIELD ? carc_count_tiles(d, s, of->feature_id) : tiles_of(r);
    case PER_PENNANT: return pennants_of(r);
    case PER_CITY: return row->city_attribute < 0 ? of->cities : cities_with(d, s, of, row->city_attribute);
    case PER_PIECE: return carc_count_pieces(d, s, of->feature_id, row->counted_piece);
    case PER_SLOT: return t->in_slot;
    case PER_THING_AROUND: return things_around(d, s, row->around, tile);
    default: return t->attributes;
  }
}

static int times_of_row (const carc_definition *d, const carc_state *s, const point_row *row,
                         const counted *of) {
  if (!is_about(row, of)) return 0;
  tally t = tally_feature(d, s, row, of->feature_id);
  return count_times(d, s, row, of, &t, of->tile);
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

/* ---- Bonuses ------------------------------------------------------------------------------------------------ */

/* What there is of what a row names where a piece stands. */
static tally tally_piece (const carc_definition *d, const carc_state *s, const point_row *row, int feature_id,
                          uint32_t f) {
  int tile = piece_tile(f), segment = piece_segment(f);
  const tile_type *type = type_of(d, s, tile);
  tally t = {1, 1, 0, true};
  if (row->attribute >= 0) t.attributes = carc_times_borne(d, s, tile, segment, row->attribute);
  if (row->tile_attribute >= 0) t.attributes = type->tile_attributes >> row->tile_attribute & 1;
  if (row->piece >= 0) t.pieces = piece_kind(f) == row->piece;
  if (row->slot >= 0) {
    const int key[] = {[CARC_CELL] = tile,
                       [CARC_FEATURE] = feature_id,
                       [CARC_SEGMENT] = carc_state_segment_index(d, s, tile, segment)};
    t.in_slot = within_bounds(carc_state_slot(d, s, row->slot, key[d->slot[row->slot].scope]));
    t.any = t.in_slot != 0;
  }
  return t;
}

void carc_count_bonus (const carc_definition *d, const carc_state *s, const point_row *row, const counted *of,
                       int points[CARC_MAX_PLAYERS]) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] = 0;
  if (!is_about(row, of)) return;
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = const_pieces_of(d, s)[i];
    if (feature_at(d, s, piece_tile(f), piece_segment(f)) != of->feature_id) continue;
    tally t = tally_piece(d, s, row, of->feature_id, f);
    int times = count_times(d, s, row, of, &t, piece_tile(f)), *sum = &points[piece_player(f)];
    if (!row->once)
      *sum += times;
    else if (*sum == 0 || times > *sum)
      *sum = times;
  }
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) points[p] *= row->add;
}
