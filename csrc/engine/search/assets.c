/*
** assets.c: finds the assets of the players, and computes what they are worth.
**
** The worth of an asset changes in the course of the game. It is given for CARC_ASSET_STAGES
** numbers of turns left, and interpolated between them.
*/
#include <string.h>
#include "search/assets.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "model/definition.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/tokens.h"
#include "effect/majority.h"
#include "score/score.h"
#include "search/scoring_eval.h"

static const int turns_of_stage[CARC_ASSET_STAGES] = CARC_ASSET_TURNS;

/* ---- The list -------------------------------------------------------------------------------- */

static bool holds_number (const variable_row *row, int scope) {
  return row->scope == scope && row->type == CARC_HOLDING_NUMBER;
}

typedef bool asset_test (const carc_definition *d, int which);

static bool is_of_players (const carc_definition *d, int v) {
  return holds_number(&d->variable[v], CARC_SCOPE_PLAYER);
}
static bool is_of_game (const carc_definition *d, int v) {
  return holds_number(&d->variable[v], CARC_SCOPE_GAME);
}
static bool is_of_turn (const carc_definition *d, int v) {
  return is_of_game(d, v) && d->variable[v].lifetime != LIFE_GAME;
}
static bool can_be_held (const carc_definition *d, int token) {
  return may_be_on(&d->token[token], CARC_TOKEN_PLACE_PLAYER);
}
static bool is_own_reserve (const carc_definition *d, int reserve) {
  return d->reserve[reserve].owner == CARC_SCOPE_PLAYER;
}
static bool is_scripted (const carc_definition *d, int step) { return d->step[step].does == FINAL_SCRIPTED; }
static bool is_term (const carc_definition *d, int term) {
  (void)d;
  return term != CARC_RATING_TERM_ASSETS;
}

int carcX_list_assets (const carc_definition *d, asset list[CARC_MAX_ASSETS]) {
  const struct {
    int n;
    asset_test *includes;
  } kinds[CARC_ASSET_KIND_COUNT] = {[CARC_ASSET_KIND_VARIABLE] = {d->n_variables, is_of_players},
                                    [CARC_ASSET_KIND_TURN] = {d->n_variables, is_of_turn},
                                    [CARC_ASSET_KIND_NAMED] = {d->n_variables, is_of_game},
                                    [CARC_ASSET_KIND_TOKEN] = {d->n_tokens, can_be_held},
                                    [CARC_ASSET_KIND_RESERVE] = {d->n_reserves, is_own_reserve},
                                    [CARC_ASSET_KIND_STEP] = {d->n_steps, is_scripted},
                                    [CARC_ASSET_KIND_TERM] = {CARC_RATING_TERM_COUNT, is_term}};
  int n = 0;
  for (int kind = 0; kind < CARC_ASSET_KIND_COUNT; kind++)
    for (int which = 0; which < kinds[kind].n && n < CARC_MAX_ASSETS; which++) {
      if (!kinds[kind].includes(d, which)) continue;
      if (list != NULL) list[n] = (asset){(uint8_t)kind, (int16_t)which};
      n++;
    }
  return n;
}

const char *carcX_kind_of_asset (asset a) {
  static const char *const names[] = {
#define X(id, name, says) name,
      CARC_ASSET_KIND_LIST(X)
#undef X
  };
  return names[a.kind];
}

const char *carcX_name_of_asset (const carc_definition *d, asset a) {
  switch (a.kind) {
    case CARC_ASSET_KIND_TOKEN: return d->token[a.which].name.text;
    case CARC_ASSET_KIND_RESERVE: return d->reserve[a.which].name.text;
    case CARC_ASSET_KIND_STEP: return d->step[a.which].name.text;
    case CARC_ASSET_KIND_TERM: return NULL;
    default: return d->variable[a.which].name.text;
  }
}

/* ---- Worths ---------------------------------------------------------------------------------- */

const double *carcX_usual_worths (const carc_definition *d, asset a) {
  static const double of_step[CARC_ASSET_STAGES] = {1, 0.9, 0.3, 0.1}, none[CARC_ASSET_STAGES] = {0};
  if (a.kind != CARC_ASSET_KIND_STEP) return none;
  /* A step without an owner replaces a step of the engine, which has a term of its own. */
  return d->step[a.which].name.script != 0 ? of_step : none;
}

/* Whether a piece on the board can change the value of an asset. */
static bool changes_with_pieces (asset a) {
  return a.kind == CARC_ASSET_KIND_STEP ||
         (a.kind == CARC_ASSET_KIND_TERM && a.which != CARC_RATING_TERM_TURN);
}

void carcX_choose_assets (carc_search *x) {
  x->sees_points = !x->blind && x->d->hooks.points != NULL;
  x->sees_scoring = !x->blind && x->foresees_scoring && carcX_scripts_give_at_scoring(x->d);
  x->has_assets = x->sees_points;
  /*
  ** If the player with the fewest points decides, points of a piece depend on whose they are. What
  ** scripts give when a feature scores may depend on the pieces there.
  */
  x->weighs_terms = x->sees_scoring || (!x->blind && x->d->victory.each);
  x->compares_copies = x->sees_points || x->weighs_terms;
  for (int i = 0; i < x->n_assets; i++) {
    const double *worth = x->worth[i];
    bool counts = false;
    for (int stage = 0; stage < CARC_ASSET_STAGES; stage++) counts |= !x->blind && worth[stage] != 0;
    x->has_assets |= counts;
    bool changes = counts && changes_with_pieces(x->asset[i]);
    x->compares_copies |= changes;
    x->weighs_terms |= changes && x->asset[i].kind == CARC_ASSET_KIND_TERM;
  }
}

