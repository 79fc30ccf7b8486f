/*
** sandbox_game.c: games, as the boxes of their scripts have them.
*/
#include <string.h>
#include "sandbox/sandbox.h"
#include "hook_call.h"

/* Its address names the function that lends, with the classes as upvalues, in the registry of a box. */
static const char lend_key = 0;

/* What a game that is lent is made from; the indices are of the host's stack. */
typedef struct lending {
  lua_State *host;
  int rows, variants;
  game_box *g;
} lending;

/* The finaliser of a copy's owner; the upvalue is the copy. */
static int forget_copy (lua_State *L) {
  game_box *copy = lua_touserdata(L, lua_upvalueindex(1));
  if (copy->of == NULL) return 0;
  carc_forget_selectors(copy);
  game_box **at = &copy->of->lent;
  while (*at != copy) at = &(*at)->next_lent;
  *at = copy->next_lent;
  copy->of = NULL;
  copy->d = NULL;
  return 0;
}

void carc_take_game_back (game_box *g) {
  for (game_box *copy = g->lent; copy != NULL; copy = copy->next_lent) {
    carc_forget_selectors(copy);
    copy->of = NULL;
    copy->d = NULL;
  }
  g->lent = NULL;
}

/* Makes the copy of the game, on top. */
static void make_copy (lua_State *L, const lending *what) {
  game_box *copy = lua_newuserdatauv(L, sizeof *copy, GAME_VALUES);
  memset(copy, 0, sizeof *copy);
  carc_push_metatable(L, GAME_CLASS);
  lua_setmetatable(L, -2);
  carc_push_plain(L, 0, what->host, what->variants);
  lua_setiuservalue(L, -2, GAME_VARIANTS);
  carc_make_kept_selectors(L, copy);
  lua_setiuservalue(L, -2, GAME_KEPT);
  carc_make_action_class(L, copy);
  carc_set_owner(L, forget_copy);
  copy->d = what->g->d;
  copy->epochs = what->g->epochs;
  copy->hooked = true;
  memcpy(copy->rows, what->g->rows, sizeof copy->rows);
  copy->of = what->g;
  copy->next_lent = what->g->lent;
  what->g->lent = copy;
}

/* Pushes the options of a row, only to be read: inside.options(values). */
static void push_options (lua_State *L, lua_State *host, int rows, int row) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carc_inside_key);
  lua_getfield(L, -1, "options");
  lua_remove(L, -2);
  carc_push_field(host, rows, row, FIELD_OPTIONS);
  carc_push_plain(L, 0, host, lua_gettop(host));
  lua_pop(host, 1);
  lua_call(L, 1, 1);
}

/* Fills a row of the table on top. */
static void lend_row (lua_State *L, const lending *what, int row) {
  carc_box *x;
  carc_calls *calls;
  int rows = lua_gettop(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carc_functions_key);
  for (int field = FIELD_RUN; field <= FIELD_CHOSEN; field++) {
    carc_push_field(what->host, what->rows, row, (enum field)field);
    int number = carc_boxed_function(what->host, -1, &x, &calls);
    lua_pop(what->host, 1);
    if (number == 0) continue;
    lua_rawgeti(L, rows + 1, number);
    lua_rawseti(L, rows, row * (int)FIELDS + field);
  }
  push_options(L, what->host, what->rows, row);
  lua_rawseti(L, rows, row * (int)FIELDS + (int)FIELD_OPTIONS);
  carc_push_field(what->host, what->rows, row, FIELD_VARIANT);
  carc_push_plain(L, 0, what->host, lua_gettop(what->host));
  lua_pop(what->host, 1);
  lua_rawseti(L, rows, row * (int)FIELDS + (int)FIELD_VARIANT);
  lua_settop(L, rows);
}

/* Forgets the games that are no more; the table of games is on top. */
static void forget_games (lua_State *L) {
  int games = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, games) != 0) {
    lua_rawgeti(L, -1, -GAME_CLASS);
    const game_box *copy = lua_touserdata(L, -1);
    lua_pop(L, 2);
    if (copy->d != NULL) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, games);
  }
}

/* Lends the game to a box, or its next row if it has it. Called in the box, with the classes as upvalues. */
int carc_lend_in_box (lua_State *L) {
  carc_box *x = carc_box_of(L);
  const lending *what = x->request;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carc_games_key);
  int games = lua_gettop(L);
  forget_games(L);
  lua_newtable(L);
  int rows = lua_gettop(L);
  make_copy(L, what);
  game_box *copy = lua_touserdata(L, -1);
  lua_rawseti(L, rows, -GAME_CLASS);
  for (int c = STATE_CLASS; c < CLASS_END; c++) {
    carc_push_metatable(L, c);
    lua_rawseti(L, rows, -c);
  }
  carc_keep_functions(L, rows);
  for (int i = 0; i < what->g->n_rows; i++) {
    if (what->g->notes[i].box != x) continue;
    lend_row(L, what, i);
    copy->script = what->g->notes[i].script;
  }
  lua_rawsetp(L, games, what->g);
  return 0;
}

void carc_keep_lending (lua_State *L) { lua_rawsetp(L, LUA_REGISTRYINDEX, &lend_key); }

static int lend_protected (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lend_key);
  lua_call(L, 0, 0);
  return 0;
}

static void lend_to (lua_State *L, carc_box *x, lending *what) {
  box_turn turn;
  if (x->L == NULL) luaL_error(L, "the box of a script has been closed"); /* as the host's Lua ends */
  x->request = what;
  carc_begin_box(x, &turn, L, NULL, MOST_INSTRUCTIONS, "");
  int status = carc_call_protected(x->L, lend_protected, NULL);
  if (status != LUA_OK) lua_pop(x->L, 1);
  carc_end_box(x, &turn);
  if (status != LUA_OK) luaL_error(L, "a script in a box: %s", carc_box_refusal(x));
}

void carc_lend_game (lua_State *L, int rows, int variants, game_box *g) {
  lending what = {L, rows, variants, g};
  luaL_checkstack(L, 60, NULL);
  for (int i = 0; i < g->n_rows; i++) {
    bool first = g->notes[i].box != NULL;
    for (int k = 0; k < i; k++) first = first && g->notes[k].box != g->notes[i].box;
    if (first) lend_to(L, g->notes[i].box, &what);
  }
}

void carc_push_box_rows (carc_box *x, const game_box *g) {
  lua_rawgetp(x->L, LUA_REGISTRYINDEX, &carc_games_key);
  lua_rawgetp(x->L, -1, g);
  lua_remove(x->L, -2);
}
