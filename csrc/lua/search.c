/*
** search.c: the class Search: ratings and tree searches for bots.
*/
#include <math.h>
#include <string.h>
#include "arguments.h"
#include "compat/c_locale.h"
#include "engine_call.h"
#include "sandbox/limit.h"
#include "userdata.h"
#include "values.h"

/* A search. Its block follows, with maximum alignment. */
typedef struct search_ud {
  game_ud *g;
  carc_search *x;
  bool busy;     /* the search is running, so hooks must not use it */
  bool plays_on; /* the search has a tree */
} search_ud;     /* user value 1: the game */
enum { SEARCH_BLOCK_AT = (sizeof(search_ud) + 15) & ~(size_t)15 };

/* ---- Creation -------------------------------------------------------------------------------- */

/* Reads the weights from the table at this index. Weights that are absent get their defaults. */
static void check_weights (lua_State *L, int at, double weights[CARC_WEIGHT_COUNT]) {
  for (int i = 0; i < CARC_WEIGHT_COUNT; i++) {
    const carc_weight_row *row = carc_weight_describe(i);
    lua_getfield(L, at, row->name);
    weights[i] = luaL_optnumber(L, -1, row->usual);
    lua_pop(L, 1);
    if (weights[i] >= row->min && weights[i] <= row->max) continue;
    lua_pushnumber(L, row->min);
    lua_pushnumber(L, row->max);
    lua_pushnumber(L, weights[i]);
    const char *least = carcL_tolstring(L, -3), *most = carcL_tolstring(L, -3);
    const char *given = carcL_tolstring(L, -3);
    luaL_error(L, "%s: expected a number from %s to %s, got %s", row->name, least, most, given);
  }
}

/* Reads an integer between two bounds from a table. */
static int tree_number (lua_State *L, int at, const char *key, int least, int most) {
  lua_getfield(L, at, key);
  lua_Number n = luaL_checknumber(L, -1);
  lua_pop(L, 1);
  if (!(n >= least && n <= most)) luaL_error(L, "%s: expected an integer from %d to %d", key, least, most);
  return (int)n;
}

static double tree_points (lua_State *L, int at, const char *key) {
  lua_getfield(L, at, key);
  lua_Number n = luaL_checknumber(L, -1);
  lua_pop(L, 1);
  if (!(n >= 0 && n <= 1000)) luaL_error(L, "%s: expected a number from 0 to 1000", key);
  return n;
}

/* Reads the options of a tree search from the table at this index. */
static carc_tree_options check_tree (lua_State *L, int at) {
  return (carc_tree_options){.nodes = tree_number(L, at, "nodes", 2, 1000000),
                             .candidates = tree_number(L, at, "candidates", 1, 1000),
                             .turns = tree_number(L, at, "turns", 0, 1000),
                             .explore = tree_points(L, at, "explore"),
                             .prior = tree_points(L, at, "prior")};
}

/*
** new_search(game, weights, tree): creates a search. `weights` has values by name; `tree` has the
** options of a tree search, or is nil.
*/
MODULE_FUNCTION(carcL_core_new_search) {
  game_ud *g = carcL_check_game(L, 1);
  double weights[CARC_WEIGHT_COUNT];
  luaL_checktype(L, 2, LUA_TTABLE);
  check_weights(L, 2, weights);
  bool plays_on = lua_istable(L, 3);
  carc_tree_options options = {0};
  if (plays_on) options = check_tree(L, 3);
  const carc_tree_options *tree = plays_on ? &options : NULL;
  search_ud *b = carcL_new_block(L, SEARCH_BLOCK_AT + carc_search_size(g->d, tree), 1);
  *b = (search_ud){.g = g, .x = (carc_search *)(void *)((char *)b + SEARCH_BLOCK_AT)};
  carc_search_init(g->d, b->x, weights, tree);
  b->plays_on = plays_on;
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  carcL_push_metatable(L, SEARCH_CLASS);
  lua_setmetatable(L, -2);
  return 1;
}

