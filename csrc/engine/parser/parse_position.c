/* parse_position.c: statements about the start position. */
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "parser/grammar.h"
#include "parser/parse.h"

carc_status carcP_stand_statement (definition_reader *r) {
  carc_definition *d = r->d;
  if (d->position->n_standing == CARC_MAX_STANDING)
    return FAIL(r, "more than %d pieces on the board", CARC_MAX_STANDING);
  standing_piece *p = &d->position->standing[d->position->n_standing++];
  p->line = r->line;
  return carcP_read_statement(r, IN_stand, p);
}

carc_status carcP_remember_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  if (d->position->n_remembered == MAX_START_VARIABLE_VALUES)
    return FAIL(r, "more than %d values of variables", MAX_START_VARIABLE_VALUES);
  carc_status status = carcP_read_statement(r, IN_remember, &said);
  if (status == CARC_OK)
    d->position->remembered[d->position->n_remembered++] =
        (start_variable_value){said.type, said.place - 1, r->line, said.number};
  return status;
}

carc_status carcP_flipped_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  if (d->position->n_flipped == MAX_START_VARIABLE_VALUES)
    return FAIL(r, "more than %d flipped attributes", MAX_START_VARIABLE_VALUES);
  carc_status status = carcP_read_statement(r, IN_flipped, &said);
  if (status == CARC_OK)
    d->position->flipped[d->position->n_flipped++] = (flipped_attribute){said.type, said.place - 1, r->line};
  return status;
}

carc_status carcP_joined_statement (definition_reader *r) {
  carc_definition *d = r->d;
  if (d->position->n_joined == CARC_MAX_JOINS) return FAIL(r, "more than %d joins", CARC_MAX_JOINS);
  joined_segments *j = &d->position->joined[d->position->n_joined++];
  j->line = r->line;
  return carcP_read_statement(r, IN_joined, j);
}

carc_status carcP_put_statement (definition_reader *r) {
  carc_definition *d = r->d;
  if (d->position->n_placed == CARC_MAX_TOKENS) return FAIL(r, "more than %d tokens", CARC_MAX_TOKENS);
  placed_token *p = &d->position->placed[d->position->n_placed++];
  *p = (placed_token){.owner = -1, .count = 1, .player = -1, .line = r->line};
  statement_context g = carcP_begin_statement(r, IN_put, p);
  carc_status status = carcP_read_keys(r, &g);
  if (status == CARC_OK && !carcP_has_key(&g, "cell") && !carcP_has_key(&g, "player"))
    return FAIL(r, "put: expected cell= or player=");
  if (carcP_has_key(&g, "cell")) p->lies = true;
  d->deals_tokens = d->deals_tokens || is_dealt(d, p->kind, p->number);
  return status;
}

PLAIN_STATEMENT(captured, r->d->position->captured[said.player][said.type] = (uint8_t)said.number)
PLAIN_STATEMENT(shuffled, r->d->position->shuffled |= (attribute_set)1 << said.type)
PLAIN_STATEMENT(points, r->d->position->points[said.player] = said.number)

carc_status carcP_have_statement (definition_reader *r) {
  plain_words said = {0};
  carc_status status = carcP_read_statement(r, IN_have, &said);
  r->d->position->have_line = r->line;
  if (status == CARC_OK) memcpy(r->d->position->have[said.player], said.goods, sizeof said.goods);
  return status;
}

carc_status carcP_turn_statement (definition_reader *r) {
  turn_words said = {.next = -1};
  carc_status status = carcP_read_statement(r, IN_turn, &said);
  turn_order *order = &r->d->order;
  r->d->position->turn_line = r->line;
  if (status != CARC_OK) return status;
  r->d->position->first_player = said.player;
  order->count = (uint32_t)(ROUND_UNIT * said.round + said.number);
  order->more = (uint8_t)said.more;
  order->next = (uint8_t)(said.next + 1);
  order->backwards = said.reversed;
  order->further = said.further;
  return CARC_OK;
}

PLAIN_STATEMENT(skips, r->d->order.skips[said.player] = (uint8_t)said.number)

carc_status carcP_out_statement (definition_reader *r) {
  plain_words said = {0};
  TRY(carcP_read_statement(r, IN_out, &said));
  r->d->position->absent |= (uint8_t)(1u << said.player);
  r->d->position->losing |= (uint8_t)((said.number == 0 ? 1u : 0) << said.player);
  return CARC_OK;
}

PLAIN_STATEMENT(resigned, r->d->position->resigned |= (uint8_t)(1u << said.player))

carc_status carcP_closed_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  if (d->position->n_closed == MAX_CLOSED) return FAIL(r, "more than %d statements `closed`", MAX_CLOSED);
  carc_status status = carcP_read_statement(r, IN_closed, &said);
  if (status == CARC_OK)
    d->position->closed[d->position->n_closed++] = (closed_segment){said.place - 1, r->line};
  return status;
}

carc_status carcP_pending_statement (definition_reader *r) {
  carc_definition *d = r->d;
  if (d->position->n_triggers == MAX_START_TRIGGERS)
    return FAIL(r, "more than %d statements `pending`", MAX_START_TRIGGERS);
  start_trigger *n = &d->position->triggers[d->position->n_triggers++];
  n->line = r->line;
  return carcP_read_statement(r, IN_pending, n);
}

carc_status carcP_decision_statement (definition_reader *r) {
  start_decision o = {
      .line = r->line, .phase = -1, .ending = -1, .before = TIMING_COUNT, .after = TIMING_COUNT};
  carc_status status = carcP_read_statement(r, IN_decision, &o);
  if (status == CARC_OK) r->d->opening = o;
  return status;
}

carc_status carcP_hand_statement (definition_reader *r) {
  plain_words said = {0};
  carc_status status = carcP_read_statement(r, IN_hand, &said);
  r->d->position->hand_line = r->line;
  if (status == CARC_OK) r->d->first_hand = said.type;
  return status;
}

/* Reads the tiles in a reserve, and their owner if each player has such a reserve. */
static carc_status read_kept (definition_reader *r, grammar_table in) {
  carc_definition *d = r->d;
  start_reserve_tile k = {.player = -1, .type = -1, .count = 1, .line = r->line};
  if (d->position->n_kept == CARC_MAX_TILES) return FAIL(r, "more than %d tiles in reserves", CARC_MAX_TILES);
  TRY(carcP_read_statement(r, in, &k));
  const reserve_row *row = &d->reserve[k.reserve];
  const char *name = carcP_grammar_statement((int)in)->name;
  if (row->owner == CARC_SCOPE_PLAYER && k.player < 0)
    return FAIL(r, "%s: each player has a reserve %s, but the statement names no player", name,
                told_name(&row->name));
  if (row->owner != CARC_SCOPE_PLAYER && k.player >= 0)
    return FAIL(r, "%s: the reserve %s belongs to the game, but the statement names a player", name,
                told_name(&row->name));
  d->position->kept[d->position->n_kept++] = k;
  return CARC_OK;
}

carc_status carcP_kept_statement (definition_reader *r) { return read_kept(r, IN_kept); }
carc_status carcP_unseen_statement (definition_reader *r) { return read_kept(r, IN_unseen); }

carc_status carcP_gone_statement (definition_reader *r) {
  plain_words said = {0};
  TRY(carcP_read_statement(r, IN_gone, &said));
  tile_type *t = &r->d->type[said.type];
  if (said.number > t->count)
    return FAIL(r, "gone: the game has %d copies of tile %s, not %d", t->count, t->id, said.number);
  t->gone = said.number;
  return CARC_OK;
}
