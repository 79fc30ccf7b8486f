/*
** carcassonne_script.h: what may be called while a game is played, and what it may do then. A host of games needs carcassonne.h
** alone; this one is for scripts in C, and for who brings another language to scripts.
*/
#ifndef CARCASSONNE_SCRIPT_H
#define CARCASSONNE_SCRIPT_H

#include "carcassonne.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Names ------------------------------------------------------------------------------------ */

/* What scripts name, each for itself. */
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

/* The script of this name in a game, from 1; 0 for none, which stands for the game itself, too. */
int carc_script_find (const carc_definition *def, const char *name);
/*
** The number of what a script means by a name, -1 for nothing: its own; then what is shared, the game's or built in; then, for
** SCRIPT.NAME, that script's. The game means what it is told.
*/
int carc_name_find (const carc_definition *def, carc_name_kind of, int script, const char *name);
/* The name by which a script finds it: its own without SCRIPT, another's with it. To the game, script 0, what is told. */
const char *carc_name_for (const carc_definition *def, carc_name_kind of, int script, int number);
/* The same letters as a name by which this is found, to be kept as long as the definition. */
const char *carc_name_written (const carc_definition *def, carc_name_kind of, int number, const char *name);
/* Fails with "WHAT 'NAME'" and the nearest right name, or with whose it is. */
carc_status carc_name_refuse (const carc_definition *def, carc_name_kind of, int script, const char *what,
                              const char *name, carc_error *err);

/* ---- Hooks: what scripts, or a C host, may add ------------------------------------------------ */

/*
** A running call of a hook. It lives as long as the call. Through it a hook reads the state
** and, where the hook acts, changes it. One hook serves all scripts of a definition.
*/
typedef struct carc_call carc_call;

/* What the call is about; the state may not be kept beyond it. */
const carc_definition *carc_call_definition (const carc_call *call);
const carc_state *carc_call_state (const carc_call *call);

/*
** A completed or, at the end, counted feature. Fields are told player by player; where each city is counted by itself
** (per-city) the place is one in the city.
*/
typedef struct carc_scoring {
  int tile, segment; /* a place in the feature: index of the tile, segment on it */
  carc_kind kind;
  bool complete;
  bool final;       /* part of the final scoring */
  int points;       /* for each of `players` */
  unsigned players; /* bit p: player p has, or ties for, the majority */
} carc_scoring;

/*
** Who has the majority: a place in the feature, and what the pieces of each player count there, rows of `power` included. Of the
** farmers around a city (per-city) the place is one in the city.
*/
typedef struct carc_contest {
  int tile, segment;
  carc_kind kind;
  bool complete;
  int power[CARC_MAX_PLAYERS];
  unsigned
      there; /* bit p: player p has a follower there, or something that counts as one: who may have the majority */
} carc_contest;

/* What a phase at `feature_scored` asks about, or acts on: the feature that has scored. False at any other decision. */
bool carc_state_scored (const carc_definition *def, const carc_state *state, carc_scoring *out);

/* What the question for a further part of the turn is about. */
typedef struct carc_turn_part {
  int player;
  int part;              /* parts of this turn that are over, from 1 */
  bool extended_builder; /* the tile of this part added to a feature with the player's builder */
} carc_turn_part;

/*
** What touches a feature that has a builder: a segment of a tile that joins it, a tile that fits beside anything and completes it,
** the road of a span, two features joined by a script.
*/
#define CARC_EXTENSION_CAUSE_LIST(X) X(TILE, "tile") X(COMPLETED, "completed") X(SPAN, "span") X(JOIN, "join")
typedef enum carc_extension_cause {
#define X(id, name) CARC_EXTENSION_CAUSE_##id,
  CARC_EXTENSION_CAUSE_LIST(X)
#undef X
      CARC_EXTENSION_CAUSE_COUNT
} carc_extension_cause;
/* The names in the list above. */
const char *carc_extension_cause_name (carc_extension_cause cause);

/* What the question whether a builder's feature is extended is about. */
typedef struct carc_extension {
  carc_extension_cause cause;
  int tile, segment; /* a place in the feature */
} carc_extension;

