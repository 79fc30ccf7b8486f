/*
** definition.c: reads a definition, one statement a line, and tells what is in it.
*/
#include <stdlib.h>
#include <string.h>
#include "reading.h"

/* ---- Memory ------------------------------------------------------------------------------------ */

static void *resize_plainly (void *ud, void *old, size_t old_size, size_t new_size) {
  (void)ud;
  (void)old_size;
  if (new_size > 0) return realloc(old, new_size);
  free(old);
  return NULL;
}

void *take_memory (const carc_definition *def, size_t size) {
  return def->allocator.resize(def->allocator.ud, NULL, 0, size);
}

void give_back (const carc_definition *def, void *old, size_t size) {
  if (old != NULL) def->allocator.resize(def->allocator.ud, old, size, 0);
}

/* ---- Reading ------------------------------------------------------------------------------------ */

typedef carc_status (*statement)(reader *r);

#define WORD(w) (int)(w).length, (w).at
/* For `%s%s%s`: the nearest right name, if there is one. */
#define NEAR(name) (name) ? " (did you mean " : "", (name) ? (name) : "", (name) ? "?)" : ""

static word next (reader *r) { return next_word(&r->at); }

static carc_status read_name (reader *r, const char *what, char out[CARC_NAME]) {
  word w = next(r);
  if (word_to_name(w, out)) return CARC_OK;
  return FAIL(r, "'%.*s' is no name for %s: letters, digits, _ - and . are, up to %d of them", WORD(w), what,
              CARC_NAME - 1);
}

static carc_status read_int (reader *r, const char *what, int low, int high, int *out) {
  word w = next(r);
  if (word_to_int(w, low, high, out)) return CARC_OK;
  return FAIL(r, "%s: '%.*s' is not a number from %d to %d", what, WORD(w), low, high);
}

/* A word of a list in which '|' stands between them; its place, or -1. */
static int word_in (word w, const char *list) {
  word rest = {list, strlen(list)};
  for (int i = 0; rest.length > 0; i++) {
    word one = split_word(rest, '|', &rest);
    if (one.length == w.length && memcmp(one.at, w.at, w.length) == 0) return i;
    if (rest.length > 0) rest = (word){rest.at + 1, rest.length - 1};
  }
  return -1;
}

static carc_status read_choice (reader *r, const char *what, const char *list, int *out) {
  word w = next(r);
  *out = word_in(w, list);
  return *out >= 0 ? CARC_OK : FAIL(r, "%s: '%.*s' is none of %s", what, WORD(w), list);
}

/* A word of a statement that may be left out: one of the list, or what it was. */
static void read_optional (reader *r, const char *list, int *out) {
  const char *back = r->at;
  int found = word_in(next(r), list);
  if (found >= 0)
    *out = found;
  else
    r->at = back;
}

static carc_status read_cell (reader *r, int *x, int *y) {
  word w = next(r), rest, first = split_word(w, ',', &rest);
  enum { FAR = 255 };
  bool fine = rest.length > 1 && word_to_int(first, -FAR, FAR, x) &&
              word_to_int((word){rest.at + 1, rest.length - 1}, -FAR, FAR, y);
  return fine ? CARC_OK : FAIL(r, "'%.*s' is no cell; one reads like 3,-1", WORD(w));
}

static carc_status read_player (reader *r, int *player) {
  carc_status status = read_int(r, "a player", 1, CARC_MAX_PLAYERS, player);
  *player -= 1;
  return status;
}

static const char *type_name (const void *ud, int i) {
  const carc_definition *d = ud;
  return i < d->n_types ? d->type[i].id : NULL;
}

static carc_status read_type (reader *r, int *type) {
  word w = next(r);
  for (*type = 0; *type < r->d->n_types; (*type)++)
    if (word_is(w, r->d->type[*type].id)) return CARC_OK;
  const char *near = carc_nearest_name(w.at, w.length, type_name, r->d);
  return FAIL(r, "no tile '%.*s' in the sets named so far%s%s%s", WORD(w), NEAR(near));
}

static const char *edition_name (const void *ud, int i) {
  (void)ud;
  return i < CARC_EDITIONS ? carc_edition_name((carc_edition)i) : NULL;
}

static carc_status read_edition (reader *r) {
  word w = next(r);
  for (int e = 0; e < CARC_EDITIONS; e++)
    if (word_is(w, carc_edition_name((carc_edition)e))) {
      r->edition = (carc_edition)e;
      return CARC_OK;
    }
  const char *near = carc_nearest_name(w.at, w.length, edition_name, NULL);
  return FAIL(r, "edition '%.*s': there are 2003, bigbox, c2, modern and jcz%s%s%s", WORD(w), NEAR(near));
}

static const char *rule_name (const void *ud, int i) {
  (void)ud;
  return i < CARC_RULE_COUNT ? carc_rule_name((carc_rule)i) : NULL;
}

