/*
** userdata.c: checks userdata, and implements epochs, handles, and the owners of games.
*/
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "userdata.h"
#include "compat/c_locale.h"

static const char *const class_names[CLASS_END] = {"",
#define X(id, name) name,
                                                   CLASSES(X)
#undef X
};

void carcL_push_metatable (lua_State *L, int class_index) { lua_pushvalue(L, lua_upvalueindex(class_index)); }

/* ---- Checking -------------------------------------------------------------------------------- */

void *carcL_test_object (lua_State *L, int arg, int class_index) {
  void *p = lua_touserdata(L, arg);
  if (p == NULL || !lua_getmetatable(L, arg)) return NULL;
  bool same = lua_rawequal(L, -1, lua_upvalueindex(class_index));
  lua_pop(L, 1);
  return same ? p : NULL;
}

void *carcL_check_object (lua_State *L, int arg, int class_index) {
  void *p = carcL_test_object(L, arg, class_index);
  if (p == NULL) luaL_typeerror(L, arg, class_names[class_index]);
  return p;
}

/* Key, by address, under which the metatable of a game's actions holds the game. */
static const char game_key = 0;

const action_ud *carcL_test_action (lua_State *L, int arg, const game_ud **g) {
  const action_ud *ud = lua_touserdata(L, arg);
  *g = NULL;
  if (ud == NULL || !lua_getmetatable(L, arg)) return NULL;
  lua_rawgetp(L, -1, &game_key); /* only such metatables have this key */
  *g = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return *g != NULL ? ud : NULL;
}

const action_ud *carcL_check_action (lua_State *L, int arg, const game_ud **g) {
  const action_ud *ud = carcL_test_action(L, arg, g);
  if (ud == NULL) luaL_typeerror(L, arg, class_names[ACTION_CLASS]);
  return ud;
}

/* Raises an error because the value is not an action of this game. */
static const action_ud *refuse_action (lua_State *L, int arg) {
  const game_ud *other;
  carcL_check_action(L, arg, &other);
  luaL_argerror(L, arg, "the action belongs to another game");
  return NULL;
}

const action_ud *carcL_check_action_of (lua_State *L, int arg, const game_ud *g) {
  const action_ud *ud = lua_touserdata(L, arg);
  if (ud == NULL || !lua_getmetatable(L, arg)) return refuse_action(L, arg);
  bool own = lua_topointer(L, -1) == g->actions;
  lua_pop(L, 1);
  return own ? ud : refuse_action(L, arg);
}

game_ud *carcL_check_game (lua_State *L, int arg) {
  game_ud *g = carcL_check_object(L, arg, GAME_CLASS);
  luaL_argcheck(L, is_game_open(g), arg, "this game has been closed");
  return g;
}

state_ud *carcL_check_state (lua_State *L, int arg) {
  state_ud *b = carcL_check_object(L, arg, STATE_CLASS);
  luaL_argcheck(L, b->s != NULL || b->own == NULL, arg, "this state is not complete yet");
  luaL_argcheck(L, b->s != NULL, arg,
                "this state could be used only during the call of the function that received it");
  luaL_argcheck(L, is_game_open(b->g), arg, "the state's game has been closed");
  b->read = true;
  return b;
}

state_ud *carcL_check_own_state (lua_State *L, int arg) {
  state_ud *b = carcL_check_state(L, arg);
  luaL_argcheck(L, b->call == NULL, arg,
                "a hook cannot do this with the state that it was given; use a clone of the state");
  return b;
}

/* ---- Whether a state may change -------------------------------------------------------------- */

static bool refuse_busy (carc_error *err, const char *message) {
  *err = (carc_error){.code = CARC_ERR_BUSY};
  strcpy(err->message, message);
  return true;
}

bool carcL_is_held (const state_ud *b, carc_error *err) {
  return b->held > 0 &&
         refuse_busy(err, "the state is busy: an action or a replay is still running on it; wait until the "
                          "state is free, or use another state");
}

static bool is_halfway (const state_ud *b, carc_error *err) {
  return b->halfway &&
         refuse_busy(err, "the state is in the middle of an action; make a clone, and call undo_action on "
                          "the clone to return to the previous decision");
}

bool carcL_is_busy (const state_ud *b, carc_error *err) {
  return carcL_is_held(b, err) || is_halfway(b, err);
}

static void raise_if (lua_State *L, bool refused, const carc_error *err) {
  if (refused) luaL_argerror(L, 1, lua_pushstring(L, err->message));
}

void carcL_check_free (lua_State *L, const state_ud *b) {
  carc_error err;
  raise_if(L, carcL_is_held(b, &err), &err);
}

void carcL_check_waiting (lua_State *L, const state_ud *b) {
  carc_error err;
  raise_if(L, carcL_is_busy(b, &err), &err);
}

void carcL_check_whole (lua_State *L, const state_ud *b) {
  carc_error err;
  raise_if(L, is_halfway(b, &err), &err);
}

/* ---- Features, players ----------------------------------------------------------------------- */

static bool is_segment (const state_ud *b, int tile, int segment) {
  const carc_definition *d = b->g->d;
  return tile < carc_state_tiles(d, b->s) &&
         segment < carc_type_segments(d, carc_state_tile(d, b->s, tile).type);
}

