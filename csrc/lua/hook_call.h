/* hook_call.h: one call of a hook. Its rows run in order, each in the Lua state of its function. */
#ifndef CARCL_HOOK_CALL_H
#define CARCL_HOOK_CALL_H

#include "hook_rows.h"
#include "engine_call.h"
#include "sandbox/limit.h"

typedef struct hook_run hook_run;

/* Pushes the arguments of a hook and returns their number. The stack has the rows and the view. */
typedef int (*push_arguments_fn)(lua_State *L, hook_run *run);
/* Reads the result of the function, on top of the stack; raises an error if it is not valid. */
typedef void (*read_result_fn)(lua_State *L, hook_run *run);

/* Stack indices in a function of this type. */
enum { RUN_ROWS = 1, RUN_VIEW };

struct hook_run {
  carc_hook hook;
  const char *step, *part;  /* final scoring step or phase, and function; for messages, or NULL */
  enum field function;      /* of the row; `run` if 0 */
  int phase;                /* 1 + index of the only row to run; 0: all with true conditions */
  int row;                  /* 1 + index of the running row */
  int from, to;             /* the rows that run now, in one Lua state */
  const carc_row_set *open; /* rows with true conditions; NULL: all */
  game_ud *g;
  carc_call *call;
  push_arguments_fn push_arguments;
  read_result_fn read_result; /* NULL: the result is ignored */
  int results;                /* number of results, if not one */
  const void *arguments;      /* the engine's arguments of the hook */
  state_ud *viewed;           /* the state that its functions get */
  bool flag;                  /* the result so far */
  int number;
  carc_question *answer;   /* of a phase */
  instruction_limit limit; /* begins with the first row that has one */
  const char *expected;    /* the expected result, for messages */
};

/* Stores the C functions that run a hook with the rows: pushing them later could raise an error. */
void carcL_store_hook_functions (lua_State *L, int rows);

/* Runs all rows of a hook. Returns 0, or 1 with the error set if one failed. */
int carcL_run_hook (hook_run *run);
/* Fails with a message that names the hook, and the variant that ran last. */
int carcL_fail_hook (const hook_run *run, const char *text);

#endif
