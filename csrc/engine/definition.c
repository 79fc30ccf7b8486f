/*
** definition.c: reads a definition, one statement a line, and derives the layout of its states.
*/
#include <stdlib.h>
#include <string.h>
#include "definition.h"
#include "state.h"

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

/* What reading needs besides the definition itself. */
typedef struct reader {
  carc_definition *d;
  carc_error *err;
  int line;
  const char *at; /* behind the statement's first word */
  carc_edition edition;
  bool overridden[CARC_RULE_COUNT], piece_given[CARC_MAX_PIECES], start_given, goods_given;
} reader;

typedef carc_status (*statement)(reader *r);

#define FAIL(r, ...) carc_fail((r)->err, CARC_INVALID, (r)->line, __VA_ARGS__)
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
  carc_status status = read_tile(at, (const char(*)[CARC_NAME])d->mark, d->n_marks, r->line, &t, r->err);
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
      return FAIL(r, "piece: on=%.*s: pieces stand on field, road, city or monastery", WORD(one));
    *on |= (uint8_t)(1u << k);
    if (w.length > 0) w = (word){w.at + 1, w.length - 1};
  }
  return CARC_OK;
}

static void set_role (piece_row *p, int role) {
  static const uint8_t on[ROLES] = {0xF, 1u << CARC_ROAD | 1u << CARC_CITY, 1u << CARC_FIELD};
  p->role = (uint8_t)role;
  p->power = role == ROLE_FOLLOWER;
  p->on = on[role];
  p->ordinary = role == ROLE_FOLLOWER;
}

