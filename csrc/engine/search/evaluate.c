/*
** evaluate.c: computes the scored and expected points of each player.
*/
#include "search/evaluate.h"
#include "carcassonne.h"
#include "carcassonne_search.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/pieces.h"
#include "board/state.h"
#include "effect/majority.h"
#include "search/assets.h"
#include "search/feature_eval.h"
#include "search/scoring_eval.h"
#include "search/victory_eval.h"

/* Stores a term of the evaluation, if it is to be explained. */
ALWAYS_INLINE void explain_term (const carc_search *x, int player, carc_rating_term part, double points) {
  if (UNLIKELY(x->account != NULL)) x->account->of[player][part] += points;
}

/* Adds a term to the expected points of a player. */
ALWAYS_INLINE void add_term (const carc_search *x, evaluation *e, int player, carc_rating_term part,
                             double points) {
  e->of[player] += points;
  explain_term(x, player, part, points);
}

/* ---- Pieces in the supply -------------------------------------------------------------------- */

/*
** Value of a number of followers, which may be a fraction. Each further follower is worth less than
** the one before it. The fewer turns remain, the less all followers are worth.
*/
static double worth_of_followers (const carc_search *x, double n) {
  double worth = 0, next = x->weight[CARC_WEIGHT_FOLLOWER], turns = (double)x->to_come / x->d->players;
  for (int i = 0; i < n; i++) {
    worth += next * (n - i < 1 ? n - i : 1);
    next *= x->weight[CARC_WEIGHT_NEXT_FOLLOWER];
  }
  return worth * turns / (turns + x->weight[CARC_WEIGHT_TURNS]);
}

static double followers_in_supply (const carc_search *x, const carc_state *s, int player) {
  const uint8_t *supply = const_supply_of_player(x->d, s, player);
  int n = 0;
  for (int p = 0; p < x->d->n_pieces; p++) n += x->d->piece[p].role == ROLE_FOLLOWER ? supply[p] : 0;
  return n;
}

/* Value of builders, pigs and other pieces in the supply. */
static double worth_of_others (const carc_search *x, const carc_state *s, int player) {
  const uint8_t *supply = const_supply_of_player(x->d, s, player);
  double turns = (double)x->to_come / x->d->players, worth = 0;
  for (int p = 0; p < x->d->n_pieces; p++) {
    int role = x->d->piece[p].role;
    if (supply[p] == 0 || role == ROLE_FOLLOWER) continue;
    worth += supply[p] * x->weight[role == ROLE_BUILDER ? CARC_WEIGHT_BUILDER
                                   : role == ROLE_PIG   ? CARC_WEIGHT_PIG
                                                        : CARC_WEIGHT_OTHER_PIECE];
  }
  return worth * turns / (turns + x->weight[CARC_WEIGHT_TURNS]);
}

/* ---- Features -------------------------------------------------------------------------------- */

static unsigned owners_of (carc_search *x, const carc_state *s, int tile, int segment, int feature_id) {
  if (LIKELY(!x->d->odd_majorities)) return carcB_feature_majority(x->d, s, feature_id);
  return carcE_find_majority(x->d, s, &x->reading, tile, segment);
}

/* The term to which features of a kind belong. */
static carc_rating_term worth_of (int kind) {
  return kind == CARC_KIND_ROAD    ? CARC_RATING_TERM_ROADS
         : kind == CARC_KIND_CITY  ? CARC_RATING_TERM_CITIES
         : kind == CARC_KIND_FIELD ? CARC_RATING_TERM_FIELDS
                                   : CARC_RATING_TERM_MONASTERIES;
}

/* Adds points for each player with the majority. The players of a team get them once. */
static void share (const carc_search *x, evaluation *e, unsigned owners, carc_rating_term part,
                   double points) {
  for (; owners != 0; owners &= owners - 1) {
    int player = lowest_bit(owners);
    add_term(x, e, player, part, points);
    if (x->d->n_teams > 0) owners &= ~((unsigned)x->d->team[player] & ~(1u << player));
  }
}

NOINLINE static void add_scoring (carc_search *x, const carc_state *s, int tile, int segment,
                                  const expectation *p, evaluation *e) {
  evaluation more = carcX_expect_scoring(x, s, tile, segment, p);
  for (int player = 0; player < x->d->players; player++)
    add_term(x, e, player, worth_of(type_of(x->d, s, tile)->kind[segment]), more.of[player]);
}

/*
** Adds an occupied feature, unless it was added before. Returns the chance that its pieces return.
*/
static double add_feature (carc_search *x, const carc_state *s, int tile, int segment, evaluation *e) {
  int feature_id = feature_at(x->d, s, tile, segment);
  if (x->added[feature_id] == x->look) return (double)x->completes[feature_id];
  const feature_totals *r = &const_features_of(x->d, s)[feature_id];
  expectation p = carcX_feature_expectation(x, s, tile, segment);
  unsigned owners = owners_of(x, s, tile, segment, feature_id);
  x->added[feature_id] = x->look;
  x->completes[feature_id] = (float)p.completes;
  share(x, e, owners, worth_of(type_of(x->d, s, tile)->kind[segment]), p.points);
  if (p.pig > 0) share(x, e, owners & pigs_of(r), CARC_RATING_TERM_FIELDS, p.pig);
  if (UNLIKELY(x->sees_scoring && x->looks_closely)) add_scoring(x, s, tile, segment, &p, e);
  for (unsigned left = builders_of(r); left != 0; left &= left - 1)
    add_term(x, e, lowest_bit(left), CARC_RATING_TERM_BUILDERS,
             carcX_expected_parts(x, s, feature_id) * x->weight[CARC_WEIGHT_PART]);
  return p.completes;
}

