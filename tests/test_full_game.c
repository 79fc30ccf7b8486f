/*
** test_full_game.c: tests games with scripts for hosts without Lua (carcassonne_full.h).
*/
#ifndef _WIN32
#include <pthread.h>
#endif
#include <stdio.h>
#include "carcassonne_full.h"
#include "carcassonne_lua.h"
#include "carcassonne_space.h"
#include "support.h"
#include <lauxlib.h>
#include <lualib.h>

static const char five[] = "inns-and-cathedrals,princess-and-dragon,tower,abbey-and-mayor,siege:pig=1";

static carc_game *open_with (const char *variants, const char *options, pool *memory) {
  char message[500];
  carc_game *game;
  if (carc_game_new(CARC_ABI_VERSION, variants, options, memory != NULL ? pool_resize_for_lua : NULL, memory,
                    &game, message, sizeof message) != CARC_OK)
    fail_msg("%s", message);
  return game;
}

static carc_state *start (const carc_game *game, uint64_t seed) {
  char message[500];
  carc_state *s;
  if (carc_game_new_state(game, seed, &s, message, sizeof message) != CARC_OK) fail_msg("%s", message);
  return s;
}

static void must (carc_status status, const carc_error *err) {
  if (status != CARC_OK) fail_msg("%s: %s", carc_status_name(status), err->message);
}

/* ---- The same games as in Lua ---------------------------------------------------------------- */

/* Opens a host in Lua, and runs a script in it. */
static lua_State *run_lua (const char *script) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_pushcfunction(L, carc_lua_preload);
  if (lua_pcall(L, 0, 0, 0) != 0 || luaL_loadstring(L, script) != 0 || lua_pcall(L, 0, 0, 0) != 0)
    fail_msg("%s", lua_tostring(L, -1));
  return L;
}

/* The result of a global function for a number; valid until the Lua state closes. */
static const char *ask_lua (lua_State *L, const char *function, int n) {
  lua_settop(L, 0);
  lua_getglobal(L, function);
  lua_pushinteger(L, n);
  if (lua_pcall(L, 1, 1, 0) != 0) fail_msg("%s", lua_tostring(L, -1));
  return lua_tostring(L, -1);
}

static void a_hundred_games_of_five_expansions_have_the_scores_that_lua_gives (void **unused) {
  (void)unused;
  lua_State *L = run_lua("local carcassonne = require 'carcassonne'\n"
                         "local game = carcassonne.game { players = 3, variants = { 'inns-and-cathedrals',\n"
                         "  'princess-and-dragon', 'tower', 'abbey-and-mayor',\n"
                         "  carcassonne.variant('siege', { pig = 1 }) } }\n"
                         "function score(seed)\n"
                         "  local state = game:new_initial_state(seed)\n"
                         "  state:random_playout(seed)\n"
                         "  return table.concat(state:returns(), ' : ')\n"
                         "end\n");
  carc_game *game = open_with(five, "players=3", NULL);
  const carc_definition *d = carc_game_definition(game);
  for (int seed = 1; seed <= times(100); seed++) {
    carc_state *s = start(game, (uint64_t)seed);
    carc_error err;
    char text[100];
    must(carc_state_random_playout(d, s, (uint64_t)seed, &err), &err);
    snprintf(text, sizeof text, "%d : %d : %d", carc_state_score(d, s, 0), carc_state_score(d, s, 1),
             carc_state_score(d, s, 2));
    assert_string_equal(text, ask_lua(L, "score", seed));
    carc_state_free(d, s);
  }
  carc_game_free(game);
  lua_close(L);
}

static void every_shipped_variant_plays (void **unused) {
  (void)unused;
  lua_State *L =
      run_lua("local carcassonne = require 'carcassonne'\n"
              "local names = carcassonne.expansions()\n"
              "for _, name in ipairs(carcassonne.shipped_variants()) do names[#names + 1] = name end\n"
              "function name(i) return names[i] end\n"
              "function hash(i)\n"
              "  local state = carcassonne.game { variants = { names[i] } }:new_initial_state(i)\n"
              "  state:random_playout(i)\n"
              "  return state:hash()\n"
              "end\n");
  int n = 0;
  for (const char *name; (name = ask_lua(L, "name", n + 1)) != NULL; n++) {
    carc_game *game = open_with(name, NULL, NULL);
    const carc_definition *d = carc_game_definition(game);
    carc_state *s = start(game, (uint64_t)n + 1);
    carc_error err;
    char text[20];
    must(carc_state_random_playout(d, s, (uint64_t)n + 1, &err), &err);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)carc_state_hash(d, s));
    assert_string_equal(text, ask_lua(L, "hash", n + 1));
    carc_state_free(d, s);
    carc_game_free(game);
  }
  assert_true(n >= 35);
  lua_close(L);
}

