/*
** select.h: finding what a selector means, and whether something passes one.
*/
#ifndef CARC_SELECT_H
#define CARC_SELECT_H

#include "carcassonne.h"
#include "define/definition.h"
#include "define/selector.h"
#include "table/board.h"
#include "table/state.h"

/* One thing that is found, or that a filter is asked about. What it has not is NONE. */
typedef struct thing {
  uint8_t is;             /* THINGS_* */
  int8_t complete, final; /* told, or NONE: as it lies on the table */
  int8_t kind;            /* told, or NONE */
  int8_t piece;
  int8_t player; /* whose it is; of what is nobody's: who acts */
  int16_t tile, segment;
  int16_t type;         /* of a tile that is not on the table */
  int16_t number;       /* of a corner, from 0; of an axis */
  int16_t x, y;         /* of a cell, and of a tile that is not on the table */
  unsigned majority;    /* told; 0: as it stands on the table */
  int16_t only_feature; /* `cities` count this one alone; NONE: all */
} thing;

/* Things that a link means, found once. */
enum { LISTS = 12, MOST_LISTED = 40 };
typedef struct listed {
  const relation_link *of;
  int n;
  bool overflows; /* there are more: they are looked for each time */
  thing items[MOST_LISTED];
} listed;

/* Who asks, and what about. Begin with carc_query. */
typedef struct query {
  const carc_definition *d;
  const carc_state *s;
  const selector_pool *pool;
  thing this;
  int actor; /* whose turn it is, or who acts */
  int asked; /* whom a phase asks */
  bool final;
  int n_lists;
  listed *lists; /* LISTS of them */
} query;

/* Nothing: every part of it is NONE. */
thing carc_no_thing (things is);
thing carc_tile_thing (const carc_definition *d, const carc_state *s, int tile);
thing carc_segment_thing (const carc_state *s, int tile, int segment);
thing carc_feature_thing (const carc_state *s, int tile, int segment);
thing carc_piece_thing (const carc_piece *piece);

/* A question with nothing found yet; `lists` is room for LISTS. It holds while the state does not change. */
query carc_query (const carc_definition *d, const carc_state *s, const selector_pool *pool, listed *lists);

/* From now on `this` is another thing. */
void carc_ask_about (query *q, const thing *this);

/* Whether a thing passes: all keys of the selector but its kind hold. */
bool carc_passes (query *q, int selector, const thing *t);

/* Calls for each thing found, in order, until it says false; the return says whether it came to the end. */
typedef bool (*visitor)(void *ud, const thing *t);
bool carc_find (query *q, int selector, visitor visit, void *ud);

/* The same for those that are in a thing, or on it. */
bool carc_find_in (query *q, int selector, const thing *outer, visitor visit, void *ud);

/* How many are found, up to so many. */
int carc_count_things (query *q, int selector, int up_to);
/* Whether so many are found as the selector's `least` and `most` say. */
bool carc_holds (query *q, int selector);

/* Whether a thing lies to others as a link of the selector says. */
bool carc_is_related (query *q, const selector *f, const relation_link *l, const thing *t);

/* Whether anything can be found at all, by what has been seen on the table so far. */
bool carc_may_find (const query *q, int selector);

/* The tiles to which a search is confined: those near a place that a link names (`known`), or those that bear an attribute. */
typedef struct tiles_near {
  bool known, bearing;
  int n, tiles[MOST_NEAR];
  int at; /* how far it is among those that bear one */
} tiles_near;
/* The next of these tiles in order, or of all, behind `last`; -1: none. */
int carc_tile_behind (const query *q, tiles_near *near, int last);
void carc_find_tiles_near (const query *q, const selector *f, tiles_near *out);

/* Where a thing is: false if it is nowhere. */
bool carc_place_of (const query *q, const thing *t, int *x, int *y);
/* Its feature's id; NO_FEATURE if it has none. */
int carc_feature_of_thing (const query *q, const thing *t);
/* The number of a slot for a thing, a wider thing all of its together; *any: one of them is not 0. */
int carc_slot_of_thing (const query *q, int slot, const thing *t, bool *any);
/* Whether a feature has one of the selector's attributes. */
bool carc_feature_bears (const query *q, const selector *f, int feature_id);
int carc_bound_value (const query *q, slot_bound b);

#endif
