/*
** test_binding.c: tests carcassonne.core in hosts that embed Lua. They link the module statically,
** have several Lua states or little memory, and run finalisers in any order.
*/
#include "support.h"
#include "compat/lua_compat.h"
#include <lualib.h>

int luaopen_carcassonne_core (lua_State *L);

/* Opens the libraries, and puts the module into package.preload, as a static build does. */
static int open_all (lua_State *L) {
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_carcassonne_core);
  lua_setfield(L, -2, "carcassonne.core");
  return 0;
}

/*
** Allocations fail only after the Lua state is open, because not every version of Lua checks the
** earlier allocations.
*/
static lua_State *open_lua (pool *memory) {
  int fail_at = memory->fail_at;
  memory->fail_at = 0;
  lua_State *L = carcL_newstate(pool_resize_for_lua, memory);
  assert_non_null(L);
  lua_pushcfunction(L, open_all);
  if (fail_at > 0) memory->fail_at = memory->calls + fail_at;
  if (lua_pcall(L, 0, 0, 0) == LUA_OK) return L;
  lua_close(L);
  return NULL;
}

/* Runs a script; returns whether it succeeded. On failure, the message stays on the stack. */
static bool run (lua_State *L, const char *script) {
  lua_settop(L, 0);
  return luaL_loadstring(L, script) == LUA_OK && lua_pcall(L, 0, 0, 0) == LUA_OK;
}

static void must_run (lua_State *L, const char *script) {
  if (!run(L, script)) fail_msg("%s", lua_tostring(L, -1));
}

/*
** The compiler of LuaJIT is off: in Debian 12, a failed allocation can lead it to a wrong address.
** `calls` is a global variable. If it were an upvalue, LuaJIT would free a function with a wrong
** size when memory fails.
*/
static const char plays[] =
    "if jit then jit.off() end\n"
    "local core = require 'carcassonne.core'\n"
    "calls = 0\n"
    "local hooks = {\n"
    "  on_tile_placed = {{variant = 'v', options = {}, run = function (state, tile) calls = calls + 1 "
    "end}},\n"
    "  points = {{variant = 'v', options = {}, run = function (state, what, points) return points + 1 "
    "end}},\n"
    "}\n"
    "for _, h in ipairs {{}, hooks} do\n"
    "  local game = assert(core.new_game('set base\\nset traders\\nplayers 3\\nvariable a game\\n', h, {}, "
    "100000))\n"
    "  local state = game:new_initial_state(7)\n"
    "  for i = 1, 40 do\n"
    "    local actions = state:legal_actions()\n"
    "    local action = actions[1 + i % #actions]\n"
    "    assert(state:apply_action(action))\n"
    "    local copy = state:clone()\n"
    "    assert(copy == state and #tostring(action) > 3)\n"
    "  end\n"
    "  local text = state:serialize()\n"
    "  local again = assert(game:deserialize_state(text))\n"
    "  assert(again == state)\n"
    "  assert(state:undo_action())\n"
    "  assert(#state:events() > 0)\n"
    "  state:random_playout(3)\n"
    "  assert(state:is_terminal() and #state:returns() == 3)\n"
    "end\n"
    "assert(calls > 0)\n"
    "local game, message = core.new_game('set bsae', {}, {}, 0)\n"
    "assert(game == nil and message:find('base'), message)\n";

static void a_static_build_finds_the_module_in_package_preload (void **unused) {
  (void)unused;
  pool memory = {0};
  lua_State *L = open_lua(&memory);
  assert_non_null(L);
  must_run(L, "local core = require 'carcassonne.core'\n"
              "assert(core == package.loaded['carcassonne.core'] and _G.carcassonne == nil)\n"
              "assert(core.version and core.abi_version and core.save_version)\n"
              "assert(#core.editions == 5 and #core.tilesets == 2)\n");
  must_run(L, plays);
  lua_close(L);
  assert_pool_empty(&memory);
}

static void the_memory_of_games_is_luas_own (void **unused) {
  (void)unused;
  pool memory = {0};
  lua_State *L = open_lua(&memory);
  /* the first game may enlarge Lua's string table, which then keeps its size */
  must_run(L, "core = require 'carcassonne.core'; core.new_game('set base', {}, {}, 0); collectgarbage() "
              "collectgarbage()");
  size_t before = memory.bytes;
  must_run(L, "game = core.new_game('set base', {}, {}, 0)");
  assert_true(memory.bytes > before + 10000);
  must_run(L, "game = nil; collectgarbage() collectgarbage()");
  assert_true(memory.bytes < before + 2000);
  lua_close(L);
  assert_pool_empty(&memory);
}

