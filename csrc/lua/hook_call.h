/*
** hook_call.h: runs one call of a hook. The rows of the hook run in order. Each row runs in the Lua
** state of its function.
*/
#ifndef CARCL_HOOK_CALL_H
#define CARCL_HOOK_CALL_H

#include "hook_rows.h"
#include "engine_call.h"
#include "sandbox/limit.h"

typedef struct hook_run hook_run;

/*
** Pushes the arguments of a hook and returns their number. The rows and the view are on the stack.
*/
typedef int (*push_arguments_fn)(lua_State *L, hook_run *run);
/*
** Reads the result of the function from the top of the stack. Raises an error if the result is not
** valid.
*/
typedef void (*read_result_fn)(lua_State *L, hook_run *run);

/* Stack indices in a push_arguments_fn or read_result_fn. */
enum { RUN_ROWS = 1, RUN_VIEW };

struct hook_run {
  carc_hook hook;
  const char *step, *part;  /* for messages: final step or phase, and function of the phase */
  enum field function;      /* which function of the row runs; 0 means FIELD_RUN */
  int phase;                /* 1 + index of the only row to run; 0: all rows with true conditions */
  int row;                  /* 1 + index of the row that is running */
  int from, to;             /* range of the rows that run now, all in one Lua state */
  const carc_row_set *open; /* the rows with true conditions; NULL: all rows */
  game_ud *g;
  carc_call *call;
  push_arguments_fn push_arguments;
  read_result_fn read_result; /* NULL: the result is ignored */
  int results;                /* number of results; 0 means one */
  const void *arguments;      /* the engine's arguments of the hook */
  state_ud *viewed;           /* the state that the functions are given */
  bool read;                  /* a function has read more than its arguments */
  bool flag;                  /* the result so far */
  int number;
  carc_question *answer;   /* the answer of a phase */
  instruction_limit limit; /* begins when the first row with a limit runs */
  const char *expected;    /* for messages: the result that is expected */
};

/*
** Stores the C functions that run a hook together with the rows, because pushing them later could
** raise an error.
*/
void carcL_store_hook_functions (lua_State *L, int rows);

/*
** Pushes what hooks need on the host's stack: the game, the rows, and a place for the view. If the
** call comes from a sandbox, the game and the rows are already there.
*/
void carcL_prepare_hooks (engine_call *e);
/* Runs all rows of a hook. Returns 0; if a row failed, sets the error and returns 1. */
int carcL_run_hook (hook_run *run);
/*
** Lets C code call the engine with the definition of the game at this index and with its own
** states: outside of an engine_call, hooks then run in this Lua state.
*/
void carcL_allow_calls_by_c (lua_State *L, int game);
/* Fails with a message that names the hook and the variant whose function ran last. */
int carcL_fail_hook (const hook_run *run, const char *text);

#endif