/* The share of each stage in the worth, by the number of turns that a player has left. */
static void weigh_stages (const carc_search *x, double share[CARC_ASSET_STAGES]) {
  double turns = (double)x->to_come / x->d->players;
  int stage = 0;
  memset(share, 0, CARC_ASSET_STAGES * sizeof *share);
  while (stage + 1 < CARC_ASSET_STAGES && turns >= turns_of_stage[stage + 1]) stage++;
  share[stage] = 1;
  if (stage + 1 == CARC_ASSET_STAGES) return;
  int from = turns_of_stage[stage], to = turns_of_stage[stage + 1];
  share[stage + 1] = (turns - from) / (to - from);
  share[stage] -= share[stage + 1];
}

/* ---- Values ---------------------------------------------------------------------------------- */

/*
** The points that a step of the final scoring would give if the game ended now. Runs the step on a
** copy.
*/
static void run_step (carc_search *x, const carc_state *s, int step, double out[CARC_MAX_PLAYERS]) {
  carc_error err = {0};
  memset(out, 0, CARC_MAX_PLAYERS * sizeof *out);
  if (x->failed_steps >> step & 1) return;
  carc_state_clone(x->d, x->ended, s);
  x->ended_look = 0;
  carc_call c = begin_call(x->d, x->ended, &err);
  bool fine = carcS_score_step(&c, step);
  count_work(x, &c);
  if (!fine) {
    x->failed_steps |= 1u << step;
    return;
  }
  for (int p = 0; p < x->d->players; p++) out[p] = x->ended->score[p] - s->score[p];
}

static double value_of_variable (const carc_search *x, const carc_state *s, int variable, int player) {
  return const_variables_of(x->d, s)[x->d->variable[variable].at + (uint32_t)player];
}

static double value_for (const carc_search *x, const carc_state *s, const evaluation_terms *terms, asset a,
                         int player) {
  switch (a.kind) {
    case CARC_ASSET_KIND_VARIABLE: return value_of_variable(x, s, a.which, player);
    case CARC_ASSET_KIND_TURN: return s->turn == player ? value_of_variable(x, s, a.which, 0) : 0;
    case CARC_ASSET_KIND_NAMED: return value_of_variable(x, s, a.which, 0) == player + 1;
    case CARC_ASSET_KIND_TOKEN: return tokens_held(x->d, s, &x->d->token[a.which], player);
    case CARC_ASSET_KIND_RESERVE: return heap_size(x->d, s, heap_of(&x->d->reserve[a.which], player));
    default: return terms->of[player][a.which];
  }
}

void carcX_find_assets (carc_search *x, const carc_state *s, const evaluation_terms *terms,
                        double out[CARC_MAX_PLAYERS][CARC_MAX_ASSETS]) {
  for (int i = 0; i < x->n_assets; i++) {
    double points[CARC_MAX_PLAYERS];
    bool step = x->asset[i].kind == CARC_ASSET_KIND_STEP;
    if (step) run_step(x, s, x->asset[i].which, points);
    for (int p = 0; p < x->d->players; p++)
      out[p][i] = step ? points[p] : value_for(x, s, terms, x->asset[i], p);
  }
}

/* What one unit of an asset is worth now. */
static double worth_now (const carc_search *x, int i, const double share[CARC_ASSET_STAGES]) {
  double worth = 0;
  for (int stage = 0; stage < CARC_ASSET_STAGES; stage++) worth += share[stage] * x->worth[i][stage];
  return worth;
}

evaluation carcX_value_steps (carc_search *x, const carc_state *s) {
  evaluation e = {{0}};
  double share[CARC_ASSET_STAGES], points[CARC_MAX_PLAYERS];
  weigh_stages(x, share);
  for (int i = 0; i < x->n_assets; i++) {
    double worth = x->asset[i].kind == CARC_ASSET_KIND_STEP ? worth_now(x, i, share) : 0;
    if (worth == 0) continue;
    run_step(x, s, x->asset[i].which, points);
    for (int p = 0; p < x->d->players; p++) e.of[p] += x->finishes * worth * points[p];
  }
  return e;
}

evaluation carcX_value_assets (carc_search *x, const carc_state *s, const evaluation_terms *terms) {
  evaluation e = x->looks_closely ? carcX_value_steps(x, s) : x->assumed;
  x->steps = e;
  double share[CARC_ASSET_STAGES];
  weigh_stages(x, share);
  for (int i = 0; i < x->n_assets; i++) {
    double worth = x->asset[i].kind == CARC_ASSET_KIND_STEP ? 0 : worth_now(x, i, share);
    for (int p = 0; p < x->d->players && worth != 0; p++)
      e.of[p] += worth * value_for(x, s, terms, x->asset[i], p);
  }
  return e;
}
