/*
** state_turns.c: the order of turns: how it stands, and what hooks make of it.
*/
#include "mutation.h"
#include "objects.h"

#define READER(name, push, expression)           \
  static int state_##name(lua_State *L) {        \
    const state_ud *b = carcL_check_state(L, 1); \
    push(L, expression(b->g->d, b->s));          \
    return 1;                                    \
  }
READER(turn_number, lua_pushinteger, carc_state_turn_number)
READER(round, lua_pushinteger, carc_state_round)
READER(direction, lua_pushinteger, carc_state_direction)
READER(further_turns, lua_pushinteger, carc_state_further_turns)
READER(is_further_turn, lua_pushboolean, carc_state_is_further_turn)

static int state_next_player (lua_State *L) {
  const state_ud *b = carcL_check_state(L, 1);
  int player = carc_state_is_terminal(b->g->d, b->s) ? -1 : carc_state_next_player(b->g->d, b->s);
  if (player < 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, player + 1);
  return 1;
}

static int state_skips (lua_State *L) {
  const state_ud *b = carcL_check_state(L, 1);
  lua_pushinteger(L, carc_state_skips(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)));
  return 1;
}

static int state_is_out (lua_State *L) {
  const state_ud *b = carcL_check_state(L, 1);
  lua_pushboolean(L, carc_state_is_out(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)));
  return 1;
}

static int state_further_turn (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  RETURN_MUTATION(L, b, carc_call_further_turn(b->call, &err));
}

static int state_set_next (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d);
  RETURN_MUTATION(L, b, carc_call_set_next(b->call, player, &err));
}

static int state_skip (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d);
  lua_Integer turns = luaL_optinteger(L, 3, 1);
  luaL_argcheck(L, turns >= -1000 && turns <= 1000, 3, "so many turns");
  RETURN_MUTATION(L, b, carc_call_skip(b->call, player, (int)turns, &err));
}

static int state_reverse (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  RETURN_MUTATION(L, b, carc_call_reverse(b->call, &err));
}

static int state_put_out (lua_State *L) {
  static const char *const standings[] = {"loses", "counts", NULL};
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d), standing = luaL_checkoption(L, 3, "loses", standings);
  RETURN_MUTATION(L, b, carc_call_put_out(b->call, player, standing == 1, &err));
}

#define METHOD(name) \
  { #name, state_##name }
const luaL_Reg carcL_state_turn_methods[] = {
    METHOD(turn_number), METHOD(round),         METHOD(direction),
    METHOD(next_player), METHOD(further_turns), METHOD(is_further_turn),
    METHOD(skips),       METHOD(is_out),        METHOD(further_turn),
    METHOD(set_next),    METHOD(skip),          METHOD(reverse),
    METHOD(put_out),     {NULL, NULL}};
