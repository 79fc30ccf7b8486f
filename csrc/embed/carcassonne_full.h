/*
** carcassonne_full.h: games with all shipped variants, for hosts that have no Lua. The library
** libcarcassonne-full contains Lua, the scripts and all functions of carcassonne.h.
**
** A carc_game owns a Lua state, in which the scripts of its variants run. The functions of
** carcassonne.h take its definition, and states made with this definition, like any others: the
** engine calls the scripts. A script that fails gives CARC_ERR_SCRIPT and a message.
**
** Any number of games may exist in a process. A game, together with its definition and states, may
** be used by one thread at a time. Different games may be used by different threads.
**
** This header uses only pointers, integers and texts, so that foreign function interfaces can read
** it.
*/
#ifndef CARCASSONNE_FULL_H
#define CARCASSONNE_FULL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct carc_action_space;
struct carc_definition;
struct carc_state;
typedef struct carc_game carc_game;

/*
** An allocator, as carc_allocator in carcassonne_definition.h: does the work of malloc, realloc and
** free. `old` may be NULL; then old_size is 0. With new_size 0 it frees `old` and returns NULL.
** Sizes are in bytes. It may return NULL to refuse memory, but not if a block becomes smaller.
*/
typedef void *(*carc_game_resize)(void *ud, void *old, size_t old_size, size_t new_size);

/*
** Makes a game, and stores it in *game. The host owns the game, and frees it with carc_game_free.
** - `abi_version` is the CARC_ABI_VERSION of the header for which the host was compiled.
** - `variants` has names of shipped variants, separated by commas. Options of a variant follow its
** name and a colon: "tower,siege:pig=1,monastery=any-tile,abbot". NULL or "" for none.
** - `options` has KEY=VALUE, separated by commas: "players=3,sets=base+traders,builder_parts=2".
** The keys are `players` (1 to 6; 2 by default), `edition`, `sets` and `without` (words joined by
** +), `draws` (seeded or manual), and the names of rule values. NULL or "" for the defaults.
** - `resize`, called with `ud`, allocates all memory of the game. NULL for malloc and free.
**
** Returns the value of a carc_status: CARC_OK (0); CARC_ERR_INVALID (2) for another ABI version,
** and for errors in the texts; CARC_ERR_MEMORY (4) if the allocator refuses memory. If it fails,
** *game is NULL, no memory is in use, and `message` says what is wrong. The message ends in '\0'
** and is truncated to `size` bytes; on success it is "". If `size` is 0, `message` may be NULL.
*/
int carc_game_new (int abi_version, const char *variants, const char *options, carc_game_resize resize,
                   void *ud, carc_game **game, char *message, size_t size);
/*
** As carc_game_new, but makes the game of a saved game, whose variants must be shipped. To get the
** saved state, pass the same text to carc_state_deserialize with a new state of this game. The
** function replays the saved game; if a script fails, it returns CARC_ERR_SCRIPT (3).
*/
int carc_game_of_save (int abi_version, const char *text, carc_game_resize resize, void *ud, carc_game **game,
                       char *message, size_t size);
/* Frees the game and its definition. Free its states first. NULL is allowed. */
void carc_game_free (carc_game *game);
/* The definition, which the game owns. */
const struct carc_definition *carc_game_definition (const carc_game *game);
/*
** Begins a game with this seed, and stores its state in *state. The host frees the state with
** carc_state_free. Returns CARC_OK (0), CARC_ERR_SCRIPT (3) if a script fails, or CARC_ERR_MEMORY
** (4). If it fails, *state is NULL. `message` is as in carc_game_new.
*/
int carc_game_new_state (const carc_game *game, uint64_t seed, struct carc_state **state, char *message,
                         size_t size);

/*
** Calls a function of the contract for hosts of any game (lua/doc/PLUGIN.md), and gives the result
** as JSON: views, deltas, events, pictures, histories, bots and so on.
**
**   carc_game_request(game, state, "{\"call\": \"view\", \"args\": [1]}", &answer, NULL)
**   {"result":{"players":[...], ...}}
**
** `text` is an object in UTF-8. `call` is the name of the function, or of a field such as
** `options`. `args` has the arguments without the state; null stands for nil. Players count from 1,
** as in all texts.
** - The function reads `state`, a state of this game, and does not change it. To play, use the
** functions of carcassonne.h. They do not record undone actions: after an undo, ask `delta` for the
** whole view, by null as the revision. If no request needs a state, `state` may be NULL.
** - If the request has a field `state`, the function reads or changes a state that the game keeps.
** Its name is the result of `new`, `decode`, `clone` and `resample`; `drop` frees it. All functions
** of the contract work with such a state: `apply`, `undo`, and `delta` after an undo, too. `clone`
** and `resample` of the argument `state` copy it to a state with a name.
** - The call `measure` plays games and reports them, as the commands `run` and `compare` do. A
** report of several sets of rules compares each with the first:
**
**   {"call": "measure", "args": [{"arms": [{"label": "standard"}, {"variants": "siege:pig=1",
**     "options": "edition=c2", "bot": "greedy"}], "games": 100, "seed": 1, "bot": "random"}]}
**
** Stores the answer in *answer, and its length in *length unless `length` is NULL. The text ends in
** '\0'; the game owns it until the next request or carc_game_free. It is {"result": ...}; or {} if
** the result is nil; or {"message": "...", "code": "..."} if the call failed, and then nothing has
** changed. Returns CARC_OK (0), or the status of this code: CARC_ERR_ILLEGAL (1), CARC_ERR_INVALID
** (2), CARC_ERR_SCRIPT (3) or CARC_ERR_MEMORY (4).
*/
int carc_game_request (carc_game *game, const struct carc_state *state, const char *text, const char **answer,
                       size_t *length);

/*
** As carc_action_space_init in carcassonne_space.h, for a game with scripts. Returns CARC_OK (0),
** or CARC_ERR_INVALID (2) if the game has no action space with this radius, for example because a
** function of a script offers options. `message` is as in carc_game_new.
*/
int carc_game_action_space (const carc_game *game, int radius, struct carc_action_space *space, char *message,
                            size_t size);

#ifdef __cplusplus
}
#endif
#endif
