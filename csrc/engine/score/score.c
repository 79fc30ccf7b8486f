/*
** score.c: scoring features, when they are complete and at the end.
*/
#include <string.h>
#include "score/score.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/port.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/feature.h"
#include "table/pieces.h"
#include "table/state.h"
#include "script/event.h"
#include "script/hooks.h"
#include "script/verbs.h"
#include "score/point_rows.h"

/* ---- One feature ------------------------------------------------------------------------------------ */

/* Asks the hook what the feature is worth; the difference becomes an item. */
static bool ask_points (call *c, carc_scoring *what, bill *b) {
  what->points = b->total;
  if (c->d->hooks.points == NULL || what->players == 0) return true;
  if (!carc_ask_points(c, what, &what->points)) return false;
  if (what->points < -MOST_POINTS || what->points > MOST_POINTS) {
    carc_fail(c->err, CARC_SCRIPT, 0, "%d points are too many for a feature", what->points);
    return false;
  }
  charge(b, CARC_ITEM_SCRIPT, 1, what->points - b->total);
  return true;
}

static void pay (call *c, const carc_scoring *what, const bill *b, int good) {
  for (int p = 0; p < c->d->players; p++) {
    if ((what->players >> p & 1) == 0) continue;
    c->s->score[p] = add_points(c->s->score[p], what->points);
    if (!listening(c)) continue;
    carc_event e = what->tile >= 0 ? carc_event_on(c, CARC_EV_SCORED, p, what->tile, what->segment)
                                   : carc_event_of(c, CARC_EV_SCORED, p);
    e.feature = what->kind;
    e.good = good;
    e.points = what->points;
    e.complete = what->complete;
    e.n_items = b->n;
    memcpy(e.items, b->items, (size_t)b->n * sizeof *e.items);
    carc_tell(c, &e);
  }
}

static bool after_scoring (call *c, const carc_scoring *what) {
  return c->d->hooks.on_scored == NULL || carc_run_on_scored(c, what);
}

/* ---- What pieces bring their owners ------------------------------------------------------------------- */

static bool ask_bonuses (call *c, const carc_scoring *what, int label) {
  for (int i = 0; i < c->s->n_figures; i++) {
    carc_figure f = carc_state_figure(c->d, c->s, i);
    if (label_at(c->d, c->s, f.tile, f.segment) == label && !carc_ask_bonus(c, what, &f)) return false;
  }
  return true;
}

/* The feature of this label, as rows count it. */
static counted counted_in (const carc_scoring *what, int label) {
  return (counted){.tile = what->tile,
                   .segment = what->segment,
                   .label = label,
                   .kind = (int)what->kind,
                   .complete = what->complete,
                   .final = what->final};
}

/* For the pieces in the feature that has this place, by rows and then by the hook. False if that failed. */
NOINLINE static bool pay_bonuses (call *c, const carc_scoring *what) {
  counted of = counted_in(what, label_at(c->d, c->s, what->tile, what->segment));
  int points[CARC_MAX_PLAYERS];
  for (int i = 0; i < c->d->n_bonus_rows; i++) {
    const worth_row *row = &c->d->bonus_row[i];
    carc_count_bonus(c->d, c->s, row, &of, points);
    for (int p = 0; p < c->d->players; p++)
      if (points[p] != 0) carc_award(c, p, points[p], row->label);
  }
  return c->d->hooks.bonus == NULL || ask_bonuses(c, what, of.label);
}

static bool has_bonuses (const carc_definition *d) { return d->n_bonus_rows > 0 || d->hooks.bonus != NULL; }

/* Pays and tells; the pieces stay. */
static bool settle (call *c, carc_scoring *what, bill *b) {
  if (!ask_points(c, what, b)) return false;
  pay(c, what, b, -1);
  return true;
}

NOINLINE static void charge_feature_rows (const call *c, const carc_scoring *what, int label, bill *b) {
  counted of = counted_in(what, label);
  carc_charge_rows(c->d, c->s, &of, 1, b);
}

