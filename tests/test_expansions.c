/*
** test_expansions.c: tests features of the engine for expansions: scripts that move pieces and join
** features, wild tiles, spans, attributes that change points, and variables.
*/
#include "script.h"

/* ---- Orders: acts of a script for its options ------------------------------------------------ */

typedef enum verb {
  DEPLOY,
  CAPTURE,
  RELEASE,
  MOVE,
  RETURN_PIECE,
  JOIN,
  UNJOIN,
  REMOVE,
  LAY_SPAN,
  PLACE_TILE,
  SHUFFLE_IN
} verb;

/*
** An order to the script. It names places: a segment of the tile at x, y, and for some verbs a
** segment of the tile at x2, y2.
*/
typedef struct order {
  verb verb;
  int player, piece, x, y;
  const char *segment;
  int x2, y2;
  const char *segment2;
  const char *tile; /* PLACE_TILE: its id; SHUFFLE_IN: the attribute */
  int rotation;
  carc_axis axis;
} order;

/* The orders; option #N of the phase runs order N. */
static const order *orders;

static int place_of (const carc_definition *d, const carc_state *s, int x, int y, const char *name,
                     int *segment) {
  int tile = carc_state_tile_at(d, s, x, y);
  *segment = -1;
  if (tile < 0 || name == NULL) return tile;
  carc_tile t = carc_state_tile(d, s, tile);
  *segment = carc_segment_find(d, t.type, t.rotation, name);
  return tile;
}

static int attribute_of (const carc_definition *d, const char *name) {
  for (int i = 0; i < carc_definition_tile_attributes(d); i++)
    if (strcmp(carc_tile_attribute_name(d, i), name) == 0) return i;
  return -1;
}

static carc_status obey (carc_call *call, const order *o, carc_error *err) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  int segment, other_segment;
  int tile = place_of(d, s, o->x, o->y, o->segment, &segment);
  int other = place_of(d, s, o->x2, o->y2, o->segment2, &other_segment);
  carc_piece f = {o->player - 1, o->piece, tile, segment};
  switch (o->verb) {
    case DEPLOY: return carc_call_deploy(call, f, err);
    case CAPTURE: return carc_call_capture(call, f, err);
    case RELEASE: return carc_call_release(call, o->player - 1, o->piece, err);
    case MOVE: return carc_call_move_piece(call, f, other, other_segment, err);
    case RETURN_PIECE: return carc_call_return_piece(call, f, CARC_LEAVING_RETURNED, err);
    case JOIN: return carc_call_join(call, tile, segment, other, other_segment, err);
    case UNJOIN: return carc_call_unjoin(call, tile, segment, other, other_segment, err);
    case REMOVE: return carc_call_remove_attribute(call, tile, segment, o->player, err);
    case LAY_SPAN: return carc_call_lay_span(call, o->piece, tile, o->axis, err);
    case PLACE_TILE:
      return carc_call_place_tile(call, carc_type_find(d, o->tile), o->x, o->y, o->rotation, err);
    default: return carc_call_shuffle_in(call, attribute_of(d, o->tile), err);
  }
}

/*
** Runs an order. If it is refused, checks that the error has a reason and that nothing has changed.
*/
static int follow (script *q, carc_call *call, const order *o) {
  const carc_definition *d = carc_call_definition(call);
  size_t size = carc_definition_state_size(d);
  void *was = malloc(size);
  assert_non_null(was);
  memcpy(was, carc_call_state(call), size);
  q->err = (carc_error){.code = CARC_OK};
  q->status = obey(call, o, &q->err);
  if (q->status != CARC_OK) {
    assert_int_equal(q->err.code, q->status);
    assert_true(q->err.message[0] != '\0');
    if (memcmp(was, carc_call_state(call), size) != 0) fail_msg("refused, but changed: %s", q->err.message);
  }
  free(was);
  return 0;
}

static int chosen_order (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  question->again = true;
  if (chosen == 0) question->again = false;
  return chosen == 0 ? 0 : follow(q, call, &orders[carc_action_unpack(chosen).number]);
}

/* A script with a phase that offers these orders, and asks again until the player passes. */
static script script_of_orders (const order *list, int n) {
  orders = list;
  return (script){.phase = {{.numbers = n, .may_pass = true, .chosen = chosen_order}}};
}
#define OBEYS(list) script_of_orders(list, (int)(sizeof(list) / sizeof *(list)))

/* Checks that the script's order was refused for this reason. */
static void refused (game *g, const char *action, const char *part) {
  play_soundly(g, action);
  if (g->q->status != CARC_ERR_INVALID) fail_msg("'%s' is not refused", action);
  assert_has(g->q->err.message, part);
}

static void done (game *g, const char *action) {
  play_soundly(g, action);
  if (g->q->status != CARC_OK) fail_msg("'%s' is refused: %s", action, g->q->err.message);
}

/* ---- Pieces that scripts move ---------------------------------------------------------------- */

#define ROAD                                                                                         \
  "set base\nset traders\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 follower 1,0 " \
  "road:E.W\n"                                                                                       \
  "stand 1 builder 1,0 road:E.W\nstand 2 follower 0,0 city:N\n"

static void a_script_can_deploy_what_a_player_has_where_that_piece_may_stand (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = DEPLOY, .player = 2, .x = 0, .segment = "road:E.W"},
                               {.verb = DEPLOY, .player = 1, .piece = 1, .segment = "city:N"},
                               {.verb = DEPLOY, .player = 1, .piece = 2, .segment = "city:N"},
                               {.verb = DEPLOY, .player = 1, .x = 5, .segment = "city:N"},
                               {.verb = DEPLOY, .player = 1, .segment = "city:S"},
                               {.verb = DEPLOY, .player = 3, .segment = "city:N"},
                               {.verb = DEPLOY, .player = 1, .piece = 9, .segment = "city:N"},
                               {.verb = DEPLOY, .player = 2, .piece = 1, .segment = "city:N"}};
  script q = OBEYS(list);
  game g = open_game(&q, ROAD "phase act turn_start\n", 1);
  done(&g, "act #0"); /* moves the piece onto another player's road */
  assert_int_equal(feature_at(g.d, g.s, 1, 0, "road:E.W").majority, 3);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 1, 0), 5);
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_DEPLOYED), "2 follower road:E.W@0,0 0 ; ");
  refused(&g, "act #1", "no piece of this kind in hand");
  refused(&g, "act #2", "a pig cannot stand on a city");
  refused(&g, "act #3", "this segment is not on the board");
  refused(&g, "act #4", "this segment is not on the board");
  refused(&g, "act #5", "no piece of this kind in hand");
  refused(&g, "act #6", "no piece of this kind in hand");
  done(&g, "act #7"); /* this builder needs no follower there */
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 1, 1), 0);
  assert_int_equal(carc_state_pieces(g.d, g.s), 5);
  close_game(&g);
}

static void a_captured_piece_is_neither_on_the_table_nor_in_hand_until_it_is_released (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = CAPTURE, .player = 1, .x = 1, .segment = "road:E.W"},
                               {.verb = RELEASE, .player = 1},
                               {.verb = RELEASE, .player = 1, .piece = 1},
                               {.verb = RELEASE, .player = 9}};
  script q = OBEYS(list);
  game g = open_game(&q, ROAD "phase act turn_start\n", 1);
  refused(&g, "act #1", "this player has no captured piece of this kind");
  done(&g, "act #0");
  assert_int_equal(carc_state_captured(g.d, g.s, 0, 0), 1);
  assert_int_equal(carc_state_captured(g.d, g.s, 0, 1), 0);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 0), 6);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 1), 1); /* only the builder returned */
  assert_int_equal(carc_state_pieces(g.d, g.s), 1);
  assert_int_equal(feature_at(g.d, g.s, 1, 0, "road:E.W").followers, 0);
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_CAPTURED), "1 follower road:E.W@1,0 0 ; ");
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_RETURNED), "1 builder road:E.W@1,0 0 ; ");
  refused(&g, "act #0", "this piece is not on this segment");
  refused(&g, "act #2", "no captured piece of this kind");
  refused(&g, "act #3", "no captured piece of this kind");
  done(&g, "act #1");
  assert_int_equal(carc_state_captured(g.d, g.s, 0, 0), 0);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 0), 7);
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_RELEASED), "1 follower @0,0 0 ; ");
  close_game(&g);
}

static int captures (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  script *q = ud;
  (void)tile;
  (void)rows;
  q->status = carc_call_capture(call, (carc_piece){0, 0, 1, 0}, &q->err);
  return carc_call_release(call, 0, 0, NULL) != CARC_ERR_INVALID;
}

static void a_game_without_phases_holds_no_pieces (void **unused) {
  (void)unused;
  script q = {.hooks = {.on_tile_placed = captures}};
  game g = open_game(&q, ROAD "hand BA-B\n", 1);
  play_soundly(&g, "place BA-B 0,1 r0");
  assert_int_equal(q.status, CARC_ERR_INVALID);
  assert_has(q.err.message, "phases");
  assert_int_equal(carc_state_pieces(g.d, g.s), 3);
  assert_int_equal(carc_state_captured(g.d, g.s, 0, 0), 0);
  close_game(&g);
}

static void a_piece_that_moves_does_not_take_its_builder_along (void **unused) {
  (void)unused;
  static const order list[] = {
      {.verb = MOVE, .player = 1, .x = 1, .segment = "road:E.W", .segment2 = "field:EL.WR"},
      {.verb = MOVE, .player = 1, .x = 1, .segment = "road:E.W", .x2 = 7, .segment2 = "city:N"},
      {.verb = MOVE, .player = 1, .piece = 1, .x = 1, .segment = "road:E.W", .segment2 = "field:EL.WR"},
      {.verb = MOVE, .player = 2, .x = 1, .segment = "road:E.W", .segment2 = "city:N"}};
  script q = OBEYS(list);
  game g = open_game(&q, ROAD "phase act turn_start\n", 1);
  refused(&g, "act #1", "this segment is not on the board");
  refused(&g, "act #2", "a builder cannot stand on a field");
  refused(&g, "act #3", "this piece is not on this segment");
  done(&g, "act #0");
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_MOVED), "1 follower field:EL.WR@0,0 0 ; ");
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "field:EL.WR").followers, 1);
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "road:E.W").followers, 0);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 0), 6);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 1), 1);
  refused(&g, "act #0", "this piece is not on this segment");
  close_game(&g);
}

/* ---- Why a piece leaves ---------------------------------------------------------------------- */

static int notes_leaving (void *ud, carc_call *call, const carc_piece *standing, carc_leaving why,
                          const carc_row_set *rows) {
  const carc_definition *d = carc_call_definition(call);
  script *q = ud;
  (void)rows;
  size_t used = strlen(q->log);
  snprintf(q->log + used, sizeof q->log - used, "%d %s %s, ", standing->player + 1,
           carc_piece_name(d, standing->piece), carc_leaving_name(why));
  assert_int_equal(carc_call_award(call, standing->player, 1, "farewell", NULL), CARC_OK);
  return count_call(q, call);
}

static void a_script_hears_why_each_piece_leaves (void **unused) {
  (void)unused;
  static const order list[] = {
      {.verb = CAPTURE, .player = 1, .x = 1, .segment = "road:E.W"},
      {.verb = MOVE, .player = 1, .x = 1, .segment = "road:E.W", .segment2 = "field:EL.WR"},
      {.verb = RETURN_PIECE, .player = 1, .x = 1, .segment = "road:E.W"},
      {.verb = RETURN_PIECE, .player = 1, .piece = 1, .x = 1, .segment = "road:E.W"}};
  static const char *const heard[] = {"act act=act #0 1 follower captured, 1 builder returned, ",
                                      "act act=act #1 1 follower moved, 1 builder returned, ",
                                      "act act=act #2 1 follower returned, 1 builder returned, ",
                                      "act act=act #3 1 builder returned, "};
  for (int i = 0; i < 4; i++) {
    script q = OBEYS(list);
    char move[20];
    q.hooks.on_piece_removed = notes_leaving;
    game g = open_game(&q, ROAD "phase act turn_start\n", 1);
    snprintf(move, sizeof move, "act #%d", i);
    done(&g, move);
    assert_log(&q, heard[i]);
    SCORES(g.d, g.s, i < 3 ? 2 : 1, 0);
    close_game(&g);
  }
  script q = {.hooks = {.on_piece_removed = notes_leaving}};
  game g = open_game(&q, ROAD "start BA-A -1,0 r3\nhand BA-A\n", 1);
  play_soundly(&g, "place BA-A 2,0 r1; pass");
  assert_log(&q, "1 follower scored, 1 builder scored, ");
  SCORES(g.d, g.s, 4 + 2, 0);
  close_game(&g);
}

