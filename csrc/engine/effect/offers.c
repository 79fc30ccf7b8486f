/*
** offers.c: adds an option for each item that a selector finds. Rows of `offer` and offers that
** scripts make both use this file.
*/
#include "effect/offers.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/state.h"
#include "board/tokens.h"
#include "query/condition.h"
#include "query/query.h"
#include "effect/hooks.h"
#include "effect/options.h"

/* An offer in progress. */
typedef struct offer_context {
  carc_call *c;
  query *q;
  bool deploys;
  int number;
  const offer_row *row; /* its variable holds the numbers; or NULL */
  int before;           /* only the first options can be equal to those of this offer */
  carc_status status;
  carc_error *err;
} offer_context;

/* An option with all the fields that the item has. */
static carc_action_fields option_of (const offer_context *w, const query_item *t) {
  bool owned = t->is == ITEM_PIECES || t->is == ITEM_PLAYERS || t->is == ITEM_TOKENS;
  carc_action_fields f = {.kind = CARC_ACTION_CHOICE,
                          .type = -1,
                          .choice = w->c->d->phase[w->c->offers].choice,
                          .player = owned ? t->player : -1,
                          .piece = t->is == ITEM_PIECES || t->is == ITEM_SEGMENTS ? t->piece : -1,
                          .token = t->token,
                          .segment = t->segment,
                          .number = w->number != CARC_NONE && t->token < 0 ? w->number : t->number};
  f.has_cell = carcQ_item_cell(w->q, t, &f.x, &f.y);
  carc_token token = {.kind = t->token, .player = t->player, .owner = t->owner};
  bool hidden = t->is == ITEM_TOKENS && !sees_token(w->c->d, &token, observer_of(w->q->asked));
  if (hidden) f.number = CARC_NONE; /* the number must stay hidden */
  return f;
}

/* Whether the rules already offer this deployment on the tile just placed. */
static bool is_offered_anyway (const offer_context *w, const query_item *t) {
  const carc_state *s = w->c->s;
  return w->c->d->phase[w->c->offers].timing == TIMING_DEPLOYMENT && t->tile == s->n_tiles - 1 &&
         (const_deploy_of(w->c->d, s)[t->piece] >> t->segment & 1) != 0;
}

/* Checks that all deployments of one question belong to one player. */
static bool is_for_one (offer_context *w, const query_item *t) {
  int *who = &w->c->deploys_for;
  if (*who == 0) *who = 1 + t->player;
  if (*who == 1 + t->player) return true;
  w->status =
      carcU_fail(w->err, CARC_ERR_INVALID, 0,
                 "one question offers deployments of player %d and of player %d; all must be of one player",
                 *who, 1 + t->player);
  return false;
}

static bool add_one (offer_context *w, const query_item *t) {
  if (w->deploys && !is_for_one(w, t)) return false;
  carc_action_fields f = option_of(w, t);
  if (w->deploys && is_offered_anyway(w, t)) f.has_cell = false; /* as in the rules */
  bool alike = t->is == ITEM_PIECES || t->is == ITEM_TOKENS;     /* other items occur only once */
  int among = alike ? w->c->s->n_options : w->before;
  w->status = carcE_add_found_option(w->c, &f, t->tile, w->deploys, among, w->err);
  return w->status == CARC_OK;
}

/* Adds one option for each number of the tokens of this kind that the player has in hand. */
static bool add_by_tokens (offer_context *w, const query_item *t) {
  bool on = true;
  for (int i = 1; i <= w->c->d->token[w->row->token].numbers && on; i++) {
    w->number = i;
    on = carcB_find_token_in_hand(w->c->d, w->c->s, w->row->token, i, w->c->s->turn) < 0 || add_one(w, t);
  }
  return on;
}

static const int32_t *numbers_of (const carc_call *c, const variable_row *row) {
  return const_variables_of(c->d, c->s) + row->at + c->s->turn * row->size;
}

/* Adds one option for each number other than 0 in the variable. */
static bool add_by_numbers (offer_context *w, const query_item *t) {
  const variable_row *row = &w->c->d->variable[w->row->numbers];
  const int32_t *numbers = numbers_of(w->c, row);
  bool on = true;
  for (int i = 0; i < row->size && on; i++) {
    w->number = i + 1;
    on = numbers[i] == 0 || add_one(w, t);
  }
  return on;
}

