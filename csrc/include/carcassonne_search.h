/*
** carcassonne_search.h: undo by copying, many random games, ratings of actions, and tree search. A
** program that only plays games needs only carcassonne.h.
*/
#ifndef CARCASSONNE_SEARCH_H
#define CARCASSONNE_SEARCH_H

#include "carcassonne.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Undo as a copy -------------------------------------------------------------------------- */

/*
** The last positions of a game. With them, undo copies a position instead of replaying the game.
**
**   carc_undo_ring_push(def, ring, state);
**   carc_state_apply_index(def, state, index, &err);
**   carc_undo_ring_undo_action(def, ring, state, &err);
**
** A ring is a flat block without pointers, for states of one definition. Before a position is
** restored, it is compared with the history of the state. So a wrong position is never restored,
** even if the state was begun again, reseeded, or overwritten by a copy of another state.
*/
typedef struct carc_undo_ring carc_undo_ring;
#define CARC_MAX_UNDO_POSITIONS 4096

/*
** Size in bytes of a ring for this number of positions, 1 to CARC_MAX_UNDO_POSITIONS; 0 if the
** number is out of this range.
*/
size_t carc_undo_ring_size (const carc_definition *def, int positions);
/*
** Makes an empty ring in a block of carc_undo_ring_size bytes, aligned for uint64_t.
** CARC_ERR_INVALID if the number of positions is out of range.
*/
carc_status carc_undo_ring_init (const carc_definition *def, carc_undo_ring *ring, int positions,
                                 carc_error *err);
/*
** As carc_undo_ring_init, but allocates the ring with the definition's allocator; free it with
** carc_undo_ring_free. On failure, returns NULL and fills `err`.
*/
carc_undo_ring *carc_undo_ring_new (const carc_definition *def, int positions, carc_error *err);
void carc_undo_ring_free (const carc_definition *def, carc_undo_ring *ring);
/*
** Saves the position before a decision. A full ring drops its oldest position. Allocates no memory.
*/
void carc_undo_ring_push (const carc_definition *def, carc_undo_ring *ring, const carc_state *state);
/*
** Undoes the last decision as carc_state_undo_action does, but copies the saved position. The
** resulting state is equal in every bit, and no hook runs. If the ring lacks the position before
** the last decision, returns false and changes nothing.
*/
bool carc_undo_ring_undo (const carc_definition *def, carc_undo_ring *ring, carc_state *state);
/*
** As carc_undo_ring_undo; but if the ring lacks the position, replays the game and fills the ring
** with the latest positions. If a whole game is undone, it is thus replayed only once for each ring
** full of positions.
*/
carc_status carc_undo_ring_undo_action (const carc_definition *def, carc_undo_ring *ring, carc_state *state,
                                        carc_error *err);

/* ---- Many random games ----------------------------------------------------------------------- */

/* Results of many random games from one state. */
typedef struct carc_playouts {
  int games;
  int threads;                     /* number of threads that were used */
  double mean[CARC_MAX_PLAYERS];   /* points */
  double spread[CARC_MAX_PLAYERS]; /* standard deviation of the points */
  double wins[CARC_MAX_PLAYERS];   /* share of games won; winners who tie divide the game */
} carc_playouts;

/*
** Plays `games` random games from the state, which stays unchanged, and writes their statistics.
** The seed and the number of a game determine the game's draws and choices. Only draws from the bag
** are random: the tile in hand, reserves and dealt tiles stay as they are, even if they are hidden.
** (carc_state_determinize deals hidden tiles again.) CARC_ERR_INVALID if the host draws the tiles
** or if `games` is less than 1.
*/
carc_status carc_state_playout (const carc_definition *def, const carc_state *state, int games, uint64_t seed,
                                carc_playouts *out, carc_error *err);
#define CARC_MAX_THREADS 256
/*
** As carc_state_playout, but uses up to `threads` threads, 1 to CARC_MAX_THREADS, including the
** caller's thread. The other threads end before the function returns. The result is exactly equal
** for any number of threads. If the definition has hooks or the library was built without threads,
** only the caller's thread is used. CARC_ERR_INVALID if `threads` is out of range.
*/
carc_status carc_state_playout_on (const carc_definition *def, const carc_state *state, int games,
                                   uint64_t seed, int threads, carc_playouts *out, carc_error *err);

