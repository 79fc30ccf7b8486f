/*
** when.c: the filters of hooks and phases.
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

/* Whether print alone shuts a filter about a tile of this type, so that nothing else need be looked at. */
static bool is_shut_by_print (const carc_definition *d, const carc_state *s, int when, int type) {
  const selector *f = &d->selectors[when];
  return f->printed_on[type] == 0 && (s->ever_flipped & f->attributes) == 0;
}

carc_rows carc_rows_for (const call *c, carc_hook hook, const thing *this) {
  const carc_definition *d = c->d;
  listed lists[LISTS];
  carc_rows rows = {{0}};
  query q = {.d = NULL};
  bool by_print = this->is == THINGS_TILES && this->type >= 0;
  for (int i = 0, n = count_rows(d, hook); i < n; i++) {
    int when = d->when[hook][i];
    if (when == NONE || (by_print && is_shut_by_print(d, c->s, when, this->type))) {
      add_row(&rows, i, when == NONE);
      continue;
    }
    if (q.d == NULL) {
      q = carc_query(d, c->s, d->pool, lists);
      q.this = *this;
      q.final = c->final;
    }
    add_row(&rows, i, carc_passes(&q, when, this));
  }
  return rows;
}

bool carc_phase_is_due (const carc_definition *d, const carc_state *s, const phase_row *row) {
  listed lists[LISTS];
  if (row->when == NONE) return true;
  if (s->n_tiles > 0 && is_shut_by_print(d, s, row->when, const_lie_of(d, s)[s->n_tiles - 1] >> 2))
    return false;
  query q = carc_query(d, s, d->pool, lists);
  return carc_passes(&q, row->when, &q.this);
}
