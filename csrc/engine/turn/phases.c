/*
** phases.c: runs the phases of scripts at a timing. A phase acts, asks, and applies the chosen
** option.
*/
#include "turn/phases.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "query/condition.h"
#include "query/query.h"
#include "effect/hooks.h"
#include "effect/offers.h"
#include "turn/dealing.h"

/* Adds the options of phases at `anytime` to a decision of the player whose turn it is. */
bool carcT_add_anytime_options (carc_call *c) {
  const carc_definition *d = c->d;
  carc_question question;
  if (LIKELY((d->timings_used >> TIMING_ANYTIME & 1) == 0)) return true;
  const uint8_t *from = d->phase_from[TIMING_ANYTIME];
  for (int i = from[0]; i < d->n_phases; i = from[i + 1])
    if (!carcE_collect_options(c, i, &question)) return false;
  return true;
}

/* ---- Options for deployments ----------------------------------------------------------------- */

/* Moves an option to a lower index, with its weight. */
static void move_option (const carc_definition *d, carc_state *s, int to, int from) {
  options_of(d, s)[to] = options_of(d, s)[from];
  if (to < (int)d->at.n_weights)
    weights_of(d, s)[to] = from < (int)d->at.n_weights ? weights_of(d, s)[from] : 1;
}

bool carcT_filter_offered_deployments (carc_call *c, int first, int player) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  uint64_t *options = options_of(d, s);
  int kept = first, n = s->n_options;
  if (d->hooks.allow_deployment == NULL) return true;
  for (int i = first; i < n; i++) {
    bool ok = true;
    carc_action_fields f = carc_action_unpack(options[i]);
    if (f.kind == CARC_ACTION_DEPLOY) {
      carc_piece piece = {player, f.piece, carc_state_tile_at(d, s, f.x, f.y), f.segment};
      if (!carcE_ask_allow_deployment(c, options[i], &piece, &ok)) return false;
    }
    if (ok) move_option(d, s, kept++, i);
  }
  s->n_options = (uint16_t)kept;
  for (int i = kept; i < n && i < (int)d->at.n_weights; i++) weights_of(d, s)[i] = 0;
  return true;
}

static bool refuse (carc_call *c, const char *what, int player) {
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "phase %s asks player %d, %s", carc_phase_name(c->d, c->s->at.phase),
             player + 1, what);
  c->failed = true;
  return false;
}

/*
** Checks that offered deployments belong to the player who is asked, and removes those that scripts
** forbid.
*/
static bool settle_deployments (carc_call *c, int player) {
  if (c->deploys_for == 0) return true;
  if (c->deploys_for != 1 + player) return refuse(c, "but offers deployments of another player", player);
  return carcT_filter_offered_deployments(c, 0, player);
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/*
** The player who is asked by default: the player whose turn it is; at `points_given`, the player
** who got the points.
*/
static int usual_player (const carc_call *c) {
  return carcQ_phase_subject(c->d, c->s, &c->d->phase[c->s->at.phase]).player;
}

/*
** Collects the options of the current phase for this player. Returns false if there are none or a
** script failed.
*/
static bool collect_question (carc_call *c, int usual, carc_question *question) {
  carc_state *s = c->s;
  uint8_t last = s->asker;
  s->asked = (uint8_t)(1 + usual);
  s->asker = (uint8_t)usual;
  s->decision = DECISION_ASK;
  bool fine = carcE_collect_options(c, s->at.phase, question);
  s->asker = last;
  return fine && s->n_options > 0;
}

/* Removes the question of a phase that offers nothing. Returns true if a script failed. */
static bool drop_question (carc_call *c) {
  forget_question(c->d, c->s);
  return c->failed;
}

/*
** Asks this player, or the player whom the phase names. Returns false if there are no options;
** returns true if a script failed.
*/
static bool ask_player (carc_call *c, int usual) {
  carc_state *s = c->s;
  carc_question question;
  if (!collect_question(c, usual, &question)) return drop_question(c);
  int player = question.player == CARC_TURN_PLAYER ? usual : question.player;
  if (player != CARC_CHANCE && (player < 0 || player >= c->d->players))
    return !refuse(c, "who is not in the game", player);
  if (player >= 0 && (s->absent >> player & 1)) player = s->turn;
  if (c->d->phase[s->at.phase].asked_players != CARC_NONE && player != usual)
    return !refuse(c, "who is not one of `asked_players`", player);
  if (!settle_deployments(c, player)) return true;
  if (s->n_options == 0) return drop_question(c);
  s->asker = player == CARC_CHANCE ? ASKS_CHANCE : (uint8_t)player;
  if (player >= 0) s->asked = (uint8_t)(1 + player);
  if (player == CARC_CHANCE && s->n_options > MAX_CHANCES) {
    carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "chance can decide among at most %d options, got %d", MAX_CHANCES,
               s->n_options);
    c->failed = true;
    return true;
  }
  if (player == s->turn && !carcT_add_anytime_options(c)) return true;
  set_actions(c->d, s, question.may_pass && player != CARC_CHANCE);
  return true;
}

