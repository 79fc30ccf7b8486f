/*
** workspace.h: the memory of a search. It is one block, with tables for cells, features and states.
*/
#ifndef CARC_WORKSPACE_H
#define CARC_WORKSPACE_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"
#include "effect/answers.h"

/*
** The kind of an empty cell: the edges of its neighbours with 2 bits per side, and 1 bit for each
** side that has a neighbour.
*/
enum { CELL_KINDS = 1 << 12, UNKNOWN_CELL = 0 };

/*
** A tile that fits into cells of a kind. Bit k of `ends`: the tile ends the road or city on side k.
*/
typedef struct fitting_tile {
  uint16_t type, ends;
} fitting_tile;

/*
** The tiles that fit into cells of a kind, and the chances that one of them is placed there before
** the end. The chances are valid for the current tiles to come.
*/
typedef struct cell_kind {
  uint32_t first, n; /* index in `fitting` and number; first 0: not listed yet */
  uint32_t round;    /* value of `cell_round` when the chances were computed */
  float filled;
  uint8_t met;       /* bit k: a neighbour's road, city or river touches side k */
  float ends[SIDES]; /* chance that the feature on side k ends there */
} cell_kind;

/*
** How the empty cells beside a road or city affect it. The table has one entry for each feature id.
*/
typedef struct feature_estimate {
  uint32_t look;     /* number of the evaluation that wrote this entry and for which it is valid */
  float ends, grows; /* chance that all its cells end it; expected number of filled cells */
  uint16_t cells, last_cell;
} feature_estimate;

/* A field and a city that touch on a tile, each as the index of a segment among the feature ids. */
typedef struct bordering_pair {
  uint16_t field, city;
} bordering_pair;

/*
** The pairs on the tiles of the state that was evaluated last. The pairs of tiles that the next
** state shares are used again.
*/
typedef struct pair_list {
  int n_tiles;
  uint16_t *lie;   /* of each tile: type and rotation */
  uint32_t *until; /* of each tile: number of pairs on it and all tiles before it */
  bordering_pair *pair;
} pair_list;

/* The maximum number of occupied fields that are evaluated, and the number for no such field. */
enum { MAX_OCCUPIED_FIELDS = 32, NO_FIELD = 0xFF };

enum { MAX_FIT_CHANCES = 512, MAX_LEVELS = 4 };

/* Maximum number of placements that are evaluated with assets: those with the best ratings. */
enum { MAX_CLOSE = 6 };

/* Points of each player; if there are teams, of the player's team. */
typedef struct evaluation {
  double of[CARC_MAX_PLAYERS];
} evaluation;

/* Expected points of each player, for each term. */
typedef struct evaluation_terms {
  double of[CARC_MAX_PLAYERS][CARC_RATING_TERM_COUNT];
} evaluation_terms;

/* Something that a script gives a player: its kind, and which variable, token, reserve or step. */
typedef struct asset {
  uint8_t kind; /* carc_asset_kind */
  int16_t which;
} asset;

/* Reserves a part of a block and advances `at`. While the size is computed, `block` is NULL. */
ALWAYS_INLINE void *take_of_block (unsigned char *block, size_t *at, size_t n, size_t each) {
  size_t begins = (*at + 15) & ~(size_t)15;
  *at = begins + n * each;
  return block == NULL ? NULL : block + begins;
}

