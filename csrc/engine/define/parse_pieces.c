/*
** parse_pieces.c: the statements about kinds of pieces, and cells that take none.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/parse.h"
#include "define/tile.h"

#define PIECE_ROLES "follower|builder|pig|special|span"

carc_status carc_read_kinds (reader *r, const char *what, word w, uint8_t *on) {
  *on = 0;
  while (w.length > 0) {
    word one = carc_take_item(&w);
    int k = 0;
    while (k < CARC_KINDS && !carc_word_is(one, carc_kind_name((carc_kind)k))) k++;
    if (k == CARC_KINDS)
      return FAIL(r, "%s=%.*s: a kind is field, road, city, monastery, spot or river", what, WORD(one));
    *on |= (uint8_t)(1u << k);
  }
  return CARC_OK;
}

void carc_set_role (piece_row *p, int role) {
  static const uint8_t on[ROLES] = {[ROLE_FOLLOWER] = 0xF,
                                    [ROLE_BUILDER] = 1u << CARC_ROAD | 1u << CARC_CITY,
                                    [ROLE_PIG] = 1u << CARC_FIELD,
                                    [ROLE_SPECIAL] = 0xF,
                                    [ROLE_SPAN] = 0};
  static const uint8_t needs[ROLES] = {[ROLE_FOLLOWER] = NEEDS_EMPTY,
                                       [ROLE_BUILDER] = NEEDS_OWN | NEEDS_OPEN,
                                       [ROLE_PIG] = NEEDS_OWN,
                                       [ROLE_SPECIAL] = NEEDS_SCRIPT,
                                       [ROLE_SPAN] = NEEDS_SCRIPT};
  p->role = (uint8_t)role;
  p->power = role == ROLE_FOLLOWER;
  p->on = on[role];
  p->ordinary = role == ROLE_FOLLOWER;
  p->by = BY_NOTHING;
  p->needs = needs[role];
  p->bars = p->only = 0;
  p->says_orphan = false;
}

/* The needs, in the order of their bits. */
#define NEEDS "empty|own|open|vacant"

/* Several with commas between them, or `none`. */
static carc_status read_needs (reader *r, piece_row *p, word w) {
  if (p->role == ROLE_SPAN)
    return FAIL(r, "piece %s: needs=: a span is laid across a tile, and needs nothing there", p->name);
  p->needs = 0;
  if (carc_word_is(w, "none")) return CARC_OK;
  do {
    word one = carc_take_item(&w);
    int bit = carc_word_in(one, NEEDS);
    if (bit < 0) return FAIL(r, "piece %s: needs=%.*s is none of none|" NEEDS, p->name, WORD(one));
    p->needs |= (uint8_t)(1u << bit);
  } while (w.length > 0);
  if ((p->needs & NEEDS_EMPTY) && (p->needs & NEEDS_OWN))
    return FAIL(r,
                "piece %s: needs=: what is empty has no follower of its own player's, so empty and own "
                "exclude each other",
                p->name);
  return CARC_OK;
}

/* Attributes of segments, with commas between them, as bits. */
static carc_status read_attributes (reader *r, const piece_row *p, word key, word w,
                                    attribute_set *attributes) {
  do {
    word one = carc_take_item(&w);
    int attribute = carc_attribute_named(&r->d->words, one);
    if (attribute < 0) {
      const char *near = carc_nearest_name(one.at, one.length, carc_next_attribute_name, r->d);
      return FAIL(r, "piece %s: %.*s=%.*s: no segment has an attribute of this name%s%s%s", p->name,
                  WORD(key), WORD(one), NEAR(near));
    }
    *attributes |= (attribute_set)1 << attribute;
  } while (w.length > 0);
  return CARC_OK;
}

static carc_status read_orphan (reader *r, piece_row *p, word w) {
  int v = carc_word_in(w, "stay|home");
  if (v < 0) return FAIL(r, "piece %s: orphan=%.*s is neither stay nor home", p->name, WORD(w));
  p->orphan = (uint8_t)v;
  p->says_orphan = true;
  return CARC_OK;
}

/* A number, `pennants` or an attribute of features. */
static carc_status read_power (reader *r, piece_row *p, word w) {
  int v = 0, attribute = carc_attribute_named(&r->d->words, w);
  bool number = carc_word_to_int(w, 0, CARC_MAX_POWER, &v), pennants = carc_word_is(w, "pennants");
  bool known = number || pennants || (attribute >= 0 && (r->d->words.local >> attribute & 1) == 0);
  if (p->role != ROLE_FOLLOWER || !known)
    return FAIL(
        r,
        "piece %s: power=%.*s: a follower counts 0 to %d, pennants or a declared attribute of features; "
        "other pieces count nothing",
        p->name, WORD(w), CARC_MAX_POWER);
  p->power = (uint8_t)v;
  p->by = (uint8_t)(number ? BY_NOTHING : pennants ? BY_PENNANTS : BY_ATTRIBUTE + attribute);
  return CARC_OK;
}

