/*
** state_reserves.h: reads reserves that arguments name.
*/
#ifndef CARCL_STATE_RESERVES_H
#define CARCL_STATE_RESERVES_H

#include "userdata.h"

/* A reserve and its owner. The default owner is the player whose turn it is. */
typedef struct reserve_ref {
  int reserve, player; /* reserve: may be CARC_RESERVE_BAG or _OUT, if allowed */
} reserve_ref;
reserve_ref carcL_check_reserve (lua_State *L, int arg, const state_ud *b);
/* Reads a place for tiles: "bag", "out", a reserve, or { reserve, player }. */
reserve_ref carcL_check_tile_place (lua_State *L, int arg, const state_ud *b);

#endif
