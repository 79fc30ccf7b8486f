/*
** definition.h: what game this is. Filled from text by the readers of `parse`, completed by layout.c and initial_state.c with the
** state that every game begins from, then never written again.
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

/* What a piece does on the board; the rest of its row says where and when. */
typedef enum piece_role {
  ROLE_FOLLOWER,
  ROLE_BUILDER,
  ROLE_PIG,
  ROLE_SPECIAL,
  ROLE_SPAN,
  ROLE_COUNT
} piece_role;

/* What a piece needs of the feature on which it is deployed, as bits. */
enum {
  NEEDS_UNOCCUPIED = 1,   /* nobody occupies it */
  NEEDS_OWN_FOLLOWER = 2, /* a follower of the same player stands there */
  NEEDS_INCOMPLETE = 4,   /* it is not complete */
  NEEDS_NONE_OF_KIND = 8, /* no piece of this kind stands there, whoever's */
  NEEDS_SCRIPT_ONLY = 16  /* the rules do not deploy it at all */
};
enum { POWER_FIXED, POWER_BY_PENNANTS, POWER_BY_ATTRIBUTE };

/* One row for each kind of piece; the built-in ones and those of scripts look alike. */
typedef struct piece_row {
  char name[CARC_NAME_SIZE];
  uint8_t count; /* each player's */
  uint8_t role;
  uint8_t power; /* in a majority */
  uint8_t
      by; /* POWER_FIXED; POWER_BY_PENNANTS: as many as its feature has; POWER_BY_ATTRIBUTE + a: of attribute a */
  bool hosts_builder; /* a follower that any builder may join */
  bool as_follower;   /* what is done to followers may be done to it */
  uint8_t needs;
  int16_t on;     /* a filter of the segments that take it, as printed; NONE: those that its role stands on */
  int16_t not_on; /* a filter of those that do not; NONE: there are none */
  uint8_t orphan; /* CARC_ORPHAN_RETURN: goes home once its player has no follower left there */
  bool says_orphan; /* that is its own, whatever the rule says */
} piece_row;

typedef struct variable_row {
  owned_name name;
  uint8_t scope, lifetime, merge;
  uint8_t type; /* carc_holding */
  int32_t size, initial;
  uint32_t at, length; /* in the state's variables */
  uint32_t written;    /* there, too: whether it holds anything but what it began with */
} variable_row;

/* How a turn's tile comes from a reserve: not; the one that lies there longest; any, as the player likes. */
#define PLAYS_LIST(X) X(NONE, "no") X(NEXT, "next") X(ANY, "any")
enum {
#define X(id, name) PLAYS_##id,
  PLAYS_LIST(X)
#undef X
};

/* A place for tiles outside the bag and the table. */
typedef struct reserve_row {
  owned_name name;
  uint8_t owner;      /* CARC_SCOPE_GAME or CARC_SCOPE_PLAYER */
  uint8_t visible_to; /* carc_visibility */
  uint8_t play_from;  /* PLAYS_... */
  uint8_t refill;     /* the moment at which what is missing of `deal` is dealt; TIMING_COUNT: none */
  int32_t size, deal;
  uint32_t at;    /* in the state's reserves */
  int first_heap; /* board/reserve.h */
} reserve_row;

/* A kind of token. Its tokens are so many, owner by owner, and of each number by number. */
typedef struct token_row {
  owned_name name;
  uint8_t on;         /* bits: CARC_TOKEN_PLACE_... */
  uint8_t owner;      /* CARC_TOKEN_OWNER_... */
  uint8_t visible_to; /* carc_visibility: who sees the numbers */
  int32_t count, numbers;
  char symbol[8];
  int16_t starts_on; /* an attribute: they begin on the first tile with it; or NONE */
  uint16_t first, all,
      alike; /* among those of a state; alike: how many nobody can tell apart but by where they are */
  uint32_t held, on_tiles,
      on_segments; /* in token_counts: of each player, of each tile, of each segment, if it is ever there */
} token_row;

