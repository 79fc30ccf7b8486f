/*
** sandbox_game.c: copies of games in the sandboxes of their scripts.
*/
#include <string.h>
#include "sandbox_game.h"
#include "hook_call.h"
#include "hook_rows.h"
#include "sandbox/budget.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandbox_memory.h"
#include "userdata.h"

/*
** Registry key of a sandbox, by address, of the function that copies games. The upvalues of the
** function are the metatables of the classes.
*/
static const char lend_key = 0;

/* The values that are copied to a sandbox. The indices refer to the host's stack. */
typedef struct game_copy_args {
  lua_State *host;
  int rows, variants;
  game_ud *g;
} game_copy_args;

/* The finaliser of a copy's owner. The upvalue is the copy. */
static int forget_copy (lua_State *L) {
  game_ud *copy = lua_touserdata(L, lua_upvalueindex(1));
  if (copy->of == NULL) return 0;
  game_ud **at = &copy->of->lent;
  while (*at != copy) at = &(*at)->next_lent;
  *at = copy->next_lent;
  copy->of = NULL;
  copy->d = NULL;
  return 0;
}

void carcL_detach_game_copies (game_ud *g) {
  for (game_ud *copy = g->lent; copy != NULL; copy = copy->next_lent) {
    copy->of = NULL;
    copy->d = NULL;
  }
  g->lent = NULL;
}

/* Makes the copy of the game, and leaves it on top of the stack. */
static void make_copy (lua_State *L, const game_copy_args *what) {
  game_ud *copy = lua_newuserdatauv(L, sizeof *copy, GAME_VALUES);
  memset(copy, 0, sizeof *copy);
  carcL_push_metatable(L, GAME_CLASS);
  lua_setmetatable(L, -2);
  carcL_push_plain_data(L, 0, what->host, what->variants);
  lua_setiuservalue(L, -2, GAME_VARIANTS);
  lua_newtable(L);
  lua_setiuservalue(L, -2, GAME_SELECTORS);
  carcL_make_action_class(L, copy);
  carcL_set_owner(L, forget_copy);
  copy->d = what->g->d;
  copy->epochs = what->g->epochs;
  copy->hooked = what->g->hooked;
  memcpy(copy->rows, what->g->rows, sizeof copy->rows);
  copy->of = what->g;
  copy->next_lent = what->g->lent;
  what->g->lent = copy;
}

/*
** Pushes the options of a row as a read-only table, made by the function `options` of the prelude.
*/
static void push_options (lua_State *L, lua_State *host, int rows, int row) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_prelude_key);
  lua_getfield(L, -1, "options");
  lua_remove(L, -2);
  carcL_push_field(host, rows, row, FIELD_OPTIONS);
  carcL_push_plain_data(L, 0, host, lua_gettop(host));
  lua_pop(host, 1);
  lua_call(L, 1, 1);
}

/* Fills a row of the table on top of the stack. */
static void lend_row (lua_State *L, const game_copy_args *what, int row) {
  sandbox_ud *x;
  call_stats *calls;
  int rows = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_script_functions_key);
  for (int field = FIELD_RUN; field <= FIELD_CHOSEN; field++) {
    carcL_push_field(what->host, what->rows, row, (enum field)field);
    int number = carcL_sandbox_function(what->host, -1, &x, &calls);
    lua_pop(what->host, 1);
    if (number == 0) continue;
    lua_rawgeti(L, rows + 1, number);
    lua_rawseti(L, rows, row * (int)FIELDS + field);
  }
  push_options(L, what->host, what->rows, row);
  lua_rawseti(L, rows, row * (int)FIELDS + (int)FIELD_OPTIONS);
  carcL_push_field(what->host, what->rows, row, FIELD_VARIANT);
  carcL_push_plain_data(L, 0, what->host, lua_gettop(what->host));
  lua_pop(what->host, 1);
  lua_rawseti(L, rows, row * (int)FIELDS + (int)FIELD_VARIANT);
  lua_settop(L, rows);
}

