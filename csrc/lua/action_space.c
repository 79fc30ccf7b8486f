/*
** action_space.c: the class ActionSpace: numbers of actions for programs that learn.
*/
#include <string.h>
#include "carcassonne_space.h"
#include "arguments.h"
#include "compat/c_locale.h"
#include "engine_call.h"
#include "hook_rows.h"
#include "userdata.h"
#include "values.h"

/* An action space. Its block follows. */
typedef struct space_ud {
  game_ud *g;
  uint64_t block[];
} space_ud; /* user value 1: the game */

static carc_action_space *space_of (space_ud *b) { return (carc_action_space *)(void *)b->block; }

/* new_action_space(game, radius): returns an action space, or nil and a message. */
MODULE_FUNCTION(carcL_core_new_action_space) {
  game_ud *g = carcL_check_game(L, 1);
  lua_Integer radius = luaL_optinteger(L, 2, 0);
  luaL_argcheck(L, radius >= 0 && radius <= CARC_MAX_SPAN, 2, "expected a radius of cells; 0 for all cells");
  carc_row_set asking = carcL_asking_phases(g);
  carc_error err = {0};
  space_ud *b = carcL_new_block(L, sizeof *b + carc_action_space_bytes(), 1);
  b->g = g;
  if (carc_action_space_init(g->d, space_of(b), (int)radius, &asking, &err) != CARC_OK)
    return carcL_push_failure(L, &err);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  carcL_push_metatable(L, SPACE_CLASS);
  lua_setmetatable(L, -2);
  return 1;
}

static const carc_action_space *check_space (lua_State *L, const game_ud **g) {
  space_ud *b = carcL_check_object(L, 1, SPACE_CLASS);
  luaL_argcheck(L, is_game_open(b->g), 1, "the game of this action space has been closed");
  *g = b->g;
  return space_of(b);
}

/* space:size(), space:radius(): number of actions; radius of the window. */
MODULE_FUNCTION(carcL_space_size) {
  const game_ud *g;
  lua_pushinteger(L, carc_action_space_size(check_space(L, &g)));
  return 1;
}

MODULE_FUNCTION(carcL_space_radius) {
  const game_ud *g;
  lua_pushinteger(L, carc_action_space_radius(check_space(L, &g)));
  return 1;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static void set_integer (lua_State *L, const char *key, int value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

static void set_flag (lua_State *L, const char *key, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, key);
}

static void push_dimension (lua_State *L, const carc_action_dimension *m) {
  lua_createtable(L, 0, 4);
  carcL_set_string(L, "field", carc_action_field_name(m->field));
  set_integer(L, "low", m->low);
  set_integer(L, "size", m->size);
  set_flag(L, "optional", m->optional);
}

static void push_block (lua_State *L, const game_ud *g, const carc_action_block *b) {
  lua_createtable(L, 0, 6);
  carcL_set_string(L, "kind", carc_action_kind_name(b->kind));
  if (b->phase >= 0) carcL_set_string(L, "phase", carc_phase_name(g->d, b->phase));
  set_flag(L, "elsewhere", b->elsewhere);
  set_integer(L, "first", b->first);
  set_integer(L, "size", b->size);
  lua_createtable(L, b->n_dimensions, 0);
  for (int i = 0; i < b->n_dimensions; i++) {
    push_dimension(L, &b->dimension[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "dimensions");
}

/* space:blocks(): returns the blocks, each with its dimensions. */
MODULE_FUNCTION(carcL_space_blocks) {
  const game_ud *g;
  const carc_action_space *space = check_space(L, &g);
  int n = carc_action_space_blocks(space);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    push_block(L, g, carc_action_space_block(space, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Returns the state at index 2. It must belong to the game of the space and wait for a decision. */
static const state_ud *check_waiting_state (lua_State *L, const game_ud *g) {
  const state_ud *b = carcL_check_state(L, 2);
  luaL_argcheck(L, b->g == g, 2, "the state belongs to another game");
  carcL_check_whole(L, b);
  return b;
}

/* space:number(action): returns the number of an action; nil if it has none. */
MODULE_FUNCTION(carcL_space_number) {
  const game_ud *g;
  const carc_action_space *space = check_space(L, &g);
  int number = carc_action_space_number(space, carcL_check_action_of(L, 2, g)->a);
  if (number < 0) return 0;
  lua_pushinteger(L, number);
  return 1;
}

/* space:index(state, number): returns the index of the legal action with this number, or nil. */
MODULE_FUNCTION(carcL_space_index) {
  const game_ud *g;
  const carc_action_space *space = check_space(L, &g);
  const state_ud *b = check_waiting_state(L, g);
  lua_Integer number = luaL_checkinteger(L, 3);
  if (number < 0 || number >= carc_action_space_size(space)) return 0;
  carc_action action = carc_action_space_action(space, b->s, (int)number);
  if (action == 0) return 0;
  lua_pushinteger(L, carc_state_action_index(g->d, b->s, action) + 1);
  return 1;
}

/*
** space:legal(state): returns the numbers of the legal actions by index; false for an action
** without a number.
*/
MODULE_FUNCTION(carcL_space_legal) {
  const game_ud *g;
  const carc_action_space *space = check_space(L, &g);
  const state_ud *b = check_waiting_state(L, g);
  int n = carc_state_num_actions(g->d, b->s);
  int *numbers = lua_newuserdatauv(L, (size_t)n * sizeof *numbers + 1, 0);
  luaL_argcheck(L, n == carc_state_num_actions(g->d, b->s), 2, "the state has changed during the call");
  carc_action_space_legal(space, b->s, numbers, n);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    if (numbers[i] >= 0)
      lua_pushinteger(L, numbers[i]);
    else
      lua_pushboolean(L, 0);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/*
** space:mask(state): returns a string of `size` bytes, 1 for each legal action and otherwise 0; and
** how many legal actions have no number.
*/
MODULE_FUNCTION(carcL_space_mask) {
  const game_ud *g;
  const carc_action_space *space = check_space(L, &g);
  const state_ud *b = check_waiting_state(L, g);
  size_t size = (size_t)carc_action_space_size(space);
  unsigned char *mask = lua_newuserdatauv(L, size, 0);
  luaL_argcheck(L, b->s != NULL, 2, "the state has changed during the call");
  int without = carc_action_space_mask(space, b->s, mask);
  lua_pushlstring(L, (const char *)mask, size);
  lua_pushinteger(L, without);
  return 2;
}
