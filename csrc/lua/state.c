/*
** state.c: the class State: creates, copies and compares states, and describes the current
** decision.
*/
#include <string.h>
#include "arguments.h"
#include "engine_call.h"
#include "sandbox/limit.h"
#include "state.h"
#include "userdata.h"
#include "values.h"

/* Offset of the block, which follows the userdata with maximum alignment. */
enum { BLOCK_AT = (sizeof(state_ud) + 15) & ~(size_t)15 };

typedef void *block_maker (lua_State *L, size_t size, int n_values);

/*
** Pushes a new state of the game at index `game`. The state is not usable until its block is
** filled. If `make` returns no block, returns NULL.
*/
static state_ud *new_state_in (lua_State *L, int game, game_ud *g, block_maker *make) {
  game = lua_absindex(L, game);
  state_ud *b = make(L, BLOCK_AT + carc_definition_state_size(g->d), STATE_VALUES);
  if (b == NULL) return NULL;
  *b = (state_ud){.g = g};
  carcL_begin_revision(b);
  b->own = (carc_state *)(void *)((char *)b + BLOCK_AT);
  lua_pushvalue(L, game);
  lua_setiuservalue(L, -2, STATE_GAME);
  carcL_push_metatable(L, STATE_CLASS);
  lua_setmetatable(L, -2);
  return b;
}

static state_ud *new_state (lua_State *L, int game, game_ud *g) {
  return new_state_in(L, game, g, carcL_new_block);
}

/* ---- New states, and saved games ------------------------------------------------------------- */

/* Begins a game in a new block. Returns the number of instructions that its hooks used. */
static int64_t begin_in (lua_State *L, game_ud *g, int game, carc_state *block, uint64_t seed) {
  engine_call e;
  carc_error err = {0};
  carcL_enter_engine(L, g, game, &e);
  carc_status status = carc_state_init(g->d, block, seed, &err);
  int64_t used = carcL_leave_engine(&e, g);
  if (status != CARC_OK) luaL_error(L, "%s", err.message);
  return used;
}

MODULE_FUNCTION(carcL_game_new_initial_state) {
  game_ud *g = carcL_check_game(L, 1);
  uint64_t seed = carcL_check_seed(L, 2);
  state_ud *b = new_state(L, 1, g);
  b->spent = begin_in(L, g, 1, b->own, seed);
  b->s = b->own;
  return 1;
}

typedef carc_status reader (const carc_definition *, carc_state *, const char *, carc_error *);

static carc_status run_reader (lua_State *L, reader *read, state_ud *b, const char *text, carc_error *err) {
  engine_call e;
  carcL_enter_engine(L, b->g, 1, &e);
  carcL_allow_games(&e, b->g, 1);
  carc_status status = read(b->g->d, b->own, text, err);
  b->spent = carcL_leave_engine(&e, b->g);
  return status;
}

/* Pushes a state that the function `read` makes from a text. */
static int read_state (lua_State *L, reader *read) {
  game_ud *g = carcL_check_game(L, 1);
  carc_error err = {.code = CARC_ERR_MEMORY, .message = "not enough memory"};
  const char *text = carcL_check_text(L, 2, &err);
  if (text == NULL) return carcL_push_failure(L, &err);
  carcL_charge(L, PLAYOUT);
  state_ud *b = new_state_in(L, 1, g, carcL_try_new_block);
  if (b == NULL) return carcL_push_failure(L, &err);
  carc_status status = run_reader(L, read, b, text, &err);
  if (status == CARC_ERR_MEMORY) {
    lua_gc(L, LUA_GCCOLLECT, 0);
    status = run_reader(L, read, b, text, &err);
  }
  if (status == CARC_OK) {
    b->s = b->own;
    return 1;
  }
  lua_pushnil(L);
  if (err.line > 0)
    lua_pushfstring(L, "line %d: %s", err.line, err.message);
  else
    lua_pushstring(L, err.message);
  lua_pushstring(L, carc_status_name(err.code));
  return 3;
}

MODULE_FUNCTION(carcL_game_deserialize_state) { return read_state(L, carc_state_deserialize); }

MODULE_FUNCTION(carcL_game_replay_state) { return read_state(L, carc_state_replay); }

/*
** Returns argument 1, a state that may be changed: it is not a view, and no engine call holds it.
*/
static state_ud *check_free_state (lua_State *L) {
  state_ud *b = carcL_check_own_state(L, 1);
  carcL_check_free(L, b);
  return b;
}

