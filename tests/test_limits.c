/*
** test_limits.c: games at the limits that carcassonne.h names are played to the end; what goes beyond one is refused with a
** sentence that names it.
*/
#include <stdarg.h>
#include "script.h"

/* ---- Definitions that are put together ------------------------------------------------------------------------ */

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

/* One line more is refused, with both parts in the message. */
static void assert_line_refused (const char *line, const char *part, const char *other) {
  add("%s\n", line);
  assert_refused(text, count_lines(), part, other);
}

/* ---- Games that are played to the end --------------------------------------------------------------------------- */

/* What a game comes to when it is saved and played again, and back by one decision. */
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

/* Any game, looked at closely every so many decisions. */
static void play_to_end (const carc_definition *d, carc_state *s, int often) {
  uint64_t random = 4711;
  for (int i = 0; !carc_state_is_terminal(d, s); i++) {
    if (i % often == 0) check_sound(d, s);
    play_any(d, s, &random);
  }
  check_end(d, s);
}

/* ---- Attributes ----------------------------------------------------------------------------------------------------- */

static void declare_attributes (void) {
  begin_text("set base");
  for (int i = 0; i < CARC_MAX_ATTRIBUTES; i++)
    add("attribute a%d%s\n", i,
        i == CARC_MAX_ATTRIBUTES - 1   ? " each=3"
        : i == CARC_MAX_ATTRIBUTES - 2 ? " merge=all"
                                       : "");
  for (int i = 0; i < CARC_MAX_TILE_ATTRIBUTES; i++) add("attribute t%d of=tile\n", i);
}

/* Two cities close each other; the last attribute is on one of them, the one before, which all segments must have, on both. */
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
  assert_line_refused("attribute more of=tile", "more than 64 attributes of tiles", "");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_game_with_64_attributes_of_segments_and_64_of_tiles_is_played),
      cmocka_unit_test(one_attribute_more_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
