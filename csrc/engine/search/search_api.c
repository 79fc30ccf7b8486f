/*
** search_api.c: the functions of carcassonne_search.h: workspace, ratings of actions, choice of an
** action.
*/
#include <math.h>
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/majority.h"
#include "search/assets.h"
#include "search/endgame.h"
#include "search/evaluate.h"
#include "search/explain.h"
#include "search/lookahead.h"
#include "search/tile_fit.h"
#include "search/tree.h"
#include "search/workspace.h"

/* ---- Weights and terms ----------------------------------------------------------------------- */

static const carc_weight_row rows[] = {
#define X(id, name, usual, min, max, says) {name, usual, min, max, says},
    CARC_WEIGHT_LIST(X)
#undef X
};

const carc_weight_row *carc_weight_describe (int weight) {
  return weight >= 0 && weight < CARC_WEIGHT_COUNT ? &rows[weight] : NULL;
}

static const carc_rating_term_row parts[] = {
#define X(id, name, says) {name, says},
    CARC_RATING_TERM_LIST(X)
#undef X
};

const carc_rating_term_row *carc_rating_term_describe (int part) {
  return part >= 0 && part < CARC_RATING_TERM_COUNT ? &parts[part] : NULL;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Maximum number of pairs of a field and a city on the tiles of a game. */
static size_t most_pairs (const carc_definition *d) {
  size_t most = 0;
  for (int t = 0; t < d->n_all_types; t++)
    if (d->type[t].pairs > most) most = d->type[t].pairs;
  return most * d->at.n_tiles;
}

/*
** Whether answers of functions are kept. If functions act when points are given, a bonus does more
** than give its points.
*/
static bool keeps_answers (const carc_definition *d) {
  return (d->hooks.points != NULL || d->hooks.bonus != NULL) && d->hooks.on_points_given == NULL;
}

/* Computes the layout of the block; returns its size. */
static size_t lay_out_block (carc_search *x, unsigned char *block, const carc_definition *d) {
  enum { ROOM_TO_FIT = 1 << 14 };
  size_t at = sizeof *x, types = (size_t)d->n_types, features = d->at.n_features;
  x->most_fitting = (uint32_t)(ROOM_TO_FIT + 2 * types);
  x->count = take_of_block(block, &at, types, sizeof *x->count);
  x->counted = take_of_block(block, &at, types, sizeof *x->counted);
  x->joined = take_of_block(block, &at, types * SIDES * SIDES, 1);
  x->kinds = take_of_block(block, &at, CELL_KINDS, sizeof *x->kinds);
  x->fitting = take_of_block(block, &at, x->most_fitting, sizeof *x->fitting);
  x->estimates = take_of_block(block, &at, features, sizeof *x->estimates);
  x->added = take_of_block(block, &at, features, sizeof *x->added);
  x->completes = take_of_block(block, &at, features, sizeof *x->completes);
  x->field_number = take_of_block(block, &at, features, 1);
  x->bordering = take_of_block(block, &at, features, sizeof *x->bordering);
  x->pairs.lie = take_of_block(block, &at, d->at.n_tiles, sizeof *x->pairs.lie);
  x->pairs.until = take_of_block(block, &at, d->at.n_tiles, sizeof *x->pairs.until);
  x->pairs.pair = take_of_block(block, &at, most_pairs(d), sizeof *x->pairs.pair);
  for (int i = 0; i < MAX_LEVELS; i++) x->level[i] = take_of_block(block, &at, d->at.size, 1);
  x->ended = take_of_block(block, &at, d->at.size, 1);
  x->answers = keeps_answers(d) ? take_of_block(block, &at, 1, sizeof *x->answers) : NULL;
  return at;
}

/* Offset of the tree, which follows the block. */
static size_t tree_at (const carc_definition *d) {
  carc_search x;
  return (lay_out_block(&x, NULL, d) + 15) & ~(size_t)15;
}

size_t carc_search_size (const carc_definition *def, const carc_tree_options *tree) {
  return tree_at(def) + (tree != NULL ? carcX_tree_size(def, tree) : 0);
}

void carc_search_init (const carc_definition *def, carc_search *search, const double *weights,
                       const carc_tree_options *tree) {
  *search = (carc_search){.d = def, .hides = def->n_reserves > 0 || def->hides_tokens};
  lay_out_block(search, (unsigned char *)search, def);
  for (int i = 0; i < CARC_WEIGHT_COUNT; i++)
    search->weight[i] = weights != NULL ? weights[i] : rows[i].usual;
  memset(search->added, 0, def->at.n_features * sizeof *search->added);
  memset(search->estimates, 0, def->at.n_features * sizeof *search->estimates);
  if (search->answers != NULL) memset(search->answers, 0, sizeof *search->answers);
  carcX_init_tile_fit(search);
  search->n_assets = carcX_list_assets(def, search->asset);
  carc_search_set_worths(search, NULL, 0, false);
  if (tree != NULL) carcX_tree_init(search, (unsigned char *)search + tree_at(def), tree);
}

/* Checks that the state waits for a decision of this player. */
static carc_status check_asked (const carc_state *s, int player, carc_error *err) {
  if (s->n_actions == 0) return FAIL_INVALID(err, "the game is over, so no decision is left");
  if (player < 0) return FAIL_INVALID(err, "this decision belongs to chance, not to a player");
  return CARC_OK;
}

/* ---- Assets ---------------------------------------------------------------------------------- */

int carc_asset_count (const carc_definition *def) { return carcX_list_assets(def, NULL); }

bool carc_asset_describe (const carc_definition *def, int number, carc_asset *out) {
  asset list[CARC_MAX_ASSETS];
  int n = carcX_list_assets(def, list);
  if (number < 0 || number >= n) return false;
  asset a = list[number];
  *out = (carc_asset){.kind = carcX_kind_of_asset(a), .name = carcX_name_of_asset(def, a)};
  if (out->name == NULL) out->name = parts[a.which].name;
  memcpy(out->usual, carcX_usual_worths(def, a), sizeof out->usual);
  return true;
}

void carc_search_set_worths (carc_search *search, const double *worths, double win, bool blind) {
  search->win = win;
  search->blind = blind;
  search->failed_steps = 0;
  for (int i = 0; i < search->n_assets; i++)
    memcpy(search->worth[i],
           worths != NULL ? worths + i * CARC_ASSET_STAGES : carcX_usual_worths(search->d, search->asset[i]),
           sizeof search->worth[i]);
  carcX_choose_assets(search);
}

void carc_search_foresee_scoring (carc_search *search, bool foresees) {
  search->foresees_scoring = foresees;
  carcX_choose_assets(search);
}

carc_status carc_search_assets (carc_search *search, const carc_state *state, double *assets,
                                double expected[CARC_MAX_PLAYERS], carc_error *err) {
  const carc_definition *d = search->d;
  int player = carc_state_current_player(d, state);
  TRY(check_asked(state, player, err));
  double found[CARC_MAX_PLAYERS][CARC_MAX_ASSETS];
  evaluation_terms terms;
  search->reading = begin_reading(d, err);
  carcX_count_unseen_tiles(search, state, player);
  carc_state_clone(d, search->level[0], state);
  search->looks_closely = true;
  evaluation e = carcX_known_terms(search, search->level[0], &terms);
  carcX_find_assets(search, search->level[0], &terms, found);
  if (search->reading.failed) return CARC_ERR_SCRIPT;
  for (int p = 0; p < d->players; p++) {
    expected[p] = e.of[p];
    memcpy(assets + p * search->n_assets, found[p], (size_t)search->n_assets * sizeof *assets);
  }
  return CARC_OK;
}

/* ---- Lookahead ------------------------------------------------------------------------------- */

/*
** Number of determinizations. If tokens are hidden, several are needed, because tokens affect the
** player's own turn. If only tiles are hidden, one suffices: nobody plays these tiles in this turn,
** and tiles to come are counted, not drawn.
*/
static int samples_of (const carc_definition *d) {
  enum { SAMPLES = 3 };
  return d->hides_tokens ? SAMPLES : 1;
}

/* Writes a determinized state that has the same legal actions and unknown draws. */
static carc_status determinize (const carc_search *x, const carc_state *s, int player, uint64_t seed,
                                carc_error *err) {
  carc_status status = CARC_OK;
  if (x->hides) {
    status = carc_state_determinize(x->d, s, player, seed, x->level[0], err);
    if (status == CARC_OK && x->level[0]->n_actions != s->n_actions) carc_state_clone(x->d, x->level[0], s);
    return status;
  }
  carc_state_clone(x->d, x->level[0], s);
  carc_state_reseed(x->d, x->level[0], seed);
  return CARC_OK;
}

carc_status carc_search_rate (carc_search *search, const carc_state *state, uint64_t seed, double *out,
                              carc_error *err) {
  const carc_definition *d = search->d;
  int player = carc_state_current_player(d, state), n = state->n_actions, samples = samples_of(d);
  carc_status status = check_asked(state, player, err);
  if (status != CARC_OK) return status;
  evaluation *all = carcM_alloc_memory(d, (size_t)n * sizeof *all);
  if (all == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  for (int i = 0; i < n; i++) out[i] = 0;
  search->reading = begin_reading(d, err);
  carcX_count_unseen_tiles(search, state, player);
  for (int k = 0; k < samples && status == CARC_OK; k++) {
    status = determinize(search, state, player, seed + (uint64_t)k, err);
    if (status == CARC_OK && !carcX_evaluate_actions(search, search->level[0], all, err))
      status = CARC_ERR_SCRIPT;
    for (int i = 0; i < n && status == CARC_OK; i++)
      out[i] += carcX_margin(search, &all[i], player) / samples;
  }
  carcM_free_memory(d, all, (size_t)n * sizeof *all);
  return status;
}

static void add_explanation (carc_explanation *to, const carc_explanation *more, double share) {
  to->before += share * more->before;
  for (int part = 0; part < CARC_RATING_TERM_COUNT; part++) {
    to->own[part] += share * more->own[part];
    to->theirs[part] += share * more->theirs[part];
  }
}

carc_status carc_search_explain (carc_search *search, const carc_state *state, uint64_t seed, int index,
                                 carc_explanation *out, carc_error *err) {
  int player = carc_state_current_player(search->d, state), samples = samples_of(search->d);
  TRY(check_asked(state, player, err));
  if (index < 0 || index >= state->n_actions) return FAIL_INVALID(err, "there is no action %d", index);
  *out = (carc_explanation){0};
  search->reading = begin_reading(search->d, err);
  carcX_count_unseen_tiles(search, state, player);
  for (int k = 0; k < samples; k++) {
    carc_explanation one;
    TRY(determinize(search, state, player, seed + (uint64_t)k, err));
    if (!carcX_explain(search, player, index, &one, err)) return CARC_ERR_SCRIPT;
    add_explanation(out, &one, 1.0 / samples);
  }
  return CARC_OK;
}

int carc_best_rated (const double *ratings, int n, uint64_t seed) {
  uint64_t generator = random_seed(seed);
  int best = -1;
  uint32_t ties = 0;
  for (int i = 0; i < n; i++) {
    if (isnan(ratings[i]) || (best >= 0 && ratings[i] < ratings[best])) continue;
    ties = best >= 0 && ratings[i] == ratings[best] ? ties + 1 : 1;
    if (random_below(&generator, ties) == 0) best = i;
  }
  return best;
}

/* ---- Tree search ----------------------------------------------------------------------------- */

carc_status carc_search_run (carc_search *search, const carc_state *state, int iterations, uint64_t work,
                             uint64_t seed, carc_error *err) {
  int player = carc_state_current_player(search->d, state);
  TRY(check_asked(state, player, err));
  if (search->tree == NULL) return FAIL_INVALID(err, "this search was created without a tree");
  if (iterations < 1) return FAIL_INVALID(err, "%d games: expected 1 or more", iterations);
  carc_error failed = {.code = CARC_ERR_SCRIPT};
  search->reading = begin_reading(search->d, &failed);
  if (carcX_run_tree_search(search, state, player, iterations, work, seed, &failed)) return CARC_OK;
  if (err != NULL) *err = failed;
  return failed.code;
}

bool carc_search_evaluations (const carc_search *search, const carc_state *state, double *ratings,
                              int *visits) {
  return search->tree != NULL && carcX_evaluations_of(search, state, ratings, visits);
}

uint64_t carc_search_work (const carc_search *search) { return search->work; }

/* ---- Exact search ---------------------------------------------------------------------------- */

carc_status carc_search_solve (carc_search *search, const carc_state *state, int tiles, uint64_t work,
                               bool all, double *values, carc_error *err) {
  int player = carc_state_current_player(search->d, state);
  TRY(check_asked(state, player, err));
  for (int i = 0; i < state->n_actions; i++) values[i] = (double)NAN;
  if (!carcX_can_solve(search, state, tiles)) return CARC_OK;
  carc_error failed = {.code = CARC_ERR_SCRIPT};
  search->reading = begin_reading(search->d, &failed);
  if (carcX_solve(search, state, work, all, values, &failed)) return CARC_OK;
  if (err != NULL) *err = failed;
  return failed.code;
}

/* ---- Choice ---------------------------------------------------------------------------------- */

int carc_most_visited (const double *ratings, const int *visits, int n) {
  int best = -1;
  for (int i = 0; i < n; i++)
    if (visits[i] > 0 &&
        (best < 0 || visits[i] > visits[best] || (visits[i] == visits[best] && ratings[i] > ratings[best])))
      best = i;
  return best;
}

int carc_visits_ahead (const int *visits, int n) {
  int most = 0, next = 0;
  for (int i = 0; i < n; i++) {
    int after = visits[i] < most ? visits[i] : most;
    if (visits[i] > most) most = visits[i];
    if (after > next) next = after;
  }
  return most - next;
}