/* What this word makes of the rule, or -1. */
static int rule_value (carc_rule rule, word w) {
  const char *words = carc_rule_words(rule);
  int low, high, value = word_in(w, words);
  if (value >= 0) return value;
  bool takes_number = *words == '\0' || strcmp(words, "unlimited") == 0;
  carc_rule_range(rule, &low, &high);
  if (!takes_number || !word_to_int(w, low, high, &value)) return -1;
  return rule == CARC_RULE_SMALL_CITY && value == 3 ? -1 : value;
}

static carc_status refuse_rule (reader *r, carc_rule rule, word w) {
  const char *name = carc_rule_name(rule), *words = carc_rule_words(rule);
  int low, high;
  carc_rule_range(rule, &low, &high);
  if (rule == CARC_RULE_SMALL_CITY) return FAIL(r, "rule %s: '%.*s' is neither 2 nor 4", name, WORD(w));
  if (*words == '\0')
    return FAIL(r, "rule %s: '%.*s' is not a number from %d to %d", name, WORD(w), low, high);
  if (strcmp(words, "unlimited") == 0)
    return FAIL(r, "rule %s: '%.*s' is neither 'unlimited' nor a number from %d to %d", name, WORD(w), low,
                high);
  return FAIL(r, "rule %s: '%.*s' is none of %s", name, WORD(w), words);
}

static carc_status read_rule (reader *r) {
  word name = next(r), value = next(r);
  for (int i = 0; i < CARC_RULE_COUNT; i++) {
    if (!word_is(name, carc_rule_name((carc_rule)i))) continue;
    int v = rule_value((carc_rule)i, value);
    if (v < 0) return refuse_rule(r, (carc_rule)i, value);
    r->d->rule[i] = v;
    r->overridden[i] = true;
    return CARC_OK;
  }
  const char *near = carc_nearest_name(name.at, name.length, rule_name, NULL);
  return FAIL(r, "%.*s: unknown rule%s%s%s", WORD(name), NEAR(near));
}

static carc_status read_players (reader *r) {
  return read_int(r, "players", 1, CARC_MAX_PLAYERS, &r->d->players);
}

static carc_status read_draws (reader *r) {
  int manual = 0;
  carc_status status = read_choice(r, "draws", "seeded|manual", &manual);
  r->d->manual = manual == 1;
  return status;
}

/* Adds one tile; a second one of the same name adds to its count, if it is the same. */
static carc_status add_tile (reader *r, const char **at, int times) {
  carc_definition *d = r->d;
  tile_type t;
  carc_status status = read_tile(at, &d->words, r->line, &t, r->err);
  if (status != CARC_OK) return status;
  t.count *= times;
  for (int i = 0; i < d->n_types; i++)
    if (strcmp(d->type[i].id, t.id) == 0)
      return FAIL(r, "tile %s stands twice; `count %s N` says how many there are", t.id, t.id);
  if (d->n_types == CARC_MAX_TYPES) return FAIL(r, "more than %d different tiles", CARC_MAX_TYPES);
  if (d->n_types == d->type_room) {
    size_t old = (size_t)d->type_room * sizeof *d->type;
    tile_type *grown = d->allocator.resize(d->allocator.ud, d->type, old, old + 32 * sizeof *d->type);
    if (grown == NULL) return carc_fail(r->err, CARC_MEMORY, r->line, "not enough memory");
    d->type = grown;
    d->type_room += 32;
  }
  d->type[d->n_types++] = t;
  return CARC_OK;
}

static const char *set_name (const void *ud, int i) {
  (void)ud;
  return carc_tileset_name(i);
}

static carc_status read_set (reader *r) {
  word w = next(r), times = next(r);
  int n = 1;
  if (times.length > 0 &&
      (times.at[0] != 'x' || !word_to_int((word){times.at + 1, times.length - 1}, 1, 9, &n)))
    return FAIL(r, "set: '%.*s' is no count; x2 means the set twice", WORD(times));
  for (int i = 0; carc_tileset_name(i) != NULL; i++) {
    if (!word_is(w, carc_tileset_name(i))) continue;
    const char *lines = carc_tileset(carc_tileset_name(i));
    while (*lines != '\0') {
      carc_status status = add_tile(r, &lines, n);
      if (status != CARC_OK) return status;
      lines++;
    }
    return CARC_OK;
  }
  const char *near = carc_nearest_name(w.at, w.length, set_name, NULL);
  return FAIL(r, "no tile set '%.*s'%s%s%s", WORD(w), NEAR(near));
}

static carc_status read_own_tile (reader *r) { return add_tile(r, &r->at, 1); }

static carc_status read_count (reader *r) {
  int type, n;
  carc_status status = read_type(r, &type);
  if (status == CARC_OK) status = read_int(r, "count", 0, CARC_MAX_TILES, &n);
  if (status == CARC_OK) r->d->type[type].count = n;
  return status;
}

