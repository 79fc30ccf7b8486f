/*
** scoring_eval.c: lets a feature score on a copy of the state, with bonuses and functions of
** on_feature_scored.
*/
#include <string.h>
#include "search/scoring_eval.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/board.h"
#include "board/state.h"
#include "effect/hooks.h"
#include "effect/majority.h"
#include "score/pay.h"

bool carcX_scripts_give_at_scoring (const carc_definition *d) {
  return has_bonuses(d) || d->hooks.on_feature_scored != NULL;
}

/* Calls the scripts on the copy. Returns false if one of them failed. */
static bool call_scripts (carc_call *c, const carc_scoring *what) {
  if (c->failed) return false;
  if (has_bonuses(c->d) && !carcS_pay_bonuses(c, what)) return false;
  return c->d->hooks.on_feature_scored == NULL || carcE_run_on_feature_scored(c, what);
}

/* Whether functions may do more than give points. Those of `bonus` only answer. */
static bool acts_when_scored (const carc_definition *d) {
  return d->hooks.on_feature_scored != NULL || d->hooks.on_points_given != NULL;
}

/*
** Adds the points that scripts give if the feature scores now, times a chance. If one of them
** fails, adds nothing.
*/
static void score_on_copy (carc_search *x, const carc_state *s, carc_scoring what, double points,
                           double chance, evaluation *to) {
  carc_error err = {0};
  carc_state *copy = carcX_copy_for_scripts(x, s);
  carc_call c = begin_call(x->d, copy, &err);
  c.answers = x->answers;
  c.foreseen = true;
  what.points = (int)(points + 0.5);
  what.players = majority_in(&c, what.tile, what.segment, feature_at(x->d, s, what.tile, what.segment));
  bool fine = call_scripts(&c, &what);
  count_work(x, &c);
  for (int p = 0; p < x->d->players && fine; p++) to->of[p] += chance * (copy->score[p] - s->score[p]);
  memcpy(copy->score, s->score, sizeof copy->score);
  if (c.n_hooks > 0 && acts_when_scored(x->d)) x->ended_look = 0;
}

evaluation carcX_expect_scoring (carc_search *x, const carc_state *s, int tile, int segment,
                                 const expectation *p) {
  evaluation e = {{0}};
  carc_scoring what = {.tile = tile,
                       .segment = segment,
                       .kind = (carc_kind)type_of(x->d, s, tile)->kind[segment],
                       .complete = true};
  if (p->completes > 0) score_on_copy(x, s, what, p->whole, p->completes, &e);
  what.complete = false;
  what.final = true;
  double ends = x->finishes * (1 - p->completes);
  if (ends > 0) score_on_copy(x, s, what, p->rest, ends, &e);
  return e;
}
