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

carc_status carc_slot_statement (reader *r) {
  carc_definition *d = r->d;
  slot_row s;
  memset(&s, 0, sizeof s);
  reading g = carc_begin_reading(d, r->err, r->line, IN_slot, &s);
  carc_status status = carc_read_words(r, &g);
  if (status != CARC_OK) return status;
  if (carc_slot_find(d, s.name) >= 0) return FAIL(r, "slot %s is declared twice", s.name);
  if (d->n_slots == CARC_MAX_SLOTS) return FAIL(r, "more than %d slots", CARC_MAX_SLOTS);
  d->slot[d->n_slots++] = s;
  return CARC_OK;
}

/* An attribute, of tiles or of segments. */
static const char *next_attribute (const void *ud, int i) {
  const carc_definition *d = ud;
  int n = d->words.n_tile_attributes;
  return i < n ? d->words.tile_attribute[i] : carc_next_attribute_name(d, i - n);
}

/* Says that nothing of that name is there, and what is like it. */
static carc_status refuse_gate (reader *r, const gate *g, word key, word w, word value) {
  static const char *(*const names_of[])(const void *, int) = {[GATE_TILE_ATTRIBUTE] = next_attribute,
                                                               [GATE_ATTRIBUTE] = next_attribute,
                                                               [GATE_SEEN] = carc_next_tile_attribute_name,
                                                               [GATE_PIECE] = carc_next_piece_name,
                                                               [GATE_SLOT] = carc_next_slot_name};
  const char *near = carc_nearest_name(value.at, value.length, names_of[g->kind], r->d);
  return FAIL_ABSENT(r, g->kind == GATE_PIECE, "gate %.*s: the game has no %.*s of this name%s%s%s", WORD(w),
                     WORD(key), NEAR(near));
}

/* Reads `attribute=NAME`, `piece=NAME` or `slot=NAME`. */
static carc_status read_gate (reader *r, word w, gate *g) {
  const carc_definition *d = r->d;
  word value, key = carc_split_key(w, &value);
  char name[CARC_NAME];
  int found = -1;
  if (carc_word_is(key, "attribute")) {
    g->kind = GATE_TILE_ATTRIBUTE;
    found = carc_tile_attribute_named(&d->words, value);
    if (found < 0) {
      g->kind = GATE_ATTRIBUTE;
      found = carc_attribute_named(&d->words, value);
    }
  } else if (carc_word_is(key, "marked")) {
    g->kind = GATE_SEEN;
    found = carc_tile_attribute_named(&d->words, value);
  } else if (carc_word_is(key, "piece")) {
    g->kind = GATE_PIECE;
    found = carc_piece_named(d, value);
    if (found == d->n_pieces) found = -1;
  } else if (carc_word_is(key, "slot")) {
    g->kind = GATE_SLOT;
    found = carc_word_to_name(value, name) ? carc_slot_find(d, name) : -1;
  } else {
    return FAIL(r, "'%.*s' is no gate: attribute=, marked=, piece= and slot= are", WORD(w));
  }
  g->number = (uint8_t)found;
  return found >= 0 ? CARC_OK : refuse_gate(r, g, key, w, value);
}

static const struct {
  const char *key;
  names of;
} phase_needs[PHASE_NEED_KINDS] = {
#define X(id, key, names) {key, NAMES_##names},
    PHASE_NEEDS_LIST(X)
#undef X
};

/* Reads a word that says what a phase needs; *is_need is false if it is no such word. */
static carc_status read_need (reader *r, word w, phase_row *p, bool *is_need) {
  word value, key = carc_split_key(w, &value);
  char where[CARC_NAME + 10];
  int k = 0, number = 0;
  while (k < PHASE_NEED_KINDS && !carc_word_is(key, phase_needs[k].key)) k++;
  *is_need = k < PHASE_NEED_KINDS;
  if (!*is_need) return CARC_OK;
  writer out = carc_writer_on(where, sizeof where);
  carc_put(&out, "phase %s", p->name);
  if (p->n_needs == MAX_PHASE_NEEDS)
    return FAIL(r, "%s: it needs more than %d things", where, MAX_PHASE_NEEDS);
  carc_status status = carc_read_named(r, where, w, phase_needs[k].of, &number);
  p->needs[p->n_needs++] = (phase_need){(uint8_t)k, (uint8_t)number};
  return status;
}

/* What a phase needs, and its gate. */
static carc_status read_phase_gate (reader *r, void *row, word w, bool *known) {
  phase_row *p = row;
  word value, key = carc_split_key(w, &value);
  if (key.length == w.length) return CARC_OK;
  carc_status status = read_need(r, w, p, known);
  if (status != CARC_OK || *known) return status;
  *known = true;
  return read_gate(r, w, &p->gate);
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
  g.other = read_phase_gate;
  carc_status status = carc_read_words(r, &g);
  if (status != CARC_OK) return status;
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

/* Shuts a row for the kinds that are not in the list. */
static carc_status read_kind_gate (reader *r, word list, int hook, int row) {
  uint8_t kinds = 0;
  if (hook == CARC_GATED_PLACED || hook == CARC_GATED_LEAVE)
    return FAIL(r, "gate kind=: this hook is not about a feature");
  carc_status status = carc_read_kinds(r, "gate kind", list, &kinds);
  for (int k = 0; k < CARC_KINDS; k++)
    if ((kinds >> k & 1) == 0) add_row(&r->d->kind_shuts[hook][k], row, true);
  return status;
}

carc_status carc_gate_statement (reader *r) {
#define X(id, name) "|" name
  static const char hooks[] = CARC_GATED(X);
#undef X
  int hook = 0, row = 0;
  carc_status status = carc_read_choice(r, "gate", hooks + 1, &hook);
  if (status == CARC_OK) status = carc_read_int(r, "the row of a hook", 0, CARC_MAX_ROWS - 1, &row);
  if (status != CARC_OK) return status;
  word w = carc_take_word(r), value, key = carc_split_key(w, &value);
  if (!carc_word_is(key, "kind")) return read_gate(r, w, &r->d->gates[hook][row]);
  status = read_kind_gate(r, value, hook, row);
  w = carc_take_word(r);
  return status == CARC_OK && w.length > 0 ? read_gate(r, w, &r->d->gates[hook][row]) : status;
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
