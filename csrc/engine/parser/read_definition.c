/*
** read_definition.c: reads a definition from text that has one statement per line.
*/
#include <stdlib.h>
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "parser/parse.h"

static const struct {
  const char *name;
  carc_status (*read)(definition_reader *r);
} statements[] = {
#define STATEMENT(name, ...) {#name, carcP_##name##_statement},
#include "parser/grammar.def"
};

enum { STATEMENTS = sizeof statements / sizeof *statements };

static const char *statement_name (const void *ud, int i) {
  (void)ud;
  return i < STATEMENTS ? statements[i].name : NULL;
}

static carc_status read_statement (definition_reader *r) {
  text_view w = carcP_take_word(r);
  if (w.length == 0) return CARC_OK;
  for (int i = 0; i < STATEMENTS; i++) {
    if (!carcU_word_equals(w, statements[i].name)) continue;
    TRY(statements[i].read(r));
    text_view more = carcP_take_word(r);
    return more.length == 0
               ? CARC_OK
               : FAIL(r, "%s: unexpected word '%.*s' at the end", statements[i].name, VIEW(more));
  }
  const char *near = carc_nearest_name(w.at, w.length, statement_name, NULL);
  return FAIL(r, "unknown statement '%.*s'%s%s%s", VIEW(w), NEAREST_HINT(near));
}

static carc_status read_lines (definition_reader *r, const char *text) {
  while (*text != '\0') {
    const char *end = strchr(text, '\n');
    r->line++;
    r->at = text;
    TRY(read_statement(r));
    text = end ? end + 1 : text + strlen(text);
  }
  r->line = 0;
  return CARC_OK;
}

static void begin_with_defaults (carc_definition *d) {
  static const char *const steps[] = {
      [FINAL_INCOMPLETE] = "incomplete", [FINAL_FIELDS] = "fields", [FINAL_GOODS] = "goods"};
  static const char *const pieces[] = {"follower", "builder", "pig"};
  d->players = 2;
  d->pool = &d->own_pool;
  d->own_pool = (selector_pool){.selectors = d->selectors,
                                .tests = d->tests,
                                .links = d->links,
                                .room_selectors = MAX_SELECTORS,
                                .room_tests = MAX_TESTS,
                                .room_links = MAX_LINKS};
  for (int hook = 0; hook < CARC_CONDITIONAL_HOOK_COUNT; hook++)
    for (int row = 0; row < CARC_MAX_ROWS; row++) d->when[hook][row] = CARC_NONE;
  d->first_hand = -1;
  d->order.count = ROUND_UNIT + 1;
  d->opening = (start_decision){.what = OPENS_WITH_TURN,
                                .part = 1,
                                .phase = -1,
                                .ending = -1,
                                .before = TIMING_COUNT,
                                .after = TIMING_COUNT};
  d->n_steps = FINAL_SCRIPTED;
  for (int i = 0; i < FINAL_SCRIPTED; i++) {
    strcpy(d->step[i].name.text, steps[i]);
    d->step[i].does = i;
  }
  enum { PIECES = sizeof pieces / sizeof *pieces };
  d->n_pieces = PIECES;
  for (int i = 0; i < PIECES; i++) {
    strcpy(d->piece[i].name, pieces[i]);
    carcP_set_role(&d->piece[i], i);
  }
  d->piece[0].count = 7;
}

carc_status carcP_read_definition (definition_reader *r, const char *text) {
  begin_with_defaults(r->d);
  return read_lines(r, text);
}
