/*
** limit.c: counts the instructions of scripts, and stops a script that exceeds its budget.
**
** Each call of a hook has a budget, and so has the reading of a script. Once a budget is used up,
** every further instruction raises an error, so that neither pcall nor a coroutine can go on. If an
** operation takes long within one instruction, it is charged as many instructions, and its size is
** bounded. For this reason, while a limit is on, scripts use string functions of this module
** instead of Lua's own, even if they call them as methods: s:rep(n).
*/
#include "sandbox/limit.h"
#include <time.h>
#include "compat/c_locale.h"
#include "sandbox/budget.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox/script_error.h"

/*
** Registry keys, by address: the host's counter, the metatables that strings have inside and
** outside of a limit, and a string, whose metatable is that of all strings. All these values exist
** from the start, so that beginning or ending a limit allocates no memory.
*/
static const char counter_key = 0, inner_strings_key = 0, outer_strings_key = 0, string_key = 0;

void carcL_open_limits (lua_State *L) {
  bool known = lua_rawgetp(L, LUA_REGISTRYINDEX, &counter_key) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return; /* a host has opened the module before, perhaps inside a limit */
  instruction_counter *c = lua_newuserdatauv(L, sizeof *c, 0);
  *c = (instruction_counter){0};
  lua_rawsetp(L, LUA_REGISTRYINDEX, &counter_key);
  lua_pushboolean(L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &inner_strings_key);
  lua_pushboolean(L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &outer_strings_key);
  lua_pushliteral(L, "any");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &string_key);
}

static instruction_counter *counter_of (lua_State *L) {
  sandbox_ud *x = carcL_sandbox_of(L);
  if (x != NULL) return &x->counter;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &counter_key);
  instruction_counter *c = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return c;
}

instruction_budget *carcL_running_budget (lua_State *L) {
  instruction_counter *c = counter_of(L);
  return c->running > 0 ? &c->budget : NULL;
}

/* ---- Time ------------------------------------------------------------------------------------ */

/*
** Some single instructions of a sandbox take long (comparing long texts, fmod). After a call that
** takes more than LONG seconds, processor time is charged, too, if it is far more than the
** instructions need. Functions of the host may take any time.
*/
static const double LONG = 0.3, SECONDS_PER_INSTRUCTION = 2e-8;
enum { USUALLY_LONGER = 5 };

