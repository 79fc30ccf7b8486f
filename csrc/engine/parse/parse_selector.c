/*
** parse_selector.c: the keys of selectors.
*/
#include <string.h>
#include "parse/parse_selector.h"
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/names.h"
#include "define/selector.h"
#include "parse/grammar.h"
#include "parse/old_words.h"
#include "parse/parse.h"

/* A key while it is read. */
typedef struct key_reading {
  const selecting *r;
  const grammar_row *row;
  relation relation; /* of keys that are one */
  int of;
  selector *f;
} key_reading;

/* The field of the selector that the row of the key names. */
static void *field_of (const key_reading *k) { return (unsigned char *)k->f + k->row->offset; }

#define REFUSE(k, ...) carc_fail((k)->r->err, CARC_INVALID, (k)->r->line, __VA_ARGS__)
/* For `%s%s`: what a message begins with. */
#define PATH(r) (r)->where, *(r)->where == '\0' ? "" : "."
/* The same where it is about the whole. */
#define WHOLE(r) (r)->where, *(r)->where == '\0' ? "" : ": "

/* ---- Nesting ------------------------------------------------------------------------------------------------------ */

/* Takes what stands before the next `stop` outside all brackets; the rest stays. */
static word take_part (word *rest, char stop) {
  word part = {rest->at, 0};
  int depth = 0;
  while (part.length < rest->length && (depth > 0 || rest->at[part.length] != stop)) {
    depth += (rest->at[part.length] == '(') - (rest->at[part.length] == ')');
    part.length++;
  }
  size_t gone = part.length < rest->length ? part.length + 1 : part.length;
  *rest = (word){rest->at + gone, rest->length - gone};
  return part;
}

static int thing_named (word w);

/* Whether it is a selector or a filter, and no name. */
static bool is_nested (word w) {
  word rest, kind = carc_split_word(w, '(', &rest);
  return rest.length > 0 || thing_named(kind) >= 0;
}

