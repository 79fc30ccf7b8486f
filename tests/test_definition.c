/*
** test_definition.c: tests the statements of definitions: their effect, their errors, and failing
** allocations.
*/
#include "support.h"

/* ---- Editions and rules ---------------------------------------------------------------------- */

/* The table "Rule values, by edition" of spec/RULES.md. */
static const char *const table[CARC_RULE_COUNT][1 + CARC_EDITION_COUNT] = {
    {"farm_scoring", "per-city", "per-field", "per-field", "per-field", "per-field"},
    {"field_city_points", "4", "3", "3", "3", "3"},
    {"pig_bonus", "1", "1", "1", "1", "1"},
    {"small_city", "2", "4", "4", "4", "4"},
    {"pieces_occupy", "yes", "no", "no", "no", "no"},
    {"count_as_followers", "nowhere", "nowhere", "nowhere", "nowhere", "nowhere"},
    {"orphan_builder", "stay", "return", "return", "return", "return"},
    {"orphan_pig", "stay", "return", "stay", "stay", "return"},
    {"builder_host", "any", "any", "ordinary", "any", "any"},
    {"extend_trigger", "joins-or-completes", "joins", "joins", "joins-or-completes", "joins"},
    {"links_extend", "yes", "yes", "yes", "yes", "bridge"},
    {"links_builder", "when-joined", "when-joined", "when-joined", "when-joined", "when-joined"},
    {"double_turn", "optional", "optional", "optional", "optional", "compulsory"},
    {"builder_parts", "1", "1", "1", "1", "1"},
    {"goods_bonus", "10", "10", "10", "10", "10"},
    {"unplaceable", "aside", "aside", "aside", "aside", "aside"},
};

static void the_editions_are_those_of_the_rule_table (void **unused) {
  (void)unused;
  static const char *const names[] = {"2003", "bigbox", "c2", "modern", "jcz"};
  char text[40];
  for (int e = 0; e < CARC_EDITION_COUNT; e++) {
    assert_string_equal(carc_edition_name((carc_edition)e), names[e]);
    assert_int_equal(carc_edition_find(names[e]), e);
    assert_true(strlen(carc_edition_description((carc_edition)e)) > 10);
    char line[60];
    snprintf(line, sizeof line, "edition %s\nset base\n", names[e]);
    carc_definition *d = define(line);
    for (int r = 0; r < CARC_RULE_COUNT; r++) {
      assert_string_equal(carc_rule_name((carc_rule)r), table[r][0]);
      int value = carc_edition_rule((carc_edition)e, (carc_rule)r);
      int length = carc_rule_text((carc_rule)r, value, text, sizeof text);
      assert_int_equal(length, strlen(text));
      if (strcmp(text, table[r][1 + e]) != 0)
        fail_msg("%s in %s: %s instead of %s", table[r][0], names[e], text, table[r][1 + e]);
      assert_int_equal(carc_definition_rule(d, (carc_rule)r), value);
    }
    carc_definition_free(d);
  }
  assert_null(carc_edition_name(CARC_EDITION_COUNT));
  assert_null(carc_edition_description(CARC_EDITION_COUNT));
  assert_int_equal(carc_edition_find("2015"), CARC_EDITION_COUNT);
  assert_null(carc_rule_name(CARC_RULE_COUNT));
}

static void c2_is_the_edition_unless_said (void **unused) {
  (void)unused;
  carc_definition *d = define("set base"), *c2 = define("edition c2\nset base");
  for (int r = 0; r < CARC_RULE_COUNT; r++)
    assert_int_equal(carc_definition_rule(d, (carc_rule)r), carc_definition_rule(c2, (carc_rule)r));
  carc_definition_free(d);
  carc_definition_free(c2);
}

static void each_rule_can_be_overridden_before_or_after_the_edition (void **unused) {
  (void)unused;
  for (int r = 0; r < CARC_RULE_COUNT; r++)
    for (int e = 0; e < CARC_EDITION_COUNT; e++) { /* each value of an edition is valid */
      char text[200], got[40];
      snprintf(text, sizeof text, "rule %s %s\nedition 2003\nset base\n", table[r][0], table[r][1 + e]);
      carc_definition *d = define(text);
      carc_rule_text((carc_rule)r, carc_definition_rule(d, (carc_rule)r), got, sizeof got);
      assert_string_equal(got, table[r][1 + e]);
      carc_definition_free(d);
    }
}

static void a_rule_takes_only_its_words_or_its_range (void **unused) {
  (void)unused;
  for (int r = 0; r < CARC_RULE_COUNT; r++) {
    int low, high;
    char text[100], number[20];
    carc_rule_range((carc_rule)r, &low, &high);
    const char *words = carc_rule_words((carc_rule)r);
    bool numbers = *words == '\0' || strcmp(words, "unlimited") == 0;
    snprintf(text, sizeof text, "set base\nrule %s nonsense", table[r][0]);
    assert_refused(text, 2, table[r][0], "nonsense");
    snprintf(text, sizeof text, "set base\nrule %s", table[r][0]);
    assert_refused(text, 2, table[r][0], "");
    snprintf(number, sizeof number, "%d", numbers ? high + 1 : low);
    snprintf(text, sizeof text, "set base\nrule %s %s", table[r][0], number);
    assert_refused(text, 2, table[r][0], number);
    snprintf(number, sizeof number, "%d", low - 1);
    snprintf(text, sizeof text, "set base\nrule %s %s", table[r][0], number);
    assert_refused(text, 2, table[r][0], number);
    snprintf(text, sizeof text, "set base\nrule %s 1 2", table[r][0]);
    assert_refused(text, 2, "", ""); /* the last word is one too many */
  }
  assert_refused("rule small_city 3", 1, "expected 2 or 4", "3");
  carc_definition *d = define("set base\nrule builder_parts unlimited\nrule small_city 2");
  assert_int_equal(carc_definition_rule(d, CARC_RULE_BUILDER_PARTS), CARC_BUILDER_PARTS_UNLIMITED);
  char text[20];
  carc_rule_text(CARC_RULE_BUILDER_PARTS, CARC_BUILDER_PARTS_UNLIMITED, text, sizeof text);
  assert_string_equal(text, "unlimited");
  carc_definition_free(d);
}

static void a_misspelt_word_is_answered_with_the_nearest_one (void **unused) {
  (void)unused;
  assert_refused("rule builder_chian 1", 1, "builder_chian", "unknown rule");
  assert_refused("rule builder_prats 1", 1, "builder_prats", "builder_parts");
  assert_refused("\nrule goods_bonos 1", 2, "goods_bonos", "goods_bonus");
  assert_refused("editon c2", 1, "editon", "did you mean edition?");
  assert_refused("edition bigbok", 1, "bigbok", "bigbox");
  assert_refused("edition", 1, "edition", "c2");
  assert_refused("set bsae", 1, "bsae", "base");
  assert_refused("set trader", 1, "trader", "traders");
  assert_refused("set base\ncount BA-Y 3", 2, "BA-Y", "did you mean BA-");
  assert_refused("set base\nfinal king after feilds", 2, "feilds", "fields");
  assert_refused("payers 2", 1, "payers", "players");
  assert_refused("xyzzyxyzzy 2", 1, "xyzzyxyzzy", "unknown statement");
}

static const char *listed_name (const void *ud, int index) { return ((const char *const *)ud)[index]; }

