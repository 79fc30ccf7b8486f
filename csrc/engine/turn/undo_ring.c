/*
** undo_ring.c: the last positions of a game, so that undo copies a position instead of replaying
** the game (turn/replay.c).
**
** The ring holds copies of the used parts of states. A state descends from a copy if both began
** with the same seed and the history of the copy is a prefix of the history of the state.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"

/* Positions with more options than this are not stored. Such positions are rare. */
enum { RING_OPTIONS = 1024, ALIGNMENT = 64 };

struct carc_undo_ring {
  uint64_t stride; /* bytes of a position; the first one follows this head */
  int32_t room, n; /* number of positions for which there is room, and number stored */
  int32_t newest;  /* index of the last position */
  int32_t unused;
};

static size_t max_position_size (const carc_definition *d) {
  size_t options = d->at.n_options < RING_OPTIONS ? d->at.n_options : RING_OPTIONS;
  return d->at.n_options > 0 ? d->at.options + options * sizeof(uint64_t) : d->at.size;
}

static size_t stride_of (const carc_definition *d) {
  return (max_position_size(d) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static carc_state *position_at (carc_undo_ring *ring, int place) {
  return (carc_state *)(void *)((unsigned char *)ring + sizeof(carc_undo_ring) +
                                (size_t)place * ring->stride);
}

static bool is_valid_room (int positions) { return positions >= 1 && positions <= CARC_MAX_UNDO_POSITIONS; }

static carc_status refuse_number (int positions, carc_error *err) {
  return carcU_fail(err, CARC_ERR_INVALID, 0, "%d positions: expected 1 to %d", positions,
                    CARC_MAX_UNDO_POSITIONS);
}

size_t carc_undo_ring_size (const carc_definition *def, int positions) {
  return is_valid_room(positions) ? sizeof(carc_undo_ring) + (size_t)positions * stride_of(def) : 0;
}

carc_status carc_undo_ring_init (const carc_definition *def, carc_undo_ring *ring, int positions,
                                 carc_error *err) {
  if (!is_valid_room(positions)) return refuse_number(positions, err);
  *ring = (carc_undo_ring){.stride = stride_of(def), .room = positions};
  return CARC_OK;
}

carc_undo_ring *carc_undo_ring_new (const carc_definition *def, int positions, carc_error *err) {
  if (!is_valid_room(positions)) {
    refuse_number(positions, err);
    return NULL;
  }
  carc_undo_ring *ring = carcM_alloc_memory(def, carc_undo_ring_size(def, positions));
  if (ring == NULL)
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  else
    carc_undo_ring_init(def, ring, positions, err);
  return ring;
}

void carc_undo_ring_free (const carc_definition *def, carc_undo_ring *ring) {
  if (ring != NULL) carcM_free_memory(def, ring, carc_undo_ring_size(def, ring->room));
}

static void drop_newest (carc_undo_ring *ring) {
  ring->n--;
  ring->newest = (ring->newest > 0 ? ring->newest : ring->room) - 1;
}

/* Drops the positions at or after this decision, because the game has continued in another way. */
static void drop_from (carc_undo_ring *ring, uint32_t decision) {
  while (ring->n > 0 && position_at(ring, ring->newest)->decisions >= decision) drop_newest(ring);
}

void carc_undo_ring_push (const carc_definition *def, carc_undo_ring *ring, const carc_state *state) {
  size_t size = live_size(def, state);
  drop_from(ring, state->decisions);
  if (size > ring->stride) return;
  ring->newest = ring->newest + 1 < ring->room ? ring->newest + 1 : 0;
  if (ring->n < ring->room) ring->n++;
  memcpy(position_at(ring, ring->newest), state, size);
}

static bool is_past_of (const carc_definition *d, const carc_state *saved, const carc_state *state) {
  return saved->seed == state->seed && saved->history_used <= state->history_used &&
         memcmp(const_history_of(d, saved), const_history_of(d, state), saved->history_used) == 0;
}

/* Keeps the state's current generator for future draws, as a replay does. */
bool carc_undo_ring_undo (const carc_definition *def, carc_undo_ring *ring, carc_state *state) {
  drop_from(ring, state->decisions);
  if (ring->n == 0) return false;
  const carc_state *saved = position_at(ring, ring->newest);
  if (saved->decisions + 1 != state->decisions || !is_past_of(def, saved, state)) return false;
  uint64_t generator = random_rewind(state->generator, state->steps - saved->steps);
  memcpy(state, saved, live_size(def, saved));
  state->generator = generator;
  drop_newest(ring);
  return true;
}
