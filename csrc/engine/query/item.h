/*
** item.h: what selectors find and filters are asked about: where it is, what it bears, whose it is, what variables say of it.
*/
#ifndef CARC_ITEM_H
#define CARC_ITEM_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/state.h"

/* One item that is found, or that a filter is asked about. What it has not is NONE. */
typedef struct query_item {
  uint8_t is;             /* THINGS_* */
  int8_t complete, final; /* told, or NONE: as it lies on the table */
  int8_t kind;            /* told, or NONE */
  int8_t piece;
  int8_t player;       /* whose it is; of what is nobody's: who acts; of a token: who has it, or its owner */
  int8_t token, owner; /* of a token: its kind, and whose it is */
  int16_t tile, segment;
  int16_t type;      /* of a tile that is not on the table */
  int16_t number;    /* of a corner, from 0; of an axis; of a token, from 1; of an end: its side, or NONE */
  bool on_cell;      /* of a token: on an empty cell */
  int16_t x, y;      /* of a cell, of what is on one, and of a tile that is not on the table */
  unsigned majority; /* told; 0: as it stands on the table */
} query_item;

/* Items that a link means, found once. */
enum { MAX_ITEM_LISTS = 12, MAX_LISTED = 40 };
typedef struct item_list {
  const relation_link *of;
  int n;
  bool overflows; /* there are more: they are looked for each time */
  query_item items[MAX_LISTED];
} item_list;

/* Who asks, and what about. Begin with carcQ_new_query. */
typedef struct query {
  const carc_definition *d;
  const carc_state *s;
  const selector_pool *pool;
  query_item this;
  int actor; /* whose turn it is, or who acts */
  int asked; /* whom the phase at hand asks */
  bool final;
  majority_finder *majority; /* NULL: in a majority pieces count what they do by themselves */
  carc_call *call;           /* in which the question is put; NULL: in none */
  bool in_blocked;           /* it is asked whether nobody deploys there */
  bool each_piece;           /* what takes pieces is found once for each of them */
  int n_lists;
  item_list *lists; /* LISTS of them */
} query;

/* A question with nothing found yet; `lists` is room for LISTS. It holds while the state does not change. */
query carcQ_new_query (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                       item_list *lists);

/* The same about another item than the last tile. */
query carcQ_new_query_about (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                             item_list *lists, query_item this);

/* From now on `this` is another item. */
void carcQ_set_this (query *q, const query_item *this);

/* Nothing: every part of it is NONE. */
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

/* The same item, of this player. */
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

/* Whether it has a place: its cell, of a tile that is to be placed the one where it would lie. */
bool carcQ_item_cell (const query *q, const query_item *t, int *x, int *y);
/* Its feature's id; NO_FEATURE if it has none, or several. */
int carcQ_item_feature (const query *q, const query_item *t);
/* The item that a reference names; false if there is none now. */
bool carcQ_find_reference (const query *q, const relation_link *l, query_item *out);

/* The number of a variable for an item, a wider item all of its together; *any: one of them is not 0. From FIRST_TOKEN: of tokens. */
int carcQ_item_variable (const query *q, int variable, const query_item *t, bool *any);
int carcQ_bound_value (const query *q, variable_bound b);

/*
** Whether an item's feature may be one of which the selector finds a part: a feature has what any of its segments bears, but for
** attributes that all must bear, or that stay with a segment.
*/
bool carcQ_may_share_feature (const query *q, const selector *of, const query_item *t);
/* Whether a filter speaks of a kind of piece: of spans only where it names them. */
bool carcQ_filter_names_piece (const query *q, int filter, int piece);
/* Whether those of a selector's keys hold that say something of an item by itself, and are among `given`. */
bool carcQ_item_matches (const query *q, const selector *f, unsigned given, const query_item *t);

/* Of what a selector looks for: the kinds of pieces; their players, where these are the same for all; the kinds of tokens, as bits. */
piece_set carcQ_possible_pieces (const query *q, const selector *f);
unsigned carcQ_possible_owners (const query *q, const selector *f);
uint64_t carcQ_possible_tokens (const query *q, const selector *f);
/* Whose hands, as bits, the tokens are in that a selector finds; 0 where it may find others. */
unsigned carcQ_possible_holders (const query *q, const selector *f);
/* Whether a token need not be tried: in the supply, in no hand that is meant, or, for an option, one like the one before it. */
bool carcQ_can_skip_token (const query *q, const token_row *row, int token, unsigned holders);

#endif
