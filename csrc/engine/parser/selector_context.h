/*
** selector_context.h: the state of the parser of selectors.
*/
#ifndef CARC_SELECTOR_CONTEXT_H
#define CARC_SELECTOR_CONTEXT_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "parser/grammar_rows.h"

/* A selector that is being parsed. */
typedef struct selector_context {
  const carc_definition *d;
  int script; /* owner of the names; 0 if it is the game */
  selector_pool *pool;
  int line;
  const char *where; /* beginning of each message */
  int key, holder;   /* as in the selector */
  int depth;
  unsigned about;            /* kinds of items that a filter tests, as bits; 0: unknown */
  carc_error *err;           /* `absent`: a later line may declare the missing name */
  const grammar_row *beside; /* n_beside keys of the statement, which Lua has in the same table */
  int n_beside;
} selector_context;

typedef struct key_context {
  const selector_context *r;
  const grammar_row *row;
  relation relation; /* relation that the key stands for */
  selector *f;       /* the selector that has the key */
} key_context;

#define REFUSE_KEY(k, ...) carcU_fail((k)->r->err, CARC_ERR_INVALID, (k)->r->line, __VA_ARGS__)
/* Arguments for `%s%s` at the beginning of a message about a key; with the key, for `%s%s%s`. */
#define PATH_ARGS(r) (r)->where, *(r)->where == '\0' ? "" : "."
#define KEY_ARGS(k) PATH_ARGS((k)->r), (k)->row->name

#endif
