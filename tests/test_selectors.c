/*
** test_selectors.c: tests selectors and filters: which items they match, which are refused, and the
** statements that use them.
*/
#include "script.h"

/*
** A position with many pieces: two knights in a city, a thief and a builder on a road, a monk, and
** a piece on a tower.
*/
#define CROWD                                                                                            \
  "set base\ndraws manual\nplayers 3\npiece builder 1\nattribute tower on=tile\nattribute inn\n"         \
  "piece knight 1 on=city,spot\nvariable coins player\nvariable debt game\nvariable who game\nvariable " \
  "worth cell\n"                                                                                         \
  "variable mark segment\nvariable pot feature\nvariable lair game type=tile\nvariable post game "       \
  "type=segment\n"                                                                                       \
  "variable home player type=tile\n"                                                                     \
  "tile T x3 @tower road:E.W spot field:NL.NR.EL.WR field:ER.SL.SR.WL\n"                                 \
  "tile I x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL\n"                                         \
  "start BA-D 0,0 r0\nstart T 1,0 r0\nstart T 2,0 r0\nstart BA-B 0,1 r0\n"                               \
  "stand 1 follower 0,0 city:N\nstand 2 knight 0,0 city:N\nstand 1 follower 1,0 road:E.W\n"              \
  "stand 1 builder 2,0 road:E.W\nstand 3 follower 0,1 monastery\nstand 3 follower 1,0 spot\n"

/* ---- Selectors ------------------------------------------------------------------------------- */

/* Writes an item and all of its fields. */
static void put_found (const carc_definition *d, const carc_state *s, const carc_found *f, char *out,
                       size_t room) {
  size_t n = 0;
  bool on_tile = f->tile >= 0, placed = on_tile || f->player < 0 || f->x != 0 || f->y != 0;
  if (f->piece >= 0)
    n += (size_t)snprintf(out + n, room - n, "%d %s ", f->player + 1, carc_piece_name(d, f->piece));
  if (f->segment >= 0) {
    carc_tile t = carc_state_tile(d, s, f->tile);
    carc_segment segment = carc_type_segment(d, t.type, t.rotation, f->segment);
    n += (size_t)snprintf(out + n, room - n, "%s ", carc_kind_name(segment.kind));
  }
  if (f->number >= 0) n += (size_t)snprintf(out + n, room - n, "#%d ", f->number);
  if (placed) snprintf(out + n, room - n, "@%d,%d", f->x, f->y);
}

enum { MOST_FOUND = 40 };

/* All items that a selector finds, separated by `; `. Players are written as their numbers. */
static const char *found (const game *g, const char *text) {
  static char out[3000];
  carc_found all[MOST_FOUND];
  bool players = strncmp(text, "players", 7) == 0;
  out[0] = '\0';
  int n = find_all(g->d, g->s, NULL, text, all, MOST_FOUND);
  assert_true(n <= MOST_FOUND);
  for (int i = 0; i < n; i++) {
    char one[100] = "";
    if (players) snprintf(one, sizeof one, "%d", all[i].player + 1);
    if (!players) put_found(g->d, g->s, &all[i], one, sizeof one);
    size_t used = strlen(out);
    snprintf(out + used, sizeof out - used, "%s%s", i > 0 ? "; " : "", one);
  }
  return out;
}

static void check_found (const game *g, const char *const (*rows)[2], size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(found(g, rows[i][0]), rows[i][1]) != 0)
      fail_msg("%s finds\n  %s\ninstead of\n  %s", rows[i][0], found(g, rows[i][0]), rows[i][1]);
}
#define CHECK_FOUND(g, rows) check_found(g, rows, sizeof rows / sizeof *rows)

#define REMEMBERED                                                                 \
  "remember coins 2 3\nremember coins 3 -1\nremember debt 1 2\nremember who 1 3\n" \
  "remember worth 2 5\nremember lair 1 2\nremember home 1 4\n"

static void things_are_found_in_their_order (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROWD "turn 2\n", 1);
  static const char *const rows[][2] = {
      {"players", "2; 3; 1"},
      {"tiles", "@0,0; @1,0; @2,0; @0,1"},
      {"cells", "@0,-1; @1,-1; @2,-1; @-1,0; @3,0; @-1,1; @1,1; @2,1; @0,2"},
      {"segments(at=@0,1)", "monastery @0,1; field @0,1"},
      {"features(kind=road,city)", "road @0,0; city @0,0"},
      {"pieces", "1 follower city @0,0; 2 knight city @0,0; 1 follower road @1,0; 1 builder road @2,0; "
                 "3 follower monastery @0,1; 3 follower spot @1,0"},
      {"axes(at=@2,0)", "#1 @2,0; #2 @2,0"},
      {"corners", ""},
      {"cells()", "@0,-1; @1,-1; @2,-1; @-1,0; @3,0; @-1,1; @1,1; @2,1; @0,2"},
  };
  CHECK_FOUND(&g, rows);
  close_game(&g);
}

static void a_corner_is_where_four_tiles_meet_and_all_are_field (void **unused) {
  (void)unused;
  script q = {0};
  game g =
      open_game(&q,
                "tile F x4 field:NL.NR.EL.ER.SL.SR.WL.WR\nset base\ndraws manual\nstart F 0,0 r0\nstart F "
                "1,0 r0\nstart F 0,1 r0\nstart F 1,1 r0\n",
                1);
  static const char *const rows[][2] = {
      {"corners", "field #1 @0,0; field #2 @1,0; field #0 @0,1; field #3 @1,1"},
      {"corners(at=last_placed)", "field #3 @1,1"},
      {"corners(can_deploy=follower;at=@0,0)", "1 follower field #1 @0,0"},
  };
  CHECK_FOUND(&g, rows);
  close_game(&g);
}

