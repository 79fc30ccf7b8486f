/*
** state_reserves.h: reserves, as arguments.
*/
#ifndef CARCL_STATE_RESERVES_H
#define CARCL_STATE_RESERVES_H

#include "userdata.h"

/* A reserve by name, and its player; by default the turn player. */
typedef struct reserve_ref {
  int reserve, player; /* reserve: or CARC_RESERVE_BAG or CARC_RESERVE_OUT if allowed */
} reserve_ref;
reserve_ref carcL_check_reserve (lua_State *L, int arg, const state_ud *b);
/* A place for tiles: "bag", "out", a reserve, or { reserve, player }. */
reserve_ref carcL_check_tile_place (lua_State *L, int arg, const state_ud *b);

#endif
