/*
** test_search.c: tests searches: their ratings, what they refuse, and that they do not use hidden
** information.
*/
#include <math.h>
#include "carcassonne_search.h"
#include "support.h"

static const carc_tree_options small_tree = {
    .nodes = 2000, .candidates = 8, .turns = 4, .explore = 12, .prior = 3};

/* A search in memory of its own, which the caller frees. */
static carc_search *begin_search (const carc_definition *d, const carc_tree_options *tree) {
  carc_search *x = malloc(carc_search_size(d, tree));
  assert_non_null(x);
  carc_search_init(d, x, NULL, tree);
  return x;
}

/* The legal action with the best rating, as text. The next call overwrites the buffer. */
static const char *greedy_choice (const carc_definition *d, const carc_state *s) {
  carc_error err = {0};
  int n = carc_state_num_actions(d, s);
  double *ratings = malloc((size_t)n * sizeof *ratings);
  carc_search *x = begin_search(d, NULL);
  assert_non_null(ratings);
  if (carc_search_rate(x, s, 7, ratings, &err) != CARC_OK) fail_msg("%s", err.message);
  int best = carc_best_rated(ratings, n, 7);
  free(x);
  free(ratings);
  return show(d, s, carc_state_action(d, s, best));
}

typedef struct opinion {
  int n;
  double *ratings;
  int *visits;
} opinion;

/* The evaluation of a new tree search that has played `games` games. */
static opinion think (const carc_definition *d, const carc_state *s, int games, uint64_t seed) {
  carc_error err = {0};
  carc_search *x = begin_search(d, &small_tree);
  opinion o = {.n = carc_state_num_actions(d, s)};
  o.ratings = malloc((size_t)o.n * sizeof *o.ratings);
  o.visits = malloc((size_t)o.n * sizeof *o.visits);
  assert_true(o.ratings != NULL && o.visits != NULL);
  if (carc_search_run(x, s, games, UINT64_MAX, seed, &err) != CARC_OK) fail_msg("%s", err.message);
  assert_true(carc_search_evaluations(x, s, o.ratings, o.visits));
  free(x);
  return o;
}

static void forget (opinion o) {
  free(o.ratings);
  free(o.visits);
}

/* A position: a city with player 1's only follower. It lacks a tile south of 0,0. */
static const char nearly_complete_city[] =
    "set base\nplayers 2\npiece follower 1\nstart BA-C 0,0 r0\nstart BA-E -1,0 r1\nstart BA-E 1,0 r3\n"
    "start BA-E 0,-1 r2\nstand 1 follower 0,0 city:N.E.S.W\nhand BA-E\n";

static carc_state *middle_of_a_game (const carc_definition *d, int decisions) {
  carc_state *s = begin(d, 5);
  uint64_t random = 9;
  play_some(d, s, &random, decisions);
  while (carc_state_current_player(d, s) < 0) play_any(d, s, &random);
  return s;
}

