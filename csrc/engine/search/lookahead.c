/*
** lookahead.c: applies each legal action to a copy, takes in each later decision of the same turn
** the action that the deciding player rates best, and evaluates the result.
**
** Regular deployments are not applied; their gain is computed from the state after passing.
** Questions can be nested, so the number of evaluated states is limited: each state has a share of
** this number, and divides the share among its actions. If the share is too small, the state is
** evaluated without answering its question.
*/
#include <string.h>
#include "search/lookahead.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/packed_action.h"
#include "util/random.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "turn/action.h"
#include "turn/apply.h"
#include "search/assets.h"
#include "search/evaluate.h"

enum { MAX_OPTIONS = 24 /* maximum number of options that are tried after an action */ };

/*
** How many states a decision evaluates in all, approximately; and at least how many it evaluates
** after each action.
*/
enum { MAX_STATES = 2400, FEWEST_STATES = 48 };

/*
** If decisions are rated quickly: the number of placements, the number of those whose questions are
** answered, and the divisor of the numbers above.
*/
enum { QUICK_PLACEMENTS = 12, QUICK_ANSWERED = 3, TIMES_QUICKER = 10 };

enum { EXCLUDED = 1000000 /* points that are taken off an action that must not be chosen */ };

static bool expand (carc_search *x, int level, int share, evaluation *out, carc_error *err);

bool carcX_apply_at_level (carc_search *x, int level, int index, carc_error *err) {
  carc_state *s = x->level[level + 1];
  carc_state_clone(x->d, s, x->level[level]);
  carc_call c = begin_call(x->d, s, err);
  c.stepwise = true;
  carcT_apply_decision(&c, index);
  count_work(x, &c);
  return !c.failed;
}

/* Evaluates an action of the state at a level. Evaluates at most `share` states. */
static bool try_action (carc_search *x, int level, int index, int share, evaluation *out, carc_error *err) {
  return carcX_apply_at_level(x, level, index, err) && expand(x, level + 1, share, out, err);
}

/* ---- Regular deployments --------------------------------------------------------------------- */

int carcX_count_regular_actions (const carc_search *x, const carc_state *s) {
  return s->decision != DECISION_DEPLOY ? 0 : x->d->at.n_options > 0 ? s->n_usual : s->n_actions;
}

bool carcX_can_estimate_piece (const carc_search *x, int piece) {
  return x->d->piece[piece].role <= ROLE_PIG;
}

/* Whether an action is rated without applying it: a pass, or the deployment of a usual piece. */
static bool is_estimated (const carc_search *x, const carc_state *s, int index) {
  return index < carcX_count_regular_actions(x, s) &&
         (index == 0 || carcX_can_estimate_piece(x, carcT_nth_deployment(x->d, s, index).piece));
}

/* Adds the gain of a deployment to the evaluation of passing. */
static void add_gain (carc_search *x, const carc_state *after, int player, deployment p, int tile,
                      evaluation *e) {
  double gain = carcX_evaluate_piece(x, after, player, p.piece, tile, p.segment);
  for (int other = 0; other < x->d->players; other++)
    if (x->d->team[player] >> other & 1) e->of[other] += gain;
}

/* Lists the actions that are best for a player, at most `most` of n; returns their number. */
static int list_best (const carc_search *x, int player, const evaluation *all, int n, int *best, int most) {
  int listed = 0;
  for (int i = 0; i < n; i++) {
    int at = listed < most ? listed++ : most;
    for (; at > 0 && carcX_margin(x, &all[i], player) > carcX_margin(x, &all[best[at - 1]], player); at--)
      if (at < most) best[at] = best[at - 1];
    if (at < most) best[at] = i;
  }
  return listed;
}

void carcX_add_steps (carc_search *x, const evaluation *passed, const carc_state *after, evaluation *to) {
  evaluation now = carcX_value_steps(x, after);
  for (int p = 0; p < x->d->players; p++)
    for (int other = 0; other < x->d->players; other++)
      if (x->d->team[p] >> other & 1) to->of[p] += now.of[other] - passed->of[other];
}

