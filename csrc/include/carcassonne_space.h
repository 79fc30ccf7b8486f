/*
** carcassonne_space.h: numbers of actions and observation planes, for programs that learn to play.
** A program that only plays games needs only carcassonne.h.
*/
#ifndef CARCASSONNE_SPACE_H
#define CARCASSONNE_SPACE_H

#include "carcassonne.h"
#include "carcassonne_script.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
** The version of the numbers and planes. It grows when, for some definition, a number gets another
** meaning, or a plane another place, name or meaning. A network needs the version with which it
** learned.
*/
#define CARC_SPACE_VERSION 1

/* ---- Numbers of actions ---------------------------------------------------------------------- */

/*
** An *action space* gives each action of the players a number from 0 to carc_action_space_size - 1.
** A number means the same in every state of a game, and in every game of the same definition,
** radius and version of the engine: for example "rotation 2 in the cell 3,-1". The index of an
** action (carc_state_action) has no such meaning.
**
** The space consists of *blocks*: one for passes, one for placements, one for the options of each
** offer of a phase, and so on. A block is a grid: each of its dimensions is a field of an action. A
** number is `first` of its block, plus the place in the grid, the last dimension counting fastest.
**
** A placement says nothing about its tile if the tile is always the one in hand. A deployment says
** nothing about the tile that has just been placed. Draws have no numbers in the space: the number
** of a draw is the type of its tile. Resignations have no numbers.
*/
typedef struct carc_action_space carc_action_space;

/* clang-format off: a table */
#define CARC_ACTION_FIELD_LIST(X)                                                 \
  X(TILE, "tile", "type of the tile")                                             \
  X(CELL, "cell", "a cell of the window, row by row, from its north-west corner") \
  X(ROTATION, "rotation", "quarter turns of the tile, clockwise")                 \
  X(SPAN, "span", "the span that is laid with the tile; 0: none")                 \
  X(PIECE, "piece", "kind of piece")                                              \
  X(SEGMENT, "segment", "segment of the tile")                                    \
  X(PLAYER, "player", "a player")                                                 \
  X(TOKEN, "token", "kind of token")                                              \
  X(NUMBER, "number", "number of the option or token")                            \
  X(TAKE, "take", "0: declines the further part of the turn; 1: takes it")
/* clang-format on */
typedef enum carc_action_field {
#define X(id, name, says) CARC_ACTION_FIELD_##id,
  CARC_ACTION_FIELD_LIST(X)
#undef X
      CARC_ACTION_FIELD_COUNT
} carc_action_field;
/* The name in CARC_ACTION_FIELD_LIST; NULL if the number is out of range. */
const char *carc_action_field_name (carc_action_field field);

/*
** A dimension of a block: a field with the values `low`, `low` + 1, and so on. If `optional` is
** true, the first place stands for actions without this field, and `low` is at the second place.
** `size` counts all places.
*/
typedef struct carc_action_dimension {
  carc_action_field field;
  bool optional;
  int low, size;
} carc_action_dimension;

typedef struct carc_action_block {
  carc_action_kind kind;
  int phase;      /* the phase of a choice; -1 for other kinds */
  bool elsewhere; /* of deployments: they name any tile on the board by its cell */
  int first, size, n_dimensions;
  carc_action_dimension dimension[CARC_ACTION_FIELD_COUNT];
} carc_action_block;

/*
** Makes the action space of a definition in `space`: a block of carc_action_space_bytes bytes,
** aligned for a pointer, that the caller owns. It is valid as long as the definition, never
** changes, and may be copied. `radius` limits the cells: the window has the cells from -radius to
** radius in x and y. If `radius` is 0, the window has all cells that a game can reach.
**
** `asking` are the phases without offers whose function may offer options; NULL: none. The options
** of a function have no bound, so if there is such a phase, this function fails and names the
** phase. It also fails if the space would have more than 2^31 - 1 actions; then choose a smaller
** radius.
*/
size_t carc_action_space_bytes (void);
carc_status carc_action_space_init (const carc_definition *def, carc_action_space *space, int radius,
                                    const carc_row_set *asking, carc_error *err);

/* Number of actions in the space. */
int carc_action_space_size (const carc_action_space *space);
/* The radius of its window. */
int carc_action_space_radius (const carc_action_space *space);
/* Number of blocks. A block by its index; NULL if the index is out of range. */
int carc_action_space_blocks (const carc_action_space *space);
const carc_action_block *carc_action_space_block (const carc_action_space *space, int index);

