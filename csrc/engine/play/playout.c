/*
** playout.c: games played to their end with every choice uniform, one or many.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/port.h"
#include "base/random.h"
#include "base/text.h"
#include "define/definition.h"
#include "table/state.h"
#include "play/decide.h"
#include "play/replay.h"

/* Plays on in a game without hooks; goes back where memory lacks. */
static carc_status play_on (const carc_definition *d, carc_state *s, uint64_t *generator, carc_error *err) {
  carc_status status = CARC_OK;
  uint32_t decisions = s->decisions;
  while (status == CARC_OK && s->n_actions > 0)
    status = carc_state_apply_index(d, s, (int)random_below(generator, s->n_actions), err);
  if (UNLIKELY(status != CARC_OK)) carc_go_back(d, s, decisions);
  return status;
}

/* The same on a copy, which is thrown away if a hook fails: so none is made before decisions that may call one. */
static carc_status play_copy_on (const carc_definition *d, carc_state *copy, uint64_t *generator,
                                 carc_error *err) {
  call c = {.d = d, .s = copy, .err = err};
  while (copy->n_actions > 0 && !c.failed) carc_decide(&c, (int)random_below(generator, copy->n_actions));
  return ending_of(&c);
}

carc_status carc_state_random_playout (const carc_definition *def, carc_state *state, uint64_t seed,
                                       carc_error *err) {
  uint64_t generator = random_seed(seed);
  if (!def->hooked) return play_on(def, state, &generator, err);
  carc_state *played = carc_take_memory(def, def->at.size);
  if (played == NULL) return carc_fail(err, CARC_MEMORY, 0, "not enough memory");
  memcpy(played, state, def->at.size);
  carc_status status = play_copy_on(def, played, &generator, err);
  if (status == CARC_OK) memcpy(state, played, def->at.size);
  carc_give_back(def, played, def->at.size);
  return status;
}

/* The square root by Newton's steps: the same everywhere, and no library. */
static double root (double x) {
  double y = x > 1 ? x : 1;
  for (int i = 0; i < 64 && y * y > x; i++) y = (y + x / y) / 2;
  return x > 0 ? y : 0;
}

/* Adds a game that is over. */
static void count_game (const carc_definition *d, const carc_state *s, double *squares, carc_playouts *out) {
  unsigned winners = carc_state_winners(d, s);
  int teams = 0;
  for (unsigned left = winners; left != 0; left &= ~(unsigned)d->team[lowest_bit(left)]) teams++;
  for (int p = 0; p < d->players; p++) {
    double points = carc_state_score(d, s, p);
    out->mean[p] += points;
    squares[p] += points * points;
    out->wins[p] += winners & d->team[p] ? 1.0 / teams : 0;
  }
}

carc_status carc_state_playout (const carc_definition *def, const carc_state *state, int games, uint64_t seed,
                                carc_playouts *out, carc_error *err) {
  uint64_t generator = random_seed(seed);
  double squares[CARC_MAX_PLAYERS] = {0};
  carc_playouts sum = {.games = games};
  if (games < 1) return carc_fail(err, CARC_INVALID, 0, "%d games: at least one is needed", games);
  if (def->manual)
    return carc_fail(err, CARC_INVALID, 0,
                     "the host draws in this game; draws of a playout are the engine's");
  carc_state *played = carc_take_memory(def, def->at.size);
  if (played == NULL) return carc_fail(err, CARC_MEMORY, 0, "not enough memory");
  carc_status status = CARC_OK;
  for (int i = 0; i < games && status == CARC_OK; i++) {
    memcpy(played, state, def->at.size);
    carc_state_reseed(def, played, seed + (uint64_t)i); /* no playout sees the state's own future */
    status = play_copy_on(def, played, &generator, err);
    if (status == CARC_OK) count_game(def, played, squares, &sum);
  }
  carc_give_back(def, played, def->at.size);
  if (status != CARC_OK) return status;
  for (int p = 0; p < def->players; p++) {
    sum.mean[p] /= games;
    sum.wins[p] /= games;
    sum.spread[p] = root(squares[p] / games - sum.mean[p] * sum.mean[p]);
  }
  *out = sum;
  return CARC_OK;
}
