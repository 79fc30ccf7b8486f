/*
** selector.h: selectors and filters. A selector finds items of one kind: pieces, tiles, segments,
** features, cells, players, corners, axes, ends of roads, sides of tiles. A filter tests a given
** item.
** query/query.h evaluates both.
*/
#ifndef CARC_SELECTOR_H
#define CARC_SELECTOR_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/tile.h"

/*
** Kind of the items that a selector finds, as carc_query_item_kind. A filter has the kind
** ITEM_FILTER.
*/
typedef enum item_kind {
#define X(id, name) ITEM_##id,
  CARC_QUERY_ITEM_LIST(X)
#undef X
      ITEM_FILTER,
  ITEM_KIND_COUNT
} item_kind;

/* Sets of kinds of items that can have a key, as bits. */
#define ITEM_BIT(id) (1u << ITEM_##id)
enum {
  ON_TABLE = ITEM_BIT(TILES) | ITEM_BIT(SEGMENTS) | ITEM_BIT(FEATURES) | ITEM_BIT(PIECES) | ITEM_BIT(TOKENS) |
             ITEM_BIT(CORNERS) | ITEM_BIT(AXES) | ITEM_BIT(ENDS) | ITEM_BIT(SIDES) | ITEM_BIT(FILTER),
  ON_CELLS = ON_TABLE | ITEM_BIT(CELLS),
  ON_SEGMENTS = ITEM_BIT(SEGMENTS) | ITEM_BIT(FEATURES) | ITEM_BIT(PIECES) | ITEM_BIT(TOKENS) |
                ITEM_BIT(CORNERS) | ITEM_BIT(ENDS) | ITEM_BIT(SIDES) | ITEM_BIT(FILTER),
  ON_ALONG = ON_TABLE & ~ITEM_BIT(FEATURES),
  ON_ALL = ON_CELLS | ITEM_BIT(PLAYERS),
  ON_FOUND = ON_ALL & ~ITEM_BIT(FILTER),
  ON_TOKENS = ITEM_BIT(TOKENS) | ITEM_BIT(FILTER),
  ON_PIECES = ITEM_BIT(PIECES) | ITEM_BIT(FILTER),
  ON_ENDS = ITEM_BIT(ENDS) | ITEM_BIT(FILTER),
  ON_SIDES = ITEM_BIT(SIDES) | ITEM_BIT(FILTER),
  ON_A_SIDE = ITEM_BIT(SIDES) | ITEM_BIT(ENDS) | ITEM_BIT(FILTER),
  ON_TILES = ITEM_BIT(TILES) | ITEM_BIT(FILTER),
  ON_PLAYERS = ITEM_BIT(PLAYERS) | ITEM_BIT(FILTER),
  ON_DEPLOYED_ONTO = ITEM_BIT(SEGMENTS) | ITEM_BIT(CORNERS) | ITEM_BIT(AXES) | ITEM_BIT(FILTER),
  ON_STOOD_ON = ITEM_BIT(SEGMENTS) | ITEM_BIT(CORNERS) | ITEM_BIT(FILTER),
  ON_FILTERS = ITEM_BIT(FILTER)
};

/*
** Kinds of items that `this` can stand for. A piece or a segment also stands for its tile and its
** owner.
*/
enum {
  THIS_PLAYER = ITEM_BIT(PLAYERS),
  THIS_TILE = ITEM_BIT(TILES) | ITEM_BIT(PLAYERS),
  THIS_FEATURE = ITEM_BIT(FEATURES) | ITEM_BIT(PLAYERS),
  THIS_PIECE = ITEM_BIT(PIECES) | ITEM_BIT(TILES) | ITEM_BIT(PLAYERS),
  THIS_SEGMENT = ITEM_BIT(SEGMENTS) | ITEM_BIT(TILES),                /* printed */
  ON_A_WAY = ITEM_BIT(SEGMENTS) | ITEM_BIT(TILES) | ITEM_BIT(PLAYERS) /* a segment on a path */
};

/*
** Relations between two items. The relations before RELATIONS_OF_PLACES take a reference, a filter
** or a selector.
*/
typedef enum relation {
#define LINKED(name, ...) RELATION_##name,
#include "model/selector_keys.def"
  RELATION_COUNT,
  RELATIONS_OF_PLACES = RELATION_has
} relation;

/*
** What a relation refers to: the last tile, `this`, the place in a variable, the place of a token,
** a place given by a script, an area, a filter, or a selector.
*/
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

/* A bound of a test: a number, or the value of a variable of the game. */
typedef struct variable_bound {
  int32_t value;
  int16_t variable; /* NONE: `value` is the bound */
} variable_bound;

/*
** Variables that are built in. Scripts neither declare nor write them; their numbers are below
** NONE.
*/
/* clang-format off */
#define BUILT_IN_VARIABLES(X) \
  X(PART, "part") X(SPANS, "spans") X(BAG, "bag") X(POINTS, "points") X(TURNS, "turns") X(ROUNDS, "rounds") \
  X(FURTHER, "further") X(PASSED, "passed") X(COMPLETES, "completes") X(TILES, "tiles")
