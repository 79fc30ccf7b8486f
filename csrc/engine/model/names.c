/*
** names.c: looks up the names that scripts declare, and makes displayed names unambiguous.
*/
#include "model/names.h"
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"

/* ---- Lists of names -------------------------------------------------------------------------- */

/* The names of one kind. Each row of the list begins with an owned_name. */
typedef struct name_list {
  const char *first;
  size_t step;
  int n;
} name_list;

_Static_assert(offsetof(variable_row, name) == 0 && offsetof(phase_row, name) == 0, "`name` is at offset 0");
_Static_assert(offsetof(reserve_row, name) == 0, "`name` is at offset 0");
_Static_assert(offsetof(token_row, name) == 0 && offsetof(area_row, name) == 0, "`name` is at offset 0");
_Static_assert(offsetof(attribute_row, name) == 0 && offsetof(final_step, name) == 0,
               "`name` is at offset 0");

static name_list names_of (const carc_definition *d, carc_name_kind of) {
  switch (of) {
    case CARC_NAME_KIND_VARIABLE:
      return (name_list){(const char *)d->variable, sizeof *d->variable, d->n_variables};
    case CARC_NAME_KIND_TOKEN: return (name_list){(const char *)d->token, sizeof *d->token, d->n_tokens};
    case CARC_NAME_KIND_PHASE: return (name_list){(const char *)d->phase, sizeof *d->phase, d->n_phases};
    case CARC_NAME_KIND_STEP: return (name_list){(const char *)d->step, sizeof *d->step, d->n_steps};
    case CARC_NAME_KIND_AREA: return (name_list){(const char *)d->area, sizeof *d->area, d->n_areas};
    case CARC_NAME_KIND_RESERVE:
      return (name_list){(const char *)d->reserve, sizeof *d->reserve, d->n_reserves};
    case CARC_NAME_KIND_ATTRIBUTE:
      return (name_list){(const char *)d->words.attribute, sizeof *d->words.attribute, d->words.n_attributes};
    default:
      return (name_list){(const char *)d->words.tile_attribute, sizeof *d->words.tile_attribute,
                         d->words.n_tile_attributes};
  }
}

static const owned_name *name_at (const name_list *l, int i) {
  return (const owned_name *)(const void *)(l->first + (size_t)i * l->step);
}

/*
** Whether a word in a selector can be a name of either kind, so that the names of the two kinds
** must differ. This holds for attributes of tiles and of segments, and for variables, tokens and
** areas.
*/
static bool stand_in_one_place (carc_name_kind of, carc_name_kind other) {
  enum { ALONE, REFERENCES, ATTRIBUTES };
  static const uint8_t places[CARC_NAME_KIND_COUNT] = {[CARC_NAME_KIND_VARIABLE] = REFERENCES,
                                                       [CARC_NAME_KIND_TOKEN] = REFERENCES,
                                                       [CARC_NAME_KIND_AREA] = REFERENCES,
                                                       [CARC_NAME_KIND_ATTRIBUTE] = ATTRIBUTES,
                                                       [CARC_NAME_KIND_TILE_ATTRIBUTE] = ATTRIBUTES};
  return of != other && places[of] != ALONE && places[of] == places[other];
}

/*
** Name `i` of a kind, then of the other kinds that can stand in the same position; NULL after the
** last.
*/
static const owned_name *next_name (const carc_definition *d, carc_name_kind of, int i) {
  name_list l = names_of(d, of);
  if (i < l.n) return name_at(&l, i);
  for (int other = 0; other < CARC_NAME_KIND_COUNT; other++) {
    if (!stand_in_one_place(of, (carc_name_kind)other)) continue;
    i -= l.n;
    l = names_of(d, (carc_name_kind)other);
    if (i < l.n) return name_at(&l, i);
  }
  return NULL;
}

/* ---- Resolution ------------------------------------------------------------------------------ */