static int returns_both (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_error err = {0};
  carc_piece f = {0, 0, 1, 0};
  (void)chosen;
  (void)question;
  assert_int_equal(carc_call_return_piece(call, f, CARC_LEAVING_MOVED, &err), CARC_ERR_INVALID);
  assert_int_equal(carc_call_return_piece(call, (carc_piece){1, 0, 1, 0}, CARC_LEAVING_SCORED, &err),
                   CARC_ERR_INVALID);
  q->status = carc_call_return_piece(call, f, q->n == 0 ? CARC_LEAVING_RETURNED : CARC_LEAVING_SCORED, NULL);
  return 0;
}

static void a_script_that_scores_says_so_as_it_returns_a_piece (void **unused) {
  (void)unused;
  for (int scored = 0; scored < 2; scored++) {
    script q = {.phase = {{.numbers = 1, .chosen = returns_both}},
                .hooks = {.on_piece_removed = notes_leaving},
                .n = scored};
    game g = open_game(&q, ROAD "phase act turn_start\n", 1);
    play(g.d, g.s, "act #0");
    assert_int_equal(q.status, CARC_OK);
    assert_has(q.log, scored ? "1 follower scored, 1 builder returned, "
                             : "1 follower returned, 1 builder returned, ");
    assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 0), 7);
    close_game(&g);
  }
}

static void anybody_can_ask_whether_such_a_piece_is_on_the_table (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(
      &q,
      ROAD "attribute inn\ntile IN x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL\nstart IN -1,0 r0\n",
      1);
  assert_int_equal(count_found(g.d, g.s, "pieces"), 3);
  assert_int_equal(count_found(g.d, g.s, "pieces(piece=pig)"), 0);
  assert_int_equal(count_found(g.d, g.s, "pieces(player=2)"), 1);
  assert_int_equal(count_found(g.d, g.s, "pieces(player=2;kind=road)"), 0);
  /* both pieces are on a road with an inn */
  assert_int_equal(count_found(g.d, g.s, "pieces(feature=(attribute=inn))"), 2);
  assert_int_equal(count_found(g.d, g.s, "pieces(feature=(attribute=inn);player=2)"), 0);
  close_game(&g);
}

/* Deploys the piece that has just left the board on every segment that takes it. */
static int snatches (void *ud, carc_call *call, const carc_piece *standing, carc_leaving why,
                     const carc_row_set *rows) {
  (void)ud;
  (void)why;
  (void)rows;
  if (standing->piece == 0) carc_call_deploy(call, (carc_piece){standing->player, 0, 0, 1}, NULL);
  return 0;
}

static int moves_or_fails (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)chosen;
  (void)question;
  carc_piece f = {0, 0, 1, 0};
  q->status = carc_call_move_piece(call, f, 0, 2, &q->err);
  return q->status == CARC_OK ? 0 : carc_call_fail(call, q->err.message);
}

static void a_script_that_snatches_a_piece_as_it_moves_makes_no_second_one_of_it (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .chosen = moves_or_fails}}, .hooks = {.on_piece_removed = snatches}};
  game g = open_game(
      &q,
      "set base\ndraws manual\npiece follower 1\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 follower "
      "1,0 road:E.W\nphase act turn_start\n",
      1);
  assert_fails(&g, "act #0", CARC_ERR_SCRIPT, "elsewhere");
  assert_int_equal(standings_of_player(g.d, g.s, 0) + carc_state_pieces_in_hand(g.d, g.s, 0, 0), 1);
  close_game(&g);
}

/* ---- Kinds of pieces ------------------------------------------------------------------------- */

static void a_special_piece_occupies_nothing_and_only_scripts_put_it_down (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = DEPLOY, .player = 1, .piece = 3, .segment = "field:ER.SL.SR.WL"},
                               {.verb = DEPLOY, .player = 1, .piece = 3, .segment = "city:N"}};
  script q = OBEYS(list);
  game g = open_game(
      &q, "edition 2003\nset base\ndraws manual\npiece barn 1 role=special on=field\nphase act turn_start\n",
      1);
  refused(&g, "act #1", "a barn cannot stand on a city");
  done(&g, "act #0");
  carc_feature f = feature_at(g.d, g.s, 0, 0, "field:ER.SL.SR.WL");
  assert_int_equal(f.followers | f.builders | f.pigs, 0);
  assert_int_equal(f.majority, 0);
  assert_int_equal(f.power[0], 0);
  assert_false(carc_piece_is_follower(g.d, 3));
  play_soundly(&g, "pass; draw BA-B; place BA-B 0,1 r0");
  /* in this edition pieces occupy, but this field is free; barns are not offered */
  assert_offered(&g, "pass; deploy follower monastery; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR");
  play_soundly(&g, "pass; resign 1");
  SCORES(g.d, g.s, 0, 0);
  close_game(&g);
}

/* Checks that the visible position, as statements, sets up an equal position. */
static void assert_sets_up_again (const game *g, const char *head) {
  char seen[4000], text[6000], again[4000];
  script q = *g->q;
  carc_state_observation_string(g->d, g->s, seen, sizeof seen);
  snprintf(text, sizeof text, "%s%s", head, seen);
  game other = open_game(&q, text, 1);
  carc_state_observation_string(other.d, other.s, again, sizeof again);
  assert_string_equal(seen, again);
  close_game(&other);
}

static void special_pieces_and_pieces_on_spots_can_be_set_up (void **unused) {
  (void)unused;
  static const char head[] =
      "set base\nset traders\nattribute tower on=tile\ndraws manual\npiece barn 1 role=special on=field\n"
      "tile T x2 @tower road:E.W spot field:NL.NR.EL.WR field:ER.SL.SR.WL\n";
  script q = {0};
  char text[600];
  snprintf(text, sizeof text,
           "%sstart BA-D 0,0 r0\nstart T 1,0 r0\nstand 1 barn 0,0 field:ER.SL.SR.WL\nstand 2 follower 1,0 "
           "spot\nhand BA-B\n",
           head);
  game g = open_game(&q, text, 1);
  assert_int_equal(carc_state_pieces(g.d, g.s), 2);
  assert_sets_up_again(&g, head);
  close_game(&g);
}

#define MAYOR                                                                                             \
  "set base\ndraws manual\nplayers 3\npiece mayor 1 power=pennants on=city hosts_builder=no\nstart BA-F " \
  "0,0 r0\n"                                                                                              \
  "stand 1 mayor 0,0 city:E.W\nstand 2 follower 0,0 city:E.W\nstand 3 follower 0,0 city:E.W\n"            \
  "stand 3 follower 0,0 city:E.W\n"

static void a_mayor_counts_as_many_as_the_city_has_pennants (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, MAYOR "hand BA-F\n", 1);
  carc_feature f = feature_at(g.d, g.s, 0, 0, "city:E.W");
  assert_int_equal(f.power[0], 1);
  assert_int_equal(f.power[1], 1);
  assert_int_equal(f.power[2], 2);
  assert_int_equal(f.majority, 4);
  play_soundly(&g, "place BA-F 1,0 r0; pass");
  f = feature_at(g.d, g.s, 0, 0, "city:E.W");
  assert_int_equal(f.power[0], 2);
  assert_int_equal(f.majority, 5);
  play_soundly(&g, "draw BA-E; place BA-E -1,0 r1; pass; draw BA-E; place BA-E 2,0 r3; pass");
  SCORES(g.d, g.s, 12, 0, 12);
  close_game(&g);
}

static void a_mayor_in_a_city_without_pennants_counts_nothing (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(
      &q,
      "set base\ndraws manual\npiece mayor 1 power=pennants on=city\nstand 1 mayor 0,0 city:N\nhand BA-E\n",
      1);
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "city:N").majority, 0);
  play_soundly(&g, "place BA-E 0,-1 r2");
  assert_false(is_legal(g.d, g.s, "deploy follower city:S")); /* although the segment exists */
  play_soundly(&g, "pass");
  SCORES(g.d, g.s, 0, 0);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 3), 1);
  close_game(&g);
}

static void what_is_said_last_of_a_piece_counts (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "set base\npiece mayor 1 power=pennants\npiece mayor 1 power=2\npiece lord 1 "
                     "power=pennants\npiece lord 1 role=builder\n"
                     "start BA-F 0,0 r0\nstand 1 follower 0,0 city:E.W\nstand 2 mayor 0,0 city:E.W\nstand 1 "
                     "lord 0,0 city:E.W\n",
                     1);
  carc_feature f = feature_at(g.d, g.s, 0, 0, "city:E.W");
  assert_int_equal(f.power[0], 1);
  assert_int_equal(f.power[1], 2);
  close_game(&g);
}

/* ---- Features that scripts join -------------------------------------------------------------- */

/* Two roads that end in tunnels; one has 3 tiles, the other 2. */
#define TUNNELS_SETS                                                          \
  "set base\nset traders\ndraws manual\nattribute tunnel extra_open_ends=1\n" \
  "tile TU x6 road:S+tunnel field:NL.NR.EL.ER.SL.SR.WL.WR\n"
#define TUNNELS_TABLE                                                                            \
  "start BA-D 0,0 r0\nstart TU 1,0 r1\nstart BA-A -1,0 r3\nstart BA-B 0,1 r0\nstart TU 0,2 r0\n" \
  "start BA-A 0,3 r2\n"
#define TUNNELS TUNNELS_SETS TUNNELS_TABLE

static void a_tunnel_keeps_a_road_open_until_it_is_joined (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"}};
  script q = OBEYS(list);
  game g = open_game(
      &q,
      TUNNELS
      "stand 1 follower 0,0 road:E.W\nstand 2 follower 0,2 road:S\nphase act before_scoring\nhand BA-B\n",
      1);
  carc_feature f = feature_at(g.d, g.s, 0, 0, "road:E.W");
  assert_int_equal(f.open, 1);
  assert_false(f.complete);
  assert_int_equal(f.tiles, 3);
  play_soundly(&g, "place BA-B 1,1 r0; pass");
  done(&g, "act #0");
  f = feature_at(g.d, g.s, 0, 0, "road:E.W");
  assert_int_equal(f.id, feature_at(g.d, g.s, 0, 2, "road:S").id);
  assert_int_equal(f.open, 0);
  assert_int_equal(f.tiles, 5);
  assert_true(f.complete);
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_JOINED), "1 - road:W@1,0 0 ; 1 - road:S@0,2 0 ; ");
  SCORES(g.d, g.s, 0, 0);
  play_soundly(&g, "pass");
  SCORES(g.d, g.s, 5, 5); /* the joined road scores once; each player has a thief there */
  assert_int_equal(carc_state_pieces(g.d, g.s), 0);
  event_list e = events_since(g.d, g.s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_COMPLETED), 1);
  free_events(&e);
  close_game(&g);
}

