/*
** multiplier.c: computes the multipliers of rows of points, bonuses, steps and power.
*/
#include "query/multiplier.h"
#include "carcassonne.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"
#include "query/query.h"

static int within_bounds (int64_t n) {
  return n > MAX_COUNTED ? MAX_COUNTED : n < -MAX_COUNTED ? -MAX_COUNTED : (int)n;
}

/* Counts the items that are found. If `only_city` is set, no other city counts. */
typedef struct tally {
  const query *q;
  int only_city, n;
} tally;

static bool tally_one (void *ud, const query_item *t) {
  tally *w = ud;
  bool other = w->only_city != NO_FEATURE && t->is == ITEM_FEATURES &&
               carcQ_item_feature(w->q, t) != w->only_city &&
               type_of(w->q->d, w->q->s, t->tile)->kind[t->segment] == CARC_KIND_CITY;
  w->n += !other;
  return w->n < MAX_COUNTED;
}

/*
** Counts what the selector of a row finds. By default, only items that belong to the scoring item
** count.
*/
static int count_found (query *q, const point_row *row, int only_city) {
  tally w = {q, only_city, 0};
  if (row->own)
    carcQ_visit_found_in(q, row->number, &q->this, tally_one, &w);
  else
    carcQ_visit_found(q, row->number, tally_one, &w);
  return w.n;
}

static int count_attribute (const query *q, const query_item *t, int attribute) {
  if (t->is == ITEM_PIECES) return carcB_count_segment_attribute(q->d, q->s, t->tile, t->segment, attribute);
  return carcB_count_attribute(q->d, q->s, carcQ_item_feature(q, t), attribute);
}

int carcQ_count_multiplier (query *q, const point_row *row, const query_item *t, int cities, int only_city) {
  bool any, placed = t->tile >= 0 && t->segment >= 0;
  if (row->per == PER_ONCE) return 1;
  if (row->per == PER_VARIABLE) return within_bounds(carcQ_item_variable(q, row->number, t, &any));
  if (row->per == PER_FOUND) {
    carcQ_set_this(q, t);
    return count_found(q, row, only_city);
  }
  if (!placed) return 0;
  switch (row->per) {
    case PER_TILES: return carcQ_count_tiles(q, t);
    case PER_PENNANTS: return pennants_of(&const_features_of(q->d, q->s)[carcQ_item_feature(q, t)]);
    case PER_CITIES: return cities;
    case PER_PIECES: return carcB_count_pieces(q->d, q->s, carcQ_item_feature(q, t), -1);
    default: return count_attribute(q, t, row->number);
  }
}
