/*
** test_pass_state.c: tests a host with functions in Lua and in C that pass each other states
** (carc_lua_tostate and carc_lua_pushstate).
*/
#include "carcassonne_lua.h"
#include "support.h"
#include "compat/lua_compat.h"
#include <lualib.h>

/*
** play(state, seed): returns a copy of the state that C has played to its end; if this fails, nil,
** a message and a code.
*/
static int play_in_c (lua_State *L) {
  const carc_definition *d;
  const carc_state *s = carc_lua_tostate(L, 1, &d);
  carc_error err = {0};
  luaL_argcheck(L, s != NULL && d != NULL, 1, "no state for C");
  size_t size = carc_definition_state_size(d);
  carc_state *own = malloc(size), *before = malloc(size);
  assert_true(own != NULL && before != NULL);
  carc_state_clone(d, own, s);
  carc_state_clone(d, before, s);
  carc_status status = carc_state_random_playout(d, own, (uint64_t)luaL_checkinteger(L, 2), &err);
  if (status == CARC_OK)
    carc_lua_pushstate(L, 1, own);
  else
    lua_pushnil(L);
  assert_same(d, s, before);
  free(own);
  free(before);
  lua_pushstring(L, err.message);
  lua_pushstring(L, carc_status_name(status));
  return 3;
}

/* usable(value): whether carc_lua_tostate returns a state. */
static int is_usable (lua_State *L) {
  const carc_definition *d;
  const carc_state *s = carc_lua_tostate(L, 1, &d);
  assert_int_equal(s != NULL, d != NULL);
  lua_pushboolean(L, s != NULL);
  return 1;
}

/* copied(value, state): passes a state of C to carc_lua_pushstate with this value. */
static int copy_with (lua_State *L) {
  const carc_definition *d;
  const carc_state *s = carc_lua_tostate(L, 2, &d);
  carc_lua_pushstate(L, 1, s);
  return 1;
}

static void run (const char *script) {
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_pushcfunction(L, carc_lua_preload);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) fail_msg("%s", lua_tostring(L, -1));
  lua_register(L, "play", play_in_c);
  lua_register(L, "usable", is_usable);
  lua_register(L, "copied", copy_with);
  if (luaL_loadstring(L, script) != LUA_OK || lua_pcall(L, 0, 0, 0) != LUA_OK)
    fail_msg("%s", lua_tostring(L, -1));
  lua_close(L);
}

static void c_plays_a_copy_with_the_scripts_of_its_game (void **unused) {
  (void)unused;
  run("local carcassonne = require 'carcassonne'\n"
      "local game = carcassonne.game { variants = { 'tower', 'princess-and-dragon', 'siege' } }\n"
      "for seed = 1, 10 do\n"
      "  local state = game:new_initial_state(seed)\n"
      "  for _ = 1, 30 do state:apply_index(1) end\n"
      "  local hash, other = state:hash(), state:clone()\n"
      "  other:random_playout(seed)\n"
      "  local played = assert(play(state, seed))\n"
      "  assert(played:hash() == other:hash() and played:serialize() == other:serialize())\n"
      "  assert(state:hash() == hash and played:is_terminal())\n"
      "  played:undo_action()\n"
      "  local later = coroutine.wrap(function() return play(state, seed) end)()\n"
      "  assert(later:hash() == other:hash())\n"
      "end\n");
}

static void other_values_are_not_states_for_c (void **unused) {
  (void)unused;
  run("local carcassonne = require 'carcassonne'\n"
      "local state, looks\n"
      "local variant = { name = 'looks', on_tile_placed = function(view)\n"
      "  looks = looks or usable(view) or usable(view:clone()) or usable(state)\n"
      "end }\n"
      "local game = carcassonne.game { variants = { variant } }\n"
      "state = game:new_initial_state(1)\n"
      "assert(usable(state) and not usable(game) and not usable(nil) and not usable(5))\n"
      "assert(not usable(state:action(1)) and not usable(io.stdout) and not usable(setmetatable({}, {})))\n"
      "state:apply_index(1)\n"
      "assert(looks == false)\n"
      "state:random_playout(1)\n"
      "assert(looks == false)\n"
      "for _, value in ipairs { 5, 'x', io.stdout, state:action(1) } do\n"
      "  local fine, message = pcall(copied, value, state)\n"
      "  assert(not fine and message:find 'Game expected', message)\n"
      "end\n"
      "assert(copied(game, state) == state and copied(state, state) == state)\n"
      "debug.getmetatable(game).__gc(game)\n"
      "assert(not usable(state))\n");
}