static carc_status read_piece_key (reader *r, piece_row *p, word w) {
  word value, key = split_word(w, '=', &value);
  int v = 0;
  if (value.length > 0) value = (word){value.at + 1, value.length - 1};
  if (word_is(key, "like")) {
    v = word_in(value, "follower|builder|pig");
    if (v < 0) return FAIL(r, "piece %s: like=%.*s is none of follower|builder|pig", p->name, WORD(value));
    set_role(p, v);
    return CARC_OK;
  }
  if (word_is(key, "power")) {
    if (p->role != ROLE_FOLLOWER || !word_to_int(value, 0, CARC_MAX_POWER, &v))
      return FAIL(r, "piece %s: power=%.*s: a follower's is 0 to %d, a builder or a pig has none", p->name,
                  WORD(value), CARC_MAX_POWER);
    p->power = (uint8_t)v;
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

static carc_status read_attribute (reader *r) {
  carc_definition *d = r->d;
  char name[CARC_NAME];
  carc_status status = read_name(r, "an attribute", name);
  if (status != CARC_OK) return status;
  for (int i = 0; i < d->n_marks; i++)
    if (strcmp(d->mark[i], name) == 0) return FAIL(r, "attribute %s is declared twice", name);
  if (d->n_marks == CARC_MAX_MARKS) return FAIL(r, "more than %d attributes", CARC_MAX_MARKS);
  memcpy(d->mark[d->n_marks++], name, sizeof name);
  return CARC_OK;
}

static carc_status read_slot (reader *r) {
  carc_definition *d = r->d;
  slot_row s;
  int scope = 0, lifetime = 0, merge = 0;
  memset(&s, 0, sizeof s);
  carc_status status = read_name(r, "a slot", s.name);
  if (status == CARC_OK) status = read_choice(r, s.name, "game|player|cell|feature", &scope);
  const char *back = r->at;
  if (status == CARC_OK && next(r).length > 0) {
    r->at = back;
    status = read_choice(r, s.name, "game|turn|part", &lifetime);
    back = r->at;
    if (status == CARC_OK && next(r).length > 0) {
      r->at = back;
      status = read_choice(r, s.name, "sum|max|or", &merge);
    }
  }
  if (status != CARC_OK) return status;
  if (carc_slot_find(d, s.name) >= 0) return FAIL(r, "slot %s is declared twice", s.name);
  if (d->n_slots == CARC_MAX_SLOTS) return FAIL(r, "more than %d slots", CARC_MAX_SLOTS);
  s.scope = (uint8_t)scope;
  s.lifetime = (uint8_t)lifetime;
  s.merge = (uint8_t)merge;
  d->slot[d->n_slots++] = s;
  return CARC_OK;
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
    {"edition", read_edition},     {"rule", read_rule},   {"players", read_players},
    {"draws", read_draws},         {"set", read_set},     {"tile", read_own_tile},
    {"count", read_count},         {"start", read_start}, {"piece", read_piece},
    {"goods", read_goods},         {"slot", read_slot},   {"final", read_final},
    {"attribute", read_attribute}, {"stand", read_stand}, {"points", read_points},
    {"variant", read_variant},     {"have", read_have},   {"turn", read_turn},
    {"hand", read_hand},
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

/* Copies the statements without comments, blank lines and spare blanks; returns the length. */
static size_t copy_statements (const char *text, char *out) {
  size_t n = 0;
  while (*text != '\0') {
    const char *end = strchr(text, '\n');
    size_t begin = n;
    for (word w = next_word(&text); w.length > 0; w = next_word(&text)) {
      if (n > begin) {
        if (out) out[n] = ' ';
        n++;
      }
      if (out) memcpy(out + n, w.at, w.length);
      n += w.length;
    }
    if (n > begin) {
      if (out) out[n] = '\n';
      n++;
    }
    text = end ? end + 1 : text + strlen(text);
  }
  if (out) out[n] = '\0';
  return n;
}

/* ---- Deriving ------------------------------------------------------------------------------------ */

static void derive_rules (reader *r) {
  for (int i = 0; i < CARC_RULE_COUNT; i++)
    if (!r->overridden[i]) r->d->rule[i] = carc_edition_rule(r->edition, (carc_rule)i);
  r->d->occupants = r->d->rule[CARC_RULE_FIGURES_OCCUPY] ? PRESENCES : FOLLOWERS;
}

static bool shows_goods (const carc_definition *d) {
  for (int t = 0; t < d->n_types; t++)
    for (int s = 0; s < d->type[t].segments; s++)
      if (d->type[t].good[s] > 0 && d->type[t].count > 0) return true;
  return false;
}

static carc_status derive_pieces (reader *r) {
  carc_definition *d = r->d;
  bool traders = shows_goods(d);
  int power = 0, pieces = 0;
  if (!r->goods_given) d->goods = traders;
  for (int p = 0; p < d->n_pieces; p++) {
    if (!r->piece_given[p] && d->piece[p].role != ROLE_FOLLOWER) d->piece[p].count = traders;
    pieces += d->piece[p].count;
    power += d->piece[p].count * d->piece[p].power;
    bool special = d->piece[p].role == ROLE_FOLLOWER && !d->piece[p].ordinary;
    if (special && d->rule[CARC_RULE_BUILDER_HOST] == CARC_HOST_ORDINARY) d->mixed_hosts = true;
  }
  if (power > CARC_MAX_POWER)
    return FAIL(r, "a player's followers count for %d together; at most %d can be", power, CARC_MAX_POWER);
  if (pieces * d->players > MAX_FIGURES)
    return FAIL(r, "%d pieces; at most %d can be", pieces * d->players, MAX_FIGURES);
  return CARC_OK;
}

/* A feature counts pennants and each good in a byte; so all that the tiles bring must fit there. */
static carc_status check_symbols (reader *r) {
  const carc_definition *d = r->d;
  enum { MOST = 255 };
  long pennants = 0, goods[CARC_GOODS + 1] = {0};
  for (int t = 0; t < d->n_types; t++)
    for (int s = 0; s < d->type[t].segments; s++) {
      pennants += d->type[t].count * d->type[t].pennants[s];
      goods[d->type[t].good[s]] += d->type[t].count;
    }
  if (pennants > MOST) return FAIL(r, "the tiles show %ld pennants; at most %d can be", pennants, MOST);
  for (int g = 0; g < CARC_GOODS; g++)
    if (goods[g + 1] > MOST)
      return FAIL(r, "the tiles show %ld %s; at most %d can be", goods[g + 1], carc_good_name((carc_good)g),
                  MOST);
  return CARC_OK;
}

static carc_status derive_tiles (reader *r) {
  carc_definition *d = r->d;
  for (int t = 0; t < d->n_types; t++) d->n_tiles += d->type[t].count;
  if (d->n_tiles == 0) return FAIL(r, "the game has no tiles; `set base` names the base game's");
  if (d->n_tiles > CARC_MAX_TILES) return FAIL(r, "%d tiles; at most %d can be", d->n_tiles, CARC_MAX_TILES);
  int start = carc_type_find(d, "BA-D");
  if (!r->start_given) {
    if (start < 0 || d->type[start].count == 0)
      return FAIL(r, "the start tile BA-D is not among the tiles; `start ID X,Y rN` names another, `start "
                     "none` has none");
    d->start[d->n_starts++] = (start_tile){start, 0, 0, 0, 0};
  }
  for (int i = 0; i < d->n_starts; i++) {
    int used = 0, type = d->start[i].type;
    for (int j = 0; j <= i; j++) used += d->start[j].type == type;
    r->line = d->start[i].line;
    if (used > d->type[type].count)
      return FAIL(r, "start tile %s: the sets hold %d of it", d->type[type].id, d->type[type].count);
  }
  r->line = 0;
  d->lying = take_memory(d, (size_t)d->n_types * SIDES * sizeof *d->lying);
  if (d->lying == NULL) return carc_fail(r->err, CARC_MEMORY, 0, "not enough memory");
  for (int t = 0; t < d->n_types; t++)
    for (int rotation = 0; rotation < SIDES; rotation++)
      lay_tile(&d->type[t], rotation, &d->lying[t * SIDES + rotation]);
  return CARC_OK;
}

static carc_status check_players (reader *r) {
  carc_definition *d = r->d;
  bool fine = d->first_player < d->players;
  for (int p = d->players; p < CARC_MAX_PLAYERS; p++) {
    fine = fine && d->points[p] == 0;
    for (int g = 0; g < CARC_GOODS; g++) fine = fine && d->have[p][g] == 0;
  }
  for (int i = 0; i < d->n_standing; i++) fine = fine && d->standing[i].player < d->players;
  return fine ? CARC_OK
              : FAIL(r, "the position speaks of a player who is not in the game (there are %d)", d->players);
}

static uint32_t place_part (layout *at, uint32_t count, uint32_t unit) {
  uint32_t here = (at->size + unit - 1) & ~(unit - 1);
  at->size = here + count * unit;
  return here;
}

static void derive_slots (carc_definition *d) {
  const layout *at = &d->at;
  const uint32_t length[] = {[CARC_GAME] = 1,
                             [CARC_PLAYER] = (uint32_t)d->players,
                             [CARC_CELL] = at->n_tiles,
                             [CARC_FEATURE] = at->n_records};
  for (int i = 0; i < d->n_slots; i++) {
    d->slot[i].at = d->at.n_slots;
    d->slot[i].length = length[d->slot[i].scope];
    d->at.n_slots += d->slot[i].length;
  }
}

/*
** The most that the history can take: a byte for each draw, deployment and answer, one or three for a placement by
** how many ways there can be, and what resigning adds.
*/
static uint32_t bound_history (uint32_t tiles) {
  uint32_t bytes = 8 * CARC_MAX_PLAYERS;
  for (uint32_t n = 1; n <= tiles; n++) bytes += SIDES * (2 * n + 2) < NARROW_INDICES ? 4 : 6;
  return bytes;
}

/*
** Bounds that no game can pass. Each tile after the first joins at least one segment to another, so that
** features are at most the segments less those joins; one record stands for "none", one is behind the last.
** n tiles have at most 2n + 2 empty neighbours; one more cell takes writes that are meant for nothing.
** What cells need is read CELLS_AT_ONCE at a time, labels CARC_MAX_SEGMENTS. Where cells are is read so, too, but what
** lies behind is passed over.
*/
static void derive_layout (carc_definition *d) {
  layout *at = &d->at;
  uint32_t n = (uint32_t)d->n_tiles, segments = 0, monasteries = 0, pieces = 0;
  for (int t = 0; t < d->n_types; t++) {
    segments += (uint32_t)(d->type[t].count * d->type[t].segments);
    monasteries += (uint32_t)(d->type[t].count * count_bits(d->type[t].of_kind[CARC_MONASTERY]));
  }
  for (int p = 0; p < d->n_pieces; p++) pieces += d->piece[p].count;
  at->n_tiles = n;
  at->n_labels = segments + CARC_MAX_SEGMENTS;
  at->n_records = segments - (n - 1) + 2;
  at->n_cells = 2 * n + 2 + 1;
  at->words = (at->n_cells + 63) / 64;
  at->n_figures = pieces * (uint32_t)d->players;
  at->n_monasteries = monasteries;
  at->n_history = bound_history(n);
  derive_slots(d);
  uint32_t padded = (at->n_cells + CELLS_AT_ONCE - 1) / CELLS_AT_ONCE * CELLS_AT_ONCE;
  at->size = (uint32_t)sizeof(carc_state);
  at->records = place_part(at, 2 * at->n_records, 8);
  at->legal = place_part(at, SIDES * at->words, 8);
  at->slots = place_part(at, at->n_slots, 4);
  at->near = place_part(at, at->n_cells, 4);
  at->figures = place_part(at, at->n_figures, 4);
  at->monasteries = place_part(at, at->n_monasteries, 4);
  at->labels = place_part(at, at->n_labels, 2);
  at->first_label = place_part(at, n, 2);
  at->cell_at = place_part(at, at->n_cells, 2);
  at->tile_at = place_part(at, n, 2);
  at->lie = place_part(at, n, 2);
  at->need = place_part(at, padded, 1);
  at->known = place_part(at, padded, 1);
  at->bag = place_part(at, n + BAG_SLACK, 1);
  at->history = place_part(at, at->n_history, 1);
  at->size = (at->size + 7) & ~7u;
}

/* The segments of each tile on which each kind of piece may stand. */
static void derive_stands (carc_definition *d) {
  for (int t = 0; t < d->n_types; t++)
    for (int p = 0; p < d->n_pieces; p++)
      for (int k = 0; k < CARC_KINDS; k++)
        if (d->piece[p].on >> k & 1) d->type[t].stands[p] |= d->type[t].of_kind[k];
}

static void derive_fingerprint (carc_definition *d) {
  uint64_t h = hash_text(HASH_START, d->text, strlen(d->text));
  for (int i = 0; i < CARC_RULE_COUNT; i++) h = hash_mix(h, (uint64_t)d->rule[i]);
  for (int t = 0; t < d->n_types; t++) {
    const tile_type *type = &d->type[t];
    h = hash_mix(hash_text(h, type->id, strlen(type->id)), (uint64_t)type->count);
    for (int s = 0; s < type->segments; s++) {
      h = hash_mix(h, (uint64_t)type->kind[s] << 32 | (uint64_t)type->ports[s] << 16 | type->borders[s]);
      h = hash_mix(h, type->brings[s].who);
      h = hash_mix(h, type->brings[s].what);
    }
  }
  d->fingerprint = h;
}

static void begin_with_defaults (carc_definition *d) {
  static const char *const steps[] = {
      [STEP_INCOMPLETE] = "incomplete", [STEP_FIELDS] = "fields", [STEP_GOODS] = "goods"};
  static const char *const pieces[ROLES] = {"follower", "builder", "pig"};
  d->players = 2;
  d->first_hand = -1;
  d->n_steps = STEP_SCRIPTED;
  for (int i = 0; i < STEP_SCRIPTED; i++) {
    strcpy(d->step[i].name, steps[i]);
    d->step[i].does = i;
  }
  d->n_pieces = ROLES;
  for (int i = 0; i < ROLES; i++) {
    strcpy(d->piece[i].name, pieces[i]);
    set_role(&d->piece[i], i);
  }
  d->piece[0].count = 7;
}

bool carc_definition_hooked (const carc_definition *def) { return def->hooked; }

static bool any_hook (const carc_hooks *h) {
  return h->place_ok || h->deploy_ok || h->points || h->extra_part || h->on_placed || h->on_scored ||
         h->final_step;
}

static unsigned choose_copies (const carc_hooks *h) {
  bool often =
      h->place_ok || h->deploy_ok || h->points || h->on_placed || h->on_scored || h->extra_part_always;
  if (often || (h->final_step && h->extra_part)) return COPY_ALWAYS;
  return (h->final_step ? COPY_AT_THE_END : 0u) | (h->extra_part ? COPY_IF_EXTENDING : 0u);
}

static carc_status derive (reader *r, const char *text) {
  carc_definition *d = r->d;
  derive_rules(r);
  carc_status status = derive_pieces(r);
  if (status == CARC_OK) status = derive_tiles(r);
  if (status == CARC_OK) status = check_symbols(r);
  if (status == CARC_OK) status = check_players(r);
  if (status != CARC_OK) return status;
  if (d->scripted_steps && d->hooks.final_step == NULL)
    return FAIL(r, "a step of the final scoring is scripted, but there is no hook final_step");
  derive_layout(d);
  derive_stands(d);
  d->text = take_memory(d, copy_statements(text, NULL) + 1);
  if (d->text == NULL) return carc_fail(r->err, CARC_MEMORY, 0, "not enough memory");
  copy_statements(text, d->text);
  derive_fingerprint(d);
  return CARC_OK;
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
  if (status == CARC_OK) status = derive(&r, text);
  if (status == CARC_OK) return d;
  carc_definition_free(d);
  return NULL;
}

void carc_definition_free (carc_definition *def) {
  if (def == NULL) return;
  carc_allocator a = def->allocator;
  give_back(def, def->image, def->at.size);
  if (def->text != NULL) give_back(def, def->text, strlen(def->text) + 1);
  give_back(def, def->lying, (size_t)def->n_types * SIDES * sizeof *def->lying);
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

int carc_segment_find (const carc_definition *def, int type, int rotation, const char *text) {
  const tile_type *t = &def->type[type];
  char name[100];
  for (int s = 0; s < t->segments; s++) {
    carc_segment_text(def, type, rotation, s, name, sizeof name);
    if (strcmp(name, text) == 0) return s;
  }
  /* ports in another order, or no colon */
  int kind;
  uint16_t ports;
  if (!read_segment_name((word){text, strlen(text)}, &kind, &ports)) return -1;
  for (int s = 0; s < t->segments; s++)
    if (t->kind[s] == kind && turn_ports(t->ports[s], rotation) == ports) return s;
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

int carc_definition_marks (const carc_definition *def) { return def->n_marks; }
const char *carc_mark_name (const carc_definition *def, int mark) { return def->mark[mark]; }
int carc_definition_steps (const carc_definition *def) { return def->n_steps; }
const char *carc_step_name (const carc_definition *def, int step) {
  return step >= 0 && step < def->n_steps ? def->step[step].name : NULL;
}
