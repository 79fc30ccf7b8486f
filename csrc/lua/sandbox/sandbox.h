/*
** sandbox.h: sandboxes: Lua states of their own for scripts from outside.
**
** A sandbox has one script in it, its own memory, counted, and its own hook. Nothing of the host's Lua is in it: what the script
** returns is copied out as plain data, with a number for each of its functions; what its functions are told is made in the sandbox.
** A game that has functions of a sandbox for rows has a copy of itself there, a Game like the host's, with the same definition: its
** states, actions and features are objects of the sandbox, and the engine cannot tell them from others. A view of the state that
** the engine works on is lent to the sandbox as it is to the host: while the call lasts.
**
** Neither Lua may raise an error through the other: whatever is done in the other one, and might, is done in a protected call there.
*/
#ifndef CARCL_SANDBOX_H
#define CARCL_SANDBOX_H

#include <stdint.h>
#include "sandbox/sandbox_memory.h"

/* How often a function was called, and how long that took. */
typedef struct call_stats {
  lua_Integer calls;
  double seconds;
} call_stats;

/* The function of a sandbox that a function of the host's stands for: its number; 0 for others. `calls`: to be counted, or NULL. */
int carcL_sandbox_function (lua_State *L, int at, sandbox_ud **sandbox, call_stats **calls);

/* Begins and ends the running of a sandbox; gives the instructions used. Calls may be inside one another. */
typedef struct sandbox_entry {
  instruction_budget budget;
  struct engine_call *caller;
  lua_State *host;
  int64_t given;
} sandbox_entry;
void carcL_enter_sandbox (sandbox_ud *x, sandbox_entry *t, lua_State *host, struct engine_call *caller,
                          int64_t instructions, const char *spent);
int64_t carcL_leave_sandbox (sandbox_ud *x, const sandbox_entry *t);
/* Calls a function in C, protected, with a pointer, in the C locale. An error is left on top. */
int carcL_call_protected (lua_State *L, lua_CFunction f, void *ud);

/*
** Pushes a copy of a value of another Lua: a name, a number, a flag, or a table of these. Where `from` is a sandbox, which is at the index
** `sandbox`, a mark is the number of a function of its (core_mark).
*/
void carcL_push_plain_data (lua_State *L, int sandbox, lua_State *from, int at);

/* Names in the registry of a sandbox, by address: carcassonne.sandbox.prelude, the script's functions, the rows of its games. */
extern const char carcL_prelude_key, carcL_script_functions_key, carcL_sandbox_games_key;

/* Says by which function a sandbox opens the module; whoever opens the module in the host says so, before a sandbox is made. */
void carcL_set_module_opener (lua_State *L, lua_CFunction opener);

#endif
