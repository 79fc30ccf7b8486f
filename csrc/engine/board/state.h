/*
** state.h: the flat block of a state. It has a head, and the parts that state_layout.c places after
** it.
*/
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

/* Encoding of the history. An index below HISTORY_WIDE takes one byte. */
enum {
  HISTORY_NARROW = 0xFE,
  MAX_HISTORY = (20 + 3 * CARC_MAX_PLAYERS) * CARC_MAX_TILES + 8 * CARC_MAX_PLAYERS
};

/*
** Maximum number of cities. Each city has at least one side of a tile. It may have only one, if the
** neighbour's edge there differs.
*/
enum { MAX_CITIES = CARC_MAX_TILES * SIDES };

/*
** An observer as one number: 0 is omniscient, 1 + a player is the player; the last is the
** spectator.
*/
enum { OBSERVER_ALL = 0, OBSERVER_SPECTATOR = CARC_MAX_PLAYERS + 1 };
ALWAYS_INLINE int observer_of (int player) { return player + 1; }
/* Converts an observer of the public interface to this number. */
ALWAYS_INLINE int observer_for (int observer) {
  return observer == CARC_OMNISCIENT  ? OBSERVER_ALL
         : observer == CARC_SPECTATOR ? OBSERVER_SPECTATOR
                                      : observer_of(observer);
}

/*
** Whether `observer` sees something that has this visibility and belongs to `player` (-1: nobody).
*/
ALWAYS_INLINE bool is_visible_to (int seen, int player, int observer) {
  return observer == OBSERVER_ALL || seen == CARC_VISIBILITY_ALL ||
         (seen == CARC_VISIBILITY_OWNER && player >= 0 && observer == observer_of(player));
}

/*
** The steps of a turn. The timings of phases are steps, too, with the same numbers. turn/steps.c
** has the table that gives each step its action and its successor.
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
  STEP_ASK,        /* the phase asks */
  STEP_PHASE_OVER, /* the phase's question is answered */
  /* steps that interrupt others */
  STEP_FEATURE_SCORED = TIMING_FEATURE_SCORED, /* phases run for the first trigger */
  STEP_POINTS_GIVEN = TIMING_POINTS_GIVEN,
  STEP_LAST_TILE = STEP_PHASE_OVER + 1, /* plays the tile that a phase at game_end placed */
  STEP_DEAL,                            /* deals tiles to reserves */
  STEP_COUNT
} turn_step;

/*
** Position in a turn. `phase` is the current phase, or NOT_BEGUN before the step has begun. In
** STEP_DEAL it is a heap. In other steps it is 0.
*/
typedef struct turn_position {
  uint8_t step, phase;
} turn_position;
enum { NOT_BEGUN = 0xFF, MAX_INTERRUPTED = 4 };

enum { ASKS_CHANCE = 0xFF, MAX_CHANCES = 64 /* maximum number of options if chance decides */ };

/*
** Capacity of `also`: features that scripts close by joining, and features that one wild tile
** closes.
*/
enum { MAX_JOINED = 16, MAX_ALSO = MAX_JOINED + SIDES };

struct carc_state {
  uint64_t generator, seed;
  int32_t score[CARC_MAX_PLAYERS], before[CARC_MAX_PLAYERS]; /* now, and before the last action */
  uint32_t steps;               /* number of steps taken by the random generator */
  uint32_t decisions;           /* decisions so far, including draws by the host */
  uint16_t n_placements[SIDES]; /* number of cells in `legal`, by rotation */
  uint32_t history_used;
  uint16_t n_actions, n_segments, next_feature, n_cells;
  uint16_t complete;    /* bits of segments of the last tile whose features it completed */
  int16_t low_x, low_y; /* north-west corner of the cells beside the board */
  uint16_t n_tiles, n_bag, n_pieces, n_monasteries;
  uint16_t hand;
  uint8_t completed_monastery;  /* the last tile completed a monastery */
  uint8_t decision, turn, part; /* part: number of parts of this turn that are over */
  uint8_t extended;             /* the last tile extended a feature with the player's builder */
  uint8_t absent;               /* bit p: player p takes no more turns (resigned or eliminated) */
  uint8_t losing;               /* bits of absent players who cannot win */
  uint8_t resigned;             /* bits of absent players who have resigned */
  turn_order order;
  uint8_t goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT];
  turn_position at; /* position in the turn */

  /* only for scripts and spans */
  attribute_set seen;          /* attributes of the tiles on the board */
  attribute_set seen_segments; /* attributes that segments on the board have or had */
  attribute_set ever_flipped;  /* attributes that scripts have ever changed */
  uint16_t n_bearing;          /* length of `bearing` */
  uint16_t n_options, n_usual; /* number of options by scripts, and of actions before them */
  uint16_t n_joins;
  uint16_t n_aside, settled; /* settled: number of `pieces` before the tile was placed */
  uint16_t n_promised;       /* number of tiles promised to reserves */
  uint16_t put_back;         /* number of tiles returned to the bag because they fitted nowhere */
  uint8_t n_also;
  turn_position interrupted[MAX_INTERRUPTED]; /* positions to resume; the last comes first */
  uint8_t asker;                              /* who decides: a player, or ASKS_CHANCE */
  uint8_t forbidden : 1;                      /* deployment on the last tile is forbidden */
  uint8_t passed : 1;                         /* the deployment of this part was passed */
  uint8_t n_interrupted : 3;
  uint8_t spans_laid;   /* number of spans laid in this part */
  uint8_t n_triggers;   /* length of `triggers` */
  uint8_t n_in_a_row;   /* number of triggers added since `triggers` was empty */
  uint8_t asked;        /* 1 + player whom the phase asks; 0: the player whose turn it is */
  uint8_t asked_before; /* bit p: a phase that asks in turn has asked player p */
};