/* A road, city or monastery as it stands. */
static bool score_feature (call *c, int tile, int segment) {
  int kind = type_of(c->d, c->s, tile)->kind[segment];
  int label = label_at(c->d, c->s, tile, segment);
  const record *r = &const_records_of(c->d, c->s)[label];
  int each = carc_worth_each(c->d, r, kind);
  carc_scoring what = {.tile = tile,
                       .segment = segment,
                       .kind = (carc_kind)kind,
                       .complete = is_complete(r, kind),
                       .final = c->final,
                       .players = carc_majority_in(c->d, c->s, label)};
  bill b;
  b.n = b.total = 0;
  charge(&b, CARC_ITEM_TILES, tiles_of(r), each);
  if (kind == CARC_CITY) charge(&b, CARC_ITEM_PENNANTS, pennants_of(r), each);
  if (UNLIKELY(c->d->n_points_rows > 0)) charge_feature_rows(c, &what, label, &b);
  if (listening(c) && what.complete) {
    carc_event e = carc_event_on(c, CARC_EV_COMPLETED, c->s->turn, tile, segment);
    e.points = b.total;
    carc_tell(c, &e);
  }
  if (!settle(c, &what, &b)) return false;
  if (UNLIKELY(c->d->scores_empty) && has_bonuses(c->d) && !pay_bonuses(c, &what)) return false;
  return after_scoring(c, &what);
}

/* ---- Completion ------------------------------------------------------------------------------------- */

/* How many of the pieces in the feature stood there as the tile was placed. */
NOINLINE static int count_settled (const call *c, int label) {
  int n = 0;
  for (int i = 0; i < c->s->settled; i++) {
    uint32_t f = const_figures_of(c->d, c->s)[i];
    n += label_at(c->d, c->s, figure_tile(f), figure_segment(f)) == label;
  }
  return n;
}

/* All pieces in the feature go home. False if a script failed. */
static bool send_all_home (call *c, int label) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  uint32_t *figures = figures_of(d, s), gone[MAX_FIGURES];
  int kept = 0, n = 0;
  if (UNLIKELY(s->settled > 0)) s->settled = (uint8_t)(s->settled - count_settled(c, label));
  for (int i = 0; i < s->n_figures; i++) {
    uint32_t f = figures[i];
    if (label_at(d, s, figure_tile(f), figure_segment(f)) != label)
      figures[kept++] = f;
    else
      gone[n++] = f;
  }
  s->n_figures = (uint8_t)kept;
  records_of(d, s)[label].who &= (uint64_t)0xFF << MARKS_AT;
  for (int i = 0; i < n; i++) s->supply[figure_player(gone[i])][figure_piece(gone[i])]++;
  for (int i = 0; i < n; i++)
    if (!carc_tell_gone(c, gone[i], CARC_EV_RETURNED, CARC_LEFT_SCORED)) return false;
  return true;
}

static uint8_t add_capped (int a, int b) { return (uint8_t)(a + b < 255 ? a + b : 255); }

/* Who completes a city takes the goods, whoever stands there. */
static void take_goods (call *c, const record *r) {
  if (!c->d->goods || r->what >> GOODS_AT == 0) return;
  uint8_t *have = c->s->goods[c->s->turn];
  carc_event e = carc_event_of(c, CARC_EV_GOODS, c->s->turn);
  for (int g = 0; g < CARC_GOODS; g++) {
    e.goods[g] = goods_of(r, g);
    have[g] = add_capped(have[g], e.goods[g]);
  }
  if (listening(c)) carc_tell(c, &e);
}

static bool score_complete (call *c, int tile, int segment) {
  int label = label_at(c->d, c->s, tile, segment), kind = type_of(c->d, c->s, tile)->kind[segment];
  const record *r = &const_records_of(c->d, c->s)[label];
  if (UNLIKELY(open_of(r) > 0)) return true; /* a script has opened it meanwhile */
  bool empty = r->who << (64 - MARKS_AT) == 0;
  if ((!empty || c->d->scores_empty || listening(c)) && !score_feature(c, tile, segment)) return false;
  if (kind == CARC_CITY) take_goods(c, r);
  return empty || send_all_home(c, label);
}

