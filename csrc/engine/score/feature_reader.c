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
static int points_of (carc_call *c, const carc_state *s, const carc_feature *f, int tile, int segment) {
  const carc_definition *d = c->d;
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
    carcS_count_point_rows(d, s, c, &of, 1, &b);
  return b.total;
}

/* Counts the work of a reading as work of the running call, which fails if the reading failed. */
static void charge_running (const carc_call *c, carc_call *running) {
  running->visits_left = c->visits_left;
  if (!c->failed || running->failed) return;
  running->failed = true;
  if (running->err != NULL) *running->err = *c->err;
}

carc_status carc_state_feature (const carc_definition *def, const carc_state *state, carc_call *running,
                                int tile, int segment, carc_feature *out, carc_error *err) {
  carc_error own;
  carc_call c = begin_reading(def, err != NULL ? err : &own);
  if (running != NULL) c.visits_left = running->visits_left;
  carc_feature f = carc_state_feature_brief(def, state, tile, segment);
  carc_contest contest = carcE_find_contest(def, state, &c, tile, segment);
  f.majority = carcE_decide_contest(def, state, &c, &contest);
  if (f.kind == CARC_KIND_FIELD) f.tiles = carcB_count_tiles(def, state, f.id);
  memcpy(f.power, contest.power, sizeof f.power);
  f.points = points_of(&c, state, &f, tile, segment);
  if (running != NULL) charge_running(&c, running);
  if (!c.failed) *out = f;
  return call_status(&c);
}