/* A place with a name: all segments on the table of which what is printed passes a filter. */
typedef struct area_row {
  owned_name name;
  int16_t segments;
} area_row;

/* How a line of one kind of edge may bend: as it likes; not twice the same way on tiles that touch; never twice the same way. */
#define BENDS_LIST(X) X(ANY, "any") X(NO_U_TURN, "no-u-turn") X(ALTERNATE, "alternate")
enum {
#define X(id, name) BENDS_##id,
  BENDS_LIST(X)
#undef X
};

typedef struct edge_row {
  uint8_t fits;   /* bit k: an edge of kind k may lie beside it */
  uint8_t bends;  /* how a line of it may bend */
  bool must_join; /* a tile with such an edge must join one */
} edge_row;

/* Around a tile of one sort lie at most so many of another. */
typedef struct limit_row {
  int16_t one, other; /* selectors that look at nothing but what is printed */
  uint8_t max;
  bool beside; /* only the four cells that share a side count, not all eight */
} limit_row;

enum { MAX_LIMITS = 32, MAX_BLOCKED = 16, MAX_UNSCORED = 16 };

/* What a phase offers: an option for each thing that is found. */
typedef struct offer_row {
  int16_t of, when; /* a selector; a filter, or NONE */
  bool deploys;     /* the engine carries the option out: it deploys what is taken */
  int32_t number;   /* of the options, or NONE; the first of several */
  int32_t last;     /* and the last one */
  int16_t numbers;  /* a variable of players: one option for each of its numbers that is not 0; or NONE */
  int16_t token;    /* the same of a kind of token: one for each number of which the player has one in hand */
} offer_row;

/* Where phases stand in a turn, in its order. */
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

/* At these timings phases are asked about something that happened, once for each trigger (board/state.h). */
static inline bool is_trigger_timing (int at) {
  return at == TIMING_FEATURE_SCORED || at == TIMING_POINTS_GIVEN;
}

/* A decision of a script's. */
typedef struct phase_row {
  owned_name name;
  uint8_t timing, choice; /* choice: the first phase of this name */
  bool compulsory;
  int16_t when;          /* a filter, or NONE */
  int16_t asked_players; /* a filter of players, who are asked one after the other; or NONE */
  int16_t repeat_from;   /* the phase that may come again after this one, or NONE */
  bool offers, may_pass; /* without a script: whether it does, and whether its question may be passed */
  uint8_t first_offer, n_offers;
} phase_row;

/* How often a city counts for a field, and for a pig. */
typedef struct city_multipliers {
  int32_t field, pig;
} city_multipliers;

/* Who wins where several tie for a majority. */
typedef struct tie_row {
  int16_t of,
      prefer; /* filters of the feature, and of the players who then win, if it holds for any who tie */
} tie_row;
enum { MAX_TIES = 32 };

/* How often a row of points counts. */
enum { PER_ONCE, PER_TILES, PER_PIECES, PER_PENNANTS, PER_CITIES, PER_VARIABLE, PER_ATTRIBUTE, PER_FOUND };
/* What it does then. */
enum { EFFECT_NONE, EFFECT_ADD, EFFECT_ZERO, EFFECT_HALVE_UP, EFFECT_HALVE_DOWN };
enum { MAX_COUNTED = 10000 /* of the numbers in a variable */ };

/* A row of points, of bonuses for pieces, or of a step of the final scoring. */
typedef struct point_row {
  char owner[CARC_NAME_SIZE]; /* the variant that says so */
  int16_t of;                 /* the filter that must hold; of a step: the selector of what is paid for */
  uint8_t per, effect;
  int16_t number; /* of what `per` names: a variable, an attribute, a selector */
  bool own;       /* what that selector finds counts only where it belongs to the thing that scores */
  bool once;      /* of a bonus and a step: once a player */
  uint8_t step;   /* of the final scoring */
  uint8_t order;  /* of a row of points: those with a lower one act first, whoever's they are */
  int32_t add;
} point_row;

