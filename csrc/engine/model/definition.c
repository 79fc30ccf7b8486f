/*
** definition.c: access to the contents of a definition by name and by number, and its memory.
*/
#include <stdlib.h>
#include <string.h>
#include "model/definition.h"
#include "model/start_position.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/tile.h"

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *resize_default (void *ud, void *old, size_t old_size, size_t new_size) {
  (void)ud;
  (void)old_size;
  if (new_size > 0) return realloc(old, new_size);
  free(old);
  return NULL;
}

carc_allocator carcM_default_allocator (void) { return (carc_allocator){resize_default, NULL}; }

void *carcM_alloc_memory (const carc_definition *def, size_t size) {
  return def->allocator.resize(def->allocator.ud, NULL, 0, size);
}

void carcM_free_memory (const carc_definition *def, void *old, size_t size) {
  if (old != NULL) def->allocator.resize(def->allocator.ud, old, size, 0);
}

unsigned carcM_kinds_for_piece (const carc_definition *d, const piece_row *piece) {
  enum {
    USUAL = 1 << CARC_KIND_FIELD | 1 << CARC_KIND_ROAD | 1 << CARC_KIND_CITY | 1 << CARC_KIND_MONASTERY,
    ALL = (1 << CARC_KIND_COUNT) - 1
  };
  static const uint8_t by_role[ROLE_COUNT] = {[ROLE_FOLLOWER] = USUAL,
                                              [ROLE_BUILDER] = 1 << CARC_KIND_ROAD | 1 << CARC_KIND_CITY,
                                              [ROLE_PIG] = 1 << CARC_KIND_FIELD,
                                              [ROLE_SPECIAL] = USUAL};
  if (piece->on == CARC_NONE) return by_role[piece->role];
  const selector *f = &d->selectors[piece->on];
  return (f->given & GIVES_kind) != 0 ? f->kind : (unsigned)ALL;
}

carc_status carcM_refuse_piece_place (const carc_definition *d, int piece, const tile_type *type, int segment,
                                      int line, carc_error *err) {
  const char *kind = carc_kind_name((carc_kind)type->kind[segment]), *name = d->piece[piece].name;
  if (carcM_kinds_for_piece(d, &d->piece[piece]) >> type->kind[segment] & 1)
    return carcU_fail(
        err, CARC_ERR_INVALID, line,
        "a %s cannot stand on this %s of tile %s: `on` or `not_on` excludes what is printed there", name,
        kind, type->id);
  return carcU_fail(err, CARC_ERR_INVALID, line, "a %s cannot stand on a %s", name, kind);
}

bool carc_definition_hooked (const carc_definition *def) { return def->hooked; }

void carcM_free_position (carc_definition *d) {
  carcM_free_memory(d, d->position, sizeof *d->position);
  d->position = NULL;
}

void carc_definition_free (carc_definition *def) {
  if (def == NULL) return;
  carc_allocator a = def->allocator;
  carcM_free_position(def);
  carcM_free_memory(def, def->image, def->at.size);
  if (def->text != NULL) carcM_free_memory(def, def->text, strlen(def->text) + 1);
  carcM_free_memory(def, def->printed_on,
                    (size_t)(def->own_pool.n_selectors * def->n_all_types) * sizeof *def->printed_on);
  carcM_free_memory(def, def->area_on, (size_t)(def->n_areas * def->n_all_types) * sizeof *def->area_on);
  carcM_free_memory(def, def->lying, (size_t)def->n_all_types * SIDES * sizeof *def->lying);
  carcM_free_memory(def, def->type, (size_t)def->type_room * sizeof *def->type);
  a.resize(a.ud, def, sizeof *def, 0);
}

/* ---- Readers --------------------------------------------------------------------------------- */

const char *carc_definition_text (const carc_definition *def) { return def->text; }
uint64_t carc_definition_fingerprint (const carc_definition *def) { return def->fingerprint; }
size_t carc_definition_state_size (const carc_definition *def) { return def->at.size; }
int carc_definition_players (const carc_definition *def) { return def->players; }
unsigned carc_definition_team (const carc_definition *def, int player) { return def->team[player]; }

const char *carc_victory_kind_name (carc_victory_kind kind) {
  static const char *const names[] = {
#define X(id, name) name,
      CARC_VICTORY_LIST(X)
#undef X
  };
  return (unsigned)kind < CARC_VICTORY_COUNT ? names[kind] : NULL;
}

const char *carc_race_end_name (carc_race_end end) {
  static const char *const names[] = {
#define X(id, name) name,
      CARC_RACE_END_LIST(X)
#undef X
  };
  return (unsigned)end < CARC_RACE_END_COUNT ? names[end] : NULL;
}