/* The player whom the current phase asks. If no phase asks, the player whose turn it is. */
ALWAYS_INLINE int asked_player (const carc_state *s) { return s->asked > 0 ? s->asked - 1 : s->turn; }

/*
** An event for which phases must still run: a feature has scored, or a player has received points.
*/
typedef struct trigger {
  int32_t points, total; /* total: the player's score after the points */
  uint16_t site;         /* a place in the feature, or NO_SITE */
  uint8_t at;            /* TIMING_FEATURE_SCORED or TIMING_POINTS_GIVEN */
  uint8_t players;       /* bit p */
  uint8_t cause;         /* of points: carc_given_cause */
  uint8_t complete;      /* of a feature: it is complete */
  uint8_t unused[2];
} trigger;
enum { NO_SITE = 0xFFFF, MAX_TRIGGERS = 64, MAX_IN_A_ROW = 250 };

/* The parts, as pointers into the block. */
#define PART(d, s, type, name) ((type *)(void *)((unsigned char *)(s) + (d)->at.name))
#define CONST_PART(d, s, type, name) ((const type *)(const void *)((const unsigned char *)(s) + (d)->at.name))

/* Place of a token as one number (board/tokens.h). */
typedef uint32_t token_place;

/* The tiles that can be drawn now, in a game with draw groups. */
typedef struct draw_groups {
  attribute_set released; /* attributes that were shuffled in */
  uint64_t now;           /* number of the current group */
} draw_groups;

#define STATE_PARTS(X)                                                                                       \
  X(uint16_t, deploy) /* per kind of piece: segments of the last tile that take it; padded to fours */       \
  X(uint8_t, supply)  /* per player and kind of piece */                                                     \
  X(feature_totals, features) /* features; number 0 is "none"; unused ones are linked by `what` */           \
  X(uint64_t, legal)          /* per rotation, `words` words: bits of cells that take the tile in hand */    \
  X(int32_t, variables)                                                                                      \
  X(uint64_t, near)          /* per cell: 1 + neighbour in N E S W, 16 bits each */                          \
  X(uint32_t, pieces)        /* packed_piece */                                                              \
  X(token_place, tokens)     /* per token: its place (board/tokens.h), 0 for the supply */                   \
  X(uint16_t, token_counts)  /* per kind of token: counts by player, tile, segment */                        \
  X(uint16_t, feature_ids)   /* per segment of each tile: its feature */                                     \
  X(uint16_t, first_segment) /* per tile: index of its first feature id */                                   \
  X(uint16_t, cell_at)       /* per empty cell beside the board: its position */                             \
  X(uint16_t, tile_at)       /* per tile: its position */                                                    \
  X(uint16_t, bearing)       /* tiles that selectors look at first (stands_out) */                           \
  X(uint16_t, lie)           /* per tile: type * 4 + rotation */                                             \
  X(uint8_t, need)           /* per cell: the edges that its neighbours require */                           \
  X(uint8_t, known)          /* per cell: 3 for each side with a neighbour */                                \
  X(uint16_t, bag)           /* types to be drawn, sorted */                                                 \
  X(uint32_t, monasteries)   /* incomplete monasteries: feature id << 16 | position */                       \
  X(uint8_t, history)                                                                                        \
  X(uint32_t, joins) /* with scripts: pairs of joined segments, in order (board/joins.h) */                  \
  X(uint8_t, held) /* per feature, a set: its attributes; of those with merge=all, the ones that it lacks */ \
  X(uint8_t, flipped)  /* per segment, a set, with scripts: attributes that differ from print */             \
  X(uint16_t, also)    /* places in features that something other than the last tile completed */            \
  X(uint8_t, captured) /* per player and kind of piece: number of captured pieces */                         \
  X(uint16_t, aside)   /* sorted types of tiles that are held back or in a later group */                    \
  X(draw_groups, grouping)                                                                                   \
  X(uint16_t, reserves) /* per heap (board/reserve.h): room for the types of its tiles */                    \
  X(uint16_t, kept)     /* per heap: number of tiles */                                                      \
  X(uint16_t, promised) /* per heap: number of tiles to be dealt */                                          \
  X(trigger, triggers)  /* triggers, in the order in which they occurred */                                  \
  X(char, question)     /* question of the current phase; all bytes 0 if it has none */                      \
  X(uint8_t, weights)   /* per option: its weight, if chance decides */                                      \
  X(uint64_t, options)  /* options by scripts, packed */

