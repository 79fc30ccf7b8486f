/*
** carcassonne_search.h: what a search does some thousand times a second, and searches that are there: undo as a copy, many random
** games, ratings of actions, a tree of games. Who only plays needs carcassonne.h alone.
*/
#ifndef CARCASSONNE_SEARCH_H
#define CARCASSONNE_SEARCH_H

#include "carcassonne.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Undo as a copy ----------------------------------------------------------------------------- */

/*
** The last positions of a game, so that undo is a copy instead of a replay.
**
**   carc_undo_ring_push(def, ring, state);
**   carc_state_apply_index(def, state, index, &err);
**   carc_undo_ring_undo_action(def, ring, state, &err);
**
** A flat block without pointers, for states of one definition. It compares each copy with the history of the state, so that it never
** restores a wrong one, even after the state was begun again, reseeded, or overwritten by a copy of another.
*/
typedef struct carc_undo_ring carc_undo_ring;
#define CARC_MAX_UNDO_POSITIONS 4096

/* Bytes of a ring for so many positions, 1 to CARC_MAX_UNDO_POSITIONS; 0 for any other number. */
size_t carc_undo_ring_size (const carc_definition *def, int positions);
/* Makes an empty ring in a block of that size, aligned for uint64_t. CARC_ERR_INVALID for any other number of positions. */
carc_status carc_undo_ring_init (const carc_definition *def, carc_undo_ring *ring, int positions,
                                 carc_error *err);
/* The same in memory from the definition's allocator, to be freed with carc_undo_ring_free. NULL, and `err` is filled, on failure. */
carc_undo_ring *carc_undo_ring_new (const carc_definition *def, int positions, carc_error *err);
void carc_undo_ring_free (const carc_definition *def, carc_undo_ring *ring);
/* Saves the position before a decision; a full ring drops its oldest one. Allocates nothing. */
void carc_undo_ring_push (const carc_definition *def, carc_undo_ring *ring, const carc_state *state);
/*
** Does what carc_state_undo_action does, as a copy: the state is the same to the last bit, and no hook runs. False, and nothing has
** changed, if the ring does not have the position before the last decision.
*/
bool carc_undo_ring_undo (const carc_definition *def, carc_undo_ring *ring, carc_state *state);
/*
** The same, but replays the game if the ring does not have the position, and pushes the positions on the way. Going back through a
** whole game so costs one replay for each ring full of positions.
*/
carc_status carc_undo_ring_undo_action (const carc_definition *def, carc_undo_ring *ring, carc_state *state,
                                        carc_error *err);

/* ---- Many random games -------------------------------------------------------------------------- */

/* What many random games from one state came to. */
typedef struct carc_playouts {
  int games;
  int threads;                     /* on how many they were played */
  double mean[CARC_MAX_PLAYERS];   /* points */
  double spread[CARC_MAX_PLAYERS]; /* their standard deviation */
  double wins[CARC_MAX_PLAYERS];   /* share of the games; a tie counts in parts */
} carc_playouts;

/*
** Plays `games` random games from the state and sums them up; the state stays as it is. Each has draws and choices of its own, which
** follow from the seed and its number: what is in the bag is drawn anew, the tile in hand and what lies in reserves or was dealt, hidden
** or not, stays (carc_state_determinize deals those again). CARC_ERR_INVALID with manual draws, or fewer than one game.
*/
carc_status carc_state_playout (const carc_definition *def, const carc_state *state, int games, uint64_t seed,
                                carc_playouts *out, carc_error *err);
#define CARC_MAX_THREADS 256
/*
** The same on up to so many threads, 1 to CARC_MAX_THREADS, the caller's among them; the others are over as it returns. What comes out
** is the same to the last digit for any number. A game with hooks, and a library without threads, play on the caller's alone: `threads`
** of the result says on how many it was. CARC_ERR_INVALID for another number.
*/
carc_status carc_state_playout_on (const carc_definition *def, const carc_state *state, int games,
                                   uint64_t seed, int threads, carc_playouts *out, carc_error *err);

/* ---- Weights ------------------------------------------------------------------------------------ */

/*
** What a search takes into account that the rules do not say: name, usual value, min, max, and what it is, in words. Points, where
** nothing else is said.
*/
/* clang-format off */
#define CARC_WEIGHT_LIST(X) \
  X(FITTING, "fitting", 0.3, 0, 4, "how much of the tiles that fit come to lie where they are wanted, times players") \
  X(DETOUR, "detour", 0.25, 0, 1, "what a tile that fits but leads on does, as a share of one that ends a feature") \
  X(CELLS, "cells", 0.5, 0, 1, "the chance that is left with each further cell to be filled") \
  X(CLOSING, "closing", 1.8, 0, 5, "tiles that a feature has more, for each of its open cells, once it is complete") \
  X(GROWING, "growing", 0.5, 0, 5, "the same of one that is not, for each that is filled") \
  X(AROUND, "around", 3, 0, 100, "tiles to come with which a cell beside a monastery is filled as likely as not") \
  X(FIELD_GROWS, "field_grows", 8, 0, 100, "points to come in an open field, for each hundred tiles to come") \
  X(FIELD_LOST, "field_lost", 0.64, 0, 1, "the share of a field that others may take, early in the game") \
  X(FOLLOWER, "follower", 8, 0, 50, "what the first follower in the supply is worth") \
  X(NEXT_FOLLOWER, "next_follower", 1, 0, 1, "what each further one is, as a share of the one before") \
  X(RETURN, "return", 0.5, 0, 1, "a follower who may come home, as a share of one at home") \
  X(TURNS, "turns", 8, 0, 100, "turns to come with which pieces at home are worth half of that") \
  X(PART, "part", 3, 0, 50, "a further part of a turn") \
  X(BUILDER, "builder", 2, 0, 50, "a builder in the supply") \
  X(BUILDER_CELL, "builder_cell", 1, 0, 10, "further parts that a builder brings for each cell that is likely to be filled") \
  X(BUILDER_MOST, "builder_most", 3, 0, 50, "further parts that a builder brings at most") \
  X(PIG, "pig", 1, 0, 50, "a pig in the supply") \
  X(OTHER_PIECE, "other_piece", 1, 0, 50, "any other piece in the supply") \
  X(GOODS_DOUBT, "goods_doubt", 0.5, 0, 10, "how much of a lead in a good each token that is left may take back")
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

