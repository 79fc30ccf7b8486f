/*
** userdata.h: the userdata of carcassonne.core, and how they are checked.
**
** Two rules keep every state whole, whatever scripts, the program and its finalisers do in between:
** - While the engine works on a state or replays it, hooks may run. The state is held: nobody else
**   may change it (carcL_check_free).
** - Making a Lua value may collect garbage, and then a finaliser may change any state and close any
**   game. So a function first takes snapshots of everything that it returns, and does not read the
**   state after it has made the first value. The definition of a closed game stays in memory for as
**   long as the game can be reached.
*/
#ifndef CARCL_USERDATA_H
#define CARCL_USERDATA_H

#include <string.h>
#include "carcassonne_script.h"
#include "carcassonne_search.h"
#include "compat/lua_compat.h"

/*
** The classes, in the order of the upvalues (metatables) of every function of the module. The
** metatable of actions is a pattern, which each game copies.
*/
#define CLASSES(X)    \
  X(GAME, "Game")     \
  X(STATE, "State")   \
  X(ACTION, "Action") \
  X(LIST, "ActionList") X(FEATURE, "Feature") X(SEARCH, "Search")

enum class_index {
  NO_CLASS,
#define X(id, name) id##_CLASS,
  CLASSES(X)
#undef X
      CLASS_END
};
enum { CLASS_COUNT = CLASS_END - 1 };

typedef struct row_range {
  int first, n;
} row_range;

enum { ROW_FUNCTIONS = 4 };

/* A row of a hook: its script, its final scoring step, and where its functions are. */
typedef struct row_info {
  uint8_t script;
  int8_t step;
  bool unlimited;                          /* without a limit of instructions */
  struct sandbox_ud *sandbox;              /* NULL: the host's Lua */
  struct call_stats *calls[ROW_FUNCTIONS]; /* the counter of each function, by its field, or NULL */
} row_info;

/* Instruction limits of scripts; 0 for a call: no limit. */
typedef struct game_budgets {
  int64_t call, action, game;
} game_budgets;

/* A name that a script used, by the address of Lua's string. */
typedef struct cached_name {
  const char *text, *is; /* `is`: the equal name in the definition */
  int number, script;
  carc_name_kind of;
} cached_name;
enum { CACHED_NAMES = 128 };

typedef struct game_ud {
  carc_definition *d; /* NULL after collection */
  bool closed;        /* by hand, through its finaliser */
  struct engine_call *running;
  game_budgets budget;
  bool hooked;
  row_range rows[CARC_HOOK_COUNT]; /* of each hook */
  int n_rows;
  row_info *row_info;                   /* of each row */
  int script;                           /* the script whose function runs; 0: none, or the host */
  uint8_t phase_calls[CARC_MAX_PHASES]; /* of each phase: bit m for carc_phase_call m */
  cached_name known[CACHED_NAMES];      /* of variables and tokens */
  const void *actions;                  /* address of user value 3, which identifies its actions */
  uint64_t *epochs;                     /* counter of this Lua state and its sandboxes */
  lua_Alloc alloc;                      /* Lua's allocator when the game was made */
  void *alloc_ud;
  size_t bytes;                     /* size of the definition */
  struct game_ud *of;               /* in a sandbox: the host's game; else NULL */
  struct game_ud *lent, *next_lent; /* the copies in sandboxes */
} game_ud;                          /* user values: see GAME_ROWS and so on */

/* The user values of a game by name. */
enum {
  GAME_ROWS = 1,
  GAME_VARIANTS,
  GAME_ACTIONS,
  GAME_ROW_INFO,
  GAME_SELECTORS,
  GAME_OWNER,
  GAME_VALUES = GAME_OWNER
};

/* A state with its block, or a view of a state during a call. */
typedef struct state_ud {
  game_ud *g;
  const carc_state *s;         /* NULL: an expired view, or a state not yet filled */
  carc_state *own;             /* same as `s` if it may be changed directly; NULL for a view */
  carc_call *call;             /* of a view: the call through which it acts */
  uint64_t epoch;              /* new after each change, unique among states; detects old handles */
  uint64_t revision;           /* the epoch since which events were only appended */
  struct action_list_ud *list; /* its list of actions, once requested */
  struct sandbox_ud *sandbox;  /* of a view: the Lua state it is in */
  struct state_ud *next_lent;
  carc_undo_ring *keep; /* the last positions, for undo; or NULL */
  int64_t spent;        /* instructions used by the hooks of its game */
  uint32_t acts;        /* of a view: differs after possible changes since a function began */
  int held;             /* number of running engine calls, during which only they may change it */
  bool halfway;         /* in the middle of an action; also for a copy */
} state_ud;             /* user value 1: the game; 2: the list; 3: memory of the undo ring */

/* The user values of a state by name. */
enum { STATE_GAME = 1, STATE_LIST, STATE_UNDO_RING, STATE_VALUES = STATE_UNDO_RING };

