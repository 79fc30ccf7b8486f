/*
** lboard.c: what a state tells of the table: tiles, pieces, features, and what scripts look for there.
*/
#include <string.h>
#include "objects.h"

/* ---- The table ---------------------------------------------------------------------------------------------------------- */

/* Some of the tiles on the table. */
typedef struct tile_list {
  int n;
  tile_told tile[CARC_MAX_TILES];
} tile_list;

static int push_tiles (lua_State *L, const carc_definition *d, const tile_list *l) {
  lua_createtable(L, l->n, 0);
  for (int i = 0; i < l->n; i++) {
    carc_push_tile(L, d, &l->tile[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int push_one_tile (lua_State *L, const state_box *b, int tile) {
  tile_told told = carc_look_at_tile(b, tile);
  carc_push_tile(L, b->g->d, &told);
  return 1;
}

static int state_tiles (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  tile_list l;
  l.n = carc_state_tiles(b->g->d, b->s);
  for (int i = 0; i < l.n; i++) l.tile[i] = carc_look_at_tile(b, i);
  return push_tiles(L, b->g->d, &l);
}

static int state_tile_at (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_Integer x = luaL_checkinteger(L, 2), y = luaL_checkinteger(L, 3);
  bool far = x < -999 || x > 999 || y < -999 || y > 999;
  int tile = far ? -1 : carc_state_tile_at(b->g->d, b->s, (int)x, (int)y);
  if (tile >= 0) return push_one_tile(L, b, tile);
  lua_pushnil(L);
  return 1;
}

static int state_tile (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  lua_Integer i = luaL_checkinteger(L, 2);
  if (i >= 1 && i <= carc_state_tiles(b->g->d, b->s)) return push_one_tile(L, b, (int)i - 1);
  lua_pushnil(L);
  return 1;
}

static int state_tile_index (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int tile = carc_find_tile(L, 2, b);
  if (tile >= 0)
    lua_pushinteger(L, tile + 1);
  else
    lua_pushnil(L);
  return 1;
}

static int state_num_segments (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int tile = carc_find_tile(L, 2, b);
  lua_pushinteger(L, tile >= 0 ? carc_type_segments(b->g->d, carc_state_tile(b->g->d, b->s, tile).type) : 0);
  return 1;
}

/* All of them, or those on the tile at x, y. */
static int state_pieces (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  bool all = lua_isnoneornil(L, 2);
  int tile = all ? -1 : carc_find_tile(L, 2, b), count = carc_state_pieces(b->g->d, b->s);
  piece_list l;
  l.n = 0;
  for (int i = 0; i < count; i++) {
    carc_piece f = carc_state_piece(b->g->d, b->s, i);
    if (all || f.tile == tile) l.piece[l.n++] = carc_look_at_piece(b, f);
  }
  return carc_push_pieces(L, b->g->d, &l);
}

static int state_last_placed (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int n = carc_state_tiles(b->g->d, b->s);
  if (n == 0) return 0;
  carc_tile t = carc_state_tile(b->g->d, b->s, n - 1);
  lua_pushinteger(L, t.x);
  lua_pushinteger(L, t.y);
  return 2;
}

static int state_tiles_left (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int left[CARC_MAX_TYPES], types = carc_definition_types(d);
  for (int t = 0; t < types; t++) left[t] = carc_state_tiles_left(d, b->s, t);
  lua_newtable(L);
  for (int t = 0; t < types; t++)
    if (left[t] > 0) carc_set_integer(L, carc_type_id(d, t), left[t]);
  return 1;
}

static int push_types (lua_State *L, const carc_definition *d, const int *types, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, carc_type_id(d, types[i]));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int state_queued (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int player = carc_check_player(L, 2, b->g->d), types[CARC_MAX_QUEUE], n = 0;
  while (n < CARC_MAX_QUEUE && (types[n] = carc_state_queued(b->g->d, b->s, player, n)) >= 0) n++;
  return push_types(L, b->g->d, types, n);
}

static int state_num_tiles_left (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int n = 0;
  for (int t = 0; t < carc_definition_types(b->g->d); t++) n += carc_state_tiles_left(b->g->d, b->s, t);
  lua_pushinteger(L, n);
  return 1;
}

static int state_unplaceable (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int types[CARC_MAX_TYPES], n = 0;
  for (int t = 0; t < carc_definition_types(d); t++)
    if (carc_state_tiles_left(d, b->s, t) > 0 && carc_state_fits(d, b->s, t) == 0) types[n++] = t;
  return push_types(L, d, types, n);
}

static int state_feature (lua_State *L) {
  state_box *b = carc_check_state(L, 1);
  int tile, segment;
  if (carc_find_place(L, 2, b, &tile, &segment))
    carc_push_feature(L, 1, b, tile, segment);
  else
    lua_pushnil(L);
  return 1;
}

#define KINDS "field", "road", "city", "monastery", "spot", "river"

/* Whether a segment of a kind lies in a cell or in one of the eight around it. */
static int state_is_near (lua_State *L) {
  static const char *const kinds[] = {KINDS, NULL};
  const state_box *b = carc_check_state(L, 1);
  int x = carc_check_coordinate(L, 2), y = carc_check_coordinate(L, 3),
      kind = luaL_checkoption(L, 4, NULL, kinds);
  lua_pushboolean(L, carc_state_is_near(b->g->d, b->s, x, y, (carc_kind)kind));
  return 1;
}

/* A walk over the features of a kind, all of them or the complete ones, each once: by its first segment. */
typedef struct feature_walk {
  const state_box *b;
  int kind; /* CARC_KINDS: any */
  bool complete;
  int tile, segment;                                          /* the one found */
  uint64_t seen[CARC_MAX_TILES * CARC_MAX_SEGMENTS / 64 + 1]; /* ids */
} feature_walk;

/* From the kind at index 2, and whether complete ones are meant at index 3. */
static feature_walk begin_walk (lua_State *L, const state_box *b) {
  static const char *const kinds[] = {KINDS, "all", NULL};
  return (feature_walk){
      .b = b, .kind = luaL_checkoption(L, 2, "all", kinds), .complete = lua_toboolean(L, 3), .segment = -1};
}

static bool is_wanted (feature_walk *w) {
  carc_feature f = carc_state_feature_brief(w->b->g->d, w->b->s, w->tile, w->segment);
  uint64_t *seen = &w->seen[f.id / 64], bit = (uint64_t)1 << (f.id % 64);
  bool wanted = (w->kind == CARC_KINDS || f.kind == (carc_kind)w->kind) && (*seen & bit) == 0;
  if (wanted) *seen |= bit;
  return wanted && (f.complete || !w->complete);
}

static bool next_feature (feature_walk *w) {
  const carc_definition *d = w->b->g->d;
  for (; w->tile < carc_state_tiles(d, w->b->s); w->tile++, w->segment = -1) {
    int segments = carc_type_segments(d, carc_state_tile(d, w->b->s, w->tile).type);
    while (++w->segment < segments)
      if (is_wanted(w)) return true;
  }
  return false;
}

static int state_features (lua_State *L) {
  state_box *b = carc_check_state(L, 1);
  feature_walk w = begin_walk(L, b);
  int places[MOST_PLACES], n = 0;
  while (next_feature(&w)) places[n++] = w.tile * CARC_MAX_SEGMENTS + w.segment;
  return carc_push_features(L, 1, b, places, n);
}

static int state_num_features (lua_State *L) {
  feature_walk w = begin_walk(L, carc_check_state(L, 1));
  lua_Integer n = 0;
  while (next_feature(&w)) n++;
  lua_pushinteger(L, n);
  return 1;
}

/* ---- What scripts look for on the table ------------------------------------------------------------------------- */

static int state_placements (lua_State *L) {
  enum { USUAL = 300 };
  const state_box *b = carc_check_state(L, 1);
  carc_tile usual[USUAL], *all = usual;
  int type = carc_check_type_id(L, 2, b->g->d), n, room = USUAL;
  lua_settop(L, 3); /* the last keeps the room, if it takes more */
  while ((n = carc_state_placements(b->g->d, b->s, type, all, room)) > room)
    all = carc_make_room(L, 3, room = n, sizeof *all);
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_createtable(L, 0, 3);
    carc_set_integer(L, "x", all[i].x);
    carc_set_integer(L, "y", all[i].y);
    carc_set_integer(L, "rotation", all[i].rotation);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static const char *next_port (const void *ud, int i) {
  (void)ud;
  return i < CARC_PORTS ? carc_port_name(i) : NULL;
}

static int check_port (lua_State *L, int arg) {
  const char *name = luaL_checkstring(L, arg);
  for (int p = 0; p < CARC_PORTS; p++)
    if (is_word(carc_port_name(p), name)) return p;
  return carc_refuse_name(L, arg, "a tile has no port", next_port, NULL);
}

static int state_port (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int port = check_port(L, 4), tile = carc_find_tile(L, 2, b);
  int segment = tile >= 0 ? carc_state_port(b->g->d, b->s, tile, port) : -1;
  if (segment >= 0)
    lua_pushinteger(L, segment + 1);
  else
    lua_pushnil(L);
  return 1;
}

static int state_marked (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int attribute = carc_check_tile_attribute(L, 2, d);
  tile_list l;
  l.n = 0;
  for (int tile = 0; tile < carc_state_tiles(d, b->s); tile++)
    if ((carc_type_attributes(d, carc_state_tile(d, b->s, tile).type) >> attribute & 1) != 0)
      l.tile[l.n++] = carc_look_at_tile(b, tile);
  return push_tiles(L, d, &l);
}

/* The next tile with the attribute that is the upvalue behind those of all functions: its index, x, y. */
static int next_marked (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int attribute = (int)lua_tointeger(L, lua_upvalueindex(CLASS_END));
  lua_Integer last = luaL_checkinteger(L, 2);
  for (int tile = last < 0                ? 0
                  : last > CARC_MAX_TILES ? CARC_MAX_TILES
                                          : (int)last;
       tile < carc_state_tiles(d, b->s); tile++) {
    carc_tile t = carc_state_tile(d, b->s, tile);
    if ((carc_type_attributes(d, t.type) >> attribute & 1) == 0) continue;
    lua_pushinteger(L, tile + 1);
    lua_pushinteger(L, t.x);
    lua_pushinteger(L, t.y);
    return 3;
  }
  return 0;
}

static int state_each_marked (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int attribute = carc_check_tile_attribute(L, 2, b->g->d);
  for (int c = GAME_CLASS; c < CLASS_END; c++) carc_push_metatable(L, c);
  lua_pushinteger(L, attribute);
  lua_pushcclosure(L, next_marked, CLASS_COUNT + 1);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

/* On one of its segments; -1: on any. */
static bool has_attribute (const state_box *b, int tile, int segment, int attribute) {
  int type = carc_state_tile(b->g->d, b->s, tile).type;
  for (int i = 0; i < carc_type_segments(b->g->d, type); i++)
    if ((segment < 0 || i == segment) &&
        (carc_state_attributes(b->g->d, b->s, tile, i) >> attribute & 1) != 0)
      return true;
  return false;
}

static int state_has_attribute (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int attribute = carc_find_attribute(d, luaL_checkstring(L, 4));
  int tile_attribute = attribute < 0 ? carc_check_tile_attribute(L, 4, d) : -1;
  int tile = carc_find_tile(L, 2, b), segment = (int)luaL_optinteger(L, 5, 0) - 1;
  bool has = false;
  if (tile >= 0)
    has = attribute >= 0
              ? has_attribute(b, tile, segment, attribute)
              : (carc_type_attributes(d, carc_state_tile(d, b->s, tile).type) >> tile_attribute & 1) != 0;
  lua_pushboolean(L, has);
  return 1;
}

static int state_fits_span (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_axis axis = carc_check_axis(L, 4);
  int tile = carc_find_tile(L, 2, b);
  lua_pushboolean(L, tile >= 0 && carc_state_fits_span(b->g->d, b->s, tile, axis));
  return 1;
}

#define METHOD(name) \
  { #name, state_##name }
const luaL_Reg carc_board_methods[] = {METHOD(tiles),         METHOD(tile),
                                       METHOD(tile_at),       METHOD(tile_index),
                                       METHOD(num_segments),  METHOD(pieces),
                                       METHOD(last_placed),   METHOD(tiles_left),
                                       METHOD(unplaceable),   METHOD(num_tiles_left),
                                       METHOD(queued),        METHOD(feature),
                                       METHOD(features),      METHOD(num_features),
                                       METHOD(placements),    METHOD(port),
                                       METHOD(marked),        METHOD(each_marked),
                                       METHOD(has_attribute), METHOD(is_near),
                                       METHOD(fits_span),     {NULL, NULL}};
