/*
** test_planes.c: tests observation planes in games without Lua. spec/states/planes_spec.lua plays
** games with scripts.
*/
#include "carcassonne_space.h"
#include "support.h"

/* An observation space and room for an observation, between numbers that must not change. */
typedef struct observer_kit {
  const carc_definition *d;
  carc_observation_space *space;
  float *block, *out;
} observer_kit;

enum { GUARD = 64 };
static const float untouched = -77;

static observer_kit kit_of (const carc_definition *d, int radius) {
  carc_error err = {0};
  observer_kit k = {.d = d, .space = malloc(carc_observation_space_bytes())};
  assert_non_null(k.space);
  if (carc_observation_space_init(d, k.space, radius, &err) != CARC_OK) fail_msg("%s", err.message);
  size_t size = (size_t)carc_observation_space_size(k.space) + 2 * GUARD;
  k.block = malloc(size * sizeof *k.block);
  assert_non_null(k.block);
  for (size_t i = 0; i < size; i++) k.block[i] = untouched;
  k.out = k.block + GUARD;
  return k;
}

static void free_kit (observer_kit *k) {
  free(k->block);
  free(k->space);
}

/* Writes an observation; fails if it leaves out a number, or writes outside of the block. */
static void observe (const observer_kit *k, const carc_state *s, int observer) {
  int size = carc_observation_space_size(k->space);
  for (int i = 0; i < size; i++) k->out[i] = untouched;
  carc_observation_space_write(k->space, s, observer, k->out);
  for (int i = 0; i < GUARD; i++) {
    assert_true(k->block[i] == untouched);
    assert_true(k->out[size + i] == untouched);
  }
  for (int i = 0; i < size; i++) assert_true(k->out[i] != untouched);
}

/* The numbers of a plane. */
static const float *plane_of (const observer_kit *k, const char *name) {
  int width = 2 * carc_observation_space_radius(k->space) + 1;
  char text[100];
  for (int i = 0; i < carc_observation_space_planes(k->space); i++) {
    carc_observation_space_plane_name(k->space, i, text, sizeof text);
    if (strcmp(text, name) == 0) return k->out + i * width * width;
  }
  fail_msg("no plane %s", name);
  return NULL;
}

static float at (const observer_kit *k, const char *name, int x, int y) {
  int radius = carc_observation_space_radius(k->space), width = 2 * radius + 1;
  return plane_of(k, name)[(y + radius) * width + x + radius];
}

#define assert_plane(k, name, x, y, number) assert_true(at(k, name, x, y) == (float)(number))

/* ---- A position ------------------------------------------------------------------------------ */

/* A city in the north of the first tile; a road that runs through both tiles. */
static const char position[] = "players 3\nset base\nset traders\n"
                               "start BA-D 0,0 r0\nstart BA-U 1,0 r0\n"
                               "stand 2 follower 0,0 city:N\nstand 3 follower 1,0 road:E.W\n"
                               "stand 3 builder 0,0 road:E.W\n"
                               "points 1 10\npoints 2 50\nhave 2 0 3 0\nturn 2\nhand BA-B\n";

static void planes_show_the_tiles (void **unused) {
  (void)unused;
  carc_definition *d = define(position);
  carc_state *s = begin(d, 1);
  observer_kit k = kit_of(d, 2);
  observe(&k, s, 1);
  assert_plane(&k, "tile", 0, 0, 1);
  assert_plane(&k, "tile", 0, 1, 0);
  assert_plane(&k, "last_tile", 0, 0, 0);
  assert_plane(&k, "last_tile", 1, 0, 1);
  assert_plane(&k, "side.city.N", 0, 0, 1);
  assert_plane(&k, "side.city.N", 1, 0, 0);
  assert_plane(&k, "side.road.E", 0, 0, 1);
  assert_plane(&k, "side.road.S", 0, 0, 0);
  assert_plane(&k, "side.field.E", 0, 0, 1);
  assert_plane(&k, "link.EW", 0, 0, 1);
  assert_plane(&k, "link.NE", 0, 0, 0);
  assert_plane(&k, "inner.monastery", 0, 0, 0);
  assert_plane(&k, "hand.inner.monastery", -2, 2, 1);
  assert_plane(&k, "hand.side.field.W", 2, 2, 1);
  assert_plane(&k, "hand.side.road.W", 0, 0, 0);
  free_kit(&k);
  free(s);
  carc_definition_free(d);
}

