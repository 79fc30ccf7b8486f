/*
** parse_position.c: the statements about the position that a game begins from.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/parse.h"

enum { MOST_PLACES = 1 << 16 };

carc_status carc_stand_statement (reader *r) {
  carc_definition *d = r->d;
  if (d->n_standing == CARC_MAX_STANDING)
    return FAIL(r, "more than %d pieces on the table", CARC_MAX_STANDING);
  standing_piece *p = &d->standing[d->n_standing];
  carc_status status = carc_read_player(r, &p->player);
  if (status != CARC_OK) return status;
  word w = carc_take_word(r);
  p->piece = carc_piece_named(d, w);
  if (p->piece == d->n_pieces) return FAIL(r, "stand: no piece '%.*s'", WORD(w));
  status = carc_read_cell(r, &p->x, &p->y);
  if (status != CARC_OK) return status;
  w = carc_take_word(r);
  if (w.length == 0 || w.length >= sizeof p->segment) return FAIL(r, "stand: '%.*s' is no segment", WORD(w));
  memcpy(p->segment, w.at, w.length);
  p->segment[w.length] = '\0';
  p->line = r->line;
  d->n_standing++;
  return CARC_OK;
}

carc_status carc_remember_statement (reader *r) {
  carc_definition *d = r->d;
  char name[CARC_NAME];
  int place, value = 0;
  if (d->n_remembered == MAX_REMEMBERED)
    return FAIL(r, "more than %d numbers are remembered", MAX_REMEMBERED);
  carc_status status = carc_read_name(r, "a slot", name);
  if (status != CARC_OK) return status;
  int slot = carc_slot_find(d, name);
  if (slot < 0) return FAIL(r, "remember: the game declares no slot '%s'", name);
  status = carc_read_int(r, name, 1, MOST_PLACES, &place);
  if (status == CARC_OK) status = carc_read_int(r, name, INT32_MIN, INT32_MAX, &value);
  if (status == CARC_OK) d->remembered[d->n_remembered++] = (remembered){slot, place - 1, r->line, value};
  return status;
}

carc_status carc_turned_statement (reader *r) {
  carc_definition *d = r->d;
  word w = carc_take_word(r);
  int attribute = carc_attribute_named(&d->words, w), place;
  if (attribute < 0) return FAIL(r, "turned: '%.*s' is no attribute of segments that was declared", WORD(w));
  if (d->n_flipped == MAX_REMEMBERED) return FAIL(r, "more than %d attributes are turned", MAX_REMEMBERED);
  carc_status status = carc_read_int(r, "turned", 1, MOST_PLACES, &place);
  if (status == CARC_OK) d->flipped[d->n_flipped++] = (flipped_attribute){attribute, place - 1, r->line};
  return status;
}

carc_status carc_captured_statement (reader *r) {
  int player, n;
  carc_status status = carc_read_player(r, &player);
  if (status != CARC_OK) return status;
  word w = carc_take_word(r);
  int piece = carc_piece_named(r->d, w);
  if (piece == r->d->n_pieces) return FAIL(r, "captured: no piece '%.*s'", WORD(w));
  status = carc_read_int(r, "captured", 0, CARC_MAX_RESERVE, &n);
  if (status == CARC_OK) r->d->captured[player][piece] = (uint8_t)n;
  return status;
}

carc_status carc_shuffled_statement (reader *r) {
  int attribute;
  carc_status status = carc_read_tile_attribute(r, "shuffled", &attribute);
  if (status == CARC_OK) r->d->shuffled |= (attribute_set)1 << attribute;
  return status;
}

carc_status carc_points_statement (reader *r) {
  int player, n;
  carc_status status = carc_read_player(r, &player);
  if (status == CARC_OK) status = carc_read_int(r, "points", -100000, 100000, &n);
  if (status == CARC_OK) r->d->points[player] = n;
  return status;
}

carc_status carc_have_statement (reader *r) {
  int player;
  carc_status status = carc_read_player(r, &player);
  r->d->have_line = r->line;
  for (int g = 0; g < CARC_GOODS && status == CARC_OK; g++)
    status = carc_read_int(r, carc_good_name((carc_good)g), 0, 255, &r->d->have[player][g]);
  return status;
}

carc_status carc_turn_statement (reader *r) {
  r->d->turn_line = r->line;
  return carc_read_player(r, &r->d->first_player);
}

carc_status carc_resigned_statement (reader *r) {
  int player;
  carc_status status = carc_read_player(r, &player);
  if (status == CARC_OK) r->d->resigned |= (uint8_t)(1u << player);
  return status;
}

carc_status carc_closed_statement (reader *r) {
  carc_definition *d = r->d;
  int place;
  if (d->n_closed == MAX_CLOSED) return FAIL(r, "more than %d features were closed at once", MAX_CLOSED);
  carc_status status = carc_read_int(r, "closed", 1, MOST_PLACES, &place);
  if (status == CARC_OK) d->closed[d->n_closed++] = (closed_segment){place - 1, r->line};
  return status;
}

/* ---- What is to be decided ------------------------------------------------------------------------------------- */