static void two_lua_states_do_not_meet (void **unused) {
  (void)unused;
  pool one = {0}, other = {0};
  lua_State *L = open_lua(&one), *M = open_lua(&other);
  static const char begins[] = "local core = require 'carcassonne.core'\n"
                               "game = core.new_game('set base', {}, {}, 0)\n"
                               "state = game:new_initial_state(5)\n";
  must_run(L, begins);
  must_run(M, begins);
  for (int i = 0; i < 40; i++) { /* actions alternate between the games */
    must_run(L, "assert(state:apply_index(1))");
    if (i % 2) must_run(M, "assert(state:apply_index(1))");
  }
  must_run(L, "hash = state:hash()");
  must_run(M, "for i = 1, 20 do assert(state:apply_index(1)) end hash = state:hash()");
  lua_getglobal(L, "hash");
  lua_getglobal(M, "hash");
  assert_true(lua_tointeger(L, -1) == lua_tointeger(M, -1));
  lua_close(L);
  must_run(M, "state:random_playout(1) assert(state:is_terminal())");
  lua_close(M);
  assert_pool_empty(&one);
  assert_pool_empty(&other);
}

/* A host may pass the address of a userdata to another Lua state. There it is not a state. */
static void a_state_of_another_lua_state_is_refused (void **unused) {
  (void)unused;
  pool one = {0}, other = {0};
  lua_State *L = open_lua(&one), *M = open_lua(&other);
  static const char begins[] = "core = require 'carcassonne.core'\n"
                               "state = core.new_game('set base', {}, {}, 0):new_initial_state(5)\n"
                               "hash = state:hash()\n";
  must_run(L, begins);
  must_run(M, begins);
  lua_getglobal(L, "state");
  lua_pushlightuserdata(M, lua_touserdata(L, -1));
  lua_setglobal(M, "foreign");
  must_run(M, "for name, method in pairs(core.methods.State) do\n"
              "  local fine, message = pcall(method, foreign, 1, 1, 1)\n"
              "  assert(not fine and message:find('State expected', 1, true), name)\n"
              "end\n"
              "assert(not pcall(state.copy_from, state, foreign) and state:hash() == hash)\n");
  must_run(L, "assert(state:hash() == hash) state:random_playout(1) assert(state:is_terminal())");
  lua_close(M);
  lua_close(L);
  assert_pool_empty(&one);
  assert_pool_empty(&other);
}

/*
** When the host closes the Lua state, the error of the hook is on the stack, the state and the game
** are alive, and a call has not ended.
*/
static void a_host_closes_its_lua_state_after_the_error_of_a_hook (void **unused) {
  (void)unused;
  static const char *const errors[] = {"error('boom')", "error({})", "local t = nil; t.x = 1",
                                       "s:clone():apply_index(0)",
                                       "coroutine.wrap(function () error('boom') end)()"};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    char script[1000];
    pool memory = {0};
    lua_State *L = open_lua(&memory);
    snprintf(
        script, sizeof script,
        "core = require 'carcassonne.core'\n"
        "game = core.new_game('set base', {on_tile_placed = {{variant = 'v', run = function (s) %s end}}}, "
        "{}, 1000)\n"
        "state = game:new_initial_state(1)\n"
        "held = {state:legal_actions(), state:feature(0, 0, 1), state:action(1)}\n"
        "state:apply_index(1)\n",
        errors[i]);
    assert_false(run(L, script));
    lua_close(L);
    assert_pool_empty(&memory);
  }
}

