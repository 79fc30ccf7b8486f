#include "game.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

carc_definition *define_game (const char *rules, int players, const char *edition,
                              const carc_allocator *allocator) {
  bool traders = strcmp(rules, "traders") == 0;
  char text[200];
  if (!traders && strcmp(rules, "base") != 0) {
    fprintf(stderr, "'%s': unknown rules; expected base or traders\n", rules);
    exit(1);
  }
  snprintf(text, sizeof text, "edition %s\nplayers %d\nset base\n%s", edition, players,
           traders ? "set traders\n" : "");
  carc_error err;
  carc_definition *d = carc_definition_new(text, NULL, NULL, allocator, &err);
  if (d == NULL) want_ok(err.code, &err);
  return d;
}

void want_ok (carc_status status, const carc_error *err) {
  if (status == CARC_OK) return;
  fprintf(stderr, "%s\n", err->message);
  exit(1);
}

int choose (uint64_t *random, int n) {
  uint64_t x = *random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  *random = x;
  return (int)(((x >> 32) * (uint64_t)n) >> 32);
}

long play_choices (const carc_definition *d, carc_state *s, uint64_t *random, long most) {
  long decisions = 0;
  carc_error err;
  for (int n; decisions < most && (n = carc_state_num_actions(d, s)) > 0; decisions++)
    want_ok(carc_state_apply_index(d, s, choose(random, n), &err), &err);
  return decisions;
}

long play_game (const carc_definition *d, carc_state *s, uint64_t seed, uint64_t *random) {
  carc_error err;
  want_ok(carc_state_init(d, s, seed, &err), &err);
  return play_choices(d, s, random, LONG_MAX);
}
