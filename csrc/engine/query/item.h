/*
** item.h: items that selectors find and filters test: their places, attributes, owners and
** variables.
*/
#ifndef CARC_ITEM_H
#define CARC_ITEM_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/state.h"

/* An item. Unused fields are NONE. */
typedef struct query_item {
  uint8_t is;             /* ITEM_* */
  int8_t complete, final; /* NONE: to be read from the board */
  int8_t kind;            /* NONE: to be read from the board */
  int8_t piece;
  int8_t player;       /* owner; if there is none, the player who acts; of a token, its holder */
  int8_t token, owner; /* of a token: kind and owner */
  int16_t tile, segment;
  int16_t type;      /* of a tile that is not on the board */
  int8_t rotation;   /* of a tile that may be placed, and its sides; of other items NONE */
  int16_t number;    /* a corner, from 0; an axis; number of a token; a side; or NONE */
  bool on_cell;      /* of a token: on an empty cell */
  int16_t x, y;      /* of a cell, items on it, and tiles that are not on the board */
  unsigned majority; /* 0: to be read from the board */
} query_item;

/* Items that match a link, as a cache. */
enum { MAX_ITEM_LISTS = 12, MAX_LISTED = 40 };
typedef struct item_list {
  const relation_link *of;
  int n;
  bool overflows; /* there are too many items to cache */
  query_item items[MAX_LISTED];
} item_list;

/* A query: a state, a subject and caches. carcQ_new_query makes it. */
typedef struct query {
  const carc_definition *d;
  const carc_state *s;
  const selector_pool *pool;
  query_item this;
  int actor; /* the player who acts; if nobody acts, the player whose turn it is */
  int asked; /* the player whom the current phase asks */
  bool final;
  majority_finder *majority; /* NULL: only the power of pieces counts */
  carc_call *call;           /* running call, or a call that only reads (begin_reading) */
  bool in_blocked;           /* the query tests whether deployments are forbidden */
  bool each_piece;           /* segments that take pieces are found once for each piece */
  int n_lists;
  item_list *lists; /* MAX_ITEM_LISTS elements */
} query;

/*
** Makes a query about the last tile. `lists` has MAX_ITEM_LISTS elements. The query is valid until
** the state changes.
*/
query carcQ_new_query (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                       item_list *lists);

/* As carcQ_new_query, but about another item. */
query carcQ_new_query_about (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                             item_list *lists, query_item this);

/* Makes another item the subject (`this`) of the query. */
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
                      .rotation = CARC_NONE,
                      .number = CARC_NONE};
}

/* Whether an item is a tile that may be placed, or is on such a tile. */
static inline bool is_proposed (const query_item *t) {
  return t->tile < 0 && t->type >= 0 && t->rotation >= 0;
}

/* A copy of the item that belongs to this player. */
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

/*
** Gets the cell of an item; if the item is a tile that may be placed, the cell where it would be.
** Returns false if the item has no cell.
*/
bool carcQ_item_cell (const query *q, const query_item *t, int *x, int *y);
/* The id of an item's feature; NO_FEATURE if it has no feature, or several. */
int carcQ_item_feature (const query *q, const query_item *t);
/*
** Number of tiles of an item's feature; if the item is a side of a tile that may be placed, of the
** feature that it would belong to. 0 if the item has no feature, or several.
*/
int carcQ_count_tiles (const query *q, const query_item *t);
/* Finds the item that a reference names; false if no such item exists now. */
bool carcQ_find_reference (const query *q, const relation_link *l, query_item *out);

/*
** The number of a variable for an item. If the item has several numbers, returns their sum. Sets
** *any to whether one of them is not 0. From FIRST_TOKEN on, `variable` is a kind of token, and the
** result is the number of tokens.
*/
int carcQ_item_variable (const query *q, int variable, const query_item *t, bool *any);
int carcQ_bound_value (const query *q, variable_bound b);

/*
** Whether the feature of an item can contain an item that the selector finds. A feature has all
** attributes of its segments, except those with merge=all or merge=local.
*/
bool carcQ_may_share_feature (const query *q, const selector *of, const query_item *t);
/* Whether a filter names a kind of piece. A filter for all kinds does not name spans. */
bool carcQ_filter_names_piece (const query *q, int filter, int piece);
/* Whether an item passes the keys of a selector that test single items and are in `given`. */
bool carcQ_item_matches (const query *q, const selector *f, unsigned given, const query_item *t);

/*
** What the items that match can be, as bits: kinds of pieces; owners (0 if unknown); kinds of
** tokens.
*/
piece_set carcQ_possible_pieces (const query *q, const selector *f);
unsigned carcQ_possible_owners (const query *q, const selector *f);
uint64_t carcQ_possible_tokens (const query *q, const selector *f);
/* Players, as bits, who hold all tokens that can match; 0 if other tokens can match. */
unsigned carcQ_possible_holders (const query *q, const selector *f);
/*
** Whether a token cannot match: it is in the supply or in another hand; or, if options are
** collected, it is equal to the previous token.
*/
bool carcQ_can_skip_token (const query *q, const token_row *row, int token, unsigned holders);

#endif