static carc_status read_nested (const key_reading *k, word w, bool filter, int *out) {
  enum { DEEPEST = 8 };
  char where[200];
  selecting inner = *k->r;
  writer path = carc_writer_on(where, sizeof where);
  carc_put(&path, "%s%s%s", k->r->where, *k->r->where == '\0' ? "" : ".", k->row->name);
  inner.where = where;
  bool of_this = k->relation == RELATION_except || k->relation == RELATION_all || k->relation == RELATION_any;
  if (!of_this) inner.about = 0;
  if (++inner.depth > DEEPEST) return REFUSE(k, "%s: selectors are nested more than %d deep", where, DEEPEST);
  return filter ? carc_read_filter(&inner, w, out) : carc_read_selector(&inner, w, out);
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

/* Takes the `?` off a name that need not be there. */
static bool is_optional (word *w) {
  bool optional = w->length > 1 && w->at[w->length - 1] == '?';
  w->length -= optional;
  return optional;
}

static carc_status refuse_name (const key_reading *k, bool absent, const char *what, word w,
                                const char *(*next)(const void *, int)) {
  const char *near = next == NULL ? NULL : carc_nearest_name(w.at, w.length, next, k->r->d);
  carc_status status =
      REFUSE(k, "%s%s%s: %s '%.*s'%s%s%s", PATH(k->r), k->row->name, what, WORD(w), NEAR(near));
  return carc_mark_absent(k->r->err, status, absent || near == NULL);
}

static carc_status read_piece_set (key_reading *k, word w, piece_set *out) {
  while (w.length > 0) {
    word one = carc_take_item(&w);
    bool optional = is_optional(&one);
    int piece = carc_piece_named(k->r->d, one);
    if (piece == k->r->d->n_pieces && !optional)
      return refuse_name(k, true, "the game has no piece", one, carc_next_piece_name);
    if (piece < k->r->d->n_pieces) *out |= (piece_set)1 << piece;
  }
  return CARC_OK;
}

static carc_status refuse_owned (const key_reading *k, carc_names of, const char *what, word w) {
  char where[220];
  writer path = carc_writer_on(where, sizeof where);
  carc_put(&path, "%s%s%s: ", PATH(k->r), k->row->name);
  misnaming m = {.d = k->r->d,
                 .of = of,
                 .script = k->r->script,
                 .line = k->r->line,
                 .where = where,
                 .what = what,
                 .may_lack = true};
  return carc_refuse_owned(&m, w, k->r->err);
}

/* The kind of token that a word means, as the number of a slot; NONE if it means none, or a slot that is nearer. */
static int find_token (const key_reading *k, word w) {
  is_optional(&w);
  meaning token = carc_look_up(k->r->d, CARC_NAMES_TOKEN, k->r->script, w),
          slot = carc_look_up(k->r->d, CARC_NAMES_SLOT, k->r->script, w);
  return token.number >= 0 && token.rank < slot.rank ? FIRST_TOKEN + token.number : NONE;
}

static carc_status read_token_name (key_reading *k, word w, int *token, bool *absent) {
  *token = find_token(k, w);
  *absent = is_optional(&w);
  return *token >= 0 || *absent ? CARC_OK
                                : refuse_owned(k, CARC_NAMES_TOKEN, "the game declares no token", w);
}

/* `else_none`: what is said where the game has none of this name. */
static carc_status find_slot (key_reading *k, word w, int *slot, bool *absent, const char *else_none) {
  *absent = is_optional(&w);
#define X(id, text) \
  if (carc_word_is(w, text)) return *slot = BUILT_IN_##id, CARC_OK;
  BUILT_IN_SLOTS(X)
#undef X
  *slot = carc_find_name(k->r->d, CARC_NAMES_SLOT, k->r->script, w);
  return *slot >= 0 || *absent ? CARC_OK : refuse_owned(k, CARC_NAMES_SLOT, else_none, w);
}

static carc_status read_slot_name (key_reading *k, word w, int *slot, bool *absent) {
  return find_slot(k, w, slot, absent, "the game declares no slot");
}

bool carc_is_reserved (const char *name) {
  static const char words[] = "last|this|turn|others|asked|majority|followers|gap|tiles|pieces|cities|pennant"
#define X(id, text) "|" text
      BUILT_IN_SLOTS(X);
#undef X
  return carc_word_in((word){name, strlen(name)}, words) >= 0;
}

/* A number, or a slot of the game that holds it. */
static carc_status read_bound (key_reading *k, word w, slot_bound *out) {
  int value = 0, slot = NONE;
  bool absent;
  if (carc_word_to_int(w, -MOST_COUNTED * 100, MOST_COUNTED * 100, &value)) {
    *out = (slot_bound){value, NONE};
    return CARC_OK;
  }
  carc_status status = read_slot_name(k, w, &slot, &absent);
  if (status != CARC_OK) return status;
  if (slot < 0 || k->r->d->slot[slot].scope != CARC_GAME)
    return REFUSE(k, "%s%s%s: '%.*s' is neither a number nor a slot of the game", PATH(k->r), k->row->name,
                  WORD(w));
  *out = (slot_bound){0, (int16_t)slot};
  return CARC_OK;
}

/* ---- What a thing is ---------------------------------------------------------------------------------------------- */

static carc_status read_flag (key_reading *k, word w) {
  bool *out = field_of(k);
  int v = carc_word_in(w, "no|yes");
  *out = v > 0;
  return v >= 0 ? CARC_OK
                : REFUSE(k, "%s%s%s: expected yes or no, got %.*s", PATH(k->r), k->row->name, WORD(w));
}

static const char *kind_name (const void *ud, int i) {
  (void)ud;
  return i < CARC_KINDS ? carc_kind_name((carc_kind)i) : NULL;
}

/* An attribute where a kind is meant is told how it is asked for. */
static carc_status refuse_kind (const selecting *r, const char *where, word w) {
  const char *near = carc_nearest_name(w.at, w.length, kind_name, NULL);
  bool attribute = carc_find_name(r->d, CARC_NAMES_ATTRIBUTE, r->script, w) >= 0 ||
                   carc_find_name(r->d, CARC_NAMES_TILE_ATTRIBUTE, r->script, w) >= 0;
  if (attribute)
    return carc_fail(r->err, CARC_INVALID, r->line,
                     "%s: there is no kind of segment '%.*s'; for an attribute a filter asks: { attribute = "
                     "\"%.*s\" }",
                     where, WORD(w), WORD(w));
  if (near != NULL)
    return carc_fail(r->err, CARC_INVALID, r->line,
                     "%s: there is no kind of segment '%.*s' (did you mean %s?)", where, WORD(w), near);
  char list[120];
  writer kinds = carc_writer_on(list, sizeof list);
  carc_put_words(&kinds, &CARC_KIND_LIST(NAME_OF)[1]);
  return carc_fail(r->err, CARC_INVALID, r->line, "%s: there is no kind of segment '%.*s'; expected %s",
                   where, WORD(w), list);
}

/* `where`: what messages begin with. */
static carc_status read_kind_words (const selecting *r, const char *where, word w, kept_KINDS *kinds) {
  while (w.length > 0) {
    word one = carc_take_item(&w);
    int kind = 0;
    while (kind < CARC_KINDS && !carc_word_is(one, carc_kind_name((carc_kind)kind))) kind++;
    if (kind == CARC_KINDS) return refuse_kind(r, where, one);
    *kinds |= (uint8_t)(1u << kind);
  }
  return CARC_OK;
}

static carc_status read_kinds (key_reading *k, word w) {
  char where[220];
  writer path = carc_writer_on(where, sizeof where);
  carc_put(&path, "%s%s%s", PATH(k->r), k->row->name);
  return read_kind_words(k->r, where, w, field_of(k));
}

static carc_status read_attributes (key_reading *k, word w) {
#define X(id, name) "|" name
  static const char printed[] = PRINTED_LIST(X);
#undef X
  const carc_definition *d = k->r->d;
  attribute_test *any = field_of(k);
  while (w.length > 0) {
    word one = carc_take_item(&w);
    bool optional = is_optional(&one);
    meaning of_tile = carc_look_up(d, CARC_NAMES_TILE_ATTRIBUTE, k->r->script, one),
            of_segment = carc_look_up(d, CARC_NAMES_ATTRIBUTE, k->r->script, one);
    int mark = carc_word_in(one, printed + 1);
    if (of_tile.number < 0 && of_segment.number < 0 && mark < 0 && !optional)
      return refuse_owned(k, CARC_NAMES_TILE_ATTRIBUTE, "nothing has an attribute", one);
    if (of_tile.number >= 0 && of_tile.rank <= of_segment.rank)
      any->of_tiles |= (attribute_set)1 << of_tile.number;
    if (of_segment.number >= 0 && of_segment.rank <= of_tile.rank)
      any->of_segments |= (attribute_set)1 << of_segment.number;
    if (mark >= 0) any->printed |= (uint8_t)(1u << mark);
  }
  return CARC_OK;
}

static carc_status read_pieces (key_reading *k, word w) { return read_piece_set(k, w, field_of(k)); }

static carc_status refuse_links (const key_reading *k) {
  return REFUSE(k, "%s%s%s: more than %d relations", PATH(k->r), k->row->name, k->r->pool->room_links);
}

static carc_status read_type (key_reading *k, word w, int16_t *out) {
  char id[CARC_OWN_NAME];
  bool optional = is_optional(&w);
  int type = carc_word_to_name(w, id) ? carc_type_find(k->r->d, id) : -1;
  if (type < 0 && !optional) return refuse_name(k, true, "the game has no tile", w, carc_next_type_name);
  k->f->impossible |= type < 0;
  *out = (int16_t)type;
  return CARC_OK;
}

/* Each a row of its own, any of which will do. */
static carc_status read_tiles (key_reading *k, word w) {
  while (w.length > 0) {
    int16_t type = NONE;
    bool was = k->f->impossible;
    carc_status status = read_type(k, carc_take_item(&w), &type);
    k->f->impossible = was; /* the others are left */
    if (status != CARC_OK) return status;
    relation_link *l = type == NONE ? NULL : carc_add_link(k->r->pool, field_of(k), RELATIONS);
    if (type != NONE && l == NULL) return refuse_links(k);
    if (l != NULL) l->number = type;
  }
  return CARC_OK;
}

/* ---- Slots ---------------------------------------------------------------------------------------------------------- */

/* LOW..HIGH, of which either may be missing, or one number. */
static carc_status read_range (key_reading *k, word w, slot_test *test) {
  size_t dots = 0;
  while (dots + 1 < w.length && !(w.at[dots] == '.' && w.at[dots + 1] == '.')) dots++;
  bool range = dots + 1 < w.length;
  word low = {w.at, range ? dots : w.length}, high = low;
  if (range) high = (word){w.at + dots + 2, w.length - dots - 2};
  test->bounded = true;
  carc_status status = low.length > 0 ? read_bound(k, low, &test->low) : CARC_OK;
  return status == CARC_OK && high.length > 0 ? read_bound(k, high, &test->high) : status;
}

/* What reads the name of something of which things have a number: a slot, or a kind of token. */
typedef carc_status (*name_reader)(key_reading *k, word w, int *number, bool *absent);

static carc_status read_test (key_reading *k, word w, name_reader read, bool more) {
  word range, name = carc_split_word(w, ':', &range);
  int slot = NONE;
  bool absent = false;
  carc_status status = read(k, name, &slot, &absent);
  if (status != CARC_OK) return status;
  slot_test *test = carc_add_test(k->r->pool, field_of(k));
  if (test == NULL)
    return REFUSE(k, "%s%s%s: more than %d of them", PATH(k->r), k->row->name, k->r->pool->room_tests);
  if (slot == NONE) { /* a slot that is not there is 0 */
    k->f->impossible = true;
    test->slot = BUILT_IN_PART;
    test->bounded = true;
    test->low = (slot_bound){1, NONE};
    test->high = (slot_bound){0, NONE};
    test->or_next = more;
    return CARC_OK;
  }
  test->slot = (int16_t)slot;
  test->or_next = more;
  return range.length > 1 ? read_range(k, (word){range.at + 1, range.length - 1}, test) : CARC_OK;
}

/* One of them will do: they are in vain where none of those named is there. */
static carc_status read_tests (key_reading *k, word w, name_reader read) {
  const bool was = k->f->impossible;
  bool all_lack = true;
  carc_status status = CARC_OK;
  do {
    word one = carc_take_item(&w);
    k->f->impossible = false;
    status = read_test(k, one, read, w.length > 0);
    all_lack = all_lack && k->f->impossible;
  } while (status == CARC_OK && w.length > 0);
  k->f->impossible = was || all_lack;
  return status;
}

static carc_status read_slots (key_reading *k, word w) { return read_tests(k, w, read_slot_name); }
static carc_status read_tokens (key_reading *k, word w) { return read_tests(k, w, read_token_name); }

static carc_status read_top (key_reading *k, word w) {
  int slot = find_token(k, w);
  bool absent = false;
  carc_status status = slot >= 0 ? CARC_OK : read_slot_name(k, w, &slot, &absent);
  *(kept_SLOT_NAME *)field_of(k) = (int16_t)slot;
  k->f->impossible |= slot == NONE;
  return status;
}

static carc_status read_least (key_reading *k, word w) { return read_bound(k, w, field_of(k)); }

static carc_status read_most (key_reading *k, word w) {
  if ((k->f->given & GIVES_least) == 0) k->f->least.value = 0;
  return read_bound(k, w, field_of(k));
}

static carc_status read_far (key_reading *k, word w) {
  distance *far = field_of(k);
  far->gap = carc_word_is(w, "gap");
  return far->gap ? CARC_OK : read_bound(k, w, &far->most);
}

/* ---- Whose ------------------------------------------------------------------------------------------------------------ */

/* A kind of token is a place, or a player, where there is but one of it, or one of each player's. */
static carc_status check_only (const key_reading *k, int kind, word w) {
  const token_row *row = &k->r->d->token[kind];
  if (row->count <= 1 && row->numbers == 1 && row->of != CARC_TOKENS_OF_HANDS) return CARC_OK;
  return REFUSE(
      k, "%s%s%s: there is more than one %.*s; a selector, { \"tokens\", token = \"%.*s\" }, finds them",
      PATH(k->r), k->row->name, WORD(w), WORD(w));
}

static carc_status read_whose (key_reading *k, word w) {
  int word_is = carc_word_in(w, "turn|others|asked|majority"), number = 0, slot = NONE;
  bool absent = false;
  whose_test *test = field_of(k);
  const char *old = carc_said_now("player", w);
  if (old != NULL) return REFUSE(k, "%s%splayer: %s", PATH(k->r), old);
  if (word_is >= 0) {
    test->is = (uint8_t)(WHOSE_TURN + word_is);
    return CARC_OK;
  }
  if (carc_word_to_int(w, 1, CARC_MAX_PLAYERS, &number)) {
    test->is = WHOSE_NUMBER;
    test->number = (int16_t)(number - 1);
    return CARC_OK;
  }
  if (carc_word_to_int(w, -MOST_COUNTED, MOST_COUNTED, &number))
    return REFUSE(k, "%s%splayer: players are 1 to %d, not %.*s", PATH(k->r), CARC_MAX_PLAYERS, WORD(w));
  if (is_nested(w)) {
    carc_status status = read_nested(k, w, true, &number);
    test->is = WHOSE_FILTER;
    test->number = (int16_t)number;
    return status;
  }
  int token = find_token(k, w);
  test->is = WHOSE_TOKEN;
  test->number = (int16_t)(token - FIRST_TOKEN);
  if (token >= 0) return check_only(k, test->number, w);
  carc_status status = read_slot_name(k, w, &slot, &absent);
  if (status != CARC_OK) return status;
  k->f->impossible |= slot == NONE;
  if (slot < NONE || (slot >= 0 && (k->r->d->slot[slot].scope != CARC_GAME || k->r->d->slot[slot].size > 1)))
    return REFUSE(
        k,
        "%s%splayer: expected turn, others, asked, majority, a number, a filter, a token or a slot of the "
        "game with one number, got %.*s",
        PATH(k->r), WORD(w));
  test->is = WHOSE_SLOT;
  test->number = (int16_t)(slot < 0 ? 0 : slot);
  return CARC_OK;
}

static carc_status read_takes (key_reading *k, word w) {
  what_takes *goes = field_of(k);
  if (k->f->things == THINGS_CELLS) {
    goes->what = TAKES_TILE;
    return read_type(k, w, &goes->type);
  }
  bool followers = carc_word_is(w, "followers");
  goes->what = followers ? TAKES_FOLLOWERS : TAKES_PIECES;
  return followers ? CARC_OK : read_piece_set(k, w, &goes->pieces);
}

/* The words are those of pieces, and so are their bits; an empty list is no need at all. */
static carc_status read_needs (key_reading *k, word w) {
  kept_NEEDS *needs = field_of(k);
  while (w.length > 0) {
    word one = carc_take_item(&w);
    int i = carc_word_in(one, k->row->words);
    if (i < 0)
      return REFUSE(k, "%s%sneeds: expected empty, own, open or vacant, got %.*s", PATH(k->r), WORD(one));
    *needs |= (kept_NEEDS)(1 << i);
  }
  return CARC_OK;
}

/* ---- Relations --------------------------------------------------------------------------------------------------------- */

static relation_link *new_link (key_reading *k) {
  return carc_add_link(k->r->pool, &k->f->links, k->relation);
}

/* The area that a word means, or NONE if it means none, or a slot or a token that is nearer. */
static int find_area (const key_reading *k, word w) {
  const carc_definition *d = k->r->d;
  is_optional(&w);
  meaning area = carc_look_up(d, CARC_NAMES_AREA, k->r->script, w),
          slot = carc_look_up(d, CARC_NAMES_SLOT, k->r->script, w),
          token = carc_look_up(d, CARC_NAMES_TOKEN, k->r->script, w);
  return area.rank < slot.rank && area.rank < token.rank ? area.number : NONE;
}

/* A slot that holds a place, a token, or an area. */
static carc_status read_place_name (key_reading *k, word w, relation_link *l) {
  int slot = NONE, token = find_token(k, w), area = find_area(k, w);
  bool absent = false;
  if (area >= 0) {
    l->reference = REF_AREA;
    l->number = (int16_t)area;
    return CARC_OK;
  }
  if (token >= 0) {
    l->reference = REF_TOKEN;
    l->number = (int16_t)(token - FIRST_TOKEN);
    return check_only(k, l->number, w);
  }
  carc_status status = find_slot(k, w, &slot, &absent, "no place is called");
  if (status != CARC_OK) return status;
  k->f->impossible |= slot == NONE;
  if (slot == NONE) return CARC_OK;
  if (slot < NONE || k->r->d->slot[slot].holds == CARC_HOLDS_NUMBER ||
      k->r->d->slot[slot].scope > CARC_PLAYER)
    return REFUSE(k, "%s%s%s: '%.*s' holds no place; `holds` of a slot of the game or of players says so",
                  PATH(k->r), k->row->name, WORD(w));
  l->reference = REF_SLOT;
  l->number = (int16_t)slot;
  return CARC_OK;
}

/* @X,Y or, for a segment, @X,Y/N with N from 1. */
static carc_status read_place (key_reading *k, word w) {
  word rest, at = carc_split_word((word){w.at + 1, w.length - 1}, '/', &rest), south,
             east = carc_split_word(at, ',', &south);
  int x = 0, y = 0, segment = 0;
  enum { FAR = 1000 };
  bool fine = carc_word_to_int(east, -FAR, FAR, &x) && south.length > 1 &&
              carc_word_to_int((word){south.at + 1, south.length - 1}, -FAR, FAR, &y) &&
              (rest.length == 0 ||
               carc_word_to_int((word){rest.at + 1, rest.length - 1}, 1, CARC_MAX_SEGMENTS, &segment));
  if (!fine) return REFUSE(k, "%s%s%s: '%.*s' is no place", PATH(k->r), k->row->name, WORD(w));
  relation_link *l = new_link(k);
  if (l == NULL) return refuse_links(k);
  l->reference = REF_PLACE;
  l->x = (int16_t)x;
  l->y = (int16_t)y;
  l->segment = (int16_t)(segment - 1);
  return CARC_OK;
}

static carc_status read_relation (key_reading *k, word w) {
  int known = carc_word_in(w, "last|this"), number = 0;
  if (w.length > 0 && *w.at == '@') return read_place(k, w);
  bool is_filter = w.length > 0 && *w.at == '(';
  if (known >= 0 || !is_nested(w)) {
    relation_link *l = new_link(k);
    if (l == NULL) return refuse_links(k);
    if (known < 0) return read_place_name(k, w, l);
    l->reference = (uint8_t)(REF_LAST + known);
    return CARC_OK;
  }
  carc_status status = read_nested(k, w, is_filter, &number);
  if (status != CARC_OK) return status;
  if (k->r->pool->selectors[number].things == THINGS_PLAYERS)
    return REFUSE(k, "%s%s%s: players lie nowhere", PATH(k->r), k->row->name);
  relation_link *l = new_link(k);
  if (l == NULL) return refuse_links(k);
  l->reference = is_filter ? REF_FILTER : REF_SELECTOR;
  l->number = (int16_t)number;
  return CARC_OK;
}

static carc_status read_selectors (key_reading *k, word w, bool filters) {
  while (w.length > 0) {
    word one = take_part(&w, ',');
    int number = 0;
    carc_status status = read_nested(k, one, filters, &number);
    if (status != CARC_OK) return status;
    relation_link *l = new_link(k);
    if (l == NULL) return refuse_links(k);
    l->reference = filters ? REF_FILTER : REF_SELECTOR;
    l->number = (int16_t)number;
  }
  return CARC_OK;
}
static carc_status read_found (key_reading *k, word w) { return read_selectors(k, w, false); }
static carc_status read_filters (key_reading *k, word w) { return read_selectors(k, w, true); }

static carc_status read_up_to (key_reading *k, word w) {
  int number = 0;
  carc_status status = read_nested(k, w, true, &number);
  *(kept_UP_TO *)field_of(k) = (int16_t)number;
  return status;
}

/* ---- The keys ------------------------------------------------------------------------------------------------------------ */

/* The rows of the keys, and for each of their types what reads it. */
enum { FIRST_KEY = ROW_selector_things + 1, KEYS = ROW_selector_if - ROW_selector_things };
_Static_assert(KEYS <= 64, "a bit for each key");

static carc_status (*const readers[GRAMMAR_TYPES])(key_reading *k, word w) = {
#define SELECTOR_TYPE(id, fn, ...) [TYPE_##id] = read_##fn,
#include "parse/grammar.def"
};

static const char *key_name (const void *ud, int i) {
  unsigned of = *(const unsigned *)ud;
  for (int n = 0; n < KEYS; n++)
    if ((carc_grammar_row(FIRST_KEY + n)->where & of) != 0 && i-- == 0)
      return carc_grammar_row(FIRST_KEY + n)->name;
  return NULL;
}

static const char *const thing_names[THINGS_COUNT] = {
#define X(id, name) [THINGS_##id] = name,
    CARC_THINGS(X)
#undef X
        [THINGS_FILTER] = "filters"};

static const char *thing_name (const void *ud, int i) {
  (void)ud;
  return i < THINGS_FILTER ? thing_names[i] : NULL;
}

static int thing_named (word w) {
  for (int i = 0; i < THINGS_FILTER; i++)
    if (carc_word_is(w, thing_names[i])) return i;
  return -1;
}

static const char *told_this (unsigned about) {
  return about == THIS_PLAYER    ? "a player"
         : about == THIS_TILE    ? "a tile"
         : about == THIS_FEATURE ? "a feature"
                                 : "a piece";
}

/* Whether a key looks at nothing but what is printed, or passes that on. */
static bool is_printed (const grammar_row *key) {
  return (key->gives & GIVES_PRINTED) != 0 || key->type == TYPE_FILTERS;
}

/* What is printed lies on no table. */
static carc_status refuse_unprinted (const selecting *r, const char *key) {
  char list[100];
  writer out = carc_writer_on(list, sizeof list);
  for (int i = 0; i < KEYS; i++) {
    const grammar_row *row = carc_grammar_row(FIRST_KEY + i);
    if (is_printed(row)) carc_put(&out, "%s%s", carc_written(&out) > 0 ? ", " : "", row->name);
  }
  return carc_fail(r->err, CARC_INVALID, r->line,
                   "%s%s%s: where a kind of piece may stand goes by what is printed; there are %s", PATH(r),
                   key, list);
}

/* `said`: the keys that stood there before, a bit each. */
static carc_status read_key (const selecting *r, int of, word w, uint64_t *said) {
  selector *f = &r->pool->selectors[of];
  unsigned here = 1u << f->things;
  word value, key = carc_split_key(w, &value);
  const grammar_row *keys = carc_grammar_row(FIRST_KEY);
  int i = 0;
  while (i < KEYS && !carc_word_is(key, keys[i].name)) i++;
  if (i == KEYS) {
    const char *near = carc_nearest_name(key.at, key.length, key_name, &here);
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%s%.*s: unknown key%s%s%s", PATH(r), WORD(key),
                     NEAR(near));
  }
  bool printed = r->about == THIS_SEGMENT && f->things == THINGS_FILTER;
  if (printed && !is_printed(&keys[i])) return refuse_unprinted(r, keys[i].name);
  if ((keys[i].where & here) == 0)
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%s%s: %s have no such key", PATH(r), keys[i].name,
                     thing_names[f->things]);
  bool of_this = f->things == THINGS_FILTER && r->about != 0 && keys[i].where != ON_FILTERS;
  if (of_this && (keys[i].where & r->about) == 0)
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%s%s: `this` is %s here, which never has it", PATH(r),
                     keys[i].name, told_this(r->about));
  if ((keys[i].flags & REPEATS) == 0 && (*said >> i & 1))
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%s%s: it stands there twice", PATH(r), keys[i].name);
  *said |= (uint64_t)1 << i;
  f->given |= keys[i].gives;
  key_reading k = {r, &keys[i], (relation)keys[i].low, of, f};
  return readers[keys[i].type](&k, value);
}

