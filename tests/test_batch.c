/* test_batch.c: tests games that advance together. */
#include "carcassonne_batch.h"
#include "support.h"

enum { GAMES = 5, PLAYERS = 3 };
#define GAME "set base\nset traders\nplayers 3\n"

/* A batch in memory of its own. */
typedef struct fixture {
  carc_batch batch;
  carc_definition *d;
  carc_action_space *space;
  carc_state *states[GAMES];
  uint64_t seeds[GAMES];
  int players[GAMES], rewards[GAMES * PLAYERS], numbers[GAMES], size;
  unsigned char ended[GAMES], *masks;
} fixture;

static void set_up (fixture *f, const char *text, int radius) {
  carc_error err = {0};
  int failed = -1;
  *f = (fixture){.d = define(text), .space = malloc(carc_action_space_bytes())};
  assert_int_equal(CARC_OK, carc_action_space_init(f->d, f->space, radius, NULL, &err));
  f->size = carc_action_space_size(f->space);
  f->masks = malloc((size_t)f->size * GAMES);
  for (int i = 0; i < GAMES; i++) {
    f->states[i] = malloc(carc_definition_state_size(f->d));
    f->seeds[i] = 10 + (uint64_t)i;
  }
  f->batch =
      (carc_batch){f->d, f->space, GAMES, f->states, f->seeds, f->players, f->rewards, f->ended, f->masks};
  if (carc_batch_reset(&f->batch, &failed, &err) != CARC_OK) fail_msg("%s", err.message);
}

static void tear_down (fixture *f) {
  for (int i = 0; i < GAMES; i++) free(f->states[i]);
  free(f->masks);
  free(f->space);
  carc_definition_free(f->d);
}

/* The number of a random legal action. */
static int choose (const fixture *f, int game, uint64_t *random) {
  const unsigned char *mask = &f->masks[game * f->size];
  int n = 0, number = -1;
  for (int k = 0; k < f->size; k++) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    if (mask[k] != 0 && (*random >> 33) % (uint64_t)++n == 0) number = k;
  }
  return number;
}

static void choose_all (fixture *f, uint64_t *random) {
  for (int i = 0; i < GAMES; i++) f->numbers[i] = choose(f, i, random);
}

static void a_step_does_what_each_action_does_alone (void **unused) {
  (void)unused;
  fixture f;
  carc_error err = {0};
  int failed = -1, games = 0;
  uint64_t random = 3;
  set_up(&f, GAME, 0);
  carc_state *alone = malloc(carc_definition_state_size(f.d));
  while (games < 2 * GAMES) {
    choose_all(&f, &random);
    carc_state_clone(f.d, alone, f.states[2]);
    apply(f.d, alone, carc_action_space_action(f.space, alone, f.numbers[2]));
    uint64_t next = f.seeds[2];
    assert_int_equal(CARC_OK, carc_batch_step(&f.batch, f.numbers, &failed, &err));
    for (int p = 0; p < PLAYERS; p++)
      assert_int_equal(carc_state_reward(f.d, alone, p), f.rewards[2 * PLAYERS + p]);
    assert_int_equal(carc_state_is_terminal(f.d, alone) ? CARC_BATCH_END_OVER : CARC_BATCH_END_NONE,
                     f.ended[2]);
    if (f.ended[2] != CARC_BATCH_END_NONE) {
      assert_int_equal(CARC_OK, carc_state_init(f.d, alone, next, &err));
      assert_int_equal(next + GAMES, f.seeds[2]);
    }
    assert_true(carc_state_equal(f.d, alone, f.states[2]));
    assert_int_equal(carc_state_current_player(f.d, alone), f.players[2]);
    for (int i = 0; i < GAMES; i++) games += f.ended[i];
  }
  free(alone);
  tear_down(&f);
}

static void an_illegal_number_changes_no_game (void **unused) {
  (void)unused;
  fixture f;
  carc_error err = {0};
  int failed = -1;
  uint64_t random = 3;
  set_up(&f, GAME, 0);
  carc_state *first = copy(f.d, f.states[0]);
  const int bad[] = {-1, f.size, 0};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    choose_all(&f, &random);
    f.numbers[3] = bad[i];
    assert_int_equal(CARC_ERR_ILLEGAL, carc_batch_step(&f.batch, f.numbers, &failed, &err));
    assert_int_equal(3, failed);
    assert_has(err.message, "game 3");
    assert_true(carc_state_equal(f.d, first, f.states[0]));
  }
  free(first);
  tear_down(&f);
}

static void a_game_that_leaves_the_window_begins_again (void **unused) {
  (void)unused;
  fixture f;
  carc_error err = {0};
  int failed = -1, outside = 0;
  uint64_t random = 3;
  set_up(&f, GAME, 1);
  for (int step = 0; step < 60; step++) {
    choose_all(&f, &random);
    assert_int_equal(CARC_OK, carc_batch_step(&f.batch, f.numbers, &failed, &err));
    for (int i = 0; i < GAMES; i++) outside += f.ended[i] == CARC_BATCH_END_OUTSIDE;
  }
  assert_true(outside > 0);
  tear_down(&f);
}

static void a_batch_needs_seeded_draws (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\n");
  carc_batch batch = {.def = d};
  carc_error err = {0};
  int failed = -1;
  assert_int_equal(CARC_ERR_INVALID, carc_batch_reset(&batch, &failed, &err));
  assert_has(err.message, "seeded");
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_does_what_each_action_does_alone),
      cmocka_unit_test(an_illegal_number_changes_no_game),
      cmocka_unit_test(a_game_that_leaves_the_window_begins_again),
      cmocka_unit_test(a_batch_needs_seeded_draws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