static void planes_name_players_from_the_observer_on (void **unused) {
  (void)unused;
  carc_definition *d = define(position);
  carc_state *s = begin(d, 1);
  observer_kit k = kit_of(d, 2);
  observe(&k, s, 1);
  assert_plane(&k, "piece.follower.0", 0, 0, 1);
  assert_plane(&k, "piece.follower.1", 1, 0, 1);
  assert_plane(&k, "piece.builder.1", 0, 0, 1);
  assert_plane(&k, "power.N.0", 0, 0, 0.25);
  assert_plane(&k, "power.W.1", 0, 0, 0.25); /* the road reaches the first tile */
  assert_plane(&k, "power.W.0", 0, 0, 0);
  assert_plane(&k, "points.0", 1, 1, 0.5);
  assert_plane(&k, "points.2", 1, 1, 10 / 100.f);
  assert_plane(&k, "goods.grain.0", 0, 0, 3 / 10.f);
  assert_plane(&k, "supply.follower.0", 0, 0, 6 / 7.f);
  assert_plane(&k, "current.0", 0, 0, 1);
  assert_plane(&k, "turn.1", 0, 0, 0);
  assert_plane(&k, "decision.place", 0, 0, 1);
  assert_plane(&k, "decision.deploy", 0, 0, 0);
  assert_plane(&k, "players", 0, 0, 0.5);
  observe(&k, s, 2);
  assert_plane(&k, "piece.follower.2", 0, 0, 1);
  assert_plane(&k, "piece.follower.0", 1, 0, 1);
  assert_plane(&k, "current.2", 0, 0, 1);
  assert_plane(&k, "points.1", 0, 0, 10 / 100.f);
  observe(&k, s, CARC_SPECTATOR);
  assert_plane(&k, "points.0", 0, 0, 10 / 100.f);
  free_kit(&k);
  free(s);
  carc_definition_free(d);
}

static void planes_show_when_a_feature_is_complete (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nstart BA-E 0,0 r0\nstart BA-E 0,-1 r2\n");
  carc_state *s = begin(d, 1);
  observer_kit k = kit_of(d, 3);
  observe(&k, s, 0);
  assert_plane(&k, "complete.N", 0, 0, 1);
  assert_plane(&k, "complete.S", 0, -1, 1);
  assert_plane(&k, "complete.E", 0, 0, 0);
  free_kit(&k);
  free(s);
  carc_definition_free(d);
}

static void planes_show_tokens_and_variables_of_scripts (void **unused) {
  (void)unused;
  carc_definition *d =
      define("players 2\nset base\nscript x\n"
             "token gold on=tile,player count=16\ntoken flag on=segment owner=player numbers=3\n"
             "token card on=player owner=player numbers=3 visible_to=owner\n"
             "variable visits player\nvariable round game\nstart BA-D 0,0 r0\n"
             "put gold cell=0,0 count=2\nput gold player=1\n"
             "put flag owner=2 number=3 cell=0,0 segment=city:N\n"
             "remember visits 2 5\nremember round 1 -3\n");
  carc_state *s = begin(d, 1);
  observer_kit k = kit_of(d, 3);
  observe(&k, s, 1);
  assert_plane(&k, "token.gold", 0, 0, 2);
  assert_plane(&k, "held.gold.1", 0, 0, 0.1f);
  assert_plane(&k, "token.flag.0", 0, 0, 1);
  assert_plane(&k, "token_number.flag", 0, 0, 0.3f);
  assert_plane(&k, "held.flag.0", 0, 0, 0.2f);
  assert_plane(&k, "held.card.1", 0, 0, 0.3f);
  assert_plane(&k, "held_number.card.0", 0, 0, 0.6f);
  assert_plane(&k, "held_number.card.1", 0, 0, 0); /* hidden */
  assert_plane(&k, "variable.visits.0", 0, 0, 0.5f);
  assert_plane(&k, "variable.visits.1", 0, 0, 0);
  assert_plane(&k, "variable.round", 0, 0, -0.3f);
  free_kit(&k);
  free(s);
  carc_definition_free(d);
}

/* ---- The space ------------------------------------------------------------------------------- */

static void the_planes_after_the_board_are_constant (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 4\n");
  carc_state *s = begin(d, 3);
  observer_kit k = kit_of(d, 4);
  int cells = 9 * 9, planes = carc_observation_space_planes(k.space);
  assert_int_equal(planes * cells, carc_observation_space_size(k.space));
  for (uint64_t random = 1; !carc_state_is_terminal(d, s); play_any(d, s, &random)) {
    observe(&k, s, (int)(random % 4));
    for (int i = carc_observation_space_board_planes(k.space); i < planes; i++)
      for (int c = 0; c < cells; c++) assert_true(k.out[i * cells + c] == k.out[i * cells]);
  }
  free_kit(&k);
  free(s);
  carc_definition_free(d);
}