static bool score_monasteries (call *c) {
  carc_state *s = c->s;
  uint32_t *monasteries = monasteries_of(c->d, s);
  int kept = 0, n = s->n_monasteries;
  bool fine = true;
  for (int i = 0; i < n; i++) {
    uint32_t m = monasteries[i];
    if (open_of(&const_records_of(c->d, s)[m >> 16]) > 0)
      monasteries[kept++] = m;
    else
      fine = fine && score_complete(c, place_tile(m), place_segment(m));
  }
  s->n_monasteries = (uint8_t)kept;
  s->cloistered = 0;
  return fine;
}

/* Features that were closed elsewhere, each once, and not if the last tile is in it, too. */
NOINLINE static bool score_also (call *c) {
  carc_state *s = c->s;
  int n = s->n_also, last = s->n_tiles - 1;
  uint16_t places[MAX_ALSO];
  memcpy(places, also_of(c->d, s), sizeof places);
  s->n_also = 0;
  for (int i = 0; i < n; i++) {
    int tile = place_tile(places[i]), segment = place_segment(places[i]);
    int label = label_at(c->d, s, tile, segment);
    bool again = open_of(&const_records_of(c->d, s)[label]) > 0;
    for (int j = 0; j < i; j++)
      again |= label_at(c->d, s, place_tile(places[j]), place_segment(places[j])) == label;
    for (unsigned left = s->complete; left != 0; left &= left - 1)
      again |= label_at(c->d, s, last, lowest_bit(left)) == label;
    if (!again && !score_complete(c, tile, segment)) return false;
  }
  return true;
}

bool carc_score_completed (call *c) {
  int tile = c->s->n_tiles - 1;
  for (unsigned left = c->s->complete, i; left != 0; left &= left - 1) {
    i = (unsigned)lowest_bit(left);
    bool again = false; /* another segment of the same feature on this tile */
    for (unsigned j = 0; j < i; j++)
      again |= (c->s->complete >> j & 1) &&
               label_at(c->d, c->s, tile, (int)j) == label_at(c->d, c->s, tile, (int)i);
    if (!again && !score_complete(c, tile, (int)i)) return false;
  }
  if (UNLIKELY(c->s->n_also > 0) && !score_also(c)) return false;
  return !c->s->cloistered || score_monasteries(c);
}

/* ---- The end: incomplete features ------------------------------------------------------------------ */

/* Places in the features that are to be counted, each feature once: scripts may send pieces home meanwhile. */
typedef struct place_list {
  int n;
  uint32_t places[MAX_FIGURES];
} place_list;

static void add_place (const call *c, place_list *list, uint32_t figure) {
  int label = label_at(c->d, c->s, figure_tile(figure), figure_segment(figure));
  for (int i = 0; i < list->n; i++)
    if (label_at(c->d, c->s, figure_tile(list->places[i]), figure_segment(list->places[i])) == label) return;
  list->places[list->n++] = figure;
}

static bool score_incomplete (call *c) {
  place_list list;
  list.n = 0;
  for (int i = 0; i < c->s->n_figures; i++) {
    uint32_t f = const_figures_of(c->d, c->s)[i];
    int kind = type_of(c->d, c->s, figure_tile(f))->kind[figure_segment(f)];
    if (kind != CARC_FIELD && kind < CARC_SPOT) add_place(c, &list, f);
  }
  for (int i = 0; i < list.n; i++)
    if (!score_feature(c, figure_tile(list.places[i]), figure_segment(list.places[i]))) return false;
  return true;
}

/* ---- The end: fields ---------------------------------------------------------------------------------- */

/*
** The occupied fields and the complete cities that each borders, as bits by the cities' labels. Field 0 stands for
** those that nobody occupies, and is written to for nothing.
*/
enum { MAX_LABELS = CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64, MAX_FIELDS = MAX_FIGURES + 1, FEW_WORDS = 1024 };

typedef struct field {
  int tile, segment, label; /* a place in it */
} field;

