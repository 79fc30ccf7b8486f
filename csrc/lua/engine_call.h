/*
** engine_call.h: a call into the engine, during which hooks may run.
*/
#ifndef CARCL_ENGINE_CALL_H
#define CARCL_ENGINE_CALL_H

#include "userdata.h"
#include "compat/c_locale.h"
#include "sandbox/budget.h"

/* Maximum depth of games played in hooks, and stack slots for their calls. */
enum { MAX_NESTING = 30, STACK_FOR_HOOKS = 30 + 2 * MAX_NESTING };

/*
** A call into the engine, from the host's Lua state or from a sandbox, during which hooks may run.
** The indices are of the host's stack, in the C function that made the call or that called the
** sandbox. Calls are nested if a hook plays on a copy of a state.
*/
typedef struct engine_call {
  struct engine_call *outer;
  struct game_ud *g;
  lua_State *L; /* of the host */
  int top;      /* of its stack, before the call */
  int owner;    /* the game, or a state of it */
  bool of_state;
  int hooks, view; /* indices: table of rows, 0 until a hook runs; view of the state, or nil */
  int depth;       /* 1 for the outermost call of this game */
  struct hook_run *run;
  struct state_ud *lent;     /* list of the views given to Lua states */
  struct state_ud *held;     /* the state that only this call may change, or NULL */
  instruction_budget *payer; /* budget of the hook that makes the call */
  int64_t left, used;        /* instructions for the action or games */
  int64_t games;             /* number of games, if not an action */
  const char *spent;
  c_locale locale; /* the host's locale */
} engine_call;

/*
** Begins a call during which hooks may run. `game` and `state` are stack indices. The state is held
** until carcL_leave_engine. No error may be raised in between.
*/
void carcL_enter_engine (lua_State *L, game_ud *g, int game, engine_call *e);
void carcL_enter_engine_with (lua_State *L, state_ud *b, int state, engine_call *e);
/* Gives a call the budget of `n` whole games. */
void carcL_allow_games (engine_call *e, const game_ud *g, int64_t n);
/* Ends the call and returns the instructions that hooks used. */
int64_t carcL_leave_engine (engine_call *e, game_ud *g);

/*
** Runs a query that may call the hook `majority`, by the call of the running hook or by a call of
** its own. `at` is the stack index of the state. `what` must make no Lua value, and its data must
** outlast hooks that run.
*/
carc_status carcL_query_state (lua_State *L, state_ud *b, int at, void (*what)(void *ud, carc_call *call),
                               void *ud, carc_error *err);
/* Whether the game has the hook `majority`. */
static inline bool asks_majority (const game_ud *g) { return g->rows[CARC_HOOK_MAJORITY].n > 0; }

#endif