/* How a word matches a name; NAME_UNKNOWN if it does not match. */
static int rank_of (const owned_name *n, int script, text_view w) {
  if (!carcU_word_equals(w, own_name(n)))
    return n->script != 0 && carcU_word_equals(w, n->text) ? NAME_WHOLE : NAME_UNKNOWN;
  if (n->script == script) return NAME_OWN;
  if (n->script == 0) return NAME_COMMON;
  return script == 0 && n->told_at == n->own_at ? NAME_TOLD : NAME_UNKNOWN;
}

name_match carcM_look_up_name (const carc_definition *d, carc_name_kind of, int script, text_view w) {
  name_list l = names_of(d, of);
  name_match m = {-1, NAME_UNKNOWN};
  for (int i = 0; i < l.n && m.rank != NAME_OWN; i++) {
    int rank = rank_of(name_at(&l, i), script, w);
    if (rank < m.rank) m = (name_match){i, rank};
  }
  return m;
}

int carcM_find_name (const carc_definition *d, carc_name_kind of, int script, text_view w) {
  return carcM_look_up_name(d, of, script, w).number;
}

int carc_name_find (const carc_definition *def, carc_name_kind of, int script, const char *name) {
  return carcM_find_name(def, of, script, (text_view){name, strlen(name)});
}

int carc_variable_find (const carc_definition *def, const char *name) {
  return carc_name_find(def, CARC_NAME_KIND_VARIABLE, 0, name);
}

int carc_reserve_find (const carc_definition *def, const char *name) {
  return carc_name_find(def, CARC_NAME_KIND_RESERVE, 0, name);
}

int carc_area_find (const carc_definition *def, const char *name) {
  return carc_name_find(def, CARC_NAME_KIND_AREA, 0, name);
}

/*
** The name as a script writes it: SCRIPT.NAME if it belongs to another script. The game itself
** writes the displayed name.
*/
static const char *name_for (const owned_name *n, int script) {
  return n->script == script ? own_name(n) : script == 0 ? told_name(n) : n->text;
}

const char *carc_name_for (const carc_definition *def, carc_name_kind of, int script, int number) {
  name_list l = names_of(def, of);
  return name_for(name_at(&l, number), script);
}

const char *carc_name_written (const carc_definition *def, carc_name_kind of, int number, const char *name) {
  name_list l = names_of(def, of);
  const owned_name *n = name_at(&l, number);
  return strcmp(own_name(n), name) == 0 ? own_name(n) : n->text;
}

int carc_script_find (const carc_definition *def, const char *name) {
  for (int i = 0; i < def->n_scripts; i++)
    if (strcmp(def->script[i], name) == 0) return i + 1;
  return 0;
}

int carcM_add_script (carc_definition *d, const char *name) {
  int known = carc_script_find(d, name);
  if (known > 0 || d->n_scripts == MAX_SCRIPTS) return known;
  memcpy(d->script[d->n_scripts], name, strlen(name) + 1);
  return ++d->n_scripts;
}

/* ---- Unknown names --------------------------------------------------------------------------- */

/* The first name equal to this word that another script has declared; NULL if there is none. */
static const owned_name *of_another (const carc_definition *d, carc_name_kind of, int script, text_view w) {
  const owned_name *n = NULL;
  for (int i = 0; (n = next_name(d, of, i)) != NULL; i++)
    if (n->script != 0 && n->script != script && carcU_word_equals(w, own_name(n))) return n;
  return NULL;
}

/*
** For carc_nearest_name: names as a script writes them, and then the names that `built_in` returns
** and that begin with the letter `first`, "" for all others. `built_in` may be NULL.
*/
typedef struct name_source {
  const carc_definition *d;
  carc_name_kind of;
  int script;
  next_name_fn *built_in;
  char first;
} name_source;

