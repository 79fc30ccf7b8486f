/*
** grammar.h: the reader that the table of statements and their words drives.
*/
#ifndef CARC_GRAMMAR_H
#define CARC_GRAMMAR_H

#include "carcassonne.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"
#include "parser/values.h"

/* Begins to read into a struct, in which what is there unless it is said is stored. */
statement_context carcP_begin_statement (const definition_reader *r, grammar_table in, void *into);
/* Reads the rest of the statement: whether what was said goes together, and nothing is missing. */
carc_status carcP_read_keys (definition_reader *r, statement_context *g);
/* Reads a statement into a struct that is all zero but for what its caller has set. */
carc_status carcP_read_statement (definition_reader *r, grammar_table in, void *into);

/* Defines the reader of a statement of plain words, `said`; `keep` is done once they are read. */
#define PLAIN_STATEMENT(name, keep)                                 \
  carc_status carcP_##name##_statement(definition_reader *r) {      \
    plain_words said = {0};                                         \
    carc_status status = carcP_read_statement(r, IN_##name, &said); \
    if (status == CARC_OK) keep;                                    \
    return status;                                                  \
  }
/* Whether this word of the table was said. */
bool carcP_has_key (const statement_context *g, const char *name);
/* Forgets that it was: carcP_merge_statement leaves it alone then. */
void carcP_forget_key (statement_context *g, const char *name);
/* Puts what was said into a struct of the same type, in which there may be something already: KEY_STRICTEST. */
void carcP_merge_statement (const statement_context *g, void *into);

#endif
