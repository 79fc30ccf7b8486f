/*
** test_selector_work.c: tests that the work of selectors is limited. For selectors in a definition,
** there is a limit for each decision; for queries of a host, carc_call_limit_visits sets it.
*/
#include "carcassonne_search.h"
#include "support.h"

#define NESTED "tiles(around=tiles(around=tiles(around=tiles(max=8);max=8);max=8);max=8)"

/* A phase whose options are in the definition. */
static int run_phase (void *ud, carc_call *call, int phase, carc_phase_call reason, carc_action chosen,
                      carc_question *question) {
  (void)ud, (void)call, (void)phase, (void)reason, (void)chosen, (void)question;
  return 0;
}

static int place (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)ud, (void)call, (void)tile, (void)rows;
  return 0;
}

static const carc_hooks hooks = {.phase = run_phase, .on_tile_placed = place};

/* Plays random actions until one fails. Returns its index, and how it failed. */
static int play_to_failure (const carc_definition *d, carc_state *s, carc_state *before, carc_status *status,
                            carc_error *err) {
  uint64_t random = 5;
  while (!carc_state_is_terminal(d, s)) {
    carc_state_clone(d, before, s);
    int index = below(&random, carc_state_num_actions(d, s));
    *status = carc_state_apply_index(d, s, index, err);
    if (*status != CARC_OK) return index;
  }
  return -1;
}

