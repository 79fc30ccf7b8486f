/* state_queries.c: State:tiles, State:count and other methods that use selectors. */
#include <string.h>
#include "state_queries.h"
#include "arguments.h"
#include "engine_call.h"
#include "road_ends.h"
#include "sandbox/script_error.h"
#include "selector.h"
#include "state_tokens.h"
#include "tile_sides.h"
#include "userdata.h"
#include "values.h"

/* ---- Queries --------------------------------------------------------------------------------- */

enum { USUAL = 48 };

/* Copies of a found item and of its tile. They stay valid if the state changes. */
typedef struct item_snapshot {
  carc_found found;
  tile_snapshot on; /* not filled if the item is a cell or a player */
  union {
    end_snapshot end;   /* filled only if the item is an end */
    side_snapshot side; /* filled only if the item is a side */
  };
} item_snapshot;

/*
** The items that were found. They are in the array `usual`, or in a block that a value on the Lua
** stack owns.
*/
typedef struct found_list {
  int n;
  const carc_found *found;
  carc_found usual[USUAL];
} found_list;

/* Data of a query to the engine. */
typedef struct query {
  const state_ud *b;
  const carc_selector *what;
  carc_found *out;
  int room, n;
  const carc_found *item; /* item to be tested */
  carc_query_item_kind is;
  bool yes, deploy;
  int number;
  carc_status status;
  carc_error *err;
} query;

static void ask_which (void *ud, carc_call *call) {
  query *q = ud;
  q->status = carc_state_find(q->b->s, call, q->what, q->out, q->room, &q->n, q->err);
}
static void ask_any (void *ud, carc_call *call) {
  query *q = ud;
  q->status = carc_state_holds(q->b->s, call, q->what, &q->yes, q->err);
}
static void ask_whether (void *ud, carc_call *call) {
  query *q = ud;
  q->status = carc_state_matches(q->b->s, call, q->what, q->item, q->is, &q->yes, q->err);
}
static void offer_them (void *ud, carc_call *call) {
  query *q = ud;
  q->status = carc_call_offer_found(call, q->what, q->deploy, q->number, q->err);
}

/* Runs a query for a selector. The stack keeps the selector alive. */
static void run_query (lua_State *L, state_ud *b, const carc_selector *what,
                       void (*how)(void *ud, carc_call *call), query *q) {
  carc_error err;
  q->b = b;
  q->what = what;
  q->err = &err;
  if (carcL_query_state(L, b, 1, how, q, &err) != CARC_OK || q->status != CARC_OK)
    luaL_error(L, "%s", err.message);
}

/*
** Finds items, and pushes the owner of their block. Repeats the search until all items fit, because
** allocating memory may change the state.
*/
static void find (lua_State *L, state_ud *b, const carc_selector *what, found_list *l) {
  carc_found *out = l->usual;
  int room = USUAL;
  lua_pushnil(L);
  for (;;) {
    query q = {.out = out, .room = room};
    run_query(L, b, what, ask_which, &q);
    l->n = q.n;
    if (l->n <= room) break;
    out = carcL_push_buffer(L, lua_gettop(L), room = l->n, sizeof *out);
  }
  l->found = out;
}

static item_snapshot snapshot_item (const state_ud *b, carc_query_item_kind is, const carc_found *f) {
  item_snapshot snapshot = {.found = *f};
  if (is == CARC_QUERY_ITEM_ENDS) {
    carc_road_end end = carc_state_road_end(b->g->d, b->s, f->tile, f->segment, f->number);
    snapshot.end = carcL_snapshot_end(b, &end);
    return snapshot;
  }
  if (is == CARC_QUERY_ITEM_SIDES)
    snapshot.side = carcL_snapshot_side(b, f);
  else if (f->tile >= 0)
    snapshot.on = carcL_snapshot_tile(b, f->tile);
  return snapshot;
}

static void push_cell (lua_State *L, const carc_found *f) {
  lua_createtable(L, 0, 2);
  carcL_set_cell(L, f->x, f->y);
}

static void push_segment (lua_State *L, const carc_definition *d, const item_snapshot *snapshot) {
  const carc_found *f = &snapshot->found;
  carc_tile t = snapshot->on.tile;
  lua_createtable(L, 0, 8);
  carcL_set_integer(L, "tile", f->tile + 1);
  carcL_set_cell(L, f->x, f->y);
  if (f->number >= 0) carcL_set_integer(L, "number", f->number);
  if (f->piece >= 0) carcL_set_string(L, "piece", carc_piece_name(d, f->piece));
  if (f->segment < 0) return;
  carcL_set_integer(L, "segment", f->segment + 1);
  carcL_set_string(L, "kind", carc_kind_name(carc_type_segment(d, t.type, t.rotation, f->segment).kind));
  carcL_push_segment_text(L, d, t.type, t.rotation, f->segment);
  lua_setfield(L, -2, "text");
}

