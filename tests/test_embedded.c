/*
** test_embedded.c: tests a host into which the module and the Lua files are linked. It must not
** find the files of the project.
*/
#include "carcassonne_lua.h"
#include "support.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

static lua_State *prepare (lua_State *L) {
  assert_non_null(L);
  luaL_openlibs(L);
  lua_pushcfunction(L, carc_lua_preload);
  if (lua_pcall(L, 0, 0, 0) != 0) fail_msg("%s", lua_tostring(L, -1));
  return L;
}

static lua_State *open_host (void) { return prepare(luaL_newstate()); }

/* Opens a host whose Lua state may use 8 MB. */
static lua_State *open_small_host (pool *memory) {
  memory->most = 8000000;
  return prepare(lua_newstate(pool_resize_for_lua, memory));
}

static void must_run (lua_State *L, const char *script) {
  lua_settop(L, 0);
  if (luaL_loadstring(L, script) != 0 || lua_pcall(L, 0, 0, 0) != 0) fail_msg("%s", lua_tostring(L, -1));
}

static void it_plays_every_shipped_script (void **unused) {
  (void)unused;
  lua_State *L = open_host();
  must_run(L, "package.path, package.cpath = '', ''\n"
              "local carcassonne = require 'carcassonne'\n"
              "local lists, all = { carcassonne.expansions(), carcassonne.shipped_variants() }, {}\n"
              "for _, names in ipairs(lists) do\n"
              "  for _, name in ipairs(names) do all[#all + 1] = name end\n"
              "end\n"
              "assert(#all > 10)\n"
              "local state = carcassonne.game { variants = all, players = 3 }:new_initial_state(1)\n"
              "state:random_playout(1)\n"
              "assert(state:is_terminal() and carcassonne.load(state:serialize()):hash() == state:hash())\n");
  lua_close(L);
}

static void it_finds_bots_and_views_but_not_the_command (void **unused) {
  (void)unused;
  lua_State *L = open_host();
  must_run(L, "package.path, package.cpath = '', ''\n"
              "assert(require('carcassonne.bots').names()[1] and require 'carcassonne.text.tile')\n"
              "local found, message = pcall(require, 'carcassonne.cli')\n"
              "assert(not found and message:find(\"no module 'carcassonne.cli' is linked into\", 1, true), "
              "message)\n");
  lua_close(L);
}

static void it_has_dkjson_after_the_places_of_the_host (void **unused) {
  (void)unused;
  lua_State *L = open_host();
  must_run(L, "package.path, package.cpath = '', ''\n"
              "assert(require('dkjson').encode { 1 } == '[1]')\n"
              "package.loaded.dkjson = nil\n"
              "table.insert(package.searchers or package.loaders, 3, function(name)\n"
              "  return name == 'dkjson' and function() return 'of the host' end or nil\n"
              "end)\n"
              "assert(require 'dkjson' == 'of the host')\n");
  lua_close(L);
}

/* A script in the host's package.preload takes precedence over a linked script of that name. */
static void it_may_have_a_script_of_its_own_in_the_place_of_one (void **unused) {
  (void)unused;
  static const char own[] = "return { name = 'festival', description = 'of the host' }";
  lua_State *L = open_host();
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  assert_int_equal(luaL_loadbuffer(L, own, sizeof own - 1, "=own"), 0);
  lua_setfield(L, -2, "carcassonne.expansions.festival");
  must_run(L, "assert(require('carcassonne').variant('festival').description == 'of the host')");
  lua_close(L);
}

/* A script that requires a file in its own folder. */
static const char neighbours[] =
    "package.cpath = ''\n"
    "local path = (os.tmpname():gsub('%.', '_'))\n" /* on Windows, the names have dots */
    "local script, name = path .. '.lua', path:match '([%w_]+)$' .. 'points'\n"
    "local function write(to, text) local file = assert(io.open(to, 'w')) file:write(text) file:close() end\n"
    "write(script, ('return { name = \"beside\", points = require %q }'):format(name))\n"
    "write(path .. 'points.lua', \"return { { kind = 'road', complete = true, add = 1 } }\")\n"
    "local found, variant = pcall(require('carcassonne').variant, script)\n"
    "os.remove(path) os.remove(script) os.remove(path .. 'points.lua')\n";

static void it_reads_files_beside_a_script_with_carcassonne_sys_alone (void **unused) {
  (void)unused;
  char script[2000];
  lua_State *L = open_host();
  snprintf(script, sizeof script, "%s%s", neighbours,
           "assert(not found and tostring(variant):find('carcassonne.sys', 1, true), tostring(variant))\n");
  must_run(L, script);
  lua_close(L);
  L = open_host();
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_carcassonne_sys);
  lua_setfield(L, -2, "carcassonne.sys");
  snprintf(script, sizeof script, "%s%s", neighbours,
           "assert(found and variant.name == 'beside', tostring(variant))\n");
  must_run(L, script);
  lua_close(L);
}

/* Makes 300 different games. `make` must not keep references to them. */
static void make_300_games (const char *make) {
  char script[2000];
  pool memory = {0};
  lua_State *L = open_small_host(&memory);
  snprintf(script, sizeof script,
           "local carcassonne = require 'carcassonne'\n"
           "local path = os.tmpname()\n"
           "local file = assert(io.open(path, 'w'))\n"
           "file:write \"return { name = 'rule', on_tile_placed = function() end }\"\n"
           "file:close()\n"
           "local settings = { variants = { path } }\n"
           "local saved = carcassonne.game(settings):new_initial_state(1):serialize()\n"
           "for i = 1, 300 do %s end\n"
           "os.remove(path)\n",
           make);
  must_run(L, script);
  lua_close(L);
  assert_pool_empty(&memory);
}

