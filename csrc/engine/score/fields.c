/*
** fields.c: scores fields at the end of the game, by each of the three farm rules (farm_scoring).
*/
#include <string.h>
#include "score/fields.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/pieces.h"
#include "board/state.h"
#include "effect/majority.h"
#include "score/pay.h"
#include "score/point_rows.h"
#include "score/worth.h"

/*
** The occupied fields, and for each field the complete cities that it borders, as bits by feature
** id of the city. Field 0 stands for all unoccupied fields; its bits are written but never read.
*/
enum {
  MAX_FEATURE_IDS = CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64,
  MAX_FIELDS = CARC_MAX_STANDING + 1,
  FEW_WORDS = 1024
};

typedef struct field {
  int tile, segment, feature_id; /* a segment of the field */
} field;

typedef struct farmland {
  int n, words; /* number of fields, including field 0; words of a row of cities */
  field fields[MAX_FIELDS];
  uint16_t number[MAX_FEATURE_IDS]; /* by feature id: index of the field */
  uint64_t *cities, few[FEW_WORDS]; /* `words` for each field, in `few` or allocated */
} farmland;

static uint64_t *cities_of (farmland *land, int field_number) {
  return land->cities + field_number * land->words;
}

static size_t size_of_cities (const farmland *land) {
  return (size_t)(land->n * land->words) * sizeof *land->cities;
}

static void list_fields (const carc_call *c, farmland *land) {
  const carc_state *s = c->s;
  memset(land->number, 0, c->d->at.n_features * sizeof *land->number);
  land->n = 1;
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = const_pieces_of(c->d, s)[i];
    int tile = piece_tile(f), segment = piece_segment(f), feature_id = feature_at(c->d, s, tile, segment);
    if (type_of(c->d, s, tile)->kind[segment] != CARC_KIND_FIELD || land->number[feature_id] != 0) continue;
    land->number[feature_id] = (uint16_t)land->n;
    land->fields[land->n++] = (field){tile, segment, feature_id};
  }
}

/*
** Finds the occupied fields and their cities. Most tiles have at most two pairs of a field and a
** city, so the first two pairs are processed without a test.
*/
static bool survey (carc_call *c, farmland *land) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  const feature_totals *features = const_features_of(d, s);
  list_fields(c, land);
  land->words = (int)(d->at.n_features + 63) / 64;
  land->cities = land->n * land->words <= FEW_WORDS ? land->few : carcM_alloc_memory(d, size_of_cities(land));
  if (land->cities == NULL) {
    fail_for_memory(c);
    return false;
  }
  memset(land->cities, 0, size_of_cities(land));
  for (int tile = 0; tile < s->n_tiles; tile++) {
    const tile_type *t = type_of(d, s, tile);
    const uint16_t *feature_ids = const_feature_ids_of(d, s) + const_first_segment_of(d, s)[tile];
    for (int i = 0; i < 2 || i < t->pairs; i++) {
      int at = land->number[feature_ids[t->pair[i][0]]], city = feature_ids[t->pair[i][1]];
      uint64_t complete = open_of(&features[city]) == 0;
      at &= 0 - (i < t->pairs); /* 0 if the pair does not exist */
      cities_of(land, at)[city / 64] |= complete << (city % 64);
    }
  }
  return true;
}

/* How many times a city counts, according to its attributes. */
static city_multipliers times_of_city (const carc_call *c, int city) {
  return carcS_city_multiplier(c->d, c->s, city);
}

/* Sums over cities: how many times they count for the field, and how many times more with a pig. */
typedef struct city_count {
  int field, pig;
} city_count;

static void count_word (const carc_call *c, city_count *n, uint64_t cities, int w) {
  if (LIKELY(!c->d->weighs_cities)) {
    n->field += count_bits(cities);
    n->pig = n->field;
    return;
  }
  for (; cities != 0; cities &= cities - 1) {
    city_multipliers times = times_of_city(c, 64 * w + lowest_bit(cities));
    n->field += times.field;
    n->pig += times.pig;
  }
}

static unsigned majority_of_field (carc_call *c, const field *f) {
  return majority_in(c, f->tile, f->segment, f->feature_id);
}

static const feature_totals *totals_of_field (const carc_call *c, const field *f) {
  return &const_features_of(c->d, c->s)[f->feature_id];
}

