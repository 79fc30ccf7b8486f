/* mutation.c: functions that all methods share with which hooks change a state. */
#include "mutation.h"
#include "userdata.h"

state_ud *carcL_check_lent (lua_State *L) {
  state_ud *b = carcL_check_state(L, 1);
  luaL_argcheck(L, b->call != NULL, 1, "only a hook can call this, and only for the state that it was given");
  return b;
}

state_ud *carcL_check_mutable (lua_State *L) {
  state_ud *b = carcL_check_lent(L);
  b->acts++;
  return b;
}

int carcL_finish_mutation (lua_State *L, carc_status status, const carc_error *err) {
  return status == CARC_OK ? 0 : luaL_error(L, "%s", err->message);
}
