/*
** objects.h: the userdata of carcassonne.core, and how they are checked.
**
** Two rules keep every state whole, whatever scripts, the program and its finalisers do in between:
** - while the engine works on a state or plays it again, so that hooks may run, the state is held: whoever would change it is
**   refused (carc_check_free);
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

#define MOST_INSTRUCTIONS ((int64_t)1 << (sizeof(lua_Integer) > 4 ? 52 : 30))

/* Instructions that are left to what runs under a limit, and what is said when there are none. */
typedef struct carc_budget {
  int64_t left;
  const char *spent;
} carc_budget;

/* What a limit takes the place of, to be put back. */
typedef struct carc_limit {
  lua_Hook hook;
  int mask, count;
  carc_budget *outer, *own;
  int64_t given;
  bool on, strings; /* whether it is on; and has lent strings its metatable */
} carc_limit;

/*
** A call into the engine during which hooks may run, from the host's Lua or from a box. The indices are of the host's stack, that
** of the C function that made the call, or in which the box was called; they hold while it runs. One may run inside another, if a
** hook plays on a copy.
*/
typedef struct entry {
  struct entry *outer;
  struct game_box *g;
  lua_State *L; /* the host's */
  int top;      /* of its stack before */
  int owner;    /* the game, or a state of it */
  bool of_state;
  int hooks, view; /* the table of rows, 0 until one is called; the state that they are given, or nil */
  int depth;       /* 1 for one that is inside none of this game */
  struct hook_run *run;
  struct state_box *lent; /* the states that each Lua was given, in a list */
  struct state_box *held; /* the state that nobody may change meanwhile, or NULL */
  carc_budget budget;     /* of the hooks of the host that it calls */
  carc_budget *payer;     /* of the hook in which it is */
  int64_t left, used;     /* of the action, or of the games */
  int64_t games;          /* that are played, if it is no action */
  const char *spent;
  c_locale locale; /* that the host has outside */
} entry;

typedef struct row_range {
  int first, n;
} row_range;

enum { ROW_FUNCTIONS = 4 };

/* Whose row it is, by its number in the game; which step of the final scoring it is for; where its functions are. */
typedef struct row_note {
  uint8_t script;
  int8_t step;
  bool unlimited;                          /* its instructions are not counted */
  struct carc_box *box;                    /* NULL: in the host's Lua */
  struct carc_calls *calls[ROW_FUNCTIONS]; /* where each is counted, by its field, or NULL */
} row_note;

/* Instructions that scripts may use; 0 for a call: no limit. */
typedef struct carc_budgets {
  int64_t call, action, game;
} carc_budgets;

/* A name that a script used, by the address that Lua keeps it at. */
typedef struct known_name {
  const char *text, *is; /* `is`: the same letters, in the definition */
  int number, script;
  carc_names of;
} known_name;
enum { KNOWN_NAMES = 128 };

typedef struct game_box {
  carc_definition *d; /* NULL once it is collected */
  bool closed;        /* by hand, through its finaliser */
  entry *running;
  carc_budgets budget;
  bool hooked;
  row_range rows[CARC_HOOK_COUNT]; /* of each hook */
  int n_rows;
  row_note *notes; /* of each row */
  int script;      /* the script whose function runs; 0: none, the game and its host */
  uint8_t phase_calls
      [CARC_MAX_PHASES]; /* of each phase: bit m says that it has a function for this carc_phase_call */
  known_name known[KNOWN_NAMES]; /* of slots and tokens */
  const void *actions;           /* the address of user value 3, by which its actions are known */
  uint64_t *epochs;              /* counts those of all states of this Lua, and of its boxes */
  struct kept_selectors *kept;
  lua_Alloc alloc; /* Lua's, as the game was made */
  void *alloc_ud;
  struct game_box *of;               /* a box's: the host's game; NULL for that itself */
  struct game_box *lent, *next_lent; /* those that boxes have */
} game_box; /* user value 1: the rows of its hooks; 2: the variants, as given; 3: the metatable of its actions; 4: notes; 5: kept; 6: owner */

/* The user values of a game by name. */
enum {
  GAME_ROWS = 1,
  GAME_VARIANTS,
  GAME_ACTIONS,
  GAME_NOTES,
  GAME_KEPT,
  GAME_OWNER,
  GAME_VALUES = GAME_OWNER
};

