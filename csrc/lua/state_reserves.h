/*
** state_reserves.h: reserves, as arguments.
*/
#ifndef CARCL_STATE_RESERVES_H
#define CARCL_STATE_RESERVES_H

#include "userdata.h"

/* A reserve by its name, and its player after it; whose turn it is where none is named. */
typedef struct reserve_ref {
  int reserve, player; /* reserve: CARC_RESERVE_BAG and CARC_RESERVE_OUT, too, where those are places */
} reserve_ref;
reserve_ref carcL_check_reserve (lua_State *L, int arg, const state_ud *b);
/* A place for tiles: "bag", "out", a reserve, or { reserve, player }. */
reserve_ref carcL_check_tile_place (lua_State *L, int arg, const state_ud *b);

#endif
