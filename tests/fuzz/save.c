/*
** save.c: fuzz target. The input is a saved game. Its checksums are replaced by valid checksums, so
** that a changed text reaches the code after the check. If the first byte is `!`, the checksums
** stay.
*/
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "util/text.h"

/* ---- Checksums ------------------------------------------------------------------------------- */

enum { SIGN = 7 }; /* length of " ~" with four digits, and '\0' */

/* Length of the line without its checksum. */
static size_t length_of_line (const char *line, const char *end) {
  size_t length = (size_t)(end - line);
  for (size_t i = 1; i < SIGN && i < length; i++)
    if (line[length - i] == '~' && line[length - i - 1] == ' ') return length - i - 1;
  return length;
}

/* Lines in the heading and the definition, which have no checksums. */
static int count_plain_lines (const char *text) {
  int n = 0;
  const char *second = strchr(text, '\n');
  if (second == NULL || sscanf(second, "\ndefinition %*s %d", &n) != 1 || n < 0 || n > 9999) return 2;
  return n + 2;
}

/* Returns the text with valid checksums. The caller frees it. */
static char *with_checksums (const char *text) {
  size_t lines = 1;
  for (const char *p = text; *p != '\0'; p++) lines += *p == '\n';
  char *out = malloc(strlen(text) + lines * SIGN + 1), *to = out;
  FUZZ_CHECK(out != NULL);
  int plain = count_plain_lines(text);
  bool over = false;
  uint64_t check = HASH_START;
  for (const char *line = text; *line != '\0'; plain--) {
    const char *end = strchr(line, '\n'), *next = end != NULL ? end + 1 : line + strlen(line);
    if (end == NULL) end = next;
    size_t length = plain > 0 || over ? (size_t)(end - line) : length_of_line(line, end);
    memcpy(to, line, length);
    to += length;
    check = carcU_hash_text(check, line, length);
    if (plain > 0) check = carcU_hash_text(check, "\n", 1);
    if (plain <= 0 && !over) to += sprintf(to, " ~%04x", (unsigned)(check >> 40 & 0xFFFF));
    over = over || (plain <= 0 && strncmp(line, "end ", 4) == 0);
    if (end != next) *to++ = '\n';
    line = next;
  }
  *to = '\0';
  return out;
}

/* ---- Loading --------------------------------------------------------------------------------- */

static carc_definition *rules_of (const char *text) {
  carc_error err = {0};
  size_t length;
  const char *begin = carc_saved_game_definition(text, &length, &err);
  if (begin == NULL) {
    fuzz_check_error(&err, text);
    return NULL;
  }
  FUZZ_CHECK(begin >= text && length <= strlen(begin));
  fuzz_input part = {(const uint8_t *)begin, length};
  char *rules = fuzz_text(&part);
  carc_definition *d = carc_definition_new(rules, &fuzz_no_hooks, NULL, NULL, &err);
  if (d == NULL) fuzz_check_error(&err, rules);
  free(rules);
  return d;
}

/* Loads or replays the game. A failure must leave the state unchanged. */
static void load (const carc_definition *d, const char *text, bool with_other_rules) {
  carc_error err = {0};
  carc_state *s = carc_state_new(d, 1, &err);
  if (s == NULL) return;
  carc_state *before = fuzz_begin(d, 1);
  carc_status status =
      with_other_rules ? carc_state_replay(d, s, text, &err) : carc_state_deserialize(d, s, text, &err);
  if (status == CARC_OK) fuzz_check_save(d, s);
  if (status != CARC_OK) {
    fuzz_check_error(&err, text);
    FUZZ_CHECK(carc_state_equal(d, s, before));
  }
  carc_state_free(d, before);
  carc_state_free(d, s);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  static carc_definition *usual;
  if (usual == NULL) usual = fuzz_define("players 2\nset base\n", &fuzz_no_hooks, NULL);
  fuzz_input in = {data, size};
  char *text = fuzz_text(&in);
  char *signed_text = *text == '!' ? NULL : with_checksums(text);
  const char *saved = signed_text != NULL ? signed_text : text + 1;
  carc_definition *d = rules_of(saved);
  if (d != NULL) load(d, saved, false);
  load(usual, saved, true);
  carc_definition_free(d);
  free(signed_text);
  free(text);
  return 0;
}