static void assert_limited (const char *statement, const char *where) {
  char text[1000], message[200];
  carc_error err = {0};
  carc_status status = CARC_OK;
  snprintf(text, sizeof text, "variant x fe6f223c08966751\nset base x3\nscript x\n%s\n", statement);
  snprintf(message, sizeof message, "variant 'x': %s: selectors test more than 5000000 items in one decision",
           where);
  carc_definition *d = define_with(text, &hooks, NULL);
  carc_state *s = begin(d, 3), *before = begin(d, 1);
  int index = play_to_failure(d, s, before, &status, &err);
  if (index < 0) fail_msg("no decision failed with: %s", statement);
  for (int i = 0; i < 2; i++) { /* the same decision fails again */
    assert_int_equal(status, CARC_ERR_SCRIPT);
    assert_string_equal(err.message, message);
    assert_same(d, s, before);
    status = carc_state_apply_index(d, s, index, &err);
  }
  assert_int_equal(carc_state_undo_action(d, s, &err), CARC_OK);
  carc_state_free(d, before);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_decision_fails_if_the_definitions_selectors_test_too_many_items (void **unused) {
  (void)unused;
  assert_limited("point_row x () per=" NESTED " add=1", "points: per");
  assert_limited("bonus_row x () per=" NESTED " add=1", "bonus: per");
  assert_limited("power (at=" NESTED ";kind=city) add=1", "power");
  assert_limited("tiebreaker (kind=city) prefer=(if=" NESTED ")", "tiebreakers: prefer");
  assert_limited("forbidden_deployment (at=" NESTED ")", "forbidden_deployments");
  assert_limited("unscored (at=" NESTED ";kind=city)", "unscored");
  assert_limited("final tax before incomplete\nfinal_row tax x players() per=" NESTED " add=1",
                 "final_scoring: per");
  assert_limited("phase p turn_end may_pass\noffer " NESTED, "phase 'p': offer");
  assert_limited("phase p turn_end may_pass when=(at=" NESTED ")\noffer tiles()", "phase 'p': when");
  assert_limited("phase p turn_end may_pass\noffer tiles() when=(at=" NESTED ")", "phase 'p': offer: when");
  assert_limited("phase o turn_end may_pass\noffer tiles()\n"
                 "phase p turn_end may_pass asked_players=(if=" NESTED ")\noffer tiles()",
                 "phase 'p': asked_players");
  assert_limited("condition on_tile_placed 0 (at=" NESTED ")", "on_tile_placed: when");
}

/* ---- Readings outside of decisions ----------------------------------------------------------- */

#define ROW_OF_INCOMPLETE                               \
  "variant x fe6f223c08966751\nset base x3\nscript x\n" \
  "point_row x (complete=no) per=" NESTED " add=1\n"
#define FAILED_READING \
  "variant 'x': points: per: selectors test more than 5000000 items while a state is read"

/* A game with a row that no decision applies before the end of the game. */
static carc_state *begin_with_row (carc_definition **d) {
  *d = define_with(ROW_OF_INCOMPLETE, &hooks, NULL);
  carc_state *s = begin(*d, 3);
  uint64_t random = 5;
  play_some(*d, s, &random, 200);
  return s;
}

static void reading_a_feature_fails_if_selectors_test_too_many_items (void **unused) {
  (void)unused;
  carc_definition *d;
  carc_error err = {0};
  carc_state *s = begin_with_row(&d), *before = begin(d, 1);
  carc_feature f, unchanged;
  memset(&f, 1, sizeof f);
  unchanged = f;
  int tile = 0, segment = 0;
  while (carc_state_feature_brief(d, s, tile, segment).complete) tile++;
  carc_state_clone(d, before, s);
  assert_int_equal(carc_state_feature(d, s, NULL, tile, segment, &f, &err), CARC_ERR_SCRIPT);
  assert_string_equal(err.message, FAILED_READING);
  assert_memory_equal(&f, &unchanged, sizeof f);
  assert_same(d, s, before);
  while (!carc_state_feature_brief(d, s, tile, segment).complete) tile++;
  assert_int_equal(carc_state_feature(d, s, NULL, tile, segment, &f, &err), CARC_OK);
  carc_state_free(d, before);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void assert_search_fails (carc_status status, const carc_error *err) {
  assert_int_equal(status, CARC_ERR_SCRIPT);
  assert_string_equal(err->message, FAILED_READING);
}

static void a_search_fails_if_the_selectors_of_an_evaluation_test_too_many_items (void **unused) {
  (void)unused;
  carc_definition *d;
  carc_error err = {0};
  carc_explanation why;
  carc_state *s = begin_with_row(&d), *early = begin(d, 3);
  const carc_tree_options tree = {.nodes = 100, .candidates = 4, .turns = 1, .explore = 1, .prior = 1};
  carc_search *search = malloc(carc_search_size(d, &tree));
  double *ratings = malloc((size_t)carc_state_num_actions(d, s) * sizeof *ratings + 10000);
  carc_search_init(d, search, NULL, &tree);
  assert_search_fails(carc_search_rate(search, s, 1, ratings, &err), &err);
  assert_search_fails(carc_search_explain(search, s, 1, 0, &why, &err), &err);
  assert_search_fails(carc_search_run(search, s, 3, UINT64_MAX, 1, &err), &err);
  assert_int_equal(carc_search_rate(search, early, 1, ratings, &err), CARC_OK);
  assert_int_equal(carc_search_run(search, early, 3, UINT64_MAX, 1, &err), CARC_OK);
  free(ratings);
  free(search);
  carc_state_free(d, early);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_query_of_a_host_fails_if_it_tests_too_many_items (void **unused) {
  (void)unused;
  carc_definition *d;
  carc_error err = {0};
  int n;
  bool holds;
  carc_state *s = begin_with_row(&d);
  carc_selector *large = selector_of(d, NESTED), *small = selector_of(d, "tiles()");
  static const char says[] = "the selector tests more than 5000000 items";
  assert_int_equal(carc_state_find(s, NULL, large, NULL, 0, &n, &err), CARC_ERR_SCRIPT);
  assert_string_equal(err.message, says);
  assert_int_equal(carc_state_holds(s, NULL, large, &holds, &err), CARC_ERR_SCRIPT);
  assert_string_equal(err.message, says);
  assert_int_equal(carc_state_find(s, NULL, small, NULL, 0, &n, &err), CARC_OK);
  assert_int_equal(n, carc_state_tiles(d, s));
  carc_selector_free(small);
  carc_selector_free(large);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Queries of hosts ------------------------------------------------------------------------ */

typedef struct limited_query {
  const carc_selector *selector;
  int64_t limit, left;
  const char *says; /* how the query is expected to fail */
  carc_status status;
  int found;
} limited_query;

static void run_limited (void *ud, carc_call *call) {
  limited_query *q = ud;
  carc_found found[1];
  carc_error err = {0};
  assert_true(carc_call_limit_visits(call, q->limit) == 5000000);
  q->status = carc_state_find(carc_call_state(call), call, q->selector, found, 1, &q->found, &err);
  if (q->status != CARC_OK) assert_string_equal(err.message, q->says);
  q->left = carc_call_limit_visits(call, INT64_MAX);
}

static void a_query_stops_at_its_limit_and_reports_the_same_work_everywhere (void **unused) {
  (void)unused;
  carc_definition *d = define("set base x2\n");
  carc_state *s = begin(d, 3);
  carc_selector *selector = selector_of(d, NESTED);
  for (int i = 0; i < 120; i++) assert_int_equal(carc_state_apply_index(d, s, 0, NULL), CARC_OK);
  limited_query whole = {.selector = selector, .limit = INT64_MAX / 2}, exact, less;
  assert_int_equal(carc_state_ask(d, s, run_limited, &whole, NULL), CARC_OK);
  assert_int_equal(whole.status, CARC_OK);
  int64_t visits = whole.limit - whole.left;
  assert_int_equal(visits, 14234290);
  exact = (limited_query){.selector = selector, .limit = visits};
  assert_int_equal(carc_state_ask(d, s, run_limited, &exact, NULL), CARC_OK);
  assert_int_equal(exact.status, CARC_OK);
  assert_int_equal(exact.left, 0);
  assert_int_equal(exact.found, whole.found);
  less = (limited_query){
      .selector = selector, .limit = visits / 2, .says = "the selector tests more than 7117145 items"};
  assert_int_equal(carc_state_ask(d, s, run_limited, &less, NULL), CARC_OK);
  assert_int_equal(less.status, CARC_ERR_SCRIPT);
  assert_true(less.left < 0);
  carc_selector_free(selector);
  carc_state_free(d, s);
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decision_fails_if_the_definitions_selectors_test_too_many_items),
      cmocka_unit_test(reading_a_feature_fails_if_selectors_test_too_many_items),
      cmocka_unit_test(a_search_fails_if_the_selectors_of_an_evaluation_test_too_many_items),
      cmocka_unit_test(a_query_of_a_host_fails_if_it_tests_too_many_items),
      cmocka_unit_test(a_query_stops_at_its_limit_and_reports_the_same_work_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
