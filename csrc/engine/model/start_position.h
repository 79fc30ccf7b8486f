/*
** start_position.h: a position given by statements. The initial state is built from it.
*/
#ifndef CARC_START_POSITION_H
#define CARC_START_POSITION_H

#include <stdbool.h>
#include <stdint.h>
#include "carcassonne.h"
#include "model/sets.h"

/* A start tile. The start tiles of one script form a block that moves as a whole. */
typedef struct start_tile {
  int type, x, y, rotation, line;
  carc_axis span; /* axis of a span across it */
  int spanner;    /* owner of the span; -1 if unknown */
  int script;     /* its script; 0 if it is the game, whose tiles do not move */
  uint8_t joint;  /* bit k: side k must touch another block, if there are several blocks */
} start_tile;

/* Initial value of a variable. */
enum { MAX_START_VARIABLE_VALUES = 1024 };
typedef struct start_variable_value {
  int variable, place, line;
  int32_t value;
} start_variable_value;

/* Tiles in a reserve. The type is known, or it is -1 and `count` unknown tiles are dealt. */
typedef struct start_reserve_tile {
  int reserve, player, type, count, line; /* player: -1 if the reserve is the game's */
} start_reserve_tile;

/*
** A segment of a feature that is not scored yet, and that something other than the last tile
** completed.
*/
typedef struct closed_segment {
  int place, line;
} closed_segment;
enum { MAX_CLOSED = 24 };

/* A trigger for which phases must still run. */
typedef struct start_trigger {
  int32_t points, total;
  uint32_t players; /* bit p */
  int place, line;  /* place: 1 + place of the segment; 0 if none */
  uint8_t of_points, cause;
  bool complete;
} start_trigger;
enum { MAX_START_TRIGGERS = 64 };

/* Tokens that are not in their initial places. */
typedef struct placed_token {
  int kind, owner, number, count, player, x, y, line;
  bool lies; /* at x, y */
  char segment[64];
} placed_token;

/* An attribute of a segment that is set although it is not printed, or removed although it is. */
typedef struct flipped_attribute {
  int attribute, place, line;
} flipped_attribute;

/* Two segments that a script has joined. */
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
  attribute_set shuffled; /* tile attributes whose tiles are no longer held back */
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
