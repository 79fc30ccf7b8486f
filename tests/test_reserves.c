/*
** test_reserves.c: tests reserves in C hosts: limits, refused moves of tiles, visibility, and
** failing allocations.
*/
#include "support.h"

/* ---- Sixteen reserves ------------------------------------------------------------------------ */

static void a_game_with_16_reserves_of_six_players_is_played (void **unused) {
  (void)unused;
  char text[4000] = "players 6\nset base x2\nset traders x2\n";
  for (int i = 0; i < CARC_MAX_RESERVES; i++)
    sprintf(text + strlen(text), "reserve r%d owner=player visible_to=owner%s\n", i,
            i == 0       ? " deal=2 refill=turn_end play_from=any"
            : i % 2 == 0 ? " deal=1 play_from=next"
                         : "");
  carc_definition *d = define(text);
  carc_state *s = begin(d, 3);
  uint64_t random = 11;
  assert_int_equal(carc_definition_reserves(d), CARC_MAX_RESERVES);
  assert_int_equal(carc_reserve_find(d, "r15"), 15);
  assert_int_equal(carc_state_reserve_size(d, s, 0, 5), 2);
  while (!carc_state_is_terminal(d, s)) play_any(d, s, &random);
  char *saved = save(d, s);
  carc_state *again = load(d, saved);
  assert_same(d, s, again);
  free(saved);
  carc_state_free(d, again);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void one_reserve_more_is_refused (void **unused) {
  (void)unused;
  char text[2000] = "set base\n";
  for (int i = 0; i <= CARC_MAX_RESERVES; i++) sprintf(text + strlen(text), "reserve r%d\n", i);
  assert_refused(text, CARC_MAX_RESERVES + 2, "more than 16 reserves", "");
}

/* ---- Refusals of verbs ----------------------------------------------------------------------- */

static int asked;

static int refuse_all (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  carc_error err;
  (void)ud;
  (void)tile;
  (void)rows;
  asked++;
#define REFUSES(says, act)              \
  assert_int_not_equal((act), CARC_OK); \
  assert_string_equal(err.message, says)
  REFUSES("there is no reserve 2", carc_call_deal_tiles(call, 2, 0, 1, &err));
  REFUSES("there is no player 3", carc_call_deal_tiles(call, 0, 2, 1, &err));
  REFUSES("tiles can be dealt only to a reserve, got bag",
          carc_call_deal_tiles(call, CARC_RESERVE_BAG, 0, 1, &err));
  REFUSES("there is no reserve -3", carc_call_move_tile(call, 0, -3, 0, CARC_RESERVE_BAG, 0, &err));
  REFUSES("there is no player 0", carc_call_move_tile(call, 0, CARC_RESERVE_BAG, 0, 0, -1, &err));
  REFUSES("the game has no tile with the index 999",
          carc_call_move_tile(call, 999, CARC_RESERVE_BAG, 0, 0, 0, &err));
  assert_int_equal(carc_call_move_tile(call, 1, CARC_RESERVE_BAG, 0, 1, 0, &err), CARC_OK);
  /* the tile is already there */
  assert_int_equal(carc_call_move_tile(call, 1, 1, 0, 1, 0, &err), CARC_OK);
  REFUSES("reserve pile has room for 0 more tiles, not for 1 (its `size` is the maximum)",
          carc_call_move_tile(call, 2, CARC_RESERVE_BAG, 0, 1, 0, &err));
  assert_int_equal(carc_call_move_tile(call, 1, 1, 0, CARC_RESERVE_OUT, 0, &err), CARC_OK);
  assert_int_equal(carc_state_tiles_gone(carc_call_definition(call), carc_call_state(call), 1), 1);
  assert_int_equal(carc_call_move_tile(call, 1, CARC_RESERVE_OUT, 0, CARC_RESERVE_BAG, 0, &err), CARC_OK);
  return 0;
}

static void verbs_refuse_what_is_not_there (void **unused) {
  (void)unused;
  carc_hooks h = {.on_tile_placed = refuse_all};
  carc_definition *d = define_with("set base\nreserve hand owner=player\nreserve pile size=1\n", &h, NULL);
  carc_state *s = begin(d, 1);
  uint64_t random = 5;
  play_any(d, s, &random);
  assert_int_equal(asked, 1);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Visibility ------------------------------------------------------------------------------ */

static int count_hidden (void *ud, const carc_event *event) {
  if (event->kind == CARC_EVENT_DEALT && event->type < 0) ++*(int *)ud;
  return 0;
}

#define HANDS \
  "players 3\nset base\nreserve hand owner=player visible_to=owner deal=2 refill=turn_end play_from=any\n"

static void events_have_only_what_their_observer_sees (void **unused) {
  (void)unused;
  static const int observers[] = {CARC_OMNISCIENT, 0, 2, CARC_SPECTATOR}, hidden[] = {0, 4, 4, 6};
  carc_definition *d = define(HANDS);
  carc_state *s = begin(d, 1);
  for (int i = 0; i < 4; i++) {
    int n = 0, unseen = 0;
    carc_error err;
    assert_int_equal(carc_state_events_for(d, s, observers[i], 0, count_hidden, &n, &err), CARC_OK);
    assert_int_equal(n, hidden[i]);
    for (int t = 0; t < carc_definition_types(d); t++)
      unseen += carc_state_tiles_unseen(d, s, observers[i], t);
    assert_int_equal(unseen, carc_definition_tiles(d) - 1 - 6 + hidden[i]);
    assert_true(carc_reserve_is_seen(d, 0, 1, observers[i]) == (observers[i] == CARC_OMNISCIENT));
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Determinization ------------------------------------------------------------------------- */

static void a_resampled_state_looks_the_same_to_who_looks_on (void **unused) {
  (void)unused;
  carc_definition *d = define(HANDS);
  carc_state *s = begin(d, 2), *other = copy(d, s);
  uint64_t random = 9;
  int differ = 0;
  carc_error err;
  for (int i = 0; i < times(60) && !carc_state_is_terminal(d, s); i++) {
    play_any(d, s, &random);
    assert_int_equal(carc_state_determinize(d, s, 1, (uint64_t)i, other, &err), CARC_OK);
    assert_true(carc_state_hash_for(d, s, 1) == carc_state_hash_for(d, other, 1));
    assert_int_equal(carc_state_num_actions(d, other) > 0, carc_state_num_actions(d, s) > 0);
    differ += carc_state_hash(d, s) != carc_state_hash(d, other);
  }
  assert_true(differ > 0);
  carc_state_free(d, other);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void resampling_says_that_memory_lacks (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_error err;
  carc_definition *d = define_in(&memory, HANDS, NULL, NULL, &err);
  carc_state *s = begin(d, 1), *other = copy(d, s);
  int blocks = memory.blocks;
  for (int nth = 1; nth <= 3; nth++) {
    memset(&err, 0, sizeof err);
    memory.fail_at = memory.calls + nth;
    assert_int_equal(carc_state_determinize(d, s, 0, 1, other, &err), CARC_ERR_MEMORY);
    memory.fail_at = 0;
    assert_int_equal(err.code, CARC_ERR_MEMORY);
    assert_int_equal(memory.blocks, blocks);
  }
  carc_state_free(d, other);
  carc_state_free(d, s);
  carc_definition_free(d);
  assert_pool_empty(&memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_game_with_16_reserves_of_six_players_is_played),
      cmocka_unit_test(one_reserve_more_is_refused),
      cmocka_unit_test(verbs_refuse_what_is_not_there),
      cmocka_unit_test(events_have_only_what_their_observer_sees),
      cmocka_unit_test(a_resampled_state_looks_the_same_to_who_looks_on),
      cmocka_unit_test(resampling_says_that_memory_lacks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
