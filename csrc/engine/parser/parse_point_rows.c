/*
** parse_point_rows.c: statements about rows of points, bonuses, rows of the final scoring, and
** majorities.
*/
#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "parser/grammar.h"
#include "parser/parse.h"

/* Whether a filter of features asks for local attributes, which no feature has. */
static bool asks_for_local (const carc_definition *d, const selector *f) {
  return (f->given & GIVES_attribute) && f->attribute.printed == 0 &&
         (f->attribute.of_segments & ~d->words.local) == 0 && f->attribute.of_segments != 0;
}

static const char *check_row (const carc_definition *d, grammar_table in, const point_row *row) {
  const selector *f = &d->selectors[row->of];
  if (in == IN_final_row && f->finds != ITEM_PLAYERS && f->finds != ITEM_PIECES)
    return "points go to the player of each item found, so the selector must find players or pieces";
  bool fields = (f->given & GIVES_kind) && f->kind == 1u << CARC_KIND_FIELD;
  if (in == IN_point_row && asks_for_local(d, f)) return "attribute: a feature never has a local attribute";
  if (in == IN_point_row && fields && f->complete) return "complete = true: fields are never complete";
  if (row->per == PER_CITIES && (in != IN_point_row || !fields))
    return "per = \"cities\" counts the cities of a field, and requires kind = \"field\"";
  return NULL;
}

static uint8_t effect_of (const statement_context *g, const row_words *w) {
  if (carcP_has_key(g, "add")) return EFFECT_ADD;
  if (carcP_has_key(g, "halve")) return w->halve == 0 ? EFFECT_HALVE_UP : EFFECT_HALVE_DOWN;
  return w->zero ? EFFECT_ZERO : EFFECT_NONE;
}

static carc_status read_row (definition_reader *r, grammar_table in, point_row *rows, int *n) {
  row_words w = {.row = {.number = CARC_NONE, .order = USUAL_ORDER}};
  statement_context g = carcP_begin_statement(r, in, &w);
  TRY(carcP_read_keys(r, &g));
  w.row.effect = effect_of(&g, &w);
  if (w.row.effect == EFFECT_NONE)
    return FAIL(r, "%s: %s is missing", g.where, in == IN_point_row ? "`add`, `zero` or `halve`" : "add");
  const char *wrong = check_row(r->d, in, &w.row);
  if (wrong != NULL) return FAIL(r, "%s: %s", g.where, wrong);
  if (*n == CARC_MAX_POINT_ROWS)
    return FAIL(r, "%s: more than %d rows of this kind in the game", g.where, CARC_MAX_POINT_ROWS);
  rows[(*n)++] = w.row;
  return CARC_OK;
}

/*
** Reads a row of points, and inserts it by its `order`. Rows of equal order stay in the order in
** which they were read.
*/
carc_status carcP_point_row_statement (definition_reader *r) {
  point_row *rows = r->d->points_row;
  int n = r->d->n_points_rows;
  TRY(read_row(r, IN_point_row, rows, &r->d->n_points_rows));
  point_row last = rows[n];
  for (; n > 0 && rows[n - 1].order > last.order; n--) rows[n] = rows[n - 1];
  rows[n] = last;
  return CARC_OK;
}
carc_status carcP_bonus_row_statement (definition_reader *r) {
  return read_row(r, IN_bonus_row, r->d->bonus_row, &r->d->n_bonus_rows);
}
carc_status carcP_final_row_statement (definition_reader *r) {
  carc_definition *d = r->d;
  int n = d->n_final_rows;
  TRY(read_row(r, IN_final_row, d->final_row, &d->n_final_rows));
  const final_step *step = &d->step[d->final_row[n].step];
  return step->does == FINAL_SCRIPTED
             ? CARC_OK
             : FAIL(r, "final_row: no script declares the step '%s' in `final_scoring`",
                    own_name(&step->name));
}

/* ---- Majorities ------------------------------------------------------------------------------ */

carc_status carcP_power_statement (definition_reader *r) {
  return read_row(r, IN_power, r->d->power_row, &r->d->n_power_rows);
}

carc_status carcP_tiebreaker_statement (definition_reader *r) {
  carc_definition *d = r->d;
  tie_row row = {.prefer = CARC_NONE};
  statement_context g = carcP_begin_statement(r, IN_tiebreaker, &row);
  TRY(carcP_read_keys(r, &g));
  if (asks_for_local(d, &d->selectors[row.of]))
    return FAIL(r, "%s: attribute: a feature never has a local attribute", g.where);
  if (!carcP_has_key(&g, "prefer"))
    return FAIL(r, "%s: `prefer` is missing; it finds the tied players who win", g.where);
  if (d->n_tie_rows == MAX_TIES)
    return FAIL(r, "%s: more than %d rows of this kind in the game", g.where, MAX_TIES);
  d->tie_row[d->n_tie_rows++] = row;
  return CARC_OK;
}
