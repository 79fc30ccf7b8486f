/* visits.c: reports selectors that test too many items. */
#include "query/visits.h"
#include "carcassonne_script.h"
#include "util/text.h"

/* Whether a selector is `number` or contains it. */
static bool contains (const selector_pool *pool, int of, int number) {
  if (of == CARC_NONE || of == number) return of == number;
  const selector *f = &pool->selectors[of];
  if (f->player.is == OWNER_FILTER && contains(pool, f->player.number, number)) return true;
  if (contains(pool, f->as_far_as, number)) return true;
  for (int i = f->links.first; i != CARC_NONE; i = pool->links[i].next) {
    const relation_link *l = &pool->links[i];
    bool nested = l->reference == REF_FILTER || l->reference == REF_SELECTOR || l->relation == RELATION_if ||
                  l->relation == RELATION_any || l->relation == RELATION_all ||
                  l->relation == RELATION_except;
    if (nested && contains(pool, l->number, number)) return true;
  }
  return false;
}

/* The row of points that contains a selector; NULL if none does. */
static const point_row *find_row (const carc_definition *d, const point_row *rows, int n, int number) {
  for (int i = 0; i < n; i++) {
    bool counts = rows[i].per == PER_FOUND && contains(d->pool, rows[i].number, number);
    if (counts || contains(d->pool, rows[i].of, number)) return &rows[i];
  }
  return NULL;
}

/* Writes `variant 'x': points: ` for a selector in a row of points. Returns whether it is in one. */
static bool put_row (text_writer *w, const carc_definition *d, int number) {
  const struct {
    const char *key;
    const point_row *rows;
    int n;
  } lists[] = {{"points", d->points_row, d->n_points_rows},
               {"final_scoring", d->final_row, d->n_final_rows},
               {"bonus", d->bonus_row, d->n_bonus_rows},
               {"power", d->power_row, d->n_power_rows}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const point_row *row = find_row(d, lists[i].rows, lists[i].n, number);
    if (row == NULL) continue;
    carcU_put(w, "variant '%s': %s: ", row->owner, lists[i].key);
    return true;
  }
  return false;
}

/* The key of a phase that contains a selector; NULL if none does. */
static const char *key_of_phase (const carc_definition *d, const phase_row *p, int number) {
  if (contains(d->pool, p->when, number)) return "when";
  if (contains(d->pool, p->asked_players, number)) return "asked_players";
  for (int i = p->first_offer; i < p->first_offer + p->n_offers; i++)
    if (contains(d->pool, d->offer[i].of, number) || contains(d->pool, d->offer[i].when, number))
      return "offer";
  return NULL;
}

/* As put_row, for a selector in a phase. */
static bool put_phase (text_writer *w, const carc_definition *d, int number) {
  for (int i = 0; i < d->n_phases; i++) {
    const phase_row *p = &d->phase[i];
    const char *key = key_of_phase(d, p, number);
    if (key == NULL) continue;
    if (p->name.script > 0) carcU_put(w, "variant '%s': ", d->script[p->name.script - 1]);
    carcU_put(w, "phase '%s': %s: ", own_name(&p->name), key);
    return true;
  }
  return false;
}

/* As put_row, for a selector in the condition of a hook. */
static bool put_hook (text_writer *w, const carc_definition *d, int number) {
  for (int hook = 0; hook < CARC_CONDITIONAL_HOOK_COUNT; hook++)
    for (int i = 0; i < CARC_MAX_ROWS; i++)
      if (contains(d->pool, d->when[hook][i], number)) {
        carcU_put(w, "%s: when: ", carc_hook_describe((carc_hook)hook)->name);
        return true;
      }
  return false;
}

/* As put_row, for a selector in a list of filters. */
static bool put_filters (text_writer *w, const carc_definition *d, const int16_t *filters, int n,
                         const char *key, int number) {
  for (int i = 0; i < n; i++)
    if (contains(d->pool, filters[i], number)) {
      carcU_put(w, "%s: ", key);
      return true;
    }
  return false;
}

void carcQ_fail_for_visits (carc_call *c, const selector *f) {
  const carc_definition *d = c->d;
  int number = (int)(f - d->pool->selectors);
  char where[200] = "";
  if (c->failed) return;
  text_writer w = carcU_new_writer(where, sizeof where);
  if (!put_row(&w, d, number) && !put_phase(&w, d, number) && !put_hook(&w, d, number) &&
      !put_filters(&w, d, d->blocked, d->n_blocked, "forbidden_deployments", number))
    put_filters(&w, d, d->unscored, d->n_unscored, "unscored", number);
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "%sselectors test more than %d items in one decision", where,
             MAX_VISITS);
  c->failed = true;
}