/* A state of its own, with its block behind it, or a view of one for the time of a call. */
typedef struct state_box {
  game_box *g;
  const carc_state *s; /* NULL: a view whose call is over, or a state that is not filled yet */
  carc_state *own;     /* the same, if it may be changed directly: NULL for a view */
  carc_call *call;     /* a view: through which it acts */
  uint64_t
      epoch; /* another after each change, and in each state of any game: so old lists, actions and handles are known */
  struct list_box *list; /* its list of actions, once it was asked for */
  struct carc_box *box;  /* a view: whose Lua it is in */
  struct state_box *next_lent;
  carc_keep *keep; /* the last positions, so that undo is a copy; NULL: none are kept */
  int64_t spent;   /* instructions that the hooks of its game have used */
  uint32_t
      acts;     /* a view: another number once anything may have changed since a function of a script began */
  int held;     /* running calls into the engine, during which nobody else may change it */
  bool halfway; /* in the middle of an action: a view, what an action runs on, and a copy of such a state */
} state_box;    /* user value 1: the game; 2: the list; 3: the memory of what is kept */

/* The user values of a state by name. */
enum { STATE_GAME = 1, STATE_LIST, STATE_KEEP, STATE_VALUES = STATE_KEEP };

static inline bool is_game_open (const game_box *g) { return g->d != NULL && !g->closed; }

/* Without a user value, since so many are made: the metatable holds the game. */
typedef struct action_box {
  carc_action a;
  uint64_t
      epoch; /* of the state that gave it as number `index`, so that it need not be found there; 0: look for it */
  int index;
  uint16_t lie; /* action_told */
} action_box;

typedef struct list_box {
  state_box *of;
  uint64_t epoch;
} list_box; /* user value 1: the state; 2: the metatable of the game's actions */

/* The user values of a list by name. */
enum { LIST_STATE = 1, LIST_ACTIONS, LIST_VALUES = LIST_ACTIONS };

typedef struct feature_box {
  state_box *of;
  int tile, segment;
} feature_box; /* user value 1: the state */

/* The metatable of a class on top, from anywhere. */
void carc_push_metatable (lua_State *L, int class_index);

/* The argument as an object of a class, or NULL. */
void *carc_test_object (lua_State *L, int arg, int class_index);
/* The same; raises an error that names the argument. */
void *carc_check_object (lua_State *L, int arg, int class_index);
game_box *carc_check_game (lua_State *L, int arg);
/* The argument as an action of any game, or NULL; `*g` is its game. */
const action_box *carc_test_action (lua_State *L, int arg, const game_box **g);
/* The same; raises an error that names the argument. */
const action_box *carc_check_action (lua_State *L, int arg, const game_box **g);
/* An action of this game. */
const action_box *carc_check_action_of (lua_State *L, int arg, const game_box *g);
state_box *carc_check_state (lua_State *L, int arg);
/* The same, and a state of its own: no hook may do this to the state it was given. */
state_box *carc_check_own_state (lua_State *L, int arg);
/*
** Why a state may not be changed now, as an error whose code is CARC_BUSY: an action on it is running, or it is being played
** again. False if it may.
*/
bool carc_is_held (const state_box *b, carc_error *err);
/* The same for what needs a state that waits for a decision: it may be neither held nor in the middle of an action. */
bool carc_is_busy (const state_box *b, carc_error *err);
/* Raises these. */
void carc_check_free (lua_State *L, const state_box *b);
void carc_check_waiting (lua_State *L, const state_box *b);
/* Raises for a state in the middle of an action. */
void carc_check_whole (lua_State *L, const state_box *b);
feature_box *carc_check_feature (lua_State *L, int arg);
int carc_check_player (lua_State *L, int arg, const carc_definition *d);
/* The same, of a number that stands in the argument. */
int carc_player_of (lua_State *L, int arg, lua_Integer p, const carc_definition *d);

/* A text from outside, for functions that know no length; NULL, with `err`, if there is a NUL in it. */
const char *carc_check_text (lua_State *L, int arg, carc_error *err);
/* nil, message, code: what is not legal or not valid. A failed script raises. */
int carc_push_failure (lua_State *L, const carc_error *err);

/*
** Gives a game, on top, an owner, which nobody but the game reaches: the collector comes to it, and so to the finaliser, whose upvalue
** is the game, when nobody is left who reads the game, which may have been closed by hand long before.
*/
void carc_set_owner (lua_State *L, lua_CFunction finaliser);
/* Gives a new game, on top, the metatable that its actions will have. */
void carc_make_action_class (lua_State *L, game_box *g);

/* Makes what counts the epochs, which stays for as long as this Lua does; and that, for a new game. */
void carc_open_epochs (lua_State *L);
uint64_t *carc_epochs_of (lua_State *L);
/* A new epoch for a state, which is new or has changed. */
void carc_begin_epoch (state_box *b);

