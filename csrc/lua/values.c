/* values.c: converts values of the engine to Lua. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "values.h"
#include "userdata.h"

int carcL_push_failure (lua_State *L, const carc_error *err) {
  if (err->code == CARC_ERR_SCRIPT) return luaL_error(L, "%s", err->message);
  lua_pushnil(L);
  if (err->line > 0)
    lua_pushfstring(L, "line %d: %s", err->line, err->message);
  else
    lua_pushstring(L, err->message);
  lua_pushstring(L, carc_status_name(err->code));
  return 3;
}

void *carcL_push_buffer (lua_State *L, int keeper, int n, size_t size) {
  void *room = lua_newuserdatauv(L, (size_t)n * size, 0);
  lua_replace(L, keeper);
  return room;
}

static int list_actions (const state_ud *b, action_snapshot *out, int room) {
  int n = count_actions(b);
  for (int i = 0; i < n && i < room; i++)
    out[i] = carcL_snapshot_action(b->g->d, b->s, carc_state_action(b->g->d, b->s, i));
  return n;
}

action_snapshot *carcL_gather_actions (lua_State *L, const state_ud *b, int *n) {
  action_snapshot *all = NULL;
  int room = 0;
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((*n = list_actions(b, all, room)) > room) all = carcL_push_buffer(L, keeper, room = *n, sizeof *all);
  return all;
}

void carcL_set_integer (lua_State *L, const char *key, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

void carcL_set_cell (lua_State *L, int x, int y) {
  carcL_set_integer(L, "x", x);
  carcL_set_integer(L, "y", y);
}

void carcL_push_hex64 (lua_State *L, uint64_t n) {
  char digits[17];
  snprintf(digits, sizeof digits, "%016" PRIx64, n);
  lua_pushstring(L, digits);
}

void carcL_set_string (lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
}

void carcL_set_boolean (lua_State *L, const char *key, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, key);
}

action_snapshot carcL_snapshot_action (const carc_definition *d, const carc_state *s, carc_action a) {
  carc_action_fields f = carc_state_action_fields(d, s, a);
  bool there = f.kind == CARC_ACTION_CHOICE && f.type >= 0;
  return (action_snapshot){a, there ? (uint16_t)(f.type * 4 + f.rotation) : NO_TYPE};
}

carc_action_fields carcL_snapshot_fields (action_snapshot one) {
  carc_action_fields f = carc_action_unpack(one.a);
  if (one.oriented_type == NO_TYPE) return f;
  f.type = one.oriented_type / 4;
  f.rotation = one.oriented_type % 4;
  return f;
}

/*
** Pushes a new userdata. Its metatable is user value number `value` of the object at index `owner`.
*/
static action_ud *new_action (lua_State *L, int owner, int value) {
  action_ud *ud = lua_newuserdatauv(L, sizeof *ud, 0);
  lua_getiuservalue(L, owner, value);
  lua_setmetatable(L, -2);
  return ud;
}

void carcL_push_action (lua_State *L, int game, action_snapshot one) {
  *new_action(L, lua_absindex(L, game), GAME_ACTIONS) =
      (action_ud){.a = one.a, .oriented_type = one.oriented_type};
}

void carcL_push_listed_action (lua_State *L, int owner, int value, const state_ud *b, int index) {
  action_snapshot snapshot = carcL_snapshot_action(b->g->d, b->s, carc_state_action(b->g->d, b->s, index));
  action_ud one = {snapshot.a, b->epoch, index, snapshot.oriented_type};
  *new_action(L, owner, value) = one;
}

void carcL_push_feature (lua_State *L, int state, state_ud *of, int tile, int segment) {
  state = lua_absindex(L, state);
  feature_ud *f = lua_newuserdatauv(L, sizeof *f, 1);
  *f = (feature_ud){.of = of, .tile = tile, .segment = segment};
  lua_pushvalue(L, state);
  lua_setiuservalue(L, -2, 1);
  carcL_push_metatable(L, FEATURE_CLASS);
  lua_setmetatable(L, -2);
}

tile_snapshot carcL_snapshot_tile (const state_ud *b, int tile) {
  return (tile_snapshot){tile, carc_state_tile(b->g->d, b->s, tile), carc_state_span(b->g->d, b->s, tile)};
}

void carcL_push_tile (lua_State *L, const carc_definition *d, const tile_snapshot *tile) {
  carc_tile t = tile->tile;
  lua_createtable(L, 0, 5);
  carcL_set_integer(L, "index", tile->index + 1);
  carcL_set_string(L, "id", carc_type_id(d, t.type));
  carcL_set_cell(L, t.x, t.y);
  carcL_set_integer(L, "rotation", t.rotation);
  if (tile->span == CARC_AXIS_NONE) return;
  carcL_push_axis(L, tile->span);
  lua_setfield(L, -2, "span");
}

void carcL_push_segment_text (lua_State *L, const carc_definition *d, int type, int rotation, int segment) {
  char text[64];
  carc_segment_text(d, type, rotation, segment, text, sizeof text);
  lua_pushstring(L, text);
}

