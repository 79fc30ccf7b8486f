/* state.h: the flat block of a state: a head, and the parts that state_layout.c places. */
#ifndef CARC_STATE_H
#define CARC_STATE_H

#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"

typedef enum decision_kind {
  DECISION_DRAW,
  DECISION_PLACE,
  DECISION_DEPLOY,
  DECISION_EXTRA,
  DECISION_ASK,
  DECISION_END
} decision_kind;

enum {
  NO_TYPE = 0xFFFF,
  NO_FEATURE = 0,
  CELLS_AT_ONCE = 16,
  MONASTERIES_AT_ONCE = 4,
  TAKEN_AT_ONCE = 24,
  BAG_SLACK = TAKEN_AT_ONCE + 1
};

/* Encoding of the history: an index below this takes one byte. */
enum {
  HISTORY_NARROW = 0xFE,
  MAX_HISTORY = (20 + 3 * CARC_MAX_PLAYERS) * CARC_MAX_TILES + 8 * CARC_MAX_PLAYERS
};

/* A city has at least one side; beside an unlike edge, one side may suffice. */
enum { MAX_CITIES = CARC_MAX_TILES * SIDES };

/* An observer as one number: omniscient; 1 + a player; or the spectator. */
enum { OBSERVER_ALL = 0, OBSERVER_SPECTATOR = CARC_MAX_PLAYERS + 1 };
ALWAYS_INLINE int observer_of (int player) { return player + 1; }
/* Converts an observer of the public interface. */
ALWAYS_INLINE int observer_for (int observer) {
  return observer == CARC_OMNISCIENT  ? OBSERVER_ALL
         : observer == CARC_SPECTATOR ? OBSERVER_SPECTATOR
                                      : observer_of(observer);
}

/* Whether `observer` sees something with this visibility that belongs to `player` (-1: nobody). */
ALWAYS_INLINE bool is_visible_to (int seen, int player, int observer) {
  return observer == OBSERVER_ALL || seen == CARC_VISIBILITY_ALL ||
         (seen == CARC_VISIBILITY_OWNER && player >= 0 && observer == observer_of(player));
}

/*
** The steps of a turn. The timings of phases are steps with the same numbers. turn/steps.c has the
** table of their actions and successors.
*/
typedef enum turn_step {
  STEP_TURN_START = TIMING_TURN_START,
  STEP_BEFORE_DRAW = TIMING_BEFORE_DRAW,
  STEP_DEPLOYMENT = TIMING_DEPLOYMENT,
  STEP_BEFORE_SCORING = TIMING_BEFORE_SCORING,
  STEP_AFTER_SCORING = TIMING_AFTER_SCORING,
  STEP_TURN_END = TIMING_TURN_END,
  STEP_GAME_END = TIMING_GAME_END,
  STEP_DRAW = TIMING_COUNT,
  STEP_SCORING,
  STEP_EXTRA_PART,
  STEP_NEXT_TURN,
  STEP_FINAL_SCORING,
  STEP_OVER,
  STEP_OPENING, /* the game begins */
  /* steps of a phase */
  STEP_ASK,        /* it asks */
  STEP_PHASE_OVER, /* its question is answered */
  /* steps that interrupt others */
  STEP_FEATURE_SCORED = TIMING_FEATURE_SCORED, /* phases run for the first trigger */
  STEP_POINTS_GIVEN = TIMING_POINTS_GIVEN,
  STEP_LAST_TILE = STEP_PHASE_OVER + 1, /* plays the tile that a phase at game_end placed */
  STEP_DEAL,                            /* deals tiles to reserves */
  STEP_COUNT
} turn_step;

/*
** Position in a turn. `phase` is the current phase, NOT_BEGUN before the step has begun, and for
** STEP_DEAL a heap; 0 otherwise.
*/
typedef struct turn_position {
  uint8_t step, phase;
} turn_position;
enum { NOT_BEGUN = 0xFF, MAX_INTERRUPTED = 4 };

enum { ASKS_CHANCE = 0xFF, MAX_CHANCES = 64 /* options among which chance decides */ };

