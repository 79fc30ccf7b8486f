/* batch.c: several games that advance together. carcassonne_batch.h describes them. */
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_batch.h"
#include "util/text.h"

static int *rewards_of (const carc_batch *b, int game) {
  return &b->rewards[(size_t)game * (size_t)carc_definition_players(b->def)];
}

static unsigned char *mask_of (const carc_batch *b, int game) {
  return &b->masks[(size_t)game * (size_t)carc_action_space_size(b->space)];
}

/* Writes the mask and the player. Returns whether a legal action has a number. */
static bool observe (const carc_batch *b, int game) {
  const carc_state *state = b->states[game];
  b->players[game] = carc_state_current_player(b->def, state);
  int without = carc_action_space_mask(b->space, state, mask_of(b, game));
  return without < carc_state_num_actions(b->def, state);
}

static carc_status begin (const carc_batch *b, int game, carc_error *err) {
  TRY(carc_state_init(b->def, b->states[game], b->seeds[game], err));
  b->seeds[game] += (uint64_t)b->n;
  observe(b, game);
  return CARC_OK;
}

carc_status carc_batch_reset (const carc_batch *b, int *failed, carc_error *err) {
  *failed = 0;
  if (carc_definition_manual(b->def)) return FAIL_INVALID(err, "draws manual: expected seeded draws");
  for (int i = 0; i < b->n; i++) {
    *failed = i;
    TRY(begin(b, i, err));
    b->ended[i] = CARC_BATCH_END_NONE;
    memset(rewards_of(b, i), 0, (size_t)carc_definition_players(b->def) * sizeof *b->rewards);
  }
  return CARC_OK;
}

/* Adds the points of all players, times `sign`, to the rewards of a game. */
static void add_points (const carc_batch *b, int game, int sign) {
  int *rewards = rewards_of(b, game);
  for (int p = 0; p < carc_definition_players(b->def); p++)
    rewards[p] += sign * carc_state_score(b->def, b->states[game], p);
}

static carc_status step (const carc_batch *b, int game, int number, carc_error *err) {
  carc_state *state = b->states[game];
  memset(rewards_of(b, game), 0, (size_t)carc_definition_players(b->def) * sizeof *b->rewards);
  add_points(b, game, -1);
  TRY(carc_state_apply_action(b->def, state, carc_action_space_action(b->space, state, number), err));
  add_points(b, game, 1);
  if (observe(b, game)) {
    b->ended[game] = CARC_BATCH_END_NONE;
    return CARC_OK;
  }
  b->ended[game] = carc_state_is_terminal(b->def, state) ? CARC_BATCH_END_OVER : CARC_BATCH_END_OUTSIDE;
  return begin(b, game, err);
}

carc_status carc_batch_step (const carc_batch *b, const int *numbers, int *failed, carc_error *err) {
  for (int i = 0; i < b->n; i++)
    if (carc_action_space_action(b->space, b->states[i], numbers[i]) == 0) {
      *failed = i;
      return carcU_fail(err, CARC_ERR_ILLEGAL, 0, "game %d: no legal action has the number %d", i,
                        numbers[i]);
    }
  for (int i = 0; i < b->n; i++) {
    *failed = i;
    TRY(step(b, i, numbers[i], err));
  }
  return CARC_OK;
}
