/* host_state.c: passes states between Lua and a host in C. */
#include "carcassonne_lua.h"
#include "pass_state.h"

const carc_state *carc_lua_tostate (lua_State *L, int index, const carc_definition **def) {
  const state_ud *b = carcL_state_for_c(L, index);
  *def = b != NULL ? b->g->d : NULL;
  return b != NULL ? b->s : NULL;
}

void carc_lua_pushstate (lua_State *L, int index, const carc_state *state) {
  carcL_push_state_of_c(L, index, state);
}