/* Removes closed games from the table of games on top of the stack. */
static void forget_games (lua_State *L) {
  int games = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, games) != 0) {
    lua_rawgeti(L, -1, -GAME_CLASS);
    const game_ud *copy = lua_touserdata(L, -1);
    lua_pop(L, 2);
    if (copy->d != NULL) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, games);
  }
}

/*
** Copies the game to a sandbox, with the rows whose functions belong to the sandbox. Runs in the
** sandbox; the upvalues are the metatables of the classes.
*/
int carcL_copy_game (lua_State *L) {
  sandbox_ud *x = carcL_sandbox_of(L);
  const game_copy_args *what = x->request;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_sandbox_games_key);
  int games = lua_gettop(L);
  forget_games(L);
  lua_newtable(L);
  int rows = lua_gettop(L);
  make_copy(L, what);
  game_ud *copy = lua_touserdata(L, -1);
  lua_rawseti(L, rows, -GAME_CLASS);
  for (int c = STATE_CLASS; c < CLASS_END; c++) {
    carcL_push_metatable(L, c);
    lua_rawseti(L, rows, -c);
  }
  carcL_lend_scoring(L, rows);
  carcL_store_hook_functions(L, rows);
  for (int i = 0; i < what->g->n_rows; i++) {
    if (what->g->row_info[i].sandbox != x) continue;
    lend_row(L, what, i);
    copy->script = what->g->row_info[i].script;
  }
  lua_rawsetp(L, games, what->g);
  return 0;
}

void carcL_store_game_copier (lua_State *L) { lua_rawsetp(L, LUA_REGISTRYINDEX, &lend_key); }

/* Pushes the copy of the game, or nil. `games` is the index of the games in the sandbox. */
static bool find_copy (lua_State *L, int games, const game_ud *g) {
  if (lua_rawgetp(L, games, g) == LUA_TTABLE) {
    lua_rawgeti(L, -1, -GAME_CLASS);
    lua_remove(L, -2);
  }
  const game_ud *copy = lua_touserdata(L, -1);
  return copy != NULL && copy->of == g; /* a closed game may have had the same address */
}

void carcL_push_game_copy (lua_State *L, game_ud *g, lua_State *host, int variants) {
  sandbox_ud *x = carcL_sandbox_of(L);
  game_copy_args what = {host, 0, variants, g};
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carcL_sandbox_games_key);
  int games = lua_gettop(L);
  if (!find_copy(L, games, g)) {
    x->request = &what;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &lend_key);
    lua_call(L, 0, 0);
    find_copy(L, games, g);
  }
  lua_replace(L, games);
  lua_settop(L, games);
}

static int lend_protected (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lend_key);
  lua_call(L, 0, 0);
  return 0;
}

static void lend_to (lua_State *L, sandbox_ud *x, game_copy_args *what) {
  sandbox_entry turn;
  if (x->L == NULL) luaL_error(L, "the sandbox of a script has been closed");
  x->request = what;
  carcL_enter_sandbox(x, &turn, L, NULL, MAX_INSTRUCTIONS, "");
  int status = carcL_call_protected(x->L, lend_protected, NULL);
  if (status != LUA_OK) lua_pop(x->L, 1);
  carcL_leave_sandbox(x, &turn);
  if (status != LUA_OK) luaL_error(L, "a script in a sandbox failed: %s", carcL_sandbox_refusal(x));
}

void carcL_copy_game_to_sandboxes (lua_State *L, int rows, int variants, game_ud *g) {
  game_copy_args what = {L, rows, variants, g};
  luaL_checkstack(L, 60, NULL);
  for (int i = 0; i < g->n_rows; i++) {
    bool first = g->row_info[i].sandbox != NULL;
    for (int k = 0; k < i; k++) first = first && g->row_info[k].sandbox != g->row_info[i].sandbox;
    if (first) lend_to(L, g->row_info[i].sandbox, &what);
  }
}