#define X(type, name)                                                                                       \
  ALWAYS_INLINE type *name##_of(const carc_definition *d, carc_state *s) { return PART(d, s, type, name); } \
  ALWAYS_INLINE const type *const_##name##_of(const carc_definition *d, const carc_state *s) {              \
    return CONST_PART(d, s, type, name);                                                                    \
  }
STATE_PARTS(X)
#undef X

/*
** A position has 8 bits of y and 8 bits of x, both modulo 256. A board with the empty cells beside
** it spans at most 256 cells (CARC_MAX_SPAN), so `low_x` and `low_y` make the position unique.
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
/* Whether a position is at most `reach` columns and rows away from a cell. */
ALWAYS_INLINE bool is_within (const carc_state *s, uint16_t at, int x, int y, int reach) {
  int columns = x_of(s, at) - x, rows = y_of(s, at) - y;
  return columns <= reach && -columns <= reach && rows <= reach && -rows <= reach;
}

/* Pieces in a player's supply, by kind. */
ALWAYS_INLINE uint8_t *supply_of_player (const carc_definition *d, carc_state *s, int player) {
  return supply_of(d, s) + player * d->n_pieces;
}
ALWAYS_INLINE const uint8_t *const_supply_of_player (const carc_definition *d, const carc_state *s,
                                                     int player) {
  return const_supply_of(d, s) + player * d->n_pieces;
}

/* Index of a type in a list; -1 if it is not in the list. */
ALWAYS_INLINE int find_type (const uint16_t *types, int n, int type) {
  int i = 0;
  while (i < n && types[i] != type) i++;
  return i < n ? i : -1;
}

/*
** Reads a set of attributes. A set has as many bytes as the declared attributes need; `at` is its
** index.
*/
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
** Number of bytes of a state that are in use. Nothing after the options is in use; if there are no
** options, nothing after the history.
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

/* Sum of points over a player's team; if the game has no teams, the player's own points. */
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
** Removes the tile at this place from a bag of n tiles, and closes the gap. The bag stays sorted,
** and the bytes after its end stay 0, so that draws leave no trace.
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

/* Notes the attributes of a placed tile, for selectors. */
ALWAYS_INLINE void track_printed (const carc_definition *d, carc_state *s, int tile) {
  const tile_type *t = type_of(d, s, tile);
  s->seen |= t->tile_attributes;
  s->seen_segments |= t->all_attributes;
  if (d->selects && t->stands_out) bearing_of(d, s)[s->n_bearing++] = (uint16_t)tile;
}

/* Sets the numbers of a variable to their initial values. */
ALWAYS_INLINE void fill_variable (const carc_definition *d, carc_state *s, int variable) {
  const variable_row *row = &d->variable[variable];
  int32_t *all = variables_of(d, s);
  for (uint32_t i = 0; i < row->length; i++) all[row->at + i] = row->initial;
  all[row->written] = 0;
}

/* Sets a variable to its initial values, if it has other values. */
ALWAYS_INLINE void clear_variable (const carc_definition *d, carc_state *s, int variable) {
  if (variables_of(d, s)[d->variable[variable].written] != 0) fill_variable(d, s, variable);
}

