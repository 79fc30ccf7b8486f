/*
** test_state.c: tests how games are played: order of turns, legal actions, their effects, and undo.
*/
#include "support.h"

/* ---- The board is unbounded ------------------------------------------------------------------ */

/* Plays a line of 96 tiles that begins at the start tile. Its road is one feature that grows. */
static void line_of_tiles (const char *start, int dx, int dy, const char *rotation, const char *segment) {
  char text[300], move[100];
  snprintf(text, sizeof text, "set base\ncount BA-U 96\nstart BA-U %s\ndraws manual\nplayers 1\nhand BA-U\n",
           start);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  for (int i = 1; i < 96; i++) {
    if (i > 1) play(d, s, "draw BA-U");
    snprintf(move, sizeof move, "place BA-U %d,%d %s", i * dx, i * dy, rotation);
    play(d, s, move);
    if (i == 1) {
      snprintf(move, sizeof move, "deploy follower %s", segment);
      play(d, s, move);
    } else if (carc_state_decision(d, s) == CARC_ACTION_DEPLOY) {
      play(d, s, "pass");
    }
    carc_feature f = feature_at(d, s, i * dx, i * dy, segment);
    assert_int_equal(f.tiles, i + 1);
    assert_int_equal(f.open, 2);
    assert_int_equal(f.followers, 1);
    assert_int_equal(f.id, feature_at(d, s, 0, 0, segment).id);
  }
  carc_tile last = carc_state_tile(d, s, 95);
  assert_true(last.x == 95 * dx && last.y == 95 * dy);
  assert_int_equal(carc_state_tile_at(d, s, 95 * dx, 95 * dy), 95);
  assert_int_equal(carc_state_tile_at(d, s, 96 * dx, 96 * dy), -1);
  char *saved = save(d, s);
  carc_state *again = load(d, saved);
  assert_same(d, s, again);
  free(saved);
  carc_state_free(d, again);
  play(d, s, "resign 1");
  SCORES(d, s, 96);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_line_of_96_tiles_goes_in_each_direction (void **unused) {
  (void)unused;
  line_of_tiles("0,0 r0", 1, 0, "r0", "road:E.W");
  line_of_tiles("0,0 r0", -1, 0, "r2", "road:E.W");
  line_of_tiles("0,0 r1", 0, 1, "r1", "road:N.S");
  line_of_tiles("0,0 r1", 0, -1, "r3", "road:N.S");
}

/* The longest possible line, built from its far end. Its two ends must not count as neighbours. */
static void a_line_of_254_tiles_does_not_meet_its_other_end (void **unused) {
  (void)unused;
  for (int way = -1; way <= 1; way += 2) {
    char text[300], move[60];
    snprintf(text, sizeof text,
             "tile M x254 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\nplayers 1\nstart M %d,%d r0\npiece "
             "follower 0",
             255 * way, -255 * way);
    carc_definition *d = define(text);
    carc_state *s = begin(d, 1);
    for (int i = 1; i < 254; i++) {
      snprintf(move, sizeof move, "place M %d,%d r0", (255 + i) * way, -255 * way);
      assert_int_equal(carc_state_num_actions(d, s), 4 * (2 * i + 2));
      play(d, s, move);
    }
    assert_true(carc_state_is_terminal(d, s));
    carc_feature first = feature_of_segment(d, s, 0, 0), last = feature_of_segment(d, s, 253, 0);
    assert_int_equal(first.tiles, 2);
    assert_int_equal(last.tiles, 2);
    assert_int_equal(feature_of_segment(d, s, 100, 0).tiles, 3);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void the_host_sees_each_tile_that_can_be_drawn_and_how_likely_it_is (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\ndraws manual");
  carc_state *s = begin(d, 1);
  carc_action out[60];
  double odds[60], sum = 0;
  assert_true(carc_state_is_chance_node(d, s));
  assert_int_equal(carc_state_current_player(d, s), CARC_CHANCE);
  assert_int_equal(carc_state_turn_player(d, s), 0);
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DRAW);
  assert_int_equal(carc_state_hand(d, s), -1);
  int n = carc_state_chance_outcomes(d, s, out, odds, 60);
  assert_int_equal(n, 48);
  assert_int_equal(carc_state_num_actions(d, s), n);
  for (int i = 0; i < n; i++) {
    carc_action_fields f = carc_action_unpack(out[i]);
    int left = carc_type_count(d, f.type) - (strcmp(carc_type_id(d, f.type), "BA-D") == 0);
    assert_int_equal(carc_state_tiles_left(d, s, f.type), left);
    assert_true(odds[i] > left / 95.0 - 1e-9 && odds[i] < left / 95.0 + 1e-9);
    assert_int_equal(carc_state_action_index(d, s, out[i]), i);
    sum += odds[i];
    carc_state *one = copy(d, s); /* the caller can choose any draw */
    apply(d, one, out[i]);
    assert_int_equal(carc_state_hand(d, one), f.type);
    assert_int_equal(carc_state_tiles_left(d, one, f.type), left - 1);
    assert_int_equal(carc_state_decision(d, one), CARC_ACTION_PLACE);
    assert_int_equal(carc_state_chance_outcomes(d, one, out, odds, 0), 0);
    carc_state_free(d, one);
    carc_state_chance_outcomes(d, s, out, odds, 60);
  }
  assert_true(sum > 0.999999 && sum < 1.000001);
  assert_int_equal(carc_state_chance_outcomes(d, s, out, odds, 3),
                   n); /* a smaller capacity gives the same number */
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_tile_that_is_used_up_cannot_be_drawn (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\ncount BA-A 0\nhand BA-C");
  carc_state *s = begin(d, 1);
  assert_false(is_legal(d, s, "draw BA-C"));
  play(d, s, carc_state_decision(d, s) == CARC_ACTION_PLACE ? "place BA-C 0,-1 r0; pass" : "");
  assert_true(is_legal(d, s, "draw BA-B"));
  assert_false(is_legal(d, s, "draw BA-A"));
  assert_false(is_legal(d, s, "draw BA-C"));
  assert_false(is_legal(d, s, "place BA-B 0,1 r0"));
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void with_seeded_draws_nobody_waits_for_chance (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 4");
  uint64_t random = 2;
  carc_state *s = begin(d, 8);
  while (!carc_state_is_terminal(d, s)) {
    assert_false(carc_state_is_chance_node(d, s));
    assert_int_equal(carc_state_current_player(d, s), carc_state_turn_player(d, s));
    play_any(d, s, &random);
  }
  assert_int_equal(carc_state_current_player(d, s), CARC_NOBODY);
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_NONE);
  assert_int_equal(carc_state_num_actions(d, s), 0);
  assert_int_equal(carc_state_hand(d, s), -1);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* Each type is drawn as often as its share of the bag: of the 71 tiles, eight are BA-U. */
static void seeded_draws_are_fair (void **unused) {
  (void)unused;
  carc_definition *d = define("set base");
  int u = 0, d_tiles = 0, n = 7100;
  for (int i = 0; i < n; i++) {
    carc_state *s = begin(d, (uint64_t)i);
    u += carc_state_hand(d, s) == type_in(d, "BA-U");
    d_tiles += carc_state_hand(d, s) == type_in(d, "BA-D");
    carc_state_free(d, s);
  }
  assert_in_range(u, 700, 900); /* the expected number is 800 */
  assert_in_range(d_tiles, 230, 370);
  carc_definition_free(d);
}

static void the_same_seed_brings_the_same_game (void **unused) {
  (void)unused;
  carc_definition *d = define("set base"), *e = define("set base");
  int differ = 0;
  for (uint64_t seed = 0; seed < 20; seed++) {
    carc_state *s = begin(d, seed), *t = begin(e, seed), *u = begin(d, seed + 1);
    carc_state_random_playout(d, s, 5, NULL);
    carc_state_random_playout(e, t, 5, NULL);
    carc_state_random_playout(d, u, 5, NULL);
    assert_same(d, s, t);
    differ += carc_state_hash(d, s) != carc_state_hash(d, u);
    carc_state_free(d, s);
    carc_state_free(d, t);
    carc_state_free(d, u);
  }
  assert_int_equal(differ, 20);
  carc_definition_free(d);
  carc_definition_free(e);
}

static void a_tile_that_fits_nowhere_is_set_aside_and_another_is_drawn (void **unused) {
  (void)unused;
  static const char tiles[] =
      "tile F x3 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x5 city:N.E.S.W\nstart F 0,0 r0\n";
  char text[300];
  snprintf(text, sizeof text, "%sdraws manual\n", tiles);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  assert_int_equal(carc_state_fits(d, s, type_in(d, "C")), 0);
  assert_int_equal(carc_state_fits(d, s, type_in(d, "F")), 16);
  play(d, s, "draw C");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DRAW); /* the player draws again */
  assert_int_equal(carc_state_turn_player(d, s), 0);
  assert_int_equal(carc_state_tiles_left(d, s, type_in(d, "C")), 4);
  play(d, s, "draw F; place F 0,1 r0; pass; draw C; draw C; draw C");
  assert_int_equal(carc_state_turn_player(d, s), 1);
  play(d, s, "draw C; draw F; place F 0,2 r0");
  if (!carc_state_is_terminal(d, s)) play(d, s, "pass");
  assert_true(carc_state_is_terminal(d, s));
  event_list e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_SET_ASIDE), 5);
  assert_int_equal(count_events(&e, CARC_EVENT_DREW), 7);
  assert_int_equal(count_events(&e, CARC_EVENT_ENDED), 1);
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
  d = define(tiles);
  s = begin(d, 1);
  assert_int_equal(carc_state_random_playout(d, s, 1, NULL), CARC_OK);
  assert_int_equal(carc_state_tiles(d, s), 3);
  assert_int_equal(carc_state_tiles_left(d, s, type_in(d, "C")), 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void the_game_ends_when_no_tile_left_can_be_placed (void **unused) {
  (void)unused;
  carc_definition *d =
      define("tile F x1 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x5 city:N.E.S.W\nstart F 0,0 r0\n");
  carc_state *s = begin(d, 1);
  assert_true(carc_state_is_terminal(d, s));
  assert_int_equal(carc_state_decisions(d, s), 0);
  assert_int_equal(carc_state_undo_action(d, s, NULL), CARC_ERR_ILLEGAL);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_new_fate_changes_what_is_drawn_and_nothing_else (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 3");
  uint64_t random = 6;
  carc_state *s = begin(d, 3);
  play_some(d, s, &random, 30);
  int differ = 0;
  for (uint64_t fate = 1; fate <= 20; fate++) {
    carc_state *other = copy(d, s);
    carc_state_reseed(d, other, fate);
    assert_true(carc_state_hash(d, s) == carc_state_hash(d, other)); /* it is not visible */
    assert_int_equal(carc_state_hand(d, s), carc_state_hand(d, other));
    event_list a = events_since(d, s, 0), b = events_since(d, other, 0);
    assert_int_equal(a.n, b.n);
    free_events(&a);
    free_events(&b);
    carc_state *plain = copy(d, s);
    carc_state_random_playout(d, other, 1, NULL);
    carc_state_random_playout(d, plain, 1, NULL);
    differ += carc_state_hash(d, other) != carc_state_hash(d, plain);
    carc_state_free(d, plain);
    carc_state_free(d, other);
  }
  assert_int_equal(differ, 20);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Legal actions --------------------------------------------------------------------------- */

static const char *const games[] = {
    "set base\nset traders\n",
    "edition 2003\nset base\nset traders\nplayers 3\n",
    "edition jcz\nset base\nset traders\nplayers 6\ndraws manual\n",
    "set traders\nstart none\nplayers 1\nrule builder_parts unlimited\n",
    ("set base\nset traders\nplayers 4\npiece builder 3\npiece follower 4\n"
     "piece large 2 power=2\ndraws manual\n"),
};
enum { GAMES = sizeof games / sizeof *games };

/*
** Checks that each legal action is listed once, at its index, can be packed and unpacked, and can
** be read from its text.
*/
static void check_actions (const carc_definition *d, const carc_state *s) {
  static carc_action all[4096];
  char text[200], small[8];
  int n = carc_state_num_actions(d, s);
  assert_int_equal(carc_state_legal_actions(d, s, all, 4096), n);
  assert_int_equal(carc_state_legal_actions(d, s, NULL, 0), n);
  for (int i = 0; i < n; i++) {
    carc_action_fields f = carc_action_unpack(all[i]);
    assert_true(carc_action_pack(&f) == all[i]);
    assert_true(carc_state_action(d, s, i) == all[i]);
    assert_int_equal(carc_state_action_index(d, s, all[i]), i);
    int length = carc_action_to_string(d, s, all[i], text, sizeof text);
    assert_int_equal(length, strlen(text));
    carc_action back = 0;
    carc_error err = {0};
    if (carc_string_to_action(d, s, text, &back, &err) != CARC_OK || back != all[i])
      fail_msg("'%s' does not read back: %s", text, err.message);
    assert_int_equal(carc_action_to_string(d, s, all[i], small, sizeof small), length);
    assert_true(strlen(small) < sizeof small);
    for (int k = 0; k < i; k++) assert_true(all[k] != all[i]);
  }
  assert_true(carc_state_action(d, s, -1) == 0 && carc_state_action(d, s, n) == 0);
}

static void legal_actions_are_unique_and_have_an_index_and_a_text (void **unused) {
  (void)unused;
  uint64_t random = 12;
  for (int i = 0; i < times(40); i++) {
    carc_definition *d = define(games[i % GAMES]);
    carc_state *s = begin(d, (uint64_t)i);
    while (!carc_state_is_terminal(d, s)) {
      assert_true(carc_state_num_actions(d, s) > 0);
      if (below(&random, 4) == 0) check_actions(d, s);
      play_any(d, s, &random);
    }
    check_actions(d, s);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

/* Checks that the action is refused and that only `err` changes. */
static void refused (const carc_definition *d, carc_state *s, carc_action a) {
  carc_error err = {0};
  carc_state *was = copy(d, s);
  uint64_t hash = carc_state_hash(d, s);
  carc_status status = carc_state_apply_action(d, s, a, &err);
  if (status != CARC_ERR_ILLEGAL || err.code != CARC_ERR_ILLEGAL || err.message[0] == '\0')
    fail_msg("%s should be illegal: %s", show(d, s, a), err.message);
  assert_same(d, s, was);
  assert_true(hash == carc_state_hash(d, s));
  assert_int_equal(carc_state_apply_action(d, s, a, NULL), CARC_ERR_ILLEGAL);
  carc_state_free(d, was);
}

static void an_illegal_action_is_refused_and_changes_nothing (void **unused) {
  (void)unused;
  uint64_t random = 4;
  for (int i = 0; i < times(20); i++) {
    carc_definition *d = define(games[i % GAMES]);
    carc_state *s = begin(d, (uint64_t)i);
    for (bool over = false; !over;) {
      over = carc_state_is_terminal(d, s);
      for (int k = 0; k < 6; k++) {
        carc_action_fields f = {.kind = (carc_action_kind)below(&random, 6),
                                .type = below(&random, 256),
                                .x = below(&random, 40) - 20,
                                .y = below(&random, 40) - 20,
                                .rotation = below(&random, 4),
                                .piece = below(&random, 256),
                                .segment = below(&random, 16),
                                .take = below(&random, 16)};
        if (below(&random, 2) && carc_state_hand(d, s) >= 0) f.type = carc_state_hand(d, s);
        carc_action a = below(&random, 3) ? carc_action_pack(&f) : next_random(&random);
        if (carc_action_unpack(a).kind == CARC_ACTION_RESIGN) continue;
        bool legal = false;
        for (int j = 0; j < carc_state_num_actions(d, s); j++)
          legal = legal || carc_state_action(d, s, j) == a;
        assert_int_equal(carc_state_action_index(d, s, a) >= 0, legal);
        if (!legal) refused(d, s, a);
      }
      carc_state *was = copy(d, s);
      carc_error err = {0};
      assert_int_equal(carc_state_apply_index(d, s, carc_state_num_actions(d, s), &err), CARC_ERR_ILLEGAL);
      assert_has(err.message, "legal");
      assert_int_equal(carc_state_apply_index(d, s, -1, NULL), CARC_ERR_ILLEGAL);
      assert_same(d, s, was);
      carc_state_free(d, was);
      if (!over) play_any(d, s, &random);
    }
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void a_refusal_says_what_the_game_waits_for (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\nhand BA-B");
  carc_state *s = begin(d, 1);
  carc_error err = {0};
  carc_state_apply_action(d, s, read_action(d, s, "place BA-B 5,5 r0"), &err);
  assert_has(err.message, "place BA-B 5,5 r0");
  assert_has(err.message, "a tile must be placed");
  carc_state_apply_action(d, s, read_action(d, s, "pass"), &err);
  assert_has(err.message, "pass");
  play(d, s, "place BA-B 0,1 r0");
  carc_state_apply_action(d, s, read_action(d, s, "extra take"), &err);
  assert_has(err.message, "a piece can be deployed");
  play(d, s, "pass");
  carc_state_apply_action(d, s, read_action(d, s, "pass"), &err);
  assert_has(err.message, "a tile must be drawn");
  play(d, s, "resign 1");
  carc_state_apply_action(d, s, read_action(d, s, "draw BA-B"), &err);
  assert_has(err.message, "the game is over");
  carc_state_apply_action(d, s, read_action(d, s, "resign 2"), &err);
  assert_has(err.message, "the game is over");
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void text_that_is_no_action_is_refused_with_the_reason (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {{"", "not an action"},
                                        {"jump", "jump"},
                                        {"draw", "not a tile of this game"},
                                        {"draw BA-Q2", "BA-Q2"},
                                        {"place BA-B", "not a cell"},
                                        {"place BA-B 1", "3,-1"},
                                        {"place BA-B 1,2,3 r0", "not a cell"},
                                        {"place BA-B 1,2", "rotation"},
                                        {"place BA-B 1,2 r4", "r4"},
                                        {"place BA-B 1000,0 r0", "1000,0"},
                                        {"place BA-B 1,2 r0 now", "now"},
                                        {"deploy", "not a piece"},
                                        {"deploy king city:N", "king"},
                                        {"deploy follower", "not a segment"},
                                        {"deploy follower city:S", "city:S"},
                                        {"deploy follower what", "what"},
                                        {"extra", "extra take"},
                                        {"extra maybe", "maybe"},
                                        {"pass on", "on"},
                                        {"resign", "no player"},
                                        {"resign 3", "'3'"},
                                        {"resign 0", "'0'"}};
  carc_definition *d = define("set base\nplayers 2");
  carc_state *s = begin(d, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carc_error err = {0};
    carc_action a = 77;
    if (carc_string_to_action(d, s, rows[i][0], &a, &err) != CARC_ERR_INVALID)
      fail_msg("'%s' is read", rows[i][0]);
    assert_int_equal(err.code, CARC_ERR_INVALID);
    assert_has(err.message, rows[i][1]);
    assert_true(a == 77);
    assert_int_equal(carc_string_to_action(d, s, rows[i][0], &a, NULL), CARC_ERR_INVALID);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void actions_pack_into_one_number_and_back (void **unused) {
  (void)unused;
  carc_action_fields place = {.kind = CARC_ACTION_PLACE, .type = 249, .x = -508, .y = 508, .rotation = 3};
  carc_action_fields back = carc_action_unpack(carc_action_pack(&place));
  assert_true(back.type == 249 && back.x == -508 && back.y == 508 && back.rotation == 3);
  assert_true(back.piece == -1 && back.segment == -1 && back.player == -1 && back.take == 0);
  carc_action_fields deploy = {
      .kind = CARC_ACTION_DEPLOY, .type = 1, .x = 1, .y = -1, .rotation = 1, .piece = 7, .segment = 15};
  back = carc_action_unpack(carc_action_pack(&deploy));
  assert_true(back.type == 1 && back.x == 1 && back.y == -1 && back.rotation == 1);
  assert_true(back.piece == 7 && back.segment == 15 && back.player == -1);
  carc_action_fields pass = {
      .kind = CARC_ACTION_PASS, .type = 3, .x = 4, .piece = 5, .segment = 6, .player = 2};
  /* fields that this kind of action does not use are 0 */
  assert_true(carc_action_pack(&pass) == CARC_ACTION_PASS);
  carc_action_fields resign = {.kind = CARC_ACTION_RESIGN, .player = 5};
  back = carc_action_unpack(carc_action_pack(&resign));
  assert_true(back.kind == CARC_ACTION_RESIGN && back.player == 5 && back.type == -1 && back.piece == -1);
  back = carc_action_unpack(0);
  assert_true(back.kind == CARC_ACTION_NONE && back.type == -1 && back.x == 0);
  carc_definition *d = define("set base");
  carc_state *s = begin(d, 1);
  for (uint64_t kind = 0; kind < 16; kind++) { /* every number can be written as text */
    char text[100];
    assert_true(carc_action_to_string(d, s, kind | 0x7FFFFFFFFFFFFFF0u, text, sizeof text) > 0);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Copies and undo ------------------------------------------------------------------------- */

static void a_clone_lives_on_its_own (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  uint64_t random = 8;
  carc_state *s = begin(d, 1), *was;
  play_some(d, s, &random, 25);
  was = copy(d, s);
  carc_state *other = copy(d, s);
  assert_true(carc_state_equal(d, s, other));
  carc_state_random_playout(d, other, 3, NULL);
  assert_same(d, s, was);
  assert_false(carc_state_equal(d, s, other));
  play_some(d, s, &random, 3);
  assert_true(carc_state_is_terminal(d, other));
  assert_false(carc_state_equal(d, s, was));
  carc_state_free(d, s);
  carc_state_free(d, was);
  carc_state_free(d, other);
  carc_definition_free(d);
}

static void a_state_can_live_in_the_hosts_own_memory (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  size_t size = carc_definition_state_size(d);
  carc_state *block = malloc(size), *s = begin(d, 4);
  assert_non_null(block);
  memset((void *)block, 0x5A, size);
  assert_int_equal(carc_state_init(d, block, 4, NULL), CARC_OK);
  assert_same(d, s, block);
  free(block);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* Undoes a game decision by decision, and compares each state with the original one. */
static void take_all_back (const char *text, uint64_t seed) {
  enum { MOST = 600 };
  static carc_state *past[MOST];
  uint64_t random = seed;
  int n = 0, players;
  carc_definition *d = define(text);
  carc_state *s = begin(d, seed);
  players = carc_definition_players(d);
  while (!carc_state_is_terminal(d, s)) {
    assert_int_equal(carc_state_decisions(d, s), n);
    assert_true(n < MOST);
    past[n++] = copy(d, s);
    int player = below(&random, players);
    if (below(&random, 70) == 0 && !carc_state_has_resigned(d, s, player)) {
      carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = player};
      apply(d, s, carc_action_pack(&f));
    } else {
      play_any(d, s, &random);
    }
  }
  while (n-- > 0) {
    carc_error err = {0};
    if (carc_state_undo_action(d, s, &err) != CARC_OK) fail_msg("%s", err.message);
    assert_same(d, s, past[n]);
    carc_state_free(d, past[n]);
  }
  carc_error err = {0};
  carc_state *first = copy(d, s);
  assert_int_equal(carc_state_undo_action(d, s, &err), CARC_ERR_ILLEGAL);
  assert_int_equal(err.code, CARC_ERR_ILLEGAL);
  assert_same(d, s, first);
  carc_state_free(d, first);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_game_can_be_taken_back_to_its_beginning (void **unused) {
  (void)unused;
  for (int i = 0; i < times(50); i++) take_all_back(games[i % GAMES], (uint64_t)i);
  for (int i = 0; i < times(10); i++) {
    take_all_back("set base\nhand BA-E\nplayers 3\ndraws manual", (uint64_t)i);
    take_all_back("set base\nhand BA-E\nplayers 3\nturn 3\nstand 1 follower 0,0 city:N\npoints 2 5",
                  (uint64_t)i);
  }
}

static void what_is_taken_back_under_a_new_fate_stays_taken_back (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  uint64_t random = 8;
  carc_state *s = begin(d, 1);
  play_some(d, s, &random, 10);
  carc_state *was = copy(d, s);
  carc_state_reseed(d, s, 5);
  carc_state *other = copy(d, s);
  play_some(d, s, &random, 10);
  for (int i = 0; i < 10; i++) assert_int_equal(carc_state_undo_action(d, s, NULL), CARC_OK);
  assert_same(d, s, other);
  assert_true(carc_state_hash(d, s) == carc_state_hash(d, was));
  carc_state_free(d, s);
  carc_state_free(d, was);
  carc_state_free(d, other);
  carc_definition_free(d);
}

/*
** The hash depends on everything that players see, but not on the order in which two turns were
** played.
*/
static void the_order_of_two_turns_does_not_show_in_the_hash (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\nplayers 1");
  carc_state *s = begin(d, 1), *t = begin(d, 9);
  play(d, s, "draw BA-B; place BA-B 0,1 r0; deploy follower monastery; draw BA-U; place BA-U 1,0 r0; pass");
  play(d, t, "draw BA-U; place BA-U 1,0 r0; pass; draw BA-B; place BA-B 0,1 r0; deploy follower monastery");
  assert_true(carc_state_hash(d, s) == carc_state_hash(d, t));
  assert_false(carc_state_equal(d, s, t));
  play(d, s, "draw BA-E");
  assert_true(carc_state_hash(d, s) != carc_state_hash(d, t));
  play(d, t, "draw BA-E");
  assert_true(carc_state_hash(d, s) == carc_state_hash(d, t));
  carc_state_free(d, s);
  carc_state_free(d, t);
  carc_definition_free(d);
}

/* Pairs of games that differ in a single visible fact. */
static void all_that_players_see_shows_in_the_hash (void **unused) {
  (void)unused;
  static const char *const pairs[][2] = {
      {"draw BA-B", "draw BA-V"},
      {"draw BA-B; place BA-B 0,1 r0", "draw BA-B; place BA-B 0,1 r1"},
      {"draw BA-B; place BA-B 0,1 r0; pass; draw BA-V",
       "draw BA-B; place BA-B 0,1 r0; deploy follower monastery; draw "
       "BA-V"},
      {"draw BA-B; place BA-B 0,1 r0; deploy follower monastery",
       "draw BA-B; place BA-B 0,1 r0; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"},
      {"draw BA-B; place BA-B 0,1 r0", "draw BA-B; place BA-B 0,1 r0; pass"},
      {"", "resign 3"},
      /* which player has the goods of the city */
      {"draw TB-G; place TB-G 0,-1 r2; pass; draw BA-E; place BA-E 1,-1 r3; pass; draw BA-B; place BA-B 0,1 "
       "r0; pass",
       "draw TB-G; place TB-G 0,-1 r2; pass; draw BA-B; place BA-B 0,1 r0; pass; draw BA-E; place BA-E 1,-1 "
       "r3; pass"},
      /* points */
      {"draw BA-E; place BA-E 0,-1 r2; deploy follower city:S; draw BA-B; place BA-B 0,1 r0; pass",
       "draw BA-B; place BA-B 0,1 r0; pass; draw BA-E; place BA-E 0,-1 r2; deploy follower city:S"},
  };
  carc_definition *d = define("set base\nset traders\ndraws manual\nplayers 3");
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    carc_state *s = begin(d, 1), *t = begin(d, 1);
    play(d, s, pairs[i][0]);
    play(d, t, pairs[i][1]);
    if (carc_state_hash(d, s) == carc_state_hash(d, t))
      fail_msg("'%s' looks as '%s'", pairs[i][0], pairs[i][1]);
    carc_state_free(d, s);
    carc_state_free(d, t);
  }
  carc_definition_free(d);
  d = define("tile F x3 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x5 city:N.E.S.W\nstart F 0,0 r0\ndraws manual");
  carc_state *s = begin(d, 1), *t = begin(d, 1);
  play(d, s, "draw C"); /* the tile was set aside and is no longer in the bag */
  assert_true(carc_state_hash(d, s) != carc_state_hash(d, t));
  carc_state_free(d, s);
  carc_state_free(d, t);
  carc_definition_free(d);
}

/*
** Checks that the visible position, as statements, sets up an equal position, with the same
** choices, features and end.
*/
static void check_observation (const char *text, const carc_definition *d, const carc_state *s) {
  static char seen[12000], again[12000], whole[13000];
  int length = carc_state_observation_string(d, s, seen, sizeof seen);
  assert_int_equal(length, strlen(seen));
  assert_true(length < (int)sizeof seen - 1);
  assert_int_equal(carc_state_observation_string(d, s, again, 20), length);
  assert_int_equal(strlen(again), 19);
  assert_memory_equal(again, seen, 19);
  snprintf(whole, sizeof whole, "%s%s", text, seen);
  carc_definition *e = define(whole);
  carc_state *other = begin(e, 1);
  carc_state_observation_string(e, other, again, sizeof again);
  assert_string_equal(again, seen);
  assert_int_equal(carc_state_decision(e, other), carc_state_decision(d, s));
  assert_int_equal(carc_state_part(e, other), carc_state_part(d, s));
  int n = carc_state_num_actions(d, s);
  assert_int_equal(carc_state_num_actions(e, other), n);
  for (int i = 0; i < n; i++) assert_true(carc_state_action_index(e, other, carc_state_action(d, s, i)) >= 0);
  carc_state *end = copy(d, s);
  for (int p = carc_definition_players(d) > 1;
       p < carc_definition_players(d) && !carc_state_is_terminal(d, s); p++) {
    carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = p};
    apply(d, end, carc_action_pack(&f));
    apply(e, other, carc_action_pack(&f));
  }
  for (int p = 0; p < carc_definition_players(d); p++)
    assert_int_equal(carc_state_score(d, end, p), carc_state_score(e, other, p));
  carc_state_free(d, end);
  carc_state_free(e, other);
  carc_definition_free(e);
}

static void what_the_players_see_sets_the_position_up_again (void **unused) {
  (void)unused;
  static const char *const texts[] = {"edition jcz\nset base\nset traders\n",
                                      "edition 2003\nset base\nset traders\nplayers 3\n",
                                      "set traders\nplayers 1\n", "set base x2\nplayers 6\ndraws manual\n"};
  uint64_t random = 31;
  for (int i = 0; i < times(40); i++) {
    const char *text = texts[i % 4];
    char from[200];
    snprintf(from, sizeof from, "%s%s", text, i % 4 == 2 ? "start TB-A 0,0 r0\n" : "");
    carc_definition *d = define(from);
    carc_state *s = begin(d, (uint64_t)i);
    while (!carc_state_is_terminal(d, s)) {
      if (below(&random, 15) == 0) check_observation(text, d, s);
      play_any(d, s, &random);
    }
    check_observation(text, d, s);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void what_the_players_see_does_not_tell_the_future (void **unused) {
  (void)unused;
  char one[9000], other[9000];
  carc_definition *d = define(games[0]);
  uint64_t random = 1;
  carc_state *s = begin(d, 1);
  play_some(d, s, &random, 20);
  carc_state_observation_string(d, s, one, sizeof one);
  carc_state_reseed(d, s, 77);
  carc_state_observation_string(d, s, other, sizeof other);
  assert_string_equal(one, other);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Turns, points, the end ------------------------------------------------------------------ */

/*
** Checks that each player has seven followers, that players take turns in order, and that BA-D is
** in the middle.
*/
static void a_game_begins_with_the_start_tile_and_seven_followers_each (void **unused) {
  (void)unused;
  for (int players = 1; players <= CARC_MAX_PLAYERS; players++) {
    char text[60];
    snprintf(text, sizeof text, "set base\nplayers %d", players);
    carc_definition *d = define(text);
    carc_state *s = begin(d, 1);
    carc_tile t = carc_state_tile(d, s, 0);
    assert_int_equal(carc_state_tiles(d, s), 1);
    assert_true(t.type == type_in(d, "BA-D") && t.x == 0 && t.y == 0 && t.rotation == 0);
    for (int p = 0; p < players; p++) {
      assert_int_equal(carc_state_pieces_in_hand(d, s, p, 0), 7);
      assert_int_equal(carc_state_score(d, s, p), 0);
    }
    assert_int_equal(carc_state_winners(d, s), (1u << players) - 1);
    uint64_t random = 1;
    for (int turn = 0; turn < 3 * players; turn++) {
      assert_int_equal(carc_state_turn_player(d, s), turn % players);
      assert_int_equal(carc_state_part(d, s), 1);
      do play_any(d, s, &random);
      while (carc_state_decision(d, s) == CARC_ACTION_DEPLOY);
    }
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void one_player_can_practise (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 1");
  for (uint64_t seed = 0; seed < 10; seed++) {
    carc_state *s = begin(d, seed);
    assert_int_equal(carc_state_random_playout(d, s, seed, NULL), CARC_OK);
    assert_true(carc_state_is_terminal(d, s));
    assert_int_equal(carc_state_winners(d, s), 1);
    carc_state_free(d, s);
  }
  carc_definition_free(d);
}

static void a_reward_is_what_the_last_action_brought (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\nstand 2 follower 0,0 city:N\nhand BA-E\npoints 1 9");
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2");
  assert_int_equal(carc_state_reward(d, s, 1), 0);
  play(d, s, "pass");
  assert_int_equal(carc_state_reward(d, s, 0), 0);
  assert_int_equal(carc_state_reward(d, s, 1), 4);
  SCORES(d, s, 9, 4);
  assert_int_equal(carc_state_winners(d, s), 1);
  carc_state *other = copy(d, s);
  play(d, s, "draw BA-B");
  assert_int_equal(carc_state_reward(d, s, 1), 0);
  play(d, other, "resign 1"); /* the player has already resigned */
  assert_int_equal(carc_state_reward(d, other, 0), 0);
  assert_int_equal(carc_state_reward(d, other, 1), 0);
  carc_state_free(d, other);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* The tile that closes the ring has two segments of the city. */
static void a_ring_that_closes_is_one_city_and_brings_its_goods_once (void **unused) {
  (void)unused;
  carc_definition *d =
      define("tile C x3 city:N.E+wine field:SL.SR.WL.WR~N\ntile T x2 city:E city:S "
             "field:NL.NR.WL.WR~E.S\nstart C 0,1 r0\nstart C 1,1 r3\nstart C 1,0 r2\nstand 2 follower "
             "1,1 city:N.W\nhand T\ndraws manual");
  carc_state *s = begin(d, 1);
  carc_feature open = feature_at(d, s, 1, 1, "city:N.W");
  assert_int_equal(open.open, 2);
  play(d, s, "place T 0,0 r0; pass");
  carc_feature f = feature_at(d, s, 0, 0, "city:E");
  assert_int_equal(f.id, feature_at(d, s, 0, 0, "city:S").id);
  assert_int_equal(f.tiles, 4);
  assert_int_equal(f.goods[CARC_GOOD_WINE], 3);
  assert_true(f.complete);
  SCORES(d, s, 0, 8);
  assert_int_equal(carc_state_goods(d, s, 0, CARC_GOOD_WINE), 3);
  event_list e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_COMPLETED), 1);
  assert_int_equal(count_events(&e, CARC_EVENT_GOODS), 1);
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/*
** Under farm_scoring per-city, a pig gives one more point for each city that its owner scores, if
** its owner has the most farmers in the pig's field, or ties for it. North of the road are player
** 1's pig and farmers of both players; south of it are two farmers of player 1.
*/
static void a_pig_counts_per_city_where_its_owner_has_the_most_farmers (void **unused) {
  (void)unused;
  for (int others = 1; others <= 2; others++) {
    char text[900];
    snprintf(text, sizeof text,
             "edition 2003\nrule small_city 4\ntile L x1 city:E road:W field:NL.NR.WR~E "
             "field:SL.SR.WL~E\ntile R x3 "
             "city:W field:NL.NR.EL.ER.SL.SR~W\npiece pig 1\nstart L 0,0 r0\nstart R 1,0 r0\n"
             "stand 1 follower 0,0 field:NL.NR.WR\nstand 1 pig 0,0 field:NL.NR.WR\n%s%s"
             "stand 1 follower 0,0 field:SL.SR.WL\nstand 1 follower 0,0 field:SL.SR.WL\n",
             "stand 2 follower 0,0 field:NL.NR.WR\n",
             others == 2 ? "stand 2 follower 0,0 field:NL.NR.WR\n" : "");
    carc_definition *d = define(text);
    carc_state *s = begin(d, 1);
    play(d, s, "resign 2");
    SCORES(d, s, others == 1 ? 5 : 4, 0);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void everyone_with_the_most_points_wins (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nplayers 4\npoints 1 5\npoints 2 7\npoints 4 7\ndraws manual");
  carc_state *s = begin(d, 1);
  assert_int_equal(carc_state_winners(d, s), 2 | 8);
  play(d, s, "resign 2");
  assert_int_equal(carc_state_winners(d, s), 8); /* players who have resigned do not win */
  play(d, s, "resign 4; resign 1");
  assert_true(carc_state_is_terminal(d, s));
  assert_int_equal(carc_state_winners(d, s), 4);
  SCORES(d, s, 5, 7, 0, 7); /* the points stay */
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void who_gives_up_is_passed_over (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nplayers 3\ndraws manual");
  carc_state *s = begin(d, 1);
  play(d, s, "draw BA-B; resign 1"); /* the tile in hand returns to the bag */
  assert_int_equal(carc_state_turn_player(d, s), 1);
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DRAW);
  assert_int_equal(carc_state_tiles_left(d, s, type_in(d, "BA-B")), 4);
  assert_int_equal(carc_state_hand(d, s), -1);
  assert_true(carc_state_has_resigned(d, s, 0));
  assert_false(carc_state_has_resigned(d, s, 1));
  refused(d, s, read_action(d, s, "resign 1")); /* a player cannot resign twice */
  play(d, s, "draw BA-B; place BA-B 0,1 r0; deploy follower monastery; draw BA-B; place BA-B 0,2 r0; pass");
  assert_int_equal(carc_state_turn_player(d, s), 1);
  play(d, s, "draw BA-U; resign 3"); /* only one player is left, so the game ends */
  assert_true(carc_state_is_terminal(d, s));
  SCORES(d, s, 0, 3, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void who_gives_up_while_deploying_completes_the_feature (void **unused) {
  (void)unused;
  carc_definition *d =
      define("set base\nset traders\nplayers 3\ndraws manual\nstand 2 follower 0,0 city:N\nhand BA-E");
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2; resign 1");
  SCORES(d, s, 0, 4, 0);
  assert_int_equal(carc_state_turn_player(d, s), 1);
  assert_int_equal(carc_state_pieces_in_hand(d, s, 1, 0), 7);
  carc_state_free(d, s);
  s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2; resign 3"); /* it is another player's turn, which continues */
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DEPLOY);
  SCORES(d, s, 0, 0, 0);
  play(d, s, "resign 2"); /* when only one player is left, complete features are scored first */
  assert_true(carc_state_is_terminal(d, s));
  SCORES(d, s, 0, 4, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void who_gives_up_when_a_further_part_is_offered (void **unused) {
  (void)unused;
  static const char text[] =
      "set base\nset traders\ndraws manual\nplayers 3\nstart BA-D 0,0 r0\nstart BA-U 1,0 "
      "r0\nstand 1 follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\nhand BA-U\n";
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-U 2,0 r0; pass");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA);
  assert_int_equal(carc_state_num_actions(d, s), 2);
  play(d, s, "resign 2");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA);
  play(d, s, "resign 1");
  assert_true(carc_state_is_terminal(d, s));
  SCORES(d, s, 3, 0, 0);
  carc_state_free(d, s);
  s = begin(d, 1);
  play(d, s, "place BA-U 2,0 r0; pass; extra take; draw BA-B; place BA-B 0,1 r0; resign 1");
  assert_int_equal(carc_state_turn_player(d, s), 1);
  assert_int_equal(carc_state_part(d, s), 1);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void nobody_is_offered_a_further_part_when_no_tile_is_left (void **unused) {
  (void)unused;
  carc_definition *d =
      define("tile R x4 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\nplayers 2\ndraws manual\npiece builder "
             "1\nstart R "
             "0,0 r0\nstart R 1,0 r0\nstand 1 follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\nhand R\n");
  carc_state *s = begin(d, 1);
  play(d, s, "place R 2,0 r0; pass");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA); /* one tile is left */
  play(d, s, "extra take; draw R; place R 3,0 r0; pass");
  assert_true(carc_state_is_terminal(d, s));
  carc_state_free(d, s);
  s = begin(d, 1);
  play(d, s, "place R 2,0 r0; pass; extra decline; draw R; place R 3,0 r0; pass");
  assert_true(carc_state_is_terminal(d, s));
  SCORES(d, s, 4, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void nor_after_the_last_tile_was_placed_beside_the_builder (void **unused) {
  (void)unused;
  carc_definition *d = define(
      "tile R x3 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\npiece builder 1\nstart R 0,0 r0\nstart R 1,0 "
      "r0\nstand 1 follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\nhand R\n");
  carc_state *s = begin(d, 1);
  play(d, s, "place R 2,0 r0; pass");
  assert_true(carc_state_is_terminal(d, s));
  SCORES(d, s, 3, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/*
** builder_host: whether any follower of the player suffices, or only an ordinary one. A pig can
** join any farmer of its player.
*/
static void whom_a_builder_needs_is_a_rule (void **unused) {
  (void)unused;
  for (int ordinary = 0; ordinary < 2; ordinary++) {
    char text[600];
    snprintf(text, sizeof text,
             "set base\nset traders\ndraws manual\nrule builder_host %s\npiece large 2 power=2 "
             "hosts_builder=no\nstart BA-D "
             "0,0 r0\nstart BA-U 1,0 r0\nstand 1 large 1,0 road:E.W\nstand 1 large 1,0 "
             "field:NL.NR.EL.WR\nhand BA-U\n",
             ordinary ? "ordinary" : "any");
    carc_definition *d = define(text);
    carc_state *s = begin(d, 1);
    play(d, s, "place BA-U 2,0 r0");
    assert_int_equal(is_legal(d, s, "deploy builder road:E.W"), !ordinary);
    assert_true(is_legal(d, s, "deploy pig field:NL.NR.EL.WR"));
    assert_false(is_legal(d, s, "deploy pig field:ER.SL.SR.WL"));
    assert_false(is_legal(d, s, "deploy follower road:E.W"));
    assert_int_equal(feature_at(d, s, 2, 0, "road:E.W").power[0], 2);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void a_monastery_that_is_complete_at_the_start_is_not_completed_again (void **unused) {
  (void)unused;
  char text[900] = "tile M x30 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\ndraws manual\nstart M 0,0 r0\n";
  static const char *const around[] = {"1,0", "1,1", "0,1", "-1,1", "-1,0", "-1,-1", "0,-1", "1,-1"};
  for (int i = 0; i < 8; i++) snprintf(text + strlen(text), 40, "start M %s r0\n", around[i]);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  assert_true(feature_at(d, s, 0, 0, "monastery").complete);
  play(d, s, "draw M; place M 2,0 r0; deploy follower monastery; draw M; place M 3,0 r0; pass");
  event_list e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_COMPLETED), 0);
  free_events(&e);
  play(d, s, "draw M; place M 2,1 r0; pass"); /* the monastery at 1,0 lacks one neighbour */
  play(d, s, "draw M; place M 2,-1 r0; pass");
  e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_COMPLETED), 1);
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void who_can_only_pass_is_not_asked (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\npiece follower 0\nplayers 3");
  carc_state *s = begin(d, 1);
  uint64_t random = 1;
  while (!carc_state_is_terminal(d, s)) {
    assert_int_equal(carc_state_decision(d, s), CARC_ACTION_PLACE);
    play_any(d, s, &random);
  }
  SCORES(d, s, 0, 0, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void events_tell_what_happened_in_order (void **unused) {
  (void)unused;
  carc_definition *d =
      define("set base\nset traders\nplayers 2\ndraws manual\nstand 2 follower 0,0 city:N\nhand BA-E");
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2; deploy follower field:NL.NR.EL.ER.WL.WR; draw BA-B; resign 2");
  static const carc_event_kind kinds[] = {
      CARC_EVENT_LAID,     CARC_EVENT_TURN,      CARC_EVENT_DREW,     CARC_EVENT_PLACED,
      CARC_EVENT_DEPLOYED, CARC_EVENT_COMPLETED, CARC_EVENT_SCORED,   CARC_EVENT_RETURNED,
      CARC_EVENT_TURN,     CARC_EVENT_DREW,      CARC_EVENT_RESIGNED, CARC_EVENT_FINAL,
      CARC_EVENT_FINAL,    CARC_EVENT_SCORED,    CARC_EVENT_FINAL,    CARC_EVENT_ENDED};
  enum { N = sizeof kinds / sizeof *kinds };
  event_list e = events_since(d, s, 0);
  for (int i = 0; i < e.n && i < N; i++)
    if (e.at[i].kind != kinds[i]) fail_msg("event %d is %s", i + 1, carc_event_name(e.at[i].kind));
  assert_int_equal(e.n, N);
  for (int i = 0; i < N; i++) assert_int_equal(e.at[i].number, i + 1);
  assert_int_equal(e.at[0].tile, 0);
  assert_int_equal(e.at[0].player, -1);
  assert_int_equal(e.at[5].player, 0);
  assert_int_equal(e.at[6].player, 1);
  assert_int_equal(e.at[6].points, 4);
  assert_int_equal(e.at[6].n_items, 1);
  assert_int_equal(e.at[6].items[0].kind, CARC_SCORE_ITEM_TILES);
  assert_int_equal(e.at[6].items[0].count, 2);
  assert_int_equal(e.at[6].items[0].each, 2);
  assert_true(e.at[6].complete && !e.at[6].final);
  assert_int_equal(e.at[7].x, 0);
  assert_int_equal(e.at[13].items[0].kind, CARC_SCORE_ITEM_CITIES);
  assert_int_equal(e.at[13].points, 3);
  assert_true(e.at[13].final);
  for (int since = 0; since <= N; since++) { /* the events are equal to those of the full list */
    event_list some = events_since(d, s, since);
    assert_int_equal(some.n, N - since);
    if (some.n > 0) assert_memory_equal(some.at, e.at + since, sizeof *e.at * (size_t)some.n);
    free_events(&some);
  }
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static int three_only (void *ud, const carc_event *event) {
  int *n = ud;
  (void)event;
  return ++*n == 3;
}

static void a_listener_can_have_enough (void **unused) {
  (void)unused;
  carc_definition *d = define(games[0]);
  carc_state *s = begin(d, 1);
  int n = 0;
  carc_state_random_playout(d, s, 1, NULL);
  assert_int_equal(carc_state_events(d, s, 0, three_only, &n, NULL), CARC_OK);
  assert_int_equal(n, 3);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* In the base game, six tiles have a monastery, and a player has one kind of piece. */
static void the_host_sees_how_often_a_rule_has_forbidden_something (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nforbidden_deployment (kind=monastery)\n");
  carc_state *s = begin(d, 4);
  carc_restriction_count counts[CARC_RESTRICTION_COUNT];
  assert_int_equal(carc_state_restrictions(d, s, counts, NULL), CARC_OK);
  assert_int_equal(counts[CARC_RESTRICTION_FORBIDDEN_DEPLOYMENTS].decisions, 0);
  carc_state_random_playout(d, s, 4, NULL);
  assert_int_equal(carc_state_restrictions(d, s, counts, NULL), CARC_OK);
  for (int i = 0; i < CARC_RESTRICTION_COUNT; i++) {
    bool forbids = i == CARC_RESTRICTION_FORBIDDEN_DEPLOYMENTS;
    assert_true(forbids ? counts[i].decisions > 0 && counts[i].decisions <= 6 : counts[i].decisions == 0);
    assert_int_equal(counts[i].removed, counts[i].decisions);
    assert_int_equal(counts[i].added, 0);
  }
  assert_string_equal(carc_restriction_name(CARC_RESTRICTION_FORBIDDEN_DEPLOYMENTS), "forbidden_deployments");
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* Checks that the events of a game account for every point and every piece. */
static void events_account_for_all_points_and_pieces (void **unused) {
  (void)unused;
  for (int i = 0; i < times(40); i++) {
    carc_definition *d = define(games[i % GAMES]);
    carc_state *s = begin(d, (uint64_t)i);
    carc_state_random_playout(d, s, (uint64_t)i, NULL);
    event_list e = events_since(d, s, 0);
    int points[CARC_MAX_PLAYERS] = {0}, pieces[CARC_MAX_PLAYERS] = {0},
        goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT] = {{0}};
    for (int k = 0; k < e.n; k++) {
      const carc_event *one = &e.at[k];
      if (one->kind == CARC_EVENT_SCORED) {
        int sum = 0;
        for (int m = 0; m < one->n_items; m++) sum += one->items[m].count * one->items[m].each;
        assert_int_equal(sum, one->points);
        points[one->player] += sum;
      }
      if (one->kind == CARC_EVENT_DEPLOYED) pieces[one->player]++;
      if (one->kind == CARC_EVENT_RETURNED) pieces[one->player]--;
      for (int g = 0; g < CARC_GOOD_COUNT && one->kind == CARC_EVENT_GOODS; g++)
        goods[one->player][g] += one->goods[g];
      assert_true(k == 0 || one->decision >= e.at[k - 1].decision);
    }
    assert_int_equal(e.at[e.n - 1].kind, CARC_EVENT_ENDED);
    for (int p = 0; p < carc_definition_players(d); p++) {
      assert_int_equal(points[p], carc_state_score(d, s, p));
      assert_int_equal(pieces[p], standings_of_player(d, s, p));
      for (int g = 0; g < CARC_GOOD_COUNT; g++)
        assert_int_equal(goods[p][g], carc_state_goods(d, s, p, (carc_good)g));
    }
    free_events(&e);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_of_96_tiles_goes_in_each_direction),
      cmocka_unit_test(a_line_of_254_tiles_does_not_meet_its_other_end),
      cmocka_unit_test(the_host_sees_each_tile_that_can_be_drawn_and_how_likely_it_is),
      cmocka_unit_test(a_tile_that_is_used_up_cannot_be_drawn),
      cmocka_unit_test(with_seeded_draws_nobody_waits_for_chance),
      cmocka_unit_test(seeded_draws_are_fair),
      cmocka_unit_test(the_same_seed_brings_the_same_game),
      cmocka_unit_test(a_tile_that_fits_nowhere_is_set_aside_and_another_is_drawn),
      cmocka_unit_test(the_game_ends_when_no_tile_left_can_be_placed),
      cmocka_unit_test(a_new_fate_changes_what_is_drawn_and_nothing_else),
      cmocka_unit_test(legal_actions_are_unique_and_have_an_index_and_a_text),
      cmocka_unit_test(an_illegal_action_is_refused_and_changes_nothing),
      cmocka_unit_test(a_refusal_says_what_the_game_waits_for),
      cmocka_unit_test(text_that_is_no_action_is_refused_with_the_reason),
      cmocka_unit_test(actions_pack_into_one_number_and_back),
      cmocka_unit_test(a_clone_lives_on_its_own),
      cmocka_unit_test(a_state_can_live_in_the_hosts_own_memory),
      cmocka_unit_test(a_game_can_be_taken_back_to_its_beginning),
      cmocka_unit_test(what_is_taken_back_under_a_new_fate_stays_taken_back),
      cmocka_unit_test(the_order_of_two_turns_does_not_show_in_the_hash),
      cmocka_unit_test(all_that_players_see_shows_in_the_hash),
      cmocka_unit_test(what_the_players_see_sets_the_position_up_again),
      cmocka_unit_test(what_the_players_see_does_not_tell_the_future),
      cmocka_unit_test(a_game_begins_with_the_start_tile_and_seven_followers_each),
      cmocka_unit_test(one_player_can_practise),
      cmocka_unit_test(a_reward_is_what_the_last_action_brought),
      cmocka_unit_test(a_ring_that_closes_is_one_city_and_brings_its_goods_once),
      cmocka_unit_test(a_pig_counts_per_city_where_its_owner_has_the_most_farmers),
      cmocka_unit_test(everyone_with_the_most_points_wins),
      cmocka_unit_test(who_gives_up_is_passed_over),
      cmocka_unit_test(who_gives_up_while_deploying_completes_the_feature),
      cmocka_unit_test(who_gives_up_when_a_further_part_is_offered),
      cmocka_unit_test(nobody_is_offered_a_further_part_when_no_tile_is_left),
      cmocka_unit_test(nor_after_the_last_tile_was_placed_beside_the_builder),
      cmocka_unit_test(whom_a_builder_needs_is_a_rule),
      cmocka_unit_test(a_monastery_that_is_complete_at_the_start_is_not_completed_again),
      cmocka_unit_test(who_can_only_pass_is_not_asked),
      cmocka_unit_test(events_tell_what_happened_in_order),
      cmocka_unit_test(a_listener_can_have_enough),
      cmocka_unit_test(the_host_sees_how_often_a_rule_has_forbidden_something),
      cmocka_unit_test(events_account_for_all_points_and_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