static void a_tunnel_that_is_undone_leaves_two_roads_which_a_position_knows (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"},
                               {.verb = UNJOIN, .y = 2, .segment = "road:S", .x2 = 1, .segment2 = "road:W"},
                               {.verb = UNJOIN, .x = 1, .segment = "road:W", .y2 = 3, .segment2 = "road:N"},
                               {.verb = UNJOIN, .x = 1, .segment = "road:W", .y2 = 9, .segment2 = "road:N"}};
  script q = OBEYS(list);
  game g = open_game(&q, TUNNELS "stand 2 follower 0,2 road:S\nphase act turn_start\n", 1);
  uint64_t before = carc_state_hash(g.d, g.s);
  refused(&g, "act #1", "no script has joined these two segments");
  done(&g, "act #0");
  assert_int_equal(carc_state_joins(g.d, g.s), 1);
  carc_join j = carc_state_join(g.d, g.s, 0);
  assert_int_equal(j.tile, tile_index(&g, 1, 0));
  assert_int_equal(j.other_tile, tile_index(&g, 0, 2));
  assert_sets_up_again(&g, TUNNELS_SETS "phase act turn_start\n");
  refused(&g, "act #2", "no script has joined these two segments");
  refused(&g, "act #3", "this segment is not on the board");
  done(&g, "act #1");
  assert_int_equal(carc_state_joins(g.d, g.s), 0);
  assert_true(carc_state_hash(g.d, g.s) == before);
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_SPLIT), "1 - road:W@1,0 0 ; 1 - road:S@0,2 0 ; ");
  carc_feature west = feature_at(g.d, g.s, 0, 0, "road:E.W"), south = feature_at(g.d, g.s, 0, 2, "road:S");
  assert_int_equal(west.tiles, 3);
  assert_int_equal(west.followers, 0);
  assert_int_equal(south.tiles, 2);
  assert_int_equal(south.followers, 2);
  assert_int_equal(west.open + south.open, 2);
  close_game(&g);
}

static void a_tunnel_that_loses_an_end_leaves_a_road_complete (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"},
                               {.verb = REMOVE, .x = 1, .segment = "road:W"},
                               {.verb = REMOVE, .segment = "road:E.W"},
                               {.verb = REMOVE, .segment = "road:E.W", .player = 7}};
  script q = OBEYS(list);
  game g = open_game(&q, TUNNELS "stand 1 follower 0,0 road:E.W\nphase act before_scoring\nhand BA-B\n", 1);
  play_soundly(&g, "place BA-B 1,1 r0; pass");
  done(&g, "act #0");
  refused(&g, "act #2", "the segment does not have it");
  refused(&g, "act #3", "segments have no attribute with the index");
  done(&g, "act #1");
  play_soundly(&g, "pass");
  SCORES(g.d, g.s, 3, 0);
  assert_int_equal(feature_at(g.d, g.s, 0, 2, "road:S").open, 1);
  close_game(&g);
}

static void both_ends_of_one_road_can_be_joined (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = JOIN, .x = 1, .segment = "road:W", .x2 = -1, .segment2 = "road:E"},
                               {.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"}};
  script q = OBEYS(list);
  game g = open_game(&q,
                     "set base\ndraws manual\nattribute tunnel extra_open_ends=1\ntile TU x6 road:S+tunnel "
                     "field:NL.NR.EL.ER.SL.SR.WL.WR\n"
                     "start BA-D 0,0 r0\nstart TU 1,0 r1\nstart TU -1,0 r3\nstart BA-B 0,1 r0\nstart TU 0,2 "
                     "r0\nstand 2 follower "
                     "0,0 road:E.W\nphase act before_scoring\nhand BA-B\n",
                     1);
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "road:E.W").open, 2);
  play_soundly(&g, "place BA-B 1,1 r0; pass");
  done(&g, "act #0");
  refused(&g, "act #0", "needs an unused open end");
  refused(&g, "act #1", "needs an unused open end");
  play_soundly(&g, "pass");
  SCORES(g.d, g.s, 0, 3);
  close_game(&g);
}

static void only_two_of_a_kind_with_open_ends_are_joined (void **unused) {
  (void)unused;
  static const order list[] = {
      {.verb = JOIN, .segment = "road:E.W", .segment2 = "city:N"},
      {.verb = JOIN, .y = 1, .segment = "monastery", .y2 = 1, .segment2 = "monastery"},
      {.verb = JOIN, .segment = "road:E.W", .x2 = 9, .segment2 = "road:E.W"},
      {.verb = JOIN, .segment = "road:E.W", .segment2 = "road:E.W"}, /* it has only one end */
      {.verb = JOIN, .x = 1, .segment = "road:W", .x2 = 1, .y2 = 1, .segment2 = "spot"},
      {.verb = JOIN, .x = -1, .segment = "monastery", .x2 = 1, .y2 = 1, .segment2 = "spot"},
      {.verb = JOIN, .y = 4, .segment = "road:E", .segment2 = "road:E.W"}};
  static const char *const why[] = {"two fields, two roads or two cities",
                                    "two fields",
                                    "this segment is not on the board",
                                    "open end",
                                    "two fields",
                                    "two fields",
                                    "open end"};
  script q = OBEYS(list);
  game g = open_game(
      &q,
      TUNNELS_SETS
      "count BA-A 4\n" TUNNELS_TABLE
      "tile T x2 spot field:NL.NR.EL.ER.SL.SR.WL.WR\nstart T 1,1 r0\nstart BA-A 0,4 r3\nstart BA-A 1,4 r1\n"
      "phase act turn_start\n",
      1);
  for (int i = 0; i < 7; i++) {
    char move[20];
    snprintf(move, sizeof move, "act #%d", i);
    refused(&g, move, why[i]);
  }
  close_game(&g);
}

static void joining_extends_the_builders_road_by_the_rule_of_the_edition (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"}};
  static const char *const rules[] = {"no", "bridge", "yes"};
  for (int i = 0; i < 3; i++) {
    script q = OBEYS(list);
    char text[1000];
    snprintf(text, sizeof text,
             TUNNELS
             "rule links_extend %s\nstand 1 follower 0,0 road:E.W\nstand 1 builder 0,0 road:E.W\nphase act "
             "before_scoring\nhand BA-B\n",
             rules[i]);
    game g = open_game(&q, text, 1);
    play_soundly(&g, "place BA-B 1,1 r0; pass");
    done(&g, "act #0");
    play_soundly(&g, "pass");
    assert_int_equal(carc_state_decision(g.d, g.s), i == 2 ? CARC_ACTION_EXTRA : CARC_ACTION_DRAW);
    assert_int_equal(carc_state_turn_player(g.d, g.s), i == 2 ? 0 : 1);
    SCORES(g.d, g.s, 5, 0);
    close_game(&g);
  }
}

/* Checks that a road closed by a join is scored at the next scoring. */
static void a_road_that_is_closed_at_any_point_of_a_turn_is_scored (void **unused) {
  (void)unused;
  static const char *const points[] = {"turn_start",    "before_draw", "deployment", "before_scoring",
                                       "after_scoring", "turn_end",    "anytime"};
  static const order list[] = {{.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"}};
  for (int i = 0; i < 7; i++) {
    script q = OBEYS(list);
    char text[1000];
    snprintf(text, sizeof text, TUNNELS "stand 1 follower 0,0 road:E.W\nphase act %s\n%s", points[i],
             i >= 2 ? "hand BA-B\n" : "");
    game g = open_game(&q, text, 1);
    while (carc_state_pieces(g.d, g.s) > 0) { /* two turns without deployments */
      carc_action_kind kind = carc_state_decision(g.d, g.s);
      int tiles = carc_state_tiles(g.d, g.s);
      if (kind == CARC_ACTION_PLACE && tiles == 8) break;
      if (feature_at(g.d, g.s, 0, 0, "road:E.W").open > 0 && is_legal(g.d, g.s, "act #0"))
        play_soundly(&g, "act #0");
      else if (kind == CARC_ACTION_PLACE)
        play_soundly(&g, tiles == 6 ? "place BA-B 1,1 r0" : "place BA-B -1,1 r0");
      else
        play_soundly(&g, kind == CARC_ACTION_DRAW ? "draw BA-B" : "pass");
    }
    if (carc_state_score(g.d, g.s, 0) != 5)
      fail_msg("%s: %d points instead of 5", points[i], carc_state_score(g.d, g.s, 0));
    close_game(&g);
  }
}

static int joins_as_placed (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  static const order one = {.verb = JOIN, .x = 1, .segment = "road:W", .y2 = 2, .segment2 = "road:S"};
  (void)tile;
  (void)rows;
  return follow(ud, call, &one);
}

static void a_game_without_phases_joins_roads_too (void **unused) {
  (void)unused;
  script q = {.hooks = {.on_tile_placed = joins_as_placed}};
  game g = open_game(&q, TUNNELS "stand 1 follower 0,0 road:E.W\nhand BA-B\n", 1);
  done(&g, "place BA-B 1,1 r0");
  play_soundly(&g, "pass");
  SCORES(g.d, g.s, 5, 0);
  close_game(&g);
}

static void fields_that_are_joined_are_one_field_to_the_farmer (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = JOIN, .segment = "field:EL.WR", .segment2 = "field:ER.SL.SR.WL"}};
  script q = OBEYS(list);
  game g = open_game(&q,
                     "set base\ndraws manual\nstart BA-D 0,0 r0\nstart BA-E 0,-1 r2\nstand 1 follower 0,0 "
                     "field:ER.SL.SR.WL\n"
                     "phase act turn_start\n",
                     1);
  carc_feature a = feature_at(g.d, g.s, 0, 0, "field:EL.WR"),
               b = feature_at(g.d, g.s, 0, 0, "field:ER.SL.SR.WL");
  assert_int_equal(b.points, 0);
  done(&g, "act #0");
  carc_feature f = feature_at(g.d, g.s, 0, 0, "field:EL.WR");
  assert_int_equal(f.open, a.open + b.open); /* joining does not change the number of open edges */
  assert_int_equal(f.tiles, 1);
  assert_int_equal(f.points, 3);
  play_soundly(&g, "resign 2");
  SCORES(g.d, g.s, 3, 0);
  close_game(&g);
}

/*
** Joins more features in one part than the state can store. The excess is refused and changes
** nothing.
*/
static int joins_many (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)chosen;
  (void)question;
  q->n = 0;
  for (int i = 0; i < 20; i++) {
    order one = {.verb = JOIN, .y = 2 * i, .segment = "road:E", .y2 = 2 * i + 1, .segment2 = "road:E"};
    follow(q, call, &one);
    q->n += q->status == CARC_OK;
  }
  return 0;
}

static void a_part_closes_as_many_features_by_joining_as_it_says (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .chosen = joins_many}}};
  char text[4000] =
      "draws manual\nattribute tunnel extra_open_ends=1\ntile S x60 road:E+tunnel "
      "field:NL.NR.EL.ER.SL.SR.WL.WR\n"
      "tile E x60 road:W field:NL.NR.EL.ER.SL.SR.WL.WR\nplayers 1\nphase act before_scoring\npiece follower "
      "9\n";
  for (int y = 0; y < 40; y++) snprintf(text + strlen(text), 60, "start S 0,%d r0\nstart E 1,%d r0\n", y, y);
  for (int y = 0; y < 9; y++) snprintf(text + strlen(text), 60, "stand 1 follower 0,%d road:E\n", 4 * y);
  strcat(text, "hand S\n");
  game g = open_game(&q, text, 1);
  play(g.d, g.s, "place S -1,0 r2");
  if (carc_state_decision(g.d, g.s) == CARC_ACTION_DEPLOY) play(g.d, g.s, "pass");
  q.log[0] = '\0';
  play_soundly(&g, "act #0");
  assert_in_range(q.n, 8, 20);
  int standing = 0; /* number of joined pairs that have a piece: every second pair */
  for (int i = 0; i < 9; i++) standing += 2 * i < q.n;
  SCORES(g.d, g.s, 4 * standing); /* each joined road has four tiles */
  assert_int_equal(carc_state_pieces(g.d, g.s), 9 - standing);
  for (int i = q.n; i < 20; i++) assert_int_equal(feature_at(g.d, g.s, 0, 2 * i, "road:E").open, 1);
  close_game(&g);
}

