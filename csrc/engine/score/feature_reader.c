/*
** feature_reader.c: reads a feature for callers, with its majority and its current points.
*/
#include <string.h>
#include "carcassonne.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"
#include "effect/majority.h"
#include "score/point_rows.h"
#include "score/worth.h"

/*
** The number of complete cities that a field borders. Each city counts as often as its attributes
** say.
*/
static city_multipliers count_city_times (const carc_definition *d, const carc_state *s, int feature_id) {
  int cities[MAX_CITIES], n = carc_state_field_cities(d, s, feature_id, true, cities, MAX_CITIES);
  city_multipliers sum = {0, 0};
  for (int i = 0; i < n; i++) {
    city_multipliers times = carcS_city_multiplier(d, s, cities[i]);
    sum.field += times.field;
    sum.pig += times.pig;
  }
  return sum;
}

/* Points of a feature as it is now. An incomplete feature scores as at the end of the game. */
static int points_of (const carc_definition *d, const carc_state *s, const carc_feature *f, int tile,
                      int segment) {
  const feature_totals *r = &const_features_of(d, s)[f->id];
  counted_feature of = {.tile = tile,
                        .segment = segment,
                        .feature_id = f->id,
                        .kind = (int)f->kind,
                        .complete = f->complete,
                        .final = !f->complete};
  score_items b;
  b.n = 0;
  b.total = carcS_current_tile_value(d, s, f->id, (int)f->kind) * (tiles_of(r) + pennants_of(r));
  if (f->kind == CARC_KIND_FIELD) {
    city_multipliers times = count_city_times(d, s, f->id);
    b.total = times.field * d->rule[CARC_RULE_FIELD_CITY_POINTS];
    of.cities = times.pig;
  }
  if (f->kind == CARC_KIND_FIELD || scores_itself(r, (int)f->kind))
    carcS_count_point_rows(d, s, NULL, &of, 1, &b);
  return b.total;
}

carc_feature carc_state_feature (const carc_definition *def, const carc_state *state, int tile, int segment) {
  carc_feature f = carc_state_feature_brief(def, state, tile, segment);
  int feature_id = f.id, kind = (int)f.kind;
  carc_contest contest = carcE_find_contest(def, state, NULL, tile, segment);
  f.majority = carcE_decide_contest(def, state, NULL, &contest);
  if (kind == CARC_KIND_FIELD) f.tiles = carcB_count_tiles(def, state, feature_id);
  memcpy(f.power, contest.power, sizeof f.power);
  f.points = points_of(def, state, &f, tile, segment);
  return f;
}