/* The link of a relation; NULL if it has none. */
static const relation_link *find_link (const selecting *r, const selector *f, relation how) {
  int i = f->links.first;
  while (i != NONE && r->pool->links[i].relation != how) i = r->pool->links[i].next;
  return i != NONE ? &r->pool->links[i] : NULL;
}

/* What goes together. */
/* Whether a list of names is given of which the game has none, so that nothing is such. */
static bool names_nothing (const selector *f) {
  bool nothing = (f->given & GIVES_piece) != 0 && f->piece == 0;
  nothing |= (f->given & GIVES_stands) != 0 && f->stands == 0;
  nothing |= (f->given & GIVES_hand) != 0 && f->hand == 0;
  const attribute_test *a = &f->attribute;
  return nothing ||
         ((f->given & GIVES_attribute) != 0 && (a->of_segments | a->of_tiles) == 0 && a->printed == 0);
}

static carc_status check_selector (const selecting *r, int of) {
  selector *f = &r->pool->selectors[of];
  f->impossible |= names_nothing(f);
  bool far = (f->given & GIVES_far) != 0, up_to = (f->given & GIVES_up_to) != 0;
  bool takes = f->takes.what == TAKES_PIECES || f->takes.what == TAKES_FOLLOWERS;
  const relation_link *from = find_link(r, f, RELATION_feature);
  if (far && find_link(r, f, RELATION_line) == NULL)
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%sfar: goes with `line`", PATH(r));
  if (up_to && from == NULL)
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%sup_to: goes with `feature`", PATH(r));
  if (up_to && from->reference == REF_FILTER)
    return carc_fail(r->err, CARC_INVALID, r->line,
                     "%s%sup_to: `feature` says from where, and a filter is of the whole feature; it may be "
                     "last, a place, or a selector as in { \"pieces\" }",
                     PATH(r));
  if ((f->given & GIVES_needs) != 0 && !takes)
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%sneeds: goes with `takes`", PATH(r));
  return CARC_OK;
}