/*
** A handle stands for a legal action: the epoch of its state, and its index, in a number below 2^53, which every Lua holds exactly.
** Pushes that of action number `index`; and the index, of a handle of this decision. Raises for any other value.
*/
void carc_push_handle (lua_State *L, const state_box *b, int index);
int carc_check_handle (lua_State *L, int arg, const state_box *b);

/* An action with what only its state knows: the tile that a choice's segment is on, as it lies. NO_LIE: nothing. */
typedef struct action_told {
  carc_action a;
  uint16_t lie; /* type * 4 + rotation */
} action_told;
enum { NO_LIE = UINT16_MAX };
action_told carc_look_at_action (const carc_definition *d, const carc_state *s, carc_action a);
carc_action_fields carc_told_fields (action_told one);
static inline action_told told_by (const action_box *box) { return (action_told){box->a, box->lie}; }

/* A tile or a piece on the table with all that is told of it, so that the state need not be looked at any more. */
typedef struct tile_told {
  int index;
  carc_tile tile;
  carc_axis span;
} tile_told;
typedef struct piece_told {
  carc_piece piece;
  carc_tile tile;
} piece_told;
typedef struct end_told {
  carc_end end;
  carc_tile on, beyond; /* its tile, and the one that it runs into something of */
} end_told;
typedef struct token_told {
  carc_token token;
  carc_tile on; /* of one in hand not filled */
} token_told;
/* Segments on the table, and so features, at most; each as tile * CARC_MAX_SEGMENTS + segment. */
enum { MOST_PLACES = CARC_MAX_TILES * CARC_MAX_SEGMENTS };
tile_told carc_look_at_tile (const state_box *b, int tile);
piece_told carc_look_at_piece (const state_box *b, carc_piece f);
end_told carc_look_at_end (const state_box *b, const carc_end *end);

/* Pushes what keeps the selectors of its scripts. */
void carc_make_kept_selectors (lua_State *L, game_box *g);
/* Before its definition goes. */
void carc_forget_selectors (game_box *g);
/* State:offer with a selector at index 2: offers what it finds, and pushes how many options came. */
int carc_offer_found (lua_State *L, state_box *b);
/*
** Memory for n things that are to be gathered, kept by a userdata at the stack index `keeper`. Making it may change the
** state, and with it how many there are: they are counted again as they are gathered, until there is room for all.
*/
void *carc_make_room (lua_State *L, int keeper, int n, size_t size);
/* The legal actions, in memory that the value pushed keeps; none in the middle of an action. */
action_told *carc_gather_actions (lua_State *L, const state_box *b, int *n);

/* One number of each player, before a value is made: that may run a finaliser, which changes the state. Returns how many. */
typedef int player_number (const carc_definition *, const carc_state *, int);
int carc_gather_for_players (const state_box *b, player_number *value, int out[CARC_MAX_PLAYERS]);

/* How many actions are legal: none in the middle of an action. */
static inline int count_actions (const state_box *b) {
  return b->halfway ? 0 : carc_state_num_actions(b->g->d, b->s);
}

/* A seed: a whole number that every Lua holds exactly; 0 if there is none. */
uint64_t carc_check_seed (lua_State *L, int arg);
/* Who looks on, as the engine's readers take it: nobody is named for who knows all. */
int carc_check_seer (lua_State *L, int arg, const carc_definition *d);
/* Who that is, in words; and who sees what, by carc_seen. */
const char *carc_seer_text (lua_State *L, int seer);
extern const char *const carc_seen_names[];
/* A reserve by its name, and its player behind it; whose turn it is where none is named. */
typedef struct reserve_named {
  int reserve, player; /* reserve: CARC_BAG and CARC_OUT, too, where those are places */
} reserve_named;
reserve_named carc_check_reserve (lua_State *L, int arg, const state_box *b);
/* A place for tiles: "bag", "out", a reserve, or { reserve, player }. */
reserve_named carc_check_tile_place (lua_State *L, int arg, const state_box *b);
/* Types of tiles by their ids. */
int carc_push_types (lua_State *L, const carc_definition *d, const int *types, int n);
/* The game of the state at this index; returns where it lies. */
int carc_push_own_game (lua_State *L, int state);