/* Replaces the content of the state by another block of the same game. */
static void take_over (state_ud *b, const carc_state *from, bool halfway) {
  if (from != b->s) carc_state_clone(b->g->d, b->own, from);
  b->s = b->own;
  b->halfway = halfway;
  carcL_begin_revision(b);
}

/* If a hook fails, the state stays unchanged, because carc_state_init writes the block last. */
MODULE_FUNCTION(carcL_state_reset) {
  state_ud *b = check_free_state(L);
  game_ud *g = b->g;
  uint64_t seed = carcL_check_seed(L, 2);
  int game = carcL_push_game_of(L, 1);
  b->spent = begin_in(L, g, game, b->own, seed);
  take_over(b, b->own, false);
  return 0;
}

MODULE_FUNCTION(carcL_state_reseed) {
  state_ud *b = check_free_state(L);
  luaL_checknumber(L, 2); /* a seed is required */
  carc_state_reseed(b->g->d, b->own, carcL_check_seed(L, 2));
  return 0;
}

state_ud *carcL_push_state_copy (lua_State *L, int game, const state_ud *b) {
  state_ud *copy = new_state(L, game, lua_touserdata(L, game));
  copy->spent = b->spent;
  take_over(copy, b->s, b->halfway);
  return copy;
}

MODULE_FUNCTION(carcL_state_clone) {
  const state_ud *b = carcL_check_state(L, 1);
  carcL_push_state_copy(L, carcL_push_game_of(L, 1), b);
  return 1;
}

/* Until the new state is complete, it must not be usable, because hooks may run before then. */
MODULE_FUNCTION(carcL_state_resample) {
  enum { MAX_REPLAYS = 50, USUAL_REPLAYS = 4 };
  state_ud *b = carcL_check_own_state(L, 1);
  int observer = lua_isnoneornil(L, 2) ? CARC_SPECTATOR : carcL_check_observer(L, 2, b->g->d);
  uint64_t seed = carcL_check_seed(L, 3);
  carc_error err = {0};
  engine_call e;
  carcL_check_whole(L, b);
  carcL_charge_replays(L, b, USUAL_REPLAYS);
  state_ud *other = new_state(L, carcL_push_game_of(L, 1), b->g);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, MAX_REPLAYS);
  carc_status status = carc_state_determinize(b->g->d, b->s, observer, seed, other->own, &err);
  carcL_leave_engine(&e, b->g);
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  other->spent = b->spent;
  other->s = other->own;
  return 1;
}

MODULE_FUNCTION(carcL_state_copy_from) {
  state_ud *b = check_free_state(L);
  const state_ud *from = carcL_check_state(L, 2);
  luaL_argcheck(L, b->g == from->g, 2, "the state belongs to another game");
  b->spent = from->spent;
  take_over(b, from->s, from->halfway);
  return 0;
}

/* ---- Current decision ------------------------------------------------------------------------ */

MODULE_FUNCTION(carcL_state_game) {
  carcL_check_state(L, 1);
  carcL_push_game_of(L, 1);
  return 1;
}

MODULE_FUNCTION(carcL_state_current_player) {
  const state_ud *b = carcL_check_state(L, 1);
  int p = carc_state_current_player(b->g->d, b->s);
  if (p == CARC_CHANCE)
    lua_pushliteral(L, "chance");
  else if (p == CARC_NOBODY)
    lua_pushnil(L);
  else
    lua_pushinteger(L, p + 1);
  return 1;
}

MODULE_FUNCTION(carcL_state_decision) {
  const state_ud *b = carcL_check_state(L, 1);
  carc_action_kind kind = carc_state_decision(b->g->d, b->s);
  if (kind == CARC_ACTION_NONE)
    lua_pushnil(L);
  else
    lua_pushstring(L, carc_action_kind_name(kind));
  return 1;
}

/* Returns the name of the phase that asks. */
MODULE_FUNCTION(carcL_state_phase) {
  const state_ud *b = carcL_check_state(L, 1);
  int phase = carc_state_phase(b->g->d, b->s);
  lua_pushstring(L, phase >= 0 ? carc_phase_name(b->g->d, phase) : NULL);
  return 1;
}