typedef struct farmland {
  int n, words; /* the fields with field 0; words of a row of cities */
  field fields[MAX_FIELDS];
  uint8_t number[MAX_LABELS];       /* by label: its place in `fields` */
  uint64_t *cities, few[FEW_WORDS]; /* `words` for each field: in `few`, or taken where that is not enough */
} farmland;

static uint64_t *cities_of (farmland *land, int field_number) {
  return land->cities + field_number * land->words;
}

static size_t size_of_cities (const farmland *land) {
  return (size_t)(land->n * land->words) * sizeof *land->cities;
}

static void list_fields (const call *c, farmland *land) {
  const carc_state *s = c->s;
  memset(land->number, 0, c->d->at.n_records);
  land->n = 1;
  for (int i = 0; i < s->n_figures; i++) {
    uint32_t f = const_figures_of(c->d, s)[i];
    int tile = figure_tile(f), segment = figure_segment(f), label = label_at(c->d, s, tile, segment);
    if (type_of(c->d, s, tile)->kind[segment] != CARC_FIELD || land->number[label] != 0) continue;
    land->number[label] = (uint8_t)land->n;
    land->fields[land->n++] = (field){tile, segment, label};
  }
}

/* Most tiles have two pairs of field and city or fewer; the first two are always looked at, there or not. */
static bool survey (call *c, farmland *land) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  const record *records = const_records_of(d, s);
  list_fields(c, land);
  land->words = (int)(d->at.n_records + 63) / 64;
  land->cities = land->n * land->words <= FEW_WORDS ? land->few : carc_take_memory(d, size_of_cities(land));
  if (land->cities == NULL) {
    carc_fail(c->err, CARC_MEMORY, 0, "not enough memory");
    return false;
  }
  memset(land->cities, 0, size_of_cities(land));
  for (int tile = 0; tile < s->n_tiles; tile++) {
    const tile_type *t = type_of(d, s, tile);
    const uint16_t *labels = const_labels_of(d, s) + const_first_label_of(d, s)[tile];
    for (int i = 0; i < 2 || i < t->pairs; i++) {
      int at = land->number[labels[t->pair[i][0]]], city = labels[t->pair[i][1]];
      uint64_t complete = open_of(&records[city]) == 0;
      at &= 0 - (i < t->pairs); /* field 0 for a pair that is not there */
      cities_of(land, at)[city / 64] |= complete << (city % 64);
    }
  }
  return true;
}

/* A city may count several times, by its attributes. */
static city_times times_of_city (const call *c, int city) {
  return c->d->worth[marks_of(&const_records_of(c->d, c->s)[city])].times;
}

/* Cities, as often as each counts for the field, and for a pig. */
typedef struct city_count {
  int field, pig;
} city_count;

static void count_word (const call *c, city_count *n, uint64_t cities, int w) {
  if (LIKELY(!c->d->weighs_cities)) {
    n->field += count_bits(cities);
    n->pig = n->field;
    return;
  }
  for (; cities != 0; cities &= cities - 1) {
    city_times times = times_of_city(c, 64 * w + lowest_bit(cities));
    n->field += times.field;
    n->pig += times.pig;
  }
}

static const record *record_of_field (const call *c, const field *f) {
  return &const_records_of(c->d, c->s)[f->label];
}

/* Cities times points, and the pig's. */
static void charge_cities (const call *c, bill *b, int cities, int with_pig) {
  b->n = b->total = 0;
  charge(b, CARC_ITEM_CITIES, cities, c->d->rule[CARC_RULE_FIELD_CITY_POINTS]);
  charge(b, CARC_ITEM_PIG, with_pig, c->d->rule[CARC_RULE_PIG_BONUS]);
}

/* To one player; `tile` and `segment` say where. */
static bool pay_farmer (call *c, int player, int tile, int segment, bill *b) {
  if (b->total == 0) return true;
  carc_scoring what = {
      .tile = tile, .segment = segment, .kind = CARC_FIELD, .final = true, .players = 1u << player};
  return settle(c, &what, b) && after_scoring(c, &what);
}

