/*
** options.c: the list of options, and the checks for options that a phase adds.
*/
#include <string.h>
#include "effect/options.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"

/* ---- The list -------------------------------------------------------------------------------- */

bool carcE_add_option (const carc_definition *d, carc_state *s, carc_action option, int weight,
                       carc_error *err) {
  if (s->n_options == d->at.n_options) {
    carcU_fail(err, CARC_ERR_SCRIPT, 0, "more than %d options are offered", (int)d->at.n_options);
    return false;
  }
  if (s->n_options < d->at.n_weights) weights_of(d, s)[s->n_options] = (uint8_t)weight;
  options_of(d, s)[s->n_options++] = option;
  return true;
}

void carcE_clear_options (const carc_definition *d, carc_state *s) {
  memset(weights_of(d, s), 0, d->at.n_weights);
  s->n_options = 0;
  forget_question(d, s);
}

/* ---- Options of scripts ---------------------------------------------------------------------- */

int carc_call_offered (const carc_call *c) { return c->s->n_options; }

carc_action carc_call_option (const carc_call *c, int index) { return const_options_of(c->d, c->s)[index]; }

carc_status carcE_check_may_offer (const carc_call *c, carc_error *err) {
  if (c->offering) return CARC_OK;
  return carcU_fail(err, CARC_ERR_SCRIPT, 0, "options can be offered only while a phase asks a question");
}

static carc_status offered (bool fine) { return fine ? CARC_OK : CARC_ERR_SCRIPT; }

/*
** Adds an option of the current phase, unless an equal option is among the first `among`. Options
** that nobody can distinguish are one option.
*/
static bool offer_once (carc_call *c, const carc_action_fields *f, int weight, int among, carc_error *err) {
  carc_action action = carc_action_pack(f);
  const uint64_t *options = const_options_of(c->d, c->s);
  for (int i = 0; i < among; i++)
    if (options[i] == action) return true;
  return carcE_add_option(c->d, c->s, action, weight, err);
}

/* An option of the current phase that names a tile on the board and one of its segments (or -1). */
static carc_action_fields choice_on (const carc_call *c, int tile, int segment) {
  carc_tile t = carc_state_tile(c->d, c->s, tile);
  return (carc_action_fields){.kind = CARC_ACTION_CHOICE,
                              .choice = c->d->phase[c->offers].choice,
                              .player = -1,
                              .piece = -1,
                              .token = -1,
                              .segment = segment,
                              .number = -1,
                              .type = t.type,
                              .rotation = t.rotation,
                              .has_cell = true,
                              .x = t.x,
                              .y = t.y};
}

/* Checks that the items of an option exist and fit into its bits. */
static carc_status check_option (const carc_call *c, const carc_action_fields *f, int weight,
                                 carc_error *err) {
  const carc_definition *d = c->d;
  enum { FAR = 511, MAX_WEIGHT = 255 };
  if (f->player < -1 || f->player >= d->players)
    return FAIL_INVALID(err, "there is no player %d", f->player + 1);
  if (f->piece < -1 || f->piece >= d->n_pieces)
    return FAIL_INVALID(err, "the game has no piece with the index %d", f->piece);
  if (f->token < -1 || f->token >= d->n_tokens)
    return FAIL_INVALID(err, "the game has no token with the index %d", f->token);
  if (f->token >= 0 && f->number > d->token[f->token].numbers)
    return FAIL_INVALID(err, "the tokens %s have the numbers 1 to %d; got %d",
                        told_name(&d->token[f->token].name), d->token[f->token].numbers, f->number);
  if (f->number < -1 || f->number > CARC_MAX_NUMBER)
    return FAIL_INVALID(err, "an option has a number from 0 to %d, got %d", CARC_MAX_NUMBER, f->number);
  if (f->type >= d->n_types) return FAIL_INVALID(err, "the game has no tile with the index %d", f->type);
  if (f->type >= 0 && f->has_cell && f->segment < 0)
    return FAIL_INVALID(err, "an option can name a tile or a cell, but not both");
  if (weight < 1 || weight > MAX_WEIGHT)
    return FAIL_INVALID(err, "the weight of an option must be from 1 to %d, got %d", MAX_WEIGHT, weight);
  if (f->has_cell && (f->x < -FAR || f->x > FAR || f->y < -FAR || f->y > FAR))
    return FAIL_INVALID(err, "the coordinates of an option must be from -%d to %d, got %d,%d", FAR, FAR, f->x,
                        f->y);
  if (f->segment < 0) return CARC_OK;
  int tile = f->has_cell ? carc_state_tile_at(d, c->s, f->x, f->y) : -1;
  if (tile >= 0 && f->segment < type_of(d, c->s, tile)->segments) return CARC_OK;
  return FAIL_INVALID(err, "the option names a segment that is not on the board");
}

carc_status carc_call_offer (carc_call *c, const carc_action_fields *option, int weight, carc_error *err) {
  TRY(carcE_check_may_offer(c, err));
  TRY(check_option(c, option, weight, err));
  carc_action_fields f = *option;
  if (f.segment >= 0) f = choice_on(c, carc_state_tile_at(c->d, c->s, f.x, f.y), f.segment);
  f.kind = CARC_ACTION_CHOICE;
  f.choice = c->d->phase[c->offers].choice;
  f.player = option->player;
  f.piece = option->piece;
  f.token = option->token;
  f.number = option->number;
  return offered(offer_once(c, &f, weight, c->s->n_options, err));
}

/* ---- Options for found items ----------------------------------------------------------------- */

carc_status carcE_add_found_option (carc_call *c, const carc_action_fields *found, int tile, bool deploys,
                                    int among, carc_error *err) {
  carc_action_fields f = *found;
  f.kind = deploys ? CARC_ACTION_DEPLOY : CARC_ACTION_CHOICE;
  if (f.segment >= 0) {
    int lie = const_lie_of(c->d, c->s)[tile];
    f.type = lie / SIDES;
    f.rotation = lie % SIDES;
  }
  return offered(offer_once(c, &f, 1, among, err));
}