/* Adds one option for each number of a range. */
static bool add_each (offer_context *w, const query_item *t) {
  bool on = true;
  for (int i = w->row->number; i <= w->row->last && on; i++) {
    w->number = i;
    on = add_one(w, t);
  }
  return on;
}

static bool offer_one (void *ud, const query_item *t) {
  offer_context *w = ud;
  bool stands_alone = w->c->d->phase[w->c->offers].compulsory;
  if (w->deploys && !stands_alone && is_offered_anyway(w, t)) return true;
  if (w->row != NULL && w->row->token != CARC_NONE) return add_by_tokens(w, t);
  if (w->row != NULL && w->row->numbers != CARC_NONE) return add_by_numbers(w, t);
  return w->row != NULL && w->row->last > w->row->number ? add_each(w, t) : add_one(w, t);
}

static carc_status offer_found (offer_context *w, int of, int before) {
  w->status = CARC_OK;
  w->before = before;
  w->q->each_piece = true;
  carcQ_visit_found(w->q, of, offer_one, w);
  return w->status;
}

carc_status carcE_offer_all_found (carc_call *c, query *q, int of, bool deploys, int number,
                                   carc_error *err) {
  offer_context w = {c, q, deploys, number, NULL, 0, CARC_OK, err};
  return offer_found(&w, of, c->s->n_options);
}

/*
** Whether an earlier offer of the phase may have added equal options. This is impossible if the
** numbers of the offers differ.
*/
static bool may_repeat (const carc_call *c, const phase_row *row, int i) {
  const offer_row *o = &c->d->offer[row->first_offer];
  for (int k = 0; k < i; k++)
    if (o[k].number == CARC_NONE || o[i].number == CARC_NONE ||
        (o[k].number <= o[i].last && o[i].number <= o[k].last))
      return true;
  return o[i].deploys; /* another phase may have offered it */
}

/* Whether the offer has at least one number, apart from what its selector finds. */
static bool has_number (const carc_call *c, const offer_row *o) {
  if (o->token != CARC_NONE) return tokens_held(c->d, c->s, &c->d->token[o->token], c->s->turn) > 0;
  if (o->numbers == CARC_NONE) return true;
  const variable_row *row = &c->d->variable[o->numbers];
  const int32_t *numbers = numbers_of(c, row);
  int i = 0;
  while (i < row->size && numbers[i] == 0) i++;
  return i < row->size;
}

static carc_status offer_row_of (carc_call *c, query *q, const phase_row *row, int i, carc_error *err) {
  const offer_row *o = &c->d->offer[row->first_offer + i];
  offer_context w = {c, q, o->deploys, o->number, o, 0, CARC_OK, err};
  if (!has_number(c, o) || (o->when != CARC_NONE && !carcQ_condition_holds(q, o->when))) return CARC_OK;
  return offer_found(&w, o->of, may_repeat(c, row, i) ? c->s->n_options : 0);
}

static carc_status offer_as_stated (carc_call *c, const phase_row *row, carc_error *err) {
  item_list lists[MAX_ITEM_LISTS];
  query q = carcQ_new_query_about(c->d, c->s, c->d->pool, lists, carcQ_phase_subject(c->d, c->s, row));
  q.majority = c->majority;
  q.call = c;
  carc_status status = CARC_OK;
  for (int i = 0; i < row->n_offers && status == CARC_OK; i++) status = offer_row_of(c, &q, row, i, err);
  return status;
}

bool carcE_collect_options (carc_call *c, int row, carc_question *question) {
  *question = (carc_question){.player = CARC_TURN_PLAYER};
  c->deploys_for = 0; /* always, because the previous turn may have set it */
  const phase_row *p = &c->d->phase[row];
  if (!carcQ_phase_is_due(c, p)) return true;
  c->offering = true;
  c->offers = row;
  question->may_pass = p->may_pass;
  bool fine = p->offers ? offer_as_stated(c, p, c->err) == CARC_OK
                        : carcE_run_phase(c, row, CARC_PHASE_CALL_ASK, 0, question);
  c->offering = false;
  c->failed = c->failed || !fine;
  return !c->failed;
}
