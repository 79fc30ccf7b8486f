/* final.c: the final scoring: incomplete features, fields, goods, and steps of scripts. */
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "board/feature.h"
#include "board/state.h"
#include "effect/awards.h"
#include "effect/event.h"
#include "effect/hooks.h"
#include "score/fields.h"
#include "score/pay.h"
#include "score/point_rows.h"
#include "score/score.h"

/*
** One segment of each feature that is to be scored. They are listed before scoring, because scripts
** may return pieces in the course of it.
*/
typedef struct site_list {
  int n;
  uint32_t places[CARC_MAX_STANDING];
} site_list;

static void add_place (const carc_call *c, site_list *list, uint32_t piece) {
  int feature_id = feature_at(c->d, c->s, piece_tile(piece), piece_segment(piece));
  for (int i = 0; i < list->n; i++)
    if (feature_at(c->d, c->s, piece_tile(list->places[i]), piece_segment(list->places[i])) == feature_id)
      return;
  list->places[list->n++] = piece;
}

static bool score_incomplete (carc_call *c) {
  site_list list;
  list.n = 0;
  for (int i = 0; i < c->s->n_pieces; i++) {
    uint32_t f = const_pieces_of(c->d, c->s)[i];
    int kind = type_of(c->d, c->s, piece_tile(f))->kind[piece_segment(f)];
    const feature_totals *r =
        &const_features_of(c->d, c->s)[feature_at(c->d, c->s, piece_tile(f), piece_segment(f))];
    if (scores_itself(r, kind)) add_place(c, &list, f);
  }
  for (int i = 0; i < list.n; i++) {
    int tile = piece_tile(list.places[i]), segment = piece_segment(list.places[i]);
    bool stays = c->d->n_unscored > 0 && carcS_is_unscored(c->d, c->s, c, tile, segment);
    if (c->failed || (!stays && !carcS_score_feature(c, tile, segment))) return false;
  }
  return true;
}

static bool score_goods (carc_call *c) {
  if (!c->d->goods) return true;
  for (int g = 0; g < CARC_GOOD_COUNT; g++) {
    int most = 1;
    carc_scoring what = {.tile = -1, .segment = -1, .kind = CARC_KIND_COUNT, .final = true};
    for (int p = 0; p < c->d->players; p++) {
      int n = c->s->goods[p][g];
      if (n > most) what.players = 0;
      if (n < most) continue;
      most = n;
      what.players |= 1u << p;
    }
    score_items b;
    b.n = b.total = 0;
    add_item(&b, CARC_SCORE_ITEM_GOOD, 1, c->d->rule[CARC_RULE_GOODS_BONUS]);
    what.points = b.total;
    if (b.total != 0 && !carcS_pay_score(c, &what, &b, g)) return false;
  }
  return true;
}

/* Applies the rows of a step, and then runs the hooks of scripts. */
static bool score_by_scripts (carc_call *c, int step) {
  for (int i = 0; i < c->d->n_final_rows; i++) {
    const point_row *row = &c->d->final_row[i];
    int points[CARC_MAX_PLAYERS];
    if (row->step != step) continue;
    carcS_count_step_row(c, row, points);
    carc_given given = {
        .cause = CARC_GIVEN_CAUSE_STEP, .tile = -1, .segment = -1, .label = carc_step_name(c->d, step)};
    if (!carcE_award_points_each(c, given, points)) return false;
  }
  return c->d->hooks.final == NULL || carcE_run_final_step(c, carc_step_name(c->d, step));
}

bool carcS_score_step (carc_call *c, int step) {
  c->final = true;
  bool fine = score_by_scripts(c, step);
  c->final = false;
  return fine;
}

bool carcS_score_final_steps (carc_call *c) {
  static bool (*const steps[FINAL_SCRIPTED])(carc_call *) = {[FINAL_INCOMPLETE] = score_incomplete,
                                                             [FINAL_FIELDS] = carcS_score_fields,
                                                             [FINAL_GOODS] = score_goods};
  bool fine = true;
  c->final = true;
  for (int i = 0; i < c->d->n_steps && fine; i++) {
    const final_step *step = &c->d->step[i];
    if (listening(c)) {
      carc_event e = carcE_new_event(c, CARC_EVENT_FINAL, -1);
      strcpy(e.text, told_name(&step->name));
      carcE_emit(c, &e);
    }
    fine = step->does == FINAL_SCRIPTED ? score_by_scripts(c, i) : steps[step->does](c);
  }
  c->final = false;
  return fine;
}
