/*
** state_board.c: tiles and features on the board.
*/
#include <string.h>
#include "arguments.h"
#include "userdata.h"
#include "values.h"

/* ---- The table ------------------------------------------------------------------------------- */

static int push_one_tile (lua_State *L, const state_ud *b, int tile) {
  tile_snapshot snapshot = carcL_snapshot_tile(b, tile);
  carcL_push_tile(L, b->g->d, &snapshot);
  return 1;
}

MODULE_FUNCTION(carcL_state_tile_at) {
  const state_ud *b = carcL_check_state(L, 1);
  lua_Integer x = carcL_check_integer(L, 2), y = carcL_check_integer(L, 3);
  bool far = x < -999 || x > 999 || y < -999 || y > 999;
  int tile = far ? -1 : carc_state_tile_at(b->g->d, b->s, (int)x, (int)y);
  if (tile >= 0) return push_one_tile(L, b, tile);
  lua_pushnil(L);
  return 1;
}

MODULE_FUNCTION(carcL_state_tile) {
  const state_ud *b = carcL_check_state(L, 1);
  lua_Integer i = carcL_check_integer(L, 2);
  if (i >= 1 && i <= carc_state_tiles(b->g->d, b->s)) return push_one_tile(L, b, (int)i - 1);
  lua_pushnil(L);
  return 1;
}

MODULE_FUNCTION(carcL_state_tile_index) {
  const state_ud *b = carcL_check_state(L, 1);
  return carcL_push_index(L, carcL_find_tile(L, 2, b));
}

MODULE_FUNCTION(carcL_state_num_segments) {
  const state_ud *b = carcL_check_state(L, 1);
  int tile = carcL_find_tile(L, 2, b);
  lua_pushinteger(L, tile >= 0 ? carc_type_segments(b->g->d, carc_state_tile(b->g->d, b->s, tile).type) : 0);
  return 1;
}

MODULE_FUNCTION(carcL_state_last_placed) {
  const state_ud *b = carcL_check_state(L, 1);
  int n = carc_state_tiles(b->g->d, b->s);
  if (n == 0) return 0;
  carc_tile t = carc_state_tile(b->g->d, b->s, n - 1);
  lua_pushinteger(L, t.x);
  lua_pushinteger(L, t.y);
  return 2;
}

MODULE_FUNCTION(carcL_state_unplaceable) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int types[CARC_MAX_TYPES], n = 0;
  for (int t = 0; t < carc_definition_types(d); t++)
    if (carc_state_tiles_left(d, b->s, t) > 0 && carc_state_fits(d, b->s, t) == 0) types[n++] = t;
  return carcL_push_types(L, d, types, n);
}

MODULE_FUNCTION(carcL_state_feature) {
  state_ud *b = carcL_check_state(L, 1);
  int tile, segment;
  if (carcL_find_place(L, 2, b, &tile, &segment))
    carcL_push_feature(L, 1, b, tile, segment);
  else
    lua_pushnil(L);
  return 1;
}

/*
** Each join has two places. Copies all joins first, because making tables may run code that changes
** the state.
*/
MODULE_FUNCTION(carcL_state_joins) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  carc_join joins[CARC_MAX_JOINS];
  carc_tile tiles[CARC_MAX_JOINS][2];
  int n = carc_state_joins(d, b->s);
  for (int i = 0; i < n; i++) {
    joins[i] = carc_state_join(d, b->s, i);
    tiles[i][0] = carc_state_tile(d, b->s, joins[i].tile);
    tiles[i][1] = carc_state_tile(d, b->s, joins[i].other_tile);
  }
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 2, 0);
    carcL_push_place(L, d, tiles[i][0], joins[i].tile, joins[i].segment);
    lua_rawseti(L, -2, 1);
    carcL_push_place(L, d, tiles[i][1], joins[i].other_tile, joins[i].other_segment);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- Queries for scripts --------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_state_placements) {
  enum { USUAL = 300 };
  const state_ud *b = carcL_check_state(L, 1);
  carc_tile usual[USUAL], *all = usual;
  int type = carcL_check_type_id(L, 2, b->g->d), n, room = USUAL;
  lua_settop(L, 3); /* keeps the top value, which may be a buffer */
  while ((n = carc_state_placements(b->g->d, b->s, type, all, room)) > room)
    all = carcL_push_buffer(L, 3, room = n, sizeof *all);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 0, 3);
    carcL_set_cell(L, all[i].x, all[i].y);
    carcL_set_integer(L, "rotation", all[i].rotation);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static const char *next_port (const void *ud, int i) {
  (void)ud;
  return i < CARC_PORTS ? carc_port_name(i) : NULL;
}

static int check_port (lua_State *L, int arg) {
  const char *name = luaL_checkstring(L, arg);
  for (int p = 0; p < CARC_PORTS; p++)
    if (is_word(carc_port_name(p), name)) return p;
  return carcL_refuse_name(L, arg, "a tile has no port", next_port, NULL);
}

MODULE_FUNCTION(carcL_state_port) {
  const state_ud *b = carcL_check_state(L, 1);
  int port = check_port(L, 4), tile = carcL_find_tile(L, 2, b);
  int segment = tile >= 0 ? carc_state_port(b->g->d, b->s, tile, port) : -1;
  return carcL_push_index(L, segment);
}