/*
** A position: a road leads from a city to a crossing, and a farmer is beside the city. The
** crossing's other roads are open.
*/
static void a_road_has_ends_that_run_into_something_or_are_open (void **unused) {
  (void)unused;
  script q = {0};
  game g =
      open_game(&q, "set base\nset traders\nstart TB-A 0,0 r0\nstart BA-U 1,0 r0\nstart BA-L 2,0 r0\n", 1);
  static const char *const rows[][2] = {
      {"ends", "road @0,0; road @2,0; road #1 @2,0; road @2,0; road #2 @2,0; road @2,0"},
      {"ends(open=yes)", "road #1 @2,0; road #2 @2,0"},
      {"ends(into=(kind=city))", "road @0,0"},
      {"ends(feature=(complete=yes);open=no)", "road @0,0; road @2,0"},
      {"features(kind=road;has=ends(into=(kind=city)))", "road @0,0"},
      {"features(kind=road;has=ends(min=3))", ""}};
  CHECK_FOUND(&g, rows);
  int id = carc_state_feature_id(g.d, g.s, 1, 0);
  carc_road_end ends[2] = {{0}};
  assert_int_equal(2, carc_state_feature_ends(g.d, g.s, id, NULL, 0));
  assert_int_equal(2, carc_state_feature_ends(g.d, g.s, id, ends, 2));
  assert_int_equal(0, ends[0].tile);
  assert_int_equal(-1, ends[0].side);
  assert_int_equal(0, ends[0].into_tile);
  assert_int_equal(CARC_KIND_CITY, carc_type_segment(g.d, carc_state_tile(g.d, g.s, 0).type, 0, 0).kind);
  assert_int_equal(1, ends[0].into);
  assert_int_equal(2, ends[1].into_tile);
  carc_road_end open = carc_state_road_end(g.d, g.s, 2, ends[1].segment == 0 ? 1 : 0, 1);
  assert_int_equal(-1, open.into_tile);
  assert_int_equal(0, open.into);
  carc_found none = {
      .tile = 2, .segment = ends[1].segment, .x = 2, .player = -1, .piece = -1, .token = -1, .owner = -1};
  carc_selector *filter = carc_selector_new(g.d, 0, "(open=yes)", true, NULL);
  bool passes = true;
  carc_error err;
  assert_int_equal(CARC_ERR_INVALID,
                   carc_state_matches(g.s, NULL, filter, &none, CARC_QUERY_ITEM_ENDS, &passes, &err));
  carc_selector_free(filter);
  close_game(&g);
}

static void a_copy_of_a_selector_finds_the_same_and_outlives_it (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROWD, 1);
  carc_selector *what = selector_of(g.d, "tiles(variable=debt:..5;any=(kind=city),(kind=road))");
  size_t size = carc_selector_copy(what, NULL, 0);
  carc_selector *copy = malloc(size);
  assert_non_null(copy);
  assert_int_equal(size, carc_selector_copy(what, copy, size));
  int n, again;
  assert_int_equal(carc_state_find(g.s, NULL, what, NULL, 0, &n, NULL), CARC_OK);
  assert_true(n > 0);
  carc_selector_free(what);
  assert_int_equal(carc_state_find(g.s, NULL, copy, NULL, 0, &again, NULL), CARC_OK);
  assert_int_equal(n, again);
  free(copy);
  close_game(&g);
}

static void each_key_says_something_of_what_is_found (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROWD REMEMBERED, 1);
  static const char *const rows[][2] = {
      {"tiles(kind=monastery,city)", "@0,0; @0,1"},
      {"tiles(attribute=tower)", "@1,0; @2,0"},
      {"tiles(attribute=inn)", ""},
      {"tiles(attribute=pennant)", ""},
      {"tiles(id=T)", "@1,0; @2,0"},
      {"pieces(piece=knight,builder)", "2 knight city @0,0; 1 builder road @2,0"},
      {"pieces(follower=no)", "1 builder road @2,0"},
      {"pieces(player=turn_player;kind=city)", "1 follower city @0,0"},
      {"pieces(player=others;follower=yes;kind=city,spot)", "2 knight city @0,0; 3 follower spot @1,0"},
      {"pieces(player=2)", "2 knight city @0,0"},
      {"pieces(player=who)", "3 follower monastery @0,1; 3 follower spot @1,0"},
      {"pieces(player=(variable=coins:1..))", "2 knight city @0,0"},
      {"pieces(kind=city;player=majority)", "1 follower city @0,0; 2 knight city @0,0"},
      {"pieces(complete=yes)", ""},
      {"pieces(complete=no;kind=road)", "1 follower road @1,0; 1 builder road @2,0"},
      {"players(hand=knight)", "1; 3"},
      {"players(variable=coins)", "2; 3"},
      {"players(variable=coins:3)", "2"},
      {"players(variable=coins:..0)", "1; 3"},
      {"players(variable=coins:debt..)", "2"},
      {"players(variable=coins:-1..2)", "1; 3"},
      {"players(variable=coins,debt)", "1; 2; 3"},
      {"players(variable=coins;variable=debt:2)", "2; 3"},
      {"players(variable=coins;variable=debt:3)", ""},
      {"players(highest=coins)", "2"},
      {"players(highest=points)", ""},
      {"players(has=pieces(follower=no))", "1"},
      {"players(has_no=pieces(kind=monastery))", "1; 2"},
      {"tiles(variable=worth)", "@1,0"},
      {"features(variable=worth:5;kind=road)", "road @0,0"},
      {"tiles(at=last_placed)", "@0,1"},
      {"tiles(at=@1,0)", "@1,0"},
      {"tiles(at=@5,5)", ""},
      {"cells(adjacent_to=@2,0)", "@2,-1; @3,0; @2,1"},
      {"tiles(around=@1,0)", "@0,0; @1,0; @2,0; @0,1"},
      {"tiles(around=@2,0;within=2)", "@0,0; @1,0; @2,0; @0,1"},
      {"tiles(around=@2,0;within=0)", "@2,0"},
      {"tiles(around=@-2,0;within=2)", "@0,0; @0,1"},
      {"tiles(around=@0,-200;within=199)", ""},
      {"tiles(around=@0,-200;within=200)", "@0,0; @1,0; @2,0"},
      {"tiles(around=@0,0;within=debt)", "@0,0; @1,0; @2,0; @0,1"},
      {"cells(around=@3,0;within=1)", "@2,-1; @3,0; @2,1"},
      {"pieces(around=@0,0;within=2;piece=builder)", "1 builder road @2,0"},
      {"pieces(around=@0,0;piece=builder)", ""},
      {"tiles(adjacent_to=@0,0)", "@1,0; @0,1"},
      {"tiles(in_line_with=@0,0)", "@0,0; @1,0; @2,0; @0,1"},
      {"tiles(in_line_with=@0,0;within=1)", "@0,0; @1,0; @0,1"},
      {"cells(in_line_with=@0,0;within=gap)", "@0,-1; @-1,0; @3,0; @0,2"},
      {"cells(at=@2,1)", "@2,1"},
      {"tiles(in_line_with=@2,0;within=gap)", "@0,0; @1,0; @2,0"},
      {"tiles(in_line_with=@0,0;within=debt)", "@0,0; @1,0; @2,0; @0,1"},
      {"pieces(feature=@0,0/1)", "1 follower road @1,0; 1 builder road @2,0"},
      {"features(borders=(kind=city))", "field @0,0"},
      {"features(borders=features(kind=field))", "city @0,0"},
      {"tiles(has=pieces(min=2))", "@0,0; @1,0"},
      {"tiles(has=pieces(max=1))", "@2,0; @0,1"},
      {"tiles(has_no=pieces)", ""},
      {"tiles(adjacent_to=tiles(min=2))", "@0,0; @1,0"},
      {"tiles(adjacent_to=tiles(attribute=tower))", "@0,0; @1,0; @2,0"},
      {"tiles(except=(attribute=tower),(kind=city))", "@0,1"},
      {"tiles(all=(attribute=tower),(has=pieces(kind=spot)))", "@1,0"},
      {"tiles(any=(kind=city),(kind=monastery))", "@0,0; @0,1"},
      {"segments(can_deploy=knight)", ""}, /* spots match only if the selector names kinds */
      {"segments(can_deploy=knight;kind=spot)", "1 knight spot @2,0"},
      {"segments(can_deploy=followers;kind=spot)", "1 follower spot @2,0"},
      {"cells(can_place=I)", "@1,-1; @2,-1; @-1,0; @3,0; @-1,1; @2,1; @0,2"},
      /* cells that are neither beside the city nor between the tiles */
      {"cells(can_place=BA-B;adjacent_to=@0,1)", "@-1,1; @1,1; @0,2"},
  };
  CHECK_FOUND(&g, rows);
  close_game(&g);
}

