/* parse_scripts.c: statements about scripts: variables, tokens, phases, steps. */
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "parser/grammar.h"
#include "parser/parse.h"
#include "parser/selector_names.h"

static bool is_same_variable (const variable_row *a, const variable_row *b) {
  return a->scope == b->scope && a->lifetime == b->lifetime && a->merge == b->merge && a->type == b->type &&
         a->size == b->size && a->initial == b->initial;
}

carc_status carcP_variable_statement (definition_reader *r) {
  carc_definition *d = r->d;
  variable_row s;
  memset(&s, 0, sizeof s);
  statement_context g = carcP_begin_statement(r, IN_variable, &s);
  TRY(carcP_read_keys(r, &g));
  if (carcP_is_reserved_name(s.name.text))
    return FAIL(r, "variable %s: this name is a word of selectors; choose another name", s.name.text);
  declaration w = DECLARATION(r);
  int same = -1;
  TRY(carcM_declare_name(&w, CARC_NAME_KIND_VARIABLE, s.name.shared, &s.name, &same));
  if (same >= 0)
    return carcM_confirm_redeclaration(&w, CARC_NAME_KIND_VARIABLE, same,
                                       is_same_variable(&s, &d->variable[same]));
  if (d->n_variables == CARC_MAX_VARIABLES) return FAIL(r, "more than %d variables", CARC_MAX_VARIABLES);
  d->variable[d->n_variables++] = s;
  carcM_disambiguate_name(d, CARC_NAME_KIND_VARIABLE, &s.name);
  return CARC_OK;
}

static bool is_same_token (const token_row *a, const token_row *b) {
  return a->on == b->on && a->owner == b->owner && a->visible_to == b->visible_to && a->count == b->count &&
         a->numbers == b->numbers && a->starts_on == b->starts_on && strcmp(a->symbol, b->symbol) == 0;
}

/* Whether a name already has another meaning in actions or selectors. */
static bool means_else (const carc_definition *d, const char *name) {
  bool kind = false;
  for (int k = 0; k < CARC_KIND_COUNT; k++) kind = kind || strcmp(name, carc_kind_name((carc_kind)k)) == 0;
  return kind || carcP_is_reserved_name(name) || carc_piece_find(d, name) >= 0;
}

/* Number of tokens of a kind in a state. */
static int count_tokens (const carc_definition *d, const token_row *t) {
  return t->count * t->numbers * (t->owner == CARC_TOKEN_OWNER_GAME ? 1 : d->players);
}

static carc_status check_token (definition_reader *r, const token_row *t) {
  const carc_definition *d = r->d;
  enum { SEGMENT_OR_FEATURE = 1 << CARC_TOKEN_PLACE_SEGMENT | 1 << CARC_TOKEN_PLACE_FEATURE };
  int all = count_tokens(d, t);
  for (int k = 0; k < d->n_tokens; k++) all += count_tokens(d, &d->token[k]);
  if (means_else(d, t->name.text))
    return FAIL(
        r, "token %s: a piece, a kind of segment or a word of selectors has this name; choose another name",
        t->name.text);
  if ((t->on & SEGMENT_OR_FEATURE) == SEGMENT_OR_FEATURE)
    return FAIL(r, "token %s: on: expected either segment or feature, got both", t->name.text);
  if (t->starts_on != CARC_NONE && (t->on >> CARC_TOKEN_PLACE_TILE & 1) == 0)
    return FAIL(r, "token %s: starts_on requires that `on` lists tile", t->name.text);
  if (t->visible_to != CARC_VISIBILITY_ALL && t->numbers == 1)
    return FAIL(
        r, "token %s: visible_to: only the numbers of tokens can be hidden, but these tokens have no numbers",
        t->name.text);
  if (all > CARC_MAX_TOKENS)
    return FAIL(r, "token %s: with these tokens, the game has %d tokens; the maximum is %d", t->name.text,
                all, CARC_MAX_TOKENS);
  return CARC_OK;
}

carc_status carcP_token_statement (definition_reader *r) {
  carc_definition *d = r->d;
  token_row t;
  memset(&t, 0, sizeof t);
  t.count = t.numbers = 1;
  t.starts_on = CARC_NONE;
  statement_context g = carcP_begin_statement(r, IN_token, &t);
  TRY(carcP_read_keys(r, &g));
  if (!carcP_has_key(&g, "on")) t.on = 1 << CARC_TOKEN_PLACE_TILE;
  TRY(check_token(r, &t));
  declaration w = DECLARATION(r);
  int same = -1;
  TRY(carcM_declare_name(&w, CARC_NAME_KIND_TOKEN, t.name.shared, &t.name, &same));
  if (same >= 0)
    return carcM_confirm_redeclaration(&w, CARC_NAME_KIND_TOKEN, same, is_same_token(&t, &d->token[same]));
  if (d->n_tokens == CARC_MAX_TOKEN_KINDS)
    return FAIL(r, "more than %d kinds of tokens", CARC_MAX_TOKEN_KINDS);
  d->token[d->n_tokens++] = t;
  d->hides_tokens = d->hides_tokens || t.visible_to != CARC_VISIBILITY_ALL;
  d->tokens_on_cells = d->tokens_on_cells || (t.on >> CARC_TOKEN_PLACE_CELL & 1) != 0;
  carcM_disambiguate_name(d, CARC_NAME_KIND_TOKEN, &t.name);
  return CARC_OK;
}

