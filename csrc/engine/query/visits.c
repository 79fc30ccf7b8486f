/* visits.c: reports selectors that test too many items. */
#include "query/visits.h"
#include <string.h>
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "parser/grammar_rows.h"

/* Name of the hook whose rows are statements of this name; NULL if there is none. */
static const char *hook_of_rows (const char *statement) {
  for (int i = 0; i < CARC_CONDITIONAL_HOOK_COUNT; i++) {
    const carc_hook_facts *hook = carc_hook_describe((carc_hook)i);
    if (hook->statement != NULL && strcmp(hook->statement, statement) == 0) return hook->name;
  }
  return NULL;
}

/* Writes the keys of the variant's table under which the selector stands. */
static void put_key (text_writer *w, const carc_definition *d, const selector *f) {
  const grammar_row *row = carcP_grammar_row(f->key);
  const char *key = carcP_grammar_statement(row->in)->key, *hook = NULL;
  switch (row->in) {
    case IN_phase:
    case IN_offer: carcU_put(w, "phase '%s': ", own_name(&d->phase[f->holder].name)); break;
    case IN_condition: hook = carc_hook_describe((carc_hook)f->holder)->name; break;
    case IN_final_row: key = carcP_grammar_statement(IN_final)->key; break;
    default: hook = hook_of_rows(carcP_grammar_statement(row->in)->name);
  }
  if (row->in != IN_phase) carcU_put(w, "%s: ", hook != NULL ? hook : key);
  if ((row->flags & KEY_WHOLE_TABLE) == 0) carcU_put(w, "%s: ", row->name);
}

void carcQ_fail_for_visits (carc_call *c, const selector *f) {
  const carc_definition *d = c->d;
  char where[200] = "";
  if (c->failed) return;
  text_writer w = carcU_new_writer(where, sizeof where);
  if (f->script > 0) carcU_put(&w, "variant '%s': ", d->script[f->script - 1]);
  put_key(&w, d, f);
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "%sselectors test more than %d items %s", where, MAX_VISITS,
             c->reading ? "while a state is read" : "in one decision");
  c->failed = true;
}
