/*
** values.h: values of the engine as Lua has them. A snapshot is taken first, since a value that is made may change the state.
*/
#ifndef CARCL_VALUES_H
#define CARCL_VALUES_H

#include "userdata.h"

/* nil, message, code: what is not legal or not valid. A failed script raises. */
int carcL_push_failure (lua_State *L, const carc_error *err);

/* An action with what only its state knows: the tile that a choice's segment is on, as it lies. NO_LIE: nothing. */
typedef struct action_snapshot {
  carc_action a;
  uint16_t lie; /* type * 4 + rotation */
} action_snapshot;
enum { NO_LIE = UINT16_MAX };
action_snapshot carcL_snapshot_action (const carc_definition *d, const carc_state *s, carc_action a);
carc_action_fields carcL_snapshot_fields (action_snapshot one);
static inline action_snapshot snapshot_of (const action_ud *ud) { return (action_snapshot){ud->a, ud->lie}; }

/* A tile or a piece on the table with all that is told of it, so that the state need not be looked at any more. */
typedef struct tile_snapshot {
  int index;
  carc_tile tile;
  carc_axis span;
} tile_snapshot;
typedef struct piece_snapshot {
  carc_piece piece;
  carc_tile tile;
} piece_snapshot;
/* Segments on the table, and so features, at most; each as tile * CARC_MAX_SEGMENTS + segment. */
enum { MAX_PLACES = CARC_MAX_TILES * CARC_MAX_SEGMENTS };
tile_snapshot carcL_snapshot_tile (const state_ud *b, int tile);
piece_snapshot carcL_snapshot_piece (const state_ud *b, carc_piece f);

/*
** Memory for n things that are to be gathered, kept by a userdata at the stack index `keeper`. Making it may change the
** state, and with it how many there are: they are counted again as they are gathered, until there is room for all.
*/
void *carcL_push_buffer (lua_State *L, int keeper, int n, size_t size);
/* The legal actions, in memory that the value pushed keeps; none in the middle of an action. */
action_snapshot *carcL_gather_actions (lua_State *L, const state_ud *b, int *n);

/* One number of each player, before a value is made: that may run a finaliser, which changes the state. Returns how many. */
typedef int player_number (const carc_definition *, const carc_state *, int);
int carcL_gather_for_players (const state_ud *b, player_number *value, int out[CARC_MAX_PLAYERS]);

/* Types of tiles by their ids. */
int carcL_push_types (lua_State *L, const carc_definition *d, const int *types, int n);
/* Pushers; `game` and `state` are the stack indices of what the object keeps. */
void carcL_push_action (lua_State *L, int game, action_snapshot one);
/* Action number `index` of a state, which must be there; user value `value` at `owner` is its metatable. */
void carcL_push_listed_action (lua_State *L, int owner, int value, const state_ud *b, int index);
void carcL_push_feature (lua_State *L, int state, state_ud *of, int tile, int segment);
void carcL_push_tile (lua_State *L, const carc_definition *d, const tile_snapshot *tile);
void carcL_push_segment_text (lua_State *L, const carc_definition *d, int type, int rotation, int segment);
/* A place as readers tell it: of the tile `t`, whose index is `tile`, a segment, or with -1 the tile itself. */
void carcL_push_place (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment);
void carcL_push_players (lua_State *L, unsigned players);
/* Scoring and Given, but for the feature. */
void carcL_push_scoring (lua_State *L, const carc_scoring *what);
void carcL_push_given (lua_State *L, const carc_given *given);
void carcL_push_piece (lua_State *L, const carc_definition *d, const piece_snapshot *piece);
/* As a list; returns 1. */
int carcL_push_features (lua_State *L, int state, state_ud *of, const int *places, int n);
/* By the names that the script that runs finds them by. */
void carcL_push_attributes (lua_State *L, const game_ud *g, uint64_t attributes);
void carcL_push_tile_attributes (lua_State *L, const game_ud *g, uint64_t attributes);
void carcL_push_goods (lua_State *L, const int goods[CARC_GOOD_COUNT]);

/* "N.S" or "E.W"; nil for none. */
void carcL_push_axis (lua_State *L, carc_axis axis);

void carcL_set_integer (lua_State *L, const char *key, lua_Integer value);
void carcL_set_string (lua_State *L, const char *key, const char *value);
/* A number of 64 bits, which not every Lua has: as 16 hexadecimal digits. */
void carcL_push_hex64 (lua_State *L, uint64_t n);
void carcL_set_boolean (lua_State *L, const char *key, bool value);

#endif
