/*
** bounds.c: methods of Game that return numbers which no game exceeds.
*/
#include "carcassonne_space.h"
#include "userdata.h"
#include "values.h"

/* game:NAME(): returns a bound, or nil, the reason why it has none, and a code. */
static int push_bound (lua_State *L, carc_bound bound) {
  int value;
  carc_error err = {0};
  if (carc_definition_bound(carcL_check_game(L, 1)->d, bound, &value, &err) != CARC_OK)
    return carcL_push_failure(L, &err);
  lua_pushinteger(L, value);
  return 1;
}

MODULE_FUNCTION(carcL_game_max_chance_outcomes) { return push_bound(L, CARC_BOUND_MAX_CHANCE_OUTCOMES); }
MODULE_FUNCTION(carcL_game_max_game_length) { return push_bound(L, CARC_BOUND_MAX_GAME_LENGTH); }
MODULE_FUNCTION(carcL_game_min_utility) { return push_bound(L, CARC_BOUND_MIN_UTILITY); }
MODULE_FUNCTION(carcL_game_max_utility) { return push_bound(L, CARC_BOUND_MAX_UTILITY); }
