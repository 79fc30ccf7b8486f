/*
** definition.h: the definition of a game. The parser fills it, state_layout.c and initial_state.c
** add the initial state, and from then on it is read-only.
*/
#ifndef CARC_DEFINITION_H
#define CARC_DEFINITION_H

#include <stddef.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/owned_name.h"
#include "model/selector.h"
#include "model/tile.h"

/* Role of a piece on the board; the rest of its row restricts when and where it is deployed. */
typedef enum piece_role {
  ROLE_FOLLOWER,
  ROLE_BUILDER,
  ROLE_PIG,
  ROLE_SPECIAL,
  ROLE_SPAN,
  ROLE_COUNT
} piece_role;

/* Conditions on the feature for a deployment, as bits. */
enum {
  NEEDS_UNOCCUPIED = 1,   /* no player occupies it */
  NEEDS_OWN_FOLLOWER = 2, /* it has a follower of the player */
  NEEDS_INCOMPLETE = 4,   /* it is not complete */
  NEEDS_NONE_OF_KIND = 8, /* it has no piece of this kind of any player */
  NEEDS_SCRIPT_ONLY = 16  /* only scripts deploy it */
};
enum { POWER_FIXED, POWER_BY_PENNANTS, POWER_BY_ATTRIBUTE };

/* A kind of piece, built-in or of a script. */
typedef struct piece_row {
  char name[CARC_NAME_SIZE];
  uint8_t count; /* per player */
  uint8_t role;
  uint8_t power;      /* in a majority */
  uint8_t by;         /* POWER_FIXED, POWER_BY_PENNANTS, or POWER_BY_ATTRIBUTE + attribute */
  bool hosts_builder; /* a follower that any builder may join */
  bool as_follower;   /* rules for followers apply to it, too */
  uint8_t needs;
  int16_t on;       /* filter of segments that take it, by print; NONE: decided by its role */
  int16_t not_on;   /* filter of segments that do not take it; NONE: none */
  uint8_t orphan;   /* CARC_ORPHAN_RETURN: returns once its player has no follower left there */
  bool says_orphan; /* overrides the rule */
} piece_row;

typedef struct variable_row {
  owned_name name;
  uint8_t scope, lifetime, merge;
  uint8_t type; /* carc_holding */
  int32_t size, initial;
  uint32_t at, length; /* in the state's variables */
  uint32_t written;    /* flag among the variables: differs from the initial values */
} variable_row;

/* Tiles of a reserve that a turn may take: none; the oldest; any, by the player's choice. */
#define PLAYS_LIST(X) X(NONE, "no") X(NEXT, "next") X(ANY, "any")
enum {
#define X(id, name) PLAYS_##id,
  PLAYS_LIST(X)
#undef X
};

/* A place for tiles outside the bag and the board. */
typedef struct reserve_row {
  owned_name name;
  uint8_t owner;      /* CARC_SCOPE_GAME or CARC_SCOPE_PLAYER */
  uint8_t visible_to; /* carc_visibility */
  uint8_t play_from;  /* PLAYS_... */
  uint8_t refill;     /* timing at which it is refilled up to `deal`; TIMING_COUNT: none */
  int32_t size, deal;
  uint32_t at;    /* among the state's reserves */
  int first_heap; /* board/reserve.h */
} reserve_row;

/* A kind of token. Its tokens are sorted by owner, then by number. */
typedef struct token_row {
  owned_name name;
  uint8_t on;         /* bits: CARC_TOKEN_PLACE_... */
  uint8_t owner;      /* CARC_TOKEN_OWNER_... */
  uint8_t visible_to; /* carc_visibility of the numbers */
  int32_t count, numbers;
  char symbol[8];
  int16_t starts_on; /* attribute of the tile on which they begin, or NONE */
  uint16_t first, all,
      alike; /* first token in a state; alike: number of tokens that differ only in their places */
  uint32_t held, on_tiles, on_segments; /* offsets in token_counts of the allowed places */
} token_row;

/* A named place: all segments on the board whose print passes a filter. */
typedef struct area_row {
  owned_name name;
  int16_t segments;
} area_row;