feature_ud *carcL_check_feature_fields (lua_State *L, int arg) {
  feature_ud *f = carcL_check_object(L, arg, FEATURE_CLASS);
  if (f->argument != f->of->acts) f->of->read = true;
  luaL_argcheck(L, f->of->s != NULL && is_game_open(f->of->g), arg,
                "the state of this feature no longer exists");
  luaL_argcheck(L, is_segment(f->of, f->tile, f->segment), arg,
                "the tile of this feature is no longer on the board");
  return f;
}

feature_ud *carcL_check_feature (lua_State *L, int arg) {
  feature_ud *f = carcL_check_feature_fields(L, arg);
  f->of->read = true;
  return f;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* ---- Allocation ------------------------------------------------------------------------------ */

/* ---- Pushing --------------------------------------------------------------------------------- */

typedef struct block_args {
  size_t size;
  int n_values;
} block_args;

static int push_block (lua_State *L) {
  const block_args *args = lua_touserdata(L, 1);
  lua_newuserdatauv(L, args->size, args->n_values);
  return 1;
}

/* Pushes a block; if memory is exhausted, pushes nothing. */
static void *try_block (lua_State *L, block_args *args) {
  luaL_checkstack(L, 2, NULL);
  lua_pushcfunction(L, push_block);
  lua_pushlightuserdata(L, args);
  int status = lua_pcall(L, 1, 1, 0);
  if (status == LUA_OK) return lua_touserdata(L, -1);
  if (status != LUA_ERRMEM) lua_error(L);
  lua_pop(L, 1);
  return NULL;
}

void *carcL_try_new_block (lua_State *L, size_t size, int n_values) {
  block_args args = {size, n_values};
  void *block = try_block(L, &args);
  if (block != NULL) return block;
  lua_gc(L, LUA_GCCOLLECT, 0);
  return try_block(L, &args);
}

void *carcL_new_block (lua_State *L, size_t size, int n_values) {
  void *block = carcL_try_new_block(L, size, n_values);
  return block != NULL ? block : lua_newuserdatauv(L, size, n_values); /* raises Lua's own error */
}

/* Copies the metatable of actions, and adds the game to the copy under the key `game_key`. */
void carcL_make_action_class (lua_State *L, game_ud *g) {
  int game = lua_gettop(L);
  lua_newtable(L);
  g->actions = lua_topointer(L, -1);
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(ACTION_CLASS))) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, game + 1);
  }
  lua_pushvalue(L, game);
  lua_rawsetp(L, game + 1, &game_key);
  lua_setiuservalue(L, game, GAME_ACTIONS);
}

void carcL_set_owner (lua_State *L, lua_CFunction finaliser) {
  int game = lua_gettop(L);
  lua_newuserdatauv(L, 1, 0);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, game);
  lua_pushcclosure(L, finaliser, 1);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_setiuservalue(L, game, GAME_OWNER);
}

/* Registry key, by address, of the counter of epochs. */
static const char epochs_key = 0;

void carcL_open_epochs (lua_State *L) {
  bool known = lua_rawgetp(L, LUA_REGISTRYINDEX, &epochs_key) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return;
  *(uint64_t *)lua_newuserdatauv(L, sizeof(uint64_t), 0) = 0;
  lua_rawsetp(L, LUA_REGISTRYINDEX, &epochs_key);
}

uint64_t *carcL_epochs_of (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &epochs_key);
  uint64_t *epochs = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return epochs;
}

void carcL_begin_epoch (state_ud *b) { b->epoch = ++*b->g->epochs; }

void carcL_begin_revision (state_ud *b) {
  carcL_begin_epoch(b);
  b->revision = b->epoch;
}

void carcL_push_whole (lua_State *L, uint64_t n) {
  if (sizeof(lua_Integer) < sizeof n || LUA_VERSION_NUM < 503)
    lua_pushnumber(L, (lua_Number)n);
  else
    lua_pushinteger(L, (lua_Integer)n);
}

enum {
  HANDLE_INDEX = 16,
  HANDLE_EPOCH = 53 - HANDLE_INDEX
}; /* in bits; a decision has fewer than 2^16 actions */

static uint64_t epoch_in_handles (const state_ud *b) {
  return b->epoch & (((uint64_t)1 << HANDLE_EPOCH) - 1);
}

void carcL_push_handle (lua_State *L, const state_ud *b, int index) {
  carcL_push_whole(L, epoch_in_handles(b) << HANDLE_INDEX | (uint64_t)index);
}

static int refuse_handle (lua_State *L, int arg, const state_ud *b, bool is_one) {
  carcL_check_waiting(L, b);
  if (!is_one)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "%s is not a handle; expected a number that State:handle returned",
                                  carcL_tolstring(L, arg)));
  return luaL_argerror(L, arg,
                       "this handle belongs to another decision or another state; call handle(index) again");
}

int carcL_check_handle (lua_State *L, int arg, const state_ud *b) {
  static const lua_Number most = 9007199254740992.0; /* 2^53 */
  lua_Number n = luaL_checknumber(L, arg);
  uint64_t handle = n >= 0 && n < most ? (uint64_t)n : 0;
  if ((lua_Number)handle != n) return refuse_handle(L, arg, b, false);
  int index = (int)(handle & (((uint64_t)1 << HANDLE_INDEX) - 1));
  bool own = handle >> HANDLE_INDEX == epoch_in_handles(b) && index < count_actions(b);
  return own ? index : refuse_handle(L, arg, b, true);
}

/* ---- Places ---------------------------------------------------------------------------------- */

int carcL_push_game_of (lua_State *L, int state) {
  lua_getiuservalue(L, state, STATE_GAME);
  return lua_gettop(L);
}
