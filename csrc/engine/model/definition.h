/*
** definition.h: the definition of a game. The parser fills it; then state_layout.c and
** initial_state.c add the initial state. From then on it is read-only.
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

/*
** Role of a kind of piece on the board. The other fields of its row can restrict when and where it
** is deployed.
*/
typedef enum piece_role {
  ROLE_FOLLOWER,
  ROLE_BUILDER,
  ROLE_PIG,
  ROLE_SPECIAL,
  ROLE_SPAN,
  ROLE_COUNT
} piece_role;

/* Conditions for a deployment, as bits. They apply to the feature of the segment. */
enum {
  NEEDS_UNOCCUPIED = 1,   /* no player occupies the feature */
  NEEDS_OWN_FOLLOWER = 2, /* the feature has a follower of the player */
  NEEDS_INCOMPLETE = 4,   /* the feature is incomplete */
  NEEDS_NONE_OF_KIND = 8, /* no player has a piece of this kind in the feature */
  NEEDS_SCRIPT_ONLY = 16  /* only scripts deploy the piece */
};
enum { POWER_FIXED, POWER_BY_PENNANTS, POWER_BY_ATTRIBUTE };

/* A kind of piece, built-in or of a script. */
typedef struct piece_row {
  char name[CARC_NAME_SIZE];
  uint8_t count; /* for each player */
  uint8_t role;
  uint8_t power;      /* power in a majority */
  uint8_t by;         /* POWER_FIXED, POWER_BY_PENNANTS, or POWER_BY_ATTRIBUTE + attribute */
  bool hosts_builder; /* a follower that any builder may join */
  bool as_follower;   /* rules for followers also apply to it */
  uint8_t needs;
  int16_t on;       /* filter: printed segments that take it; NONE: the role decides */
  int16_t not_on;   /* filter: segments that do not take it; or NONE */
  uint8_t orphan;   /* CARC_ORPHAN_RETURN: returns if its player has no follower left */
  bool says_orphan; /* `orphan` was given and overrides the rule */
} piece_row;

typedef struct variable_row {
  owned_name name;
  uint8_t scope, lifetime, merge;
  uint8_t type; /* carc_holding */
  int32_t size, initial;
  uint32_t at, length; /* offset and number of its numbers in the state */
  uint32_t written;    /* index of a flag: it differs from its initial values */
} variable_row;

/* Which tiles of a reserve a turn may take: none; the oldest; or any, as the player chooses. */
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
  uint8_t refill;     /* timing at which it is filled up to `deal`; or TIMING_COUNT */
  int32_t size, deal;
  uint32_t at;    /* offset among the tiles in reserves */
  int first_heap; /* board/reserve.h */
} reserve_row;

/* A kind of token. Its tokens are sorted by owner, then by number. */
typedef struct token_row {
  owned_name name;
  uint8_t on;         /* bits: CARC_TOKEN_PLACE_... */
  uint8_t owner;      /* CARC_TOKEN_OWNER_... */
  uint8_t visible_to; /* carc_visibility of the tokens' numbers */
  int32_t count, numbers;
  char symbol[8];
  int16_t starts_on; /* attribute of the tile on which they begin, or NONE */
  uint16_t first, all,
      alike; /* first: index in a state; alike: number of tokens with equal owner and number */
  uint32_t held, on_tiles, on_segments; /* offsets in token_counts, by kind of place */
} token_row;

/* A named place: all segments on the board that match a filter by what is printed on them. */
typedef struct area_row {
  owned_name name;
  int16_t segments;
} area_row;

/*
** How a line of one kind of edge may bend: in any way; not twice in the same direction on adjacent
** tiles; or always in the direction opposite to its previous bend.
*/
#define BENDS_LIST(X) X(ANY, "any") X(NO_U_TURN, "no-u-turn") X(ALTERNATE, "alternate")
enum {
#define X(id, name) BENDS_##id,
  BENDS_LIST(X)
#undef X
};

typedef struct edge_row {
  uint8_t fits;   /* bit k: an edge of kind k fits it */
  uint8_t bends;  /* how lines with this edge may bend (BENDS_*) */
  bool must_join; /* a tile with such edges must join one of them */
} edge_row;

