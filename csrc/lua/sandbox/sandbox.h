/*
** sandbox.h: sandboxes. A sandbox is a separate Lua state for an untrusted script.
**
** A sandbox has one script. Its memory is counted, and its instructions are limited. It shares no
** value with the host's Lua state. The result of the script is copied out as plain data, in which a
** number stands for each function of the script. When such a function is called, its arguments are
** created in the sandbox. If rows of a game are functions of a sandbox, the sandbox has a copy of
** the game: a Game with the same definition. States, actions and features of this copy are userdata
** of the sandbox. During the call of a hook, the sandbox and the host each have a view of the state
** that the engine works on.
**
** No error may pass from one Lua state into the other: code that may raise one runs in a protected
** call of its own state.
*/
#ifndef CARCL_SANDBOX_H
#define CARCL_SANDBOX_H

#include <stdint.h>
#include "sandbox/limit.h"
#include "sandbox/sandbox_memory.h"

/* Number of calls of a function, and how much processor time they took. */
typedef struct call_stats {
  lua_Integer calls;
  double seconds;
} call_stats;

/*
** If the value is a proxy, returns the number of the function in the sandbox for which it stands;
** otherwise returns 0. Sets *calls to NULL if the calls are not counted.
*/
int carcL_sandbox_function (lua_State *L, int at, sandbox_ud **sandbox, call_stats **calls);

/*
** Data of an entry into a sandbox. carcL_leave_sandbox returns the number of instructions that were
** used. Entries can be nested.
*/
typedef struct sandbox_entry {
  instruction_limit limit;
  struct engine_call *caller;
  lua_State *host;
} sandbox_entry;
void carcL_enter_sandbox (sandbox_ud *x, sandbox_entry *t, lua_State *host, struct engine_call *caller,
                          int64_t instructions, const char *spent);
int64_t carcL_leave_sandbox (sandbox_ud *x, sandbox_entry *t);
/*
** Calls a C function with a pointer, in a protected call and in the C locale. An error is left on
** top of the stack.
*/
int carcL_call_protected (lua_State *L, lua_CFunction f, void *ud);

/* Returns the argument as a sandbox. Raises an error if the argument is not an open sandbox. */
sandbox_ud *carcL_check_sandbox (lua_State *L, int arg);

/*
** A call of a function of the module carcassonne.sandbox.prelude. The arguments are `n` values of
** plain data on the host's stack, from the index `first`.
*/
typedef struct prelude_call {
  const char *function;
  lua_State *host;
  int first, n;
  int64_t instructions;
  const char *spent;            /* the message if the call exceeds its instructions */
  struct engine_call *caller;   /* as in sandbox_ud */
  const struct state_ud *asked; /* of a bot: the host's state of the decision */
  int variants;                 /* of a bot: the variants of the game, on the host's stack */
  struct state_ud *shown;       /* of a bot: the copy of `asked` that the bot has received */
  bool refused, failed;         /* the call ended with an error; it has no error value */
} prelude_call;

/* Calls the function. Never raises an error. */
void carcL_call_prelude (sandbox_ud *x, prelude_call *c);
/*
** Pushes true and the result of the call, or false and the error. `sandbox` is the index of the
** sandbox. Returns 2.
*/
int carcL_push_answer (lua_State *L, int sandbox, const sandbox_ud *x, const prelude_call *c);

/*
** Pushes a copy of a value of another Lua state: a string, a number, a boolean, or a table of
** these. If `from` is a sandbox, `sandbox` is the index of its userdata, and a mark (core.mark)
** becomes a proxy for a function of the sandbox.
*/
void carcL_push_plain_data (lua_State *L, int sandbox, lua_State *from, int at);

/*
** Registry keys of a sandbox, by address: the module carcassonne.sandbox.prelude, the functions of
** the script, and the rows of the games in the sandbox.
*/
extern const char carcL_prelude_key, carcL_script_functions_key, carcL_sandbox_games_key;

/*
** Sets the function that opens carcassonne.core in a sandbox. Must be called when the host opens
** the module.
*/
void carcL_set_module_opener (lua_State *L, lua_CFunction opener);

#endif