/* ---- Searches ----------------------------------------------------------------------------------- */

/*
** What a search works in: a block of carc_search_size bytes, aligned for uint64_t and double, that is the caller's, for states of this
** definition. It holds pointers into itself, so it stays where it is; there is nothing to be freed in it. One thread at a time.
*/
typedef struct carc_search carc_search;

/* What a search that plays on has. */
typedef struct carc_tree_options {
  int nodes;      /* decisions that it keeps; where half are used it begins anew at the next decision */
  int candidates; /* actions of a decision that it tries: those that are rated best */
  int turns;      /* that it plays after the turn at hand before it asks what may be expected */
  double explore; /* points that it allows for doubt about an action that was never tried */
  double prior;   /* games for which the first rating of an action counts */
} carc_tree_options;

/* How long the block is, with a tree or, with NULL, without. */
size_t carc_search_size (const carc_definition *def, const carc_tree_options *tree);
/* Begins it, with a value for each weight, or with NULL for the usual ones; and a tree, if carc_search_size was asked for one. */
void carc_search_init (const carc_definition *def, carc_search *search, const double *weights,
                       const carc_tree_options *tree);

/*
** What each legal action is worth to who decides: the points that this player expects to have in the end, minus those of the best
** opponent, looking to the end of the turn. One number for each action into `out`. What is hidden from that player, and the draws to
** come, are not looked at: what is hidden is dealt anew, by the seed. CARC_ERR_INVALID where no player decides; CARC_ERR_SCRIPT if a hook fails.
*/
carc_status carc_search_rate (carc_search *search, const carc_state *state, uint64_t seed, double *out,
                              carc_error *err);

/* What a rating is made of: name, and what it is, in words. */
/* clang-format off */
#define CARC_RATING_TERM_LIST(X) \
  X(POINTS, "points", "points that are scored") \
  X(ROADS, "roads", "points to be expected of roads") \
  X(CITIES, "cities", "points to be expected of cities") \
  X(MONASTERIES, "monasteries", "points to be expected of monasteries, and of all else that is surrounded") \
  X(FIELDS, "fields", "points to be expected of fields, with pigs") \
  X(GOODS, "goods", "points to be expected of the most of each good") \
  X(BUILDERS, "builders", "further parts of turns that builders may bring") \
  X(TURN, "turn", "who plays the next tile") \
  X(FOLLOWERS, "followers", "followers at home, and those who may come home") \
  X(PIECES, "pieces", "other pieces at home")
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
/* A part by its number, from 0; NULL after the last. */
const carc_rating_term_row *carc_rating_term_describe (int part);

/*
** Why an action is rated so: what who decides, or the team, expected to have more than the best opponent before it, and what both gain by it,
** part by part. Before a deployment stands passing in its place; before anything else the state as it is. The rating is
** before + the sum of own - the sum of theirs.
*/
typedef struct carc_explanation {
  double before, own[CARC_RATING_TERM_COUNT], theirs[CARC_RATING_TERM_COUNT];
} carc_explanation;
/* The same seed, the same rating. Fails as carc_search_rate does, and with CARC_ERR_INVALID for an index that is none. */
carc_status carc_search_explain (carc_search *search, const carc_state *state, uint64_t seed, int index,
                                 carc_explanation *out, carc_error *err);

/* The index of the best of n ratings, of those alike any, by the seed; NAN stands for none. -1 where there is none. */
int carc_best_rated (const double *ratings, int n, uint64_t seed);

/*
** Plays so many games from a state, which must wait for a player, in a search with a tree; what was learnt earlier in the turn counts, too.
** The same calls, the same tree. Fails as carc_search_rate does; CARC_ERR_INVALID without a tree, or for fewer than one game.
*/
carc_status carc_search_run (carc_search *search, const carc_state *state, int iterations, uint64_t seed,
                             carc_error *err);
/* What it thinks of each legal action, as ratings, and how often each was tried; NAN and 0 of others. False where it did not think. */
bool carc_search_evaluations (const carc_search *search, const carc_state *state, double *ratings,
                              int *visits);
/* The action that was tried most often; -1 if none was. */
int carc_most_visited (const double *ratings, const int *visits, int n);
/* How many visits it is ahead of the next: with fewer games left to play none catches it up. */
int carc_visits_ahead (const int *visits, int n);

#ifdef __cplusplus
}
#endif
#endif