/* ---- Tiles that fit anywhere ----------------------------------------------------------------- */

#define ABBEY                                                                                                \
  "set base\nset traders\ncount BA-B 9\ndraws manual\nattribute abbey on=tile\nheld_back abbey\ntile AB x6 " \
  "@abbey wild "                                                                                             \
  "monastery\n" /* a ring around 1,1: city in the north, roads east and west, field in the south */          \
  "start BA-E 1,0 r2\nstart BA-B 0,0 r0\nstart BA-A 0,1 r3\nstart BA-B 0,2 r0\nstart BA-B 1,2 r0\nstart "    \
  "BA-B 2,2 r0\n"                                                                                            \
  "start BA-A 2,1 r1\n"

static void a_wild_tile_fits_only_where_four_neighbours_are (void **unused) {
  (void)unused;
  carc_tile out[4];
  script q = {0};
  game g = open_game(&q, ABBEY, 1);
  int type = type_in(g.d, "AB");
  assert_int_equal(carc_state_fits(g.d, g.s, type), 1);
  assert_int_equal(carc_state_placements(g.d, g.s, type, out, 4), 1);
  assert_true(out[0].x == 1 && out[0].y == 1 && out[0].rotation == 0);
  assert_int_equal(carc_state_placements(g.d, g.s, type, NULL, 0), 1);
  assert_false(is_legal(g.d, g.s, "draw AB")); /* the tile is held back */
  close_game(&g);
}

/* Checks a wild tile that is drawn from the bag like other tiles. */
static void a_wild_tile_can_be_drawn_and_closes_what_is_around_it (void **unused) {
  (void)unused;
  script q = {0};
  game g =
      open_game(&q,
                "set base\nset traders\ndraws manual\ntile AB x6 wild monastery\nstart TB-G 1,0 r2\nstart "
                "BA-B 0,0 r0\nstart "
                "BA-A 0,1 r3\nstart BA-B 0,2 r0\nstart BA-B 1,2 r0\nstart BA-B 2,2 r0\nstart BA-A 2,1 "
                "r1\nstart BA-E 2,0 r3\n"
                "stand 2 follower 1,0 city:E.S\nstand 1 follower 0,1 road:E\nstand 1 follower 1,2 monastery\n"
                "stand 2 follower 0,2 field:NL.NR.EL.ER.SL.SR.WL.WR\nhand AB\n",
                1);
  assert_offered(&g, "place AB 1,1 r0");
  int field = feature_at(g.d, g.s, 1, 2, "field:NL.NR.EL.ER.SL.SR.WL.WR").open;
  play_soundly(&g, "place AB 1,1 r0");
  assert_offered(&g, "pass; deploy follower monastery");
  carc_feature city = feature_at(g.d, g.s, 1, 0, "city:E.S"), road = feature_at(g.d, g.s, 2, 1, "road:W");
  assert_true(city.complete && city.tiles == 2);
  assert_true(road.complete && road.tiles == 1);
  assert_int_equal(feature_at(g.d, g.s, 1, 2, "field:NL.NR.EL.ER.SL.SR.WL.WR").open,
                   field - 3 * 1 - 2 * 0 - 2);
  assert_int_equal(feature_at(g.d, g.s, 1, 1, "monastery").tiles, 9);
  play_soundly(&g, "deploy follower monastery");
  SCORES(g.d, g.s, 1 + 9, 4); /* a road of one tile, nine tiles; a city of two tiles */
  assert_int_equal(carc_state_goods(g.d, g.s, 0, CARC_GOOD_GRAIN),
                   1); /* the player who completed the city takes its goods */
  assert_int_equal(carc_state_goods(g.d, g.s, 1, CARC_GOOD_GRAIN), 0);
  /* the piece of the incomplete monastery and the farmer stay */
  assert_int_equal(carc_state_pieces(g.d, g.s), 2);
  close_game(&g);
}

static const order lay_abbey[] = {{.verb = PLACE_TILE, .tile = "AB", .x = 1, .y = 1},
                                  {.verb = PLACE_TILE, .tile = "AB", .x = 1, .y = 1, .rotation = 1},
                                  {.verb = PLACE_TILE, .tile = "AB", .x = 3, .y = 1},
                                  {.verb = PLACE_TILE, .tile = "nothing", .x = 1, .y = 1},
                                  {.verb = PLACE_TILE, .tile = "BA-B", .x = 1, .y = 3},
                                  {.verb = PLACE_TILE, .tile = "AB", .x = 1 + 256, .y = 1},
                                  {.verb = PLACE_TILE, .tile = "AB", .x = 1, .y = 1, .rotation = 4},
                                  {.verb = PLACE_TILE, .tile = "BA-C", .x = 1, .y = -1}};

static void a_script_lays_a_tile_in_place_of_a_draw (void **unused) {
  (void)unused;
  script q = OBEYS(lay_abbey);
  game g = open_game(
      &q, ABBEY "phase abbey before_draw\nphase before before_scoring\nstand 2 follower 1,0 city:S\n", 1);
  refused(&g, "abbey #1", "does not fit at 1,1 r1");
  refused(&g, "abbey #2", "does not fit");
  refused(&g, "abbey #3", "expected a tile of this game");
  refused(&g, "abbey #5", "does not fit");
  refused(&g, "abbey #6", "expected a tile of this game");
  refused(&g, "abbey #7", "does not fit");
  int left = carc_state_tiles_left(g.d, g.s, type_in(g.d, "AB"));
  q.log[0] = '\0';
  done(&g, "abbey #0");
  assert_log(&q, "abbey=abbey #0 ");
  assert_int_equal(carc_state_tiles_left(g.d, g.s, type_in(g.d, "AB")), left - 1);
  assert_int_equal(carc_state_tile_at(g.d, g.s, 1, 1), carc_state_tiles(g.d, g.s) - 1);
  assert_int_equal(carc_state_hand(g.d, g.s), type_in(g.d, "AB"));
  assert_offered(&g, "pass; deploy follower monastery");
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_PLACED), "1 - @1,1 0 ; ");
  q.log[0] = '\0';
  play_soundly(&g, "deploy follower monastery");
  assert_log(&q, "before abbey ");
  SCORES(g.d, g.s, 0, 2); /* the city has one tile, and is closed on all sides */
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  done(&g, "abbey #4"); /* takes a tile from the bag */
  assert_int_equal(carc_state_tiles_left(g.d, g.s, type_in(g.d, "BA-B")), 4);
  close_game(&g);
}

static void no_more_tiles_are_laid_than_there_are (void **unused) {
  (void)unused;
  script q = OBEYS(lay_abbey);
  game g = open_game(&q, ABBEY "count AB 0\nphase abbey before_draw\n", 1);
  refused(&g, "abbey #0", "no tile AB is left");
  play_soundly(&g, "pass");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DRAW);
  close_game(&g);
}

static int lays_two (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)chosen;
  (void)question;
  follow(q, call, &lay_abbey[0]);
  assert_int_equal(q->status, CARC_OK);
  follow(q, call, &lay_abbey[4]);
  return 0;
}

static void a_script_lays_one_tile_and_only_where_a_tile_is_due (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .chosen = lays_two}}};
  game g = open_game(&q, ABBEY "phase abbey before_draw\n", 1);
  play_soundly(&g, "abbey #0");
  assert_int_equal(q.status, CARC_ERR_SCRIPT);
  assert_has(q.err.message, "only one");
  close_game(&g);
  static const char *const points[] = {"turn_start", "before_scoring", "after_scoring", "turn_end",
                                       "deployment", "anytime",        "anytime"};
  for (int i = 0; i < 7; i++) {
    char text[1000];
    q = OBEYS(lay_abbey);
    q.phase[1].numbers = i == 6; /* makes a phase at before_draw that has no effect */
    q.phase[1].may_pass = true;
    snprintf(text, sizeof text, ABBEY "phase abbey %s\nphase source before_draw\n%s", points[i],
             i > 0 && i < 6 ? "hand BA-B\n" : "");
    g = open_game(&q, text, 1);
    if (i > 0 && i < 5) play(g.d, g.s, "place BA-B 1,3 r0");
    if (i > 0 && i < 4) play(g.d, g.s, "pass");
    play_soundly(&g, "abbey #0");
    if (q.status != CARC_ERR_SCRIPT) fail_msg("%s: a tile is laid", points[i]);
    assert_int_equal(carc_state_tile_at(g.d, g.s, 1, 1), -1);
    close_game(&g);
  }
}

/* The rule decides whether a wild tile that completes the builder's city extends it. */
static void what_a_wild_tile_closes_is_extended_by_the_rule_of_the_edition (void **unused) {
  (void)unused;
  static const char *const rules[] = {"joins", "joins-or-completes"};
  for (int i = 0; i < 2; i++) {
    script q = OBEYS(lay_abbey);
    char text[1000];
    snprintf(text, sizeof text,
             ABBEY "rule extend_trigger %s\nstand 1 follower 1,0 city:S\nstand 1 builder 1,0 city:S\nphase "
                   "abbey before_draw\n",
             rules[i]);
    game g = open_game(&q, text, 1);
    done(&g, "abbey #0");
    play_soundly(&g, "pass");
    assert_int_equal(carc_state_decision(g.d, g.s), i == 1 ? CARC_ACTION_EXTRA : CARC_ACTION_CHOICE);
    assert_int_equal(carc_state_turn_player(g.d, g.s), i == 1 ? 0 : 1);
    SCORES(g.d, g.s, 2, 0);
    close_game(&g);
  }
}

/* After the last turn, asks each player who has an abbey, one after the other. */
static int asks_each_player (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  (void)q;
  (void)chosen;
  for (int p = 0; p < 2; p++) {
    carc_action_fields f = nothing();
    if (carc_state_variable(d, s, 0, p) == 0 || carc_state_fits(d, s, carc_type_find(d, "AB")) == 0) continue;
    f.number = p;
    offer(call, &f);
    question->player = p;
    question->may_pass = true;
    return 0;
  }
  return 0;
}

static int lays_at_the_end (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  carc_tile out[1];
  (void)q;
  question->again = true;
  for (int p = 0; p < 2; p++) {
    if (carc_state_variable(d, carc_call_state(call), 0, p) == 0) continue;
    assert_int_equal(carc_call_set_variable(call, 0, p, 0, NULL), CARC_OK);
    break;
  }
  if (chosen == 0) return 0;
  carc_state_placements(d, carc_call_state(call), carc_type_find(d, "AB"), out, 1);
  return carc_call_place_tile(call, out[0].type, out[0].x, out[0].y, 0, NULL) != CARC_OK;
}

static void players_may_lay_a_tile_each_after_the_last_turn (void **unused) {
  (void)unused;
  for (int first = 0; first < 2; first++)
    for (int second = 0; second < 2; second++) {
      script q = {.phase = {{.ask = asks_each_player, .chosen = lays_at_the_end}, {0}}};
      game g = open_game(&q,
                         "tile F x17 field:NL.NR.EL.ER.SL.SR.WL.WR\nattribute abbey on=tile\nheld_back "
                         "abbey\ntile AB x2 @abbey wild monastery\n"
                         "draws manual\nvariable abbeys player initial=1\n"
                         "start F 0,0 r0\nstart F 1,0 r0\nstart F 2,0 r0\nstart F 3,0 r0\nstart F 4,0 "
                         "r0\nstart F 0,1 r0\nstart F 2,1 "
                         "r0\nstart F 4,1 r0\nstart F 0,2 r0\nstart F 1,2 r0\nstart F 2,2 r0\nstart F 3,2 "
                         "r0\nstart F 4,2 r0\n"
                         "start F 0,3 r0\nstart F 1,3 r0\nstart F 2,3 r0\nhand F\nphase abbey "
                         "game_end\nphase after after_scoring\n",
                         1);
      play_soundly(&g, "place F 3,3 r0; pass");
      assert_log(&q, "after abbey ");
      assert_int_equal(carc_state_current_player(g.d, g.s), 0);
      play_soundly(&g, first ? "abbey #0" : "pass");
      if (first) assert_int_equal(carc_state_turn_player(g.d, g.s), 0);
      if (first) play_soundly(&g, "deploy follower monastery");
      assert_int_equal(carc_state_current_player(g.d, g.s), 1);
      q.log[0] = '\0';
      play_soundly(&g, second ? "abbey #1" : "pass");
      if (second) assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
      if (second) play_soundly(&g, "deploy follower monastery");
      assert_log(&q, second ? "abbey=abbey #1 after " : "abbey=pass ");
      assert_true(carc_state_is_terminal(g.d, g.s));
      SCORES(g.d, g.s, 9 * first, 9 * second);
      close_game(&g);
    }
}

