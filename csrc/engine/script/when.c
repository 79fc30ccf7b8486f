/*
** when.c: the filters of hooks, phases and deployments.
*/
#include "script/when.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"
#include "script/select.h"
#include "table/state.h"

/* The rows that a hook has: all that can be, unless it is said that there are fewer. */
static int count_rows (const carc_definition *d, carc_hook hook) {
  int n = d->hooks.n_rows[hook];
  return n > 0 && n < CARC_MAX_ROWS ? n : CARC_MAX_ROWS;
}

void carc_set_subject (const call *c, query *q) {
  if (c->about != NULL) carc_ask_about(q, c->about);
  q->final = c->final;
}

carc_rows carc_rows_for (const call *c, carc_hook hook, const thing *this) {
  listed lists[LISTS];
  query q = carc_query(c->d, c->s, c->d->pool, lists);
  carc_rows rows = {{0}};
  q.this = *this;
  q.final = c->final;
  for (int i = 0, n = count_rows(c->d, hook); i < n; i++) {
    int when = c->d->when[hook][i];
    add_row(&rows, i, when == NONE || carc_passes(&q, when, this));
  }
  return rows;
}

bool carc_phase_is_due (const carc_definition *d, const carc_state *s, const phase_row *row) {
  listed lists[LISTS];
  if (row->when == NONE) return true;
  query q = carc_query(d, s, d->pool, lists);
  return carc_passes(&q, row->when, &q.this);
}