/* ---- Weights --------------------------------------------------------------------------------- */

/*
** Parameters of the evaluation: name, default, minimum, maximum, meaning. In a meaning, "this" is
** the value of the parameter.
*/
/* clang-format off */
#define CARC_WEIGHT_LIST(X) \
  X(FITTING, "fitting", 0.3, 0, 4, \
    "The probability that a fitting tile is placed where it is needed is this value divided by the " \
    "number of players.") \
  X(DETOUR, "detour", 0.25, 0, 1, \
    "A fitting tile that continues a feature counts as this fraction of a tile that ends the feature.") \
  X(CELLS, "cells", 0.5, 0, 1, \
    "For each open cell of a feature after the first, the probability that the feature is completed " \
    "is multiplied by this factor.") \
  X(CLOSING, "closing", 1.8, 0, 5, \
    "A feature that is completed gains this many tiles for each of its open cells.") \
  X(GROWING, "growing", 0.5, 0, 5, \
    "A feature that stays incomplete gains this many tiles each time one of its open cells is filled.") \
  X(AROUND, "around", 3, 0, 100, \
    "If this many tiles are left in the bag, the probability that an empty cell beside a monastery " \
    "will be filled is one half.") \
  X(FIELD_GROWS, "field_grows", 8, 0, 100, \
    "An open field is expected to gain up to this many points for each hundred tiles left in the bag.") \
  X(FIELD_LOST, "field_lost", 0.64, 0, 1, \
    "Early in the game, opponents are expected to take up to this fraction of a field's value.") \
  X(FOLLOWER, "follower", 8, 0, 50, "The first follower in the supply is worth this many points.") \
  X(NEXT_FOLLOWER, "next_follower", 1, 0, 1, \
    "Each further follower is worth this fraction of the value of the previous one.") \
  X(RETURN, "return", 0.5, 0, 1, \
    "A follower on the board that returns is worth this fraction of a follower in the supply.") \
  X(TURNS, "turns", 8, 0, 100, \
    "If a player has this many turns left, pieces in the supply are worth half their value.") \
  X(PART, "part", 3, 0, 50, "A further part of a turn is worth this many points.") \
  X(BUILDER, "builder", 2, 0, 50, "A builder in the supply is worth this many points.") \
  X(BUILDER_CELL, "builder_cell", 1, 0, 10, \
    "Each time an open cell of its feature is filled, a builder is expected to bring this many " \
    "further parts of a turn.") \
  X(BUILDER_MOST, "builder_most", 3, 0, 50, \
    "A builder is expected to bring at most this many further parts of a turn.") \
  X(PIG, "pig", 1, 0, 50, "A pig in the supply is worth this many points.") \
  X(OTHER_PIECE, "other_piece", 1, 0, 50, "Any other piece in the supply is worth this many points.") \
  X(GOODS_DOUBT, "goods_doubt", 0.5, 0, 10, \
    "If a player leads in a good by this many tokens per remaining token, the probability that the " \
    "player wins the good is 75 %.")
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
/* A weight by its number, from 0; NULL if the number is out of range. */
const carc_weight_row *carc_weight_describe (int weight);

/* ---- Assets ---------------------------------------------------------------------------------- */

/*
** Assets: what scripts give a player, which may become points later. TERM stands for each term of
** the rating, which a script may make worth more or less.
*/
/* clang-format off */
#define CARC_ASSET_KIND_LIST(X) \
  X(VARIABLE, "variable", "the player's number in a variable") \
  X(TURN, "turn", "in the player's turn, the number in a variable of the turn") \
  X(NAMED, "named", "1 if a variable has the number of the player") \
  X(TOKEN, "token", "number of tokens in the player's hand") \
  X(RESERVE, "reserve", "number of tiles in the player's reserve") \
  X(STEP, "step", "points that a step of the final scoring would give now") \
  X(TERM, "term", "a term of the rating")