/* The neighbours of the hole in the north and west belong to one city. */
static void a_city_that_a_wild_tile_closes_on_two_sides_is_scored_once (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "set base\nset traders\ncount BA-B 9\ndraws manual\ntile AB x1 wild monastery\nstart "
                     "TB-G 1,0 r3\nstart "
                     "BA-N 0,0 r2\nstart BA-N 0,1 r1\nstart BA-B 2,0 r0\nstart BA-B 2,1 r0\nstart BA-B 2,2 "
                     "r0\nstart BA-B 1,2 "
                     "r0\nstart BA-B 0,2 r0\nstand 2 follower 0,0 city:E.S\nhand AB\n",
                     1);
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "city:E.S").open, 2);
  play_soundly(&g, "place AB 1,1 r0; pass");
  SCORES(g.d, g.s, 0, 6);
  assert_int_equal(carc_state_goods(g.d, g.s, 0, CARC_GOOD_GRAIN), 1);
  event_list e = events_since(g.d, g.s, 0);
  int cities = 0; /* number of scored cities; the monastery is scored, too */
  for (int k = 0; k < e.n; k++)
    cities += e.at[k].kind == CARC_EVENT_COMPLETED && e.at[k].feature == CARC_KIND_CITY;
  assert_int_equal(cities, 1);
  free_events(&e);
  close_game(&g);
}

static void a_wild_tile_on_the_table_at_the_start_gives_nobody_goods (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "set base\nset traders\ndraws manual\ntile AB x1 wild monastery\nstart TB-G 1,0 "
                     "r2\nstart BA-B 0,0 r0\nstart "
                     "BA-A 0,1 r3\nstart BA-B 0,2 r0\nstart BA-B 1,2 r0\nstart BA-B 2,2 r0\nstart BA-A 2,1 "
                     "r1\nstart BA-E 2,0 r3\n"
                     "start AB 1,1 r0\nhand BA-U\n",
                     1);
  play_soundly(&g, "place BA-U 1,-1 r0; pass");
  assert_int_equal(carc_state_goods(g.d, g.s, 0, CARC_GOOD_GRAIN), 0);
  event_list e = events_since(g.d, g.s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_COMPLETED), 0);
  free_events(&e);
  close_game(&g);
}

/* Since wild tiles join nothing, a board full of wild tiles has the most features. */
static void many_wild_tiles_have_room_for_their_features (void **unused) {
  (void)unused;
  char text[4000] = "draws manual\ntile F x40 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile AB x8 wild monastery\n";
  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 9; x++)
      if (!(x % 2 == 1 && y % 2 == 1)) snprintf(text + strlen(text), 40, "start F %d,%d r0\n", x, y);
  strcat(text, "piece follower 8 power=3\n");
  script q = {0};
  text[strlen(text) - strlen("piece follower 8 power=3\n")] = '\0';
  game g = open_game(&q, text, 1);
  for (int i = 0; i < 8; i++) {
    char move[60];
    snprintf(move, sizeof move, "draw AB; place AB %d,%d r0; pass", 1 + 2 * (i % 4), 1 + 2 * (i / 4));
    play_soundly(&g, move);
  }
  for (int i = 0; i < 8; i++) {
    carc_feature f = feature_at(g.d, g.s, 1 + 2 * (i % 4), 1 + 2 * (i / 4), "monastery");
    assert_true(f.complete && f.tiles == 9);
    for (int k = 0; k < i; k++)
      assert_true(f.id != feature_at(g.d, g.s, 1 + 2 * (k % 4), 1 + 2 * (k / 4), "monastery").id);
  }
  carc_feature field = feature_at(g.d, g.s, 0, 0, "field:NL.NR.EL.ER.SL.SR.WL.WR");
  assert_int_equal(field.tiles, 37);
  play_soundly(&g, "draw F; place F 9,0 r0");
  close_game(&g);
}

/* ---- Tiles that are kept back ---------------------------------------------------------------- */

#define DRAGONS                                                                                              \
  "tile F x4 field:NL.NR.EL.ER.SL.SR.WL.WR\nattribute dragon on=tile\nattribute volcano on=tile\nheld_back " \
  "dragon\n"                                                                                                 \
  "tile DR x3 @dragon field:NL.NR.EL.ER.SL.SR.WL.WR\ntile VO x2 @volcano field:NL.NR.EL.ER.SL.SR.WL.WR\n"

static void tiles_with_a_held_mark_stay_out_of_the_bag_until_they_are_shuffled_in (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = SHUFFLE_IN, .tile = "dragon"},
                               {.verb = SHUFFLE_IN, .tile = "volcano"},
                               {.verb = SHUFFLE_IN, .tile = "nothing"}};
  carc_action out[5];
  double odds[5];
  script q = OBEYS(list);
  game g = open_game(
      &q, DRAGONS "draws manual\nstart F 0,0 r0\nphase act turn_start\nphase again before_scoring\n", 1);
  int dragon = type_in(g.d, "DR");
  done(&g, "act #1"); /* no tile is held back because of this attribute */
  refused(&g, "act #2", "tiles have no attribute with the index");
  play_soundly(&g, "pass");
  assert_offered(&g, "draw F; draw VO");
  assert_int_equal(carc_state_tiles_left(g.d, g.s, dragon), 3);
  assert_int_equal(carc_state_chance_outcomes(g.d, g.s, out, odds, 5), 2);
  assert_true(odds[0] > 0.599 && odds[0] < 0.601);
  play_soundly(&g, "draw VO; place VO 0,1 r0; pass");
  done(&g, "act #0");
  play_soundly(&g, "pass");
  assert_offered(&g, "draw F; draw DR; draw VO");
  carc_state_chance_outcomes(g.d, g.s, out, odds, 5);
  assert_true(odds[1] > 3 / 7.0 - 1e-9 && odds[1] < 3 / 7.0 + 1e-9);
  play_soundly(&g, "draw DR; place DR 0,2 r0");
  assert_int_equal(carc_state_tiles_left(g.d, g.s, dragon), 2);
  close_game(&g);
}

static void held_tiles_that_nobody_shuffles_in_are_never_drawn (void **unused) {
  (void)unused;
  script q = {0};
  for (uint64_t seed = 0; seed < 20; seed++) {
    game g = open_game(&q, DRAGONS "start F 0,0 r0\n", seed);
    assert_int_equal(carc_state_random_playout(g.d, g.s, seed, NULL), CARC_OK);
    assert_int_equal(carc_state_tiles(g.d, g.s), 6);
    assert_int_equal(carc_state_tiles_left(g.d, g.s, type_in(g.d, "DR")), 3);
    check_sound(g.d, g.s);
    close_game(&g);
  }
}

static void a_held_tile_may_lie_on_the_table_at_the_start_but_not_in_the_hand (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, DRAGONS "draws manual\nstart DR 0,0 r0\n", 1);
  assert_int_equal(carc_state_tiles_left(g.d, g.s, type_in(g.d, "DR")), 2);
  assert_offered(&g, "draw F; draw VO");
  close_game(&g);
  assert_refused(DRAGONS "start F 0,0 r0\nhand DR\n", 8, "hand", "DR");
}

static void a_game_in_which_only_held_tiles_fit_is_over_at_once (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "tile F x1 field:NL.NR.EL.ER.SL.SR.WL.WR\nattribute dragon on=tile\nheld_back "
                     "dragon\ntile DR x3 @dragon "
                     "field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x3 city:N.E.S.W\nstart F 0,0 r0\n",
                     1);
  assert_true(carc_state_is_terminal(g.d, g.s));
  close_game(&g);
}

/* ---- Nothing may be deployed ----------------------------------------------------------------- */

static int forbids (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  const carc_definition *d = carc_call_definition(call);
  const char *id = carc_type_id(d, carc_state_tile(d, carc_call_state(call), tile).type);
  (void)rows;
  if (strcmp(id, "VO") == 0) assert_int_equal(carc_call_forbid_deployment(call, NULL), CARC_OK);
  return count_call(ud, call);
}

static int offers_anywhere (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)q;
  (void)chosen;
  (void)question;
  return offer_all(call, "segments(complete=no;can_deploy=followers)", true, -1, NULL) != CARC_OK;
}

static void on_a_volcano_nothing_may_be_deployed_by_the_standard_rules (void **unused) {
  (void)unused;
  for (int portal = 0; portal < 2; portal++) {
    script q = {.hooks = {.on_tile_placed = forbids}};
    if (portal) q.phase[0].ask = offers_anywhere;
    game g = open_game(&q, DRAGONS "draws manual\nstart F 0,0 r0\nphase portal deployment\nhand VO\n", 1);
    play_soundly(&g, "place VO 0,1 r0");
    /* a script allows this deployment */
    if (portal) assert_true(is_legal(g.d, g.s, "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR @0,1"));
    if (portal) assert_false(is_legal(g.d, g.s, "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"));
    if (portal) play_soundly(&g, "pass");
    assert_int_equal(carc_state_turn_player(g.d, g.s), 1); /* without options, the turn passes */
    play_soundly(&g, "draw F; place F 0,2 r0");
    /* deployment is allowed again on the next tile */
    assert_true(is_legal(g.d, g.s, "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"));
    close_game(&g);
  }
}

/* ---- Spans ----------------------------------------------------------------------------------- */

#define BRIDGES "set base\nset traders\ndraws manual\npiece bridge 3 role=span\n"

static void a_placement_that_fits_only_with_a_bridge_is_offered_with_it (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, BRIDGES "hand BA-B\n", 1);
  assert_int_equal(carc_definition_span(g.d), 3);
  assert_int_equal(carc_state_num_actions(g.d, g.s), 12);
  for (int i = 0; i < 12; i++) {
    char move[60];
    static const char *const places[] = {"0,1 r%d", "1,0 r%d bridge E.W @1,0", "-1,0 r%d bridge E.W @-1,0"};
    const char *place = places[i / 4], *flipped = strstr(place, "r%d");
    snprintf(move, sizeof move, "place BA-B %.*sr%d%s", (int)(flipped - place), place, i % 4, flipped + 3);
    if (!is_legal(g.d, g.s, move)) fail_msg("'%s' is not offered", move);
  }
  assert_false(is_legal(g.d, g.s, "place BA-B 1,0 r0"));
  assert_false(is_legal(g.d, g.s, "place BA-B 0,1 r0 bridge N.S @0,1")); /* needs no bridge */
  play_soundly(&g, "place BA-B 1,0 r1 bridge E.W @1,0");
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 3), 2);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 1, 3), 3);
  assert_int_equal(carc_state_spans_laid(g.d, g.s), 1);
  assert_int_equal(carc_state_span(g.d, g.s, 1), CARC_AXIS_EAST_WEST);
  assert_int_equal(carc_state_span(g.d, g.s, 0), CARC_AXIS_NONE);
  assert_string_equal(carc_type_id(g.d, carc_state_tile(g.d, g.s, 1).type), "BA-B");
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_SPANNED), "1 bridge road:E.W@1,0 0 ; ");
  carc_feature f = feature_at(g.d, g.s, 1, 0, "road:E.W");
  assert_int_equal(f.id, feature_at(g.d, g.s, 0, 0, "road:E.W").id);
  assert_int_equal(f.tiles, 2);
  assert_int_equal(f.open, 2);
  assert_true(is_legal(g.d, g.s, "deploy follower road:E.W"));
  play_soundly(&g, "deploy follower road:E.W");
  assert_int_equal(carc_state_spans_laid(g.d, g.s), 0); /* a new part has begun */
  close_game(&g);
}

