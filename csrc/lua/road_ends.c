/*
** road_ends.c: converts the ends of roads and rivers to Lua values.
*/
#include "road_ends.h"
#include "userdata.h"
#include "values.h"

static const char *const side_names[] = {"N", "E", "S", "W"};

end_snapshot carcL_snapshot_end (const state_ud *b, const carc_road_end *end) {
  const carc_definition *d = b->g->d;
  end_snapshot snapshot = {.end = *end, .on = carc_state_tile(d, b->s, end->tile)};
  if (end->into_tile >= 0) snapshot.into = carc_state_tile(d, b->s, end->into_tile);
  return snapshot;
}

void carcL_push_end (lua_State *L, const carc_definition *d, const end_snapshot *snapshot) {
  const carc_road_end *e = &snapshot->end;
  carcL_push_place_and_kind(L, d, snapshot->on, e->tile, e->segment);
  carcL_set_boolean(L, "open", e->into_tile < 0);
  if (e->side >= 0) {
    carcL_set_integer(L, "number", e->side);
    carcL_set_string(L, "side", side_names[e->side]);
  }
  lua_newtable(L);
  for (int i = 0, n = 0; e->into >> i != 0; i++) {
    if ((e->into >> i & 1) == 0) continue;
    carcL_push_place_and_kind(L, d, snapshot->into, e->into_tile, i);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "into");
}

/*
** Copies up to `room` ends of the feature at index 1, and takes a snapshot of each end. Returns how
** many ends the feature has.
*/
static int gather_ends (lua_State *L, carc_road_end *ends, end_snapshot *snapshot, int room) {
  const feature_ud *f = carcL_check_feature(L, 1);
  const carc_definition *d = f->of->g->d;
  int id = carc_state_feature_id(d, f->of->s, f->tile, f->segment);
  int n = carc_state_feature_ends(d, f->of->s, id, ends, room);
  for (int i = 0; i < n && i < room; i++) snapshot[i] = carcL_snapshot_end(f->of, &ends[i]);
  return n;
}

MODULE_FUNCTION(carcL_feature_ends) {
  enum { USUAL = 16 };
  carc_road_end usual_ends[USUAL], *ends = usual_ends;
  end_snapshot usual[USUAL], *snapshot = usual;
  int n, room = USUAL;
  lua_settop(L, 2); /* keeps the top value, which may be a buffer */
  while ((n = gather_ends(L, ends, snapshot, room)) > room) {
    snapshot = carcL_push_buffer(L, 2, room = n, sizeof *snapshot + sizeof *ends);
    ends = (carc_road_end *)(void *)(snapshot + room);
  }
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    carcL_push_end(L, carcL_check_feature(L, 1)->of->g->d, &snapshot[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}
