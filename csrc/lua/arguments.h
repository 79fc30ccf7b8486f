/*
** arguments.h: arguments of functions as values of the engine: players, names, places. The
** functions raise an error if the argument is wrong, unless their comment says otherwise.
*/
#ifndef CARCL_ARGUMENTS_H
#define CARCL_ARGUMENTS_H

#include "userdata.h"

/* A number that is outside of all ranges; larger arguments are limited to it. */
enum { OUT_OF_RANGE = 1000000 };
static inline int clamp_number (lua_Integer v) {
  return v < -OUT_OF_RANGE || v > OUT_OF_RANGE ? OUT_OF_RANGE : (int)v;
}

int carcL_check_player (lua_State *L, int arg, const carc_definition *d);
/* Same as carcL_check_player for a number `p` that is a part of the argument. */
int carcL_player_index (lua_State *L, int arg, lua_Integer p, const carc_definition *d);

/* Returns a string argument as a C string, or NULL and an error if it contains a NUL. */
const char *carcL_check_text (lua_State *L, int arg, carc_error *err);
/* Returns a seed: an integer of at most 53 bits; 0 if the argument is absent. */
uint64_t carcL_check_seed (lua_State *L, int arg);
/* Returns an observer: a player, CARC_SPECTATOR, or CARC_OMNISCIENT if the argument is absent. */
int carcL_check_observer (lua_State *L, int arg, const carc_definition *d);
/* Returns an observer in words; the names of carc_visibility. */
const char *carcL_observer_text (lua_State *L, int observer);
extern const char *const carcL_visibility_names[];
/* Whether two words are equal. */
static inline bool is_word (const char *a, const char *b) { return a[0] == b[0] && strcmp(a, b) == 0; }

/* Returns the number of the kind of piece, tile attribute and so on that the argument names. */
int carcL_check_piece (lua_State *L, int arg, const carc_definition *d);
/*
** Returns the number of a name that is a part of the argument, as the running script knows it.
** `what` begins the message: "the game declares no variable".
*/
int carcL_find_named (lua_State *L, int arg, const game_ud *g, carc_name_kind of, const char *what,
                      const char *name);
/*
** Same as carcL_find_named for the argument itself; cached by the address of the string and script.
*/
int carcL_check_cached_name (lua_State *L, int arg, game_ud *g, carc_name_kind of, const char *what);
int carcL_check_tile_attribute (lua_State *L, int arg, const game_ud *g);
int carcL_check_attribute (lua_State *L, int arg, const game_ud *g); /* of segments */
int carcL_check_type_id (lua_State *L, int arg, const carc_definition *d);
carc_axis carcL_check_axis (lua_State *L, int arg);
/* Raises an error because the argument is not one of the names; the message has the nearest one. */
int carcL_refuse_name (lua_State *L, int arg, const char *what,
                       const char *(*name)(const void *ud, int index), const void *ud);

/* Returns the good that the argument names. */
carc_good carcL_check_good (lua_State *L, int arg);

/*
** Returns the integer under a key of a table or userdata; `none` if it is absent or out of range.
*/
int carcL_number_field (lua_State *L, int at, const char *key, int none);

/* Whether a value has x and y. */
bool carcL_is_place (lua_State *L, int at);

/* Returns the tile at x, y (two arguments), or -1. */
int carcL_find_tile (lua_State *L, int arg, const state_ud *b);

/*
** Finds a segment on the board by x, y, and its number or text (three arguments); false if there is
** none.
*/
bool carcL_find_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/* Same as carcL_find_place, but raises an error if there is none. */
void carcL_check_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/*
** Finds the first place of an area on which `piece` (unless it is -1) may stand; raises an error if
** there is none.
*/
void carcL_check_area (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment);

#endif
