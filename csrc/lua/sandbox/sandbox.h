/*
** sandbox.h: boxes: Lua states of their own for scripts from outside.
**
** A box has one script in it, its own memory, counted, and its own hook. Nothing of the host's Lua is in it: what the script
** returns is copied out as plain data, with a number for each of its functions; what its functions are told is made in the box.
** A game that has functions of a box for rows has a copy of itself there, a Game like the host's, with the same definition: its
** states, actions and features are objects of the box, and the engine cannot tell them from others. A view of the state that
** the engine works on is lent to the box as it is to the host: while the call lasts.
**
** Neither Lua may raise an error through the other: whatever is done in the other one, and might, is done in a protected call there.
*/
#ifndef CARCL_SANDBOX_H
#define CARCL_SANDBOX_H

#include "objects.h"

/* How often a function was called, and how long that took. */
typedef struct carc_calls {
  lua_Integer calls;
  double seconds;
} carc_calls;

typedef struct carc_box {
  lua_State *L;
  lua_Alloc alloc; /* where its memory comes from */
  void *alloc_ud;
  bool wrapped;      /* it came with this allocator, and has to go with it */
  size_t used, most; /* bytes */
  lua_Integer printed, most_printed;
  carc_budget budget;
  int running, stride; /* calls inside one another; instructions between two looks at the budget */
  bool slow;           /* a call has taken long: time is charged, too */
  double began, clock;
  int64_t clocked; /* what was left as the clock was looked at last */
  entry *caller;   /* during which its functions run */
  lua_State *host; /* that has called it */
  void *request;
  char source[1000]; /* of the script, as Lua names it */
  char *required;    /* of the files that it has required, each with its end; or NULL */
  size_t required_length;
  char place[100], message[200];
} carc_box;

/* The box whose Lua this is; NULL for the host's. */
carc_box *carc_box_of (lua_State *L);

/* Whether code from here is the script's: in a box, no code of ours; elsewhere, any. */
bool carc_is_of_script (lua_State *L, const char *source);

/* The function of a box that a function of the host's stands for: its number; 0 for others. `calls`: to be counted, or NULL. */
int carc_boxed_function (lua_State *L, int at, carc_box **box, carc_calls **calls);

/* Begins and ends the running of a box; gives the instructions used. Calls may be inside one another. */
typedef struct box_turn {
  carc_budget budget;
  entry *caller;
  lua_State *host;
  int64_t given;
} box_turn;
void carc_begin_box (carc_box *x, box_turn *t, lua_State *host, entry *caller, int64_t instructions,
                     const char *spent);
int64_t carc_end_box (carc_box *x, const box_turn *t);
/* Why a protected call failed that has no text: what was refused, and where. */
const char *carc_box_refusal (carc_box *x);

/* Calls a function in C, protected, with a pointer, in the C locale. An error is left on top. */
int carc_call_protected (lua_State *L, lua_CFunction f, void *ud);

/*
** Pushes a copy of a value of another Lua: a name, a number, a flag, or a table of these. Where `from` is a box, which is at the index
** `box`, a mark is the number of a function of its (core_mark).
*/
void carc_push_plain (lua_State *L, int box, lua_State *from, int at);

/* Names in the registry of a box, by address: carcassonne.sandbox.prelude, the script's functions, the rows of its games. */
extern const char carc_inside_key, carc_functions_key, carc_games_key;

/* Gives each box that has functions in the rows at this index the game; once they are noted. Raises. */
void carc_lend_game (lua_State *L, int rows, int variants, game_box *g);
/* Before the definition goes. */
void carc_take_game_back (game_box *g);
/* Pushes the rows that a box has of a game. */
void carc_push_box_rows (carc_box *x, const game_box *g);

/* A function that needs the classes, kept as the module is opened in a box, whose function on top it is. */
int carc_lend_in_box (lua_State *L);
void carc_keep_lending (lua_State *L);

extern const luaL_Reg carc_box_functions[];

#endif
