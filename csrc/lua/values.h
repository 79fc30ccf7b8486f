/*
** values.h: converts values of the engine to Lua. A function must take a snapshot first: creating a
** Lua value may collect garbage, and then a finaliser may change the state.
*/
#ifndef CARCL_VALUES_H
#define CARCL_VALUES_H

#include "userdata.h"

/* Pushes nil, a message and a code, and returns 3. If a script failed, raises an error instead. */
int carcL_push_failure (lua_State *L, const carc_error *err);

/*
** An action. If the action is a choice with a segment, `oriented_type` is the type and rotation of
** the segment's tile, which are known only from the state; otherwise it is NO_TYPE.
*/
typedef struct action_snapshot {
  carc_action a;
  uint16_t oriented_type; /* type * 4 + rotation */
} action_snapshot;
enum { NO_TYPE = UINT16_MAX };
action_snapshot carcL_snapshot_action (const carc_definition *d, const carc_state *s, carc_action a);
carc_action_fields carcL_snapshot_fields (action_snapshot one);
static inline action_snapshot snapshot_of (const action_ud *ud) {
  return (action_snapshot){ud->a, ud->oriented_type};
}

/* A tile or a piece on the board, with all data that its Lua value shows. */
typedef struct tile_snapshot {
  int index;
  carc_tile tile;
  carc_axis span;
} tile_snapshot;
typedef struct piece_snapshot {
  carc_piece piece;
  carc_tile tile;
} piece_snapshot;
/*
** Maximum number of segments on the board, and thus of features. Each segment has the number tile *
** CARC_MAX_SEGMENTS + segment.
*/
enum { MAX_PLACES = CARC_MAX_TILES * CARC_MAX_SEGMENTS };
tile_snapshot carcL_snapshot_tile (const state_ud *b, int tile);
piece_snapshot carcL_snapshot_piece (const state_ud *b, carc_piece f);

/*
** Allocates n items of this size as a userdata at stack index `keeper`. Allocating may change the
** state. So the caller must count the items again when it gathers them, and must repeat the
** allocation until all items fit.
*/
void *carcL_push_buffer (lua_State *L, int keeper, int n, size_t size);
/*
** Returns the legal actions, in a buffer that is pushed. In the middle of an action, no action is
** legal.
*/
action_snapshot *carcL_gather_actions (lua_State *L, const state_ud *b, int *n);

/*
** Gathers one number for each player, before any Lua value is created. Returns the number of
** players.
*/
typedef int player_number (const carc_definition *, const carc_state *, int);
int carcL_gather_for_players (const state_ud *b, player_number *value, int out[CARC_MAX_PLAYERS]);

/* Pushes a list of ids of tile types. */
int carcL_push_types (lua_State *L, const carc_definition *d, const int *types, int n);
/*
** Functions that push values. `game` and `state` are stack indices; the new userdata refers to the
** value at this index.
*/
void carcL_push_action (lua_State *L, int game, action_snapshot one);
/*
** Pushes legal action number `index`. Its metatable is user value number `value` of the userdata at
** `owner`.
*/
void carcL_push_listed_action (lua_State *L, int owner, int value, const state_ud *b, int index);
void carcL_push_feature (lua_State *L, int state, state_ud *of, int tile, int segment);
void carcL_push_tile (lua_State *L, const carc_definition *d, const tile_snapshot *tile);
void carcL_push_segment_text (lua_State *L, const carc_definition *d, int type, int rotation, int segment);
/*
** Pushes a place: a segment of the tile `t`, whose index is `tile`, or -1 if it is not on the
** board. If `segment` is -1, pushes the tile itself.
*/
void carcL_push_place (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment);
/* As carcL_push_place, with the kind of the segment. */
void carcL_push_place_and_kind (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment);
void carcL_push_players (lua_State *L, unsigned players);
/* Pushes an index as Lua counts, from 1; nil if it is negative. Returns 1. */
int carcL_push_index (lua_State *L, int index);
/* Push a Scoring and a Given, both without their field `feature`. */
void carcL_push_scoring (lua_State *L, const carc_scoring *what);
void carcL_push_given (lua_State *L, const carc_given *given);
void carcL_push_piece (lua_State *L, const carc_definition *d, const piece_snapshot *piece);
/* Pushes a list of features; returns 1. */
int carcL_push_features (lua_State *L, int state, state_ud *of, const int *places, int n);
/* Push lists of attributes, with the names that the running script uses. */
void carcL_push_attributes (lua_State *L, const game_ud *g, uint64_t attributes);
void carcL_push_tile_attributes (lua_State *L, const game_ud *g, uint64_t attributes);
void carcL_push_goods (lua_State *L, const int goods[CARC_GOOD_COUNT]);

/* Pushes "N.S" or "E.W"; nil for CARC_AXIS_NONE. */
void carcL_push_axis (lua_State *L, carc_axis axis);

void carcL_set_integer (lua_State *L, const char *key, lua_Integer value);
void carcL_set_cell (lua_State *L, int x, int y);
void carcL_set_string (lua_State *L, const char *key, const char *value);
/* Pushes 16 hexadecimal digits, because not every Lua has integers of 64 bits. */
void carcL_push_hex64 (lua_State *L, uint64_t n);
void carcL_set_boolean (lua_State *L, const char *key, bool value);

#endif
