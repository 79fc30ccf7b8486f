/*
** parse_point_rows.c: the statements about rows of points and of bonuses.
*/
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/parse.h"
#include "define/tile.h"

#define PER_WORDS "once|tile|pennant|city|piece|slot"

static carc_status read_scoring_kinds (reader *r, point_row *row, word w) {
  row->kinds = 0;
  do {
    word one = carc_take_item(&w);
    int k = 0;
    while (k < CARC_SPOT && !carc_word_is(one, carc_kind_name((carc_kind)k))) k++;
    if (k == CARC_SPOT) return FAIL(r, "kind=%.*s: field, road, city and monastery score", WORD(one));
    row->kinds |= (uint8_t)(1u << k);
  } while (w.length > 0);
  return CARC_OK;
}

static carc_status read_attribute (reader *r, word whole, word w, int8_t *out) {
  const vocabulary *v = &r->d->words;
  int attribute = carc_attribute_named(v, w);
  if (attribute < 0) {
    const char *near = carc_nearest_name(w.at, w.length, carc_next_attribute_name, r->d);
    return FAIL(r, "%.*s: no attribute of segments of this name was declared%s%s%s", WORD(whole), NEAR(near));
  }
  if (v->local >> attribute & 1) return FAIL(r, "%.*s is local: no feature has it", WORD(whole));
  *out = (int8_t)attribute;
  return CARC_OK;
}

/* Of the tile that a piece stands on, or of the segment. */
static carc_status read_attribute_there (reader *r, point_row *row, word w) {
  int attribute = carc_attribute_named(&r->d->words, w),
      tile_attribute = carc_tile_attribute_named(&r->d->words, w);
  if (attribute < 0 && tile_attribute < 0)
    return FAIL(r, "attribute=%.*s: no attribute of this name was declared", WORD(w));
  row->attribute = (int8_t)attribute;
  row->tile_attribute = (int8_t)tile_attribute;
  return CARC_OK;
}

static carc_status read_slot (reader *r, point_row *row, word w) {
  char name[CARC_NAME];
  int slot = carc_word_to_name(w, name) ? carc_slot_find(r->d, name) : -1;
  if (slot < 0) {
    const char *near = carc_nearest_name(w.at, w.length, carc_next_slot_name, r->d);
    return FAIL(r, "the game declares no slot '%.*s'%s%s%s", WORD(w), NEAR(near));
  }
  if (r->d->slot[slot].scope < CARC_CELL)
    return FAIL(r, "slot=%s: a slot of cells, segments or features is looked at", name);
  row->slot = (int16_t)slot;
  return CARC_OK;
}

static carc_status read_piece (reader *r, point_row *row, word w) {
  int piece = carc_piece_named(r->d, w);
  if (piece == r->d->n_pieces) {
    const char *near = carc_nearest_name(w.at, w.length, carc_next_piece_name, r->d);
    return FAIL_ABSENT(r, true, "no piece '%.*s'%s%s%s", WORD(w), NEAR(near));
  }
  row->piece = (int8_t)piece;
  return CARC_OK;
}

/* What is counted in the cells around: a word, a kind of feature, an attribute or a kind of piece. */
static carc_status read_around (reader *r, point_row *row, word w) {
  const carc_definition *d = r->d;
  static const thing words[] = {{THING_TILE, 0}, {THING_PENNANT, 0}, {THING_PIECE, -1}};
  int known = carc_word_in(w, "tile|pennant|piece"), kind = 0, piece = carc_piece_named(d, w);
  while (kind < CARC_KINDS && !carc_word_is(w, carc_kind_name((carc_kind)kind))) kind++;
  int tile_attribute = carc_tile_attribute_named(&d->words, w),
      attribute = carc_attribute_named(&d->words, w);
  row->per = PER_THING_AROUND;
  row->around = known >= 0            ? words[known]
                : kind < CARC_KINDS   ? (thing){THING_KIND, (int8_t)kind}
                : tile_attribute >= 0 ? (thing){THING_TILE_ATTRIBUTE, (int8_t)tile_attribute}
                : attribute >= 0      ? (thing){THING_ATTRIBUTE, (int8_t)attribute}
                                      : (thing){THING_PIECE, (int8_t)piece};
  bool found = row->around.is != THING_PIECE || row->around.number < d->n_pieces;
  return found ? CARC_OK
               : FAIL(r,
                      "around=%.*s is neither tile, pennant, piece, a kind of feature, an attribute nor a "
                      "kind of piece",
                      WORD(w));
}

static carc_status read_flag (reader *r, word w, word value, int8_t *flag) {
  int v = carc_word_in(value, "no|yes");
  *flag = (int8_t)v;
  return v >= 0 ? CARC_OK : FAIL(r, "%.*s: yes or no", WORD(w));
}

static carc_status read_per (reader *r, point_row *row, word w) {
  int per = carc_word_in(w, PER_WORDS);
  if (per < 0) return FAIL(r, "per=%.*s is none of " PER_WORDS, WORD(w));
  row->per = (uint8_t)(PER_ONCE + per);
  return CARC_OK;
}