static carc_status read_start (reader *r) {
  carc_definition *d = r->d;
  const char *back = r->at;
  r->start_given = true;
  if (word_is(next(r), "none")) return CARC_OK;
  r->at = back;
  if (d->n_starts == CARC_MAX_TILES) return FAIL(r, "more than %d start tiles", CARC_MAX_TILES);
  start_tile *s = &d->start[d->n_starts];
  carc_status status = read_type(r, &s->type);
  if (status == CARC_OK) status = read_cell(r, &s->x, &s->y);
  if (status != CARC_OK) return status;
  word w = next(r);
  if (w.length != 2 || w.at[0] != 'r' || w.at[1] < '0' || w.at[1] > '3')
    return FAIL(r, "start: '%.*s' is no rotation; r0 to r3 count quarter turns clockwise", WORD(w));
  s->rotation = w.at[1] - '0';
  s->line = r->line;
  d->n_starts++;
  int axis = -1;
  read_optional(r, "N.S|E.W", &axis);
  s->span = (carc_axis)(axis + 1);
  return CARC_OK;
}

static int find_piece (const carc_definition *d, word w) {
  int p = 0;
  while (p < d->n_pieces && !word_is(w, d->piece[p].name)) p++;
  return p;
}

static carc_status read_kinds (reader *r, word w, uint8_t *on) {
  *on = 0;
  while (w.length > 0) {
    word one = split_word(w, ',', &w);
    int k = 0;
    while (k < CARC_KINDS && !word_is(one, carc_kind_name((carc_kind)k))) k++;
    if (k == CARC_KINDS)
      return FAIL(r, "piece: on=%.*s: pieces stand on field, road, city, monastery or spot", WORD(one));
    *on |= (uint8_t)(1u << k);
    if (w.length > 0) w = (word){w.at + 1, w.length - 1};
  }
  return CARC_OK;
}

#define PIECE_ROLES "follower|builder|pig|special|span"

static void set_role (piece_row *p, int role) {
  static const uint8_t on[ROLES] = {[ROLE_FOLLOWER] = 0xF,
                                    [ROLE_BUILDER] = 1u << CARC_ROAD | 1u << CARC_CITY,
                                    [ROLE_PIG] = 1u << CARC_FIELD,
                                    [ROLE_SPECIAL] = 0x1F,
                                    [ROLE_SPAN] = 0};
  p->role = (uint8_t)role;
  p->power = role == ROLE_FOLLOWER;
  p->on = on[role];
  p->ordinary = role == ROLE_FOLLOWER;
  p->by_pennants = false;
}

static carc_status read_piece_key (reader *r, piece_row *p, word w) {
  word value, key = split_word(w, '=', &value);
  int v = 0;
  if (value.length > 0) value = (word){value.at + 1, value.length - 1};
  if (word_is(key, "like")) {
    v = word_in(value, PIECE_ROLES);
    if (v < 0) return FAIL(r, "piece %s: like=%.*s is none of " PIECE_ROLES, p->name, WORD(value));
    set_role(p, v);
    return CARC_OK;
  }
  if (word_is(key, "power") && word_is(value, "pennants") && p->role == ROLE_FOLLOWER) {
    p->by_pennants = true;
    p->power = 0;
    return CARC_OK;
  }
  if (word_is(key, "power")) {
    if (p->role != ROLE_FOLLOWER || !word_to_int(value, 0, CARC_MAX_POWER, &v))
      return FAIL(r, "piece %s: power=%.*s: a follower's is 0 to %d, a builder or a pig has none", p->name,
                  WORD(value), CARC_MAX_POWER);
    p->power = (uint8_t)v;
    p->by_pennants = false;
    return CARC_OK;
  }
  if (word_is(key, "on")) return read_kinds(r, value, &p->on);
  if (word_is(key, "ordinary")) {
    v = word_in(value, "no|yes");
    if (v < 0) return FAIL(r, "piece %s: ordinary=%.*s is neither yes nor no", p->name, WORD(value));
    p->ordinary = v == 1;
    return CARC_OK;
  }
  return FAIL(r, "piece %s: '%.*s' is none of like=, power=, on= and ordinary=", p->name, WORD(w));
}

static carc_status read_piece (reader *r) {
  carc_definition *d = r->d;
  word w = next(r);
  int i = find_piece(d, w), n;
  if (i == CARC_MAX_PIECES) return FAIL(r, "more than %d kinds of pieces", CARC_MAX_PIECES);
  piece_row *p = &d->piece[i];
  if (i == d->n_pieces) {
    memset(p, 0, sizeof *p);
    if (!word_to_name(w, p->name)) return FAIL(r, "'%.*s' is no name for a piece", WORD(w));
    int kind, number;
    uint16_t ports;
    if (read_segment_name(w, &kind, &ports) || word_to_int(w, 0, INT32_MAX, &number))
      return FAIL(r, "piece %s: in an action the name would be read as a segment or a player", p->name);
    set_role(p, ROLE_FOLLOWER);
  }
  carc_status status = read_int(r, p->name, 0, CARC_MAX_RESERVE, &n);
  if (status != CARC_OK) return status;
  p->count = (uint8_t)n;
  for (w = next(r); w.length > 0; w = next(r))
    if ((status = read_piece_key(r, p, w)) != CARC_OK) return status;
  if (i == d->n_pieces) d->n_pieces++;
  r->piece_given[i] = true;
  return CARC_OK;
}