static void greedy_completes_the_city_of_its_knight (void **unused) {
  (void)unused;
  carc_definition *d = define(nearly_complete_city);
  carc_state *s = begin(d, 1);
  assert_string_equal(greedy_choice(d, s), "place BA-E 0,1 r0");
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_rating_leaves_the_state_as_it_was_and_is_one_for_each_action (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\n");
  carc_state *s = middle_of_a_game(d, 40), *was = copy(d, s);
  int n = carc_state_num_actions(d, s);
  double ratings[1000];
  for (int i = 0; i < 1000; i++) ratings[i] = (double)NAN;
  carc_search *x = begin_search(d, NULL);
  assert_int_equal(carc_search_rate(x, s, 1, ratings, NULL), CARC_OK);
  for (int i = 0; i < n; i++) assert_true(ratings[i] == ratings[i]);
  assert_true(ratings[n] != ratings[n]);
  assert_same(d, s, was);
  free(x);
  carc_state_free(d, was);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_tree_of_the_same_seed_and_games_thinks_the_same (void **unused) {
  (void)unused;
  enum { GAMES = 60 };
  carc_definition *d = define("set base\nset traders\n");
  carc_state *s = middle_of_a_game(d, 40), *was = copy(d, s);
  opinion one = think(d, s, GAMES, 3), again = think(d, s, GAMES, 3), other = think(d, s, GAMES, 4);
  size_t size = (size_t)one.n * sizeof *one.visits;
  assert_memory_equal(one.visits, again.visits, size);
  assert_int_equal(carc_most_visited(one.ratings, one.visits, one.n),
                   carc_most_visited(again.ratings, again.visits, again.n));
  assert_memory_not_equal(one.ratings, other.ratings, (size_t)one.n * sizeof *one.ratings);
  int games = 0;
  for (int i = 0; i < one.n; i++) games += one.visits[i];
  assert_int_equal(games, GAMES);
  assert_same(d, s, was);
  forget(one);
  forget(again);
  forget(other);
  carc_state_free(d, was);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_tree_does_not_know_which_tile_the_seed_will_draw (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\n");
  carc_state *s = middle_of_a_game(d, 40), *other_fate = copy(d, s);
  carc_state_reseed(d, other_fate, 1234);
  opinion one = think(d, s, 40, 3), other = think(d, other_fate, 40, 3);
  assert_memory_equal(one.visits, other.visits, (size_t)one.n * sizeof *one.visits);
  forget(one);
  forget(other);
  carc_state_free(d, other_fate);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_tree_knows_the_turn_that_it_thought_about_and_none_after_it (void **unused) {
  (void)unused;
  enum { MOST = 1000 };
  double ratings[MOST];
  int visits[MOST];
  carc_definition *d = /* all tiles in the bag are equal */
      define("start none\ntile R x30 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\n");
  carc_state *s = begin(d, 1);
  carc_search *x = begin_search(d, &small_tree);
  assert_int_equal(carc_search_run(x, s, 200, UINT64_MAX, 1, NULL), CARC_OK);
  assert_true(carc_search_evaluations(x, s, ratings, visits));
  apply(d, s, carc_state_action(d, s, carc_most_visited(ratings, visits, carc_state_num_actions(d, s))));
  assert_true(carc_search_evaluations(x, s, ratings, visits)); /* the deployments on this tile */
  apply(d, s, read_action(d, s, "pass"));
  assert_int_equal(carc_state_current_player(d, s), 1);
  assert_false(carc_search_evaluations(x, s, ratings, visits));
  free(x);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* Checks that the tree search fails with this message. */
static void assert_thinks_not (carc_search *x, const carc_state *s, int games, const char *why) {
  carc_error err = {0};
  assert_int_equal(carc_search_run(x, s, games, UINT64_MAX, 1, &err), CARC_ERR_INVALID);
  assert_has(err.message, why);
}

static void nobody_thinks_for_no_game_or_without_a_tree (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\n");
  carc_state *s = middle_of_a_game(d, 10);
  carc_search *tree = begin_search(d, &small_tree), *plain = begin_search(d, NULL);
  double ratings[1000];
  int visits[1000];
  assert_thinks_not(tree, s, 0, "0 games: expected 1 or more");
  assert_thinks_not(tree, s, -5, "-5 games");
  assert_false(carc_search_evaluations(tree, s, ratings, visits)); /* it was not evaluated */
  assert_thinks_not(plain, s, 10, "without a tree");
  assert_false(carc_search_evaluations(plain, s, ratings, visits));
  free(tree);
  free(plain);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_limit_of_work_ends_a_search_at_the_same_game (void **unused) {
  (void)unused;
  enum { MOST = 1000, LIMIT = 100000 };
  double ratings[2][MOST];
  int visits[2][MOST], games = 0;
  carc_definition *d = define("set base\nset traders\n");
  carc_state *s = middle_of_a_game(d, 40);
  int n = carc_state_num_actions(d, s);
  for (int i = 0; i < 2; i++) {
    carc_search *x = begin_search(d, &small_tree);
    assert_int_equal(carc_search_work(x), 0);
    assert_int_equal(carc_search_run(x, s, 1000000, LIMIT, 3, NULL), CARC_OK);
    assert_true(carc_search_work(x) >= LIMIT && carc_search_work(x) < 2 * LIMIT);
    assert_true(carc_search_evaluations(x, s, ratings[i], visits[i]));
    free(x);
  }
  assert_memory_equal(visits[0], visits[1], (size_t)n * sizeof visits[0][0]);
  for (int i = 0; i < n; i++) games += visits[0][i];
  assert_true(games > 1 && games < 1000000);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* The best exact value of a state; NAN if there is none. */
static double best_exact (carc_search *x, const carc_definition *d, const carc_state *s, int tiles,
                          uint64_t work, bool all) {
  double values[1000];
  int n = carc_state_num_actions(d, s);
  assert_int_equal(carc_search_solve(x, s, tiles, work, all, values, NULL), CARC_OK);
  int best = carc_best_rated(values, n, 1);
  for (int i = 0; i < n && all && best >= 0; i++) assert_true(values[i] == values[i]);
  return best < 0 ? (double)NAN : values[best];
}

static void the_last_three_tiles_are_searched_exactly (void **unused) {
  (void)unused;
  carc_definition *d = /* three straight roads; one follower each */
      define("players 2\npiece follower 1\nstart none\ntile R x3 road:E.W field:NL.NR.EL.WR "
             "field:ER.SL.SR.WL\n");
  carc_state *s = begin(d, 1);
  carc_search *x = begin_search(d, NULL);
  assert_true(isnan(best_exact(x, d, s, 2, UINT64_MAX, false)));
  assert_true(isnan(best_exact(x, d, s, 3, 10, false)));
  double value = best_exact(x, d, s, 3, UINT64_MAX, false);
  assert_true(value == best_exact(x, d, s, 3, UINT64_MAX, true));
  assert_true(value == 1); /* roads of two tiles and of one tile */
  free(x);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void nobody_is_asked_where_the_game_is_over_or_chance_decides (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\n");
  carc_state *s = begin(d, 1);
  carc_search *x = begin_search(d, &small_tree);
  double rating[1000];
  carc_error err = {0};
  assert_int_equal(carc_search_rate(x, s, 1, rating, &err), CARC_ERR_INVALID);
  assert_has(err.message, "this decision belongs to chance, not to a player");
  assert_thinks_not(x, s, 10, "this decision belongs to chance, not to a player");
  uint64_t random = 1;
  while (!carc_state_is_terminal(d, s)) play_any(d, s, &random);
  assert_int_equal(carc_search_rate(x, s, 1, rating, &err), CARC_ERR_INVALID);
  assert_has(err.message, "the game is over, so no decision is left");
  assert_thinks_not(x, s, 10, "the game is over, so no decision is left");
  free(x);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void the_best_of_ratings_is_one_that_was_rated (void **unused) {
  (void)unused;
  const double none = (double)NAN, ratings[] = {none, 2, 5, none, 5, 1};
  const double nothing[] = {none, none};
  const int visits[] = {0, 3, 9, 0, 9, 9}, never[] = {0, 0};
  bool seen[6] = {false};
  for (uint64_t seed = 0; seed < 50; seed++) seen[carc_best_rated(ratings, 6, seed)] = true;
  assert_true(seen[2] && seen[4]); /* the seed also chooses between equal actions */
  assert_false(seen[0] || seen[1] || seen[3] || seen[5]);
  assert_int_equal(carc_best_rated(nothing, 2, 1), -1);
  assert_int_equal(carc_best_rated(ratings, 0, 1), -1);
  assert_int_equal(carc_most_visited(ratings, visits, 6), 2);
  assert_int_equal(carc_most_visited(nothing, never, 2), -1);
  const int close[] = {0, 3, 9, 0, 7}, falling[] = {9, 4, 6}, one[] = {5};
  assert_int_equal(carc_visits_ahead(visits, 6), 0);
  assert_int_equal(carc_visits_ahead(close, 5), 2);
  assert_int_equal(carc_visits_ahead(falling, 3), 3);
  assert_int_equal(carc_visits_ahead(one, 1), 5);
  assert_int_equal(carc_visits_ahead(never, 2), 0);
}

static void each_weight_has_its_usual_value_between_its_ends (void **unused) {
  (void)unused;
  for (int i = 0; i < CARC_WEIGHT_COUNT; i++) {
    const carc_weight_row *w = carc_weight_describe(i);
    assert_true(w->min <= w->usual && w->usual <= w->max);
    assert_true(w->name[0] != '\0' && w->says[0] != '\0');
  }
  assert_null(carc_weight_describe(CARC_WEIGHT_COUNT));
  assert_null(carc_weight_describe(-1));
}

static void who_gives_no_follower_a_value_spends_the_last_one (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nplayers 2\npiece follower 1\nhand BA-U\n");
  carc_state *s = begin(d, 1);
  double weights[CARC_WEIGHT_COUNT], with[1000], without[1000];
  for (int i = 0; i < CARC_WEIGHT_COUNT; i++) weights[i] = carc_weight_describe(i)->usual;
  weights[CARC_WEIGHT_FOLLOWER] = weights[CARC_WEIGHT_NEXT_FOLLOWER] = 0;
  play_any(d, s, &(uint64_t){3});
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DEPLOY);
  carc_search *usual = begin_search(d, NULL), *careless = malloc(carc_search_size(d, NULL));
  assert_non_null(careless);
  carc_search_init(d, careless, weights, NULL);
  assert_int_equal(carc_search_rate(usual, s, 1, with, NULL), CARC_OK);
  assert_int_equal(carc_search_rate(careless, s, 1, without, NULL), CARC_OK);
  int pass = carc_state_action_index(d, s, read_action(d, s, "pass"));
  int best = carc_best_rated(without, carc_state_num_actions(d, s), 1);
  assert_true(best != pass);
  assert_true(without[best] - without[pass] > with[best] - with[pass]);
  free(usual);
  free(careless);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/*
** By how much a knight in the first city is rated higher than a pass. The city has one open side.
*/
static double knight_rating (const char *rules) {
  char text[200];
  double ratings[1000];
  snprintf(text, sizeof text, "set base\nplayers 2\n%s\nstart BA-E 0,0 r2\nhand BA-E\n", rules);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  apply(d, s, read_action(d, s, "place BA-E 1,0 r0"));
  carc_search *x = begin_search(d, NULL);
  assert_int_equal(carc_search_rate(x, s, 1, ratings, NULL), CARC_OK);
  double rating = ratings[carc_state_action_index(d, s, read_action(d, s, "deploy follower city:N"))] -
                  ratings[carc_state_action_index(d, s, read_action(d, s, "pass"))];
  free(x);
  carc_state_free(d, s);
  carc_definition_free(d);
  return rating;
}

/*
** In the Rio Grande rules of 2003, each tile of a complete city of two tiles scores 1 point instead
** of 2.
*/
static void greedy_expects_less_of_a_city_of_two_tiles_where_it_counts_as_incomplete (void **unused) {
  (void)unused;
  assert_true(knight_rating("rule small_city 2") < knight_rating("rule small_city 4"));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(greedy_completes_the_city_of_its_knight),
      cmocka_unit_test(greedy_expects_less_of_a_city_of_two_tiles_where_it_counts_as_incomplete),
      cmocka_unit_test(a_rating_leaves_the_state_as_it_was_and_is_one_for_each_action),
      cmocka_unit_test(a_tree_of_the_same_seed_and_games_thinks_the_same),
      cmocka_unit_test(a_limit_of_work_ends_a_search_at_the_same_game),
      cmocka_unit_test(the_last_three_tiles_are_searched_exactly),
      cmocka_unit_test(a_tree_does_not_know_which_tile_the_seed_will_draw),
      cmocka_unit_test(a_tree_knows_the_turn_that_it_thought_about_and_none_after_it),
      cmocka_unit_test(nobody_thinks_for_no_game_or_without_a_tree),
      cmocka_unit_test(nobody_is_asked_where_the_game_is_over_or_chance_decides),
      cmocka_unit_test(the_best_of_ratings_is_one_that_was_rated),
      cmocka_unit_test(each_weight_has_its_usual_value_between_its_ends),
      cmocka_unit_test(who_gives_no_follower_a_value_spends_the_last_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
