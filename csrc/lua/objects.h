/*
** objects.h: the userdata of carcassonne.core, and how they are checked.
**
** Two rules keep every state whole, whatever scripts, the program and its finalisers do in between:
** - while the engine works on a state or plays it again, so that hooks may run, the state is held: whoever would change it is
**   refused (carcL_check_free);
** - whatever makes a Lua value may collect garbage, and then a finaliser may change any state and close any game. So a
**   function that tells of a state first gathers what it tells, without making a value, and does not look at the state any more
**   once it makes them. A definition that is closed stays in memory for as long as its game can be reached.
*/
#ifndef CARCL_OBJECTS_H
#define CARCL_OBJECTS_H

#include <string.h>
#include "carcassonne_script.h"
#include "carcassonne_search.h"
#include "compat/c_locale.h"
#include "compat/lua_compat.h"

/*
** The classes, in the order of the upvalues that every function of the module has: their metatables. That of actions
** is a pattern: each game has a metatable of its own for them, made after it.
*/
#define CLASSES(X)    \
  X(GAME, "Game")     \
  X(STATE, "State")   \
  X(ACTION, "Action") \
  X(LIST, "ActionList") X(FEATURE, "Feature") X(SEARCH, "Search") X(OUTPUT_FILE, "OutputFile")

enum class_index {
  NO_CLASS,
#define X(id, name) id##_CLASS,
  CLASSES(X)
#undef X
      CLASS_END
};
enum { CLASS_COUNT = CLASS_END - 1 };

#define MAX_INSTRUCTIONS ((int64_t)1 << (sizeof(lua_Integer) > 4 ? 52 : 30))

/* Instructions that are left to what runs under a limit, and what is said when there are none. */
typedef struct instruction_budget {
  int64_t left;
  const char *spent;
} instruction_budget;

/* What a limit takes the place of, to be put back. */
typedef struct instruction_limit {
  lua_Hook hook;
  int mask, count;
  instruction_budget *outer, *own;
  int64_t given;
  bool on, strings; /* whether it is on; and has lent strings its metatable */
} instruction_limit;

/*
** A call into the engine during which hooks may run, from the host's Lua or from a sandbox. The indices are of the host's stack, that
** of the C function that made the call, or in which the sandbox was called; they hold while it runs. One may run inside another, if a
** hook plays on a copy.
*/
typedef struct engine_call {
  struct engine_call *outer;
  struct game_ud *g;
  lua_State *L; /* the host's */
  int top;      /* of its stack before */
  int owner;    /* the game, or a state of it */
  bool of_state;
  int hooks, view; /* the table of rows, 0 until one is called; the state that they are given, or nil */
  int depth;       /* 1 for one that is inside none of this game */
  struct hook_run *run;
  struct state_ud *lent;     /* the states that each Lua was given, in a list */
  struct state_ud *held;     /* the state that nobody may change meanwhile, or NULL */
  instruction_budget budget; /* of the hooks of the host that it calls */
  instruction_budget *payer; /* of the hook in which it is */
  int64_t left, used;        /* of the action, or of the games */
  int64_t games;             /* that are played, if it is no action */
  const char *spent;
  c_locale locale; /* that the host has outside */
} engine_call;

typedef struct row_range {
  int first, n;
} row_range;

enum { ROW_FUNCTIONS = 4 };

/* Whose row it is, by its number in the game; which step of the final scoring it is for; where its functions are. */
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
  carc_names of;
} cached_name;
enum { CACHED_NAMES = 128 };

