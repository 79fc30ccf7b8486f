/*
** explain.c: runs the lookahead for one action, and keeps the terms of the expected points.
*/
#include "search/explain.h"
#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"
#include "turn/action.h"
#include "turn/apply.h"
#include "search/evaluate.h"
#include "search/lookahead.h"

static bool explain_after (carc_search *x, int level, int share, evaluation_terms *out, carc_error *err);

static void add_times (evaluation_terms *to, const evaluation_terms *more, double times) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    for (int part = 0; part < CARC_RATING_TERM_COUNT; part++) to->of[p][part] += times * more->of[p][part];
}

/* Adds the terms of a piece that would be put on the last tile instead of passing. */
static void add_piece (carc_search *x, const carc_state *after, int player, deployment p, int tile,
                       evaluation_terms *to) {
  evaluation_terms own = {{{0}}};
  x->account = &own;
  carcX_evaluate_piece(x, after, player, p.piece, tile, p.segment);
  x->account = NULL;
  for (int other = 0; other < x->d->players; other++)
    for (int part = 0; part < CARC_RATING_TERM_COUNT; part++)
      if (x->d->team[player] >> other & 1) to->of[other][part] += own.of[player][part];
}

/*
** Explains an action of the state at a level. `share` is the number of states that the function may
** evaluate.
*/
static bool explain_state (carc_search *x, int level, int index, int share, evaluation_terms *out,
                           carc_error *err) {
  const carc_state *s = x->level[level], *after = x->level[level + 1];
  if (index < carcX_count_regular_actions(x, s)) {
    int tile = s->n_tiles - 1, player = s->turn;
    if (!carcX_apply_at_level(x, level, 0, err)) return false;
    if (index == 0) {
      carcX_break_down(x, after, out);
      return !x->reading.failed;
    }
    deployment p = carcT_nth_deployment(x->d, s, index);
    bool applied = x->weighs_terms && x->looks_closely;
    if (after->decision != DECISION_END && !applied && carcX_can_estimate_piece(x, p.piece)) {
      carcX_break_down(x, after, out);
      evaluation passed = x->steps, change = {{0}};
      add_piece(x, after, player, p, tile, out);
      if (x->compares_copies && x->looks_closely) {
        if (!carcX_apply_at_level(x, level, index, err)) return false;
        carcX_add_steps(x, &passed, after, &change);
        for (int other = 0; other < x->d->players; other++)
          out->of[other][CARC_RATING_TERM_ASSETS] += change.of[other];
      }
      return !x->reading.failed;
    }
  }
  return carcX_apply_at_level(x, level, index, err) && explain_after(x, level + 1, share, out, err);
}

static bool account_for_outcomes (carc_search *x, int level, int share, evaluation_terms *out,
                                  carc_error *err) {
  const carc_state *s = x->level[level];
  int n = s->n_options < MAX_OUTCOMES ? s->n_options : MAX_OUTCOMES;
  double sum = 0;
  for (int i = 0; i < n; i++) sum += const_weights_of(x->d, s)[i];
  *out = (evaluation_terms){{{0}}};
  for (int i = 0; i < n; i++) {
    evaluation_terms one;
    if (!explain_state(x, level, i, share, &one, err)) return false;
    add_times(out, &one, const_weights_of(x->d, s)[i] / sum);
  }
  return true;
}

static bool explain_after (carc_search *x, int level, int share, evaluation_terms *out, carc_error *err) {
  const carc_state *s = x->level[level];
  if (carcX_should_expand(x, level, &share)) {
    if (s->decision == DECISION_ASK && s->asker == ASKS_CHANCE)
      return account_for_outcomes(x, level, share, out, err);
    evaluation unused;
    int best = carcX_search_best(x, level, share, &unused, err);
    return best >= 0 && explain_state(x, level, best, share, out, err);
  }
  carcX_break_down(x, s, out);
  return !x->reading.failed;
}

/*
** Evaluates the state before the action: before a deployment, the state after passing; otherwise
** the state itself, as if it were the next player's turn.
*/
static bool explain_before (carc_search *x, evaluation_terms *out, carc_error *err) {
  const carc_state *s = x->level[0];
  if (carcX_count_regular_actions(x, s) > 0)
    return explain_state(x, 0, 0, carcX_state_budget(x, s->n_actions), out, err);
  carcX_break_down(x, s, out);
  double turn = out->of[s->turn][CARC_RATING_TERM_TURN];
  int next = carc_state_next_player(x->d, s);
  for (int p = 0; p < x->d->players; p++)
    out->of[p][CARC_RATING_TERM_TURN] = next >= 0 && (x->d->team[next] >> p & 1) != 0 ? turn : 0;
  return !x->reading.failed;
}

static evaluation sums_of (const evaluation_terms *a) {
  evaluation e = {{0}};
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    for (int part = 0; part < CARC_RATING_TERM_COUNT; part++) e.of[p] += a->of[p][part];
  return e;
}

/* Decides whether to look closely, as the rating of the action does. */
static bool look_as_rated (carc_search *x, int index, carc_error *err) {
  if (!x->has_assets && !x->compares_copies) return true;
  size_t size = (size_t)x->level[0]->n_actions * sizeof(evaluation);
  evaluation *all = carcM_alloc_memory(x->d, size);
  if (all == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory") == CARC_OK;
  bool fine = carcX_evaluate_actions(x, x->level[0], all, err);
  carcM_free_memory(x->d, all, size);
  x->looks_closely = x->n_close == 0;
  for (int i = 0; i < x->n_close; i++) x->looks_closely |= x->close[i] == index;
  return fine;
}

bool carcX_explain (carc_search *x, int player, int index, carc_explanation *out, carc_error *err) {
  evaluation_terms before, after;
  if (!look_as_rated(x, index, err) || !explain_before(x, &before, err) ||
      !explain_state(x, 0, index, carcX_state_budget(x, x->level[0]->n_actions), &after, err))
    return false;
  evaluation had = sums_of(&before), has = sums_of(&after);
  int other = carcX_best_opponent(x, &has, player);
  *out = (carc_explanation){.before = had.of[player] - (other < 0 ? 0 : had.of[other])};
  for (int part = 0; part < CARC_RATING_TERM_COUNT; part++) {
    out->own[part] = after.of[player][part] - before.of[player][part];
    if (other >= 0) out->theirs[part] = after.of[other][part] - before.of[other][part];
  }
  return true;
}
