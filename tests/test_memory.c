/*
** test_memory.c: runs a session in which one allocation fails, alone or with all that follow.
** Repeats the session for each allocation. Every call must either succeed, or report the failure
** and change nothing. When a failed call is repeated, it must succeed, and the game must end as it
** does without failures.
*/
#include "carcassonne_search.h"
#include "support.h"

/* The objects of a host. Copies that are made for comparison do not use the pool. */
typedef struct session {
  pool memory;
  const carc_hooks *hooks;
  const char *text;
  carc_definition *d;
  carc_state *s, *other;
  carc_selector *selector;
  char *saved;
  int events;
  carc_playouts sum;
  uint64_t random;
  int refused; /* number of calls that failed because memory was missing */
} session;

static int acts (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)ud, (void)rows;
  return carc_call_award(call, tile % 3, 1, "third", NULL) == CARC_OK ? 0 : carc_call_fail(call, "no award");
}

/* A phase whose options are two numbers and the items that a selector finds. */
static int asks (void *ud, carc_call *call, int phase, carc_phase_call why, carc_action chosen,
                 carc_question *question) {
  (void)ud, (void)phase, (void)chosen;
  if (why != CARC_PHASE_CALL_ASK) return 0;
  question->player = CARC_TURN_PLAYER;
  question->may_pass = true;
  for (int i = 0; i < 2; i++) {
    carc_action_fields f = {.piece = -1, .token = -1, .player = -1, .segment = -1, .number = i, .type = -1};
    carc_error err;
    if (carc_call_offer(call, &f, 1, &err) != CARC_OK) return carc_call_fail(call, err.message);
  }
  return 0;
}

static const carc_hooks hooks = {.on_tile_placed = acts, .phase = asks};

/* ---- The calls of a session ------------------------------------------------------------------ */

static carc_status make_definition (session *e, carc_error *err) {
  e->d = define_in(&e->memory, e->text, e->hooks, e, err);
  return e->d != NULL ? CARC_OK : err->code;
}

static carc_status make_state (session *e, carc_error *err) {
  e->s = carc_state_new(e->d, 3, err);
  return e->s != NULL ? CARC_OK : err->code;
}

static carc_status make_other (session *e, carc_error *err) {
  e->other = carc_state_new(e->d, 4, err);
  return e->other != NULL ? CARC_OK : err->code;
}

static carc_status read_selector (session *e, carc_error *err) {
  e->selector = carc_selector_new(e->d, 0, "features(kind=city;complete=yes)", false, err);
  return e->selector != NULL ? CARC_OK : err->code;
}

/* Makes some decisions. If one fails, the next call makes it again. */
static carc_status play_on (session *e, carc_error *err, int decisions) {
  while (carc_state_decisions(e->d, e->s) < decisions && !carc_state_is_terminal(e->d, e->s)) {
    uint64_t random = e->random;
    carc_status status =
        carc_state_apply_index(e->d, e->s, below(&random, carc_state_num_actions(e->d, e->s)), err);
    if (status != CARC_OK) return status;
    e->random = random;
  }
  return CARC_OK;
}

static carc_status play_first (session *e, carc_error *err) { return play_on(e, err, 12); }
static carc_status play_last (session *e, carc_error *err) { return play_on(e, err, 1000000); }
static carc_status undo (session *e, carc_error *err) { return carc_state_undo_action(e->d, e->s, err); }

static carc_status resign (session *e, carc_error *err) {
  return carc_state_apply_action(e->d, e->s, read_action(e->d, e->s, "resign 1"), err);
}

static int count (void *ud, const carc_event *event) {
  session *e = ud;
  e->events = event->number;
  return 0;
}

static carc_status tell_events (session *e, carc_error *err) {
  return carc_state_events(e->d, e->s, 0, count, e, err);
}

static carc_status save_game (session *e, carc_error *err) {
  long length = carc_state_serialize(e->d, e->s, NULL, 0, err);
  if (length < 0) return err->code;
  free(e->saved);
  e->saved = malloc((size_t)length + 1);
  return carc_state_serialize(e->d, e->s, e->saved, (size_t)length + 1, err) == length ? CARC_OK : err->code;
}

static carc_status load_game (session *e, carc_error *err) {
  return carc_state_deserialize(e->d, e->other, e->saved, err);
}

static carc_status play_games (session *e, carc_error *err) {
  return carc_state_playout(e->d, e->s, 2, 9, &e->sum, err);
}

