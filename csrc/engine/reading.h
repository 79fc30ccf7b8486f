/*
** reading.h: what reading a definition and deriving from it share.
*/
#ifndef CARC_READING_H
#define CARC_READING_H

#include "definition.h"

/* What reading needs besides the definition itself. */
typedef struct reader {
  carc_definition *d;
  carc_error *err;
  int line;
  const char *at; /* behind the statement's first word */
  carc_edition edition;
  bool overridden[CARC_RULE_COUNT], piece_given[CARC_MAX_PIECES], start_given, goods_given;
} reader;

#define FAIL(r, ...) carc_fail((r)->err, CARC_INVALID, (r)->line, __VA_ARGS__)

/* Completes a definition whose statements are read: defaults by edition, checks over all, what tiles bring, the layout. */
carc_status derive_definition (reader *r, const char *text);

#endif
