/*
** point_rows.h: applies the rows of points and bonuses that scripts declare, with their conditions
** and multipliers.
*/
#ifndef CARC_POINT_ROWS_H
#define CARC_POINT_ROWS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

/* The points that a player is about to get, as a list of items. */
typedef struct score_items {
  int n, total;
  carc_score_item items[CARC_MAX_SCORE_ITEMS]; /* n of them */
} score_items;

ALWAYS_INLINE void add_item (score_items *b, carc_score_item_kind kind, int count, int each) {
  if (count == 0 || each == 0) return;
  b->items[b->n++] = (carc_score_item){kind, count, each, -1};
  b->total += count * each;
}

/* A feature that is being scored. */
typedef struct counted_feature {
  int tile, segment, feature_id, kind; /* tile, segment: any segment of the feature */
  bool complete, final;
  int cities; /* of a field: number of cities; each counts as often as with a pig */
  int city;   /* the only city that counts; 0 if all count */
} counted_feature;

/*
** Adds an item for each row of points that applies; `c` may be NULL. If several features are given
** (fields around a city), a row counts only in the feature in which it counts most.
*/
void carcS_count_point_rows (const carc_definition *d, const carc_state *s, carc_call *c,
                             const counted_feature *of, int n, score_items *b);

/* Computes what each player gets by a row of bonuses for the pieces in a feature. */
void carcS_count_bonus_row (carc_call *c, const point_row *row, const counted_feature *of,
                            int points[CARC_MAX_PLAYERS]);

/*
** Computes what each player gets by a row of a step of the final scoring, for all items that the
** row's selector finds.
*/
void carcS_count_step_row (carc_call *c, const point_row *row, int points[CARC_MAX_PLAYERS]);

#endif
