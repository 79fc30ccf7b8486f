/*
** test_limits.c: tests that games at the limits in carcassonne.h can be played. If a definition
** exceeds a limit, the message must name the limit.
*/
#include <stdarg.h>
#include "script.h"

/* ---- Generated definitions ------------------------------------------------------------------- */

enum { ROOM = 1 << 18 };
static char text[ROOM];
static size_t length;

static void begin_text (const char *first) { length = (size_t)snprintf(text, ROOM, "%s\n", first); }

__attribute__((format(printf, 1, 2))) static void add (const char *format, ...) {
  va_list args;
  va_start(args, format);
  length += (size_t)vsnprintf(text + length, ROOM - length, format, args);
  va_end(args);
  assert_true(length < ROOM);
}

static int count_lines (void) {
  int n = 0;
  for (const char *p = text; *p != '\0'; p++) n += *p == '\n';
  return n;
}

/* Checks that one more line is refused, and that the message contains both parts. */
static void assert_line_refused (const char *line, const char *part, const char *other) {
  add("%s\n", line);
  assert_refused(text, count_lines(), part, other);
}

/* ---- Complete games -------------------------------------------------------------------------- */

/* Checks the end of a game after saving and loading, and after undo. */
static void check_end (const carc_definition *d, carc_state *s) {
  carc_error err = {0};
  assert_true(carc_state_is_terminal(d, s));
  char *saved = save(d, s);
  carc_state *again = load(d, saved);
  assert_same(d, s, again);
  assert_int_equal(carc_state_undo_action(d, again, &err), CARC_OK);
  carc_state_free(d, again);
  free(saved);
}