enum { FIRST_ORDER = 1, USUAL_ORDER = 50, LAST_ORDER = 99 };

enum { MAX_SCRIPTS = 255 };

enum { LIFE_GAME, LIFE_TURN, LIFE_PART };
enum { MERGE_SUM, MERGE_MAX, MERGE_OR };

/* The built-in steps of the final scoring; SCRIPTED ones are done by the hook. */
enum { FINAL_INCOMPLETE, FINAL_FIELDS, FINAL_GOODS, FINAL_SCRIPTED };

typedef struct final_step {
  owned_name name;
  char beside[CARC_FULL_NAME_SIZE]; /* of a script's: what it was said to stand before, or after */
  bool after;
  int does;
} final_step;

/* What is to be decided first: by itself the player whose turn it is begins the turn. */
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
  uint32_t asked;                   /* bit p: asked before, by a phase that asks one after the other */
  int line, part, spans, settled;
  int phase;  /* of CHOICE: its row; else -1 */
  int ending; /* the phase that has laid the last tile, at the end; -1: none */
  uint8_t before,
      after; /* the point before or after which the turn goes on once all triggers are done; TIMING_COUNT: not said */
} start_decision;

enum { MAX_TURNS_AHEAD = 100 /* that a player may be granted, or have to sit out */, MAX_TURNS = 30000 };
/* How often turns have come, and who takes the next. */
typedef struct turn_order {
  uint32_t
      count; /* turns so far, and a ROUND for each round, which begins as the turn comes to the first player, or goes by */
  uint8_t skips[CARC_MAX_PLAYERS]; /* turns that each is still to sit out */
  uint8_t more;                    /* whole turns that whose turn it is has after this one */
  uint8_t next;                    /* 1 + the player whom a script has named; 0: nobody */
  bool backwards;                  /* it goes round against the clock */
  bool further;                    /* this turn is one that was granted */
  bool odd;                        /* something else than the seats decides who comes next */
} turn_order;
enum { ROUND_UNIT = 1 << 16 };
static inline int turns_of (const turn_order *order) { return (int)(order->count % ROUND_UNIT); }
static inline int rounds_of (const turn_order *order) { return (int)(order->count / ROUND_UNIT); }

