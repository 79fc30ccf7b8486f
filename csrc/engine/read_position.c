/*
** read_position.c: the statements about the position that a game begins from.
*/
#include "reading.h"

carc_status carc_stand_statement (reader *r) {
  carc_definition *d = r->d;
  if (d->n_standing == MAX_FIGURES) return FAIL(r, "more than %d pieces on the table", MAX_FIGURES);
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
  enum { MOST_PLACES = 1 << 16 };
  char name[CARC_NAME];
  int place, value = 0;
  if (d->n_remembered == MAX_REMEMBERED)
    return FAIL(r, "more than %d numbers are remembered", MAX_REMEMBERED);
  carc_status status = carc_read_name(r, "a slot", name);
  if (status != CARC_OK) return status;
  int slot = carc_slot_find(d, name);
  if (slot < 0) return FAIL(r, "remember: the game declares no slot '%s'", name);
  if (d->slot[slot].scope == CARC_FEATURE)
    return FAIL(r, "remember %s: what is remembered of features is not part of a position", name);
  status = carc_read_int(r, name, 1, MOST_PLACES, &place);
  if (status == CARC_OK) status = carc_read_int(r, name, INT32_MIN, INT32_MAX, &value);
  if (status == CARC_OK) d->remembered[d->n_remembered++] = (remembered){slot, place - 1, r->line, value};
  return status;
}

carc_status carc_turned_statement (reader *r) {
  carc_definition *d = r->d;
  enum { MOST_PLACES = 1 << 16 };
  word w = carc_take_word(r);
  int mark = carc_mark_named(&d->words, w), place;
  if (mark < 0) return FAIL(r, "turned: '%.*s' is no attribute of segments that was declared", WORD(w));
  if (d->n_turned == MAX_REMEMBERED) return FAIL(r, "more than %d attributes are turned", MAX_REMEMBERED);
  carc_status status = carc_read_int(r, "turned", 1, MOST_PLACES, &place);
  if (status == CARC_OK) d->turned[d->n_turned++] = (turned_mark){mark, place - 1, r->line};
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
  int mark;
  carc_status status = carc_read_tile_attribute(r, "shuffled", &mark);
  if (status == CARC_OK) r->d->shuffled |= 1u << mark;
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

carc_status carc_turn_statement (reader *r) { return carc_read_player(r, &r->d->first_player); }

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
