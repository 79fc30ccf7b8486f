/*
** selector_context.h: a selector, and one of its keys, while they are read.
*/
#ifndef CARC_SELECTOR_CONTEXT_H
#define CARC_SELECTOR_CONTEXT_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "parser/grammar_rows.h"

/* What is read, and into what. */
typedef struct selector_context {
  const carc_definition *d;
  int script; /* whose names they are; 0: the game's */
  selector_pool *pool;
  int line;
  const char *where; /* what messages begin with */
  int depth;
  unsigned about;  /* what a filter is asked about, as bits: `this`, or what a way goes over; 0: not known */
  carc_error *err; /* says in `absent` whether a name may come with other lines */
  const grammar_row *beside; /* n_beside keys of a statement that stand in the same table in Lua */
  int n_beside;
} selector_context;

typedef struct key_context {
  const selector_context *r;
  const grammar_row *row;
  relation relation; /* of keys that are one */
  selector *f;       /* that has the key */
} key_context;

#define REFUSE_KEY(k, ...) carcU_fail((k)->r->err, CARC_ERR_INVALID, (k)->r->line, __VA_ARGS__)
/* For `%s%s`: what a message about a key of the selector begins with; for `%s%s%s`: about this key. */
#define PATH_ARGS(r) (r)->where, *(r)->where == '\0' ? "" : "."
#define KEY_ARGS(k) PATH_ARGS((k)->r), (k)->row->name

#endif
