/*
** test_full_request.c: tests requests in JSON to games for hosts without Lua (carcassonne_full.h).
*/
#include <stdio.h>
#include "carcassonne_full.h"
#include "support.h"

static const char five[] = "inns-and-cathedrals,princess-and-dragon,tower,abbey-and-mayor,siege:pig=1";

static carc_game *open_with (const char *variants, pool *memory) {
  char message[500];
  carc_game *game;
  if (carc_game_new(CARC_ABI_VERSION, variants, "players=3", memory != NULL ? pool_resize_for_lua : NULL,
                    memory, &game, message, sizeof message) != CARC_OK)
    fail_msg("%s", message);
  return game;
}

static carc_state *start (const carc_game *game, uint64_t seed) {
  char message[500];
  carc_state *s;
  if (carc_game_new_state(game, seed, &s, message, sizeof message) != CARC_OK) fail_msg("%s", message);
  return s;
}

/* The answer to a request that must succeed. */
static const char *ask (carc_game *game, const carc_state *s, const char *text) {
  const char *answer;
  size_t length;
  if (carc_game_request(game, s, text, &answer, &length) != CARC_OK) fail_msg("%s: %s", text, answer);
  assert_int_equal(strlen(answer), length);
  return answer;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void a_view_is_that_of_the_state (void **unused) {
  (void)unused;
  carc_game *game = open_with(five, NULL);
  const carc_definition *d = carc_game_definition(game);
  uint64_t random = 5;
  carc_state *s = start(game, 5);
  char expected[100], action[CARC_ACTION_TEXT_SIZE];
  for (int turn = 0; turn < 10; turn++) {
    play_some(d, s, &random, 7);
    snprintf(expected, sizeof expected, "\"hash\":\"%016llx\"",
             (unsigned long long)carc_state_hash_for(d, s, 1));
    assert_has(ask(game, s, "{\"call\": \"view\", \"args\": [2]}"), expected);
    carc_action_to_string(d, s, carc_state_action(d, s, 0), action, sizeof action);
    assert_has(ask(game, s, "{\"call\": \"legal\"}"), action);
    snprintf(expected, sizeof expected, "{\"result\":%d}", carc_state_num_actions(d, s));
    assert_string_equal(ask(game, s, "{\"call\": \"count\"}"), expected);
    snprintf(expected, sizeof expected, "{\"result\":[%d,%d,%d]}", carc_state_score(d, s, 0),
             carc_state_score(d, s, 1), carc_state_score(d, s, 2));
    assert_string_equal(ask(game, s, "{\"call\": \"returns\"}"), expected);
  }
  carc_state_free(d, s);
  carc_game_free(game);
}

static const char *const reading[] = {
    "{\"call\": \"view\", \"args\": [1]}",
    "{\"call\": \"delta\", \"args\": [null, 0]}",
    "{\"call\": \"events\", \"args\": [1, 3]}",
    "{\"call\": \"show\", \"args\": [1, \"text\"]}",
    "{\"call\": \"show\", \"args\": [null, \"svg\"]}",
    "{\"call\": \"statics\"}",
    "{\"call\": \"history\", \"args\": [2]}",
    "{\"call\": \"find\", \"args\": [{\"kind\": \"place\", \"x\": 0, \"y\": -1, \"rotation\": null}]}",
    "{\"call\": \"bots\"}",
    "{\"call\": \"choose\", \"args\": [\"greedy\"]}",
    "{\"call\": \"result\"}",
    "{\"call\": \"options\"}",
};

static void a_request_does_not_change_the_state_of_the_host (void **unused) {
  (void)unused;
  carc_game *game = open_with(five, NULL);
  const carc_definition *d = carc_game_definition(game);
  uint64_t random = 2;
  const char *answer;
  carc_state *s = start(game, 2);
  play_some(d, s, &random, 40);
  carc_state *before = copy(d, s);
  for (size_t i = 0; i < sizeof reading / sizeof *reading; i++) {
    int status = carc_game_request(game, s, reading[i], &answer, NULL);
    if (status != CARC_OK && strstr(reading[i], "find") == NULL) fail_msg("%s: %s", reading[i], answer);
    assert_same(d, s, before);
  }
  for (int i = 0; i < 4; i++) {
    static const char *const changing[] = {"apply", "apply_index", "undo", "resign"};
    char text[60];
    snprintf(text, sizeof text, "{\"call\": \"%s\", \"args\": [1]}", changing[i]);
    assert_int_equal(carc_game_request(game, s, text, &answer, NULL), CARC_ERR_INVALID);
    assert_has(answer, "needs a named state");
    assert_same(d, s, before);
  }
  carc_state_free(d, s);
  carc_state_free(d, before);
  carc_game_free(game);
}

static void a_named_state_is_played_undone_and_followed (void **unused) {
  (void)unused;
  carc_game *game = open_with("tower", NULL);
  const carc_definition *d = carc_game_definition(game);
  carc_state *s = start(game, 4);
  char hash[40];
  snprintf(hash, sizeof hash, "\"hash\":\"%016llx\"", (unsigned long long)carc_state_hash_for(d, s, 0));
  assert_string_equal(ask(game, s, "{\"call\": \"clone\"}"), "{\"result\":\"1\"}");
  assert_string_equal(ask(game, NULL, "{\"call\": \"apply_index\", \"state\": \"1\", \"args\": [1]}"),
                      "{\"result\":true}");
  assert_null(strstr(ask(game, NULL, "{\"call\": \"view\", \"state\": \"1\", \"args\": [1]}"), hash));
  ask(game, NULL, "{\"call\": \"undo\", \"state\": \"1\"}");
  assert_has(ask(game, NULL, "{\"call\": \"view\", \"state\": \"1\", \"args\": [1]}"), hash);
  assert_string_equal(ask(game, NULL, "{\"call\": \"revision\", \"state\": \"1\"}"), "{\"result\":2}");
  assert_has(ask(game, NULL, "{\"call\": \"delta\", \"state\": \"1\", \"args\": [1, 1]}"),
             "\"undone_after\":");
  assert_string_equal(ask(game, NULL, "{\"call\": \"new\", \"args\": [{\"players\": 5}, 7]}"),
                      "{\"result\":\"2\"}");
  assert_string_equal(ask(game, NULL, "{\"call\": \"returns\", \"state\": \"2\"}"),
                      "{\"result\":[0,0,0,0,0]}");
  ask(game, NULL, "{\"call\": \"drop\", \"state\": \"2\"}");
  carc_state_free(d, s);
  carc_game_free(game);
}

static void measure_compares_sets_of_rules (void **unused) {
  (void)unused;
  carc_game *game = open_with(NULL, NULL);
  const char *report =
      ask(game, NULL,
          "{\"call\": \"measure\", \"args\": [{\"arms\": [{\"label\": \"standard\"}, {\"label\": \"tall\", "
          "\"variants\": \"tower\", \"options\": \"edition=2003\"}], \"games\": 4, \"bot\": \"random\"}]}");
  assert_has(report, "\"label\":\"tall\"");
  assert_has(report, "\"difference\":");
  carc_game_free(game);
}

static void every_shipped_variant_gives_views_pictures_and_choices (void **unused) {
  (void)unused;
  static const char *const names[] = {"inns-and-cathedrals",
                                      "traders-and-builders",
                                      "princess-and-dragon",
                                      "tower",
                                      "abbey-and-mayor",
                                      "count",
                                      "catapult",
                                      "bridges",
                                      "castles"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char message[500];
    carc_game *game;
    if (carc_game_new(CARC_ABI_VERSION, names[i], NULL, NULL, NULL, &game, message, sizeof message) !=
        CARC_OK)
      continue;
    const carc_definition *d = carc_game_definition(game);
    uint64_t random = i;
    carc_state *s = start(game, i);
    play_some(d, s, &random, 30);
    assert_has(ask(game, s, "{\"call\": \"view\", \"args\": [1]}"), "\"players\":");
    assert_has(ask(game, s, "{\"call\": \"show\", \"args\": [1, \"svg\"]}"), "<svg");
    ask(game, s, "{\"call\": \"choose\", \"args\": [\"greedy\"]}");
    carc_state_free(d, s);
    carc_game_free(game);
  }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void a_wrong_request_gives_a_status_and_a_message (void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    int status;
    const char *message;
  } cases[] = {
      {"", CARC_ERR_INVALID, "expected a JSON object"},
      {"[1", CARC_ERR_INVALID, "expected a JSON object: unterminated array"},
      {"{\"call\": \"view\", \"call\": \"legal\"}", CARC_ERR_INVALID, "the key 'call' occurs twice"},
      {"{}", CARC_ERR_INVALID, "unknown call"},
      {"{\"call\": \"veiw\"}", CARC_ERR_INVALID, "unknown call"},
      {"{\"call\": \"with\", \"args\": [[\"script.lua\"]]}", CARC_ERR_INVALID, "unknown call"},
      {"{\"call\": \"view\", \"args\": {\"player\": 1}}", CARC_ERR_INVALID, "args: expected a list"},
      {"{\"call\": \"view\", \"args\": [4]}", CARC_ERR_INVALID, "player: expected 1 to 3"},
      {"{\"call\": \"view\", \"state\": \"7\"}", CARC_ERR_INVALID, "unknown state"},
      {"{\"call\": \"delta\", \"args\": [1, 99]}", CARC_ERR_INVALID, "revision: expected 0 to 0"},
      {"{\"call\": \"describe\", \"args\": [\"pass\"]}", CARC_ERR_ILLEGAL, "'pass' is not legal here"},
      {"{\"call\": \"describe\", \"args\": [\"jump\"]}", CARC_ERR_INVALID, "'jump' is not an action"},
      {"{\"call\": \"show\", \"args\": [1, \"gif\"]}", CARC_ERR_INVALID, "format: expected text or svg"},
      {"{\"call\": \"choose\", \"args\": [\"deep\"]}", CARC_ERR_INVALID, "bot: expected one of"},
      {"{\"call\": \"measure\", \"args\": [{\"arms\": []}]}", CARC_ERR_INVALID, "at least one set of rules"},
      {"{\"call\": \"measure\", \"args\": [{\"arms\": [{\"variants\": \"towr\"}]}]}", CARC_ERR_INVALID,
       "measure: arms[1]: variants: unknown variant 'towr'"},
      {"{\"call\": \"measure\", \"args\": [{\"arms\": [{}], \"games\": 0}]}", CARC_ERR_INVALID,
       "measure: games: expected 1 to 1000000, got"},
      {"{\"call\": \"measure\", \"args\": [{\"arms\": [{}], \"bot\": \"gredy\"}]}", CARC_ERR_INVALID,
       "measure: bot: unknown bot 'gredy' (did you mean greedy?)"},
  };
  carc_game *game = open_with("tower", NULL);
  carc_state *s = start(game, 1);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *answer;
    assert_int_equal(carc_game_request(game, s, cases[i].text, &answer, NULL), cases[i].status);
    assert_has(answer, cases[i].message);
    assert_has(answer, "\"code\":");
  }
  assert_has(ask(game, s, "{\"call\": \"view\"}"), "\"players\":");
  carc_state_free(carc_game_definition(game), s);
  carc_game_free(game);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Sends a request while one allocation fails, or all after it. Returns whether it was answered. */
static bool ask_with_failure (carc_game *game, const carc_state *s, const char *text, pool *memory,
                              int fail_at, bool stays) {
  const char *answer;
  size_t length;
  memory->calls = 0;
  memory->fail_at = fail_at;
  memory->stays = stays;
  int status = carc_game_request(game, s, text, &answer, &length);
  memory->fail_at = 0;
  assert_int_equal(strlen(answer), length);
  if (status == CARC_OK) return true;
  if (status != CARC_ERR_MEMORY) fail_msg("%s: %s", text, answer);
  assert_has(answer, "not enough memory");
  return false;
}

static void any_allocation_may_fail_in_a_request (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_game *game = open_with("tower,siege", &memory);
  const carc_definition *d = carc_game_definition(game);
  uint64_t random = 9;
  carc_state *s = start(game, 9);
  play_some(d, s, &random, 20);
  carc_state *before = copy(d, s);
  int refused = 0;
  for (size_t i = 0; i < sizeof reading / sizeof *reading; i++) {
    if (strstr(reading[i], "find") != NULL) continue;
    memory.calls = 0;
    ask(game, s, reading[i]);
    int last = memory.calls, step = last / times(60) + 1;
    for (int at = 1; at <= last; at += step) {
      if (!ask_with_failure(game, s, reading[i], &memory, at, true)) refused++;
      ask_with_failure(game, s, reading[i], &memory, at, false);
      assert_same(d, s, before);
    }
    ask(game, s, reading[i]);
  }
  assert_true(refused > 10);
  carc_state_free(d, s);
  carc_state_free(d, before);
  carc_game_free(game);
  assert_pool_empty(&memory);
}

static void any_allocation_may_fail_in_the_first_request (void **unused) {
  (void)unused;
  pool count = {0};
  carc_game *game = open_with("tower", &count);
  count.calls = 0;
  ask(game, NULL, "{\"call\": \"bots\"}");
  carc_game_free(game);
  int step = count.calls / times(60) + 1;
  for (int at = 1; at < count.calls; at += step) {
    pool memory = {0};
    game = open_with("tower", &memory);
    ask_with_failure(game, NULL, "{\"call\": \"bots\"}", &memory, at, true);
    assert_has(ask(game, NULL, "{\"call\": \"bots\"}"), "greedy");
    carc_game_free(game);
    assert_pool_empty(&memory);
  }
}

/* A call that fails leaves the revision of the named state, and no name without a state. */
static void a_change_that_lacks_memory_leaves_the_named_state (void **unused) {
  (void)unused;
  static const char apply[] = "{\"call\": \"apply_index\", \"state\": \"1\", \"args\": [1]}";
  static const char undo[] = "{\"call\": \"undo\", \"state\": \"1\"}";
  static const char revision[] = "{\"call\": \"revision\", \"state\": \"1\"}";
  static const char decisions[] = "{\"call\": \"history\", \"state\": \"1\"}";
  pool memory = {0};
  carc_game *game = open_with("tower,siege", &memory);
  int refused = 0, changes = 0;
  ask(game, NULL, "{\"call\": \"new\", \"args\": [{\"variant.tower\": true}, 3]}");
  for (int turn = 0; turn < 12; turn++) {
    const char *change = turn % 3 == 2 ? undo : apply;
    char past[2000];
    snprintf(past, sizeof past, "%s", ask(game, NULL, decisions));
    for (int at = 1;; at++) {
      char text[40];
      snprintf(text, sizeof text, "{\"result\":%d}", changes);
      assert_string_equal(ask(game, NULL, revision), text);
      if (ask_with_failure(game, NULL, change, &memory, at, true)) break;
      refused++;
      assert_string_equal(ask(game, NULL, revision), text);
      assert_string_equal(ask(game, NULL, decisions), past);
    }
    changes++;
  }
  assert_true(refused > 100);
  for (int at = 1;
       !ask_with_failure(game, NULL, "{\"call\": \"clone\", \"state\": \"1\"}", &memory, at, true);)
    at++;
  assert_string_equal(ask(game, NULL, "{\"call\": \"clone\", \"state\": \"1\"}"), "{\"result\":\"3\"}");
  carc_game_free(game);
  assert_pool_empty(&memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_view_is_that_of_the_state),
      cmocka_unit_test(a_request_does_not_change_the_state_of_the_host),
      cmocka_unit_test(a_named_state_is_played_undone_and_followed),
      cmocka_unit_test(measure_compares_sets_of_rules),
      cmocka_unit_test(every_shipped_variant_gives_views_pictures_and_choices),
      cmocka_unit_test(a_wrong_request_gives_a_status_and_a_message),
      cmocka_unit_test(any_allocation_may_fail_in_a_request),
      cmocka_unit_test(any_allocation_may_fail_in_the_first_request),
      cmocka_unit_test(a_change_that_lacks_memory_leaves_the_named_state),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