static const char *written_name (const void *ud, int i) {
  const name_source *r = ud;
  int declared = 0;
  const owned_name *n = next_name(r->d, r->of, i);
  if (n != NULL) return name_for(n, r->script);
  if (r->built_in == NULL) return NULL;
  while (next_name(r->d, r->of, declared) != NULL) declared++;
  const char *name = r->built_in(NULL, i - declared);
  return name == NULL || *name == r->first ? name : "";
}

const char *carcM_find_name_of_other_script (const carc_definition *d, carc_name_kind of, int script,
                                             text_view w) {
  const owned_name *other = of_another(d, of, script, w);
  return other != NULL ? other->text : NULL;
}

const char *carcM_nearest_owned_name (const carc_definition *d, carc_name_kind of, int script, text_view w) {
  name_source r = {.d = d, .of = of, .script = script};
  const owned_name *other = of_another(d, of, script, w);
  return other != NULL ? other->text : carc_nearest_name(w.at, w.length, written_name, &r);
}

bool carcM_is_of_absent_script (const carc_definition *d, text_view w) {
  size_t dot = w.length;
  while (dot > 0 && w.at[dot - 1] != '.') dot--;
  for (int i = 0; i < d->n_scripts && dot > 0; i++)
    if (carcU_word_equals((text_view){w.at, dot - 1}, d->script[i])) return false;
  return dot > 0;
}

carc_status carcM_refuse_unknown_name (const unknown_name *m, text_view w, carc_error *err) {
  const owned_name *other = of_another(m->d, m->of, m->script, w);
  const char *owner = other != NULL ? m->d->script[other->script - 1] : NULL;
  if (owner != NULL && m->may_lack)
    return carcU_fail(err, CARC_ERR_INVALID, m->line,
                      "%s'%.*s' belongs to the script %s: write %s, or %s? if the game may lack this name",
                      m->where, VIEW(w), owner, other->text, other->text);
  if (owner != NULL)
    return carcU_fail(err, CARC_ERR_INVALID, m->line, "%s'%.*s' belongs to the script %s: write %s", m->where,
                      VIEW(w), owner, other->text);
  name_source known = {m->d, m->of, m->script, m->built_in, w.length > 0 ? *w.at : '\0'};
  const char *near = carcM_nearest_owned_name(m->d, m->of, m->script, w);
  const char *hint = other != NULL ? near : carc_nearest_name(w.at, w.length, written_name, &known);
  carc_status status = carcU_fail(err, CARC_ERR_INVALID, m->line, "%s%s '%.*s'%s%s%s", m->where, m->what,
                                  VIEW(w), NEAREST_HINT(hint));
  return carcU_mark_absent(err, status, m->absent || near == NULL || carcM_is_of_absent_script(m->d, w));
}

carc_status carc_name_refuse (const carc_definition *def, carc_name_kind of, int script, const char *what,
                              const char *name, carc_error *err) {
  unknown_name m = {.d = def, .of = of, .script = script, .where = "", .what = what};
  return carcM_refuse_unknown_name(&m, (text_view){name, strlen(name)}, err);
}

/* ---- Declarations ---------------------------------------------------------------------------- */

static const char *const sorts[CARC_NAME_KIND_COUNT] = {[CARC_NAME_KIND_VARIABLE] = "variable",
                                                        [CARC_NAME_KIND_TOKEN] = "token",
                                                        [CARC_NAME_KIND_PHASE] = "phase",
                                                        [CARC_NAME_KIND_ATTRIBUTE] = "attribute",
                                                        [CARC_NAME_KIND_TILE_ATTRIBUTE] = "attribute",
                                                        [CARC_NAME_KIND_STEP] = "final",
                                                        [CARC_NAME_KIND_RESERVE] = "reserve",
                                                        [CARC_NAME_KIND_AREA] = "area"};

#define REFUSE(w, ...) carcU_fail((w)->err, CARC_ERR_INVALID, (w)->line, __VA_ARGS__)

