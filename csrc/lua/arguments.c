/*
** arguments.c: reads arguments of Lua functions as values of the engine.
*/
#include <string.h>
#include "arguments.h"
#include "userdata.h"

lua_Integer carcL_check_integer (lua_State *L, int arg) {
  if (lua_type(L, arg) == LUA_TSTRING)
    luaL_argerror(L, arg, lua_pushfstring(L, "number expected, got string \"%s\"", lua_tostring(L, arg)));
  return luaL_checkinteger(L, arg);
}

lua_Integer carcL_opt_integer (lua_State *L, int arg, lua_Integer none) {
  return lua_isnoneornil(L, arg) ? none : carcL_check_integer(L, arg);
}

int carcL_player_index (lua_State *L, int arg, lua_Integer p, const carc_definition *d) {
  if (p < 1 || p > carc_definition_players(d))
    return luaL_argerror(L, arg,
                         lua_pushfstring(L, "there is no player " INTEGER_FORMAT "; the game has %d",
                                         INTEGER_ARG(p), carc_definition_players(d)));
  return (int)p - 1;
}

int carcL_check_player (lua_State *L, int arg, const carc_definition *d) {
  return carcL_player_index(L, arg, carcL_check_integer(L, arg), d);
}

int carcL_refuse_name (lua_State *L, int arg, const char *what,
                       const char *(*name)(const void *ud, int index), const void *ud) {
  size_t length;
  const char *given = lua_tolstring(L, arg, &length), *near = carc_nearest_name(given, length, name, ud);
  return luaL_argerror(L, arg,
                       near != NULL ? lua_pushfstring(L, "%s '%s' (did you mean %s?)", what, given, near)
                                    : lua_pushfstring(L, "%s '%s'", what, given));
}

static const char *next_piece (const void *ud, int i) {
  return i < carc_definition_pieces(ud) ? carc_piece_name(ud, i) : NULL;
}

static const char *next_type (const void *ud, int i) {
  return i < carc_definition_types(ud) ? carc_type_id(ud, i) : NULL;
}

int carcL_check_piece (lua_State *L, int arg, const carc_definition *d) {
  int piece = carc_piece_find(d, luaL_checkstring(L, arg));
  return piece >= 0 ? piece : carcL_refuse_name(L, arg, "the game has no piece", next_piece, d);
}

int carcL_check_type_id (lua_State *L, int arg, const carc_definition *d) {
  int type = carc_type_find(d, luaL_checkstring(L, arg));
  return type >= 0 ? type : carcL_refuse_name(L, arg, "the game has no tile", next_type, d);
}

int carcL_find_named (lua_State *L, int arg, const game_ud *g, carc_name_kind of, const char *what,
                      const char *name) {
  carc_error err;
  int number = carc_name_find(g->d, of, g->script, name);
  if (number >= 0) return number;
  carc_name_refuse(g->d, of, g->script, what, name, &err);
  return luaL_argerror(L, arg, lua_pushstring(L, err.message));
}

static int check_name (lua_State *L, int arg, const game_ud *g, carc_name_kind of, const char *what) {
  return carcL_find_named(L, arg, g, of, what, luaL_checkstring(L, arg));
}

static bool is_known (const cached_name *known, const char *name, int script, carc_name_kind of) {
  return known->text == name && known->script == script && known->of == of && strcmp(known->is, name) == 0;
}

/*
** A name can be stored in two entries of the cache, so that two names that a script uses in turn do
** not replace each other.
*/
int carcL_check_cached_name (lua_State *L, int arg, game_ud *g, carc_name_kind of, const char *what) {
  const char *name = luaL_checkstring(L, arg);
  unsigned place = (unsigned)((uintptr_t)name >> 4) + (unsigned)g->script + (unsigned)of;
  cached_name *known = &g->known[place % CACHED_NAMES], *other = &g->known[(place ^ 1) % CACHED_NAMES];
  if (is_known(known, name, g->script, of)) return known->number;
  if (is_known(other, name, g->script, of)) return other->number;
  if (known->text != NULL) known = other;
  int number = check_name(L, arg, g, of, what);
  *known = (cached_name){name, carc_name_written(g->d, of, number, name), number, g->script, of};
  return number;
}

int carcL_check_tile_attribute (lua_State *L, int arg, const game_ud *g) {
  return check_name(L, arg, g, CARC_NAME_KIND_TILE_ATTRIBUTE, "the game has no tile attribute");
}

int carcL_check_attribute (lua_State *L, int arg, const game_ud *g) {
  return check_name(L, arg, g, CARC_NAME_KIND_ATTRIBUTE, "the game has no segment attribute");
}

static const char *const axes[] = {"N.S", "E.W", NULL};

carc_axis carcL_check_axis (lua_State *L, int arg) {
  return luaL_checkoption(L, arg, NULL, axes) == 0 ? CARC_AXIS_NORTH_SOUTH : CARC_AXIS_EAST_WEST;
}