static void a_coroutine_can_play_and_die (void **unused) {
  (void)unused;
  pool memory = {0};
  lua_State *L = open_lua(&memory);
  must_run(L, "local core = require 'carcassonne.core'\n"
              "local game\n"
              "local co = coroutine.create(function ()\n"
              "  game = core.new_game('set base', {on_tile_placed = {{variant = 'v', run = function () "
              "end}}}, {}, 1000)\n"
              "  local state = game:new_initial_state(1)\n"
              "  while true do assert(state:apply_index(1)) coroutine.yield(state) end\n"
              "end)\n"
              "local ok, state\n"
              "for i = 1, 10 do ok, state = coroutine.resume(co) assert(ok, state) end\n"
              "co = nil collectgarbage() collectgarbage()\n"
              "state:random_playout(2) assert(state:is_terminal())\n"
              "game = nil collectgarbage()\n"
              "local copy = state:clone() assert(copy == state)\n");
  lua_close(L);
  assert_pool_empty(&memory);
}

/* Checks that each allocation that fails causes an error and no memory leak. */
static void want_of_memory_is_an_error_and_loses_nothing (void **unused) {
  (void)unused;
  int failures = 0;
  for (int stays = 0; stays < 2; stays++)
    for (int n = 1, step = 1;; n += step) {
      pool memory = {.fail_at = n, .stays = stays};
      lua_State *L = open_lua(&memory);
      bool fine = L != NULL && run(L, plays);
      bool reached = memory.calls >= memory.fail_at;
      if (!fine && L != NULL && strstr(lua_tostring(L, -1), "memory") == NULL)
        fail_msg("allocation %d: %s", n, lua_tostring(L, -1));
      memory.fail_at = 0;
      failures += !fine;
      if (fine && reached && stays) fail_msg("allocation %d and all later ones fail, yet all went well", n);
      if (L != NULL && !fine) must_run(L, "collectgarbage() collectgarbage()");
      if (L != NULL) lua_close(L);
      assert_pool_empty(&memory);
      if (!reached) break;
      step = 1 + n / (times(100) + 5);
    }
  assert_true(failures > 20);
}

static void a_game_goes_on_after_memory_ran_out (void **unused) {
  (void)unused;
  pool memory = {0};
  lua_State *L = open_lua(&memory);
  must_run(L, "core = require 'carcassonne.core'\n"
              "game = core.new_game('set base', {on_tile_placed = {{variant = 'v', run = function (s) return "
              "s:clone() end}}}, "
              "{}, 0)\n"
              "state = game:new_initial_state(1)\n"
              "was = state:clone()\n");
  for (int n = 1; n < 30; n++) {
    memory.fail_at = memory.calls + n;
    memory.stays = true;
    bool fine = run(L, "assert(state:apply_index(1))");
    memory.fail_at = 0;
    must_run(L, fine ? "state:copy_from(was)" : "assert(state == was)");
  }
  must_run(L, "state:random_playout(3) assert(state:is_terminal())");
  lua_close(L);
  assert_pool_empty(&memory);
}

/*
** If the registry cannot grow for a limit, the limit does not begin, and later calls are not
** limited by it.
*/
static void a_limit_for_which_memory_is_missing_has_no_effect (void **unused) {
  (void)unused;
  for (int keys = 0; keys <= 16; keys++) {
    pool memory = {0};
    lua_State *L = open_lua(&memory);
    lua_pushinteger(L, keys);
    lua_setglobal(L, "keys");
    must_run(L, "for i = 1, keys do debug.getregistry()['key ' .. i] = true end\n"
                "core = require 'carcassonne.core'\n"
                "core.script_strings {__index = {}}\n"
                "state = core.new_game('set base', {}, {}, 0):new_initial_state(1)\n"
                "meta = debug.getmetatable ''\n"
                "function idle () end\n"
                "function loop () while true do end end\n"
                "if jit then jit.off(loop) end\n" /* compiled code is not counted */
                "collectgarbage() collectgarbage()");
    assert_int_equal(luaL_loadstring(L, "pcall(core.limited, 10, idle)"), LUA_OK);
    memory.fail_at = memory.calls + 1;
    memory.stays = true;
    lua_pcall(L, 0, 0, 0);
    memory.fail_at = 0;
    must_run(L, "assert(debug.getmetatable '' == meta and debug.gethook() == nil)\n"
                "state:random_playout(1)\n"
                "assert(not core.limited(10, loop))\n"
                "assert(debug.getmetatable '' == meta and debug.gethook() == nil)");
    lua_close(L);
    assert_pool_empty(&memory);
  }
}

