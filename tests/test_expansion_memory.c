/*
** test_expansion_memory.c: plays a session with each shipped expansion in which one allocation
** fails: each allocation of the engine in turn, and samples of the allocations of Lua. The call in
** which an allocation fails must report the failure and change nothing. When the call is repeated,
** it must succeed, and no memory may be lost.
*/
#include "carcassonne_lua.h"
#include "support.h"
#include "compat/lua_compat.h"
#include <lualib.h>

/*
** Memory of a host. Only while a call is disturbed, the host's allocations are counted, and one of
** them fails.
*/
typedef struct host {
  pool memory;
  bool disturbed, engine_only;
  int calls, fail_at;
  bool stays; /* all later allocations fail, too, until the call has failed */
} host;

static bool fails_now (host *h, bool engine, void *old, size_t old_size, size_t new_size) {
  bool grows = new_size > (old != NULL ? old_size : 0);
  if (!h->disturbed || !grows || (h->engine_only && !engine)) return false;
  h->calls++;
  return h->fail_at > 0 && (h->calls == h->fail_at || (h->stays && h->calls > h->fail_at));
}

static void *allocate_for_lua (void *ud, void *old, size_t old_size, size_t new_size) {
  host *h = ud;
  return fails_now(h, false, old, old_size, new_size)
             ? NULL
             : pool_resize_for_lua(&h->memory, old, old_size, new_size);
}

static void *allocate_for_engine (void *ud, void *old, size_t old_size, size_t new_size) {
  host *h = ud;
  return fails_now(h, true, old, old_size, new_size)
             ? NULL
             : pool_resize_for_lua(&h->memory, old, old_size, new_size);
}

/* disturb(on): whether allocations are counted and may fail. */
static int disturb (lua_State *L) {
  host *h = lua_touserdata(L, lua_upvalueindex(1));
  h->disturbed = lua_toboolean(L, 1);
  return 0;
}

/* as_engine(on): games that are made while this is on have the engine's allocator. */
static int as_engine (lua_State *L) {
  host *h = lua_touserdata(L, lua_upvalueindex(1));
  lua_setallocf(L, lua_toboolean(L, 1) ? allocate_for_engine : allocate_for_lua, h);
  return 0;
}

/* failed(): memory is available again. */
static int failed (lua_State *L) {
  host *h = lua_touserdata(L, lua_upvalueindex(1));
  h->fail_at = 0;
  return 0;
}

static const char session[] =
    "if jit then jit.off() end\n" /* compiled code would take memory at random */
    "local core = require 'carcassonne.core'\n"
    "local make = core.new_game\n"
    "local unpack = table.unpack or unpack\n"
    "function core.new_game (...)\n"
    "  as_engine(true)\n"
    "  local results = { pcall(make, ...) }\n"
    "  as_engine(false)\n"
    "  if not results[1] then error(results[2], 0) end\n"
    "  return unpack(results, 2, 6)\n"
    "end\n"
    "local carcassonne = require 'carcassonne'\n"
    "local e\n"
    /* Runs a call, and runs it again if an allocation failed. Returns whether one failed. */
    "local function call (what, run)\n"
    "  local before = e.state and e.state:clone()\n"
    "  disturb(true)\n"
    "  local fine, message = pcall(run)\n"
    "  disturb(false)\n"
    "  if fine then return end\n"
    "  failed()\n"
    "  e.failures = e.failures + 1\n"
    "  if not tostring(message):find('memory', 1, true) then error(what .. ': ' .. tostring(message), 0) "
    "end\n"
    "  if before and e.state ~= before then error(what .. ' failed and changed the state', 0) end\n"
    "  fine, message = pcall(run)\n"
    "  if not fine then error(what .. ', repeated: ' .. tostring(message), 0) end\n"
    "end\n"
    "local function fine (result, message, code)\n"
    "  if result == nil then\n"
    "    if code ~= 'out of memory' then error('code ' .. tostring(code) .. ': ' .. tostring(message), 0) "
    "end\n"
    "    error(message, 0)\n"
    "  end\n"
    "  return result\n"
    "end\n"
    "local function decide ()\n"
    "  local n = e.state:num_actions()\n"
    "  if n > 0 then fine(e.state:apply_index(1 + e.state:decisions() * 7 % n)) end\n"
    "end\n"
    "local function query ()\n"
    "  local s = e.state\n"
    "  assert(s:count { 'tiles', around = { has = { 'segments', min = 1 } } } > 0)\n"
    "  assert(s:features() and s:legal_actions() and s:events() and s:pieces() and s:observation_string(1))\n"
    "end\n"
    "function play (names)\n"
    "  e = { failures = 0 }\n"
    "  call('game', function () e.game = carcassonne.game { variants = names, players = 3 } end)\n"
    "  call('new state', function () e.state = fine(e.game:new_initial_state(7)) end)\n"
    "  for i = 1, 24 do call('decision ' .. i, decide) end\n"
    "  call('query', query)\n"
    "  call('clone', function () assert(e.state:clone() == e.state) end)\n"
    "  call('undo', function () assert(e.state:undo_action()) end)\n"
    "  call('save', function () e.text = e.state:serialize() end)\n"
    "  call('load', function () assert(fine(e.game:deserialize_state(e.text)) == e.state) end)\n"
    "  call('playout', function () e.state:clone():random_playout(3) end)\n"
    "  call('resample', function () assert(e.state:resample(1, 5)) end)\n"
    "  call('end', function () e.state:random_playout(5) end)\n"
    "  local hash, failures = e.state:hash(), e.failures\n"
    "  assert(e.state:is_terminal())\n"
    "  e = nil\n"
    "  collectgarbage() collectgarbage()\n"
    "  return hash, failures\n"
    "end\n";

