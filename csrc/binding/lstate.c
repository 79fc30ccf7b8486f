/*
** lstate.c: states: beginning and copying them, decisions, players.
*/
#include <string.h>
#include "objects.h"

/* The block lies behind the box, aligned for anything that it holds. */
enum { BLOCK_AT = (sizeof(state_box) + 15) & ~(size_t)15 };

/* A new state of the game at stack index `game`, its block not yet filled: until then nobody can use it. */
static state_box *new_state (lua_State *L, int game, game_box *g) {
  game = lua_absindex(L, game);
  state_box *b = lua_newuserdatauv(L, BLOCK_AT + carc_definition_state_size(g->d), 2);
  *b = (state_box){.g = g};
  carc_begin_epoch(b);
  b->own = (carc_state *)(void *)((char *)b + BLOCK_AT);
  lua_pushvalue(L, game);
  lua_setiuservalue(L, -2, 1);
  carc_push_metatable(L, STATE_CLASS);
  lua_setmetatable(L, -2);
  return b;
}

static int push_own_game (lua_State *L, int state) {
  lua_getiuservalue(L, state, 1);
  return lua_gettop(L);
}

/* A seed: a whole number that every Lua holds exactly; 0 if there is none. */
static uint64_t check_seed (lua_State *L, int arg) {
  static const lua_Integer most = (lua_Integer)1 << 53;
  lua_Number n = luaL_optnumber(L, arg, 0);
  lua_Integer seed = n >= -(lua_Number)most && n <= (lua_Number)most ? luaL_optinteger(L, arg, 0) : most + 1;
  luaL_argcheck(L, seed >= -most && seed <= most, arg,
                "a seed is a whole number of at most 2^53, or of at least -2^53");
  return (uint64_t)seed;
}

/* ---- Beginning, and saved games -------------------------------------------------------------------------------- */

/* Begins a game in a block that nobody else knows. */
static void begin_in (lua_State *L, game_box *g, int game, carc_state *block, uint64_t seed) {
  entry e;
  carc_error err = {0};
  carc_enter(L, g, game, &e);
  carc_status status = carc_state_init(g->d, block, seed, &err);
  carc_leave(&e, g);
  if (status != CARC_OK) luaL_error(L, "%s", err.message);
}

int carc_game_new_initial_state (lua_State *L) {
  game_box *g = carc_check_game(L, 1);
  uint64_t seed = check_seed(L, 2);
  state_box *b = new_state(L, 1, g);
  begin_in(L, g, 1, b->own, seed);
  b->s = b->own;
  return 1;
}

typedef carc_status reader (const carc_definition *, carc_state *, const char *, carc_error *);