/* weights(): returns the names, defaults, limits and descriptions of the weights. */
MODULE_FUNCTION(carcL_core_weights) {
  lua_newtable(L);
  for (int i = 0; i < CARC_WEIGHT_COUNT; i++) {
    const carc_weight_row *row = carc_weight_describe(i);
    lua_newtable(L);
    carcL_set_string(L, "name", row->name);
    carcL_set_string(L, "says", row->says);
    lua_pushnumber(L, row->usual);
    lua_setfield(L, -2, "usual");
    lua_pushnumber(L, row->min);
    lua_setfield(L, -2, "min");
    lua_pushnumber(L, row->max);
    lua_setfield(L, -2, "max");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* rating_terms(): returns the names and descriptions of the terms of a rating. */
MODULE_FUNCTION(carcL_core_rating_terms) {
  lua_newtable(L);
  for (int i = 0; i < CARC_RATING_TERM_COUNT; i++) {
    lua_newtable(L);
    carcL_set_string(L, "name", carc_rating_term_describe(i)->name);
    carcL_set_string(L, "says", carc_rating_term_describe(i)->says);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- Assets ---------------------------------------------------------------------------------- */

/* Pushes a list of numbers. */
static void push_numbers (lua_State *L, const double *numbers, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushnumber(L, numbers[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/*
** assets(game): returns a list of the assets of a game, each with its kind, its name and its
** default worths; and the numbers of turns left for which worths are given.
*/
MODULE_FUNCTION(carcL_core_assets) {
  const game_ud *g = carcL_check_game(L, 1);
  carc_asset one;
  lua_newtable(L);
  for (int i = 0; carc_asset_describe(g->d, i, &one); i++) {
    lua_newtable(L);
    carcL_set_string(L, "kind", one.kind);
    carcL_set_string(L, "name", one.name);
    push_numbers(L, one.usual, CARC_ASSET_STAGES);
    lua_setfield(L, -2, "usual");
    lua_rawseti(L, -2, i + 1);
  }
  push_numbers(L, (const double[CARC_ASSET_STAGES])CARC_ASSET_TURNS, CARC_ASSET_STAGES);
  return 2;
}

/*
** search:set_worths(worths, win, blind): sets what assets are worth: a list with a list of numbers
** for each asset; nil for the defaults.
*/
MODULE_FUNCTION(carcL_search_set_worths) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  double worths[CARC_MAX_ASSETS][CARC_ASSET_STAGES];
  bool given = lua_istable(L, 2);
  luaL_argcheck(L, !b->busy, 1, "the search is already running; a hook must create its own search");
  for (int i = 0; given && i < carc_asset_count(b->g->d); i++) {
    lua_rawgeti(L, 2, i + 1);
    for (int stage = 0; stage < CARC_ASSET_STAGES; stage++) {
      if (lua_istable(L, -1))
        lua_rawgeti(L, -1, stage + 1);
      else
        lua_pushnil(L);
      worths[i][stage] = luaL_optnumber(L, -1, 0);
      lua_pop(L, 1);
      if (!isfinite(worths[i][stage])) return luaL_error(L, "expected finite worths of assets");
    }
    lua_pop(L, 1);
  }
  carc_search_set_worths(b->x, given ? &worths[0][0] : NULL, luaL_optnumber(L, 3, 0), lua_toboolean(L, 4));
  return 0;
}

/* search:foresee_scoring(foresees) */
MODULE_FUNCTION(carcL_search_foresee_scoring) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  luaL_argcheck(L, !b->busy, 1, "the search is already running; a hook must create its own search");
  carc_search_foresee_scoring(b->x, lua_toboolean(L, 2));
  return 0;
}

/* ---- Ratings --------------------------------------------------------------------------------- */

/*
** Returns the state at index 2. It must belong to the game of the search and wait for a decision.
*/
static state_ud *check_asked (lua_State *L, const search_ud *b) {
  state_ud *s = carcL_check_state(L, 2);
  luaL_argcheck(L, s->g == b->g, 2, "the state belongs to another game");
  luaL_argcheck(L, !b->busy, 1, "the search is already running; a hook must create its own search");
  carcL_check_whole(L, s);
  return s;
}

/* Pushes a value with room for a number for each action of a state. */
static double *new_ratings (lua_State *L, const state_ud *s, int *n) {
  *n = carc_state_num_actions(s->g->d, s->s);
  double *ratings = lua_newuserdatauv(L, (size_t)*n * sizeof *ratings + 1, 0);
  if (*n != carc_state_num_actions(s->g->d, s->s)) luaL_error(L, "the state has changed during the call");
  return ratings;
}

/* Pushes a table with the ratings that are numbers, by action index. */
static void push_ratings (lua_State *L, const double *ratings, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    if (isnan(ratings[i])) continue;
    lua_pushnumber(L, ratings[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Returns the ratings of the actions. Pushes a value that owns their memory. */
static double *rate (lua_State *L, int *n) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  state_ud *s = check_asked(L, b);
  uint64_t seed = carcL_check_seed(L, 3);
  carc_error err = {0};
  engine_call e;
  carcL_charge(L, PLAYOUT);
  double *ratings = new_ratings(L, s, n);
  b->busy = true;
  carcL_enter_engine_with(L, s, 2, &e);
  carcL_allow_games(&e, b->g, 4);
  carc_status status = carc_search_rate(b->x, s->s, seed, ratings, &err);
  carcL_leave_engine(&e, b->g);
  b->busy = false;
  if (status != CARC_OK) luaL_error(L, "%s", err.message);
  return ratings;
}

/*
** search:rate(state, seed): returns the ratings by action index; nil for actions that are not
** rated.
*/
MODULE_FUNCTION(carcL_search_rate) {
  int n;
  const double *ratings = rate(L, &n);
  push_ratings(L, ratings, n);
  return 1;
}

/* Sets a field of the table on top of the stack to a list of the terms. */
static void set_parts (lua_State *L, const char *key, const double *points) {
  push_numbers(L, points, CARC_RATING_TERM_COUNT);
  lua_setfield(L, -2, key);
}

/*
** search:assets(state): returns the values of the assets, a list of numbers for each player; and
** the expected points of each player.
*/
MODULE_FUNCTION(carcL_search_assets) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  state_ud *s = check_asked(L, b);
  int n = carc_asset_count(b->g->d), players = carc_definition_players(b->g->d);
  double *assets = lua_newuserdatauv(L, (size_t)(n * players) * sizeof *assets + 1, 0);
  double expected[CARC_MAX_PLAYERS];
  carc_error err = {0};
  engine_call e;
  carcL_charge(L, PLAYOUT);
  b->busy = true;
  carcL_enter_engine_with(L, s, 2, &e);
  carcL_allow_games(&e, b->g, 1);
  carc_status status = carc_search_assets(b->x, s->s, assets, expected, &err);
  carcL_leave_engine(&e, b->g);
  b->busy = false;
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  lua_createtable(L, players, 0);
  for (int p = 0; p < players; p++) {
    push_numbers(L, assets + p * n, n);
    lua_rawseti(L, -2, p + 1);
  }
  push_numbers(L, expected, players);
  return 2;
}

/* search:explain(state, index, seed): returns the terms of the rating of an action. */
MODULE_FUNCTION(carcL_search_explain) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  state_ud *s = check_asked(L, b);
  lua_Integer index = carcL_check_integer(L, 3);
  uint64_t seed = carcL_check_seed(L, 4);
  carc_explanation reason;
  carc_error err = {0};
  engine_call e;
  int actions = carc_state_num_actions(b->g->d, s->s);
  if (index < 1 || index > actions)
    luaL_argerror(L, 3,
                  lua_pushfstring(L,
                                  "expected the index of a legal action, from 1 to %d, got " INTEGER_FORMAT,
                                  actions, INTEGER_ARG(index)));
  carcL_charge(L, PLAYOUT);
  b->busy = true;
  carcL_enter_engine_with(L, s, 2, &e);
  carcL_allow_games(&e, b->g, 4);
  carc_status status = carc_search_explain(b->x, s->s, seed, (int)index - 1, &reason, &err);
  carcL_leave_engine(&e, b->g);
  b->busy = false;
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  lua_createtable(L, 0, 3);
  lua_pushnumber(L, reason.before);
  lua_setfield(L, -2, "before");
  set_parts(L, "own", reason.own);
  set_parts(L, "theirs", reason.theirs);
  return 1;
}

/* search:choose(state, seed): returns the index of the best action. */
MODULE_FUNCTION(carcL_search_choose) {
  int n;
  const double *ratings = rate(L, &n);
  lua_pushinteger(L, carc_best_rated(ratings, n, carcL_check_seed(L, 3)) + 1);
  return 1;
}

static search_ud *check_tree_search (lua_State *L) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  luaL_argcheck(L, b->plays_on, 1, "expected a search that was created with the options of a tree search");
  return b;
}

/* Reads a limit of work. Without a number there is no limit. */
static uint64_t check_work (lua_State *L, int at) {
  lua_Number n = luaL_optnumber(L, at, HUGE_VAL);
  luaL_argcheck(L, n >= 0, at, "expected a number of units of work");
  return n < 1e18 ? (uint64_t)n : UINT64_MAX;
}

/*
** search:think(state, iterations, seed, work): runs iterations of a tree search; fewer if they take
** this much work. Returns the work that was done.
*/
MODULE_FUNCTION(carcL_search_think) {
  search_ud *b = check_tree_search(L);
  state_ud *s = check_asked(L, b);
  lua_Integer iterations = carcL_check_integer(L, 3);
  uint64_t seed = carcL_check_seed(L, 4), work = check_work(L, 5), before = carc_search_work(b->x);
  carc_error err = {0};
  engine_call e;
  luaL_argcheck(L, iterations >= 1 && iterations <= 1000000000, 3,
                "expected a number of games from 1 to 1000000000");
  carcL_charge(L, iterations * PLAYOUT);
  b->busy = true;
  carcL_enter_engine_with(L, s, 2, &e);
  carcL_allow_games(&e, b->g, iterations + 4);
  carc_status status = carc_search_run(b->x, s->s, (int)iterations, work, seed, &err);
  carcL_leave_engine(&e, b->g);
  b->busy = false;
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  lua_pushnumber(L, (lua_Number)(carc_search_work(b->x) - before));
  return 1;
}

/*
** search:solve(state, tiles, work, all): searches the rest of the game exactly, if at most `tiles`
** tiles are left to draw. Returns the expected lead at the end for each action; without `all`, only
** for actions that may be best. Returns nil if an exact search is impossible or takes more work.
** Also returns the work that was done.
*/
MODULE_FUNCTION(carcL_search_solve) {
  search_ud *b = carcL_check_object(L, 1, SEARCH_CLASS);
  state_ud *s = check_asked(L, b);
  lua_Integer tiles = carcL_check_integer(L, 3);
  uint64_t work = check_work(L, 4), before = carc_search_work(b->x);
  bool all = lua_toboolean(L, 5);
  int n;
  carc_error err = {0};
  engine_call e;
  enum { GAMES = 1000000 };
  luaL_argcheck(L, tiles >= 0 && tiles <= CARC_MAX_TILES, 3, "expected a number of tiles");
  carcL_charge(L, PLAYOUT);
  double *values = new_ratings(L, s, &n);
  b->busy = true;
  carcL_enter_engine_with(L, s, 2, &e);
  carcL_allow_games(&e, b->g, GAMES);
  carc_status status = carc_search_solve(b->x, s->s, (int)tiles, work, all, values, &err);
  carcL_leave_engine(&e, b->g);
  b->busy = false;
  if (status != CARC_OK) return luaL_error(L, "%s", err.message);
  if (carc_best_rated(values, n, 0) < 0)
    lua_pushnil(L);
  else
    push_ratings(L, values, n);
  lua_pushnumber(L, (lua_Number)(carc_search_work(b->x) - before));
  return 2;
}

/*
** Returns the ratings. The numbers of visits follow the ratings in memory. Pushes a value that owns
** this memory.
*/
static double *ask_evaluations (lua_State *L, int *n, int **visits) {
  search_ud *b = check_tree_search(L);
  const state_ud *s = check_asked(L, b);
  *n = carc_state_num_actions(b->g->d, s->s);
  double *ratings = lua_newuserdatauv(L, (size_t)*n * (sizeof *ratings + sizeof **visits) + 1, 0);
  *visits = (int *)(void *)(ratings + *n);
  if (*n != carc_state_num_actions(b->g->d, s->s)) luaL_error(L, "the state has changed during the call");
  carc_search_evaluations(b->x, s->s, ratings, *visits);
  return ratings;
}

/*
** search:evaluations(state): returns two tables with the rating and the number of visits of each
** action, by action index. An action that was not visited has no entry.
*/
MODULE_FUNCTION(carcL_search_evaluations) {
  int n, *visits;
  const double *ratings = ask_evaluations(L, &n, &visits);
  lua_newtable(L);
  lua_newtable(L);
  for (int i = 0; i < n; i++) {
    if (visits[i] == 0) continue;
    lua_pushnumber(L, ratings[i]);
    lua_rawseti(L, -3, i + 1);
    lua_pushinteger(L, visits[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 2;
}

/*
** search:best_action(state): returns the index of the most visited action, and how many visits it
** has more than the second; nil if no action was visited.
*/
MODULE_FUNCTION(carcL_search_best_action) {
  int n, *visits;
  const double *ratings = ask_evaluations(L, &n, &visits);
  int best = carc_most_visited(ratings, visits, n);
  if (best < 0) return 0;
  lua_pushinteger(L, best + 1);
  lua_pushinteger(L, carc_visits_ahead(visits, n));
  return 2;
}
