/* item.h: items that selectors find and filters test: place, attributes, owner, variables. */
#ifndef CARC_ITEM_H
#define CARC_ITEM_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/state.h"

/* An item; unused fields are NONE. */
typedef struct query_item {
  uint8_t is;             /* ITEM_* */
  int8_t complete, final; /* given, or NONE: look it up on the board */
  int8_t kind;            /* given, or NONE */
  int8_t piece;
  int8_t player;       /* owner; without owner: the acting player; of a token: holder or owner */
  int8_t token, owner; /* of a token: kind and owner */
  int16_t tile, segment;
  int16_t type;      /* of a tile that is not on the board */
  int16_t number;    /* of a corner, from 0; an axis; a token, from 1; an end: its side, or NONE */
  bool on_cell;      /* of a token: on an empty cell */
  int16_t x, y;      /* of a cell, items on it, and tiles that are not on the board */
  unsigned majority; /* given; 0: look it up on the board */
} query_item;

/* Items that match a link, cached. */
enum { MAX_ITEM_LISTS = 12, MAX_LISTED = 40 };
typedef struct item_list {
  const relation_link *of;
  int n;
  bool overflows; /* there are more, so they are not cached */
  query_item items[MAX_LISTED];
} item_list;

/* A query: state, subject, and caches. Made by carcQ_new_query. */
typedef struct query {
  const carc_definition *d;
  const carc_state *s;
  const selector_pool *pool;
  query_item this;
  int actor; /* the player whose turn it is, or who acts */
  int asked; /* the player whom the current phase asks */
  bool final;
  majority_finder *majority; /* NULL: only the power of pieces counts */
  carc_call *call;           /* running call; NULL: none */
  bool in_blocked;           /* tests forbidden deployments */
  bool each_piece;           /* items that take pieces are found once per piece */
  int n_lists;
  item_list *lists; /* MAX_ITEM_LISTS elements */
} query;

/* Makes a query about the last tile, with MAX_ITEM_LISTS `lists`. Valid until the state changes. */
query carcQ_new_query (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                       item_list *lists);

/* As carcQ_new_query, about another item. */
query carcQ_new_query_about (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                             item_list *lists, query_item this);

/* Sets `this` to another item. */
void carcQ_set_this (query *q, const query_item *this);

/* An item with all fields NONE. */
static inline query_item no_item (item_kind is) {
  return (query_item){.is = (uint8_t)is,
                      .complete = CARC_NONE,
                      .final = CARC_NONE,
                      .kind = CARC_NONE,
                      .piece = CARC_NONE,
                      .player = CARC_NONE,
                      .token = CARC_NONE,
                      .owner = CARC_NONE,
                      .tile = CARC_NONE,
                      .segment = CARC_NONE,
                      .type = CARC_NONE,
                      .number = CARC_NONE};
}

/* The item with this player. */
static inline query_item of_player (query_item t, int player) {
  t.player = (int8_t)player;
  return t;
}

static inline query_item tile_item (const carc_definition *d, const carc_state *s, int tile) {
  query_item t = no_item(ITEM_TILES);
  t.tile = (int16_t)tile;
  t.type = (int16_t)(const_lie_of(d, s)[tile] >> 2);
  t.player = (int8_t)s->turn;
  return t;
}

static inline query_item segment_item (const carc_state *s, int tile, int segment) {
  query_item t = no_item(ITEM_SEGMENTS);
  t.tile = (int16_t)tile;
  t.segment = (int16_t)segment;
  t.player = (int8_t)s->turn;
  return t;
}

static inline query_item feature_item (const carc_state *s, int tile, int segment) {
  query_item t = segment_item(s, tile, segment);
  t.is = ITEM_FEATURES;
  return t;
}

query_item carcQ_piece_item (const carc_piece *piece);
query_item carcQ_token_item (const carc_token *token);

/* Gets the cell of an item, for a tile to be placed its future cell; false if it has none. */
bool carcQ_item_cell (const query *q, const query_item *t, int *x, int *y);
/* The id of its feature; NO_FEATURE if it has none or several. */
int carcQ_item_feature (const query *q, const query_item *t);
/* The item that a reference names; false if there is none now. */
bool carcQ_find_reference (const query *q, const relation_link *l, query_item *out);

/*
** The number of a variable for an item, for larger items the sum of their parts; *any: one of them
** is not 0. From FIRST_TOKEN on: the number of tokens.
*/
int carcQ_item_variable (const query *q, int variable, const query_item *t, bool *any);
int carcQ_bound_value (const query *q, variable_bound b);

/*
** Whether the feature of an item may be one in which the selector finds a part. Features have the
** attributes of all their segments, except those with merge=all or local.
*/
bool carcQ_may_share_feature (const query *q, const selector *of, const query_item *t);
/* Whether a filter names a kind of piece; spans must be named explicitly. */
bool carcQ_filter_names_piece (const query *q, int filter, int piece);
/* Whether an item passes those tests of a selector that concern single items and are in `given`. */
bool carcQ_item_matches (const query *q, const selector *f, unsigned given, const query_item *t);

/*
** Possible kinds of pieces of a selector, their owners if known for all, and kinds of tokens, as
** bits.
*/
piece_set carcQ_possible_pieces (const query *q, const selector *f);
unsigned carcQ_possible_owners (const query *q, const selector *f);
uint64_t carcQ_possible_tokens (const query *q, const selector *f);
/* Players in whose hands the tokens of a selector are, as bits; 0 if others may match. */
unsigned carcQ_possible_holders (const query *q, const selector *f);
/*
** Whether a token cannot match: it is in the supply, or in another hand, or, for options, equal to
** the previous one.
*/
bool carcQ_can_skip_token (const query *q, const token_row *row, int token, unsigned holders);

#endif
