/*
** history.h: how a state remembers what was drawn and decided, to be played again.
**
** A draw is its type, a decision its index: a byte, or HISTORY_WIDE and two. HISTORY_RESIGNED and a player stand wherever they happened.
*/
#ifndef CARC_HISTORY_H
#define CARC_HISTORY_H

#include "carcassonne.h"
#include "board/state.h"

enum { HISTORY_WIDE = 0xFF, HISTORY_RESIGNED = HISTORY_NARROW };

static inline void remember_byte (const carc_definition *d, carc_state *s, int byte) {
  history_of(d, s)[s->history_used++] = (uint8_t)byte;
}

/* The index of a decision, or the type that was drawn. */
static inline void remember_index (const carc_definition *d, carc_state *s, int index) {
  if (index < HISTORY_RESIGNED) {
    remember_byte(d, s, index);
    return;
  }
  remember_byte(d, s, HISTORY_WIDE);
  remember_byte(d, s, index & 0xFF);
  remember_byte(d, s, index >> 8);
}

/* The same of what begins here. */
static inline int remembered_index (const uint8_t *at) {
  return at[0] == HISTORY_WIDE ? at[1] | at[2] << 8 : at[0];
}

#endif