static carc_status read_goods (reader *r) {
  int on = 0;
  carc_status status = read_choice(r, "goods", "off|on", &on);
  r->d->goods = on == 1;
  r->goods_given = true;
  return status;
}

/* Splits KEY=VALUE; the value is empty without '='. */
static word split_key (word w, word *value) {
  word key = split_word(w, '=', value);
  if (value->length > 0) *value = (word){value->at + 1, value->length - 1};
  return key;
}

static int find_mark (const vocabulary *v, word w) {
  for (int i = 0; i < v->n_marks; i++)
    if (word_is(w, v->mark[i].name)) return i;
  return -1;
}

static int find_tile_mark (const vocabulary *v, word w) {
  for (int i = 0; i < v->n_tile_marks; i++)
    if (word_is(w, v->tile_mark[i])) return i;
  return -1;
}

static carc_status read_mark_key (reader *r, mark_row *m, bool *of_tile, bool *all, word w) {
  word value, key = split_key(w, &value);
  enum { MOST = 100, MOST_OPEN = 9 };
  int v = 0;
  bool fine = false;
  if (word_is(key, "of")) {
    fine = (v = word_in(value, "segment|tile")) >= 0;
    *of_tile = v == 1;
  } else if (word_is(key, "merge")) {
    fine = (v = word_in(value, "any|all")) >= 0;
    *all = v == 1;
  } else if (word_is(key, "each")) {
    fine = word_to_int(value, -MOST, MOST, &v);
    m->each = (int8_t)v;
  } else if (word_is(key, "unfinished")) {
    m->nothing = word_is(value, "nothing");
    fine = m->nothing || word_to_int(value, -MOST, MOST, &v);
    m->unfinished = (int8_t)v;
  } else if (word_is(key, "field")) {
    fine = word_to_int(value, 0, MOST, &v);
    m->field = (uint8_t)v;
  } else if (word_is(key, "pig")) {
    fine = word_to_int(value, 0, MOST, &v);
    m->pig = (uint8_t)v;
  } else if (word_is(key, "open")) {
    bool never = word_is(value, "never");
    fine = never || word_to_int(value, 0, MOST_OPEN, &v);
    m->open = (uint16_t)(never ? NEVER_CLOSED : v);
  } else {
    return FAIL(r, "attribute %s: '%.*s' is none of of=, merge=, each=, unfinished=, field=, pig= and open=",
                m->name, WORD(w));
  }
  return fine ? CARC_OK : FAIL(r, "attribute %s: %.*s: no such value", m->name, WORD(w));
}

static carc_status read_attribute (reader *r) {
  vocabulary *v = &r->d->words;
  mark_row m = {.field = 1, .pig = 1};
  bool of_tile = false, all = false;
  carc_status status = read_name(r, "an attribute", m.name);
  for (word w = next(r); status == CARC_OK && w.length > 0; w = next(r))
    status = read_mark_key(r, &m, &of_tile, &all, w);
  if (status != CARC_OK) return status;
  word name = {m.name, strlen(m.name)};
  if (find_mark(v, name) >= 0 || find_tile_mark(v, name) >= 0)
    return FAIL(r, "attribute %s is declared twice", m.name);
  if (of_tile) {
    if (v->n_tile_marks == CARC_MAX_TILE_MARKS)
      return FAIL(r, "more than %d attributes of tiles", CARC_MAX_TILE_MARKS);
    memcpy(v->tile_mark[v->n_tile_marks++], m.name, sizeof m.name);
    return CARC_OK;
  }
  if (v->n_marks == CARC_MAX_MARKS) return FAIL(r, "more than %d attributes", CARC_MAX_MARKS);
  v->inverted |= (unsigned)all << v->n_marks;
  v->mark[v->n_marks++] = m;
  return CARC_OK;
}

static carc_status read_held (reader *r) {
  word w = next(r);
  int mark = find_tile_mark(&r->d->words, w);
  if (mark < 0) return FAIL(r, "held: '%.*s' is no attribute of tiles that was declared", WORD(w));
  r->d->held |= 1u << mark;
  return CARC_OK;
}

static carc_status read_slot_key (reader *r, slot_row *s, word w) {
  word value, key = split_key(w, &value);
  enum { MOST_SIZE = 64, MOST = 1000000 };
  int v = 0;
  if (word_is(key, "size")) {
    if (s->scope > CARC_PLAYER || !word_to_int(value, 1, MOST_SIZE, &v))
      return FAIL(r, "slot %s: size=%.*s: 1 to %d, of a slot for the game or a player", s->name, WORD(value),
                  MOST_SIZE);
    s->size = v;
    return CARC_OK;
  }
  if (word_is(key, "initial")) {
    if (s->scope == CARC_FEATURE || !word_to_int(value, -MOST, MOST, &v))
      return FAIL(r, "slot %s: initial=%.*s: a number, not of a feature", s->name, WORD(value));
    s->initial = v;
    return CARC_OK;
  }
  return FAIL(r, "%s: '%.*s' is none of game|turn|part, sum|max|or, size= and initial=", s->name, WORD(w));
}

