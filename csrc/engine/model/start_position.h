/*
** start_position.h: the position that a definition sets up by hand. The initial state is made from it.
*/
#ifndef CARC_START_POSITION_H
#define CARC_START_POSITION_H

#include <stdbool.h>
#include <stdint.h>
#include "carcassonne.h"
#include "model/sets.h"

/* A position to begin from: what stands on the table besides tiles. Those of one script are a block: they move together. */
typedef struct start_tile {
  int type, x, y, rotation, line;
  carc_axis span; /* across it */
  int spanner;    /* whose that was; -1: not said */
  int script;     /* whose it is; 0: the game's, which stay where they are */
  uint8_t joint;  /* bit k: side k, as it lies, touches a tile of another block, if there is one */
} start_tile;

/* A number that scripts remember at the start. */
enum { MAX_START_VARIABLE_VALUES = 1024 };
typedef struct start_variable_value {
  int variable, place, line;
  int32_t value;
} start_variable_value;

/* Tiles in a reserve at the start: one that is known, or (type -1) so many that are not, and are dealt. */
typedef struct start_reserve_tile {
  int reserve, player, type, count, line; /* player -1: not said */
} start_reserve_tile;

/* A segment of a feature that something else than the last tile has closed, and that is not scored yet. */
typedef struct closed_segment {
  int place, line;
} closed_segment;
enum { MAX_CLOSED = 24 };

/* What phases are still to be asked about at the start. */
typedef struct start_trigger {
  int32_t points, total;
  uint32_t players; /* bit p */
  int place, line;  /* place: of the segment, from 1; 0 for none */
  uint8_t of_points, cause;
  bool complete;
} start_trigger;
enum { MAX_START_TRIGGERS = 64 };

/* Tokens that are elsewhere than they begin, at the start. */
typedef struct placed_token {
  int kind, owner, number, count, player, x, y, line;
  bool lies; /* at x, y */
  char segment[64];
} placed_token;

/* An attribute that a segment bears otherwise than printed, at the start. */
typedef struct flipped_attribute {
  int attribute, place, line;
} flipped_attribute;

/* Two segments that a script has joined, at the start. */
typedef struct joined_segments {
  int x, y, other_x, other_y, line;
  char segment[64], other_segment[64];
} joined_segments;

typedef struct standing_piece {
  int player, piece, x, y, line;
  char segment[64];
} standing_piece;

struct start_position {
  int n_starts;
  start_tile start[CARC_MAX_TILES];
  int n_standing;
  standing_piece standing[CARC_MAX_STANDING];
  int n_remembered;
  start_variable_value remembered[MAX_START_VARIABLE_VALUES];
  int n_placed;
  placed_token placed[CARC_MAX_TOKENS];
  int n_flipped;
  flipped_attribute flipped[MAX_START_VARIABLE_VALUES];
  int n_joined;
  joined_segments joined[CARC_MAX_JOINS];
  uint8_t captured[CARC_MAX_PLAYERS][CARC_MAX_PIECES];
  attribute_set shuffled; /* tile attributes whose tiles are not kept back any more */
  int n_kept;
  start_reserve_tile kept[CARC_MAX_TILES];
  int points[CARC_MAX_PLAYERS], have[CARC_MAX_PLAYERS][CARC_GOOD_COUNT];
  int first_player, turn_line, hand_line, have_line;
  uint8_t resigned, absent, losing; /* bit p, as in the state */
  int n_closed;
  closed_segment closed[MAX_CLOSED];
  int n_triggers;
  start_trigger triggers[MAX_START_TRIGGERS];
};

#endif