/* Uses each function that replays or that runs hooks, in the middle of a game. */
static void the_functions_of_the_engine_work_with_scripts (void **unused) {
  (void)unused;
  carc_game *game = open_with(five, "players=2", NULL);
  const carc_definition *d = carc_game_definition(game);
  carc_error err;
  for (int seed = 1; seed <= times(20); seed++) {
    uint64_t random = (uint64_t)seed;
    carc_state *s = start(game, random), *before = copy(d, s), *other = copy(d, s);
    play_some(d, s, &random, 60);
    carc_state_clone(d, before, s);
    play_any(d, s, &random);
    must(carc_state_undo_action(d, s, &err), &err);
    assert_same(d, s, before);
    char *text = save(d, s);
    must(carc_state_deserialize(d, other, text, &err), &err);
    assert_same(d, s, other);
    free(text);
    must(carc_state_determinize(d, s, 0, 5, other, &err), &err);
    assert_int_equal(carc_state_hash_for(d, s, 0), carc_state_hash_for(d, other, 0));
    event_list events = events_since(d, s, 0);
    assert_true(count_events(&events, CARC_EVENT_PLACED) > 5);
    free_events(&events);
    carc_state_free(d, s);
    carc_state_free(d, before);
    carc_state_free(d, other);
  }
  carc_game_free(game);
}

static void a_saved_game_gives_its_game (void **unused) {
  (void)unused;
  char message[500];
  uint64_t random = 3;
  carc_game *game = open_with(five, "players=4,sets=base,builder_parts=2", NULL), *again;
  const carc_definition *d = carc_game_definition(game);
  carc_state *s = start(game, 3);
  play_some(d, s, &random, 50);
  char *text = save(d, s);
  if (carc_game_of_save(CARC_ABI_VERSION, text, NULL, NULL, &again, message, sizeof message) != CARC_OK)
    fail_msg("%s", message);
  const carc_definition *other = carc_game_definition(again);
  carc_state *t = load(other, text);
  assert_int_equal(carc_definition_players(other), 4);
  assert_int_equal(carc_definition_fingerprint(other), carc_definition_fingerprint(d));
  assert_int_equal(carc_state_hash(other, t), carc_state_hash(d, s));
  carc_state_free(other, t);
  carc_game_free(again);
  *strstr(text, "place") = 'x';
  assert_int_equal(carc_game_of_save(CARC_ABI_VERSION, text, NULL, NULL, &again, message, sizeof message),
                   CARC_ERR_INVALID);
  assert_null(again);
  assert_has(message, "line ");
  free(text);
  carc_state_free(d, s);
  carc_game_free(game);
}

/* ---- Invalid arguments ----------------------------------------------------------------------- */

static void assert_refused_game (int abi_version, const char *variants, const char *options,
                                 const char *message) {
  char said[600] = "?";
  pool memory = {0};
  carc_game *game = (carc_game *)(void *)&memory;
  assert_int_equal(
      carc_game_new(abi_version, variants, options, pool_resize_for_lua, &memory, &game, said, sizeof said),
      CARC_ERR_INVALID);
  assert_null(game);
  assert_has(said, message);
  assert_pool_empty(&memory);
}

