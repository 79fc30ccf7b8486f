/* values.h: a statement during parsing, and the functions that store the values of its words. */
#ifndef CARC_VALUES_H
#define CARC_VALUES_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"

/* A statement, or another table, during parsing. */
typedef struct statement_context {
  const carc_definition *d;
  carc_error *err;
  int line, script; /* owner of the statement; 0: the game */
  grammar_table in;
  const grammar_row *rows; /* n_rows elements of this table */
  int n_rows;
  void *row; /* struct of the statement, with the members that the rows name; zero at first */
  char where[2 * CARC_FULL_NAME_SIZE + 32]; /* beginning of messages */
  uint64_t said;                            /* bit i: row i is present */
  uint32_t of;                              /* subject, as in row.where; 0: unknown */
  int place;                                /* index of the next KEY_POSITIONAL row */
  /* Reads a word outside the table; *known stays false if it is invalid. NULL: no such words. */
  carc_status (*other)(definition_reader *r, void *row, text_view w, bool *known);
} statement_context;

/* A value to be stored in a field. */
typedef struct store_args {
  const statement_context *g;
  const grammar_row *row;
  bool alone; /* the key stands alone, without a value */
  text_view word;
  void *to; /* the field; NULL if the row names none */
} store_args;

/* The functions of types. Each stores a value, or fails with a message. */
#define TYPE(id, fn, ...) carc_status carcP_store_##fn(const store_args *s);
#include "parser/grammar.def"

#endif