const char *carcL_check_text (lua_State *L, int arg, carc_error *err) {
  size_t length;
  const char *text = luaL_checklstring(L, arg, &length);
  if (strlen(text) == length) return text;
  err->code = CARC_ERR_INVALID;
  err->line = 1;
  for (const char *c = text; *c != '\0'; c++) err->line += *c == '\n';
  strcpy(err->message, "the text contains a NUL byte; expected letters, digits, punctuation and blanks");
  return NULL;
}

int carcL_number_field (lua_State *L, int at, const char *key, int none) {
  enum { MOST = 100000 };
  int there;
  lua_getfield(L, at, key);
  lua_Integer n = lua_tointegerx(L, -1, &there);
  lua_pop(L, 1);
  return there && n > -MOST && n < MOST ? (int)n : none;
}

/* Returns a coordinate; OUT_OF_RANGE if it is far off the board. */
static int check_coordinate (lua_State *L, int arg) {
  lua_Integer v = carcL_check_integer(L, arg);
  enum { FAR = 9999 };
  return v < -FAR || v > FAR ? FAR : (int)v;
}

int carcL_find_tile (lua_State *L, int arg, const state_ud *b) {
  int x = check_coordinate(L, arg), y = check_coordinate(L, arg + 1);
  return carc_state_tile_at(b->g->d, b->s, x, y);
}

void carcL_check_area (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment) {
  const carc_definition *d = b->g->d;
  int area = check_name(L, arg, b->g, CARC_NAME_KIND_AREA, "the game declares no area");
  if (carc_state_area_place(d, b->s, area, piece, tile, segment)) return;
  luaL_argerror(
      L, arg,
      lua_pushfstring(L,
                      piece < 0
                          ? "the board has no tile of the area %s"
                          : "the area %s has no segment on the board on which this kind of piece may stand",
                      lua_tostring(L, arg)));
}

bool carcL_find_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment) {
  const carc_definition *d = b->g->d;
  bool named = lua_type(L, arg + 2) == LUA_TSTRING;
  lua_Integer number = named ? 0 : carcL_check_integer(L, arg + 2);
  *tile = carcL_find_tile(L, arg, b);
  if (*tile < 0) return false;
  carc_tile t = carc_state_tile(d, b->s, *tile);
  if (named)
    *segment = carc_segment_find(d, t.type, t.rotation, lua_tostring(L, arg + 2));
  else
    *segment = number >= 1 && number <= carc_type_segments(d, t.type) ? (int)number - 1 : -1;
  return *segment >= 0;
}

uint64_t carcL_check_seed (lua_State *L, int arg) {
  static const lua_Integer most = (lua_Integer)1 << 53;
  lua_Number n = luaL_optnumber(L, arg, 0);
  lua_Integer seed = n >= -(lua_Number)most && n <= (lua_Number)most ? luaL_optinteger(L, arg, 0) : most + 1;
  luaL_argcheck(L, seed >= -most && seed <= most, arg, "expected a seed, a whole number from -2^53 to 2^53");
  return (uint64_t)seed;
}

int carcL_check_observer (lua_State *L, int arg, const carc_definition *d) {
  if (lua_isnoneornil(L, arg)) return CARC_OMNISCIENT;
  if (lua_type(L, arg) != LUA_TSTRING) return carcL_check_player(L, arg, d);
  luaL_argcheck(L, is_word(lua_tostring(L, arg), "spectator"), arg,
                "expected the number of a player, or \"spectator\"");
  return CARC_SPECTATOR;
}

const char *carcL_observer_text (lua_State *L, int observer) {
  return observer == CARC_SPECTATOR ? "a spectator" : lua_pushfstring(L, "player %d", observer + 1);
}

const char *const carcL_visibility_names[] = {
#define X(id, name) name,
    CARC_VISIBILITY_LIST(X)
#undef X
};

carc_good carcL_check_good (lua_State *L, int arg) {
  const char *name = luaL_checkstring(L, arg);
  for (int g = 0; g < CARC_GOOD_COUNT; g++)
    if (strcmp(name, carc_good_name((carc_good)g)) == 0) return (carc_good)g;
  luaL_argerror(L, arg, lua_pushfstring(L, "unknown good '%s'; expected wine, grain or cloth", name));
  return CARC_GOOD_COUNT;
}

/* Whether a table or userdata has the fields x and y, as cells, segments and other items do. */
bool carcL_is_place (lua_State *L, int at) {
  if (!lua_istable(L, at) && !lua_isuserdata(L, at)) return false;
  bool there = true;
  for (int i = 0; i < 2; i++) {
    there = lua_getfield(L, at, i == 0 ? "x" : "y") == LUA_TNUMBER && there;
    lua_pop(L, 1);
  }
  return there;
}

/* Finds a place on the board by x, y and segment. Raises an error if there is none. */
void carcL_check_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment) {
  if (carcL_find_place(L, arg, b, tile, segment)) return;
  const char *name = luaL_tolstring(L, arg + 2, NULL);
  luaL_argerror(L, arg + 2,
                lua_pushfstring(L,
                                *tile < 0 ? "no tile lies at this cell, so there is no segment '%s'"
                                          : "the tile at this cell has no segment '%s'",
                                name));
}