/* Where the parts of a state begin, in bytes from its start, and how many they hold. */
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
  char script[MAX_SCRIPTS][CARC_NAME_SIZE]; /* script s is called script[s - 1] */
  int n_teams, team_line;                   /* 0: each plays alone */
  bool apart;                               /* what partners have counts apart in majorities */
  uint8_t team[CARC_MAX_PLAYERS]; /* who shares the result with a player, as bits, that player too */
  uint8_t side[CARC_MAX_PLAYERS]; /* whose followers count together with a player's */
  bool manual, goods;
  int goods_of_game[CARC_GOOD_COUNT]; /* tokens: of the box, or more if more tiles show it */
  int rule[CARC_RULE_COUNT];
  int n_pieces, n_types, n_all_types,
      n_tiles; /* all types: those with a span across, too, after the others */
  piece_row piece[CARC_MAX_PIECES];
  uint64_t occupants;    /* the bits of `who` that make a feature occupied */
  bool mixed_hosts;      /* some follower is not ordinary, and builders need one that is */
  bool deploys_by_needs; /* the role of some piece does not say all about where it may be deployed */
  bool wilds;            /* some tile is wild */
  bool wilds_at_rim;     /* some wild tile needs fewer than four neighbours */
  bool mixed_edges;      /* unlike edges may lie together, or like ones may not */
  bool wide;             /* the tiles could lie in a longer row than the table has room for */
  bool unlike_sides;     /* wild tiles, mixed edges: a side may end where it meets another; or split sides */
  bool split_sides;      /* tiles that show two fields, or half a city, on a side without a road */
  bool limited;          /* placements are limited so, or scripts are asked about placements */
  bool placement_limits; /* placements are limited by more than their edges */
  edge_row edge[EDGE_COUNT];
  int n_limits;
  limit_row limit[MAX_LIMITS];
  int n_groups; /* of tiles: each is drawn before the next, and before those of none */
  uint8_t group[CARC_MAX_TILE_ATTRIBUTES]; /* their attributes */
  int n_reserves, n_heaps;
  reserve_row reserve[CARC_MAX_RESERVES];
  int n_areas;
  area_row area[CARC_MAX_AREAS];
  uint16_t *area_on; /* of each area, for each type: its segments that belong to it, as bits */
  bool
      unscripted; /* no phases, spans, wild tiles; nothing said by scripts looks at a tile put down: most games */
  bool hides_tokens;    /* the numbers of some kind are not shown to all */
  bool deals_tokens;    /* a position has some of which it is not known which they are */
  bool tokens_on_cells; /* some kind of token may lie on empty cells */
  bool varied_powers;   /* some follower counts by what its feature has */
  int span;             /* the kind of piece that is a span, or -1 */
  int type_room;        /* for how many types there is room */
  tile_type *type;      /* n_types of them */
  rotated_tile *lying;  /* 4 for each type */
  carc_hooks hooks;
  void *ud;
  bool hooked;        /* there is a hook */
  unsigned hooks_are; /* CARC_HOOK_... of all that are there */
  unsigned
      copies; /* when a state is copied before an action, because a hook may fail in it: one of these, or 0 */
  int n_variables, n_tokens, n_steps, n_phases;
  variable_row variable[CARC_MAX_VARIABLES];
  token_row token[CARC_MAX_TOKEN_KINDS];
  phase_row phase[CARC_MAX_PHASES];
  int n_offers;
  offer_row offer[CARC_MAX_OFFERS];
  unsigned timings_used; /* bit p: some phase is at point p */
  uint8_t phase_from[TIMING_COUNT]
                    [CARC_MAX_PHASES + 1]; /* the first phase at a point, from this one on; or n_phases */
  int16_t when[CARC_CONDITIONAL_HOOK_COUNT][CARC_MAX_ROWS]; /* filters, or NONE */
  selector_pool own_pool, *pool;                            /* of these: */
  selector selectors[MAX_SELECTORS];
  variable_test tests[MAX_TESTS];
  relation_link links[MAX_LINKS];
  bool asks_passed;     /* one of them asks whether the deployment was passed */
  bool asks_turns;      /* one of them asks how many turns there were, or rounds */
  bool selects;         /* there are selectors that look at the table */
  uint16_t *printed_on; /* of each selector, for each type: carcM_match_printed */
  vocabulary words;
  attribute_set held; /* tile attributes whose tiles are kept back at the start */
  int n_blocked;
  int16_t blocked[MAX_BLOCKED]; /* filters of deployments that nobody makes */
  int n_unscored;
  int16_t unscored[MAX_UNSCORED]; /* filters of features that do not score, whatever becomes of them */
  attribute_set weighty;          /* attributes that do something to the points of their feature */
  int n_points_rows;
  point_row points_row[CARC_MAX_POINT_ROWS];
  int n_final_rows;
  point_row final_row[CARC_MAX_POINT_ROWS];
  int n_bonus_rows;
  point_row bonus_row[CARC_MAX_POINT_ROWS];
  int n_power_rows;
  point_row power_row[CARC_MAX_POINT_ROWS]; /* what pieces count more in a majority */
  int n_tie_rows;
  tie_row tie_row[MAX_TIES];
  bool odd_majorities;   /* rows, scripts or teams have a say in who has a majority */
  bool scores_empty;     /* something may come of a feature in which nobody has a majority */
  bool watches_points;   /* scripts are told of points that are given */
  bool flips_attributes; /* scripts may change what attributes a feature has */
  bool joins_features;   /* they may join features, or have done so */
  int set_bytes;         /* that a set of the attributes declared takes in a state */
  long printed_ends;     /* open ends of all tiles together */
  bool weighs_cities;    /* some attribute changes what fields get */
  final_step step[CARC_MAX_STEPS];
  bool scripted_steps;
  bool surely_begins; /* some tile of the bag fits at the start */
  carc_state *image;  /* a state before the first draw */
  char *text;
  uint64_t fingerprint;
  carc_allocator allocator;
  int first_hand;   /* the type of the tile to be placed first; -1 for none */
  turn_order order; /* at the start */
  start_decision opening;
  start_position *position; /* NULL once the image is made, unless tokens are dealt as each game begins */
};

