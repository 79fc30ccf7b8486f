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
reading carcP_begin_statement (const reader *r, grammar_table in, void *into);
/* Reads the rest of the statement: whether what was said goes together, and nothing is missing. */
carc_status carcP_read_keys (reader *r, reading *g);
/* Reads a statement into a struct that is all zero but for what its caller has set. */
carc_status carcP_read_statement (reader *r, grammar_table in, void *into);
/* Whether this word of the table was said. */
bool carcP_has_key (const reading *g, const char *name);
/* Forgets that it was: carcP_merge_statement leaves it alone then. */
void carcP_forget_key (reading *g, const char *name);
/* Puts what was said into a struct of the same type, in which there may be something already: STRICTEST. */
void carcP_merge_statement (const reading *g, void *into);

#endif
