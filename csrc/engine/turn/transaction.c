/* transaction.c: applies actions for callers: checks them, and rolls back if a hook fails. */
#include <string.h>
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/bag.h"
#include "board/board.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/action.h"
#include "turn/apply.h"
#include "turn/refuse.h"
#include "turn/replay.h"

/* Whether a placement would join the tile in hand to a feature with a builder of the player. */
static bool would_extend (const carc_definition *d, const carc_state *s, int index) {
  bool builder_out = false;
  for (int p = 0; p < d->n_pieces; p++)
    builder_out |=
        d->piece[p].role == ROLE_BUILDER && const_supply_of_player(d, s, s->turn)[p] < d->piece[p].count;
  if (!builder_out) return false;
  placement w = carcT_nth_placement(d, s, index);
  uint64_t near = const_near_of(d, s)[w.cell];
  for (int side = 0; side < SIDES; side++) {
    int n = neighbour_in(near, side);
    int segment = n < 0 ? -1 : carc_state_port(d, s, n, 3 * ((side + 2) % SIDES) + 1);
    if (segment < 0) continue; /* a wild tile has no segment there */
    if (builders_of(&const_features_of(d, s)[feature_at(d, s, n, segment)]) >> s->turn & 1) return true;
  }
  return false;
}

/* Whether a tile may be drawn for which the hook allow_placement is called. */
static bool draws_asked (const carc_definition *d, const carc_state *s) {
  if (d->manual && s->decision != DECISION_DRAW && d->n_reserves == 0) return false;
  return carcB_has_asked_tile_to_draw(d, s);
}

/*
** Whether a hook may run before the next decision, so that a backup of the state is needed. One
** case cannot be foreseen: a game that ends although tiles are left. If only the final scoring
** calls hooks, this needs no backup, because carcT_rewind_to restores the state and calls no hook.
*/
NOINLINE static bool expects_hook (const carc_definition *d, const carc_state *s, int index) {
  if (d->copies & CARC_HOOK_FLAG_ANY_ACTION) return true;
  if ((d->copies & CARC_HOOK_FLAG_AT_END) && s->n_bag == 0) return true;
  if ((d->copies & CARC_HOOK_FLAG_AT_DRAW)) return draws_asked(d, s);
  if ((d->copies & CARC_HOOK_FLAG_EXTENDING) == 0) return false;
  if (s->n_options > 0 && index >= s->n_usual) return true;
  return s->decision == DECISION_PLACE ? would_extend(d, s, index)
                                       : s->decision == DECISION_DEPLOY && s->extended;
}

/* Restores the whole state after a failure. */
NOINLINE static carc_status restore_state (carc_call *c, const carc_state *backup) {
  if (backup != NULL)
    carc_state_clone(c->d, c->s, backup);
  else
    carcT_rewind_to(c->d, c->s, c->s->decisions - 1); /* calls no hook (see expects_hook) */
  return call_status(c);
}

/* Applies an action that may call hooks. Restores the state if a hook fails. */
NOINLINE static carc_status run_guarded (carc_call *c, int index, bool resigns) {
  size_t size = live_size(c->d, c->s);
  carc_state *backup = carcM_alloc_memory(c->d, size);
  if (backup == NULL) return carcU_fail(c->err, CARC_ERR_MEMORY, 0, "not enough memory");
  memcpy(backup, c->s, size);
  if (resigns)
    carcT_apply_resignation(c, index);
  else
    carcT_apply_decision(c, index);
  carc_status status = c->failed ? restore_state(c, backup) : CARC_OK;
  carcM_free_memory(c->d, backup, size);
  return status;
}

NOINLINE static carc_status refuse_index (const carc_definition *def, const carc_state *state, int index,
                                          carc_error *err) {
  char what[40];
  text_writer w = carcU_new_writer(what, sizeof what);
  carcU_put(&w, "action number %d", index);
  return carcT_refuse_action(def, state, err, what, 0);
}

carc_status carc_state_apply_index (const carc_definition *def, carc_state *state, int index,
                                    carc_error *err) {
  if (UNLIKELY(index < 0 || index >= state->n_actions)) return refuse_index(def, state, index, err);
  carc_call c = begin_call(def, state, err);
  if (UNLIKELY(def->copies != 0) && expects_hook(def, state, index)) return run_guarded(&c, index, false);
  carcT_apply_decision(&c, index);
  return LIKELY(!c.failed) ? CARC_OK : restore_state(&c, NULL);
}

carc_status carc_state_apply_action (const carc_definition *def, carc_state *state, carc_action action,
                                     carc_error *err) {
  carc_action_fields f = carc_action_unpack(action);
  char what[100];
  if (f.kind == CARC_ACTION_RESIGN && carc_action_pack(&f) == action && f.player < def->players) {
    if (state->n_actions == 0 || (state->resigned >> f.player & 1))
      return carcT_refuse_action(def, state, err, "resigning", 0);
    carc_call c = begin_call(def, state, err);
    return run_guarded(&c, f.player, true);
  }
  int index = carc_state_action_index(def, state, action);
  if (LIKELY(index >= 0)) return carc_state_apply_index(def, state, index, err);
  text_writer w = carcU_new_writer(what, sizeof what);
  carcU_put(&w, "'");
  w.length += (size_t)carc_action_to_string(def, state, action, what + 1, sizeof what - 2);
  carcU_put(&w, "'");
  return carcT_refuse_action(def, state, err, what, action);
}
