/*
** carcassonne_script.h: hooks, which the engine calls during a game, and the functions that a hook
** may call. For scripts in C and for bindings. Programs that only play games omit it.
*/
#ifndef CARCASSONNE_SCRIPT_H
#define CARCASSONNE_SCRIPT_H

#include "carcassonne.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Names ----------------------------------------------------------------------------------- */

/* Kinds of names that each script declares for itself. */
/* clang-format off */
#define CARC_NAME_KIND_LIST(X) \
  X(VARIABLE, "variable") X(TOKEN, "token") X(PHASE, "phase") X(ATTRIBUTE, "attribute of segments") X(TILE_ATTRIBUTE, "attribute of tiles") \
  X(STEP, "step of the final scoring") X(RESERVE, "reserve") X(AREA, "area")
/* clang-format on */
typedef enum carc_name_kind {
#define X(id, name) CARC_NAME_KIND_##id,
  CARC_NAME_KIND_LIST(X)
#undef X
      CARC_NAME_KIND_COUNT
} carc_name_kind;

/*
** The number of a script, from 1; 0 if no script has this name. As an argument, 0 stands for the
** game itself.
*/
int carc_script_find (const carc_definition *def, const char *name);
/*
** The number that a name has for `script`; -1 if the name is unknown. Looks for the name first
** among the script's own names, then among the built-in names and those of the game, and then as
** SCRIPT.NAME. For script 0, looks among the displayed names.
*/
int carc_name_find (const carc_definition *def, carc_name_kind of, int script, const char *name);
/*
** The name that `script` writes for this number: NAME if the script itself has declared the name,
** otherwise SCRIPT.NAME. For script 0, the displayed name.
*/
const char *carc_name_for (const carc_definition *def, carc_name_kind of, int script, int number);
/*
** A copy of `name` that the definition owns. `name` must be one of the valid names of this number.
*/
const char *carc_name_written (const carc_definition *def, carc_name_kind of, int number, const char *name);
/* Fails with the message "WHAT 'NAME'" and the nearest valid name, or the script that owns NAME. */
carc_status carc_name_refuse (const carc_definition *def, carc_name_kind of, int script, const char *what,
                              const char *name, carc_error *err);

/* ---- Hooks: what scripts, or a C host, may add ----------------------------------------------- */

/*
** A hook is given a carc_call. It uses the call to read the state; a hook that acts also changes
** the state through the call. One C function is called for all scripts of a definition. Functions
** that change the state fail with CARC_ERR_INVALID if an argument is out of range, and with
** CARC_ERR_SCRIPT if the hook asks instead of acting.
*/
/* The definition and the state of a call. The state must not be used after the call has ended. */
const carc_definition *carc_call_definition (const carc_call *call);
const carc_state *carc_call_state (const carc_call *call);

/*
** A feature that was completed, or that is counted at the end of the game. A field is reported
** separately for each player. If the farmers of each city are counted (farm_scoring per-city), the
** place is in the city.
*/
typedef struct carc_scoring {
  int tile, segment; /* a place in the feature: tile index, segment */
  carc_kind kind;
  bool complete;
  bool final;       /* counted in the final scoring */
  int points;       /* of each player in `players` */
  unsigned players; /* bit p: player p has, or ties for, the majority */
} carc_scoring;

/*
** Data for the decision on a majority: a place in the feature, and the power of each player in it,
** rows of `power` included. If the farmers of a city are counted, the place is in the city.
*/
typedef struct carc_contest {
  int tile, segment;
  carc_kind kind;
  bool complete;
  int power[CARC_MAX_PLAYERS];
  unsigned there; /* bit p: player p has a follower in the feature, or a piece that counts as one */
} carc_contest;

/*
** Writes the scored feature for which a phase at `feature_scored` was called. Returns false at any
** other decision.
*/
bool carc_state_scored (const carc_definition *def, const carc_state *state, carc_scoring *out);

/* Data for the decision on a further part of the turn. */
typedef struct carc_turn_part {
  int player;
  int part;              /* number of finished parts of this turn, from 1 */
  bool extended_builder; /* the tile of this part extended a feature with the player's builder */
} carc_turn_part;