/* Pushers; `game` and `state` are the stack indices of what the object keeps. */
void carc_push_action (lua_State *L, int game, action_told one);
/* Action number `index` of a state, which must be there; user value `value` at `owner` is its metatable. */
void carc_push_listed_action (lua_State *L, int owner, int value, const state_box *b, int index);
void carc_push_feature (lua_State *L, int state, state_box *of, int tile, int segment);
void carc_push_tile (lua_State *L, const carc_definition *d, const tile_told *tile);
void carc_push_segment_text (lua_State *L, const carc_definition *d, int type, int rotation, int segment);
/* A place as readers tell it: of the tile `t`, whose index is `tile`, a segment, or with -1 the tile itself. */
void carc_push_place (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment);
void carc_push_players (lua_State *L, unsigned players);
/* Scoring and Given, but for the feature. */
void carc_push_scoring (lua_State *L, const carc_scoring *what);
void carc_push_given (lua_State *L, const carc_given *given);
void carc_push_piece (lua_State *L, const carc_definition *d, const piece_told *piece);
void carc_push_token (lua_State *L, const game_box *g, const token_told *told);
void carc_push_end (lua_State *L, const carc_definition *d, const end_told *told);
int carc_feature_ends (lua_State *L); /* a method of features */
/* Whether a table names a token; and that, as State:tokens lists it, or as an option names it. Raises. */
bool carc_names_token (lua_State *L, int at);
carc_token carc_check_token (lua_State *L, int arg, const state_box *b);
/* As a list; returns 1. */
int carc_push_features (lua_State *L, int state, state_box *of, const int *places, int n);
/* By the names that the script that runs finds them by. */
void carc_push_attributes (lua_State *L, const game_box *g, uint64_t attributes);
void carc_push_tile_attributes (lua_State *L, const game_box *g, uint64_t attributes);
void carc_push_goods (lua_State *L, const int goods[CARC_GOODS]);

/* Whether two words are the same: most differ in their first letter. */
static inline bool is_word (const char *a, const char *b) { return a[0] == b[0] && strcmp(a, b) == 0; }

/* "N.S" or "E.W"; nil for none. */
void carc_push_axis (lua_State *L, carc_axis axis);

void carc_set_integer (lua_State *L, const char *key, lua_Integer value);
void carc_set_string (lua_State *L, const char *key, const char *value);
/* A number of 64 bits, which not every Lua has: as 16 hexadecimal digits. */
void carc_push_number64 (lua_State *L, uint64_t n);
void carc_set_boolean (lua_State *L, const char *key, bool value);

/* The kind of piece, or the number of the tile attribute, that the argument names; raises. */
int carc_check_piece (lua_State *L, int arg, const carc_definition *d);
/*
** The number of what a name in the argument means to the script that runs, or to the game; raises. `what`: "the game declares no
** slot".
*/
int carc_find_named (lua_State *L, int arg, const game_box *g, carc_names of, const char *what,
                     const char *name);
/* The same of the argument itself, as a rule known by the address of the name and who says it. */
int carc_check_known (lua_State *L, int arg, game_box *g, carc_names of, const char *what);
int carc_check_tile_attribute (lua_State *L, int arg, const game_box *g);
int carc_check_attribute (lua_State *L, int arg, const game_box *g); /* of segments */
int carc_check_type_id (lua_State *L, int arg, const carc_definition *d);
carc_axis carc_check_axis (lua_State *L, int arg);
/* Raises that the argument names nothing, with the nearest of the names. */
int carc_refuse_name (lua_State *L, int arg, const char *what, const char *(*name)(const void *ud, int index),
                      const void *ud);

/* The good that the argument names; raises. */
carc_good carc_check_good (lua_State *L, int arg);

/* The whole number under a key of a table or an object; `none` where there is none such, or one far from all that is told. */
int carc_number_field (lua_State *L, int at, const char *key, int none);

/* Whether a value names a cell, or a segment: what readers give does. */
bool carc_is_place (lua_State *L, int at);

/* The tile at x, y, which are two arguments; -1 for none. */
int carc_find_tile (lua_State *L, int arg, const state_box *b);

/* A place on the table from x, y and a segment, its number or its text; raises, or returns false if nothing is there. */
bool carc_find_place (lua_State *L, int arg, const state_box *b, int *tile, int *segment);
/* The first place of the area that is named at `arg`, where a piece, unless it is -1, may stand; raises where there is none. */
void carc_check_area (lua_State *L, int arg, const state_box *b, int piece, int *tile, int *segment);

/* ---- Hooks (hooks.c, hook_call.c) ------------------------------------------------------------------------- */

