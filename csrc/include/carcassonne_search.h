/*
** carcassonne_search.h: tools for searches: undo by copying, many random games, ratings of actions,
** tree search. A program that only plays needs just carcassonne.h.
*/
#ifndef CARCASSONNE_SEARCH_H
#define CARCASSONNE_SEARCH_H

#include "carcassonne.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Undo as a copy -------------------------------------------------------------------------- */

/*
** The last positions of a game, so that undo is a copy instead of a replay.
**
**   carc_undo_ring_push(def, ring, state);
**   carc_state_apply_index(def, state, index, &err);
**   carc_undo_ring_undo_action(def, ring, state, &err);
**
** A flat block without pointers, for states of one definition. It compares each copy with the
** history of the state, and so never restores a wrong one, even if the state was begun again,
** reseeded, or overwritten by a copy of another.
*/
typedef struct carc_undo_ring carc_undo_ring;
#define CARC_MAX_UNDO_POSITIONS 4096

/*
** Bytes of a ring for this number of positions, 1 to CARC_MAX_UNDO_POSITIONS; 0 for any other
** number.
*/
size_t carc_undo_ring_size (const carc_definition *def, int positions);
/*
** Makes an empty ring in a block of that size, aligned for uint64_t. CARC_ERR_INVALID for any other
** number.
*/
carc_status carc_undo_ring_init (const carc_definition *def, carc_undo_ring *ring, int positions,
                                 carc_error *err);
/*
** As carc_undo_ring_init, in memory from the definition's allocator; free it with
** carc_undo_ring_free. NULL, with `err` filled, on failure.
*/
carc_undo_ring *carc_undo_ring_new (const carc_definition *def, int positions, carc_error *err);
void carc_undo_ring_free (const carc_definition *def, carc_undo_ring *ring);
/* Saves the position before a decision; a full ring drops its oldest one. Allocates nothing. */
void carc_undo_ring_push (const carc_definition *def, carc_undo_ring *ring, const carc_state *state);
/*
** Does the work of carc_state_undo_action by a copy: the result is equal to the last bit, and no
** hook runs. Returns false, and changes nothing, if the ring lacks the position before the last
** decision.
*/
bool carc_undo_ring_undo (const carc_definition *def, carc_undo_ring *ring, carc_state *state);
/*
** As carc_undo_ring_undo, but replays the game if the ring lacks the position, and pushes the
** positions on the way. Going back through a whole game thus costs one replay for each ring full of
** positions.
*/
carc_status carc_undo_ring_undo_action (const carc_definition *def, carc_undo_ring *ring, carc_state *state,
                                        carc_error *err);

/* ---- Many random games ----------------------------------------------------------------------- */

/* Results of many random games from one state. */
typedef struct carc_playouts {
  int games;
  int threads;                     /* number of threads used */
  double mean[CARC_MAX_PLAYERS];   /* points */
  double spread[CARC_MAX_PLAYERS]; /* their standard deviation */
  double wins[CARC_MAX_PLAYERS];   /* share of the games won; a tie counts in parts */
} carc_playouts;

/*
** Plays `games` random games from the state, which stays unchanged, and sums them up. Draws and
** choices of each game follow from the seed and its number. The bag is drawn at random; the tile in
** hand, reserves and tiles already dealt stay as they are, even hidden ones (carc_state_determinize
** deals those again). CARC_ERR_INVALID with manual draws, or for fewer than one game.
*/
carc_status carc_state_playout (const carc_definition *def, const carc_state *state, int games, uint64_t seed,
                                carc_playouts *out, carc_error *err);
#define CARC_MAX_THREADS 256
/*
** As carc_state_playout, on up to `threads` threads, 1 to CARC_MAX_THREADS, the caller's included.
** The other threads have ended when it returns. The result is equal to the last digit for any
** number of threads. Games with hooks, and libraries without threads, use only the caller's;
** out->threads is the number used. CARC_ERR_INVALID for any other number.
*/
carc_status carc_state_playout_on (const carc_definition *def, const carc_state *state, int games,
                                   uint64_t seed, int threads, carc_playouts *out, carc_error *err);