void carc_definition_victory (const carc_definition *def, carc_victory *out) { *out = def->victory; }
int carc_definition_rule (const carc_definition *def, carc_rule rule) { return def->rule[rule]; }
bool carc_definition_manual (const carc_definition *def) { return def->manual; }
bool carc_definition_goods (const carc_definition *def) { return def->goods; }
int carc_definition_tiles (const carc_definition *def) { return def->n_tiles; }

int carc_definition_types (const carc_definition *def) { return def->n_types; }
const char *carc_type_id (const carc_definition *def, int type) { return def->type[type].id; }
int carc_type_count (const carc_definition *def, int type) { return def->type[type].count; }
int carc_type_segments (const carc_definition *def, int type) { return def->type[type].segments; }

int carc_type_find (const carc_definition *def, const char *id) {
  for (int t = 0; t < def->n_types; t++)
    if (strcmp(def->type[t].id, id) == 0) return t;
  return -1;
}

carc_segment carc_type_segment (const carc_definition *def, int type, int rotation, int segment) {
  const tile_type *t = &def->type[type];
  return (carc_segment){.kind = (carc_kind)t->kind[segment],
                        .ports = carcM_rotate_ports(t->ports[segment], rotation),
                        .borders = borders_of(t, segment),
                        .ends_at = ends_at(t, segment),
                        .pennants = t->pennants[segment],
                        .good = t->good[segment] - 1,
                        .attributes = t->attributes[segment]};
}

/*
** Number of earlier segments of the same kind that also have no ports. Texts number such segments
** in Roman numerals: `field:`, `field:II`.
*/
static int twins_before (const tile_type *t, int segment) {
  int n = 0;
  for (int s = 0; s < segment && t->ports[segment] == 0; s++)
    n += t->kind[s] == t->kind[segment] && t->ports[s] == 0;
  return n;
}

int carc_segment_text (const carc_definition *def, int type, int rotation, int segment, char *out,
                       size_t size) {
  text_writer w = carcU_new_writer(out, size);
  const tile_type *t = &def->type[type];
  int twins = twins_before(t, segment);
  carcM_put_segment_name(&w, t->kind[segment], carcM_rotate_ports(t->ports[segment], rotation));
  if (twins > 0)
    carcU_put(&w, "%s%.*s", t->kind[segment] == CARC_KIND_FIELD ? "" : ":", twins + 1, "IIIIIIIIIIIIIIII");
  return carcU_written_length(&w);
}

/*
** The segment of this kind that has these ports after rotation. If several have no ports, the first
** of them.
*/
static int find_by_ports (const tile_type *t, int rotation, int kind, uint16_t ports) {
  for (int s = 0; s < t->segments; s++)
    if (t->kind[s] == kind && carcM_rotate_ports(t->ports[s], rotation) == ports) return s;
  return -1;
}

int carc_segment_find (const carc_definition *def, int type, int rotation, const char *text) {
  const tile_type *t = &def->type[type];
  char name[100];
  int kind;
  uint16_t ports;
  if (carcM_read_segment_name((text_view){text, strlen(text)}, &kind, &ports))
    return find_by_ports(t, rotation, kind, ports);
  for (int s = 0; s < t->segments; s++) { /* a segment without ports may have a numeral */
    carc_segment_text(def, type, rotation, s, name, sizeof name);
    if (strcmp(name, text) == 0) return s;
  }
  return -1;
}

int carc_definition_pieces (const carc_definition *def) { return def->n_pieces; }
const char *carc_piece_name (const carc_definition *def, int piece) { return def->piece[piece].name; }
int carc_piece_count (const carc_definition *def, int piece) { return def->piece[piece].count; }
bool carc_piece_is_follower (const carc_definition *def, int piece) {
  return def->piece[piece].role == ROLE_FOLLOWER;
}

bool carc_piece_stands_on (const carc_definition *def, int piece, carc_kind kind) {
  return carcM_kinds_for_piece(def, &def->piece[piece]) >> kind & 1;
}

int carc_piece_find (const carc_definition *def, const char *name) {
  int p = carcM_find_piece(def, (text_view){name, strlen(name)});
  return p < def->n_pieces ? p : -1;
}

int carc_definition_reserves (const carc_definition *def) { return def->n_reserves; }

carc_reserve carc_definition_reserve (const carc_definition *def, int reserve) {
  static const char *const plays[] = {
#define X(id, name) name,
      PLAYS_LIST(X)
#undef X
  };
  const reserve_row *row = &def->reserve[reserve];
  return (carc_reserve){.name = told_name(&row->name),
                        .of_players = row->owner == CARC_SCOPE_PLAYER,
                        .seen = (carc_visibility)row->visible_to,
                        .size = row->size,
                        .deal = row->deal,
                        .play = plays[row->play_from]};
}

int carc_definition_areas (const carc_definition *def) { return def->n_areas; }
const char *carc_area_name (const carc_definition *def, int area) { return told_name(&def->area[area].name); }