void carcL_push_place (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment) {
  lua_createtable(L, 0, 5);
  if (tile >= 0) carcL_set_integer(L, "tile", tile + 1);
  carcL_set_cell(L, t.x, t.y);
  if (segment < 0) return;
  carcL_set_integer(L, "segment", segment + 1);
  carcL_push_segment_text(L, d, t.type, t.rotation, segment);
  lua_setfield(L, -2, "text");
}

void carcL_push_place_and_kind (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment) {
  carcL_push_place(L, d, t, tile, segment);
  if (segment < 0) return;
  carcL_set_string(L, "kind", carc_kind_name(carc_type_segment(d, t.type, t.rotation, segment).kind));
}

int carcL_push_index (lua_State *L, int index) {
  if (index < 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, index + 1);
  return 1;
}

void carcL_push_players (lua_State *L, unsigned players) {
  lua_createtable(L, 2, 0); /* a list rarely has more than two players */
  for (int p = 0, n = 0; p < CARC_MAX_PLAYERS; p++) {
    if ((players >> p & 1) == 0) continue;
    lua_pushinteger(L, p + 1);
    lua_rawseti(L, -2, ++n);
  }
}

void carcL_push_scoring (lua_State *L, const carc_scoring *what) {
  lua_createtable(L, 0, 7);
  carcL_set_string(L, "kind", what->kind == CARC_KIND_COUNT ? "goods" : carc_kind_name(what->kind));
  carcL_set_boolean(L, "complete", what->complete);
  carcL_set_boolean(L, "final", what->final);
  carcL_set_integer(L, "points", what->points);
  carcL_push_players(L, what->players);
  lua_setfield(L, -2, "players");
}

void carcL_push_given (lua_State *L, const carc_given *given) {
  lua_createtable(L, 0, 7);
  carcL_set_integer(L, "player", given->player + 1);
  carcL_set_integer(L, "points", given->points);
  carcL_set_integer(L, "total", given->total);
  carcL_set_string(L, "cause", carc_given_cause_name(given->cause));
  if (given->label[0] != '\0') carcL_set_string(L, "label", given->label);
  carcL_set_boolean(L, "final", given->final);
}

piece_snapshot carcL_snapshot_piece (const state_ud *b, carc_piece f) {
  return (piece_snapshot){f, carc_state_tile(b->g->d, b->s, f.tile)};
}

void carcL_push_piece (lua_State *L, const carc_definition *d, const piece_snapshot *piece) {
  carc_piece f = piece->piece;
  carc_tile t = piece->tile;
  lua_createtable(L, 0, 7);
  carcL_set_integer(L, "player", f.player + 1);
  carcL_set_string(L, "piece", carc_piece_name(d, f.piece));
  carcL_set_integer(L, "tile", f.tile + 1);
  carcL_set_cell(L, t.x, t.y);
  carcL_set_integer(L, "segment", f.segment + 1);
  carcL_push_segment_text(L, d, t.type, t.rotation, f.segment);
  lua_setfield(L, -2, "text");
}

int carcL_push_features (lua_State *L, int state, state_ud *of, const int *places, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    carcL_push_feature(L, state, of, places[i] / CARC_MAX_SEGMENTS, places[i] % CARC_MAX_SEGMENTS);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static void push_names (lua_State *L, const game_ud *g, carc_name_kind of, int n, uint64_t bits) {
  lua_newtable(L);
  for (int m = 0, k = 0; m < n; m++) {
    if ((bits >> m & 1) == 0) continue;
    lua_pushstring(L, carc_name_for(g->d, of, g->script, m));
    lua_rawseti(L, -2, ++k);
  }
}

void carcL_push_attributes (lua_State *L, const game_ud *g, uint64_t attributes) {
  push_names(L, g, CARC_NAME_KIND_ATTRIBUTE, carc_definition_attributes(g->d), attributes);
}

void carcL_push_tile_attributes (lua_State *L, const game_ud *g, uint64_t attributes) {
  push_names(L, g, CARC_NAME_KIND_TILE_ATTRIBUTE, carc_definition_tile_attributes(g->d), attributes);
}

void carcL_push_goods (lua_State *L, const int goods[CARC_GOOD_COUNT]) {
  lua_createtable(L, 0, CARC_GOOD_COUNT);
  for (int g = 0; g < CARC_GOOD_COUNT; g++) carcL_set_integer(L, carc_good_name((carc_good)g), goods[g]);
}

void carcL_push_axis (lua_State *L, carc_axis axis) {
  lua_pushstring(L, axis == CARC_AXIS_NORTH_SOUTH ? "N.S" : axis == CARC_AXIS_EAST_WEST ? "E.W" : NULL);
}

int carcL_gather_for_players (const state_ud *b, player_number *value, int out[CARC_MAX_PLAYERS]) {
  int n = carc_definition_players(b->g->d);
  for (int p = 0; p < n; p++) out[p] = value(b->g->d, b->s, p);
  return n;
}

int carcL_push_types (lua_State *L, const carc_definition *d, const int *types, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, carc_type_id(d, types[i]));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}
