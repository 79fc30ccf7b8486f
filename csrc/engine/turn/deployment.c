/*
** deployment.c: asks for a deployment in games whose scripts forbid deployments or add options.
*/
#include <string.h>
#include "turn/deployment.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/hooks.h"
#include "effect/offers.h"
#include "effect/options.h"
#include "effect/restrictions.h"
#include "turn/action.h"
#include "turn/phases.h"

/*
** Removes the deployments that `blocked` filters or scripts forbid. Returns false if a script
** failed.
*/
NOINLINE static bool ask_deployments (carc_call *c) {
  for (int p = 0; p < c->d->n_pieces; p++)
    for (unsigned left = deploy_of(c->d, c->s)[p]; left != 0; left &= left - 1) {
      int segment = lowest_bit(left);
      bool ok = true;
      carc_action action = carcT_deployment_action(c->d, c->s, (deployment){p, segment});
      carc_piece piece = {c->s->turn, p, c->s->n_tiles - 1, segment};
      if (!carcE_ask_allow_deployment(c, action, &piece, &ok)) return false;
      if (!ok) deploy_of(c->d, c->s)[p] &= (uint16_t) ~(1u << segment);
    }
  return true;
}

/* Adds the options of one phase at the timing `deployment`. Returns false if a script failed. */
static bool offer_one (carc_call *c, int row) {
  carc_question question;
  int before = c->s->n_options;
  if (!carcE_collect_options(c, row, &question)) return false;
  if (c->deploys_for == 0) return true;
  if (c->deploys_for == 1 + c->s->turn) return carcT_filter_offered_deployments(c, before, c->s->turn);
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0,
             "phase %s has the timing `deployment` and offers deployments of player %d, but it is the turn "
             "of player %d",
             carc_phase_name(c->d, row), c->deploys_for, c->s->turn + 1);
  return false;
}

/*
** Adds the options of scripts. Sets *alone if the options of one phase exclude all others. Returns
** false if a script failed.
*/
static bool offer_beside (carc_call *c, bool *alone) {
  const carc_definition *d = c->d;
  const uint8_t *from = d->phase_from[TIMING_DEPLOYMENT];
  *alone = false;
  for (int i = from[0]; i < d->n_phases; i = from[i + 1]) {
    const phase_row *row = &d->phase[i];
    int before = c->s->n_options;
    if (!offer_one(c, i)) return false;
    if (!row->compulsory || c->s->n_options == before) continue;
    *alone = true;
    if (before == 0) return true;
    carcE_clear_options(d, c->s); /* only the options of this phase are added again */
    return offer_one(c, i);
  }
  return true;
}

bool carcT_ask_deployment (carc_call *c) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  bool alone = false;
  s->decision = DECISION_DEPLOY; /* set before scripts run, which may read it */
  if (s->forbidden) {
    count_removed(c, CARC_RESTRICTION_FORBID_DEPLOYMENT, count_deployments(d, s));
    memset(deploy_of(d, s), 0, (size_t)d->n_pieces * sizeof(uint16_t));
  }
  if ((d->hooks.allow_deployment != NULL || d->n_blocked > 0) && !ask_deployments(c)) {
    c->failed = true;
    return true;
  }
  if (d->n_phases > 0 && !offer_beside(c, &alone)) {
    c->failed = true;
    return true;
  }
  int n = alone ? 0 : count_deployments(d, s);
  if (n + s->n_options == 0) return false;
  if (carcT_add_anytime_options(c)) set_actions(d, s, alone ? 0 : n + 1);
  return true;
}
