/*
** hook_call.h: one call of a hook: its rows, one after the other, each in the Lua that its function is of.
*/
#ifndef CARCL_HOOK_CALL_H
#define CARCL_HOOK_CALL_H

#include "hook_rows.h"
#include "engine_call.h"
#include "sandbox/limit.h"

typedef struct hook_run hook_run;

/* Pushes what a hook is told; returns how many values. The stack: the rows, the view. */
typedef int (*push_arguments_fn)(lua_State *L, hook_run *run);
/* Takes the function's result, on top; raises if it is nonsense. */
typedef void (*read_result_fn)(lua_State *L, hook_run *run);

/* What every function finds on its stack. */
enum { RUN_ROWS = 1, RUN_VIEW };

struct hook_run {
  carc_hook hook;
  const char *step,
      *part; /* the step of the final scoring or the phase, and its function, for messages, or NULL */
  enum field function;   /* of the row; `run` if 0 */
  int phase;             /* 1 + the only row to run, or 0: all whose gates are open */
  int row;               /* 1 + the one that runs, of all the game's */
  int from, to;          /* those that run now, in one Lua */
  const carc_row_set *open; /* the rows whose gates are open; NULL: all */
  game_ud *g;
  carc_call *call;
  push_arguments_fn push_arguments;
  read_result_fn read_result; /* NULL: the result does not matter */
  int results;                /* how many it takes, if not one */
  const void *arguments;      /* what the hook is told, as the engine has it */
  state_ud *viewed;           /* the state that its functions are given */
  bool flag;                  /* the answer so far */
  int number;
  carc_question *answer;   /* of a phase */
  instruction_limit limit; /* begun for the first row that has one */
  const char *expected;    /* the kind of answer, for messages */
};

/* Keeps with the rows, behind the classes, what a hook is run by: in the midst of the engine nothing may raise an error. */
void carcL_store_hook_functions (lua_State *L, int rows);

/* Runs all rows of a hook; 0, or 1 after saying why it failed. */
int carcL_run_hook (hook_run *run);
/* Fails with a message that names the hook, and the variant that ran last. */
int carcL_fail_hook (const hook_run *run, const char *text);

#endif