static carc_status read_piece_key (reader *r, piece_row *p, word w) {
  word value, key = carc_split_key(w, &value);
  int v = 0;
  if (carc_word_is(key, "like")) {
    v = carc_word_in(value, PIECE_ROLES);
    if (v < 0) return FAIL(r, "piece %s: like=%.*s is none of " PIECE_ROLES, p->name, WORD(value));
    carc_set_role(p, v);
    return CARC_OK;
  }
  if (carc_word_is(key, "power")) return read_power(r, p, value);
  if (carc_word_is(key, "on")) return carc_read_kinds(r, "piece: on", value, &p->on);
  if (carc_word_is(key, "ordinary")) {
    v = carc_word_in(value, "no|yes");
    if (v < 0) return FAIL(r, "piece %s: ordinary=%.*s is neither yes nor no", p->name, WORD(value));
    p->ordinary = v == 1;
    return CARC_OK;
  }
  if (carc_word_is(key, "needs")) return read_needs(r, p, value);
  if (carc_word_is(key, "bars"))
    return read_attributes(r, p, key, value, &p->bars); /* those of several lines add up */
  if (carc_word_is(key, "only")) {
    p->only = 0;
    return read_attributes(r, p, key, value, &p->only);
  }
  if (carc_word_is(key, "orphan")) return read_orphan(r, p, value);
  return FAIL(r,
              "piece %s: '%.*s' is none of like=, power=, on=, ordinary=, needs=, bars=, only= and orphan=",
              p->name, WORD(w));
}

carc_status carc_piece_statement (reader *r) {
  carc_definition *d = r->d;
  word w = carc_take_word(r);
  int i = carc_piece_named(d, w), n;
  if (i == CARC_MAX_PIECES) return FAIL(r, "more than %d kinds of pieces", CARC_MAX_PIECES);
  piece_row *p = &d->piece[i];
  if (i == d->n_pieces) {
    memset(p, 0, sizeof *p);
    if (!carc_word_to_name(w, p->name)) return FAIL(r, "'%.*s' is no name for a piece", WORD(w));
    int kind, number;
    uint16_t ports;
    if (carc_read_segment_name(w, &kind, &ports) || carc_word_to_int(w, 0, INT32_MAX, &number))
      return FAIL(r, "piece %s: in an action the name would be read as a segment or a player", p->name);
    carc_set_role(p, ROLE_FOLLOWER);
  }
  const char *number = r->at;
  bool same = carc_word_is(carc_take_word(r), "same");
  if (!same) {
    r->at = number;
    carc_status status = carc_read_int(r, p->name, 0, CARC_MAX_RESERVE, &n);
    if (status != CARC_OK) return status;
    p->count = (uint8_t)n;
    r->piece_given[i] = true;
  }
  for (w = carc_take_word(r); w.length > 0; w = carc_take_word(r)) {
    carc_status status = read_piece_key(r, p, w);
    if (status != CARC_OK) return status;
  }
  if (p->says_orphan && (p->role == ROLE_FOLLOWER || (p->needs & NEEDS_OWN) == 0))
    return FAIL(r,
                "piece %s: orphan= is for what stands by a follower: a piece that is no follower itself, and "
                "needs own",
                p->name);
  if (i == d->n_pieces) {
    d->n_pieces++;
    r->piece_given[i] = true;
  }
  return CARC_OK;
}

/* Names a slot of cells; what is not 0 there keeps pieces off. */
carc_status carc_blocked_statement (reader *r) {
  carc_definition *d = r->d;
  char name[CARC_NAME];
  carc_status status = carc_read_name(r, "a slot", name);
  if (status != CARC_OK) return status;
  int slot = carc_slot_find(d, name);
  if (slot < 0 || d->slot[slot].scope != CARC_CELL) {
    const char *near = carc_nearest_name(name, strlen(name), carc_next_cell_slot_name, d);
    return FAIL(r, "blocked %s: the game has no slot of this name for cells%s%s%s", name, NEAR(near));
  }
  d->blocking |= (uint64_t)1 << slot;
  return CARC_OK;
}
