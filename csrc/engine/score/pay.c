/*
** pay.c: pays points of features to the players with the majority, and bonuses to the owners of
** pieces.
*/
#include <string.h>
#include "score/pay.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/state.h"
#include "effect/awards.h"
#include "effect/event.h"
#include "effect/hooks.h"
#include "score/point_rows.h"

bool carcS_ask_points (carc_call *c, carc_scoring *what, score_items *b) {
  what->points = b->total;
  if (c->d->hooks.points == NULL || what->players == 0) return true;
  if (!carcE_ask_points(c, what, &what->points)) return false;
  if (what->points < -MAX_POINTS || what->points > MAX_POINTS) {
    carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "points: expected from -%d to %d points for the feature, got %d",
               MAX_POINTS, MAX_POINTS, what->points);
    return false;
  }
  add_item(b, CARC_SCORE_ITEM_SCRIPT, 1, what->points - b->total);
  return true;
}

static void emit_scored (carc_call *c, const carc_scoring *what, const score_items *b, int player, int good) {
  carc_event e = what->tile >= 0
                     ? carcE_new_segment_event(c, CARC_EVENT_SCORED, player, what->tile, what->segment)
                     : carcE_new_event(c, CARC_EVENT_SCORED, player);
  e.feature = what->kind;
  e.good = good;
  e.points = what->points;
  e.complete = what->complete;
  e.n_items = b->n;
  memcpy(e.items, b->items, (size_t)b->n * sizeof *e.items);
  carcE_emit(c, &e);
}

bool carcS_pay_score (carc_call *c, const carc_scoring *what, const score_items *b, int good) {
  for (int p = 0; p < c->d->players; p++) {
    if ((what->players >> p & 1) == 0) continue;
    c->s->score[p] = add_points(c->s->score[p], what->points);
    if (listening(c)) emit_scored(c, what, b, p, good);
    if (!show_points(c, &(carc_given){.player = p,
                                      .points = what->points,
                                      .cause = good >= 0 ? CARC_GIVEN_CAUSE_GOODS : CARC_GIVEN_CAUSE_SCORED,
                                      .tile = what->tile,
                                      .segment = what->segment,
                                      .label = good >= 0 ? carc_good_name((carc_good)good) : ""}))
      return false;
  }
  return true;
}

bool carcS_finish_scoring (carc_call *c, const carc_scoring *what) {
  if (!carcE_queue_scoring(c, what)) return false;
  return c->d->hooks.on_feature_scored == NULL || carcE_run_on_feature_scored(c, what);
}

/* ---- Bonuses of pieces ----------------------------------------------------------------------- */

static bool stands (const carc_call *c, uint32_t piece) {
  for (int i = 0; i < c->s->n_pieces; i++)
    if (const_pieces_of(c->d, c->s)[i] == piece) return true;
  return false;
}

/*
** Asks for bonuses of the pieces in a feature. A piece that has left since the feature scored gets
** none: on_points_given may return pieces.
*/
static bool ask_bonuses (carc_call *c, const carc_scoring *what, int feature_id) {
  uint32_t there[CARC_MAX_STANDING];
  int n = 0;
  for (int i = 0; i < c->s->n_pieces; i++) {
    uint32_t f = const_pieces_of(c->d, c->s)[i];
    if (feature_at(c->d, c->s, piece_tile(f), piece_segment(f)) == feature_id) there[n++] = f;
  }
  for (int i = 0; i < n; i++) {
    carc_piece f = {piece_player(there[i]), piece_kind(there[i]), piece_tile(there[i]),
                    piece_segment(there[i])};
    if (stands(c, there[i]) && !carcE_ask_bonus(c, what, &f)) return false;
  }
  return true;
}

NOINLINE bool carcS_pay_bonuses (carc_call *c, const carc_scoring *what) {
  counted_feature of = counted_in(what, feature_at(c->d, c->s, what->tile, what->segment));
  int points[CARC_MAX_PLAYERS];
  for (int i = 0; i < c->d->n_bonus_rows; i++) {
    const point_row *row = &c->d->bonus_row[i];
    carcS_count_bonus_row(c, row, &of, points);
    carc_given given = {
        .cause = CARC_GIVEN_CAUSE_BONUS, .tile = what->tile, .segment = what->segment, .label = row->owner};
    if (!carcE_award_points_each(c, given, points)) return false;
  }
  return c->d->hooks.bonus == NULL || ask_bonuses(c, what, of.feature_id);
}

bool carcS_settle_score (carc_call *c, carc_scoring *what, score_items *b) {
  if (!carcS_ask_points(c, what, b)) return false;
  return carcS_pay_score(c, what, b, -1);
}