/* Reads add=N, zero or halve=up|down; only one of them may stand in a row. */
static carc_status read_effect (reader *r, point_row *row, word w, word key, word value) {
  enum { MOST_EACH = 1000 };
  int v = 0, half = 0;
  bool fine = true;
  if (row->effect != EFFECT_NONE) return FAIL(r, "%.*s: a row has one effect", WORD(w));
  if (carc_word_is(key, "add"))
    fine = carc_word_to_int(value, -MOST_EACH, MOST_EACH, &v);
  else if (carc_word_is(key, "halve"))
    fine = (half = carc_word_in(value, "up|down")) >= 0;
  if (!fine) return FAIL(r, "%.*s: no such value", WORD(w));
  row->add = v;
  row->effect = carc_word_is(key, "add")    ? EFFECT_ADD
                : carc_word_is(key, "zero") ? EFFECT_ZERO
                : half == 0                 ? EFFECT_HALVE_UP
                                            : EFFECT_HALVE_DOWN;
  return CARC_OK;
}

static carc_status read_row_key (reader *r, point_row *row, bool bonus, word w) {
  word value, key = carc_split_key(w, &value);
  bool counted = row->per != PER_ATTRIBUTE;
  if (carc_word_is(key, "kind")) return read_scoring_kinds(r, row, value);
  if (carc_word_is(key, "complete")) return read_flag(r, w, value, &row->complete);
  if (carc_word_is(key, "final")) return read_flag(r, w, value, &row->final);
  if (carc_word_is(key, "attribute"))
    return bonus ? read_attribute_there(r, row, value) : read_attribute(r, w, value, &row->attribute);
  if (carc_word_is(key, "city")) return read_attribute(r, w, value, &row->city_attribute);
  if (carc_word_is(key, "slot")) return read_slot(r, row, value);
  if (carc_word_is(key, "piece")) return read_piece(r, row, value);
  if ((carc_word_is(key, "per") || carc_word_is(key, "around")) && counted)
    return FAIL(r, "%.*s: a row counts one thing", WORD(w));
  if (carc_word_is(key, "per")) return read_per(r, row, value);
  if (carc_word_is(key, "around")) return read_around(r, row, value);
  if (carc_word_is(key, "add") || carc_word_is(key, "halve") || carc_word_is(w, "zero"))
    return read_effect(r, row, w, key, value);
  if (bonus && carc_word_is(w, "once")) {
    row->once = true;
    return CARC_OK;
  }
  return FAIL(r,
              "'%.*s' is none of kind=, complete=, final=, attribute=, slot=, piece=, per=, city=, "
              "around=, add=%s",
              WORD(w), bonus ? " and once" : ", zero and halve=");
}

/* What does not go together in any row. */
static const char *check_row (const point_row *row) {
  if (row->effect != EFFECT_ADD && row->per > PER_ONCE)
    return "per= and around= say how often something is added; zero and halve= are once";
  return row->per == PER_SLOT && row->slot < 0 ? "per=slot needs slot=" : NULL;
}

static const char *check_points_row (const point_row *row) {
  if (row->effect == EFFECT_NONE) return "one of add=, zero and halve= is missing";
  if (row->kinds == 1u << CARC_FIELD && row->complete == 1) return "complete=yes: a field never is";
  if (row->per == PER_CITY && row->kinds != 1u << CARC_FIELD)
    return "per=city counts the cities of a field: kind=field is missing";
  if (row->city_attribute >= 0 && row->per != PER_CITY) return "city= says which cities per=city counts";
  if (row->per == PER_THING_AROUND && row->kinds != 1u << CARC_MONASTERY)
    return "around= counts the cells around a monastery: kind=monastery is missing";
  return check_row(row);
}

static const char *check_bonus_row (const point_row *row) {
  if (row->effect != EFFECT_ADD) return "a bonus has add=, and no other effect";
  if (row->per == PER_CITY || row->city_attribute >= 0) return "per=city and city= are for rows of points";
  return check_row(row);
}

static carc_status read_row (reader *r, point_row *rows, int *n, bool bonus) {
  point_row row = {.kinds = 0xF,
                   .complete = -1,
                   .final = -1,
                   .attribute = -1,
                   .slot = -1,
                   .piece = -1,
                   .tile_attribute = -1,
                   .counted_piece = -1,
                   .city_attribute = -1};
  carc_status status = carc_read_name(r, "whose row it is", row.owner);
  for (word w = carc_take_word(r); status == CARC_OK && w.length > 0; w = carc_take_word(r))
    status = read_row_key(r, &row, bonus, w);
  if (status != CARC_OK) return status;
  const char *wrong = bonus ? check_bonus_row(&row) : check_points_row(&row);
  if (wrong != NULL) return FAIL(r, "%s", wrong);
  if (*n == CARC_MAX_POINT_ROWS)
    return FAIL(r, "more than %d rows of %s", CARC_MAX_POINT_ROWS, bonus ? "bonuses" : "points");
  if (!bonus) row.counted_piece = row.piece;
  rows[(*n)++] = row;
  return CARC_OK;
}

carc_status carc_worth_statement (reader *r) {
  return read_row(r, r->d->points_row, &r->d->n_points_rows, false);
}
carc_status carc_bonus_statement (reader *r) {
  return read_row(r, r->d->bonus_row, &r->d->n_bonus_rows, true);
}
