/*
** test_undo_ring.c: tests that undo by copying gives the same states as undo by replaying.
*/
#include "carcassonne_search.h"
#include "support.h"

enum { DEEP = 600, SHALLOW = 5 };

/* A state with an undo ring, and an equal state without a ring. */
typedef struct pair {
  carc_definition *d;
  carc_state *state, *plain;
  carc_undo_ring *ring;
  uint64_t random;
  int copies, replays;
} pair;

static pair begin_pair (const char *text, int positions, uint64_t seed) {
  carc_error err = {0};
  pair p = {.d = define(text), .random = seed + 77};
  p.state = begin(p.d, seed);
  p.plain = begin(p.d, seed);
  p.ring = carc_undo_ring_new(p.d, positions, &err);
  if (p.ring == NULL) fail_msg("%s", err.message);
  return p;
}

static void end_pair (pair *p) {
  carc_undo_ring_free(p->d, p->ring);
  carc_state_free(p->d, p->state);
  carc_state_free(p->d, p->plain);
  carc_definition_free(p->d);
}

/* Makes a decision. Sometimes also lets a player resign, or reseeds both states. */
static void go_on (pair *p) {
  int player = below(&p->random, carc_definition_players(p->d)), n = carc_state_num_actions(p->d, p->state);
  if (below(&p->random, 40) == 0) {
    carc_state_reseed(p->d, p->state, p->random);
    carc_state_reseed(p->d, p->plain, p->random);
  }
  carc_undo_ring_push(p->d, p->ring, p->state);
  if (below(&p->random, 70) == 0 && !carc_state_has_resigned(p->d, p->state, player)) {
    carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = player};
    apply(p->d, p->state, carc_action_pack(&f));
    apply(p->d, p->plain, carc_action_pack(&f));
  } else {
    int index = below(&p->random, n);
    assert_int_equal(carc_state_apply_index(p->d, p->state, index, NULL), CARC_OK);
    assert_int_equal(carc_state_apply_index(p->d, p->plain, index, NULL), CARC_OK);
  }
}

static void take_back (pair *p) {
  bool copied = carc_undo_ring_undo(p->d, p->ring, p->state);
  if (!copied) assert_int_equal(carc_state_undo_action(p->d, p->state, NULL), CARC_OK);
  assert_int_equal(carc_state_undo_action(p->d, p->plain, NULL), CARC_OK);
  assert_same(p->d, p->state, p->plain);
  *(copied ? &p->copies : &p->replays) += 1;
}

static const char *const games[] = {
    "set base\nset traders\n",
    "set base\nplayers 5\nedition 2003\n",
    "set base\nset traders\nplayers 3\ndraws manual\n",
    "set base\nhand BA-E\nplayers 3\nturn 3\nstand 1 follower 0,0 city:N\npoints 2 5\n",
    "set base\nreserve shelf size=3 owner=player visible_to=owner deal=2 play_from=any\n",
};
enum { GAMES = sizeof games / sizeof *games };

static void a_decision_is_taken_back_by_a_copy_as_by_playing_again (void **unused) {
  (void)unused;
  for (int i = 0; i < times(40) + GAMES; i++) {
    pair p = begin_pair(games[i % GAMES], i % 2 == 0 ? DEEP : SHALLOW, (uint64_t)i);
    int decisions = 0;
    while (!carc_state_is_terminal(p.d, p.state)) {
      go_on(&p);
      int back = below(&p.random, 8) == 0 ? below(&p.random, 12) : 0;
      while (back-- > 0 && carc_state_decisions(p.d, p.state) > 0) take_back(&p);
      assert_true(decisions++ < 20000);
    }
    while (carc_state_decisions(p.d, p.state) > 0) take_back(&p);
    assert_true(p.copies > 0);
    if (i % 2 == 0)
      assert_int_equal(p.replays, 0);
    else
      assert_true(p.replays > 0);
    assert_false(carc_undo_ring_undo(p.d, p.ring, p.state));
    end_pair(&p);
  }
}

/*
** A game that was played without an undo ring. When it is undone, each replay fills the ring with
** positions.
*/
static void a_way_back_through_a_game_plays_it_again_once_for_each_ringful (void **unused) {
  (void)unused;
  for (int i = 0; i < GAMES; i++) {
    pair p = begin_pair(games[i], SHALLOW, (uint64_t)i);
    carc_undo_ring *late = carc_undo_ring_new(p.d, 16, NULL);
    while (!carc_state_is_terminal(p.d, p.state)) go_on(&p);
    int decisions = (int)carc_state_decisions(p.d, p.state), again = 0;
    while (carc_state_decisions(p.d, p.state) > 0) {
      bool copied = carc_undo_ring_undo(p.d, late, p.state);
      if (!copied) assert_int_equal(carc_undo_ring_undo_action(p.d, late, p.state, NULL), CARC_OK);
      again += !copied;
      assert_int_equal(carc_state_undo_action(p.d, p.plain, NULL), CARC_OK);
      assert_same(p.d, p.state, p.plain);
    }
    assert_int_equal(again, (decisions + 16) / 17);
    carc_error err;
    assert_int_equal(carc_undo_ring_undo_action(p.d, late, p.state, &err), CARC_ERR_ILLEGAL);
    carc_undo_ring_free(p.d, late);
    end_pair(&p);
  }
}

