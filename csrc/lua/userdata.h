/*
** userdata.h: the userdata of carcassonne.core, and the functions that check them.
**
** Two rules keep every state consistent, whatever scripts, the program and its finalisers do:
** - While the engine works on a state or replays it, hooks may run. The state is held: nobody else
** may change it (carcL_check_free).
** - Creating a Lua value may collect garbage, and then a finaliser may change any state and close
** any game. So a function first takes snapshots of everything that it returns. It does not read
** the state after it has created the first value. The definition of a closed game stays in memory
** as long as the game can be reached.
*/
#ifndef CARCL_USERDATA_H
#define CARCL_USERDATA_H

#include <string.h>
#include "carcassonne_script.h"
#include "carcassonne_search.h"
#include "compat/lua_compat.h"

/*
** The classes. Their order is that of the metatables among the upvalues of every function of the
** module. Each game copies the metatable of actions.
*/
#define CLASSES(X)      \
  X(GAME, "Game")       \
  X(STATE, "State")     \
  X(ACTION, "Action")   \
  X(LIST, "ActionList") \
  X(FEATURE, "Feature") X(SEARCH, "Search") X(SPACE, "ActionSpace") X(OBSERVATION, "ObservationSpace")

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

/*
** A row of a hook: its script, its step of the final scoring, and the Lua state to which its
** functions belong.
*/
typedef struct row_info {
  uint8_t script;
  int8_t step;
  bool unlimited;                          /* its instructions are not limited */
  struct sandbox_ud *sandbox;              /* the sandbox of its functions; NULL: the host's Lua */
  struct call_stats *calls[ROW_FUNCTIONS]; /* by field: the counter of the function, or NULL */
} row_info;

/* Limits of the instructions of scripts. If `call` is 0, there is no limit. */
typedef struct game_budgets {
  int64_t call, action, game;
} game_budgets;

/* A name that a script has used. The cache finds the name by the address of Lua's string. */
typedef struct cached_name {
  const char *text, *is; /* `is`: the equal string in the definition */
  int number, script;
  carc_name_kind of;
} cached_name;
enum { CACHED_NAMES = 128 };

typedef struct game_ud {
  carc_definition *d; /* NULL once the game was collected */
  bool closed;        /* it was closed by a call of its finaliser */
  struct engine_call *running;
  game_budgets budget;
  bool hooked;
  row_range rows[CARC_HOOK_COUNT]; /* by hook: its rows */
  int n_rows;
  row_info *row_info;                   /* by row */
  int script;                           /* the script whose function runs; 0: none, or the host */
  uint8_t phase_calls[CARC_MAX_PHASES]; /* by phase: bit m is set if it has a function for call m */
  cached_name known[CACHED_NAMES];      /* names of variables and tokens */
  const void *actions;                  /* address of user value 3, which all its actions have */
  uint64_t *epochs;                     /* counter that this Lua state and its sandboxes share */
  lua_Alloc alloc;                      /* Lua's allocator at the time when the game was created */
  void *alloc_ud;
  lua_State *host_of_c;             /* the Lua state for hooks in calls by C; NULL: none so far */
  size_t bytes;                     /* size of the definition */
  struct game_ud *of;               /* in a sandbox: the game of the host; otherwise NULL */
  struct game_ud *lent, *next_lent; /* list of the copies in sandboxes */
} game_ud;                          /* user values: see GAME_ROWS and so on */

/* Names of the user values of a game. */
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
  const carc_state *s;         /* NULL if the view has expired or the block is not filled yet */
  carc_state *own;             /* equal to `s` if it may be changed directly; NULL for a view */
  carc_call *call;             /* of a view: the engine call that it belongs to */
  uint64_t epoch;              /* unique number, new after each change; detects old handles */
  uint64_t revision;           /* epoch since which events have only been appended */
  struct action_list_ud *list; /* its list of actions, or NULL */
  struct sandbox_ud *sandbox;  /* of a view: the sandbox that has it */
  struct state_ud *next_lent;
  carc_undo_ring *keep; /* the last positions, for undo; or NULL */
  int64_t spent;        /* number of instructions that hooks of its game have used */
  uint32_t acts;        /* of a view: changes whenever a function may have changed the state, */
  uint32_t awards;      /* except for points that it has given, which change this number */
  int held;             /* number of engine calls that hold it; nobody else may change it */
  bool halfway;         /* it is, or is a copy of, a state in the middle of an action */
  bool read;            /* of a view: a function has read more than its arguments */
} state_ud;             /* user value 1: the game; 2: the list; 3: memory of the undo ring */

/* Names of the user values of a state. */
enum { STATE_GAME = 1, STATE_LIST, STATE_UNDO_RING, STATE_VALUES = STATE_UNDO_RING };

static inline bool is_game_open (const game_ud *g) { return g->d != NULL && !g->closed; }

/* An action. It has no user value, because there are many actions: its metatable has the game. */
typedef struct action_ud {
  carc_action a;
  uint64_t epoch; /* epoch of the state for which `index` is valid; 0 if unknown */
  int index;
  uint16_t oriented_type; /* as in action_snapshot */
} action_ud;

