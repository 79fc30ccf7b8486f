/*
** userdata.h: the userdata of carcassonne.core, and how they are checked.
**
** Two rules keep every state whole, whatever scripts, the program and its finalisers do in between:
** - While the engine works on a state or replays it, hooks may run. The state is held: nobody else may
**   change it (carcL_check_free).
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
** The classes, in the order of the upvalues that every function of the module has: their
** metatables. That of actions is a pattern: each game has a metatable of its own for them, made
** after it.
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

/*
** Whose row it is, by its number in the game; which step of the final scoring it is for; where its
** functions are.
*/
typedef struct row_info {
  uint8_t script;
  int8_t step;
  bool unlimited;                          /* its instructions are not counted */
  struct sandbox_ud *sandbox;              /* NULL: in the host's Lua */
  struct call_stats *calls[ROW_FUNCTIONS]; /* where each is counted, by its field, or NULL */
} row_info;

/* Instructions that scripts may use; 0 for a call: no limit. */
typedef struct game_budgets {
  int64_t call, action, game;
} game_budgets;

/* A name that a script used, by the address that Lua keeps it at. */
typedef struct cached_name {
  const char *text, *is; /* `is`: the same letters, in the definition */
  int number, script;
  carc_name_kind of;
} cached_name;
enum { CACHED_NAMES = 128 };

typedef struct game_ud {
  carc_definition *d; /* NULL once it is collected */
  bool closed;        /* by hand, through its finaliser */
  struct engine_call *running;
  game_budgets budget;
  bool hooked;
  row_range rows[CARC_HOOK_COUNT]; /* of each hook */
  int n_rows;
  row_info *row_info; /* of each row */
  int script;         /* the script whose function runs; 0: none, the game and its host */
  uint8_t phase_calls
      [CARC_MAX_PHASES]; /* of each phase: bit m says that it has a function for this carc_phase_call */
  cached_name known[CACHED_NAMES]; /* of variables and tokens */
  const void *actions;             /* the address of user value 3, by which its actions are known */
  uint64_t *epochs;                /* counts those of all states of this Lua, and of its sandboxes */
  lua_Alloc alloc;                 /* Lua's, as the game was made */
  void *alloc_ud;
  size_t bytes;                     /* of the definition */
  struct game_ud *of;               /* a sandbox's: the host's game; NULL for that itself */
  struct game_ud *lent, *next_lent; /* those that sandboxes have */
} game_ud; /* user value 1: the rows of its hooks; 2: the variants, as given; 3: the metatable of its actions; 4: notes; 5: selectors; 6: owner */

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

/* A state of its own, with its block after it, or a view of one for the time of a call. */
typedef struct state_ud {
  game_ud *g;
  const carc_state *s; /* NULL: a view whose call is over, or a state that is not filled yet */
  carc_state *own;     /* the same, if it may be changed directly: NULL for a view */
  carc_call *call;     /* a view: through which it acts */
  uint64_t
      epoch; /* another after each change, and in each state of any game: so old lists, actions and handles are known */
  uint64_t
      revision; /* the epoch since which events were only added: not taken back, nor those of another state */
  struct action_list_ud *list; /* its list of actions, once it was asked for */
  struct sandbox_ud *sandbox;  /* a view: whose Lua it is in */
  struct state_ud *next_lent;
  carc_undo_ring *keep; /* the last positions, so that undo is a copy; NULL: none are kept */
  int64_t spent;        /* instructions that the hooks of its game have used */
  uint32_t
      acts;     /* a view: another number once anything may have changed since a function of a script began */
  int held;     /* running calls into the engine, during which nobody else may change it */
  bool halfway; /* in the middle of an action: a view, what an action runs on, and a copy of such a state */
} state_ud;     /* user value 1: the game; 2: the list; 3: the memory of what is kept */

/* The user values of a state by name. */
enum { STATE_GAME = 1, STATE_LIST, STATE_UNDO_RING, STATE_VALUES = STATE_UNDO_RING };

static inline bool is_game_open (const game_ud *g) { return g->d != NULL && !g->closed; }