static void give (lua_State *L, const char *name, lua_CFunction function, host *h) {
  lua_pushlightuserdata(L, h);
  lua_pushcclosure(L, function, 1);
  lua_setglobal(L, name);
}

static int open_all (lua_State *L) {
  luaL_openlibs(L);
  return carc_lua_preload(L);
}

static lua_State *open_host (host *h) {
  lua_State *L = carcL_newstate(allocate_for_lua, h);
  assert_non_null(L);
  lua_pushcfunction(L, open_all);
  assert_int_equal(lua_pcall(L, 0, 0, 0), LUA_OK);
  give(L, "disturb", disturb, h);
  give(L, "as_engine", as_engine, h);
  give(L, "failed", failed, h);
  if (luaL_loadstring(L, session) != LUA_OK || lua_pcall(L, 0, 0, 0) != LUA_OK)
    fail_msg("%s", lua_tostring(L, -1));
  return L;
}

typedef struct outcome {
  lua_Integer hash;
  int failures;
} outcome;

/* Plays a session with an expansion, NULL for none. */
static outcome play_session (lua_State *L, const host *h, const char *name) {
  int at = h->fail_at;
  lua_getglobal(L, "play");
  lua_newtable(L);
  if (name != NULL) {
    lua_pushstring(L, name);
    lua_rawseti(L, -2, 1);
  }
  if (lua_pcall(L, 1, 2, 0) != LUA_OK)
    fail_msg("%s, allocation %d: %s", name != NULL ? name : "base", at, lua_tostring(L, -1));
  outcome o = {lua_tointeger(L, -2), (int)lua_tointeger(L, -1)};
  lua_pop(L, 2);
  return o;
}

/* Fails allocations from number `first` in these steps. Returns the number of failed calls. */
static int fail_some (lua_State *L, host *h, const char *name, lua_Integer hash, int first, int step) {
  int failures = 0;
  for (int n = first;; n += step) {
    h->calls = 0;
    h->fail_at = n;
    outcome o = play_session(L, h, name);
    if (o.hash != hash) fail_msg("%s, allocation %d: the game ends differently", name, n);
    if (h->calls < n) break; /* the session has fewer allocations */
    /* Lua 5.4 collects garbage and repeats a failed allocation */
    if (o.failures != 1 && h->stays) fail_msg("%s, allocation %d: %d failures", name, n, o.failures);
    failures += o.failures;
  }
  return failures;
}

/* Whether this run tests all allocations: at full scale, or with CARC_TEST_MEMORY=all. */
static bool tests_all (void) { return times(40) == 40 || getenv("CARC_TEST_MEMORY") != NULL; }