static carc_status read_slot (reader *r) {
  carc_definition *d = r->d;
  slot_row s;
  int scope = 0, lifetime = 0, merge = 0;
  memset(&s, 0, sizeof s);
  s.size = 1;
  carc_status status = read_name(r, "a slot", s.name);
  if (status == CARC_OK) status = read_choice(r, s.name, "game|player|cell|feature|segment", &scope);
  if (status != CARC_OK) return status;
  read_optional(r, "game|turn|part", &lifetime);
  read_optional(r, "sum|max|or", &merge);
  s.scope = (uint8_t)scope;
  s.lifetime = (uint8_t)lifetime;
  s.merge = (uint8_t)merge;
  for (word w = next(r); status == CARC_OK && w.length > 0; w = next(r)) status = read_slot_key(r, &s, w);
  if (status != CARC_OK) return status;
  if (carc_slot_find(d, s.name) >= 0) return FAIL(r, "slot %s is declared twice", s.name);
  if (d->n_slots == CARC_MAX_SLOTS) return FAIL(r, "more than %d slots", CARC_MAX_SLOTS);
  d->slot[d->n_slots++] = s;
  return CARC_OK;
}

/* Reads `attribute=NAME`, `piece=NAME` or `slot=NAME`. */
static carc_status read_gate (reader *r, word w, gate *g) {
  const carc_definition *d = r->d;
  word value, key = split_key(w, &value);
  char name[CARC_NAME];
  int found = -1;
  if (word_is(key, "attribute")) {
    g->kind = GATE_TILE_MARK;
    found = find_tile_mark(&d->words, value);
    if (found < 0) {
      g->kind = GATE_MARK;
      found = find_mark(&d->words, value);
    }
  } else if (word_is(key, "marked")) {
    g->kind = GATE_SEEN;
    found = find_tile_mark(&d->words, value);
  } else if (word_is(key, "piece")) {
    g->kind = GATE_PIECE;
    found = find_piece(d, value);
    if (found == d->n_pieces) found = -1;
  } else if (word_is(key, "slot")) {
    g->kind = GATE_SLOT;
    found = word_to_name(value, name) ? carc_slot_find(d, name) : -1;
  } else {
    return FAIL(r, "'%.*s' is no gate: attribute=, marked=, piece= and slot= are", WORD(w));
  }
  g->number = (uint8_t)found;
  return found >= 0 ? CARC_OK : FAIL(r, "gate %.*s: the game has no %.*s of this name", WORD(w), WORD(key));
}

static const char *phase_name (const void *ud, int i) {
  const carc_definition *d = ud;
  return i < d->n_phases ? d->phase[i].name : NULL;
}

static carc_status read_phase (reader *r) {
#define X(id, name) "|" name
  static const char points[] = POINTS_LIST(X);
#undef X
  carc_definition *d = r->d;
  phase_row p;
  int at = 0;
  memset(&p, 0, sizeof p);
  carc_status status = read_name(r, "a phase", p.name);
  if (status == CARC_OK) status = read_choice(r, p.name, points + 1, &at);
  if (status != CARC_OK) return status;
  p.point = (uint8_t)at;
  for (int k = CARC_ACT_NONE; k <= CARC_ACT_CHOICE; k++)
    if (strcmp(p.name, carc_action_kind_name((carc_action_kind)k)) == 0)
      return FAIL(r, "phase %s: an action has that name already", p.name);
  if (strcmp(p.name, "end") == 0) return FAIL(r, "phase end: a saved game ends with a line that begins so");
  for (word w = next(r); status == CARC_OK && w.length > 0; w = next(r)) {
    if (word_is(w, "compulsory"))
      p.compulsory = true;
    else
      status = read_gate(r, w, &p.gate);
  }
  if (status != CARC_OK) return status;
  if (d->n_phases == CARC_MAX_PHASES) return FAIL(r, "more than %d phases", CARC_MAX_PHASES);
  p.choice = (uint8_t)d->n_phases;
  for (int i = d->n_phases - 1; i >= 0; i--)
    if (strcmp(phase_name(d, i), p.name) == 0) p.choice = (uint8_t)i;
  d->points_used |= 1u << at;
  d->phase[d->n_phases++] = p;
  return CARC_OK;
}

static carc_status read_hook_gate (reader *r) {
#define X(id, name) "|" name
  static const char hooks[] = CARC_GATED(X);
#undef X
  int hook = 0, row = 0;
  carc_status status = read_choice(r, "gate", hooks + 1, &hook);
  if (status == CARC_OK) status = read_int(r, "the row of a hook", 0, MAX_ROWS - 1, &row);
  return status == CARC_OK ? read_gate(r, next(r), &r->d->gates[hook][row]) : status;
}

static const char *step_name (const void *ud, int i) { return carc_step_name(ud, i); }

