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

#include "objects.h"

/* How often a function was called, and how long that took. */
typedef struct call_stats {
  lua_Integer calls;
  double seconds;
} call_stats;

typedef struct sandbox_ud {
  lua_State *L;
  lua_Alloc alloc; /* where its memory comes from */
  void *alloc_ud;
  bool wrapped;      /* it came with this allocator, and has to go with it */
  size_t used, most; /* bytes */
  lua_Integer printed, most_printed;
  instruction_budget budget;
  int running, stride; /* calls inside one another; instructions between two looks at the budget */
  bool slow;           /* a call has taken long: time is charged, too */
  double began, clock;
  int64_t clocked;     /* what was left as the clock was looked at last */
  engine_call *caller; /* during which its functions run */
  lua_State *host;     /* that has called it */
  void *request;
  char source[1000]; /* of the script, as Lua names it */
  char *required;    /* of the files that it has required, each with its end; or NULL */
  size_t required_length;
  char place[100], message[200];
} sandbox_ud;

/* The sandbox whose Lua this is; NULL for the host's. */
sandbox_ud *carcL_sandbox_of (lua_State *L);

/* Whether code from here is the script's: in a sandbox, no code of ours; elsewhere, any. */
bool carcL_is_of_script (lua_State *L, const char *source);

/* The function of a sandbox that a function of the host's stands for: its number; 0 for others. `calls`: to be counted, or NULL. */
int carcL_sandbox_function (lua_State *L, int at, sandbox_ud **sandbox, call_stats **calls);

/* Begins and ends the running of a sandbox; gives the instructions used. Calls may be inside one another. */
typedef struct sandbox_entry {
  instruction_budget budget;
  engine_call *caller;
  lua_State *host;
  int64_t given;
} sandbox_entry;
void carcL_enter_sandbox (sandbox_ud *x, sandbox_entry *t, lua_State *host, engine_call *caller,
                          int64_t instructions, const char *spent);
int64_t carcL_leave_sandbox (sandbox_ud *x, const sandbox_entry *t);
/* Why a protected call failed that has no text: what was refused, and where. */
const char *carcL_sandbox_refusal (sandbox_ud *x);

/* Calls a function in C, protected, with a pointer, in the C locale. An error is left on top. */
int carcL_call_protected (lua_State *L, lua_CFunction f, void *ud);

/*
** Pushes a copy of a value of another Lua: a name, a number, a flag, or a table of these. Where `from` is a sandbox, which is at the index
** `sandbox`, a mark is the number of a function of its (core_mark).
*/
void carcL_push_plain_data (lua_State *L, int sandbox, lua_State *from, int at);

/* Names in the registry of a sandbox, by address: carcassonne.sandbox.prelude, the script's functions, the rows of its games. */
extern const char carcL_prelude_key, carcL_script_functions_key, carcL_sandbox_games_key;

/* Gives each sandbox that has functions in the rows at this index the game; once they are noted. Raises. */
void carcL_copy_game_to_sandboxes (lua_State *L, int rows, int variants, game_ud *g);
/* Before the definition goes. */
void carcL_detach_game_copies (game_ud *g);
/* Pushes the rows that a sandbox has of a game. */
void carcL_push_sandbox_rows (sandbox_ud *x, const game_ud *g);

/* A function that needs the classes, kept as the module is opened in a sandbox, whose function on top it is. */
int carcL_copy_game (lua_State *L);
void carcL_store_game_copier (lua_State *L);

extern const luaL_Reg carcL_sandbox_functions[];

#endif
