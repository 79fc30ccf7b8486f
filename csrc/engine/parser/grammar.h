/*
** grammar.h: a parser that reads statements as the table in grammar.def describes them.
*/
#ifndef CARC_GRAMMAR_H
#define CARC_GRAMMAR_H

#include "carcassonne.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"
#include "parser/values.h"

/* Prepares to read a statement into a struct that already has the defaults. */
statement_context carcP_begin_statement (const definition_reader *r, grammar_table in, void *into);
/* Reads the rest of the statement, and checks required words and combinations of words. */
carc_status carcP_read_keys (definition_reader *r, statement_context *g);
/*
** Reads a statement into a struct. The caller has set some fields of the struct; the others are 0.
*/
carc_status carcP_read_statement (definition_reader *r, grammar_table in, void *into);

/*
** Defines the parser of a statement whose words are all in the table. The parser reads the words
** into `said` and then runs `keep`.
*/
#define PLAIN_STATEMENT(name, keep)                                 \
  carc_status carcP_##name##_statement(definition_reader *r) {      \
    plain_words said = {0};                                         \
    carc_status status = carcP_read_statement(r, IN_##name, &said); \
    if (status == CARC_OK) keep;                                    \
    return status;                                                  \
  }
/* Whether the word with this name is present. */
bool carcP_has_key (const statement_context *g, const char *name);
/* Marks a word as not present, so that carcP_merge_statement ignores it. */
void carcP_forget_key (statement_context *g, const char *name);
/*
** Writes the words that are present into a struct of the same type, which may already have values.
** See KEY_STRICTEST.
*/
void carcP_merge_statement (const statement_context *g, void *into);

#endif
