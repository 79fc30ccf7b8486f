/*
** replay.h: a game played again from what its state remembers: for undo, events, saving, and the way back after a failure.
*/
#ifndef CARC_REPLAY_H
#define CARC_REPLAY_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "board/state.h"

/* What a game is played again from; `ring`, where there is one, gets the positions on the way. */
typedef struct replay_source {
  const uint8_t *history;
  int used;
  uint64_t seed, generator;
  uint32_t steps;
  carc_undo_ring *ring;
} replay_source;
replay_source carcT_replay_source_of (const carc_definition *d, const carc_state *s);

/* A history being read again, step by step; `out` is a state of its own. */
typedef struct replayer {
  carc_call c;
  replay_source of;
  int at; /* in the history */
} replayer;
replayer carcT_begin_replay (const carc_definition *d, carc_state *out, const replay_source *of,
                             carc_error *err);
/* Begins the game. */
void carcT_start_replay (replayer *r);
/* What comes next; 0 when the history is over. */
carc_action carcT_next_replayed_action (const replayer *r);
void carcT_step_replay (replayer *r);

/* Who listens, and what for: events above `since`, as one who sees so much is told them. */
typedef struct event_listener {
  carc_sink sink;
  void *ud;
  int since, observer;
} event_listener;

/*
** Goes back to where the state was after so many decisions: the way back where no copy was made. None of them may call a hook, so
** that it cannot fail.
*/
void carcT_rewind_to (const carc_definition *d, carc_state *s, uint32_t decisions);

#endif
