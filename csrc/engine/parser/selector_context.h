/* selector_context.h: state of the parser of selectors. */
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
  int script; /* owner of the names; 0: the game */
  selector_pool *pool;
  int line;
  const char *where; /* beginning of messages */
  int depth;
  unsigned about;            /* items of a filter, as bits; 0: unknown */
  carc_error *err;           /* `absent`: further lines might declare a missing name */
  const grammar_row *beside; /* n_beside keys of the statement in the selector's table in Lua */
  int n_beside;
} selector_context;

typedef struct key_context {
  const selector_context *r;
  const grammar_row *row;
  relation relation; /* of a relation key */
  selector *f;       /* the selector with the key */
} key_context;

#define REFUSE_KEY(k, ...) carcU_fail((k)->r->err, CARC_ERR_INVALID, (k)->r->line, __VA_ARGS__)
/* Arguments for `%s%s`: beginning of a message about a key; for `%s%s%s`: about this key. */
#define PATH_ARGS(r) (r)->where, *(r)->where == '\0' ? "" : "."
#define KEY_ARGS(k) PATH_ARGS((k)->r), (k)->row->name

#endif
