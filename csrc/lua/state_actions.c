/*
** state_actions.c: legal actions, applying and undoing them, playouts.
*/
#include "arguments.h"
#include "compat/c_locale.h"
#include "engine_call.h"
#include "sandbox/limit.h"
#include "sandbox/sandbox_memory.h"
#include "userdata.h"
#include "values.h"

/* ---- Actions --------------------------------------------------------------------------------- */

/* Sorts actions; there are some hundred at most. */
static void sort_actions (action_snapshot *all, int n) {
  for (int i = 1; i < n; i++) {
    action_snapshot one = all[i];
    int k = i;
    for (; k > 0 && all[k - 1].a > one.a; k--) all[k] = all[k - 1];
    all[k] = one;
  }
}

static int push_actions (lua_State *L, const state_ud *b, bool sorted) {
  int game = carcL_push_game_of(L, 1), n;
  action_snapshot *all = carcL_gather_actions(L, b, &n);
  if (sorted) sort_actions(all, n);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    carcL_push_action(L, game, all[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Pushes the list of actions of the state at index 1, and stores it in the state. */
static void make_list (lua_State *L, state_ud *b) {
  action_list_ud *l = lua_newuserdatauv(L, sizeof *l, LIST_VALUES);
  l->of = b;
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, LIST_STATE);
  lua_getiuservalue(L, 1, STATE_GAME);
  lua_getiuservalue(L, -1, GAME_ACTIONS);
  lua_setiuservalue(L, -3, LIST_ACTIONS);
  lua_pop(L, 1);
  carcL_push_metatable(L, LIST_CLASS);
  lua_setmetatable(L, -2);
  lua_setiuservalue(L, 1, STATE_LIST);
  b->list = l;
}

/* Before Lua 5.3, ipairs accepts only tables, so lists are tables there. */
enum { LISTS_ARE_OBJECTS = LUA_VERSION_NUM >= 503 };

MODULE_FUNCTION(carcL_state_legal_actions) {
  state_ud *b = carcL_check_state(L, 1);
  bool sorted = lua_toboolean(L, 2);
  if (sorted || !LISTS_ARE_OBJECTS) return push_actions(L, b, sorted);
  if (b->list == NULL) make_list(L, b);
  b->list->epoch = b->epoch;
  lua_getiuservalue(L, 1, STATE_LIST);
  return 1;
}

MODULE_FUNCTION(carcL_state_action) {
  const state_ud *b = carcL_check_state(L, 1);
  lua_Integer i = carcL_check_integer(L, 2);
  if (i < 1 || i > count_actions(b)) {
    lua_pushnil(L);
    return 1;
  }
  carcL_push_listed_action(L, carcL_push_game_of(L, 1), GAME_ACTIONS, b, (int)i - 1);
  return 1;
}

MODULE_FUNCTION(carcL_state_action_index) {
  const state_ud *b = carcL_check_state(L, 1);
  carc_action a = carcL_check_action_of(L, 2, b->g)->a;
  int i = b->halfway ? -1 : carc_state_action_index(b->g->d, b->s, a);
  return carcL_push_index(L, i);
}

/*
** Lists the possible draws in three arrays in one block: snapshots, probabilities, and actions as
** numbers. Each array has `room` items. Returns 0 in the middle of an action.
*/
static int list_chances (const state_ud *b, action_snapshot *snapshots, int room) {
  double *probabilities = (double *)(void *)(snapshots + room);
  carc_action *actions = (carc_action *)(void *)(probabilities + room);
  int n = b->halfway ? 0 : carc_state_chance_outcomes(b->g->d, b->s, actions, probabilities, room);
  for (int i = 0; i < n && i < room; i++) snapshots[i] = carcL_snapshot_action(b->g->d, b->s, actions[i]);
  return n;
}

MODULE_FUNCTION(carcL_state_chance_outcomes) {
  const state_ud *b = carcL_check_state(L, 1);
  int game = carcL_push_game_of(L, 1), n, room = 0;
  action_snapshot *actions = NULL;
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((n = list_chances(b, actions, room)) > room)
    actions = carcL_push_buffer(L, keeper, room = n, sizeof *actions + sizeof(double) + sizeof(carc_action));
  const double *probabilities = (const double *)(const void *)(actions + room);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 0, 2);
    carcL_push_action(L, game, actions[i]);
    lua_setfield(L, -2, "action");
    lua_pushnumber(L, probabilities[i]);
    lua_setfield(L, -2, "probability");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static void keep_position (state_ud *b) {
  if (b->keep != NULL) carc_undo_ring_push(b->g->d, b->keep, b->own);
}

/*
** begin_action and end_action enclose an action on the state at index 1. Between the two calls, the
** state is held, and is in the middle of an action.
*/
static void begin_action (lua_State *L, state_ud *b, engine_call *e) {
  keep_position(b);
  carcL_enter_engine_with(L, b, 1, e);
  b->halfway = true;
}

static carc_status end_action (state_ud *b, engine_call *e, carc_status status) {
  carcL_leave_engine(e, b->g);
  b->halfway = false;
  if (status == CARC_OK) carcL_begin_epoch(b);
  return status;
}

/* Applies an action. Pushes nothing. */
static carc_status run_action (lua_State *L, state_ud *b, carc_action a, carc_error *err) {
  engine_call e;
  begin_action(L, b, &e);
  return end_action(b, &e, carc_state_apply_action(b->g->d, b->own, a, err));
}

/*
** Applies the action with this index, which must be legal. If the game has no scripts, this cannot
** fail.
*/
static carc_status run_index (lua_State *L, state_ud *b, int index, carc_error *err) {
  engine_call e;
  if (!b->g->hooked) {
    keep_position(b);
    carcL_begin_epoch(b);
    return carc_state_apply_index(b->g->d, b->own, index, err);
  }
  carcL_check_waiting(L, b);
  begin_action(L, b, &e);
  return end_action(b, &e, carc_state_apply_index(b->g->d, b->own, index, err));
}

static int push_outcome (lua_State *L, carc_status status, const carc_error *err) {
  if (status != CARC_OK) return carcL_push_failure(L, err);
  lua_pushboolean(L, 1);
  return 1;
}

/* Parses the string at index 2. */
static carc_status read_action (lua_State *L, const state_ud *b, carc_action *a, carc_error *err) {
  const char *text = carcL_check_text(L, 2, err);
  if (text != NULL) return carc_string_to_action(b->g->d, b->s, text, a, err);
  err->line = 0; /* the text has only one line */
  return err->code;
}

/* Applies the action that the string at index 2 describes. */
static int apply_text (lua_State *L, state_ud *b) {
  carc_action a = 0;
  carc_error err = {0};
  carc_status status = read_action(L, b, &a, &err);
  return push_outcome(L, status == CARC_OK ? run_action(L, b, a, &err) : status, &err);
}

MODULE_FUNCTION(carcL_state_apply_action) {
  state_ud *b = carcL_check_own_state(L, 1);
  carc_error err;
  err.line = 0;
  if (carcL_is_busy(b, &err)) return carcL_push_failure(L, &err);
  if (lua_type(L, 2) == LUA_TSTRING) return apply_text(L, b);
  const action_ud *ud = carcL_check_action_of(L, 2, b->g);
  bool listed = ud->epoch == b->epoch && ud->index < carc_state_num_actions(b->g->d, b->s);
  return push_outcome(L, listed ? run_index(L, b, ud->index, &err) : run_action(L, b, ud->a, &err), &err);
}

static int refuse_index (lua_State *L, const state_ud *b, lua_Integer i) {
  carcL_check_waiting(L, b);
  return luaL_argerror(
      L, 2,
      lua_pushfstring(L, "expected the index of a legal action, from 1 to %d, got " INTEGER_FORMAT,
                      carc_state_num_actions(b->g->d, b->s), INTEGER_ARG(i)));
}

MODULE_FUNCTION(carcL_state_apply_index) {
  state_ud *b = carcL_check_own_state(L, 1);
  lua_Integer i = carcL_check_integer(L, 2);
  const carc_definition *d = b->g->d;
  carc_error err;
  err.line = 0;
  if (i < 1 || i > carc_state_num_actions(d, b->s)) return refuse_index(L, b, i);
  if (run_index(L, b, (int)i - 1, &err) != CARC_OK) return carcL_push_failure(L, &err);
  lua_pushinteger(L, carc_state_num_actions(d, b->s));
  return 1;
}

MODULE_FUNCTION(carcL_state_apply_handle) {
  state_ud *b = carcL_check_own_state(L, 1);
  int index = carcL_check_handle(L, 2, b);
  carc_error err;
  err.line = 0;
  if (run_index(L, b, index, &err) != CARC_OK) return carcL_push_failure(L, &err);
  lua_pushinteger(L, carc_state_num_actions(b->g->d, b->s));
  return 1;
}

/*
** Allocates the undo ring of the state for this number of positions. The number 0 frees the ring.
*/
MODULE_FUNCTION(carcL_state_keep_undo) {
  state_ud *b = carcL_check_own_state(L, 1);
  lua_Integer n = carcL_check_integer(L, 2);
  if (n < 0 || n > CARC_MAX_UNDO_POSITIONS)
    return luaL_argerror(L, 2,
                         lua_pushfstring(L,
                                         "expected a number of positions from 1 to %d, or 0 to keep none; "
                                         "got " INTEGER_FORMAT,
                                         CARC_MAX_UNDO_POSITIONS, INTEGER_ARG(n)));
  size_t size = n > 0 ? carc_undo_ring_size(b->g->d, (int)n) : 0;
  carc_undo_ring *keep = NULL;
  lua_pushnil(L);
  if (size > 0) {
    keep = carcL_new_block(L, size, 0);
    carc_undo_ring_init(b->g->d, keep, (int)n, NULL);
  }
  lua_setiuservalue(L, 1, STATE_UNDO_RING);
  b->keep = keep;
  lua_pushinteger(L, (lua_Integer)size);
  return 1;
}

MODULE_FUNCTION(carcL_state_undo_action) {
  state_ud *b = carcL_check_own_state(L, 1);
  carc_error err;
  engine_call e;
  err.line = 0;
  if (carcL_is_held(b, &err)) return carcL_push_failure(L, &err);
  if (b->keep != NULL && carc_undo_ring_undo(b->g->d, b->keep, b->own)) {
    carcL_begin_revision(b);
    b->halfway = false;
    return push_outcome(L, CARC_OK, NULL);
  }
  carcL_charge_replays(L, b, 1);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, 1);
  carc_status status = b->keep != NULL ? carc_undo_ring_undo_action(b->g->d, b->keep, b->own, &err)
                                       : carc_state_undo_action(b->g->d, b->own, &err);
  carcL_leave_engine(&e, b->g);
  if (status != CARC_OK) return carcL_push_failure(L, &err);
  carcL_begin_revision(b);
  b->halfway = false;
  return push_outcome(L, status, &err);
}

MODULE_FUNCTION(carcL_state_resign) {
  state_ud *b = carcL_check_own_state(L, 1);
  carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = carcL_check_player(L, 2, b->g->d)};
  carc_error err;
  err.line = 0;
  if (carcL_is_busy(b, &err)) return carcL_push_failure(L, &err);
  return push_outcome(L, run_action(L, b, carc_action_pack(&f), &err), &err);
}

