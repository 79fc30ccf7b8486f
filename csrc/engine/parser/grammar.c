/*
** grammar.c: a parser that reads statements as the table in grammar.def describes them.
*/
#include "parser/grammar.h"
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/parse.h"

/* ---- Rows of one table ----------------------------------------------------------------------- */

static const grammar_row *end_of (const statement_context *g) { return g->rows + g->n_rows; }

static uint64_t bit_of (const statement_context *g, const grammar_row *row) {
  return (uint64_t)1 << (row - g->rows);
}

static bool is_said (const statement_context *g, const grammar_row *row) {
  return (g->said & bit_of(g, row)) != 0;
}

static bool fits (const statement_context *g, const grammar_row *row) {
  return row->where == 0 || g->of == 0 || (row->where & g->of) != 0;
}

/* Whether a row is a key, which is written as KEY=VALUE or KEY. */
static bool is_key (const grammar_row *row) { return (row->flags & KEY_POSITIONAL) == 0; }

/*
** The row of a key. Prefers a row that applies to the subject of the statement. NULL if no row has
** this key.
*/
static const grammar_row *find_key (const statement_context *g, text_view key) {
  const grammar_row *found = NULL;
  for (const grammar_row *row = g->rows; row < end_of(g); row++)
    if (carcU_word_equals(key, row->name) && (found == NULL || (!fits(g, found) && fits(g, row))))
      found = row;
  return found;
}

bool carcP_has_key (const statement_context *g, const char *name) {
  for (const grammar_row *row = g->rows; row < end_of(g); row++)
    if (strcmp(row->name, name) == 0 && is_said(g, row)) return true;
  return false;
}

void carcP_forget_key (statement_context *g, const char *name) {
  for (const grammar_row *row = g->rows; row < end_of(g); row++)
    if (strcmp(row->name, name) == 0) g->said &= ~bit_of(g, row);
}

/* ---- Messages -------------------------------------------------------------------------------- */

#define REFUSE(g, ...) carcU_fail((g)->err, CARC_ERR_INVALID, (g)->line, __VA_ARGS__)

/* For carc_nearest_name: the names of the rows of a table. */
static const char *next_key (const void *ud, int i) {
  const statement_context *g = ud;
  if (i == g->n_rows) return NULL;
  return is_key(&g->rows[i]) && fits(g, &g->rows[i]) ? g->rows[i].name : "";
}

static bool stands_alone (const grammar_row *row) {
  return row->type == TYPE_FLAG || (row->flags & KEY_TWO_WORDS) != 0;
}

/* Appends the words of a row to the list of expected words. */
static void put_known (text_writer *out, const statement_context *g, const grammar_row *row) {
  const char *comma = carcU_written_length(out) > 0 ? ", " : "";
  if (!fits(g, row)) return;
  if (is_key(row))
    carcU_put(out, "%s%s%s", comma, row->name, stands_alone(row) ? "" : "=");
  else if ((row->flags & KEY_REQUIRED) == 0)
    carcU_put(out, "%s%s", comma, carcP_words_of_row(row));
}

static carc_status refuse_unknown (const statement_context *g, text_view w) {
  char list[300];
  text_view value, key = carcU_split_key(w, &value);
  text_writer out = carcU_new_writer(list, sizeof list);
  for (const grammar_row *row = g->rows; row < end_of(g); row++) put_known(&out, g, row);
  if (carcU_written_length(&out) == 0)
    return REFUSE(g, "%s: unexpected word '%.*s' at the end", g->where, VIEW(w));
  const char *near = carc_nearest_name(key.at, key.length, next_key, g);
  return REFUSE(g, "%s: unknown word '%.*s'%s%s%s; expected %s", g->where, VIEW(w), NEAREST_HINT(near), list);
}

/* ---- Combinations ---------------------------------------------------------------------------- */

/* Whether one of these keys, separated by '|', is present. */
static bool any_said (const statement_context *g, const char *list) {
  for (const grammar_row *row = g->rows; row < end_of(g); row++)
    if (is_said(g, row) && carcU_index_in_words((text_view){row->name, strlen(row->name)}, list) >= 0)
      return true;
  return false;
}

