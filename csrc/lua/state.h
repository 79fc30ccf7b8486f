/* state.h: copies of states. */
#ifndef CARCL_STATE_H
#define CARCL_STATE_H

#include "userdata.h"

/*
** Pushes a copy of the state `b`. `game` is the index of its game, or of a copy of its game in this
** sandbox. May raise an error.
*/
state_ud *carcL_push_state_copy (lua_State *L, int game, const state_ud *b);

#endif
