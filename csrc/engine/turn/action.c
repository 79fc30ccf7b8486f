/* action.c: the legal actions of the current decision by index, and the index of an action. */
#include "turn/action.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"

/* ---- Regular actions ------------------------------------------------------------------------- */

carc_action carcT_placement_action (const carc_definition *d, const carc_state *s, placement w) {
  uint16_t at = const_cell_at_of(d, s)[w.cell];
  carc_action_fields f = {
      .kind = CARC_ACTION_PLACE, .type = s->hand, .x = x_of(s, at), .y = y_of(s, at), .rotation = w.rotation};
  return carc_action_pack(&f);
}

carc_action carcT_deployment_action (const carc_definition *d, const carc_state *s, deployment p) {
  carc_tile t = carc_state_tile(d, s, s->n_tiles - 1);
  carc_action_fields f = {.kind = CARC_ACTION_DEPLOY,
                          .type = t.type,
                          .x = t.x,
                          .y = t.y,
                          .rotation = t.rotation,
                          .piece = p.piece,
                          .segment = p.segment};
  return carc_action_pack(&f);
}

/* ---- By index -------------------------------------------------------------------------------- */

placement carcT_nth_placement (const carc_definition *d, const carc_state *s, int index) {
  const uint16_t *n = s->n_placements;
  const int before[SIDES] = {0, n[0], n[0] + n[1], n[0] + n[1] + n[2]};
  int rotation = (index >= before[1]) + (index >= before[2]) + (index >= before[3]), w = 0;
  const uint64_t *legal = const_legal_of(d, s) + (uint32_t)rotation * d->at.words;
  index -= before[rotation];
  if (UNLIKELY(s->n_cells > 64))
    for (int k; index >= (k = count_bits(legal[w])); w++) index -= k;
  return (placement){64 * w + nth_bit(legal[w], index), rotation};
}

deployment carcT_nth_deployment (const carc_definition *d, const carc_state *s, int index) {
  int piece = 0;
  const uint16_t *deploy = const_deploy_of(d, s);
  index--;
  for (int n; index >= (n = count_bits(deploy[piece])); piece++) index -= n;
  return (deployment){piece, nth_bit(deploy[piece], index)};
}

int carcT_nth_type (const carc_definition *d, const carc_state *s, int index) {
  const uint16_t *bag = const_bag_of(d, s);
  int i = 0;
  while (index > 0) {
    i++;
    index -= bag[i] != bag[i - 1];
  }
  return bag[i];
}

int carcT_count_draw_types (const carc_definition *d, const carc_state *s) {
  const uint16_t *bag = const_bag_of(d, s);
  int n = s->n_bag > 0;
  for (int i = 1; i < s->n_bag; i++) n += bag[i] != bag[i - 1];
  return n;
}

carc_action carc_state_action (const carc_definition *def, const carc_state *state, int index) {
  if (index < 0 || index >= state->n_actions) return 0;
  carc_action_fields f = {0};
  if (UNLIKELY(state->n_options > 0) && index >= state->n_usual)
    return const_options_of(def, state)[index - state->n_usual];
  switch (state->decision) {
    case DECISION_PLACE: return carcT_placement_action(def, state, carcT_nth_placement(def, state, index));
    case DECISION_DEPLOY:
      if (index > 0) return carcT_deployment_action(def, state, carcT_nth_deployment(def, state, index));
      f.kind = CARC_ACTION_PASS;
      break;
    case DECISION_EXTRA:
      f.kind = CARC_ACTION_EXTRA;
      f.take = index == EXTRA_TAKE;
      break;
    case DECISION_ASK: f.kind = CARC_ACTION_PASS; break;
    default:
      f.kind = CARC_ACTION_DRAW;
      f.type = carcT_nth_type(def, state, index);
      break;
  }
  return carc_action_pack(&f);
}

/* ---- Back to an index ------------------------------------------------------------------------ */

