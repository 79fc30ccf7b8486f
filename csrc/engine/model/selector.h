/*
** selector.h: which of them? A selector finds things of one kind - pieces, tiles, segments, features, cells, players, corners,
** axes, ends of roads - or, as a filter, says something of one that is there already. query/query.h evaluates it.
*/
#ifndef CARC_SELECTOR_H
#define CARC_SELECTOR_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/tile.h"

/* What is found, as carc_query_item_kind; a filter finds nothing by itself. */
typedef enum things {
#define X(id, name) THINGS_##id,
  CARC_QUERY_ITEM_LIST(X)
#undef X
      THINGS_FILTER,
  THINGS_COUNT
} things;

/* Which things have a key, as bits. */
#define OF_THINGS(id) (1u << THINGS_##id)
enum {
  ON_TABLE = OF_THINGS(TILES) | OF_THINGS(SEGMENTS) | OF_THINGS(FEATURES) | OF_THINGS(PIECES) |
             OF_THINGS(TOKENS) | OF_THINGS(CORNERS) | OF_THINGS(AXES) | OF_THINGS(ENDS) | OF_THINGS(FILTER),
  ON_CELLS = ON_TABLE | OF_THINGS(CELLS),
  ON_SEGMENTS = OF_THINGS(SEGMENTS) | OF_THINGS(FEATURES) | OF_THINGS(PIECES) | OF_THINGS(TOKENS) |
                OF_THINGS(CORNERS) | OF_THINGS(ENDS) | OF_THINGS(FILTER),
  ON_ALONG = ON_TABLE & ~OF_THINGS(FEATURES),
  ON_ALL = ON_CELLS | OF_THINGS(PLAYERS),
  ON_FOUND = ON_ALL & ~OF_THINGS(FILTER),
  ON_TOKENS = OF_THINGS(TOKENS) | OF_THINGS(FILTER),
  ON_PIECES = OF_THINGS(PIECES) | OF_THINGS(FILTER),
  ON_ENDS = OF_THINGS(ENDS) | OF_THINGS(FILTER),
  ON_TILES = OF_THINGS(TILES) | OF_THINGS(FILTER),
  ON_PLAYERS = OF_THINGS(PLAYERS) | OF_THINGS(FILTER),
  ON_TAKERS =
      OF_THINGS(CELLS) | OF_THINGS(SEGMENTS) | OF_THINGS(CORNERS) | OF_THINGS(AXES) | OF_THINGS(FILTER),
  ON_STOOD_ON = OF_THINGS(SEGMENTS) | OF_THINGS(CORNERS) | OF_THINGS(FILTER),
  ON_FILTERS = OF_THINGS(FILTER)
};

/* What `this` is: that, or whose it is; a piece, or a segment, is on a tile, too. */
enum {
  THIS_PLAYER = OF_THINGS(PLAYERS),
  THIS_TILE = OF_THINGS(TILES) | OF_THINGS(PLAYERS),
  THIS_FEATURE = OF_THINGS(FEATURES) | OF_THINGS(PLAYERS),
  THIS_PIECE = OF_THINGS(PIECES) | OF_THINGS(TILES) | OF_THINGS(PLAYERS),
  THIS_SEGMENT = OF_THINGS(SEGMENTS) | OF_THINGS(TILES), /* as printed: it need not be on the table */
  ON_A_WAY = OF_THINGS(SEGMENTS) | OF_THINGS(TILES) | OF_THINGS(PLAYERS) /* each that the way goes over */
};

/* How one thing lies to others. Those before RELATIONS_OF_PLACES take a reference, a filter or a selector. */
typedef enum relation {
#define LINKED(name, ...) RELATION_##name,
#include "model/selector_keys.def"
  RELATIONS,
  RELATIONS_OF_PLACES = RELATION_has
} relation;

/* What a relation is to: last, this, where a slot or a token says, a place that a script gives, an area, a filter, a selector. */
typedef enum reference {
  REF_LAST,
  REF_THIS,
  REF_SLOT,
  REF_TOKEN,
  REF_PLACE,
  REF_AREA,
  REF_FILTER,
  REF_SELECTOR
} reference;

enum { NONE = -1 };

/* A number, or what a slot of the game holds. */
typedef struct slot_bound {
  int32_t value;
  int16_t slot; /* NONE: the value */
} slot_bound;

/* What no script declares, and nobody writes: numbers of slots below NONE. */
/* clang-format off */
#define BUILT_IN_SLOTS(X) \
  X(PART, "part") X(SPANS, "spans") X(BAG, "bag") X(POINTS, "points") X(TURNS, "turns") X(ROUNDS, "rounds") \
  X(FURTHER, "further") X(PASSED, "passed") X(COMPLETES, "completes")
/* clang-format on */
typedef enum built_in_slot {
  BUILT_IN_FIRST = -20,
#define X(id, name) BUILT_IN_##id,
  BUILT_IN_SLOTS(X)
#undef X
} built_in_slot;

/*
** Where numbers of things are asked for, a kind of token stands for how many of it they have: as the number of a slot, from here on.
*/
enum { FIRST_TOKEN = 1 << 12 };

/* What a slot says of a thing. */
typedef struct slot_test {
  int16_t slot, next;
  bool or_next; /* the next one will do as well */
  bool bounded; /* low to high; else anything but 0 */
  slot_bound low, high;
} slot_test;

