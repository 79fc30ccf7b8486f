/*
** grammar_rows.c: the table that grammar.def defines.
*/
#include "parser/grammar_rows.h"
#include "carcassonne.h"
#include "util/text.h"

static const grammar_row rows[] = {
#define KEY(table, key, kind, ...) {.in = IN_##table, .name = #key, .type = TYPE_##kind, __VA_ARGS__},
#include "parser/grammar.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static const grammar_statement statements[] = {
#define TABLE(id, written, whose, ...) \
  {.name = #id, .key = written, .form = FORM_BY_HAND, .of = whose, .says = __VA_ARGS__},
#define STATEMENT(id, written, so, whose, ...) \
  {.name = #id, .key = written, .form = FORM_##so, .of = whose, .says = __VA_ARGS__},
#include "parser/grammar.def"
};

static const grammar_words lists[] = {
#define WORDS(name, words, says) {#name, &words[1], says},
#include "parser/grammar.def"
};
enum { LIST_COUNT = sizeof lists / sizeof *lists };

const grammar_row *carcP_grammar_row (int i) { return i < ROW_COUNT ? &rows[i] : NULL; }
const grammar_statement *carcP_grammar_statement (int i) {
  return i < GRAMMAR_TABLES ? &statements[i] : NULL;
}
const grammar_words *carcP_grammar_words (int i) { return i < LIST_COUNT ? &lists[i] : NULL; }

static const grammar_type_row types[] = {
#define TYPE(id, fn, lua, expects) {#id, lua, expects},
#define SELECTOR_TYPE(id, fn, lua, expects) {#id, lua, expects},
#include "parser/grammar.def"
};

const grammar_type_row *carcP_grammar_type (int i) { return i < GRAMMAR_TYPES ? &types[i] : NULL; }

const char *carcP_words_of_row (const grammar_row *row) {
  if (row->words == NULL) return row->type == TYPE_YES_NO ? "no|yes" : "";
  return row->words + (row->words[0] == '|');
}

void carcP_put_expected (text_writer *w, const grammar_row *row) {
  const char *words = carcP_words_of_row(row);
  carcU_put_text(w, types[row->type].expects);
  if (row->type == TYPE_INTEGER) carcU_put(w, "a number from %d to %d", row->low, row->high);
  if (row->type == TYPE_INTEGER && *words != '\0') carcU_put_text(w, " or ");
  carcU_put_words(w, words);
  if (row->none != NULL) carcU_put(w, ", or %s alone", row->none);
}