/* A state that a reader makes of a text. */
static int read_state (lua_State *L, reader *read) {
  game_box *g = carc_check_game(L, 1);
  carc_error err = {0};
  const char *text = carc_check_text(L, 2, &err);
  entry e;
  if (text == NULL) return carc_push_failure(L, &err);
  state_box *b = new_state(L, 1, g);
  carc_enter(L, g, 1, &e);
  carc_status status = read(g->d, b->own, text, &err);
  carc_leave(&e, g);
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

int carc_game_deserialize_state (lua_State *L) { return read_state(L, carc_state_deserialize); }

int carc_game_replay_state (lua_State *L) { return read_state(L, carc_state_replay); }

/* A state that may be changed: its own, and nothing runs on it. */
static state_box *check_free_state (lua_State *L) {
  state_box *b = carc_check_own_state(L, 1);
  carc_check_free(L, b);
  return b;
}

/* Becomes what another block of the same game holds. */
static void take_over (state_box *b, const carc_state *from, bool halfway) {
  if (from != b->s) carc_state_clone(b->g->d, b->own, from);
  b->s = b->own;
  b->halfway = halfway;
  carc_begin_epoch(b);
}

/* A hook may fail, and then the state is what it was: so where there are hooks the game is begun elsewhere. */
static int state_reset (lua_State *L) {
  state_box *b = check_free_state(L);
  game_box *g = b->g;
  uint64_t seed = check_seed(L, 2);
  int game = push_own_game(L, 1);
  carc_state *begun = g->hooked ? lua_newuserdatauv(L, carc_definition_state_size(g->d), 0) : b->own;
  begin_in(L, g, game, begun, seed);
  take_over(b, begun, false);
  return 0;
}

static int state_clone (lua_State *L) {
  state_box *b = carc_check_state(L, 1);
  int game = push_own_game(L, 1);
  state_box *copy = new_state(L, game, b->g);
  take_over(copy, b->s, b->halfway);
  return 1;
}

static int state_copy_from (lua_State *L) {
  state_box *b = check_free_state(L);
  const state_box *from = carc_check_state(L, 2);
  luaL_argcheck(L, b->g == from->g, 2, "a state of another game");
  take_over(b, from->s, from->halfway);
  return 0;
}

/* ---- Whose turn, and what for ------------------------------------------------------------------------------------ */

static int state_game (lua_State *L) {
  carc_check_state(L, 1);
  push_own_game(L, 1);
  return 1;
}

static int state_current_player (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int p = carc_state_current_player(b->g->d, b->s);
  if (p == CARC_CHANCE)
    lua_pushliteral(L, "chance");
  else if (p == CARC_NOBODY)
    lua_pushnil(L);
  else
    lua_pushinteger(L, p + 1);
  return 1;
}

static int state_decision (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_action_kind kind = carc_state_decision(b->g->d, b->s);
  if (kind == CARC_ACT_NONE)
    lua_pushnil(L);
  else
    lua_pushstring(L, carc_action_kind_name(kind));
  return 1;
}

/* The name of the phase that asks. */
static int state_phase (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int phase = carc_state_phase(b->g->d, b->s);
  lua_pushstring(L, phase >= 0 ? carc_phase_name(b->g->d, phase) : NULL);
  return 1;
}

static int state_hand (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int type = carc_state_hand(b->g->d, b->s);
  if (type < 0)
    lua_pushnil(L);
  else
    lua_pushstring(L, carc_type_id(b->g->d, type));
  return 1;
}

#define INTEGER_GETTER(name, expression)           \
  static int state_##name(lua_State *L) {          \
    const state_box *b = carc_check_state(L, 1);   \
    lua_pushinteger(L, (lua_Integer)(expression)); \
    return 1;                                      \
  }
INTEGER_GETTER(turn, carc_state_turn(b->g->d, b->s) + 1)
INTEGER_GETTER(part, carc_state_part(b->g->d, b->s))
INTEGER_GETTER(decisions, carc_state_decisions(b->g->d, b->s))
INTEGER_GETTER(num_actions, count_actions(b))
INTEGER_GETTER(num_tiles, carc_state_tiles(b->g->d, b->s))
INTEGER_GETTER(spans_laid, carc_state_spans_laid(b->g->d, b->s))

static int state_hash (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_push_number64(L, carc_state_hash(b->g->d, b->s));
  return 1;
}

static int state_is_terminal (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_pushboolean(L, carc_state_is_terminal(b->g->d, b->s));
  return 1;
}

static int state_is_chance_node (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_pushboolean(L, carc_state_is_chance_node(b->g->d, b->s));
  return 1;
}

/* ---- Actions --------------------------------------------------------------------------------------------------------- */

/* Sorts a few hundred numbers at most. */
static void sort_actions (action_told *all, int n) {
  for (int i = 1; i < n; i++) {
    action_told one = all[i];
    int k = i;
    for (; k > 0 && all[k - 1].a > one.a; k--) all[k] = all[k - 1];
    all[k] = one;
  }
}

