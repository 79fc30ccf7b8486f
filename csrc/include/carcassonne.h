/*
** carcassonne.h: a rules engine for Carcassonne with Traders & Builders.
** Unofficial. The game is by Klaus-Jürgen Wrede and published by Hans im Glück.
**
** Two things matter. A *definition* says what game it is; it is read from text, checked once,
** and then frozen, so any number of threads may share it. A *state* is one flat block without
** pointers: copy it with carc_state_clone, keep it wherever you like, and give the definition
** along with it to every call.
**
** Conventions, unless a function says otherwise:
** - players count from 0, in texts from 1 (actions, saved games, definitions); CARC_CHANCE stands
**   for the draw of a tile;
** - x counts cells to the east, y cells to the south, the first tile lies at 0,0;
** - rotations count quarter turns clockwise, 0 to 3;
** - a function that can fail returns a carc_status, fills `err` (which may be NULL), and leaves
**   everything else as it was;
** - text that a function writes ends in '\0' and is cut to fit; the number returned is the
**   length that it wanted, as with snprintf.
**
** Without Lua there are the base game and Traders & Builders, and the expansions whose scripts have
** no functions: gq11, inns-and-cathedrals, spiel-doch, winter, river (but for its option turns=room)
** and cult (without its part challenge). The text of a game with them, as game:text() in Lua writes
** it, is a definition. The other expansions need the Lua module: carcassonne_lua.h.
*/
#ifndef CARCASSONNE_H
#define CARCASSONNE_H

#include "carcassonne_definition.h"
#include "carcassonne_read.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CARC_VERSION "0.1.0"
#define CARC_ABI_VERSION 14 /* of this header */
#define CARC_SAVE_VERSION 3 /* of the text that carc_state_serialize writes */

/*
** What the library that runs was built with: CARC_VERSION, and CARC_ABI_VERSION. A program and a shared library go together if their
** CARC_ABI_VERSION is the same; it grows when programs must be compiled again, and is part of the library's soname.
*/
const char *carc_version (void);
int carc_abi_version (void);
/* Whether it was built with threads (make THREADS=1): then carc_state_playout_on (carcassonne_search.h) uses them. */
bool carc_has_threads (void);

/* ---- States ---------------------------------------------------------------------------------- */

/*
** Begins a game in a block of carc_definition_state_size bytes, aligned for uint64_t, that is the
** caller's. With seeded draws the first tile is drawn; a hook may fail there.
*/
carc_status carc_state_init (const carc_definition *def, carc_state *state, uint64_t seed, carc_error *err);

/* The same in memory from the definition's allocator, to be freed with carc_state_free. */
carc_state *carc_state_new (const carc_definition *def, uint64_t seed, carc_error *err);
void carc_state_free (const carc_definition *def, carc_state *state);

/* Copies `from` into `to`, both blocks of this definition. */
void carc_state_clone (const carc_definition *def, carc_state *to, const carc_state *from);
/* Whether both are the same to the last bit, the generator included. */
bool carc_state_equal (const carc_definition *def, const carc_state *a, const carc_state *b);
/* A hash of what the players can see; the generator, and ids of features, which a different order would change, are left out. */
uint64_t carc_state_hash (const carc_definition *def, const carc_state *state);
/* The same of what `observer` can see: what lies hidden counts by how many tiles there are. */
uint64_t carc_state_hash_for (const carc_definition *def, const carc_state *state, int observer);