static void push_token (lua_State *L, const game_ud *g, const item_snapshot *snapshot) {
  const carc_found *f = &snapshot->found;
  bool in_hand = f->tile < 0 && !f->on_cell;
  token_snapshot token = {{.kind = f->token,
                           .number = f->number > 0 ? f->number : 0,
                           .owner = f->owner,
                           .player = in_hand ? f->player : -1,
                           .tile = f->tile,
                           .segment = f->segment,
                           .on_cell = f->on_cell,
                           .x = f->x,
                           .y = f->y},
                          snapshot->on.tile};
  carcL_push_token(L, g, &token);
}

static void push_found (lua_State *L, const game_ud *g, carc_query_item_kind is,
                        const item_snapshot *snapshot) {
  const carc_definition *d = g->d;
  const carc_found *f = &snapshot->found;
  if (is == CARC_QUERY_ITEM_PLAYERS) {
    lua_pushinteger(L, f->player + 1);
  } else if (is == CARC_QUERY_ITEM_CELLS) {
    push_cell(L, f);
  } else if (is == CARC_QUERY_ITEM_TOKENS) {
    push_token(L, g, snapshot);
  } else if (is == CARC_QUERY_ITEM_TILES) {
    carcL_push_tile(L, d, &snapshot->on);
  } else if (is == CARC_QUERY_ITEM_ENDS) {
    carcL_push_end(L, d, &snapshot->end);
  } else if (is == CARC_QUERY_ITEM_SIDES) {
    carcL_push_side(L, d, &snapshot->side);
  } else if (is == CARC_QUERY_ITEM_PIECES) {
    piece_snapshot piece = {{f->player, f->piece, f->tile, f->segment}, snapshot->on.tile};
    carcL_push_piece(L, d, &piece);
  } else {
    push_segment(L, d, snapshot);
  }
}

/* Pushes Features. Their fields are read when they are used. */
static int push_features (lua_State *L, state_ud *b, const found_list *l) {
  int usual[USUAL], *places = usual;
  if (l->n > USUAL) {
    lua_pushnil(L);
    places = carcL_push_buffer(L, lua_gettop(L), l->n, sizeof *places);
  }
  for (int i = 0; i < l->n; i++) places[i] = l->found[i].tile * CARC_MAX_SEGMENTS + l->found[i].segment;
  return carcL_push_features(L, 1, b, places, l->n);
}

