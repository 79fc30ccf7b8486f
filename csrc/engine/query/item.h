/*
** item.h: what selectors find and filters are asked about: where it is, what it bears, whose it is, what slots say of it.
*/
#ifndef CARC_ITEM_H
#define CARC_ITEM_H

#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/state.h"

/* One thing that is found, or that a filter is asked about. What it has not is NONE. */
typedef struct thing {
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
} thing;

/* Things that a link means, found once. */
enum { LISTS = 12, MOST_LISTED = 40 };
typedef struct listed {
  const relation_link *of;
  int n;
  bool overflows; /* there are more: they are looked for each time */
  thing items[MOST_LISTED];
} listed;

/* Who asks, and what about. Begin with carcQ_new_query. */
typedef struct query {
  const carc_definition *d;
  const carc_state *s;
  const selector_pool *pool;
  thing this;
  int actor; /* whose turn it is, or who acts */
  int asked; /* whom the phase at hand asks */
  bool final;
  majority_finder *majority; /* NULL: in a majority pieces count what they do by themselves */
  call *call;                /* in which the question is put; NULL: in none */
  bool in_blocked;           /* it is asked whether nobody deploys there */
  bool each_piece;           /* what takes pieces is found once for each of them */
  int n_lists;
  listed *lists; /* LISTS of them */
} query;

/* A question with nothing found yet; `lists` is room for LISTS. It holds while the state does not change. */
query carcQ_new_query (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                       listed *lists);

/* The same about another thing than the last tile. */
query carcQ_new_query_about (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                             listed *lists, thing this);

/* From now on `this` is another thing. */
void carcQ_set_this (query *q, const thing *this);

/* Nothing: every part of it is NONE. */
static inline thing no_thing (things is) {
  return (thing){.is = (uint8_t)is,
                 .complete = NONE,
                 .final = NONE,
                 .kind = NONE,
                 .piece = NONE,
                 .player = NONE,
                 .token = NONE,
                 .owner = NONE,
                 .tile = NONE,
                 .segment = NONE,
                 .type = NONE,
                 .number = NONE};
}

static inline thing tile_thing (const carc_definition *d, const carc_state *s, int tile) {
  thing t = no_thing(THINGS_TILES);
  t.tile = (int16_t)tile;
  t.type = (int16_t)(const_lie_of(d, s)[tile] >> 2);
  t.player = (int8_t)s->turn;
  return t;
}

static inline thing segment_thing (const carc_state *s, int tile, int segment) {
  thing t = no_thing(THINGS_SEGMENTS);
  t.tile = (int16_t)tile;
  t.segment = (int16_t)segment;
  t.player = (int8_t)s->turn;
  return t;
}

static inline thing feature_thing (const carc_state *s, int tile, int segment) {
  thing t = segment_thing(s, tile, segment);
  t.is = THINGS_FEATURES;
  return t;
}

thing carcQ_piece_item (const carc_piece *piece);
thing carcQ_token_item (const carc_token *token);

/* Whether it has a place: its cell, of a tile that is to be placed the one where it would lie. */
bool carcQ_item_cell (const query *q, const thing *t, int *x, int *y);
/* Its feature's id; NO_FEATURE if it has none, or several. */
int carcQ_item_feature (const query *q, const thing *t);
/* The thing that a reference names; false if there is none now. */
bool carcQ_find_reference (const query *q, const relation_link *l, thing *out);

/* The number of a slot for a thing, a wider thing all of its together; *any: one of them is not 0. From FIRST_TOKEN: of tokens. */
int carcQ_item_slot (const query *q, int slot, const thing *t, bool *any);
int carcQ_bound_value (const query *q, slot_bound b);

/*
** Whether a thing's feature may be one of which the selector finds a part: a feature has what any of its segments bears, but for
** attributes that all must bear, or that stay with a segment.
*/
bool carcQ_may_share_feature (const query *q, const selector *of, const thing *t);
/* Whether a filter speaks of a kind of piece: of spans only where it names them. */
bool carcQ_filter_names_piece (const query *q, int filter, int piece);
/* Whether those of a selector's keys hold that say something of a thing by itself, and are among `given`. */
bool carcQ_item_matches (const query *q, const selector *f, unsigned given, const thing *t);

/* Of what a selector looks for: the kinds of pieces; their players, where these are the same for all; the kinds of tokens, as bits. */
piece_set carcQ_possible_pieces (const query *q, const selector *f);
unsigned carcQ_possible_owners (const query *q, const selector *f);
uint64_t carcQ_possible_tokens (const query *q, const selector *f);
/* Whose hands, as bits, the tokens are in that a selector finds; 0 where it may find others. */
unsigned carcQ_possible_holders (const query *q, const selector *f);
/* Whether a token need not be tried: in the supply, in no hand that is meant, or, for an option, one like the one before it. */
bool carcQ_can_skip_token (const query *q, const token_row *row, int token, unsigned holders);

#endif