/* Who decides: a player, CARC_CHANCE or CARC_NOBODY. */
int carc_state_current_player (const carc_definition *def, const carc_state *state);
/* Whose turn it is, or was: a player, also while a tile is drawn. */
int carc_state_turn_player (const carc_definition *def, const carc_state *state);
/* Which turn of the game this is, and which round, from 1. A round begins as the turn comes to the first player, or goes by. */
int carc_state_turn_number (const carc_definition *def, const carc_state *state);
int carc_state_round (const carc_definition *def, const carc_state *state);
/* 1 where it goes round from player to player, -1 where a script has turned that about. */
int carc_state_direction (const carc_definition *def, const carc_state *state);
/* Whose turn is the next, as things stand, if there is one; -1 where nobody plays any more. */
int carc_state_next_player (const carc_definition *def, const carc_state *state);
/* Whether this is a whole turn that a script granted after another, and how many come after this one. */
bool carc_state_is_further_turn (const carc_definition *def, const carc_state *state);
int carc_state_further_turns (const carc_definition *def, const carc_state *state);
/* How many turns a player is still to sit out. */
int carc_state_turns_to_skip (const carc_definition *def, const carc_state *state, int player);
/* Whether a player takes no more turns: has given up, or was eliminated by a script. */
bool carc_state_is_out (const carc_definition *def, const carc_state *state, int player);
/* Which part of the turn this is, from 1. */
int carc_state_part (const carc_definition *def, const carc_state *state);
/* Whom the phase asks, or has asked, that is at work; else whose turn it is. */
int carc_state_asked (const carc_definition *def, const carc_state *state);
/*
** What is to be decided: CARC_ACTION_DRAW, _PLACE, _DEPLOY, _EXTRA, _CHOICE, or CARC_ACTION_NONE at the end. While a
** phase is asked for options, the decision that gets them.
*/
carc_action_kind carc_state_decision (const carc_definition *def, const carc_state *state);
/* The phase whose question CARC_ACTION_CHOICE is; -1 otherwise. */
int carc_state_phase (const carc_definition *def, const carc_state *state);
/* What it asks, in the words that its script made while it ran; "" for nothing. Lives as long as the state is as it is. */
const char *carc_state_question (const carc_definition *def, const carc_state *state);
bool carc_state_is_terminal (const carc_definition *def, const carc_state *state);
bool carc_state_is_chance_node (const carc_definition *def, const carc_state *state);
/* The type of the tile in hand or just placed; -1 when there is none. */
int carc_state_hand (const carc_definition *def, const carc_state *state);
/* Decisions taken so far that undo can take back: the players' and, with manual draws, the host's. */
int carc_state_decisions (const carc_definition *def, const carc_state *state);

/* How many actions are legal: 0 only at the end. */
int carc_state_num_actions (const carc_definition *def, const carc_state *state);
/* The action with this index, 0 to num_actions - 1; 0 for any other index. Same history, same order. */
carc_action carc_state_action (const carc_definition *def, const carc_state *state, int index);
/* All fields of an action: those that are in it, and of a choice that names a segment the tile there, as it lies. */
carc_action_fields carc_state_action_fields (const carc_definition *def, const carc_state *state,
                                             carc_action action);
/* The index of an action within the decision at hand, or -1 if it is not legal there. */
int carc_state_action_index (const carc_definition *def, const carc_state *state, carc_action action);
/* Writes up to `room` actions; returns how many there are. There is no bound: carc_state_num_actions says how much room is wanted. */
int carc_state_legal_actions (const carc_definition *def, const carc_state *state, carc_action *out,
                              int room);
/* Writes the actions of a draw and their probabilities; returns how many there are (0 unless it is a chance node). */
int carc_state_chance_outcomes (const carc_definition *def, const carc_state *state, carc_action *out,
                                double *probabilities, int room);

/*
** Carries out an action. CARC_ERR_ILLEGAL if it is not legal; CARC_ERR_SCRIPT if a hook fails. In both cases the state is
** byte for byte what it was.
*/
carc_status carc_state_apply_action (const carc_definition *def, carc_state *state, carc_action action,
                                     carc_error *err);
/* The same by index, as fast as it gets. */
carc_status carc_state_apply_index (const carc_definition *def, carc_state *state, int index,
                                    carc_error *err);
/*
** Takes back the last decision: that of a player with what was drawn after it, or a draw by the host.
** CARC_ERR_ILLEGAL at the beginning. Costs a replay of the game so far; carc_undo_ring_undo_action does it by a copy.
*/
carc_status carc_state_undo_action (const carc_definition *def, carc_state *state, carc_error *err);