/*
** Ways to extend a feature that has a builder: a segment of the placed tile joins it, a tile that
** fits anywhere completes it, the road of a span joins it, or a script joins it with another one.
*/
#define CARC_EXTENSION_CAUSE_LIST(X) X(TILE, "tile") X(COMPLETED, "completed") X(SPAN, "span") X(JOIN, "join")
typedef enum carc_extension_cause {
#define X(id, name) CARC_EXTENSION_CAUSE_##id,
  CARC_EXTENSION_CAUSE_LIST(X)
#undef X
      CARC_EXTENSION_CAUSE_COUNT
} carc_extension_cause;
/* The name in CARC_EXTENSION_CAUSE_LIST. */
const char *carc_extension_cause_name (carc_extension_cause cause);

/* Data for the decision whether a builder's feature is extended. */
typedef struct carc_extension {
  carc_extension_cause cause;
  int tile, segment; /* a place in the feature */
} carc_extension;

/* The kinds of items that selectors find. */
/* clang-format off */
#define CARC_QUERY_ITEM_LIST(X) \
  X(PLAYERS, "players") X(TILES, "tiles") X(CELLS, "cells") X(SEGMENTS, "segments") X(FEATURES, "features") \
  X(PIECES, "pieces") X(TOKENS, "tokens") X(CORNERS, "corners") X(AXES, "axes") \
  X(ENDS, "ends") X(SIDES, "sides")
/* clang-format on */
typedef enum carc_query_item_kind {
#define X(id, name) CARC_QUERY_ITEM_##id,
  CARC_QUERY_ITEM_LIST(X)
#undef X
      CARC_QUERY_ITEM_COUNT
} carc_query_item_kind;

/* Reasons why a piece leaves the board. */
#define CARC_LEAVING_LIST(X) \
  X(SCORED, "scored") X(RETURNED, "returned") X(CAPTURED, "captured") X(MOVED, "moved")
typedef enum carc_leaving {
#define X(id, name) CARC_LEAVING_##id,
  CARC_LEAVING_LIST(X)
#undef X
      CARC_LEAVING_COUNT
} carc_leaving;
/* The name in CARC_LEAVING_LIST. */
const char *carc_leaving_name (carc_leaving why);

/* Why a phase is called: to begin (it may act), to collect options, or to carry out an option. */
#define CARC_PHASE_CALL_LIST(X) X(BEGIN, "run") X(ASK, "ask") X(CHOSEN, "on_chosen")
typedef enum carc_phase_call {
#define X(id, name) CARC_PHASE_CALL_##id,
  CARC_PHASE_CALL_LIST(X)
#undef X
      CARC_PHASE_CALL_COUNT
} carc_phase_call;

/*
** The words that may stand in braces in the texts of phases. Any other word in braces is the name
** of a variable, and stands for the number of the variable.
*/
/* clang-format off */
#define CARC_PHRASE_WORD_LIST(X) \
  X(PLAYER, "player") X(TURN_PLAYER, "turn_player") X(PIECE, "piece") X(TOKEN, "token") X(TILE, "tile") X(NUMBER, "number")
/* clang-format on */

#define CARC_TURN_PLAYER (-3) /* the player whose turn it is */

/*
** The answer of a phase. `player` decides: a player, CARC_TURN_PLAYER or CARC_CHANCE. `may_pass`:
** whether the player may pass. `again`: whether the phase asks again after this decision.
*/
typedef struct carc_question {
  int player;
  bool may_pass, again;
} carc_question;

/* The rows of a hook whose conditions are true: bit i % 64 of bits[i / 64] is row i. */
typedef struct carc_row_set {
  uint64_t bits[(CARC_MAX_ROWS + 63) / 64];
} carc_row_set;

/* Description of a hook. */
typedef struct carc_hook_facts {
  const char *name;           /* name in `condition` and in the table of a variant */
  carc_query_item_kind about; /* kind of the item `this` in the filters of its conditions */
  unsigned is;                /* bits CARC_HOOK_FLAG_... */
  /*
  ** For Lua. `arguments`: the arguments between the state and the options, with their types, or
  ** NULL. `answers`: the type of the result.
  */
  const char *arguments, *answers; /* `answers` is NULL if the hook acts */
  /* Further keys beside the function: a statement for each row; the name of a boolean. */
  const char *statement, *flag;
  const char *says; /* when it is called, and its effect */
} carc_hook_facts;

