/*
** hook_rows.h: the functions of all hooks of a game.
**
** One table, the game's user value GAME_ROWS, contains all rows. Field i of row r has the index r *
** FIELDS + i. The metatables of the userdata that hooks receive are at the indices -STATE_CLASS and
** so on; the metatable of scorings is at the index SCORING_METATABLE.
*/
#ifndef CARCL_HOOK_ROWS_H
#define CARCL_HOOK_ROWS_H

#include "userdata.h"

enum field {
  FIELD_RUN = 1,
  FIELD_ASK,
  FIELD_CHOSEN,
  FIELD_OPTIONS,
  FIELD_VARIANT,
  FIELD_UNLIMITED,
  FIELD_STEP
};
enum { FIELDS = FIELD_STEP };
enum { SCORING_METATABLE = -CLASS_END };
extern const char *const carcL_field_names[FIELDS + 1];

/* Which function of a phase runs for each carc_phase_call. */
extern const enum field carcL_phase_fields[CARC_PHASE_CALL_COUNT];

/* The phases that have a function `ask`. */
carc_row_set carcL_asking_phases (const game_ud *g);

/* Pushes a field of a row of the table at `rows`. */
void carcL_push_field (lua_State *L, int rows, int row, enum field field);

/* Makes the table of rows from the hooks at this index, and leaves it on top of the stack. */
void carcL_make_rows (lua_State *L, int hooks, game_ud *g);

/*
** Sets the metatable of the scorings that hooks receive, in the table of rows at this index. Lua
** uses this metatable only if a field is missing.
*/
void carcL_lend_scoring (lua_State *L, int rows);

/*
** Fills g->row_info from the table of rows at this index. Called after the definition was created.
*/
void carcL_fill_row_info (lua_State *L, int rows, game_ud *g);

/* Pushes the table of rows that a sandbox has for a game. */
void carcL_push_sandbox_rows (struct sandbox_ud *x, const game_ud *g);

/*
** Counts the rows of each hook that may have conditions. If a hook has more than CARC_MAX_ROWS
** rows, its number is 0.
*/
void carcL_count_gated_rows (const game_ud *g, unsigned char n_rows[CARC_CONDITIONAL_HOOK_COUNT]);

#endif
