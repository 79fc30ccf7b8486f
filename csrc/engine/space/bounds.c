/*
** bounds.c: numbers that no game of a definition exceeds.
*/
#include "carcassonne_space.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

static const char *const names[] = {
#define X(id, name, says) name,
    CARC_BOUND_LIST(X)
#undef X
};

const char *carc_bound_name (carc_bound bound) {
  return (unsigned)bound < CARC_BOUND_COUNT ? names[bound] : NULL;
}

static carc_status bound_outcomes (const carc_definition *d, int *out, carc_error *err) {
  int options = d->n_phases > 0 ? MAX_CHANCES : 0;
  (void)err;
  *out = !d->manual ? 0 : options > d->n_types ? options : d->n_types;
  return CARC_OK;
}

/*
** Without phases, each tile has at most a placement, a deployment, and a decision about a further
** part. In any game, each decision and each draw takes at least one byte of the history.
*/
static carc_status bound_length (const carc_definition *d, int *out, carc_error *err) {
  enum { DECISIONS = 3 };
  (void)err;
  *out = d->n_phases == 0 && !d->manual ? DECISIONS * d->n_tiles : (int)d->at.n_history;
  return CARC_OK;
}

/* ---- Points ---------------------------------------------------------------------------------- */

#define NO_BOUND "the points of a game have no proven bound, because "

/* Fails if a script can change points, or the features that score. */
static carc_status check_points (const carc_definition *d, carc_error *err) {
  if (d->n_phases > 0)
    return FAIL_INVALID(err, NO_BOUND "the game has the phase %s", told_name(&d->phase[0].name));
  if (d->hooked) return FAIL_INVALID(err, NO_BOUND "scripts of the game have hooks");
  if (d->n_points_rows > 0)
    return FAIL_INVALID(err, NO_BOUND "the script %s has rows of points", d->points_row[0].owner);
  if (d->n_final_rows > 0)
    return FAIL_INVALID(err, NO_BOUND "the script %s has rows of the final scoring", d->final_row[0].owner);
  if (d->n_bonus_rows > 0)
    return FAIL_INVALID(err, NO_BOUND "the script %s has rows of bonuses", d->bonus_row[0].owner);
  if (d->weighs_cities)
    return FAIL_INVALID(err, NO_BOUND "the game has attributes that multiply the points of cities");
  if (!d->plain || d->mixed_edges || d->joins_features)
    return FAIL_INVALID(err, NO_BOUND "the game has spans, wild tiles, unlike edges or joined features");
  return CARC_OK;
}

/* The most that attributes add for each tile and pennant of a feature. */
static int64_t most_from_attributes (const carc_definition *d) {
  int64_t most = 0;
  for (int i = 0; i < d->words.n_attributes; i++) {
    const attribute_row *a = &d->words.attribute[i];
    int one = a->tile_points > a->incomplete_tile_points ? a->tile_points : a->incomplete_tile_points;
    if (one > 0) most += one;
  }
  return most;
}

/*
** The most that a tile gives to one player. Each segment scores once. Each field scores the cities
** that it borders, and it borders a city at least at one pair of a field and a city.
*/
static int64_t most_from_tile (const carc_definition *d, const tile_type *t, int64_t added) {
  enum { SURROUNDED_TILES = 9 };
  int64_t most = t->pairs * (int64_t)(d->rule[CARC_RULE_FIELD_CITY_POINTS] + d->rule[CARC_RULE_PIG_BONUS]);
  for (int i = 0; i < t->segments; i++) {
    bool surrounded = t->kind[i] == CARC_KIND_MONASTERY || (t->surrounded >> i & 1) != 0;
    if (t->kind[i] == CARC_KIND_ROAD) most += 1 + added;
    if (t->kind[i] == CARC_KIND_CITY) most += (2 + added) * (1 + t->pennants[i]);
    if (surrounded) most += SURROUNDED_TILES;
  }
  return most;
}

/* The lowest or highest points of a player or team at the start. */
static int points_at_start (const carc_definition *d, bool highest) {
  int found = carc_state_score(d, d->image, 0);
  for (int p = 1; p < d->players; p++) {
    int score = carc_state_score(d, d->image, p);
    if (highest ? score > found : score < found) found = score;
  }
  return found;
}

/* Points never decrease, unless scripts take them away. */
static carc_status bound_least_points (const carc_definition *d, int *out, carc_error *err) {
  TRY(check_points(d, err));
  *out = points_at_start(d, false);
  return CARC_OK;
}

static carc_status bound_most_points (const carc_definition *d, int *out, carc_error *err) {
  TRY(check_points(d, err));
  int64_t most = d->goods ? CARC_GOOD_COUNT * (int64_t)d->rule[CARC_RULE_GOODS_BONUS] : 0;
  int64_t added = most_from_attributes(d);
  for (int t = 0; t < d->n_types; t++) most += d->type[t].count * most_from_tile(d, &d->type[t], added);
  if (d->n_teams > 0) most *= d->players; /* each player of a team can get the points of a tie */
  most += points_at_start(d, true);
  if (most > INT32_MAX) return FAIL_INVALID(err, NO_BOUND "they could exceed 2147483647");
  *out = (int)most;
  return CARC_OK;
}

carc_status carc_definition_bound (const carc_definition *def, carc_bound bound, int *out, carc_error *err) {
  static carc_status (*const bounds[])(const carc_definition *, int *,
                                       carc_error *) = {[CARC_BOUND_MAX_CHANCE_OUTCOMES] = bound_outcomes,
                                                        [CARC_BOUND_MAX_GAME_LENGTH] = bound_length,
                                                        [CARC_BOUND_MIN_UTILITY] = bound_least_points,
                                                        [CARC_BOUND_MAX_UTILITY] = bound_most_points};
  if (carc_bound_name(bound) == NULL)
    return FAIL_INVALID(err, "there is no bound with the number %d", (int)bound);
  return bounds[bound](def, out, err);
}
