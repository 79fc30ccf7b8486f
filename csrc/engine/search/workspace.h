/*
** workspace.h: what a search works in: one block of memory, with tables of what fits where, what features may become, and states to try
** actions on.
*/
#ifndef CARC_WORKSPACE_H
#define CARC_WORKSPACE_H

#include "carcassonne.h"
#include "carcassonne_search.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

/* What an empty cell asks for: the edges that its neighbours show, 2 bits a side, and which sides have one, a bit each. */
enum { CELL_KINDS = 1 << 12, UNKNOWN_CELL = 0 };

/* A tile that fits into cells of a kind; bit k of `ends`: the road or city that it joins on side k ends in it. */
typedef struct fitting_tile {
  uint16_t type, ends;
} fitting_tile;

/* The tiles that fit into cells of a kind, and, as long as the same tiles are to come, the chances that one lies there before the end. */
typedef struct cell_kind {
  uint32_t first, n; /* in `fitting`; first 0: not looked at yet */
  uint32_t round;    /* of `cell_round`: when the chances were worked out */
  float filled;
  uint8_t met;       /* the sides on which the road, city or river of a neighbour meets it, as bits */
  float ends[SIDES]; /* that what meets its side k has no further open end there */
} cell_kind;

/* A road or city, by its feature id: what the cells beside it make of it. */
typedef struct feature_estimate {
  uint32_t look;     /* in which a cell met it; of an earlier one nothing is there */
  float ends, grows; /* that every cell ends it; how many of them are filled */
  uint16_t cells, last_cell;
} feature_estimate;

/* A field and a city that touch on a tile, by the places of their segments among the feature ids. */
typedef struct bordering_pair {
  uint16_t field, city;
} bordering_pair;

/* The pairs of the tiles of the state that was looked at last: as far as the tiles of another are the same, so are they. */
typedef struct pair_list {
  int n_tiles;
  uint16_t *lie;   /* of each tile */
  uint32_t *until; /* of each tile: how many pairs it and those before it have */
  bordering_pair *pair;
} pair_list;

/* The occupied fields of a state. */
enum { MAX_OCCUPIED_FIELDS = 32, NO_FIELD = 0xFF };

enum { MAX_FIT_CHANCES = 512, MAX_LEVELS = 4 };

/* What each player expects, part by part. */
typedef struct evaluation_terms {
  double of[CARC_MAX_PLAYERS][CARC_RATING_TERM_COUNT];
} evaluation_terms;

/* Takes a piece of a block, which may be NULL while it is found out how long it is to be; `at` goes past it. */
ALWAYS_INLINE void *take_of_block (unsigned char *block, size_t *at, size_t n, size_t each) {
  size_t begins = (*at + 15) & ~(size_t)15;
  *at = begins + n * each;
  return block == NULL ? NULL : block + begins;
}

struct carc_search {
  const carc_definition *d;
  double weight[CARC_WEIGHT_COUNT];
  int to_come;     /* tiles that nobody sees */
  int *count;      /* of each type */
  int *counted;    /* the same, as the chances of cells were worked out */
  uint8_t *joined; /* per lie and side: the sides that its road or city there is on, as bits */
  uint32_t cell_round, n_fitting, most_fitting;
  cell_kind *kinds;
  fitting_tile *fitting;
  float chance[MAX_FIT_CHANCES]; /* that one of so many tiles (in quarters) comes to lie where it fits */
  uint32_t look;                 /* ahead, at one state: its number */
  feature_estimate *estimates;   /* per feature id */
  uint32_t *added;               /* per feature id: the look in which it was added up */
  float *completes;              /* per feature id that was added up: the chance */
  uint8_t *field_number;         /* per feature id: which of the occupied fields it is, or NO_FIELD */
  uint32_t *bordering;           /* per feature id: the fields that a city borders, as bits */
  pair_list pairs;
  int n_fields;
  double field_points[MAX_OCCUPIED_FIELDS], pig_points[MAX_OCCUPIED_FIELDS]; /* to be expected of each */
  carc_state *level[MAX_LEVELS];
  evaluation_terms
      *account;      /* that what is expected is entered into, part by part; NULL where nobody asks why */
  bool hides;        /* something in the game is hidden from some */
  struct tree *tree; /* of a search by playing on; NULL otherwise */
  size_t size;
};

#endif