/*
** Evaluates a deployment with the functions of scripts. Its estimate is in `out`; only the steps
** are added to it, unless terms have other worths.
*/
static bool try_deployment (carc_search *x, int level, int index, int share, const evaluation *passed,
                            evaluation *out, carc_error *err) {
  if (x->weighs_terms) return try_action(x, level, index, share, out, err);
  if (!carcX_apply_at_level(x, level, index, err)) return false;
  carcX_add_steps(x, passed, x->level[level + 1], out);
  return true;
}

/*
** Applies the deployments with the best estimates, so that they are evaluated with the functions of
** scripts. In later decisions, excludes the other deployments. The pass, at 0, is evaluated
** already; `passed` is what the steps are worth after it.
*/
static bool try_closely (carc_search *x, int level, int share, evaluation passed, evaluation *out, int n,
                         carc_error *err) {
  enum { MOST = 3, MAX_USUAL = CARC_MAX_SEGMENTS * CARC_MAX_PIECES };
  int player = x->level[level]->turn, best[MAX_USUAL];
  int listed = list_best(x, player, out + 1, n - 1, best, level == 0 ? n - 1 : MOST);
  evaluation few[MAX_USUAL];
  for (int i = 0; i < listed; i++) {
    few[i] = out[1 + best[i]];
    if (!try_deployment(x, level, 1 + best[i], share, &passed, &few[i], err)) return false;
  }
  for (int i = 1; i < n; i++) out[i].of[player] -= EXCLUDED;
  for (int i = 0; i < listed; i++) out[1 + best[i]] = few[i];
  return true;
}

/*
** Evaluates the regular deployments of a decision into `out`, the pass first. If the game ends
** after the decision, applies each deployment, because otherwise later scoring would be missing. If
** no share is left in a quick rating, deployments without an estimate count as passing.
*/
static bool try_window (carc_search *x, int level, int share, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[level];
  const carc_state *after = x->level[level + 1];
  int player = s->turn, tile = s->n_tiles - 1, usual = carcX_count_regular_actions(x, s);
  if (!carcX_apply_at_level(x, level, 0, err)) return false;
  bool ends = after->decision == DECISION_END, skips = x->quick && level > 0 && share == 0 && !ends;
  out[0] = carcX_evaluate(x, after);
  evaluation passed = x->steps;
  for (int i = 1; i < usual && !ends && !x->reading.failed; i++) {
    out[i] = out[0];
    if (is_estimated(x, s, i)) add_gain(x, after, player, carcT_nth_deployment(x->d, s, i), tile, &out[i]);
  }
  for (int i = 1; i < usual && !skips && !x->reading.failed; i++)
    if ((ends || !is_estimated(x, s, i)) && !try_action(x, level, i, share, &out[i], err)) return false;
  if (x->compares_copies && x->looks_closely && !ends &&
      !try_closely(x, level, share, passed, out, usual, err))
    return false;
  return !x->reading.failed;
}

/* ---- After an action ------------------------------------------------------------------------- */

int carcX_best_action_for (const carc_search *x, int player, const evaluation *all, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (carcX_margin(x, &all[i], player) > carcX_margin(x, &all[best], player)) best = i;
  return best;
}

int carcX_search_best (carc_search *x, int level, int share, evaluation *out, carc_error *err) {
  enum { MAX_USUAL = CARC_MAX_SEGMENTS * CARC_MAX_PIECES + 1 };
  const carc_state *s = x->level[level];
  evaluation all[MAX_USUAL + MAX_OPTIONS];
  int player = carc_state_current_player(x->d, s), n = carcX_count_regular_actions(x, s);
  if (n > 0 && !try_window(x, level, share, all, err)) return -1;
  int most = n == 0 || share > 0 ? n + MAX_OPTIONS : n; /* a small share leaves out the options */
  for (int i = n; i < s->n_actions && i < most; i++)
    if (!try_action(x, level, i, share, &all[n++], err)) return -1;
  int best = carcX_best_action_for(x, player, all, n);
  *out = all[best];
  return best;
}

