/*
** selector.h: which of them? A selector finds items of one kind - pieces, tiles, segments, features, cells, players, corners,
** axes, ends of roads - or, as a filter, says something of one that is there already. query/query.h evaluates it.
*/
#ifndef CARC_SELECTOR_H
#define CARC_SELECTOR_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/tile.h"

/* What is found, as carc_query_item_kind; a filter finds nothing by itself. */
typedef enum item_kind {
#define X(id, name) ITEM_##id,
  CARC_QUERY_ITEM_LIST(X)
#undef X
      ITEM_FILTER,
  ITEM_KIND_COUNT
} item_kind;

/* Which items have a key, as bits. */
#define ITEM_BIT(id) (1u << ITEM_##id)
enum {
  ON_TABLE = ITEM_BIT(TILES) | ITEM_BIT(SEGMENTS) | ITEM_BIT(FEATURES) | ITEM_BIT(PIECES) | ITEM_BIT(TOKENS) |
             ITEM_BIT(CORNERS) | ITEM_BIT(AXES) | ITEM_BIT(ENDS) | ITEM_BIT(FILTER),
  ON_CELLS = ON_TABLE | ITEM_BIT(CELLS),
  ON_SEGMENTS = ITEM_BIT(SEGMENTS) | ITEM_BIT(FEATURES) | ITEM_BIT(PIECES) | ITEM_BIT(TOKENS) |
                ITEM_BIT(CORNERS) | ITEM_BIT(ENDS) | ITEM_BIT(FILTER),
  ON_ALONG = ON_TABLE & ~ITEM_BIT(FEATURES),
  ON_ALL = ON_CELLS | ITEM_BIT(PLAYERS),
  ON_FOUND = ON_ALL & ~ITEM_BIT(FILTER),
  ON_TOKENS = ITEM_BIT(TOKENS) | ITEM_BIT(FILTER),
  ON_PIECES = ITEM_BIT(PIECES) | ITEM_BIT(FILTER),
  ON_ENDS = ITEM_BIT(ENDS) | ITEM_BIT(FILTER),
  ON_TILES = ITEM_BIT(TILES) | ITEM_BIT(FILTER),
  ON_PLAYERS = ITEM_BIT(PLAYERS) | ITEM_BIT(FILTER),
  ON_DEPLOYED_ONTO = ITEM_BIT(SEGMENTS) | ITEM_BIT(CORNERS) | ITEM_BIT(AXES) | ITEM_BIT(FILTER),
  ON_STOOD_ON = ITEM_BIT(SEGMENTS) | ITEM_BIT(CORNERS) | ITEM_BIT(FILTER),
  ON_FILTERS = ITEM_BIT(FILTER)
};

/* What `this` is: that, or whose it is; a piece, or a segment, is on a tile, too. */
enum {
  THIS_PLAYER = ITEM_BIT(PLAYERS),
  THIS_TILE = ITEM_BIT(TILES) | ITEM_BIT(PLAYERS),
  THIS_FEATURE = ITEM_BIT(FEATURES) | ITEM_BIT(PLAYERS),
  THIS_PIECE = ITEM_BIT(PIECES) | ITEM_BIT(TILES) | ITEM_BIT(PLAYERS),
  THIS_SEGMENT = ITEM_BIT(SEGMENTS) | ITEM_BIT(TILES), /* as printed: it need not be on the table */
  ON_A_WAY = ITEM_BIT(SEGMENTS) | ITEM_BIT(TILES) | ITEM_BIT(PLAYERS) /* each that the way goes over */
};

/* How one item lies to others. Those before RELATIONS_OF_PLACES take a reference, a filter or a selector. */
typedef enum relation {
#define LINKED(name, ...) RELATION_##name,
#include "model/selector_keys.def"
  RELATION_COUNT,
  RELATIONS_OF_PLACES = RELATION_has
} relation;

/* What a relation is to: last, this, where a variable or a token says, a place that a script gives, an area, a filter, a selector. */
typedef enum reference {
  REF_LAST,
  REF_THIS,
  REF_VARIABLE,
  REF_TOKEN,
  REF_PLACE,
  REF_AREA,
  REF_FILTER,
  REF_SELECTOR
} reference;

/* A number, or what a variable of the game holds. */
typedef struct variable_bound {
  int32_t value;
  int16_t variable; /* NONE: the value */
} variable_bound;

/* What no script declares, and nobody writes: numbers of variables below NONE. */
/* clang-format off */
#define BUILT_IN_VARIABLES(X) \
  X(PART, "part") X(SPANS, "spans") X(BAG, "bag") X(POINTS, "points") X(TURNS, "turns") X(ROUNDS, "rounds") \
  X(FURTHER, "further") X(PASSED, "passed") X(COMPLETES, "completes")
