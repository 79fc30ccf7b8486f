/*
** parse_point_rows.c: the statements about rows of points, of bonuses for pieces, and of steps of the final scoring.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/selector.h"
#include "parse/grammar.h"
#include "parse/parse.h"
#include "parse/parse_selector.h"

/* Which sort of row it is. */
typedef enum row_sort { ROW_OF_POINTS, ROW_OF_BONUS, ROW_OF_STEP } row_sort;

static const struct {
  const char *name; /* of the hook */
  grammar_table in;
  unsigned about;
} sorts[] = {[ROW_OF_POINTS] = {"points", IN_point_row, THIS_FEATURE},
             [ROW_OF_BONUS] = {"bonus", IN_bonus_row, THIS_PIECE},
             [ROW_OF_STEP] = {"final", IN_final_row, 0}};

/* Whether a filter of features asks for attributes that no feature has. */
static bool asks_for_local (const carc_definition *d, const selector *f) {
  return (f->given & GIVES_ATTRIBUTES) && f->printed == 0 && (f->attributes & ~d->words.local) == 0 &&
         f->attributes != 0;
}

static const char *check_row (const carc_definition *d, row_sort sort, const point_row *row) {
  const selector *f = &d->selectors[row->of];
  if (sort == ROW_OF_STEP && f->things != THINGS_PLAYERS && f->things != THINGS_PIECES)
    return "points go to the player of each thing that is found: of players and pieces; all else is nobody's";
  bool fields = (f->given & GIVES_KINDS) && f->kinds == 1u << CARC_FIELD;
  if (sort == ROW_OF_POINTS && asks_for_local(d, f)) return "attribute: it is local: no feature has it";
  if (sort == ROW_OF_POINTS && fields && f->complete) return "complete = true: a field never is";
  if (row->per == PER_CITIES && (sort != ROW_OF_POINTS || !fields))
    return "per = \"cities\" counts the cities of a field: kind = \"field\" is missing";
  return NULL;
}

/* The step that a row is of; whose row it is; and what it is about. */
static carc_status read_front (reader *r, row_sort sort, point_row *row) {
  int of = NONE;
  if (sort == ROW_OF_STEP) {
    word name = carc_take_word(r);
    int step = carc_find_name(r->d, CARC_NAMES_STEP, r->script, name);
    if (step < 0 || r->d->step[step].does != STEP_SCRIPTED)
      return FAIL_ABSENT(r, carc_is_of_absent(r->d, name),
                         "final_row: no step of a script's, as `final` declares them, is called '%.*s'",
                         WORD(name));
    row->step = (uint8_t)step;
  }
  carc_status status = carc_read_name(r, "whose row it is", row->owner);
  if (status != CARC_OK) return status;
  selecting s = carc_selecting(r, sorts[sort].name);
  s.about = sorts[sort].about;
  status = sort == ROW_OF_STEP ? carc_read_selector(&s, carc_take_word(r), &of)
                               : carc_read_filter(&s, carc_take_word(r), &of);
  row->of = (int16_t)of;
  return status;
}

static uint8_t effect_of (const reading *g, const row_words *w) {
  if (carc_was_said(g, "add")) return EFFECT_ADD;
  if (carc_was_said(g, "halve")) return w->halve == 0 ? EFFECT_HALVE_UP : EFFECT_HALVE_DOWN;
  return w->zero ? EFFECT_ZERO : EFFECT_NONE;
}

/* Reads the keys behind that. */
static carc_status read_keys (reader *r, row_sort sort, row_words *w) {
  reading g = carc_begin_reading(r, sorts[sort].in, w);
  writer where = carc_writer_on(g.where, sizeof g.where);
  carc_put_text(&where, sorts[sort].name);
  carc_status status = carc_read_words(r, &g);
  w->row.effect = effect_of(&g, w);
  if (status != CARC_OK || w->row.effect != EFFECT_NONE) return status;
  return FAIL(r, "%s: %s is missing", g.where, sort == ROW_OF_POINTS ? "one of add, zero and halve" : "add");
}

static carc_status read_row (reader *r, row_sort sort, point_row *rows, int *n) {
  row_words w = {.row = {.number = NONE}};
  carc_status status = read_front(r, sort, &w.row);
  if (status == CARC_OK) status = read_keys(r, sort, &w);
  if (status != CARC_OK) return status;
  const char *wrong = check_row(r->d, sort, &w.row);
  if (wrong != NULL) return FAIL(r, "%s: %s", sorts[sort].name, wrong);
  if (*n == CARC_MAX_POINT_ROWS)
    return FAIL(r, "more than %d rows of %s", CARC_MAX_POINT_ROWS, sorts[sort].name);
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