/*
** Refuses a phase whose name another script shares, if one decision could list the options of both
** phases: nobody could distinguish these options.
*/
static carc_status check_shared_phase (definition_reader *r, const phase_row *p) {
  const carc_definition *d = r->d;
  bool beside_others = p->timing == TIMING_DEPLOYMENT || p->timing == TIMING_ANYTIME;
  for (int i = 0; i < d->n_phases && beside_others && p->name.shared; i++) {
    const phase_row *other = &d->phase[i];
    bool both = other->name.shared && strcmp(own_name(&other->name), own_name(&p->name)) == 0;
    if (both && other->timing == p->timing && other->name.declared_by != p->name.declared_by)
      return FAIL(r,
                  "phase %s: two scripts share this name at a timing where the options of all phases are "
                  "listed together, so players could not distinguish the options; omit `shared`",
                  own_name(&p->name));
  }
  return CARC_OK;
}

/* The text that follows KEY= in a statement; empty if the key is missing. */
static text_view text_after (const char *at, const char *key) {
  size_t length = strlen(key);
  for (text_view w = carcU_next_word(&at); w.length > 0; w = carcU_next_word(&at))
    if (w.length > length && strncmp(w.at, key, length) == 0)
      return (text_view){w.at + length, w.length - length};
  return (text_view){NULL, 0};
}