/* Adds the points of the cities, and the points of the pig. */
static void count_cities (const carc_call *c, score_items *b, int cities, int with_pig) {
  b->n = b->total = 0;
  add_item(b, CARC_SCORE_ITEM_CITIES, cities, c->d->rule[CARC_RULE_FIELD_CITY_POINTS]);
  add_item(b, CARC_SCORE_ITEM_PIG, with_pig, c->d->rule[CARC_RULE_PIG_BONUS]);
}

/*
** Pays one player for the field at `tile` and `segment`. Scripts receive even a field without
** points, but such a field has no event.
*/
static bool pay_farmer (carc_call *c, int player, int tile, int segment, score_items *b) {
  carc_scoring what = {
      .tile = tile, .segment = segment, .kind = CARC_KIND_FIELD, .final = true, .players = 1u << player};
  if (!carcS_ask_points(c, &what, b)) return false;
  if (b->n > 0 && !carcS_pay_score(c, &what, b, -1)) return false;
  return carcS_finish_scoring(c, &what);
}

static counted_feature field_with_cities (const field *f, int cities) {
  return (counted_feature){f->tile, f->segment, f->feature_id, CARC_KIND_FIELD,
                           false,   true,       cities,        NO_FEATURE};
}

NOINLINE static void count_field_rows (carc_call *c, const field *f, int cities, score_items *b) {
  counted_feature of = field_with_cities(f, cities);
  carcS_count_point_rows(c->d, c->s, c, &of, 1, b);
}

/* Pays one player who has the majority in a field, for this field alone. */
static bool pay_field (carc_call *c, int player, const field *f, city_count n, bool pig) {
  score_items b;
  count_cities(c, &b, n.field, pig ? n.pig : 0);
  if (UNLIKELY(c->d->n_points_rows > 0)) count_field_rows(c, f, n.pig, &b);
  return pay_farmer(c, player, f->tile, f->segment, &b);
}

/* Pays each player with the majority in the field. */
static bool pay_owners (carc_call *c, const field *f, city_count n) {
  unsigned owners = majority_of_field(c, f), pigs = pigs_of(totals_of_field(c, f));
  for (int p = 0; p < c->d->players; p++)
    if ((owners >> p & 1) && !pay_field(c, p, f, n, (pigs & c->d->side[p]) != 0)) return false;
  return true;
}

/* Scores each field by its own majority. Every complete city that the field borders counts. */
static bool score_per_field (carc_call *c, farmland *land) {
  for (int i = 1; i < land->n; i++) {
    const field *f = &land->fields[i];
    city_count n = {0, 0};
    for (int w = 0; w < land->words; w++) count_word(c, &n, cities_of(land, i)[w], w);
    if (!pay_owners(c, f, n)) return false;
  }
  return true;
}

/*
** Scores each field, but each player or team scores a city only once. If any of their fields beside
** the city has their pig, the city scores with the pig.
*/
static bool score_per_field_once (carc_call *c, farmland *land) {
  for (int p = 0; p < c->d->players; p++) {
    unsigned side = c->d->side[p];
    uint64_t *done = cities_of(land, 0);
    if (lowest_bit(side) != p) continue;
    memset(done, 0, (size_t)land->words * sizeof *done);
    for (int pass = 0; pass < 2; pass++) /* fields with the player's pig come first */
      for (int i = 1; i < land->n; i++) {
        const field *f = &land->fields[i];
        bool pig = (pigs_of(totals_of_field(c, f)) & side) != 0;
        unsigned owner = majority_of_field(c, f) & side;
        if (owner == 0 || pig == (pass == 1)) continue;
        city_count n = {0, 0};
        for (int w = 0; w < land->words; w++) {
          count_word(c, &n, cities_of(land, i)[w] & ~done[w], w);
          done[w] |= cities_of(land, i)[w];
        }
        if (!pay_field(c, lowest_bit(owner), f, n, pig)) return false;
      }
  }
  return true;
}

/* Finds a segment of the feature with this id. */
static void find_segment_of (const carc_call *c, int feature_id, int *tile, int *segment) {
  for (*tile = 0;; ++*tile)
    for (*segment = 0; *segment < type_of(c->d, c->s, *tile)->segments; ++*segment)
      if (feature_at(c->d, c->s, *tile, *segment) == feature_id) return;
}

static bool borders (farmland *land, int field_number, int city) {
  return cities_of(land, field_number)[city / 64] >> (city % 64) & 1;
}

