/*
** test_playouts.c: tests that the statistics of many random games from one state do not depend on
** the number of threads. `make threads` runs this test with ThreadSanitizer.
*/
#include "carcassonne_search.h"
#include "support.h"

static const char *const games[] = {
    "set base\nset traders\n",
    "edition 2003\nplayers 6\nset base\nset traders\nteam 1,4\nteam 2,5\nteam 3,6\nteam_majority together\n",
    "players 3\nset base\nset traders\nreserve hand owner=player visible_to=owner deal=3 refill=turn_end "
    "play_from=any\n",
    ("attribute inn tile_points=1 incomplete_tile_points=nothing\nset base\ntile IC-A x8 road:S.W+inn "
     "field:NL.NR.EL.ER.SL.WR "
     "field:SR.WL\n"
     "piece large 1 role=follower power=2 hosts_builder=no\n"),
    ("set base\nset traders\nvariant roads 240c0458744e80b1\nscript roads\n"
     "point_row roads (complete=yes;has=ends(into=(kind=city);min=2);kind=road) per=tiles add=1\n"),
};
enum { GAMES = sizeof games / sizeof *games };

static carc_playouts play_out (const carc_definition *d, const carc_state *s, int n, int threads) {
  carc_error err = {0};
  carc_playouts sum;
  memset(&sum, 0, sizeof sum);
  if (carc_state_playout_on(d, s, n, 12, threads, &sum, &err) != CARC_OK) fail_msg("%s", err.message);
  return sum;
}

/* Checks that the results are equal in every bit, except for the number of threads. */
static void assert_equal_sums (carc_playouts one, carc_playouts other) {
  assert_int_equal(one.games, other.games);
  assert_memory_equal(one.mean, other.mean, sizeof one.mean);
  assert_memory_equal(one.spread, other.spread, sizeof one.spread);
  assert_memory_equal(one.wins, other.wins, sizeof one.wins);
}

static int used_for (int threads, int n) {
  if (!carc_has_threads()) return 1;
  return threads < n ? threads : n;
}

static void playouts_come_to_the_same_on_any_number_of_threads (void **unused) {
  (void)unused;
  static const int threads[] = {2, 3, 7, 64, CARC_MAX_THREADS};
  for (int g = 0; g < GAMES; g++) {
    carc_definition *d = define(games[g]);
    carc_state *s = begin(d, 5);
    uint64_t random = 9;
    play_some(d, s, &random, 20);
    carc_state *was = copy(d, s);
    int n = times(1000);
    carc_playouts alone = play_out(d, s, n, 1);
    assert_int_equal(alone.threads, 1);
    for (int i = 0; i < 5; i++) {
      carc_playouts together = play_out(d, s, n, threads[i]);
      assert_equal_sums(alone, together);
      assert_int_equal(together.threads, used_for(threads[i], n));
    }
    carc_playouts plain;
    assert_int_equal(carc_state_playout(d, s, n, 12, &plain, NULL), CARC_OK);
    assert_equal_sums(alone, plain);
    assert_same(d, s, was);
    carc_state_free(d, was);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

/*
** The mean and the wins must be equal to those computed from the single games with these numbers.
*/
static void a_game_more_adds_what_it_comes_to (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 3\n");
  carc_state *s = begin(d, 1);
  double before[3] = {0}, wins = 0;
  for (int n = 1; n <= 30; n++) {
    carc_playouts sum = play_out(d, s, n, 2);
    wins = 0;
    for (int p = 0; p < 3; p++) {
      double total = sum.mean[p] * n, points = total - before[p];
      assert_true(points > -0.001 && points < 400 &&
                  points - (int)(points + 0.5) < 0.001); /* the sum is a whole number */
      before[p] = total;
      wins += sum.wins[p];
      assert_true(n == 1 ? sum.spread[p] == 0 : sum.spread[p] >= 0);
    }
    assert_true(wins > 0.999 && wins < 1.001);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void so_many_threads_there_cannot_be (void **unused) {
  (void)unused;
  static const int wrong[] = {0, -1, CARC_MAX_THREADS + 1, 2147483647, -2147483647};
  carc_definition *d = define("set base\n");
  carc_state *s = begin(d, 1);
  for (int i = 0; i < 5; i++) {
    carc_error err = {0};
    carc_playouts sum = {.games = -7};
    char number[30];
    snprintf(number, sizeof number, "%d threads", wrong[i]);
    assert_int_equal(carc_state_playout_on(d, s, 10, 1, wrong[i], &sum, &err), CARC_ERR_INVALID);
    assert_has(err.message, number);
    assert_has(err.message, "expected 1 to 256");
    assert_int_equal(sum.games, -7);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

static int count_calls (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)call, (void)tile, (void)rows;
  ++*(int *)ud; /* this would be a data race on several threads */
  return 0;
}

static void a_game_with_hooks_is_played_on_the_callers_thread (void **unused) {
  (void)unused;
  int calls = 0;
  carc_hooks hooks = {.on_tile_placed = count_calls};
  carc_definition *d = define_with("set base\n", &hooks, &calls);
  carc_state *s = begin(d, 1);
  carc_playouts sum = play_out(d, s, 20, 8);
  assert_int_equal(sum.threads, 1);
  assert_int_equal(calls, 20 * 71);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* The pool is not thread-safe, so only the caller's thread may use it. */
static void where_memory_lacks_there_are_fewer_threads (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_error err = {0};
  carc_definition *d = define_in(&memory, "set base\nset traders\n", NULL, NULL, &err);
  carc_state *s = carc_state_new(d, 1, &err);
  carc_playouts alone = play_out(d, s, 40, 1);
  memory.stays = true;
  for (int fails = 0; fails <= 7; fails++) {
    carc_playouts sum;
    memory.calls = 0;
    memory.fail_at = fails + 1;
    carc_status status = carc_state_playout_on(d, s, 40, 12, 5, &sum, &err);
    if (fails == 0) {
      assert_int_equal(status, CARC_ERR_MEMORY);
    } else {
      assert_int_equal(status, CARC_OK);
      assert_equal_sums(alone, sum);
      assert_true(sum.threads <= (fails < 5 ? fails : 5));
    }
  }
  carc_state_free(d, s);
  carc_definition_free(d);
  assert_pool_empty(&memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(playouts_come_to_the_same_on_any_number_of_threads),
      cmocka_unit_test(a_game_more_adds_what_it_comes_to),
      cmocka_unit_test(so_many_threads_there_cannot_be),
      cmocka_unit_test(a_game_with_hooks_is_played_on_the_callers_thread),
      cmocka_unit_test(where_memory_lacks_there_are_fewer_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