/* What is wrong with the brackets of a selector; NULL if the first one is closed by the last letter. */
static const char *check_brackets (word rest) {
  int depth = 0;
  size_t i = 0;
  do {
    depth += (rest.at[i] == '(') - (rest.at[i] == ')');
    i++;
  } while (depth > 0 && i < rest.length);
  return depth > 0         ? "a bracket is not closed"
         : i < rest.length ? "something stands behind its bracket"
                           : NULL;
}

/* A selector without keys yet. */
static carc_status add_selector (const selecting *r, things of, int *out) {
  *out = carc_add_selector(r->pool, of);
  return *out != NONE ? CARC_OK
                      : carc_fail(r->err, CARC_INVALID, r->line, "%s%smore than %d selectors", WHOLE(r),
                                  r->pool->room_selectors);
}

/* The keys between the brackets. */
static carc_status read_keys (const selecting *r, things of, word rest, int *out) {
  carc_status status = add_selector(r, of, out);
  if (status != CARC_OK) return status;
  const char *wrong = rest.length > 0 ? check_brackets(rest) : NULL;
  if (wrong != NULL) return carc_fail(r->err, CARC_INVALID, r->line, "%s%s%s", WHOLE(r), wrong);
  word keys_left = rest.length > 0 ? (word){rest.at + 1, rest.length - 2} : rest;
  uint64_t said = 0;
  while (status == CARC_OK && keys_left.length > 0)
    status = read_key(r, *out, take_part(&keys_left, ';'), &said);
  return status == CARC_OK ? check_selector(r, *out) : status;
}

