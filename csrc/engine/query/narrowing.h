/*
** narrowing.h: finds the bounds of a search, from links whose targets are known before it begins.
*/
#ifndef CARC_NARROWING_H
#define CARC_NARROWING_H

#include <stdlib.h>
#include "model/selector.h"
#include "board/board.h"
#include "board/state.h"
#include "query/item.h"

typedef struct search_bounds {
  bool nowhere;        /* a link names something that is missing, so nothing matches */
  bool known, bearing; /* search only the tiles listed; only those in `bearing` of the state */
  int by;              /* link that everything on these tiles passes, or NONE */
  int area;            /* search only segments of this area; or NONE */
  int n;
  uint16_t tiles[CARC_MAX_TILES]; /* n tiles, sorted */
  int at;                         /* index of the current tile */
  bool close;                     /* for pieces: search only near this cell */
  int x, y, reach;                /* the cell, and the distance in cells on both axes */
  bool straight;                  /* only the same row and column, without the cell itself */
  bool in_features;               /* search only these features */
  int by_feature, n_features;
  uint16_t features[CARC_MAX_SEGMENTS]; /* ids; each occurs once */
} search_bounds;

/* Whether a selector can find anything on the board; for a filter, whether anything can match. */
bool carcQ_may_find (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                     int selector_number);

void carcQ_narrow_search (const query *q, const selector *f, search_bounds *out);

/* The next tile within the bounds; after -1, the first. Returns -1 after the last. */
static inline int next_tile (const query *q, search_bounds *near, int last) {
  int at = near->at = last < 0 ? 0 : near->at + 1;
  if (near->known) return at < near->n ? near->tiles[at] : -1;
  if (near->bearing) return at < q->s->n_bearing ? const_bearing_of(q->d, q->s)[at] : -1;
  return at < q->s->n_tiles ? at : -1;
}

/* Whether everything within the bounds passes a link. */
static inline bool is_implied (const search_bounds *c, int link) {
  return link == c->by || link == c->by_feature;
}

/* Whether a position is near enough to the cell. */
static inline bool is_near (const carc_state *s, const search_bounds *c, uint16_t at) {
  int columns = abs(x_of(s, at) - c->x), rows = abs(y_of(s, at) - c->y);
  return columns <= c->reach && rows <= c->reach && (!c->straight || columns + rows == 1);
}

/* Whether a feature is within the bounds. */
static inline bool is_wanted_feature (const search_bounds *c, int feature_id) {
  bool meant = !c->in_features;
  for (int i = 0; !meant && i < c->n_features; i++) meant = c->features[i] == feature_id;
  return meant;
}

/* Kinds of segments in a selector. A tile matches if it has a segment of one of them. */
enum { ALL_KINDS = (1 << CARC_KIND_COUNT) - 1 };
static inline unsigned kinds_meant (const selector *f) {
  return (f->given & GIVES_kind) != 0 ? f->kind : ALL_KINDS;
}

#endif
