/*
** carcassonne.h: a rules engine for Carcassonne with Traders & Builders. Unofficial. The game is by
** Klaus-Jürgen Wrede and published by Hans im Glück.
**
** A *definition* describes a game: tiles, pieces, rule values and scripts. It is read from text,
** checked once and then frozen, so any number of threads may share it. A *state* is a game in
** progress: one flat block of memory without pointers. Copy it with carc_state_clone, store it
** anywhere, and pass it to every function together with its definition.
**
** Conventions, which hold unless the comment of a function says otherwise:
** - Player numbers start at 0 in C, and at 1 in texts (actions, saved games, definitions). In C,
** CARC_CHANCE stands for the draw of a tile.
** - x counts cells to the east, y cells to the south; the first tile is at 0,0.
** - Rotations count quarter turns clockwise, 0 to 3.
** - A function that can fail returns a carc_status, fills `err` (which may be NULL), and leaves
** everything else unchanged.
** - Text that a function writes ends in '\0' and is truncated to fit. The function returns the full
** length, as snprintf does.
**
** A program without Lua can play the base game, Traders & Builders, and the expansions whose
** scripts have no functions: gq11, inns-and-cathedrals, spiel-doch, winter, river (except its
** option turns=room) and cult (except its part challenge). game:text() in Lua writes a game with
** these expansions as the text of a definition. The other expansions require Lua: either the
** library that contains Lua (carcassonne_full.h), or the Lua module in a host that has Lua
** (carcassonne_lua.h).
*/
#ifndef CARCASSONNE_H
#define CARCASSONNE_H

#include "carcassonne_definition.h"
#include "carcassonne_read.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CARC_VERSION "0.1.0"
#define CARC_ABI_VERSION 17 /* binary interface of this header */
#define CARC_SAVE_VERSION 3 /* format of the text that carc_state_serialize writes */

/*
** The CARC_VERSION and CARC_ABI_VERSION of the library at run time. A program can use a shared
** library only if both have the same CARC_ABI_VERSION. CARC_ABI_VERSION grows when programs must be
** compiled again; it is part of the library's soname.
*/
const char *carc_version (void);
int carc_abi_version (void);
/* Whether the library was built with threads (make THREADS=1). carc_state_playout_on uses them. */
bool carc_has_threads (void);

/* ---- States ---------------------------------------------------------------------------------- */

/*
** Begins a game in `state`: a block of carc_definition_state_size bytes, aligned for uint64_t, that
** the caller owns. Unless the host draws the tiles, also draws the first tile. A hook that runs at
** this draw may fail, and then the function fails.
*/
carc_status carc_state_init (const carc_definition *def, carc_state *state, uint64_t seed, carc_error *err);

/*
** As carc_state_init, but allocates the state with the definition's allocator; free the state with
** carc_state_free. Returns NULL on failure.
*/
carc_state *carc_state_new (const carc_definition *def, uint64_t seed, carc_error *err);
void carc_state_free (const carc_definition *def, carc_state *state);

/* Copies `from` to `to`. Both are states of this definition. */
void carc_state_clone (const carc_definition *def, carc_state *to, const carc_state *from);
/* Whether both states are equal in every bit, the random generator included. */
bool carc_state_equal (const carc_definition *def, const carc_state *a, const carc_state *b);
/*
** Hash of everything that the players can see. The hash includes neither the random generator nor
** the ids of features; the ids depend on the order of actions.
*/
uint64_t carc_state_hash (const carc_definition *def, const carc_state *state);
/*
** Hash of everything that `observer` can see. The hash depends on the number of hidden tiles, but
** not on their types.
*/
uint64_t carc_state_hash_for (const carc_definition *def, const carc_state *state, int observer);