/* Pushes the items that a selector finds. All snapshots are taken first. */
static int push_all (lua_State *L, state_ud *b, carc_query_item_kind is, const carc_selector *what) {
  item_snapshot usual[USUAL], *all = usual;
  found_list l;
  int keeper = lua_gettop(L) + 1, room = USUAL;
  lua_pushnil(L);
  for (;;) {
    find(L, b, what, &l);
    if (l.n <= room) break;
    lua_settop(L, keeper);
    all = carcL_push_buffer(L, keeper, room = l.n, sizeof *all);
  }
  for (int i = 0; i < l.n; i++) all[i] = snapshot_item(b, is, &l.found[i]);
  lua_createtable(L, l.n, 0);
  for (int i = 0; i < l.n; i++) {
    push_found(L, b->g, is, &all[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/*
** Checks the state, and pushes the selector. The engine keeps the query (carc_call_note_pure), so
** leave_query restores *read_before: whether a function has read more of the state.
*/
static state_ud *enter_query (lua_State *L, const char *kind, const carc_selector **what, bool *read_before) {
  state_ud *b = carcL_check_object(L, 1, STATE_CLASS);
  *read_before = b->read;
  carcL_check_state(L, 1);
  if (kind == NULL) luaL_checktype(L, 2, LUA_TTABLE);
  *what = carcL_push_selector(L, 1, 2, kind, BESIDE_NOTHING);
  return b;
}

static void leave_query (state_ud *b, bool read_before) {
  if (carcL_runs_query_alone(b)) b->read = read_before;
}

/* Kinds of items, as bits, that are the same if carc_state_find finds the same. */
enum {
  KEPT_ITEMS = 1 << CARC_QUERY_ITEM_PLAYERS | 1 << CARC_QUERY_ITEM_TILES | 1 << CARC_QUERY_ITEM_CELLS |
               1 << CARC_QUERY_ITEM_SEGMENTS | 1 << CARC_QUERY_ITEM_PIECES
};

/* State:pieces { } and similar methods, whose name implies the kind of items. */
static int list_items (lua_State *L, carc_query_item_kind is) {
  bool read_before;
  const carc_selector *what;
  lua_settop(L, 2);
  state_ud *b = enter_query(L, carcL_item_names[is], &what, &read_before);
  if (is != CARC_QUERY_ITEM_FEATURES) {
    push_all(L, b, is, what);
    if (KEPT_ITEMS >> is & 1) leave_query(b, read_before);
    return 1;
  }
  found_list l;
  find(L, b, what, &l);
  return push_features(L, b, &l);
}

MODULE_FUNCTION(carcL_state_players) { return list_items(L, CARC_QUERY_ITEM_PLAYERS); }
MODULE_FUNCTION(carcL_state_tiles) { return list_items(L, CARC_QUERY_ITEM_TILES); }
MODULE_FUNCTION(carcL_state_cells) { return list_items(L, CARC_QUERY_ITEM_CELLS); }
MODULE_FUNCTION(carcL_state_segments) { return list_items(L, CARC_QUERY_ITEM_SEGMENTS); }
MODULE_FUNCTION(carcL_state_features) { return list_items(L, CARC_QUERY_ITEM_FEATURES); }
MODULE_FUNCTION(carcL_state_pieces) { return list_items(L, CARC_QUERY_ITEM_PIECES); }
MODULE_FUNCTION(carcL_state_tokens) { return list_items(L, CARC_QUERY_ITEM_TOKENS); }
MODULE_FUNCTION(carcL_state_corners) { return list_items(L, CARC_QUERY_ITEM_CORNERS); }
MODULE_FUNCTION(carcL_state_axes) { return list_items(L, CARC_QUERY_ITEM_AXES); }
MODULE_FUNCTION(carcL_state_ends) { return list_items(L, CARC_QUERY_ITEM_ENDS); }
MODULE_FUNCTION(carcL_state_sides) { return list_items(L, CARC_QUERY_ITEM_SIDES); }

/* The kind of items of the selector at this index. */
static carc_query_item_kind kind_of (lua_State *L, int at) {
  luaL_checktype(L, at, LUA_TTABLE);
  lua_rawgeti(L, at, 1);
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  int is = 0;
  while (carcL_item_names[is] != NULL && strcmp(carcL_item_names[is], name) != 0) is++;
  lua_pop(L, 1);
  return (carc_query_item_kind)is;
}

/* Runs a query whose answer is a number or a boolean. */
static query ask (lua_State *L, void (*how)(void *ud, carc_call *call)) {
  query q = {.out = NULL};
  bool read_before;
  const carc_selector *what;
  state_ud *b = enter_query(L, NULL, &what, &read_before);
  run_query(L, b, what, how, &q);
  leave_query(b, read_before);
  return q;
}

MODULE_FUNCTION(carcL_state_count) {
  lua_pushinteger(L, ask(L, ask_which).n);
  return 1;
}

/*
** Returns whether the number of items found is within `min` and `max`; by default, whether at least
** one item was found.
*/
MODULE_FUNCTION(carcL_state_any) {
  lua_pushboolean(L, ask(L, ask_any).yes);
  return 1;
}

/* ---- Iteration ------------------------------------------------------------------------------- */

/*
** The upvalues of the iterator: the state, the selector, the items. They follow the upvalues that
** all functions of the module have.
*/
enum { EACH_STATE = CLASS_END, EACH_SELECTOR, EACH_FOUND, EACH_UPVALUES = 3 };

/*
** The items of an iteration, their kind and the next index. `acts` and `awards` are the values that
** these fields of the view had when the items were found.
*/
typedef struct each_found {
  carc_query_item_kind is;
  bool reads_points; /* points can change what the selector finds */
  uint32_t acts, awards;
  int n, at;
  carc_found found[];
} each_found;

static bool is_same (const carc_found *a, const carc_found *b) {
  return a->tile == b->tile && a->segment == b->segment && a->player == b->player && a->piece == b->piece &&
         a->number == b->number && a->x == b->x && a->y == b->y && a->token == b->token &&
         a->owner == b->owner;
}

/* Whether the selector still finds an item. */
static bool is_found (lua_State *L, state_ud *b, const carc_selector *what, const carc_found *f) {
  found_list now;
  int top = lua_gettop(L);
  find(L, b, what, &now);
  bool there = false;
  for (int i = 0; i < now.n && !there; i++) there = is_same(&now.found[i], f);
  lua_settop(L, top);
  return there;
}

/* Whether an item is still found. If nothing has changed, returns true without a query. */
static bool is_there (lua_State *L, state_ud *b, const each_found *all, const carc_found *f) {
  bool same_points = !all->reads_points || b->awards == all->awards;
  if (b->call != NULL && b->acts == all->acts && same_points) return true;
  return is_found(L, b, carcL_selector_at(L, lua_upvalueindex(EACH_SELECTOR)), f);
}

static int next_found (lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(EACH_STATE));
  state_ud *b = carcL_check_state(L, 1);
  each_found *all = lua_touserdata(L, lua_upvalueindex(EACH_FOUND));
  while (all->at < all->n) {
    carc_found f = all->found[all->at++];
    if (!is_there(L, b, all, &f)) continue;
    if (all->is == CARC_QUERY_ITEM_FEATURES) {
      carcL_push_feature(L, 1, b, f.tile, f.segment);
    } else {
      item_snapshot snapshot = snapshot_item(b, all->is, &f);
      push_found(L, b->g, all->is, &snapshot);
    }
    return 1;
  }
  return 0;
}

MODULE_FUNCTION(carcL_state_each) {
  found_list l;
  lua_settop(L, 2);
  state_ud *b = carcL_check_state(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  const carc_selector *what = carcL_push_selector(L, 1, 2, NULL, BESIDE_NOTHING);
  int kept = lua_gettop(L);
  carc_query_item_kind is = kind_of(L, 2);
  find(L, b, what, &l);
  for (int c = GAME_CLASS; c < CLASS_END; c++) carcL_push_metatable(L, c);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, kept);
  each_found *all = lua_newuserdatauv(L, sizeof *all + (size_t)l.n * sizeof *l.found, 0);
  *all = (each_found){.is = is,
                      .reads_points = asks_majority(b->g) || carc_selector_reads_points(what),
                      .acts = b->acts,
                      .awards = b->awards,
                      .n = l.n};
  memcpy(all->found, l.found, (size_t)l.n * sizeof *l.found);
  lua_pushcclosure(L, next_found, CLASS_COUNT + EACH_UPVALUES);
  return 1;
}

/* ---- One item -------------------------------------------------------------------------------- */

/* Whether a table is an end that State:ends has returned. */
static bool names_end (lua_State *L, int at) {
  if (!lua_istable(L, at)) return false;
  bool is = lua_getfield(L, at, "into") == LUA_TTABLE;
  lua_pop(L, 1);
  return is;
}

/*
** Reads an item: a player's number, a Feature, or an item that a method of State has returned. The
** item is looked up in the current state.
*/
static carc_query_item_kind check_item (lua_State *L, int at, const state_ud *b, carc_found *f) {
  const carc_definition *d = b->g->d;
  *f = (carc_found){
      .tile = -1, .segment = -1, .player = -1, .piece = -1, .number = -1, .token = -1, .owner = -1};
  if (lua_type(L, at) == LUA_TNUMBER) {
    f->player = carcL_check_player(L, at, d);
    return CARC_QUERY_ITEM_PLAYERS;
  }
  const feature_ud *feature = carcL_test_object(L, at, FEATURE_CLASS);
  if (feature != NULL) {
    luaL_argcheck(L, carcL_check_feature(L, at)->of == b, at, "the feature belongs to another state");
    f->tile = feature->tile;
    f->segment = feature->segment;
    return CARC_QUERY_ITEM_FEATURES;
  }
  if (carcL_is_token(L, at)) {
    carc_token t = carcL_check_token(L, at, b);
    *f = (carc_found){.tile = t.tile,
                      .segment = t.segment,
                      .x = t.x,
                      .y = t.y,
                      .player = t.player >= 0 ? t.player : t.owner,
                      .piece = -1,
                      .number = t.number > 0 ? t.number : -1,
                      .token = t.kind,
                      .owner = t.owner,
                      .on_cell = t.on_cell};
    return CARC_QUERY_ITEM_TOKENS;
  }
  luaL_argcheck(L, carcL_is_place(L, at), at,
                "expected the number of a player, a Feature, or an item that a method such as State:pieces "
                "lists");
  f->x = carcL_number_field(L, at, "x", 0);
  f->y = carcL_number_field(L, at, "y", 0);
  f->segment = carcL_number_field(L, at, "segment", 0) - 1;
  if (lua_getfield(L, at, "piece") == LUA_TSTRING && f->segment >= 0) {
    f->piece = carc_piece_find(d, lua_tostring(L, -1));
    f->player = carcL_number_field(L, at, "player", 0) - 1;
  }
  lua_pop(L, 1);
  bool is_end = names_end(L, at), is_side = carcL_is_side(L, at, &f->number);
  if (is_end) f->number = carcL_number_field(L, at, "number", -1);
  f->tile = carc_state_tile_at(d, b->s, f->x, f->y);
  luaL_argcheck(L, f->tile >= 0 || !is_side, at, "the side belongs to a tile that is not on the board");
  if (f->tile < 0) f->segment = f->piece = f->player = -1;
  if (f->segment >= 0 && f->segment >= carc_type_segments(d, carc_state_tile(d, b->s, f->tile).type))
    luaL_argerror(L, at,
                  lua_pushfstring(L, "the tile at %d,%d has no segment %d", f->x, f->y, f->segment + 1));
  return f->tile < 0       ? CARC_QUERY_ITEM_CELLS
         : is_end          ? CARC_QUERY_ITEM_ENDS
         : is_side         ? CARC_QUERY_ITEM_SIDES
         : f->piece >= 0   ? CARC_QUERY_ITEM_PIECES
         : f->segment >= 0 ? CARC_QUERY_ITEM_SEGMENTS
                           : CARC_QUERY_ITEM_TILES;
}

MODULE_FUNCTION(carcL_state_matches) {
  state_ud *b = carcL_check_state(L, 1);
  carc_found f;
  lua_settop(L, 3);
  const carc_selector *filter = carcL_push_selector(L, 1, 3, "", BESIDE_NOTHING);
  query q = {.is = check_item(L, 2, b, &f), .item = &f};
  run_query(L, b, filter, ask_whether, &q);
  lua_pushboolean(L, q.yes);
  return 1;
}

/* Whether an item is in an area. A feature is in an area if any of its segments is. */
static bool is_in_area (const state_ud *b, carc_query_item_kind is, const carc_found *f, int area) {
  const carc_definition *d = b->g->d;
  if (f->tile < 0) return false;
  if (is != CARC_QUERY_ITEM_FEATURES) return carc_state_in_area(d, b->s, area, f->tile, f->segment);
  int id = carc_state_feature_id(d, b->s, f->tile, f->segment);
  for (int tile = 0; tile < carc_state_tiles(d, b->s); tile++)
    for (int i = 0; i < carc_type_segments(d, carc_state_tile(d, b->s, tile).type); i++)
      if (carc_state_feature_id(d, b->s, tile, i) == id && carc_state_in_area(d, b->s, area, tile, i))
        return true;
  return false;
}

/* State:areas(item): returns the names of the areas in which the item is. */
MODULE_FUNCTION(carcL_state_areas) {
  const state_ud *b = carcL_check_state(L, 1);
  carc_found f;
  carc_query_item_kind is = check_item(L, 2, b, &f);
  int n = 0;
  lua_newtable(L);
  for (int area = 0; area < carc_definition_areas(b->g->d); area++) {
    if (!is_in_area(b, is, &f, area)) continue;
    lua_pushstring(L, carc_name_for(b->g->d, CARC_NAME_KIND_AREA, b->g->script, area));
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

/* ---- Offers ---------------------------------------------------------------------------------- */

/*
** Reads the keys of an offer beside the selector. Returns the number of the offer, or -1, and sets
** whether the options are deployments.
*/
static int offered_number (lua_State *L) {
  if (lua_getfield(L, 2, "number") == LUA_TNIL) return -1;
  int whole;
  lua_Integer number = lua_tointegerx(L, -1, &whole);
  if (lua_type(L, -1) != LUA_TNUMBER || !whole)
    luaL_error(L, "number: expected an integer, got %s", luaL_typename(L, -1));
  if (number < 0 || number > CARC_MAX_NUMBER)
    luaL_error(L, "number: expected a number from 0 to %d, got " INTEGER_FORMAT, CARC_MAX_NUMBER,
               INTEGER_ARG(number));
  return (int)number;
}

static bool offers_deployments (lua_State *L) {
  if (lua_getfield(L, 2, "deploy") != LUA_TNIL && !lua_isboolean(L, -1))
    luaL_error(L, "deploy: expected true or false, got %s", luaL_typename(L, -1));
  return lua_toboolean(L, -1);
}

int carcL_offer_found (lua_State *L, state_ud *b) {
  int before = carc_call_offered(b->call);
  const carc_selector *what = carcL_push_selector(L, 1, 2, NULL, BESIDE_OFFER);
  if (lua_getfield(L, 2, "when") != LUA_TNIL)
    return luaL_error(
        L, "when: only a declared offer can have this key; in a function, use an `if` statement instead");
  query q = {.deploy = offers_deployments(L)};
  q.number = offered_number(L);
  run_query(L, b, what, offer_them, &q);
  lua_pushinteger(L, carc_call_offered(b->call) - before);
  return 1;
}