static const char *sort_of (int script) { return script > 0 ? "the script " : ""; }

static const char *who (const carc_definition *d, int script) {
  return script > 0 ? d->script[script - 1] : "the game";
}

/*
** Checks that a name may be declared although another declaration has it. Sets *same to whether
** both declarations are shared, and thus count as one.
*/
static carc_status check_beside (const declaration *w, carc_name_kind of, bool shared, const owned_name *n,
                                 bool *same) {
  bool own = n->declared_by == w->script, common = n->script == 0 && (shared || w->script == 0);
  *same = n->shared && shared && (!own || of == CARC_NAME_KIND_PHASE);
  if (*same || (!own && !common)) return CARC_OK;
  if (own && of == CARC_NAME_KIND_PHASE && n->shared == shared) return CARC_OK;
  if (own) return REFUSE(w, "%s %s is declared twice", sorts[of], own_name(n));
  return REFUSE(w, "%s %s: %s%s also declares this name, but only one of the two declarations has `shared`",
                sorts[of], own_name(n), sort_of(n->declared_by), who(w->d, n->declared_by));
}

/* Extends NAME to SCRIPT.NAME. */
static void put_owner (const declaration *w, owned_name *name) {
  const char *script = w->d->script[w->script - 1];
  size_t length = strlen(script) + 1, own = strlen(name->text) + 1;
  memmove(name->text + length, name->text, own);
  memcpy(name->text, script, length - 1);
  name->text[length - 1] = '.';
  name->own_at = name->told_at = (uint8_t)length;
  name->script = (uint8_t)w->script;
}

carc_status carcM_declare_name (const declaration *w, carc_name_kind of, bool shared, owned_name *name,
                                int *same) {
  const owned_name *n = NULL;
  int own_sort = names_of(w->d, of).n;
  *same = -1;
  if (strchr(name->text, '.') != NULL)
    return REFUSE(
        w, "%s %s: a declared name must not contain a dot, because SCRIPT.NAME is a name of another script",
        sorts[of], name->text);
  for (int i = 0; (n = next_name(w->d, of, i)) != NULL; i++) {
    bool both_shared = false;
    if (strcmp(own_name(n), name->text) != 0) continue;
    TRY(check_beside(w, of, shared, n, &both_shared));
    if (both_shared && i >= own_sort)
      return REFUSE(w, "%s %s: %s%s shares this name, but for another kind of declaration", sorts[of],
                    name->text, sort_of(n->declared_by), who(w->d, n->declared_by));
    if (both_shared && *same < 0) *same = i;
  }
  name->shared = shared;
  name->declared_by = (uint8_t)w->script;
  if (w->script > 0 && !shared) put_owner(w, name);
  return CARC_OK;
}

carc_status carcM_confirm_redeclaration (const declaration *w, carc_name_kind of, int same, bool alike) {
  if (alike) return CARC_OK;
  const owned_name *n = next_name(w->d, of, same);
  return REFUSE(
      w, "%s %s: %s%s shares this name, but with a different declaration; the two declarations must be equal",
      sorts[of], own_name(n), sort_of(n->declared_by), who(w->d, n->declared_by));
}

/* Converts a pointer to a name of the definition to one through which the name can be changed. */
static owned_name *writable (carc_definition *d, const owned_name *n) {
  return (owned_name *)(void *)((char *)d + ((const char *)n - (const char *)d));
}

void carcM_disambiguate_name (carc_definition *d, carc_name_kind of, const owned_name *name) {
  const char *own = own_name(name);
  const owned_name *n = NULL;
  bool alike = false;
  for (int i = 0; (n = next_name(d, of, i)) != NULL; i++)
    alike = alike || (n->script != name->script && strcmp(own_name(n), own) == 0);
  for (int i = 0; alike && (n = next_name(d, of, i)) != NULL; i++)
    if (strcmp(own_name(n), own) == 0) writable(d, n)->told_at = 0;
}