MODULE_FUNCTION(carcL_state_random_playout) {
  state_ud *b = carcL_check_own_state(L, 1);
  uint64_t seed = carcL_check_seed(L, 2);
  carc_error err;
  engine_call e;
  carcL_charge(L, PLAYOUT);
  carcL_check_waiting(L, b);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, 1);
  carc_status status = carc_state_random_playout(b->g->d, b->own, seed, &err);
  carcL_leave_engine(&e, b->g);
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  carcL_begin_epoch(b);
  return 0;
}

static void set_numbers (lua_State *L, const char *key, const double *values, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushnumber(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

/* The number of threads in a table of options; 1 if it is absent. */
static int check_threads (lua_State *L, int arg) {
  if (lua_isnoneornil(L, arg)) return 1;
  luaL_checktype(L, arg, LUA_TTABLE);
  lua_pushnil(L);
  while (lua_next(L, arg) != 0) {
    bool known = lua_type(L, -2) == LUA_TSTRING && is_word(lua_tostring(L, -2), "threads");
    if (!known)
      luaL_argerror(L, arg,
                    lua_pushfstring(L, "unknown option '%s'; expected threads", carcL_tolstring(L, -2)));
    lua_pop(L, 1);
  }
  int whole = 0;
  lua_getfield(L, arg, "threads");
  if (lua_isnil(L, -1)) return 1;
  lua_Integer n = lua_type(L, -1) == LUA_TNUMBER ? lua_tointegerx(L, -1, &whole) : 0;
  const char *type = luaL_typename(L, -1);
  if (!whole || n < 1 || n > CARC_MAX_THREADS)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "threads: expected a whole number from 1 to %d, got %s %s",
                                  CARC_MAX_THREADS, type, carcL_tolstring(L, -1)));
  return (int)n;
}

