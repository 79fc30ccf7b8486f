/*
** state.h: the flat block that a state is: a head, and after it the parts that state_layout.c places.
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

/* In the history an index below this takes one byte. */
enum {
  HISTORY_NARROW = 0xFE,
  MAX_HISTORY = (20 + 3 * CARC_MAX_PLAYERS) * CARC_MAX_TILES + 8 * CARC_MAX_PLAYERS
};

/* A city has a side at least; beside an unlike edge it may be complete with no more. */
enum { MAX_CITIES = CARC_MAX_TILES * SIDES };

/* An observer in one number: sees everything; 1 + a player; or sees what is shown to everybody. */
enum { OBSERVER_ALL = 0, OBSERVER_SPECTATOR = CARC_MAX_PLAYERS + 1 };
ALWAYS_INLINE int observer_of (int player) { return player + 1; }
/* The same of what callers say. */
ALWAYS_INLINE int observer_for (int observer) {
  return observer == CARC_OMNISCIENT  ? OBSERVER_ALL
         : observer == CARC_SPECTATOR ? OBSERVER_SPECTATOR
                                      : observer_of(observer);
}

/* Whether `observer` sees what has this visibility and belongs to `player` (-1: to nobody). */
ALWAYS_INLINE bool is_visible_to (int seen, int player, int observer) {
  return observer == OBSERVER_ALL || seen == CARC_VISIBILITY_ALL ||
         (seen == CARC_VISIBILITY_OWNER && player >= 0 && observer == observer_of(player));
}

/*
** The steps of a turn. The timings of phases are steps under the same numbers. What each step does, and
** which comes after it, is said by the table in turn/steps.c.
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
  /* of a phase */
  STEP_ASK,        /* it asks */
  STEP_PHASE_OVER, /* its question is answered */
  /* what interrupts another step */
  STEP_FEATURE_SCORED = TIMING_FEATURE_SCORED, /* phases are asked about the first trigger */
  STEP_POINTS_GIVEN = TIMING_POINTS_GIVEN,
  STEP_LAST_TILE = STEP_PHASE_OVER + 1, /* the tile that a phase at game_end has placed is played */
  STEP_DEAL,                            /* tiles are dealt to reserves */
  STEP_COUNT
} turn_step;

/*
** Where a turn is. `phase` is the phase at hand, NOT_BEGUN before the step has begun, and for STEP_DEAL a
** heap; 0 otherwise.
*/
typedef struct turn_position {
  uint8_t step, phase;
} turn_position;
enum { NOT_BEGUN = 0xFF, MAX_INTERRUPTED = 4 };

enum { ASKS_CHANCE = 0xFF, MAX_CHANCES = 64 /* options among which chance decides */ };

/* Places in `also`: those that scripts have closed by joining, and those that one wild tile closes. */
enum { MAX_JOINED = 16, MAX_ALSO = MAX_JOINED + SIDES };