/* Without a user value, since so many are made: the metatable holds the game. */
typedef struct action_ud {
  carc_action a;
  uint64_t
      epoch; /* of the state that gave it as number `index`, so that it need not be found there; 0: look for it */
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

/* The metatable of a class on top, from anywhere. */
void carcL_push_metatable (lua_State *L, int class_index);

/* The argument as an object of a class, or NULL. */
void *carcL_test_object (lua_State *L, int arg, int class_index);
/* The same; raises an error that names the argument. */
void *carcL_check_object (lua_State *L, int arg, int class_index);
game_ud *carcL_check_game (lua_State *L, int arg);
/* The argument as an action of any game, or NULL; `*g` is its game. */
const action_ud *carcL_test_action (lua_State *L, int arg, const game_ud **g);
/* The same; raises an error that names the argument. */
const action_ud *carcL_check_action (lua_State *L, int arg, const game_ud **g);
/* An action of this game. */
const action_ud *carcL_check_action_of (lua_State *L, int arg, const game_ud *g);
state_ud *carcL_check_state (lua_State *L, int arg);
/* A method of a state `b` that returns a value: `push` is called with it. */
#define STATE_GETTER(name, push, value)          \
  MODULE_FUNCTION(carcL_state_##name) {          \
    const state_ud *b = carcL_check_state(L, 1); \
    push(L, value);                              \
    return 1;                                    \
  }
/* The same, and a state of its own: no hook may do this to the state it was given. */
state_ud *carcL_check_own_state (lua_State *L, int arg);
/*
** Why a state may not be changed now, as an error whose code is CARC_ERR_BUSY: an action on it is
** running, or it is being played again. False if it may.
*/
bool carcL_is_held (const state_ud *b, carc_error *err);
/*
** The same for what needs a state that waits for a decision: it may be neither held nor in the
** middle of an action.
*/
bool carcL_is_busy (const state_ud *b, carc_error *err);
/* Raises these. */
void carcL_check_free (lua_State *L, const state_ud *b);
void carcL_check_waiting (lua_State *L, const state_ud *b);
/* Raises for a state in the middle of an action. */
void carcL_check_whole (lua_State *L, const state_ud *b);
feature_ud *carcL_check_feature (lua_State *L, int arg);

/*
** Makes a userdata for a block of the engine. Where memory is refused, collects garbage, with its
** finalisers, and tries again: they free games and sandboxes, which an emergency collection of Lua
** does not. NULL, with nothing pushed, if it is refused again. May raise the error of a finaliser.
*/
void *carcL_try_new_block (lua_State *L, size_t size, int n_values);
/* As carcL_try_new_block, but raises Lua's error of memory where that gives NULL. */
void *carcL_new_block (lua_State *L, size_t size, int n_values);

/* The game of the state at this index; returns where it lies. */
int carcL_push_game_of (lua_State *L, int state);

/*
** Gives a game, on top, an owner, which nobody but the game reaches: the collector comes to it, and
** so to the finaliser, whose upvalue is the game, when nobody is left who reads the game, which may
** have been closed by hand long before.
*/
void carcL_set_owner (lua_State *L, lua_CFunction finaliser);
/* Gives a new game, on top, the metatable that its actions will have. */
void carcL_make_action_class (lua_State *L, game_ud *g);

/*
** Makes what counts the epochs, which stays for as long as this Lua does; and that, for a new
** game.
*/
void carcL_open_epochs (lua_State *L);
uint64_t *carcL_epochs_of (lua_State *L);
/* A new epoch for a state, which is new or has changed. */
void carcL_begin_epoch (state_ud *b);
/* A new epoch and a new revision, for a state whose earlier events were taken back or replaced. */
void carcL_begin_revision (state_ud *b);
/* Pushes a whole number up to 2^53, exactly. */
void carcL_push_whole (lua_State *L, uint64_t n);

/*
** A handle stands for a legal action: the epoch of its state, and its index, in a number below
** 2^53, which every Lua holds exactly. Pushes that of action number `index`; and the index, of a
** handle of this decision. Raises for any other value.
*/
void carcL_push_handle (lua_State *L, const state_ud *b, int index);
int carcL_check_handle (lua_State *L, int arg, const state_ud *b);

/* How many actions are legal: none in the middle of an action. */
static inline int count_actions (const state_ud *b) {
  return b->halfway ? 0 : carc_state_num_actions(b->g->d, b->s);
}

#endif
