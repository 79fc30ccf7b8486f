/*
** test_tile.c: tests the notation of tiles, their rotations, and the built-in sets.
*/
#include "support.h"

/* Checks that a definition is refused because of the tile in line 2. */
static void refused_tile (const char *tile, const char *part, const char *other) {
  char text[400];
  snprintf(text, sizeof text, "# a tile of one's own\ntile %s\nstart none", tile);
  assert_refused(text, 2, part, other);
}

static void two_segments_may_not_overlap (void **unused) {
  (void)unused;
  refused_tile("X x1 city:N city:N.E field:SL.SR.WL.WR~N", "tile X", "overlap at N");
  refused_tile("X x1 road:E.W road:W city:N field:EL.WR~N field:ER.SL.SR.WL", "tile X", "overlap at W");
  refused_tile("X x1 field:NL.NR.EL.ER.SL.SR field:SR.WL.WR", "tile X", "overlap at SR");
  refused_tile("X x1 city:N field:NL.NR.EL.ER.SL.SR.WL.WR~N", "tile X", "field overlaps the city at side N");
  refused_tile("X x1 city:N field:NR.EL.ER.SL.SR.WL.WR~N", "tile X", "field overlaps the city at side N");
  refused_tile("X x1 city:N field:EL.ER.SL.SR.WL.WR.NL~N", "tile X", "field overlaps the city at side N");
}

static void the_other_half_of_a_side_is_a_field (void **unused) {
  (void)unused;
  refused_tile("X x1 city:N.NL field:EL.ER.SL.SR.WL.WR~N", "tile X", "no field has the other half");
  refused_tile("X x1 city:N.NL.NR field:EL.ER.SL.SR.WL.WR~N", "tile X",
               "both halves of side N belong to the city");
  refused_tile("X x1 city:NL field:NR.EL.ER.SL.SR.WL.WR", "tile X", "a city cannot be at NL");
}

static void no_edge_may_be_left_open (void **unused) {
  (void)unused;
  refused_tile("X x1 city:N field:EL.ER.SL.SR~N", "tile X", "side W is incomplete");
  refused_tile("X x1 monastery", "tile X", "side N is incomplete");
  refused_tile("X x1 road:S city:N.E.W field:SL~N", "tile X", "side S is incomplete");
  refused_tile("X x1 city:N.E.W", "tile X", "side S is incomplete");
  refused_tile("X x1 field:NL.NR.EL.SL.SR.WL.WR", "tile X", "side E is incomplete");
}

static void two_fields_need_a_road_between_them (void **unused) {
  (void)unused;
  refused_tile("X x1 field:NL.EL.ER.SL.SR.WL.WR field:NR", "tile X", "two fields meet at side N");
  refused_tile("X x1 city:N city:E field:SR.WL.WR~N field:SL~E", "tile X", "two fields meet at side S");
}

static void a_field_borders_only_cities_that_are_there (void **unused) {
  (void)unused;
  refused_tile("X x1 city:N field:EL.ER.SL.SR.WL.WR~S", "tile X", "side S");
  refused_tile("X x1 road:E.W city:N field:EL.WR~N.E field:ER.SL.SR.WL", "tile X", "side E");
  refused_tile("X x1 field:NL.NR.EL.ER.SL.SR.WL.WR~N", "tile X", "side N");
  refused_tile("X x1 city:N.E.S.W~N", "tile X", "a field must name the sides");
  refused_tile("X x1 city:N field:EL.ER.SL.SR.WL.WR~Q", "tile X", "field:EL~N");
  refused_tile("X x1 city:N field:EL.ER.SL.SR.WL.WR~N.N", "tile X", "field:EL~N");
}

