/* workspace.h: the memory of a search: one block with tables for cells, features and states. */
#ifndef CARC_WORKSPACE_H
#define CARC_WORKSPACE_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

/* The kind of an empty cell: edges of neighbours, 2 bits per side; a bit per side with one. */
enum { CELL_KINDS = 1 << 12, UNKNOWN_CELL = 0 };

/* A tile that fits into cells of a kind; bit k of `ends`: it ends the road or city on side k. */
typedef struct fitting_tile {
  uint16_t type, ends;
} fitting_tile;

/*
** The tiles that fit into cells of a kind, and the chances that one is placed there before the end,
** valid for the current tiles to come.
*/
typedef struct cell_kind {
  uint32_t first, n; /* in `fitting`; first 0: not listed yet */
  uint32_t round;    /* `cell_round` in which the chances were computed */
  float filled;
  uint8_t met;       /* sides where a neighbour's road, city or river meets it, as bits */
  float ends[SIDES]; /* the chance that the feature on side k ends there */
} cell_kind;

/* A road or city, by feature id, with the effect of the empty cells beside it. */
typedef struct feature_estimate {
  uint32_t look;     /* evaluation in which it was updated; older data is invalid */
  float ends, grows; /* chance that all cells end it; expected number of filled cells */
  uint16_t cells, last_cell;
} feature_estimate;

/* A field and a city that touch on a tile, as indices of their segments among the feature ids. */
typedef struct bordering_pair {
  uint16_t field, city;
} bordering_pair;

/* The pairs on the tiles of the state evaluated last; reused for tiles that the next shares. */
typedef struct pair_list {
  int n_tiles;
  uint16_t *lie;   /* of each tile: its rotated type */
  uint32_t *until; /* of each tile: number of pairs up to and with it */
  bordering_pair *pair;
} pair_list;

/* Limits for the occupied fields of a state. */
enum { MAX_OCCUPIED_FIELDS = 32, NO_FIELD = 0xFF };

enum { MAX_FIT_CHANCES = 512, MAX_LEVELS = 4 };

/* Expected points of each player, term by term. */
typedef struct evaluation_terms {
  double of[CARC_MAX_PLAYERS][CARC_RATING_TERM_COUNT];
} evaluation_terms;

/* Reserves part of a block and advances `at`. `block` is NULL while the size is computed. */
ALWAYS_INLINE void *take_of_block (unsigned char *block, size_t *at, size_t n, size_t each) {
  size_t begins = (*at + 15) & ~(size_t)15;
  *at = begins + n * each;
  return block == NULL ? NULL : block + begins;
}

struct carc_search {
  const carc_definition *d;
  double weight[CARC_WEIGHT_COUNT];
  int to_come;     /* number of unseen tiles */
  int *count;      /* per type */
  int *counted;    /* the counts for which the chances of cells are valid */
  uint8_t *joined; /* per rotated type and side: the sides that its road or city joins, as bits */
  uint32_t cell_round, n_fitting, most_fitting;
  cell_kind *kinds;
  fitting_tile *fitting;
  float chance[MAX_FIT_CHANCES]; /* that one of n fitting tiles is placed; n in quarters */
  uint32_t look;                 /* number of the current evaluation */
  feature_estimate *estimates;   /* per feature id */
  uint32_t *added;               /* per feature id: the evaluation in which it was added */
  float *completes;              /* per feature id that was added: the chance */
  uint8_t *field_number;         /* per feature id: number of the occupied field, or NO_FIELD */
  uint32_t *bordering;           /* per feature id: the fields that a city borders, as bits */
  pair_list pairs;
  int n_fields;
  double field_points[MAX_OCCUPIED_FIELDS], pig_points[MAX_OCCUPIED_FIELDS]; /* expected */
  carc_state *level[MAX_LEVELS];
  evaluation_terms *account; /* receives the terms; NULL without an explanation */
  bool hides;                /* the game has hidden information */
  struct tree *tree;         /* NULL without a tree search */
  size_t size;
};

#endif