/* The kinds of items that selectors find. */
/* clang-format off */
#define CARC_QUERY_ITEM_LIST(X) \
  X(PLAYERS, "players") X(TILES, "tiles") X(CELLS, "cells") X(SEGMENTS, "segments") X(FEATURES, "features") \
  X(PIECES, "pieces") X(TOKENS, "tokens") X(CORNERS, "corners") X(AXES, "axes") \
  X(ENDS, "ends")
/* clang-format on */
typedef enum carc_query_item_kind {
#define X(id, name) CARC_QUERY_ITEM_##id,
  CARC_QUERY_ITEM_LIST(X)
#undef X
      CARC_QUERY_ITEM_COUNT
} carc_query_item_kind;

/* Why a piece leaves the table. */
#define CARC_LEAVING_LIST(X) \
  X(SCORED, "scored") X(RETURNED, "returned") X(CAPTURED, "captured") X(MOVED, "moved")
typedef enum carc_leaving {
#define X(id, name) CARC_LEAVING_##id,
  CARC_LEAVING_LIST(X)
#undef X
      CARC_LEAVING_COUNT
} carc_leaving;
/* The names in the list above. */
const char *carc_leaving_name (carc_leaving why);

/* What a phase is called for: to act as it begins, to make options, to carry one out. */
#define CARC_PHASE_CALL_LIST(X) X(BEGIN, "run") X(ASK, "ask") X(CHOSEN, "on_chosen")
typedef enum carc_phase_call {
#define X(id, name) CARC_PHASE_CALL_##id,
  CARC_PHASE_CALL_LIST(X)
#undef X
      CARC_PHASE_CALL_COUNT
} carc_phase_call;

/* What a word in braces stands for in what a script says of its phases; else for a variable's number. */
/* clang-format off */
#define CARC_PHRASE_WORD_LIST(X) \
  X(PLAYER, "player") X(TURN_PLAYER, "turn_player") X(PIECE, "piece") X(TOKEN, "token") X(TILE, "tile") X(NUMBER, "number")
/* clang-format on */

#define CARC_TURN_PLAYER (-3) /* whose turn it is */

/* What a phase answers: whom it asks (CARC_TURN_PLAYER, CARC_CHANCE or a player), and whether it asks again. */
typedef struct carc_question {
  int player;
  bool may_pass, again;
} carc_question;

/* The rows of a hook whose conditions are true: bit i % 64 of bits[i / 64] stands for row i. */
typedef struct carc_row_set {
  uint64_t bits[(CARC_MAX_ROWS + 63) / 64];
} carc_row_set;

/* What is said of a hook. */
typedef struct carc_hook_facts {
  const char *name;           /* in `condition`, and in the table of a variant */
  carc_query_item_kind about; /* what `this` is to the filters of its conditions */
  unsigned is;                /* bits: CARC_HOOK_... below */
  /* To Lua: what it is given between the state and the options, with the types, NULL for nothing; the type of what it returns. */
  const char *told, *answers; /* what answers asks, and may not change the state; NULL: it acts */
  /* Beside its function: rows, the statement that one is; a word that is true or false. */
  const char *statement, *flag;
  const char *says; /* when it is called, and what comes of it */
} carc_hook_facts;

/* What holds of a hook; one that can fail makes the game keep a copy of the state, as the way back. */
enum {
  CARC_HOOK_FLAG_LOOKS_AT_TILE = 1, /* at one just put down, or at what is deployed there */
  CARC_HOOK_FLAG_ANY_ACTION = 2,    /* it may be called, and fail, in any action */
  CARC_HOOK_FLAG_AT_END = 4,        /* in the last one */
  CARC_HOOK_FLAG_EXTENDING = 8,     /* in one that extends a builder's feature */
  CARC_HOOK_FLAG_AT_DRAW = 16,      /* in one that draws a tile about which its rows ask */
  CARC_HOOK_FLAG_ACTS = 32          /* of some hooks together: one of them does */
};