static void a_bridge_may_lie_on_the_neighbour_instead (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, BRIDGES "start BA-D 0,0 r0\nstart BA-B 0,1 r0\nhand BA-U\n", 1);
  assert_true(is_legal(g.d, g.s, "place BA-U 1,1 r0 bridge E.W @0,1"));
  assert_true(is_legal(g.d, g.s, "place BA-U -1,1 r0 bridge E.W @0,1"));
  assert_true(is_legal(g.d, g.s, "place BA-U 0,2 r1 bridge N.S @0,1") ==
              false); /* the start tile occupies the other end of the bridge */
  int field = feature_at(g.d, g.s, 0, 1, "field:NL.NR.EL.ER.SL.SR.WL.WR").open;
  play_soundly(&g, "place BA-U 1,1 r0 bridge E.W @0,1");
  assert_int_equal(carc_state_span(g.d, g.s, 1), CARC_AXIS_EAST_WEST);
  assert_int_equal(carc_state_span(g.d, g.s, 2), CARC_AXIS_NONE);
  carc_feature f = feature_at(g.d, g.s, 1, 1, "road:E.W");
  assert_int_equal(f.tiles, 2);
  assert_int_equal(f.open, 2);
  f = feature_at(g.d, g.s, 0, 1,
                 "field:NL.NR.EL.ER.SL.SR.WL.WR"); /* both sides of the bridge are one field */
  assert_int_equal(f.id, feature_at(g.d, g.s, 1, 1, "field:NL.NR.EL.WR").id);
  assert_int_equal(f.id, feature_at(g.d, g.s, 1, 1, "field:ER.SL.SR.WL").id);
  assert_true(field > 0);
  play_soundly(&g, "pass; draw BA-B");
  assert_false(is_legal(g.d, g.s, "place BA-B -1,1 r0")); /* the bridge needs a road here */
  play_soundly(&g, "place BA-B -1,1 r0 bridge E.W @-1,1; pass; draw BA-A; place BA-A 2,1 r1");
  f = feature_at(g.d, g.s, 0, 1, "road:E.W");
  assert_int_equal(f.tiles, 4);
  assert_int_equal(f.open, 1);
  close_game(&g);
}

static void who_has_no_bridge_left_is_offered_none (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, "set base\ndraws manual\npiece bridge 1 role=span\nplayers 1\nhand BA-B\n", 1);
  play_soundly(&g, "place BA-B 1,0 r0 bridge E.W @1,0; pass; draw BA-B");
  for (int i = 0; i < carc_state_num_actions(g.d, g.s); i++)
    assert_int_equal(carc_action_unpack(carc_state_action(g.d, g.s, i)).span, 0);
  assert_fails(&g, "place BA-B 2,0 r0 bridge E.W @2,0", CARC_ERR_ILLEGAL, "bridge E.W @2,0");
  close_game(&g);
}

static int west_only (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  (void)rows;
  *ok = carc_action_unpack(a).x <= 0;
  return count_call(ud, call);
}

static void a_script_that_forbids_places_forbids_those_with_bridges (void **unused) {
  (void)unused;
  script q = {.hooks = {.allow_placement = west_only}};
  game g = open_game(&q, BRIDGES "hand BA-B\n", 1);
  assert_true(is_legal(g.d, g.s, "place BA-B -1,0 r0 bridge E.W @-1,0"));
  assert_false(is_legal(g.d, g.s, "place BA-B 1,0 r0 bridge E.W @1,0"));
  assert_int_equal(carc_state_num_actions(g.d, g.s), 8);
  close_game(&g);
}

#define CROSSROADS                                                                                    \
  "tile X x3 road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL\ntile F x4 " \
  "field:NL.NR.EL.ER.SL.SR.WL.WR\ndraws manual\n"

static void a_tile_that_fits_only_with_a_bridge_may_be_set_aside (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROSSROADS "start X 0,0 r0\npiece bridge 1 role=span\n", 1);
  play_soundly(&g, "draw F"); /* all sides require roads, so a field tile needs a bridge */
  assert_int_equal(carc_state_num_actions(g.d, g.s), 17);
  assert_true(is_legal(g.d, g.s, "pass"));
  game h = {g.d, twin(&g), &q};
  play_soundly(&h, "pass");
  assert_int_equal(carc_state_turn_player(h.d, h.s), 0); /* the same player draws again */
  assert_int_equal(carc_state_decision(h.d, h.s), CARC_ACTION_DRAW);
  assert_int_equal(carc_state_pieces_in_hand(h.d, h.s, 0, 3), 1);
  event_list e = events_since(h.d, h.s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_SET_ASIDE), 1);
  free_events(&e);
  carc_state_free(h.d, h.s);
  play_soundly(&g, "place F 0,1 r2 bridge N.S @0,1; pass; draw F");
  assert_false(is_legal(g.d, g.s, "pass")); /* it fits beside the bridge */
  close_game(&g);
}

static void a_position_may_have_a_tile_in_hand_that_fits_only_with_a_bridge (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROSSROADS "start X 0,0 r0\npiece bridge 1 role=span\nhand F\n", 1);
  assert_int_equal(carc_state_num_actions(g.d, g.s), 17);
  close_game(&g);
}

static void a_bridge_extends_the_builders_road_by_the_rule_of_the_edition (void **unused) {
  (void)unused;
  static const char *const rules[] = {"no", "bridge", "yes"};
  for (int i = 0; i < 3; i++) {
    script q = {0};
    char text[600];
    snprintf(text, sizeof text,
             BRIDGES "rule links_extend %s\nstart BA-D 0,0 r0\nstand 1 follower 0,0 road:E.W\nstand 1 "
                     "builder 0,0 road:E.W\nhand "
                     "BA-B\n",
             rules[i]);
    game g = open_game(&q, text, 1);
    play_soundly(&g, "place BA-B 1,0 r0 bridge E.W @1,0; pass");
    assert_int_equal(carc_state_decision(g.d, g.s), i > 0 ? CARC_ACTION_EXTRA : CARC_ACTION_DRAW);
    close_game(&g);
  }
}

/* The tile itself extends the builder's city. Only the road of the tile needs the bridge. */
static void what_the_tile_extends_without_the_bridge_counts_under_every_rule (void **unused) {
  (void)unused;
  script q = {0};
  game g =
      open_game(&q,
                BRIDGES "rule links_extend no\ntile Z x2 city:S field:NL.NR.EL.ER.WL.WR~S\ntile Y x2 city:N "
                        "field:EL.ER.SL.SR.WL.WR~N\n"
                        "start BA-U 0,0 r0\nstart BA-B 0,-1 r0\nstart Z 1,-1 r0\nstand 1 follower 1,-1 "
                        "city:S\nstand 1 builder 1,-1 "
                        "city:S\nhand Y\n",
                1);
  play_soundly(&g, "place Y 1,0 r0 bridge E.W @1,0; pass");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_EXTRA);
  close_game(&g);
}

static int does_nothing (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)chosen;
  (void)question;
  return count_call(q, call);
}

static void an_option_at_any_time_does_not_make_a_bridge_extend (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .chosen = does_nothing}}};
  game g = open_game(
      &q,
      BRIDGES "rule links_extend no\nstart BA-D 0,0 r0\nstand 1 follower 0,0 road:E.W\nstand 1 builder 0,0 "
              "road:E.W\nphase ransom anytime\nhand BA-B\n",
      1);
  play_soundly(&g, "place BA-B 1,0 r0 bridge E.W @1,0; ransom #0; pass");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DRAW);
  close_game(&g);
}

/* ---- Spans that scripts lay ------------------------------------------------------------------ */

static const order lay_bridges[] = {{.verb = LAY_SPAN, .piece = 3, .y = 1, .axis = CARC_AXIS_EAST_WEST},
                                    {.verb = LAY_SPAN, .piece = 3, .y = 1, .axis = CARC_AXIS_NORTH_SOUTH},
                                    {.verb = LAY_SPAN, .piece = 3, .axis = CARC_AXIS_EAST_WEST},
                                    {.verb = LAY_SPAN, .piece = 3, .y = 1, .axis = CARC_AXIS_NONE},
                                    {.verb = LAY_SPAN, .piece = 0, .y = 1, .axis = CARC_AXIS_EAST_WEST},
                                    {.verb = LAY_SPAN, .piece = 3, .y = 7, .axis = CARC_AXIS_EAST_WEST},
                                    {.verb = LAY_SPAN, .piece = 3, .y = 1, .axis = (carc_axis)3},
                                    {.verb = LAY_SPAN, .piece = 3, .y = 2, .axis = CARC_AXIS_EAST_WEST}};

static void a_script_can_lay_a_bridge_where_one_fits (void **unused) {
  (void)unused;
  script q = OBEYS(lay_bridges);
  game g = open_game(
      &q,
      BRIDGES
      "piece bridge 2\nstart BA-D 0,0 r0\nstart BA-B 0,1 r0\nstart BA-B 0,2 r0\nphase act turn_start\n",
      1);
  assert_true(carc_state_fits_span(g.d, g.s, 1, CARC_AXIS_EAST_WEST));
  assert_false(carc_state_fits_span(g.d, g.s, 1, CARC_AXIS_NORTH_SOUTH));
  assert_false(carc_state_fits_span(g.d, g.s, 1, CARC_AXIS_NONE));
  refused(&g, "act #1", "a bridge cannot lie across this tile"); /* both ends have tiles */
  refused(&g, "act #2", "a bridge cannot lie across this tile"); /* the tile has a road there */
  refused(&g, "act #3", "a bridge cannot lie across this tile");
  refused(&g, "act #4", "this kind of piece does not have the role `span`");
  refused(&g, "act #5", "a bridge cannot lie across this tile");
  refused(&g, "act #6", "a bridge cannot lie across this tile");
  done(&g, "act #0");
  refused(&g, "act #0", "a bridge cannot lie across this tile"); /* the tile already has a bridge */
  assert_int_equal(carc_state_spans_laid(g.d, g.s), 1);
  done(&g, "act #7");
  refused(&g, "act #7", "no bridge left");
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 3), 0);
  assert_int_equal(feature_at(g.d, g.s, 0, 1, "road:E.W").tiles, 1);
  assert_int_equal(feature_at(g.d, g.s, 0, 1, "road:E.W").open, 2);
  close_game(&g);
}

static void no_bridge_lies_across_another (void **unused) {
  (void)unused;
  for (int first = 0; first < 2; first++) {
    script q = OBEYS(lay_bridges);
    game g = open_game(&q,
                       "tile F x4 field:NL.NR.EL.ER.SL.SR.WL.WR\ndraws manual\npiece bridge 3 "
                       "role=span\nstart F 0,1 r1\nphase act "
                       "turn_start\n",
                       1);
    done(&g, first ? "act #1" : "act #0");
    for (int axis = CARC_AXIS_NORTH_SOUTH; axis <= CARC_AXIS_EAST_WEST; axis++)
      assert_false(carc_state_fits_span(g.d, g.s, 0, (carc_axis)axis));
    refused(&g, first ? "act #0" : "act #1", "a bridge cannot lie across this tile");
    close_game(&g);
  }
}