static void a_name_with_a_question_mark_need_not_be_in_the_game (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROWD, 1);
  static const char *const rows[][2] = {
      {"pieces(piece=wagon?)", ""},      {"pieces(piece=wagon?,knight)", "2 knight city @0,0"},
      {"tiles(attribute=volcano?)", ""}, {"tiles(id=XX-A?)", ""},
      {"tiles(at=dragon?)", ""},         {"tiles(except=(at=dragon?);kind=city)", "@0,0"},
      {"players(variable=gold?)", ""},   {"players(variable=gold?,debt?)", ""},
      {"players(highest=gold?)", ""},    {"pieces(player=nobody?)", ""},
      {"cells(can_place=XX-A?)", ""},
  };
  CHECK_FOUND(&g, rows);
  close_game(&g);
}

static void a_variable_may_hold_a_place (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"tiles(at=lair)", "@1,0"},
      {"pieces(at=lair)", "1 follower road @1,0; 3 follower spot @1,0"},
      {"cells(adjacent_to=lair)", "@1,-1; @1,1"},
      {"pieces(at=post)", ""}, /* no piece is there */
      {"tiles(except=(at=post);kind=city)", "@0,0"},
      {"tiles(at=home)", "@0,1"}, /* the home of the player whose turn it is */
  };
  script q = {0};
  game g = open_game(&q, CROWD REMEMBERED, 1);
  CHECK_FOUND(&g, rows);
  assert_int_equal(carc_variable_holding(g.d, carc_variable_find(g.d, "lair")), CARC_HOLDING_TILE);
  assert_int_equal(carc_variable_holding(g.d, carc_variable_find(g.d, "post")), CARC_HOLDING_SEGMENT);
  assert_int_equal(carc_variable_holding(g.d, carc_variable_find(g.d, "debt")), CARC_HOLDING_NUMBER);
  close_game(&g);
  char text[3000];
  snprintf(text, sizeof text, CROWD "remember post 1 %d\n", 1 + 1 * CARC_MAX_SEGMENTS + 1);
  g = open_game(&q, text, 1);
  static const char *const on_the_spot[][2] = {{"pieces(at=post)", "3 follower spot @1,0"},
                                               {"segments(at=post)", "spot @1,0"},
                                               {"pieces(feature=post)", "3 follower spot @1,0"},
                                               {"tiles(adjacent_to=post)", "@0,0; @2,0"},
                                               {"tiles(at=home)", ""}};
  CHECK_FOUND(&g, on_the_spot);
  close_game(&g);
}

static void a_variable_that_holds_no_place_on_the_board_refers_to_nothing (void **unused) {
  (void)unused;
  static const char *const remembered[] = {"remember post 1 16\nremember lair 1 65537\n",
                                           "remember post 1 1048577\nremember lair 1 5\n"};
  static const char *const rows[][2] = {{"segments(at=post)", ""},
                                        {"pieces(feature=post)", ""},
                                        {"features(at=post)", ""},
                                        {"tiles(at=lair)", ""},
                                        {"cells(adjacent_to=lair)", ""}};
  for (int i = 0; i < 2; i++) {
    char text[3000];
    script q = {0};
    snprintf(text, sizeof text, "%s%s", CROWD, remembered[i]);
    game g = open_game(&q, text, 1);
    CHECK_FOUND(&g, rows);
    close_game(&g);
  }
}

static void no_more_is_written_than_there_is_room_for (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROWD, 1);
  carc_found two[3] = {{0}};
  two[2].tile = 77;
  assert_int_equal(find_all(g.d, g.s, NULL, "pieces", two, 2), 6);
  assert_int_equal(two[1].player, 1);
  assert_int_equal(two[2].tile, 77);
  assert_int_equal(count_found(g.d, g.s, "pieces"), 6);
  close_game(&g);
}

/* ---- Filters --------------------------------------------------------------------------------- */

static const carc_found nothing_said = {
    .tile = -1, .segment = -1, .player = -1, .piece = -1, .number = -1, .token = -1, .owner = -1};

