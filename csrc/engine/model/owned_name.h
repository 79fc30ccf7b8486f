/* owned_name.h: a name that a script declares; rows of a definition begin with it. */
#ifndef CARC_OWNED_NAME_H
#define CARC_OWNED_NAME_H

#include <stdbool.h>
#include <stdint.h>
#include "carcassonne.h"

/* A declared name has no dot, so SCRIPT.NAME is unambiguous. */
typedef struct owned_name {
  char text[CARC_FULL_NAME_SIZE]; /* SCRIPT.NAME, or NAME if nobody owns it */
  uint8_t own_at, told_at;        /* start of NAME, and of the displayed name */
  uint8_t script;                 /* its owner; 0: nobody */
  uint8_t declared_by;            /* the first script, if several share it */
  bool shared;
} owned_name;

static inline const char *own_name (const owned_name *n) { return n->text + n->own_at; }
static inline const char *told_name (const owned_name *n) { return n->text + n->told_at; }

#endif