/*
** The number of an action; -1 if it has none, because its cell is outside of the window, or because
** it is a draw or a resignation.
*/
int carc_action_space_number (const carc_action_space *space, carc_action action);
/* The legal action with this number in `state`; 0 if no legal action has this number. */
carc_action carc_action_space_action (const carc_action_space *space, const carc_state *state, int number);
/*
** Writes the numbers of the first `room` legal actions in their order, -1 for actions without a
** number. Returns the number of all legal actions.
*/
int carc_action_space_legal (const carc_action_space *space, const carc_state *state, int *out, int room);
/*
** Sets `out`, carc_action_space_size bytes, to 1 at the number of each legal action, and otherwise
** to 0. Returns how many legal actions have no number.
*/
int carc_action_space_mask (const carc_action_space *space, const carc_state *state, unsigned char *out);

/* ---- Observation planes ---------------------------------------------------------------------- */

/*
** An *observation space* describes a state to a network: as planes, each with a number for each
** cell of a window. The planes are the same in every state of a game, and in every game of the same
** definition, radius and version of the engine. They contain nothing that is hidden from the
** observer. The cells are those of an action space with the same radius, in the same order.
**
** A plane has a name: the name of its group, and the members of its dimensions, separated by dots:
** `side.road.N`, `piece.follower.0`. Players are relative to the observer: 0 is the observer, 1 the
** player at the next seat, and so on. (For spectators, 0 is the first player.) Kinds of segments,
** pieces and so on have planes if the definition has them.
**
** The first planes describe the board. They are 0 in empty cells, except for tokens on such cells.
** The planes from HAND_SIDE on are *constant*: they have one number in all cells.
*/
typedef struct carc_observation_space carc_observation_space;

/*
** The groups of planes: name, divisor and meaning. A plane has the stated number divided by the
** divisor; a condition counts as 1 if it is true, and as 0 otherwise.
*/
/* clang-format off: a table */
#define CARC_PLANE_LIST(X)                                                                                  \
  X(TILE, "tile", 1, "the cell has a tile")                                                                 \
  X(LAST_TILE, "last_tile", 1, "the tile was placed last")                                                  \
  X(SIDE, "side", 1, "by kind and side: a segment of this kind reaches this side of the tile")              \
  X(LINK, "link", 1, "by two sides: one segment that is not a field reaches both sides")                    \
  X(INNER, "inner", 1, "by kind: number of segments that reach no side")                                    \
  X(PENNANTS, "pennants", 1, "number of pennants on the tile")                                              \
  X(GOOD, "good", 1, "by good: number of such goods on the tile")                                           \
  X(ATTRIBUTE, "attribute", 1, "by attribute: a segment of the tile has it now")                            \
  X(TILE_ATTRIBUTE, "tile_attribute", 1, "by attribute of tiles: the tile has it")                          \
  X(COMPLETE, "complete", 1, "by side: the feature at its middle is complete")                              \
  X(POWER, "power", 4,                                                                                      \
    "by port and player: power of the player's followers in the feature at the port, "                      \
    "without what scripts add")                                                                             \
  X(PIECE, "piece", 1, "by piece and player: number of such pieces on the tile")                            \
  X(TOKEN, "token", 1, "by token of the game: number of such tokens on the cell")                           \
  X(OWNED_TOKEN, "token", 1, "by token of players, and player: number of such tokens on the cell")          \
  X(TOKEN_NUMBER, "token_number", 10, "by numbered token: sum of the visible numbers on the cell")          \
  X(BOARD_VARIABLE, "variable", 10, "by variable: its number for the tile, or the sum over its segments")   \
  X(PLACE, "place", 1, "by variable of the game that holds places: how often it holds this tile")           \
  X(PLAYER_PLACE, "place", 1, "by variable of players that holds places, and player: the same")             \
  X(HAND_SIDE, "hand.side", 1, "as `side`, for the tile in hand or just placed, as printed")                \
  X(HAND_LINK, "hand.link", 1, "as `link`")                                                                 \
  X(HAND_INNER, "hand.inner", 1, "as `inner`")                                                              \
  X(HAND_PENNANTS, "hand.pennants", 1, "as `pennants`")                                                     \
  X(HAND_GOOD, "hand.good", 1, "as `good`")                                                                 \
  X(HAND_ATTRIBUTE, "hand.attribute", 1, "as `attribute`, as printed")                                      \
  X(HAND_TILE_ATTRIBUTE, "hand.tile_attribute", 1, "as `tile_attribute`")                                   \
  X(POINTS, "points", 100, "by player: points of the player or team")                                       \
  X(SUPPLY, "supply", 1, "by piece and player: fraction of these pieces that is in the supply")             \
  X(CAPTURED, "captured", 1, "by piece and player: number of the player's captured pieces")                 \
  X(GOODS, "goods", 10, "by good and player: number of goods")                                              \
  X(HELD, "held", 10, "by token and player: number of tokens in the player's hand")                         \
  X(HELD_NUMBER, "held_number", 10, "by numbered token and player: sum of the visible numbers in the hand") \
  X(RESERVE, "reserve", 10, "by reserve, and its player: number of tiles")                                  \
  X(RESERVE_TYPE, "reserve_tile", 1, "by visible reserve, its player, and type: number of such tiles")      \
  X(VARIABLE, "variable", 10, "by variable of the game: its number; not if it has more than 16 numbers")    \
  X(PLAYER_VARIABLE, "variable", 10, "by variable of players, and player: the same")                        \
  X(TILES_LEFT, "tiles_left", 1, "fraction of the tiles of the game that can still be drawn")               \
  X(DECISION, "decision", 1, "by kind of action: it is the kind of the current decision; none: game over")  \
  X(PHASE, "phase", 1, "by phase: this phase asks")                                                         \
  X(PART, "part", 1, "number of parts of the turn that are over")                                           \
  X(CURRENT, "current", 1, "by player: the player decides")                                                 \
  X(TURN, "turn", 1, "by player: it is the player's turn")                                                  \
  X(OUT, "out", 1, "by player: the player takes no more turns")                                             \
  X(PARTNER, "partner", 1, "by player, if there are teams: the player is in the observer's team")           \
  X(PLAYERS, "players", CARC_MAX_PLAYERS, "number of players")
