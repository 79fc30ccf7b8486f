/*
** parse_point_rows.c: the statements about rows of points, of bonuses for pieces, and of steps of the final scoring.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/parse.h"
#include "define/parse_selector.h"
#include "define/selector.h"

/* A row while it is read, and which sort of row it is. */
typedef enum row_sort { ROW_OF_POINTS, ROW_OF_BONUS, ROW_OF_STEP } row_sort;
typedef struct row_reading {
  reader *r;
  row_sort sort;
  point_row row;
  bool per_given;
} row_reading;

static const char *const sort_names[] = {"points", "bonus", "final"};

/* Where the selector of `per` says itself how what it finds lies, it is not only of what the thing has. */
static bool is_related (const carc_definition *d, int of) {
  for (int i = d->selectors[of].first_link; i != NONE; i = d->links[i].next)
    if (d->links[i].relation < RELATIONS_OF_PLACES) return true;
  return false;
}

static carc_status read_per (row_reading *w, word value) {
  static const char words[] = "tiles|pieces|pennant|cities";
  static const uint8_t per[] = {PER_TILES, PER_PIECES, PER_PENNANTS, PER_CITIES};
  const carc_definition *d = w->r->d;
  meaning as_attribute = carc_look_up(d, CARC_NAMES_ATTRIBUTE, w->r->script, value),
          as_slot = carc_look_up(d, CARC_NAMES_SLOT, w->r->script, value);
  int known = carc_word_in(value, words), attribute = as_attribute.number, number = NONE;
  bool selects = value.length > 0 && (memchr(value.at, '(', value.length) != NULL);
  if (known >= 0 && !selects) {
    w->row.per = per[known];
    return CARC_OK;
  }
  if (attribute >= 0 && as_attribute.rank <= as_slot.rank) {
    w->row.per = PER_ATTRIBUTE;
    w->row.number = (int16_t)attribute;
    if (w->sort != ROW_OF_BONUS && (d->words.local >> attribute & 1))
      return FAIL(w->r, "%s: per: %.*s is local: no feature has it", sort_names[w->sort], WORD(value));
    return CARC_OK;
  }
  if (as_slot.number >= 0) {
    w->row.per = PER_SLOT;
    w->row.number = (int16_t)as_slot.number;
    return CARC_OK;
  }
  char where[40];
  writer path = carc_writer_on(where, sizeof where);
  carc_put(&path, "%s.per", sort_names[w->sort]);
  selecting s = carc_selecting(w->r, where);
  if (!selects) {
    const char *near = carc_named_by_another(d, CARC_NAMES_ATTRIBUTE, w->r->script, value);
    if (near == NULL) near = carc_near_owned(d, CARC_NAMES_SLOT, w->r->script, value);
    return FAIL_ABSENT(w->r, carc_is_of_absent(d, value),
                       "%s: '%.*s' is none of %s, nor a slot, an attribute or a selector%s%s%s", where,
                       WORD(value), words, NEAR(near));
  }
  carc_status status = carc_read_selector(&s, value, &number);
  if (status != CARC_OK) return status;
  w->row.per = PER_FOUND;
  w->row.number = (int16_t)number;
  w->row.own = !is_related(d, number);
  return CARC_OK;
}

/* Reads add=N, zero or halve=up|down; only one of them may stand in a row. */
static carc_status read_effect (row_reading *w, word whole, word key, word value) {
  enum { MOST_EACH = 1000 };
  int v = 0, half = 0;
  bool fine = true;
  if (w->row.effect != EFFECT_NONE)
    return FAIL(w->r, "%s: %.*s: a row has one effect", sort_names[w->sort], WORD(whole));
  if (carc_word_is(key, "add"))
    fine = carc_word_to_int(value, -MOST_EACH, MOST_EACH, &v);
  else if (carc_word_is(key, "halve"))
    fine = (half = carc_word_in(value, "up|down")) >= 0;
  if (!fine)
    return FAIL(w->r, "%s: %.*s: add is a number from -%d to %d, halve is up or down", sort_names[w->sort],
                WORD(whole), MOST_EACH, MOST_EACH);
  w->row.add = v;
  w->row.effect = carc_word_is(key, "add")    ? EFFECT_ADD
                  : carc_word_is(key, "zero") ? EFFECT_ZERO
                  : half == 0                 ? EFFECT_HALVE_UP
                                              : EFFECT_HALVE_DOWN;
  return CARC_OK;
}