static void a_filter_says_whether_a_thing_passes (void **unused) {
  (void)unused;
  static const struct {
    carc_query_item_kind is;
    int tile, segment, player, piece, x, y;
    const char *filter;
    bool passes;
  } rows[] = {
      {CARC_QUERY_ITEM_TILES, 1, -1, -1, -1, 0, 0, "(attribute=tower)", true},
      {CARC_QUERY_ITEM_TILES, 0, -1, -1, -1, 0, 0, "(attribute=tower)", false},
      {CARC_QUERY_ITEM_TILES, 1, -1, -1, -1, 0, 0, "()", true},
      {CARC_QUERY_ITEM_TILES, 1, -1, -1, -1, 0, 0, "(has=pieces(kind=spot))", true},
      {CARC_QUERY_ITEM_SEGMENTS, 1, 1, -1, -1, 0, 0, "(kind=spot)", true},
      {CARC_QUERY_ITEM_SEGMENTS, 1, 0, -1, -1, 0, 0, "(kind=spot)", false},
      {CARC_QUERY_ITEM_FEATURES, 0, 0, -1, -1, 0, 0, "(has=pieces(piece=builder))", true},
      {CARC_QUERY_ITEM_SEGMENTS, 0, 0, -1, -1, 0, 0, "(has=pieces(piece=builder))", false},
      {CARC_QUERY_ITEM_PIECES, 1, 0, 0, 0, 0, 0, "(player=turn_player;follower=yes;kind=road)", true},
      {CARC_QUERY_ITEM_PIECES, 1, 0, 2, 0, 0, 0, "(player=turn_player)", false},
      {CARC_QUERY_ITEM_PLAYERS, -1, -1, 1, -1, 0, 0, "(variable=coins)", true},
      {CARC_QUERY_ITEM_PLAYERS, -1, -1, 0, -1, 0, 0, "(variable=coins)", false},
      {CARC_QUERY_ITEM_PLAYERS, -1, -1, -1, -1, 0, 0, "(player=turn_player)", true},
      {CARC_QUERY_ITEM_CELLS, -1, -1, -1, -1, 1, 1, "(adjacent_to=(attribute=tower))", true},
      {CARC_QUERY_ITEM_CELLS, -1, -1, -1, -1, 0, 2, "(adjacent_to=(attribute=tower))", false},
  };
  script q = {0};
  game g = open_game(&q, CROWD REMEMBERED, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carc_found what = {.tile = rows[i].tile,
                       .segment = rows[i].segment,
                       .x = rows[i].x,
                       .y = rows[i].y,
                       .player = rows[i].player,
                       .piece = rows[i].piece,
                       .number = -1,
                       .token = -1,
                       .owner = -1};
    bool passes = !rows[i].passes;
    carc_error err = {0};
    carc_selector *filter = selector_of(g.d, rows[i].filter);
    assert_int_equal(carc_state_matches(g.s, NULL, filter, &what, rows[i].is, &passes, &err), CARC_OK);
    carc_selector_free(filter);
    if (passes != rows[i].passes) fail_msg("%s: %d", rows[i].filter, passes);
  }
  close_game(&g);
}

static void a_filter_of_what_is_not_there_is_refused (void **unused) {
  (void)unused;
  static const struct {
    carc_query_item_kind is;
    int tile, segment, player, piece;
  } rows[] = {
      {CARC_QUERY_ITEM_TILES, 4, -1, -1, -1},    {CARC_QUERY_ITEM_TILES, -2, -1, -1, -1},
      {CARC_QUERY_ITEM_TILES, -1, -1, -1, -1},   {CARC_QUERY_ITEM_SEGMENTS, 0, 16, -1, -1},
      {CARC_QUERY_ITEM_SEGMENTS, 0, -1, -1, -1}, {CARC_QUERY_ITEM_PIECES, 0, 0, 3, 0},
      {CARC_QUERY_ITEM_PIECES, 0, 0, 0, 9},      {CARC_QUERY_ITEM_COUNT, 0, 0, 0, 0},
      {CARC_QUERY_ITEM_CELLS, -1, 0, -1, -1},    {CARC_QUERY_ITEM_PLAYERS, -1, -1, -2, -1},
  };
  script q = {0};
  game g = open_game(&q, CROWD, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carc_found what = {.tile = rows[i].tile,
                       .segment = rows[i].segment,
                       .player = rows[i].player,
                       .piece = rows[i].piece,
                       .number = -1,
                       .token = -1,
                       .owner = -1};
    bool passes = true;
    carc_error err = {0};
    carc_selector *filter = selector_of(g.d, "(kind=city)");
    assert_int_equal(carc_state_matches(g.s, NULL, filter, &what, rows[i].is, &passes, &err),
                     CARC_ERR_INVALID);
    carc_selector_free(filter);
    assert_has(err.message, "does not exist");
    assert_true(passes);
  }
  close_game(&g);
}

/* ---- The subject `this` ---------------------------------------------------------------------- */

static int finds_this (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  script *q = ud;
  carc_found out = nothing_said;
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  (void)rows;
  q->n = find_all(d, s, call, "tiles(at=this)", &out, 1);
  assert_int_equal(out.tile, tile);
  return 0;
}

static int finds_what_is_scored (void *ud, carc_call *call, const carc_scoring *what,
                                 const carc_row_set *rows) {
  script *q = ud;
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  (void)what;
  (void)rows;
  q->tile = find_all(d, s, NULL, "pieces(feature=this)", NULL, 0);
  q->n += 10 * find_all(d, s, call, "pieces(feature=this)", NULL, 0);
  return 0;
}