/* clang-format on */
typedef enum carc_plane_group {
#define X(id, name, divisor, says) CARC_PLANE_##id,
  CARC_PLANE_LIST(X)
#undef X
      CARC_PLANE_GROUP_COUNT
} carc_plane_group;

/*
** Makes the observation space of a definition in `space`: a block of carc_observation_space_bytes
** bytes, aligned for a pointer, that the caller owns. It is valid as long as the definition, never
** changes, and may be copied. `radius` is that of carc_action_space_init; 0: all cells that a game
** can reach. Fails if an observation would have more than 2^31 - 1 numbers.
*/
size_t carc_observation_space_bytes (void);
carc_status carc_observation_space_init (const carc_definition *def, carc_observation_space *space,
                                         int radius, carc_error *err);

/* The shape of an observation: planes, and width * width cells, where width is 2 * radius + 1. */
int carc_observation_space_planes (const carc_observation_space *space);
int carc_observation_space_radius (const carc_observation_space *space);
/* Number of numbers in an observation: planes * width * width. */
int carc_observation_space_size (const carc_observation_space *space);
/* Number of the planes that describe the board; all later planes are constant. */
int carc_observation_space_board_planes (const carc_observation_space *space);
/* Writes the name of a plane by its index; returns -1 if the index is out of range. */
int carc_observation_space_plane_name (const carc_observation_space *space, int plane, char *out,
                                       size_t size);
/*
** Writes what `observer` sees of a state to `out`, which has room for carc_observation_space_size
** numbers: plane by plane, each row by row from the north-west corner. Allocates nothing.
*/
void carc_observation_space_write (const carc_observation_space *space, const carc_state *state, int observer,
                                   float *out);

/* ---- Bounds ---------------------------------------------------------------------------------- */

/*
** Numbers that no game of a definition exceeds, with the names of OpenSpiel. The number of actions
** is carc_action_space_size; the number of players is carc_definition_players, and at most
** CARC_MAX_PLAYERS.
*/
#define CARC_BOUND_LIST(X)                                                             \
  X(MAX_CHANCE_OUTCOMES, "max_chance_outcomes", "outcomes of a decision of the host")  \
  X(MAX_GAME_LENGTH, "max_game_length", "decisions of players, and draws of the host") \
  X(MIN_UTILITY, "min_utility", "lowest points of a player or team at any time")       \
  X(MAX_UTILITY, "max_utility", "highest points of a player or team at any time")
typedef enum carc_bound {
#define X(id, name, says) CARC_BOUND_##id,
  CARC_BOUND_LIST(X)
#undef X
      CARC_BOUND_COUNT
} carc_bound;
/* The name in CARC_BOUND_LIST; NULL if the number is out of range. */
const char *carc_bound_name (carc_bound bound);

/*
** Writes a bound. CARC_ERR_INVALID with the reason if the definition has no proven bound: functions
** and rows of scripts can give or take any number of points. CARC_ERR_INVALID also if the number of
** the bound is out of range.
*/
carc_status carc_definition_bound (const carc_definition *def, carc_bound bound, int *out, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
