/*
** notation.c: fuzz target. The first byte of the input chooses a reader for the rest of it: the
** segments of a tile, an action, or a segment of a turned tile.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"

static carc_definition *rules[2];
static carc_state *states[2];

static void begin_games (void) {
  static const uint8_t choices[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
  for (int i = 0; i < 2 && rules[i] == NULL; i++) {
    fuzz_input in = {choices, sizeof choices};
    rules[i] = fuzz_define(fuzz_rules(i == 0 ? 1 : 3), &fuzz_no_hooks, NULL);
    states[i] = fuzz_begin(rules[i], 7);
    fuzz_play(rules[i], states[i], &in, (int)sizeof choices);
  }
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Every segment of a turned tile must be found by its text. */
static void check_segments (const carc_definition *d, int type) {
  char text[200];
  for (int rotation = 0; rotation < 4; rotation++)
    for (int i = 0; i < carc_type_segments(d, type); i++) {
      int length = carc_segment_text(d, type, rotation, i, text, sizeof text);
      FUZZ_CHECK(length > 0 && (size_t)length == strlen(text));
      int found = carc_segment_find(d, type, rotation, text);
      FUZZ_CHECK(found >= 0);
      FUZZ_CHECK(carc_type_segment(d, type, rotation, found).kind ==
                 carc_type_segment(d, type, rotation, i).kind);
    }
}

static void read_tile (const char *text) {
  static const char before[] = "attribute inn\nattribute mill merge=sum\nattribute tower on=tile\nattribute "
                               "garden scores_as_monastery\n"
                               "tile X x1 city:N.E.S.W\nstart X 0,0 r0\ntile T x2 ";
  carc_error err = {0};
  char *all = malloc(sizeof before + strlen(text));
  FUZZ_CHECK(all != NULL);
  sprintf(all, "%s%s", before, text);
  carc_definition *d = carc_definition_new(all, &fuzz_no_hooks, NULL, NULL, &err);
  if (d == NULL) fuzz_check_error(&err, all);
  if (d != NULL) check_segments(d, carc_type_find(d, "T"));
  carc_definition_free(d);
  free(all);
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* An action that was read must be equal after it is written and read again. */
static void read_action (const char *text, int game) {
  const carc_definition *d = rules[game];
  const carc_state *s = states[game];
  char written[CARC_ACTION_TEXT_SIZE];
  carc_error err = {0};
  carc_action a = 0, back = 0;
  if (carc_string_to_action(d, s, text, &a, &err) != CARC_OK) {
    fuzz_check_error(&err, NULL);
    return;
  }
  carc_action_fields f = carc_action_unpack(a);
  FUZZ_CHECK(carc_action_pack(&f) == a);
  FUZZ_CHECK(carc_action_to_string(d, s, a, written, sizeof written) > 0);
  FUZZ_CHECK(carc_string_to_action(d, s, written, &back, &err) == CARC_OK);
  FUZZ_CHECK(back == a);
  carc_state *after = fuzz_begin(d, 7);
  carc_state_clone(d, after, s);
  carc_status status = carc_state_apply_action(d, after, a, &err);
  if (status != CARC_OK) FUZZ_CHECK(carc_state_equal(d, after, s));
  carc_state_free(d, after);
}

/* Writes actions made of any bits, which need not be those of a valid action. */
static void write_action (fuzz_input in, int game) {
  char text[CARC_ACTION_TEXT_SIZE];
  carc_action a = 0;
  for (int i = 0; i < 8; i++) a = a << 8 | fuzz_byte(&in);
  int length = carc_action_to_string(rules[game], states[game], a, text, sizeof text);
  FUZZ_CHECK(length >= 0 && memchr(text, '\0', sizeof text) != NULL);
  FUZZ_CHECK(carc_state_action_index(rules[game], states[game], a) <
             carc_state_num_actions(rules[game], states[game]));
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  fuzz_input in = {data, size};
  begin_games();
  unsigned reader = fuzz_byte(&in);
  int game = (int)(reader >> 2 & 1);
  char *text = fuzz_text(&in);
  switch (reader & 3) {
    case 0: read_tile(text); break;
    case 1: read_action(text, game); break;
    case 2: write_action(in, game); break;
    default: {
      int type = fuzz_below(&in, carc_definition_types(rules[game]));
      int found = carc_segment_find(rules[game], type, (int)(reader >> 4 & 3), text);
      FUZZ_CHECK(found < carc_type_segments(rules[game], type));
    }
  }
  free(text);
  return 0;
}