/*
** Pairs of edges of two kinds fit, or clash, only where one of the two segments matches a filter of
** what is printed. If a pair has rows that fit, it fits where one of them matches.
*/
typedef struct edge_filter {
  uint8_t kind, other;
  bool fits;
  int16_t where; /* its printed_on has the segments that match */
} edge_filter;

/* Limits how many tiles that match `other` are near a tile that matches `one`. */
typedef struct limit_row {
  int16_t one, other; /* selectors that depend only on what is printed */
  uint16_t max;
  uint8_t reach; /* how many rows and columns away a tile is still near */
  bool beside;   /* near means the four cells that share a side */
} limit_row;

enum {
  MAX_EDGE_FILTERS = 16,
  MAX_LIMITS = 32,
  MAX_LIMIT_REACH = 15,
  MAX_BLOCKED = 16,
  MAX_FORBIDDEN = 32,
  MAX_UNSCORED = 16
};

/* An `offer` statement: adds an option for each item that a selector finds. */
typedef struct offer_row {
  int16_t of, when; /* of: a selector; when: a filter, or NONE */
  bool deploys;     /* the options are deployments, which the engine carries out */
  int32_t number;   /* number of each option, or NONE; of a range, the first */
  int32_t last;     /* last number of a range */
  int16_t numbers;  /* variable of players: one option per non-zero number; or NONE */
  int16_t token;    /* kind of token: one option per number in hand; or NONE */
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

/* The name in TIMING_LIST. */
const char *carcM_timing_name (int at);

/* Whether phases at this timing run once for each trigger (board/state.h). */
static inline bool is_trigger_timing (int at) {
  return at == TIMING_FEATURE_SCORED || at == TIMING_POINTS_GIVEN;
}

/* A phase: a decision or act of a script. */
typedef struct phase_row {
  owned_name name;
  uint8_t timing, choice; /* choice: number of the first phase with this name */
  bool compulsory;
  int16_t when;          /* a filter, or NONE */
  int16_t asked_players; /* filter: the players who are asked in turn; or NONE */
  int16_t repeat_from;   /* a phase that may run again after this one; or NONE */
  bool offers, may_pass; /* without a function: whether it has offers; whether it may be passed */
  uint8_t first_offer, n_offers;
} phase_row;

/* How many times a city counts for a field, and how many times more with a pig. */
typedef struct city_multipliers {
  int32_t field, pig;
} city_multipliers;

/* A tiebreaker of majorities. */
typedef struct tie_row {
  int16_t of, prefer; /* filters: the features, and which tied players win */
} tie_row;
enum { MAX_TIES = 32 };

/* What a row of points is multiplied by. */
enum { PER_ONCE, PER_TILES, PER_PIECES, PER_PENNANTS, PER_CITIES, PER_VARIABLE, PER_ATTRIBUTE, PER_FOUND };
/* What a row of points does to the points. */
enum { EFFECT_NONE, EFFECT_ADD, EFFECT_ZERO, EFFECT_HALVE_UP, EFFECT_HALVE_DOWN };
enum { MAX_COUNTED = 10000 /* maximum factor from a variable */ };

/* A row of points, of bonuses for pieces, or of a step of the final scoring. */
typedef struct point_row {
  char owner[CARC_NAME_SIZE]; /* name of its variant */
  int16_t of;                 /* of a step: selector of the items that score; else a filter */
  uint8_t per, effect;
  int16_t number; /* variable, attribute or selector that `per` names */
  bool own;       /* counts only found items that belong to the item that scores */
  bool once;      /* of a bonus or step: applies once per player */
  uint8_t step;   /* number of the step of the final scoring */
  uint8_t order;  /* of a row of points: rows with lower numbers act first */
  int32_t add;
} point_row;

enum { FIRST_ORDER = 1, USUAL_ORDER = 50, LAST_ORDER = 99 };

enum { MAX_SCRIPTS = 255 };

enum { LIFE_GAME, LIFE_TURN, LIFE_PART };
enum { MERGE_SUM, MERGE_MAX, MERGE_OR };

/* Built-in steps of the final scoring. The hook `final` runs SCRIPTED steps. */
enum { FINAL_INCOMPLETE, FINAL_FIELDS, FINAL_GOODS, FINAL_SCRIPTED };

typedef struct final_step {
  owned_name name;
  char beside[CARC_FULL_NAME_SIZE]; /* of a script: the step that it precedes or follows */
  bool after;                       /* it follows that step */
  int does;
} final_step;

/* First decision of a position. If the position has none, the turn begins. */
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
  bool extended, forbidden, passed; /* as the fields of the state */
  uint32_t asked;                   /* bit p: a phase that asks in turn has asked player p */
  int line, part, spans, settled;
  int phase;             /* of a CHOICE; otherwise -1 */
  int ending;            /* of a game that is ending: phase that placed the last tile; or -1 */
  uint8_t before, after; /* timing at which the turn resumes after all triggers; or TIMING_COUNT */
} start_decision;

