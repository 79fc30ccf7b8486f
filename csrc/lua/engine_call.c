/*
** engine_call.c: enters and leaves the engine, and limits the instructions of hooks.
*/
#include "engine_call.h"
#include "compat/c_locale.h"
#include "sandbox/budget.h"
#include "sandbox/limit.h"
#include "sandbox/sandbox_memory.h"
#include "userdata.h"

/*
** Begins a call that a sandbox makes. The caller is a hook of this game, so the rows of the game
** are already on the host's stack.
*/
static void enter_from_sandbox (sandbox_ud *x, game_ud *g, engine_call *e) {
  if (x->caller == NULL || x->caller->g != g) {
    luaL_error(x->L, "a hook can play only the game that it belongs to");
    return;
  }
  e->L = x->caller->L;
  e->hooks = x->caller->hooks;
  e->top = lua_gettop(e->L);
}

static int64_t least (int64_t a, int64_t b) { return a < b ? a : b; }

/* Sets how many instructions the hooks of an action may use. */
static void allow_action (engine_call *e, const game_ud *g, const state_ud *b) {
  static const char action[] =
      "it exceeded the number of instructions that all scripts together may use in one action";
  static const char game[] =
      "it exceeded the number of instructions that all scripts together may use in one game";
  int64_t left_to_game = g->budget.game - (b != NULL ? b->spent : 0);
  e->left = least(g->budget.action, left_to_game);
  e->spent = e->left == left_to_game ? game : action;
  if (e->payer != NULL)
    e->left = least(e->left, e->payer->left);
  else if (e->outer != NULL)
    e->left = least(e->left, e->outer->left);
}

void carcL_allow_games (engine_call *e, const game_ud *g, int64_t n) {
  if (!g->hooked) return;
  static const char games[] =
      "it exceeded the number of instructions that all scripts together may use in one game";
  if (g->of != NULL) g = g->of;
  int64_t most = g->budget.game > MAX_INSTRUCTIONS / n ? MAX_INSTRUCTIONS : g->budget.game * n;
  e->left = e->payer != NULL   ? least(most, e->payer->left)
            : e->outer != NULL ? least(most, e->outer->left)
                               : most;
  e->spent = games;
  e->games = n;
}

void carcL_charge_replays (lua_State *L, const state_ud *b, int64_t n) {
  enum { DECISION = 500 };
  carcL_charge(L, n * (PLAYOUT + DECISION * (int64_t)carc_state_decisions(b->g->d, b->s)));
}

void carcL_enter_engine (lua_State *L, game_ud *g, int game, engine_call *e) {
  if (!g->hooked) return;
  luaL_checkstack(L, STACK_FOR_HOOKS, "the Lua stack has no room for the calls of hooks");
  /*
  ** Registers the address early: LuaJIT allocates memory for the first address in a region (the C
  ** stack).
  */
  lua_pushlightuserdata(L, e);
  lua_pop(L, 1);
  sandbox_ud *x = carcL_sandbox_of(L);
  if (g->of != NULL) g = g->of;
  *e = (engine_call){.outer = g->running, .g = g, .L = L, .owner = game, .depth = 1};
  e->top = lua_gettop(L);
  if (e->outer != NULL) e->depth = e->outer->depth + 1;
  if (e->depth > MAX_NESTING)
    luaL_error(L, "hooks that play games are nested more than %d deep", MAX_NESTING);
  if (x != NULL) enter_from_sandbox(x, g, e);
  e->payer = carcL_running_budget(L);
  allow_action(e, g, NULL);
  carcL_enter_c_locale(&e->locale);
  g->running = e;
}

void carcL_enter_engine_with (lua_State *L, state_ud *b, int state, engine_call *e) {
  if (!b->g->hooked) return;
  carcL_enter_engine(L, b->g, state, e);
  if (b->spent > 0) allow_action(e, e->g, b);
  e->of_state = true;
  e->held = b;
  b->held++;
}

/* Charges the used instructions to the enclosing calls, and to the game of the state. */
static void charge_for (const engine_call *e) {
  if (e->payer != NULL) {
    e->payer->left -= e->used;
  } else if (e->outer != NULL) {
    e->outer->left -= e->used;
    e->outer->used += e->used;
  }
  if (e->held == NULL || e->games > 1) return;
  e->held->spent = e->games == 1 ? e->used : e->held->spent + e->used;
}

/* Invalidates the views that hooks were given. */
int64_t carcL_leave_engine (engine_call *e, game_ud *g) {
  if (!g->hooked) return 0;
  carcL_leave_c_locale(&e->locale);
  e->g->running = e->outer;
  if (e->used > 0) charge_for(e);
  if (e->held != NULL) e->held->held--;
  for (state_ud *b = e->lent; b != NULL; b = b->next_lent) {
    b->s = NULL;
    b->call = NULL;
  }
  if (e->view != 0) lua_settop(e->L, e->top);
  return e->used;
}

/* A query whose work is charged to the budget of a script. */
typedef struct paid_query {
  void (*what)(void *ud, carc_call *call);
  void *ud;
  int64_t visits, left;
} paid_query;

static void run_paid_query (void *ud, carc_call *call) {
  paid_query *q = ud;
  int64_t outer = carc_call_limit_visits(call, q->visits);
  q->what(q->ud, call);
  q->left = carc_call_limit_visits(call, outer);
}

/* Runs a query in the call of the running hook, or in a new call if no hook is running. */
static carc_status query_in_call (lua_State *L, state_ud *b, int at, void (*what)(void *ud, carc_call *call),
                                  void *ud, carc_error *err) {
  engine_call e;
  carc_status status = CARC_OK;
  carcL_enter_engine_with(L, b, at, &e);
  if (b->call != NULL)
    what(ud, b->call);
  else
    status = carc_state_ask(b->g->d, b->own, what, ud, err);
  carcL_leave_engine(&e, b->g);
  return status;
}

bool carcL_runs_query_alone (const state_ud *b) { return b->call != NULL && !asks_majority(b->g); }

carc_status carcL_query_state (lua_State *L, state_ud *b, int at, void (*what)(void *ud, carc_call *call),
                               void *ud, carc_error *err) {
  enum { INSTRUCTIONS_PER_VISIT = 2 };
  const instruction_budget *budget = carcL_running_budget(L);
  if (budget != NULL) {
    int64_t visits = budget->left / INSTRUCTIONS_PER_VISIT;
    paid_query q = {what, ud, visits, visits};
    carc_status status = CARC_OK;
    if (carcL_runs_query_alone(b))
      run_paid_query(&q, b->call);
    else
      status = query_in_call(L, b, at, run_paid_query, &q, err);
    carcL_charge(L, (visits - q.left) * INSTRUCTIONS_PER_VISIT);
    return status;
  }
  if (asks_majority(b->g)) return query_in_call(L, b, at, what, ud, err);
  what(ud, b->call);
  return CARC_OK;
}