struct carc_state {
  uint64_t generator, seed;
  int32_t score[CARC_MAX_PLAYERS], before[CARC_MAX_PLAYERS]; /* now, and before the last action */
  uint32_t steps;                                            /* the generator has gone */
  uint32_t decisions;                                        /* so far; a draw counts if the host makes it */
  uint16_t n_placements[SIDES];                              /* in `legal`, by rotation */
  uint32_t history_used;
  uint16_t n_actions, n_segments, next_feature, n_cells;
  uint16_t complete;    /* segments of the tile just placed whose feature that closed */
  int16_t low_x, low_y; /* the north-west corner that no cell beside the board is beyond */
  uint16_t n_tiles, n_bag, n_pieces, n_monasteries;
  uint16_t hand;
  uint8_t completed_monastery;  /* the tile just placed completed a monastery */
  uint8_t decision, turn, part; /* part: those of this turn that are over */
  uint8_t extended;             /* the tile just placed added to the player's builder's feature */
  uint8_t absent;               /* bit p: takes no more turns, having given up or been eliminated */
  uint8_t losing;               /* of those: has no part in who wins */
  uint8_t resigned;             /* of those: has given up */
  turn_order order;
  uint8_t goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT];
  turn_position at; /* where the turn is */

  /* what only scripts and spans use */
  attribute_set seen;          /* attributes of the tiles on the table */
  attribute_set seen_segments; /* and of their segments, printed or by a script, now or before */
  attribute_set ever_flipped;  /* attributes that scripts have changed somewhere */
  uint16_t n_bearing;          /* in `bearing` */
  uint16_t n_options, n_usual; /* of scripts, in `options`; actions before them */
  uint16_t n_joins;
  uint16_t n_aside,
      settled; /* settled: the first so many of `pieces` stood there as the tile was placed (links_builder) */
  uint16_t n_promised; /* tiles, to reserves */
  uint16_t put_back;   /* tiles that fitted nowhere have gone back into the bag so often */
  uint8_t n_also;
  turn_position interrupted[MAX_INTERRUPTED]; /* where it goes on then; the next one is last */
  uint8_t asker;                              /* a player, or ASKS_CHANCE */
  uint8_t forbidden : 1;                      /* nothing may be deployed on the last tile */
  uint8_t passed : 1;                         /* the deployment of this part was passed, where scripts ask */
  uint8_t n_interrupted : 3;
  uint8_t spans_laid;   /* in this part */
  uint8_t n_triggers;   /* in `triggers` */
  uint8_t n_in_a_row;   /* so many came in since there was none */
  uint8_t asked;        /* 1 + whom the phase at hand asks; 0: whose turn it is */
  uint8_t asked_before; /* bit p: by a phase that asks one after the other */
};

/* Whom the phase at hand asks, if it asks somebody; else whose turn it is. */
ALWAYS_INLINE int asked_player (const carc_state *s) { return s->asked > 0 ? s->asked - 1 : s->turn; }

/*
** Something about which phases are still to be asked: a feature that has scored, or points that a player
** was given.
*/
typedef struct trigger {
  int32_t points, total; /* total: what the player then had */
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

/* Where a token is, in one number: board/tokens.h. */
typedef uint32_t token_place;

/* Which tiles are drawn now, where they come in groups. */
typedef struct draw_groups {
  attribute_set released; /* attributes that were shuffled in */
  uint64_t now;           /* the group */
} draw_groups;

#define STATE_PARTS(X)                                                                                       \
  X(uint16_t, deploy)         /* per kind of piece: the segments that it may go to now; in fours */          \
  X(uint8_t, supply)          /* per player and kind of piece */                                             \
  X(feature_totals, features) /* features; 0 is none, free ones are a chain through `what` */                \
  X(uint64_t, legal)          /* per rotation, `words` words: the cells that take the hand */                \
  X(int32_t, variables)                                                                                      \
  X(uint64_t, near)         /* per cell: the tiles beside it, N E S W, 16 bits each, from 1 */               \
  X(uint32_t, pieces)       /* packed_piece */                                                               \
  X(token_place, tokens)    /* per token: where it is (board/tokens.h), 0 for the supply */                  \
  X(uint16_t, token_counts) /* per kind of token: how many each player has, and lie on each tile, segment */ \
  X(uint16_t, feature_ids)  /* per segment of each tile in turn: its feature */                              \
  X(uint16_t, first_segment) /* per tile: where its feature ids begin */                                     \
  X(uint16_t, cell_at)       /* per empty cell beside the board: its position */                             \
  X(uint16_t, tile_at)       /* per tile: its position */                                                    \
  X(uint16_t, bearing)       /* the tiles that stand out, where selectors look for them */                   \
  X(uint16_t, lie)           /* per tile: type * 4 + rotation */                                             \
  X(uint8_t, need)           /* per cell: the edges that its neighbours ask for */                           \
  X(uint8_t, known)          /* per cell: 3 for each side that has a neighbour */                            \
  X(uint16_t, bag)           /* types to be drawn, in order */                                               \
  X(uint32_t, monasteries)   /* those that are not complete yet: feature id << 16 | position */              \
  X(uint8_t, history)                                                                                        \
  X(uint32_t, joins)   /* if scripts act: which segments they have joined, in their order (board/joins.h) */ \
  X(uint8_t, held)     /* per feature, a set: its attributes; of those merged by `all`, what it lacks */     \
  X(uint8_t, flipped)  /* per segment, a set, if scripts act: attributes that are otherwise than printed */  \
  X(uint16_t, also)    /* places in features that something else than the last tile closed */                \
  X(uint8_t, captured) /* per player and kind of piece: neither in the supply nor on the table */            \
  X(uint16_t, aside)   /* types that are kept back from the bag, in order */                                 \
  X(draw_groups, grouping)                                                                                   \
  X(uint16_t, reserves) /* per heap (board/reserve.h), so many as it has room for: types */                  \
  X(uint16_t, kept)     /* per heap: how many there are */                                                   \
  X(uint16_t, promised) /* per heap: how many are to be dealt to it */                                       \
  X(trigger, triggers)  /* in the order in which it happened */                                              \
  X(char, question)     /* what the phase at hand asks, in words; all 0 where it says nothing */             \
  X(uint8_t, weights)   /* per option, where chance decides */                                               \
  X(uint64_t, options)  /* that scripts offer, packed */

#define X(type, name)                                                                                       \
  ALWAYS_INLINE type *name##_of(const carc_definition *d, carc_state *s) { return PART(d, s, type, name); } \
  ALWAYS_INLINE const type *const_##name##_of(const carc_definition *d, const carc_state *s) {              \
    return CONST_PART(d, s, type, name);                                                                    \
  }