static void the_nearest_name_is_the_one_with_the_fewest_slips (void **unused) {
  (void)unused;
  static const char *const names[] = {"abcdef", "abc", "wine",
                                      "a-very-long-name-that-nobody-would-type-by-chance", NULL};
  static const char *const rows[][2] = {{"abcd", "abc"},  {"abcde", "abcdef"}, {"bac", "abc"},
                                        {"wnie", "wine"}, {"wine", "wine"},    {"wines", "wine"},
                                        {"fine", "wine"}, {"zzzz", NULL},      {"xbcdef", "abcdef"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *near = carc_nearest_name(rows[i][0], strlen(rows[i][0]), listed_name, names);
    if (rows[i][1] == NULL) assert_null(near);
    if (rows[i][1] != NULL) assert_string_equal(near, rows[i][1]);
  }
  assert_null(carc_nearest_name("", 0, listed_name, names));
  char rubbish[91] = "";
  memset(rubbish, 'z', 90);
  assert_null(carc_nearest_name(rubbish, 90, listed_name, names));
  assert_string_equal(carc_nearest_name("wine-not", 4, listed_name, names), "wine");
}

static void of_names_as_near_the_one_that_begins_alike_is_meant (void **unused) {
  (void)unused;
  static const char *const names[] = {"id", "kind", "add", "per", NULL};
  static const char *const rows[][2] = {{"ad", "add"}, {"kid", "kind"}, {"fd", "id"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    assert_string_equal(carc_nearest_name(rows[i][0], strlen(rows[i][0]), listed_name, names), rows[i][1]);
}

/* ---- Each statement -------------------------------------------------------------------------- */

static void players_are_one_to_six (void **unused) {
  (void)unused;
  for (int n = 1; n <= CARC_MAX_PLAYERS; n++) {
    char text[60];
    snprintf(text, sizeof text, "players %d\nset base", n);
    carc_definition *d = define(text);
    assert_int_equal(carc_definition_players(d), n);
    carc_definition_free(d);
  }
  carc_definition *d = define("set base");
  assert_int_equal(carc_definition_players(d), 2);
  carc_definition_free(d);
  assert_refused("set base\nplayers 7", 2, "7", "1 to 6");
  assert_refused("players 0\nset base", 1, "0", "1 to 6");
  assert_refused("players -1\nset base", 1, "-1", "1 to 6");
  assert_refused("players two\nset base", 1, "two", "");
  assert_refused("players\nset base", 1, "players", "");
  assert_refused("players 2 3\nset base", 1, "players", "unexpected word");
  assert_refused("players 99999999999999999999\nset base", 1, "", "");
  assert_refused("players 2,3\nset base", 1, "one number of players", "script");
}

static void a_script_is_for_some_numbers_of_players (void **unused) {
  (void)unused;
  carc_definition *d = define("players 3\nset base\nscript trio\nplayers 3,5");
  assert_int_equal(carc_definition_players(d), 3);
  carc_definition_free(d);
  assert_refused("set base\nscript trio\nplayers 3,5,6", 3, "for 3, 5 or 6 players", "the game has 2");
  assert_refused("script trio\nplayers 3\nscript duel\nplayers 2\nscript\nset base", 2, "for 3 players",
                 "no number of players in common");
}

static void a_game_has_a_rule_of_victory (void **unused) {
  (void)unused;
  carc_victory v;
  carc_definition *d = define("set base");
  carc_definition_victory(d, &v);
  assert_int_equal(v.kind, CARC_VICTORY_MOST_POINTS);
  assert_int_equal(v.points, 0);
  carc_definition_free(d);
  d = define("set base\nvictory race points=60 ends=round");
  carc_definition_victory(d, &v);
  assert_string_equal(carc_victory_kind_name(v.kind), "race");
  assert_string_equal(carc_race_end_name(v.ends), "round");
  assert_int_equal(v.points, 60);
  carc_definition_free(d);
  d = define("players 3\nset base\nvictory cooperative points=90 each");
  carc_definition_victory(d, &v);
  assert_true(v.kind == CARC_VICTORY_COOPERATIVE && v.each);
  assert_int_equal(carc_definition_team(d, 1), 7);
  carc_definition_free(d);
  assert_null(carc_victory_kind_name(CARC_VICTORY_COUNT));
  assert_null(carc_race_end_name(CARC_RACE_END_COUNT));
  assert_refused("set base\nvictory race", 2, "requires `points`", "race");
  assert_refused("set base\nvictory race points=5\nvictory most_points", 3, "contradicts `race points=5",
                 "of the game");
  assert_refused("set base\nvictory elimination", 2, "no script", "eliminate");
}

static void draws_are_seeded_or_manual (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual"), *e = define("set base\ndraws seeded"),
                  *f = define("set base");
  assert_true(carc_definition_manual(d));
  assert_false(carc_definition_manual(e));
  assert_false(carc_definition_manual(f));
  carc_definition_free(d);
  carc_definition_free(e);
  carc_definition_free(f);
  assert_refused("draws random", 1, "random", "seeded or manual");
}

static void there_must_be_tiles (void **unused) {
  (void)unused;
  assert_refused("", 0, "no tiles", "set base");
  assert_refused("# nothing\n\n", 0, "no tiles", "");
  assert_refused("tile X x0 city:N.E.S.W\nstart none", 0, "no tiles", "");
  carc_definition *d = define("set base x9");
  assert_int_equal(carc_definition_tiles(d), 648);
  carc_definition_free(d);
  assert_refused("set base x10", 1, "x10", "");
  assert_refused("set base 2", 1, "'2'", "");
  d = define("set base x3");
  assert_int_equal(carc_definition_tiles(d), 216);
  assert_int_equal(carc_type_count(d, 0), 6);
  carc_definition_free(d);
}

static void counts_of_tiles_can_be_set (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ncount BA-A 0\ncount BA-X 12");
  assert_int_equal(carc_definition_tiles(d), 72 - 2 + 11);
  assert_int_equal(carc_type_count(d, type_in(d, "BA-A")), 0);
  assert_int_equal(carc_type_count(d, type_in(d, "BA-X")), 12);
  carc_definition_free(d);
  assert_refused("set base\ncount BA-A 1024", 2, "1024", "1023");
  assert_refused("set base\ncount BA-A -1", 2, "-1", "");
  assert_refused("set base\ncount BA-A", 2, "count", "");
  assert_refused("count BA-A 1\nset base", 1, "BA-A", "the sets that are named above");
  assert_refused("set base\ntile BA-A x1 city:N.E.S.W", 2, "BA-A", "count BA-A");
  assert_refused("set base\nset base", 2, "BA-A", "repeated");
}

#define TWO_MEADOWS                                                                              \
  "tile A x1 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile B x2 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x1 " \
  "city:N.E.S.W\n"

static void check_start (const char *text, int tile, int x, int y) {
  carc_definition *d = define(text);
  carc_state *s = carc_state_new(d, 1, NULL);
  carc_tile t = carc_state_tile(d, s, tile);
  assert_int_equal(x, t.x);
  assert_int_equal(y, t.y);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_script_s_start_tiles_move_where_another_s_lie (void **unused) {
  (void)unused;
  check_start(TWO_MEADOWS "script a\nstart A 0,0 r0\nscript b\nstart B 0,0 r0\nstart B 1,0 r0", 1, 0, -1);
  check_start(TWO_MEADOWS "script a\nstart A 0,0 r0\nscript b\nstart B 0,0 r0\nstart B 1,0 r0", 2, 1, -1);
  check_start(TWO_MEADOWS "script a\nstart A 0,0 r0\nscript b\nstart B 0,0 r0 joint=W", 1, 1, 0);
  check_start(TWO_MEADOWS "script a\nstart A 0,0 r0\nscript b\nstart B 0,1 r0", 1, 0, 1);
  check_start(TWO_MEADOWS "script a\nstart A 0,0 r0\nscript\nstart B 0,0 r0", 0, 0,
              0); /* start tiles of the game do not move */
  assert_refused(TWO_MEADOWS "start A 0,0 r0\nstart B 0,0 r0", 5, "there is a tile at 0,0 already", "");
  assert_refused(TWO_MEADOWS "script a\nstart A 0,0 r0\nscript b\nstart C 0,0 r0", 7,
                 "the start tiles of b do not fit beside those of a", "");
  assert_refused(TWO_MEADOWS "script b\nstart C 0,0 r0 joint=Q", 5, "joint", "N, E, S or W");
}

static void the_start_tile_must_be_in_the_set (void **unused) {
  (void)unused;
  assert_refused("set traders", 0, "start tile BA-D", "start none");
  assert_refused("set base\ncount BA-D 0", 0, "start tile BA-D", "");
  assert_refused("set traders\nstart BA-D 0,0 r0", 2, "BA-D", "");
  assert_refused("set base\nstart BA-C 0,0 r0\nstart BA-C 0,1 r0", 3, "BA-C", "has only 1");
  assert_refused("set base\nstart BA-D 0,0", 2, "start", "rotation");
  assert_refused("set base\nstart BA-D 0,0 r4", 2, "r4", "r0, r1, r2 or r3");
  assert_refused("set base\nstart BA-D 0 r0", 2, "0", "3,-1");
  assert_refused("set base\nstart BA-D a,b r0", 2, "a,b", "");
  assert_refused("set base\nstart BA-D 300,0 r0", 2, "300,0", "");
  assert_refused("set base\nstart", 2, "", "");
  carc_definition *d = define("set base\nstart BA-D 7,-9 r3");
  carc_state *s = begin(d, 1);
  assert_int_equal(carc_state_tiles(d, s), 1);
  carc_tile t = carc_state_tile(d, s, 0);
  assert_true(t.x == 7 && t.y == -9 && t.rotation == 3);
  carc_state_free(d, s);
  carc_definition_free(d);
  d = define("set base\nstart none");
  s = begin(d, 1);
  assert_int_equal(carc_state_tiles(d, s), 0);
  assert_int_equal(carc_state_num_actions(d, s), 4); /* the first tile at 0,0, in four rotations */
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void pieces_are_rows_of_a_table (void **unused) {
  (void)unused;
  carc_definition *d = define("set base");
  assert_int_equal(carc_definition_pieces(d), 3);
  assert_string_equal(carc_piece_name(d, 0), "follower");
  assert_int_equal(carc_piece_count(d, 0), 7);
  assert_int_equal(carc_piece_count(d, 1), 0);
  assert_int_equal(carc_piece_count(d, 2), 0);
  carc_definition_free(d);
  d = define("set base\nset traders");
  assert_int_equal(carc_piece_count(d, carc_piece_find(d, "builder")), 1);
  assert_int_equal(carc_piece_count(d, carc_piece_find(d, "pig")), 1);
  carc_definition_free(d);
  d = define("set base\nset traders\npiece builder 0\npiece follower 5\npiece large 1 power=2 "
             "hosts_builder=no\npiece "
             "swine 2 role=pig\npiece abbot 1 on=monastery,field");
  assert_int_equal(carc_definition_pieces(d), 6);
  assert_int_equal(carc_piece_count(d, 0), 5);
  assert_int_equal(carc_piece_count(d, 1), 0);
  assert_int_equal(carc_piece_find(d, "swine"), 4);
  assert_int_equal(carc_piece_find(d, "horse"), -1);
  assert_true(carc_piece_is_follower(d, 3));
  assert_false(carc_piece_is_follower(d, 4));
  carc_definition_free(d);
  d = define("set base\npiece builder 1"); /* counts builders, not tiles */
  assert_int_equal(carc_piece_count(d, 1), 1);
  assert_int_equal(carc_piece_count(d, 2), 0);
  carc_definition_free(d);
}

static void bad_pieces_are_refused (void **unused) {
  (void)unused;
  assert_refused("piece follower", 1, "follower", "");
  assert_refused("piece follower 128", 1, "128", "127");
  assert_refused("piece follower x", 1, "follower", "x");
  assert_refused("piece fol/lower 1", 1, "fol/lower", "expected a name");
  assert_refused("piece duke 1 role=king", 1, "duke", "king");
  assert_refused("piece duke 1 power=32", 1, "duke", "32");
  assert_refused("piece duke 1 power=", 1, "duke", "power");
  assert_refused("piece duke 1 role=pig power=2", 1, "duke", "power");
  assert_refused("piece duke 1 on=lake", 1, "lake", "monastery");
  assert_refused("piece duke 1 hosts_builder=maybe", 1, "duke", "maybe");
  assert_refused("piece duke 1 colour=red", 1, "duke", "colour=red");
  assert_refused("set base\npiece follower 32", 0, "32", "31");
  assert_refused("set base\npiece follower 20\npiece duke 6 power=2", 0, "32", "31");
  assert_refused("set base\nplayers 6\npiece pig 127\npiece builder 127", 0, "pieces", "1023");
}

static void goods_can_be_left_out (void **unused) {
  (void)unused;
  carc_definition *d = define("set base"), *e = define("set base\nset traders"),
                  *f = define("goods off\nset base\nset "
                              "traders");
  assert_false(carc_definition_goods(d));
  assert_true(carc_definition_goods(e));
  assert_false(carc_definition_goods(f));
  carc_definition_free(d);
  carc_definition_free(e);
  carc_definition_free(f);
  assert_refused("goods maybe", 1, "maybe", "off or on");
}

static void attributes_are_declared_before_tiles_carry_them (void **unused) {
  (void)unused;
  carc_definition *d =
      define("attribute inn\nattribute well\ntile X x2 road:N+inn+well field:NL.NR.EL.ER.SL.SR.WL.WR+"
             "well\nstart none");
  assert_int_equal(carc_definition_attributes(d), 2);
  assert_string_equal(carc_attribute_name(d, 1), "well");
  assert_int_equal(carc_type_segment(d, 0, 0, 0).attributes, 3);
  assert_int_equal(carc_type_segment(d, 0, 0, 1).attributes, 2);
  carc_definition_free(d);
  assert_refused("attribute inn\nattribute inn", 2, "inn", "twice");
  assert_refused("attribute", 1, "attribute", "");
  assert_refused("attribute in/n", 1, "in/n", "");
}

static void variables_are_declared_with_scope_lifetime_and_merge (void **unused) {
  (void)unused;
  carc_definition *d = define(
      "set base\nvariable a game\nvariable b player turn\nvariable c cell part\nvariable d feature game max");
  assert_int_equal(carc_definition_variables(d), 4);
  static const carc_scope scopes[] = {CARC_SCOPE_GAME, CARC_SCOPE_PLAYER, CARC_SCOPE_CELL,
                                      CARC_SCOPE_FEATURE};
  for (int i = 0; i < 4; i++) assert_int_equal(carc_variable_scope(d, i), scopes[i]);
  carc_definition_free(d);
  assert_refused("variable a", 1, "variable a: scope is missing", "game, player, cell");
  assert_refused("variable a table", 1, "table", "feature");
  assert_refused("variable a game ever", 1, "ever", "turn");
  assert_refused("variable a feature game min", 1, "min", "max");
  assert_refused("variable a game game sum sum", 1, "unknown word 'sum'", "expected");
  assert_refused("variable a game\nvariable a player", 2, "a", "twice");
}

static void variables_have_a_size_and_a_beginning (void **unused) {
  (void)unused;
  carc_definition *d =
      define("set base\nvariable a game size=64 initial=-1000000\nvariable b player part initial=3 "
             "size=2\nvariable c cell initial=1");
  assert_int_equal(carc_variable_size(d, 0), 64);
  assert_int_equal(carc_variable_size(d, 1), 2);
  assert_int_equal(carc_variable_size(d, 2), 1);
  carc_definition_free(d);
  assert_refused("variable a game size=0", 1, "size", "1 to 200, got '0'");
  assert_refused("variable a game size=201", 1, "size", "1 to 200, got '201'");
  assert_refused("variable a cell size=2", 1, "size", "applies to game, player, not to cell");
  assert_refused("variable a feature sum initial=2", 1, "initial applies to game, player", "not to feature");
  assert_refused("variable a game initial=x", 1, "initial: expected a number", "got 'x'");
  assert_refused("variable a game length=2", 1, "length=2", "size=");
}

static void attributes_say_what_they_are_worth (void **unused) {
  (void)unused;
  static const char *const wrong[] = {
      "tile_points=101",  "tile_points=-101", "incomplete_tile_points=none", "field_factor=-1",
      "field_factor=101", "pig_factor=x",     "extra_open_ends=10",          "extra_open_ends=-1",
      "on=planet",        "tile_points"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[100], where[100];
    const char *value = strchr(wrong[i], '=');
    snprintf(text, sizeof text, "attribute inn %s", wrong[i]);
    snprintf(where, sizeof where, "attribute inn: %.*s: expected", (int)strcspn(wrong[i], "="), wrong[i]);
    assert_refused(text, 1, where, value != NULL ? value + 1 : "got nothing");
  }
  assert_refused("attribute inn worth=2", 1, "worth=2", "extra_open_ends=");
  assert_refused("attribute inn on=tile\nattribute inn", 2, "inn", "twice");
}

static void special_pieces_and_spans_say_what_they_are (void **unused) {
  (void)unused;
  assert_refused("piece bridge 1 role=span\npiece plank 1 role=span\nset base", 0, "bridge", "plank");
  assert_refused("piece bridge 1 role=span ways=some", 1, "unknown word 'ways=some'", "expected role=");
  assert_refused("piece barn 1 role=special power=1", 1, "power", "follower");
  assert_refused("piece barn 1 role=special power=pennants", 1, "power", "follower");
  assert_refused("piece barn 1 role=house", 1, "house", "special");
  assert_refused("piece mayor 1 on=city,sky", 1, "sky", "spot");
  carc_definition *d = define("set base\npiece bridge 3 role=span\npiece barn 1 role=special");
  assert_int_equal(carc_definition_span(d), 3);
  assert_false(carc_piece_is_follower(d, 3));
  assert_false(carc_piece_is_follower(d, 4));
  carc_definition_free(d);
  d = define("set base");
  assert_int_equal(carc_definition_span(d), -1);
  carc_definition_free(d);
}

static void phases_are_declared_with_a_point_and_a_gate (void **unused) {
  (void)unused;
  carc_hooks h = {.phase = asks_nothing};
  carc_definition *d = define_with(
      "set base\nattribute dragon on=tile\nvariable a game\nphase fly before_draw "
      "when=(attribute=dragon)\nphase "
      "fly "
      "game_end when=(variable=a)\nphase pay anytime\nphase see deployment when=(if=tiles(attribute=dragon)) "
      "compulsory\n",
      &h, NULL);
  assert_int_equal(carc_definition_phases(d), 4);
  assert_string_equal(carc_phase_name(d, 1), "fly");
  assert_string_equal(carc_phase_name(d, 3), "see");
  carc_definition_free(d);
  assert_refused("phase", 1, "phase", "name");
  assert_refused("phase fly", 1, "phase fly: timing is missing", "turn_start, before_draw");
  assert_refused("phase fly midnight", 1, "midnight", "anytime");
  assert_refused("phase place before_draw", 1, "phase place", "an action of the rules has this name");
  assert_refused("phase choice before_draw", 1, "phase choice", "an action of the rules has this name");
  assert_refused("phase end before_draw", 1, "phase end", "saved game");
  assert_refused("attribute inn\nphase fly before_draw when=(attribute=in)", 2, "phase fly: when.attribute",
                 "did you mean inn?");
  assert_refused("attribute dragon on=tile\nphase fly before_draw when=(attribute=dargon)", 2, "dragon",
                 "did you mean dragon?");
  assert_refused("attribute dragon on=tile\nphase fly before_draw when=(if=tiles(attribute=dargon))", 2,
                 "phase fly: when.if.attribute", "did you mean dragon?");
  assert_refused("phase fly before_draw when=(if=pieces(piece=pigs))", 1, "pigs", "did you mean pig?");
  assert_refused("variable fairy game\nphase fly before_draw when=(variable=fary)", 2, "fary",
                 "did you mean fairy?");
  assert_refused("phase fly before_draw when=(attribute=dragon)", 1, "dragon", "the game has no attribute");
  assert_refused("phase fly before_draw when=(if=pieces(piece=dragon))", 1, "dragon",
                 "the game has no piece");
  assert_refused("phase fly before_draw when=(variable=dragon)", 1, "dragon",
                 "the game declares no variable");
  assert_refused("phase fly before_draw often", 1, "unknown word 'often'",
                 "expected when=, asked_players=, repeat_from=, compulsory, may_pass");
  assert_refused("set base\nphase fly before_draw", 0, "phase", "no hook `phase`");
}

static void a_phase_says_what_it_needs (void **unused) {
  (void)unused;
  assert_refused("phase fly before_draw when=(player=(hand=dragon))", 1, "phase fly: when.player.hand",
                 "the game has no piece 'dragon'");
  assert_refused("variable purse game\nphase fly before_draw when=(player=(variable=purs))", 2,
                 "phase fly: when.player.variable", "no variable 'purs' (did you mean purse?)");
  assert_refused("variable a player\nphase fly before_draw when=(player=a)", 2, "phase fly: when.player",
                 "a variable of the game with one number, got a");
  assert_refused("phase fly before_draw when=(if=pieces(player=turn_player;feature=(attribute=inn)))", 1,
                 "phase fly: when.if.feature.attribute", "the game has no attribute 'inn'");
  assert_refused("phase fly before_draw when=(if=pieces(feature=last_placed;piece=barn))", 1,
                 "phase fly: when.if.piece", "the game has no piece 'barn'");
  assert_refused("phase fly before_draw when=(hand=pig) when=(hand=pig)", 1, "phase fly", "repeated");
  assert_refused("phase fly before_draw hand=pig", 1, "phase fly: unknown word 'hand=pig'", "expected when=");
}

static void a_phase_says_what_it_offers (void **unused) {
  (void)unused;
  assert_refused("offer pieces", 1, "offer", "expected a phase before");
  assert_refused("phase fly deployment\noffer", 2, "phase fly: offer", "expected a selector, as in pieces(");
  assert_refused("phase fly deployment\noffer dragons", 2, "phase fly: offer",
                 "no kind of item is named 'dragons'");
  assert_refused("phase fly deployment\noffer piece", 2, "phase fly: offer", "did you mean pieces?");
  assert_refused("phase fly deployment\noffer pieces(folower=yes)", 2, "offer.folower: unknown key",
                 "did you mean follower?");
  assert_refused("phase fly deployment\noffer pieces(vacant=yes)", 2, "unknown key", "vacant");
  assert_refused("phase fly deployment\noffer pieces(player=turn_player;player=turn_player)", 2,
                 "offer.player", "repeated");
  assert_refused("phase fly deployment\noffer pieces(follower)", 2, "offer.follower", "expected yes or no");
  assert_refused("phase fly deployment\noffer pieces(piece=wagon)", 2, "no piece", "wagon");
  assert_refused("phase fly deployment\noffer pieces vacant", 2, "unknown word 'vacant'",
                 "deploy, number=, when=");
  assert_refused("phase fly deployment\noffer pieces when=(knd=city)", 2, "phase fly: offer.when.knd",
                 "did you mean kind?");
  assert_refused("phase fly deployment\noffer pieces deploy", 2, "phase fly: offer",
                 "a selector of segments");
  assert_refused("phase fly anytime\noffer segments(can_deploy=followers) deploy", 2, "phase fly: offer",
                 "a phase with the timing `anytime` cannot offer");
  assert_refused("phase fly before_draw\noffer pieces number=65536", 2, "phase fly: offer: number",
                 "from 0 to 65535");
  assert_refused(
      "variable purses player\nvariable purse game\nphase fly before_draw\noffer players number=purse", 4,
      "or a variable of players", "did you mean purses?");
}

static void rows_of_hooks_have_gates (void **unused) {
  (void)unused;
  assert_refused("condition on_seen 0 (piece=pig)", 1, "on_seen",
                 "allow_placement, extends_builder, on_tile_placed");
  assert_refused("condition on_tile_placed 96 (piece=pig)", 1, "96", "0 to 95");
  assert_refused("condition on_tile_placed -1 (piece=pig)", 1, "-1", "0 to 95");
  assert_refused("condition on_piece_removed 0 (piece=cow)", 1, "on_piece_removed: when.piece",
                 "the game has no piece 'cow'");
  assert_refused("condition on_tile_placed 0 (piece=pig)", 1, "on_tile_placed: when.piece",
                 "`this` is a tile here");
  assert_refused("condition on_feature_scored 0 (except=(follower=yes))", 1,
                 "on_feature_scored: when.except.follower", "`this` is a feature here");
  assert_refused("condition on_tile_placed 0 cow", 1, "cow", "a filter without a kind of items");
  assert_refused("condition on_tile_placed 0", 1, "condition on_tile_placed: when is missing",
                 "a filter, as in (kind=city)");
  assert_refused("condition points 0 (kind=cow)", 1, "points: when.kind",
                 "no kind of segment is named 'cow'");
  assert_refused("condition points 0 (kind=city) cow", 1, "cow", "unexpected word");
  assert_refused("held_back dragon", 1, "dragon", "declared");
  assert_refused("attribute dragon\nheld_back dragon", 2, "dragon", "attribute of tiles");
}

static void rows_of_points_are_read_whole_or_refused (void **unused) {
  (void)unused;
  static const char rows[] =
      "attribute mill merge=sum\nattribute here merge=local\nattribute vineyard on=tile\nset base\n"
      "variable gold feature\nvariable purse player\n"
      "point_row a (kind=road,city;complete=yes;final=no;attribute=mill;variable=gold;has=pieces(piece=pig)) "
      "per=gold add=-3\n"
      "point_row a (kind=monastery) per=tiles(attribute=vineyard;around=this) add=3\npoint_row b () zero\n"
      "point_row b () halve=up\npoint_row b () per=pieces add=1\n"
      "bonus_row a (at=(attribute=vineyard)) per=pieces(follower=yes;around=this) add=1 once\n"
      "final king after goods\nfinal_row king c players per=purse add=2\n";
  carc_definition *d = define(rows);
  static const char *const names[] = {"gold", "vineyard", "b", "b", "b"};
  for (int i = 0; i < 5; i++) assert_string_equal(carc_point_row_name(d, i), names[i]);
  carc_definition_free(d);
  static const char *const wrong[][3] = {
      {"point_row", "owner is missing", "expected a name"},
      {"point_row a", "point_row: filter is missing", "(kind=city)"},
      {"point_row a ()", "`add`, `zero` or `halve`", "missing"},
      {"point_row a () add=1 add=2", "point_row: add", "repeated"},
      {"point_row a () add=1 zero", "point_row: add", "cannot be combined with halve|zero"},
      {"point_row a (kind=cow) add=1", "point_row.kind", "no kind of segment is named 'cow'"},
      {"point_row a () zero=1", "point_row: zero", "without a value, got '1'"},
      {"point_row a () add=x", "add: expected a number from -1000 to 1000", "got 'x'"},
      {"point_row a () add=1001", "a number from -1000 to 1000", "got '1001'"},
      {"point_row a () halve=off", "halve: expected up or down", "got 'off'"},
      {"point_row a (complete=maybe) add=1", "point_row.complete", "yes or no, got maybe"},
      {"point_row a (attribute=here) add=1", "point_row: attribute", "local"},
      {"point_row a () per=here add=1", "point_row: per: here", "local"},
      {"point_row a () per=cows add=1", "point_row: per: expected tiles",
       "an attribute, a token, a variable or a selector, got 'cows'"},
      {"point_row a () per=cows(kind=city) add=1", "point_row.per", "no kind of item is named 'cows'"},
      {"point_row a () per=tiles per=pieces add=1", "point_row: per", "repeated"},
      {"point_row a () per=tiles zero", "point_row: per", "cannot be combined with halve|zero"},
      {"point_row a () per=cities add=1", "per = \"cities\"", "requires kind = \"field\""},
      {"point_row a (kind=field;complete=yes) add=1", "complete = true", "fields are never complete"},
      {"point_row a () once add=1", "unknown word 'once'", "per=, add=, halve=, zero"},
      {"bonus_row a () zero", "bonus_row: unknown word 'zero'", "per=, add=, once"},
      {"bonus_row a ()", "bonus_row: add is missing", ""},
      {"bonus_row a (attribute=cow) add=1", "bonus_row.attribute", "the game has no attribute 'cow'"},
      {"bonus_row a () per=cities add=1", "bonus_row: per = \"cities\"", "field"},
      {"final_row kong a players add=1", "final_row", "'kong'"},
      {"final_row goods a players add=1", "no script declares the step", "'goods'"},
      {"final_row king a (variable=purse) add=1", "final", "expected the kind of items"},
      {"final_row king a players halve=up", "final_row: unknown word 'halve=up'", "per=, add=, once"},
      {"flipped here 0", "flipped: place", "expected a number"},
      {"flipped vineyard 1", "vineyard", "attribute of segments"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[1200];
    snprintf(text, sizeof text, "%s%s", rows, wrong[i][0]);
    assert_refused(text, 15, wrong[i][1], wrong[i][2]);
  }
}

static void attributes_are_counted_or_local (void **unused) {
  (void)unused;
  carc_definition *d = define("attribute mill merge=sum\nattribute here merge=local\nset base\n"
                              "tile M x1 city:N+mill+mill+here field:EL.ER.SL.SR.WL.WR~N\nstart M 0,0 r0");
  carc_state *s = begin(d, 1);
  carc_feature f = feature_at(d, s, 0, 0, "city:N");
  assert_int_equal(carc_state_feature_count(d, s, f.id, 0), 2);
  assert_int_equal(carc_state_feature_count(d, s, f.id, 1), 0);
  assert_int_equal(f.attributes, 1);
  assert_int_equal(carc_state_attributes(d, s, 0, 0), 3);
  carc_state_free(d, s);
  carc_definition_free(d);
  assert_refused("attribute here merge=local tile_points=1", 1, "here", "a feature never has");
  assert_refused("attribute mill merge=twice", 1, "mill: merge", "any, all, sum or local, got 'twice'");
  assert_refused("attribute mill merge=local\nset base\npiece miller 1 power=mill", 3, "miller: power",
                 "attribute of features");
}

static int no_step (void *ud, carc_call *call, const char *name) {
  (void)ud;
  (void)call;
  (void)name;
  return 0;
}

static void steps_need_a_hook_and_a_place (void **unused) {
  (void)unused;
  carc_hooks h = {.final = no_step};
  assert_refused("set base\nfinal king after fields", 0, "no hook `final`", "");
  assert_refused("set base\nfinal king", 2, "king", "`after` or `before`");
  assert_refused("set base\nfinal king behind fields", 2, "unknown word 'behind'",
                 "expected before, after, shared");
  assert_refused("set base\nfinal goods after fields", 2, "goods", "already");
  assert_refused("set base\nfinal king after", 2, "king: after", "expected a step of the final scoring");
  assert_refused("set base\nfinal", 2, "", "");
  carc_definition *d =
      define_with("set base\nfinal fields\nfinal a before fields\nfinal b after a", &h, NULL);
  static const char *const names[] = {"incomplete", "a", "b", "fields", "goods"};
  assert_true(carc_definition_hooked(d));
  assert_int_equal(carc_definition_steps(d), 5);
  for (int i = 0; i < 5; i++) assert_string_equal(carc_step_name(d, i), names[i]);
  assert_null(carc_step_name(d, -1));
  carc_definition_free(d);
  char text[800] = "set base\n";
  for (int i = 0; i < 14; i++) snprintf(text + strlen(text), 40, "final s%d after goods\n", i);
  assert_refused(text, 15, "more than 16", "");
}

static void variants_are_only_compared (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nvariant chained 12ab a=1 b=2"),
                  *e = define("set base\nvariant chained 12ac a=1 "
                              "b=2");
  assert_true(carc_definition_fingerprint(d) != carc_definition_fingerprint(e));
  carc_definition_free(d);
  carc_definition_free(e);
  assert_refused("set base\nvariant", 2, "variant", "");
  assert_refused("set base\nvariant x", 2, "digest", "");
}

/* ---- Text and fingerprint -------------------------------------------------------------------- */

static void the_text_is_kept_without_comments_and_spare_blanks (void **unused) {
  (void)unused;
  carc_definition *d = define("  set \t base # the base game\n\n#x\r\n players   3\r\n"),
                  *e = define("set base\nplayers "
                              "3\n");
  assert_string_equal(carc_definition_text(d), "set base\nplayers 3\n");
  assert_string_equal(carc_definition_text(d), carc_definition_text(e));
  assert_true(carc_definition_fingerprint(d) == carc_definition_fingerprint(e));
  carc_definition_free(d);
  carc_definition_free(e);
}

static void what_makes_another_game_makes_another_fingerprint (void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "set base",
      "set base\nplayers 3",
      "set base\nrule small_city 2",
      "set base\nedition 2003",
      "set base\ndraws manual",
      "set base\nset traders",
      "set base x2",
      "set base\ncount BA-A 1",
      "set base\npiece follower 6",
      "set base\npiece follower 7 power=2",
      "set base\nstart BA-D 0,0 r1",
      "set base\nstart BA-D 1,0 r0",
      "set base\npoints 1 5",
      "set base\nturn 2",
      "set base\nhand BA-B",
      "set base\nvariable a game",
      "set base\nvariable a player",
      "set base\nattribute a",
      "set base\nstand 1 follower 0,0 city:N",
      "set base\nstand 2 follower 0,0 city:N",
      "set base\nvariant a 1",
      "tile BA-D x4 road:E.W city:N field:EL.WR~N field:ER.SL.SR.WL",
      "tile BA-D x4 road:E.W city:N field:EL.WR field:ER.SL.SR.WL",
      "tile BA-D x4 road:E.W city:N+pennant field:EL.WR~N field:ER.SL.SR.WL",
  };
  enum { N = sizeof texts / sizeof *texts };
  uint64_t prints[N];
  for (int i = 0; i < N; i++) {
    carc_definition *d = define(texts[i]), *again = define(carc_definition_text(d));
    prints[i] = carc_definition_fingerprint(d);
    assert_true(prints[i] == carc_definition_fingerprint(again));
    for (int k = 0; k < i; k++)
      if (prints[k] == prints[i]) fail_msg("these have one fingerprint:\n%s\n\n%s", texts[k], texts[i]);
    carc_definition_free(d);
    carc_definition_free(again);
  }
}

/* ---- Positions ------------------------------------------------------------------------------- */

static void a_position_is_checked_as_if_it_had_been_played (void **unused) {
  (void)unused;
#define ROAD "set base\nset traders\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\n"
  assert_refused(ROAD "start BA-E 0,1 r0", 5, "BA-E", "edge");
  assert_refused(ROAD "start BA-B 5,5 r0", 5, "BA-B", "beside");
  assert_refused(ROAD "start BA-B 1,0 r0", 5, "BA-B", "already");
  assert_refused(ROAD "stand 1 follower 4,4 city:N", 5, "no tile at 4,4", "");
  assert_refused(ROAD "stand 1 follower 0,0 city:S", 5, "BA-D", "city:S");
  assert_refused(ROAD "stand 1 horse 0,0 city:N", 5, "horse", "");
  assert_refused(ROAD "stand 7 follower 0,0 city:N", 5, "7", "");
  assert_refused(ROAD "stand 1 follower 0,0", 5, "segment", "");
  assert_refused(ROAD "stand 1 follower city:N", 5, "city:N", "cell");
  assert_refused(ROAD "stand 1 builder 0,0 road:E.W", 5, "builder", "follower");
  assert_refused(ROAD "stand 2 follower 1,0 road:E.W\nstand 1 builder 0,0 road:E.W", 6, "builder",
                 "player 1");
  /* an orphaned pig may only stand in an edition in which it stays */
  assert_refused("edition jcz\n" ROAD "stand 1 follower 0,0 field:EL.WR\nstand 1 pig 0,0 field:ER.SL.SR.WL",
                 7, "pig", "");
  carc_definition_free(define(ROAD "stand 1 follower 0,0 field:EL.WR\nstand 1 pig 0,0 field:ER.SL.SR.WL\n"));
  assert_refused(ROAD "stand 1 follower 0,0 field:EL.WR\nstand 1 builder 0,0 field:EL.WR", 6, "builder",
                 "field");
  assert_refused(ROAD "piece follower 1\nstand 1 follower 0,0 city:N\nstand 1 follower 0,0 road:E.W", 7,
                 "player 1", "no follower left");
  assert_refused("set base\nstart BA-D 0,0 r0\nstart BA-E 0,-1 r2\nstand 1 follower 0,0 city:N", 4,
                 "complete", "");
  assert_refused("set base\nplayers 2\nstand 3 follower 0,0 city:N", 0, "player", "2");
  assert_refused("set base\nplayers 2\nturn 3", 0, "player", "2");
  assert_refused("set base\nplayers 2\npoints 3 1", 0, "player", "2");
  assert_refused("set base\nset traders\nplayers 2\nhave 3 1 1 1", 0, "player", "2");
  assert_refused("set base\nset traders\nhave 1 1 1", 3, "cloth", "");
  assert_refused("set base\nset traders\nhave 1 1 1 256", 3, "256", "");
  assert_refused("set base\npoints 1 x", 2, "x", "");
  assert_refused("set base\nturn 0", 2, "0", "");
  assert_refused("set base\nhand BA-Z", 2, "BA-Z", "");
  assert_refused("set base\nstart BA-C 0,0 r0\nhand BA-C", 3, "BA-C", "left");
  assert_refused("set base\nstart BA-C 0,0 r0\nhand BA-B", 3, "BA-B", "fits nowhere");
}

static void a_position_can_be_set_up (void **unused) {
  (void)unused;
  carc_definition *d =
      define("set base\nset traders\nplayers 3\nstart BA-D 2,3 r0\nstart BA-U 3,3 r0\nstart BA-B 3,4 "
             "r0\nstand 1 follower 2,3 road:E.W\nstand 3 follower 3,3 road:E.W\nstand 3 builder 2,3 "
             "road:E.W\nstand 2 follower 3,4 monastery\nstand 1 follower 3,3 field:ER.SL.SR.WL\n"
             "points 1 30\npoints 3 -4\nhave 2 1 2 3\nturn 3\nhand BA-V");
  carc_state *s = begin(d, 1);
  SCORES(d, s, 30, 0, -4);
  assert_int_equal(carc_state_turn_player(d, s), 2);
  assert_int_equal(carc_state_current_player(d, s), 2);
  assert_int_equal(carc_state_hand(d, s), type_in(d, "BA-V"));
  assert_int_equal(carc_state_pieces(d, s), 5);
  assert_int_equal(carc_state_pieces_in_hand(d, s, 0, 0), 5);
  assert_int_equal(carc_state_pieces_in_hand(d, s, 2, 1), 0);
  assert_int_equal(carc_state_goods(d, s, 1, CARC_GOOD_CLOTH), 3);
  carc_feature f = feature_at(d, s, 2, 3, "road:E.W");
  assert_int_equal(f.followers, 5);
  assert_int_equal(f.builders, 4);
  assert_int_equal(f.majority, 5);
  assert_int_equal(f.points, 2);
  assert_int_equal(f.open, 2);
  f = feature_at(d, s, 3, 4, "monastery");
  assert_int_equal(f.tiles, 3);
  assert_int_equal(f.points, 3);
  assert_int_equal(carc_state_reward(d, s, 0), 0);
  /* the builder counts: player 3 has a further part */
  play(d, s, "place BA-V 4,3 r0; pass");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

static void a_feature_holds_more_pennants_and_goods_than_a_byte (void **unused) {
  (void)unused;
  /*
  ** The cities never end, and each tile has three pennants and a good. Either the definition is
  ** refused, or the pennants and goods of all tiles are counted correctly.
  */
  carc_error err = {0};
  carc_definition *d =
      carc_definition_new("tile C x200 city:N.E.S.W+pennant+pennant+pennant+wine\nstart none\nplayers 1\n",
                          NULL, NULL, NULL, &err);
  if (d == NULL) {
    assert_int_equal(err.code, CARC_ERR_INVALID);
    return;
  }
  carc_state *s = begin(d, 1);
  uint64_t random = 1;
  while (carc_state_tiles(d, s) < 150) {
    play_any(d, s, &random);
    carc_feature f = feature_of_segment(d, s, 0, 0);
    assert_int_equal(f.tiles, carc_state_tiles(d, s));
    assert_int_equal(f.pennants, 3 * carc_state_tiles(d, s));
    assert_int_equal(f.goods[CARC_GOOD_WINE], carc_state_tiles(d, s));
    assert_int_equal(f.goods[CARC_GOOD_GRAIN], 0);
  }
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_feature_holds_more_goods_than_a_byte (void **unused) {
  (void)unused;
  carc_error err = {0};
  carc_definition *d =
      carc_definition_new("tile C x100 city:N+wine city:E+wine city:S+wine city:W+wine "
                          "field~N\ntile D x100 city:N.E.S.W\nstart D 0,0 r0\nplayers 1\ndraws manual",
                          NULL, NULL, NULL, &err);
  if (d == NULL) {
    assert_int_equal(err.code, CARC_ERR_INVALID);
    return;
  }
  /* on a chequered board, the tiles D join the four cities of each C */
  carc_state *s = begin(d, 1);
  for (int y = 0; y < 14; y++)
    for (int x = 0; x < 14; x++) {
      char text[60];
      if (x + y == 0) continue;
      const char *id = (x + y) % 2 ? "C" : "D";
      snprintf(text, sizeof text, "draw %s; place %s %d,%d r0", id, id, x, y);
      play(d, s, text);
      if (carc_state_decision(d, s) == CARC_ACTION_DEPLOY) play(d, s, "pass");
    }
  assert_int_equal(carc_state_tiles(d, s), 196);
  carc_feature f = feature_of_segment(d, s, 0, 0);
  assert_int_equal(f.goods[CARC_GOOD_GRAIN], 0);
  assert_int_equal(f.goods[CARC_GOOD_CLOTH], 0);
  assert_true(f.goods[CARC_GOOD_WINE] > 255);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void random_text_never_crashes_the_reader (void **unused) {
  (void)unused;
  static const char *const words[] = {"edition",
                                      "rule",
                                      "players",
                                      "draws",
                                      "set",
                                      "tile",
                                      "count",
                                      "start",
                                      "piece",
                                      "goods",
                                      "attribute",
                                      "variable",
                                      "final",
                                      "variant",
                                      "stand",
                                      "points",
                                      "have",
                                      "turn",
                                      "hand",
                                      "base",
                                      "traders",
                                      "BA-D",
                                      "x1",
                                      "0,0",
                                      "r0",
                                      "1",
                                      "2",
                                      "city:N",
                                      "road:E.W",
                                      "field:EL.WR",
                                      "~N",
                                      "+wine",
                                      "manual",
                                      "none",
                                      "after",
                                      "goods",
                                      "follower",
                                      "builder",
                                      "on=city",
                                      "game",
                                      "feature",
                                      "max",
                                      "\n",
                                      "\n",
                                      "\n",
                                      "city:N~",
                                      "field:NL~N",
                                      ":",
                                      ".",
                                      "king",
                                      "point_row",
                                      "bonus_row",
                                      "zero",
                                      "add=1",
                                      "merge=sum",
                                      "(attribute=king)",
                                      "per=king",
                                      "per=tiles",
                                      "flipped",
                                      "once",
                                      "condition",
                                      "points",
                                      "(kind=city)",
                                      "forbidden_placement",
                                      "forbidden_deployment",
                                      "()",
                                      "(",
                                      ")",
                                      "final_row",
                                      "phase",
                                      "offer",
                                      "pieces",
                                      "(all=",
                                      "(at=last_placed;",
                                      "tiles(around=tiles(min=2))"};
  enum { N = sizeof words / sizeof *words };
  uint64_t random = 3;
  char text[2000];
  for (int i = 0; i < times(20000); i++) {
    strcpy(text, i % 2 ? "set base\n" : "");
    for (int n = 2 + below(&random, 12); n > 0; n--) {
      strcat(text, words[below(&random, N)]);
      if (below(&random, 8) != 0) strcat(text, " ");
    }
    carc_error err = {0};
    carc_definition *d = carc_definition_new(text, NULL, NULL, NULL, &err);
    if (d == NULL) {
      assert_int_equal(err.code, CARC_ERR_INVALID);
      assert_true(err.message[0] != '\0');
    }
    carc_definition_free(d);
  }
}

/* ---- Lack of memory -------------------------------------------------------------------------- */

static const char whole_game[] =
    "set base\nset traders\nplayers 3\nvariable a feature\nhand BA-B\nstand 1 follower 0,0 "
    "city:N\n";

static void a_definition_for_which_there_is_no_memory_leaves_nothing (void **unused) {
  (void)unused;
  for (int stays = 0; stays < 2; stays++)
    for (int n = 1;; n++) {
      pool memory = {.fail_at = n, .stays = stays};
      carc_error err = {0};
      carc_definition *d = define_in(&memory, whole_game, NULL, NULL, &err);
      if (d == NULL) {
        assert_int_equal(err.code, CARC_ERR_MEMORY);
        assert_pool_empty(&memory);
        assert_true(n < 50);
        continue;
      }
      assert_true(n > 3);
      carc_definition_free(d);
      assert_pool_empty(&memory);
      break;
    }
  carc_definition_free(NULL);
}

static void a_wrong_definition_leaves_nothing_when_memory_fails_too (void **unused) {
  (void)unused;
  for (int n = 1; n < 12; n++) {
    pool memory = {.fail_at = n};
    carc_error err = {0};
    assert_null(define_in(&memory, "set base\nset traders\nhand BA-B\nplayers 3\nturn 4", NULL, NULL, &err));
    assert_true(err.code == CARC_ERR_MEMORY || err.code == CARC_ERR_INVALID);
    assert_pool_empty(&memory);
  }
}

/*
** Checks that each call that fails because memory is missing reports it, leaks nothing and changes
** nothing.
*/
static void want_of_memory_changes_nothing (void **unused) {
  (void)unused;
  pool memory = {0};
  carc_hooks h = {.final = no_step};
  for (int hooked = 0; hooked < 2; hooked++) {
    carc_definition *d = define_in(&memory, whole_game, hooked ? &h : NULL, NULL, NULL);
    assert_non_null(d);
    uint64_t random = 5;
    carc_state *s = begin(d, 1);
    play_some(d, s, &random, 20);
    carc_state *was = copy(d, s);
    char *saved = save(d, s);
    int blocks = memory.blocks;
    carc_error err;
#define FAILS(call)                            \
  memset(&err, 0, sizeof err);                 \
  memory.fail_at = memory.calls + 1;           \
  assert_true(call);                           \
  memory.fail_at = 0;                          \
  assert_int_equal(err.code, CARC_ERR_MEMORY); \
  assert_same(d, s, was);                      \
  assert_int_equal(memory.blocks, blocks)
    FAILS(carc_state_new(d, 1, &err) == NULL);
    FAILS(carc_state_undo_action(d, s, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_events(d, s, 0, ignore_event, NULL, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_serialize(d, s, NULL, 0, &err) == -1);
    FAILS(carc_state_deserialize(d, s, saved, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_apply_action(d, s, read_action(d, s, "resign 1"), &err) == CARC_ERR_MEMORY);
    free(saved);
    carc_state_free(d, was);
    carc_state_free(d, s);
    carc_definition_free(d);
    assert_pool_empty(&memory);
  }
}

static void small_words_have_names (void **unused) {
  (void)unused;
  assert_string_equal(carc_status_name(CARC_OK), "ok");
  assert_string_equal(carc_status_name(CARC_ERR_ILLEGAL), "illegal");
  assert_string_equal(carc_status_name(CARC_ERR_INVALID), "invalid");
  assert_string_equal(carc_status_name(CARC_ERR_SCRIPT), "script");
  assert_string_equal(carc_status_name(CARC_ERR_MEMORY), "memory");
  assert_string_equal(carc_status_name(CARC_ERR_BUSY), "busy");
  assert_string_equal(carc_kind_name(CARC_KIND_MONASTERY), "monastery");
  assert_string_equal(carc_good_name(CARC_GOOD_CLOTH), "cloth");
  assert_string_equal(carc_event_name(CARC_EVENT_SET_ASIDE), "set_aside");
  assert_string_equal(carc_event_name(CARC_EVENT_ENDED), "ended");
  assert_string_equal(carc_score_item_name(CARC_SCORE_ITEM_PIG), "pig");
  assert_string_equal(carc_action_kind_name(CARC_ACTION_EXTRA), "extra");
  assert_string_equal(carc_action_kind_name(CARC_ACTION_NONE), "none");
  static const char *const ports[CARC_PORTS] = {"NL", "N", "NR", "EL", "E", "ER",
                                                "SL", "S", "SR", "WL", "W", "WR"};
  for (int p = 0; p < CARC_PORTS; p++) assert_string_equal(carc_port_name(p), ports[p]);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_editions_are_those_of_the_rule_table),
      cmocka_unit_test(c2_is_the_edition_unless_said),
      cmocka_unit_test(each_rule_can_be_overridden_before_or_after_the_edition),
      cmocka_unit_test(a_rule_takes_only_its_words_or_its_range),
      cmocka_unit_test(a_misspelt_word_is_answered_with_the_nearest_one),
      cmocka_unit_test(the_nearest_name_is_the_one_with_the_fewest_slips),
      cmocka_unit_test(of_names_as_near_the_one_that_begins_alike_is_meant),
      cmocka_unit_test(of_names_as_near_the_one_that_begins_alike_is_meant),
      cmocka_unit_test(players_are_one_to_six),
      cmocka_unit_test(a_script_is_for_some_numbers_of_players),
      cmocka_unit_test(a_game_has_a_rule_of_victory),
      cmocka_unit_test(draws_are_seeded_or_manual),
      cmocka_unit_test(there_must_be_tiles),
      cmocka_unit_test(counts_of_tiles_can_be_set),
      cmocka_unit_test(a_script_s_start_tiles_move_where_another_s_lie),
      cmocka_unit_test(the_start_tile_must_be_in_the_set),
      cmocka_unit_test(pieces_are_rows_of_a_table),
      cmocka_unit_test(bad_pieces_are_refused),
      cmocka_unit_test(goods_can_be_left_out),
      cmocka_unit_test(attributes_are_declared_before_tiles_carry_them),
      cmocka_unit_test(variables_are_declared_with_scope_lifetime_and_merge),
      cmocka_unit_test(variables_have_a_size_and_a_beginning),
      cmocka_unit_test(attributes_say_what_they_are_worth),
      cmocka_unit_test(special_pieces_and_spans_say_what_they_are),
      cmocka_unit_test(phases_are_declared_with_a_point_and_a_gate),
      cmocka_unit_test(a_phase_says_what_it_needs),
      cmocka_unit_test(a_phase_says_what_it_offers),
      cmocka_unit_test(rows_of_hooks_have_gates),
      cmocka_unit_test(rows_of_points_are_read_whole_or_refused),
      cmocka_unit_test(attributes_are_counted_or_local),
      cmocka_unit_test(steps_need_a_hook_and_a_place),
      cmocka_unit_test(variants_are_only_compared),
      cmocka_unit_test(the_text_is_kept_without_comments_and_spare_blanks),
      cmocka_unit_test(what_makes_another_game_makes_another_fingerprint),
      cmocka_unit_test(a_position_is_checked_as_if_it_had_been_played),
      cmocka_unit_test(a_position_can_be_set_up),
      cmocka_unit_test(a_feature_holds_more_pennants_and_goods_than_a_byte),
      cmocka_unit_test(a_feature_holds_more_goods_than_a_byte),
      cmocka_unit_test(random_text_never_crashes_the_reader),
      cmocka_unit_test(a_definition_for_which_there_is_no_memory_leaves_nothing),
      cmocka_unit_test(a_wrong_definition_leaves_nothing_when_memory_fails_too),
      cmocka_unit_test(want_of_memory_changes_nothing),
      cmocka_unit_test(small_words_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
