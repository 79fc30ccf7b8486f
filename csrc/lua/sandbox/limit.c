/*
** limit.c: counts the instructions of scripts, and stops a script that exceeds its budget.
**
** Each call of a hook and the reading of a script have a budget. Once it is used up, every further
** instruction raises an error, so that neither pcall nor a coroutine can go on. An operation that
** takes long within one instruction is charged as many, and is bounded: while a limit is on,
** strings have other functions, as methods, too: s:rep(n).
*/
#include "sandbox/limit.h"
#include "compat/c_locale.h"
#include "sandbox/budget.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox/script_error.h"

enum { STRIDE = 1000, SHALLOW = 128, DEEPEST = 4096 };

/*
** Their addresses name in the registry: the running budget, the metatables of strings in a limit
** and outside, and a string. All have a place there from the first, so that a limit begins and ends
** without memory, and nothing is collected meanwhile.
*/
static const char budget_key = 0, inner_strings_key = 0, outer_strings_key = 0, string_key = 0;

static void set_budget (lua_State *L, instruction_budget *b) {
  lua_pushlightuserdata(L, b);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &budget_key);
}

void carcL_open_limits (lua_State *L) {
  bool known = lua_rawgetp(L, LUA_REGISTRYINDEX, &budget_key) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return; /* a host has opened the module before, and may be in a limit now */
  set_budget(L, NULL);
  lua_pushboolean(L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &inner_strings_key);
  lua_pushboolean(L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &outer_strings_key);
  lua_pushliteral(L, "any");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &string_key);
}

instruction_budget *carcL_running_budget (lua_State *L) {
  sandbox_ud *x = carcL_sandbox_of(L);
  if (x != NULL) return &x->budget;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &budget_key);
  instruction_budget *b = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return b;
}

static void count_instructions (lua_State *L, lua_Debug *ar) {
  (void)ar;
  instruction_budget *b = carcL_running_budget(L);
  if (b != NULL) carcL_spend(L, b, STRIDE);
}

/*
** From now on each instruction fails. Where it was is added by carcL_explain_error: in a hook of
** Lua's luaL_error names the caller.
*/
static int give_up (lua_State *L, instruction_budget *b, const char *message) {
  b->left = 0;
  lua_sethook(L, lua_gethook(L), LUA_MASKCOUNT, 1);
  lua_pushstring(L, message);
  return lua_error(L);
}

/*
** What an instruction counts as, where many calls are inside one another, the host's among them: an
** error that is caught there takes time by their number. 0 if they are too many.
*/
static int weight (lua_State *L) {
  lua_Debug ar;
  int level = SHALLOW;
  while (level <= DEEPEST && lua_getstack(L, level, &ar)) level *= 2;
  return level > DEEPEST ? 0 : level / SHALLOW;
}

void carcL_spend (lua_State *L, instruction_budget *b, int64_t instructions) {
  int times = b->left > 0 ? weight(L) : 1;
  b->left -= instructions * times;
  if (times == 0) give_up(L, b, "its calls are nested too deep; does it call itself for ever?");
  if (b->left <= 0) give_up(L, b, b->spent);
}

void carcL_charge (lua_State *L, int64_t instructions) {
  instruction_budget *b = carcL_running_budget(L);
  if (b != NULL) carcL_spend(L, b, instructions);
}

/* ---- Strings --------------------------------------------------------------------------------- */

/* Gives strings the metatable of a limit; false if they have it, or there is none. */
static bool lend_strings (lua_State *L) {
  int inner = lua_rawgetp(L, LUA_REGISTRYINDEX, &inner_strings_key);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &string_key);
  bool other = inner == LUA_TTABLE && lua_getmetatable(L, -1);
  if (other && lua_rawequal(L, -1, -3)) {
    lua_pop(L, 1);
    other = false;
  }
  if (other) {
    lua_rawsetp(L, LUA_REGISTRYINDEX, &outer_strings_key); /* which keeps the host's while it is away */
    lua_pushvalue(L, -2);
    lua_setmetatable(L, -2);
  }
  lua_pop(L, 2);
  return other;
}

static void take_strings_back (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &string_key);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &outer_strings_key);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

MODULE_FUNCTION(carcL_core_script_strings) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &inner_strings_key);
  return 0;
}

/* ---- Beginning and ending -------------------------------------------------------------------- */

void carcL_begin_limit (lua_State *L, instruction_limit *l, instruction_budget *b, int64_t instructions,
                        const char *spent) {
  *l = (instruction_limit){.on = true,
                           .hook = lua_gethook(L),
                           .mask = lua_gethookmask(L),
                           .count = lua_gethookcount(L),
                           .given = instructions,
                           .own = b,
                           .outer = carcL_running_budget(L)};
  *b = (instruction_budget){instructions, spent};
  set_budget(L, b);
  l->strings = lend_strings(L);
  lua_sethook(L, count_instructions, LUA_MASKCOUNT, STRIDE);
}

int64_t carcL_end_limit (lua_State *L, instruction_limit *l) {
  if (!l->on) return 0;
  l->on = false;
  lua_sethook(L, l->hook, l->mask, l->count);
  if (l->strings) take_strings_back(L);
  set_budget(L, l->outer);
  return l->given - l->own->left;
}

MODULE_FUNCTION(carcL_core_limited) {
  lua_Integer instructions = luaL_checkinteger(L, 1);
  instruction_limit limit;
  instruction_budget budget;
  c_locale locale;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushcfunction(L, carcL_explain_error);
  lua_replace(L, 1);
  carcL_begin_limit(L, &limit, &budget, instructions,
                    "it ran for too many instructions; does it loop for ever?");
  carcL_enter_c_locale(&locale);
  int status = lua_pcall(L, lua_gettop(L) - 2, 1, 1);
  carcL_leave_c_locale(&locale);
  carcL_end_limit(L, &limit);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, -2);
  return 2;
}
