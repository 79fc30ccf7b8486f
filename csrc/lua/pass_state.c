/*
** pass_state.c: passes states between Lua and a host in C.
**
** The host has no access to the upvalues of the module's functions, which are the metatables of the
** classes. So one closure does the work that needs them.
*/
#include "hook_call.h"
#include "pass_state.h"
#include "state.h"
#include "userdata.h"

/* Registry key, by address, of the closure. */
static const char passer_key = 0;

/* Pushes the state at index 1 if C code may read it; otherwise pushes nil. */
static int pass_to_c (lua_State *L) {
  const state_ud *b = carcL_test_object(L, 1, STATE_CLASS);
  if (b == NULL || b->s == NULL || !is_game_open(b->g) || b->held > 0 || b->halfway) {
    lua_pushnil(L);
    return 1;
  }
  carcL_allow_calls_by_c(L, carcL_push_game_of(L, 1));
  lua_pushvalue(L, 1);
  return 1;
}

/* Pushes a state of the game, or of the game of the state, at index 1. Index 2 has the block. */
static int push_from_c (lua_State *L) {
  int game = 1;
  if (carcL_test_object(L, 1, STATE_CLASS) != NULL) {
    carcL_check_state(L, 1);
    game = carcL_push_game_of(L, 1);
  }
  carcL_check_game(L, game);
  const carc_state **block = lua_touserdata(L, 2);
  carcL_push_state_copy(L, game, &(state_ud){.s = *block});
  return 1;
}

static int pass (lua_State *L) { return lua_gettop(L) > 1 ? push_from_c(L) : pass_to_c(L); }

void carcL_store_state_passer (lua_State *L) {
  lua_pushcclosure(L, pass, CLASS_COUNT);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &passer_key);
}

/* Pushes the closure, and the value at this index. */
static void push_passer (lua_State *L, int at) {
  at = lua_absindex(L, at);
  luaL_checkstack(L, 4, NULL);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &passer_key) != LUA_TFUNCTION)
    luaL_error(L, "the module carcassonne.core is not open");
  lua_pushvalue(L, at);
}

const state_ud *carcL_state_for_c (lua_State *L, int at) {
  push_passer(L, at);
  lua_call(L, 1, 1);
  const state_ud *b = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return b;
}

void carcL_push_state_of_c (lua_State *L, int at, const carc_state *block) {
  push_passer(L, at);
  lua_pushlightuserdata(L, &block);
  lua_call(L, 2, 1);
}
