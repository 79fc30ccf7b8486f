/*
** sandbox_bot.c: asks bots in sandboxes. A bot receives a copy of the state in its own Lua state,
** so that it cannot change the host's state.
*/
#include "engine_call.h"
#include "hook_call.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox_game.h"
#include "state.h"
#include "userdata.h"

/* Registry key of a sandbox, by address, of the state that its bot has received. */
static const char shown_key = 0;

/*
** asked_state(): in the sandbox of a bot, returns a copy of the state of the decision. The copy can
** be used until the call of the bot ends.
*/
MODULE_FUNCTION(carcL_core_asked_state) {
  sandbox_ud *x = carcL_sandbox_of(L);
  if (x == NULL) return luaL_error(L, "`asked_state` is available only in a sandbox");
  prelude_call *c = x->request;
  carcL_push_game_copy(L, c->asked->g, c->host, c->variants);
  state_ud *shown = carcL_push_state_copy(L, lua_gettop(L), c->asked);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &shown_key); /* keeps it alive until the next decision */
  c->shown = shown;
  return 1;
}

/* Ends the use of the state that the bot has received. */
static void expire_shown (const prelude_call *c) {
  if (c->shown == NULL) return;
  c->shown->s = NULL;
  c->shown->own = NULL;
}

/*
** Calls the function. Enters the engine first if the bot may run scripts of the state's game.
*/
static void call_bot (lua_State *L, sandbox_ud *x, prelude_call *c, state_ud *asked, int at) {
  engine_call e;
  bool hooked = asked != NULL && asked->g->hooked;
  if (hooked) {
    carcL_enter_engine_with(L, asked, at, &e);
    carcL_prepare_hooks(&e);
    c->caller = &e;
  }
  carcL_call_prelude(x, c);
  if (hooked) carcL_leave_engine(&e, asked->g);
  expire_shown(c);
}

/*
** call_in_sandbox(sandbox, function, instructions, spent, state, ...): calls a function of the
** prelude with plain data. core.asked_state makes a copy of `state`, which may be nil. Returns true
** and the result as plain data, or false and an error: `spent`, if the call exceeds its
** instructions.
*/
MODULE_FUNCTION(carcL_core_call_in_sandbox) {
  enum { SANDBOX = 1, FUNCTION, LIMIT, SPENT, ASKED, FIRST };
  sandbox_ud *x = carcL_check_sandbox(L, SANDBOX);
  prelude_call c = {.function = luaL_checkstring(L, FUNCTION), .host = L, .first = FIRST};
  c.instructions = luaL_checkinteger(L, LIMIT);
  c.spent = luaL_checkstring(L, SPENT);
  c.n = lua_gettop(L) - ASKED;
  state_ud *asked = lua_isnil(L, ASKED) ? NULL : carcL_check_state(L, ASKED);
  luaL_argcheck(L, x->counter.running == 0, SANDBOX, "a function of this sandbox is running");
  luaL_checkstack(L, STACK_FOR_HOOKS, NULL);
  c.asked = asked;
  if (asked != NULL) lua_getiuservalue(L, carcL_push_game_of(L, ASKED), GAME_VARIANTS);
  c.variants = lua_gettop(L);
  call_bot(L, x, &c, asked, ASKED);
  return carcL_push_answer(L, SANDBOX, x, &c);
}
