/*
** hook_rows.c: makes the table of rows from the hooks of a game.
*/
#include <string.h>
#include "hook_rows.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox/script_error.h"
#include "userdata.h"

const char *const carcL_field_names[FIELDS + 1] = {
    [FIELD_RUN] = "run",         [FIELD_ASK] = "ask",         [FIELD_CHOSEN] = "on_chosen",
    [FIELD_OPTIONS] = "options", [FIELD_VARIANT] = "variant", [FIELD_UNLIMITED] = "unlimited",
    [FIELD_STEP] = "step"};

const enum field carcL_phase_fields[CARC_PHASE_CALL_COUNT] = {[CARC_PHASE_CALL_BEGIN] = FIELD_RUN,
                                                              [CARC_PHASE_CALL_ASK] = FIELD_ASK,
                                                              [CARC_PHASE_CALL_CHOSEN] = FIELD_CHOSEN};

void carcL_push_field (lua_State *L, int rows, int row, enum field field) {
  lua_rawgeti(L, rows, row * (int)FIELDS + (int)field);
}

/*
** Adds the rows of the list on top of the stack to the table at `rows`, and pops the list. Adds
** nothing if the value is not a list.
*/
static row_range add_rows (lua_State *L, int rows, game_ud *g) {
  row_range range = {g->n_rows, 0};
  if (lua_istable(L, -1)) {
    while (lua_rawgeti(L, -1, range.n + 1) == LUA_TTABLE) {
      for (int i = FIELD_RUN; i <= FIELDS; i++) {
        lua_getfield(L, -1, carcL_field_names[i]);
        lua_rawseti(L, rows, g->n_rows * (int)FIELDS + i);
      }
      g->n_rows++;
      range.n++;
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return range;
}

static void lend_class (lua_State *L, int rows, int class_index) {
  carcL_push_metatable(L, class_index);
  lua_rawseti(L, rows, -class_index);
}

/*
** Raises an error if a script reads an unknown field of a scoring. The field `feature` is nil if
** goods are scored.
*/
static int refuse_scoring_key (lua_State *L) {
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "feature";
  return strcmp(key, "feature") == 0 ? 0 : carcL_refuse_key(L, "Scoring", key, 1);
}

void carcL_lend_scoring (lua_State *L, int rows) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, refuse_scoring_key);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable"); /* hides the metatable from scripts */
  lua_rawseti(L, rows, SCORING_METATABLE);
}

/* Notes which functions each row of a phase has. */
static void note_phase_calls (lua_State *L, int rows, game_ud *g) {
  for (int i = 0; i < CARC_MAX_PHASES && i < g->rows[CARC_HOOK_PHASE].n; i++)
    for (int m = 0; m < CARC_PHASE_CALL_COUNT; m++) {
      carcL_push_field(L, rows, g->rows[CARC_HOOK_PHASE].first + i, carcL_phase_fields[m]);
      if (lua_isfunction(L, -1)) g->phase_calls[i] |= (uint8_t)(1u << m);
      lua_pop(L, 1);
    }
}

carc_row_set carcL_asking_phases (const game_ud *g) {
  carc_row_set asking = {{0}};
  for (int i = 0; i < CARC_MAX_PHASES; i++)
    if ((g->phase_calls[i] >> CARC_PHASE_CALL_ASK & 1) != 0) asking.bits[i / 64] |= (uint64_t)1 << (i % 64);
  return asking;
}

void carcL_fill_row_info (lua_State *L, int rows, game_ud *g) {
  for (int i = 0; i < g->n_rows; i++) {
    carcL_push_field(L, rows, i, FIELD_VARIANT);
    carcL_push_field(L, rows, i, FIELD_STEP);
    carcL_push_field(L, rows, i, FIELD_UNLIMITED);
    const char *variant = lua_tostring(L, -3), *step = lua_tostring(L, -2);
    int script = variant != NULL ? carc_script_find(g->d, variant) : 0;
    int at = step != NULL ? carc_name_find(g->d, CARC_NAME_KIND_STEP, script, step) : 0;
    g->row_info[i] =
        (row_info){.script = (uint8_t)script, .step = (int8_t)at, .unlimited = lua_toboolean(L, -1)};
    lua_pop(L, 3);
    for (int field = FIELD_RUN; field <= FIELD_CHOSEN; field++) {
      carcL_push_field(L, rows, i, (enum field)field);
      carcL_sandbox_function(L, -1, &g->row_info[i].sandbox, &g->row_info[i].calls[field]);
      lua_pop(L, 1);
    }
  }
}

void carcL_make_rows (lua_State *L, int hooks, game_ud *g) {
  lua_newtable(L);
  int rows = lua_gettop(L);
  for (int i = 0; i < CARC_HOOK_COUNT; i++) {
    lua_getfield(L, hooks, carc_hook_describe((carc_hook)i)->name);
    g->rows[i] = add_rows(L, rows, g);
  }
  note_phase_calls(L, rows, g);
  lend_class(L, rows, STATE_CLASS);
  lend_class(L, rows, FEATURE_CLASS);
  carcL_lend_scoring(L, rows);
}

void carcL_count_gated_rows (const game_ud *g, unsigned char n_rows[CARC_CONDITIONAL_HOOK_COUNT]) {
  for (int i = 0; i < CARC_CONDITIONAL_HOOK_COUNT; i++) {
    int n = g->rows[i].n;
    n_rows[i] = n <= CARC_MAX_ROWS ? (unsigned char)n : 0;
  }
}

void carcL_push_sandbox_rows (sandbox_ud *x, const game_ud *g) {
  lua_rawgetp(x->L, LUA_REGISTRYINDEX, &carcL_sandbox_games_key);
  lua_rawgetp(x->L, -1, g);
  lua_remove(x->L, -2);
}