carc_status carc_read_selector (const selecting *r, word w, int *out) {
  word rest, kind = carc_split_word(w, '(', &rest);
  int of = thing_named(kind);
  if (of >= 0) return read_keys(r, (things)of, rest, out);
  if (kind.length == 0)
    return carc_fail(r->err, CARC_INVALID, r->line,
                     "%s%swhat is looked for needs its kind, as in { \"pieces\", follower = true }",
                     WHOLE(r));
  const char *near = carc_nearest_name(kind.at, kind.length, thing_name, NULL);
  return carc_fail(r->err, CARC_INVALID, r->line, "%s%sthere is no kind of thing '%.*s'%s%s%s", WHOLE(r),
                   WORD(kind), NEAR(near));
}

carc_status carc_read_filter (const selecting *r, word w, int *out) {
  if (w.length == 0)
    return carc_fail(r->err, CARC_INVALID, r->line, "%s%sa filter is missing, as in (kind=city)", WHOLE(r));
  word rest, kind = carc_split_word(w, '(', &rest);
  if (kind.length == 0) return read_keys(r, THINGS_FILTER, rest, out);
  return carc_fail(r->err, CARC_INVALID, r->line,
                   "%s%sa filter says something of what is there, and names no kind of thing; got %.*s",
                   WHOLE(r), WORD(kind));
}

carc_status carc_read_segments (const selecting *r, word w, int *out) {
  if (w.length > 0 && *w.at == '(') return carc_read_filter(r, w, out);
  carc_status status = add_selector(r, THINGS_FILTER, out);
  if (status != CARC_OK) return status;
  selector *f = &r->pool->selectors[*out];
  f->given |= GIVES_kind;
  return read_kind_words(r, r->where, w, &f->kind);
}