int carc_definition_variables (const carc_definition *def) { return def->n_variables; }
const char *carc_variable_name (const carc_definition *def, int variable) {
  return told_name(&def->variable[variable].name);
}
carc_scope carc_variable_scope (const carc_definition *def, int variable) {
  return (carc_scope)def->variable[variable].scope;
}

int carc_definition_tokens (const carc_definition *def) { return def->n_tokens; }
carc_token_kind carc_token_describe (const carc_definition *def, int kind) {
  const token_row *row = &def->token[kind];
  return (carc_token_kind){.name = told_name(&row->name),
                           .seen = (carc_visibility)row->visible_to,
                           .sign = row->symbol,
                           .count = row->count,
                           .numbers = row->numbers,
                           .of = row->owner,
                           .on = row->on};
}

int carc_definition_attributes (const carc_definition *def) { return def->words.n_attributes; }
const char *carc_attribute_name (const carc_definition *def, int attribute) {
  return told_name(&def->words.attribute[attribute].name);
}
int carc_definition_tile_attributes (const carc_definition *def) { return def->words.n_tile_attributes; }
const char *carc_tile_attribute_name (const carc_definition *def, int attribute) {
  return told_name(&def->words.tile_attribute[attribute]);
}
uint64_t carc_type_attributes (const carc_definition *def, int type) {
  return def->type[type].tile_attributes;
}
int carc_definition_span (const carc_definition *def) { return def->span; }
int carc_definition_phases (const carc_definition *def) { return def->n_phases; }
const char *carc_phase_name (const carc_definition *def, int phase) {
  return told_name(&def->phase[phase].name);
}
const char *carcM_timing_name (int at) {
  static const char *const timings[TIMING_COUNT] = {
#define X(id, name) name,
      TIMING_LIST(X)
#undef X
  };
  return timings[at];
}
const char *carc_phase_timing (const carc_definition *def, int phase) {
  return carcM_timing_name(def->phase[phase].timing);
}
carc_holding carc_variable_holding (const carc_definition *def, int variable) {
  return (carc_holding)def->variable[variable].type;
}
int carc_variable_size (const carc_definition *def, int variable) { return def->variable[variable].size; }
/* The first attribute, variable or piece that a selector names; NULL if it names none. */
static const char *name_in (const carc_definition *d, int of) {
  if (of == CARC_NONE) return NULL;
  const selector *f = &d->selectors[of];
  if (f->attribute.of_tiles != 0)
    return told_name(&d->words.tile_attribute[lowest_bit(f->attribute.of_tiles)]);
  if (f->attribute.of_segments != 0)
    return told_name(&d->words.attribute[lowest_bit(f->attribute.of_segments)].name);
  if (f->variable.first != CARC_NONE && d->tests[f->variable.first].variable >= 0)
    return told_name(&d->variable[d->tests[f->variable.first].variable].name);
  if (f->token.first != CARC_NONE && d->tests[f->token.first].variable >= FIRST_TOKEN)
    return told_name(&d->token[d->tests[f->token.first].variable - FIRST_TOKEN].name);
  if (f->piece != 0) return d->piece[lowest_bit(f->piece)].name;
  for (int i = f->links.first; i != CARC_NONE; i = d->links[i].next) {
    const relation_link *l = &d->links[i];
    const char *name = l->reference >= REF_FILTER ? name_in(d, l->number) : NULL;
    if (name != NULL) return name;
  }
  return NULL;
}

const char *carc_point_row_name (const carc_definition *def, int row) {
  const point_row *w = &def->points_row[row];
  const char *name = NULL;
  if (w->per == PER_VARIABLE && w->number >= FIRST_TOKEN)
    name = told_name(&def->token[w->number - FIRST_TOKEN].name);
  else if (w->per == PER_VARIABLE)
    name = w->number >= 0 ? carc_variable_name(def, w->number) : NULL;
  if (w->per == PER_ATTRIBUTE) name = carc_attribute_name(def, w->number);
  if (w->per == PER_FOUND) name = name_in(def, w->number);
  if (name == NULL) name = name_in(def, w->of);
  return name != NULL ? name : w->owner;
}

int carc_definition_steps (const carc_definition *def) { return def->n_steps; }
const char *carc_step_name (const carc_definition *def, int step) {
  return step >= 0 && step < def->n_steps ? told_name(&def->step[step].name) : NULL;
}

/* ---- Names ----------------------------------------------------------------------------------- */

const char *carcM_piece_name_at (const void *ud, int i) {
  const carc_definition *d = ud;
  return i < d->n_pieces ? d->piece[i].name : NULL;
}

const char *carcM_type_name_at (const void *ud, int i) {
  const carc_definition *d = ud;
  return i < d->n_types ? d->type[i].id : NULL;
}

int carcM_find_piece (const carc_definition *d, text_view w) {
  int p = 0;
  while (p < d->n_pieces && !carcU_word_equals(w, d->piece[p].name)) p++;
  return p;
}