/* Checks that placements are computed again after a bridge has changed the board. */
static void a_bridge_laid_while_a_tile_is_in_hand_changes_where_it_fits (void **unused) {
  (void)unused;
  script q = OBEYS(lay_bridges);
  game g = open_game(&q, BRIDGES "start BA-D 0,0 r0\nstart BA-B 0,1 r0\nphase act anytime\nhand BA-B\n", 1);
  assert_true(is_legal(g.d, g.s, "place BA-B 1,1 r0"));
  done(&g, "act #0");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_PLACE);
  assert_false(is_legal(g.d, g.s, "place BA-B 1,1 r0"));
  assert_true(is_legal(g.d, g.s, "place BA-B 1,1 r0 bridge E.W @1,1"));
  close_game(&g);
}

/*
** The only tile on the board is a field. The crossroads in hand fit beside it only after a bridge
** was laid.
*/
static void a_bridge_laid_elsewhere_makes_room_for_a_tile_that_had_none (void **unused) {
  (void)unused;
  static const order list[] = {{.verb = LAY_SPAN, .piece = 3, .axis = CARC_AXIS_EAST_WEST}};
  script q = OBEYS(list);
  game g =
      open_game(&q, CROSSROADS "players 1\nstart F 0,0 r0\npiece bridge 1 role=span\nphase act anytime\n", 1);
  play_soundly(&g, "draw X");
  assert_true(is_legal(g.d, g.s, "pass"));
  done(&g, "act #0"); /* lays the player's last bridge */
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_PLACE);
  assert_false(is_legal(g.d, g.s, "pass"));
  assert_true(is_legal(g.d, g.s, "place X 1,0 r0"));
  assert_false(is_legal(g.d, g.s, "place X 0,1 r0"));
  close_game(&g);
}

static int lays_the_last_bridge (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  static const order one = {.verb = LAY_SPAN, .piece = 3, .x = 5, .axis = CARC_AXIS_NORTH_SOUTH};
  (void)chosen;
  (void)question;
  return follow(q, call, &one);
}

/*
** A field tile in hand fits only beside a bridge, and the last bridge is laid where it does not
** help.
*/
static void a_tile_that_has_lost_its_last_place_is_set_aside (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .chosen = lays_the_last_bridge}}};
  game g = open_game(&q,
                     "tile A x7 road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL\n"
                     "tile T x1 road:W city:N city:E city:S field:WR~N field:WL~S\ntile C x3 city:N.E.S.W\n"
                     "draws manual\nplayers 1\nstart A 0,0 r0\npiece bridge 1 role=span\nphase act anytime\n",
                     1);
  close_game(&g);
  q = (script){.phase = {{.numbers = 1, .chosen = lays_the_last_bridge}}};
  /* a row of crossroads ends in a field, where the bridge is laid from north to south */
  g = open_game(&q,
                "tile A x7 road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL\n"
                "tile G x1 road:W field:NL.NR.EL.ER.SL.SR.WL.WR\ntile L x3 road:N "
                "field:NL.NR.EL.ER.SL.SR.WL.WR\ntile F x2 "
                "field:NL.NR.EL.ER.SL.SR.WL.WR\ndraws manual\nplayers 1\nstart A 4,0 r0\nstart G 5,0 "
                "r0\npiece bridge 1 "
                "role=span\nphase act anytime\n",
                1);
  play_soundly(&g, "draw F");
  done(&g, "act #0");
  uint64_t random = 1;
  assert_true(carc_state_num_actions(g.d, g.s) > 0);
  for (int i = 0; i < 20 && !carc_state_is_terminal(g.d, g.s); i++) {
    assert_true(carc_state_num_actions(g.d, g.s) > 0);
    play_any(g.d, g.s, &random);
    check_sound(g.d, g.s);
  }
  close_game(&g);
}

static int extra_fails (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                        const carc_row_set *rows) {
  (void)rows;
  (void)part;
  *grant = true;
  return count_call(ud, call);
}

/* If `extra_part` is the only hook, states are copied only before actions that may call it. */
static void a_hook_that_fails_after_a_bridge_leaves_the_state_byte_for_byte (void **unused) {
  (void)unused;
  carc_hooks h = {.extra_part = extra_fails};
  script q = {0};
  carc_definition *d =
      define_with(BRIDGES "rule links_extend yes\npiece follower 1\nstart BA-D 0,0 r0\nstand 1 follower 0,0 "
                          "road:E.W\nstand 1 builder 0,0 road:E.W\npiece pig 0\nhand BA-B\n",
                  &h, &q);
  carc_state *s = begin(d, 1);
  game g = {d, s, &q};
  q.fail_at = q.calls + 1;
  assert_fails(&g, "place BA-B 1,0 r0 bridge E.W @1,0", CARC_ERR_SCRIPT,
               "on purpose"); /* no such piece is left to deploy */
  q.fail_at = 0;
  play(d, s, "place BA-B 1,0 r0 bridge E.W @1,0");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Attributes ------------------------------------------------------------------------------ */

#define INN_ROAD                                                                                             \
  "set base\ndraws manual\nattribute inn tile_points=1 incomplete_tile_points=nothing\nattribute cathedral " \
  "tile_points=1 "                                                                                           \
  "incomplete_tile_points=nothing\n"                                                                         \
  "attribute ruin incomplete_tile_points=2\ntile IN x4 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL\n"   \
  "tile CA x2 city:N.E.S.W+cathedral\ntile RU x2 city:N.E.S.W+ruin+pennant\n"

static void an_inn_makes_each_tile_worth_more_and_nothing_if_it_is_not_finished (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(
      &q, INN_ROAD "start BA-A 0,0 r3\nstart IN 1,0 r0\nstand 1 follower 1,0 road:E.W\nhand BA-A\n", 1);
  assert_int_equal(feature_at(g.d, g.s, 1, 0, "road:E.W").points, 0);
  game h = {g.d, twin(&g), &q};
  play_soundly(&h, "resign 2");
  SCORES(h.d, h.s, 0, 0);
  carc_state_free(h.d, h.s);
  play_soundly(&g, "place BA-A 2,0 r1; pass");
  SCORES(g.d, g.s, 6, 0);
  close_game(&g);
}

static void attributes_of_a_city_count_for_tiles_and_pennants (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(
      &q,
      INN_ROAD
      "start RU 0,0 r0\nstart BA-E 1,0 r3\nstart BA-E -1,0 r1\nstart BA-E 0,1 r0\nstand 1 follower 0,0 "
      "city:N.E.S.W\nhand BA-E\n",
      1);
  /* four tiles and a pennant; while the city is incomplete, each counts 1 + 2 points */
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "city:N.E.S.W").points, 5 * 3);
  game h = {g.d, twin(&g), &q};
  play_soundly(&h, "resign 2");
  SCORES(h.d, h.s, 15, 0);
  carc_state_free(h.d, h.s);
  play_soundly(&g, "place BA-E 0,-1 r2; pass");
  SCORES(g.d, g.s, 6 * 2, 0); /* in a complete city, the ruin has no effect */
  close_game(&g);
}

static void attributes_of_one_feature_add_up (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "draws manual\nattribute a tile_points=100\nattribute b tile_points=100 "
                     "field_factor=100\nattribute c tile_points=-5 "
                     "field_factor=100\nplayers 1\n"
                     "tile R x2 road:E+a+b field:NL.NR.EL.ER.SL.SR.WL.WR\ntile S x2 road:W+c "
                     "field:NL.NR.EL.ER.SL.SR.WL.WR\n"
                     "tile T x2 road:W field:NL.NR.EL.ER.SL.SR.WL.WR\nstart R 0,0 r0\nstand 1 follower 0,0 "
                     "road:E\nhand T\n",
                     1);
  play_soundly(&g, "place T 1,0 r0; pass");
  SCORES(g.d, g.s, 2 * 201);
  close_game(&g);
}

static void an_attribute_may_ask_for_all_segments_of_a_feature (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "draws manual\nplayers 1\ntile T x3 road:W field:NL.NR.EL.ER.SL.SR.WL.WR\n"
                     "attribute gold tile_points=10 merge=all\n"
                     "tile G x1 road:E+gold field:NL.NR.EL.ER.SL.SR.WL.WR\n"
                     "tile M x1 road:E.W+gold field:NL.NR.EL.WR field:ER.SL.SR.WL\n"
                     "tile H x1 road:W+gold field:NL.NR.EL.ER.SL.SR.WL.WR\n"
                     "start G 0,0 r0\nstand 1 follower 0,0 road:E\nhand M\n",
                     1);
  play_soundly(&g, "place M 1,0 r0; pass");
  assert_int_equal(feature_of_segment(g.d, g.s, 0, 0).attributes, 1);
  carc_state *plain = carc_state_new(g.d, 1, NULL);
  carc_state_clone(g.d, plain, g.s);
  play_soundly(&g, "draw H; place H 2,0 r0; pass");
  SCORES(g.d, g.s, 3 * 11); /* the whole city counts as gold */
  carc_state_clone(g.d, g.s, plain);
  play_soundly(&g, "draw T; place T 2,0 r0; pass");
  SCORES(g.d, g.s, 3);
  assert_int_equal(feature_of_segment(g.d, g.s, 0, 0).attributes, 0);
  carc_state_free(g.d, plain);
  close_game(&g);
}

static void a_feature_may_be_one_that_is_never_complete (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(
      &q,
      "draws manual\nplayers 1\nattribute castle extra_open_ends=never\n"
      "tile C x1 city:E+castle field:NL.NR.SL.SR.WL.WR\ntile D x1 city:W field:NL.NR.EL.ER.SL.SR\n"
      "tile X x1 field:NL.NR.EL.ER.SL.SR.WL.WR\nstart C 0,0 r0\nstand 1 follower 0,0 city:E\nhand D\n",
      1);
  play_soundly(&g, "place D 1,0 r0; pass");
  assert_false(feature_of_segment(g.d, g.s, 0, 0).complete);
  assert_int_equal(feature_of_segment(g.d, g.s, 0, 0).open, 0);
  assert_int_equal(carc_state_pieces(g.d, g.s), 1);
  SCORES(g.d, g.s, 0);
  close_game(&g);
}

#define BESIEGED                                                                                  \
  "set base\nset traders\ndraws manual\nattribute siege field_factor=2 pig_factor=3\ntile SI x2 " \
  "city:N+siege "                                                                                 \
  "field:EL.ER.SL.SR.WL.WR~N\n"                                                                   \
  "start SI 0,0 r0\nstart BA-E 0,-1 r2\nstand 1 follower 0,0 field:EL.ER.SL.SR.WL.WR\n"

static void a_besieged_city_counts_more_for_fields_and_pigs_under_every_rule (void **unused) {
  (void)unused;
  static const char *const farms[] = {"per-city", "per-field-once", "per-field"};
  for (int i = 0; i < 6; i++) {
    script q = {0};
    char text[800];
    snprintf(text, sizeof text,
             BESIEGED "rule farm_scoring %s\nrule field_city_points 3\nrule pig_bonus 1\n%s", farms[i % 3],
             i >= 3 ? "stand 1 pig 0,0 field:EL.ER.SL.SR.WL.WR\n" : "");
    game g = open_game(&q, text, 1);
    assert_int_equal(feature_at(g.d, g.s, 0, 0, "field:EL.ER.SL.SR.WL.WR").points, 6);
    play_soundly(&g, "resign 2");
    SCORES(g.d, g.s, i >= 3 ? 2 * 3 + 3 * 1 : 2 * 3, 0);
    close_game(&g);
  }
}

static void a_city_that_counts_nothing_for_fields_is_no_city_to_the_farmer (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q,
                     "set base\ndraws manual\nattribute waste field_factor=0\ntile WA x2 city:N+waste "
                     "field:EL.ER.SL.SR.WL.WR~N\nstart WA "
                     "0,0 r0\nstart BA-E 0,-1 r2\nstand 1 follower 0,0 field:EL.ER.SL.SR.WL.WR\n",
                     1);
  play_soundly(&g, "resign 2");
  SCORES(g.d, g.s, 0, 0);
  close_game(&g);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Checks that captured pieces, variables, tiles shuffled in, and spans are part of a position. */