static void this_is_what_the_hook_is_about (void **unused) {
  (void)unused;
  script q = {.hooks = {.on_tile_placed = finds_this, .on_feature_scored = finds_what_is_scored}};
  game g =
      open_game(&q, "set base\ndraws manual\nstart BA-D 0,0 r0\nstand 1 follower 0,0 city:N\nhand BA-E\n", 1);
  play(g.d, g.s, "place BA-E 0,-1 r2");
  assert_int_equal(q.n, 1);
  play(g.d, g.s, "pass");
  assert_int_equal(q.n, 11);   /* the knight in the city */
  assert_int_equal(q.tile, 1); /* no hook runs, so the features of the last tile count */
  close_game(&g);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static const char *const wrong_texts[][2] = {
    /* errors in the form of a selector */
    {"", "expected the kind of items first, as in { \"pieces\", follower = true }"},
    {"(kind=city)", "expected the kind of items first"},
    {"tile", "no kind of item is named 'tile' (did you mean tiles?)"},
    {"dragons(kind=city)", "no kind of item is named 'dragons'"},
    {"tiles(kind=city", "a bracket is not closed"},
    {"tiles(", "a bracket is not closed"},
    {"tiles(has=pieces(kind=city)", "a bracket is not closed"},
    {"tiles(kind=city))", "unexpected text after the closing bracket"},
    {"tiles(kind=city)x", "unexpected text after the closing bracket"},
    {"tiles(around=(kind=city)(kind=road))", "around: unexpected text after the closing bracket"},
    {"tiles pieces", "expected a selector in one word, but found 'pieces' after it"},
    /* keys */
    {"tiles(knd=city)", "knd: unknown key (did you mean kind?)"},
    {"players(knd=city)", "knd: unknown key"},
    {"tiles(has=pieces(folower=yes))", "has.folower: unknown key (did you mean follower?)"},
    {"tiles(xyzzy=1)", "xyzzy: unknown key"},
    {"cells(kind=city)", "kind: cells do not have this key"},
    {"players(complete=yes)", "complete: players do not have this key"},
    {"tiles(has=cells(kind=city))", "has.kind: cells do not have this key"},
    {"tiles(except=(highest=debt))", "except.highest: filters do not have this key"},
    {"tiles(except=(min=2))", "except.min: filters do not have this key"},
    {"tiles(if=pieces)", "if: tiles do not have this key"},
    {"tiles(kind=city;kind=road)", "kind: the key is repeated"},
    {"tiles(within=2)", "within requires `around` or `in_line_with`"},
    {"tiles(adjacent_to=this;within=2)", "within requires `around` or `in_line_with`"},
    {"tiles(around=this;within=gap)",
     "within: gap requires `in_line_with`; with `around`, expected a number"},
    {"tiles(around=this;within=near)", "within: the game declares no variable 'near'"},
    /* values */
    {"tiles(kind=cty)", "kind: no kind of segment is named 'cty' (did you mean city?)"},
    {"pieces(follower=maybe)", "follower: expected yes or no, got maybe"},
    {"tiles(attribute=towr)", "attribute: the game has no attribute 'towr' (did you mean tower?)"},
    {"pieces(piece=knigt)", "piece: the game has no piece 'knigt' (did you mean knight?)"},
    {"players(hand=wagon)", "hand: the game has no piece 'wagon'"},
    {"tiles(id=XX-A)", "id: the game has no tile 'XX-A'"},
    {"cells(can_place=XX-A)", "can_place: the game has no tile 'XX-A'"},
    {"segments(can_deploy=wagon)", "can_deploy: the game has no piece 'wagon'"},
    {"players(variable=coin)", "variable: the game declares no variable 'coin' (did you mean coins?)"},
    {"players(variable=coins:x)", "variable: the game declares no variable 'x'"},
    {"players(variable=coins:1..coins)",
     "variable: expected a number or a variable of the game, got 'coins'"},
    {"players(highest=coin)", "highest: the game declares no variable 'coin' (did you mean coins?)"},
    {"tiles(has=pieces(min=few))", "has.min: the game declares no variable 'few'"},
    {"pieces(player=7)", "player: expected a player from 1 to 6, got 7"},
    {"pieces(player=0)", "player: expected a player from 1 to 6, got 0"},
    {"pieces(player=coins)", "a variable of the game with one number, got coins"},
    {"pieces(player=me)", "player: expected turn_player, others, asked, majority, a number, a filter, a "
                          "token or a variable of the game; the game declares no variable 'me'"},
    {"tiles(at=debt)", "at: 'debt' does not hold a place; expected a variable of the game or of players that "
                       "is declared with a `type`"},
    {"tiles(at=worth)", "at: 'worth' does not hold a place"},
    {"tiles(at=dragon)", "at: the game has no place 'dragon'"},
    {"tiles(at=players)", "at: expected items on the board, got players"},
    {"tiles(at=@1)", "at: '@1' is not a place; expected @X,Y"},
    {"tiles(at=@1,0/0)", "at: '@1,0/0' is not a place; expected @X,Y"},
    {"tiles(at=@1,0/17)", "at: '@1,0/17' is not a place; expected @X,Y"},
    {"tiles(all=tiles(kind=city))", "all: expected a filter without a kind of items, got tiles"},
    {"tiles(has=(kind=city))", "has: expected the kind of items first"},
};

static void a_selector_that_means_nothing_is_refused_and_says_why (void **unused) {
  (void)unused;
  script q = {0};
  game g = open_game(&q, CROWD, 1);
  for (size_t i = 0; i < sizeof wrong_texts / sizeof *wrong_texts; i++) {
    carc_error err = {0};
    carc_selector *made = carc_selector_new(g.d, 0, wrong_texts[i][0], false, &err);
    if (made != NULL || err.code != CARC_ERR_INVALID || strstr(err.message, wrong_texts[i][1]) == NULL ||
        err.message[0] == ':')
      fail_msg("%s: '%s' instead of '%s'", wrong_texts[i][0], err.message, wrong_texts[i][1]);
  }
  close_game(&g);
}

/* ---- Areas ----------------------------------------------------------------------------------- */

static void an_area_is_found_by_its_name_and_has_a_first_place (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {{"segments(at=way)", "spot @1,0; spot @2,0"},
                                        {"pieces(at=way)", "3 follower spot @1,0"},
                                        {"tiles(adjacent_to=way)", "@0,0; @1,0; @2,0"},
                                        {"cells(adjacent_to=court)", "@-1,1; @1,1; @0,2"}};
  script q = {0};
  game g = open_game(
      &q, CROWD "area way segments=(kind=spot;attribute=tower)\narea court segments=monastery\n", 1);
  int tile = -1, segment = -1, way = carc_area_find(g.d, "way"), court = carc_area_find(g.d, "court");
  CHECK_FOUND(&g, rows);
  assert_int_equal(2, carc_definition_areas(g.d));
  assert_string_equal("way", carc_area_name(g.d, way));
  assert_int_equal(-1, carc_area_find(g.d, "weg"));
  assert_true(carc_state_area_place(g.d, g.s, way, -1, &tile, &segment));
  assert_int_equal(1, tile);
  assert_true(carc_state_in_area(g.d, g.s, way, tile, segment));
  assert_true(carc_state_in_area(g.d, g.s, court, 3, -1));
  assert_false(carc_state_in_area(g.d, g.s, court, tile, -1));
  assert_false(carc_state_area_place(g.d, g.s, court, carc_piece_find(g.d, "knight"), &tile, &segment));
  close_game(&g);
  assert_refused("set base\narea way", 2, "area way: segments is missing", "");
  assert_refused("set base\narea way segments=rod", 2, "no kind of segment is named 'rod'",
                 "did you mean road?");
}

/*
** Checks that a filter in a definition is refused, and that the message names the statement and the
** line.
*/
static void a_filter_in_a_definition_is_refused_with_its_line_and_place (void **unused) {
  (void)unused;
  assert_refused("set base\ncondition points 0 (all=(knd=city))", 2, "points: when.all.knd: unknown key",
                 "did you mean kind?");
  assert_refused("set base\nforbidden_deployment (kind=cty)", 2, "forbidden_deployment.kind",
                 "did you mean city?");
  assert_refused("set base\nforbidden_deployment", 2, "forbidden_deployment: filter is missing",
                 "a filter, as in (kind=city)");
  assert_refused("set base\nphase wish deployment when=", 2, "phase wish: when: expected a filter", "");
  assert_refused("set base\ncondition allow_placement 3", 2, "allow_placement: when is missing",
                 "a filter, as in (kind=city)");
  assert_refused("set base\ncondition points 0 (kind=city", 2, "points: when: a bracket is not closed", "");
}

/* Nests PART n times, each inside the last bracket, and closes the brackets. */
static const char *nest (const char *first, const char *part, int n) {
  static char out[3000];
  snprintf(out, sizeof out, "%s", first);
  for (int i = 0; i < n; i++) strcat(out, part);
  for (int i = 0; i < n; i++) strcat(out, ")");
  return out;
}

static void selectors_are_nested_eight_deep_and_no_deeper (void **unused) {
  (void)unused;
  char text[3100];
  snprintf(text, sizeof text, "set base\nforbidden_deployment (%s)", nest("", "all=(", 8));
  carc_definition_free(define(text));
  snprintf(text, sizeof text, "set base\nforbidden_deployment (%s)", nest("", "all=(", 9));
  assert_refused(text, 2, "forbidden_deployment.all.all.all.all.all.all.all.all.all",
                 "selectors are nested more than 8 deep");
}

/* Writes FIRST, then PART n times, but without the last comma, and then `)`. */
static const char *repeat (const char *first, const char *part, int n) {
  static char out[20000];
  size_t used = (size_t)snprintf(out, sizeof out, "%s", first);
  for (int i = 0; i < n; i++) used += (size_t)snprintf(out + used, sizeof out - used, "%s,", part);
  assert_true(used < sizeof out);
  out[used - 1] = ')';
  return out;
}

/* Writes a definition with statements that have 100 selectors each. */
static void more_selectors_than_there_is_room_for_are_refused (void **unused) {
  (void)unused;
  static const struct {
    const char *first, *part, *message;
    int full; /* number of statements that fit; the last has `most` selectors */
  } rows[] = {{"forbidden_deployment (any=", "()", "forbidden_deployment.any: more than 500 selectors", 4},
              {"forbidden_deployment (variable=", "debt",
               "forbidden_deployment.variable: more than 500 conditions of this kind", 5}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, "variable debt game\nset base\n");
    for (int n = 0; n < rows[i].full; n++)
      used +=
          (size_t)snprintf(text + used, sizeof text - used, "%s\n", repeat(rows[i].first, rows[i].part, 100));
    carc_definition_free(define(text));
    snprintf(text + used, sizeof text - used, "%s\n", repeat(rows[i].first, rows[i].part, 100));
    assert_refused(text, 3 + rows[i].full, rows[i].message, "");
  }
}