/* A pointer to a number of a variable, for writing. */
ALWAYS_INLINE int32_t *number_of_variable (const carc_definition *d, carc_state *s, int variable,
                                           uint32_t key) {
  variables_of(d, s)[d->variable[variable].written] = 1;
  return &variables_of(d, s)[d->variable[variable].at + key];
}

/* Inserts a tile into a sorted heap of n tiles. */
ALWAYS_INLINE void put_in_order (uint16_t *heap, uint16_t *n, int type) {
  int i = (*n)++;
  for (; i > 0 && heap[i - 1] > type; i--) heap[i] = heap[i - 1];
  heap[i] = (uint16_t)type;
}

/*
** Returns the majority in the feature at a segment, as bits, if it does not depend only on the
** power of pieces. This function evaluates filters, and filters call it; so queries and calls
** receive it as a pointer.
*/
typedef unsigned majority_finder (const carc_definition *d, const carc_state *s, struct carc_call *c,
                                  int tile, int segment);

/* A running call into the engine: state, listener, and error. To hooks it is a carc_call. */
struct carc_call {
  const carc_definition *d;
  carc_state *s;
  majority_finder *majority;      /* NULL: only the power of pieces counts */
  bool stepwise;                  /* the caller gives the draws; they are not random */
  bool asking;                    /* a hook is running that must not change the state */
  bool failed;                    /* a hook failed, or memory ran out; other fields are not valid */
  bool lacks_memory;              /* memory ran out */
  bool deciding;                  /* the hook `majority` is running and must not be called again */
  bool reading;                   /* belongs to no action, and calls no hooks; `s` is NULL */
  bool final;                     /* the final scoring is running */
  bool foreseen;                  /* a search runs the call on a copy, to see what scripts give */
  bool offering;                  /* the current phase collects its options */
  bool may_lay;                   /* a phase carries out an option, and may place a tile */
  bool has_laid;                  /* the phase has placed a tile */
  bool may_deal;                  /* a phase acts, and tiles can be dealt after it */
  int offers;                     /* the phase that collects options */
  const struct query_item *about; /* item that the running hook is about; NULL: the last tile */
  int bonus_for;                  /* 1 + owner of the piece for which `bonus` runs; 0: none */
  int deploys_for;                /* 1 + player whose deployments the phase offers; 0: none */
  int giving, given;              /* nesting depth of on_points_given; its calls since depth 0 */
  int64_t visits_left;            /* items that data may still test in this decision (MAX_VISITS) */
  int64_t visits_of_host;         /* items that queries of hosts and hooks may still test */
  int64_t hook_work;              /* work that the host's hooks have counted in this decision */
  int n_hooks;                    /* number of calls of hooks in this decision */
  bool pure;                      /* the last function read only what carc_call_note_pure names */
  struct answer_cache *answers;   /* answers of such functions; NULL: each is asked every time */
  int64_t limit_of_host;          /* number of these items at first */
  carc_sink sink;
  void *sink_ud;
  int number, since; /* number of events so far; events up to `since` are skipped */
  int observer;      /* observer of the events, as OBSERVER_ALL etc. */

  struct restriction_counts *restrictions; /* NULL: effects of restrictions are not counted */
  carc_error *err;
};

/* Lets the call fail because memory ran out. */
ALWAYS_INLINE void fail_for_memory (carc_call *c) {
  carcU_fail(c->err, CARC_ERR_MEMORY, 0, "not enough memory");
  c->failed = c->lacks_memory = true;
}

/* Maximum number of items that the selectors of a definition may test in one decision. */
enum { MAX_VISITS = 5000000 };

/* Result of the call so far. */
ALWAYS_INLINE carc_status call_status (const carc_call *c) {
  return LIKELY(!c->failed) ? CARC_OK : c->lacks_memory ? CARC_ERR_MEMORY : CARC_ERR_SCRIPT;
}

/*
** Limits of the points that a script may give at once, and of a score. Points above a limit are
** lost.
*/
enum { MAX_POINTS = 1000000, MAX_SCORE = 1000000000 };

/* Returns the sum, limited to MAX_SCORE. */
ALWAYS_INLINE int32_t add_points (int32_t score, int points) {
  int64_t sum = (int64_t)score + points;
  if (UNLIKELY(sum > MAX_SCORE)) return MAX_SCORE;
  return UNLIKELY(sum < -MAX_SCORE) ? -MAX_SCORE : (int32_t)sum;
}

#endif