static counted field_with_cities (const field *f, int cities) {
  return (counted){f->tile, f->segment, f->label, CARC_FIELD, false, true, cities, NO_LABEL};
}

NOINLINE static void charge_field_rows (const call *c, const field *f, int cities, bill *b) {
  counted of = field_with_cities(f, cities);
  carc_charge_rows(c->d, c->s, &of, 1, b);
}

/* A field by itself, to one player with the majority there. */
static bool pay_field (call *c, int player, const field *f, city_count n, bool pig) {
  bill b;
  charge_cities(c, &b, n.field, pig ? n.pig : 0);
  if (UNLIKELY(c->d->n_points_rows > 0)) charge_field_rows(c, f, n.pig, &b);
  return pay_farmer(c, player, f->tile, f->segment, &b);
}

/* Majority in each field; every complete city that it borders counts for it. */
static bool score_per_field (call *c, farmland *land) {
  for (int i = 1; i < land->n; i++) {
    const field *f = &land->fields[i];
    city_count n = {0, 0};
    for (int w = 0; w < land->words; w++) count_word(c, &n, cities_of(land, i)[w], w);
    unsigned owners = carc_majority_in(c->d, c->s, f->label), pigs = pigs_of(record_of_field(c, f));
    for (int p = 0; p < c->d->players; p++)
      if ((owners >> p & 1) && !pay_field(c, p, f, n, pigs >> p & 1)) return false;
  }
  return true;
}

/* The same, but a player scores any one city once, at its best: with the pig if any of the fields has it. */
static bool score_per_field_once (call *c, farmland *land) {
  for (int p = 0; p < c->d->players; p++) {
    uint64_t *done = cities_of(land, 0);
    memset(done, 0, (size_t)land->words * sizeof *done);
    for (int pass = 0; pass < 2; pass++) /* fields with the player's pig first */
      for (int i = 1; i < land->n; i++) {
        const field *f = &land->fields[i];
        bool pig = pigs_of(record_of_field(c, f)) >> p & 1;
        if ((carc_majority_in(c->d, c->s, f->label) >> p & 1) == 0 || pig == (pass == 1)) continue;
        city_count n = {0, 0};
        for (int w = 0; w < land->words; w++) {
          count_word(c, &n, cities_of(land, i)[w] & ~done[w], w);
          done[w] |= cities_of(land, i)[w];
        }
        if (!pay_field(c, p, f, n, pig)) return false;
      }
  }
  return true;
}

/* A place in the feature of this label. */
static void find_label (const call *c, int label, int *tile, int *segment) {
  for (*tile = 0;; ++*tile)
    for (*segment = 0; *segment < type_of(c->d, c->s, *tile)->segments; ++*segment)
      if (label_at(c->d, c->s, *tile, *segment) == label) return;
}

static bool borders (farmland *land, int field_number, int city) {
  return cities_of(land, field_number)[city / 64] >> (city % 64) & 1;
}

/* Rows of points hold for a city if they do in a field around it in which the player has the majority, as with the pig. */
NOINLINE static void charge_rows_around (const call *c, farmland *land, int city, int player, int times,
                                         bill *b) {
  counted of[MAX_FIELDS];
  int n = 0;
  for (int i = 1; i < land->n; i++)
    if (borders(land, i, city) && (carc_majority_in(c->d, c->s, land->fields[i].label) >> player & 1)) {
      of[n] = field_with_cities(&land->fields[i], times);
      of[n++].city = city;
    }
  carc_charge_rows(c->d, c->s, of, n, b);
}

