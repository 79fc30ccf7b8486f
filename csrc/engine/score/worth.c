/*
** worth.c: computes how attributes change the points of their features.
*/
#include "score/worth.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/state.h"

/* The attributes of a feature that change its points. */
static attribute_set weighty_of (const carc_definition *d, const carc_state *s, int feature_id) {
  return d->weighty != 0 ? feature_attributes(d, s, feature_id) & d->weighty : 0;
}

/* Multiplies two numbers. The result is limited, so that sums of points do not overflow. */
static int32_t times (int32_t a, int b) {
  enum { MAX_POINTS_EACH = 10000 };
  return a * b < MAX_POINTS_EACH ? a * b : MAX_POINTS_EACH;
}

city_multipliers carcS_city_multiplier (const carc_definition *d, const carc_state *s, int feature_id) {
  city_multipliers all = {1, 1};
  for (attribute_set left = weighty_of(d, s, feature_id); left != 0; left &= left - 1) {
    const attribute_row *row = &d->words.attribute[lowest_bit(left)];
    all.field = times(all.field, row->field_factor);
    all.pig = times(all.pig, row->pig_factor);
  }
  return all;
}

/*
** Whether a complete city scores like an incomplete one, because it has only two tiles (a Rio
** Grande rule of 2003).
*/
static bool is_small_city (const carc_definition *d, int tiles) {
  return tiles == 2 && d->rule[CARC_RULE_SMALL_CITY] == 2;
}

int carcS_tile_value (const carc_definition *d, const carc_state *s, int feature_id, int kind, bool complete,
                      int tiles) {
  int each = kind == CARC_KIND_CITY && complete && !is_small_city(d, tiles) ? 2 : 1;
  if (kind >= CARC_KIND_SPOT && !scores_itself(&const_features_of(d, s)[feature_id], kind)) return 0;
  if (LIKELY(d->weighty == 0) || kind > CARC_KIND_CITY) return each;
  bool nothing = false;
  for (attribute_set left = weighty_of(d, s, feature_id); left != 0; left &= left - 1) {
    const attribute_row *row = &d->words.attribute[lowest_bit(left)];
    each += complete ? row->tile_points : row->incomplete_tile_points;
    nothing |= !complete && row->nothing;
  }
  return each < 0 || nothing ? 0 : each;
}

int carcS_current_tile_value (const carc_definition *d, const carc_state *s, int feature_id, int kind) {
  const feature_totals *r = &const_features_of(d, s)[feature_id];
  return carcS_tile_value(d, s, feature_id, kind, open_of(r) == 0, tiles_of(r));
}