static double processor (void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Seconds of a clock: the time of day, or processor time if C has no other clock. */
static double wall (void) {
#ifdef TIME_UTC
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
#else
  return processor();
#endif
}

static void begin_time (instruction_counter *c) {
  if (c->slow)
    c->clock = processor();
  else
    c->began = wall();
  c->clocked = c->budget.left;
}

static void charge_time (instruction_counter *c) {
  double now;
  if (!c->slow) {
    now = wall();
    c->slow = now - c->began > LONG || now < c->began;
    if (c->slow) begin_time(c);
    return;
  }
  now = processor();
  int64_t counted = (c->clocked - c->budget.left) * USUALLY_LONGER,
          took = (int64_t)((now - c->clock) / SECONDS_PER_INSTRUCTION);
  if (took > counted) c->budget.left -= took - counted;
  c->clock = now;
  c->clocked = c->budget.left;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/*
** Raises an error and makes each further instruction fail. carcL_explain_error adds the place of
** the error, because luaL_error in a debug hook would name the place of the caller.
*/
static int give_up (lua_State *L, instruction_budget *b, const char *message) {
  b->left = 0;
  lua_sethook(L, lua_gethook(L), LUA_MASKCOUNT, 1);
  lua_pushstring(L, message);
  return lua_error(L);
}

/*
** How many times an instruction is counted in deeply nested calls, including calls of the host. The
** more calls are nested, the longer it takes to catch an error. Returns 0 if the calls are nested
** too deep.
*/
static int weight (lua_State *L) {
  enum { SHALLOW = 128, DEEPEST = 4096 };
  lua_Debug ar;
  int level = SHALLOW;
  while (level <= DEEPEST && lua_getstack(L, level, &ar)) level *= 2;
  return level > DEEPEST ? 0 : level / SHALLOW;
}

static void spend (lua_State *L, instruction_budget *b, int64_t instructions) {
  int times = b->left > 0 ? weight(L) : 1;
  b->left -= instructions * times;
  if (times == 0) give_up(L, b, "its calls are nested too deep; does it call itself without end?");
  if (b->left <= 0) give_up(L, b, b->spent);
}

static void count_instructions (lua_State *L, lua_Debug *ar) {
  (void)ar;
  sandbox_ud *x = carcL_sandbox_of(L);
  instruction_counter *c = counter_of(L);
  if (c->running == 0) return;
  if (x != NULL) charge_time(c);
  if (x != NULL && c->stride > 1) carcL_choose_stride(x);
  int64_t instructions = c->stride;
  if (c->budget.left <= instructions) c->stride = 1;
  spend(L, &c->budget, instructions);
}

void carcL_charge (lua_State *L, int64_t instructions) {
  instruction_budget *b = carcL_running_budget(L);
  if (b == NULL) return;
  if (instructions >= PLAYOUT && carcL_sandbox_of(L) != NULL) charge_time(counter_of(L));
  spend(L, b, instructions);
}

/* ---- Strings --------------------------------------------------------------------------------- */

/*
** Gives strings the metatable that they have inside a limit. Returns false if strings have this
** metatable already, or if it does not exist.
*/
static bool lend_strings (lua_State *L) {
  int inner = lua_rawgetp(L, LUA_REGISTRYINDEX, &inner_strings_key);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &string_key);
  bool other = inner == LUA_TTABLE && lua_getmetatable(L, -1);
  if (other && lua_rawequal(L, -1, -3)) {
    lua_pop(L, 1);
    other = false;
  }
  if (other) {
    lua_rawsetp(L, LUA_REGISTRYINDEX, &outer_strings_key); /* keeps it alive */
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

/*
** Sets the debug hook, but only if it differs from the current one, because setting it is slow in
** LuaJIT.
*/
static void set_hook (lua_State *L, lua_Hook hook, int mask, int count) {
  if (lua_gethook(L) != hook || lua_gethookmask(L) != mask || lua_gethookcount(L) != count)
    lua_sethook(L, hook, mask, count);
}

void carcL_begin_limit (lua_State *L, instruction_limit *l, int64_t instructions, const char *spent) {
  sandbox_ud *x = carcL_sandbox_of(L);
  instruction_counter *c = counter_of(L);
  *l = (instruction_limit){.on = true,
                           .hook = lua_gethook(L),
                           .mask = lua_gethookmask(L),
                           .count = lua_gethookcount(L),
                           .stride = c->stride,
                           .given = instructions,
                           .outer = c->budget};
  c->budget = (instruction_budget){instructions, spent};
  if (x == NULL)
    l->strings = lend_strings(L);
  else if (c->running == 0 || c->slow)
    begin_time(c);
  c->running++;
  c->stride = USUAL_STRIDE;
  set_hook(L, count_instructions, LUA_MASKCOUNT, USUAL_STRIDE);
  if (x != NULL) carcL_choose_stride(x);
}

int64_t carcL_end_limit (lua_State *L, instruction_limit *l) {
  if (!l->on) return 0;
  l->on = false;
  instruction_counter *c = counter_of(L);
  if (c->slow) charge_time(c);
  int64_t used = l->given - c->budget.left;
  c->budget = l->outer;
  c->clocked = c->budget.left;
  c->stride = l->stride;
  c->running--;
  /* A sandbox keeps the debug hook for its next call. */
  if (carcL_sandbox_of(L) == NULL || c->running > 0) set_hook(L, l->hook, l->mask, l->count);
  if (l->strings) take_strings_back(L);
  return used > 0 ? used : 0;
}

MODULE_FUNCTION(carcL_core_limited) {
  lua_Integer instructions = luaL_checkinteger(L, 1);
  instruction_limit limit;
  c_locale locale;
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushcfunction(L, carcL_explain_error);
  lua_replace(L, 1);
  carcL_begin_limit(L, &limit, instructions,
                    "it ran for too many instructions; does it contain an endless loop?");
  carcL_enter_c_locale(&locale);
  int status = lua_pcall(L, lua_gettop(L) - 2, 1, 1);
  carcL_leave_c_locale(&locale);
  carcL_end_limit(L, &limit);
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, -2);
  return 2;
}