static const char *phase_name (const void *ud, int i) {
  const carc_definition *d = ud;
  return i < d->n_phases ? d->phase[i].name : NULL;
}

/* NAME, or NAME:N for the N-th phase of this name. */
static carc_status read_phase (reader *r, word key, word value, int *row) {
  const carc_definition *d = r->d;
  word rest, name = carc_split_word(value, ':', &rest);
  int nth = 1;
  bool fine =
      rest.length == 0 || carc_word_to_int((word){rest.at + 1, rest.length - 1}, 1, CARC_MAX_PHASES, &nth);
  for (int i = 0; fine && i < d->n_phases; i++)
    if (carc_word_is(name, d->phase[i].name) && --nth == 0) {
      *row = i;
      return CARC_OK;
    }
  const char *near = carc_nearest_name(name.at, name.length, phase_name, d);
  return FAIL(r, "decision: %.*s: the game has no phase '%.*s'%s%s%s", WORD(key), WORD(value), NEAR(near));
}

static carc_status read_number (reader *r, word key, word value, int low, int *number) {
  enum { MOST = 255 };
  if (carc_word_to_int(value, low, MOST, number)) return CARC_OK;
  return FAIL(r, "decision: %.*s: '%.*s' is not a number from %d to %d", WORD(key), WORD(value), low, MOST);
}

static carc_status read_opening_word (reader *r, opening *o, word w) {
  word value, key = carc_split_key(w, &value);
  if (carc_word_is(key, "part")) return read_number(r, key, value, 1, &o->part);
  if (carc_word_is(key, "spans")) return read_number(r, key, value, 0, &o->spans);
  if (carc_word_is(key, "settled")) return read_number(r, key, value, 0, &o->settled);
  if (carc_word_is(key, "phase")) return read_phase(r, key, value, &o->phase);
  if (carc_word_is(key, "ending")) return read_phase(r, key, value, &o->ending);
  o->extended |= carc_word_is(w, "extended");
  o->forbidden |= carc_word_is(w, "forbidden");
  if (carc_word_is(w, "extended") || carc_word_is(w, "forbidden")) return CARC_OK;
  return FAIL(r,
              "decision: '%.*s' is none of part=, phase=, ending=, spans=, settled=, extended and forbidden",
              WORD(w));
}

carc_status carc_decision_statement (reader *r) {
#define X(id, name) "|" name
  static const char kinds[] = OPENINGS_LIST(X);
#undef X
  opening o = {.line = r->line, .part = 1, .phase = -1, .ending = -1};
  int what = 0;
  carc_status status = carc_read_choice(r, "decision", kinds + 1, &what);
  o.what = (uint8_t)what;
  for (word w = carc_take_word(r); status == CARC_OK && w.length > 0; w = carc_take_word(r))
    status = read_opening_word(r, &o, w);
  if (status == CARC_OK) r->d->opening = o;
  return status;
}

carc_status carc_hand_statement (reader *r) {
  r->d->hand_line = r->line;
  return carc_read_type(r, &r->d->first_hand);
}

carc_status carc_queued_statement (reader *r) {
  carc_definition *d = r->d;
  enum { MOST = CARC_MAX_PLAYERS * CARC_MAX_QUEUE };
  if (d->n_queued == MOST) return FAIL(r, "more than %d tiles wait for players", MOST);
  queued_tile *q = &d->queued[d->n_queued];
  q->line = r->line;
  carc_status status = carc_read_player(r, &q->player);
  if (status == CARC_OK) status = carc_read_type(r, &q->type);
  if (status == CARC_OK) d->n_queued++;
  return status;
}

carc_status carc_gone_statement (reader *r) {
  int type, n;
  carc_status status = carc_read_type(r, &type);
  if (status == CARC_OK) status = carc_read_int(r, "gone", 0, r->d->type[type].count, &n);
  if (status == CARC_OK) r->d->type[type].gone = n;
  return status;
}