/*
** The hooks, in the order in which a turn comes to them: id, name, what it is given, and what is said of it. The rows of those in
** the first list may have conditions. effect/hooks.c calls each, csrc/lua/hooks.c answers it by the functions of scripts.
*/
/* clang-format off */
#define CARC_CONDITIONAL_HOOK_LIST(X) \
  X(ALLOW_PLACEMENT, allow_placement, \
    (void *ud, carc_call *call, carc_action placement, bool *ok, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_TILES, .is = CARC_HOOK_FLAG_AT_DRAW, .told = "action:Action", .answers = "boolean", \
    .says = "for each cell and way in which a tile that is drawn fits; asks. false refuses the placement; once refused, " \
            "refused") \
  X(EXTENDS_BUILDER, extends_builder, \
    (void *ud, carc_call *call, const carc_extension *what, bool *extended, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_LOOKS_AT_TILE, \
    .told = "cause:Extension, extended:boolean", .answers = "boolean", \
    .says = "for each feature with a builder of the player whose turn it is that something touches: does it extend it? " \
            "Asks, before on_tile_placed; each gets what those before it decided, the first what the rules say") \
  X(ON_TILE_PLACED, on_tile_placed, (void *ud, carc_call *call, int tile, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_TILES, .is = CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_LOOKS_AT_TILE, .told = "tile:Tile", \
    .says = "after the tile's segments have joined their features, before anything may be deployed; acts, each in turn") \
  X(ALLOW_DEPLOYMENT, allow_deployment, \
    (void *ud, carc_call *call, carc_action deployment, bool *ok, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PIECES, .is = CARC_HOOK_FLAG_ANY_ACTION | CARC_HOOK_FLAG_LOOKS_AT_TILE, .told = "action:Action", \
    .answers = "boolean", \
    .says = "for each deployment that the rules or a script allow; asks. false refuses the deployment; once refused, " \
            "refused") \
  X(MAJORITY, majority, \
    (void *ud, carc_call *call, const carc_contest *contest, unsigned *players, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION, .told = "contest:Contest, players:integer[]", \
    .answers = "integer[]", \
    .says = "wherever it counts who has the majority of a feature; asks. Each gets the players whom those before it decided on, " \
            "the first those who have it by the rules, by `power` and by `tiebreakers`; it returns others, or nil. Who has nobody " \
            "there is refused. In it, and in its `when`, the majority is what it was without functions") \
  X(POINTS, points, \
    (void *ud, carc_call *call, const carc_scoring *scoring, int *points, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION, .told = "scoring:Scoring, points:integer", \
    .answers = "integer", .statement = "point_row", \
    .says = "what each of the majority gets when a feature scores, completed or at the end; asks. Each gets the points " \
            "that those before it decided, the first what the rows of all variants have made of them (VariantPointsRow)") \
  X(BONUS, bonus, \
    (void *ud, carc_call *call, const carc_piece *piece, const carc_scoring *scoring, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PIECES, .is = CARC_HOOK_FLAG_ANY_ACTION, .told = "piece:Piece, scoring:Scoring", \
    .answers = "integer", .statement = "bonus_row", \
    .says = "for each piece in a feature that has just scored, whoever has the majority; asks, for points to its owner. " \
            "What several say adds up, and is told in the name of each; the rows of all (VariantBonusRow) before the " \
            "functions. Fields are asked about once each, when all of them have been counted, with 0 points. What a " \
            "script awards for a feature by itself brings none") \
  X(ON_POINTS_GIVEN, on_points_given, (void *ud, carc_call *call, const carc_given *given, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PLAYERS, .is = CARC_HOOK_FLAG_ANY_ACTION, .told = "given:Given", \
    .says = "after a player was given points, or lost some, for whatever reason; acts, each in turn. Points that it gives are " \
            "seen by it again") \
  X(ON_FEATURE_SCORED, on_feature_scored, (void *ud, carc_call *call, const carc_scoring *scoring, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_FEATURES, .is = CARC_HOOK_FLAG_ANY_ACTION, .told = "scoring:Scoring", \
    .says = "after a feature has scored, its pieces still there, also for one that nobody scores; acts, each in turn") \
  X(ON_PIECE_REMOVED, on_piece_removed, \
    (void *ud, carc_call *call, const carc_piece *piece, carc_leaving why, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_PIECES, .is = CARC_HOOK_FLAG_ANY_ACTION, .told = "piece:Piece, why:Leaving", \
    .says = "when a piece has left the table, for whatever reason; acts, each in turn") \
  X(EXTRA_PART, extra_part, (void *ud, carc_call *call, const carc_turn_part *part, bool *grant, const carc_row_set *rows), \
    .about = CARC_QUERY_ITEM_TILES, .is = CARC_HOOK_FLAG_EXTENDING, .told = "part:Part, granted:boolean", \
    .answers = "boolean", .flag = "always", \
    .says = "when a part of the turn is over and its tile added to the feature of the player's builder, or, with " \
            "`always = true`, after every part; asks. Each gets what those before it decided; nil leaves it")
#define CARC_HOOK_LIST(X) \
  CARC_CONDITIONAL_HOOK_LIST(X) \
  X(PHASE, phase, \
    (void *ud, carc_call *call, int phase, carc_phase_call reason, carc_action chosen, carc_question *question), \
    .is = CARC_HOOK_FLAG_ANY_ACTION, .says = "a decision of a script's own, or an act: to begin it, to ask, to carry out") \
  X(FINAL, final, (void *ud, carc_call *call, const char *name), \
    .is = CARC_HOOK_FLAG_AT_END, .says = "a step of the final scoring; acts")
/* clang-format on */
typedef enum carc_hook {
#define X(id, ...) CARC_HOOK_##id,
  CARC_HOOK_LIST(X)
#undef X
      CARC_HOOK_COUNT
} carc_hook;
enum { CARC_CONDITIONAL_HOOK_COUNT = CARC_HOOK_PHASE }; /* those before it */

/* What the list above says of a hook. */
const carc_hook_facts *carc_hook_describe (carc_hook hook);

/*
** A table of functions; any may be NULL. Each returns 0, or something else after
** carc_call_fail: then the action that led here fails with CARC_ERR_SCRIPT, and the state is what
** it was before that action. `ud` is the definition's.
** Asking hooks (those that answer, and a phase that is to ask) may not change the state.
** bonus is asked of each piece in a feature that has just scored, and says what it brings by carc_call_bonus. The fields are
** asked about once each, when all have been counted.
** `rows`: those whose conditions are true (statement `condition`). Where it is said how many rows a hook has, it is not
** called while all their conditions are false.
** A phase is told the option that was chosen, 0 for a pass. `extends_builder` is asked for each feature with a builder of the player
** whose turn it is that something touches; *extended is what the rules say (extend_trigger, links_extend).
*/
struct carc_hooks {
#define X(id, name, parameters, ...) int(*name) parameters;
  CARC_HOOK_LIST(X)
#undef X
  bool
      extra_part_always; /* ask extra_part after every part, not only where a builder's feature was extended */
  unsigned char n_rows[CARC_CONDITIONAL_HOOK_COUNT]; /* 0: not told */
};

/* Says why a hook fails; returns 1 for it to return. */
int carc_call_fail (carc_call *call, const char *message);

/*
** What acting hooks can do. Each fails with CARC_ERR_INVALID for arguments that are out of range or, with
** CARC_ERR_SCRIPT, inside an asking hook.
** award: points, which may be negative, to a player; `text` (to 23 characters) goes into the event.
** bonus: only in the hook of this name: points for the owner of the piece that it is asked about, told as those of award.
*/
carc_status carc_call_award (carc_call *call, int player, int points, const char *text, carc_error *err);
carc_status carc_call_bonus (carc_call *call, int points, const char *text, carc_error *err);
carc_status carc_call_set_variable (carc_call *call, int variable, int key, int32_t value, carc_error *err);

/* Where tiles are that lie in no reserve: in the bag, or out of the game. */
enum { CARC_RESERVE_BAG = -1, CARC_RESERVE_OUT = -2 };

/*
** return_piece: a piece goes back to its player's hand, and what stood by it (builder, pig, pieces with orphan=return) follows by
** the rules orphan_builder and orphan_pig. `why` is CARC_LEAVING_RETURNED, or CARC_LEAVING_SCORED for a feature that the script has scored.
** deploy: a piece from the player's supply onto a segment; only `on` and `not_on` of its kind are checked.
** capture: a piece off the table, but not into the supply; release: such a piece into the supply.
** move_piece: to another segment; what stood by it goes back as with return_piece.
** join: two features of one kind become one. Roads and cities are joined at ends that an attribute gives their segments (open=N),
** one each; fields anywhere. unjoin: the same two segments, which a script has joined: both ends are open again, and where nothing
** else holds the feature together there are two from then on. Who stands in a part without a follower of its own player's, which the
** other has, goes back as with return_piece.
** set_attribute: from now on the feature has an attribute, whatever its segments bear in print, or has it no more. Then the segment
** bears it, or none in the feature does; with merge=all each does, or the segment does not; with merge=local it is about the
** segment alone. A feature that only open ends of an attribute kept from being complete is scored with the next ones.
** remove_attribute: the segment alone bears it no more, the feature has it by what others bear. Joins at ends that it gave are undone.
** lay_span: a span from the supply of the player whose turn it is, across a tile (carc_state_fits_span).
** place_tile: in a phase at `before_draw` or `game_end`, an option carried out: the tile in place of a draw; the deployment
** window follows. It comes out of the bag or from the tiles kept back; one of which none is left is refused.
** shuffle_in: tiles that the statement `held_back` kept back for this tile attribute. hold_back: those go out of the bag again, all
** with this attribute, which `held_back` must name; a bag that is empty then ends the game as any other.
** deal_tiles: in a phase that acts, otherwise than at deployment or anytime: so many tiles are dealt from the bag to a reserve, by chance,
** before anything else comes; fewer where the bag has no more. `player`: whose, of a reserve of players.
** move_tile: one from somewhere to somewhere else: a reserve by number, CARC_RESERVE_BAG (which those kept back are in, too) or CARC_RESERVE_OUT, out of
** the game; the players: whose reserves.
** forbid_deployment: in on_tile_placed: nothing may be deployed on this tile by the standard rules.
** put_token: one of this kind and number (0: none): from the supply, or of players' from the hand of whose turn it is; one of which
** there is but one, from wherever it is. move_token: one that is as `from` says. It goes where `to` says by player, tile, segment; with
** none of them back to the supply, or its owner's hand.
** give_good: so many tokens of a good from one player to another; -1 is the supply, which has what is left of the box.
*/
carc_status carc_call_return_piece (carc_call *call, carc_piece piece, carc_leaving why, carc_error *err);
carc_status carc_call_deploy (carc_call *call, carc_piece piece, carc_error *err);
carc_status carc_call_capture (carc_call *call, carc_piece piece, carc_error *err);
carc_status carc_call_release (carc_call *call, int player, int piece, carc_error *err);
carc_status carc_call_move_piece (carc_call *call, carc_piece piece, int tile, int segment, carc_error *err);
carc_status carc_call_join (carc_call *call, int tile, int segment, int other_tile, int other_segment,
                            carc_error *err);
carc_status carc_call_unjoin (carc_call *call, int tile, int segment, int other_tile, int other_segment,
                              carc_error *err);
carc_status carc_call_remove_attribute (carc_call *call, int tile, int segment, int attribute,
                                        carc_error *err);
carc_status carc_call_set_attribute (carc_call *call, int tile, int segment, int attribute, bool yes,
                                     carc_error *err);
carc_status carc_call_lay_span (carc_call *call, int piece, int tile, carc_axis axis, carc_error *err);
carc_status carc_call_place_tile (carc_call *call, int type, int x, int y, int rotation, carc_error *err);
carc_status carc_call_shuffle_in (carc_call *call, int tile_attribute, carc_error *err);
carc_status carc_call_deal_tiles (carc_call *call, int reserve, int player, int count, carc_error *err);
carc_status carc_call_move_tile (carc_call *call, int type, int from, int from_player, int to, int to_player,
                                 carc_error *err);
carc_status carc_call_hold_back (carc_call *call, int tile_attribute, carc_error *err);
carc_status carc_call_forbid_deployment (carc_call *call, carc_error *err);
carc_status carc_call_give_good (carc_call *call, int from, int to, carc_good good, int n, carc_error *err);
carc_status carc_call_put_token (carc_call *call, int kind, int number, const carc_token *to,
                                 carc_error *err);
carc_status carc_call_move_token (carc_call *call, const carc_token *from, const carc_token *to,
                                  carc_error *err);

/*
** Who takes the next turns; nothing of it in the final scoring.
** grant_further_turn: the player whose turn it is takes another whole turn after this one, and after others that were granted.
** set_next_player: this player takes the turn after those, and the game goes round from there. skip_turns: a player sits out so many
** more turns (1 to 100); a turn that is named is taken all the same. reverse_order: the game goes round the other way. eliminate: a
** player takes no more turns once this one is over, and is asked nothing; pieces and points stay; `counts`: and may win all the
** same. Where nobody is left to play, or to play against, the game ends with the turn.
*/
carc_status carc_call_grant_further_turn (carc_call *call, carc_error *err);
carc_status carc_call_set_next_player (carc_call *call, int player, carc_error *err);
carc_status carc_call_skip_turns (carc_call *call, int player, int turns, carc_error *err);
carc_status carc_call_reverse_order (carc_call *call, carc_error *err);
carc_status carc_call_eliminate (carc_call *call, int player, bool counts, carc_error *err);

/*
** What a selector finds: what is not said of it is -1. x and y where it lies, of a cell too; `number` of a corner, from 0 clockwise
** from the north-east, of an axis (carc_axis), of a token, or of an end: its side, as in carc_road_end.
*/
typedef struct carc_found {
  int tile, segment, x, y, player, piece, number;
  int token, owner; /* of a token: its kind; whose it is. `player` is who has it in hand, or else its owner */
  bool on_cell;     /* of a token: on the empty cell at x, y */
} carc_found;

/* A selector, or a filter, read once and asked as often as one likes, of states of its definition alone. */
typedef struct carc_selector carc_selector;

/*
** Reads "pieces(player=turn_player;follower=yes)", or a filter, "(kind=city;complete=yes)"; csrc/engine/DEFINITION.md tells the form. NULL,
** and CARC_ERR_INVALID in *err, unless it means something to this script, 0 for the game, in this game. It takes memory of the
** definition's allocator, may be asked from several threads, and is freed before the definition.
*/
carc_selector *carc_selector_new (const carc_definition *def, int script, const char *text, bool filter,
                                  carc_error *err);
void carc_selector_free (carc_selector *what);
/*
** Copies a selector into a block of memory if it has room, and returns the size of the copy in bytes. The copy is not freed; it may
** be moved nowhere, and is asked no longer than its definition is there.
*/
size_t carc_selector_copy (const carc_selector *what, void *block, size_t room);

/*
** How many items a selector finds; the first `room` of them are in `out`. `running` says what `this` is, and lets the hook `majority`
** have a say where the selector asks for it; NULL: nobody, and the hook has none. A filter finds nothing.
*/
int carc_state_find (const carc_state *state, carc_call *running, const carc_selector *what, carc_found *out,
                     int room);
/* Whether so many are found as the selector's `min` and `max` say. */
bool carc_state_holds (const carc_state *state, carc_call *running, const carc_selector *what);
/*
** Whether an item of kind `is` passes a filter; what it has not is -1, and with player -1 it is of whoever's turn it is. CARC_ERR_INVALID
** if there is no such item; then *passes stays as it was.
*/
carc_status carc_state_matches (const carc_state *state, carc_call *running, const carc_selector *filter,
                                const carc_found *what, carc_query_item_kind is, bool *passes,
                                carc_error *err);

/*
** Calls a function with a call through which readers may ask the hook `majority`, outside of any action. The state stays as it is.
** CARC_ERR_SCRIPT if a hook failed meanwhile.
*/
carc_status carc_state_ask (const carc_definition *def, carc_state *state,
                            void (*what)(void *ud, carc_call *call), void *ud, carc_error *err);

/* Who has, or ties for, the majority of the feature that has this segment, as bits: by the rules, rows and the hook. */
unsigned carc_call_majority (carc_call *call, int tile, int segment);

/*
** The options of the phase that asks; only there.
** offer: `option` has piece, token, player, segment, number, type, -1 for none, and, if has_cell, x and y; a segment is one of the
** tile there, and `type` a tile that is on no cell. `weight`, 1 to 255, counts where chance decides.
** offer_found: one for each item that a selector finds; `deploy`: deployments onto segments, of the pieces that they take, which the
** engine carries out (in the window only); `number` of all of them, or -1.
** put_question: what is asked, in words for people: up to CARC_MAX_PHRASE letters in UTF-8 without control characters; in braces the
** words of CARC_PHRASE_WORD_LIST and the script's variables. Not at deployment and anytime. carc_state_question reads it.
*/
carc_status carc_call_offer (carc_call *call, const carc_action_fields *option, int weight, carc_error *err);
carc_status carc_call_offer_found (carc_call *call, const carc_selector *what, bool deploy, int number,
                                   carc_error *err);
carc_status carc_call_put_question (carc_call *call, const char *text, size_t length, carc_error *err);

/* How many options stand in the list so far, and one of them, from 0; only in a phase that asks. */
int carc_call_offered (const carc_call *call);
carc_action carc_call_option (const carc_call *call, int index);

#ifdef __cplusplus
}
#endif

#endif