/* Writes the words of the KEY_SUBJECT row that these bits stand for. */
static void put_where (text_writer *out, const statement_context *g, uint32_t where) {
  for (const grammar_row *row = g->rows; row < end_of(g); row++) {
    if ((row->flags & KEY_SUBJECT) == 0) continue;
    text_view rest = {carcP_words_of_row(row), strlen(carcP_words_of_row(row))};
    for (int k = 0; rest.length > 0; k++) {
      text_view one = carcU_split_word(rest, '|', &rest);
      if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
      if ((where >> k & 1) != 0)
        carcU_put(out, "%s%.*s", carcU_written_length(out) > 0 ? ", " : "", VIEW(one));
    }
  }
}

static carc_status check_said (const statement_context *g, const grammar_row *row) {
  char of[100], here[50];
  text_writer one = carcU_new_writer(of, sizeof of), other = carcU_new_writer(here, sizeof here);
  if (!fits(g, row)) {
    put_where(&one, g, row->where);
    put_where(&other, g, g->of);
    return REFUSE(g, "%s: %s applies to %s, not to %s", g->where, row->name, of, here);
  }
  if (row->with != NULL && !any_said(g, row->with))
    return REFUSE(g, "%s: %s requires %s, which is missing", g->where, row->name, row->with);
  if (row->without != NULL && any_said(g, row->without))
    return REFUSE(g, "%s: %s cannot be combined with %s", g->where, row->name, row->without);
  return CARC_OK;
}

static carc_status check_missing (const statement_context *g, const grammar_row *row) {
  char expected[200];
  text_writer out = carcU_new_writer(expected, sizeof expected);
  if ((row->flags & KEY_REQUIRED) == 0 || !fits(g, row)) return CARC_OK;
  carcP_put_expected(&out, row);
  return REFUSE(g, "%s: %s is missing: expected %s", g->where, row->name, expected);
}