/* Plays a game. After every `often` decisions, makes a full check. */
static void play_to_end (const carc_definition *d, carc_state *s, int often) {
  uint64_t random = 4711;
  for (int i = 0; !carc_state_is_terminal(d, s); i++) {
    if (i % often == 0) check_sound(d, s);
    play_any(d, s, &random);
  }
  check_end(d, s);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static void declare_attributes (void) {
  begin_text("set base");
  for (int i = 0; i < CARC_MAX_ATTRIBUTES; i++)
    add("attribute a%d%s\n", i,
        i == CARC_MAX_ATTRIBUTES - 1   ? " tile_points=3"
        : i == CARC_MAX_ATTRIBUTES - 2 ? " merge=all"
                                       : "");
  for (int i = 0; i < CARC_MAX_TILE_ATTRIBUTES; i++) add("attribute t%d on=tile\n", i);
}

/*
** The city segments of two tiles make one complete city. Only one segment has the last attribute.
** Both segments have the second-to-last attribute, which a city has only if all its segments have
** it.
*/
static void a_game_with_64_attributes_of_segments_and_64_of_tiles_is_played (void **unused) {
  (void)unused;
  declare_attributes();
  add("tile X x9 city:N+a0+a62+a63 road:E+a1+a31+a32 field:EL.ER.SL.SR.WL.WR~N @t0 @t63\n");
  add("tile Y x9 city:N+a33+a62 field:EL.ER.SL.SR.WL.WR~N @t31 @t32\ndraws manual\nstart Y 0,0 r2\n");
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  assert_true(carc_type_attributes(d, type_in(d, "X")) == (1ull << 63 | 1));
  play(d, s, "draw X; place X 0,1 r0; deploy follower city:N");
  carc_feature f = feature_at(d, s, 0, 0, "city:S");
  assert_true(f.attributes == (1ull << 63 | 1ull << 62 | 1ull << 33 | 1));
  assert_true(feature_at(d, s, 0, 1, "road:E").attributes == (1ull << 32 | 1ull << 31 | 1ull << 1));
  SCORES(d, s, 10);
  play_to_end(d, s, 1);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void one_attribute_more_is_refused (void **unused) {
  (void)unused;
  declare_attributes();
  assert_line_refused("attribute more", "more than 64 attributes", "");
  declare_attributes();
  assert_line_refused("attribute more on=tile", "more than 64 attributes of tiles", "");
}

/* Checks that positions contain the changed attributes of a segment, and that they can be read. */
static void all_of_64_attributes_can_be_flipped_in_play (void **unused) {
  (void)unused;
  char seen[20000];
  script q = {.n = 0};
  declare_attributes();
  add("phase any anytime\nflipped a63 1\nflipped a8 1\nflipped a0 2\n");
  game g = open_game(&q, text, 1);
  assert_true(carc_state_attributes(g.d, g.s, 0, 0) == (1ull << 63 | 1ull << 8));
  assert_true(carc_state_attributes(g.d, g.s, 0, 1) == 1);
  carc_state_observation_string(g.d, g.s, seen, sizeof seen);
  assert_has(seen, "flipped a63 1\n");
  assert_has(seen, "flipped a8 1\n");
  assert_has(seen, "flipped a0 2\n");
  close_game(&g);
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Declares `n` tiles, each with a type of its own. */
static void declare_tiles (int n) {
  static const char *const prints[] = {"city:N.E.S.W", "city:N city:S field:EL.ER.WL.WR~N.S",
                                       "city:N road:S field:EL.ER.SL.SR.WL.WR~N",
                                       "road:N.E.S.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL"};
  begin_text("players 3");
  for (int i = 0; i < n; i++) add("tile T%d x1 %s\n", i, prints[i % 4]);
  add("start T0 0,0 r0\n");
}

static void a_game_with_1023_tiles_all_different_is_played (void **unused) {
  (void)unused;
  declare_tiles(CARC_MAX_TILES);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 7);
  assert_int_equal(carc_definition_types(d), 1023);
  play_to_end(d, s, 200);
  assert_in_range(carc_state_tiles(d, s), 1000, 1023);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void one_tile_more_is_refused (void **unused) {
  (void)unused;
  declare_tiles(CARC_MAX_TILES);
  assert_line_refused("tile more x1 city:N.E.S.W", "more than 1023 different tiles", "");
  declare_tiles(CARC_MAX_TILES);
  add("count T1 2\n");
  assert_refused(text, 0, "1024 tiles", "the maximum is 1023");
}

/* A city of 1023 tiles, each of which has a pennant. */
static void a_city_of_1023_tiles_scores_them_all (void **unused) {
  (void)unused;
  enum { SIDE = 31 };
  begin_text("tile C x1023 city:N.E.S.W+pennant\nplayers 1\nstart C 0,0 r0");
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  for (int i = 1; i < CARC_MAX_TILES; i++) { /* places the tiles row by row */
    char move[60];
    snprintf(move, sizeof move, "place C %d,%d r0", i % SIDE, i / SIDE);
    play(d, s, move);
    if (i == 1) play(d, s, "deploy follower city:N.E.S.W");
  }
  carc_feature f = feature_of_segment(d, s, 0, 0);
  assert_int_equal(f.tiles, CARC_MAX_TILES);
  assert_int_equal(f.pennants, CARC_MAX_TILES);
  assert_int_equal(f.open, 2 * (SIDE + 33));
  SCORES(d, s, 2 * CARC_MAX_TILES);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* Builds a line of 254 tiles and checks that no tile can be added at its ends. */
static void try_longest_line (const char *rules, bool upright) {
  begin_text("tile M x300 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\ntile W x1 spot wild:1\nplayers 1\npiece "
             "follower 0\n"
             "start M 0,0 r0\ndraws manual");
  add("%s\n", rules);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  char move[60];
  for (int i = 1; i < CARC_MAX_SPAN; i++) {
    snprintf(move, sizeof move, "draw M; place M %d,%d r0", upright ? 0 : i, upright ? i : 0);
    play(d, s, move);
  }
  const char *ids[] = {"M", "W"};
  for (int k = 0; k < 2; k++) {
    carc_state *next = copy(d, s);
    snprintf(move, sizeof move, "draw %s", ids[k]);
    play(d, next, move);
    for (int end = -1; end <= CARC_MAX_SPAN; end += CARC_MAX_SPAN + 1) {
      snprintf(move, sizeof move, "place %s %d,%d r0", ids[k], upright ? 0 : end, upright ? end : 0);
      assert_false(is_legal(d, next, move));
    }
    snprintf(move, sizeof move, "place %s %d,%d r0", ids[k], upright ? 1 : 0, upright ? 0 : 1);
    assert_true(is_legal(d, next, move));
    assert_int_equal(carc_state_num_actions(d, next), carc_state_fits(d, next, type_in(d, ids[k])));
    play_to_end(d, next, 100);
    carc_state_free(d, next);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void the_table_never_spans_more_than_254_cells (void **unused) {
  (void)unused;
  for (int upright = 0; upright < 2; upright++) {
    try_longest_line("", upright);
    try_longest_line("edge city road fits", upright);
  }
}

/*
** If a line of tiles is one tile shorter than the maximum, another tile may continue the road of a
** bridge beyond the end of the line. If the line has the maximum length, no tile may.
*/
static void no_bridge_leads_beyond_254_cells (void **unused) {
  (void)unused;
  begin_text("tile M x300 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\ntile R x1 road:E.W field:NL.NR.EL.WR "
             "field:SL.SR.ER.WL\n"
             "piece bridge 3 role=span\npiece follower 0\nplayers 1\nstart M 0,0 r0\ndraws manual");
  carc_definition *d = define(text);
  for (int n = CARC_MAX_SPAN - 1; n <= CARC_MAX_SPAN; n++) {
    carc_state *s = begin(d, 1);
    char move[80];
    for (int i = 1; i < n; i++) {
      snprintf(move, sizeof move, "draw M; place M %d,0 r0", i);
      play(d, s, move);
    }
    snprintf(move, sizeof move, "draw M; place M %d,1 r0; draw R", n - 1);
    play(d, s, move);
    snprintf(move, sizeof move, "place R %d,1 r0 bridge E.W @%d,1", n, n - 1);
    assert_int_equal(is_legal(d, s, move), n < CARC_MAX_SPAN);
    carc_state_free(d, s);
  }
  carc_definition_free(d);
}

/* ---- Scripts --------------------------------------------------------------------------------- */

/* Declares variables of all scopes. The last three are for the game, for players, and for cells. */
static void declare_variables (void) {
  static const char *const scopes[] = {"segment", "game", "player", "cell", "feature"};
  begin_text("set base\nplayers 3");
  for (int i = 0; i < CARC_MAX_VARIABLES - 3; i++) add("variable s%d %s\n", i, scopes[i % 5]);
  add("variable last_of_game game\nvariable last_of_player player size=64\nvariable last_of_cell "
      "cell\nforbidden_deployment "
      "(variable=last_of_cell)\n");
}

/* Counts in the last variables, and forbids deployment on every second tile. */
static int counts_in_last_variables (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  carc_error err = {0};
  int n = carc_definition_variables(d), player = carc_state_turn_player(d, s);
  (void)ud;
  (void)rows;
  carc_call_set_variable(call, n - 3, 0, carc_state_variable(d, s, n - 3, 0) + 1, &err);
  carc_call_set_variable(call, n - 2, player * 64 + 63, tile, &err);
  carc_call_set_variable(call, n - 1, tile, tile % 2, &err);
  return err.code == CARC_OK ? 0 : carc_call_fail(call, err.message);
}

static void a_game_with_255_variables_is_played (void **unused) {
  (void)unused;
  declare_variables();
  add("point_row row (variable=last_of_cell) add=1\n");
  carc_hooks h = {.on_tile_placed = counts_in_last_variables};
  carc_definition *d = define_with(text, &h, NULL);
  assert_int_equal(carc_definition_variables(d), 255);
  carc_state *s = begin(d, 3);
  uint64_t random = 5;
  while (!carc_state_is_terminal(d, s)) {
    bool deploys = carc_state_decision(d, s) == CARC_ACTION_DEPLOY;
    /* the index of the last tile is even */
    if (deploys) assert_int_equal(carc_state_tiles(d, s) % 2, 1);
    check_sound(d, s);
    play_any(d, s, &random);
  }
  assert_int_equal(carc_state_variable(d, s, 252, 0), carc_state_tiles(d, s) - 1);
  check_end(d, s);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void one_variable_more_is_refused (void **unused) {
  (void)unused;
  declare_variables();
  assert_line_refused("variable more game", "more than 255 variables", "");
}

/*
** Declares rows of on_tile_placed with different conditions. Only the condition of the last row is
** true, for the attribute t0.
*/
static void declare_rows (void) {
  begin_text("attribute t0 on=tile\nattribute t1 on=tile\nset base");
  for (int i = 0; i < CARC_MAX_ROWS - 1; i++) add("condition on_tile_placed %d (attribute=t1)\n", i);
  add("condition on_tile_placed %d (attribute=t0)\n", CARC_MAX_ROWS - 1);
  for (int i = 0; i < CARC_MAX_POINT_ROWS; i++)
    add("point_row row (kind=city;complete=yes;final=no) add=%d\n", i);
  for (int i = 0; i < CARC_MAX_POINT_ROWS; i++)
    add("bonus_row row (kind=city;complete=yes;final=no) add=%d\n", i);
}

static int notes_rows (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  script *q = ud;
  (void)call;
  (void)tile;
  assert_true(rows->bits[0] == 0 && rows->bits[1] == 1ull << (CARC_MAX_ROWS - 1 - 64));
  q->n++;
  return 0;
}

static void a_game_with_96_rows_of_each_kind_is_played (void **unused) {
  (void)unused;
  script q = {.n = 0};
  carc_hooks h = {.on_tile_placed = notes_rows, .n_rows = {[CARC_HOOK_ON_TILE_PLACED] = CARC_MAX_ROWS}};
  declare_rows();
  add("tile X x4 city:N field:EL.ER.SL.SR.WL.WR~N @t0\ntile Y x4 city:N field:EL.ER.SL.SR.WL.WR~N\n"
      "draws manual\nstart Y 0,0 r2\n");
  carc_definition *d = define_with(text, &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "draw X; place X 0,1 r0; deploy follower city:N");
  assert_int_equal(q.n, 1);
  enum { SUM = 95 * 96 / 2 };
  SCORES(d, s, 4 + 2 * SUM); /* points by rows, and one bonus of a piece */
  event_list events = events_since(d, s, 0);
  for (int i = 0; i < events.n; i++)
    if (events.at[i].kind == CARC_EVENT_SCORED) assert_int_equal(events.at[i].n_items, 1 + 95);
  free_events(&events);
  play(d, s, "draw Y");
  play_to_end(d, s, 5);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void one_row_more_is_refused (void **unused) {
  (void)unused;
  declare_rows();
  assert_line_refused("condition on_tile_placed 96 (attribute=t0)", "'96'", "0 to 95");
  declare_rows();
  assert_line_refused("point_row row (kind=city) add=1", "point_row: more than 96 rows of this kind", "");
  declare_rows();
  assert_line_refused("bonus_row row (kind=city) add=1", "bonus_row: more than 96 rows of this kind", "");
}

/* Declares one phase with all offers. The last offer is for the follower on the board. */
static void declare_offers (void) {
  begin_text("set base\nphase ask turn_end\nattribute none");
  for (int i = 0; i < CARC_MAX_OFFERS - 1; i++) add("offer segments(attribute=none)\n");
  add("offer pieces(player=turn_player)\n");
}

static void a_game_with_128_offers_is_played (void **unused) {
  (void)unused;
  script q = {.n = 0};
  declare_offers();
  game g = open_game(&q, text, 1);
  uint64_t random = 3;
  while (carc_state_decision(g.d, g.s) != CARC_ACTION_CHOICE) play_any(g.d, g.s, &random);
  assert_has(offered(g.d, g.s), "ask 1 follower"); /* the last offer adds it */
  play_to_end(g.d, g.s, 5);
  close_game(&g);
}

static void one_offer_more_is_refused (void **unused) {
  (void)unused;
  declare_offers();
  assert_line_refused("offer pieces", "more than 128 offers", "");
}

/* Declares phases that all ask at the end of each turn. */
static void declare_phases (void) {
  begin_text("tile C x12 city:N road:S field:EL.ER.SL.SR.WL.WR~N\nstart C 0,0 r0");
  for (int i = 0; i < CARC_MAX_PHASES; i++) add("phase p%d turn_end\n", i);
}

static void a_game_with_128_phases_is_played (void **unused) {
  (void)unused;
  script q = {.n = 0};
  for (int i = 0; i < CARC_MAX_PHASES; i++) q.phase[i] = (script_phase){.numbers = 2, .may_pass = true};
  declare_phases();
  game g = open_game(&q, text, 1);
  uint64_t random = 3;
  while (carc_state_phase(g.d, g.s) != CARC_MAX_PHASES - 1) {
    q.log[0] = '\0';
    play_any(g.d, g.s, &random);
  }
  assert_has(offered(g.d, g.s), "pass; p127 #0; p127 #1");
  for (int i = 0; !carc_state_is_terminal(g.d, g.s); i++) {
    q.log[0] = '\0';
    if (i % 100 == 0) check_sound(g.d, g.s);
    play_any(g.d, g.s, &random);
  }
  close_game(&g);
}

static void one_phase_more_is_refused (void **unused) {
  (void)unused;
  declare_phases();
  assert_line_refused("phase more before_draw", "more than 128 phases", "");
}

/*
** Declares kinds of pieces in addition to the three of the rules, with the maximum number per
** player.
*/
static void declare_pieces (void) {
  begin_text("set base\nplayers 6\nphase pick turn_start\npiece follower 2");
  for (int i = 3; i < CARC_MAX_PIECES; i++) add("piece kind%d 1\n", i);
}

/* Offers an option for each kind of piece, with the largest numbers. */
static int offers_all_pieces (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  (void)q;
  (void)chosen;
  question->may_pass = true;
  for (int p = 0; p < carc_definition_pieces(d); p++) {
    carc_action_fields f = nothing();
    f.piece = p;
    f.player = CARC_MAX_PLAYERS - 1;
    f.number = CARC_MAX_NUMBER - p;
    if (carc_state_pieces_in_hand(d, s, CARC_MAX_PLAYERS - 1, p) > 0) offer(call, &f);
  }
  return 0;
}

static void a_game_with_32_kinds_of_pieces_and_numbers_to_65535_is_played (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_all_pieces}}};
  declare_pieces();
  game g = open_game(&q, text, 1);
  assert_int_equal(carc_definition_pieces(g.d), 32);
  assert_true(is_legal(g.d, g.s, "pick 6 follower #65535"));
  play(g.d, g.s, "pick 6 kind31 #65504");
  assert_log(&q, "pick pick=pick 6 kind31 #65504 ");
  event_list events = events_since(g.d, g.s, 0);
  for (int i = 0; i < events.n; i++)
    if (events.at[i].kind == CARC_EVENT_CHOSE) assert_int_equal(events.at[i].option.number, 65504);
  assert_int_equal(count_events(&events, CARC_EVENT_CHOSE), 1);
  free_events(&events);
  uint64_t random = 5;
  while (carc_state_pieces_in_hand(g.d, g.s, 0, 31) > 0 && !carc_state_is_terminal(g.d, g.s)) {
    q.log[0] = '\0';
    int n = carc_state_num_actions(g.d, g.s); /* the last deployment is that of the last kind */
    carc_error err = {0};
    if (carc_state_decision(g.d, g.s) != CARC_ACTION_DEPLOY || carc_state_turn_player(g.d, g.s) != 0)
      play_any(g.d, g.s, &random);
    else if (carc_state_apply_index(g.d, g.s, n - 1, &err) != CARC_OK)
      fail_msg("%s", err.message);
  }
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 31), 0);
  for (int i = 0; !carc_state_is_terminal(g.d, g.s); i++) {
    q.log[0] = '\0';
    if (i % 20 == 0) check_sound(g.d, g.s);
    play_any(g.d, g.s, &random);
  }
  q.log[0] = '\0';
  close_game(&g);
}

static int offers_too_much (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_action_fields f = nothing();
  carc_error err = {0};
  (void)chosen;
  question->may_pass = true;
  f.number = CARC_MAX_NUMBER + 1;
  assert_int_equal(carc_call_offer(call, &f, 1, &err), CARC_ERR_INVALID);
  assert_has(err.message, "an option has a number from 0 to 65535");
  q->n++;
  return 0;
}

static void one_kind_of_piece_or_one_number_more_is_refused (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_too_much}}};
  declare_pieces();
  assert_line_refused("piece more 1", "more than 32 kinds of pieces", "");
  declare_pieces();
  game g = open_game(&q, text, 1);
  assert_true(q.n > 0);
  close_game(&g);
}