/*
** Capacity of `also`: features that scripts close by joining, and those that one wild tile closes.
*/
enum { MAX_JOINED = 16, MAX_ALSO = MAX_JOINED + SIDES };

struct carc_state {
  uint64_t generator, seed;
  int32_t score[CARC_MAX_PLAYERS], before[CARC_MAX_PLAYERS]; /* now, and before the last action */
  uint32_t steps;                                            /* taken by the random generator */
  uint32_t decisions;                                        /* so far, with draws by the host */
  uint16_t n_placements[SIDES];                              /* in `legal`, by rotation */
  uint32_t history_used;
  uint16_t n_actions, n_segments, next_feature, n_cells;
  uint16_t complete;    /* segments of the last tile whose features it completed */
  int16_t low_x, low_y; /* north-west corner of all cells beside the board */
  uint16_t n_tiles, n_bag, n_pieces, n_monasteries;
  uint16_t hand;
  uint8_t completed_monastery;  /* the last tile completed a monastery */
  uint8_t decision, turn, part; /* part: number of parts of this turn that are over */
  uint8_t extended;             /* the last tile extended the player's builder's feature */
  uint8_t absent;               /* bit p: takes no more turns, after resigning or elimination */
  uint8_t losing;               /* of these, as bits: cannot win */
  uint8_t resigned;             /* of these, as bits: has resigned */
  turn_order order;
  uint8_t goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT];
  turn_position at; /* position in the turn */

  /* for scripts and spans only */
  attribute_set seen;          /* attributes of the tiles on the board */
  attribute_set seen_segments; /* and of their segments, printed or set by scripts, now or before */
  attribute_set ever_flipped;  /* attributes that scripts have ever changed */
  uint16_t n_bearing;          /* in `bearing` */
  uint16_t n_options, n_usual; /* of scripts, in `options`; actions before them */
  uint16_t n_joins;
  uint16_t n_aside, settled; /* settled: how many of `pieces` were there before the tile */
  uint16_t n_promised;       /* tiles, to reserves */
  uint16_t put_back;         /* number of tiles returned to the bag because they fitted nowhere */
  uint8_t n_also;
  turn_position interrupted[MAX_INTERRUPTED]; /* positions to resume; the next one is last */
  uint8_t asker;                              /* a player, or ASKS_CHANCE */
  uint8_t forbidden : 1;                      /* deployment on the last tile is forbidden */
  uint8_t passed : 1;                         /* the deployment of this part was passed */
  uint8_t n_interrupted : 3;
  uint8_t spans_laid;   /* in this part */
  uint8_t n_triggers;   /* in `triggers` */
  uint8_t n_in_a_row;   /* number added since there was none */
  uint8_t asked;        /* 1 + player asked by the phase; 0: the player whose turn it is */
  uint8_t asked_before; /* bit p: by a phase that asks in turn */
};

/* The player whom the current phase asks; otherwise the player whose turn it is. */
ALWAYS_INLINE int asked_player (const carc_state *s) { return s->asked > 0 ? s->asked - 1 : s->turn; }

/* An event for which phases must still run: a scored feature, or points given to a player. */
typedef struct trigger {
  int32_t points, total; /* total: the player's score afterwards */
  uint16_t site;         /* a place in the feature, or NO_SITE */
  uint8_t at;            /* TIMING_FEATURE_SCORED or TIMING_POINTS_GIVEN */
  uint8_t players;       /* bit p */
  uint8_t cause;         /* carc_given_cause, of points */
  uint8_t complete;      /* of a feature */
  uint8_t unused[2];
} trigger;
enum { NO_SITE = 0xFFFF, MAX_TRIGGERS = 64, MAX_IN_A_ROW = 250 };

/* The parts, as pointers into the block. */
#define PART(d, s, type, name) ((type *)(void *)((unsigned char *)(s) + (d)->at.name))
#define CONST_PART(d, s, type, name) ((const type *)(const void *)((const unsigned char *)(s) + (d)->at.name))

/* Place of a token as one number: board/tokens.h. */
typedef uint32_t token_place;

/* Tiles that can be drawn now, in games with draw groups. */
typedef struct draw_groups {
  attribute_set released; /* attributes that were shuffled in */
  uint64_t now;           /* the current group */
} draw_groups;