/* ---- Weights --------------------------------------------------------------------------------- */

/*
** Parameters of the evaluation: name, default, min, max, and meaning. In points, unless the meaning
** says otherwise.
*/
/* clang-format off */
#define CARC_WEIGHT_LIST(X) \
  X(FITTING, "fitting", 0.3, 0, 4, \
    "share of the fitting tiles that are placed where they are needed, times players") \
  X(DETOUR, "detour", 0.25, 0, 1, \
    "value of a fitting tile that continues a feature, as a share of one that ends it") \
  X(CELLS, "cells", 0.5, 0, 1, "factor on the chance for each further cell to be filled") \
  X(CLOSING, "closing", 1.8, 0, 5, \
    "tiles that a feature gains for each of its open cells if it is completed") \
  X(GROWING, "growing", 0.5, 0, 5, "tiles that a feature gains for each filled cell if it stays incomplete") \
  X(AROUND, "around", 3, 0, 100, \
    "tiles left at which a cell beside a monastery is filled with a chance of one half") \
  X(FIELD_GROWS, "field_grows", 8, 0, 100, "expected points of an open field for each hundred tiles left") \
  X(FIELD_LOST, "field_lost", 0.64, 0, 1, "share of a field that opponents may take, early in the game") \
  X(FOLLOWER, "follower", 8, 0, 50, "value of the first follower in the supply") \
  X(NEXT_FOLLOWER, "next_follower", 1, 0, 1, "value of each further follower, as a share of the one before") \
  X(RETURN, "return", 0.5, 0, 1, "value of a follower who may return, as a share of one in the supply") \
  X(TURNS, "turns", 8, 0, 100, "turns left at which pieces in the supply have half their value") \
  X(PART, "part", 3, 0, 50, "value of a further part of a turn") \
  X(BUILDER, "builder", 2, 0, 50, "value of a builder in the supply") \
  X(BUILDER_CELL, "builder_cell", 1, 0, 10, \
    "further parts that a builder brings for each cell likely to be filled") \
  X(BUILDER_MOST, "builder_most", 3, 0, 50, "maximum number of further parts that a builder brings") \
  X(PIG, "pig", 1, 0, 50, "value of a pig in the supply") \
  X(OTHER_PIECE, "other_piece", 1, 0, 50, "value of any other piece in the supply") \
  X(GOODS_DOUBT, "goods_doubt", 0.5, 0, 10, "lead in a good, in tokens, that each token left may take back")
/* clang-format on */
typedef enum carc_weight {
#define X(id, name, usual, min, max, says) CARC_WEIGHT_##id,
  CARC_WEIGHT_LIST(X)
#undef X
      CARC_WEIGHT_COUNT
} carc_weight;

typedef struct carc_weight_row {
  const char *name;
  double usual, min, max;
  const char *says;
} carc_weight_row;
/* A weight by its number, from 0; NULL after the last. */
const carc_weight_row *carc_weight_describe (int weight);

/* ---- Searches -------------------------------------------------------------------------------- */

/*
** Workspace of a search: a block of carc_search_size bytes that the caller owns, aligned for
** uint64_t and double, for states of one definition. It holds pointers into itself, so it must not
** be moved; it needs no freeing. One thread at a time.
*/
typedef struct carc_search carc_search;

/* Options of a tree search. */
typedef struct carc_tree_options {
  int nodes; /* decisions stored; once half are used, it starts again at the next decision */

  int candidates; /* number of actions tried at a decision: those rated best */
  int turns;      /* turns played after the current one, before the evaluation */
  double explore; /* points of exploration bonus for an action never tried */
  double prior;   /* number of games that the first rating of an action counts for */
} carc_tree_options;