typedef struct relation_link {
  uint8_t relation, reference;
  int16_t next;
  int16_t number;        /* of a slot, of a selector of the pool, or of a type of tiles */
  int16_t x, y, segment; /* of REF_PLACE; segment NONE: the tile */
} relation_link;

/* Whose things are meant. */
typedef enum whose {
  WHOSE_ANY,
  WHOSE_TURN,
  WHOSE_OTHERS,
  WHOSE_ASKED,
  WHOSE_MAJORITY,
  WHOSE_SLOT,
  WHOSE_TOKEN,
  WHOSE_NUMBER,
  WHOSE_FILTER
} whose;

/* What could go there. */
typedef enum what_goes { TAKES_NOTHING, TAKES_PIECES, TAKES_FOLLOWERS, TAKES_TILE } what_goes;

/* The keys that are given, as bits. What a list of names leaves empty is given, and met by nothing. */
enum {
#define TESTED(name, ...) GIVEN_##name,
#define KEPT TESTED
#include "model/selector_keys.def"
  GIVEN_KEYS
};
enum {
#define TESTED(name, ...) GIVES_##name = 1 << GIVEN_##name,
#define KEPT TESTED
#include "model/selector_keys.def"
  GIVES_TESTS = 0
#define TESTED(name, ...) | GIVES_##name
#include "model/selector_keys.def"
  ,
  GIVES_PRINTED = GIVES_kind | GIVES_attribute | GIVES_id
};

/* Marks that are printed as attributes are, and belong to every game. */
#define PRINTED_LIST(X) X(PENNANT, "pennant") X(WINE, "wine") X(GRAIN, "grain") X(CLOTH, "cloth")
enum printed {
#define X(id, name) PRINTED_##id,
  PRINTED_LIST(X)
#undef X
};

/* Rows of a pool, one after the other; NONE if there are none. */
typedef struct chain {
  int16_t first, last;
} chain;

typedef struct whose_test {
  uint8_t is;
  int16_t number; /* by that a slot, a kind of token, a player, a filter */
} whose_test;

/* Any of them. */
typedef struct attribute_test {
  attribute_set of_segments, of_tiles;
  uint8_t printed; /* bit m: PRINTED_m */
} attribute_test;

typedef struct distance {
  slot_bound most;
  bool gap;
} distance;

typedef struct what_takes {
  uint8_t what;
  piece_set pieces;
  int16_t type; /* of tiles */
} what_takes;

/* What a key is kept as, by its type. */
typedef bool kept_FLAG_OF;
typedef uint8_t kept_KINDS; /* bit k: of kind k */
typedef piece_set kept_PIECES;
typedef attribute_test kept_ATTRIBUTES;
typedef whose_test kept_WHOSE;
typedef chain kept_TILES;      /* links */
typedef chain kept_SLOT_TESTS; /* tests */
typedef chain kept_TOKEN_TESTS;
typedef int16_t kept_SLOT_NAME;
typedef distance kept_DISTANCE;
typedef int16_t kept_UP_TO; /* a filter */
typedef what_takes kept_TAKEN;
typedef uint8_t kept_NEEDS; /* NEEDS_* */
typedef slot_bound kept_LEAST, kept_MOST;

typedef struct selector {
  uint32_t given; /* GIVES_* */
  uint8_t things;
  bool impossible; /* it names what this game has not, and finds nothing */
  chain links;     /* of the keys that are relations */
  const uint16_t *
      printed_on; /* of each type, its segments that are such in print: carcM_match_printed; NULL: not known */
#define TESTED(name, type, ...) kept_##type name;
#define KEPT TESTED
#include "model/selector_keys.def"
} selector;

/* Selectors that name one another by number, with the rows that they have. */
typedef struct selector_pool {
  selector *selectors;
  slot_test *tests;
  relation_link *links;
  int16_t n_selectors, n_tests, n_links;
  int16_t room_selectors, room_tests, room_links;
} selector_pool;

enum { MAX_SELECTORS = 500, MAX_TESTS = 500, MAX_LINKS = 1000 };

/* Whether it finds where pieces could go, as deployments that are offered do; and what is said where it does not. */
bool carcM_finds_deployments (const selector *f);
#define DEPLOYMENT_HINT \
  "deploy goes with segments that take pieces, as in { \"segments\", takes = \"followers\", deploy = true }"

/* Adds one that everything passes; NONE if there is no room. */
int carcM_add_selector (selector_pool *pool, things of);
/* Adds a filter of what passes one of two; NONE if there is no room. */
int carcM_add_disjunction (selector_pool *pool, int one, int other);
/*
** The segments of a tile, as bits, that are what is looked for as far as print says it (GIVES_PRINTED); of what looks for tiles all
** bits or none. A feature may have what none of its segments bears: of features it is those of its kinds.
*/
unsigned carcM_match_printed (const selector *f, const tile_type *t);
/* The same as if it looked for segments. */
unsigned carcM_match_printed_segments (const selector *f, const tile_type *t);
/* Whether a segment has in print one of the marks that every game has. */
bool carcM_has_printed_mark (const selector *f, const tile_type *t, int segment);

/* Adds a row to a chain of a selector in the pool; NULL if there is no room. */
slot_test *carcM_add_test (selector_pool *pool, chain *to);
relation_link *carcM_add_link (selector_pool *pool, chain *to, relation how);
/* Puts the links of a selector in the order in which they are asked: what takes least first, of those alike what was said first. */
void carcM_sort_links_by_cost (selector_pool *pool, int of);

#endif
