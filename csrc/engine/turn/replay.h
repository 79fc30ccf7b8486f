/*
** replay.h: replays a game from the history in its state, for undo, events, saves and rollback.
*/
#ifndef CARC_REPLAY_H
#define CARC_REPLAY_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "board/state.h"

/* The source of a replay. If `ring` is not NULL, it receives the positions. */
typedef struct replay_source {
  const uint8_t *history;
  int used;
  uint64_t seed, generator;
  uint32_t steps;
  carc_undo_ring *ring;
} replay_source;
replay_source carcT_replay_source_of (const carc_definition *d, const carc_state *s);

/* A replay in progress. Its state is separate from that of the source. */
typedef struct replayer {
  carc_call c;
  replay_source of;
  int at; /* index in the history */
} replayer;
replayer carcT_begin_replay (const carc_definition *d, carc_state *out, const replay_source *of,
                             carc_error *err);
/* Begins the game. */
void carcT_start_replay (replayer *r);
/* The next action of the history; 0 at its end. */
carc_action carcT_next_replayed_action (const replayer *r);
void carcT_step_replay (replayer *r);

/*
** Listens to the events above `since`, as its observer sees them, and counts the effects of
** restrictions. `sink` and `restrictions` may be NULL.
*/
typedef struct event_listener {
  carc_sink sink;
  void *ud;
  int since, observer;
  struct restriction_counts *restrictions;
} event_listener;

/*
** Restores the state after the first `decisions` decisions, without a copy. Cannot fail: the caller
** makes sure that none of these decisions calls a hook.
*/
void carcT_rewind_to (const carc_definition *d, carc_state *s, uint32_t decisions);

#endif