static bool is_same_word (text_view a, text_view b) {
  return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/*
** Uses the condition of an earlier phase at this timing if its text is equal, so that the condition
** is evaluated once.
*/
static void share_condition (definition_reader *r, phase_row *p, text_view when) {
  const carc_definition *d = r->d;
  r->when[d->n_phases].text = when;
  r->when[d->n_phases].script = r->script;
  for (int i = 0; i < d->n_phases && p->when != CARC_NONE; i++) {
    bool alike = d->phase[i].timing == p->timing && r->when[i].script == r->script;
    if (alike && d->phase[i].when != CARC_NONE && is_same_word(r->when[i].text, when))
      p->when = d->phase[i].when;
  }
}

carc_status carcP_phase_statement (definition_reader *r) {
  carc_definition *d = r->d;
  phase_row p;
  text_view when = text_after(r->at, "when=");
  memset(&p, 0, sizeof p);
  statement_context g = carcP_begin_statement(r, IN_phase, &p);
  TRY(carcP_read_keys(r, &g));
  if (!carcP_has_key(&g, "when")) p.when = CARC_NONE;
  if (!carcP_has_key(&g, "asked_players")) p.asked_players = CARC_NONE;
  if (!carcP_has_key(&g, "repeat_from")) p.repeat_from = CARC_NONE;
  if (p.repeat_from != CARC_NONE && d->phase[p.repeat_from].timing != p.timing)
    return FAIL(r, "phase %s: repeat_from: the phase %s has another timing", p.name.text,
                d->phase[p.repeat_from].name.text);
  if (p.repeat_from != CARC_NONE && (p.timing == TIMING_DEPLOYMENT || p.timing == TIMING_ANYTIME))
    return FAIL(r,
                "phase %s: repeat_from: not allowed for the timings `deployment` and `anytime`, at which the "
                "options of all phases are listed together",
                p.name.text);
  if (p.asked_players != CARC_NONE && (p.timing == TIMING_DEPLOYMENT || p.timing == TIMING_ANYTIME))
    return FAIL(r,
                "phase %s: asked_players: not allowed for the timings `deployment` and `anytime`, at which "
                "only the player whose turn it is decides",
                p.name.text);
  for (int k = CARC_ACTION_NONE; k <= CARC_ACTION_CHOICE; k++)
    if (strcmp(p.name.text, carc_action_kind_name((carc_action_kind)k)) == 0)
      return FAIL(r, "phase %s: an action of the rules has this name; choose another name", p.name.text);
  if (strcmp(p.name.text, "end") == 0)
    return FAIL(r, "phase end: the last line of a saved game begins with this word; choose another name");
  if (d->n_phases == CARC_MAX_PHASES) return FAIL(r, "more than %d phases", CARC_MAX_PHASES);
  declaration w = DECLARATION(r);
  int same = -1;
  TRY(carcM_declare_name(&w, CARC_NAME_KIND_PHASE, p.name.shared, &p.name, &same));
  TRY(check_shared_phase(r, &p));
  p.choice = (uint8_t)d->n_phases;
  for (int i = d->n_phases - 1; i >= 0; i--)
    if (strcmp(d->phase[i].name.text, p.name.text) == 0) p.choice = (uint8_t)i;
  share_condition(r, &p, when);
  d->timings_used |= 1u << p.timing;
  d->phase[d->n_phases++] = p;
  carcM_disambiguate_name(d, CARC_NAME_KIND_PHASE, &p.name);
  return CARC_OK;
}

/* ---- Steps of the final scoring -------------------------------------------------------------- */

/* Finds an existing step, which the script replaces or extends. */
static carc_status take_step (definition_reader *r, text_view name) {
  carc_definition *d = r->d;
  int at = carcM_find_name(d, CARC_NAME_KIND_STEP, r->script, name);
  unknown_name m = {.d = d,
                    .of = CARC_NAME_KIND_STEP,
                    .script = r->script,
                    .line = r->line,
                    .where = "final: ",
                    .what = "without `after` or `before`, expected the name of an existing step, got",
                    .absent = true};
  if (at < 0) return carcM_refuse_unknown_name(&m, name, r->err);
  d->step[at].does = FINAL_SCRIPTED;
  return CARC_OK;
}

static void insert_step (carc_definition *d, int at, const final_step *step) {
  for (int row = 0; row < d->n_final_rows; row++)
    d->final_row[row].step = (uint8_t)(d->final_row[row].step + (d->final_row[row].step >= at));
  memmove(&d->step[at + 1], &d->step[at], (size_t)(d->n_steps - at) * sizeof *d->step);
  d->step[at] = *step;
  d->n_steps++;
  carcM_disambiguate_name(d, CARC_NAME_KIND_STEP, &step->name);
}

/* Adds a step, unless another script that shares the step has already added it. */
static carc_status add_step (definition_reader *r, final_step *step, int beside) {
  carc_definition *d = r->d;
  declaration w = DECLARATION(r);
  int same = -1;
  memcpy(step->beside, d->step[beside].name.text, sizeof step->beside);
  TRY(carcM_declare_name(&w, CARC_NAME_KIND_STEP, step->name.shared, &step->name, &same));
  if (same >= 0) {
    const final_step *other = &d->step[same];
    bool alike = other->after == step->after && strcmp(other->beside, step->beside) == 0;
    return carcM_confirm_redeclaration(&w, CARC_NAME_KIND_STEP, same, alike);
  }
  if (d->n_steps == CARC_MAX_STEPS) return FAIL(r, "more than %d steps of the final scoring", CARC_MAX_STEPS);
  insert_step(d, beside + step->after, step);
  return CARC_OK;
}

static bool is_built_in_step (const carc_definition *d, const char *name) {
  int at = carc_name_find(d, CARC_NAME_KIND_STEP, 0, name);
  return at >= 0 && d->step[at].name.script == 0 && !d->step[at].name.shared;
}

carc_status carcP_final_statement (definition_reader *r) {
  carc_definition *d = r->d;
  final_words said;
  memset(&said, 0, sizeof said);
  said.step.does = FINAL_SCRIPTED;
  statement_context g = carcP_begin_statement(r, IN_final, &said);
  TRY(carcP_read_keys(r, &g));
  const char *name = said.step.name.text;
  said.step.after = carcP_has_key(&g, "after");
  d->scripted_steps = true;
  if (!said.step.after && !carcP_has_key(&g, "before")) return take_step(r, (text_view){name, strlen(name)});
  if (is_built_in_step(d, name)) return FAIL(r, "%s: a step of this name exists already", g.where);
  return add_step(r, &said.step, said.step.after ? said.after : said.before);
}

/* ---- Scripts --------------------------------------------------------------------------------- */

static carc_status add_script (definition_reader *r, const char *name, int *script) {
  *script = carcM_add_script(r->d, name);
  return *script > 0 ? CARC_OK : FAIL(r, "more than %d scripts", MAX_SCRIPTS);
}

/* Sets the owner of the following statements: the script, or the game if no name is given. */
carc_status carcP_script_statement (definition_reader *r) {
  plain_words said = {0};
  statement_context g = carcP_begin_statement(r, IN_script, &said);
  carc_status status = carcP_read_keys(r, &g);
  r->script = 0;
  return status == CARC_OK && carcP_has_key(&g, "name") ? add_script(r, said.name, &r->script) : status;
}

/* Skips an option of a script. Only the scripts themselves read options. */
static carc_status skip_option (definition_reader *r, void *said, text_view w, bool *known) {
  (void)r;
  (void)said;
  *known = memchr(w.at, '=', w.length) != NULL;
  return CARC_OK;
}

carc_status carcP_variant_statement (definition_reader *r) {
  plain_words said = {0};
  int script;
  statement_context g = carcP_begin_statement(r, IN_variant, &said);
  g.other = skip_option;
  carc_status status = carcP_read_keys(r, &g);
  return status == CARC_OK ? add_script(r, said.name, &script) : status;
}