/* Two different games with equal numbers of decisions. */
static void no_position_is_given_that_is_not_of_the_past (void **unused) {
  (void)unused;
  pair p = begin_pair("set base\nset traders\n", DEEP, 3);
  for (int i = 0; i < 20; i++) go_on(&p);
  carc_state *other = begin(p.d, 4), *same_seed = begin(p.d, 3);
  uint64_t random = 5;
  play_some(p.d, other, &random, 20);
  play_some(p.d, same_seed, &random, 20);
  const carc_state *strangers[] = {other, same_seed};
  for (int i = 0; i < 2; i++) {
    carc_state *was = copy(p.d, strangers[i]);
    carc_state_clone(p.d, p.state, strangers[i]);
    assert_false(carc_undo_ring_undo(p.d, p.ring, p.state));
    assert_same(p.d, p.state, was);
    carc_state_free(p.d, was);
  }
  carc_state_clone(p.d, p.state, p.plain);
  assert_true(carc_undo_ring_undo(p.d, p.ring, p.state));
  carc_state_free(p.d, other);
  carc_state_free(p.d, same_seed);
  end_pair(&p);
}

static void a_copy_of_a_state_has_a_way_back_of_its_own (void **unused) {
  (void)unused;
  pair p = begin_pair("set base\nset traders\n", DEEP, 8);
  for (int i = 0; i < 30; i++) go_on(&p);
  carc_state *clone = copy(p.d, p.state), *was = copy(p.d, p.state);
  for (int i = 0; i < 10; i++) take_back(&p);
  assert_same(p.d, clone, was);
  carc_error err;
  for (int i = 0; i < 10; i++) assert_int_equal(carc_state_undo_action(p.d, clone, &err), CARC_OK);
  assert_same(p.d, clone, p.state);
  carc_state_free(p.d, clone);
  carc_state_free(p.d, was);
  end_pair(&p);
}

static void what_is_not_applied_after_all_is_not_taken_back (void **unused) {
  (void)unused;
  pair p = begin_pair("set base\n", DEEP, 2);
  for (int i = 0; i < 6; i++) go_on(&p);
  /* pushes the position again, as after refused actions */
  for (int i = 0; i < 3; i++) carc_undo_ring_push(p.d, p.ring, p.state);
  take_back(&p);
  take_back(&p);
  assert_int_equal(p.replays, 0);
  end_pair(&p);
}

static void so_many_positions_cannot_be_kept (void **unused) {
  (void)unused;
  static const int wrong[] = {0, -1, -2147483647, CARC_MAX_UNDO_POSITIONS + 1, 2147483647};
  carc_definition *d = define("set base\n");
  for (int i = 0; i < 5; i++) {
    carc_error err = {0};
    char number[20];
    snprintf(number, sizeof number, "%d positions", wrong[i]);
    assert_null(carc_undo_ring_new(d, wrong[i], &err));
    assert_int_equal(err.code, CARC_ERR_INVALID);
    assert_has(err.message, number);
    assert_has(err.message, "expected 1 to 4096");
    assert_int_equal(carc_undo_ring_size(d, wrong[i]), 0);
  }
  carc_definition_free(d);
}

static void an_undo_ring_takes_memory_once_and_gives_it_back (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_error err = {0};
  carc_definition *d = define_in(&memory, "set base\nset traders\n", NULL, NULL, &err);
  carc_state *s = carc_state_new(d, 1, &err);
  size_t before = memory.bytes;
  carc_undo_ring *ring = carc_undo_ring_new(d, 10, &err);
  assert_int_equal(memory.bytes - before, carc_undo_ring_size(d, 10));
  assert_true(carc_undo_ring_size(d, 10) < 11 * carc_definition_state_size(d));
  int calls = memory.calls;
  uint64_t random = 1;
  while (!carc_state_is_terminal(d, s)) {
    carc_undo_ring_push(d, ring, s);
    assert_int_equal(carc_state_apply_index(d, s, below(&random, carc_state_num_actions(d, s)), NULL),
                     CARC_OK);
  }
  while (carc_undo_ring_undo(d, ring, s)) {}
  assert_int_equal(memory.calls, calls);
  carc_undo_ring_free(d, ring);
  memory.fail_at = memory.calls + 1;
  assert_null(carc_undo_ring_new(d, 10, &err));
  assert_int_equal(err.code, CARC_ERR_MEMORY);
  carc_state_free(d, s);
  carc_definition_free(d);
  assert_pool_empty(&memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_decision_is_taken_back_by_a_copy_as_by_playing_again),
      cmocka_unit_test(a_way_back_through_a_game_plays_it_again_once_for_each_ringful),
      cmocka_unit_test(no_position_is_given_that_is_not_of_the_past),
      cmocka_unit_test(a_copy_of_a_state_has_a_way_back_of_its_own),
      cmocka_unit_test(what_is_not_applied_after_all_is_not_taken_back),
      cmocka_unit_test(so_many_positions_cannot_be_kept),
      cmocka_unit_test(an_undo_ring_takes_memory_once_and_gives_it_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
