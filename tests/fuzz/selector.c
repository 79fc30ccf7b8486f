/*
** selector.c: fuzz target. The input is a selector or a filter, which is evaluated for several
** positions. The first byte chooses how it is read: on its own, or as part of a definition.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"

enum { GAMES = 3, FOUND = 30, VISITS = 20000 };
static carc_definition *rules[GAMES];
static carc_state *states[GAMES];

static void begin_games (void) {
  static const uint8_t choices[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4};
  for (int i = 0; i < GAMES && rules[i] == NULL; i++) {
    fuzz_input in = {choices, sizeof choices};
    rules[i] = fuzz_define(fuzz_rules(i + 1), &fuzz_no_hooks, NULL);
    states[i] = fuzz_begin(rules[i], (uint64_t)i);
    fuzz_play(rules[i], states[i], &in, (int)sizeof choices);
  }
}

typedef struct query {
  const carc_selector *what;
  bool is_filter;
} query;

static void match (const carc_state *s, carc_call *call, const query *q, const carc_found *item) {
  bool passes = false;
  for (int is = 0; is < CARC_QUERY_ITEM_COUNT; is++) {
    carc_error err = {0};
    if (carc_state_matches(s, call, q->what, item, (carc_query_item_kind)is, &passes, &err) != CARC_OK)
      fuzz_check_error(&err, NULL);
  }
}

static void evaluate (void *ud, carc_call *call) {
  const query *q = ud;
  const carc_state *s = carc_call_state(call);
  carc_found found[FOUND];
  memset(found, 0, sizeof found);
  carc_call_limit_visits(call, VISITS);
  int n = -1;
  carc_error err = {0};
  bool holds;
  if (carc_state_find(s, call, q->what, found, FOUND, &n, &err) != CARC_OK) fuzz_check_error(&err, NULL);
  FUZZ_CHECK(n >= 0);
  if (q->is_filter) {
    const carc_found first = {
        .tile = 0, .segment = 0, .player = -1, .piece = -1, .number = -1, .token = -1, .owner = -1};
    FUZZ_CHECK(n == 0);
    match(s, call, q, &first);
  } else if (carc_state_holds(s, call, q->what, &holds, &err) != CARC_OK)
    fuzz_check_error(&err, NULL);
}

/* Queries in each position, which must not change. */
static void read_alone (const char *text, bool is_filter) {
  for (int i = 0; i < GAMES; i++) {
    carc_error err = {0};
    carc_selector *what = carc_selector_new(rules[i], 0, text, is_filter, &err);
    if (what == NULL) {
      fuzz_check_error(&err, NULL);
      continue;
    }
    query q = {what, is_filter};
    uint64_t before = carc_state_hash(rules[i], states[i]);
    if (carc_state_ask(rules[i], states[i], evaluate, &q, &err) != CARC_OK) fuzz_check_error(&err, NULL);
    FUZZ_CHECK(before == carc_state_hash(rules[i], states[i]));
    FUZZ_CHECK(carc_selector_copy(what, NULL, 0) > 0);
    carc_selector_free(what);
  }
}

/* Statements that contain a selector or a filter, in place of each `%`. */
static const char *const statements[] = {"phase more turn_end when=%\n",
                                         "phase more turn_start\noffer %\n",
                                         "point_row x % add=1\n",
                                         "condition on_tile_placed 0 %\n",
                                         "forbidden_deployment %\n",
                                         "unscored %\n",
                                         "power % add=1\n",
                                         "final more after goods\nfinal_row more x % add=1\n",
                                         "forbidden_placement %\n",
                                         "tiebreaker % prefer=%\n",
                                         "point_row x (kind=city) per=% add=2\n",
                                         "bonus_row x % add=1\n",
                                         "area more segments=%\n"};
enum { STATEMENTS = sizeof statements / sizeof *statements };

/* A definition with names, followed by a statement with the text. The caller frees it. */
static char *definition_with (const char *statement, const char *text) {
  const char *base = fuzz_rules(3);
  char *all = malloc(strlen(base) + strlen(statement) + 2 * strlen(text) + 1), *to = all;
  FUZZ_CHECK(all != NULL);
  to += sprintf(to, "%s", base);
  for (const char *p = statement; *p != '\0'; p++) {
    if (*p == '%') to += sprintf(to, "%s", text);
    if (*p != '%') *to++ = *p;
  }
  *to = '\0';
  return all;
}

static void read_in_definition (fuzz_input in, const char *text) {
  carc_error err = {0};
  char *all = definition_with(statements[fuzz_below(&in, STATEMENTS)], text);
  carc_definition *d = carc_definition_new(all, &fuzz_no_hooks, NULL, NULL, &err);
  if (d == NULL) fuzz_check_error(&err, all);
  carc_state *s = d != NULL ? carc_state_new(d, 1, &err) : NULL;
  if (s != NULL) {
    fuzz_play(d, s, &in, 5);
    carc_state_free(d, s);
  }
  carc_definition_free(d);
  free(all);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  fuzz_input in = {data, size};
  begin_games();
  unsigned how = fuzz_byte(&in);
  if (how % 4 == 3) {
    fuzz_input rest = {in.at + (in.left > 0), in.left - (in.left > 0)};
    char *text = fuzz_text(&rest);
    read_in_definition(in, text);
    free(text);
    return 0;
  }
  char *text = fuzz_text(&in);
  read_alone(text, how % 2 == 1);
  free(text);
  return 0;
}
