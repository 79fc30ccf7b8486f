/*
** pay.c: points that a feature brings to whoever has its majority, and to the owners of the pieces in it.
*/
#include <string.h>
#include "score/pay.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/port.h"
#include "base/text.h"
#include "define/definition.h"
#include "table/state.h"
#include "script/event.h"
#include "script/hooks.h"
#include "script/verbs.h"
#include "score/point_rows.h"

/* Asks the hook what the feature is worth; the difference becomes an item. */
static bool ask_points (call *c, carc_scoring *what, score_items *b) {
  what->points = b->total;
  if (c->d->hooks.points == NULL || what->players == 0) return true;
  if (!carc_ask_points(c, what, &what->points)) return false;
  if (what->points < -MOST_POINTS || what->points > MOST_POINTS) {
    carc_fail(c->err, CARC_SCRIPT, 0, "%d points are too many for a feature", what->points);
    return false;
  }
  add_item(b, CARC_ITEM_SCRIPT, 1, what->points - b->total);
  return true;
}

void carc_pay (call *c, const carc_scoring *what, const score_items *b, int good) {
  for (int p = 0; p < c->d->players; p++) {
    if ((what->players >> p & 1) == 0) continue;
    c->s->score[p] = add_points(c->s->score[p], what->points);
    if (!listening(c)) continue;
    carc_event e = what->tile >= 0 ? carc_event_on(c, CARC_EV_SCORED, p, what->tile, what->segment)
                                   : carc_event_of(c, CARC_EV_SCORED, p);
    e.feature = what->kind;
    e.good = good;
    e.points = what->points;
    e.complete = what->complete;
    e.n_items = b->n;
    memcpy(e.items, b->items, (size_t)b->n * sizeof *e.items);
    carc_emit(c, &e);
  }
}

bool carc_after_scoring (call *c, const carc_scoring *what) {
  return c->d->hooks.on_scored == NULL || carc_run_on_scored(c, what);
}

/* ---- What pieces bring their owners ------------------------------------------------------------------- */

static bool ask_bonuses (call *c, const carc_scoring *what, int feature_id) {
  for (int i = 0; i < c->s->n_pieces; i++) {
    carc_piece f = carc_state_piece(c->d, c->s, i);
    if (feature_at(c->d, c->s, f.tile, f.segment) == feature_id && !carc_ask_bonus(c, what, &f)) return false;
  }
  return true;
}

NOINLINE bool carc_pay_bonuses (call *c, const carc_scoring *what) {
  counted of = counted_in(what, feature_at(c->d, c->s, what->tile, what->segment));
  int points[CARC_MAX_PLAYERS];
  for (int i = 0; i < c->d->n_bonus_rows; i++) {
    const point_row *row = &c->d->bonus_row[i];
    carc_count_bonus(c, row, &of, points);
    for (int p = 0; p < c->d->players; p++)
      if (points[p] != 0) carc_award(c, p, points[p], row->owner);
  }
  return c->d->hooks.bonus == NULL || ask_bonuses(c, what, of.feature_id);
}

bool carc_settle (call *c, carc_scoring *what, score_items *b) {
  if (!ask_points(c, what, b)) return false;
  carc_pay(c, what, b, -1);
  return true;
}
