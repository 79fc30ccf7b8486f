/*
** test_record.c: tests that saved games load to equal states, and that incomplete saved games are
** refused.
*/
#include "support.h"

static const char *const games[] = {
    "set base\nset traders\nplayers 2\n",
    "set base\nset traders\nplayers 4\ndraws manual\nedition 2003\n",
    "set base\nset traders\nplayers 3\nedition jcz\n",
    "set traders\nstart none\nplayers 1\n",
    "# by hand\nset base\nset traders\n\nplayers 2\nstart BA-D 0,0 r0\nstand 2 follower 0,0 city:N\nstand 1 "
    "follower "
    "0,0 road:E.W\nstand 1 builder 0,0 road:E.W\npoints 1 12\nhave 2 1 2 3\nturn 2\nhand BA-V\n",
    "set base\nplayers 6\nhand BA-C\ndraws manual\n",
    "set base x2\nset traders x2\nplayers 5\npiece follower 20\n",
};
enum { GAMES = sizeof games / sizeof *games };

/* Sometimes lets a player resign, or reseeds the state. */
static void disturb (const carc_definition *d, carc_state *s, uint64_t *random) {
  if (below(random, 40) == 0) carc_state_reseed(d, s, next_random(random));
  int player = below(random, carc_definition_players(d));
  if (below(random, 60) != 0 || carc_state_is_terminal(d, s) || carc_state_has_resigned(d, s, player)) return;
  carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = player};
  apply(d, s, carc_action_pack(&f));
}

