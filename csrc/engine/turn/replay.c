/* replay.c: replays a game step by step: for undo, for events, and after a script has failed. */
#include <string.h>
#include "turn/replay.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/compiler.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/history.h"
#include "board/state.h"
#include "effect/majority.h"
#include "effect/restrictions.h"
#include "turn/apply.h"

replay_source carcT_replay_source_of (const carc_definition *d, const carc_state *s) {
  return (replay_source){const_history_of(d, s), (int)s->history_used, s->seed, s->generator, s->steps, NULL};
}

replayer carcT_begin_replay (const carc_definition *d, carc_state *out, const replay_source *of,
                             carc_error *err) {
  replayer r = {.c = begin_call(d, out, err), .of = *of};
  r.c.stepwise = true;
  carc_state_clone(d, out, d->image);
  return r;
}

/* Moves past the entry that was just applied: the replay stores the same history as its source. */
static void skip_history (replayer *r) { r->at = (int)r->c.s->history_used; }

void carcT_start_replay (replayer *r) {
  carcT_begin_game(&r->c, r->of.seed);
  skip_history(r);
}

carc_action carcT_next_replayed_action (const replayer *r) {
  const uint8_t *history = r->of.history + r->at;
  carc_action_fields f = {.kind = CARC_ACTION_RESIGN};
  if (r->at >= r->of.used) return 0;
  if (history[0] == HISTORY_RESIGNED) {
    f.player = history[1];
  } else if (r->c.s->decision == DECISION_DRAW) {
    f.kind = CARC_ACTION_DRAW;
    f.type = remembered_index(history);
  } else {
    return carc_state_action(r->c.d, r->c.s, remembered_index(history));
  }
  return carc_action_pack(&f);
}

/*
** Whether the next entry of the history can be applied. It cannot if a script answers differently
** than before, because the script keeps data outside of its variables. The replay then fails.
*/
static bool fits_history (replayer *r) {
  const carc_state *s = r->c.s;
  const uint8_t *history = r->of.history + r->at;
  bool fits;
  if (history[0] == HISTORY_RESIGNED)
    fits = s->decision != DECISION_END && !(s->resigned >> history[1] & 1);
  else if (s->decision == DECISION_DRAW)
    fits = find_type(const_bag_of(r->c.d, s), s->n_bag, remembered_index(history)) >= 0;
  else
    fits = remembered_index(history) < s->n_actions;
  if (fits) return true;
  carcU_fail(
      r->c.err, CARC_ERR_SCRIPT, 0,
      "the replay differs from the game after %u decisions; does a script store data outside its variables?",
      (unsigned)s->decisions);
  r->c.failed = true;
  return false;
}

void carcT_step_replay (replayer *r) {
  if (!fits_history(r)) return;
  carc_action_fields f = carc_action_unpack(carcT_next_replayed_action(r));
  if (f.kind == CARC_ACTION_RESIGN)
    carcT_apply_resignation(&r->c, f.player);
  else if (f.kind == CARC_ACTION_DRAW)
    carcT_apply_draw(&r->c, f.type);
  else
    carcT_apply_decision(&r->c, remembered_index(r->of.history + r->at));
  skip_history(r);
}

/*
** Replays the first `decisions` decisions, and the draws after them, into `out`. `listener` may be
** NULL. If a hook fails or memory runs out, returns CARC_ERR_SCRIPT or CARC_ERR_MEMORY and fills
** `err`.
*/
static carc_status replay_past (const carc_definition *d, carc_state *out, const replay_source *of,
                                uint32_t decisions, const event_listener *listener, carc_error *err) {
  replayer r = carcT_begin_replay(d, out, of, err);
  if (listener != NULL) {
    r.c.sink = listener->sink;
    r.c.sink_ud = listener->ud;
    r.c.since = listener->since;
    r.c.observer = listener->observer;
    r.c.restrictions = listener->restrictions;
  }
  carcT_start_replay(&r);
  while (!r.c.failed && r.at < of->used) {
    bool drawn_after = !d->manual && waits_for_chance(out) && of->history[r.at] != HISTORY_RESIGNED;
    if (out->decisions >= decisions && !drawn_after) break;
    if (of->ring != NULL && !drawn_after) carc_undo_ring_push(d, of->ring, out);
    carcT_step_replay(&r);
  }
  out->generator = random_rewind(of->generator, of->steps - out->steps);
  return call_status(&r.c);
}

static carc_status replay (const carc_definition *d, carc_state *out, const carc_state *of,
                           uint32_t decisions, const event_listener *listener, carc_error *err) {
  replay_source p = carcT_replay_source_of(d, of);
  return replay_past(d, out, &p, decisions, listener, err);
}

NOINLINE void carcT_rewind_to (const carc_definition *d, carc_state *s, uint32_t decisions) {
  uint8_t history[MAX_HISTORY];
  replay_source p = carcT_replay_source_of(d, s);
  memcpy(history, p.history, (size_t)p.used);
  p.history = history;
  replay_past(d, s, &p, decisions, NULL, NULL);
}

/* ---- Entry points ---------------------------------------------------------------------------- */

/* Replays the game up to the last decision. If `ring` is not NULL, stores the positions in it. */
static carc_status play_without_last (const carc_definition *def, carc_state *state, carc_undo_ring *ring,
                                      carc_error *err) {
  if (state->decisions == 0) return carcU_fail(err, CARC_ERR_ILLEGAL, 0, "there is no decision to undo");
  carc_state *before = carcM_alloc_memory(def, def->at.size);
  if (before == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  replay_source p = carcT_replay_source_of(def, state);
  p.ring = ring;
  carc_status status = replay_past(def, before, &p, state->decisions - 1, NULL, err);
  if (status == CARC_OK) carc_state_clone(def, state, before);
  carcM_free_memory(def, before, def->at.size);
  return status;
}

carc_status carc_state_undo_action (const carc_definition *def, carc_state *state, carc_error *err) {
  return play_without_last(def, state, NULL, err);
}

carc_status carc_undo_ring_undo_action (const carc_definition *def, carc_undo_ring *ring, carc_state *state,
                                        carc_error *err) {
  return carc_undo_ring_undo(def, ring, state) ? CARC_OK : play_without_last(def, state, ring, err);
}

static carc_status tell_events (const carc_definition *def, const carc_state *state,
                                const event_listener *listener, carc_error *err) {
  carc_state *again = carcM_alloc_memory(def, def->at.size);
  if (again == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  carc_status status = replay(def, again, state, state->decisions, listener, err);
  carcM_free_memory(def, again, def->at.size);
  return status;
}

carc_status carc_state_events (const carc_definition *def, const carc_state *state, int since, carc_sink sink,
                               void *ud, carc_error *err) {
  return tell_events(def, state, &(event_listener){sink, ud, since, OBSERVER_ALL, NULL}, err);
}

carc_status carc_state_events_for (const carc_definition *def, const carc_state *state, int observer,
                                   int since, carc_sink sink, void *ud, carc_error *err) {
  return tell_events(def, state, &(event_listener){sink, ud, since, observer_for(observer), NULL}, err);
}

carc_status carc_state_restrictions (const carc_definition *def, const carc_state *state,
                                     carc_restriction_count out[CARC_RESTRICTION_COUNT], carc_error *err) {
  restriction_counts counts;
  memset(&counts, 0, sizeof counts);
  carc_status status = tell_events(def, state, &(event_listener){.restrictions = &counts}, err);
  memcpy(out, counts.of, sizeof counts.of);
  return status;
}