static void add_features (carc_search *x, const carc_state *s, evaluation *e) {
  double followers[CARC_MAX_PLAYERS] = {0};
  for (int p = 0; p < x->d->players; p++) followers[p] = followers_in_supply(x, s, p);
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = const_pieces_of(x->d, s)[i];
    double home = add_feature(x, s, piece_tile(f), piece_segment(f), e);
    if (x->d->piece[piece_kind(f)].role == ROLE_FOLLOWER)
      followers[piece_player(f)] += home * x->weight[CARC_WEIGHT_RETURN];
  }
  for (int p = 0; p < x->d->players; p++) {
    double at_home = worth_of_followers(x, followers[p]), others = worth_of_others(x, s, p);
    e->of[p] += at_home + others;
    explain_term(x, p, CARC_RATING_TERM_FOLLOWERS, at_home);
    explain_term(x, p, CARC_RATING_TERM_PIECES, others);
  }
}

/* ---- Goods ----------------------------------------------------------------------------------- */

/*
** Chance that a player wins the majority of a good. It depends on the player's lead and on the
** number of tokens left.
*/
static double share_of_good (const carc_search *x, int lead, int left) {
  double doubt = x->weight[CARC_WEIGHT_GOODS_DOUBT] * left + 0.01, apart = lead < 0 ? -lead : lead;
  double sure = apart / (apart + doubt);
  return left == 0 && lead == 0 ? 1 : 0.5 + (lead < 0 ? -sure : sure) / 2;
}

static void add_goods (const carc_search *x, const carc_state *s, evaluation *e) {
  for (int g = 0; g < CARC_GOOD_COUNT; g++) {
    int left = x->d->goods_of_game[g];
    for (int p = 0; p < x->d->players; p++) left -= s->goods[p][g];
    for (int p = 0; p < x->d->players; p++) {
      int most = 0;
      for (int other = 0; other < x->d->players; other++)
        if (other != p && s->goods[other][g] > most) most = s->goods[other][g];
      if (left <= 0 && s->goods[p][g] == 0) continue;
      double part = share_of_good(x, s->goods[p][g] - most, left > 0 ? left : 0);
      add_term(x, e, p, CARC_RATING_TERM_GOODS, x->finishes * part * x->d->rule[CARC_RULE_GOODS_BONUS]);
    }
  }
}

/* ---- All parts ------------------------------------------------------------------------------- */

/* Adds up the points of teams, whose players have one result. */
static void add_up_teams (const carc_search *x, evaluation *e) {
  evaluation sums = {{0}};
  for (int p = 0; p < x->d->players; p++)
    for (int other = 0; other < x->d->players; other++)
      if (x->d->team[p] >> other & 1) sums.of[p] += e->of[other];
  *e = sums;
}

/* Adds up the terms that the engine knows without the script's functions. */
static evaluation add_known_terms (carc_search *x, const carc_state *s) {
  evaluation e = {{0}};
  if (!x->reading.failed) x->reading.visits_left = MAX_VISITS;
  for (int p = 0; p < x->d->players; p++) add_term(x, &e, p, CARC_RATING_TERM_POINTS, s->score[p]);
  if (s->decision != DECISION_END) {
    carcX_evaluate_features(x, s);
    add_features(x, s, &e);
    if (x->d->goods) add_goods(x, s, &e);
    if (x->to_come > 0) add_term(x, &e, s->turn, CARC_RATING_TERM_TURN, x->weight[CARC_WEIGHT_PART] / 2);
  }
  return e;
}

evaluation carcX_known_terms (carc_search *x, const carc_state *s, evaluation_terms *out) {
  evaluation_terms *outer = x->account;
  *out = (evaluation_terms){{{0}}};
  x->account = out;
  evaluation e = add_known_terms(x, s);
  x->account = outer;
  return e;
}

static evaluation evaluate_with_assets (carc_search *x, const carc_state *s) {
  evaluation_terms own;
  evaluation e = carcX_known_terms(x, s, &own), worth = carcX_value_assets(x, s, &own);
  for (int p = 0; p < x->d->players; p++) {
    for (int part = 0; part < CARC_RATING_TERM_COUNT; part++)
      explain_term(x, p, (carc_rating_term)part, own.of[p][part]);
    add_term(x, &e, p, CARC_RATING_TERM_ASSETS, worth.of[p]);
  }
  return e;
}

