/*
** carcassonne_space.h: numbers of actions, for programs that learn to play. A program that only
** plays games needs only carcassonne.h.
*/
#ifndef CARCASSONNE_SPACE_H
#define CARCASSONNE_SPACE_H

#include "carcassonne.h"
#include "carcassonne_script.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