static inline bool is_game_open (const game_ud *g) { return g->d != NULL && !g->closed; }

/* Has no user value, since there are many: the metatable holds the game. */
typedef struct action_ud {
  carc_action a;
  uint64_t epoch; /* of the state for which `index` is valid; 0: unknown */
  int index;
  uint16_t oriented_type; /* action_snapshot */
} action_ud;

typedef struct action_list_ud {
  state_ud *of;
  uint64_t epoch;
} action_list_ud; /* user value 1: the state; 2: the metatable of the game's actions */

/* The user values of a list by name. */
enum { LIST_STATE = 1, LIST_ACTIONS, LIST_VALUES = LIST_ACTIONS };

typedef struct feature_ud {
  state_ud *of;
  int tile, segment;
} feature_ud; /* user value 1: the state */

/* Pushes the metatable of a class; works in any function. */
void carcL_push_metatable (lua_State *L, int class_index);

/* Returns the argument as an object of a class, or NULL. */
void *carcL_test_object (lua_State *L, int arg, int class_index);
/* Same as carcL_test_object, but raises an error that names the argument. */
void *carcL_check_object (lua_State *L, int arg, int class_index);
game_ud *carcL_check_game (lua_State *L, int arg);
/* Returns the argument as an action of any game, or NULL; `*g` is its game. */
const action_ud *carcL_test_action (lua_State *L, int arg, const game_ud **g);
/* Same as carcL_test_action, but raises an error that names the argument. */
const action_ud *carcL_check_action (lua_State *L, int arg, const game_ud **g);
/* Returns the argument as an action of this game. */
const action_ud *carcL_check_action_of (lua_State *L, int arg, const game_ud *g);
state_ud *carcL_check_state (lua_State *L, int arg);
/* A method of a state `b` that returns a value, which `push` pushes. */
#define STATE_GETTER(name, push, value)          \
  MODULE_FUNCTION(carcL_state_##name) {          \
    const state_ud *b = carcL_check_state(L, 1); \
    push(L, value);                              \
    return 1;                                    \
  }
/*
** Same as carcL_check_state, but refuses views: hooks may not do this to the state that they were
** given.
*/
state_ud *carcL_check_own_state (lua_State *L, int arg);
/*
** Whether the state is held: an action on it is running, or it is being replayed. Then sets an
** error with the code CARC_ERR_BUSY.
*/
bool carcL_is_held (const state_ud *b, carc_error *err);
/* Whether the state is held or in the middle of an action. Then sets an error. */
bool carcL_is_busy (const state_ud *b, carc_error *err);
/* Raises the error of carcL_is_held. */
void carcL_check_free (lua_State *L, const state_ud *b);
void carcL_check_waiting (lua_State *L, const state_ud *b);
/* Raises an error for a state in the middle of an action. */
void carcL_check_whole (lua_State *L, const state_ud *b);
feature_ud *carcL_check_feature (lua_State *L, int arg);

/*
** Pushes a userdata for a block of the engine. If memory is exhausted, collects garbage with
** finalisers, which free games and sandboxes (an emergency collection of Lua runs none), and tries
** again. Returns NULL, with nothing pushed, if that fails. May raise the error of a finaliser.
*/
void *carcL_try_new_block (lua_State *L, size_t size, int n_values);
/* Same as carcL_try_new_block, but raises Lua's memory error instead of returning NULL. */
void *carcL_new_block (lua_State *L, size_t size, int n_values);

/* Pushes the game of the state at this index; returns its index. */
int carcL_push_game_of (lua_State *L, int state);

/*
** Gives the game on top an owner, which only the game refers to. So the finaliser (with the game as
** upvalue) runs when nobody can read the game any more, even if it was closed by hand before.
*/
void carcL_set_owner (lua_State *L, lua_CFunction finaliser);
/* Gives the new game on top the metatable of its actions. */
void carcL_make_action_class (lua_State *L, game_ud *g);

/* Creates the counter of epochs of this Lua state; returns it for a new game. */
void carcL_open_epochs (lua_State *L);
uint64_t *carcL_epochs_of (lua_State *L);
/* Sets a new epoch after the state was made or changed. */
void carcL_begin_epoch (state_ud *b);
/* Sets a new epoch and revision after earlier events were undone or replaced. */
void carcL_begin_revision (state_ud *b);
/* Pushes an integer up to 2^53, exactly. */
void carcL_push_whole (lua_State *L, uint64_t n);

/*
** A handle is a legal action as a number below 2^53, which every Lua can hold: the epoch of its
** state and its index. Pushes the handle of an action; and returns the index of a handle of this
** decision, or raises an error.
*/
void carcL_push_handle (lua_State *L, const state_ud *b, int index);
int carcL_check_handle (lua_State *L, int arg, const state_ud *b);

/* Number of legal actions; 0 in the middle of an action. */
static inline int count_actions (const state_ud *b) {
  return b->halfway ? 0 : carc_state_num_actions(b->g->d, b->s);
}

#endif