#define STATE_PARTS(X)                                                                                 \
  X(uint16_t, deploy) /* per kind of piece: segments of the last tile that take it; padded to fours */ \
  X(uint8_t, supply)  /* per player and kind of piece */                                               \
  X(feature_totals, features) /* features; 0 is "none", free ones are linked by `what` */              \
  X(uint64_t, legal)          /* per rotation, `words` words: cells that take the tile in hand */      \
  X(int32_t, variables)                                                                                \
  X(uint64_t, near)          /* per cell: neighbours N E S W, 16 bits each, from 1 */                  \
  X(uint32_t, pieces)        /* packed_piece */                                                        \
  X(token_place, tokens)     /* per token: its place (board/tokens.h), 0 for the supply */             \
  X(uint16_t, token_counts)  /* per kind of token: counts by player, tile, segment */                  \
  X(uint16_t, feature_ids)   /* per segment of each tile: its feature */                               \
  X(uint16_t, first_segment) /* per tile: index of its first feature id */                             \
  X(uint16_t, cell_at)       /* per empty cell beside the board: its position */                       \
  X(uint16_t, tile_at)       /* per tile: its position */                                              \
  X(uint16_t, bearing)       /* tiles that stand out, if selectors need them */                        \
  X(uint16_t, lie)           /* per tile: type * 4 + rotation */                                       \
  X(uint8_t, need)           /* per cell: edges that its neighbours require */                         \
  X(uint8_t, known)          /* per cell: 3 for each side with a neighbour */                          \
  X(uint16_t, bag)           /* types to be drawn, sorted */                                           \
  X(uint32_t, monasteries)   /* incomplete ones: feature id << 16 | position */                        \
  X(uint8_t, history)                                                                                  \
  X(uint32_t, joins)   /* with scripts: joined segments in order (board/joins.h) */                    \
  X(uint8_t, held)     /* per feature, a set: its attributes; for merge=all, those that it lacks */    \
  X(uint8_t, flipped)  /* per segment, a set, with scripts: attributes that differ from print */       \
  X(uint16_t, also)    /* places in features completed other than by the last tile */                  \
  X(uint8_t, captured) /* per player and kind of piece: held by scripts */                             \
  X(uint16_t, aside)   /* types that are held back or of a later group, sorted */                      \
  X(draw_groups, grouping)                                                                             \
  X(uint16_t, reserves) /* per heap (board/reserve.h): room for its types */                           \
  X(uint16_t, kept)     /* per heap: number of tiles */                                                \
  X(uint16_t, promised) /* per heap: number of tiles to be dealt */                                    \
  X(trigger, triggers)  /* in order of occurrence */                                                   \
  X(char, question)     /* question of the current phase; all 0 if there is none */                    \
  X(uint8_t, weights)   /* per option, for choices by chance */                                        \
  X(uint64_t, options)  /* offered by scripts, packed */

#define X(type, name)                                                                                       \
  ALWAYS_INLINE type *name##_of(const carc_definition *d, carc_state *s) { return PART(d, s, type, name); } \
  ALWAYS_INLINE const type *const_##name##_of(const carc_definition *d, const carc_state *s) {              \
    return CONST_PART(d, s, type, name);                                                                    \
  }
STATE_PARTS(X)
#undef X

/*
** A position is 8 bits of y and 8 of x, both modulo 256: with the empty cells beside it, a board
** spans at most 256 cells (CARC_MAX_SPAN). The corner `low_x`, `low_y` makes it unique.
*/
ALWAYS_INLINE uint16_t position_of (int x, int y) {
  return (uint16_t)((unsigned)(y & 0xFF) << 8 | (unsigned)(x & 0xFF));
}
ALWAYS_INLINE int x_of (const carc_state *s, uint16_t at) {
  return s->low_x + (uint8_t)((uint8_t)at - (uint8_t)s->low_x);
}
ALWAYS_INLINE int y_of (const carc_state *s, uint16_t at) {
  return s->low_y + (uint8_t)((uint8_t)(at >> 8) - (uint8_t)s->low_y);
}