struct carc_search {
  const carc_definition *d;
  double weight[CARC_WEIGHT_COUNT];
  int to_come;     /* number of unseen tiles that will be placed */
  double horizon;  /* share of the unseen tiles that will be placed */
  double finishes; /* probability of a final scoring; less than 1 in a race */
  int *count;      /* per type: number of unseen tiles */
  int *counted;    /* the counts for which the chances are valid */
  double counted_horizon;
  uint8_t *joined; /* per type, rotation and side: bits of the sides that its road or city joins */
  uint32_t cell_round, n_fitting, most_fitting;
  cell_kind *kinds;
  fitting_tile *fitting;
  float chance[MAX_FIT_CHANCES]; /* by quarters of fitting tiles: chance that one is placed */
  uint32_t look;                 /* number of the current evaluation */
  feature_estimate *estimates;   /* per feature id */
  uint32_t *added;               /* per feature id: number of the evaluation that added it */
  float *completes;              /* per feature id that was added: chance of completion */
  uint8_t *field_number;         /* per feature id: number of the occupied field, or NO_FIELD */
  uint32_t *bordering;           /* per feature id: bits of the fields that a city borders */
  carc_call reading;             /* fails if the selectors of one evaluation test too many items */
  pair_list pairs;
  int n_fields;
  double field_points[MAX_OCCUPIED_FIELDS], pig_points[MAX_OCCUPIED_FIELDS]; /* expected */
  carc_state *level[MAX_LEVELS];
  evaluation_terms *account; /* receives the terms; NULL if nothing is explained */
  int n_assets;
  asset asset[CARC_MAX_ASSETS];
  double worth[CARC_MAX_ASSETS][CARC_ASSET_STAGES];
  double win;                    /* what a won game is worth, if only winning counts; otherwise 0 */
  bool blind;                    /* functions of scripts and the rule of victory are ignored */
  bool sees_points;              /* functions of `points` are asked about expected points */
  bool foresees_scoring;         /* bonuses and functions of on_feature_scored are to be foreseen */
  bool sees_scoring;             /* they are foreseen in this game */
  bool has_assets;               /* some asset counts, or functions of `points` are asked */
  bool looks_closely;            /* evaluations run functions; otherwise they take `assumed` */
  bool compares_copies;          /* pieces can change the assets, so deployments are applied */
  bool weighs_terms;             /* a term that pieces change has another worth */
  evaluation steps;              /* what the steps are worth in the state evaluated last */
  evaluation assumed;            /* what the steps were worth before the action */
  int n_close, close[MAX_CLOSE]; /* placements that were evaluated closely */
  uint32_t failed_steps;         /* bits of steps of the final scoring whose functions failed */
  carc_state *ended;             /* copy on which functions of scripts run */
  uint32_t ended_look;           /* number of the evaluation whose state it is; 0: of none */
  answer_cache *answers;         /* answers of functions; NULL if none can be kept */
  bool quick;                    /* decisions are rated roughly, as in simulated turns */
  bool hides;                    /* the game has hidden tiles or tokens */
  uint64_t work;                 /* units of work so far (count_work) */
  uint64_t decision_work;        /* the part of it for decisions that were applied */
  uint64_t decisions;            /* number of these decisions */
  uint64_t work_limit;           /* the value of `work` at which a tree search ends */
  struct tree *tree;             /* NULL if no tree search is used */
  size_t size;
};

/*
** Units of work. A unit takes about a tenth of a microsecond. The counts depend only on the game
** and the seed, so that a limit of work ends a search at the same place on every machine. The
** weights are fitted to measured times. The time of a call of a hook differs most: 1 to 5
** microseconds.
*/
enum {
  WORK_DECISION = 1,
  WORK_HOOK = 25,
  WORK_EVALUATION = 1,
  BYTES_PER_UNIT = 2048,
  VISITS_PER_UNIT = 6,
  PIECES_PER_UNIT = 2,
  TILES_PER_UNIT = 16
};

/* The count at which a search ends that may do this much more work. */
ALWAYS_INLINE uint64_t end_of_work (const carc_search *x, uint64_t work) {
  return work < UINT64_MAX - x->work ? x->work + work : UINT64_MAX;
}

/* Counts the work of a decision that was applied to a copy of a state. */
ALWAYS_INLINE void count_work (carc_search *x, const carc_call *c) {
  uint64_t units = WORK_DECISION + live_size(x->d, c->s) / BYTES_PER_UNIT + WORK_HOOK * (uint64_t)c->n_hooks +
                   (uint64_t)(MAX_VISITS - c->visits_left) / VISITS_PER_UNIT;
  x->decisions++;
  x->decision_work += units;
  x->work += units;
}

/*
** Counts the work of a determinization, which replays the game of a state about REPLAYS times. A
** replayed decision counts as much as the mean of the decisions so far.
*/
ALWAYS_INLINE void count_replays (carc_search *x, const carc_state *s) {
  enum { REPLAYS = 4 };
  if (x->decisions > 0) x->work += REPLAYS * s->decisions * (x->decision_work / x->decisions);
}

/* Counts the work of an evaluation. An item that a row of points tests takes one unit. */
ALWAYS_INLINE void count_evaluation (carc_search *x, const carc_state *s) {
  x->work += (uint64_t)(WORK_EVALUATION + s->n_pieces / PIECES_PER_UNIT + s->n_tiles / TILES_PER_UNIT) +
             (uint64_t)(MAX_VISITS - x->reading.visits_left);
}

#endif
