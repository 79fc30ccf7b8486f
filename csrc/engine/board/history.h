/*
** history.h: encodes draws and decisions in a state, so that the game can be replayed.
**
** A draw is stored as the type of the tile, a decision as the index of its action: in one byte, or
** as HISTORY_WIDE and two bytes. A resignation is stored as HISTORY_RESIGNED and the player; it may
** follow any entry.
*/
#ifndef CARC_HISTORY_H
#define CARC_HISTORY_H

#include "carcassonne.h"
#include "board/state.h"

enum { HISTORY_WIDE = 0xFF, HISTORY_RESIGNED = HISTORY_NARROW };

static inline void remember_byte (const carc_definition *d, carc_state *s, int byte) {
  history_of(d, s)[s->history_used++] = (uint8_t)byte;
}

/* Appends the index of a decision, or a type that was drawn. */
static inline void remember_index (const carc_definition *d, carc_state *s, int index) {
  if (index < HISTORY_RESIGNED) {
    remember_byte(d, s, index);
    return;
  }
  remember_byte(d, s, HISTORY_WIDE);
  remember_byte(d, s, index & 0xFF);
  remember_byte(d, s, index >> 8);
}

/* Reads the index or the type that is stored at a position. */
static inline int remembered_index (const uint8_t *at) {
  return at[0] == HISTORY_WIDE ? at[1] | at[2] << 8 : at[0];
}

#endif
