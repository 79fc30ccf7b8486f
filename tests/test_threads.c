/*
** test_threads.c: eight threads play at the same time. Each has its own Lua state, and all share
** one definition and one selector of C. `make threads` runs this test with ThreadSanitizer.
*/
#ifndef _WIN32
#include <pthread.h>
#endif
#include <stdio.h>
#include "carcassonne_lua.h"
#include "support.h"
#include <lauxlib.h>
#include <lualib.h>

enum { THREADS = 8 };

/*
** The data that all threads share, and how often each thread plays. No field changes while threads
** run.
*/
typedef struct shared {
  const carc_definition *d;
  const carc_selector *cities;
  int games;
} shared;

/* A thread and what it reports. Assertions of cmocka may run only in the main thread. */
typedef struct player {
  const shared *of;
  int number;
  uint64_t hash;     /* of the games of the shared definition */
  char lua[400];     /* hashes of the games of the Lua state */
  char message[400]; /* the first failure; "" if all went well */
} player;

/* ---- Games of the shared definition ---------------------------------------------------------- */

static int award (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)ud, (void)rows;
  return carc_call_award(call, tile % 2, 1, "placed", NULL) == CARC_OK ? 0 : carc_call_fail(call, "no award");
}

static const carc_hooks hooks = {.on_tile_placed = award};

static carc_status play_turns (const shared *of, carc_state *s, uint64_t *random, carc_error *err) {
  int n;
  carc_found found[100];
  carc_status status = CARC_OK;
  for (int i = 0; i < 40 && status == CARC_OK && !carc_state_is_terminal(of->d, s); i++) {
    status = carc_state_apply_index(of->d, s, below(random, carc_state_num_actions(of->d, s)), err);
    if (status == CARC_OK) status = carc_state_find(s, NULL, of->cities, found, 100, &n, err);
  }
  return status;
}

/* Saves the game and loads it into the other state. */
static carc_status save_and_load (const shared *of, const carc_state *s, carc_state *other, carc_error *err) {
  long length = carc_state_serialize(of->d, s, NULL, 0, err);
  if (length < 0) return err->code;
  char *text = malloc((size_t)length + 1);
  if (text == NULL) return CARC_ERR_MEMORY;
  carc_state_serialize(of->d, s, text, (size_t)length + 1, err);
  carc_status status = carc_state_deserialize(of->d, other, text, err);
  free(text);
  return status;
}

static carc_status play_game (const shared *of, uint64_t seed, uint64_t *hash, carc_error *err) {
  carc_state *s = carc_state_new(of->d, seed, err), *other = carc_state_new(of->d, 1, err);
  uint64_t random = seed;
  carc_status status = s != NULL && other != NULL ? CARC_OK : CARC_ERR_MEMORY;
  if (status == CARC_OK) status = play_turns(of, s, &random, err);
  if (status == CARC_OK) status = save_and_load(of, s, other, err);
  if (status == CARC_OK) status = carc_state_undo_action(of->d, other, err);
  if (status == CARC_OK) status = carc_state_random_playout(of->d, other, seed, err);
  if (status == CARC_OK) *hash = *hash * 31 + carc_state_hash(of->d, other);
  if (s != NULL) carc_state_free(of->d, s);
  if (other != NULL) carc_state_free(of->d, other);
  return status;
}

static void play_shared (player *p) {
  carc_error err = {0};
  for (int i = 1; i <= p->of->games; i++)
    if (play_game(p->of, (uint64_t)i, &p->hash, &err) != CARC_OK)
      snprintf(p->message, sizeof p->message, "%.300s", err.message);
}

/* ---- Games of a Lua state -------------------------------------------------------------------- */

static const char script[] =
    "local games = ...\n"
    "local carcassonne = require 'carcassonne'\n"
    "local own = { name = 'own', on_tile_placed = function (s) s:award(s:turn_player(), s:count { 'tiles', "
    "around = { 'tiles' } }) end }\n"
    "local hashes = {}\n"
    "for i = 1, games do\n"
    "  for _, variants in ipairs { { 'inns-and-cathedrals', 'river' }, { 'king-and-robber', own },\n"
    "      { 'princess-and-dragon' }, { 'tower' }, { 'abbey-and-mayor' } } do\n"
    "    local state = carcassonne.game { variants = variants, players = 3 }:new_initial_state(i)\n"
    "    for _ = 1, 30 do assert(state:apply_index(1)) end\n"
    "    local copy = assert(carcassonne.load(state:serialize(), { variants = { own } }))\n"
    "    assert(copy == state and state:undo_action())\n"
    "    state:random_playout(i)\n"
    "    hashes[#hashes + 1] = tostring(state:hash()):sub(-6)\n"
    "  end\n"
    "end\n"
    "return table.concat(hashes, ' ')\n";

static int open_all (lua_State *L) {
  luaL_openlibs(L);
  return carc_lua_preload(L);
}

static bool run_script (lua_State *L, int games) {
  lua_pushcfunction(L, open_all);
  if (lua_pcall(L, 0, 0, 0) != 0 || luaL_loadstring(L, script) != 0) return false;
  lua_pushinteger(L, games);
  return lua_pcall(L, 1, 1, 0) == 0;
}

static void play_in_lua (player *p) {
  lua_State *L = luaL_newstate();
  if (L == NULL) {
    snprintf(p->message, sizeof p->message, "no Lua state");
    return;
  }
  bool fine = run_script(L, (p->of->games + 9) / 10);
  snprintf(fine ? p->lua : p->message, sizeof p->lua, "%s", lua_tostring(L, -1));
  lua_close(L);
}

/* ---- Threads --------------------------------------------------------------------------------- */

/* Half of the threads begin with Lua, so that both kinds of games run at the same time. */
static void *run_player (void *ud) {
  player *p = ud;
  if (p->number % 2 == 0) play_shared(p);
  play_in_lua(p);
  if (p->number % 2 == 1) play_shared(p);
  return NULL;
}

#ifdef _WIN32
static void run_players (player *all) {
  for (int i = 0; i < THREADS; i++) run_player(&all[i]);
}
#else
static void run_players (player *all) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, run_player, &all[i]), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}
#endif

static void eight_threads_share_a_definition_and_have_a_lua_state_each (void **unused) {
  (void)unused;
  carc_definition *d = define_with("set base\nset traders\nplayers 3\nvariant roads 240c0458744e80b1\n"
                                   "script roads\npoint_row roads (complete=yes;has=ends(into=(kind=city);"
                                   "min=2);kind=road) per=tiles add=1\n",
                                   &hooks, NULL);
  carc_selector *cities = selector_of(d, "features(kind=city;complete=yes)");
  shared of = {d, cities, times(40)};
  player alone = {.of = &of}, all[THREADS];
  run_player(&alone);
  assert_string_equal(alone.message, "");
  assert_true(alone.hash != 0);
  for (int i = 0; i < THREADS; i++) all[i] = (player){.of = &of, .number = i};
  run_players(all);
  for (int i = 0; i < THREADS; i++) {
    assert_string_equal(all[i].message, "");
    assert_true(all[i].hash == alone.hash);
    assert_string_equal(all[i].lua, alone.lua);
  }
  carc_selector_free(cities);
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(eight_threads_share_a_definition_and_have_a_lua_state_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