/* The mean evaluation of a question that chance answers. */
static bool mean_of_outcomes (carc_search *x, int level, int share, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[level];
  int n = s->n_options < MAX_OUTCOMES ? s->n_options : MAX_OUTCOMES;
  double sum = 0;
  evaluation mean = {{0}}, one;
  for (int i = 0; i < n; i++) {
    double weight = const_weights_of(x->d, s)[i];
    if (!try_action(x, level, i, share, &one, err)) return false;
    for (int p = 0; p < x->d->players; p++) mean.of[p] += weight * one.of[p];
    sum += weight;
  }
  for (int p = 0; p < x->d->players; p++) out->of[p] = mean.of[p] / sum;
  return true;
}

/*
** Number of actions that are tried in a state reached by another action. At a deployment, only
** options of scripts are tried.
*/
static int count_expanded (const carc_search *x, const carc_state *s) {
  if (s->decision == DECISION_DEPLOY && x->d->at.n_options == 0) return 0;
  int n = s->decision == DECISION_DEPLOY ? s->n_actions - s->n_usual : s->n_actions;
  int most = s->decision == DECISION_ASK && s->asker == ASKS_CHANCE ? MAX_OUTCOMES : MAX_OPTIONS;
  return n < most ? n : most;
}

bool carcX_should_expand (const carc_search *x, int level, int *share) {
  const carc_state *s = x->level[level];
  if (level + 1 >= MAX_LEVELS || s->n_actions == 0 ||
      (s->decision != DECISION_DEPLOY && s->decision != DECISION_ASK))
    return false;
  int n = count_expanded(x, s);
  if (n > *share && s->decision == DECISION_ASK) return false;
  if (n > 0) *share /= n;
  return true;
}

/* Evaluates the state at a level. Tries further decisions of the turn as far as `share` allows. */
static bool expand (carc_search *x, int level, int share, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[level];
  if (!carcX_should_expand(x, level, &share)) {
    *out = carcX_evaluate(x, s);
    return !x->reading.failed;
  }
  if (s->decision == DECISION_ASK && s->asker == ASKS_CHANCE)
    return mean_of_outcomes(x, level, share, out, err);
  return carcX_search_best(x, level, share, out, err) >= 0;
}

int carcX_state_budget (const carc_search *x, int n) {
  int times = x->quick ? TIMES_QUICKER : 1;
  int share = MAX_STATES / times / (n > 0 ? n : 1), fewest = FEWEST_STATES / times;
  return share < fewest ? fewest : share;
}

/* Evaluates each action of the state at the first level, and at most `share` states after each. */
static bool evaluate_each (carc_search *x, int share, evaluation *out, carc_error *err) {
  int first = carcX_count_regular_actions(x, x->level[0]);
  if (first > 0 && !try_window(x, 0, share, out, err)) return false;
  for (int i = first; i < x->level[0]->n_actions; i++)
    if (!try_action(x, 0, i, share, &out[i], err)) return false;
  return true;
}

/*
** Evaluates each placement as if steps of the final scoring stayed as they are, and the best
** placements again with their functions.
*/
static bool evaluate_placements (carc_search *x, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[0];
  x->assumed = carcX_value_steps(x, s);
  x->looks_closely = false;
  if (!evaluate_each(x, carcX_state_budget(x, s->n_actions), out, err)) return false;
  x->looks_closely = true;
  x->n_close = list_best(x, carc_state_current_player(x->d, s), out, s->n_actions, x->close, MAX_CLOSE);
  for (int i = 0; i < x->n_close; i++)
    if (!try_action(x, 0, x->close[i], carcX_state_budget(x, s->n_actions), &out[x->close[i]], err))
      return false;
  return true;
}