typedef struct action_list_ud {
  state_ud *of;
  uint64_t epoch;
} action_list_ud; /* user value 1: the state; 2: the metatable of the game's actions */

/* Names of the user values of a list. */
enum { LIST_STATE = 1, LIST_ACTIONS, LIST_VALUES = LIST_ACTIONS };

typedef struct feature_ud {
  state_ud *of;
  int tile, segment;
  uint32_t argument; /* `acts` of the view when a function got it as an argument; or 0 */
} feature_ud;        /* user value 1: the state */

/* Pushes the metatable of a class. Can be called in any function. */
void carcL_push_metatable (lua_State *L, int class_index);

/*
** Returns the argument as an object of a class; NULL if the argument is not an object of this
** class.
*/
void *carcL_test_object (lua_State *L, int arg, int class_index);
/* Same as carcL_test_object, but raises an error that names the argument. */
void *carcL_check_object (lua_State *L, int arg, int class_index);
game_ud *carcL_check_game (lua_State *L, int arg);
/*
** Returns the argument as an action of any game, and sets *g to the game; NULL if the argument is
** not an action.
*/
const action_ud *carcL_test_action (lua_State *L, int arg, const game_ud **g);
/* Same as carcL_test_action, but raises an error that names the argument. */
const action_ud *carcL_check_action (lua_State *L, int arg, const game_ud **g);
/* Returns the argument as an action of this game. */
const action_ud *carcL_check_action_of (lua_State *L, int arg, const game_ud *g);
state_ud *carcL_check_state (lua_State *L, int arg);
/* Defines a method of a state `b` that returns a value. `push` pushes the value. */
#define STATE_GETTER(name, push, value)          \
  MODULE_FUNCTION(carcL_state_##name) {          \
    const state_ud *b = carcL_check_state(L, 1); \
    push(L, value);                              \
    return 1;                                    \
  }
/*
** Same as carcL_check_state, but refuses views: for methods that hooks must not call on the state
** that they were given.
*/
state_ud *carcL_check_own_state (lua_State *L, int arg);
/*
** Whether the state is held, because an action on it is running or it is being replayed. If so,
** sets an error with the code CARC_ERR_BUSY.
*/
bool carcL_is_held (const state_ud *b, carc_error *err);
/* Whether the state is held or in the middle of an action. If so, sets an error. */
bool carcL_is_busy (const state_ud *b, carc_error *err);
/* If the state is held, raises the error of carcL_is_held. */
void carcL_check_free (lua_State *L, const state_ud *b);
void carcL_check_waiting (lua_State *L, const state_ud *b);
/* If the state is in the middle of an action, raises an error. */
void carcL_check_whole (lua_State *L, const state_ud *b);
feature_ud *carcL_check_feature (lua_State *L, int arg);
/* Same as carcL_check_feature, for fields that carc_call_note_pure allows a function to read. */
feature_ud *carcL_check_feature_fields (lua_State *L, int arg);

/*
** Pushes a userdata for a block of the engine. If memory is exhausted, collects garbage and runs
** finalisers, which free games and sandboxes, and tries again. (When Lua itself collects garbage
** because memory is exhausted, it runs no finalisers.) If the second attempt fails, returns NULL
** and pushes nothing. May raise the error of a finaliser.
*/
void *carcL_try_new_block (lua_State *L, size_t size, int n_values);
/* Same as carcL_try_new_block, but raises Lua's memory error instead of returning NULL. */
void *carcL_new_block (lua_State *L, size_t size, int n_values);

/* Pushes the game of the state at this index. Returns the index of the game. */
int carcL_push_game_of (lua_State *L, int state);

/*
** Gives the game on top of the stack an owner, to which only the game refers. The finaliser, whose
** upvalue is the game, runs when nobody can read the game any more, even if the game was closed
** before.
*/
void carcL_set_owner (lua_State *L, lua_CFunction finaliser);
/* Gives the new game on top of the stack the metatable of its actions. */
void carcL_make_action_class (lua_State *L, game_ud *g);

/* Creates the counter of epochs of this Lua state. Returns the counter, which a new game uses. */
void carcL_open_epochs (lua_State *L);
uint64_t *carcL_epochs_of (lua_State *L);
/* Sets a new epoch. Must be called after the state was created or changed. */
void carcL_begin_epoch (state_ud *b);
/* Sets a new epoch and revision. Must be called after earlier events were undone or replaced. */
void carcL_begin_revision (state_ud *b);
/* Pushes an integer up to 2^53 without loss of precision. */
void carcL_push_whole (lua_State *L, uint64_t n);

/*
** A handle is a legal action as a number below 2^53, which every Lua can represent: it contains the
** epoch of the state and the index of the action. carcL_push_handle pushes the handle of an action.
** carcL_check_handle returns the index in a handle; if the handle belongs to another decision, it
** raises an error.
*/
void carcL_push_handle (lua_State *L, const state_ud *b, int index);
int carcL_check_handle (lua_State *L, int arg, const state_ud *b);

/* Number of legal actions. In the middle of an action, it is 0. */
static inline int count_actions (const state_ud *b) {
  return b->halfway ? 0 : carc_state_num_actions(b->g->d, b->s);
}

#endif