/* Pieces in a player's supply, by kind. */
ALWAYS_INLINE uint8_t *supply_of_player (const carc_definition *d, carc_state *s, int player) {
  return supply_of(d, s) + player * d->n_pieces;
}
ALWAYS_INLINE const uint8_t *const_supply_of_player (const carc_definition *d, const carc_state *s,
                                                     int player) {
  return const_supply_of(d, s) + player * d->n_pieces;
}

/* Index of a type, or -1. */
ALWAYS_INLINE int find_type (const uint16_t *types, int n, int type) {
  int i = 0;
  while (i < n && types[i] != type) i++;
  return i < n ? i : -1;
}

/* A set of attributes has as many bytes as the declared ones need; `at` counts sets. */
ALWAYS_INLINE attribute_set set_in (const carc_definition *d, const uint8_t *sets, int at) {
  attribute_set set = 0;
  for (int i = 0; i < d->set_bytes; i++) set |= (attribute_set)sets[at * d->set_bytes + i] << (8 * i);
  return set;
}
ALWAYS_INLINE void put_set (const carc_definition *d, uint8_t *sets, int at, attribute_set set) {
  for (int i = 0; i < d->set_bytes; i++) sets[at * d->set_bytes + i] = (uint8_t)(set >> (8 * i));
}

/* Clears the question of the phase. */
ALWAYS_INLINE void forget_question (const carc_definition *d, carc_state *s) {
  if (d->at.n_question > 0 && question_of(d, s)[0] != '\0') memset(question_of(d, s), 0, d->at.n_question);
}

/*
** Bytes of a state in use: nothing after the options if there are any, otherwise nothing after the
** history.
*/
ALWAYS_INLINE size_t live_size (const carc_definition *d, const carc_state *s) {
  return s->n_options > 0 ? d->at.options + s->n_options * sizeof(uint64_t) : d->at.history + s->history_used;
}

ALWAYS_INLINE const tile_type *type_of (const carc_definition *d, const carc_state *s, int tile) {
  return &d->type[const_lie_of(d, s)[tile] >> 2];
}

ALWAYS_INLINE int feature_at (const carc_definition *d, const carc_state *s, int tile, int segment) {
  return const_feature_ids_of(d, s)[const_first_segment_of(d, s)[tile] + segment];
}

ALWAYS_INLINE bool waits_for_chance (const carc_state *s) {
  return s->decision == DECISION_DRAW || (s->decision == DECISION_ASK && s->asker == ASKS_CHANCE);
}

/* Sum for a player's team; without teams, the player's own. */
ALWAYS_INLINE int sum_of_team (const carc_definition *d, const int32_t *points, int player) {
  if (LIKELY(d->n_teams == 0)) return points[player];
  int64_t sum = 0;
  for (unsigned left = d->team[player]; left != 0; left &= left - 1) sum += points[lowest_bit(left)];
  return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int)sum;
}

/* A segment of a tile in 14 bits. */
ALWAYS_INLINE int site_tile (uint32_t place) { return (int)(place >> 4 & 0x3FF); }
ALWAYS_INLINE int site_segment (uint32_t place) { return (int)(place & 0xF); }

ALWAYS_INLINE uint32_t packed_piece (int tile, int segment, int player, int piece) {
  return (uint32_t)tile | (uint32_t)segment << 10 | (uint32_t)player << 14 | (uint32_t)piece << 18;
}
ALWAYS_INLINE int piece_tile (uint32_t f) { return (int)(f & 0x3FF); }
ALWAYS_INLINE int piece_segment (uint32_t f) { return (int)(f >> 10 & 0xF); }
ALWAYS_INLINE int piece_player (uint32_t f) { return (int)(f >> 14 & 0xF); }
ALWAYS_INLINE int piece_kind (uint32_t f) { return (int)(f >> 18); }

/*
** Removes the tile at this place from a bag of n, and closes the gap. The bag stays sorted and zero
** after its end, so that draws leave no trace.
*/
ALWAYS_INLINE void remove_at (uint16_t *bag, int n, int place) {
#if CARC_SSE2
  for (int i = place; i < n; i += TAKEN_AT_ONCE)
    for (int k = 0; k < TAKEN_AT_ONCE; k += 8) {
      __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(bag + i + k + 1));
      _mm_storeu_si128((__m128i *)(void *)(bag + i + k), next);
    }
