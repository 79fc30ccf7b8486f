/*
** token_moves.c: moves tokens, and reports the moves.
*/
#include "effect/token_moves.h"
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "board/state.h"
#include "board/tokens.h"
#include "effect/event.h"

/* Reports where a token is now and where it was before. */
static void emit_token (carc_call *c, const carc_token *from, const carc_token *to) {
  if (!listening(c)) return;
  carc_event e = to->tile >= 0 ? carcE_new_segment_event(c, CARC_EVENT_TOKEN, -1, to->tile, to->segment)
                               : carcE_new_event(c, CARC_EVENT_TOKEN, to->player);
  e.points = sees_token(c->d, from, c->observer) || sees_token(c->d, to, c->observer) ? to->number : 0;
  e.option = (carc_action_fields){.player = from->player,
                                  .segment = -1,
                                  .has_cell = from->tile >= 0 || from->on_cell,
                                  .x = from->x,
                                  .y = from->y};
  if (to->on_cell) {
    e.on_cell = true;
    e.x = to->x;
    e.y = to->y;
  }
  if (from->tile >= 0) {
    carc_tile t = carc_state_tile(c->d, c->s, from->tile);
    e.option.x = t.x;
    e.option.y = t.y;
    e.option.segment = from->segment;
  }
  text_writer w = carcU_new_writer(e.text, sizeof e.text);
  carcU_put(&w, "%s", told_name(&c->d->token[to->kind].name));
  carcE_emit(c, &e);
}

void carcE_move_token (carc_call *c, int token, token_place at) {
  carc_token from = carc_state_token(c->d, c->s, token);
  carcB_put_token(c->d, c->s, token, at);
  carc_token to = carc_state_token(c->d, c->s, carcB_find_token(c->d, c->s, &from, at));
  emit_token(c, &from, &to);
}

void carcE_settle_cell_tokens (carc_call *c) {
  const carc_definition *d = c->d;
  int tile = c->s->n_tiles - 1;
  const token_place *tokens = const_tokens_of(d, c->s),
                    was = place_of_token(TOKEN_ON_CELL, const_tile_at_of(d, c->s)[tile]);
  for (int i = 0; i < (int)d->at.n_tokens; i++) {
    if (tokens[i] != was) continue;
    carc_token t = carc_state_token(d, c->s, i);
    if (may_be_on(&d->token[t.kind], CARC_TOKEN_PLACE_TILE))
      carcB_put_token(d, c->s, i, place_of_token(TOKEN_ON_TILE, tile));
    else
      carcE_move_token(c, i, carcB_home_of_token(d, t.kind, t.owner));
    i--; /* another token now has this index */
  }
}