/* The player who decides; CARC_CHANCE if a tile must be drawn; CARC_NOBODY at the end. */
int carc_state_current_player (const carc_definition *def, const carc_state *state);
/*
** The player whose turn it is, even while a tile is drawn. At the end of the game, the player of
** the last turn.
*/
int carc_state_turn_player (const carc_definition *def, const carc_state *state);
/*
** The number of the turn, and the number of the round; both numbers start at 1. A round begins when
** the turn reaches or passes the first player.
*/
int carc_state_turn_number (const carc_definition *def, const carc_state *state);
int carc_state_round (const carc_definition *def, const carc_state *state);
/* 1 if turns go in the order of the players' numbers, -1 if a script has reversed the order. */
int carc_state_direction (const carc_definition *def, const carc_state *state);
/*
** The player of the next turn, unless something changes the order before that turn; -1 if no player
** is left.
*/
int carc_state_next_player (const carc_definition *def, const carc_state *state);
/*
** Whether this turn is a further turn that a script granted, and the number of granted turns that
** are still to come.
*/
bool carc_state_is_further_turn (const carc_definition *def, const carc_state *state);
int carc_state_further_turns (const carc_definition *def, const carc_state *state);
/* Number of turns that `player` must still skip. */
int carc_state_turns_to_skip (const carc_definition *def, const carc_state *state, int player);
/* Whether `player` takes no more turns, after resigning or being eliminated by a script. */
bool carc_state_is_out (const carc_definition *def, const carc_state *state, int player);
/* Number of the current part of the turn; the first part has the number 1. */
int carc_state_part (const carc_definition *def, const carc_state *state);
/*
** The player whom the current phase asks or has asked. If no phase runs, the player whose turn it
** is.
*/
int carc_state_asked (const carc_definition *def, const carc_state *state);
/*
** Kind of the current decision: CARC_ACTION_DRAW, _PLACE, _DEPLOY, _EXTRA or _CHOICE;
** CARC_ACTION_NONE at the end of the game. While a phase collects options, returns the kind of the
** decision at which the options will be offered.
*/
carc_action_kind carc_state_decision (const carc_definition *def, const carc_state *state);
/* The phase that asks the current CARC_ACTION_CHOICE; -1 if the decision is of another kind. */
int carc_state_phase (const carc_definition *def, const carc_state *state);
/*
** The question of the current phase, as its script words it; "" if the phase has no question. Valid
** until the state changes.
*/
const char *carc_state_question (const carc_definition *def, const carc_state *state);
bool carc_state_is_terminal (const carc_definition *def, const carc_state *state);
bool carc_state_is_chance_node (const carc_definition *def, const carc_state *state);
/* Type of the tile that is in hand or has just been placed; -1 if there is no such tile. */
int carc_state_hand (const carc_definition *def, const carc_state *state);
/*
** Number of decisions that undo can take back: decisions of players and, if the host draws the
** tiles, its draws.
*/
int carc_state_decisions (const carc_definition *def, const carc_state *state);

/* Number of legal actions. It is 0 only at the end of the game. */
int carc_state_num_actions (const carc_definition *def, const carc_state *state);
/*
** The action with this index, 0 to num_actions - 1; returns 0 for any other index. States with
** equal histories list their actions in the same order.
*/
carc_action carc_state_action (const carc_definition *def, const carc_state *state, int index);
/*
** All fields of an action. If the action is a choice that names a segment, the fields include type
** and rotation of the segment's tile in `state`.
*/
carc_action_fields carc_state_action_fields (const carc_definition *def, const carc_state *state,
                                             carc_action action);
/* Index of an action at the current decision; -1 if it is not legal. */
int carc_state_action_index (const carc_definition *def, const carc_state *state, carc_action action);
/*
** Writes the first `room` legal actions; returns the number of all legal actions, which has no
** upper bound.
*/
int carc_state_legal_actions (const carc_definition *def, const carc_state *state, carc_action *out,
                              int room);
/*
** Writes the first `room` possible draws with their probabilities. Returns the number of all
** possible draws; 0 if no tile is to be drawn.
*/
int carc_state_chance_outcomes (const carc_definition *def, const carc_state *state, carc_action *out,
                                double *probabilities, int room);

/*
** Carries out an action. CARC_ERR_ILLEGAL if it is not legal; CARC_ERR_SCRIPT if a hook fails. If
** it fails, every byte of the state is as before.
*/
carc_status carc_state_apply_action (const carc_definition *def, carc_state *state, carc_action action,
                                     carc_error *err);
/* As carc_state_apply_action, but takes the index of the action, which is faster. */
carc_status carc_state_apply_index (const carc_definition *def, carc_state *state, int index,
                                    carc_error *err);
/*
** Takes back the last decision: either a decision of a player together with the draws after this
** decision, or a draw by the host. CARC_ERR_ILLEGAL if no decision has been made. Replays the game
** up to this decision; carc_undo_ring_undo_action copies a saved position instead.
*/
carc_status carc_state_undo_action (const carc_definition *def, carc_state *state, carc_error *err);