static void the_hooks_of_a_decision_share_its_budget (void **unused) {
  (void)unused;
  run("local carcassonne = require 'carcassonne'\n"
      "local loops\n"
      "local busy = { name = 'busy', allow_placement = function()\n"
      "  for _ = 1, loops do end\n"
      "end }\n"
      "local function outcome(budget, n)\n"
      "  loops = 0\n"
      "  local game = carcassonne.game { variants = { busy }, sets = { 'base' }, budget = budget }\n"
      "  local state = game:new_initial_state(1)\n"
      "  loops = n or 30000\n"
      "  return play(state, 1)\n"
      "end\n"
      "assert(outcome(0))\n"
      "local many = 1099511627776\n"
      "assert(outcome { call = 100000, action = many, game = many })\n"
      "assert(outcome({ call = 100000, action = 1000000, game = many }, 3000))\n"
      "local state, message, code = outcome { call = 1000000, action = 1100000, game = many }\n"
      "assert(not state and code == 'script', code)\n"
      "assert(message:find('busy', 1, true) and message:find('in one action', 1, true), message)\n"
      "state, message, code = outcome(20000)\n"
      "assert(not state and message:find('too many instructions', 1, true), message)\n");
}

/* The hook of a table runs in the host's Lua state, so it can call C functions of the host. */
static void a_hook_may_call_c_code_that_plays (void **unused) {
  (void)unused;
  run("local carcassonne = require 'carcassonne'\n"
      "local spare, plays\n"
      "local variant = { name = 'plays', on_tile_placed = function(state, tile)\n"
      "  if not plays then return end\n"
      "  plays = false\n"
      "  local tiles = state:num_tiles()\n"
      "  local played = assert(play(spare, 1))\n"
      "  assert(played:is_terminal() and state:num_tiles() == tiles and not state:is_terminal())\n"
      "  state:award(1, 7)\n"
      "end }\n"
      "local game = carcassonne.game { variants = { variant } }\n"
      "spare = game:new_initial_state(2)\n"
      "local state = game:new_initial_state(1)\n"
      "plays = true\n"
      "state:apply_index(1)\n"
      "assert(plays == false and state:score(1) == 7)\n"
      "assert(play(state, 3))\n");
}

static void calls_of_c_and_hooks_are_nested_30_deep_at_most (void **unused) {
  (void)unused;
  run("local carcassonne = require 'carcassonne'\n"
      "local spare, depth, most = nil, 0, 0\n"
      "local variant = { name = 'nests', on_tile_placed = function()\n"
      "  if not spare then return end\n"
      "  depth = depth + 1\n"
      "  most = math.max(most, depth)\n"
      "  local played, message = play(spare, 1)\n"
      "  depth = depth - 1\n"
      "  if not played then error(message) end\n"
      "end }\n"
      "local game = carcassonne.game { variants = { variant } }\n"
      "spare = game:new_initial_state(2)\n"
      "local played, message, code = play(spare, 1)\n"
      "assert(not played and code == 'script' and depth == 0 and most > 5 and most <= 30, most)\n"
      "assert(message:find('nested more than 30 deep', 1, true) or message:find 'overflow', message)\n"
      "spare = nil\n"
      "assert(play(game:new_initial_state(3), 1))\n");
}

static void an_error_of_a_hook_is_an_error_in_c (void **unused) {
  (void)unused;
  run("local carcassonne = require 'carcassonne'\n"
      "local left = 5\n"
      "local variant = { name = 'fails', on_tile_placed = function()\n"
      "  left = left - 1\n"
      "  if left < 0 then error 'on purpose' end\n"
      "end }\n"
      "local state = carcassonne.game { variants = { variant } }:new_initial_state(1)\n"
      "local played, message, code = play(state, 1)\n"
      "assert(not played and code == 'script')\n"
      "assert(message:find(\"variant 'fails', on_tile_placed: \", 1, true), message)\n"
      "assert(message:find('on purpose', 1, true))\n");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(c_plays_a_copy_with_the_scripts_of_its_game),
      cmocka_unit_test(other_values_are_not_states_for_c),
      cmocka_unit_test(the_hooks_of_a_decision_share_its_budget),
      cmocka_unit_test(a_hook_may_call_c_code_that_plays),
      cmocka_unit_test(calls_of_c_and_hooks_are_nested_30_deep_at_most),
      cmocka_unit_test(an_error_of_a_hook_is_an_error_in_c),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