/* clang-format on */
typedef enum built_in_variable {
  BUILT_IN_FIRST = -20,
#define X(id, name) BUILT_IN_##id,
  BUILT_IN_VARIABLES(X)
#undef X
} built_in_variable;

/*
** In tests of numbers, a number from FIRST_TOKEN stands for a kind of token; its value is the
** number of such tokens.
*/
enum { FIRST_TOKEN = 1 << 12 };

/* A test of a variable of an item. */
typedef struct variable_test {
  int16_t variable, next;
  bool or_next; /* it suffices if this or the next test passes */
  bool bounded; /* tests whether it is between low and high; otherwise, whether it is not 0 */
  variable_bound low, high;
} variable_test;

typedef struct relation_link {
  uint8_t relation, reference;
  int16_t next;
  int16_t number;        /* number of a variable, selector or tile type */
  int16_t x, y, segment; /* of REF_PLACE; if segment is NONE, the tile */
  bool whole;            /* of REF_PLACE: the whole feature of the segment */
} relation_link;

/* Which owner a selector requires. */
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

/* Which deployments a selector requires. */
typedef enum what_deploys { DEPLOYS_NOTHING, DEPLOYS_PIECES, DEPLOYS_FOLLOWERS } what_deploys;

/*
** Which keys are present, as bits. A key whose list has only names that the game lacks is present,
** but matches nothing.
*/
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

/* Printed marks that every game has. Selectors use them like attributes. */
#define PRINTED_LIST(X) X(PENNANT, "pennant") X(WINE, "wine") X(GRAIN, "grain") X(CLOTH, "cloth")
enum printed_mark {
#define X(id, name) PRINTED_##id,
  PRINTED_LIST(X)
#undef X
};

/* First and last of a chain of rows in a pool; NONE if it is empty. */
typedef struct row_chain {
  int16_t first, last;
} row_chain;

typedef struct owner_test {
  uint8_t is;
  int16_t number; /* number of the variable, token kind, player or filter in `by` */
} owner_test;

/* A test for attributes. An item matches if it has any of them. */
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

/* The types in which the values of keys are stored. */
typedef bool kept_FLAG_OF;
typedef uint8_t kept_KINDS;      /* bit k: kind k */
typedef uint8_t kept_SIDE_NAMES; /* bit s: side s, as SIDE_NORTH */
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
  uint8_t script;             /* the script that has it; 0 if it is the game */
  uint8_t holder;             /* number of the phase or hook whose key it stands at */
  int16_t key;                /* row of the grammar at which it stands; of a host: NONE */
  bool impossible;            /* names something that the game lacks, so it matches nothing */
  row_chain links;            /* the keys that are relations */
  const uint16_t *printed_on; /* by type: carcM_match_printed; NULL if not computed */
#define TESTED(name, type, ...) kept_##type name;
#define KEPT TESTED
#include "model/selector_keys.def"
} selector;

/* Selectors and their rows. Selectors refer to each other by number. */
typedef struct selector_pool {
  selector *selectors;
  variable_test *tests;
  relation_link *links;
  int16_t n_selectors, n_tests, n_links;
  int16_t room_selectors, room_tests, room_links;
} selector_pool;

enum { MAX_SELECTORS = 500, MAX_TESTS = 500, MAX_LINKS = 1000 };

/*
** Whether a selector finds segments together with pieces that can be deployed there, as an offer
** with `deploy` requires. DEPLOYMENT_HINT is the message if it does not.
*/
bool carcM_finds_deployments (const selector *f);
#define DEPLOYMENT_HINT                                                                           \
  "deploy requires a selector of segments with `can_deploy`, as in { \"segments\", can_deploy = " \
  "\"followers\", deploy = true }"

/* Adds a selector that matches everything. Returns its number, or NONE if the pool has no room. */
int carcM_add_selector (selector_pool *pool, item_kind of);
/*
** Adds a filter that matches whatever at least one of two filters matches. Returns its number, or
** NONE if the pool has no room.
*/
int carcM_add_disjunction (selector_pool *pool, int one, int other);
/*
** Segments of a tile, as bits, that match the keys in GIVES_PRINTED. For a selector of tiles, all
** bits are set or none. A feature may have attributes that none of its segments has, so only the
** kind decides for a selector of features.
*/
unsigned carcM_match_printed (const selector *f, const tile_type *t);
/* As carcM_match_printed, but treats `f` as a selector of segments. */
unsigned carcM_match_printed_segments (const selector *f, const tile_type *t);
/* Whether a segment has a printed mark that the selector names. */
bool carcM_has_printed_mark (const selector *f, const tile_type *t, int segment);

/* Adds a row to a chain of a selector. Returns the row, or NULL if the pool has no room. */
variable_test *carcM_add_test (selector_pool *pool, row_chain *to);
relation_link *carcM_add_link (selector_pool *pool, row_chain *to, relation how);
/* Sorts the links of a selector by cost. Links of equal cost keep their order. */
void carcM_sort_links_by_cost (selector_pool *pool, int of);

#endif