/* Sets the seed of future draws. Past draws stay as they are. */
void carc_state_reseed (const carc_definition *def, carc_state *state, uint64_t seed);
/*
** Writes to `out` a random state that is consistent with what `observer` knows. Deals hidden tiles
** and tokens again so that every decision of the game so far is still legal. The seed determines
** future draws. Like every state, `out` has a history of decisions. If several attempts find no
** such deal, the hidden tiles stay as they are. At the end of the game nothing is dealt again. The
** function replays the game a few times; hooks run in these replays and may fail.
*/
carc_status carc_state_determinize (const carc_definition *def, const carc_state *state, int observer,
                                    uint64_t seed, carc_state *out, carc_error *err);
/*
** Plays the game to its end by uniformly random actions. A separate random generator with this seed
** chooses the actions.
*/
carc_status carc_state_random_playout (const carc_definition *def, carc_state *state, uint64_t seed,
                                       carc_error *err);

/* ---- Text ------------------------------------------------------------------------------------ */

/*
** Converts an action to text, and a text to an action: `draw TB-A`, `place TB-A 3,-1 r2`, `deploy
** follower city:N.W`, `pass`, `extra take`, `extra decline`, `resign 2`. Both need the state,
** because a choice or a deployment can name a segment of a tile on the board. Parsing reports
** errors in the text, but does not check whether the action is legal.
*/
int carc_action_to_string (const carc_definition *def, const carc_state *state, carc_action action, char *out,
                           size_t size);
/*
** As carc_action_to_string, but takes the result of carc_state_action_fields. It works even after
** the state has changed.
*/
int carc_fields_to_string (const carc_definition *def, const carc_action_fields *fields, char *out,
                           size_t size);
carc_status carc_string_to_action (const carc_definition *def, const carc_state *state, const char *text,
                                   carc_action *out, carc_error *err);

/*
** Writes everything that the players see as statements of a definition. carc_definition_new reads
** them as a position: tiles, pieces, points, goods, resignations, the turn and its part, the tile
** in hand, variables, and the current decision with a phase's question. A game of these statements
** begins with the same decision. The statements include the tiles in all reserves, even hidden
** ones. They omit the order of the bag and two facts of the history: for which phase tiles are
** being dealt, and whether a later group of tiles has begun while a tile of an earlier group is
** left.
*/
int carc_state_observation_string (const carc_definition *def, const carc_state *state, char *out,
                                   size_t size);
/*
** As carc_state_observation_string, but writes only what `observer` sees. Of hidden tiles, the text
** has only the number; in a game made from the text, other tiles are dealt in their place.
*/
int carc_state_observation_for (const carc_definition *def, const carc_state *state, int observer, char *out,
                                size_t size);

/*
** Writes the game so far as text: the definition, the seed, and each decision, with a checksum on
** each line. Returns the length of the text without '\0', even if `room` is 0; on failure -1, with
** `err` filled.
*/
long carc_state_serialize (const carc_definition *def, const carc_state *state, char *out, size_t room,
                           carc_error *err);
/*
** Plays a saved game into `state`. Lines end in LF or CR LF. Blank lines and notes of the host may
** follow the line `end`. A note is a line `note KEY VALUE`: the KEY consists of letters, digits and
** . _ -; the VALUE is any text and may be empty. The engine only checks the form of notes.
** carc_state_serialize does not write notes; the host adds them. CARC_ERR_INVALID names the invalid
** line.
*/
carc_status carc_state_deserialize (const carc_definition *def, carc_state *state, const char *text,
                                    carc_error *err);
/*
** Plays the draws and decisions of a saved game into `state`. `def` may differ from the definition
** of the saved game, for example to try other rules. Future draws continue with the random
** generator of the saved game. CARC_ERR_INVALID names the first decision that is not legal under
** `def`.
*/
carc_status carc_state_replay (const carc_definition *def, carc_state *state, const char *text,
                               carc_error *err);
/*
** The definition in a saved game, for carc_definition_new. Returns a pointer into `text` and sets
** *length to the number of bytes. Checks the heading, the version, and the text up to the end of
** the definition. Returns NULL on failure.
*/
const char *carc_saved_game_definition (const char *text, size_t *length, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
