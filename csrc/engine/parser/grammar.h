/* grammar.h: the parser that the table of statements drives. */
#ifndef CARC_GRAMMAR_H
#define CARC_GRAMMAR_H

#include "carcassonne.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"
#include "parser/values.h"

/* Prepares to read a statement into a struct that holds the defaults. */
statement_context carcP_begin_statement (const definition_reader *r, grammar_table in, void *into);
/* Reads the rest of the statement, and checks combinations and required words. */
carc_status carcP_read_keys (definition_reader *r, statement_context *g);
/* Reads a statement into a struct that is zero, except for what the caller has set. */
carc_status carcP_read_statement (definition_reader *r, grammar_table in, void *into);

/* Defines the parser of a statement of plain words, `said`; `keep` runs after they are read. */
#define PLAIN_STATEMENT(name, keep)                                 \
  carc_status carcP_##name##_statement(definition_reader *r) {      \
    plain_words said = {0};                                         \
    carc_status status = carcP_read_statement(r, IN_##name, &said); \
    if (status == CARC_OK) keep;                                    \
    return status;                                                  \
  }
/* Whether a word of the table is present. */
bool carcP_has_key (const statement_context *g, const char *name);
/* Marks a word as absent, so that carcP_merge_statement ignores it. */
void carcP_forget_key (statement_context *g, const char *name);
/* Merges the words present into a struct of the same type that may be in use: see KEY_STRICTEST. */
void carcP_merge_statement (const statement_context *g, void *into);

#endif
