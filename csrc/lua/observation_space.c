/*
** observation_space.c: the class ObservationSpace: observation planes for programs that learn.
*/
#include <math.h>
#include "carcassonne_space.h"
#include "arguments.h"
#include "userdata.h"
#include "values.h"

/* An observation space. Its block follows. */
typedef struct observation_ud {
  game_ud *g;
  uint64_t block[];
} observation_ud; /* user value 1: the game */

static carc_observation_space *space_of (observation_ud *b) {
  return (carc_observation_space *)(void *)b->block;
}

/* new_observation_space(game, radius): returns an observation space, or nil and a message. */
MODULE_FUNCTION(carcL_core_new_observation_space) {
  game_ud *g = carcL_check_game(L, 1);
  lua_Integer radius = luaL_optinteger(L, 2, 0);
  luaL_argcheck(L, radius >= 0 && radius <= CARC_MAX_SPAN, 2, "expected a radius of cells; 0 for all cells");
  carc_error err = {0};
  observation_ud *b = carcL_new_block(L, sizeof *b + carc_observation_space_bytes(), 1);
  b->g = g;
  if (carc_observation_space_init(g->d, space_of(b), (int)radius, &err) != CARC_OK)
    return carcL_push_failure(L, &err);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  carcL_push_metatable(L, OBSERVATION_CLASS);
  lua_setmetatable(L, -2);
  return 1;
}

static const carc_observation_space *check_observation_space (lua_State *L, const game_ud **g) {
  observation_ud *b = carcL_check_object(L, 1, OBSERVATION_CLASS);
  luaL_argcheck(L, is_game_open(b->g), 1, "the game of this observation space has been closed");
  *g = b->g;
  return space_of(b);
}

/* ---- The planes ------------------------------------------------------------------------------ */

static int width_of (const carc_observation_space *space) {
  return 2 * carc_observation_space_radius(space) + 1;
}

/* observation:names(): returns the names of the planes. */
MODULE_FUNCTION(carcL_observation_names) {
  const game_ud *g;
  const carc_observation_space *space = check_observation_space(L, &g);
  int n = carc_observation_space_planes(space);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    char name[4 * CARC_FULL_NAME_SIZE];
    carc_observation_space_plane_name(space, i, name, sizeof name);
    lua_pushstring(L, name);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* observation:shape(): returns the numbers of planes, rows and columns as a list. */
MODULE_FUNCTION(carcL_observation_shape) {
  const game_ud *g;
  const carc_observation_space *space = check_observation_space(L, &g);
  int shape[] = {carc_observation_space_planes(space), width_of(space), width_of(space)};
  lua_createtable(L, 3, 0);
  for (int i = 0; i < 3; i++) {
    lua_pushinteger(L, shape[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* observation:radius(): the radius of the window. */
MODULE_FUNCTION(carcL_observation_radius) {
  const game_ud *g;
  lua_pushinteger(L, carc_observation_space_radius(check_observation_space(L, &g)));
  return 1;
}

/* observation:board_planes(): how many planes describe the board; the later ones are constant. */
MODULE_FUNCTION(carcL_observation_board_planes) {
  const game_ud *g;
  lua_pushinteger(L, carc_observation_space_board_planes(check_observation_space(L, &g)));
  return 1;
}

/* ---- Observations ---------------------------------------------------------------------------- */

/* Pushes a block with the observation of the arguments. */
static const float *push_observation (lua_State *L, const carc_observation_space *space, const game_ud *g) {
  const state_ud *b = carcL_check_state(L, 2);
  luaL_argcheck(L, b->g == g, 2, "the state belongs to another game");
  carcL_check_whole(L, b);
  int observer = lua_isnoneornil(L, 3) ? CARC_SPECTATOR : carcL_check_observer(L, 3, g->d);
  float *out = lua_newuserdatauv(L, (size_t)carc_observation_space_size(space) * sizeof *out, 0);
  luaL_argcheck(L, b->s != NULL, 2, "the state has changed during the call");
  carc_observation_space_write(space, b->s, observer, out);
  return out;
}

/* observation:tensor(state, observer): returns all numbers as a string of floats of the machine. */
MODULE_FUNCTION(carcL_observation_tensor) {
  const game_ud *g;
  const carc_observation_space *space = check_observation_space(L, &g);
  const float *out = push_observation(L, space, g);
  lua_pushlstring(L, (const char *)out, (size_t)carc_observation_space_size(space) * sizeof *out);
  return 1;
}

/* Pushes a number as text shows it: 0.1 instead of the float next to it. */
static void push_rounded (lua_State *L, float value) {
  enum { PLACES = 1000000 };
  double rounded = floor((double)value * PLACES + 0.5) / PLACES;
  if (floor(rounded) == rounded)
    lua_pushinteger(L, (lua_Integer)rounded);
  else
    lua_pushnumber(L, rounded);
}

static bool is_constant (const float *plane, int cells) {
  int i = 1;
  while (i < cells && plane[i] == plane[0]) i++;
  return i == cells;
}

/* Pushes the number of a plane if it is the same in all cells; otherwise a list of cells. */
static void push_plane (lua_State *L, const float *plane, int cells) {
  if (is_constant(plane, cells)) {
    push_rounded(L, plane[0]);
    return;
  }
  int n = 0;
  lua_createtable(L, 8, 0);
  for (int i = 0; i < cells; i++) {
    if (plane[i] == 0) continue;
    lua_pushinteger(L, i);
    lua_rawseti(L, -2, ++n);
    push_rounded(L, plane[i]);
    lua_rawseti(L, -2, ++n);
  }
}

/*
** observation:sparse(state, observer): returns a list with an entry for each plane: the number of
** all its cells, or a list {cell, number, cell, number, ...} of the cells that are not 0.
*/
MODULE_FUNCTION(carcL_observation_sparse) {
  const game_ud *g;
  const carc_observation_space *space = check_observation_space(L, &g);
  const float *out = push_observation(L, space, g);
  int cells = width_of(space) * width_of(space), n = carc_observation_space_planes(space);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    push_plane(L, out + i * cells, cells);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}