typedef struct game_ud {
  carc_definition *d; /* NULL once it is collected */
  bool closed;        /* by hand, through its finaliser */
  engine_call *running;
  game_budgets budget;
  bool hooked;
  row_range rows[CARC_HOOK_COUNT]; /* of each hook */
  int n_rows;
  row_info *row_info; /* of each row */
  int script;         /* the script whose function runs; 0: none, the game and its host */
  uint8_t phase_calls
      [CARC_MAX_PHASES]; /* of each phase: bit m says that it has a function for this carc_phase_call */
  cached_name known[CACHED_NAMES]; /* of slots and tokens */
  const void *actions;             /* the address of user value 3, by which its actions are known */
  uint64_t *epochs;                /* counts those of all states of this Lua, and of its sandboxes */
  struct selector_cache *selectors;
  lua_Alloc alloc; /* Lua's, as the game was made */
  void *alloc_ud;
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

/* A state of its own, with its block behind it, or a view of one for the time of a call. */
typedef struct state_ud {
  game_ud *g;
  const carc_state *s; /* NULL: a view whose call is over, or a state that is not filled yet */
  carc_state *own;     /* the same, if it may be changed directly: NULL for a view */
  carc_call *call;     /* a view: through which it acts */
  uint64_t
      epoch; /* another after each change, and in each state of any game: so old lists, actions and handles are known */
  struct action_list_ud *list; /* its list of actions, once it was asked for */
  struct sandbox_ud *sandbox;  /* a view: whose Lua it is in */
  struct state_ud *next_lent;
  carc_keep *keep; /* the last positions, so that undo is a copy; NULL: none are kept */
  int64_t spent;   /* instructions that the hooks of its game have used */
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
  uint16_t lie; /* action_snapshot */
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
/* The same, and a state of its own: no hook may do this to the state it was given. */
state_ud *carcL_check_own_state (lua_State *L, int arg);
/*
** Why a state may not be changed now, as an error whose code is CARC_BUSY: an action on it is running, or it is being played
** again. False if it may.
*/
bool carcL_is_held (const state_ud *b, carc_error *err);
/* The same for what needs a state that waits for a decision: it may be neither held nor in the middle of an action. */
bool carcL_is_busy (const state_ud *b, carc_error *err);
/* Raises these. */
void carcL_check_free (lua_State *L, const state_ud *b);
void carcL_check_waiting (lua_State *L, const state_ud *b);
/* Raises for a state in the middle of an action. */
void carcL_check_whole (lua_State *L, const state_ud *b);
feature_ud *carcL_check_feature (lua_State *L, int arg);
int carcL_check_player (lua_State *L, int arg, const carc_definition *d);
/* The same, of a number that stands in the argument. */
int carcL_player_index (lua_State *L, int arg, lua_Integer p, const carc_definition *d);

/* A text from outside, for functions that know no length; NULL, with `err`, if there is a NUL in it. */
const char *carcL_check_text (lua_State *L, int arg, carc_error *err);
/* nil, message, code: what is not legal or not valid. A failed script raises. */
int carcL_push_failure (lua_State *L, const carc_error *err);

/*
** Gives a game, on top, an owner, which nobody but the game reaches: the collector comes to it, and so to the finaliser, whose upvalue
** is the game, when nobody is left who reads the game, which may have been closed by hand long before.
*/
void carcL_set_owner (lua_State *L, lua_CFunction finaliser);
/* Gives a new game, on top, the metatable that its actions will have. */
void carcL_make_action_class (lua_State *L, game_ud *g);

/* Makes what counts the epochs, which stays for as long as this Lua does; and that, for a new game. */
void carcL_open_epochs (lua_State *L);
uint64_t *carcL_epochs_of (lua_State *L);
/* A new epoch for a state, which is new or has changed. */
void carcL_begin_epoch (state_ud *b);

/*
** A handle stands for a legal action: the epoch of its state, and its index, in a number below 2^53, which every Lua holds exactly.
** Pushes that of action number `index`; and the index, of a handle of this decision. Raises for any other value.
*/
void carcL_push_handle (lua_State *L, const state_ud *b, int index);
int carcL_check_handle (lua_State *L, int arg, const state_ud *b);

/* An action with what only its state knows: the tile that a choice's segment is on, as it lies. NO_LIE: nothing. */
typedef struct action_snapshot {
  carc_action a;
  uint16_t lie; /* type * 4 + rotation */
} action_snapshot;
enum { NO_LIE = UINT16_MAX };
action_snapshot carcL_snapshot_action (const carc_definition *d, const carc_state *s, carc_action a);
carc_action_fields carcL_snapshot_fields (action_snapshot one);
static inline action_snapshot snapshot_of (const action_ud *ud) { return (action_snapshot){ud->a, ud->lie}; }

/* A tile or a piece on the table with all that is told of it, so that the state need not be looked at any more. */
typedef struct tile_snapshot {
  int index;
  carc_tile tile;
  carc_axis span;
} tile_snapshot;
typedef struct piece_snapshot {
  carc_piece piece;
  carc_tile tile;
} piece_snapshot;
typedef struct end_snapshot {
  carc_end end;
  carc_tile on, beyond; /* its tile, and the one that it runs into something of */
} end_snapshot;
typedef struct token_snapshot {
  carc_token token;
  carc_tile on; /* of one in hand not filled */
} token_snapshot;
/* Segments on the table, and so features, at most; each as tile * CARC_MAX_SEGMENTS + segment. */
enum { MAX_PLACES = CARC_MAX_TILES * CARC_MAX_SEGMENTS };
tile_snapshot carcL_snapshot_tile (const state_ud *b, int tile);
piece_snapshot carcL_snapshot_piece (const state_ud *b, carc_piece f);
end_snapshot carcL_snapshot_end (const state_ud *b, const carc_end *end);

/* Pushes what keeps the selectors of its scripts. */
void carcL_push_selector_cache (lua_State *L, game_ud *g);
/* Before its definition goes. */
void carcL_clear_selector_cache (game_ud *g);
/* State:offer with a selector at index 2: offers what it finds, and pushes how many options came. */
int carcL_offer_found (lua_State *L, state_ud *b);
/*
** Memory for n things that are to be gathered, kept by a userdata at the stack index `keeper`. Making it may change the
** state, and with it how many there are: they are counted again as they are gathered, until there is room for all.
*/
void *carcL_push_buffer (lua_State *L, int keeper, int n, size_t size);
/* The legal actions, in memory that the value pushed keeps; none in the middle of an action. */
action_snapshot *carcL_gather_actions (lua_State *L, const state_ud *b, int *n);

/* One number of each player, before a value is made: that may run a finaliser, which changes the state. Returns how many. */
typedef int player_number (const carc_definition *, const carc_state *, int);
int carcL_gather_for_players (const state_ud *b, player_number *value, int out[CARC_MAX_PLAYERS]);

/* How many actions are legal: none in the middle of an action. */
static inline int count_actions (const state_ud *b) {
  return b->halfway ? 0 : carc_state_num_actions(b->g->d, b->s);
}

/* A seed: a whole number that every Lua holds exactly; 0 if there is none. */
uint64_t carcL_check_seed (lua_State *L, int arg);
/* Who looks on, as the engine's readers take it: nobody is named for who knows all. */
int carcL_check_observer (lua_State *L, int arg, const carc_definition *d);
/* Who that is, in words; and who sees what, by carc_seen. */
const char *carcL_observer_text (lua_State *L, int observer);
extern const char *const carcL_visibility_names[];
/* A reserve by its name, and its player behind it; whose turn it is where none is named. */
typedef struct reserve_ref {
  int reserve, player; /* reserve: CARC_BAG and CARC_OUT, too, where those are places */
} reserve_ref;
reserve_ref carcL_check_reserve (lua_State *L, int arg, const state_ud *b);
/* A place for tiles: "bag", "out", a reserve, or { reserve, player }. */
reserve_ref carcL_check_tile_place (lua_State *L, int arg, const state_ud *b);
/* Types of tiles by their ids. */
int carcL_push_types (lua_State *L, const carc_definition *d, const int *types, int n);
/* The game of the state at this index; returns where it lies. */
int carcL_push_game_of (lua_State *L, int state);

/* Pushers; `game` and `state` are the stack indices of what the object keeps. */
void carcL_push_action (lua_State *L, int game, action_snapshot one);
/* Action number `index` of a state, which must be there; user value `value` at `owner` is its metatable. */
void carcL_push_listed_action (lua_State *L, int owner, int value, const state_ud *b, int index);
void carcL_push_feature (lua_State *L, int state, state_ud *of, int tile, int segment);
void carcL_push_tile (lua_State *L, const carc_definition *d, const tile_snapshot *tile);
void carcL_push_segment_text (lua_State *L, const carc_definition *d, int type, int rotation, int segment);
/* A place as readers tell it: of the tile `t`, whose index is `tile`, a segment, or with -1 the tile itself. */
void carcL_push_place (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment);
void carcL_push_players (lua_State *L, unsigned players);
/* Scoring and Given, but for the feature. */
void carcL_push_scoring (lua_State *L, const carc_scoring *what);
void carcL_push_given (lua_State *L, const carc_given *given);
void carcL_push_piece (lua_State *L, const carc_definition *d, const piece_snapshot *piece);
void carcL_push_token (lua_State *L, const game_ud *g, const token_snapshot *snapshot);
void carcL_push_end (lua_State *L, const carc_definition *d, const end_snapshot *snapshot);
int carcL_feature_ends (lua_State *L); /* a method of features */
/* Whether a table names a token; and that, as State:tokens lists it, or as an option names it. Raises. */
bool carcL_is_token (lua_State *L, int at);
carc_token carcL_check_token (lua_State *L, int arg, const state_ud *b);
/* As a list; returns 1. */
int carcL_push_features (lua_State *L, int state, state_ud *of, const int *places, int n);
/* By the names that the script that runs finds them by. */
void carcL_push_attributes (lua_State *L, const game_ud *g, uint64_t attributes);
void carcL_push_tile_attributes (lua_State *L, const game_ud *g, uint64_t attributes);
void carcL_push_goods (lua_State *L, const int goods[CARC_GOODS]);

/* Whether two words are the same: most differ in their first letter. */
static inline bool is_word (const char *a, const char *b) { return a[0] == b[0] && strcmp(a, b) == 0; }

/* "N.S" or "E.W"; nil for none. */
void carcL_push_axis (lua_State *L, carc_axis axis);

void carcL_set_integer (lua_State *L, const char *key, lua_Integer value);
void carcL_set_string (lua_State *L, const char *key, const char *value);
/* A number of 64 bits, which not every Lua has: as 16 hexadecimal digits. */
void carcL_push_hex64 (lua_State *L, uint64_t n);
void carcL_set_boolean (lua_State *L, const char *key, bool value);

/* The kind of piece, or the number of the tile attribute, that the argument names; raises. */
int carcL_check_piece (lua_State *L, int arg, const carc_definition *d);
/*
** The number of what a name in the argument means to the script that runs, or to the game; raises. `what`: "the game declares no
** slot".
*/
int carcL_find_named (lua_State *L, int arg, const game_ud *g, carc_names of, const char *what,
                      const char *name);
/* The same of the argument itself, as a rule known by the address of the name and who says it. */
int carcL_check_cached_name (lua_State *L, int arg, game_ud *g, carc_names of, const char *what);
int carcL_check_tile_attribute (lua_State *L, int arg, const game_ud *g);
int carcL_check_attribute (lua_State *L, int arg, const game_ud *g); /* of segments */
int carcL_check_type_id (lua_State *L, int arg, const carc_definition *d);
carc_axis carcL_check_axis (lua_State *L, int arg);
/* Raises that the argument names nothing, with the nearest of the names. */
int carcL_refuse_name (lua_State *L, int arg, const char *what,
                       const char *(*name)(const void *ud, int index), const void *ud);

/* The good that the argument names; raises. */
carc_good carcL_check_good (lua_State *L, int arg);

/* The whole number under a key of a table or an object; `none` where there is none such, or one far from all that is told. */
int carcL_number_field (lua_State *L, int at, const char *key, int none);

/* Whether a value names a cell, or a segment: what readers give does. */
bool carcL_is_place (lua_State *L, int at);

/* The tile at x, y, which are two arguments; -1 for none. */
int carcL_find_tile (lua_State *L, int arg, const state_ud *b);

/* A place on the table from x, y and a segment, its number or its text; raises, or returns false if nothing is there. */
bool carcL_find_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/* The first place of the area that is named at `arg`, where a piece, unless it is -1, may stand; raises where there is none. */
void carcL_check_area (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment);

/* ---- Hooks (hooks.c, hook_call.c) ------------------------------------------------------------------------- */

/* The engine's hooks for the table of hooks at this index; leaves the table of the game's rows on top. */
carc_hooks carcL_select_hooks (lua_State *L, int hooks, game_ud *g);
/* Once there is a definition: whose the rows in the table at this index are. Memory for these notes is there already. */
void carcL_fill_row_info (lua_State *L, int rows, game_ud *g);
/*
** Begins and ends a call during which hooks may run; `game` and `state` are stack indices. Next to nothing is done
** until one does. The state is held meanwhile. Nothing raises between the two, since hooks run protected.
*/
void carcL_enter_engine (lua_State *L, game_ud *g, int game, engine_call *e);
void carcL_enter_engine_with (lua_State *L, state_ud *b, int state, engine_call *e);
/* What is played are games from their beginning, one or many of them that nobody keeps. */
void carcL_allow_games (engine_call *e, const game_ud *g, int64_t n);
/* Gives the instructions that were used. */
int64_t carcL_leave_engine (engine_call *e, game_ud *g);

/*
** Asks the engine something in which the hook `majority` may have a say: by the call of the hook that runs, or by one of its own.
** `at` is the stack index of the state. What is asked makes no Lua value; what it looks at must outlast hooks that run.
*/
carc_status carcL_query_state (lua_State *L, state_ud *b, int at, void (*what)(void *ud, carc_call *call),
                               void *ud, carc_error *err);
/* Whether there is such a hook. */
static inline bool asks_majority (const game_ud *g) { return g->rows[CARC_HOOK_MAJORITY].n > 0; }

/* ---- Limits (sandbox/limit.c) ------------------------------------------------------------------------------ */

/* Once, before all else. */
void carcL_open_limits (lua_State *L);
/*
** Begins and ends a limit of so many instructions, neither of which can fail; the budget has to last as long. A limit that was
** never begun ends well.
*/
void carcL_begin_limit (lua_State *L, instruction_limit *l, instruction_budget *b, int64_t instructions,
                        const char *spent);
/* Gives the instructions that were used. */
int64_t carcL_end_limit (lua_State *L, instruction_limit *l);
/* That of the host's or of a sandbox; NULL for none. */
instruction_budget *carcL_running_budget (lua_State *L);
/* Charges what a hook of Lua's counts; raises if the budget is used up. */
void carcL_spend (lua_State *L, instruction_budget *b, int64_t instructions);
/* Takes so many instructions from the running budget, if there is one; raises if it is used up. */
void carcL_charge (lua_State *L, int64_t instructions);
/* What a game played to its end costs a script, in instructions: about as much time. */
enum { PLAYOUT = 50000 };

int carcL_core_limited (lua_State *L);
int carcL_core_charged (lua_State *L);
int carcL_core_isolate (lua_State *L);
int carcL_core_claim (lua_State *L);
int carcL_core_sync (lua_State *L);
int carcL_core_prepare_output (lua_State *L);
int carcL_core_output_file (lua_State *L);
int carcL_core_grammar (lua_State *L);
int carcL_core_script_strings (lua_State *L);

/* ---- Searches (search.c) --------------------------------------------------------------------------- */

int carcL_core_new_search (lua_State *L);
int carcL_core_weights (lua_State *L);
int carcL_core_worths (lua_State *L);

/* ---- Errors (sandbox/script_error.c) ----------------------------------------------------------------------------- */

/* A handler of errors: adds where it happened, if the message does not say, and what may have been meant. */
int carcL_explain_error (lua_State *L);
/* Whether a message begins with a place, FILE:LINE: as Lua writes it. */
bool carcL_has_location (const char *message);
/* Raises that a class has no such key; the table at `names` has those that it has. */
int carcL_refuse_key (lua_State *L, const char *class, const char *key, int names);
/*
** What is said of a word that there was once, which stays on the stack then; NULL if it never was one, or nobody has loaded the
** module that knows. `class` may be NULL.
*/
const char *carcL_old_word (lua_State *L, const char *list, const char *class, const char *word);

/* ---- The functions of each class --------------------------------------------------------------------- */

/* Methods of a game that make a state. */
int carcL_game_new_initial_state (lua_State *L);
int carcL_game_deserialize_state (lua_State *L);
int carcL_game_replay_state (lua_State *L);
/* What does not change of a game, as plain values. */
int carcL_game_view (lua_State *L);
/* And one that tells of it (state_reserves.c). */
int carcL_game_reserves (lua_State *L);

extern const luaL_Reg carcL_game_methods[], carcL_game_meta[], carcL_state_methods[],
    carcL_state_action_methods[], carcL_state_handle_methods[], carcL_state_player_methods[],
    carcL_state_board_methods[], carcL_state_reserve_methods[], carcL_state_query_methods[],
    carcL_selector_functions[], carcL_state_mutator_methods[], carcL_state_token_methods[],
    carcL_state_turn_methods[], carcL_state_event_methods[], carcL_state_meta[], carcL_action_meta[],
    carcL_list_meta[], carcL_feature_methods[], carcL_feature_meta[], carcL_search_methods[],
    carcL_search_meta[], carcL_output_file_methods[], carcL_output_file_meta[], carcL_core_functions[],
    carcL_path_functions[];

#endif