MODULE_FUNCTION(carcL_state_question) {
  const state_ud *b = carcL_check_state(L, 1);
  const char *text = carc_state_question(b->g->d, b->s);
  lua_pushstring(L, *text != '\0' ? text : NULL);
  return 1;
}

MODULE_FUNCTION(carcL_state_hand) {
  const state_ud *b = carcL_check_state(L, 1);
  int type = carc_state_hand(b->g->d, b->s);
  if (type < 0)
    lua_pushnil(L);
  else
    lua_pushstring(L, carc_type_id(b->g->d, type));
  return 1;
}

STATE_GETTER(turn_player, lua_pushinteger, carc_state_turn_player(b->g->d, b->s) + 1)
STATE_GETTER(part, lua_pushinteger, carc_state_part(b->g->d, b->s))
STATE_GETTER(decisions, lua_pushinteger, carc_state_decisions(b->g->d, b->s))
STATE_GETTER(num_actions, lua_pushinteger, count_actions(b))
STATE_GETTER(num_tiles, lua_pushinteger, carc_state_tiles(b->g->d, b->s))
STATE_GETTER(spans_laid, lua_pushinteger, carc_state_spans_laid(b->g->d, b->s))
STATE_GETTER(hash, carcL_push_hex64, carc_state_hash_for(b->g->d, b->s, carcL_check_observer(L, 2, b->g->d)))
STATE_GETTER(is_terminal, lua_pushboolean, carc_state_is_terminal(b->g->d, b->s))
STATE_GETTER(is_chance_node, lua_pushboolean, carc_state_is_chance_node(b->g->d, b->s))

/* ---- Observation ----------------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_state_observation_string) {
  const state_ud *b = carcL_check_state(L, 1);
  char *text = NULL;
  int length, room = 0, observer = carcL_check_observer(L, 2, b->g->d);
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((length = carc_state_observation_for(b->g->d, b->s, observer, text, (size_t)room)) >= room)
    text = carcL_push_buffer(L, keeper, room = length + 1, 1);
  lua_pushlstring(L, text, (size_t)length);
  return 1;
}

/* ---- Metamethods ----------------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_state_eq) {
  if (carcL_test_object(L, 1, STATE_CLASS) == NULL || carcL_test_object(L, 2, STATE_CLASS) == NULL) {
    lua_pushboolean(L, 0);
    return 1;
  }
  const state_ud *a = carcL_check_state(L, 1), *b = carcL_check_state(L, 2);
  lua_pushboolean(L, a->g == b->g && carc_state_equal(a->g->d, a->s, b->s));
  return 1;
}

/* Pushes a text about the current decision. */
static void push_waiting (lua_State *L, const state_ud *b) {
  const carc_definition *d = b->g->d;
  int p = carc_state_current_player(d, b->s), hand = carc_state_hand(d, b->s);
  int phase = carc_state_phase(d, b->s), turn = carc_state_turn_player(d, b->s);
  carc_action_kind kind = carc_state_decision(d, b->s);
  if (b->halfway)
    lua_pushliteral(L, "in the middle of an action");
  else if (p == CARC_NOBODY)
    lua_pushliteral(L, "game over");
  else if (phase >= 0 && p == CARC_CHANCE)
    lua_pushfstring(L, "chance decides %s", carc_phase_name(d, phase));
  else if (phase >= 0)
    lua_pushfstring(L, "player %d must choose %s", p + 1, carc_phase_name(d, phase));
  else if (p == CARC_CHANCE)
    lua_pushfstring(L, "a tile must be drawn for player %d", turn + 1);
  else
    lua_pushfstring(L, "player %d must %s %s", p + 1, carc_action_kind_name(kind),
                    hand >= 0 ? carc_type_id(d, hand) : "a tile");
}

MODULE_FUNCTION(carcL_state_tostring) {
  const state_ud *b = carcL_check_state(L, 1);
  int points[CARC_MAX_PLAYERS], n = carcL_gather_for_players(b, carc_state_score, points);
  int tiles = carc_state_tiles(b->g->d, b->s);
  luaL_Buffer text;
  luaL_buffinit(L, &text); /* creates no Lua value */
  push_waiting(L, b);
  luaL_addvalue(&text);
  lua_pushfstring(L, ", %d tiles on the board, points", tiles);
  luaL_addvalue(&text);
  for (int i = 0; i < n; i++) {
    lua_pushfstring(L, "%s%d", i == 0 ? " " : " : ", points[i]);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return 1;
}