/* Returns why only one thread was used although more were requested, or NULL. */
static const char *say_why_alone (lua_State *L, const game_ud *g, int threads) {
  if (threads == 1) return NULL;
  if (carcL_sandbox_of(L) != NULL) return "a sandbox has one thread";
  if (g->hooked) return "the game has functions in Lua, which can run only on one thread";
  return carc_has_threads() ? NULL : "the library was built without threads (make THREADS=1)";
}

MODULE_FUNCTION(carcL_state_playout) {
  state_ud *b = carcL_check_state(L, 1);
  lua_Integer games = carcL_check_integer(L, 2);
  uint64_t seed = carcL_check_seed(L, 3);
  luaL_argcheck(L, games >= 1 && games <= 1000000000, 2, "expected a number of games from 1 to 1000000000");
  int threads = check_threads(L, 4), allowed = carcL_sandbox_of(L) != NULL ? 1 : threads;
  carc_playouts sum;
  carc_error err;
  engine_call e;
  err.line = 0;
  carcL_charge(L, games * PLAYOUT);
  carcL_check_whole(L, b);
  carcL_enter_engine_with(L, b, 1, &e);
  carcL_allow_games(&e, b->g, games + 1); /* instead of the state's budget */
  carc_status status = carc_state_playout_on(b->g->d, b->s, (int)games, seed, allowed, &sum, &err);
  carcL_leave_engine(&e, b->g);
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  int players = carc_definition_players(b->g->d);
  const char *why = say_why_alone(L, b->g, threads);
  lua_createtable(L, 0, 6);
  carcL_set_integer(L, "games", games);
  carcL_set_integer(L, "threads", sum.threads);
  if (why != NULL) carcL_set_string(L, "note", why);
  set_numbers(L, "mean", sum.mean, players);
  set_numbers(L, "spread", sum.spread, players);
  set_numbers(L, "wins", sum.wins, players);
  return 1;
}

MODULE_FUNCTION(carcL_state_action_to_string) {
  const state_ud *b = carcL_check_state(L, 1);
  char text[CARC_ACTION_TEXT_SIZE];
  carc_action_fields f = carcL_snapshot_fields(snapshot_of(carcL_check_action_of(L, 2, b->g)));
  carc_fields_to_string(b->g->d, &f, text, sizeof text);
  lua_pushstring(L, text);
  return 1;
}

MODULE_FUNCTION(carcL_state_string_to_action) {
  const state_ud *b = carcL_check_state(L, 1);
  carc_error err = {0};
  carc_action a = 0;
  if (read_action(L, b, &a, &err) != CARC_OK) return carcL_push_failure(L, &err);
  carcL_push_action(L, carcL_push_game_of(L, 1), carcL_snapshot_action(b->g->d, b->s, a));
  return 1;
}
