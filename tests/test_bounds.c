/*
** test_bounds.c: no game exceeds the bounds of its definition, and definitions without a proven
** bound name the reason.
*/
#include "carcassonne_space.h"
#include "script.h"

static int bound_of (const carc_definition *d, carc_bound bound) {
  carc_error err = {0};
  int out = -1;
  if (carc_definition_bound(d, bound, &out, &err) != CARC_OK) fail_msg("%s", err.message);
  return out;
}

static void play_within_bounds (const char *text, uint64_t seed) {
  carc_definition *d = define(text);
  carc_state *s = begin(d, seed);
  int outcomes = bound_of(d, CARC_BOUND_MAX_CHANCE_OUTCOMES), n = 0;
  for (uint64_t random = seed; !carc_state_is_terminal(d, s); n++) {
    if (carc_state_is_chance_node(d, s)) assert_true(carc_state_num_actions(d, s) <= outcomes);
    for (int p = 0; p < carc_definition_players(d); p++) {
      assert_true(carc_state_score(d, s, p) >= bound_of(d, CARC_BOUND_MIN_UTILITY));
      assert_true(carc_state_score(d, s, p) <= bound_of(d, CARC_BOUND_MAX_UTILITY));
    }
    play_any(d, s, &random);
  }
  assert_true(n <= bound_of(d, CARC_BOUND_MAX_GAME_LENGTH));
  free(s);
  carc_definition_free(d);
}

static void no_game_exceeds_its_bounds (void **unused) {
  (void)unused;
  for (int i = 0; i < times(100); i++) {
    play_within_bounds("players 1\nset base\n", (uint64_t)i);
    play_within_bounds("players 2\nset base\nset traders\ndraws manual\n", (uint64_t)i);
    play_within_bounds("players 4\nset base x2\nset traders\nteam 1,3\nteam 2,4\nrule unplaceable bag\n",
                       (uint64_t)i);
    play_within_bounds("players 2\nset base\npoints 1 500\npoints 2 -40\ndraws manual\n", (uint64_t)i);
    play_within_bounds("players 2\nset base\nattribute inn tile_points=1 incomplete_tile_points=nothing\n"
                       "tile IN-A x20 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL\n",
                       (uint64_t)i);
  }
}

/* One tile: a player gets the 9 points of the monastery at most. */
static void bounds_are_those_of_the_tiles (void **unused) {
  (void)unused;
  carc_definition *d = define("players 2\nstart none\ntile M x8 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\n");
  assert_int_equal(8 * 9, bound_of(d, CARC_BOUND_MAX_UTILITY));
  assert_int_equal(0, bound_of(d, CARC_BOUND_MIN_UTILITY));
  assert_int_equal(8 * 3, bound_of(d, CARC_BOUND_MAX_GAME_LENGTH));
  assert_int_equal(0, bound_of(d, CARC_BOUND_MAX_CHANCE_OUTCOMES));
  carc_definition_free(d);
  d = define("set base\ndraws manual\n");
  assert_int_equal(carc_definition_types(d), bound_of(d, CARC_BOUND_MAX_CHANCE_OUTCOMES));
  carc_definition_free(d);
}

static void assert_no_bound (const char *text, const carc_hooks *hooks, const char *part) {
  carc_error err = {0};
  int out = 77;
  carc_definition *d = define_with(text, hooks, NULL);
  assert_int_equal(CARC_ERR_INVALID, carc_definition_bound(d, CARC_BOUND_MAX_UTILITY, &out, &err));
  assert_int_equal(CARC_ERR_INVALID, carc_definition_bound(d, CARC_BOUND_MIN_UTILITY, &out, &err));
  assert_has(err.message, part);
  assert_int_equal(77, out);
  bound_of(d, CARC_BOUND_MAX_GAME_LENGTH);
  carc_definition_free(d);
}

static int add_points (void *ud, carc_call *call, const carc_scoring *what, int *points,
                       const carc_row_set *rows) {
  (void)ud;
  (void)rows;
  (void)call;
  (void)what;
  *points += 1000;
  return 0;
}

static void points_of_scripts_have_no_bound (void **unused) {
  (void)unused;
  static const carc_hooks hooks = {.points = add_points}, asks = {.phase = asks_nothing};
  assert_no_bound("set base\nscript x\n", &hooks, "hooks");
  assert_no_bound("set base\nscript x\nphase wish deployment\n", &asks, "the phase wish");
  assert_no_bound("set base\nscript x\npoint_row x (kind=monastery) add=300\n", NULL, "the script x");
}

static void each_bound_has_a_name (void **unused) {
  (void)unused;
  for (int i = 0; i < CARC_BOUND_COUNT; i++) assert_non_null(carc_bound_name((carc_bound)i));
  assert_null(carc_bound_name(CARC_BOUND_COUNT));
}

static void a_number_that_is_not_a_bound_is_refused (void **unused) {
  (void)unused;
  carc_error err = {0};
  int out = 77;
  carc_definition *d = define("set base");
  assert_int_equal(CARC_ERR_INVALID, carc_definition_bound(d, CARC_BOUND_COUNT, &out, &err));
  assert_has(err.message, "no bound with the number 4");
  assert_int_equal(CARC_ERR_INVALID, carc_definition_bound(d, (carc_bound)-1, &out, &err));
  assert_int_equal(77, out);
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_game_exceeds_its_bounds),
      cmocka_unit_test(bounds_are_those_of_the_tiles),
      cmocka_unit_test(points_of_scripts_have_no_bound),
      cmocka_unit_test(each_bound_has_a_name),
      cmocka_unit_test(a_number_that_is_not_a_bound_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
