/*
** feature.c: the class Feature. A Feature refers to its feature by one of the segments.
*/
#include <string.h>
#include "arguments.h"
#include "engine_call.h"
#include "sandbox/script_error.h"
#include "userdata.h"
#include "values.h"

static carc_feature feature_now (lua_State *L, const feature_ud *f) {
  carc_feature now;
  carc_error err;
  const state_ud *b = f->of;
  if (carc_state_feature(b->g->d, b->s, b->call, f->tile, f->segment, &now, &err) != CARC_OK)
    luaL_error(L, "%s", err.message);
  return now;
}

/* Data of a query for a majority. */
typedef struct power_query {
  const feature_ud *f;
  unsigned players;
} power_query;

static void ask_majority (void *ud, carc_call *call) {
  power_query *a = ud;
  a->players = carc_call_majority(call, a->f->tile, a->f->segment);
}

/*
** Finds the majority of the feature at index 1. Also asks the hook `majority`; its answer may
** depend on the function that is running.
*/
static unsigned find_majority (lua_State *L, const feature_ud *f) {
  power_query a = {.f = f};
  carc_error err = {0};
  lua_getiuservalue(L, 1, 1);
  if (carcL_query_state(L, f->of, lua_gettop(L), ask_majority, &a, &err) != CARC_OK)
    luaL_error(L, "%s", err.message);
  return a.players;
}

/* The fields of a feature that are fast to compute. */
static carc_feature brief_now (const feature_ud *f) {
  return carc_state_feature_brief(f->of->g->d, f->of->s, f->tile, f->segment);
}

/* The id that all segments of the feature have. */
static int id_of (const feature_ud *f) {
  return carc_state_feature_id(f->of->g->d, f->of->s, f->tile, f->segment);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* A feature whose fields are read. */
typedef struct feature_context {
  const carc_definition *d;
  const game_ud *g;
  carc_feature now;
  carc_tile tile;
  int segment;
} feature_context;

static void push_kind (lua_State *L, const feature_context *r) {
  lua_pushstring(L, carc_kind_name(r->now.kind));
}
static void push_complete (lua_State *L, const feature_context *r) { lua_pushboolean(L, r->now.complete); }
static void push_tiles (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->now.tiles); }
static void push_open (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->now.open); }
static void push_pennants (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->now.pennants); }
static void push_points (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->now.points); }
static void push_own_goods (lua_State *L, const feature_context *r) { carcL_push_goods(L, r->now.goods); }
static void push_attributes (lua_State *L, const feature_context *r) {
  carcL_push_attributes(L, r->g, r->now.attributes);
}
static void push_majority (lua_State *L, const feature_context *r) { carcL_push_players(L, r->now.majority); }
static void push_x (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->tile.x); }
static void push_y (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->tile.y); }
static void push_segment (lua_State *L, const feature_context *r) { lua_pushinteger(L, r->segment + 1); }

enum { ALL_KINDS = (1 << CARC_KIND_COUNT) - 1, NO_FIELDS = ALL_KINDS & ~(1 << CARC_KIND_FIELD) };

static const struct {
  const char *name;
  void (*push)(lua_State *L, const feature_context *r);
  int brief; /* bits of the kinds of features for which brief_now suffices */
} feature_fields[] = {{"kind", push_kind, ALL_KINDS},
                      {"complete", push_complete, ALL_KINDS},
                      {"tiles", push_tiles, NO_FIELDS},
                      {"open", push_open, ALL_KINDS},
                      {"pennants", push_pennants, ALL_KINDS},
                      {"points", push_points, 0},
                      {"goods", push_own_goods, ALL_KINDS},
                      {"attributes", push_attributes, ALL_KINDS},
                      {"majority", push_majority, 0},
                      {"x", push_x, ALL_KINDS},
                      {"y", push_y, ALL_KINDS},
                      {"segment", push_segment, ALL_KINDS}};