STATE_PARTS(X)
#undef X

/*
** A position is 8 bits of y and 8 of x, both round the clock: with the empty cells beside it no table spans
** more than 256 cells (CARC_MAX_SPAN). What is far is told by the corner.
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

/* What each player has of each kind of piece. */
ALWAYS_INLINE uint8_t *supply_of_player (const carc_definition *d, carc_state *s, int player) {
  return supply_of(d, s) + player * d->n_pieces;
}
ALWAYS_INLINE const uint8_t *const_supply_of_player (const carc_definition *d, const carc_state *s,
                                                     int player) {
  return const_supply_of(d, s) + player * d->n_pieces;
}

/* The place of a type among others, or -1. */
ALWAYS_INLINE int find_type (const uint16_t *types, int n, int type) {
  int i = 0;
  while (i < n && types[i] != type) i++;
  return i < n ? i : -1;
}

/* A set of attributes takes as many bytes as those that are declared need; `at` counts sets. */
ALWAYS_INLINE attribute_set set_in (const carc_definition *d, const uint8_t *sets, int at) {
  attribute_set set = 0;
  for (int i = 0; i < d->set_bytes; i++) set |= (attribute_set)sets[at * d->set_bytes + i] << (8 * i);
  return set;
}
ALWAYS_INLINE void put_set (const carc_definition *d, uint8_t *sets, int at, attribute_set set) {
  for (int i = 0; i < d->set_bytes; i++) sets[at * d->set_bytes + i] = (uint8_t)(set >> (8 * i));
}

/* What a phase asks in words is over. */
ALWAYS_INLINE void forget_question (const carc_definition *d, carc_state *s) {
  if (d->at.n_question > 0 && question_of(d, s)[0] != '\0') memset(question_of(d, s), 0, d->at.n_question);
}

/*
** How much of a state says something: after the options that are offered nothing does, without any after
** its history.
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

/* What a player's team has of points together; without teams, what the player has. */
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
** Takes the tile at this place out of the bag of n, and closes the gap. The bag stays in order and what is
** after it stays 0, so that what was drawn before leaves no trace.
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