static void a_script_has_room_for_one_selector_of_some_parts (void **unused) {
  (void)unused;
  static const struct {
    const char *first, *part, *message;
    int most;
  } rows[] = {{"tiles(any=", "()", "any: more than 24 selectors", 23},
              {"tiles(variable=", "debt", "variable: more than 24 conditions of this kind", 24}};
  script q = {0};
  game g = open_game(&q, CROWD, 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carc_error err = {0};
    carc_selector_free(selector_of(g.d, repeat(rows[i].first, rows[i].part, rows[i].most)));
    assert_null(
        carc_selector_new(g.d, 0, repeat(rows[i].first, rows[i].part, rows[i].most + 1), false, &err));
    assert_has(err.message, rows[i].message);
  }
  char text[3000] = "tiles(at=last_placed";
  for (int i = 1; i < 33; i++) strcat(text, ";at=last_placed");
  strcat(text, ")");
  carc_error err = {0};
  assert_null(carc_selector_new(g.d, 0, text, false, &err));
  assert_has(err.message, "at: more than 32 relations");
  close_game(&g);
}

/* ---- Forbidden placements -------------------------------------------------------------------- */

static void assert_places (const char *statements, const char *legal, const char *not_legal) {
  char text[600];
  snprintf(text, sizeof text,
           "tile F x1 field:NL.NR.EL.ER.SL.SR.WL.WR\nset base\ndraws manual\nstart BA-B 0,0 r0\nstart BA-B "
           "1,0 r0\nstart F 2,0 r0\n%s\nhand BA-B\n",
           statements);
  carc_definition *d = define(text);
  carc_state *s = begin(d, 1);
  for (int i = 0; i < 2; i++) {
    char moves[200];
    snprintf(moves, sizeof moves, "%s", i == 0 ? legal : not_legal);
    for (char *move = strtok(moves, ";"); move != NULL; move = strtok(NULL, ";"))
      if (is_legal(d, s, move) != (i == 0)) fail_msg("%s: %s", statements, move);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void tiles_that_never_lie_so_are_not_placed_so (void **unused) {
  (void)unused;
  static const char all[] = "place BA-B 0,1 r0;place BA-B 2,1 r0;place BA-B 3,0 r0";
  assert_places("", all, "");
  assert_places("forbidden_placement tiles(kind=monastery;adjacent_to=tiles(kind=monastery))",
                "place BA-B 2,1 r0;place BA-B 3,0 r0", "place BA-B 0,1 r0");
  /* at 0,1 the tile would be the second monastery beside 0,0 */
  assert_places("forbidden_placement tiles(kind=monastery;adjacent_to=tiles(kind=monastery;min=2))",
                "place BA-B 2,1 r0;place BA-B 3,0 r0", "place BA-B 0,1 r0");
  assert_places("forbidden_placement tiles(kind=monastery;adjacent_to=tiles(kind=monastery;min=3))", all, "");
  /* `around` counts the tile itself, so each of these tiles has two around it */
  assert_places("forbidden_placement tiles(kind=monastery;around=tiles(kind=monastery;min=3))",
                "place BA-B 3,0 r0", "place BA-B 0,1 r0;place BA-B 2,1 r0");
  assert_places("forbidden_placement tiles(kind=monastery;around=tiles(kind=monastery;min=4))", all, "");
  assert_places("forbidden_placement tiles(id=BA-A;around=tiles(kind=monastery))", all, "");
  assert_places("forbidden_placement tiles(id=BA-B;adjacent_to=tiles(id=F))", "place BA-B 0,1 r0",
                "place BA-B 2,1 r0;place BA-B 3,0 r0");
  assert_places("forbidden_placement tiles(attribute=volcano?;adjacent_to=tiles)", all, "");
}

static void what_never_can_say_is_refused_otherwise (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"forbidden_placement", "selector is missing"},
      {"forbidden_placement (piece=pig)", "piece: `this` is a tile here, and tiles never have this key"},
      {"forbidden_placement tiles", "other printed tiles are around or beside them"},
      {"forbidden_placement pieces(around=tiles)", "expected printed tiles"},
      {"forbidden_placement tiles(kind=city;around=(kind=city))",
       "other printed tiles are around or beside them"},
      {"forbidden_placement tiles(kind=city;in_line_with=tiles)",
       "other printed tiles are around or beside them"},
      {"forbidden_placement tiles(variable=debt;around=tiles)", "expected printed tiles"},
      {"forbidden_placement tiles(kind=city;min=2;around=tiles)", "expected printed tiles"},
      {"forbidden_placement tiles(around=tiles;adjacent_to=tiles)", "expected printed tiles"},
      {"forbidden_placement tiles(around=tiles(has=pieces))", "expected printed tiles"},
      {"forbidden_placement tiles(kind=city;around=tiles(max=1))",
       "expected only `min`, the lowest forbidden number of tiles"},
      {"forbidden_placement tiles(kind=city;around=tiles(min=debt))",
       "expected only `min`, the lowest forbidden number of tiles"},
      {"forbidden_placement tiles(kind=city;around=tiles(min=0))", "expected a number of tiles from 1 to 9"},
      {"forbidden_placement tiles(kind=city;around=tiles(min=10))", "expected a number of tiles from 1 to 9"},
      {"forbidden_placement tiles(kind=city;around=tiles(min=26);within=2)",
       "expected a number of tiles from 1 to 25"},
      {"forbidden_placement tiles(kind=city;around=tiles;within=16)",
       "within: expected a number of cells from 1 to 15"},
      {"forbidden_placement tiles(kind=city;around=tiles;within=debt)",
       "within: expected a number of cells from 1 to 15"},
      {"forbidden_placement tiles(kind=city;around=tiles) at", "unexpected word 'at' at the end"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[300];
    snprintf(text, sizeof text, "variable debt game\nset base\n%s\n", rows[i][0]);
    assert_refused(text, 3, "forbidden_placement", rows[i][1]);
  }
}

/* ---- Conditions of hooks --------------------------------------------------------------------- */

/* Counts the placements for which it is called. Forbids none of them. */
static int counts_places (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  script *q = ud;
  (void)call;
  (void)ok;
  q->n++;
  q->rows = (unsigned)rows->bits[0];
  q->x = carc_action_unpack(a).x;
  return 0;
}

static int forbids_places (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  *ok = false;
  return counts_places(ud, call, a, ok, rows);
}

static void allow_placement_is_called_only_where_its_filter_lets_the_tile_pass (void **unused) {
  (void)unused;
  static const char text[] =
      "set base\ndraws manual\nattribute vent on=tile\nvariable open game\nvariable shut game\n"
      "tile V x2 @vent field:NL.NR.EL.ER.SL.SR.WL.WR\n"
      "tile F x2 field:NL.NR.EL.ER.SL.SR.WL.WR\nstart F 0,0 r0\n";
  static const struct {
    const char *condition, *tile;
    int calls; /* four cells with four rotations each */
  } rows[] = {
      {"", "F", 16},
      {"condition allow_placement 0 (attribute=vent)\n", "F", 0},
      {"condition allow_placement 0 (attribute=vent)\n", "V", 16},
      {"condition allow_placement 0 (attribute=vent)\ncondition allow_placement 1 (kind=city)\n", "F", 0},
      {"condition allow_placement 0 (at=@1,0)\n", "F", 4},
      {"condition allow_placement 0 (adjacent_to=@1,0)\n", "F", 0},
      {"condition allow_placement 0 (in_line_with=@0,-5)\n", "F", 8},
      {"condition allow_placement 0 (player=2)\n", "F", 0},
      {"condition allow_placement 0 (adjacent_to=(id=F);attribute=vent)\n", "V", 16},
      {"condition allow_placement 0 (variable=open)\n", "V", 0},
      {"condition allow_placement 0 (variable=shut:0)\n", "V", 16},
      {"condition allow_placement 0 (any=(variable=shut);any=(at=@1,0))\n", "V", 4},
      {"condition allow_placement 0 (if=pieces)\n", "V", 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    script q = {.hooks = {.allow_placement = counts_places}};
    char all[600], move[40];
    q.hooks.n_rows[CARC_HOOK_ALLOW_PLACEMENT] =
        (unsigned char)(strchr(rows[i].condition, '1') != NULL && i == 3 ? 2 : 1);
    snprintf(all, sizeof all, "%s%s", text, rows[i].condition);
    game g = open_game(&q, all, 1);
    q.n = 0;
    snprintf(move, sizeof move, "draw %s", rows[i].tile);
    play(g.d, g.s, move);
    if (q.n != rows[i].calls)
      fail_msg("%s%s: called %d times, not %d", rows[i].condition, move, q.n, rows[i].calls);
    close_game(&g);
  }
}

static void a_hook_that_is_not_asked_forbids_nothing (void **unused) {
  (void)unused;
  script q = {.hooks = {.allow_placement = forbids_places, .n_rows = {[CARC_HOOK_ALLOW_PLACEMENT] = 2}}};
  game g = open_game(&q,
                     "set base\ndraws manual\nstart BA-B 0,0 r0\ncondition allow_placement 0 "
                     "(at=@1,0)\ncondition allow_placement 1 "
                     "(at=@0,1)\nhand BA-B\n",
                     1);
  assert_false(is_legal(g.d, g.s, "place BA-B 1,0 r0"));
  assert_false(is_legal(g.d, g.s, "place BA-B 0,1 r0"));
  assert_true(is_legal(g.d, g.s, "place BA-B -1,0 r0"));
  assert_true(q.rows == 1 || q.rows == 2);
  check_sound(g.d, g.s);
  close_game(&g);
}

/* ---- Forbidden deployments ------------------------------------------------------------------- */

static void what_is_blocked_is_not_deployed (void **unused) {
  (void)unused;
  static const struct {
    const char *statement, *offered;
  } rows[] = {
      {"", "pass; deploy follower monastery; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"},
      {"forbidden_deployment (kind=field)\n", "pass; deploy follower monastery"},
      {"forbidden_deployment (kind=field)\nforbidden_deployment (piece=builder)\n",
       "pass; deploy follower monastery"},
      {"forbidden_deployment (player=others)\n",
       "pass; deploy follower monastery; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"},
      {"forbidden_deployment (around=(kind=city);kind=monastery)\n",
       "pass; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    script q = {0};
    char text[300];
    snprintf(text, sizeof text, "set base\ndraws manual\n%shand BA-B\n", rows[i].statement);
    game g = open_game(&q, text, 1);
    play(g.d, g.s, "place BA-B 0,1 r0");
    assert_offered(&g, rows[i].offered);
    check_sound(g.d, g.s);
    close_game(&g);
  }
}

/* ---- Rows of steps --------------------------------------------------------------------------- */

static void a_step_of_the_final_scoring_pays_for_what_its_rows_find (void **unused) {
  (void)unused;
  static const struct {
    const char *row;
    int points[3];
  } rows[] = {
      {"", {0, 0, 0}},
      {"players(variable=coins) add=2", {0, 2, 2}},
      {"players per=coins add=2", {0, 6, -2}},
      {"players(highest=coins) add=5", {0, 5, 0}},
      {"pieces(follower=yes) add=1", {1, 1, 2}},
      {"pieces(follower=yes) add=1 once", {1, 1, 1}},
      {"pieces(piece=knight) per=tiles(around=this) add=1", {0, 2, 0}},
      {"pieces per=tiles add=-1", {-4, -4, -8}}, /* tiles of the feature with the piece */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    static const char end[] = "draw R; place R 3,0 r0";
    script q = {0};
    char text[1000];
    int length =
        snprintf(text, sizeof text,
                 "draws manual\nplayers 3\npiece knight 1 role=follower\nvariable coins player\n"
                 "tile R x4 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\nstart R 0,0 r0\nstart R 1,0 r0\n"
                 "start R 2,0 r0\nstand 1 follower 1,0 road:E.W\nstand 2 knight 0,0 field:NL.NR.EL.WR\n"
                 "stand 3 follower 2,0 field:ER.SL.SR.WL\nstand 3 follower 0,0 field:ER.SL.SR.WL\n"
                 "remember coins 2 3\nremember coins 3 -1\n");
    carc_definition *plain = define(text);
    carc_state *without = begin(plain, 1);
    play(plain, without, end);
    if (i > 0)
      snprintf(text + length, sizeof text - (size_t)length, "final king after goods\nfinal_row king k %s\n",
               rows[i].row);
    game g = open_game(&q, text, 1);
    play(g.d, g.s, end);
    assert_true(carc_state_is_terminal(g.d, g.s));
    for (int p = 0; p < 3; p++) {
      int points = carc_state_score(g.d, g.s, p) - carc_state_score(plain, without, p);
      if (points != rows[i].points[p]) fail_msg("%s: player %d gets %d", rows[i].row, p + 1, points);
    }
    check_sound(g.d, g.s);
    close_game(&g);
    carc_state_free(plain, without);
    carc_definition_free(plain);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(things_are_found_in_their_order),
      cmocka_unit_test(a_corner_is_where_four_tiles_meet_and_all_are_field),
      cmocka_unit_test(a_road_has_ends_that_run_into_something_or_are_open),
      cmocka_unit_test(a_copy_of_a_selector_finds_the_same_and_outlives_it),
      cmocka_unit_test(each_key_says_something_of_what_is_found),
      cmocka_unit_test(a_name_with_a_question_mark_need_not_be_in_the_game),
      cmocka_unit_test(a_variable_may_hold_a_place),
      cmocka_unit_test(a_variable_that_holds_no_place_on_the_board_refers_to_nothing),
      cmocka_unit_test(no_more_is_written_than_there_is_room_for),
      cmocka_unit_test(a_filter_says_whether_a_thing_passes),
      cmocka_unit_test(a_filter_of_what_is_not_there_is_refused),
      cmocka_unit_test(this_is_what_the_hook_is_about),
      cmocka_unit_test(a_selector_that_means_nothing_is_refused_and_says_why),
      cmocka_unit_test(an_area_is_found_by_its_name_and_has_a_first_place),
      cmocka_unit_test(a_filter_in_a_definition_is_refused_with_its_line_and_place),
      cmocka_unit_test(selectors_are_nested_eight_deep_and_no_deeper),
      cmocka_unit_test(more_selectors_than_there_is_room_for_are_refused),
      cmocka_unit_test(a_script_has_room_for_one_selector_of_some_parts),
      cmocka_unit_test(tiles_that_never_lie_so_are_not_placed_so),
      cmocka_unit_test(what_never_can_say_is_refused_otherwise),
      cmocka_unit_test(allow_placement_is_called_only_where_its_filter_lets_the_tile_pass),
      cmocka_unit_test(a_hook_that_is_not_asked_forbids_nothing),
      cmocka_unit_test(what_is_blocked_is_not_deployed),
      cmocka_unit_test(a_step_of_the_final_scoring_pays_for_what_its_rows_find),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