/* The engine's hooks for the table of hooks at this index; leaves the table of the game's rows on top. */
carc_hooks carc_choose_hooks (lua_State *L, int hooks, game_box *g);
/* Once there is a definition: whose the rows in the table at this index are. Memory for these notes is there already. */
void carc_note_rows (lua_State *L, int rows, game_box *g);
/*
** Begins and ends a call during which hooks may run; `game` and `state` are stack indices. Next to nothing is done
** until one does. The state is held meanwhile. Nothing raises between the two, since hooks run protected.
*/
void carc_enter (lua_State *L, game_box *g, int game, entry *e);
void carc_enter_state (lua_State *L, state_box *b, int state, entry *e);
/* What is played are games from their beginning, one or many of them that nobody keeps. */
void carc_allow_games (entry *e, const game_box *g, int64_t n);
/* Gives the instructions that were used. */
int64_t carc_leave (entry *e, game_box *g);

/*
** Asks the engine something in which the hook `majority` may have a say: by the call of the hook that runs, or by one of its own.
** `at` is the stack index of the state. What is asked makes no Lua value; what it looks at must outlast hooks that run.
*/
carc_status carc_ask_state (lua_State *L, state_box *b, int at, void (*what)(void *ud, carc_call *call),
                            void *ud, carc_error *err);
/* Whether there is such a hook. */
static inline bool asks_majority (const game_box *g) { return g->rows[CARC_HOOK_MAJORITY].n > 0; }

/* ---- Limits (sandbox/limit.c) ------------------------------------------------------------------------------ */

/* Once, before all else. */
void carc_open_limits (lua_State *L);
/*
** Begins and ends a limit of so many instructions, neither of which can fail; the budget has to last as long. A limit that was
** never begun ends well.
*/
void carc_begin_limit (lua_State *L, carc_limit *l, carc_budget *b, int64_t instructions, const char *spent);
/* Gives the instructions that were used. */
int64_t carc_end_limit (lua_State *L, carc_limit *l);
/* That of the host's or of a box; NULL for none. */
carc_budget *carc_running_budget (lua_State *L);
/* Charges what a hook of Lua's counts; raises if the budget is used up. */
void carc_spend (lua_State *L, carc_budget *b, int64_t instructions);
/* Takes so many instructions from the running budget, if there is one; raises if it is used up. */
void carc_charge (lua_State *L, int64_t instructions);
/* What a game played to its end costs a script, in instructions: about as much time. */
enum { PLAYOUT = 50000 };

int carc_core_limited (lua_State *L);
int carc_core_charged (lua_State *L);
int carc_core_isolate (lua_State *L);
int carc_core_claim (lua_State *L);
int carc_core_sync (lua_State *L);
int carc_core_prepare_output (lua_State *L);
int carc_core_output_file (lua_State *L);
int carc_core_grammar (lua_State *L);
int carc_core_script_strings (lua_State *L);

/* ---- Searches (search.c) --------------------------------------------------------------------------- */

int carc_core_new_search (lua_State *L);
int carc_core_weights (lua_State *L);
int carc_core_worths (lua_State *L);

/* ---- Errors (sandbox/script_error.c) ----------------------------------------------------------------------------- */

/* A handler of errors: adds where it happened, if the message does not say, and what may have been meant. */
int carc_explain_error (lua_State *L);
/* Whether a message begins with a place, FILE:LINE: as Lua writes it. */
bool carc_has_place (const char *message);
/* Raises that a class has no such key; the table at `names` has those that it has. */
int carc_refuse_key (lua_State *L, const char *class, const char *key, int names);
/*
** What is said of a word that there was once, which stays on the stack then; NULL if it never was one, or nobody has loaded the
** module that knows. `class` may be NULL.
*/
const char *carc_old_word (lua_State *L, const char *list, const char *class, const char *word);

/* ---- The functions of each class --------------------------------------------------------------------- */

/* Methods of a game that make a state. */
int carc_game_new_initial_state (lua_State *L);
int carc_game_deserialize_state (lua_State *L);
int carc_game_replay_state (lua_State *L);
/* What does not change of a game, as plain values. */
int carc_game_view (lua_State *L);
/* And one that tells of it (state_reserves.c). */
int carc_game_reserves (lua_State *L);

extern const luaL_Reg carc_game_methods[], carc_game_meta[], carc_state_methods[], carc_apply_methods[],
    carc_handle_methods[], carc_player_methods[], carc_board_methods[], carc_reserve_methods[],
    carc_select_methods[], carc_select_functions[], carc_acting_methods[], carc_token_methods[],
    carc_turn_methods[], carc_event_methods[], carc_state_meta[], carc_action_meta[], carc_list_meta[],
    carc_feature_methods[], carc_feature_meta[], carc_search_methods[], carc_search_meta[],
    carc_output_methods[], carc_output_meta[], carc_core_functions[], carc_file_functions[];

#endif
