/* visits.c: reports selectors that test too many items. */
#include "query/visits.h"
#include "carcassonne_script.h"
#include "util/text.h"

/* Whether a selector is `number` or contains it. */
static bool includes (const selector_pool *pool, int of, int number) {
  if (of == CARC_NONE || of == number) return of == number;
  const selector *f = &pool->selectors[of];
  if (f->player.is == OWNER_FILTER && includes(pool, f->player.number, number)) return true;
  if (includes(pool, f->as_far_as, number)) return true;
  for (int i = f->links.first; i != CARC_NONE; i = pool->links[i].next) {
    const relation_link *l = &pool->links[i];
    bool nested = l->reference == REF_FILTER || l->reference == REF_SELECTOR || l->relation == RELATION_if ||
                  l->relation == RELATION_any || l->relation == RELATION_all ||
                  l->relation == RELATION_except;
    if (nested && includes(pool, l->number, number)) return true;
  }
  return false;
}

/* ---- The key that contains a selector -------------------------------------------------------- */

static bool rows_contain (const carc_definition *d, const point_row *rows, int n, int number) {
  for (int i = 0; i < n; i++) {
    bool counts = rows[i].per == PER_FOUND && includes(d->pool, rows[i].number, number);
    if (counts || includes(d->pool, rows[i].of, number)) return true;
  }
  return false;
}

static bool list_contains (const carc_definition *d, const int16_t *filters, int n, int number) {
  for (int i = 0; i < n; i++)
    if (includes(d->pool, filters[i], number)) return true;
  return false;
}

static bool ties_contain (const carc_definition *d, int number) {
  for (int i = 0; i < d->n_tie_rows; i++)
    if (includes(d->pool, d->tie_row[i].of, number) || includes(d->pool, d->tie_row[i].prefer, number))
      return true;
  return false;
}

static const char *key_of_phase (const carc_definition *d, const phase_row *p, int number) {
  if (includes(d->pool, p->when, number)) return "when";
  if (includes(d->pool, p->asked_players, number)) return "asked_players";
  for (int i = p->first_offer; i < p->first_offer + p->n_offers; i++)
    if (includes(d->pool, d->offer[i].of, number) || includes(d->pool, d->offer[i].when, number))
      return "offer";
  return NULL;
}

/* Writes `phase 'P': when: ` or `on_tile_placed: when: `, if the selector is in a phase or hook. */
static void put_phase_or_hook (text_writer *w, const carc_definition *d, int number) {
  for (int i = 0; i < d->n_phases; i++) {
    const char *key = key_of_phase(d, &d->phase[i], number);
    if (key == NULL) continue;
    carcU_put(w, "phase '%s': %s: ", own_name(&d->phase[i].name), key);
    return;
  }
  for (int hook = 0; hook < CARC_CONDITIONAL_HOOK_COUNT; hook++) {
    if (!list_contains(d, d->when[hook], CARC_MAX_ROWS, number)) continue;
    carcU_put(w, "%s: when: ", carc_hook_describe((carc_hook)hook)->name);
    return;
  }
}

static void put_key (text_writer *w, const carc_definition *d, int number) {
  const struct {
    const char *key;
    bool found;
  } keys[] = {{"points", rows_contain(d, d->points_row, d->n_points_rows, number)},
              {"final_scoring", rows_contain(d, d->final_row, d->n_final_rows, number)},
              {"bonus", rows_contain(d, d->bonus_row, d->n_bonus_rows, number)},
              {"power", rows_contain(d, d->power_row, d->n_power_rows, number)},
              {"tiebreakers", ties_contain(d, number)},
              {"forbidden_deployments", list_contains(d, d->blocked, d->n_blocked, number)},
              {"unscored", list_contains(d, d->unscored, d->n_unscored, number)}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (!keys[i].found) continue;
    carcU_put(w, "%s: ", keys[i].key);
    return;
  }
  put_phase_or_hook(w, d, number);
}

void carcQ_fail_for_visits (carc_call *c, const selector *f) {
  const carc_definition *d = c->d;
  char where[200] = "";
  if (c->failed) return;
  text_writer w = carcU_new_writer(where, sizeof where);
  if (f->script > 0) carcU_put(&w, "variant '%s': ", d->script[f->script - 1]);
  put_key(&w, d, (int)(f - d->pool->selectors));
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "%sselectors test more than %d items in one decision", where,
             MAX_VISITS);
  c->failed = true;
}
