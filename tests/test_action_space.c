/*
** test_action_space.c: tests the numbers of actions in games without Lua, and what is refused.
** spec/states/action_space_spec.lua plays whole games with scripts.
*/
#include "carcassonne_space.h"
#include "support.h"

/* An action space in memory of its own, which the caller frees. */
static carc_action_space *space_of (const carc_definition *d, int radius) {
  carc_error err = {0};
  carc_action_space *space = malloc(carc_action_space_bytes());
  assert_non_null(space);
  if (carc_action_space_init(d, space, radius, NULL, &err) != CARC_OK) fail_msg("%s", err.message);
  return space;
}

static void an_action_of_a_number_has_this_number (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\nplayers 3\n");
  carc_action_space *space = space_of(d, 0);
  carc_state *s = begin(d, 5);
  unsigned char *mask = malloc((size_t)carc_action_space_size(space));
  assert_non_null(mask);
  uint64_t random = 9;
  for (int turn = 0; turn < 40; turn++) {
    int legal[500], n = carc_action_space_legal(space, s, legal, 500);
    assert_int_equal(carc_state_num_actions(d, s), n);
    assert_int_equal(0, carc_action_space_mask(space, s, mask));
    for (int i = 0; i < n; i++) {
      assert_true(legal[i] >= 0 && mask[legal[i]] == 1);
      assert_true(carc_action_space_action(space, s, legal[i]) == carc_state_action(d, s, i));
    }
    int ones = 0;
    for (int k = 0; k < carc_action_space_size(space); k++) ones += mask[k];
    assert_int_equal(n, ones);
    play_any(d, s, &random);
  }
  free(mask);
  free(s);
  free(space);
  carc_definition_free(d);
}

static void equal_definitions_have_equal_spaces (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\nset traders\n"), *e = define("set base\nset traders\n");
  carc_action_space *one = space_of(d, 12), *other = space_of(e, 12);
  assert_int_equal(12, carc_action_space_radius(one));
  assert_int_equal(carc_action_space_size(one), carc_action_space_size(other));
  assert_int_equal(carc_action_space_blocks(one), carc_action_space_blocks(other));
  for (int i = 0; i < carc_action_space_blocks(one); i++)
    assert_int_equal(carc_action_space_block(one, i)->first, carc_action_space_block(other, i)->first);
  assert_null(carc_action_space_block(one, carc_action_space_blocks(one)));
  assert_null(carc_action_space_block(one, -1));
  free(one);
  free(other);
  carc_definition_free(d);
  carc_definition_free(e);
}

static void draws_and_resignations_have_no_number (void **unused) {
  (void)unused;
  carc_definition *d = define("set base\ndraws manual\n");
  carc_action_space *space = space_of(d, 0);
  carc_state *s = begin(d, 1);
  assert_true(carc_state_is_chance_node(d, s));
  assert_int_equal(-1, carc_action_space_number(space, carc_state_action(d, s, 0)));
  assert_int_equal(-1, carc_action_space_number(space, read_action(d, s, "resign 1")));
  free(s);
  free(space);
  carc_definition_free(d);
}

static void assert_space_refused (const carc_definition *d, int radius, const carc_row_set *asking,
                                  const char *part) {
  carc_error err = {0};
  carc_action_space *space = malloc(carc_action_space_bytes());
  assert_non_null(space);
  assert_int_equal(CARC_ERR_INVALID, carc_action_space_init(d, space, radius, asking, &err));
  assert_has(err.message, part);
  free(space);
}

static void a_space_without_bounds_is_refused (void **unused) {
  (void)unused;
  static const carc_hooks hooks = {.phase = asks_nothing};
  carc_definition *d = define_with("set base\nphase wish deployment\n", &hooks, NULL);
  carc_row_set asking = {{1}};
  assert_space_refused(d, 0, &asking, "wish");
  assert_space_refused(d, -1, NULL, "radius");
  assert_space_refused(d, CARC_MAX_SPAN, NULL, "radius");
  free(space_of(d, 0)); /* the phase asks nothing */
  carc_definition_free(d);
}

/* With many types of tiles from which a player chooses, the placements alone are too many. */
static void a_space_that_is_too_large_is_refused (void **unused) {
  (void)unused;
  enum { TYPES = 900 };
  char *text = malloc(200 + TYPES * 70), *end = text;
  assert_non_null(text);
  end +=
      sprintf(text, "set base\npiece bridge 3 role=span\nreserve hand owner=player deal=2 play_from=any\n");
  for (int i = 0; i < TYPES; i++)
    end += sprintf(end, "tile X%d x1 road:N.S field:%s\n", i, "NL.WR.WL.SR field:NR.EL.ER.SL");
  carc_definition *d = define(text);
  assert_space_refused(d, 0, NULL, "choose a smaller radius");
  free(space_of(d, 10));
  carc_definition_free(d);
  free(text);
}

static void each_field_has_a_name (void **unused) {
  (void)unused;
  for (int i = 0; i < CARC_ACTION_FIELD_COUNT; i++) {
    assert_non_null(carc_action_field_name((carc_action_field)i));
    for (int k = 0; k < i; k++)
      assert_string_not_equal(carc_action_field_name((carc_action_field)i),
                              carc_action_field_name((carc_action_field)k));
  }
  assert_null(carc_action_field_name(CARC_ACTION_FIELD_COUNT));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_action_of_a_number_has_this_number),
      cmocka_unit_test(equal_definitions_have_equal_spaces),
      cmocka_unit_test(draws_and_resignations_have_no_number),
      cmocka_unit_test(a_space_without_bounds_is_refused),
      cmocka_unit_test(a_space_that_is_too_large_is_refused),
      cmocka_unit_test(each_field_has_a_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
