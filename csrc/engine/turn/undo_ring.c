/*
** undo_ring.c: the last positions of a game, kept so that taking back a decision is a copy.
**
** A ring of copies, each of what says something of a state, and no more. Whose past a copy is shows in it: a state goes on from
** there if it was begun with the same seed, and remembers first what the copy remembers.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"

/* A position with more options than these is not kept; hardly one has. */
enum { KEPT_OPTIONS = 1024, APART = 64 };

struct carc_keep {
  uint64_t stride; /* from one position to the next; the first lies behind this head */
  int32_t room, n; /* positions that there may be, and are */
  int32_t newest;  /* where the last one lies */
  int32_t unused;
};

static size_t most_kept_of (const carc_definition *d) {
  size_t options = d->at.n_options < KEPT_OPTIONS ? d->at.n_options : KEPT_OPTIONS;
  return d->at.n_options > 0 ? d->at.options + options * sizeof(uint64_t) : d->at.size;
}

static size_t stride_of (const carc_definition *d) { return (most_kept_of(d) + APART - 1) / APART * APART; }

static carc_state *position_at (carc_keep *keep, int place) {
  return (carc_state *)(void *)((unsigned char *)keep + sizeof(carc_keep) + (size_t)place * keep->stride);
}

static bool can_keep (int positions) { return positions >= 1 && positions <= CARC_MAX_KEPT; }

static carc_status refuse_number (int positions, carc_error *err) {
  return carcU_fail(err, CARC_INVALID, 0, "%d positions: from 1 to %d can be kept", positions, CARC_MAX_KEPT);
}

size_t carc_keep_size (const carc_definition *def, int positions) {
  return can_keep(positions) ? sizeof(carc_keep) + (size_t)positions * stride_of(def) : 0;
}

carc_status carc_keep_init (const carc_definition *def, carc_keep *keep, int positions, carc_error *err) {
  if (!can_keep(positions)) return refuse_number(positions, err);
  *keep = (carc_keep){.stride = stride_of(def), .room = positions};
  return CARC_OK;
}

carc_keep *carc_keep_new (const carc_definition *def, int positions, carc_error *err) {
  if (!can_keep(positions)) {
    refuse_number(positions, err);
    return NULL;
  }
  carc_keep *keep = carcM_alloc_memory(def, carc_keep_size(def, positions));
  if (keep == NULL)
    carcU_fail(err, CARC_MEMORY, 0, "not enough memory");
  else
    carc_keep_init(def, keep, positions, err);
  return keep;
}

void carc_keep_free (const carc_definition *def, carc_keep *keep) {
  if (keep != NULL) carcM_free_memory(def, keep, carc_keep_size(def, keep->room));
}

static void let_newest_go (carc_keep *keep) {
  keep->n--;
  keep->newest = (keep->newest > 0 ? keep->newest : keep->room) - 1;
}

/* Those that are no earlier than this decision are no past of what comes now. */
static void let_go_from (carc_keep *keep, uint32_t decision) {
  while (keep->n > 0 && position_at(keep, keep->newest)->decisions >= decision) let_newest_go(keep);
}

void carc_keep_position (const carc_definition *def, carc_keep *keep, const carc_state *state) {
  size_t size = live_size(def, state);
  let_go_from(keep, state->decisions);
  if (size > keep->stride) return;
  keep->newest = keep->newest + 1 < keep->room ? keep->newest + 1 : 0;
  if (keep->n < keep->room) keep->n++;
  memcpy(position_at(keep, keep->newest), state, size);
}

static bool is_past_of (const carc_definition *d, const carc_state *kept, const carc_state *state) {
  return kept->seed == state->seed && kept->history_used <= state->history_used &&
         memcmp(const_history_of(d, kept), const_history_of(d, state), kept->history_used) == 0;
}

/* Draws to come follow the generator that the state has now, as they do once a game was played again. */
bool carc_keep_undo (const carc_definition *def, carc_keep *keep, carc_state *state) {
  let_go_from(keep, state->decisions);
  if (keep->n == 0) return false;
  const carc_state *kept = position_at(keep, keep->newest);
  if (kept->decisions + 1 != state->decisions || !is_past_of(def, kept, state)) return false;
  uint64_t generator = random_rewind(state->generator, state->steps - kept->steps);
  memcpy(state, kept, live_size(def, kept));
  state->generator = generator;
  let_newest_go(keep);
  return true;
}
