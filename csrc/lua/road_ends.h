/*
** road_ends.h: converts the ends of roads and rivers to Lua values.
*/
#ifndef CARCL_ROAD_ENDS_H
#define CARCL_ROAD_ENDS_H

#include "userdata.h"

typedef struct end_snapshot {
  carc_road_end end;
  carc_tile on, into; /* the tile of the end, and the tile that it runs into */
} end_snapshot;
end_snapshot carcL_snapshot_end (const state_ud *b, const carc_road_end *end);
void carcL_push_end (lua_State *L, const carc_definition *d, const end_snapshot *snapshot);

#endif
