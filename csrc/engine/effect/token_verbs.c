/*
** token_verbs.c: functions by which hooks put and move tokens, and give goods.
*/
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "board/state.h"
#include "board/tokens.h"
#include "effect/event.h"
#include "effect/token_moves.h"
#include "effect/verbs.h"

/* ---- Goods ----------------------------------------------------------------------------------- */

int carcE_count_goods_left (const carc_call *c, int good) {
  int n = c->d->goods_of_game[good];
  for (int p = 0; p < c->d->players; p++) n -= c->s->goods[p][good];
  return n;
}

/*
** Reports a transfer of goods, as an event of the player who receives them, or else of the player
** who returns them.
*/
static void emit_given (carc_call *c, int from, int to, int good, int n) {
  if (!listening(c)) return;
  carc_event e = carcE_new_event(c, CARC_EVENT_GOODS, to >= 0 ? to : from);
  e.goods[good] = to >= 0 ? n : -n;
  e.option.player = to >= 0 ? from : -1;
  text_writer w = carcU_new_writer(e.text, sizeof e.text);
  carcU_put_text(&w, "given");
  carcE_emit(c, &e);
}

carc_status carc_call_give_good (carc_call *c, int from, int to, carc_good good, int n, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  if (from < -1 || from >= c->d->players || to < -1 || to >= c->d->players || from == to)
    return FAIL_INVALID(
        err, "goods can move only between two different players, or between a player and the supply");
  if ((unsigned)good >= CARC_GOOD_COUNT || n < 1) return FAIL_INVALID(err, "at least one good must be given");
  int there = from >= 0 ? c->s->goods[from][good] : carcE_count_goods_left(c, (int)good);
  if (n > there && from >= 0)
    return FAIL_INVALID(err, "player %d has %d tokens of %s, not %d", from + 1, there, carc_good_name(good),
                        n);
  if (n > there)
    return FAIL_INVALID(err, "%d tokens of %s are left in the supply, not %d", there, carc_good_name(good),
                        n);
  if (from >= 0) c->s->goods[from][good] = (uint8_t)(c->s->goods[from][good] - n);
  if (to >= 0) c->s->goods[to][good] = (uint8_t)(c->s->goods[to][good] + n);
  emit_given(c, from, to, (int)good, n);
  return CARC_OK;
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

/* Checks that a kind of token has this number. */
static carc_status check_token (const carc_call *c, int kind, int number, carc_error *err) {
  if (kind < 0 || kind >= c->d->n_tokens)
    return FAIL_INVALID(err, "the game has no token with the index %d", kind);
  const token_row *row = &c->d->token[kind];
  bool fine = row->numbers > 1 ? number >= 1 && number <= row->numbers : number <= 1;
  if (fine) return CARC_OK;
  if (row->numbers == 1) return FAIL_INVALID(err, "the tokens %s have no numbers", told_name(&row->name));
  return FAIL_INVALID(err, "the tokens %s have the numbers 1 to %d; got %d", told_name(&row->name),
                      row->numbers, number);
}

/* Moves the token with this index to the place in `to`. */
static carc_status put_token (carc_call *c, int token, const carc_token *to, carc_error *err) {
  carc_token from = carc_state_token(c->d, c->s, token), wanted = from;
  const char *name = told_name(&c->d->token[from.kind].name), *why;
  token_place at;
  wanted.player = to->player;
  wanted.tile = to->tile;
  wanted.segment = to->segment;
  wanted.on_cell = to->on_cell;
  wanted.x = to->x;
  wanted.y = to->y;
  if (!carcB_resolve_token_place(c->d, c->s, &wanted, &at, &why))
    return FAIL_INVALID(err, "%s %s", name, why);
  if (const_tokens_of(c->d, c->s)[token] != at) carcE_move_token(c, token, at);
  return CARC_OK;
}

carc_status carc_call_put_token (carc_call *c, int kind, int number, const carc_token *to, carc_error *err) {
  TRY(carcE_check_may_act(c, err));
  TRY(check_token(c, kind, number, err));
  const token_row *row = &c->d->token[kind];
  bool in_hands = row->owner != CARC_TOKEN_OWNER_GAME;
  int token = row->all == 1 ? row->first
              : in_hands    ? carcB_find_token_in_hand(c->d, c->s, kind, number, c->s->turn)
                            : carcB_find_token(c->d, c->s, &(carc_token){.kind = kind, .number = number}, 0);
  if (token >= 0) return put_token(c, token, to, err);
  if (in_hands)
    return FAIL_INVALID(err, "player %d has no token %s left", c->s->turn + 1, told_name(&row->name));
  return FAIL_INVALID(err, "no token %s is left in the supply", told_name(&row->name));
}

carc_status carc_call_move_token (carc_call *c, const carc_token *from, const carc_token *to,
                                  carc_error *err) {
  const char *why;
  token_place at;
  TRY(carcE_check_may_act(c, err));
  TRY(check_token(c, from->kind, from->number, err));
  bool owned = c->d->token[from->kind].owner == CARC_TOKEN_OWNER_PLAYER;
  bool fine = owned == (from->owner >= 0) && from->owner < c->d->players &&
              carcB_resolve_token_place(c->d, c->s, from, &at, &why);
  int token = fine ? carcB_find_token(c->d, c->s, from, at) : -1;
  if (token >= 0) return put_token(c, token, to, err);
  return FAIL_INVALID(err, "there is no such token at this place: %s",
                      told_name(&c->d->token[from->kind].name));
}