/* clang-format on */
typedef enum carc_asset_kind {
#define X(id, name, says) CARC_ASSET_KIND_##id,
  CARC_ASSET_KIND_LIST(X)
#undef X
      CARC_ASSET_KIND_COUNT
} carc_asset_kind;

#define CARC_MAX_ASSETS 96
/* The worth of an asset is given for these numbers of turns that a player has left. */
#define CARC_ASSET_STAGES 4
#define CARC_ASSET_TURNS \
  { 0, 4, 12, 24 }

/* An asset. The names are valid as long as the definition. */
typedef struct carc_asset {
  const char *kind;                /* name in CARC_ASSET_KIND_LIST */
  const char *name;                /* full name of what it is, or name of the term */
  double usual[CARC_ASSET_STAGES]; /* default worths */
} carc_asset;
/* Number of assets of a game, at most CARC_MAX_ASSETS. */
int carc_asset_count (const carc_definition *def);
/* Writes an asset, from 0. Returns false if the number is out of range. */
bool carc_asset_describe (const carc_definition *def, int asset, carc_asset *out);

/* ---- Searches -------------------------------------------------------------------------------- */

/*
** Workspace of a search for states of one definition. It is a block of carc_search_size bytes that
** the caller owns, aligned for uint64_t and double. It contains pointers into itself, so it must
** not be moved. Only one thread may use it at a time.
*/
typedef struct carc_search carc_search;

/* Options of a tree search. */
typedef struct carc_tree_options {
  int nodes; /* number of decisions stored; if half are used, the next decision begins a new tree */

  int candidates; /* number of actions tried at a decision: the actions with the best ratings */
  int turns;      /* number of turns played after the current turn, before the evaluation */
  double explore; /* exploration bonus, in points, of an action never tried */
  double prior;   /* the first rating of an action counts as this number of games */
} carc_tree_options;

/* Size of the block in bytes. `tree` is NULL if no tree search is needed. */
size_t carc_search_size (const carc_definition *def, const carc_tree_options *tree);
/*
** Initializes the block. `weights` has a value for each weight; NULL means the defaults. `tree`
** must be equal to the `tree` given to carc_search_size.
*/
void carc_search_init (const carc_definition *def, carc_search *search, const double *weights,
                       const carc_tree_options *tree);

/*
** Sets what assets are worth: CARC_ASSET_STAGES numbers for each asset, in points for each unit.
** NULL means the defaults: 0, but the points of scripts' steps of the final scoring count in part.
** `win` is what a won game is worth in points; 0 means that players maximize their lead.
** With `blind`, ratings ignore assets, steps of scripts, functions of `points`, and the rule of
** victory.
*/
void carc_search_set_worths (carc_search *search, const double *worths, double win, bool blind);

/*
** Sets whether ratings include the points that bonuses and functions of `on_feature_scored` will
** give when features score. The default is false, because it takes time: the scripts are called for
** each occupied feature, as if it scored, on copies of the state. Blind ratings ignore them.
*/
void carc_search_foresee_scoring (carc_search *search, bool foresees);

/*
** Writes the value of each asset of each player in this state, carc_asset_count numbers for one
** player after the other; and the points that the player is expected to have at the end.
*/
carc_status carc_search_assets (carc_search *search, const carc_state *state, double *assets,
                                double expected[CARC_MAX_PLAYERS], carc_error *err);

/*
** Rates each legal action, and writes one number per action to `out`. The rating of an action is
** the expected final score of the deciding player minus that of the best opponent, in points. The
** search looks ahead to the end of the turn. It uses neither what is hidden from this player nor
** the future draws: it deals hidden tiles and tokens again, and the seed determines how.
** CARC_ERR_INVALID if no player decides; CARC_ERR_SCRIPT if a hook fails.
*/
carc_status carc_search_rate (carc_search *search, const carc_state *state, uint64_t seed, double *out,
                              carc_error *err);

