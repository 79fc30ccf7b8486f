/*
** tile_sides.c: converts the sides of tiles to Lua values.
*/
#include <string.h>
#include "tile_sides.h"
#include "arguments.h"
#include "values.h"

static const char letters[] = "NESW";
enum { SIDES_OF_TILE = sizeof letters - 1 };

side_snapshot carcL_snapshot_side (const state_ud *b, const carc_found *side) {
  static const int east[] = {0, 1, 0, -1}, south[] = {-1, 0, 1, 0};
  const carc_definition *d = b->g->d;
  int back = (side->number + SIDES_OF_TILE / 2) % SIDES_OF_TILE;
  side_snapshot snapshot = {
      .side = *side, .across = -1, .facing = -1, .on = {side->type, side->x, side->y, side->rotation}};
  if (side->tile >= 0) snapshot.on = carc_state_tile(d, b->s, side->tile);
  snapshot.across = carc_state_tile_at(d, b->s, side->x + east[side->number], side->y + south[side->number]);
  if (snapshot.across < 0) return snapshot;
  snapshot.next = carc_state_tile(d, b->s, snapshot.across);
  snapshot.facing = carc_state_port(d, b->s, snapshot.across, 3 * back + 1);
  return snapshot;
}

/* Pushes a table about a tile. The segment is -1 if the tile fits anywhere. */
static void push_tile_of_side (lua_State *L, const carc_definition *d, int tile, carc_tile t, int segment) {
  carcL_push_place_and_kind(L, d, t, tile, segment);
  carcL_set_string(L, "id", carc_type_id(d, t.type));
}

void carcL_push_side (lua_State *L, const carc_definition *d, const side_snapshot *snapshot) {
  const carc_found *f = &snapshot->side;
  push_tile_of_side(L, d, f->tile, snapshot->on, f->segment);
  lua_pushlstring(L, &letters[f->number], 1);
  lua_setfield(L, -2, "side");
  carcL_set_integer(L, "number", f->number);
  carcL_set_boolean(L, "open", snapshot->across < 0);
  if (snapshot->across < 0) return;
  push_tile_of_side(L, d, snapshot->across, snapshot->next, snapshot->facing);
  lua_setfield(L, -2, "touches");
}

bool carcL_is_side (lua_State *L, int at, int *number) {
  if (!lua_istable(L, at)) return false;
  bool is_end = lua_getfield(L, at, "into") != LUA_TNIL;
  bool named = lua_getfield(L, at, "side") == LUA_TSTRING;
  const char *name = named ? lua_tostring(L, -1) : "";
  const char *letter = *name != '\0' && name[1] == '\0' ? strchr(letters, *name) : NULL;
  lua_pop(L, 2);
  if (is_end || letter == NULL) return false;
  *number = (int)(letter - letters);
  return true;
}