static void a_position_in_the_middle_of_a_scripts_doings_can_be_set_up (void **unused) {
  (void)unused;
  static const char head[] =
      "set base\nset traders\ndraws manual\nattribute dragon on=tile\nheld_back dragon\npiece bridge 2 "
      "role=span\n"
      "tile DR x3 @dragon field:NL.NR.EL.ER.SL.SR.WL.WR\nvariable a player size=2 initial=1\nvariable b "
      "game\nphase "
      "act "
      "turn_end\n";
  script q = {0};
  char text[1200];
  snprintf(text, sizeof text,
           "%sstart BA-D 0,0 r0\nstart BA-B 1,0 r0 E.W\nstand 1 follower 1,0 road:E.W\ncaptured 2 "
           "follower 2\nremember a 4 "
           "9\nremember b 1 -5\nshuffled dragon\nhand BA-U\n",
           head);
  game g = open_game(&q, text, 1);
  assert_int_equal(carc_state_captured(g.d, g.s, 1, 0), 2);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 1, 0), 5);
  assert_int_equal(carc_state_variable(g.d, g.s, 0, 3), 9);
  assert_int_equal(carc_state_variable(g.d, g.s, 0, 2), 1);
  assert_int_equal(carc_state_variable(g.d, g.s, 1, 0), -5);
  assert_int_equal(carc_state_span(g.d, g.s, 1), CARC_AXIS_EAST_WEST);
  assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 3) + carc_state_pieces_in_hand(g.d, g.s, 1, 3), 3);
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "road:E.W").tiles, 2);
  assert_int_equal(feature_at(g.d, g.s, 0, 0, "road:E.W").followers, 1);
  assert_sets_up_again(&g, head);
  play_soundly(&g, "place BA-U 2,0 r0; pass");
  assert_true(is_legal(g.d, g.s, "draw DR"));
  close_game(&g);
  assert_refused("set base\ncaptured 3 follower 1", 0, "captured", "no player 3");
  assert_refused("set base\ncaptured 1 follower 1", 0, "captured", "only in a game with phases");
  carc_error err = {0};
  assert_null(carc_definition_new("set base\nphase act turn_end\ncaptured 1 follower 8",
                                  &(carc_hooks){.phase = asks_nothing}, NULL, NULL, &err));
  assert_has(err.message, "captured: follower: player 1 has fewer than 8 in the supply");
  assert_refused("set base\nvariable a game\nremember a 2 5", 3, "remember", "no value with the index 2");
  assert_refused("set base\nstart BA-B 0,0 r0 E.W", 2, "lies across", "");
  assert_refused("set base\npiece bridge 1 role=span\nstart BA-U 0,0 r0 E.W", 3, "bridge", "BA-U");
  assert_refused("set base\nplayers 1\npiece bridge 0 role=span\nstart BA-B 0,0 r0 E.W", 4,
                 "no bridge is left", "");
}

/* ---- Variables of scripts -------------------------------------------------------------------- */

static int counts_in_variables (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  const carc_definition *d = carc_call_definition(call);
  carc_error err = {0};
  (void)rows;
  for (int i = 0; i < carc_definition_variables(d); i++) {
    int size = carc_variable_size(d, i),
        keys = carc_variable_scope(d, i) == CARC_SCOPE_PLAYER ? 2 * size : size;
    if (carc_variable_scope(d, i) == CARC_SCOPE_CELL) {
      assert_int_equal(carc_call_set_variable(call, i, tile, 70, NULL), CARC_OK);
      continue;
    }
    assert_int_equal(carc_call_set_variable(call, i, keys, 1, &err), CARC_ERR_INVALID);
    assert_has(err.message, carc_variable_name(d, i));
    assert_int_equal(carc_call_set_variable(call, i, keys - 1, tile, NULL), CARC_OK);
  }
  return count_call(ud, call);
}

static void a_variable_has_as_many_numbers_as_it_says_and_begins_with_what_it_says (void **unused) {
  (void)unused;
  script q = {.hooks = {.on_tile_placed = counts_in_variables}};
  game g = open_game(
      &q,
      BRIDGES "variable tokens player size=3 initial=2\nvariable game_long game initial=-7\nvariable "
              "turn_long game turn "
              "size=2 "
              "initial=9\nvariable part_long player part initial=4\nvariable cells cell initial=5\nvariable "
              "most game size=64\n"
              "start BA-D 0,0 r0\nstand 1 follower 0,0 road:E.W\nstand 1 builder 0,0 road:E.W\nhand BA-U\n",
      1);
#define VARIABLE(name, key) carc_state_variable(g.d, g.s, carc_variable_find(g.d, name), key)
  for (int key = 0; key < 6; key++) assert_int_equal(VARIABLE("tokens", key), 2);
  assert_int_equal(VARIABLE("tokens", 6), 0);
  assert_int_equal(VARIABLE("game_long", 0), -7);
  assert_int_equal(VARIABLE("cells", 50), 5);
  assert_int_equal(carc_variable_size(g.d, 0), 3);
  assert_int_equal(carc_variable_size(g.d, 1), 1);
  play_soundly(&g, "place BA-U 1,0 r0");
  assert_int_equal(VARIABLE("tokens", 5), 1);
  assert_int_equal(VARIABLE("tokens", 4), 2);
  assert_int_equal(VARIABLE("turn_long", 1), 1);
  assert_int_equal(VARIABLE("turn_long", 0), 9);
  assert_int_equal(VARIABLE("part_long", 1), 1);
  assert_int_equal(VARIABLE("most", 63), 1);
  assert_int_equal(VARIABLE("cells", 1), 70);
  play_soundly(&g, "pass; extra take");
  assert_int_equal(VARIABLE("turn_long", 1), 1);
  assert_int_equal(VARIABLE("part_long", 1), 4); /* its initial value */
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0; pass");
  assert_int_equal(VARIABLE("turn_long", 1), 9);
  assert_int_equal(VARIABLE("game_long", 0), 2);
  assert_int_equal(VARIABLE("tokens", 5), 2); /* 1 + the index of the tile */
  close_game(&g);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_script_can_deploy_what_a_player_has_where_that_piece_may_stand),
      cmocka_unit_test(a_captured_piece_is_neither_on_the_table_nor_in_hand_until_it_is_released),
      cmocka_unit_test(a_game_without_phases_holds_no_pieces),
      cmocka_unit_test(a_piece_that_moves_does_not_take_its_builder_along),
      cmocka_unit_test(a_script_hears_why_each_piece_leaves),
      cmocka_unit_test(a_script_that_scores_says_so_as_it_returns_a_piece),
      cmocka_unit_test(anybody_can_ask_whether_such_a_piece_is_on_the_table),
      cmocka_unit_test(a_script_that_snatches_a_piece_as_it_moves_makes_no_second_one_of_it),
      cmocka_unit_test(a_special_piece_occupies_nothing_and_only_scripts_put_it_down),
      cmocka_unit_test(special_pieces_and_pieces_on_spots_can_be_set_up),
      cmocka_unit_test(a_mayor_counts_as_many_as_the_city_has_pennants),
      cmocka_unit_test(a_mayor_in_a_city_without_pennants_counts_nothing),
      cmocka_unit_test(what_is_said_last_of_a_piece_counts),
      cmocka_unit_test(a_tunnel_keeps_a_road_open_until_it_is_joined),
      cmocka_unit_test(a_tunnel_that_is_undone_leaves_two_roads_which_a_position_knows),
      cmocka_unit_test(a_tunnel_that_loses_an_end_leaves_a_road_complete),
      cmocka_unit_test(both_ends_of_one_road_can_be_joined),
      cmocka_unit_test(only_two_of_a_kind_with_open_ends_are_joined),
      cmocka_unit_test(joining_extends_the_builders_road_by_the_rule_of_the_edition),
      cmocka_unit_test(a_road_that_is_closed_at_any_point_of_a_turn_is_scored),
      cmocka_unit_test(a_game_without_phases_joins_roads_too),
      cmocka_unit_test(fields_that_are_joined_are_one_field_to_the_farmer),
      cmocka_unit_test(a_part_closes_as_many_features_by_joining_as_it_says),
      cmocka_unit_test(a_wild_tile_fits_only_where_four_neighbours_are),
      cmocka_unit_test(a_wild_tile_can_be_drawn_and_closes_what_is_around_it),
      cmocka_unit_test(a_script_lays_a_tile_in_place_of_a_draw),
      cmocka_unit_test(no_more_tiles_are_laid_than_there_are),
      cmocka_unit_test(a_script_lays_one_tile_and_only_where_a_tile_is_due),
      cmocka_unit_test(what_a_wild_tile_closes_is_extended_by_the_rule_of_the_edition),
      cmocka_unit_test(players_may_lay_a_tile_each_after_the_last_turn),
      cmocka_unit_test(a_city_that_a_wild_tile_closes_on_two_sides_is_scored_once),
      cmocka_unit_test(a_wild_tile_on_the_table_at_the_start_gives_nobody_goods),
      cmocka_unit_test(many_wild_tiles_have_room_for_their_features),
      cmocka_unit_test(tiles_with_a_held_mark_stay_out_of_the_bag_until_they_are_shuffled_in),
      cmocka_unit_test(held_tiles_that_nobody_shuffles_in_are_never_drawn),
      cmocka_unit_test(a_held_tile_may_lie_on_the_table_at_the_start_but_not_in_the_hand),
      cmocka_unit_test(a_game_in_which_only_held_tiles_fit_is_over_at_once),
      cmocka_unit_test(on_a_volcano_nothing_may_be_deployed_by_the_standard_rules),
      cmocka_unit_test(a_placement_that_fits_only_with_a_bridge_is_offered_with_it),
      cmocka_unit_test(a_bridge_may_lie_on_the_neighbour_instead),
      cmocka_unit_test(who_has_no_bridge_left_is_offered_none),
      cmocka_unit_test(a_script_that_forbids_places_forbids_those_with_bridges),
      cmocka_unit_test(a_tile_that_fits_only_with_a_bridge_may_be_set_aside),
      cmocka_unit_test(a_position_may_have_a_tile_in_hand_that_fits_only_with_a_bridge),
      cmocka_unit_test(a_bridge_extends_the_builders_road_by_the_rule_of_the_edition),
      cmocka_unit_test(what_the_tile_extends_without_the_bridge_counts_under_every_rule),
      cmocka_unit_test(an_option_at_any_time_does_not_make_a_bridge_extend),
      cmocka_unit_test(a_script_can_lay_a_bridge_where_one_fits),
      cmocka_unit_test(no_bridge_lies_across_another),
      cmocka_unit_test(a_bridge_laid_while_a_tile_is_in_hand_changes_where_it_fits),
      cmocka_unit_test(a_bridge_laid_elsewhere_makes_room_for_a_tile_that_had_none),
      cmocka_unit_test(a_tile_that_has_lost_its_last_place_is_set_aside),
      cmocka_unit_test(a_hook_that_fails_after_a_bridge_leaves_the_state_byte_for_byte),
      cmocka_unit_test(an_inn_makes_each_tile_worth_more_and_nothing_if_it_is_not_finished),
      cmocka_unit_test(attributes_of_a_city_count_for_tiles_and_pennants),
      cmocka_unit_test(attributes_of_one_feature_add_up),
      cmocka_unit_test(an_attribute_may_ask_for_all_segments_of_a_feature),
      cmocka_unit_test(a_feature_may_be_one_that_is_never_complete),
      cmocka_unit_test(a_besieged_city_counts_more_for_fields_and_pigs_under_every_rule),
      cmocka_unit_test(a_city_that_counts_nothing_for_fields_is_no_city_to_the_farmer),
      cmocka_unit_test(a_position_in_the_middle_of_a_scripts_doings_can_be_set_up),
      cmocka_unit_test(a_variable_has_as_many_numbers_as_it_says_and_begins_with_what_it_says),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