/* Keeps account of what a tile that was put down brings, for selectors. */
ALWAYS_INLINE void track_printed (const carc_definition *d, carc_state *s, int tile) {
  const tile_type *t = type_of(d, s, tile);
  s->seen |= t->tile_attributes;
  s->seen_segments |= t->all_attributes;
  if (d->selects && t->stands_out) bearing_of(d, s)[s->n_bearing++] = (uint16_t)tile;
}

/* What a variable holds where nothing was written. */
ALWAYS_INLINE void fill_variable (const carc_definition *d, carc_state *s, int variable) {
  const variable_row *row = &d->variable[variable];
  int32_t *all = variables_of(d, s);
  for (uint32_t i = 0; i < row->length; i++) all[row->at + i] = row->initial;
  all[row->written] = 0;
}

/* All of a variable is forgotten. */
ALWAYS_INLINE void clear_variable (const carc_definition *d, carc_state *s, int variable) {
  if (variables_of(d, s)[d->variable[variable].written] != 0) fill_variable(d, s, variable);
}

/* One number of a variable, to be written. */
ALWAYS_INLINE int32_t *number_of_variable (const carc_definition *d, carc_state *s, int variable,
                                           uint32_t key) {
  variables_of(d, s)[d->variable[variable].written] = 1;
  return &variables_of(d, s)[d->variable[variable].at + key];
}

/* Puts a tile into a heap of n that is in order. */
ALWAYS_INLINE void put_in_order (uint16_t *heap, uint16_t *n, int type) {
  int i = (*n)++;
  for (; i > 0 && heap[i - 1] > type; i--) heap[i] = heap[i - 1];
  heap[i] = (uint16_t)type;
}

/*
** Who has the majority of the feature that has this segment, as bits, where more than what pieces count by
** themselves has a say. It asks filters, and filters ask it: whoever makes a query or a call gives it to
** them.
*/
typedef unsigned majority_finder (const carc_definition *d, const carc_state *s, struct carc_call *c,
                                  int tile, int segment);

/*
** One running call into the engine: what it works on, who listens, and where a failure is told.
** Hooks know it as carc_call.
*/
struct carc_call {
  const carc_definition *d;
  carc_state *s;
  majority_finder *majority;      /* NULL: pieces alone count */
  bool stepwise;                  /* draws are given, not taken from the generator */
  bool asking;                    /* a hook runs that may not change the state */
  bool failed;                    /* a hook failed, or memory lacked; nothing further counts */
  bool lacks_memory;              /* which of them */
  bool deciding;                  /* who has a majority: then no hook is asked for another */
  bool final;                     /* the final scoring runs */
  bool offering;                  /* the phase `stage` of this point makes its options */
  bool may_lay;                   /* a phase carries out an option, and may lay a tile */
  bool has_laid;                  /* and has done so */
  bool may_deal;                  /* a phase acts where tiles can be dealt after it */
  int offers;                     /* the phase that makes options */
  const struct query_item *about; /* what the hook that runs is about; NULL: the last tile */
  int bonus_for;                  /* 1 + the player of whose piece the hook `bonus` is asked; 0: of none */
  int deploys_for; /* 1 + the player whose deployments the phase that makes options offers; 0: it has offered none */
  int giving, given; /* hooks on_points_given that run inside one another; and those since there was none */
  carc_sink sink;
  void *sink_ud;
  int number, since; /* events so far; those up to `since` are passed over */
  int observer;      /* to whom they are told: OBSERVER_ALL, ... */
  carc_error *err;
};

/* A call ends because the allocator gave nothing. */
ALWAYS_INLINE void fail_for_memory (carc_call *c) {
  carcU_fail(c->err, CARC_ERR_MEMORY, 0, "not enough memory");
  c->failed = c->lacks_memory = true;
}

/* How it has ended, or goes so far. */
ALWAYS_INLINE carc_status call_status (const carc_call *c) {
  return LIKELY(!c->failed) ? CARC_OK : c->lacks_memory ? CARC_ERR_MEMORY : CARC_ERR_SCRIPT;
}

#endif
