/*
** arguments.h: the arguments of functions: players, names, places, as values of the engine. What is wrong raises an error.
*/
#ifndef CARCL_ARGUMENTS_H
#define CARCL_ARGUMENTS_H

#include "userdata.h"

/* No number of anything; and a number, or that where it is larger. */
enum { OUT_OF_RANGE = 1000000 };
static inline int clamp_number (lua_Integer v) {
  return v < -OUT_OF_RANGE || v > OUT_OF_RANGE ? OUT_OF_RANGE : (int)v;
}

int carcL_check_player (lua_State *L, int arg, const carc_definition *d);
/* The same, of a number that stands in the argument. */
int carcL_player_index (lua_State *L, int arg, lua_Integer p, const carc_definition *d);

/* A text from outside, for functions that know no length; NULL, with `err`, if there is a NUL in it. */
const char *carcL_check_text (lua_State *L, int arg, carc_error *err);
/* A seed: a whole number that every Lua holds exactly; 0 if there is none. */
uint64_t carcL_check_seed (lua_State *L, int arg);
/* Who looks on, as the engine's readers take it: nobody is named for who knows all. */
int carcL_check_observer (lua_State *L, int arg, const carc_definition *d);
/* Who that is, in words; and who sees what, by carc_visibility. */
const char *carcL_observer_text (lua_State *L, int observer);
extern const char *const carcL_visibility_names[];
/* Whether two words are the same: most differ in their first letter. */
static inline bool is_word (const char *a, const char *b) { return a[0] == b[0] && strcmp(a, b) == 0; }

/* The kind of piece, or the number of the tile attribute, that the argument names; raises. */
int carcL_check_piece (lua_State *L, int arg, const carc_definition *d);
/*
** The number of what a name in the argument means to the script that runs, or to the game; raises. `what`: "the game declares no
** slot".
*/
int carcL_find_named (lua_State *L, int arg, const game_ud *g, carc_name_kind of, const char *what,
                      const char *name);
/* The same of the argument itself, as a rule known by the address of the name and who says it. */
int carcL_check_cached_name (lua_State *L, int arg, game_ud *g, carc_name_kind of, const char *what);
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

/* A place on the table from x, y and a segment, its number or its text; false if nothing is there. */
bool carcL_find_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/* The same; raises if nothing is there. */
void carcL_check_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment);
/* The first place of the area that is named at `arg`, where a piece, unless it is -1, may stand; raises where there is none. */
void carcL_check_area (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment);

#endif