enum {
  MAX_TURNS_AHEAD = 100 /* maximum number of turns that are granted, or must be skipped */,
  MAX_TURNS = 30000
};
/* Number of turns so far, and what decides the player of the next turn. */
typedef struct turn_order {
  uint32_t count;                  /* turns + ROUND_UNIT * rounds (carc_state_round) */
  uint8_t skips[CARC_MAX_PLAYERS]; /* number of turns that each player must still skip */
  uint8_t more;                    /* number of further turns of the player whose turn it is */
  uint8_t next;                    /* 1 + player whom a script has named; 0 if none */
  bool backwards;                  /* the order is reversed */
  bool further;                    /* this turn is a further turn */
  bool odd;                        /* the next turn need not belong to the next seat */
} turn_order;
enum { ROUND_UNIT = 1 << 16 };
static inline int turns_of (const turn_order *order) { return (int)(order->count % ROUND_UNIT); }
static inline int rounds_of (const turn_order *order) { return (int)(order->count / ROUND_UNIT); }

/* Offsets of the parts of a state in bytes, and the number of elements of each part. */
typedef struct layout {
  uint32_t deploy, supply, features, legal, variables, near, feature_ids, first_segment, cell_at, tile_at,
      lie, pieces, tokens, token_counts, need, known, bearing, bag, monasteries, history, joins, held,
      flipped, also, captured, aside, grouping, reserves, kept, promised, triggers, question, weights,
      options;
  uint32_t size;
  uint32_t n_features, n_cells, n_segments, n_tiles, n_pieces, n_tokens, n_token_counts, n_monasteries,
      n_history, n_variables, words, n_options, n_weights, n_question, n_reserved, n_triggers;
} layout;

/* defined in model/start_position.h */
typedef struct start_position start_position;