static carc_status read_final (reader *r) {
  carc_definition *d = r->d;
  char name[CARC_NAME];
  carc_status status = read_name(r, "a step of the final scoring", name);
  if (status != CARC_OK) return status;
  int at = 0;
  while (at < d->n_steps && strcmp(d->step[at].name, name) != 0) at++;
  word w = next(r);
  d->scripted_steps = true;
  if (w.length == 0) {
    if (at == d->n_steps)
      return FAIL(r, "final %s: no step of this name is there; a new one says after or before which", name);
    d->step[at].does = STEP_SCRIPTED;
    return CARC_OK;
  }
  int after = word_in(w, "before|after");
  if (after < 0) return FAIL(r, "final %s: '%.*s' is neither after nor before", name, WORD(w));
  if (at < d->n_steps) return FAIL(r, "final %s: there is a step of this name already", name);
  if (d->n_steps == CARC_MAX_STEPS) return FAIL(r, "more than %d steps of the final scoring", CARC_MAX_STEPS);
  w = next(r);
  int i = 0;
  while (i < d->n_steps && !word_is(w, d->step[i].name)) i++;
  if (i == d->n_steps) {
    const char *near = carc_nearest_name(w.at, w.length, step_name, d);
    return FAIL(r, "final %s: no step '%.*s'%s%s%s", name, WORD(w), NEAR(near));
  }
  i += after;
  memmove(&d->step[i + 1], &d->step[i], (size_t)(d->n_steps - i) * sizeof *d->step);
  memcpy(d->step[i].name, name, sizeof name);
  d->step[i].does = STEP_SCRIPTED;
  d->n_steps++;
  return CARC_OK;
}

/* What stands behind the digest are options; only scripts read them. */
static carc_status read_variant (reader *r) {
  char name[CARC_NAME];
  carc_status status = read_name(r, "a variant", name);
  if (status == CARC_OK) status = read_name(r, "a digest", name);
  while (next(r).length > 0) continue;
  return status;
}

static carc_status read_stand (reader *r) {
  carc_definition *d = r->d;
  if (d->n_standing == MAX_FIGURES) return FAIL(r, "more than %d pieces on the table", MAX_FIGURES);
  standing_piece *p = &d->standing[d->n_standing];
  carc_status status = read_player(r, &p->player);
  if (status != CARC_OK) return status;
  word w = next(r);
  p->piece = find_piece(d, w);
  if (p->piece == d->n_pieces) return FAIL(r, "stand: no piece '%.*s'", WORD(w));
  status = read_cell(r, &p->x, &p->y);
  if (status != CARC_OK) return status;
  w = next(r);
  if (w.length == 0 || w.length >= sizeof p->segment) return FAIL(r, "stand: '%.*s' is no segment", WORD(w));
  memcpy(p->segment, w.at, w.length);
  p->segment[w.length] = '\0';
  p->line = r->line;
  d->n_standing++;
  return CARC_OK;
}

static carc_status read_remember (reader *r) {
  carc_definition *d = r->d;
  enum { MOST_PLACES = 1 << 16 };
  char name[CARC_NAME];
  int place, value = 0;
  if (d->n_remembered == MAX_REMEMBERED)
    return FAIL(r, "more than %d numbers are remembered", MAX_REMEMBERED);
  carc_status status = read_name(r, "a slot", name);
  if (status != CARC_OK) return status;
  int slot = carc_slot_find(d, name);
  if (slot < 0) return FAIL(r, "remember: the game declares no slot '%s'", name);
  if (d->slot[slot].scope == CARC_FEATURE)
    return FAIL(r, "remember %s: what is remembered of features is not part of a position", name);
  status = read_int(r, name, 1, MOST_PLACES, &place);
  if (status == CARC_OK) status = read_int(r, name, INT32_MIN, INT32_MAX, &value);
  if (status == CARC_OK) d->remembered[d->n_remembered++] = (remembered){slot, place - 1, r->line, value};
  return status;
}

static carc_status read_captured (reader *r) {
  int player, n;
  carc_status status = read_player(r, &player);
  if (status != CARC_OK) return status;
  word w = next(r);
  int piece = find_piece(r->d, w);
  if (piece == r->d->n_pieces) return FAIL(r, "captured: no piece '%.*s'", WORD(w));
  status = read_int(r, "captured", 0, CARC_MAX_RESERVE, &n);
  if (status == CARC_OK) r->d->captured[player][piece] = (uint8_t)n;
  return status;
}

static carc_status read_shuffled (reader *r) {
  word w = next(r);
  int mark = find_tile_mark(&r->d->words, w);
  if (mark < 0) return FAIL(r, "shuffled: '%.*s' is no attribute of tiles that was declared", WORD(w));
  r->d->shuffled |= 1u << mark;
  return CARC_OK;
}

static carc_status read_points (reader *r) {
  int player, n;
  carc_status status = read_player(r, &player);
  if (status == CARC_OK) status = read_int(r, "points", -100000, 100000, &n);
  if (status == CARC_OK) r->d->points[player] = n;
  return status;
}