/* Gives the state another fate: draws to come follow the new seed. What has happened stays. */
void carc_state_reseed (const carc_definition *def, carc_state *state, uint64_t seed);
/*
** Writes to `out` a random state that is consistent with what `observer` knows. Hidden tiles and tokens are dealt again, in ways in which
** every decision so far was legal, and future draws follow the seed. `out` has a history like any state. Hidden tiles stay where
** they are if no such deal is found in some tries. Costs a few replays, in which hooks may run, and fail.
*/
carc_status carc_state_determinize (const carc_definition *def, const carc_state *state, int observer,
                                    uint64_t seed, carc_state *out, carc_error *err);
/* Plays the game to its end, every choice uniform, by a generator of its own. */
carc_status carc_state_random_playout (const carc_definition *def, carc_state *state, uint64_t seed,
                                       carc_error *err);

/* ---- Text ---------------------------------------------------------------------------------------- */

/*
** An action as text, and back: `draw TB-A`, `place TB-A 3,-1 r2`, `deploy follower city:N.W`, `pass`,
** `extra take`, `extra decline`, `resign 2`. Both need the state, since a choice, and in a text a deployment, names a segment of a tile
** on the table. Parsing says what is wrong, but not whether the action is legal.
*/
int carc_action_to_string (const carc_definition *def, const carc_state *state, carc_action action, char *out,
                           size_t size);
/* The same of an action whose fields are known (carc_state_action_fields); so it can be told once the state has moved on. */
int carc_fields_to_string (const carc_definition *def, const carc_action_fields *fields, char *out,
                           size_t size);
carc_status carc_string_to_action (const carc_definition *def, const carc_state *state, const char *text,
                                   carc_action *out, carc_error *err);

/*
** What the players see, as statements that carc_definition_new reads as a position: tiles, pieces, points, goods, who has resigned,
** whose turn it is, which part of it, what is in hand, what scripts remember, and what is to be decided, a phase's question too: a
** game of these statements begins with the same decision. What lies in reserves is in it, hidden or not; the order of the bag is not,
** nor is what only the past can tell: for which phase tiles are being dealt, and, where a tile of an earlier group is left, that a
** later one has come.
*/
int carc_state_observation_string (const carc_definition *def, const carc_state *state, char *out,
                                   size_t size);
/* The same as `observer` sees it: of hidden tiles it says how many tiles there are; a game of it deals others. */
int carc_state_observation_for (const carc_definition *def, const carc_state *state, int observer, char *out,
                                size_t size);

/*
** The game so far as text: the definition, the seed, each decision, a check on each line. `room` 0 asks for the length.
** Returns the length without '\0', or -1 with `err` filled.
*/
long carc_state_serialize (const carc_definition *def, const carc_state *state, char *out, size_t room,
                           carc_error *err);
/*
** Plays a saved game into `state`. Lines may end in CR LF, too. Blank lines may follow the line `end`, and notes of the host, each
** a line `note KEY VALUE`: KEY is of letters, digits and . _ -; VALUE is any text in one line, or none. The engine checks only their
** form: carc_state_serialize writes none, and the host adds its own. CARC_ERR_INVALID names the line that is wrong.
*/
carc_status carc_state_deserialize (const carc_definition *def, carc_state *state, const char *text,
                                    carc_error *err);
/*
** Plays the draws and decisions of a saved game into `state`, perhaps under other rules than it was saved with: `def` may be
** another definition. The draws to come follow its generator. CARC_ERR_INVALID names the first decision that is not legal here.
*/
carc_status carc_state_replay (const carc_definition *def, carc_state *state, const char *text,
                               carc_error *err);
/*
** The definition's part of a saved game, to give to carc_definition_new: points into `text`, `length` bytes.
** Checks the heading, the version and that nothing was changed so far.
*/
const char *carc_saved_game_definition (const char *text, size_t *length, carc_error *err);

#ifdef __cplusplus
}
#endif
#endif