/* Size of the block in bytes, with a tree or, with NULL, without. */
size_t carc_search_size (const carc_definition *def, const carc_tree_options *tree);
/*
** Initializes the block. `weights` has a value for each weight; NULL means the defaults. `tree`
** must be that given to carc_search_size.
*/
void carc_search_init (const carc_definition *def, carc_search *search, const double *weights,
                       const carc_tree_options *tree);

/*
** Rates each legal action: the points that the deciding player expects in the end, minus those of
** the best opponent, with a lookahead to the end of the turn. Writes one number per action to
** `out`. Does not use what is hidden from that player, or the draws to come: deals hidden things
** again, by the seed. CARC_ERR_INVALID if no player decides; CARC_ERR_SCRIPT if a hook fails.
*/
carc_status carc_search_rate (carc_search *search, const carc_state *state, uint64_t seed, double *out,
                              carc_error *err);

/* Terms of a rating: name and meaning. */
/* clang-format off */
#define CARC_RATING_TERM_LIST(X) \
  X(POINTS, "points", "points already scored") \
  X(ROADS, "roads", "expected points of roads") \
  X(CITIES, "cities", "expected points of cities") \
  X(MONASTERIES, "monasteries", "expected points of monasteries and other surrounded places") \
  X(FIELDS, "fields", "expected points of fields, with pigs") \
  X(GOODS, "goods", "expected points for the most of each good") \
  X(BUILDERS, "builders", "expected further parts of turns from builders") \
  X(TURN, "turn", "value of playing the next tile") \
  X(FOLLOWERS, "followers", "followers in the supply, and those who may return") \
  X(PIECES, "pieces", "other pieces in the supply")
/* clang-format on */
typedef enum carc_rating_term {
#define X(id, name, says) CARC_RATING_TERM_##id,
  CARC_RATING_TERM_LIST(X)
#undef X
      CARC_RATING_TERM_COUNT
} carc_rating_term;

typedef struct carc_rating_term_row {
  const char *name, *says;
} carc_rating_term_row;
/* A term by its number, from 0; NULL after the last. */
const carc_rating_term_row *carc_rating_term_describe (int part);

/*
** Explanation of a rating: the lead over the best opponent that the deciding player, or the team,
** expected before the action, and the gain of both by it, term by term. Before a deployment,
** "before" is the state after passing; before any other action, the state itself. The rating is
** before + the sum of own - the sum of theirs.
*/
typedef struct carc_explanation {
  double before, own[CARC_RATING_TERM_COUNT], theirs[CARC_RATING_TERM_COUNT];
} carc_explanation;
/*
** An equal seed gives the rating of carc_search_rate. Fails as carc_search_rate does, and with
** CARC_ERR_INVALID for an index out of range.
*/
carc_status carc_search_explain (carc_search *search, const carc_state *state, uint64_t seed, int index,
                                 carc_explanation *out, carc_error *err);

/*
** The index of the highest of n ratings, among equals one by the seed; ignores NAN. -1 if there is
** none.
*/
int carc_best_rated (const double *ratings, int n, uint64_t seed);

/*
** Plays `iterations` games of a tree search from a state at which a player decides; results from
** earlier in the turn count, too. Equal calls give equal trees. Fails as carc_search_rate does;
** CARC_ERR_INVALID without a tree, or for fewer than one game.
*/
carc_status carc_search_run (carc_search *search, const carc_state *state, int iterations, uint64_t seed,
                             carc_error *err);
/*
** Writes the rating and the number of visits of each legal action; NAN and 0 if never tried. False
** if the tree does not have this decision.
*/
bool carc_search_evaluations (const carc_search *search, const carc_state *state, double *ratings,
                              int *visits);
/* The action with the most visits; -1 if none was visited. */
int carc_most_visited (const double *ratings, const int *visits, int n);
/*
** Lead in visits over the second; with fewer games left to play, no other action can overtake it.
*/
int carc_visits_ahead (const int *visits, int n);

#ifdef __cplusplus
}
#endif
#endif