static int refuse_feature_key (lua_State *L, const char *key) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof feature_fields / sizeof *feature_fields; i++)
    carcL_set_boolean(L, feature_fields[i].name, true);
  int names = lua_gettop(L);
  carcL_push_metatable(L, FEATURE_CLASS);
  lua_getfield(L, -1, "methods");
  lua_pushnil(L);
  while (lua_next(L, -2) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, names);
  }
  return carcL_refuse_key(L, "Feature", key, names);
}

MODULE_FUNCTION(carcL_feature_index) {
  const feature_ud *f = carcL_check_feature_fields(L, 1);
  const char *key = luaL_checkstring(L, 2);
  lua_getmetatable(L, 1);
  lua_getfield(L, -1, "methods");
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNIL) return 1;
  for (size_t i = 0; i < sizeof feature_fields / sizeof *feature_fields; i++) {
    if (!is_word(key, feature_fields[i].name)) continue;
    feature_context r = {.d = f->of->g->d, .g = f->of->g, .segment = f->segment, .now = brief_now(f)};
    if ((feature_fields[i].brief >> r.now.kind & 1) == 0) {
      f->of->read = true;
      r.now = feature_now(L, f);
    }
    if (feature_fields[i].push == push_majority && asks_majority(r.g)) r.now.majority = find_majority(L, f);
    r.tile = carc_state_tile(r.d, f->of->s, f->tile);
    feature_fields[i].push(L, &r);
    return 1;
  }
  return refuse_feature_key(L, key);
}

/* ---- Methods --------------------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_feature_power) {
  const feature_ud *f = carcL_check_feature(L, 1);
  int player = carcL_check_player(L, 2, f->of->g->d);
  lua_pushinteger(L, feature_now(L, f).power[player]);
  return 1;
}

MODULE_FUNCTION(carcL_feature_count) {
  const feature_ud *f = carcL_check_feature(L, 1);
  const carc_definition *d = f->of->g->d;
  int attribute = carcL_check_attribute(L, 2, f->of->g);
  int id = id_of(carcL_check_feature(L, 1));
  lua_pushinteger(L, carc_state_feature_count(d, f->of->s, id, attribute));
  return 1;
}

MODULE_FUNCTION(carcL_feature_segments) {
  const feature_ud *f = carcL_check_feature(L, 1);
  const carc_definition *d = f->of->g->d;
  int places[MAX_PLACES], n = carc_state_feature_segments(d, f->of->s, id_of(f), places, MAX_PLACES);
  carc_tile tiles[CARC_MAX_TILES];
  for (int i = 0; i < carc_state_tiles(d, f->of->s); i++) tiles[i] = carc_state_tile(d, f->of->s, i);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    int tile = places[i] / CARC_MAX_SEGMENTS, segment = places[i] % CARC_MAX_SEGMENTS;
    carcL_push_place(L, d, tiles[tile], tile, segment);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

MODULE_FUNCTION(carcL_feature_eq) {
  if (carcL_test_object(L, 1, FEATURE_CLASS) == NULL || carcL_test_object(L, 2, FEATURE_CLASS) == NULL) {
    lua_pushboolean(L, 0);
    return 1;
  }
  const feature_ud *a = carcL_check_feature(L, 1), *b = carcL_check_feature(L, 2);
  lua_pushboolean(L, a->of == b->of && id_of(a) == id_of(b));
  return 1;
}

MODULE_FUNCTION(carcL_feature_tostring) {
  const feature_ud *f = carcL_check_feature(L, 1);
  carc_feature now = feature_now(L, f);
  carc_tile t = carc_state_tile(f->of->g->d, f->of->s, f->tile);
  lua_pushfstring(L, "%s%s at %d,%d: %d tiles, %d points", now.complete ? "complete " : "",
                  carc_kind_name(now.kind), t.x, t.y, now.tiles, now.points);
  return 1;
}
