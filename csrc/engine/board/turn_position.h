/*
** turn_position.h: the position in a turn, and its interruptions.
*/
#ifndef CARC_TURN_POSITION_H
#define CARC_TURN_POSITION_H

#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* Interrupts the current position: `by` comes first. */
ALWAYS_INLINE void interrupt (carc_state *s, turn_position by) {
  s->interrupted[s->n_interrupted++] = s->at;
  s->at = by;
}

/* Resumes the position that was interrupted last. */
ALWAYS_INLINE void resume_interrupted (carc_state *s) {
  s->at = s->interrupted[--s->n_interrupted];
  s->interrupted[s->n_interrupted] = (turn_position){0};
}

/* The heap to which the next tile is dealt; -1 if no tile is being dealt. */
ALWAYS_INLINE int dealing_heap (const carc_state *s) { return s->at.step == STEP_DEAL ? s->at.phase : -1; }

/* The current position; if tiles are being dealt, the position after the deal. */
ALWAYS_INLINE turn_position position_after_dealing (const carc_state *s) {
  return s->at.step == STEP_DEAL ? s->interrupted[s->n_interrupted - 1] : s->at;
}

/* The step of a position. The step of a phase is its timing. */
ALWAYS_INLINE int step_of_position (const carc_definition *d, turn_position p) {
  bool of_phase = p.step == STEP_ASK || p.step == STEP_PHASE_OVER || p.step == STEP_LAST_TILE;
  return of_phase ? d->phase[p.phase].timing : p.step;
}

/* The position at which the turn continues after all deals and the phases of all triggers. */
ALWAYS_INLINE turn_position main_position (const carc_definition *d, const carc_state *s) {
  turn_position p = s->at;
  for (int i = s->n_interrupted; i > 0; p = s->interrupted[--i]) {
    int step = step_of_position(d, p);
    if (step != STEP_DEAL && !is_trigger_timing(step)) break;
  }
  return p;
}

/*
** The phase at the timing `game_end` that placed the tile being played; -1 if no phase placed it.
*/
ALWAYS_INLINE int last_tile_phase (const carc_state *s) {
  bool plays = s->n_interrupted > 0 && s->interrupted[0].step == STEP_LAST_TILE;
  return plays ? s->interrupted[0].phase : -1;
}

#endif