/*
** Properties of a hook. If some hook can fail in an action, the game keeps a copy of the state for
** rollback.
*/
enum {
  CARC_HOOK_FLAG_LOOKS_AT_TILE = 1, /* depends on the placed tile, or on a deployment on it */
  CARC_HOOK_FLAG_ANY_ACTION = 2,    /* may be called in any action, and may fail in it */
  CARC_HOOK_FLAG_AT_END = 4,        /* only called in the last action */
  CARC_HOOK_FLAG_EXTENDING = 8,     /* called when an action extends a builder's feature */
  CARC_HOOK_FLAG_AT_DRAW = 16,      /* called when a tile is drawn to which its rows apply */
  CARC_HOOK_FLAG_ACTS = 32          /* in the combined flags of several hooks: at least one acts */
};

/*
** The hooks, in the order in which they are called in a turn: id, name, parameters, description.
** The rows of the hooks in CARC_CONDITIONAL_HOOK_LIST may have conditions. effect/hooks.c calls
** each hook; csrc/lua/hooks.c implements the hooks by functions of scripts.
*/
/* clang-format off */
#define CARC_CONDITIONAL_HOOK_LIST(X) \
  X(ALLOW_PLACEMENT, allow_placement, \
    (void *ud, carc_call *call, carc_action placement, bool *ok, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_TILES, .is = CARC_HOOK_FLAG_AT_DRAW, \
    .arguments = "action:Action", .answers = "boolean", \
    .says = "asks whether a placement is allowed; called for each cell and rotation in which a drawn " \
            "tile fits. If one function returns false, the placement is forbidden, whatever the " \
            "functions of other scripts return") \
  X(EXTENDS_BUILDER, extends_builder, \
    (void *ud, carc_call *call, const carc_extension *what, bool *extended, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_LOOKS_AT_TILE, \
    .arguments = "cause:Extension, extended:boolean", .answers = "boolean", \
    .says = "asks whether the placed tile extends a feature that it touches and that has a builder " \
            "of the player whose turn it is; called before on_tile_placed. The first function " \
            "receives the answer of the rules; each later function receives the answer of the " \
            "previous function") \
  X(ON_TILE_PLACED, on_tile_placed, (void *ud, carc_call *call, int tile, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_TILES, .is = CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_LOOKS_AT_TILE, \
    .arguments = "tile:Tile", \
    .says = "acts after the segments of the placed tile have joined their features, before any " \
            "deployment. The functions of all scripts run, in the order of the scripts") \
  X(ALLOW_DEPLOYMENT, allow_deployment, \
    (void *ud, carc_call *call, carc_action deployment, bool *ok, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PIECES, .is = CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_LOOKS_AT_TILE, \
    .arguments = "action:Action", .answers = "boolean", \
    .says = "asks whether a deployment is allowed; called for each deployment that the rules or a " \
            "script allow. If one function returns false, the deployment is forbidden, whatever the " \
            "functions of other scripts return") \
  X(MAJORITY, majority, \
    (void *ud, carc_call *call, const carc_contest *contest, unsigned *players, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION, \
    .arguments = "contest:Contest, players:integer[]", .answers = "integer[]", \
    .says = "asks which players have the majority of a feature, whenever the engine needs the " \
            "majority. The first function receives the players that the rules, `power` and " \
            "`tiebreakers` determine; each later function receives the answer of the previous " \
            "function. A function returns other players, or nil to leave them unchanged. It must not " \
            "return a player who has no piece in the feature. In the function and in its `when`, " \
            "`majority` means the players that the first function receives") \
  X(POINTS, points, \
    (void *ud, carc_call *call, const carc_scoring *scoring, int *points, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION, \
    .arguments = "scoring:Scoring, points:integer", .answers = "integer", .statement = "point_row", \
    .says = "asks how many points each player of the majority gets when a feature scores, on " \
            "completion or at the end of the game. The first function receives the points after the " \
            "rows of all variants (VariantPointsRow); each later function receives the points that " \
            "the previous function returned") \
  X(BONUS, bonus, \
    (void *ud, carc_call *call, const carc_piece *piece, const carc_scoring *scoring, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PIECES, .is = CARC_HOOK_FLAG_ANY_ACTION, \
    .arguments = "piece:Piece, scoring:Scoring", .answers = "integer", .statement = "bonus_row", \
    .says = "asks how many extra points the owner of a piece gets; called for each piece in a " \
            "feature that has just scored, even if the owner does not have the majority. The points " \
            "of several functions add up, and each amount has its own event; the rows of all " \
            "variants (VariantBonusRow) are applied before the functions. For pieces in fields, the hook " \
            "is called after all fields have been counted, once for each piece, with 0 points in " \
            "`scoring`. The hook is not called for points that a script awards for a feature") \
  X(ON_POINTS_GIVEN, on_points_given, (void *ud, carc_call *call, const carc_given *given, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PLAYERS, .is = CARC_HOOK_FLAG_ANY_ACTION, .arguments = "given:Given", \
    .says = "acts after a player has received or lost points, for any reason. The functions of all " \
            "scripts run, in the order of the scripts, even for points that such a function gives") \
  X(ON_FEATURE_SCORED, on_feature_scored, (void *ud, carc_call *call, const carc_scoring *scoring, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION, .arguments = "scoring:Scoring", \
    .says = "acts after a feature has scored, even if nobody got points; its pieces are still on the " \
            "board. The functions of all scripts run, in the order of the scripts") \
  X(ON_PIECE_REMOVED, on_piece_removed, \
    (void *ud, carc_call *call, const carc_piece *piece, carc_leaving why, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PIECES, .is = CARC_HOOK_FLAG_ANY_ACTION, \
    .arguments = "piece:Piece, why:Leaving", \
    .says = "acts after a piece has left the board, for any reason. The functions of all scripts " \
            "run, in the order of the scripts") \
  X(EXTRA_PART, extra_part, (void *ud, carc_call *call, const carc_turn_part *part, bool *grant, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_TILES, .is = CARC_HOOK_FLAG_EXTENDING, \
    .arguments = "part:Part, granted:boolean", .answers = "boolean", .flag = "always", \
    .says = "asks whether the turn has a further part; called after a part whose tile extended a " \
            "feature with the player's builder or, with `always = true`, after every part. Each " \
            "function receives the answer of the previous function; nil leaves the answer unchanged")
#define CARC_HOOK_LIST(X) \
  CARC_CONDITIONAL_HOOK_LIST(X) \
  X(PHASE, phase, \
    (void *ud, carc_call *call, int phase, carc_phase_call reason, carc_action chosen, carc_question *question), \
    .is = CARC_HOOK_FLAG_ANY_ACTION, .says = "runs a phase: begins it, collects its options, or " \
                                             "carries out the chosen option") \
  X(FINAL, final, (void *ud, carc_call *call, const char *name), \
    .is = CARC_HOOK_FLAG_AT_END, .says = "runs a step of the final scoring")
/* clang-format on */
typedef enum carc_hook {
#define X(id, ...) CARC_HOOK_##id,
  CARC_HOOK_LIST(X)
#undef X
      CARC_HOOK_COUNT
} carc_hook;
enum { CARC_CONDITIONAL_HOOK_COUNT = CARC_HOOK_PHASE }; /* the hooks before PHASE */

/* The description in CARC_HOOK_LIST. */
const carc_hook_facts *carc_hook_describe (carc_hook hook);

/*
** A table of functions; each of them may be NULL. A function returns 0 or the result of
** carc_call_fail. In the second case, the action fails with CARC_ERR_SCRIPT, and the state is as it
** was before the action. `ud` is the `ud` of carc_definition_new. A hook that asks (a hook with an
** answer, or a phase that collects options) must not change the state.
**
** - `rows` are the rows whose conditions are true (statement `condition`). If `n_rows` has the
**   number of rows of a hook, the hook is not called while the conditions of all its rows are
**   false.
** - `bonus` is called for each piece in a feature that has just scored, and gives points by
**   carc_call_bonus. For a field, it is called once, after all fields have been counted.
** - A phase receives the chosen option, or 0 for a pass.
** - `extends_builder` is called for each feature that something touches, if the player whose turn
**   it is has a builder there. When the function is called, *extended is the answer of the rules
**   extend_trigger and links_extend.
*/
struct carc_hooks {
#define X(id, name, parameters, ...) int(*name) parameters;
  CARC_HOOK_LIST(X)
#undef X
  bool extra_part_always; /* call extra_part after every part, not only after an extension */
  unsigned char n_rows[CARC_CONDITIONAL_HOOK_COUNT]; /* 0: unknown */
};

/* Sets the error message of a hook. Returns 1, which the hook then returns. */
int carc_call_fail (carc_call *call, const char *message);
/*
** Lets a search keep the answer of the hook that is running: it has read only its arguments, brief
** features, and results of carc_state_holds and carc_state_find, with these tiles and their spans.
*/
void carc_call_note_pure (carc_call *call);

/* ---- Changes by hooks that act --------------------------------------------------------------- */

/*
** Gives points to a player; the number of points may be negative. `text` (up to 23 characters) is
** the text of the event.
*/
carc_status carc_call_award (carc_call *call, int player, int points, const char *text, carc_error *err);
/*
** Gives points to the owner of the piece for which the hook `bonus` was called. Only for this hook.
** The event is that of an award.
*/
carc_status carc_call_bonus (carc_call *call, int points, const char *text, carc_error *err);
/* Sets one number of a variable. `key` is as in carc_state_variable. */
carc_status carc_call_set_variable (carc_call *call, int variable, int key, int32_t value, carc_error *err);

/* Places of tiles that are in no reserve: in the bag, and out of the game. */
enum { CARC_RESERVE_BAG = -1, CARC_RESERVE_OUT = -2 };

/*
** Returns a piece to its player's hand. Pieces that depended on the returned piece may return, too:
** a builder or a pig, as the rules orphan_builder and orphan_pig decide, and pieces with
** orphan=return. `why` is CARC_LEAVING_RETURNED, or CARC_LEAVING_SCORED if the script has scored
** the feature.
*/
carc_status carc_call_return_piece (carc_call *call, carc_piece piece, carc_leaving why, carc_error *err);
/*
** Puts a piece from the player's supply on a segment. Only checks `on` and `not_on` of the piece's
** kind.
*/
carc_status carc_call_deploy (carc_call *call, carc_piece piece, carc_error *err);
/* Takes a piece off the board without returning it to the supply. */
carc_status carc_call_capture (carc_call *call, carc_piece piece, carc_error *err);
/* Returns a captured piece to the player's supply. */
carc_status carc_call_release (carc_call *call, int player, int piece, carc_error *err);
/* Moves a piece to another segment; others may return, as in carc_call_return_piece. */
carc_status carc_call_move_piece (carc_call *call, carc_piece piece, int tile, int segment, carc_error *err);
/*
** Joins two features of the same kind. A join of roads or cities uses one open end of each of the
** two segments; an attribute with extra_open_ends provides such ends. Fields can be joined at any
** segment.
*/
carc_status carc_call_join (carc_call *call, int tile, int segment, int other_tile, int other_segment,
                            carc_error *err);
/*
** Undoes a join of these two segments, whose ends are open again. If nothing else connects the
** parts of the feature, they become two features. A piece whose player has a follower only in the
** other feature may then return, as in carc_call_return_piece.
*/
carc_status carc_call_unjoin (carc_call *call, int tile, int segment, int other_tile, int other_segment,
                              carc_error *err);
/*
** Gives an attribute to a feature if `yes` is true, otherwise removes it, whatever is printed on
** the segments. This segment gets the attribute; every segment of the feature loses it. With
** merge=all, every segment gets it, and this segment loses it. With merge=local, this segment gets
** or loses it. A feature that was incomplete only because of open ends of the attribute is scored
** with the next features.
*/
carc_status carc_call_set_attribute (carc_call *call, int tile, int segment, int attribute, bool yes,
                                     carc_error *err);
/*
** Removes an attribute from this segment only. Whether the feature still has the attribute depends
** on its other segments. Joins that used an open end of the attribute are undone.
*/
carc_status carc_call_remove_attribute (carc_call *call, int tile, int segment, int attribute,
                                        carc_error *err);
/* Lays a span of the player whose turn it is across a tile. carc_state_fits_span must be true. */
carc_status carc_call_lay_span (carc_call *call, int piece, int tile, carc_axis axis, carc_error *err);
/*
** Places a tile instead of a draw; a deployment follows. Only for phases at `before_draw` or
** `game_end`, when they carry out an option. The tile comes from the bag or from the tiles held
** back; fails if no such tile is left.
*/
carc_status carc_call_place_tile (carc_call *call, int type, int x, int y, int rotation, carc_error *err);
/*
** Adds to the bag all tiles that the statement `held_back` keeps out of the bag because of this
** tile attribute.
*/
carc_status carc_call_shuffle_in (carc_call *call, int tile_attribute, carc_error *err);
/*
** Takes all tiles with this attribute out of the bag again; the statement `held_back` must name the
** attribute. If the bag is then empty, the game ends as usual.
*/
carc_status carc_call_hold_back (carc_call *call, int tile_attribute, carc_error *err);
/*
** Deals `count` random tiles from the bag to a reserve before anything else happens. If the bag has
** fewer tiles, deals all of them. Only for phases that act, except at the timings `deployment` and
** `anytime`. `player` is the owner of the reserve, if each player has one.
*/
carc_status carc_call_deal_tiles (carc_call *call, int reserve, int player, int count, carc_error *err);
/*
** Moves a tile between two places. A place is the number of a reserve, CARC_RESERVE_BAG (which
** includes tiles held back) or CARC_RESERVE_OUT. `from_player` and `to_player` are the owners, if
** each player has such a reserve.
*/
carc_status carc_call_move_tile (carc_call *call, int type, int from, int from_player, int to, int to_player,
                                 carc_error *err);
/* Forbids deployment on this tile by the standard rules. Only for the hook on_tile_placed. */
carc_status carc_call_forbid_deployment (carc_call *call, carc_error *err);
/*
** Moves `n` tokens of a good from one player to another. The player number -1 stands for the
** supply, which holds all tokens of goods that no player has.
*/
carc_status carc_call_give_good (carc_call *call, int from, int to, carc_good good, int n, carc_error *err);
/*
** Moves a token of this kind and number (0: no number) to a new place. The token is taken from the
** supply or, if players own such tokens, from the hand of the player whose turn it is; a token that
** exists only once is taken from any place. The new place is `player`, `tile` and `segment` of
** `to`. If none of them is set, the token returns to the supply or to its owner's hand.
*/
carc_status carc_call_put_token (carc_call *call, int kind, int number, const carc_token *to,
                                 carc_error *err);
/* Moves a token from the place `from` to the place `to`. `to` is as in carc_call_put_token. */
carc_status carc_call_move_token (carc_call *call, const carc_token *from, const carc_token *to,
                                  carc_error *err);

/* ---- Order of turns; not in the final scoring ------------------------------------------------ */

/*
** Gives the player whose turn it is one more whole turn, after the further turns already granted.
*/
carc_status carc_call_grant_further_turn (carc_call *call, carc_error *err);
/*
** Gives this player the turn that follows any further turns. The order of turns continues from this
** player.
*/
carc_status carc_call_set_next_player (carc_call *call, int player, carc_error *err);
/*
** Makes a player skip `turns` more turns (1 to 100). Turns given by carc_call_set_next_player are
** not skipped.
*/
carc_status carc_call_skip_turns (carc_call *call, int player, int turns, carc_error *err);
/* Reverses the order of turns. */
carc_status carc_call_reverse_order (carc_call *call, carc_error *err);
/*
** Removes a player from the game after this turn: the player has no more turns or decisions. Pieces
** and points stay. If `counts` is true, the player may still win. The game ends with this turn if
** no player remains, or if the remaining players have no opponent.
*/
carc_status carc_call_eliminate (carc_call *call, int player, bool counts, carc_error *err);

/* ---- Selectors ------------------------------------------------------------------------------- */

/*
** An item that a selector finds. Unused fields are -1. x and y are its cell. `number` is the number
** of a corner, from 0, clockwise from the north-east; a carc_axis; the number of a token; or the
** side of an end or of a tile, clockwise from 0 for the north.
*/
typedef struct carc_found {
  int tile, segment, x, y, player, piece, number;
  int type, rotation; /* of a side of a tile that is not on the board; otherwise -1 */
  int token, owner;   /* of a token: kind and owner; `player` has it in hand, or owns it */
  bool on_cell;       /* of a token: it is on the empty cell at x, y */
} carc_found;

/*
** A parsed selector or filter. It can be used any number of times, but only for states of its
** definition.
*/
typedef struct carc_selector carc_selector;

/*
** Parses a selector, "pieces(player=turn_player;follower=yes)", or a filter,
** "(kind=city;complete=yes)"; csrc/engine/DEFINITION.md has the syntax. Names are understood as
** `script` writes them; script 0 is the game. Returns NULL, with CARC_ERR_INVALID in *err, if the
** text is invalid in this game. The selector uses the definition's allocator, and several threads
** may use it. It must be freed before the definition.
*/
carc_selector *carc_selector_new (const carc_definition *def, int script, const char *text, bool filter,
                                  carc_error *err);
void carc_selector_free (carc_selector *what);
/*
** Copies a selector into a block if `room` suffices. Returns the size in bytes. The copy must not
** be freed or moved, and must not outlive the definition.
*/
size_t carc_selector_copy (const carc_selector *what, void *block, size_t room);
/* Whether points of players can change what a selector finds, apart from the hook `majority`. */
bool carc_selector_reads_points (const carc_selector *what);

/*
** Sets *n to the number of items that a selector finds, and writes the first `room` of them to
** `out`. `running` provides `this` and, if the selector needs it, the hook `majority`; if it is
** NULL, neither is available. A filter finds nothing. CARC_ERR_SCRIPT if the running call failed,
** or if selectors tested more items than carc_call_limit_visits allows (5,000,000 without a call).
*/
carc_status carc_state_find (const carc_state *state, carc_call *running, const carc_selector *what,
                             carc_found *out, int room, int *n, carc_error *err);
/* Sets *holds to whether the number found is within `min` and `max`. Fails as carc_state_find. */
carc_status carc_state_holds (const carc_state *state, carc_call *running, const carc_selector *what,
                              bool *holds, carc_error *err);
/*
** Sets *passes to whether the item `what` of the kind `is` passes a filter. In `what`, unused
** fields are -1; player -1 stands for the player whose turn it is. CARC_ERR_INVALID if no such item
** exists; then *passes stays unchanged. Otherwise fails as carc_state_find does.
*/
carc_status carc_state_matches (const carc_state *state, carc_call *running, const carc_selector *filter,
                                const carc_found *what, carc_query_item_kind is, bool *passes,
                                carc_error *err);

/*
** Calls the function `what` with a carc_call that belongs to no action. With this carc_call,
** functions that read the state may use the hook `majority`. The state is unchanged afterwards.
** CARC_ERR_SCRIPT if a hook failed.
*/
carc_status carc_state_ask (const carc_definition *def, carc_state *state,
                            void (*what)(void *ud, carc_call *call), void *ud, carc_error *err);

/*
** Sets how many items the queries of a carc_call may still test, and returns the previous number.
** If a query tests more items, it fails, and the number becomes negative. A new carc_call of an
** action has no limit (INT64_MAX); one of carc_state_ask has a limit of 5,000,000.
*/
int64_t carc_call_limit_visits (carc_call *call, int64_t visits);

/*
** The players who have, or tie for, the majority of the feature with this segment, as bits. The
** rules, the rows of `power` and the hook `majority` have been applied.
*/
unsigned carc_call_majority (carc_call *call, int tile, int segment);

/* ---- Options of a phase; only while it collects them ----------------------------------------- */

/*
** Adds an option. `option` has piece, token, player, segment, number and type, each -1 for none,
** and x and y if has_cell is true. A segment is a segment of the tile at x, y. An option can have a
** type only if it has no cell. If chance decides, `weight`, 1 to 255, is the relative frequency of
** the option.
*/
carc_status carc_call_offer (carc_call *call, const carc_action_fields *option, int weight, carc_error *err);
/*
** Adds one option for each item that a selector finds. If `deploy` is true (only in the deployment
** window), the options are deployments on the found segments, which the engine carries out.
** `number` is the number of each option, or -1.
*/
carc_status carc_call_offer_found (carc_call *call, const carc_selector *what, bool deploy, int number,
                                   carc_error *err);
/*
** Sets the question that is shown to players: up to CARC_MAX_PHRASE letters of UTF-8 without
** control characters. Words in braces are from CARC_PHRASE_WORD_LIST or variables of the script.
** Phases at the timings `deployment` and `anytime` have no question. carc_state_question returns
** the question.
*/
carc_status carc_call_put_question (carc_call *call, const char *text, size_t length, carc_error *err);

/*
** Number of options so far, and an option by its index, from 0. Only while a phase collects
** options.
*/
int carc_call_offered (const carc_call *call);
carc_action carc_call_option (const carc_call *call, int index);

#ifdef __cplusplus
}
#endif

#endif
