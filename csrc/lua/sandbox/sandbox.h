/*
** sandbox.h: sandboxes: a Lua state of its own for each untrusted script.
**
** A sandbox has one script, counted memory, and a limit of instructions while it runs. It shares no
** value with the host's Lua state: the result of the script is copied out as plain data, with a
** number for each function, and the arguments of its functions are made in the sandbox. A game
** whose rows are functions of a sandbox has a copy there: a Game with the same definition. Its
** states, actions and features are userdata of the sandbox. During the call of a hook, the sandbox
** and the host each have a view of the state that the engine works on.
**
** No error may pass from one Lua state into the other: code that may raise one runs in a protected
** call of its own state.
*/
#ifndef CARCL_SANDBOX_H
#define CARCL_SANDBOX_H

#include <stdint.h>
#include "sandbox/limit.h"
#include "sandbox/sandbox_memory.h"

/* Number of calls of a function, and their processor time. */
typedef struct call_stats {
  lua_Integer calls;
  double seconds;
} call_stats;

/*
** Returns the number of the sandbox's function that a proxy calls, or 0. `*calls` is NULL if its
** calls are not counted.
*/
int carcL_sandbox_function (lua_State *L, int at, sandbox_ud **sandbox, call_stats **calls);

/* Enters and leaves a sandbox; leaving returns the instructions used. Entries may be nested. */
typedef struct sandbox_entry {
  instruction_limit limit;
  struct engine_call *caller;
  lua_State *host;
} sandbox_entry;
void carcL_enter_sandbox (sandbox_ud *x, sandbox_entry *t, lua_State *host, struct engine_call *caller,
                          int64_t instructions, const char *spent);
int64_t carcL_leave_sandbox (sandbox_ud *x, sandbox_entry *t);
/*
** Calls a C function with a pointer, protected, in the C locale. Leaves an error on top of the
** stack.
*/
int carcL_call_protected (lua_State *L, lua_CFunction f, void *ud);

/*
** Pushes a copy of a value of another Lua state: a string, a number, a boolean, or a table of
** these. If `from` is a sandbox, whose userdata is at index `sandbox`, a mark (core.mark) becomes a
** function that stands for one of the sandbox.
*/
void carcL_push_plain_data (lua_State *L, int sandbox, lua_State *from, int at);

/*
** Keys, by address, in the registry of a sandbox: carcassonne.sandbox.prelude, the script's
** functions, the rows of its games.
*/
extern const char carcL_prelude_key, carcL_script_functions_key, carcL_sandbox_games_key;

/*
** Sets the function that opens carcassonne.core in a sandbox. Opening the module in the host sets
** it.
*/
void carcL_set_module_opener (lua_State *L, lua_CFunction opener);

#endif
