/*
** state_turns.c: the order of turns, and how hooks change it.
*/
#include "arguments.h"
#include "mutation.h"
#include "userdata.h"
#include "values.h"

STATE_GETTER(turn_number, lua_pushinteger, carc_state_turn_number(b->g->d, b->s))
STATE_GETTER(round, lua_pushinteger, carc_state_round(b->g->d, b->s))
STATE_GETTER(direction, lua_pushinteger, carc_state_direction(b->g->d, b->s))
STATE_GETTER(further_turns, lua_pushinteger, carc_state_further_turns(b->g->d, b->s))
STATE_GETTER(is_further_turn, lua_pushboolean, carc_state_is_further_turn(b->g->d, b->s))

MODULE_FUNCTION(carcL_state_next_player) {
  const state_ud *b = carcL_check_state(L, 1);
  int player = carc_state_is_terminal(b->g->d, b->s) ? -1 : carc_state_next_player(b->g->d, b->s);
  return carcL_push_index(L, player);
}

STATE_GETTER(turns_to_skip, lua_pushinteger,
             carc_state_turns_to_skip(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)))
STATE_GETTER(is_out, lua_pushboolean, carc_state_is_out(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)))

MODULE_FUNCTION(carcL_state_grant_further_turn) {
  state_ud *b = carcL_check_mutable(L);
  RETURN_MUTATION(L, b, carc_call_grant_further_turn(b->call, &err));
}

MODULE_FUNCTION(carcL_state_set_next_player) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d);
  RETURN_MUTATION(L, b, carc_call_set_next_player(b->call, player, &err));
}

MODULE_FUNCTION(carcL_state_skip_turns) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d);
  lua_Integer turns = carcL_opt_integer(L, 3, 1);
  luaL_argcheck(L, turns >= -1000 && turns <= 1000, 3, "expected 1 to 100 turns");
  RETURN_MUTATION(L, b, carc_call_skip_turns(b->call, player, (int)turns, &err));
}

MODULE_FUNCTION(carcL_state_reverse_order) {
  state_ud *b = carcL_check_mutable(L);
  RETURN_MUTATION(L, b, carc_call_reverse_order(b->call, &err));
}

MODULE_FUNCTION(carcL_state_eliminate) {
  static const char *const standings[] = {"loses", "counts", NULL};
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d), standing = luaL_checkoption(L, 3, "loses", standings);
  RETURN_MUTATION(L, b, carc_call_eliminate(b->call, player, standing == 1, &err));
}
