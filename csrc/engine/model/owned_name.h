/*
** owned_name.h: a name that a script declares, as rows of a definition begin with it.
*/
#ifndef CARC_OWNED_NAME_H
#define CARC_OWNED_NAME_H

#include <stdbool.h>
#include <stdint.h>
#include "carcassonne.h"

/* A declared name has no dot, so that SCRIPT.NAME can be read in one way only. */
typedef struct owned_name {
  char text[CARC_FULL_NAME_SIZE]; /* SCRIPT.NAME; NAME alone where it is nobody's */
  uint8_t own_at,
      told_at;    /* where NAME begins, and what is told: at NAME, or at SCRIPT where two are called NAME */
  uint8_t script; /* whose it is; 0: nobody's */
  uint8_t declared_by; /* the first, if several share it */
  bool shared;
} owned_name;

static inline const char *own_name (const owned_name *n) { return n->text + n->own_at; }
static inline const char *told_name (const owned_name *n) { return n->text + n->told_at; }

#endif