/* For each city the most farmers in all the fields around it; a pig counts in a field whose majority its owner has. */
static bool score_city_farmers (call *c, farmland *land, int city) {
  int farmers[CARC_MAX_PLAYERS] = {0}, most = 1, tile, segment;
  unsigned with_pig = 0;
  for (int i = 1; i < land->n; i++) {
    if (!borders(land, i, city)) continue;
    const record *r = record_of_field(c, &land->fields[i]);
    with_pig |= pigs_of(r) & carc_majority_in(c->d, c->s, land->fields[i].label);
    power_list powers = carc_powers_in(c->d, c->s, land->fields[i].label);
    for (int p = 0; p < c->d->players; p++) farmers[p] += powers.of[p];
  }
  for (int p = 0; p < c->d->players; p++)
    if (farmers[p] > most) most = farmers[p];
  find_label(c, city, &tile, &segment);
  city_times times = times_of_city(c, city);
  for (int p = 0; p < c->d->players; p++) {
    if (farmers[p] != most) continue;
    bill b;
    charge_cities(c, &b, times.field, with_pig >> p & 1 ? times.pig : 0);
    if (c->d->n_points_rows > 0) charge_rows_around(c, land, city, p, times.pig, &b);
    if (!pay_farmer(c, p, tile, segment, &b)) return false;
  }
  return true;
}

static bool score_per_city (call *c, farmland *land) {
  for (int w = 0; w < land->words; w++) {
    uint64_t around = 0;
    for (int i = 1; i < land->n; i++) around |= cities_of(land, i)[w];
    for (; around != 0; around &= around - 1)
      if (!score_city_farmers(c, land, 64 * w + lowest_bit(around))) return false;
  }
  return true;
}

/* What the pieces in fields bring, in each field once. */
static bool pay_field_bonuses (call *c, const farmland *land) {
  for (int i = 1; i < land->n; i++) {
    const field *f = &land->fields[i];
    carc_scoring what = {.tile = f->tile,
                         .segment = f->segment,
                         .kind = CARC_FIELD,
                         .final = true,
                         .players = carc_majority_in(c->d, c->s, label_at(c->d, c->s, f->tile, f->segment))};
    if (!pay_bonuses(c, &what)) return false;
  }
  return true;
}

NOINLINE static bool score_fields (call *c) {
  static bool (*const ways[])(call *, farmland *) = {[CARC_PER_CITY] = score_per_city,
                                                     [CARC_PER_FIELD_ONCE] = score_per_field_once,
                                                     [CARC_PER_FIELD] = score_per_field};
  farmland land;
  if (!survey(c, &land)) return false;
  bool fine = land.n == 1 || ways[c->d->rule[CARC_RULE_FARM_SCORING]](c, &land);
  if (fine && has_bonuses(c->d)) fine = pay_field_bonuses(c, &land);
  if (land.cities != land.few) carc_give_back(c->d, land.cities, size_of_cities(&land));
  return fine;
}

/* ---- The end: goods, and the order of it all ----------------------------------------------------------- */

static bool score_goods (call *c) {
  if (!c->d->goods) return true;
  for (int g = 0; g < CARC_GOODS; g++) {
    int most = 1;
    carc_scoring what = {.tile = -1, .segment = -1, .kind = CARC_KINDS, .final = true};
    for (int p = 0; p < c->d->players; p++) {
      int n = c->s->goods[p][g];
      if (n > most) what.players = 0;
      if (n < most) continue;
      most = n;
      what.players |= 1u << p;
    }
    bill b;
    b.n = b.total = 0;
    charge(&b, CARC_ITEM_GOOD, 1, c->d->rule[CARC_RULE_GOODS_BONUS]);
    what.points = b.total;
    if (b.total != 0) pay(c, &what, &b, g);
  }
  return true;
}

bool carc_score_finally (call *c) {
  static bool (*const steps[STEP_SCRIPTED])(call *) = {
      [STEP_INCOMPLETE] = score_incomplete, [STEP_FIELDS] = score_fields, [STEP_GOODS] = score_goods};
  bool fine = true;
  c->final = true;
  for (int i = 0; i < c->d->n_steps && fine; i++) {
    const final_step *step = &c->d->step[i];
    if (listening(c)) {
      carc_event e = carc_event_of(c, CARC_EV_FINAL, -1);
      memcpy(e.label, step->name, sizeof e.label);
      carc_tell(c, &e);
    }
    fine = step->does == STEP_SCRIPTED ? carc_run_final_step(c, step->name) : steps[step->does](c);
  }
  c->final = false;
  return fine;
}