/*
** Applies rows of points to a city. A row applies if its condition is true for a field that borders
** the city, and the player has the majority in that field.
*/
NOINLINE static void count_rows_around (carc_call *c, farmland *land, int city, int player, int times,
                                        score_items *b) {
  counted_feature of[MAX_FIELDS];
  int n = 0;
  for (int i = 1; i < land->n; i++)
    if (borders(land, i, city) && (majority_of_field(c, &land->fields[i]) & c->d->side[player]) != 0) {
      of[n] = field_with_cities(&land->fields[i], times);
      of[n++].city = city;
    }
  carcS_count_point_rows(c->d, c->s, c, of, n, b);
}

/*
** Returns the players with the most farmers in all fields around a city. Sets *with_pig to the
** players whose pig counts in one of these fields.
*/
static unsigned count_farmers (carc_call *c, farmland *land, int city, carc_contest *around,
                               unsigned *with_pig) {
  *with_pig = 0;
  for (int i = 1; i < land->n; i++) {
    const field *f = &land->fields[i];
    if (!borders(land, i, city)) continue;
    unsigned owners = majority_of_field(c, f), pigs = pigs_of(totals_of_field(c, f));
    for (int p = 0; p < c->d->players; p++)
      if ((owners & c->d->side[p]) != 0) *with_pig |= pigs & 1u << p;
    carc_contest one = carcE_find_contest(c->d, c->s, c, f->tile, f->segment);
    for (int p = 0; p < c->d->players; p++) around->power[p] += one.power[p];
    around->there |= one.there;
  }
  return carcE_decide_contest(c->d, c->s, c, around);
}

/*
** Scores a city for the players with the most farmers in all fields around it. A pig counts if its
** owner has the majority in the pig's field.
*/
static bool score_city_farmers (carc_call *c, farmland *land, int city) {
  carc_contest around = {.kind = CARC_KIND_FIELD};
  unsigned with_pig;
  find_segment_of(c, city, &around.tile, &around.segment);
  unsigned owners = count_farmers(c, land, city, &around, &with_pig);
  city_multipliers times = times_of_city(c, city);
  for (int p = 0; p < c->d->players && !c->failed; p++) {
    if ((owners >> p & 1) == 0) continue;
    score_items b;
    count_cities(c, &b, times.field, (with_pig & c->d->side[p]) != 0 ? times.pig : 0);
    if (c->d->n_points_rows > 0) count_rows_around(c, land, city, p, times.pig, &b);
    if (!pay_farmer(c, p, around.tile, around.segment, &b)) return false;
  }
  return !c->failed;
}

static bool has_city (farmland *land, int field_number) {
  uint64_t any = 0;
  for (int w = 0; w < land->words; w++) any |= cities_of(land, field_number)[w];
  return any != 0;
}

static bool score_per_city (carc_call *c, farmland *land) {
  for (int w = 0; w < land->words; w++) {
    uint64_t around = 0;
    for (int i = 1; i < land->n; i++) around |= cities_of(land, i)[w];
    for (; around != 0; around &= around - 1)
      if (!score_city_farmers(c, land, 64 * w + lowest_bit(around))) return false;
  }
  for (int i = 1; i < land->n; i++) /* a script may give points for fields without cities */
    if (!has_city(land, i) && !pay_owners(c, &land->fields[i], (city_count){0, 0})) return false;
  return true;
}

/* Pays the bonuses of pieces in fields. Each field pays once. */
static bool pay_field_bonuses (carc_call *c, const farmland *land) {
  for (int i = 1; i < land->n; i++) {
    const field *f = &land->fields[i];
    carc_scoring what = {.tile = f->tile,
                         .segment = f->segment,
                         .kind = CARC_KIND_FIELD,
                         .final = true,
                         .players = majority_of_field(c, f)};
    if (!carcS_pay_bonuses(c, &what)) return false;
  }
  return true;
}

NOINLINE bool carcS_score_fields (carc_call *c) {
  static bool (*const ways[])(carc_call *,
                              farmland *) = {[CARC_FARM_SCORING_PER_CITY] = score_per_city,
                                             [CARC_FARM_SCORING_PER_FIELD_ONCE] = score_per_field_once,
                                             [CARC_FARM_SCORING_PER_FIELD] = score_per_field};
  farmland land;
  if (!survey(c, &land)) return false;
  bool fine = land.n == 1 || ways[c->d->rule[CARC_RULE_FARM_SCORING]](c, &land);
  if (fine && has_bonuses(c->d)) fine = pay_field_bonuses(c, &land);
  if (land.cities != land.few) carcM_free_memory(c->d, land.cities, size_of_cities(&land));
  return fine;
}