static void it_makes_300_games_of_different_tiles_in_8_mb (void **unused) {
  (void)unused;
  make_300_games("carcassonne.game { counts = { ['BA-U'] = i } }:new_initial_state(i):random_playout(i)");
}

static void it_reads_a_script_for_300_games_in_8_mb (void **unused) {
  (void)unused;
  make_300_games("carcassonne.game(settings):new_initial_state(i):random_playout(i)");
}

static void it_loads_300_saved_games_with_a_script_in_8_mb (void **unused) {
  (void)unused;
  make_300_games("assert(carcassonne.load(saved, settings))");
}

/* Before an allocation fails, all garbage is collected, even if the collector is stopped. */
static void memory_is_refused_only_if_a_collection_does_not_help (void **unused) {
  (void)unused;
  static const char *const makes[] = {"carcassonne.game { counts = { ['BA-U'] = i % 900 } }",
                                      "state:clone()",
                                      "game:new_initial_state(i)",
                                      "assert(game:deserialize_state(saved))",
                                      "assert(carcassonne.load(saved))",
                                      "state:clone():keep_undo(4)"};
  for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
    char script[1000];
    pool memory = {0};
    lua_State *L = open_small_host(&memory);
    snprintf(script, sizeof script,
             "local carcassonne = require 'carcassonne'\n"
             "local game = carcassonne.game()\n"
             "local state = game:new_initial_state(1)\n"
             "local saved = state:serialize()\n"
             "collectgarbage 'stop'\n"
             "for i = 1, 1500 do %s end\n",
             makes[i]);
    must_run(L, script);
    lua_close(L);
    assert_pool_empty(&memory);
  }
}

/* Loads a saved game with every amount of memory left in the host. */
static void want_of_memory_is_a_code_of_a_saved_game (void **unused) {
  (void)unused;
  int refused = 0;
  for (size_t left = 0; left < 600000; left += 20000) {
    pool memory = {0};
    lua_State *L = open_small_host(&memory);
    must_run(L, "carcassonne = require 'carcassonne'\n"
                "saved = carcassonne.game { variants = { 'tower' } }:new_initial_state(1):serialize()\n"
                "assert(carcassonne.load(saved))\n"
                "function load() state, message, code = carcassonne.load(saved) end\n"
                "state, message, code = nil, nil, nil\n"
                "collectgarbage() collectgarbage() collectgarbage 'stop'\n");
    memory.most = memory.bytes + left;
    lua_getglobal(L, "load");
    if (lua_pcall(L, 0, 0, 0) != 0) fail_msg("%d bytes: %s", (int)left, lua_tostring(L, -1));
    memory.most = 0;
    must_run(L, "assert(state or (code == 'memory' and message:find 'not enough memory'), message)");
    lua_getglobal(L, "state");
    refused += lua_isnil(L, -1);
    lua_close(L);
    assert_pool_empty(&memory);
  }
  assert_true(refused > 3);
}

/*
** Each error leaves nothing in the Lua state of the sandbox; otherwise, its stack would grow.
** The text is longer than the remaining memory, so that copying it to the host fails.
*/
static void a_bot_in_a_sandbox_survives_many_memory_errors_of_its_host (void **unused) {
  (void)unused;
  pool memory = {0};
  lua_State *L = open_small_host(&memory);
  must_run(L,
           "local carcassonne = require 'carcassonne'\n"
           "local sandboxed = require 'carcassonne.bots.sandboxed'\n"
           "local text = [[local long = ('x'):rep(60000)\n"
           "  return { new = function() return { choose = function() return { text = long } end } end }]]\n"
           "local state = carcassonne.game():new_initial_state(1)\n"
           "local bot = sandboxed.load('long.lua', { read = function() return text end }).new(1, {})\n"
           "function choose() return #bot:choose(state).text end\n"
           "assert(choose() == 60000)\n");
  lua_gc(L, LUA_GCCOLLECT, 0);
  size_t before = memory.bytes;
  int failed = 0;
  for (int i = 0; i < 2000; i++) {
    lua_gc(L, LUA_GCCOLLECT, 0);
    memory.most = memory.bytes + 50000;
    lua_settop(L, 0);
    lua_getglobal(L, "choose");
    failed += lua_pcall(L, 0, 1, 0) != 0;
    memory.most = 0;
  }
  assert_true(failed > 1800);
  lua_gc(L, LUA_GCCOLLECT, 0);
  assert_true(memory.bytes < before + 300000);
  must_run(L, "assert(choose() == 60000)");
  lua_close(L);
  assert_pool_empty(&memory);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_plays_every_shipped_script),
      cmocka_unit_test(it_finds_bots_and_views_but_not_the_command),
      cmocka_unit_test(it_has_dkjson_after_the_places_of_the_host),
      cmocka_unit_test(it_may_have_a_script_of_its_own_in_the_place_of_one),
      cmocka_unit_test(it_reads_files_beside_a_script_with_carcassonne_sys_alone),
      cmocka_unit_test(it_makes_300_games_of_different_tiles_in_8_mb),
      cmocka_unit_test(it_reads_a_script_for_300_games_in_8_mb),
      cmocka_unit_test(it_loads_300_saved_games_with_a_script_in_8_mb),
      cmocka_unit_test(memory_is_refused_only_if_a_collection_does_not_help),
      cmocka_unit_test(want_of_memory_is_a_code_of_a_saved_game),
      cmocka_unit_test(a_bot_in_a_sandbox_survives_many_memory_errors_of_its_host),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