/* When the Lua state closes, finalisers run in any order. Objects may refer to each other. */
static void a_lua_state_can_be_closed_with_anything_alive (void **unused) {
  (void)unused;
  static const char makes[] =
      "local core = require 'carcassonne.core'\n"
      "local order = %s\n"
      "local function late (f) return setmetatable({}, {__gc = f}) end\n"
      "local game = core.new_game('set base\\nset traders', {on_tile_placed = {{variant = 'v', run = "
      "function () "
      "end}}}, {}, "
      "100)\n"
      "local state = game:new_initial_state(3)\n"
      "state:apply_index(1)\n"
      "local all = {game = game, state = state, actions = state:legal_actions(), action = "
      "state:legal_actions()[1],\n"
      "  feature = state:feature(0, 0, 'city:N'), copy = state:clone()}\n"
      "keep = {}\n"
      "for _, name in ipairs(order) do\n"
      "  keep[#keep + 1] = all[name]\n"
      "  keep[#keep + 1] = late(function () pcall(tostring, all[name])\n"
      "    pcall(function () return all.state:legal_actions()[1].text end)\n"
      "    pcall(function () return all.feature.points, #all.actions, all.action.text end)\n"
      "    pcall(function () all.copy:random_playout(1) end)\n"
      "    pcall(function () return all.game:new_initial_state(1) end) end)\n"
      "end\n";
  static const char *const orders[] = {"{'game', 'state', 'actions', 'action', 'feature', 'copy'}",
                                       "{'copy', 'feature', 'action', 'actions', 'state', 'game'}",
                                       "{'action'}", "{'feature', 'game'}",
                                       "{'actions', 'copy', 'game', 'state'}"};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    char script[2000];
    pool memory = {0};
    lua_State *L = open_lua(&memory);
    snprintf(script, sizeof script, makes, orders[i]);
    must_run(L, script);
    lua_close(L);
    assert_pool_empty(&memory);
  }
}

static void a_closed_game_is_refused_and_not_used (void **unused) {
  (void)unused;
  pool memory = {0};
  lua_State *L = open_lua(&memory);
  must_run(L, "local core = require 'carcassonne.core'\n"
              "local game = core.new_game('set base', {}, {}, 0)\n"
              "assert(getmetatable(game) == false)\n"
              "for _, wrong in ipairs {0, 'x', {}, print, io.stdout, game} do\n"
              "  local fine, message = pcall(core.methods.State.hash, wrong)\n"
              "  assert(not fine and message:find('bad argument', 1, true), message)\n"
              "end\n"
              "local fine, message = pcall(core.methods.State.hash)\n"
              "assert(not fine and message:find('bad argument', 1, true), message)\n");
  /* calling a finaliser again does nothing */
  must_run(L, "game = package.loaded['carcassonne.core'].new_game('set base', {}, {}, 0)\n"
              "state = game:new_initial_state(1)");
  lua_getglobal(L, "game");
  assert_int_equal(luaL_getmetafield(L, -1, "__gc"), LUA_TFUNCTION);
  for (int i = 0; i < 2; i++) {
    lua_pushvalue(L, -1);
    lua_pushvalue(L, -3);
    assert_int_equal(lua_pcall(L, 1, 0, 0), LUA_OK);
  }
  must_run(
      L,
      "for _, call in ipairs {function () return game:players() end, function () return state:hash() end,\n"
      "  function () return state:legal_actions() end, function () return state:apply_index(1) end} do\n"
      "  local fine, message = pcall(call)\n"
      "  assert(not fine and message:find('closed', 1, true), message)\n"
      "end\n");
  lua_close(L);
  assert_pool_empty(&memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_static_build_finds_the_module_in_package_preload),
      cmocka_unit_test(the_memory_of_games_is_luas_own),
      cmocka_unit_test(two_lua_states_do_not_meet),
      cmocka_unit_test(a_state_of_another_lua_state_is_refused),
      cmocka_unit_test(a_host_closes_its_lua_state_after_the_error_of_a_hook),
      cmocka_unit_test(a_coroutine_can_play_and_die),
      cmocka_unit_test(want_of_memory_is_an_error_and_loses_nothing),
      cmocka_unit_test(a_game_goes_on_after_memory_ran_out),
      cmocka_unit_test(a_limit_for_which_memory_is_missing_has_no_effect),
      cmocka_unit_test(a_lua_state_can_be_closed_with_anything_alive),
      cmocka_unit_test(a_closed_game_is_refused_and_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