/* The terms of which a rating consists: name and meaning. */
/* clang-format off */
#define CARC_RATING_TERM_LIST(X) \
  X(POINTS, "points", "points already scored") \
  X(ROADS, "roads", "expected points of roads") \
  X(CITIES, "cities", "expected points of cities") \
  X(MONASTERIES, "monasteries", "expected points of monasteries and of spots that score as " \
                                "monasteries") \
  X(FIELDS, "fields", "expected points of fields, with pigs") \
  X(GOODS, "goods", "expected points for having the most tokens of each good") \
  X(BUILDERS, "builders", "value of the further parts that builders are expected to bring") \
  X(TURN, "turn", "value of playing the next tile") \
  X(FOLLOWERS, "followers", "value of the followers in the supply and of the followers that may " \
                            "return") \
  X(PIECES, "pieces", "value of the other pieces in the supply") \
  X(ASSETS, "assets", "value of what scripts give: variables, tokens, tiles in reserves, and steps of " \
                      "the final scoring")
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
/* A term by its number, from 0; NULL if the number is out of range. */
const carc_rating_term_row *carc_rating_term_describe (int part);

/*
** Explanation of a rating. `before` is the lead over the best opponent that the deciding player, or
** the player's team, expected before the action. `own` and `theirs` are the points that the player
** and the opponent gain by the action, term by term. If the action is a deployment, "before the
** action" means after a pass at this decision. The rating is `before` + the sum of `own` - the sum
** of `theirs`.
*/
typedef struct carc_explanation {
  double before, own[CARC_RATING_TERM_COUNT], theirs[CARC_RATING_TERM_COUNT];
} carc_explanation;
/*
** Explains the rating of the action `index`. With an equal seed, the rating is equal to that of
** carc_search_rate. The function fails as carc_search_rate does, and with CARC_ERR_INVALID if the
** index is out of range.
*/
carc_status carc_search_explain (carc_search *search, const carc_state *state, uint64_t seed, int index,
                                 carc_explanation *out, carc_error *err);

/*
** The index of the highest of `n` ratings. If several ratings are equally high, the seed chooses
** one of them. Ratings that are NAN are ignored; if every rating is NAN, returns -1.
*/
int carc_best_rated (const double *ratings, int n, uint64_t seed);

/*
** Plays `iterations` games of a tree search from a state in which a player decides. Plays fewer
** games, but at least one, if they take `work` units of work. A unit takes about a tenth of a
** microsecond; the count depends only on the game, the state, the seed and the options. The tree
** keeps results of earlier searches in this turn. Equal calls give equal trees. The function fails
** as carc_search_rate does. CARC_ERR_INVALID if the workspace has no tree, or if `iterations` is
** less than 1.
*/
carc_status carc_search_run (carc_search *search, const carc_state *state, int iterations, uint64_t work,
                             uint64_t seed, carc_error *err);
/* Units of work that all searches in this workspace have done. */
uint64_t carc_search_work (const carc_search *search);

/*
** Searches the rest of the game exactly, with every action and every draw. Writes the expected lead
** of the deciding player at the end for each action, in points, if both players play best. In a
** race and in other games that are not won by most points, the lead includes 50 points for a won
** game. Unless `all` is set, writes NAN for actions that are certainly not better than another
** action. Writes only NAN if more than `tiles` tiles are left to draw, including the tile in hand;
** if the game is not one of two players who play against each other without hidden tiles and
** tokens; or if the search would take more than `work` units of work. The function fails as
** carc_search_rate does.
*/
carc_status carc_search_solve (carc_search *search, const carc_state *state, int tiles, uint64_t work,
                               bool all, double *values, carc_error *err);
/*
** Writes the rating and the number of visits of each legal action; NAN and 0 for an action that was
** never tried. Returns false if the tree does not contain this decision.
*/
bool carc_search_evaluations (const carc_search *search, const carc_state *state, double *ratings,
                              int *visits);
/* The action with the most visits; -1 if none was visited. */
int carc_most_visited (const double *ratings, const int *visits, int n);
/*
** Returns how many visits the most visited action has more than the second. If fewer games than
** this number are left to play, no other action can overtake the most visited action.
*/
int carc_visits_ahead (const int *visits, int n);

#ifdef __cplusplus
}
#endif
#endif
