/*
** arguments.h: reads arguments of Lua functions as values of the engine: players, names, places.
** The functions raise an error if the argument is wrong, unless their comment says otherwise.
*/
#ifndef CARCL_ARGUMENTS_H
#define CARCL_ARGUMENTS_H

#include "userdata.h"

/* A number that is outside of every valid range. Larger arguments are reduced to this number. */
enum { OUT_OF_RANGE = 1000000 };
static inline int clamp_number (lua_Integer v) {
  return v < -OUT_OF_RANGE || v > OUT_OF_RANGE ? OUT_OF_RANGE : (int)v;
}

/* As luaL_checkinteger and luaL_optinteger, but refuse strings that look like numbers. */
lua_Integer carcL_check_integer (lua_State *L, int arg);
lua_Integer carcL_opt_integer (lua_State *L, int arg, lua_Integer none);

int carcL_check_player (lua_State *L, int arg, const carc_definition *d);
/* Same as carcL_check_player, for a number `p` that is only a part of the argument. */
int carcL_player_index (lua_State *L, int arg, lua_Integer p, const carc_definition *d);

/* Returns a string argument as a C string. If it contains a NUL, returns NULL and fills `err`. */
const char *carcL_check_text (lua_State *L, int arg, carc_error *err);
/* Returns a seed, an integer of at most 53 bits. If the argument is absent, returns 0. */
uint64_t carcL_check_seed (lua_State *L, int arg);
/*
** Returns an observer: a player or CARC_SPECTATOR. If the argument is absent, returns
** CARC_OMNISCIENT.
*/
int carcL_check_observer (lua_State *L, int arg, const carc_definition *d);
/* carcL_observer_text returns a word for an observer. */
const char *carcL_observer_text (lua_State *L, int observer);
extern const char *const carcL_visibility_names[];
/* Whether two words are equal. */
static inline bool is_word (const char *a, const char *b) { return a[0] == b[0] && strcmp(a, b) == 0; }

/* Return the number of the kind of piece, attribute, tile type or axis that the argument names. */
int carcL_check_piece (lua_State *L, int arg, const carc_definition *d);
/*
** Returns the number that a name has for the running script. The name is only a part of the
** argument. `what` begins the error message: "the game declares no variable".
*/
int carcL_find_named (lua_State *L, int arg, const game_ud *g, carc_name_kind of, const char *what,
                      const char *name);
/*
** Same as carcL_find_named, for an argument that is the name itself. A cache stores the number
** under a key, which is the address of the string and the script.
*/
int carcL_check_cached_name (lua_State *L, int arg, game_ud *g, carc_name_kind of, const char *what);
int carcL_check_tile_attribute (lua_State *L, int arg, const game_ud *g);
int carcL_check_attribute (lua_State *L, int arg, const game_ud *g); /* attribute of segments */
int carcL_check_type_id (lua_State *L, int arg, const carc_definition *d);
carc_axis carcL_check_axis (lua_State *L, int arg);
/*
** Raises an error because the argument is not a valid name. The message has the nearest valid name.
*/
int carcL_refuse_name (lua_State *L, int arg, const char *what,
                       const char *(*name)(const void *ud, int index), const void *ud);

/* Returns the good that the argument names. */
carc_good carcL_check_good (lua_State *L, int arg);

/*
** Returns the integer under a key of a table or userdata; `none` if the integer is absent or out of
** range.
*/
int carcL_number_field (lua_State *L, int at, const char *key, int none);

/* Whether a value is a table or userdata with numbers under the keys x and y. */
bool carcL_is_place (lua_State *L, int at);

/* Returns the tile at x, y (two arguments); -1 if the cell has no tile. */
int carcL_find_tile (lua_State *L, int arg, const state_ud *b);

/*
** Finds a segment on the board by x, y, and the segment's number or text (three arguments). Returns
** false if no such segment exists.
*/
bool carcL_find_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/* Same as carcL_find_place, but raises an error if no such segment exists. */
void carcL_check_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/*
** Finds the first place of an area. If `piece` is not -1, finds the first place on which such a
** piece may stand. Raises an error if the area has no such place.
*/
void carcL_check_area (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment);

#endif