static int push_actions (lua_State *L, const state_box *b, bool sorted) {
  int game = push_own_game(L, 1), n;
  action_told *all = carc_gather_actions(L, b, &n);
  if (sorted) sort_actions(all, n);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    carc_push_action(L, game, all[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Makes the list of the state at index 1, which keeps it. */
static void make_list (lua_State *L, state_box *b) {
  list_box *l = lua_newuserdatauv(L, sizeof *l, LIST_VALUES);
  l->of = b;
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, LIST_STATE);
  lua_getiuservalue(L, 1, 1);
  lua_getiuservalue(L, -1, GAME_ACTIONS);
  lua_setiuservalue(L, -3, LIST_ACTIONS);
  lua_pop(L, 1);
  carc_push_metatable(L, LIST_CLASS);
  lua_setmetatable(L, -2);
  lua_setiuservalue(L, 1, 2);
  b->list = l;
}

/* Before 5.3 ipairs goes through tables alone. */
enum { LISTS_ARE_OBJECTS = LUA_VERSION_NUM >= 503 };

static int state_legal_actions (lua_State *L) {
  state_box *b = carc_check_state(L, 1);
  bool sorted = lua_toboolean(L, 2);
  if (sorted || !LISTS_ARE_OBJECTS) return push_actions(L, b, sorted);
  if (b->list == NULL) make_list(L, b);
  b->list->epoch = b->epoch;
  lua_getiuservalue(L, 1, 2);
  return 1;
}

static int state_action (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_Integer i = luaL_checkinteger(L, 2);
  if (i < 1 || i > count_actions(b)) {
    lua_pushnil(L);
    return 1;
  }
  carc_push_listed_action(L, push_own_game(L, 1), GAME_ACTIONS, b, (int)i - 1);
  return 1;
}

static int state_action_index (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_action a = carc_check_action_of(L, 2, b->g)->a;
  int i = b->halfway ? -1 : carc_state_action_index(b->g->d, b->s, a);
  if (i < 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, i + 1);
  return 1;
}

/*
** What chance may bring, in three lists in one piece of memory, each with room for `room`: told, probable so, and packed. None in
** the middle of an action.
*/
static int list_chances (const state_box *b, action_told *told, int room) {
  double *probabilities = (double *)(void *)(told + room);
  carc_action *actions = (carc_action *)(void *)(probabilities + room);
  int n = b->halfway ? 0 : carc_state_chance_outcomes(b->g->d, b->s, actions, probabilities, room);
  for (int i = 0; i < n && i < room; i++) told[i] = carc_look_at_action(b->g->d, b->s, actions[i]);
  return n;
}

static int state_chance_outcomes (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int game = push_own_game(L, 1), n, room = 0;
  action_told *actions = NULL;
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((n = list_chances(b, actions, room)) > room)
    actions = carc_make_room(L, keeper, room = n, sizeof *actions + sizeof(double) + sizeof(carc_action));
  const double *probabilities = (const double *)(const void *)(actions + room);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 0, 2);
    carc_push_action(L, game, actions[i]);
    lua_setfield(L, -2, "action");
    lua_pushnumber(L, probabilities[i]);
    lua_setfield(L, -2, "probability");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Begins and ends an action: the state at index 1 is in the middle of it, and held. */
static void begin_action (lua_State *L, state_box *b, entry *e) {
  carc_enter_state(L, b, 1, e);
  b->halfway = true;
}

static carc_status end_action (state_box *b, entry *e, carc_status status) {
  carc_leave(e, b->g);
  b->halfway = false;
  if (status == CARC_OK) carc_begin_epoch(b);
  return status;
}

/* Applies an action; pushes nothing. */
static carc_status run_action (lua_State *L, state_box *b, carc_action a, carc_error *err) {
  entry e;
  begin_action(L, b, &e);
  return end_action(b, &e, carc_state_apply_action(b->g->d, b->own, a, err));
}

/* Applies action number `index`, which is there; so without scripts it cannot fail, nor is a state ever in use. */
static carc_status run_index (lua_State *L, state_box *b, int index, carc_error *err) {
  entry e;
  if (!b->g->hooked) {
    carc_begin_epoch(b);
    return carc_state_apply_index(b->g->d, b->own, index, NULL);
  }
  carc_check_waiting(L, b);
  begin_action(L, b, &e);
  return end_action(b, &e, carc_state_apply_index(b->g->d, b->own, index, err));
}

static int push_outcome (lua_State *L, carc_status status, const carc_error *err) {
  if (status != CARC_OK) return carc_push_failure(L, err);
  lua_pushboolean(L, 1);
  return 1;
}

/* The action that the string at index 2 says. */
static carc_status read_action (lua_State *L, const state_box *b, carc_action *a, carc_error *err) {
  const char *text = carc_check_text(L, 2, err);
  if (text != NULL) return carc_string_to_action(b->g->d, b->s, text, a, err);
  err->line = 0; /* an action has but one */
  return err->code;
}

/* Applies what the string at index 2 says. */
static int apply_text (lua_State *L, state_box *b) {
  carc_action a = 0;
  carc_error err = {0};
  carc_status status = read_action(L, b, &a, &err);
  return push_outcome(L, status == CARC_OK ? run_action(L, b, a, &err) : status, &err);
}

static int state_apply_action (lua_State *L) {
  state_box *b = carc_check_own_state(L, 1);
  carc_error err;
  err.line = 0;
  if (carc_is_busy(b, &err)) return carc_push_failure(L, &err);
  if (lua_type(L, 2) == LUA_TSTRING) return apply_text(L, b);
  const action_box *box = carc_check_action_of(L, 2, b->g);
  bool listed = box->epoch == b->epoch && box->index < carc_state_num_actions(b->g->d, b->s);
  return push_outcome(L, listed ? run_index(L, b, box->index, &err) : run_action(L, b, box->a, &err), &err);
}

static int refuse_index (lua_State *L, const state_box *b, lua_Integer i) {
  carc_check_waiting(L, b);
  return luaL_argerror(L, 2,
                       lua_pushfstring(L, "there is no action number " INTEGER_FORMAT "; %d are legal",
                                       INTEGER_ARG(i), carc_state_num_actions(b->g->d, b->s)));
}

static int state_apply_index (lua_State *L) {
  state_box *b = carc_check_own_state(L, 1);
  lua_Integer i = luaL_checkinteger(L, 2);
  const carc_definition *d = b->g->d;
  carc_error err;
  err.line = 0;
  if (i < 1 || i > carc_state_num_actions(d, b->s)) return refuse_index(L, b, i);
  if (run_index(L, b, (int)i - 1, &err) != CARC_OK) return carc_push_failure(L, &err);
  lua_pushinteger(L, carc_state_num_actions(d, b->s));
  return 1;
}

static int state_undo_action (lua_State *L) {
  state_box *b = carc_check_own_state(L, 1);
  carc_error err;
  entry e;
  err.line = 0;
  if (carc_is_held(b, &err)) return carc_push_failure(L, &err);
  carc_enter_state(L, b, 1, &e);
  carc_status status = carc_state_undo_action(b->g->d, b->own, &err);
  carc_leave(&e, b->g);
  if (status != CARC_OK) return carc_push_failure(L, &err);
  carc_begin_epoch(b);
  b->halfway = false;
  return push_outcome(L, status, &err);
}

static int state_resign (lua_State *L) {
  state_box *b = carc_check_own_state(L, 1);
  carc_action_fields f = {.kind = CARC_ACT_RESIGN, .player = carc_check_player(L, 2, b->g->d)};
  carc_error err;
  err.line = 0;
  if (carc_is_busy(b, &err)) return carc_push_failure(L, &err);
  return push_outcome(L, run_action(L, b, carc_action_pack(&f), &err), &err);
}

/* What a game played to its end costs a script, in instructions: about as much time. */
enum { PLAYOUT = 50000 };

static int state_random_playout (lua_State *L) {
  state_box *b = carc_check_own_state(L, 1);
  uint64_t seed = check_seed(L, 2);
  carc_error err;
  entry e;
  carc_charge(L, PLAYOUT);
  carc_check_waiting(L, b);
  carc_enter_state(L, b, 1, &e);
  carc_status status = carc_state_random_playout(b->g->d, b->own, seed, &err);
  carc_leave(&e, b->g);
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  carc_begin_epoch(b);
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

static int state_playout (lua_State *L) {
  state_box *b = carc_check_state(L, 1);
  lua_Integer games = luaL_checkinteger(L, 2);
  uint64_t seed = check_seed(L, 3);
  luaL_argcheck(L, games >= 1 && games <= 1000000000, 2, "a number of games from 1");
  carc_playouts sum;
  carc_error err;
  entry e;
  err.line = 0;
  carc_charge(L, games * PLAYOUT);
  carc_check_whole(L, b);
  carc_enter_state(L, b, 1, &e);
  carc_status status = carc_state_playout(b->g->d, b->s, (int)games, seed, &sum, &err);
  carc_leave(&e, b->g);
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  int players = carc_definition_players(b->g->d);
  lua_createtable(L, 0, 4);
  carc_set_integer(L, "games", games);
  set_numbers(L, "mean", sum.mean, players);
  set_numbers(L, "spread", sum.spread, players);
  set_numbers(L, "wins", sum.wins, players);
  return 1;
}

static int state_reseed (lua_State *L) {
  state_box *b = check_free_state(L);
  luaL_checknumber(L, 2); /* without one, no fate is another */
  carc_state_reseed(b->g->d, b->own, check_seed(L, 2));
  return 0;
}

static int state_action_to_string (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  char text[CARC_ACTION_TEXT];
  carc_action_fields f = carc_told_fields(told_by(carc_check_action_of(L, 2, b->g)));
  carc_fields_to_string(b->g->d, &f, text, sizeof text);
  lua_pushstring(L, text);
  return 1;
}

static int state_string_to_action (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_error err = {0};
  carc_action a = 0;
  if (read_action(L, b, &a, &err) != CARC_OK) return carc_push_failure(L, &err);
  carc_push_action(L, push_own_game(L, 1), carc_look_at_action(b->g->d, b->s, a));
  return 1;
}

/* ---- Players ---------------------------------------------------------------------------------------------------------- */

typedef int (*player_number)(const carc_definition *, const carc_state *, int);

static int gather_for_players (const state_box *b, player_number value, int out[CARC_MAX_PLAYERS]) {
  int n = carc_definition_players(b->g->d);
  for (int p = 0; p < n; p++) out[p] = value(b->g->d, b->s, p);
  return n;
}

static int push_for_players (lua_State *L, player_number value) {
  int values[CARC_MAX_PLAYERS], n = gather_for_players(carc_check_state(L, 1), value, values);
  lua_createtable(L, n, 0);
  for (int p = 0; p < n; p++) {
    lua_pushinteger(L, values[p]);
    lua_rawseti(L, -2, p + 1);
  }
  return 1;
}

static int state_returns (lua_State *L) { return push_for_players(L, carc_state_score); }
static int state_rewards (lua_State *L) { return push_for_players(L, carc_state_reward); }

static int state_score (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_pushinteger(L, carc_state_score(b->g->d, b->s, carc_check_player(L, 2, b->g->d)));
  return 1;
}

static int state_winners (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_push_players(L, carc_state_winners(b->g->d, b->s));
  return 1;
}

static int state_has_resigned (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_pushboolean(L, carc_state_has_resigned(b->g->d, b->s, carc_check_player(L, 2, b->g->d)));
  return 1;
}

static int state_goods (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int player = carc_check_player(L, 2, b->g->d), goods[CARC_GOODS];
  for (int g = 0; g < CARC_GOODS; g++) goods[g] = carc_state_goods(b->g->d, b->s, player, (carc_good)g);
  carc_push_goods(L, goods);
  return 1;
}

static carc_good check_good (lua_State *L, int arg) {
  const char *name = luaL_checkstring(L, arg);
  for (int g = 0; g < CARC_GOODS; g++)
    if (strcmp(name, carc_good_name((carc_good)g)) == 0) return (carc_good)g;
  luaL_argerror(L, arg, lua_pushfstring(L, "there is no good '%s'", name));
  return CARC_GOODS;
}

/* One number, without a table: for scripts, which run often. */
static int state_good (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int player = carc_check_player(L, 2, b->g->d);
  lua_pushinteger(L, carc_state_goods(b->g->d, b->s, player, check_good(L, 3)));
  return 1;
}

static int push_for_pieces (lua_State *L,
                            int (*value)(const carc_definition *, const carc_state *, int, int)) {
  const state_box *b = carc_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int player = carc_check_player(L, 2, d), n = carc_definition_pieces(d), values[CARC_MAX_PIECES];
  for (int k = 0; k < n; k++) values[k] = value(d, b->s, player, k);
  lua_createtable(L, 0, n);
  for (int k = 0; k < n; k++) carc_set_integer(L, carc_piece_name(d, k), values[k]);
  return 1;
}

static int state_supply (lua_State *L) { return push_for_pieces(L, carc_state_supply); }
static int state_captured (lua_State *L) { return push_for_pieces(L, carc_state_captured); }

/* One number, without a table. */
static int state_in_hand (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int player = carc_check_player(L, 2, b->g->d), piece = carc_piece_find(b->g->d, luaL_checkstring(L, 3));
  lua_pushinteger(L, piece >= 0 ? carc_state_supply(b->g->d, b->s, player, piece) : 0);
  return 1;
}

/* ---- What is seen ----------------------------------------------------------------------------------- */

static int state_observation_string (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  char *text = NULL;
  int length, room = 0;
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((length = carc_state_observation_string(b->g->d, b->s, text, (size_t)room)) >= room)
    text = carc_make_room(L, keeper, room = length + 1, 1);
  lua_pushlstring(L, text, (size_t)length);
  return 1;
}

/* ---- As values --------------------------------------------------------------------------------------------------------------- */

static int state_eq (lua_State *L) {
  if (carc_test_object(L, 1, STATE_CLASS) == NULL || carc_test_object(L, 2, STATE_CLASS) == NULL) {
    lua_pushboolean(L, 0);
    return 1;
  }
  const state_box *a = carc_check_state(L, 1), *b = carc_check_state(L, 2);
  lua_pushboolean(L, a->g == b->g && carc_state_equal(a->g->d, a->s, b->s));
  return 1;
}

/* What the state waits for, in words. */
static void push_waiting (lua_State *L, const state_box *b) {
  const carc_definition *d = b->g->d;
  int p = carc_state_current_player(d, b->s), hand = carc_state_hand(d, b->s);
  int phase = carc_state_phase(d, b->s), turn = carc_state_turn(d, b->s);
  carc_action_kind kind = carc_state_decision(d, b->s);
  if (b->halfway)
    lua_pushliteral(L, "in the middle of an action");
  else if (p == CARC_NOBODY)
    lua_pushliteral(L, "game over");
  else if (phase >= 0 && p == CARC_CHANCE)
    lua_pushfstring(L, "chance decides %s", carc_phase_name(d, phase));
  else if (phase >= 0)
    lua_pushfstring(L, "player %d is to choose %s", p + 1, carc_phase_name(d, phase));
  else if (p == CARC_CHANCE)
    lua_pushfstring(L, "a tile is to be drawn for player %d", turn + 1);
  else
    lua_pushfstring(L, "player %d is to %s %s", p + 1, carc_action_kind_name(kind),
                    hand >= 0 ? carc_type_id(d, hand) : "");
}

static int state_tostring (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int points[CARC_MAX_PLAYERS], n = gather_for_players(b, carc_state_score, points);
  int tiles = carc_state_tiles(b->g->d, b->s);
  luaL_Buffer text;
  luaL_buffinit(L, &text); /* makes no value */
  push_waiting(L, b);
  luaL_addvalue(&text);
  lua_pushfstring(L, ", %d tiles on the table, points", tiles);
  luaL_addvalue(&text);
  for (int i = 0; i < n; i++) {
    lua_pushfstring(L, "%s%d", i == 0 ? " " : " : ", points[i]);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
  return 1;
}

#define METHOD(name) \
  { #name, state_##name }
const luaL_Reg carc_state_methods[] = {METHOD(game),
                                       METHOD(current_player),
                                       METHOD(turn),
                                       METHOD(part),
                                       METHOD(decision),
                                       METHOD(is_terminal),
                                       METHOD(is_chance_node),
                                       METHOD(hand),
                                       METHOD(decisions),
                                       METHOD(legal_actions),
                                       METHOD(num_actions),
                                       METHOD(action),
                                       METHOD(action_index),
                                       METHOD(chance_outcomes),
                                       METHOD(apply_action),
                                       METHOD(apply_index),
                                       METHOD(undo_action),
                                       METHOD(resign),
                                       METHOD(has_resigned),
                                       METHOD(clone),
                                       METHOD(copy_from),
                                       METHOD(reseed),
                                       METHOD(reset),
                                       METHOD(random_playout),
                                       METHOD(playout),
                                       METHOD(hash),
                                       METHOD(returns),
                                       METHOD(rewards),
                                       METHOD(score),
                                       METHOD(winners),
                                       METHOD(goods),
                                       METHOD(good),
                                       METHOD(supply),
                                       METHOD(in_hand),
                                       METHOD(num_tiles),
                                       METHOD(observation_string),
                                       METHOD(action_to_string),
                                       METHOD(string_to_action),
                                       METHOD(phase),
                                       METHOD(captured),
                                       METHOD(spans_laid),
                                       {NULL, NULL}};
const luaL_Reg carc_state_meta[] = {{"__eq", state_eq}, {"__tostring", state_tostring}, {NULL, NULL}};