static carc_status read_row_word (row_reading *w, word whole) {
  word value, key = carc_split_key(whole, &value);
  bool points = w->sort == ROW_OF_POINTS;
  if (carc_word_is(key, "per")) {
    if (w->per_given) return FAIL(w->r, "%s: per: a row counts one thing", sort_names[w->sort]);
    w->per_given = true;
    return read_per(w, value);
  }
  if (carc_word_is(key, "add") || (points && (carc_word_is(key, "halve") || carc_word_is(whole, "zero"))))
    return read_effect(w, whole, key, value);
  if (!points && carc_word_is(whole, "once")) {
    w->row.once = true;
    return CARC_OK;
  }
  return FAIL(w->r, "%s: '%.*s' is none of per, add%s", sort_names[w->sort], WORD(whole),
              points ? ", zero and halve" : " and once");
}

/* Whether a filter of features asks for attributes that no feature has. */
static bool asks_for_local (const carc_definition *d, const selector *f) {
  return (f->given & GIVES_ATTRIBUTES) && f->printed == 0 && (f->attributes & ~d->words.local) == 0 &&
         f->attributes != 0;
}

static const char *check_row (const row_reading *w) {
  const point_row *row = &w->row;
  const selector *f = &w->r->d->selectors[row->of];
  if (w->sort == ROW_OF_STEP && f->things != THINGS_PLAYERS && f->things != THINGS_PIECES)
    return "points go to the player of each thing that is found: of players and pieces; all else is nobody's";
  if (row->effect == EFFECT_NONE) return "one of add, zero and halve is missing";
  if (row->effect != EFFECT_ADD && row->per != PER_ONCE)
    return "per says how often something is added; zero and halve are once";
  bool fields = (f->given & GIVES_KINDS) && f->kinds == 1u << CARC_FIELD;
  if (w->sort == ROW_OF_POINTS && asks_for_local(w->r->d, f))
    return "attribute: it is local: no feature has it";
  if (w->sort == ROW_OF_POINTS && fields && f->complete == 1) return "complete = true: a field never is";
  if (row->per == PER_CITIES && (w->sort != ROW_OF_POINTS || !fields))
    return "per = \"cities\" counts the cities of a field: kind = \"field\" is missing";
  return NULL;
}

static carc_status read_row (reader *r, row_sort sort, point_row *rows, int *n) {
  row_reading w = {.r = r, .sort = sort, .row = {.number = NONE}};
  int step = 0, of = NONE;
  carc_status status = CARC_OK;
  if (sort == ROW_OF_STEP) {
    word name = carc_take_word(r);
    step = carc_find_name(r->d, CARC_NAMES_STEP, r->script, name);
    if (step < 0 || r->d->step[step].does != STEP_SCRIPTED)
      return FAIL_ABSENT(r, carc_is_of_absent(r->d, name),
                         "final_row: no step of a script's, as `final` declares them, is called '%.*s'",
                         WORD(name));
    w.row.step = (uint8_t)step;
  }
  status = carc_read_name(r, "whose row it is", w.row.owner);
  if (status != CARC_OK) return status;
  selecting s = carc_selecting(r, sort_names[sort]);
  s.about = sort == ROW_OF_POINTS ? THIS_FEATURE : sort == ROW_OF_BONUS ? THIS_PIECE : 0;
  status = sort == ROW_OF_STEP ? carc_read_selector(&s, carc_take_word(r), &of)
                               : carc_read_filter(&s, carc_take_word(r), &of);
  w.row.of = (int16_t)of;
  for (word one = carc_take_word(r); status == CARC_OK && one.length > 0; one = carc_take_word(r))
    status = read_row_word(&w, one);
  if (status != CARC_OK) return status;
  const char *wrong = check_row(&w);
  if (wrong != NULL) return FAIL(r, "%s: %s", sort_names[sort], wrong);
  if (*n == CARC_MAX_POINT_ROWS)
    return FAIL(r, "more than %d rows of %s", CARC_MAX_POINT_ROWS, sort_names[sort]);
  rows[(*n)++] = w.row;
  return CARC_OK;
}

carc_status carc_point_row_statement (reader *r) {
  return read_row(r, ROW_OF_POINTS, r->d->points_row, &r->d->n_points_rows);
}
carc_status carc_bonus_row_statement (reader *r) {
  return read_row(r, ROW_OF_BONUS, r->d->bonus_row, &r->d->n_bonus_rows);
}
carc_status carc_final_row_statement (reader *r) {
  return read_row(r, ROW_OF_STEP, r->d->final_row, &r->d->n_final_rows);
}
