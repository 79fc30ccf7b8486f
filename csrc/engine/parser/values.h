/*
** values.h: a statement while it is read, and the functions that store the values of its words.
*/
#ifndef CARC_VALUES_H
#define CARC_VALUES_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"

/* A statement, or another table, while it is read. */
typedef struct statement_context {
  const carc_definition *d;
  carc_error *err;
  int line, script; /* whose statement it is; 0: the game's */
  grammar_table in;
  const grammar_row *rows; /* n_rows of this table */
  int n_rows;
  void *row; /* what it is read into: the struct of which the rows name fields, all zero at first */
  char where[2 * CARC_FULL_NAME_SIZE + 32]; /* what messages begin with */
  uint64_t said;                            /* bit i: the i-th row of this table */
  uint32_t of;                              /* what it is about, as in row.where; 0: not known */
  int place;                                /* the i-th row is the next that is PLACED */
  /* Reads a word that is none of the table; *known stays false if it is none at all. NULL: there are no others. */
  carc_status (*other)(definition_reader *r, void *row, text_view w, bool *known);
} statement_context;

/* A value on its way into a field. */
typedef struct store_args {
  const statement_context *g;
  const grammar_row *row;
  bool alone; /* its key stands there without a value */
  text_view word;
  void *to; /* the field; NULL if the row names none */
} store_args;

/* The functions of types. Each stores a value, or says what is wrong with it. */
#define TYPE(id, fn, ...) carc_status carcP_store_##fn(const store_args *s);
#include "parser/grammar.def"

#endif