/* clang-format on */
typedef enum built_in_variable {
  BUILT_IN_FIRST = -20,
#define X(id, name) BUILT_IN_##id,
  BUILT_IN_VARIABLES(X)
#undef X
} built_in_variable;

/*
** Where numbers of items are asked for, a kind of token stands for how many of it they have: as the number of a variable, from here on.
*/
enum { FIRST_TOKEN = 1 << 12 };

/* What a variable says of an item. */
typedef struct variable_test {
  int16_t variable, next;
  bool or_next; /* the next one will do as well */
  bool bounded; /* low to high; else anything but 0 */
  variable_bound low, high;
} variable_test;

typedef struct relation_link {
  uint8_t relation, reference;
  int16_t next;
  int16_t number;        /* of a variable, of a selector of the pool, or of a type of tiles */
  int16_t x, y, segment; /* of REF_PLACE; segment NONE: the tile */
} relation_link;

/* Whose items are meant. */
typedef enum owner_kind {
  OWNER_ANY,
  OWNER_TURN,
  OWNER_OTHERS,
  OWNER_ASKED,
  OWNER_MAJORITY,
  OWNER_VARIABLE,
  OWNER_TOKEN,
  OWNER_NUMBER,
  OWNER_FILTER
} owner_kind;

/* What could be deployed there. */
typedef enum what_deploys { DEPLOYS_NOTHING, DEPLOYS_PIECES, DEPLOYS_FOLLOWERS } what_deploys;

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
enum printed_mark {
#define X(id, name) PRINTED_##id,
  PRINTED_LIST(X)
#undef X
};

/* Rows of a pool, one after the other; NONE if there are none. */
typedef struct row_chain {
  int16_t first, last;
} row_chain;

typedef struct owner_test {
  uint8_t is;
  int16_t number; /* by that a variable, a kind of token, a player, a filter */
} owner_test;

/* Any of them. */
typedef struct attribute_test {
  attribute_set of_segments, of_tiles;
  uint8_t printed; /* bit m: PRINTED_m */
} attribute_test;

typedef struct distance_limit {
  variable_bound most;
  bool gap;
} distance_limit;

typedef struct deployable {
  uint8_t what;
  piece_set pieces;
} deployable;

/* What a key is kept as, by its type. */
typedef bool kept_FLAG_OF;
typedef uint8_t kept_KINDS; /* bit k: of kind k */
typedef piece_set kept_PIECES;
typedef attribute_test kept_ATTRIBUTES;
typedef owner_test kept_WHOSE;
typedef row_chain kept_TILES;          /* links */
typedef row_chain kept_VARIABLE_TESTS; /* tests */
typedef row_chain kept_TOKEN_TESTS;
typedef int16_t kept_VARIABLE_NAME;
typedef distance_limit kept_DISTANCE;
typedef int16_t kept_AS_FAR_AS; /* a filter */
typedef deployable kept_DEPLOYABLE;
typedef int16_t kept_TILE_TYPE;
typedef uint8_t kept_NEEDS; /* NEEDS_* */
typedef variable_bound kept_MIN, kept_MAX;

typedef struct selector {
  uint32_t given; /* GIVES_* */
  uint8_t finds;
  bool impossible; /* it names what this game has not, and finds nothing */
  row_chain links; /* of the keys that are relations */
  const uint16_t *
      printed_on; /* of each type, its segments that are such in print: carcM_match_printed; NULL: not known */
#define TESTED(name, type, ...) kept_##type name;
#define KEPT TESTED
#include "model/selector_keys.def"
} selector;

/* Selectors that name one another by number, with the rows that they have. */
typedef struct selector_pool {
  selector *selectors;
  variable_test *tests;
  relation_link *links;
  int16_t n_selectors, n_tests, n_links;
  int16_t room_selectors, room_tests, room_links;
} selector_pool;

enum { MAX_SELECTORS = 500, MAX_TESTS = 500, MAX_LINKS = 1000 };

/* Whether it finds where pieces could go, as deployments that are offered do; and what is said where it does not. */
bool carcM_finds_deployments (const selector *f);
#define DEPLOYMENT_HINT                                                                                     \
  "deploy goes with segments that take pieces, as in { \"segments\", can_deploy = \"followers\", deploy = " \
  "true }"

/* Adds one that everything passes; NONE if there is no room. */
int carcM_add_selector (selector_pool *pool, item_kind of);
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
variable_test *carcM_add_test (selector_pool *pool, row_chain *to);
relation_link *carcM_add_link (selector_pool *pool, row_chain *to, relation how);
/* Puts the links of a selector in the order in which they are asked: what takes least first, of those alike what was said first. */
void carcM_sort_links_by_cost (selector_pool *pool, int of);

#endif