struct carc_definition {
  layout at;
  int players;
  int n_scripts;
  char script[MAX_SCRIPTS][CARC_NAME_SIZE]; /* script s is script[s - 1] */
  int n_teams, team_line;                   /* n_teams: 0 if there are no teams */
  bool apart;                               /* pieces of partners count separately in majorities */
  uint8_t team[CARC_MAX_PLAYERS];           /* by player: the members of the team, as bits */
  uint8_t side[CARC_MAX_PLAYERS];           /* by player: all who count together with the player */
  carc_victory victory;
  bool manual, goods;
  int goods_of_game[CARC_GOOD_COUNT]; /* tokens in the box; more if the tiles show more */
  int rule[CARC_RULE_COUNT];
  int n_pieces, n_types, n_all_types, n_tiles; /* all types: types with spans come last */
  piece_row piece[CARC_MAX_PIECES];
  uint64_t occupants;    /* a feature is occupied if its `who` has one of these bits */
  bool mixed_hosts;      /* not every follower can have a builder beside it */
  bool deploys_by_needs; /* the roles of pieces do not suffice to decide where they are deployed */
  bool wilds;            /* the game has wild tiles */
  bool wilds_at_rim;     /* some wild tile fits with fewer than four neighbours */
  bool mixed_edges;      /* some kinds of edges fit other kinds, or not their own kind */
  bool wide;             /* a row of all tiles would exceed CARC_MAX_SPAN */
  bool unlike_sides;     /* the game has wild tiles, mixed edges or split sides */
  bool split_sides;      /* some side without a road has two fields, or half a city */
  bool limited;          /* edges, limits or scripts may forbid or add placements */
  bool placement_limits; /* some limit forbids placements of tiles whose edges fit */
  edge_row edge[EDGE_COUNT];
  int n_edge_filters;
  edge_filter edge_filter[MAX_EDGE_FILTERS];
  int n_limits;
  limit_row limit[MAX_LIMITS];
  int n_groups; /* groups of tiles, drawn one after the other; tiles without a group come last */
  uint8_t group[CARC_MAX_TILE_ATTRIBUTES]; /* the tile attribute of each group */
  int n_reserves, n_heaps;
  reserve_row reserve[CARC_MAX_RESERVES];
  int n_areas;
  area_row area[CARC_MAX_AREAS];
  uint16_t *area_on;    /* by area and type: bits of the segments that belong to the area */
  bool plain;           /* no phases, spans or wild tiles, and no hook looks at placed tiles */
  bool unscripted;      /* plain, and no race: the steps of a turn need no table */
  bool hides_tokens;    /* some players do not see the numbers of some tokens */
  bool deals_tokens;    /* a position has tokens whose numbers are unknown */
  bool tokens_on_cells; /* tokens of some kind may be on empty cells */
  bool varied_powers;   /* the power of some followers depends on their feature */
  int span;             /* kind of piece that is a span; -1 if none */
  int type_room;        /* number of types for which `type` has room */
  tile_type *type;      /* n_types elements */
  rotated_tile *lying;  /* four for each type */
  carc_hooks hooks;
  void *ud;
  bool hooked;        /* whether the definition has hooks */
  unsigned hooks_are; /* CARC_HOOK_FLAG_... of all its hooks */
  unsigned copies;    /* flag of actions in which a hook may fail, so a copy is needed */
  int n_variables, n_tokens, n_steps, n_phases;
  variable_row variable[CARC_MAX_VARIABLES];
  token_row token[CARC_MAX_TOKEN_KINDS];
  phase_row phase[CARC_MAX_PHASES];
  int n_offers;
  offer_row offer[CARC_MAX_OFFERS];
  unsigned timings_used;                                    /* bit t: a phase has timing t */
  uint8_t phase_from[TIMING_COUNT][CARC_MAX_PHASES + 1];    /* the next phase of each timing */
  int16_t when[CARC_CONDITIONAL_HOOK_COUNT][CARC_MAX_ROWS]; /* filters, or NONE */
  selector_pool own_pool, *pool;                            /* the pool that owns the selectors */
  selector selectors[MAX_SELECTORS];
  variable_test tests[MAX_TESTS];
  relation_link links[MAX_LINKS];
  bool asks_passed;     /* some selector depends on whether the deployment was passed */
  bool asks_turns;      /* some selector depends on the number of turns or rounds */
  bool selects;         /* some selector depends on the board */
  uint16_t *printed_on; /* by selector and type: result of carcM_match_printed */
  vocabulary words;
  attribute_set held; /* tile attributes whose tiles are held back at the start */
  int n_blocked;
  int16_t blocked[MAX_BLOCKED]; /* filters: deployments that are forbidden */
  int n_forbidden;
  int16_t forbidden[MAX_FORBIDDEN]; /* filters: placements that are forbidden */
  int n_unscored;
  int16_t unscored[MAX_UNSCORED]; /* filters: features that never score */
  attribute_set weighty;          /* attributes that change the points of features */
  int n_points_rows;
  point_row points_row[CARC_MAX_POINT_ROWS];
  int n_final_rows;
  point_row final_row[CARC_MAX_POINT_ROWS];
  int n_bonus_rows;
  point_row bonus_row[CARC_MAX_POINT_ROWS];
  int n_power_rows;
  point_row power_row[CARC_MAX_POINT_ROWS]; /* rows that add power to pieces in a majority */
  int n_tie_rows;
  tie_row tie_row[MAX_TIES];
  bool odd_majorities;   /* rows, scripts or teams can change majorities */
  bool scores_empty;     /* something can happen when a feature without a majority scores */
  bool watches_points;   /* points are reported to scripts */
  bool flips_attributes; /* scripts may change attributes of features */
  bool joins_features;   /* scripts can join features, or a position has joins */
  int set_bytes;         /* bytes that a set of the declared attributes takes in a state */
  long printed_ends;     /* number of open ends on all tiles */
  bool weighs_cities;    /* some attribute changes the points of fields */
  final_step step[CARC_MAX_STEPS];
  bool scripted_steps;
  bool surely_begins; /* the first tile that is drawn certainly fits */
  carc_state *image;  /* the initial state, before the first draw */
  char *text;
  uint64_t fingerprint;
  carc_allocator allocator;
  int first_hand;   /* type of the tile that is placed first; -1 if not fixed */
  turn_order order; /* order of turns at the start */
  start_decision opening;
  start_position *position; /* freed early, unless each game deals tokens */
};