#else
  memmove(bag + place, bag + place + 1, (size_t)(n - place) * sizeof *bag);
#endif
}

/* Tracks the attributes of a placed tile, for selectors. */
ALWAYS_INLINE void track_printed (const carc_definition *d, carc_state *s, int tile) {
  const tile_type *t = type_of(d, s, tile);
  s->seen |= t->tile_attributes;
  s->seen_segments |= t->all_attributes;
  if (d->selects && t->stands_out) bearing_of(d, s)[s->n_bearing++] = (uint16_t)tile;
}

/* Sets a variable to its initial values. */
ALWAYS_INLINE void fill_variable (const carc_definition *d, carc_state *s, int variable) {
  const variable_row *row = &d->variable[variable];
  int32_t *all = variables_of(d, s);
  for (uint32_t i = 0; i < row->length; i++) all[row->at + i] = row->initial;
  all[row->written] = 0;
}

/* Resets a variable. */
ALWAYS_INLINE void clear_variable (const carc_definition *d, carc_state *s, int variable) {
  if (variables_of(d, s)[d->variable[variable].written] != 0) fill_variable(d, s, variable);
}

/* A number of a variable, for writing. */
ALWAYS_INLINE int32_t *number_of_variable (const carc_definition *d, carc_state *s, int variable,
                                           uint32_t key) {
  variables_of(d, s)[d->variable[variable].written] = 1;
  return &variables_of(d, s)[d->variable[variable].at + key];
}

/* Inserts a tile into a sorted heap of n. */
ALWAYS_INLINE void put_in_order (uint16_t *heap, uint16_t *n, int type) {
  int i = (*n)++;
  for (; i > 0 && heap[i - 1] > type; i--) heap[i] = heap[i - 1];
  heap[i] = (uint16_t)type;
}

/*
** Returns the majority of the feature with a segment, as bits, if more than the power of pieces
** decides. It evaluates filters, and filters need it, so queries and calls receive it as a pointer.
*/
typedef unsigned majority_finder (const carc_definition *d, const carc_state *s, struct carc_call *c,
                                  int tile, int segment);

/* A running call into the engine: state, listener, and error. Hooks know it as carc_call. */
struct carc_call {
  const carc_definition *d;
  carc_state *s;
  majority_finder *majority;      /* NULL: only the power of pieces counts */
  bool stepwise;                  /* draws are given, not random */
  bool asking;                    /* runs a hook that must not change the state */
  bool failed;                    /* a hook failed, or memory ran out; the rest is void */
  bool lacks_memory;              /* memory ran out */
  bool deciding;                  /* runs the majority hook: no nested call of it */
  bool final;                     /* in the final scoring */
  bool offering;                  /* the current phase collects its options */
  bool may_lay;                   /* a phase carries out an option, and may place a tile */
  bool has_laid;                  /* it has placed one */
  bool may_deal;                  /* a phase acts at a timing after which tiles can be dealt */
  int offers;                     /* the phase that collects options */
  const struct query_item *about; /* subject of the running hook; NULL: the last tile */
  int bonus_for;                  /* 1 + owner of the piece for which `bonus` runs; 0: none */
  int deploys_for;                /* 1 + player whose deployments the phase offers; 0: none */
  int giving, given;              /* depth of on_points_given, and calls since depth 0 */
  carc_sink sink;
  void *sink_ud;
  int number, since; /* events so far; those up to `since` are skipped */
  int observer;      /* observer of the events: OBSERVER_ALL, ... */
  carc_error *err;
};

/* Fails because memory ran out. */
ALWAYS_INLINE void fail_for_memory (carc_call *c) {
  carcU_fail(c->err, CARC_ERR_MEMORY, 0, "not enough memory");
  c->failed = c->lacks_memory = true;
}

/* Result of the call so far. */
ALWAYS_INLINE carc_status call_status (const carc_call *c) {
  return LIKELY(!c->failed) ? CARC_OK : c->lacks_memory ? CARC_ERR_MEMORY : CARC_ERR_SCRIPT;
}

#endif