static void a_road_runs_into_only_what_is_there (void **unused) {
  (void)unused;
  refused_tile("X x1 road:S~E city:N field:SR.WL.WR~N field:EL.ER.SL~N", "tile X",
               "at side E, but the tile has no such segment");
  refused_tile("X x1 road:S~S city:N field:SR.WL.WR~N field:EL.ER.SL~N", "tile X",
               "at side S, but the tile has no such segment");
  refused_tile("X x1 road:S~spot city:N field:SR.WL.WR~N field:EL.ER.SL~N", "tile X",
               "should run into spot, but");
  refused_tile("X x1 road:S~castle city:N field:SR.WL.WR~N field:EL.ER.SL~N", "tile X", "road:E~monastery");
  refused_tile("X x1 road:N.S~N field:NR.EL.ER.SL field:NL.WR.WL.SR", "tile X", "road:E~monastery");
}

static void a_port_that_is_none_is_refused (void **unused) {
  (void)unused;
  refused_tile("X x1 city:Q field:EL.ER.SL.SR.WL.WR", "tile X", "city:Q");
  refused_tile("X x1 road:N.N field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "road:N.N");
  refused_tile("X x1 city:N. field:EL.ER.SL.SR.WL.WR", "tile X", "city:N.");
  refused_tile("X x1 lake:N.S field:NL.NR", "tile X", "lake:N.S");
  refused_tile("X x1 city:NL field:NR.EL.ER.SL.SR.WL.WR", "tile X", "a city cannot be at NL");
  refused_tile("X x1 road:ER field:NL", "tile X", "a road cannot be at ER");
  refused_tile("X x1 field:N.NL", "tile X", "a field cannot be at N");
  refused_tile("X x1 monastery:N field:EL", "tile X", "monastery");
  refused_tile("X x1 city field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "a city needs at least one side");
  refused_tile("X x1 road: field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "a road needs at least one side");
}

static void a_segment_carries_one_good_at_most (void **unused) {
  (void)unused;
  refused_tile("X x1 city:N.E.S.W+wine+grain", "tile X", "one good");
  refused_tile("X x1 city:N.E.S.W+cloth+cloth", "tile X", "one good");
  refused_tile("X x1 field:NL.NR.EL.ER.SL.SR.WL.WR+wine", "tile X", "only a city");
  refused_tile("X x1 road:N+pennant field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "only a city");
  refused_tile("X x1 city:N.E.S.W+inn", "tile X", "inn");
  refused_tile("X x1 city:N.E.S.W+", "tile X", "");
}

static void a_tile_needs_a_name_a_count_and_segments (void **unused) {
  (void)unused;
  refused_tile("", "not a name for a tile", "");
  refused_tile("X/Y x1 city:N.E.S.W", "X/Y", "not a name");
  refused_tile("a-name-that-is-longer-than-any x1 city:N.E.S.W", "not a name", "");
  refused_tile("X 1 city:N.E.S.W", "tile X", "'1' is not a number of copies");
  refused_tile("X city:N.E.S.W", "tile X", "not a number of copies");
  refused_tile("X x1024 city:N.E.S.W", "tile X", "x1023");
  refused_tile("X x-1 city:N.E.S.W", "tile X", "x-1");
  refused_tile("X x1", "tile X", "no segments");
  refused_tile(
      "X x1 monastery monastery monastery monastery monastery monastery monastery monastery monastery "
      "monastery monastery monastery monastery monastery monastery monastery field:NL",
      "tile X", "more than 16 segments");
}

static void a_wild_tile_and_a_spot_have_no_sides (void **unused) {
  (void)unused;
  refused_tile("X x1 wild monastery field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X is wild", "side");
  refused_tile("X x1 wild road:S", "tile X is wild", "side");
  refused_tile("X x1 wild", "tile X", "no segments");
  refused_tile("X x1 spot:N field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "a spot cannot have sides");
  refused_tile("X x1 spot+pennant field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "only a city");
  refused_tile("X x1 spot", "tile X", "side N is incomplete");
  carc_definition *d =
      define("tile W x1 wild monastery\ntile S x1 spot spot field:NL.NR.EL.ER.SL.SR.WL.WR\nstart S 0,0 r0\n");
  int spots = type_in(d, "S");
  assert_int_equal(carc_type_segments(d, type_in(d, "W")), 1);
  assert_int_equal(carc_type_segment(d, type_in(d, "W"), 0, 0).kind, CARC_KIND_MONASTERY);
  assert_int_equal(carc_type_segment(d, spots, 2, 1).kind, CARC_KIND_SPOT);
  assert_int_equal(carc_type_segment(d, spots, 2, 1).ports, 0);
  assert_int_equal(carc_segment_find(d, spots, 1, "spot"), 0);
  assert_string_equal(carc_kind_name(CARC_KIND_SPOT), "spot");
  carc_state *s = begin(d, 1);
  carc_feature f = feature_of_segment(d, s, 0, 0);
  assert_true(!f.complete && f.points == 0 && f.open == 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_tile_carries_the_attributes_of_tiles_that_are_declared (void **unused) {
  (void)unused;
  refused_tile("X x1 @dragon field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "dragon");
  refused_tile("X x1 @ field:NL.NR.EL.ER.SL.SR.WL.WR", "tile X", "not a declared attribute of tiles");
  carc_definition *d = define("attribute dragon on=tile\nattribute inn\nattribute tower on=tile\n"
                              "tile X x1 @tower field:NL.NR.EL.ER.SL.SR.WL.WR\n"
                              "tile Y x1 city:N.E.S.W+inn @dragon @tower\nstart X 0,0 r0\n");
  assert_int_equal(carc_definition_tile_attributes(d), 2);
  assert_string_equal(carc_tile_attribute_name(d, 1), "tower");
  assert_int_equal(carc_definition_attributes(d), 1);
  assert_int_equal(carc_type_attributes(d, type_in(d, "X")), 2);
  assert_int_equal(carc_type_attributes(d, type_in(d, "Y")), 3);
  carc_definition_free(d);
  /* each attribute is valid only in its place */
  assert_refused("attribute dragon on=tile\ntile X x1 city:N.E.S.W+dragon\nstart none", 2, "dragon",
                 "attribute");
  assert_refused("attribute inn\ntile X x1 @inn city:N.E.S.W\nstart none", 2, "inn", "attribute");
}

static void the_line_at_fault_is_named_in_a_long_definition (void **unused) {
  (void)unused;
  assert_refused("set base\n\n# a comment\ntile Y x1 city:N.E.S.W\n  tile X x1 city:N", 5, "tile X",
                 "side E");
}

/* ---- Rotations ------------------------------------------------------------------------------- */

static void a_quarter_turn_clockwise_moves_north_to_east (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders");
  static const struct {
    const char *tile;
    int rotation, segment;
    const char *text;
  } rows[] = {
      {"BA-D", 0, 0, "road:E.W"},
      {"BA-D", 1, 0, "road:N.S"},
      {"BA-D", 1, 1, "city:E"},
      {"BA-D", 2, 1, "city:S"},
      {"BA-D", 3, 1, "city:W"},
      {"BA-D", 1, 2, "field:NR.SL"},
      {"BA-D", 1, 3, "field:NL.SR.WL.WR"},
      {"BA-A", 3, 0, "monastery"},
      {"TB-M", 1, 3, "field:"},
      {"TB-C", 2, 3, "field:ER"},
      {"TB-C", 2, 4, "field:NR.EL"},
      {"TB-C", 3, 0, "city:W"},
  };
  char text[64];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int type = type_in(d, rows[i].tile);
    carc_segment_text(d, type, rows[i].rotation, rows[i].segment, text, sizeof text);
    if (strcmp(text, rows[i].text) != 0)
      fail_msg("%s r%d: '%s' instead of '%s'", rows[i].tile, rows[i].rotation, text, rows[i].text);
  }
  carc_definition_free(d);
}

/*
** Checks that each rotation moves the ports of a tile by three clockwise, and that the cities of
** its fields rotate, too.
*/
static void all_turns_of_all_tiles_agree (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders");
  for (int t = 0; t < carc_definition_types(d); t++)
    for (int s = 0; s < carc_type_segments(d, t); s++)
      for (int r = 1; r < 4; r++) {
        carc_segment was = carc_type_segment(d, t, r - 1, s), is = carc_type_segment(d, t, r, s);
        for (int p = 0; p < CARC_PORTS; p++)
          assert_int_equal(was.ports >> p & 1, is.ports >> ((p + 3) % CARC_PORTS) & 1);
        assert_int_equal(was.kind, is.kind);
        assert_int_equal(was.borders, is.borders);
        assert_int_equal(was.good, is.good);
        assert_int_equal(was.pennants, is.pennants);
      }
  carc_definition_free(d);
}

static void each_segment_is_found_by_its_text (void **unused) {
  (void)unused;
  char text[64], cut[6];
  carc_definition *d =
      define("set base\nset traders\n"
             "tile O1 x1 city:N city:S monastery monastery field~N field~S field:EL.ER.WL.WR\n"
             "tile O2 x1 city:N.E.S.W field~N field~N field~N\n"
             "tile O3 x1 monastery monastery monastery field:NL.NR.EL.ER.SL.SR.WL.WR\n");
  for (int t = 0; t < carc_definition_types(d); t++)
    for (int r = 0; r < 4; r++)
      for (int s = 0; s < carc_type_segments(d, t); s++) {
        int length = carc_segment_text(d, t, r, s, text, sizeof text);
        assert_int_equal(length, strlen(text));
        if (carc_segment_find(d, t, r, text) != s)
          fail_msg("%s r%d: '%s' finds segment %d, not %d", carc_type_id(d, t), r, text,
                   carc_segment_find(d, t, r, text), s);
        /* the text is truncated to fit */
        assert_int_equal(carc_segment_text(d, t, r, s, cut, sizeof cut), length);
        assert_int_equal(strlen(cut), 5);
      }
  int type = type_in(d, "BA-D");
  static const char *const none[] = {"city:S",  "",         "city",      "road:W.E.N", "monastery", "city:N.",
                                     "house:N", "field:II", "city:N:II", ":II",        "field:EL"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (carc_segment_find(d, type, 0, none[i]) != -1) fail_msg("BA-D has no '%s'", none[i]);
  assert_int_equal(carc_segment_find(d, type, 0, "road:W.E"), 0); /* the ports may have any order */
  carc_definition_free(d);
}

/* ---- The built-in sets ----------------------------------------------------------------------- */

static int count_tiles (const carc_definition *d, const char *prefix) {
  int n = 0;
  for (int t = 0; t < carc_definition_types(d); t++)
    if (strncmp(carc_type_id(d, t), prefix, strlen(prefix)) == 0) n += carc_type_count(d, t);
  return n;
}

static void the_base_game_has_72_tiles_and_the_expansion_24 (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders");
  assert_int_equal(carc_definition_tiles(d), 96);
  assert_int_equal(carc_definition_types(d), 48);
  assert_int_equal(count_tiles(d, "BA-"), 72);
  assert_int_equal(count_tiles(d, "TB-"), 24);
  assert_int_equal(carc_type_count(d, type_in(d, "BA-D")), 4);
  assert_int_equal(carc_type_count(d, type_in(d, "BA-V")), 9);
  assert_int_equal(carc_type_find(d, "BA-Y"), -1);
  carc_definition_free(d);
  assert_string_equal(carc_tileset_name(0), "base");
  assert_string_equal(carc_tileset_name(1), "traders");
  assert_null(carc_tileset_name(2));
  assert_null(carc_tileset_name(-1));
  assert_null(carc_tileset("inns"));
  assert_has(carc_tileset("traders"), "TB-X");
}

static void the_expansion_shows_9_wine_6_grain_5_cloth_and_4_tiles_without (void **unused) {
  (void)unused;
  carc_definition *d = define("set traders\nstart none");
  int goods[CARC_GOOD_COUNT] = {0}, without = 0;
  for (int t = 0; t < carc_definition_types(d); t++) {
    int here = 0;
    for (int s = 0; s < carc_type_segments(d, t); s++) {
      int good = carc_type_segment(d, t, 0, s).good;
      if (good < 0) continue;
      goods[good]++;
      here++;
    }
    without += here == 0;
  }
  assert_int_equal(goods[CARC_GOOD_WINE], 9);
  assert_int_equal(goods[CARC_GOOD_GRAIN], 6);
  assert_int_equal(goods[CARC_GOOD_CLOTH], 5);
  assert_int_equal(without, 4);
  carc_definition_free(d);
}

static int kinds_on (const carc_definition *d, const char *id, carc_kind kind) {
  int n = 0, type = type_in(d, id);
  for (int s = 0; s < carc_type_segments(d, type); s++) n += carc_type_segment(d, type, 0, s).kind == kind;
  return n;
}

static void the_bridge_the_cottage_the_monastery_and_the_three_cities (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders");
  assert_int_equal(kinds_on(d, "TB-B", CARC_KIND_ROAD), 2);
  assert_int_equal(kinds_on(d, "TB-B", CARC_KIND_FIELD), 4);
  assert_int_equal(kinds_on(d, "TB-C", CARC_KIND_ROAD), 2);
  assert_int_equal(kinds_on(d, "TB-C", CARC_KIND_FIELD), 3);
  assert_int_equal(kinds_on(d, "TB-J", CARC_KIND_ROAD), 3);
  assert_int_equal(kinds_on(d, "TB-J", CARC_KIND_FIELD), 3);
  assert_int_equal(kinds_on(d, "TB-J", CARC_KIND_MONASTERY), 1);
  assert_int_equal(kinds_on(d, "TB-M", CARC_KIND_CITY), 3);
  assert_int_equal(kinds_on(d, "TB-M", CARC_KIND_FIELD), 1);
  assert_int_equal(carc_type_segment(d, type_in(d, "TB-M"), 0, 3).ports, 0);
  assert_int_equal(carc_type_segment(d, type_in(d, "TB-M"), 0, 3).borders, 7);
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_segments_may_not_overlap),
      cmocka_unit_test(the_other_half_of_a_side_is_a_field),
      cmocka_unit_test(no_edge_may_be_left_open),
      cmocka_unit_test(two_fields_need_a_road_between_them),
      cmocka_unit_test(a_field_borders_only_cities_that_are_there),
      cmocka_unit_test(a_road_runs_into_only_what_is_there),
      cmocka_unit_test(a_port_that_is_none_is_refused),
      cmocka_unit_test(a_segment_carries_one_good_at_most),
      cmocka_unit_test(a_tile_needs_a_name_a_count_and_segments),
      cmocka_unit_test(a_wild_tile_and_a_spot_have_no_sides),
      cmocka_unit_test(a_tile_carries_the_attributes_of_tiles_that_are_declared),
      cmocka_unit_test(the_line_at_fault_is_named_in_a_long_definition),
      cmocka_unit_test(a_quarter_turn_clockwise_moves_north_to_east),
      cmocka_unit_test(all_turns_of_all_tiles_agree),
      cmocka_unit_test(each_segment_is_found_by_its_text),
      cmocka_unit_test(the_base_game_has_72_tiles_and_the_expansion_24),
      cmocka_unit_test(the_expansion_shows_9_wine_6_grain_5_cloth_and_4_tiles_without),
      cmocka_unit_test(the_bridge_the_cottage_the_monastery_and_the_three_cities),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
