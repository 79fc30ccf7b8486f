/*
** engine_call.h: a call into the engine, during which hooks may run.
*/
#ifndef CARCL_ENGINE_CALL_H
#define CARCL_ENGINE_CALL_H

#include "userdata.h"
#include "compat/c_locale.h"
#include "sandbox/budget.h"

/*
** MAX_NESTING: how deeply games may be nested if a hook plays a game. STACK_FOR_HOOKS: number of
** stack slots for the calls of hooks.
*/
enum { MAX_NESTING = 30, STACK_FOR_HOOKS = 30 + 2 * MAX_NESTING };

/*
** A call into the engine, made by the host's Lua state or a sandbox. Hooks may run during the call.
** The indices in this struct refer to the host's stack, in the C function that made the call or
** that called the sandbox. Calls are nested if a hook plays on a copy of a state.
*/
typedef struct engine_call {
  struct engine_call *outer;
  struct game_ud *g;
  lua_State *L; /* Lua state of the host */
  int top;      /* top of the host's stack before the call */
  int owner;    /* index of the game, or of a state of it */
  bool of_state;
  int hooks, view; /* indices: table of rows, 0 until a hook runs; view of the state, or nil */
  int depth;       /* 1 for the outermost call of this game */
  struct hook_run *run;
  struct state_ud *lent;     /* list of the views that Lua states were given */
  struct state_ud *held;     /* the state that nobody else may change during the call, or NULL */
  instruction_budget *payer; /* budget of the hook that makes the call */
  int64_t left, used;        /* left: instructions that the action or games may still use */
  int64_t games;             /* number of games that the call plays, if it is not an action */
  const char *spent;
  c_locale locale; /* the host's locale */
} engine_call;

/*
** Begins a call during which hooks may run. `game` and `state` are stack indices. The state is held
** until carcL_leave_engine. Until then, the caller must not raise an error.
*/
void carcL_enter_engine (lua_State *L, game_ud *g, int game, engine_call *e);
void carcL_enter_engine_with (lua_State *L, state_ud *b, int state, engine_call *e);
/* Gives the call the budget of `n` whole games. */
void carcL_allow_games (engine_call *e, const game_ud *g, int64_t n);
/*
** Charges the running budget for replaying the game of a state this many times. Raises an error if
** the budget is exceeded.
*/
void carcL_charge_replays (lua_State *L, const state_ud *b, int64_t n);
/* Ends the call, and returns the number of instructions that hooks used. */
int64_t carcL_leave_engine (engine_call *e, game_ud *g);

/* Whether queries of this state run in the call of a hook, and can call no hook themselves. */
bool carcL_runs_query_alone (const state_ud *b);
/*
** Runs a query that may call the hook `majority`. If a hook is running, the query is part of the
** engine call of this hook; otherwise the query is a new engine call. `at` is the stack index of
** the state. `what` must not create Lua values, and its data must stay valid while hooks run.
*/
carc_status carcL_query_state (lua_State *L, state_ud *b, int at, void (*what)(void *ud, carc_call *call),
                               void *ud, carc_error *err);
/* Whether the game has the hook `majority`. */
static inline bool asks_majority (const game_ud *g) { return g->rows[CARC_HOOK_MAJORITY].n > 0; }

#endif