static void invalid_arguments_give_a_code_and_a_message (void **unused) {
  (void)unused;
  static const struct {
    const char *variants, *options, *message;
  } cases[] = {
      {"tower,towr", NULL, "variants: unknown variant 'towr' (did you mean tower?)"},
      {"examples/gold.lua", NULL, "variants: unknown variant 'examples/gold.lua'"},
      {"tower,,siege", NULL, "variants: expected a word between two commas"},
      {"tower,pig=1", NULL, "unknown variant 'pig=1'"},
      {"tower,pig=1", NULL, "write options as NAME:KEY=VALUE"},
      {"siege:pgi=1", NULL, "variant 'siege': options.pgi: unknown option (did you mean pig?)"},
      {"siege:pig=7", NULL, "variant 'siege': options.pig: unknown value '7'; expected 2, 1"},
      {"siege:pig", NULL, "variants: siege: expected KEY=VALUE, got string \"pig\""},
      {"siege:pig=1,pig=2", NULL, "variants: siege: 'pig' is given twice"},
      {"tower,tower", NULL, "variant 'tower' is listed twice"},
      {NULL, "players=7", "players: expected 1 to 6, got 7"},
      {NULL, "players=two", "players: expected integer, got string \"two\""},
      {NULL, "plyers=2", "options: unknown option 'plyers' (did you mean players?)"},
      {NULL, "players=2,players=2", "options: 'players' is given twice"},
      {NULL, "players", "options: expected KEY=VALUE, got string \"players\""},
      {NULL, "edition=c9", "unknown edition 'c9'"},
      {NULL, "sets=base+trader", "sets: unknown tile set 'trader'"},
      {NULL, "without=pgi", "(did you mean pig?)"},
      {NULL, "builder_parts=1000", "builder_parts"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_refused_game(CARC_ABI_VERSION, cases[i].variants, cases[i].options, cases[i].message);
  char expected[80];
  snprintf(expected, sizeof expected, "this library has the ABI version %d; the program expects %d",
           CARC_ABI_VERSION, CARC_ABI_VERSION - 1);
  assert_refused_game(CARC_ABI_VERSION - 1, "tower", NULL, expected);
}

static void a_script_that_offers_options_by_a_function_has_no_action_space (void **unused) {
  (void)unused;
  char message[500];
  carc_action_space *space = malloc(carc_action_space_bytes());
  carc_game *game = open_with("abbot", NULL, NULL), *tower = open_with("tower", NULL, NULL);
  assert_int_equal(CARC_OK, carc_game_action_space(game, 10, space, message, sizeof message));
  assert_string_equal("", message);
  assert_true(carc_action_space_size(space) > 1000);
  assert_int_equal(CARC_ERR_INVALID, carc_game_action_space(game, -1, space, message, sizeof message));
  assert_has(message, "radius");
  assert_int_equal(CARC_ERR_INVALID, carc_game_action_space(tower, 10, space, message, sizeof message));
  assert_has(message, "exchange");
  carc_game_free(game);
  carc_game_free(tower);
  free(space);
}

static void a_message_is_truncated_to_its_buffer (void **unused) {
  (void)unused;
  carc_game *game;
  char message[9] = "12345678";
  assert_int_equal(carc_game_new(CARC_ABI_VERSION, "towr", NULL, NULL, NULL, &game, message, 5),
                   CARC_ERR_INVALID);
  assert_string_equal(message, "vari");
  assert_string_equal(message + 5, "678");
  assert_int_equal(carc_game_new(CARC_ABI_VERSION, "towr", NULL, NULL, NULL, &game, NULL, 0),
                   CARC_ERR_INVALID);
  carc_game_free(NULL);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* As pool_resize_for_lua, but sets fail_at to -1 if a size is given for no block. */
static void *resize_strictly (void *ud, void *old, size_t old_size, size_t new_size) {
  pool *p = ud;
  if (old == NULL && old_size != 0) p->fail_at = -1;
  return pool_resize_for_lua(ud, old, old_size, new_size);
}

static void the_host_allocates_all_memory (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_game *game;
  carc_error err;
  assert_int_equal(carc_game_new(CARC_ABI_VERSION, "tower", NULL, resize_strictly, &memory, &game, NULL, 0),
                   CARC_OK);
  const carc_definition *d = carc_game_definition(game);
  size_t before = memory.bytes;
  carc_state *s = start(game, 1);
  assert_true(memory.bytes >= before + carc_definition_state_size(d));
  must(carc_state_random_playout(d, s, 1, &err), &err);
  carc_state_free(d, s);
  carc_game_free(game);
  assert_int_equal(memory.fail_at, 0);
  assert_pool_empty(&memory);
}

/*
** Makes a game while one allocation fails, or all after it. Returns whether the game was made. In
** Lua 5.1, such a failure can leave a module marked as loading, so that the error is another one.
*/
static bool make_with_failure (int fail_at, bool stays) {
  char message[500];
  pool memory = {.fail_at = fail_at, .stays = stays};
  carc_game *game;
  int status = carc_game_new(CARC_ABI_VERSION, "tower,siege", NULL, pool_resize_for_lua, &memory, &game,
                             message, sizeof message);
  if (status != CARC_OK) assert_null(game);
  if (status != CARC_OK && LUA_VERSION_NUM > 501) {
    if (status != CARC_ERR_MEMORY) fail_msg("%s", message);
    assert_has(message, "not enough memory");
  }
  carc_game_free(game);
  assert_pool_empty(&memory);
  return status == CARC_OK;
}

static void any_allocation_may_fail_while_a_game_is_made (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_game_free(open_with("tower,siege", NULL, &memory));
  assert_pool_empty(&memory);
  int samples = times(400), step = memory.calls / samples + 1;
  for (int i = 1; i <= 10; i++) assert_false(make_with_failure(i, true));
  for (int at = 11; at < memory.calls; at += step) {
    make_with_failure(at, false);
    make_with_failure(at, true);
  }
}

static void any_allocation_may_fail_in_an_action (void **unused) {
  (void)unused;
  int refused = 0;
  uint64_t random = 8;
  carc_error err;
  pool memory = {0};
  carc_game *game = open_with(five, NULL, &memory);
  const carc_definition *d = carc_game_definition(game);
  carc_state *s = start(game, 8), *before = copy(d, s);
  for (int turn = 0; turn < times(200) && !carc_state_is_terminal(d, s); turn++) {
    int index = below(&random, carc_state_num_actions(d, s));
    carc_state_clone(d, before, s);
    for (int at = 1; at <= 12; at++) {
      memory.calls = 0;
      memory.fail_at = at;
      memory.stays = true;
      carc_status status = carc_state_apply_index(d, s, index, &err);
      memory.fail_at = 0;
      if (status == CARC_OK) break;
      refused++;
      assert_true(status == CARC_ERR_MEMORY || status == CARC_ERR_SCRIPT);
      assert_has(err.message, "not enough memory");
      assert_same(d, s, before);
    }
    carc_state_clone(d, s, before);
    must(carc_state_apply_index(d, s, index, &err), &err);
  }
  assert_true(refused > 0);
  carc_state_free(d, s);
  carc_state_free(d, before);
  carc_game_free(game);
  assert_pool_empty(&memory);
}

/* ---- Threads --------------------------------------------------------------------------------- */

/* A thread that plays games of its own, and what it found. */
typedef struct player {
  const char *variants;
  int games;
  uint64_t hash;
  char message[sizeof((carc_error *)NULL)->message];
} player;

static void *play_games (void *ud) {
  player *p = ud;
  carc_game *game;
  carc_error err = {0};
  if (carc_game_new(CARC_ABI_VERSION, p->variants, NULL, NULL, NULL, &game, p->message, sizeof p->message) !=
      CARC_OK)
    return NULL;
  const carc_definition *d = carc_game_definition(game);
  for (int seed = 1; seed <= p->games; seed++) {
    carc_state *s = carc_state_new(d, (uint64_t)seed, &err);
    if (s == NULL) break;
    carc_state_random_playout(d, s, (uint64_t)seed, &err);
    p->hash = p->hash * 31 + carc_state_hash(d, s);
    carc_state_free(d, s);
  }
  snprintf(p->message, sizeof p->message, "%s", err.message);
  carc_game_free(game);
  return NULL;
}

static void games_on_two_threads_are_those_on_one (void **unused) {
  (void)unused;
  int n = times(40);
  player alone[2] = {{five, n, 0, ""}, {"count,bridges,castles", n, 0, ""}}, both[2] = {alone[0], alone[1]};
  for (int i = 0; i < 2; i++) play_games(&alone[i]);
#ifdef _WIN32
  for (int i = 0; i < 2; i++) play_games(&both[i]);
#else
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, play_games, &both[i]), 0);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
#endif
  for (int i = 0; i < 2; i++) {
    assert_string_equal(both[i].message, "");
    assert_int_equal(alone[i].hash, both[i].hash);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hundred_games_of_five_expansions_have_the_scores_that_lua_gives),
      cmocka_unit_test(every_shipped_variant_plays),
      cmocka_unit_test(the_functions_of_the_engine_work_with_scripts),
      cmocka_unit_test(a_saved_game_gives_its_game),
      cmocka_unit_test(invalid_arguments_give_a_code_and_a_message),
      cmocka_unit_test(a_script_that_offers_options_by_a_function_has_no_action_space),
      cmocka_unit_test(a_message_is_truncated_to_its_buffer),
      cmocka_unit_test(the_host_allocates_all_memory),
      cmocka_unit_test(any_allocation_may_fail_while_a_game_is_made),
      cmocka_unit_test(any_allocation_may_fail_in_an_action),
      cmocka_unit_test(games_on_two_threads_are_those_on_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
