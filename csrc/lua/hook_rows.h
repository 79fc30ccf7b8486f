/*
** hook_rows.h: the functions of all hooks of a game, row by row, where a call of a hook finds them.
**
** All rows lie in one table, the game's user value GAME_ROWS, field by field: the i-th field of row r is at r * FIELDS + i.
** The metatables of what hooks are given have -STATE_CLASS and so on.
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
extern const char *const carcL_field_names[FIELDS + 1];

/* The functions of a phase, by carc_phase_call. */
extern const enum field carcL_phase_fields[CARC_PHASE_CALL_COUNT];

/* Pushes a field of a row of the table at `rows`. */
void carcL_push_field (lua_State *L, int rows, int row, enum field field);

/* Makes the table of rows from the hooks at this index, and leaves it on top. */
void carcL_make_rows (lua_State *L, int hooks, game_ud *g);

/* Once there is a definition: whose the rows in the table at this index are. Memory for these notes is there already. */
void carcL_fill_row_info (lua_State *L, int rows, game_ud *g);

/* Pushes the rows that a sandbox has of a game. */
void carcL_push_sandbox_rows (struct sandbox_ud *x, const game_ud *g);

/* How many rows each hook with gates has; 0, which stands for any number, where they are more than gates. */
void carcL_count_gated_rows (const game_ud *g, unsigned char n_rows[CARC_CONDITIONAL_HOOK_COUNT]);

#endif