/* Whether the current phase must ask this player and has not yet asked the player. */
static bool is_to_be_asked (carc_call *c, int player) {
  item_list lists[MAX_ITEM_LISTS];
  carc_state *s = c->s;
  query_item p = no_item(ITEM_PLAYERS);
  p.player = (int8_t)player;
  if (((s->absent | s->asked_before) >> player & 1) != 0) return false;
  query q = carcQ_new_query_about(c->d, s, c->d->pool, lists,
                                  carcQ_phase_subject(c->d, s, &c->d->phase[s->at.phase]));
  q.majority = c->majority;
  q.call = c;
  return carcQ_passes(&q, c->d->phase[s->at.phase].asked_players, &p);
}

bool carcT_ask_phase (carc_call *c) {
  carc_state *s = c->s;
  if (c->d->phase[s->at.phase].asked_players == CARC_NONE) return ask_player(c, usual_player(c));
  for (int i = 0, player = s->turn; i < c->d->players; i++, player = (player + 1) % c->d->players) {
    bool is_next = is_to_be_asked(c, player);
    if (c->failed) return true;
    if (!is_next) continue;
    if (ask_player(c, player)) return true;
    s->asked_before |= (uint8_t)(1u << player);
  }
  return false;
}

bool carcT_asks_again (carc_call *c, bool again) {
  carc_state *s = c->s;
  bool others = c->d->phase[s->at.phase].asked_players != CARC_NONE;
  if (others && !again && s->asked > 0) s->asked_before |= (uint8_t)(1u << (s->asked - 1));
  return again || others;
}

/* ---- Acting ---------------------------------------------------------------------------------- */

bool carcT_run_phase (carc_call *c, int phase, carc_phase_call reason, carc_action chosen, bool *again) {
  carc_question question = {.player = CARC_TURN_PLAYER};
  int at = c->d->phase[phase].timing;
  c->may_lay = reason == CARC_PHASE_CALL_CHOSEN && (at == TIMING_BEFORE_DRAW || at == TIMING_GAME_END);
  c->may_deal = at != TIMING_DEPLOYMENT && at != TIMING_ANYTIME;
  bool fine = carcE_run_phase(c, phase, reason, chosen, &question);
  c->may_lay = c->may_deal = false;
  *again = question.again;
  return fine;
}

/*
** The next phase. If `may_repeat` is true and this phase leads back to an earlier one, returns that
** phase and sets *back.
*/
static int phase_after (carc_call *c, int phase, bool may_repeat, bool *back) {
  int from = c->d->phase[phase].repeat_from;
  bool repeats = may_repeat && from != CARC_NONE && carcQ_phase_is_due(c, &c->d->phase[from]);
  *back |= repeats;
  return repeats ? from : phase + 1;
}

void carcT_end_phase (carc_call *c) {
  turn_position *at = &c->s->at;
  bool back = false;
  int timing = c->d->phase[at->phase].timing, phase = phase_after(c, at->phase, true, &back);
  *at = (turn_position){(uint8_t)timing, (uint8_t)phase};
}

/*
** Conditions that were false and have not changed since. Phases that require one of them are
** skipped.
*/
typedef struct failed_conditions {
  uint64_t of[MAX_SELECTORS / 64 + 1];
} failed_conditions;

static bool is_shut (const failed_conditions *shut, int when) {
  return when != CARC_NONE && (shut->of[when / 64] >> (when % 64) & 1) != 0;
}

/* Runs phases. If a group of phases repeats and no phase in it asks, it does not repeat again. */
bool carcT_run_phases (carc_call *c) {
  carc_state *s = c->s;
  failed_conditions shut = {{0}};
  const uint8_t timing = s->at.step, *from = c->d->phase_from[timing];
  int phase = s->at.phase;
  for (bool back = false; (phase = from[phase]) < c->d->n_phases;
       phase = phase_after(c, phase, !back, &back)) {
    const phase_row *row = &c->d->phase[phase];
    bool again;
    s->asked = s->asked_before = 0;
    if (is_shut(&shut, row->when)) continue;
    if (!carcQ_phase_is_due(c, row)) {
      shut.of[row->when / 64] |= (uint64_t)1 << (row->when % 64);
      continue;
    }
    shut = (failed_conditions){{0}};
    s->at = (turn_position){STEP_ASK, (uint8_t)phase};
    if (!carcT_run_phase(c, phase, CARC_PHASE_CALL_BEGIN, 0, &again) || !carcT_deal_any_promised(c))
      return false;
    if (carcT_ask_phase(c)) return false;
  }
  s->at = (turn_position){timing, 0};
  s->asked = s->asked_before = 0;
  return true;
}
