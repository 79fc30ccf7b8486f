/*
** parse_selector.h: selectors from words, whether these stand in a definition or come from a script that runs.
*/
#ifndef CARC_PARSE_SELECTOR_H
#define CARC_PARSE_SELECTOR_H

#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/selector.h"
#include "parse/parse.h"

/*
** What is read, and into what. A selector is one word, KIND(key=value;key=value;...); a filter has no kind. Others stand in it in
** the same way. csrc/engine/DEFINITION.md tells the keys.
*/
typedef struct selecting {
  const carc_definition *d;
  int script; /* whose names they are; 0: the game's */
  selector_pool *pool;
  int line;
  const char *where; /* what messages begin with */
  int depth;
  unsigned about;  /* a filter of `this`: what that is, as bits; 0: not known */
  carc_error *err; /* says in `absent` whether a name may come with other lines */
} selecting;

/* Reads a selector, or a filter; *out gets its number in the pool. */
carc_status carc_read_selector (const selecting *r, word w, int *out);
carc_status carc_read_filter (const selecting *r, word w, int *out);
/* The same where kinds of segments, with commas between, stand for a filter of them; none at all are none. */
carc_status carc_read_segments (const selecting *r, word w, int *out);
/* Whether a word means something where a slot may be named. */
bool carc_is_reserved (const char *name);

#endif