static carc_status read_have (reader *r) {
  int player;
  carc_status status = read_player(r, &player);
  for (int g = 0; g < CARC_GOODS && status == CARC_OK; g++)
    status = read_int(r, carc_good_name((carc_good)g), 0, 255, &r->d->have[player][g]);
  return status;
}

static carc_status read_turn (reader *r) { return read_player(r, &r->d->first_player); }

static carc_status read_hand (reader *r) {
  r->d->hand_line = r->line;
  return read_type(r, &r->d->first_hand);
}

static const struct {
  const char *name;
  statement read;
} statements[] = {
    {"edition", read_edition},     {"rule", read_rule},         {"players", read_players},
    {"draws", read_draws},         {"set", read_set},           {"tile", read_own_tile},
    {"count", read_count},         {"start", read_start},       {"piece", read_piece},
    {"goods", read_goods},         {"slot", read_slot},         {"final", read_final},
    {"attribute", read_attribute}, {"stand", read_stand},       {"points", read_points},
    {"variant", read_variant},     {"have", read_have},         {"turn", read_turn},
    {"hand", read_hand},           {"held", read_held},         {"phase", read_phase},
    {"gate", read_hook_gate},      {"captured", read_captured}, {"remember", read_remember},
    {"shuffled", read_shuffled},
};

enum { STATEMENTS = sizeof statements / sizeof *statements };

static const char *statement_name (const void *ud, int i) {
  (void)ud;
  return i < STATEMENTS ? statements[i].name : NULL;
}

static carc_status read_statement (reader *r) {
  word w = next(r);
  if (w.length == 0) return CARC_OK;
  for (int i = 0; i < STATEMENTS; i++) {
    if (!word_is(w, statements[i].name)) continue;
    carc_status status = statements[i].read(r);
    if (status != CARC_OK) return status;
    word more = next(r);
    return more.length == 0 ? CARC_OK
                            : FAIL(r, "%s: '%.*s' is one word too many", statements[i].name, WORD(more));
  }
  const char *near = carc_nearest_name(w.at, w.length, statement_name, NULL);
  return FAIL(r, "'%.*s' begins no statement%s%s%s", WORD(w), NEAR(near));
}

static carc_status read_lines (reader *r, const char *text) {
  while (*text != '\0') {
    const char *end = strchr(text, '\n');
    r->line++;
    r->at = text;
    carc_status status = read_statement(r);
    if (status != CARC_OK) return status;
    text = end ? end + 1 : text + strlen(text);
  }
  r->line = 0;
  return CARC_OK;
}

static void begin_with_defaults (carc_definition *d) {
  static const char *const steps[] = {
      [STEP_INCOMPLETE] = "incomplete", [STEP_FIELDS] = "fields", [STEP_GOODS] = "goods"};
  static const char *const pieces[] = {"follower", "builder", "pig"};
  d->players = 2;
  d->first_hand = -1;
  d->n_steps = STEP_SCRIPTED;
  for (int i = 0; i < STEP_SCRIPTED; i++) {
    strcpy(d->step[i].name, steps[i]);
    d->step[i].does = i;
  }
  enum { PIECES = sizeof pieces / sizeof *pieces };
  d->n_pieces = PIECES;
  for (int i = 0; i < PIECES; i++) {
    strcpy(d->piece[i].name, pieces[i]);
    set_role(&d->piece[i], i);
  }
  d->piece[0].count = 7;
}

bool carc_definition_hooked (const carc_definition *def) { return def->hooked; }

static bool any_hook (const carc_hooks *h) {
  return h->place_ok || h->deploy_ok || h->points || h->extra_part || h->on_placed || h->on_scored ||
         h->on_leave || h->phase || h->final_step;
}

static unsigned choose_copies (const carc_hooks *h) {
  bool often = h->place_ok || h->deploy_ok || h->points || h->on_placed || h->on_scored || h->on_leave ||
               h->phase || h->extra_part_always;
  if (often || (h->final_step && h->extra_part)) return COPY_ALWAYS;
  return (h->final_step ? COPY_AT_THE_END : 0u) | (h->extra_part ? COPY_IF_EXTENDING : 0u);
}

carc_definition *read_definition (const char *text, const carc_hooks *hooks, void *ud,
                                  const carc_allocator *allocator, carc_error *err) {
  carc_allocator plain = {resize_plainly, NULL};
  if (allocator == NULL) allocator = &plain;
  carc_definition *d = allocator->resize(allocator->ud, NULL, 0, sizeof *d);
  if (d == NULL) {
    carc_fail(err, CARC_MEMORY, 0, "not enough memory");
    return NULL;
  }
  memset(d, 0, sizeof *d);
  d->allocator = *allocator;
  d->ud = ud;
  if (hooks != NULL) d->hooks = *hooks;
  d->hooked = any_hook(&d->hooks);
  d->copies = choose_copies(&d->hooks);
  begin_with_defaults(d);
  reader r = {.d = d, .err = err, .edition = CARC_C2};
  carc_status status = read_lines(&r, text);
  if (status == CARC_OK) status = derive_definition(&r, text);
  if (status == CARC_OK) return d;
  carc_definition_free(d);
  return NULL;
}