/*
** How a line of one kind of edge may bend: freely; not in the same direction on two adjacent tiles;
** always in alternating directions.
*/
#define BENDS_LIST(X) X(ANY, "any") X(NO_U_TURN, "no-u-turn") X(ALTERNATE, "alternate")
enum {
#define X(id, name) BENDS_##id,
  BENDS_LIST(X)
#undef X
};

typedef struct edge_row {
  uint8_t fits;   /* bit k: may touch an edge of kind k */
  uint8_t bends;  /* how its line may bend */
  bool must_join; /* a tile with such an edge must join another one */
} edge_row;

/* Limits how many tiles of one sort are around a tile of another sort. */
typedef struct limit_row {
  int16_t one, other; /* selectors that depend only on print */
  uint8_t max;
  bool beside; /* counts only the four cells that share a side, not all eight */
} limit_row;

enum { MAX_LIMITS = 32, MAX_BLOCKED = 16, MAX_UNSCORED = 16 };

/* A statement `offer`: one option for each item found. */
typedef struct offer_row {
  int16_t of, when; /* a selector; a filter, or NONE */
  bool deploys;     /* the engine carries it out, as a deployment */
  int32_t number;   /* number of the options, or NONE; first of a range */
  int32_t last;     /* last of the range */
  int16_t numbers;  /* variable of players: one option for each non-zero number; or NONE */
  int16_t token;    /* kind of token: one option for each number in the player's hand; or NONE */
} offer_row;

/* Timings of phases, in the order of a turn. */
#define TIMING_LIST(X)                \
  X(TURN_START, "turn_start")         \
  X(BEFORE_DRAW, "before_draw")       \
  X(DEPLOYMENT, "deployment")         \
  X(BEFORE_SCORING, "before_scoring") \
  X(FEATURE_SCORED, "feature_scored") \
  X(POINTS_GIVEN, "points_given")     \
  X(AFTER_SCORING, "after_scoring") X(TURN_END, "turn_end") X(GAME_END, "game_end") X(ANYTIME, "anytime")
typedef enum phase_timing {
#define X(id, name) TIMING_##id,
  TIMING_LIST(X)
#undef X
      TIMING_COUNT
} phase_timing;

/* The name in the list above. */
const char *carcM_timing_name (int at);

/* Timings at which phases run once for each trigger (board/state.h). */
static inline bool is_trigger_timing (int at) {
  return at == TIMING_FEATURE_SCORED || at == TIMING_POINTS_GIVEN;
}

/* A decision or act of a script. */
typedef struct phase_row {
  owned_name name;
  uint8_t timing, choice; /* choice: the first phase of this name */
  bool compulsory;
  int16_t when;          /* a filter, or NONE */
  int16_t asked_players; /* filter of players, who are asked in turn; or NONE */
  int16_t repeat_from;   /* phase that may run again after this one, or NONE */
  bool offers, may_pass; /* without a function: has offers; may be passed */
  uint8_t first_offer, n_offers;
} phase_row;

/* How often a city counts for a field, and for a pig. */
typedef struct city_multipliers {
  int32_t field, pig;
} city_multipliers;

/* A tiebreaker of majorities. */
typedef struct tie_row {
  int16_t of, prefer; /* filters: of the feature; of the tied players who win */
} tie_row;
enum { MAX_TIES = 32 };

/* Multiplier of a row of points. */
enum { PER_ONCE, PER_TILES, PER_PIECES, PER_PENNANTS, PER_CITIES, PER_VARIABLE, PER_ATTRIBUTE, PER_FOUND };
/* Effect of a row of points. */
enum { EFFECT_NONE, EFFECT_ADD, EFFECT_ZERO, EFFECT_HALVE_UP, EFFECT_HALVE_DOWN };
enum { MAX_COUNTED = 10000 /* upper limit for values of a variable */ };

/* A row of points, of bonuses for pieces, or of a step of the final scoring. */
typedef struct point_row {
  char owner[CARC_NAME_SIZE]; /* its variant */
  int16_t of;                 /* condition; of a step: selector of the items that score */
  uint8_t per, effect;
  int16_t number; /* variable, attribute or selector that `per` names */
  bool own;       /* counts only those items found that belong to the scoring item */
  bool once;      /* of a bonus or step: once per player */
  uint8_t step;   /* step of the final scoring */
  uint8_t order;  /* of a row of points: lower ones act first, in all variants */
  int32_t add;
} point_row;

