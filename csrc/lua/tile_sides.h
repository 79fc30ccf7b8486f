/*
** tile_sides.h: converts the sides of tiles to Lua values.
*/
#ifndef CARCL_TILE_SIDES_H
#define CARCL_TILE_SIDES_H

#include "carcassonne_script.h"
#include "userdata.h"

/* A side that a selector found, and the side that touches it. */
typedef struct side_snapshot {
  carc_found side;
  carc_tile on;   /* its tile, which may not be on the board */
  int across;     /* the tile that touches it; -1 if there is none */
  carc_tile next; /* that tile */
  int facing;     /* the segment on the side of that tile; -1 if there is none */
} side_snapshot;
side_snapshot carcL_snapshot_side (const state_ud *b, const carc_found *side);
void carcL_push_side (lua_State *L, const carc_definition *d, const side_snapshot *snapshot);

/*
** Whether the value at this index is a table with a side, as State:sides returns it. Sets the
** number of the side.
*/
bool carcL_is_side (lua_State *L, int at, int *number);

#endif