/* The winners share the worth of a won game; the points do not count. */
static evaluation evaluate_winners (const carc_search *x, const carc_state *s) {
  evaluation e = {{0}};
  unsigned winners = carc_state_winners(x->d, s);
  int n = 0;
  for (unsigned left = winners; left != 0; left &= left - 1) n++;
  for (; winners != 0; winners &= winners - 1)
    add_term(x, &e, lowest_bit(winners), CARC_RATING_TERM_POINTS, x->win / n);
  return e;
}

static void add_victory (carc_search *x, const carc_state *s, evaluation *e) {
  evaluation more = carcX_value_victory(x, s, e);
  for (int p = 0; p < x->d->players; p++) add_term(x, e, p, CARC_RATING_TERM_POINTS, more.of[p]);
}

evaluation carcX_evaluate (carc_search *x, const carc_state *s) {
  bool over = s->decision == DECISION_END;
  if (UNLIKELY(over && x->win > 0)) return evaluate_winners(x, s);
  evaluation e = LIKELY(over || !x->has_assets) ? add_known_terms(x, s) : evaluate_with_assets(x, s);
  if (UNLIKELY(decides_victory(x, s))) add_victory(x, s, &e);
  if (x->d->n_teams > 0) add_up_teams(x, &e);
  count_evaluation(x, s);
  return e;
}

void carcX_break_down (carc_search *x, const carc_state *s, evaluation_terms *out) {
  evaluation_terms own = {{{0}}};
  x->account = &own;
  carcX_evaluate(x, s);
  x->account = NULL;
  *out = (evaluation_terms){{{0}}};
  for (int p = 0; p < x->d->players; p++)
    for (int other = 0; other < x->d->players; other++)
      for (int part = 0; part < CARC_RATING_TERM_COUNT; part++)
        if (x->d->team[p] >> other & 1) out->of[p][part] += own.of[other][part];
}

int carcX_best_opponent (const carc_search *x, const evaluation *e, int player) {
  int best = -1;
  for (int p = 0; p < x->d->players; p++)
    if ((x->d->team[player] >> p & 1) == 0 && (best < 0 || e->of[p] > e->of[best])) best = p;
  return best;
}

double carcX_margin (const carc_search *x, const evaluation *e, int player) {
  int best = carcX_best_opponent(x, e, player);
  return e->of[player] - (best < 0 ? 0 : e->of[best]);
}

/* ---- One more piece -------------------------------------------------------------------------- */

/* How the player's expected points change if a follower is put on a feature. */
static double gain_of_follower (carc_search *x, const carc_state *s, int player, int piece, int tile,
                                int segment) {
  int feature_id = feature_at(x->d, s, tile, segment);
  expectation p = carcX_feature_expectation(x, s, tile, segment);
  double had = followers_in_supply(x, s, player), back = p.completes * x->weight[CARC_WEIGHT_RETURN];
  power_list powers = carcB_feature_powers(x->d, s, feature_id);
  int before = powers.of[player], after = before + x->d->piece[piece].power, most = 0;
  for (int other = 0; other < x->d->players; other++)
    if ((x->d->team[player] >> other & 1) == 0 && powers.of[other] > most) most = powers.of[other];
  double gain = (after >= most && after > 0) ? p.points : 0;
  if (before >= most && before > 0) gain -= p.points;
  bool at_once = p.completes >= 1; /* the follower returns at once */
  explain_term(x, player, at_once ? CARC_RATING_TERM_POINTS : worth_of(type_of(x->d, s, tile)->kind[segment]),
               gain);
  if (at_once) return gain;
  double left = worth_of_followers(x, had - 1 + back), all = worth_of_followers(x, had);
  explain_term(x, player, CARC_RATING_TERM_FOLLOWERS, left - all);
  return gain + left - all;
}

static double cost_of (const carc_search *x, carc_weight weight) {
  double turns = (double)x->to_come / x->d->players;
  return x->weight[weight] * turns / (turns + x->weight[CARC_WEIGHT_TURNS]);
}

/* What a builder or pig brings, less its value in the supply. */
static double gain_of_other (const carc_search *x, int player, carc_rating_term part, double brings,
                             double cost) {
  explain_term(x, player, part, brings);
  explain_term(x, player, CARC_RATING_TERM_PIECES, -cost);
  return brings - cost;
}

double carcX_evaluate_piece (carc_search *x, const carc_state *s, int player, int piece, int tile,
                             int segment) {
  int role = x->d->piece[piece].role, feature_id = feature_at(x->d, s, tile, segment);
  if (role == ROLE_FOLLOWER) return gain_of_follower(x, s, player, piece, tile, segment);
  if (role == ROLE_BUILDER)
    return gain_of_other(x, player, CARC_RATING_TERM_BUILDERS,
                         carcX_expected_parts(x, s, feature_id) * x->weight[CARC_WEIGHT_PART],
                         cost_of(x, CARC_WEIGHT_BUILDER));
  bool owns = owners_of(x, s, tile, segment, feature_id) >> player & 1;
  return gain_of_other(x, player, CARC_RATING_TERM_FIELDS,
                       owns ? carcX_feature_expectation(x, s, tile, segment).pig : 0,
                       cost_of(x, CARC_WEIGHT_PIG));
}