enum { FIRST_ORDER = 1, USUAL_ORDER = 50, LAST_ORDER = 99 };

enum { MAX_SCRIPTS = 255 };

enum { LIFE_GAME, LIFE_TURN, LIFE_PART };
enum { MERGE_SUM, MERGE_MAX, MERGE_OR };

/* Built-in steps of the final scoring; the hook runs SCRIPTED ones. */
enum { FINAL_INCOMPLETE, FINAL_FIELDS, FINAL_GOODS, FINAL_SCRIPTED };

typedef struct final_step {
  owned_name name;
  char beside[CARC_FULL_NAME_SIZE]; /* of a script: the step before or after it */
  bool after;
  int does;
} final_step;

/* First decision of a position; by default the turn begins. */
/* clang-format off */
#define OPENINGS_LIST(X) \
  X(DRAW, "draw") X(PLACE, "place") X(DEPLOY, "deploy") X(EXTRA, "extra") X(CHOICE, "choice") X(NONE, "none")
/* clang-format on */
enum {
#define X(id, name) OPENS_WITH_##id,
  OPENINGS_LIST(X)
#undef X
      OPENS_WITH_TURN
};
typedef struct start_decision {
  uint8_t what;
  bool extended, forbidden, passed; /* as in the state */
  uint32_t asked;                   /* bit p: already asked, by a phase that asks in turn */
  int line, part, spans, settled;
  int phase;             /* of CHOICE; else -1 */
  int ending;            /* phase that placed the last tile, at the end of the game; -1: none */
  uint8_t before, after; /* timing to continue at after all triggers; TIMING_COUNT: none */
} start_decision;

enum { MAX_TURNS_AHEAD = 100 /* turns granted or to be skipped */, MAX_TURNS = 30000 };
/* Number of turns so far, and the players of the next ones. */
typedef struct turn_order {
  uint32_t count;                  /* turns + ROUND * rounds; see carc_state_round */
  uint8_t skips[CARC_MAX_PLAYERS]; /* turns that each player must still skip */
  uint8_t more;                    /* further turns of the player whose turn it is */
  uint8_t next;                    /* 1 + the player named by a script; 0: none */
  bool backwards;                  /* the order is reversed */
  bool further;                    /* this is a further turn */
  bool odd;                        /* the next player is not simply the next seat */
} turn_order;
enum { ROUND_UNIT = 1 << 16 };
static inline int turns_of (const turn_order *order) { return (int)(order->count % ROUND_UNIT); }
static inline int rounds_of (const turn_order *order) { return (int)(order->count / ROUND_UNIT); }

/* Offsets of the parts of a state in bytes, and their numbers of elements. */
typedef struct layout {
  uint32_t deploy, supply, features, legal, variables, near, feature_ids, first_segment, cell_at, tile_at,
      lie, pieces, tokens, token_counts, need, known, bearing, bag, monasteries, history, joins, held,
      flipped, also, captured, aside, grouping, reserves, kept, promised, triggers, question, weights,
      options;
  uint32_t size;
  uint32_t n_features, n_cells, n_segments, n_tiles, n_pieces, n_tokens, n_token_counts, n_monasteries,
      n_history, n_variables, words, n_options, n_weights, n_question, n_reserved, n_triggers;
} layout;

/* model/start_position.h */
typedef struct start_position start_position;

