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
  int to_come;     /* number of unseen tiles */
  int *count;      /* per type: number of unseen tiles */
  int *counted;    /* the counts for which the chances are valid */
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
  bool sees_points;              /* functions of `points` are asked about expected points */
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
  bool quick;                    /* decisions are rated roughly, as in simulated turns */
  bool hides;                    /* the game has hidden tiles or tokens */
  struct tree *tree;             /* NULL if no tree search is used */
  size_t size;
};

#endif
