/* new_state.c: creates and resets states. */
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/apply.h"

static carc_status begin_in (const carc_definition *def, carc_state *state, uint64_t seed, carc_error *err) {
  carc_call c = begin_call(def, state, err);
  carc_state_clone(def, state, def->image);
  carcT_begin_game(&c, seed);
  return call_status(&c);
}

carc_status carc_state_init (const carc_definition *def, carc_state *state, uint64_t seed, carc_error *err) {
  bool never_asks = def->hooks.allow_placement == NULL && def->n_forbidden == 0 && def->n_phases == 0;
  if (never_asks && def->surely_begins) return begin_in(def, state, seed, err);
  carc_state *fresh = carcM_alloc_memory(def, def->at.size); /* a hook may fail */
  if (fresh == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  carc_status status = begin_in(def, fresh, seed, err);
  if (status == CARC_OK) carc_state_clone(def, state, fresh);
  carcM_free_memory(def, fresh, def->at.size);
  return status;
}

carc_state *carc_state_new (const carc_definition *def, uint64_t seed, carc_error *err) {
  carc_state *s = carcM_alloc_memory(def, def->at.size);
  if (s == NULL) {
    carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
    return NULL;
  }
  if (carc_state_init(def, s, seed, err) == CARC_OK) return s;
  carc_state_free(def, s);
  return NULL;
}

void carc_state_free (const carc_definition *def, carc_state *state) {
  carcM_free_memory(def, state, def->at.size);
}
