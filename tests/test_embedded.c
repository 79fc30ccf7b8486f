/*
** A host in which everything is linked, the module and the Lua files: no file of this project is to be found.
*/
#include "carcassonne_lua.h"
#include "support.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

static lua_State *open_host (void) {
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  luaL_openlibs(L);
  lua_pushcfunction(L, carc_lua_preload);
  if (lua_pcall(L, 0, 0, 0) != 0) fail_msg("%s", lua_tostring(L, -1));
  return L;
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
  must_run(
      L, "package.path, package.cpath = '', ''\n"
         "assert(require('carcassonne.bots').names()[1] and require 'carcassonne.text.tile')\n"
         "local found, message = pcall(require, 'carcassonne.cli')\n"
         "assert(not found and message:find(\"no module 'carcassonne.cli' linked in\", 1, true), message)\n");
  lua_close(L);
}

/* What a host puts into package.preload itself is nearer than what is linked in. */
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

/* A script that requires a file beside it. */
static const char neighbours[] =
    "package.cpath = ''\n"
    "local path = (os.tmpname():gsub('%.', '_'))\n" /* on Windows a name has dots */
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

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_plays_every_shipped_script),
      cmocka_unit_test(it_finds_bots_and_views_but_not_the_command),
      cmocka_unit_test(it_may_have_a_script_of_its_own_in_the_place_of_one),
      cmocka_unit_test(it_reads_files_beside_a_script_with_carcassonne_sys_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
