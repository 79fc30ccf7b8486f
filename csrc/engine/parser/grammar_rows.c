/*
** grammar_rows.c: the table itself, from grammar.def.
*/
#include "carcassonne.h"
#include "parser/grammar.h"

static const grammar_row rows[] = {
#define KEY(table, key, kind, ...) {.in = IN_##table, .name = #key, .type = TYPE_##kind, __VA_ARGS__},
#include "parser/grammar.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

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
enum { LISTS = sizeof lists / sizeof *lists };

const grammar_row *carc_grammar_row (int i) { return i < ROWS ? &rows[i] : NULL; }
const grammar_statement *carc_grammar_statement (int i) { return i < GRAMMAR_TABLES ? &statements[i] : NULL; }
const grammar_words *carc_grammar_words (int i) { return i < LISTS ? &lists[i] : NULL; }
