/*
** lfeature.c: features, each named by one of its segments.
*/
#include <string.h>
#include "objects.h"

static carc_feature feature_now (const feature_box *f) { return carc_state_feature(f->of->g->d, f->of->s, f->tile, f->segment); }

/* ---- Fields ------------------------------------------------------------------------------------------------- */

static void push_place (lua_State *L, const feature_box *f, const char *key) {
  carc_tile t = carc_state_tile(f->of->g->d, f->of->s, f->tile);
  if (strcmp(key, "x") == 0) lua_pushinteger(L, t.x);
  else if (strcmp(key, "y") == 0) lua_pushinteger(L, t.y);
  else if (strcmp(key, "segment") == 0) lua_pushinteger(L, f->segment + 1);
  else lua_pushnil(L);
}

static int feature_index (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  const char *key = luaL_checkstring(L, 2);
  if (luaL_getmetafield(L, 1, "methods") != LUA_TNIL && lua_getfield(L, -1, key) != LUA_TNIL) return 1;
  carc_feature now = feature_now(f);
  if (strcmp(key, "kind") == 0) lua_pushstring(L, carc_kind_name(now.kind));
  else if (strcmp(key, "complete") == 0) lua_pushboolean(L, now.complete);
  else if (strcmp(key, "tiles") == 0) lua_pushinteger(L, now.tiles);
  else if (strcmp(key, "open") == 0) lua_pushinteger(L, now.open);
  else if (strcmp(key, "pennants") == 0) lua_pushinteger(L, now.pennants);
  else if (strcmp(key, "points") == 0) lua_pushinteger(L, now.points);
  else if (strcmp(key, "goods") == 0) push_goods(L, now.goods);
  else if (strcmp(key, "attributes") == 0) push_attributes(L, f->of->g->d, now.marks);
  else if (strcmp(key, "majority") == 0) push_players(L, now.majority);
  else push_place(L, f, key);
  return 1;
}

/* ---- Methods --------------------------------------------------------------------------------------------------- */

static int feature_power (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  int player = check_player(L, 2, f->of->g->d);
  lua_pushinteger(L, feature_now(f).power[player]);
  return 1;
}

static int feature_pieces (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  const carc_definition *d = f->of->g->d;
  const carc_state *s = f->of->s;
  int id = feature_now(f).id, n = 0;
  lua_newtable(L);
  for (int i = 0; i < carc_state_figures(d, s); i++) {
    carc_figure one = carc_state_figure(d, s, i);
    if (carc_state_feature(d, s, one.tile, one.segment).id != id) continue;
    push_figure(L, f->of, one);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

static int feature_segments (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  const carc_definition *d = f->of->g->d;
  int id = feature_now(f).id, n = carc_state_feature_segments(d, f->of->s, id, NULL, 0);
  int *places = lua_newuserdatauv(L, (size_t)n * sizeof *places, 0);
  carc_state_feature_segments(d, f->of->s, id, places, n);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    int tile = places[i] / CARC_MAX_SEGMENTS, segment = places[i] % CARC_MAX_SEGMENTS;
    carc_tile t = carc_state_tile(d, f->of->s, tile);
    lua_createtable(L, 0, 5);
    set_integer(L, "tile", tile + 1);
    set_integer(L, "x", t.x);
    set_integer(L, "y", t.y);
    set_integer(L, "segment", segment + 1);
    push_segment_text(L, d, t.type, t.rotation, segment);
    lua_setfield(L, -2, "text");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int feature_cities (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  const carc_definition *d = f->of->g->d;
  const carc_state *s = f->of->s;
  bool complete = lua_toboolean(L, 2);
  int id = feature_now(f).id, n = carc_state_field_cities(d, s, id, complete, NULL, 0);
  int *cities = lua_newuserdatauv(L, (size_t)(n + 1) * sizeof *cities, 0);
  carc_state_field_cities(d, s, id, complete, cities, n);
  lua_createtable(L, n, 0);
  lua_getiuservalue(L, 1, 1);
  for (int i = 0; i < n; i++) {
    int place;
    carc_state_feature_segments(d, s, cities[i], &place, 1);
    push_feature(L, -1, f->of, place / CARC_MAX_SEGMENTS, place % CARC_MAX_SEGMENTS);
    lua_rawseti(L, -3, i + 1);
  }
  lua_pop(L, 1);
  return 1;
}

static int feature_has (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  int tile, segment;
  bool there = find_place(L, 2, f->of, &tile, &segment);
  lua_pushboolean(L, there && carc_state_feature(f->of->g->d, f->of->s, tile, segment).id == feature_now(f).id);
  return 1;
}

static int feature_eq (lua_State *L) {
  const feature_box *a = check_feature(L, 1), *b = check_feature(L, 2);
  lua_pushboolean(L, a->of == b->of && feature_now(a).id == feature_now(b).id);
  return 1;
}

static int feature_tostring (lua_State *L) {
  const feature_box *f = check_feature(L, 1);
  carc_feature now = feature_now(f);
  carc_tile t = carc_state_tile(f->of->g->d, f->of->s, f->tile);
  lua_pushfstring(L, "%s%s at %d,%d: %d tiles, %d points", now.complete ? "complete " : "", carc_kind_name(now.kind), t.x, t.y, now.tiles,
                  now.points);
  return 1;
}

const luaL_Reg feature_methods[] = {{"power", feature_power},   {"pieces", feature_pieces}, {"segments", feature_segments},
                                    {"cities", feature_cities}, {"has", feature_has},       {NULL, NULL}};
const luaL_Reg feature_meta[] = {{"__index", feature_index}, {"__eq", feature_eq}, {"__tostring", feature_tostring}, {NULL, NULL}};