void carc_definition_free (carc_definition *def) {
  if (def == NULL) return;
  carc_allocator a = def->allocator;
  give_back(def, def->image, def->at.size);
  if (def->text != NULL) give_back(def, def->text, strlen(def->text) + 1);
  give_back(def, def->lying, (size_t)def->n_all_types * SIDES * sizeof *def->lying);
  give_back(def, def->type, (size_t)def->type_room * sizeof *def->type);
  a.resize(a.ud, def, sizeof *def, 0);
}

/* ---- What a definition tells ----------------------------------------------------------------------- */

const char *carc_definition_text (const carc_definition *def) { return def->text; }
uint64_t carc_definition_fingerprint (const carc_definition *def) { return def->fingerprint; }
size_t carc_definition_state_size (const carc_definition *def) { return def->at.size; }
int carc_definition_players (const carc_definition *def) { return def->players; }
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
  int x = t->point[segment][0], y = t->point[segment][1];
  for (int i = 0; i < rotation; i++) {
    int old = x;
    x = 100 - y;
    y = old;
  }
  return (carc_segment){.kind = (carc_kind)t->kind[segment],
                        .ports = turn_ports(t->ports[segment], rotation),
                        .borders = t->borders[segment],
                        .pennants = t->pennants[segment],
                        .good = t->good[segment] - 1,
                        .marks = t->marks[segment],
                        .x = x / 100.0,
                        .y = y / 100.0};
}

/* Segments without ports are told apart by number, in Roman ones: `field:`, `field:II`, `field:III`. */
static int twins_before (const tile_type *t, int segment) {
  int n = 0;
  for (int s = 0; s < segment && t->ports[segment] == 0; s++)
    n += t->kind[s] == t->kind[segment] && t->ports[s] == 0;
  return n;
}

int carc_segment_text (const carc_definition *def, int type, int rotation, int segment, char *out,
                       size_t size) {
  writer w = writer_on(out, size);
  const tile_type *t = &def->type[type];
  int twins = twins_before(t, segment);
  put_segment(&w, t->kind[segment], turn_ports(t->ports[segment], rotation));
  if (twins > 0) put(&w, "%s%.*s", t->kind[segment] == CARC_FIELD ? "" : ":", twins + 1, "IIIIIIIIIIIIIIII");
  return written(&w);
}

/* The segment of this kind and these ports as the tile lies; of several without ports the first. */
static int find_by_ports (const tile_type *t, int rotation, int kind, uint16_t ports) {
  for (int s = 0; s < t->segments; s++)
    if (t->kind[s] == kind && turn_ports(t->ports[s], rotation) == ports) return s;
  return -1;
}

int carc_segment_find (const carc_definition *def, int type, int rotation, const char *text) {
  const tile_type *t = &def->type[type];
  char name[100];
  int kind;
  uint16_t ports;
  if (read_segment_name((word){text, strlen(text)}, &kind, &ports))
    return find_by_ports(t, rotation, kind, ports);
  for (int s = 0; s < t->segments; s++) { /* a further one without ports bears a number */
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

int carc_piece_find (const carc_definition *def, const char *name) {
  int p = find_piece(def, (word){name, strlen(name)});
  return p < def->n_pieces ? p : -1;
}

int carc_definition_slots (const carc_definition *def) { return def->n_slots; }
const char *carc_slot_name (const carc_definition *def, int slot) { return def->slot[slot].name; }
carc_scope carc_slot_scope (const carc_definition *def, int slot) {
  return (carc_scope)def->slot[slot].scope;
}

int carc_slot_find (const carc_definition *def, const char *name) {
  for (int i = 0; i < def->n_slots; i++)
    if (strcmp(def->slot[i].name, name) == 0) return i;
  return -1;
}

int carc_definition_marks (const carc_definition *def) { return def->words.n_marks; }
const char *carc_mark_name (const carc_definition *def, int mark) { return def->words.mark[mark].name; }
int carc_definition_tile_marks (const carc_definition *def) { return def->words.n_tile_marks; }
const char *carc_tile_mark_name (const carc_definition *def, int mark) { return def->words.tile_mark[mark]; }
unsigned carc_type_marks (const carc_definition *def, int type) { return def->type[type].tile_marks; }
int carc_definition_span (const carc_definition *def) { return def->span; }
int carc_definition_phases (const carc_definition *def) { return def->n_phases; }
const char *carc_phase_name (const carc_definition *def, int phase) { return def->phase[phase].name; }
const char *carc_phase_point (const carc_definition *def, int phase) {
  static const char *const points[POINTS] = {
#define X(id, name) name,
      POINTS_LIST(X)
#undef X
  };
  return points[def->phase[phase].point];
}
int carc_slot_size (const carc_definition *def, int slot) { return def->slot[slot].size; }
int carc_definition_steps (const carc_definition *def) { return def->n_steps; }
const char *carc_step_name (const carc_definition *def, int step) {
  return step >= 0 && step < def->n_steps ? def->step[step].name : NULL;
}
