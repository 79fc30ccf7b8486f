/*
** values.h: the state of a statement while it is parsed, and the functions that store the values of
** its words.
*/
#ifndef CARC_VALUES_H
#define CARC_VALUES_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"

/* A statement, or another table of words, while it is parsed. */
typedef struct statement_context {
  const carc_definition *d;
  carc_error *err;
  int line, script; /* script: owner of the statement; 0 if it is the game */
  grammar_table in;
  const grammar_row *rows; /* n_rows rows of this table */
  int n_rows;
  void *row;                                /* struct of the statement, 0 at first */
  char where[2 * CARC_FULL_NAME_SIZE + 32]; /* beginning of each message */
  uint64_t said;                            /* bit i: row i is present */
  uint32_t of;                              /* subject, as in row.where; 0 if unknown */
  int place;                                /* index of the row of the next value without a key */
  /*
  ** Reads a word that is not in the table; *known stays false if it is invalid. NULL if the
  ** statement has no such words.
  */
  carc_status (*other)(definition_reader *r, void *row, text_view w, bool *known);
} statement_context;

/* A value that is to be stored in a member. */
typedef struct store_args {
  const statement_context *g;
  const grammar_row *row;
  bool alone; /* the key has no value */
  text_view word;
  void *to; /* the member; NULL if the row has none */
} store_args;

/* The functions of the types. Each stores a value, or fails with a message. */
#define TYPE(id, fn, ...) carc_status carcP_store_##fn(const store_args *s);
#include "parser/grammar.def"

#endif
