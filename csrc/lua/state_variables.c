/* state_variables.c: variables of scripts. */
#include "arguments.h"
#include "mutation.h"
#include "userdata.h"
#include "values.h"

/*
** Reads the index of the player, tile or feature to which a number of a variable belongs. Advances
** `arg`.
*/
static int check_key (lua_State *L, int *arg, const state_ud *b, carc_scope scope) {
  const carc_definition *d = b->g->d;
  int at = *arg;
  if (scope == CARC_SCOPE_GAME) return 0;
  *arg = at + 1;
  if (scope == CARC_SCOPE_PLAYER) return carcL_check_player(L, at, d);
  if (scope == CARC_SCOPE_SEGMENT) {
    int tile, segment;
    carcL_check_place(L, at, b, &tile, &segment);
    *arg = at + 3;
    return carc_state_segment_index(d, b->s, tile, segment);
  }
  if (scope == CARC_SCOPE_CELL) {
    lua_Integer i = carcL_check_integer(L, at);
    int tiles = carc_state_tiles(d, b->s);
    if (i < 1 || i > tiles)
      luaL_argerror(L, at,
                    lua_pushfstring(L, "expected the index of a tile, from 1 to %d, got " INTEGER_FORMAT,
                                    tiles, INTEGER_ARG(i)));
    return (int)i - 1;
  }
  const feature_ud *f = carcL_check_feature(L, at);
  luaL_argcheck(L, f->of == b, at, "the feature belongs to another state");
  return carc_state_feature_id(d, b->s, f->tile, f->segment);
}

/*
** Reads the arguments from the second on: the variable, its key, and, if the variable has several
** numbers for each key, the index of one of them. If it has a single number for each key, the index
** may be omitted or nil. Sets *arg to the next argument. After the index, the method has `values`
** more arguments.
*/
static int check_variable (lua_State *L, const state_ud *b, int values, int *key, int *arg) {
  const carc_definition *d = b->g->d;
  int variable =
          carcL_check_cached_name(L, 2, b->g, CARC_NAME_KIND_VARIABLE, "the game declares no variable"),
      size = carc_variable_size(d, variable);
  *arg = 3;
  *key = check_key(L, arg, b, carc_variable_scope(d, variable));
  bool indexed = lua_gettop(L) >= *arg + values;
  if (size == 1 && !indexed) return variable;
  lua_Integer i = size == 1 ? carcL_opt_integer(L, *arg, 1) : carcL_check_integer(L, *arg);
  if (i < 1 || i > size)
    luaL_argerror(L, *arg,
                  lua_pushfstring(L,
                                  "expected the index of a number of the variable, from 1 to %d, "
                                  "got " INTEGER_FORMAT,
                                  size, INTEGER_ARG(i)));
  *key = *key * size + (int)i - 1;
  ++*arg;
  return variable;
}

/*
** Pushes the place for which a number stands, in the form in which methods of State return places;
** nil if the number stands for no place.
*/
static void push_place (lua_State *L, const state_ud *b, carc_holding holds, int32_t place) {
  const carc_definition *d = b->g->d;
  bool segment = holds == CARC_HOLDING_SEGMENT;
  int tile = (int)(segment ? (place - 1) / CARC_MAX_SEGMENTS : place - 1);
  if (place <= 0 || tile >= carc_state_tiles(d, b->s)) {
    lua_pushnil(L);
    return;
  }
  carcL_push_place(L, d, carc_state_tile(d, b->s, tile), tile,
                   segment ? (int)(place - 1) % CARC_MAX_SEGMENTS : -1);
}

/*
** Converts a place to a number. The place is a table with x, y and possibly a segment; nil becomes
** 0.
*/
static int32_t check_place_value (lua_State *L, int at, const state_ud *b, carc_holding holds) {
  const carc_definition *d = b->g->d;
  if (lua_isnoneornil(L, at)) return 0;
  if (lua_type(L, at) == LUA_TSTRING) {
    int in, part;
    carcL_check_area(L, at, b, -1, &in, &part);
    return holds == CARC_HOLDING_TILE ? in + 1 : in * CARC_MAX_SEGMENTS + part + 1;
  }
  if (!lua_istable(L, at) && !lua_isuserdata(L, at))
    luaL_argerror(L, at, "expected a place: a table with x and y, or the name of an area");
  int x = carcL_number_field(L, at, "x", OUT_OF_RANGE), y = carcL_number_field(L, at, "y", OUT_OF_RANGE);
  int tile = carc_state_tile_at(d, b->s, x, y);
  if (tile < 0) luaL_argerror(L, at, "no tile lies at this cell");
  if (holds == CARC_HOLDING_TILE) return tile + 1;
  int segment = carcL_number_field(L, at, "segment", 0);
  bool fine = segment >= 1 && segment <= carc_type_segments(d, carc_state_tile(d, b->s, tile).type);
  luaL_argcheck(L, fine, at, "the tile at this cell does not have this segment");
  return tile * CARC_MAX_SEGMENTS + segment;
}

MODULE_FUNCTION(carcL_state_variable) {
  const state_ud *b = carcL_check_state(L, 1);
  int key, next, variable = check_variable(L, b, 0, &key, &next);
  int32_t value = carc_state_variable(b->g->d, b->s, variable, key);
  carc_holding holds = carc_variable_holding(b->g->d, variable);
  if (holds == CARC_HOLDING_NUMBER)
    lua_pushinteger(L, value);
  else
    push_place(L, b, holds, value);
  return 1;
}

MODULE_FUNCTION(carcL_state_set_variable) {
  state_ud *b = carcL_check_mutable(L);
  int key, at, variable = check_variable(L, b, 1, &key, &at);
  carc_holding holds = carc_variable_holding(b->g->d, variable);
  lua_Integer value =
      holds == CARC_HOLDING_NUMBER ? carcL_check_integer(L, at) : check_place_value(L, at, b, holds);
  luaL_argcheck(L, value >= INT32_MIN && value <= INT32_MAX, at,
                "expected a number from -2147483648 to 2147483647");
  carc_error err;
  return carcL_finish_mutation(L, carc_call_set_variable(b->call, variable, key, (int32_t)value, &err), &err);
}
