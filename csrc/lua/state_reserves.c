/*
** state_reserves.c: the tiles in reserves and in the bag, and who sees them.
*/
#include <string.h>
#include "state_reserves.h"
#include "arguments.h"
#include "userdata.h"
#include "values.h"

/* ---- Observers ------------------------------------------------------------------------------- */

/* ---- Reserves as arguments ------------------------------------------------------------------- */

static int find_reserve (lua_State *L, int arg, const game_ud *g, const char *name) {
  return carcL_find_named(L, arg, g, CARC_NAME_KIND_RESERVE, "the game has no reserve", name);
}

/*
** The owner of a reserve: the player whose number is at index `at`. If the number is absent, the
** player whose turn it is.
*/
static int check_owner (lua_State *L, int arg, int at, const state_ud *b, int reserve) {
  carc_reserve r = carc_definition_reserve(b->g->d, reserve);
  int is_integer;
  if (lua_isnoneornil(L, at)) return carc_state_turn_player(b->g->d, b->s);
  if (!r.of_players)
    luaL_argerror(L, arg, lua_pushfstring(L, "the reserve %s belongs to the game, not to a player", r.name));
  lua_Integer player = lua_tointegerx(L, at, &is_integer);
  if (!is_integer)
    luaL_argerror(L, arg, lua_pushfstring(L, "expected a player's number, got %s", luaL_typename(L, at)));
  return carcL_player_index(L, arg, player, b->g->d);
}

reserve_ref carcL_check_reserve (lua_State *L, int arg, const state_ud *b) {
  reserve_ref place = {.reserve = find_reserve(L, arg, b->g, luaL_checkstring(L, arg))};
  place.player = check_owner(L, arg + 1, arg + 1, b, place.reserve);
  return place;
}

reserve_ref carcL_check_tile_place (lua_State *L, int arg, const state_ud *b) {
  reserve_ref place = {.player = carc_state_turn_player(b->g->d, b->s)};
  luaL_checkany(L, arg);
  int top = lua_gettop(L);
  bool is_list = lua_type(L, arg) == LUA_TTABLE;
  if (is_list) {
    lua_rawgeti(L, arg, 1);
    lua_rawgeti(L, arg, 2);
  }
  int name = is_list ? top + 1 : arg;
  if (lua_type(L, name) != LUA_TSTRING)
    luaL_argerror(L, arg,
                  "expected \"bag\", \"out\", a reserve, or a reserve and its player, as in { \"hand\", 2 }");
  if (is_word(lua_tostring(L, name), "bag"))
    place.reserve = CARC_RESERVE_BAG;
  else if (is_word(lua_tostring(L, name), "out"))
    place.reserve = CARC_RESERVE_OUT;
  else
    place.reserve = find_reserve(L, arg, b->g, lua_tostring(L, name));
  if (is_list && place.reserve >= 0) place.player = check_owner(L, arg, top + 2, b, place.reserve);
  lua_settop(L, top);
  return place;
}

/* ---- Contents -------------------------------------------------------------------------------- */

static void check_seen (lua_State *L, int arg, const carc_definition *d, reserve_ref r) {
  int observer = carcL_check_observer(L, arg, d);
  if (carc_reserve_is_seen(d, r.reserve, r.player, observer)) return;
  carc_reserve what = carc_definition_reserve(d, r.reserve);
  const char *who = carcL_observer_text(L, observer),
             *whose = what.of_players ? lua_pushfstring(L, " of player %d", r.player + 1) : "";
  luaL_argerror(
      L, arg,
      lua_pushfstring(
          L, "%s does not see the tiles in the reserve %s%s; num_in_reserve returns the number of tiles", who,
          what.name, whose));
}

MODULE_FUNCTION(carcL_state_reserve) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  reserve_ref r = carcL_check_reserve(L, 2, b);
  check_seen(L, 4, d, r);
  int types[CARC_MAX_TILES], n = carc_state_reserve_size(d, b->s, r.reserve, r.player);
  for (int i = 0; i < n; i++) types[i] = carc_state_reserve(d, b->s, r.reserve, r.player, i);
  return carcL_push_types(L, d, types, n);
}

MODULE_FUNCTION(carcL_state_num_in_reserve) {
  const state_ud *b = carcL_check_state(L, 1);
  reserve_ref r = carcL_check_reserve(L, 2, b);
  lua_pushinteger(L, carc_state_reserve_size(b->g->d, b->s, r.reserve, r.player));
  return 1;
}

MODULE_FUNCTION(carcL_state_dealing) {
  const state_ud *b = carcL_check_state(L, 1);
  int player = -1, reserve = carc_state_dealing(b->g->d, b->s, &player);
  if (reserve < 0) return 0;
  lua_pushstring(L, carc_name_for(b->g->d, CARC_NAME_KIND_RESERVE, b->g->script, reserve));
  if (player < 0) return 1;
  lua_pushinteger(L, player + 1);
  return 2;
}

/* Pushes a table of counts by id, without ids whose count is 0. */
static int push_counts (lua_State *L, const carc_definition *d, const int *counts, int types) {
  lua_newtable(L);
  for (int t = 0; t < types; t++)
    if (counts[t] > 0) carcL_set_integer(L, carc_type_id(d, t), counts[t]);
  return 1;
}

MODULE_FUNCTION(carcL_state_tiles_left) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int left[CARC_MAX_TYPES], observer = carcL_check_observer(L, 2, d), types = carc_definition_types(d);
  for (int t = 0; t < types; t++) left[t] = carc_state_tiles_unseen(d, b->s, observer, t);
  return push_counts(L, d, left, types);
}

MODULE_FUNCTION(carcL_state_num_tiles_left) {
  const state_ud *b = carcL_check_state(L, 1);
  int observer = carcL_check_observer(L, 2, b->g->d);
  lua_pushinteger(L, carc_state_tiles_unseen(b->g->d, b->s, observer, CARC_ALL_TYPES));
  return 1;
}

MODULE_FUNCTION(carcL_state_tiles_gone) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int gone[CARC_MAX_TYPES], types = carc_definition_types(d);
  for (int t = 0; t < types; t++) gone[t] = carc_state_tiles_gone(d, b->s, t);
  return push_counts(L, d, gone, types);
}

/* ---- Of the game ----------------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_game_reserves) {
  const game_ud *g = carcL_check_game(L, 1);
  int n = carc_definition_reserves(g->d);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    carc_reserve r = carc_definition_reserve(g->d, i);
    lua_createtable(L, 0, 6);
    carcL_set_string(L, "name", carc_name_for(g->d, CARC_NAME_KIND_RESERVE, g->script, i));
    carcL_set_string(L, "owner", r.of_players ? "player" : "game");
    carcL_set_string(L, "visible_to", carcL_visibility_names[r.seen]);
    carcL_set_integer(L, "size", r.size);
    carcL_set_integer(L, "deal", r.deal);
    carcL_set_string(L, "play_from", r.play);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}