struct carc_definition {
  layout at;
  int players;
  int n_scripts;
  char script[MAX_SCRIPTS][CARC_NAME_SIZE]; /* script s is script[s - 1] */
  int n_teams, team_line;                   /* 0: no teams */
  bool apart;                               /* partners' pieces count separately in majorities */
  uint8_t team[CARC_MAX_PLAYERS];           /* members, as bits, by player */
  uint8_t side[CARC_MAX_PLAYERS];           /* all whose followers count together with a player's */
  bool manual, goods;
  int goods_of_game[CARC_GOOD_COUNT]; /* tokens in the box, or more if more tiles show it */
  int rule[CARC_RULE_COUNT];
  int n_pieces, n_types, n_all_types, n_tiles; /* all types: with those under spans last */
  piece_row piece[CARC_MAX_PIECES];
  uint64_t occupants;    /* bits of `who` that make a feature occupied */
  bool mixed_hosts;      /* builders need an ordinary follower, and some follower is not */
  bool deploys_by_needs; /* the role of some piece does not decide alone where it may be deployed */
  bool wilds;            /* there are wild tiles */
  bool wilds_at_rim;     /* some wild tile needs fewer than four neighbours */
  bool mixed_edges;      /* unlike edges may touch, or like ones may not */
  bool wide;             /* the tiles in a row could exceed the board */
  bool unlike_sides;     /* wild tiles, mixed edges or split sides */
  bool split_sides;      /* some tile has two fields, or half a city, on a side without a road */
  bool limited;          /* placements are limited, or scripts are asked about them */
  bool placement_limits; /* more than edges limits placements */
  edge_row edge[EDGE_COUNT];
  int n_limits;
  limit_row limit[MAX_LIMITS];
  int n_groups; /* of tiles: each is drawn before the next; tiles without a group come last */
  uint8_t group[CARC_MAX_TILE_ATTRIBUTES]; /* their attributes */
  int n_reserves, n_heaps;
  reserve_row reserve[CARC_MAX_RESERVES];
  int n_areas;
  area_row area[CARC_MAX_AREAS];
  uint16_t *area_on;    /* by area and type: its segments in the area, as bits */
  bool unscripted;      /* no phases, spans, wild tiles, or scripts that depend on placed tiles */
  bool hides_tokens;    /* some numbers are not visible to all */
  bool deals_tokens;    /* a position has tokens of unknown number */
  bool tokens_on_cells; /* some kind of token may be on empty cells */
  bool varied_powers;   /* the power of some follower depends on its feature */
  int span;             /* the kind of piece that is a span, or -1 */
  int type_room;        /* number of types that `type` has room for */
  tile_type *type;      /* n_types elements */
  rotated_tile *lying;  /* 4 for each type */
  carc_hooks hooks;
  void *ud;
  bool hooked;        /* there are hooks */
  unsigned hooks_are; /* CARC_HOOK_FLAG_... of all hooks */
  unsigned copies;    /* flag of actions that need a copy, because a hook may fail; or 0 */
  int n_variables, n_tokens, n_steps, n_phases;
  variable_row variable[CARC_MAX_VARIABLES];
  token_row token[CARC_MAX_TOKEN_KINDS];
  phase_row phase[CARC_MAX_PHASES];
  int n_offers;
  offer_row offer[CARC_MAX_OFFERS];
  unsigned timings_used;                                    /* bit t: timing t has a phase */
  uint8_t phase_from[TIMING_COUNT][CARC_MAX_PHASES + 1];    /* next phase of a timing */
  int16_t when[CARC_CONDITIONAL_HOOK_COUNT][CARC_MAX_ROWS]; /* filters, or NONE */
  selector_pool own_pool, *pool;                            /* pool that owns these */
  selector selectors[MAX_SELECTORS];
  variable_test tests[MAX_TESTS];
  relation_link links[MAX_LINKS];
  bool asks_passed;     /* some selector asks whether the deployment was passed */
  bool asks_turns;      /* some selector asks for the number of turns or rounds */
  bool selects;         /* some selector depends on the board */
  uint16_t *printed_on; /* by selector and type: carcM_match_printed */
  vocabulary words;
  attribute_set held; /* tile attributes whose tiles are held back at the start */
  int n_blocked;
  int16_t blocked[MAX_BLOCKED]; /* filters of forbidden deployments */
  int n_unscored;
  int16_t unscored[MAX_UNSCORED]; /* filters of features that never score */
  attribute_set weighty;          /* attributes that change the points of their feature */
  int n_points_rows;
  point_row points_row[CARC_MAX_POINT_ROWS];
  int n_final_rows;
  point_row final_row[CARC_MAX_POINT_ROWS];
  int n_bonus_rows;
  point_row bonus_row[CARC_MAX_POINT_ROWS];
  int n_power_rows;
  point_row power_row[CARC_MAX_POINT_ROWS]; /* extra power of pieces in a majority */
  int n_tie_rows;
  tie_row tie_row[MAX_TIES];
  bool odd_majorities;   /* rows, scripts or teams affect majorities */
  bool scores_empty;     /* a feature without a majority may have an effect */
  bool watches_points;   /* scripts are notified of points */
  bool flips_attributes; /* scripts may change attributes of features */
  bool joins_features;   /* scripts may join features, or a position has joins */
  int set_bytes;         /* bytes of a set of the declared attributes in a state */
  long printed_ends;     /* open ends of all tiles */
  bool weighs_cities;    /* some attribute changes the points of fields */
  final_step step[CARC_MAX_STEPS];
  bool scripted_steps;
  bool surely_begins; /* the first draw is certain to fit */
  carc_state *image;  /* initial state, before the first draw */
  char *text;
  uint64_t fingerprint;
  carc_allocator allocator;
  int first_hand;   /* type of the tile that is placed first; -1: none */
  turn_order order; /* at the start */
  start_decision opening;
  start_position *position; /* freed with the first state, unless tokens are dealt for each game */
};