static inline void add_row (carc_row_set *rows, int row, bool yes) {
  rows->bits[row / 64] |= (uint64_t)yes << (row % 64);
}
static inline bool any_row (const carc_row_set *rows) { return (rows->bits[0] | rows->bits[1]) != 0; }

/*
** Whether a feature can be completed by something other than placing one of its tiles: by wild
** tiles, edges that differ, or joins by scripts.
*/
static inline bool may_close_elsewhere (const carc_definition *d) {
  return d->n_phases > 0 || d->unlike_sides || d->hooks.on_tile_placed != NULL;
}

/*
** Maximum number of tiles that are returned to the bag because they fit nowhere. The limit ensures
** that every game ends.
*/
static inline int most_put_back (const carc_definition *d) {
  enum { TIMES = 4 };
  return d->rule[CARC_RULE_UNPLACEABLE] == CARC_UNPLACEABLE_BAG ? TIMES * d->n_tiles : 0;
}

/* Whether this type matches a selector that depends only on what is printed. */
static inline bool finds_type (const carc_definition *d, int of, const tile_type *t) {
  return d->selectors[of].printed_on[t - d->type] != 0;
}

/* The segments that belong to an area, as bits: for each type, and for one tile. */
static inline const uint16_t *area_of (const carc_definition *d, int area) {
  return d->area_on + area * d->n_all_types;
}
static inline unsigned segments_in_area (const carc_definition *d, int area, const tile_type *t) {
  return area_of(d, area)[t - d->type];
}

/*
** Whether a token of this kind that a position places gets its number at random when the game
** begins: `number` is 0 (the position states none), and some players do not see the number.
*/
ALWAYS_INLINE bool is_dealt (const carc_definition *d, int kind, int number) {
  return number == 0 && d->token[kind].visible_to != CARC_VISIBILITY_ALL;
}

/* The kinds of the segments that take this kind of piece, as bits. */
unsigned carcM_kinds_for_piece (const carc_definition *d, const piece_row *piece);

/*
** Whether a script or a position may put this kind of piece on a segment: on segments that take it,
** and on spots.
*/
static inline bool may_stand (const carc_definition *d, int piece, const tile_type *type, int segment) {
  unsigned there = type->stands[piece] | type->of_kind[CARC_KIND_SPOT];
  return d->piece[piece].role != ROLE_SPAN && (there >> segment & 1) != 0;
}

/* Fails with the reason why this kind of piece may not stand on a segment. */
carc_status carcM_refuse_piece_place (const carc_definition *d, int piece, const tile_type *type, int segment,
                                      int line, carc_error *err);

/* An allocator that uses malloc. */
carc_allocator carcM_default_allocator (void);
/* Allocates memory with the definition's allocator; NULL on failure. */
void *carcM_alloc_memory (const carc_definition *def, size_t size);
void carcM_free_memory (const carc_definition *def, void *old, size_t size);

/* Frees the start position, if it has not been freed. */
void carcM_free_position (carc_definition *d);

/* Return the names of a definition (`ud`) by index, NULL after the last, for carc_nearest_name. */
const char *carcM_piece_name_at (const void *ud, int i);
const char *carcM_type_name_at (const void *ud, int i);
/* The kind of piece with this name; n_pieces if the name is unknown. */
int carcM_find_piece (const carc_definition *d, text_view w);

#endif