/*
** Evaluates some random placements, and excludes the others. A number for each placement, which
** depends on the random generator of the state, determines the choice. So after similar decisions,
** with equal draws, mostly the same placements are tried.
*/
static bool evaluate_some (carc_search *x, int share, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[0];
  int player = carc_state_current_player(x->d, s), list[QUICK_PLACEMENTS];
  for (int i = 0; i < s->n_actions; i++) {
    out[i] = (evaluation){{0}};
    out[i].of[player] = (double)(random_seed(s->generator ^ (uint64_t)carc_state_action(x->d, s, i)) >> 11);
  }
  list_best(x, player, out, s->n_actions, list, QUICK_PLACEMENTS);
  for (int i = 0; i < s->n_actions; i++) out[i].of[player] = -EXCLUDED;
  for (int k = 0; k < QUICK_PLACEMENTS; k++)
    if (!try_action(x, 0, list[k], share, &out[list[k]], err)) return false;
  return true;
}

/* Sets aside the functions of the final scoring: they count as in the state before the action. */
static void assume_steps (carc_search *x) {
  x->looks_closely = false;
  if (x->compares_copies) x->assumed = carcX_value_steps(x, x->level[0]);
}

/* Rates all actions with few states after each, so that the best ones can be evaluated fully. */
static bool preview_actions (carc_search *x, evaluation *out, carc_error *err) {
  assume_steps(x);
  x->quick = true;
  bool fine = evaluate_each(x, carcX_state_budget(x, x->level[0]->n_actions), out, err);
  x->quick = false;
  return fine;
}

/* Evaluates the best placements again, with the questions that follow them; excludes the others. */
static bool answer_best (carc_search *x, int share, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[0];
  int player = carc_state_current_player(x->d, s), best[QUICK_ANSWERED];
  int listed = list_best(x, player, out, s->n_actions, best, QUICK_ANSWERED);
  for (int i = 0; i < s->n_actions; i++) out[i].of[player] -= EXCLUDED;
  for (int k = 0; k < listed; k++)
    if (!try_action(x, 0, best[k], share, &out[best[k]], err)) return false;
  return true;
}

/*
** Rates roughly: steps of the final scoring count as in the state before the action, few placements
** are tried, few states are evaluated after an action, and questions are answered only after the
** placements that are best without them.
*/
static bool evaluate_quickly (carc_search *x, evaluation *out, carc_error *err) {
  const carc_state *s = x->level[0];
  bool places = s->decision == DECISION_PLACE, some = places && s->n_actions > QUICK_PLACEMENTS;
  bool answers_few = places && x->d->at.n_options > 0;
  int share = carcX_state_budget(x, some ? QUICK_PLACEMENTS : s->n_actions);
  assume_steps(x);
  if (!(some ? evaluate_some : evaluate_each)(x, answers_few ? 0 : share, out, err)) return false;
  return !answers_few || answer_best(x, share, out, err);
}

bool carcX_evaluate_actions (carc_search *x, const carc_state *s, evaluation *out, carc_error *err) {
  if (s != x->level[0]) carc_state_clone(x->d, x->level[0], s);
  x->looks_closely = true;
  x->n_close = 0;
  if (x->quick) return evaluate_quickly(x, out, err);
  if (x->compares_copies && s->decision == DECISION_PLACE && s->n_actions > MAX_CLOSE)
    return evaluate_placements(x, out, err);
  return evaluate_each(x, carcX_state_budget(x, s->n_actions), out, err);
}

bool carcX_evaluate_candidates (carc_search *x, const carc_state *s, int most, evaluation *out,
                                carc_error *err) {
  enum { MAX_CANDIDATES = 64 };
  int best[MAX_CANDIDATES], n = s->n_actions, player = carc_state_current_player(x->d, s);
  bool few = s->decision != DECISION_PLACE || n <= most || most > MAX_CANDIDATES;
  if (few || x->quick || x->d->at.n_options == 0) return carcX_evaluate_actions(x, s, out, err);
  carc_state_clone(x->d, x->level[0], s);
  if (!preview_actions(x, out, err)) return false;
  int listed = list_best(x, player, out, n, best, most);
  for (int i = 0; i < n; i++) out[i].of[player] -= EXCLUDED;
  x->looks_closely = true;
  for (int i = 0; i < listed; i++)
    if (!try_action(x, 0, best[i], carcX_state_budget(x, n), &out[best[i]], err)) return false;
  return true;
}