/* Sets of rows. */
static inline void add_row (carc_row_set *rows, int row, bool yes) {
  rows->bits[row / 64] |= (uint64_t)yes << (row % 64);
}
static inline bool any_row (const carc_row_set *rows) { return (rows->bits[0] | rows->bits[1]) != 0; }

/*
** Whether something other than a placed tile may complete a feature: wild tiles, unlike edges,
** joins by scripts.
*/
static inline bool may_close_elsewhere (const carc_definition *d) {
  return d->n_phases > 0 || d->unlike_sides || d->hooks.on_tile_placed != NULL;
}

/* Limit on returning tiles that fit nowhere to the bag, so that a game ends. */
static inline int most_put_back (const carc_definition *d) {
  enum { TIMES = 4 };
  return d->rule[CARC_RULE_UNPLACEABLE] == CARC_UNPLACEABLE_BAG ? TIMES * d->n_tiles : 0;
}

/* Whether a selector that depends only on print matches this type. */
static inline bool finds_type (const carc_definition *d, int of, const tile_type *t) {
  return d->selectors[of].printed_on[t - d->type] != 0;
}

/* The segments of each type, or of one tile, in an area, as bits. */
static inline const uint16_t *area_of (const carc_definition *d, int area) {
  return d->area_on + area * d->n_all_types;
}
static inline unsigned segments_in_area (const carc_definition *d, int area, const tile_type *t) {
  return area_of(d, area)[t - d->type];
}

/* Whether tokens have hidden numbers that are dealt as the game begins. */
ALWAYS_INLINE bool is_dealt (const carc_definition *d, int kind, int number) {
  return number == 0 && d->token[kind].visible_to != CARC_VISIBILITY_ALL;
}

/* Kinds of segments, as bits, of which some may take this kind of piece. */
unsigned carcM_kinds_for_piece (const carc_definition *d, const piece_row *piece);

/*
** Whether a script or position may put this kind of piece on a segment: where it may stand, and on
** spots.
*/
static inline bool may_stand (const carc_definition *d, int piece, const tile_type *type, int segment) {
  unsigned there = type->stands[piece] | type->of_kind[CARC_KIND_SPOT];
  return d->piece[piece].role != ROLE_SPAN && (there >> segment & 1) != 0;
}

/* Fails with the reason why this kind of piece may not stand there. */
carc_status carcM_refuse_piece_place (const carc_definition *d, int piece, const tile_type *type, int segment,
                                      int line, carc_error *err);

/* Allocator that uses malloc. */
carc_allocator carcM_default_allocator (void);
/* Allocates from the definition's allocator; NULL on failure. */
void *carcM_alloc_memory (const carc_definition *def, size_t size);
void carcM_free_memory (const carc_definition *def, void *old, size_t size);

/* Frees the start position, if it still exists. */
void carcM_free_position (carc_definition *d);

/* Names of a definition (`ud`) by index, NULL after the last, for carc_nearest_name. */
const char *carcM_piece_name_at (const void *ud, int i);
const char *carcM_type_name_at (const void *ud, int i);
/* The kind of piece with this name, or n_pieces. */
int carcM_find_piece (const carc_definition *d, text_view w);

#endif
