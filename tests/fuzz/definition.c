/*
** definition.c: fuzz target. The input is the text of a definition. If the engine accepts it, its
** text must be read as an equal definition, and the first decisions of a game must be sound.
*/
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"

enum { DECISIONS = 6 };

static void check_text (const carc_definition *d) {
  carc_definition *again = fuzz_define(carc_definition_text(d), &fuzz_no_hooks, NULL);
  FUZZ_CHECK(strcmp(carc_definition_text(d), carc_definition_text(again)) == 0);
  FUZZ_CHECK(carc_definition_fingerprint(d) == carc_definition_fingerprint(again));
  carc_definition_free(again);
}

static void check_game (const carc_definition *d, fuzz_input in) {
  carc_error err = {0};
  carc_state *s = carc_state_new(d, in.left, &err);
  if (s == NULL) {
    fuzz_check_error(&err, NULL);
    return;
  }
  fuzz_play(d, s, &in, DECISIONS);
  fuzz_check_actions(d, s);
  fuzz_check_save(d, s);
  carc_state_free(d, s);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  carc_error err = {0};
  fuzz_input in = {data, size};
  char *text = fuzz_text(&in);
  carc_definition *d = carc_definition_new(text, &fuzz_no_hooks, NULL, NULL, &err);
  if (d == NULL) fuzz_check_error(&err, text);
  if (d != NULL) {
    check_text(d);
    check_game(d, in);
  }
  carc_definition_free(d);
  free(text);
  return 0;
}