static carc_status check_words (const statement_context *g) {
  for (const grammar_row *row = g->rows; row < end_of(g); row++) {
    bool said = is_said(g, row);
    TRY(said ? check_said(g, row) : check_missing(g, row));
  }
  return CARC_OK;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static carc_status store (statement_context *g, const grammar_row *row, bool alone, text_view w) {
  static carc_status (*const functions[])(const store_args *s) = {
#define TYPE(id, fn, ...) carcP_store_##fn,
#include "parser/grammar.def"
  };
  void *to = row->width > 0 ? (char *)g->row + row->offset : NULL;
  store_args s = {.g = g, .row = row, .alone = alone, .word = w, .to = to};
  return functions[row->type](&s);
}

/* Stores the value of a word; if the row takes a list, stores its items one by one. */
static carc_status store_word (statement_context *g, const grammar_row *row, text_view w) {
  bool list = (row->flags & KEY_LIST) != 0;
  if (list && row->none != NULL && carcU_word_equals(w, row->none)) return CARC_OK;
  carc_status status;
  do {
    text_view one = list ? carcU_take_item(&w) : w;
    status = store(g, row, false, one);
    if (status == CARC_OK && (row->flags & KEY_SUBJECT) != 0)
      g->of = 1u << carcU_index_in_words(one, carcP_words_of_row(row));
  } while (list && status == CARC_OK && w.length > 0);
  return status;
}

/* Marks a row as present. Fails if the row is already present and is not KEY_REPEATABLE. */
static carc_status say (statement_context *g, const grammar_row *row) {
  bool again = is_said(g, row) && (row->flags & KEY_REPEATABLE) == 0;
  g->said |= bit_of(g, row);
  return again ? REFUSE(g, "%s: %s is repeated", g->where, row->name) : CARC_OK;
}

statement_context carcP_begin_statement (const definition_reader *r, grammar_table in, void *into) {
  statement_context g = {
      .d = r->d, .err = r->err, .line = r->line, .script = r->script, .in = in, .row = into};
  int first = 0;
  while (first < GRAMMAR_ROWS && carcP_grammar_row(first)->in != in) first++;
  g.rows = carcP_grammar_row(first);
  while (first + g.n_rows < GRAMMAR_ROWS && g.rows[g.n_rows].in == in) g.n_rows++;
  text_writer where = carcU_new_writer(g.where, sizeof g.where);
  carcU_put_text(&where, carcP_grammar_statement((int)in)->name);
  for (const grammar_row *row = g.rows; row < end_of(&g); row++)
    if (row->unless != NULL) store_word(&g, row, (text_view){row->unless, strlen(row->unless)});
  return g;
}

static bool may_be_left_out (const grammar_row *row, text_view w) {
  bool choice = row->type == TYPE_CHOICE || row->type == TYPE_YES_NO;
  return (row->flags & KEY_REQUIRED) == 0 && choice && carcU_index_in_words(w, carcP_words_of_row(row)) < 0;
}

/* The row of the next value without a key; NULL if no row is left for it. */
static const grammar_row *next_place (statement_context *g, text_view w) {
  while (g->place < g->n_rows) {
    const grammar_row *row = &g->rows[g->place++];
    if (!is_key(row) && !may_be_left_out(row, w)) return row;
  }
  return NULL;
}

static carc_status store_placed (statement_context *g, const grammar_row *row, text_view w) {
  carc_status status = say(g, row);
  if (status == CARC_OK) status = store_word(g, row, w);
  if (status == CARC_OK && (row->flags & KEY_IDENTIFIES) != 0) {
    text_writer where = carcU_new_writer(g->where, sizeof g->where);
    carcU_put(&where, "%s %.*s", carcP_grammar_statement((int)g->in)->name, VIEW(w));
  }
  return status;
}

static carc_status read_alone (definition_reader *r, statement_context *g, text_view w) {
  const grammar_row *row = find_key(g, w);
  if (row != NULL && is_key(row) && (row->flags & KEY_TWO_WORDS) != 0) {
    carc_status status = say(g, row);
    return status == CARC_OK ? store_word(g, row, carcP_take_word(r)) : status;
  }
  if (row != NULL && is_key(row)) {
    carc_status status = say(g, row);
    return status == CARC_OK ? store(g, row, true, (text_view){NULL, 0}) : status;
  }
  row = next_place(g, w);
  return row != NULL ? store_placed(g, row, w) : refuse_unknown(g, w);
}

/*
** Whether the next positional value is required. If it is, the next word is that value even if it
** looks like a key.
*/
static bool is_needed_next (const statement_context *g) {
  const grammar_row *next = &g->rows[g->place];
  return g->place < g->n_rows && !is_key(next) && (next->flags & KEY_REQUIRED) != 0;
}

static carc_status read_word (definition_reader *r, statement_context *g, text_view w) {
  text_view value, key = carcU_split_key(w, &value);
  if (is_needed_next(g) && key.length == w.length) return store_placed(g, next_place(g, w), w);
  const grammar_row *row = find_key(g, key);
  bool known = false;
  if (g->other != NULL && (row == NULL || !is_key(row))) {
    carc_status status = g->other(r, g->row, w, &known);
    if (status != CARC_OK || known) return status;
  }
  if (key.length == w.length) return read_alone(r, g, w);
  if (row == NULL || !is_key(row)) return refuse_unknown(g, w);
  carc_status status = say(g, row);
  return status == CARC_OK ? store_word(g, row, value) : status;
}

carc_status carcP_read_keys (definition_reader *r, statement_context *g) {
  for (text_view w = carcP_take_word(r); w.length > 0; w = carcP_take_word(r)) { TRY(read_word(r, g, w)); }
  return check_words(g);
}

carc_status carcP_read_statement (definition_reader *r, grammar_table in, void *into) {
  statement_context g = carcP_begin_statement(r, in, into);
  return carcP_read_keys(r, &g);
}

/* ---- Several statements about one item ------------------------------------------------------- */

static void merge_row (const grammar_row *row, const unsigned char *from, unsigned char *to) {
  for (int i = 0; i < row->width; i++) {
    bool stays = (row->flags & KEY_STRICTEST) != 0 && to[i] > from[i];
    if (!stays) to[i] = from[i];
  }
}

void carcP_merge_statement (const statement_context *g, void *into) {
  for (const grammar_row *row = g->rows; row < end_of(g); row++)
    if (is_said(g, row))
      merge_row(row, (const unsigned char *)g->row + row->offset, (unsigned char *)into + row->offset);
}