/* ---- Actions that outlive their state -------------------------------------------------------- */

/*
** Checks that equal options have equal numbers in all decisions, and that options of other states
** are not mistaken for them.
*/
static void an_option_is_found_by_what_it_is_not_by_where_it_stands (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_all_pieces}}};
  declare_pieces();
  game g = open_game(&q, text, 1);
  carc_action first = read_action(g.d, g.s, "pick 6 follower #65535"),
              last = read_action(g.d, g.s, "pick 6 kind31 #65504");
  carc_action_fields f = carc_action_unpack(last);
  assert_true(f.piece == 31 && f.player == 5 && f.number == 65504 && f.segment < 0 && !f.has_cell);
  apply(g.d, g.s, last);
  assert_int_equal(carc_state_action_index(g.d, g.s, first), -1); /* the decision is a placement */
  uint64_t random = 9;
  while (carc_state_decision(g.d, g.s) != CARC_ACTION_CHOICE) play_any(g.d, g.s, &random);
  assert_true(read_action(g.d, g.s, "pick 6 follower #65535") == first);
  assert_true(carc_state_action_index(g.d, g.s, first) > 0);
  close_game(&g);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_of_64_attributes_can_be_flipped_in_play),
      cmocka_unit_test(a_game_with_64_attributes_of_segments_and_64_of_tiles_is_played),
      cmocka_unit_test(one_attribute_more_is_refused),
      cmocka_unit_test(a_game_with_1023_tiles_all_different_is_played),
      cmocka_unit_test(one_tile_more_is_refused),
      cmocka_unit_test(a_city_of_1023_tiles_scores_them_all),
      cmocka_unit_test(the_table_never_spans_more_than_254_cells),
      cmocka_unit_test(no_bridge_leads_beyond_254_cells),
      cmocka_unit_test(a_game_with_255_variables_is_played),
      cmocka_unit_test(one_variable_more_is_refused),
      cmocka_unit_test(a_game_with_96_rows_of_each_kind_is_played),
      cmocka_unit_test(one_row_more_is_refused),
      cmocka_unit_test(a_game_with_128_offers_is_played),
      cmocka_unit_test(one_offer_more_is_refused),
      cmocka_unit_test(a_game_with_128_phases_is_played),
      cmocka_unit_test(one_phase_more_is_refused),
      cmocka_unit_test(a_game_with_32_kinds_of_pieces_and_numbers_to_65535_is_played),
      cmocka_unit_test(one_kind_of_piece_or_one_number_more_is_refused),
      cmocka_unit_test(an_option_is_found_by_what_it_is_not_by_where_it_stands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