/* The board is larger than the window. */
static void tiles_outside_of_the_window_are_left_out (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\n");
  carc_state *s = begin(d, 3);
  observer_kit small = kit_of(d, 1), large = kit_of(d, 0);
  uint64_t random = 1;
  while (!carc_state_is_terminal(d, s)) play_any(d, s, &random);
  observe(&small, s, 0);
  observe(&large, s, 0);
  int planes = carc_observation_space_planes(small.space);
  char name[100];
  for (int i = 0; i < planes; i++) {
    carc_observation_space_plane_name(small.space, i, name, sizeof name);
    for (int c = 0; c < 9; c++) assert_plane(&large, name, c % 3 - 1, c / 3 - 1, small.out[i * 9 + c]);
  }
  free_kit(&small);
  free_kit(&large);
  free(s);
  carc_definition_free(d);
}

static void each_plane_has_its_own_name (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 6\nreserve hand owner=player deal=2\n");
  observer_kit k = kit_of(d, 1);
  char one[100], other[100];
  int planes = carc_observation_space_planes(k.space);
  for (int i = 0; i < planes; i++) {
    assert_in_range(carc_observation_space_plane_name(k.space, i, one, sizeof one), 1, sizeof one - 1);
    for (int n = 0; n < i; n++) {
      carc_observation_space_plane_name(k.space, n, other, sizeof other);
      assert_string_not_equal(one, other);
    }
  }
  assert_int_equal(-1, carc_observation_space_plane_name(k.space, planes, one, sizeof one));
  assert_int_equal(-1, carc_observation_space_plane_name(k.space, -1, one, sizeof one));
  free_kit(&k);
  carc_definition_free(d);
}

static void hidden_tiles_are_not_in_planes_of_others (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nreserve hand owner=player deal=3 play_from=any visible_to=owner "
                              "refill=turn_end\nreserve dark deal=4 visible_to=nobody\n");
  carc_state *s = begin(d, 3), *other = copy(d, s);
  observer_kit k = kit_of(d, 2);
  size_t bytes = (size_t)carc_observation_space_size(k.space) * sizeof(float);
  float *seen = malloc(bytes);
  assert_non_null(seen);
  carc_error err;
  int shown = 0, seed = 0;
  for (uint64_t random = 1; !carc_state_is_terminal(d, s); play_any(d, s, &random)) {
    observe(&k, s, 0);
    memcpy(seen, k.out, bytes);
    assert_int_equal(carc_state_determinize(d, s, 0, (uint64_t)seed++, other, &err), CARC_OK);
    observe(&k, other, 0);
    assert_memory_equal(seen, k.out, bytes);
    for (int t = 0; t < carc_definition_types(d); t++) {
      char name[100];
      snprintf(name, sizeof name, "reserve_tile.hand.0.%s", carc_type_id(d, t));
      shown += (int)at(&k, name, 0, 0);
    }
    observe(&k, s, CARC_SPECTATOR);
    for (int t = 0; t < carc_definition_types(d); t++) {
      char name[100];
      snprintf(name, sizeof name, "reserve_tile.hand.0.%s", carc_type_id(d, t));
      assert_plane(&k, name, 0, 0, 0);
    }
  }
  assert_true(shown > 100);
  free(seen);
  free_kit(&k);
  free(other);
  free(s);
  carc_definition_free(d);
}

static void a_radius_that_is_too_large_is_refused (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\n");
  carc_observation_space *space = malloc(carc_observation_space_bytes());
  assert_non_null(space);
  carc_error err = {0};
  assert_int_equal(CARC_ERR_INVALID, carc_observation_space_init(d, space, CARC_MAX_SPAN, &err));
  assert_has(err.message, "radius");
  assert_int_equal(CARC_ERR_INVALID, carc_observation_space_init(d, space, -1, &err));
  carc_definition_free(d);
  char text[10000] = "players 6\nset base\n";
  for (int i = 0; i < 100; i++) sprintf(text + strlen(text), "tile X%d x1 city:N.E.S.W\n", i);
  for (int i = 0; i < CARC_MAX_RESERVES; i++) sprintf(text + strlen(text), "reserve r%d owner=player\n", i);
  d = define(text);
  assert_int_equal(CARC_ERR_INVALID, carc_observation_space_init(d, space, CARC_MAX_SPAN - 1, &err));
  assert_has(err.message, "choose a smaller radius");
  free(space);
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(planes_show_the_tiles),
      cmocka_unit_test(planes_name_players_from_the_observer_on),
      cmocka_unit_test(planes_show_when_a_feature_is_complete),
      cmocka_unit_test(planes_show_tokens_and_variables_of_scripts),
      cmocka_unit_test(the_planes_after_the_board_are_constant),
      cmocka_unit_test(tiles_outside_of_the_window_are_left_out),
      cmocka_unit_test(each_plane_has_its_own_name),
      cmocka_unit_test(hidden_tiles_are_not_in_planes_of_others),
      cmocka_unit_test(a_radius_that_is_too_large_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
