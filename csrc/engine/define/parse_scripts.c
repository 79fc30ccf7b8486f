/*
** parse_scripts.c: the statements about scripts: what they remember, when they are called.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/grammar.h"
#include "define/parse.h"
#include "define/parse_selector.h"

carc_status carc_slot_statement (reader *r) {
  carc_definition *d = r->d;
  slot_row s;
  memset(&s, 0, sizeof s);
  reading g = carc_begin_reading(d, r->err, r->line, IN_slot, &s);
  carc_status status = carc_read_words(r, &g);
  if (status != CARC_OK) return status;
  if (carc_is_reserved(s.name))
    return FAIL(r, "slot %s: selectors have a meaning for this word; another name is needed", s.name);
  if (carc_slot_find(d, s.name) >= 0) return FAIL(r, "slot %s is declared twice", s.name);
  if (d->n_slots == CARC_MAX_SLOTS) return FAIL(r, "more than %d slots", CARC_MAX_SLOTS);
  d->slot[d->n_slots++] = s;
  return CARC_OK;
}

static const char *phase_name (const void *ud, int i) {
  const carc_definition *d = ud;
  return i < d->n_phases ? d->phase[i].name : NULL;
}

carc_status carc_phase_statement (reader *r) {
  carc_definition *d = r->d;
  phase_row p;
  memset(&p, 0, sizeof p);
  reading g = carc_begin_reading(d, r->err, r->line, IN_phase, &p);
  carc_status status = carc_read_words(r, &g);
  if (status != CARC_OK) return status;
  if (!carc_was_said(&g, "when")) p.when = NONE;
  for (int k = CARC_ACT_NONE; k <= CARC_ACT_CHOICE; k++)
    if (strcmp(p.name, carc_action_kind_name((carc_action_kind)k)) == 0)
      return FAIL(r, "phase %s: an action has that name already", p.name);
  if (strcmp(p.name, "end") == 0) return FAIL(r, "phase end: a saved game ends with a line that begins so");
  if (d->n_phases == CARC_MAX_PHASES) return FAIL(r, "more than %d phases", CARC_MAX_PHASES);
  p.choice = (uint8_t)d->n_phases;
  for (int i = d->n_phases - 1; i >= 0; i--)
    if (strcmp(phase_name(d, i), p.name) == 0) p.choice = (uint8_t)i;
  d->moments_used |= 1u << p.moment;
  d->phase[d->n_phases++] = p;
  return CARC_OK;
}

static const char *step_name (const void *ud, int i) { return carc_step_name(ud, i); }

carc_status carc_final_statement (reader *r) {
  carc_definition *d = r->d;
  char name[CARC_NAME];
  carc_status status = carc_read_name(r, "a step of the final scoring", name);
  if (status != CARC_OK) return status;
  int at = 0;
  while (at < d->n_steps && strcmp(d->step[at].name, name) != 0) at++;
  word w = carc_take_word(r);
  d->scripted_steps = true;
  if (w.length == 0) {
    if (at == d->n_steps)
      return FAIL_ABSENT(
          r, true, "final %s: no step of this name is there; a new one says after or before which", name);
    d->step[at].does = STEP_SCRIPTED;
    return CARC_OK;
  }
  int after = carc_word_in(w, "before|after");
  if (after < 0) return FAIL(r, "final %s: '%.*s' is neither after nor before", name, WORD(w));
  if (at < d->n_steps) return FAIL(r, "final %s: there is a step of this name already", name);
  if (d->n_steps == CARC_MAX_STEPS) return FAIL(r, "more than %d steps of the final scoring", CARC_MAX_STEPS);
  w = carc_take_word(r);
  int i = 0;
  while (i < d->n_steps && !carc_word_is(w, d->step[i].name)) i++;
  if (i == d->n_steps) {
    const char *near = carc_nearest_name(w.at, w.length, step_name, d);
    return FAIL_ABSENT(r, near == NULL, "final %s: no step '%.*s'%s%s%s", name, WORD(w), NEAR(near));
  }
  i += after;
  for (int row = 0; row < d->n_final_rows; row++)
    d->final_row[row].step = (uint8_t)(d->final_row[row].step + (d->final_row[row].step >= i));
  memmove(&d->step[i + 1], &d->step[i], (size_t)(d->n_steps - i) * sizeof *d->step);
  memcpy(d->step[i].name, name, sizeof name);
  d->step[i].does = STEP_SCRIPTED;
  d->n_steps++;
  return CARC_OK;
}

/* What stands behind the digest are options; only scripts read them. */
carc_status carc_variant_statement (reader *r) {
  char name[CARC_NAME];
  carc_status status = carc_read_name(r, "a variant", name);
  if (status == CARC_OK) status = carc_read_name(r, "a digest", name);
  while (carc_take_word(r).length > 0) continue;
  return status;
}
