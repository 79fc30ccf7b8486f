/*
** read_pieces.c: the statement about kinds of pieces.
*/
#include "reading.h"

#define PIECE_ROLES "follower|builder|pig|special|span"

static carc_status read_kinds (reader *r, word w, uint8_t *on) {
  *on = 0;
  while (w.length > 0) {
    word one = split_word(w, ',', &w);
    int k = 0;
    while (k < CARC_KINDS && !word_is(one, carc_kind_name((carc_kind)k))) k++;
    if (k == CARC_KINDS)
      return FAIL(r, "piece: on=%.*s: pieces stand on field, road, city, monastery, spot or river",
                  WORD(one));
    *on |= (uint8_t)(1u << k);
    if (w.length > 0) w = (word){w.at + 1, w.length - 1};
  }
  return CARC_OK;
}

void set_role (piece_row *p, int role) {
  static const uint8_t on[ROLES] = {[ROLE_FOLLOWER] = 0xF,
                                    [ROLE_BUILDER] = 1u << CARC_ROAD | 1u << CARC_CITY,
                                    [ROLE_PIG] = 1u << CARC_FIELD,
                                    [ROLE_SPECIAL] = 0x3F,
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

carc_status piece_statement (reader *r) {
  carc_definition *d = r->d;
  word w = take_word(r);
  int i = piece_named(d, w), n;
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
  for (w = take_word(r); w.length > 0; w = take_word(r))
    if ((status = read_piece_key(r, p, w)) != CARC_OK) return status;
  if (i == d->n_pieces) d->n_pieces++;
  r->piece_given[i] = true;
  return CARC_OK;
}