static void a_game_loads_as_it_was_saved (void **unused) {
  (void)unused;
  uint64_t random = 1;
  for (int i = 0; i < times(120); i++) {
    carc_definition *d = define(games[i % GAMES]);
    carc_state *s = begin(d, (uint64_t)i);
    for (bool over = false; !over;) {
      over = carc_state_is_terminal(d, s);
      if (over || below(&random, 12) == 0) {
        char *text = save(d, s);
        carc_state *again = load(d, text);
        assert_same(d, s, again);
        assert_true(carc_state_hash(d, s) == carc_state_hash(d, again));
        char *twice = save(d, again);
        assert_string_equal(text, twice);
        uint64_t one = random, other = random; /* the two states must have an equal future */
        play_some(d, again, &one, 6);
        carc_state *on = copy(d, s);
        play_some(d, on, &other, 6);
        assert_same(d, on, again);
        carc_state_free(d, on);
        carc_state_free(d, again);
        free(text);
        free(twice);
      }
      if (over) break;
      play_any(d, s, &random);
      disturb(d, s, &random);
    }
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

/* Checks that a saved game contains its definition, which can be created again. */
static void a_saved_game_holds_its_definition (void **unused) {
  (void)unused;
  for (int i = 0; i < GAMES; i++) {
    carc_definition *d = define(games[i]);
    carc_state *s = begin(d, 5);
    char *text = save(d, s);
    size_t length = 0;
    const char *part = carc_saved_game_definition(text, &length, NULL);
    assert_non_null(part);
    char *own = malloc(length + 1);
    assert_non_null(own);
    memcpy(own, part, length);
    own[length] = '\0';
    assert_string_equal(own, carc_definition_text(d));
    carc_definition *e = define(own);
    assert_true(carc_definition_fingerprint(e) == carc_definition_fingerprint(d));
    carc_state *again = load(e, text);
    assert_same(d, s, again);
    carc_state_free(e, again);
    carc_definition_free(e);
    free(own);
    free(text);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void a_buffer_that_is_too_small_is_reported (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  carc_state *s = begin(d, 1);
  char *whole = save(d, s), part[40];
  memset(part, 'x', sizeof part);
  assert_int_equal(carc_state_serialize(d, s, part, 30, NULL), strlen(whole));
  assert_int_equal(strlen(part), 29);
  assert_memory_equal(part, whole, 29);
  assert_int_equal(part[30], 'x');
  free(whole);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

/*
** Checks that loading fails with an error in a line from `low` to `high`, and that the state does
** not change.
*/
static void refused_save (const carc_definition *d, const char *text, int low, int high, const char *part) {
  carc_error err = {0};
  carc_state *s = begin(d, 3), *was = copy(d, s);
  carc_status status = carc_state_deserialize(d, s, text, &err);
  if (status != CARC_ERR_INVALID || err.code != status || err.line < low || err.line > high)
    fail_msg("expected a refusal in line %d to %d, got %s, line %d: %s, for\n%s", low, high,
             carc_status_name(status), err.line, err.message, text);
  assert_has(err.message, part);
  assert_same(d, s, was);
  assert_int_equal(carc_state_deserialize(d, s, text, NULL), CARC_ERR_INVALID);
  carc_state_free(d, was);
  carc_state_free(d, s);
}

static int lines_in (const char *text) {
  int n = 0;
  for (; *text != '\0'; text++) n += *text == '\n';
  return n;
}

/* A saved game that was saved in the middle of a game. */
static char *sample (const carc_definition *d, int decisions) {
  uint64_t random = 4;
  carc_state *s = begin(d, 11);
  play_some(d, s, &random, decisions);
  char *text = save(d, s);
  carc_state_free(d, s);
  return text;
}

static void a_game_cut_off_at_any_line_or_byte_is_refused (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  char *text = sample(d, 25);
  size_t length = strlen(text);
  int lines = lines_in(text);
  for (size_t n = 0; n + 1 < length; n++) { /* the last byte is a line end, which is optional */
    char *cut = calloc(1, n + 1);
    assert_non_null(cut);
    memcpy(cut, text, n);
    int here = lines_in(cut) + 1;
    refused_save(d, cut, n > 0, here < lines ? here : lines, "");
    free(cut);
  }
  free(text);
  carc_definition_free(d);
}

/* The offset at which the line with this number starts. */
static size_t line_start (const char *text, int line) {
  const char *at = text;
  while (--line > 0) at = strchr(at, '\n') + 1;
  return (size_t)(at - text);
}

static bool only_blanks (char a, char b) { return strchr(" \t\r", a) != NULL && strchr(" \t\r", b) != NULL; }

static void any_single_byte_that_changed_is_found (void **unused) {
  (void)unused;
  uint64_t random = 9;
  carc_definition *d = define(games[1]);
  char *text = sample(d, 30);
  size_t length = strlen(text);
  for (int i = 0; i < times(3000); i++) {
    size_t at = (size_t)i < length ? (size_t)i : (size_t)below(&random, (int)length);
    static const char bytes[] = "0123456789abcdefX \n#~.,-\t\x80\xff";
    char was = text[at], now = bytes[below(&random, (int)sizeof bytes - 1)];
    if (i % 3 == 0) now = (char)(was ^ (1 << below(&random, 7)));
    if (now == was || now == '\0' || only_blanks(was, now)) continue;
    if (at + 1 == length && strchr("\r\n", now) != NULL) continue;
    text[at] = now;
    refused_save(d, text, 1, lines_in(text) + 1, "");
    text[at] = was;
  }
  free(text);
  carc_definition_free(d);
}

static void a_line_that_is_missing_or_stands_twice_is_found (void **unused) {
  (void)unused;
  carc_definition *d = define(games[2]);
  char *text = sample(d, 20);
  int lines = lines_in(text), game_line = 3 + lines_in(carc_definition_text(d));
  size_t length = strlen(text);
  char *other = calloc(1, 2 * length);
  assert_non_null(other);
  for (int i = 1; i <= lines; i++) {
    size_t from = line_start(text, i), to = i < lines ? line_start(text, i + 1) : length;
    memcpy(other, text, from);
    strcpy(other + from, text + to);
    /* an error in a line before the line `game` is reported at the line `game` */
    int high = i > game_line ? i + 1 : game_line + 1;
    refused_save(d, other, 1, high, "");
    if (i == lines) continue;
    memcpy(other, text, to); /* repeats the line */
    strcpy(other + to, text + from);
    refused_save(d, other, 1, high, "");
  }
  free(other);
  free(text);
  carc_definition_free(d);
}

static char *with_end (const char *text, const char *more) {
  size_t length = strlen(text);
  char *both = malloc(length + strlen(more) + 1);
  assert_non_null(both);
  memcpy(both, text, length);
  strcpy(both + length, more);
  return both;
}

static void notes_of_the_host_may_follow_the_end (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  char *text = sample(d, 5);
  carc_state *s = load(d, text);
  const char *fine[] = {"note bot.2 greedy:follower=4\n", "note name_1\n",
                        "\nnote a-b  x ~0000\r\n\nnote Z9 \xc3\x84\x01\n", "note a b"};
  for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
    char *both = with_end(text, fine[i]);
    carc_state *again = load(d, both), *replayed = begin(d, 3);
    assert_same(d, s, again);
    assert_int_equal(carc_state_replay(d, replayed, both, NULL), CARC_OK);
    assert_same(d, s, replayed);
    char *twice = save(d, again);
    assert_string_equal(text, twice);
    free(twice);
    free(both);
    carc_state_free(d, again);
    carc_state_free(d, replayed);
  }
  const char *wrong[] = {"note\n",    "note \n",     "note  a\n",  "note a/b c\n",
                         "notes a\n", " note a b\n", "Note a b\n", "pass ~0000\n"};
  int lines = lines_in(text);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char *first = with_end(text, "note a b\n"), *both = with_end(first, wrong[i]);
    refused_save(d, both, lines + 2, lines + 2, "may contain only notes (`note KEY VALUE`)");
    free(first);
    free(both);
  }
  free(text);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void another_version_is_refused_by_its_number (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  char *text = sample(d, 5);
  char *digit = strchr(text, ' ') + 1;
  assert_int_equal(*digit, '0' + CARC_SAVE_VERSION);
  *digit = '7';
  refused_save(d, text, 1, 1, "version 7");
  *digit = '1';
  refused_save(d, text, 1, 1, "saved in version 1 of the format; this engine reads version 3");
  *digit = 'v';
  refused_save(d, text, 1, 1, "expected the version of the format");
  carc_error err = {0};
  size_t n;
  assert_null(carc_saved_game_definition(text, &n, &err));
  assert_int_equal(err.code, CARC_ERR_INVALID);
  assert_int_equal(err.line, 1);
  free(text);
  refused_save(d, "", 0, 1, "empty");
  refused_save(d, "GIF89a", 1, 1, "not a saved game");
  refused_save(d, "carcassonne-save 3\n", 1, 2, "cut off");
  refused_save(d, "carcassonne-save 3\ndefinition x 1\n", 2, 2, "definition");
  carc_definition_free(d);
}

static void another_definition_is_refused (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]), *e = define(games[2]);
  char *text = sample(d, 10);
  refused_save(e, text, 2, 2, "another definition");
  free(text);
  carc_definition_free(d);
  carc_definition_free(e);
}

/*
** Recomputes the checksum of each line from the line `game` on, as a forger could (FNV-1a over the
** head and each line without its checksum).
*/
static void put_right_checks (char *text, int game_line) {
  uint64_t check = 0xcbf29ce484222325u;
  char *at = text, *head = text + line_start(text, game_line);
  for (; at < head; at++) check = (check ^ (unsigned char)*at) * 0x100000001b3u;
  while (*at != '\0') {
    for (; strncmp(at, " ~", 2) != 0; at++) check = (check ^ (unsigned char)*at) * 0x100000001b3u;
    char digits[5];
    snprintf(digits, sizeof digits, "%04x", (unsigned)(check >> 40 & 0xFFFF));
    memcpy(at + 2, digits, 4);
    at += 7;
  }
}

/*
** Replaces some lines, and recomputes the checksums. Checks that loading fails at `line`; if `line`
** is 0, at any line.
*/
static void refused_forgery (const carc_definition *d, const char *text, int first, int lines,
                             const char *instead, int line, const char *part) {
  char *forged = calloc(1, strlen(text) + strlen(instead) + 10);
  size_t from = line_start(text, first), to = line_start(text, first + lines - 1);
  assert_non_null(forged);
  to = (size_t)(strchr(text + to, '\n') + 1 - text);
  memcpy(forged, text, from);
  strcpy(forged + from, instead);
  strcat(forged, text + to);
  put_right_checks(forged, 3 + lines_in(carc_definition_text(d)));
  refused_save(d, forged, line > 0 ? line : 1, line > 0 ? line : 99, part);
  free(forged);
}

static void what_cannot_be_is_refused_though_its_checks_are_right (void **unused) {
  (void)unused;
  for (int manual = 0; manual < 2; manual++) {
    char start[100];
    snprintf(start, sizeof start, "set base\nplayers 3\n%s", manual ? "draws manual\n" : "");
    carc_definition *d = define(start);
    char *text = sample(d, manual ? 21 : 14);
    int lines = lines_in(text), game = 3 + lines_in(carc_definition_text(d));
    refused_forgery(d, text, game + 1, 1, "draw TB-A ~0000\n", game + 1, "TB-A");
    refused_forgery(d, text, game + 1, 1, "jump ~0000\n", game + 1, "jump");
    refused_forgery(d, text, game + 1, 1, "pass ~0000\n", game + 1, "not legal");
    refused_forgery(d, text, game + 2, 1, "place BA-X 9,9 r0 ~0000\n", game + 2, "not legal");
    refused_forgery(d, text, game + 1, 1, "resign 2 ~0000\nresign 2 ~0000\n", game + 2, "not legal");
    refused_forgery(d, text, game + 1, 1, "resign 1 ~0000\nresign 2 ~0000\nresign 3 ~0000\n", game + 3,
                    "not legal");
    refused_forgery(d, text, game, 1, "game seed x ~0000\n", game, "game seed");
    refused_forgery(d, text, lines, 1, "end ~0000\n", lines, "end");
    refused_forgery(d, text, lines, 1, "end 14 hash zz ~0000\n", lines, "hash");
    refused_forgery(d, text, lines, 1, "end 999 hash 0000000000000000 ~0000\n", lines, "");
    refused_forgery(d, text, lines - 1, 1, "", lines - 1, "");
    char end[80];
    snprintf(end, sizeof end, "end %d hash 0123456789abcdef ~0000\n", manual ? 21 : 14);
    refused_forgery(d, text, lines, 1, end, lines, "ends in a different state");
    free(text);
    carc_definition_free(d);
  }
}

/*
** If the rules are equal, the game is equal. If the rules differ, each decision is checked, and the
** error names the first that is illegal.
*/
static void a_game_goes_on_under_other_rules (void **unused) {
  (void)unused;
  uint64_t random = 5;
  for (int i = 0; i < times(40); i++) {
    carc_definition *d = define(games[i % GAMES]);
    carc_state *s = begin(d, (uint64_t)i), *again = begin(d, 99);
    play_some(d, s, &random, 10 + i);
    char *text = save(d, s);
    carc_error err = {0};
    if (carc_state_replay(d, again, text, &err) != CARC_OK) fail_msg("%s", err.message);
    assert_same(d, s, again);
    free(text);
    carc_state_free(d, s);
    carc_state_free(d, again);
    carc_definition_free(d);
  }
}

static void a_decision_that_other_rules_do_not_have_is_named (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\n"),
                  *more = define("set base\nset traders\ncount BA-A 9\n"),
                  *less = define("set traders\nstart TB-A 0,0 r0\n");
  carc_state *s = begin(d, 7), *other = begin(more, 1), *was = copy(more, other);
  uint64_t random = 3;
  play_some(d, s, &random, 20);
  char *text = save(d, s);
  carc_error err = {0};
  assert_int_equal(carc_state_replay(more, other, text, &err), CARC_OK);
  assert_int_equal(carc_state_decisions(more, other), carc_state_decisions(d, s));
  assert_int_equal(carc_state_tiles_left(more, other, 0), carc_state_tiles_left(d, s, 0) + 7);
  assert_false(carc_state_is_chance_node(more, other));
  carc_state_clone(more, was, other);
  text[strlen(text) - 9] ^= 1;
  assert_int_equal(carc_state_replay(more, other, text, &err), CARC_ERR_INVALID);
  assert_true(err.line > 0);
  assert_same(more, other, was);
  text[strlen(text) - 9] ^= 1;
  carc_state *third = begin(less, 1);
  assert_int_equal(carc_state_replay(less, third, text, &err), CARC_ERR_INVALID);
  assert_has(err.message, "after ");
  assert_has(err.message, " decisions, `draw BA-");
  assert_int_equal(err.line, 0);
  carc_state_free(less, third);
  /* the game ends with the last tile; with further tiles, it continues with a draw */
  carc_state_random_playout(d, s, 1, &err);
  free(text);
  text = save(d, s);
  assert_int_equal(carc_state_replay(more, other, text, &err), CARC_OK);
  assert_false(carc_state_is_terminal(more, other));
  assert_false(carc_state_is_chance_node(more, other));
  free(text);
  carc_state_free(d, s);
  carc_state_free(more, other);
  carc_state_free(more, was);
  carc_definition_free(d);
  carc_definition_free(more);
  carc_definition_free(less);
}

static void random_bytes_never_crash_the_reader (void **unused) {
  (void)unused;
  uint64_t random = 77;
  carc_definition *d = define(games[1]);
  char *text = sample(d, 30);
  size_t length = strlen(text);
  char *other = malloc(length + 1);
  assert_non_null(other);
  carc_state *s = begin(d, 3), *was = copy(d, s);
  for (int i = 0; i < times(3000); i++) {
    strcpy(other, text);
    for (int k = 0; k < 2 + i % 5; k++) other[below(&random, (int)length)] = (char)(1 + below(&random, 255));
    carc_error err = {0};
    if (carc_state_deserialize(d, s, other, &err) == CARC_OK)
      carc_state_clone(d, s, was);
    else
      assert_same(d, s, was);
    size_t n;
    carc_saved_game_definition(other, &n, NULL);
  }
  carc_state_free(d, s);
  carc_state_free(d, was);
  free(other);
  free(text);
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_game_loads_as_it_was_saved),
      cmocka_unit_test(a_saved_game_holds_its_definition),
      cmocka_unit_test(a_buffer_that_is_too_small_is_reported),
      cmocka_unit_test(a_game_cut_off_at_any_line_or_byte_is_refused),
      cmocka_unit_test(any_single_byte_that_changed_is_found),
      cmocka_unit_test(a_line_that_is_missing_or_stands_twice_is_found),
      cmocka_unit_test(notes_of_the_host_may_follow_the_end),
      cmocka_unit_test(another_version_is_refused_by_its_number),
      cmocka_unit_test(another_definition_is_refused),
      cmocka_unit_test(what_cannot_be_is_refused_though_its_checks_are_right),
      cmocka_unit_test(a_game_goes_on_under_other_rules),
      cmocka_unit_test(a_decision_that_other_rules_do_not_have_is_named),
      cmocka_unit_test(random_bytes_never_crash_the_reader),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