/*
** Lua 5.2 frees its records of calls whenever it collects garbage. If all later allocations fail,
** it then cannot call a finaliser and forgets it, so the definition of a game is lost.
*/
static bool may_lose_finalisers (const host *h) { return LUA_VERSION_NUM == 502 && h->stays; }

/* The bytes that a Lua state uses after its garbage was collected. */
static size_t bytes_in_use (lua_State *L, host *h) {
  h->fail_at = 0;
  lua_gc(L, LUA_GCCOLLECT, 0);
  lua_gc(L, LUA_GCCOLLECT, 0); /* what the first collection finalised */
  return h->memory.bytes;
}

/*
** Disturbs the sessions of one expansion: all allocations if `all` is true, otherwise samples, from
** a random number on.
*/
static int disturb_expansion (host *h, const char *name, bool all, int samples, uint64_t *random) {
  lua_State *L = open_host(h);
  h->fail_at = 0;
  lua_Integer hash = play_session(L, h, name).hash; /* the first one fills caches */
  h->calls = 0;
  assert_true(play_session(L, h, name).hash == hash);
  int step = all || h->calls <= samples ? 1 : h->calls / samples;
  size_t before = bytes_in_use(L, h);
  int failures = fail_some(L, h, name, hash, 1 + below(random, step), step);
  size_t after = bytes_in_use(L, h);
  if (may_lose_finalisers(h)) {
    lua_close(L);
    return failures;
  }
  if (after > before + 100000)
    fail_msg("%s: %zu bytes before, %zu after", name != NULL ? name : "base", before, after);
  lua_close(L);
  if (h->memory.blocks != 0)
    fail_msg("%s: %d blocks are lost", name != NULL ? name : "base", h->memory.blocks);
  return failures;
}

/* The names of the shipped expansions, on the stack of a Lua state. Returns their number. */
static int list_expansions (lua_State *L) {
  const char *list = "local c, all = require 'carcassonne', {}\n"
                     "for _, names in ipairs { c.expansions(), c.shipped_variants() } do\n"
                     "  for _, name in ipairs(names) do all[#all + 1] = name end\n"
                     "end\n"
                     "return all";
  if (luaL_loadstring(L, list) != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK)
    fail_msg("%s", lua_tostring(L, -1));
  return (int)lua_rawlen(L, -1);
}

static void disturb_each_expansion (bool engine_only, bool stays, bool all, int samples) {
  host reader = {0};
  lua_State *names = open_host(&reader);
  int n = list_expansions(names), failures = 0;
  uint64_t random = 33;
  assert_true(n > 20);
  for (int i = 1; i <= n; i++) {
    host h = {.engine_only = engine_only, .stays = stays};
    lua_rawgeti(names, -1, i);
    failures += disturb_expansion(&h, lua_tostring(names, -1), all, samples, &random);
    lua_pop(names, 1);
  }
  lua_close(names);
  assert_pool_empty(&reader.memory);
  print_message("%d failed calls with %d expansions\n", failures, n);
}

static void each_allocation_of_the_engine_may_fail_with_each_expansion (void **unused) {
  (void)unused;
  disturb_each_expansion(true, false, tests_all(), times(80));
}

static void all_allocations_of_the_engine_may_fail_from_one_on (void **unused) {
  (void)unused;
  disturb_each_expansion(true, true, tests_all(), times(80));
}

/* LuaJIT frees a function that it could not complete with a wrong size. */
static bool is_luajit (void) {
  host h = {0};
  lua_State *L = open_host(&h);
  lua_getglobal(L, "jit");
  bool is = !lua_isnil(L, -1);
  lua_close(L);
  return is;
}

static void allocations_of_lua_may_fail_with_each_expansion (void **unused) {
  (void)unused;
  if (is_luajit()) skip();
  disturb_each_expansion(false, true, false, times(80));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_allocation_of_the_engine_may_fail_with_each_expansion),
      cmocka_unit_test(all_allocations_of_the_engine_may_fail_from_one_on),
      cmocka_unit_test(allocations_of_lua_may_fail_with_each_expansion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
