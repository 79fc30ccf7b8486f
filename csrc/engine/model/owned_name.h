/*
** owned_name.h: a name that a script declares. Rows of a definition that have such a name begin
** with it.
*/
#ifndef CARC_OWNED_NAME_H
#define CARC_OWNED_NAME_H

#include <stdbool.h>
#include <stdint.h>
#include "carcassonne.h"

/* A declared name contains no dot, so SCRIPT.NAME is unambiguous. */
typedef struct owned_name {
  char text[CARC_FULL_NAME_SIZE]; /* SCRIPT.NAME, or NAME if it has no owner */
  uint8_t own_at, told_at;        /* start of NAME, and of the displayed name */
  uint8_t script;                 /* number of its owner; 0 if it has none */
  uint8_t declared_by;            /* the script that declared it, or the first of several */
  bool shared;
} owned_name;

static inline const char *own_name (const owned_name *n) { return n->text + n->own_at; }
static inline const char *told_name (const owned_name *n) { return n->text + n->told_at; }

#endif