static carc_status play_one (session *e, carc_error *err) {
  return carc_state_random_playout(e->d, e->other, 5, err);
}

static carc_status (*const calls[])(session *e, carc_error *err) = {
    make_definition, make_state, make_other,  read_selector, play_first,  undo,
    play_first,      resign,     tell_events, save_game,     load_game,   play_games,
    play_one,        play_last,  undo,        play_last,     tell_events, save_game};

/* ---- The session with failures --------------------------------------------------------------- */

/* Makes copies. Their allocations are not counted and do not fail. */
static void make_copies (session *e, carc_state *copies[2]) {
  pool now = e->memory;
  e->memory.fail_at = 0;
  copies[0] = e->s != NULL ? copy(e->d, e->s) : NULL;
  copies[1] = e->other != NULL ? copy(e->d, e->other) : NULL;
  e->memory.fail_at = now.fail_at;
  e->memory.calls = now.calls;
}

/*
** Checks that a failed call reports the reason and has freed what it allocated. A call with many
** decisions may have made some of them.
*/
static void check_refusal (session *e, carc_state *const copies[2], carc_status status, const carc_error *err,
                           bool goes_on) {
  if (status != CARC_ERR_MEMORY) fail_msg("%s: %s", carc_status_name(status), err->message);
  assert_int_equal(err->code, CARC_ERR_MEMORY);
  assert_has(err->message, "memory");
  if (copies[0] != NULL && !goes_on) assert_same(e->d, e->s, copies[0]);
  if (copies[1] != NULL) assert_same(e->d, e->other, copies[1]);
  e->refused++;
}

/* Calls a function until it succeeds. After a failure, memory is available again. */
static void call_until_done (session *e, carc_status (*call)(session *e, carc_error *err)) {
  carc_state *copies[2];
  carc_error err = {0};
  make_copies(e, copies);
  int blocks = e->memory.blocks;
  carc_status status = call(e, &err);
  if (status != CARC_OK) {
    assert_int_equal(e->memory.blocks, blocks);
    check_refusal(e, copies, status, &err, call == play_first || call == play_last);
    e->memory.fail_at = 0;
    status = call(e, &err);
  }
  if (status != CARC_OK) fail_msg("%s: %s", carc_status_name(status), err.message);
  for (int i = 0; i < 2; i++)
    if (copies[i] != NULL) carc_state_free(e->d, copies[i]);
}

static void run_session (session *e) {
  e->random = 11;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) call_until_done(e, calls[i]);
}

static void end_session (session *e) {
  free(e->saved);
  carc_selector_free(e->selector);
  carc_state_free(e->d, e->other);
  carc_state_free(e->d, e->s);
  carc_definition_free(e->d);
  assert_pool_empty(&e->memory);
}

static void disturb_all (const char *text, const carc_hooks *with, int most) {
  session plain = {.text = text, .hooks = with};
  run_session(&plain);
  assert_true(carc_state_is_terminal(plain.d, plain.s));
  int allocations = plain.memory.calls, step = allocations > most ? allocations / most : 1;
  for (int stays = 0; stays < 2; stays++)
    for (int n = 1; n <= allocations; n += step) {
      session e = {.text = text, .hooks = with, .memory = {.fail_at = n, .stays = stays}};
      run_session(&e);
      if (e.refused == 0) fail_msg("allocation %d of %d fails, and no call says so", n, allocations);
      assert_string_equal(e.saved, plain.saved);
      assert_int_equal(e.events, plain.events);
      assert_true(memcmp(&e.sum, &plain.sum, sizeof e.sum) == 0);
      end_session(&e);
    }
  end_session(&plain);
}

static void each_allocation_of_a_plain_game_may_fail (void **unused) {
  (void)unused;
  disturb_all("set base\nset traders\nplayers 3\n", NULL, 10000);
}

static void each_allocation_of_a_game_with_hooks_may_fail (void **unused) {
  (void)unused;
  disturb_all("set base\nset traders\nplayers 3\nphase ask turn_end may_pass\n", &hooks, times(4000));
}

/* The game has so many cities that scoring the fields allocates memory. */
static void each_allocation_of_a_large_game_may_fail (void **unused) {
  (void)unused;
  disturb_all("set base x9\nplayers 6\npiece follower 31\n", NULL, 10000);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_allocation_of_a_plain_game_may_fail),
      cmocka_unit_test(each_allocation_of_a_game_with_hooks_may_fail),
      cmocka_unit_test(each_allocation_of_a_large_game_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
