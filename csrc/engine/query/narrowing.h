/*
** narrowing.h: where a search has to look, by what the selector's links say of places and features that are known before it begins.
*/
#ifndef CARC_NARROWING_H
#define CARC_NARROWING_H

#include <stdlib.h>
#include "model/selector.h"
#include "board/board.h"
#include "board/state.h"
#include "query/item.h"

typedef struct search_bounds {
  bool nowhere;           /* a link names what is not there: nothing can be found */
  bool known, bearing;    /* the tiles are those listed; or those that stand out */
  int by;                 /* the link, if all that lies on these tiles is so near; or NONE */
  int area;               /* whose segments alone are found on them; or NONE */
  int n, tiles[MAX_NEAR]; /* in their order */
  int at;                 /* how far the search is among those */
  bool close;             /* pieces are found near this place alone: */
  uint16_t place;         /* a position */
  int reach;              /* cells away, either way */
  bool straight;          /* in its row or its column, and not on it */
  bool in_features;       /* those features alone are meant; by_feature: a link says so, or NONE */
  int by_feature, n_features;
  uint16_t features[CARC_MAX_SEGMENTS]; /* their ids, each once */
} search_bounds;

/* Whether a selector may find something, by what is on the table; of a filter whether something may pass it. */
bool carcQ_may_find (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                     int selector_number);

void carcQ_narrow_search (const query *q, const selector *f, search_bounds *out);

/* The next of the tiles, or the first after -1; -1 after the last one. */
static inline int next_tile (const query *q, search_bounds *near, int last) {
  int at = near->at = last < 0 ? 0 : near->at + 1;
  if (near->known) return at < near->n ? near->tiles[at] : -1;
  if (near->bearing) return at < q->s->n_bearing ? const_bearing_of(q->d, q->s)[at] : -1;
  return at < q->s->n_tiles ? at : -1;
}

/* Whether a link holds of all that is found there. */
static inline bool is_implied (const search_bounds *c, int link) {
  return link == c->by || link == c->by_feature;
}

/* Whether what lies at this position is so near to the place that is named. */
static inline bool is_near (const search_bounds *c, uint16_t at) {
  int columns = abs((int8_t)(uint8_t)(at - c->place)),
      rows = abs((int8_t)(uint8_t)((at >> 8) - (c->place >> 8)));
  return columns <= c->reach && rows <= c->reach && (!c->straight || columns + rows == 1);
}

/* Whether this feature is among those meant. */
static inline bool is_wanted_feature (const search_bounds *c, int feature_id) {
  bool meant = !c->in_features;
  for (int i = 0; !meant && i < c->n_features; i++) meant = c->features[i] == feature_id;
  return meant;
}

/* The kinds of segments that a selector says, of its items: a tile has one of these among others. */
enum { ALL_KINDS = (1 << CARC_KIND_COUNT) - 1 };
static inline unsigned kinds_meant (const selector *f) {
  return (f->given & GIVES_kind) != 0 ? f->kind : ALL_KINDS;
}

#endif