static int index_of_placement (const carc_definition *d, const carc_state *s, const carc_action_fields *f) {
  int cell = carcB_find_cell(d, s, position_of(f->x, f->y)), index = 0;
  if (f->type != s->hand || cell < 0 || f->span != 0) return -1;
  uint16_t at = const_cell_at_of(d, s)[cell];
  if (x_of(s, at) != f->x || y_of(s, at) != f->y) return -1;
  const uint64_t *legal = const_legal_of(d, s) + (uint32_t)f->rotation * d->at.words;
  uint64_t bit = (uint64_t)1 << (cell % 64);
  if ((legal[cell / 64] & bit) == 0) return -1;
  for (int r = 0; r < f->rotation; r++) index += s->n_placements[r];
  for (int w = 0; w < cell / 64; w++) index += count_bits(legal[w]);
  return index + count_bits(legal[cell / 64] & (bit - 1));
}

static int index_of_deployment (const carc_definition *d, const carc_state *s, const carc_action_fields *f) {
  carc_tile t = carc_state_tile(d, s, s->n_tiles - 1);
  int index = 1;
  bool last = !f->has_cell && t.type == f->type && t.x == f->x && t.y == f->y && t.rotation == f->rotation;
  if (!last || f->piece < 0 || f->piece >= d->n_pieces || f->segment < 0) return -1;
  const uint16_t *deploy = const_deploy_of(d, s);
  if ((deploy[f->piece] >> f->segment & 1) == 0) return -1;
  for (int p = 0; p < f->piece; p++) index += count_bits(deploy[p]);
  return index + count_bits(deploy[f->piece] & ((1u << f->segment) - 1));
}

static int index_of_draw (const carc_definition *d, const carc_state *s, int type) {
  const uint16_t *bag = const_bag_of(d, s);
  int index = 0;
  for (int i = 0; i < s->n_bag; i++) {
    index += i > 0 && bag[i] != bag[i - 1];
    if (bag[i] == type) return index;
  }
  return -1;
}

static int index_of_option (const carc_definition *d, const carc_state *s, carc_action action) {
  for (int i = 0; i < s->n_options; i++)
    if (const_options_of(d, s)[i] == action) return s->n_usual + i;
  return -1;
}

int carc_state_action_index (const carc_definition *def, const carc_state *state, carc_action action) {
  if (UNLIKELY(state->n_options > 0)) {
    int option = index_of_option(def, state, action);
    if (option >= 0) return option;
    if (state->decision == DECISION_ASK) return action == CARC_ACTION_PASS && state->n_usual > 0 ? 0 : -1;
    if (state->decision == DECISION_DEPLOY && state->n_usual == 0) return -1;
  }
  carc_action_fields f = carc_action_unpack(action);
  if (carc_action_pack(&f) != action || f.kind != carc_state_decision(def, state)) {
    bool pass = state->decision == DECISION_DEPLOY && action == CARC_ACTION_PASS;
    return pass ? 0 : -1;
  }
  switch (f.kind) {
    case CARC_ACTION_DRAW: return index_of_draw(def, state, f.type);
    case CARC_ACTION_PLACE: return index_of_placement(def, state, &f);
    case CARC_ACTION_DEPLOY: return index_of_deployment(def, state, &f);
    case CARC_ACTION_EXTRA: return f.take > 1 ? -1 : f.take ? EXTRA_TAKE : EXTRA_DECLINE;
    default: return -1;
  }
}

int carc_state_legal_actions (const carc_definition *def, const carc_state *state, carc_action *out,
                              int room) {
  for (int i = 0; i < state->n_actions && i < room; i++) out[i] = carc_state_action(def, state, i);
  return state->n_actions;
}

int carc_state_chance_outcomes (const carc_definition *def, const carc_state *state, carc_action *out,
                                double *probabilities, int room) {
  if (state->decision == DECISION_ASK && waits_for_chance(state)) {
    int sum = carcT_sum_weights(def, state);
    for (int i = 0; i < state->n_options && i < room; i++) {
      out[i] = const_options_of(def, state)[i];
      probabilities[i] = (double)const_weights_of(def, state)[i] / sum;
    }
    return state->n_options;
  }
  if (state->decision != DECISION_DRAW) return 0;
  for (int i = 0; i < state->n_actions && i < room; i++) {
    out[i] = carc_state_action(def, state, i);
    probabilities[i] =
        (double)carc_state_tiles_left(def, state, carcT_nth_type(def, state, i)) / state->n_bag;
  }
  return state->n_actions;
}

int carcT_sum_weights (const carc_definition *d, const carc_state *s) {
  int sum = 0;
  for (int i = 0; i < s->n_options; i++) sum += const_weights_of(d, s)[i];
  return sum;
}