/* Sets of rows. */
static inline void add_row (carc_row_set *rows, int row, bool yes) {
  rows->bits[row / 64] |= (uint64_t)yes << (row % 64);
}
static inline bool any_row (const carc_row_set *rows) { return (rows->bits[0] | rows->bits[1]) != 0; }

/* Whether something else than the tile put down may close a feature: a wild tile, an unlike edge, or a script that joins. */
static inline bool may_close_elsewhere (const carc_definition *d) {
  return d->n_phases > 0 || d->unlike_sides || d->hooks.on_tile_placed != NULL;
}

/* How often tiles that fit nowhere may go back into the bag, so that a game ends. */
static inline int most_put_back (const carc_definition *d) {
  enum { TIMES = 4 };
  return d->rule[CARC_RULE_UNPLACEABLE] == CARC_UNPLACEABLE_BAG ? TIMES * d->n_tiles : 0;
}

/* Whether a selector that looks at nothing but what is printed on tiles finds this one. */
static inline bool finds_type (const carc_definition *d, int of, const tile_type *t) {
  return d->selectors[of].printed_on[t - d->type] != 0;
}

/* The segments of each type, as bits, that belong to an area; and of one tile. */
static inline const uint16_t *area_of (const carc_definition *d, int area) {
  return d->area_on + area * d->n_all_types;
}
static inline unsigned segments_in_area (const carc_definition *d, int area, const tile_type *t) {
  return area_of(d, area)[t - d->type];
}

/* Whether it is not said which numbers such tokens bear, since these are hidden: they are dealt as the game begins. */
ALWAYS_INLINE bool is_dealt (const carc_definition *d, int kind, int number) {
  return number == 0 && d->token[kind].visible_to != CARC_VISIBILITY_ALL;
}

/* The kinds of segments, as bits, of which some may take this kind of piece. */
unsigned carcM_kinds_for_piece (const carc_definition *d, const piece_row *piece);

/* Whether a script, or a position, may put this kind of piece on a segment: where it may stand, and on any spot. */
static inline bool may_stand (const carc_definition *d, int piece, const tile_type *type, int segment) {
  unsigned there = type->stands[piece] | type->of_kind[CARC_KIND_SPOT];
  return d->piece[piece].role != ROLE_SPAN && (there >> segment & 1) != 0;
}

/* Says why this kind of piece may not stand there. */
carc_status carcM_refuse_piece_place (const carc_definition *d, int piece, const tile_type *type, int segment,
                                      int line, carc_error *err);

/* The system's memory: malloc's. */
carc_allocator carcM_default_allocator (void);
/* Memory from the definition's allocator; NULL if there is none. */
void *carcM_alloc_memory (const carc_definition *def, size_t size);
void carcM_free_memory (const carc_definition *def, void *old, size_t size);

/* Frees the position that a definition was made from, if it is still there. */
void carcM_free_position (carc_definition *d);

/* The names of a definition (`ud`), one by one, NULL after the last: for carc_nearest_name. */
const char *carcM_piece_name_at (const void *ud, int i);
const char *carcM_type_name_at (const void *ud, int i);
/* The kind of piece that has this name; n_pieces where none has. */
int carcM_find_piece (const carc_definition *d, text_view w);

#endif
