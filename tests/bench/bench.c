/*
** bench.c: takes one measurement in C. report.lua alternates between this program and the
** measurements in Lua.
**
**   bench games RULES PLAYERS EDITION SECONDS          random games in one state
**   bench costs RULES PLAYERS EDITION SECONDS          costs of single calls in a game, in ns
**   bench growth RULES PLAYERS EDITION SECONDS GAMES   growth of the process over so many games
**   bench playouts RULES PLAYERS EDITION SECONDS THREADS   playouts on up to so many threads
**
** Prints names and numbers in turn, on one line.
*/
#define _POSIX_C_SOURCE 200809L
#include "carcassonne_search.h"
#include "game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
  TABLE = 8,          /* number of games played side by side */
  BATCH = 16,         /* number of games or copies between two reads of the clock */
  POOL = 1 << 14,     /* number of states, which no cache can hold; a power of 2 */
  POOL_STRIDE = 9973, /* step from one state to the next; odd */
  MOST_ACTIONS = 4096,
  KEPT = 8, /* number of positions in an undo ring */
  PAGE = 4096
};

static double now (void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct bench {
  carc_definition *d;
  size_t bytes;  /* size of a state */
  size_t stride; /* distance between two states in a block */
  double seconds;
  uint64_t random;
} bench;

/*
** Distance between two states that makes them begin at different offsets of their pages. If the
** offsets are equal, copies take twice as long on some machines, and this would dominate the
** result.
*/
static size_t spread_out (size_t bytes) {
  const size_t step = PAGE / TABLE + 64;
  return bytes + (PAGE + step - bytes % PAGE) % PAGE;
}

/* State number i of a block. */
static carc_state *state_at (const bench *b, unsigned char *block, int i) {
  return (carc_state *)(void *)(block + (size_t)i * b->stride);
}

static void *want_memory (void *block) {
  if (block != NULL) return block;
  fprintf(stderr, "not enough memory\n");
  exit(1);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void measure_games (bench *b) {
  carc_state *s = want_memory(malloc(b->bytes));
  uint64_t seed = 0;
  for (int i = 0; i < BATCH; i++) play_game(b->d, s, ++seed, &b->random);
  long games = 0, decisions = 0;
  double begin = now(), passed;
  do {
    for (int i = 0; i < BATCH; i++) decisions += play_game(b->d, s, ++seed, &b->random);
    games += BATCH;
    passed = now() - begin;
  } while (passed < b->seconds);
  printf("games %ld decisions %ld seconds %.9f\n", games, decisions, passed);
  free(s);
}

/* ---- Single calls ---------------------------------------------------------------------------- */

/*
** Games that are played side by side, in the middle third of their decisions. Thus each call meets
** a new position, and the caches hold as much of it as in a real game.
*/
typedef struct table {
  bench *b;
  unsigned char *games;        /* TABLE states */
  unsigned char *spares;       /* TABLE states that are overwritten */
  carc_action *actions;        /* room for MOST_ACTIONS */
  carc_undo_ring *keep[TABLE]; /* the undo ring of each spare */
  long left[TABLE];            /* number of decisions until a game is replaced */
  long third;                  /* a third of the decisions in a game */
  uint64_t seed;
} table;

static carc_state *game_at (const table *t, int i) { return state_at(t->b, t->games, i); }
static carc_state *spare_at (const table *t, int i) { return state_at(t->b, t->spares, i); }

static void deal (table *t, int i) {
  carc_error err;
  want_ok(carc_state_init(t->b->d, game_at(t, i), ++t->seed, &err), &err);
  play_choices(t->b->d, game_at(t, i), &t->b->random, t->third);
  t->left[i] = t->third;
}

/*
** Applies one decision to each game. Replaces a game that has left the middle third of its
** decisions.
*/
static void advance (table *t) {
  for (int i = 0; i < TABLE; i++) {
    play_choices(t->b->d, game_at(t, i), &t->b->random, 1);
    if (--t->left[i] <= 0) deal(t, i);
  }
}

static void advance_to_placements (table *t) {
  advance(t);
  for (int i = 0; i < TABLE; i++)
    while (carc_state_decision(t->b->d, game_at(t, i)) != CARC_ACTION_PLACE) {
      if (--t->left[i] <= 0)
        deal(t, i);
      else
        play_choices(t->b->d, game_at(t, i), &t->b->random, 1);
    }
}

static void advance_and_copy (table *t) {
  advance(t);
  for (int i = 0; i < TABLE; i++) carc_state_clone(t->b->d, spare_at(t, i), game_at(t, i));
}

static void list_legal (table *t) {
  for (int i = 0; i < TABLE; i++) carc_state_legal_actions(t->b->d, game_at(t, i), t->actions, MOST_ACTIONS);
}

static void apply_one (table *t) {
  for (int i = 0; i < TABLE; i++) play_choices(t->b->d, spare_at(t, i), &t->b->random, 1);
}

static void undo_one (table *t) {
  carc_error err;
  for (int i = 0; i < TABLE; i++) want_ok(carc_state_undo_action(t->b->d, spare_at(t, i), &err), &err);
}

/*
** Applies one decision to each spare and stores its positions in its undo ring, as a search does.
*/
static void advance_and_keep (table *t) {
  advance_and_copy(t);
  for (int i = 0; i < TABLE; i++)
    for (int k = 0; k < KEPT; k++) {
      carc_undo_ring_push(t->b->d, t->keep[i], spare_at(t, i));
      play_choices(t->b->d, spare_at(t, i), &t->b->random, 1);
    }
}

static void keep_one (table *t) {
  for (int i = 0; i < TABLE; i++) carc_undo_ring_push(t->b->d, t->keep[i], spare_at(t, i));
}

static void undo_kept (table *t) {
  for (int i = 0; i < TABLE; i++)
    if (!carc_undo_ring_undo(t->b->d, t->keep[i], spare_at(t, i)))
      want_ok(CARC_ERR_ILLEGAL, &(carc_error){0});
}

static void look_at_clock (table *t) { (void)t; }

/* Nanoseconds that `run` takes for each game of the table. The time of `before` does not count. */
static double time_calls (table *t, void (*before)(table *t), void (*run)(table *t)) {
  double end = now() + t->b->seconds, sum = 0;
  long calls = 0;
  while (now() < end) {
    before(t);
    double begin = now();
    run(t);
    sum += now() - begin;
    calls += TABLE;
  }
  return sum / (double)calls * 1e9;
}

static double time_hot_clone (table *t) {
  double begin = now(), passed;
  long calls = 0;
  do {
    for (int i = 0; i < TABLE; i++)
      for (int j = 0; j < BATCH; j++) carc_state_clone(t->b->d, spare_at(t, 0), game_at(t, i));
    calls += TABLE * BATCH;
    passed = now() - begin;
  } while (passed < t->b->seconds);
  return passed / (double)calls * 1e9;
}

static double time_pool_clone (table *t) {
  const bench *b = t->b;
  unsigned char *pool = want_memory(malloc(POOL * b->stride));
  for (int i = 0; i < POOL; i++) carc_state_clone(b->d, state_at(b, pool, i), game_at(t, i % TABLE));
  double begin = now(), passed;
  long calls = 0;
  int at = 0;
  do {
    for (int i = 0; i < BATCH; i++) {
      carc_state_clone(b->d, spare_at(t, 0), state_at(b, pool, at));
      at = (at + POOL_STRIDE) % POOL;
    }
    calls += BATCH;
    passed = now() - begin;
  } while (passed < b->seconds);
  free(pool);
  return passed / (double)calls * 1e9;
}

static void measure_costs (bench *b) {
  table t = {.b = b};
  t.games = want_memory(malloc(TABLE * b->stride));
  t.spares = want_memory(malloc(TABLE * b->stride));
  t.actions = want_memory(malloc(MOST_ACTIONS * sizeof *t.actions));
  for (int i = 0; i < TABLE; i++) t.keep[i] = want_memory(carc_undo_ring_new(b->d, KEPT, NULL));
  t.third = play_game(b->d, game_at(&t, 0), 0, &b->random) / 3;
  for (int i = 0; i < TABLE; i++) deal(&t, i);
  printf("state_bytes %zu", b->bytes);
  printf(" clone_ns %.2f", time_hot_clone(&t));
  printf(" pool_clone_ns %.2f", time_pool_clone(&t));
  double clock = time_calls(&t, advance_and_copy, look_at_clock);
  printf(" apply_ns %.2f", time_calls(&t, advance_and_copy, apply_one) - clock);
  printf(" undo_ns %.2f", time_calls(&t, advance_and_copy, undo_one) - clock);
  printf(" keep_ns %.2f", time_calls(&t, advance_and_keep, keep_one) - clock);
  printf(" kept_undo_ns %.2f", time_calls(&t, advance_and_keep, undo_kept) - clock);
  printf(" legal_ns %.2f\n", time_calls(&t, advance_to_placements, list_legal) - clock);
  for (int i = 0; i < TABLE; i++) carc_undo_ring_free(b->d, t.keep[i]);
  free(t.games);
  free(t.spares);
  free(t.actions);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/*
** Memory of the process in bytes. If the system does not report the current size, the maximum so
** far.
*/
static double process_bytes (void) {
  FILE *file = fopen("/proc/self/statm", "r");
  if (file != NULL) {
    char line[100] = "", *at = line;
    bool got = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    strtol(at, &at, 10);
    long pages = strtol(at, &at, 10);
    if (got && pages > 0) return (double)pages * (double)sysconf(_SC_PAGESIZE);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss * 1024;
}

/* An allocator that counts its calls. */
static void *counted (void *ud, void *old, size_t old_size, size_t new_size) {
  long *calls = ud;
  (void)old_size;
  ++*calls;
  if (new_size > 0) return realloc(old, new_size);
  free(old);
  return NULL;
}

static long new_game (const bench *b, uint64_t seed, uint64_t *random, const long *calls) {
  carc_error err;
  carc_state *s = carc_state_new(b->d, seed, &err);
  if (s == NULL) want_ok(err.code, &err);
  long before = *calls;
  play_choices(b->d, s, random, 1000000);
  long between = *calls - before;
  carc_state_free(b->d, s);
  return between;
}

static void measure_growth (bench *b, long most, const long *calls) {
  enum { FIRST = 100 }; /* number of games that are played as a warm-up */
  long games = 0, between = 0;
  double begin = now(), before = 0;
  while (games < most + FIRST && (games % BATCH != 0 || now() - begin < b->seconds)) {
    if (games == FIRST) before = process_bytes();
    games++;
    between += new_game(b, (uint64_t)games, &b->random, calls);
  }
  if (games <= FIRST) {
    fprintf(stderr, "too few games: %ld\n", games);
    exit(1);
  }
  printf("games %ld grown_bytes %.0f allocations %ld\n", games - FIRST, process_bytes() - before, between);
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void measure_playouts (const bench *b, int threads) {
  enum { AT_ONCE = 2000 };
  carc_error err;
  carc_playouts sum = {0};
  carc_state *s = want_memory(carc_state_new(b->d, 1, &err));
  long games = 0;
  double begin = now(), passed;
  do {
    want_ok(carc_state_playout_on(b->d, s, AT_ONCE, (uint64_t)games, threads, &sum, &err), &err);
    games += AT_ONCE;
    passed = now() - begin;
  } while (passed < b->seconds);
  printf("games %ld seconds %.9f threads %d\n", games, passed, sum.threads);
  carc_state_free(b->d, s);
}

/* ---- The program ----------------------------------------------------------------------------- */

int main (int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  bool growth = strcmp(mode, "growth") == 0, playouts = strcmp(mode, "playouts") == 0;
  if (argc != (growth || playouts ? 7 : 6)) {
    fprintf(stderr, "bench games|costs|growth|playouts RULES PLAYERS EDITION SECONDS [GAMES|THREADS]\n");
    return 2;
  }
  long calls = 0;
  carc_allocator allocator = {counted, &calls};
  bench b = {.seconds = strtod(argv[5], NULL), .random = 88172645463325252u};
  b.d = define_game(argv[2], (int)strtol(argv[3], NULL, 10), argv[4], growth ? &allocator : NULL);
  b.bytes = carc_definition_state_size(b.d);
  b.stride = spread_out(b.bytes);
  if (growth)
    measure_growth(&b, strtol(argv[6], NULL, 10), &calls);
  else if (playouts)
    measure_playouts(&b, (int)strtol(argv[6], NULL, 10));
  else if (strcmp(mode, "costs") == 0)
    measure_costs(&b);
  else
    measure_games(&b);
  carc_definition_free(b.d);
  return 0;
}
