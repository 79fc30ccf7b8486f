/* playout.c: plays one or many games to their end with uniformly random choices. */
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/compiler.h"
#include "util/random.h"
#include "util/square_root.h"
#include "util/text.h"
#include "util/threads.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/apply.h"
#include "turn/replay.h"

/* Plays a game without hooks to its end. If memory runs out, restores the state. */
static carc_status play_on (const carc_definition *d, carc_state *s, uint64_t *generator, carc_error *err) {
  carc_status status = CARC_OK;
  uint32_t decisions = s->decisions;
  while (status == CARC_OK && s->n_actions > 0)
    status = carc_state_apply_index(d, s, (int)random_below(generator, s->n_actions), err);
  if (UNLIKELY(status != CARC_OK)) carcT_rewind_to(d, s, decisions);
  return status;
}

/*
** Plays a copy to its end. If a hook fails, the caller discards the copy, so no backup is needed.
*/
static carc_status play_copy_on (const carc_definition *d, carc_state *copy, uint64_t *generator,
                                 carc_error *err) {
  carc_call c = begin_call(d, copy, err);
  while (copy->n_actions > 0 && !c.failed)
    carcT_apply_decision(&c, (int)random_below(generator, copy->n_actions));
  return call_status(&c);
}

carc_status carc_state_random_playout (const carc_definition *def, carc_state *state, uint64_t seed,
                                       carc_error *err) {
  uint64_t generator = random_seed(seed);
  if (!def->hooked) return play_on(def, state, &generator, err);
  carc_state *played = carcM_alloc_memory(def, def->at.size);
  if (played == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  carc_state_clone(def, played, state);
  carc_status status = play_copy_on(def, played, &generator, err);
  if (status == CARC_OK) carc_state_clone(def, state, played);
  carcM_free_memory(def, played, def->at.size);
  return status;
}

/* ---- Many games ------------------------------------------------------------------------------ */

/*
** A sum for any number of games. It is an integer, so that the order of additions does not matter.
*/
typedef struct wide_sum {
  uint64_t high, low;
} wide_sum;

static void add_to (wide_sum *sum, wide_sum more) {
  sum->low += more.low;
  sum->high += more.high + (sum->low < more.low);
}

static double value_of (wide_sum sum) { return (double)sum.high * 18446744073709551616.0 + (double)sum.low; }

/*
** Units of one win. The teams that share a win divide it; WIN is divisible by every possible number
** of teams.
*/
enum { WIN = 60 };

/* The results of one thread. The state on which the thread plays follows this struct. */
typedef struct tally {
  int64_t points[CARC_MAX_PLAYERS], wins[CARC_MAX_PLAYERS]; /* wins: in units of 1/WIN */
  wide_sum squares[CARC_MAX_PLAYERS];
  carc_status status;
  carc_error err;
} tally;

/* The input of all threads. */
typedef struct playout_job {
  const carc_definition *d;
  const carc_state *from;
  uint64_t seed;
  tally *of[CARC_MAX_THREADS];
} playout_job;

static size_t tally_size (const carc_definition *d) { return sizeof(tally) + d->at.size; }

static carc_state *state_of (tally *t) { return (carc_state *)(void *)(t + 1); }

/* Adds a finished game to the results. */
static void count_game (const carc_definition *d, const carc_state *s, tally *t) {
  unsigned winners = carc_state_winners(d, s);
  int teams = 0;
  for (unsigned left = winners; left != 0; left &= ~(unsigned)d->team[lowest_bit(left)]) teams++;
  for (int p = 0; p < d->players; p++) {
    int64_t points = carc_state_score(d, s, p);
    t->points[p] += points;
    add_to(&t->squares[p], (wide_sum){0, (uint64_t)(points * points)});
    t->wins[p] += winners & d->team[p] ? WIN / teams : 0;
  }
}

/*
** Plays one playout. Its seed is derived from its number, so that no playout sees the future draws
** of the real game or of another playout.
*/
static bool play_number (void *ud, int thread, int number) {
  const playout_job *all = ud;
  tally *t = all->of[thread];
  carc_state *s = state_of(t);
  uint64_t seed = random_seed(all->seed) + (uint64_t)number * 0x9e3779b97f4a7c15u,
           generator = random_seed(seed);
  carc_state_clone(all->d, s, all->from);
  carc_state_reseed(all->d, s, ~seed);
  t->status = play_copy_on(all->d, s, &generator, &t->err);
  if (t->status == CARC_OK) count_game(all->d, s, t);
  return t->status == CARC_OK;
}

/* Adds the results of all threads. Fails if a thread has failed. */
static carc_status sum_up (const playout_job *all, int threads, carc_playouts *out, carc_error *err) {
  tally sum = {.status = CARC_OK};
  for (int i = 0; i < threads; i++) {
    const tally *t = all->of[i];
    if (t->status != CARC_OK) {
      if (err != NULL) *err = t->err;
      return t->status;
    }
    for (int p = 0; p < all->d->players; p++) {
      sum.points[p] += t->points[p];
      sum.wins[p] += t->wins[p];
      add_to(&sum.squares[p], t->squares[p]);
    }
  }
  for (int p = 0; p < all->d->players; p++) {
    out->mean[p] = (double)sum.points[p] / out->games;
    out->wins[p] = (double)sum.wins[p] / WIN / out->games;
    out->spread[p] = square_root(value_of(sum.squares[p]) / out->games - out->mean[p] * out->mean[p]);
  }
  return CARC_OK;
}

/*
** Allocates the results of up to `threads` threads. Returns the number of threads for which the
** memory suffices.
*/
static int begin_tallies (const carc_definition *d, playout_job *all, int threads) {
  int n = 0;
  for (; n < threads && (all->of[n] = carcM_alloc_memory(d, tally_size(d))) != NULL; n++)
    *all->of[n] = (tally){.status = CARC_OK};
  return n;
}

/*
** Plays games on several threads. Threads allocate at the same time, which the definition's
** allocator need not support; so they use a copy of the definition with the allocator of the
** system.
*/
static int play_side_by_side (playout_job *all, int threads, int games) {
  const carc_definition *own = all->d;
  if (threads == 1) return carcU_run_jobs(1, games, play_number, all);
  carc_definition *lent = carcM_alloc_memory(own, sizeof *lent);
  if (lent == NULL) return carcU_run_jobs(1, games, play_number, all);
  *lent = *own;
  lent->allocator = carcM_default_allocator();
  all->d = lent;
  int used = carcU_run_jobs(threads, games, play_number, all);
  all->d = own;
  carcM_free_memory(own, lent, sizeof *lent);
  return used;
}

/*
** Number of threads for this number of games. If hooks may run, only the caller's thread is used.
*/
static int threads_for (const carc_definition *d, int games, int threads) {
  if (d->hooked || !carc_has_threads()) return 1;
  return threads < games ? threads : games;
}

carc_status carc_state_playout_on (const carc_definition *def, const carc_state *state, int games,
                                   uint64_t seed, int threads, carc_playouts *out, carc_error *err) {
  playout_job all = {.d = def, .from = state, .seed = seed};
  carc_playouts sum = {.games = games};
  if (games < 1) return FAIL_INVALID(err, "%d games: expected 1 or more", games);
  if (threads < 1 || threads > CARC_MAX_THREADS)
    return FAIL_INVALID(err, "%d threads: expected 1 to %d", threads, CARC_MAX_THREADS);
  if (def->manual)
    return FAIL_INVALID(
        err,
        "in this game the host draws the tiles (`draws manual`), but in a playout the engine must draw them");
  int room = begin_tallies(def, &all, threads_for(def, games, threads));
  if (room == 0) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  sum.threads = play_side_by_side(&all, room, games);
  carc_status status = sum_up(&all, sum.threads, &sum, err);
  for (int i = 0; i < room; i++) carcM_free_memory(def, all.of[i], tally_size(def));
  if (status == CARC_OK) *out = sum;
  return status;
}

carc_status carc_state_playout (const carc_definition *def, const carc_state *state, int games, uint64_t seed,
                                carc_playouts *out, carc_error *err) {
  return carc_state_playout_on(def, state, games, seed, 1, out, err);
}
