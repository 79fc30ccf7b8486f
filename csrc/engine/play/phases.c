/*
** phases.c: phases of scripts at a point of the turn: acting, asking, carrying out.
*/
#include "play/phases.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/port.h"
#include "base/text.h"
#include "define/definition.h"
#include "table/state.h"
#include "script/hooks.h"
#include "script/offers.h"
#include "script/when.h"

/* The options that scripts add to a decision of the player whose turn it is, whatever it is about. */
bool carc_add_anytime (call *c) {
  const carc_definition *d = c->d;
  carc_question question;
  if (LIKELY((d->moments_used >> AT_ANYTIME & 1) == 0)) return true;
  for (int i = 0; i < d->n_phases; i++)
    if (d->phase[i].moment == AT_ANYTIME && !carc_collect_options(c, i, &question)) return false;
  return true;
}

/* Whom the phase at hand asks if it does not say so: whose turn it is, or about points who got them. */
static int usual_player (const call *c) {
  return carc_subject_of(c->d, c->s, &c->d->phase[c->s->stage]).player;
}

/* Puts the question of the phase at hand; false if it has none, so that the turn goes on. */
bool carc_ask_phase (call *c) {
  carc_state *s = c->s;
  carc_question question;
  if (!carc_collect_options(c, s->stage, &question)) return true;
  if (s->n_options == 0) return false;
  int player = question.player == CARC_THE_PLAYER ? usual_player(c) : question.player;
  if (player != CARC_CHANCE && (player < 0 || player >= c->d->players)) {
    carc_fail(c->err, CARC_SCRIPT, 0, "phase %s asks player %d, who is not in the game",
              carc_phase_name(c->d, s->stage), player + 1);
    c->failed = true;
    return true;
  }
  if (player >= 0 && (s->absent >> player & 1)) player = s->turn;
  s->asker = player == CARC_CHANCE ? ASKS_CHANCE : (uint8_t)player;
  s->phase = PHASE_ASK;
  if (player == CARC_CHANCE && s->n_options > MAX_CHANCES) {
    carc_fail(c->err, CARC_SCRIPT, 0, "chance is to decide among %d options; %d at most can be", s->n_options,
              MAX_CHANCES);
    c->failed = true;
    return true;
  }
  if (player == s->turn && !carc_add_anytime(c)) return true;
  set_actions(c->d, s, question.may_pass && player != CARC_CHANCE);
  return true;
}

bool carc_carry_out (call *c, carc_phase_call reason, carc_action chosen, bool *again) {
  carc_question question = {.player = CARC_THE_PLAYER};
  int at = c->d->phase[c->s->stage].moment;
  c->may_lay = reason == CARC_CHOSEN && (at == AT_DRAW || at == AT_GAME_END);
  bool fine = carc_run_phase(c, c->s->stage, reason, chosen, &question);
  c->may_lay = false;
  *again = question.again;
  return fine;
}

/* Goes through the phases at this point from `stage` on, until one asks. True when all are over. */
bool carc_walk_phases (call *c) {
  carc_state *s = c->s;
  for (; s->stage < c->d->n_phases; s->stage++) {
    const phase_row *row = &c->d->phase[s->stage];
    bool again;
    if (row->moment != s->moment || !carc_phase_is_due(c, row)) continue;
    if (!carc_carry_out(c, CARC_BEGIN, 0, &again)) return false;
    if (carc_ask_phase(c)) return false;
  }
  s->stage = 0;
  return true;
}
