/*
** state_mutators.c: what scripts remember, what hooks do to the state that they are lent, and the options that they offer.
*/
#include <string.h>
#include "mutation.h"
#include "objects.h"

/* A state that a hook was given. */
static state_ud *check_lent (lua_State *L) {
  state_ud *b = carcL_check_state(L, 1);
  luaL_argcheck(L, b->call != NULL, 1, "only a hook may do this, to the state that it was given");
  return b;
}

state_ud *carcL_check_mutable (lua_State *L) {
  state_ud *b = check_lent(L);
  b->acts++;
  return b;
}

int carcL_finish_mutation (lua_State *L, carc_status status, const carc_error *err) {
  return status == CARC_OK ? 0 : luaL_error(L, "%s", err->message);
}

enum { FAR = 1000000 }; /* no number of anything */

static int clamp (lua_Integer v) { return v < -FAR || v > FAR ? FAR : (int)v; }

/* A place on the table: x, y, segment; raises if nothing is there. */
static void check_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment) {
  if (carcL_find_place(L, arg, b, tile, segment)) return;
  const char *name = luaL_tolstring(L, arg + 2, NULL);
  luaL_argerror(
      L, arg + 2,
      lua_pushfstring(
          L, *tile < 0 ? "no tile lies there for segment '%s'" : "the tile there has no segment '%s'", name));
}

/* The same, or the name of an area, which stands for the first place in it where the piece may stand. */
static void check_stand (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment) {
  if (lua_type(L, arg) == LUA_TSTRING)
    carcL_check_area(L, arg, b, piece, tile, segment);
  else
    check_place(L, arg, b, tile, segment);
}

/* ---- What scripts remember -------------------------------------------------------------------------------------- */

/* The key of a slot, the i-th of its players, tiles or features; `arg` moves behind it. */
static int check_key (lua_State *L, int *arg, const state_ud *b, carc_scope scope) {
  const carc_definition *d = b->g->d;
  int at = *arg;
  if (scope == CARC_GAME) return 0;
  *arg = at + 1;
  if (scope == CARC_PLAYER) return carcL_check_player(L, at, d);
  if (scope == CARC_SEGMENT) {
    int tile, segment;
    check_place(L, at, b, &tile, &segment);
    *arg = at + 3;
    return carc_state_segment_index(d, b->s, tile, segment);
  }
  if (scope == CARC_CELL) {
    lua_Integer i = luaL_checkinteger(L, at);
    luaL_argcheck(L, i >= 1 && i <= carc_state_tiles(d, b->s), at, "there is no tile of this index");
    return (int)i - 1;
  }
  const feature_ud *f = carcL_check_feature(L, at);
  luaL_argcheck(L, f->of == b, at, "a feature of another state");
  return carc_state_feature_id(d, b->s, f->tile, f->segment);
}

/*
** The slot at index 2, its key behind it, and which of its numbers; `arg` gets what comes then, `values` arguments in all. Where
** there is one number its index may be left out, or be nil.
*/
static int check_slot (lua_State *L, const state_ud *b, int values, int *key, int *arg) {
  const carc_definition *d = b->g->d;
  int slot = carcL_check_cached_name(L, 2, b->g, CARC_NAMES_SLOT, "the game declares no slot"),
      size = carc_slot_size(d, slot);
  *arg = 3;
  *key = check_key(L, arg, b, carc_slot_scope(d, slot));
  bool indexed = lua_gettop(L) >= *arg + values;
  if (size == 1 && !indexed) return slot;
  lua_Integer i = size == 1 ? luaL_optinteger(L, *arg, 1) : luaL_checkinteger(L, *arg);
  if (i < 1 || i > size)
    luaL_argerror(
        L, *arg,
        lua_pushfstring(L, "the slot has the numbers 1 to %d, not " INTEGER_FORMAT, size, INTEGER_ARG(i)));
  *key = *key * size + (int)i - 1;
  ++*arg;
  return slot;
}

/* The place that a number of a slot stands for, as readers tell it; nil for none. */
static void push_place (lua_State *L, const state_ud *b, carc_holding holds, int32_t place) {
  const carc_definition *d = b->g->d;
  bool segment = holds == CARC_HOLDS_SEGMENT;
  int tile = (int)(segment ? (place - 1) / CARC_MAX_SEGMENTS : place - 1);
  if (place <= 0 || tile >= carc_state_tiles(d, b->s)) {
    lua_pushnil(L);
    return;
  }
  carcL_push_place(L, d, carc_state_tile(d, b->s, tile), tile,
                   segment ? (int)(place - 1) % CARC_MAX_SEGMENTS : -1);
}

/* The number for a place: whatever has x, y and, if it is asked for, a segment; 0 for nil. */
static int32_t check_place_value (lua_State *L, int at, const state_ud *b, carc_holding holds) {
  const carc_definition *d = b->g->d;
  if (lua_isnoneornil(L, at)) return 0;
  if (lua_type(L, at) == LUA_TSTRING) {
    int in, part;
    carcL_check_area(L, at, b, -1, &in, &part);
    return holds == CARC_HOLDS_TILE ? in + 1 : in * CARC_MAX_SEGMENTS + part + 1;
  }
  if (!lua_istable(L, at) && !lua_isuserdata(L, at)) luaL_argerror(L, at, "a place has x and y");
  int x = carcL_number_field(L, at, "x", FAR), y = carcL_number_field(L, at, "y", FAR);
  int tile = carc_state_tile_at(d, b->s, x, y);
  if (tile < 0) luaL_argerror(L, at, "no tile lies at this x, y");
  if (holds == CARC_HOLDS_TILE) return tile + 1;
  int segment = carcL_number_field(L, at, "segment", 0);
  bool fine = segment >= 1 && segment <= carc_type_segments(d, carc_state_tile(d, b->s, tile).type);
  luaL_argcheck(L, fine, at, "the tile there has no such segment");
  return tile * CARC_MAX_SEGMENTS + segment;
}

static int state_slot (lua_State *L) {
  const state_ud *b = carcL_check_state(L, 1);
  int key, next, slot = check_slot(L, b, 0, &key, &next);
  int32_t value = carc_state_slot(b->g->d, b->s, slot, key);
  carc_holding holds = carc_slot_holding(b->g->d, slot);
  if (holds == CARC_HOLDS_NUMBER)
    lua_pushinteger(L, value);
  else
    push_place(L, b, holds, value);
  return 1;
}

static int state_set_slot (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int key, at, slot = check_slot(L, b, 1, &key, &at);
  carc_holding holds = carc_slot_holding(b->g->d, slot);
  lua_Integer value =
      holds == CARC_HOLDS_NUMBER ? luaL_checkinteger(L, at) : check_place_value(L, at, b, holds);
  luaL_argcheck(L, value >= INT32_MIN && value <= INT32_MAX, at, "a slot holds 32 bits");
  carc_error err;
  return carcL_finish_mutation(L, carc_call_set_slot(b->call, slot, key, (int32_t)value, &err), &err);
}

/* ---- Pieces ----------------------------------------------------------------------------------------------------- */

static int check_number (lua_State *L, int arg, const char *key) {
  int v = carcL_number_field(L, arg, key, FAR);
  if (v == FAR)
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "a piece as State:pieces lists it; '%s' is no number of one", key));
  return v;
}

/* The index of the tile, or where it lies. */
static int check_its_tile (lua_State *L, int arg, const state_ud *b) {
  int tile = carcL_number_field(L, arg, "tile", FAR);
  if (tile != FAR) return tile - 1;
  int x = check_number(L, arg, "x"), y = check_number(L, arg, "y");
  return carc_state_tile_at(b->g->d, b->s, x, y);
}

/* A piece as State:pieces lists it, or an option that names one. */
static carc_piece check_standing_piece (lua_State *L, int arg, const state_ud *b) {
  const carc_definition *d = b->g->d;
  const game_ud *g;
  if (carcL_test_action(L, arg, &g) == NULL) luaL_checktype(L, arg, LUA_TTABLE);
  carc_piece f = {.tile = check_its_tile(L, arg, b)};
  f.player = check_number(L, arg, "player") - 1;
  f.segment = check_number(L, arg, "segment") - 1;
  lua_getfield(L, arg, "piece");
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  f.piece = name != NULL ? carc_piece_find(d, name) : -1;
  lua_pop(L, 1);
  bool fine = f.piece >= 0 && f.player >= 0 && f.player < carc_definition_players(d) && f.tile >= 0 &&
              f.tile < carc_state_tiles(d, b->s) && f.segment >= 0 && f.segment < CARC_MAX_SEGMENTS;
  luaL_argcheck(L, fine, arg, "a piece as State:pieces lists it");
  return f;
}

static int state_send_home (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  static const char *const reasons[] = {"sent", "scored", NULL};
  static const carc_leaving why[] = {CARC_LEFT_SENT, CARC_LEFT_SCORED};
  carc_piece f = check_standing_piece(L, 2, b);
  int reason = luaL_checkoption(L, 3, "sent", reasons);
  RETURN_MUTATION(L, b, carc_call_return(b->call, f, why[reason], &err));
}

static int state_deploy (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  carc_piece f = {.player = carcL_check_player(L, 2, b->g->d), .piece = carcL_check_piece(L, 3, b->g->d)};
  check_stand(L, 4, b, f.piece, &f.tile, &f.segment);
  RETURN_MUTATION(L, b, carc_call_deploy(b->call, f, &err));
}

static int state_capture (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  carc_piece f = check_standing_piece(L, 2, b);
  RETURN_MUTATION(L, b, carc_call_capture(b->call, f, &err));
}

static int state_release (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d), piece = carcL_check_piece(L, 3, b->g->d);
  RETURN_MUTATION(L, b, carc_call_release(b->call, player, piece, &err));
}

static int state_move_piece (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  carc_piece f = check_standing_piece(L, 2, b);
  int tile, segment;
  check_stand(L, 3, b, f.piece, &tile, &segment);
  RETURN_MUTATION(L, b, carc_call_move_piece(b->call, f, tile, segment, &err));
}

/* ---- Points, tiles, features ------------------------------------------------------------------------------------ */

static int state_award (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d);
  lua_Integer points = luaL_checkinteger(L, 3);
  size_t length;
  const char *text = luaL_optlstring(L, 4, "", &length);
  luaL_argcheck(L, strlen(text) == length, 4, "label: there is a control character in it");
  luaL_argcheck(L, points >= -1000000 && points <= 1000000, 3, "so many points");
  RETURN_MUTATION(L, b, carc_call_award(b->call, player, (int)points, text, &err));
}

static int state_place_tile (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int type = carcL_check_type_id(L, 2, b->g->d);
  int x = clamp(luaL_checkinteger(L, 3)), y = clamp(luaL_checkinteger(L, 4));
  lua_Integer rotation = luaL_optinteger(L, 5, 0);
  luaL_argcheck(L, rotation >= 0 && rotation <= 3, 5, "a rotation is 0 to 3");
  RETURN_MUTATION(L, b, carc_call_place_tile(b->call, type, x, y, (int)rotation, &err));
}

static int state_join (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, other_tile, other_segment;
  check_place(L, 2, b, &tile, &segment);
  check_place(L, 5, b, &other_tile, &other_segment);
  RETURN_MUTATION(L, b, carc_call_join(b->call, tile, segment, other_tile, other_segment, &err));
}

static int state_unjoin (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, other_tile, other_segment;
  check_place(L, 2, b, &tile, &segment);
  check_place(L, 5, b, &other_tile, &other_segment);
  RETURN_MUTATION(L, b, carc_call_unjoin(b->call, tile, segment, other_tile, other_segment, &err));
}

static int state_remove_attribute (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, attribute = carcL_check_attribute(L, 5, b->g);
  check_place(L, 2, b, &tile, &segment);
  RETURN_MUTATION(L, b, carc_call_remove_attribute(b->call, tile, segment, attribute, &err));
}

static int state_set_attribute (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, attribute = carcL_check_attribute(L, 5, b->g);
  check_place(L, 2, b, &tile, &segment);
  bool yes = lua_isnone(L, 6) || lua_toboolean(L, 6);
  RETURN_MUTATION(L, b, carc_call_set_attribute(b->call, tile, segment, attribute, yes, &err));
}

static int state_lay_span (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int piece = carcL_check_piece(L, 2, b->g->d);
  carc_axis axis = carcL_check_axis(L, 5);
  int tile = carcL_find_tile(L, 3, b);
  luaL_argcheck(L, tile >= 0, 3, "no tile lies there");
  RETURN_MUTATION(L, b, carc_call_lay_span(b->call, piece, tile, axis, &err));
}

static int state_shuffle_in (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int attribute = carcL_check_tile_attribute(L, 2, b->g);
  RETURN_MUTATION(L, b, carc_call_shuffle_in(b->call, attribute, &err));
}

static int state_hold_back (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int attribute = carcL_check_tile_attribute(L, 2, b->g);
  RETURN_MUTATION(L, b, carc_call_hold_back(b->call, attribute, &err));
}

static int state_draw_tile (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  reserve_ref r = carcL_check_reserve(L, 2, b);
  int count = clamp(luaL_optinteger(L, 4, 1));
  RETURN_MUTATION(L, b, carc_call_draw_tile(b->call, r.reserve, r.player, count, &err));
}

static int state_move_tile (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  int type = carcL_check_type_id(L, 2, b->g->d);
  reserve_ref from = carcL_check_tile_place(L, 3, b), to = carcL_check_tile_place(L, 4, b);
  RETURN_MUTATION(L, b,
                  carc_call_move_tile(b->call, type, from.reserve, from.player, to.reserve, to.player, &err));
}

static int state_forbid_deployment (lua_State *L) {
  state_ud *b = carcL_check_mutable(L);
  RETURN_MUTATION(L, b, carc_call_forbid_deployment(b->call, &err));
}

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define OPTION_KEYS(X) X(x) X(y) X(segment) X(player) X(piece) X(token) X(id) X(number) X(weight)
/* clang-format on */
enum option_key {
#define X(name) KEY_##name,
  OPTION_KEYS(X)
#undef X
      OPTION_KEY_COUNT
};
static const char *const option_keys[OPTION_KEY_COUNT] = {
#define X(name) #name,
    OPTION_KEYS(X)
#undef X
};

/* A table that an offer takes, read in one go. */
typedef struct offer {
  unsigned allowed, given;      /* bit i: option_keys[i] */
  int number[OPTION_KEY_COUNT]; /* what is a number, a flag, or was a name of the game's */
  const char *segment;          /* named by its text, or NULL */
  const state_ud *b;
} offer;

enum { AT = 1 << KEY_x | 1 << KEY_y };

static bool is_given (const offer *o, int keys) { return (o->given & (unsigned)keys) == (unsigned)keys; }

static const char *next_key (const void *ud, int i) {
  unsigned allowed = *(const unsigned *)ud;
  for (int k = 0; k < OPTION_KEY_COUNT; k++)
    if ((allowed >> k & 1) != 0 && i-- == 0) return option_keys[k];
  return NULL;
}

/* The value on top under this key is not what is wanted. */
static int refuse_value (lua_State *L, enum option_key key, const char *wanted) {
  return luaL_argerror(
      L, 2, lua_pushfstring(L, "%s: expected %s, got %s", option_keys[key], wanted, luaL_typename(L, -1)));
}

static int read_integer (lua_State *L, const offer *o, enum option_key key) {
  int is_integer;
  lua_Integer v = lua_tointegerx(L, -1, &is_integer);
  (void)o;
  if (!is_integer || lua_type(L, -1) != LUA_TNUMBER) refuse_value(L, key, "an integer");
  return clamp(v);
}

static int read_option_number (lua_State *L, const offer *o, enum option_key key) {
  read_integer(L, o, key);
  lua_Integer v = lua_tointeger(L, -1);
  if (v < 0 || v > CARC_MAX_NUMBER)
    luaL_argerror(L, 2,
                  lua_pushfstring(L, "%s: the number of an option is 0 to %d, got " INTEGER_FORMAT,
                                  option_keys[key], CARC_MAX_NUMBER, INTEGER_ARG(v)));
  return (int)v;
}

static int read_player (lua_State *L, const offer *o, enum option_key key) {
  int p = read_integer(L, o, key), players = carc_definition_players(o->b->g->d);
  if (p < 1 || p > players)
    luaL_argerror(
        L, 2, lua_pushfstring(L, "%s: there is no player %d; the game has %d", option_keys[key], p, players));
  return p - 1;
}

static int read_piece (lua_State *L, const offer *o, enum option_key key) {
  if (lua_type(L, -1) != LUA_TSTRING) refuse_value(L, key, "string");
  int piece = carc_piece_find(o->b->g->d, lua_tostring(L, -1));
  if (piece < 0)
    luaL_argerror(
        L, 2, lua_pushfstring(L, "%s: the game has no piece '%s'", option_keys[key], lua_tostring(L, -1)));
  return piece;
}

static int read_token (lua_State *L, const offer *o, enum option_key key) {
  if (lua_type(L, -1) != LUA_TSTRING) refuse_value(L, key, "string");
  return carcL_find_named(L, 2, o->b->g, CARC_NAMES_TOKEN, "token: the game declares no token",
                          lua_tostring(L, -1));
}

static int read_id (lua_State *L, const offer *o, enum option_key key) {
  if (lua_type(L, -1) != LUA_TSTRING) refuse_value(L, key, "string");
  int type = carc_type_find(o->b->g->d, lua_tostring(L, -1));
  if (type >= 0) return type;
  lua_replace(L, 2); /* the message is about the argument */
  return carcL_check_type_id(L, 2, o->b->g->d);
}

/* Its number, from 1, or its text, which is looked at when the place is known. */
static int read_segment (lua_State *L, const offer *o, enum option_key key) {
  return lua_type(L, -1) == LUA_TSTRING ? 0 : read_integer(L, o, key) - 1;
}

typedef int (*reader)(lua_State *L, const offer *o, enum option_key key);
static const reader readers[OPTION_KEY_COUNT] = {
    [KEY_x] = read_integer,       [KEY_y] = read_integer,
    [KEY_segment] = read_segment, [KEY_player] = read_player,
    [KEY_piece] = read_piece,     [KEY_token] = read_token,
    [KEY_id] = read_id,           [KEY_number] = read_option_number,
    [KEY_weight] = read_integer};

static enum option_key find_key (lua_State *L, unsigned allowed) {
  size_t length;
  if (lua_type(L, -2) != LUA_TSTRING) luaL_argerror(L, 2, "a table with names as its keys");
  const char *name = lua_tolstring(L, -2, &length);
  for (int k = 0; k < OPTION_KEY_COUNT; k++)
    if ((allowed >> k & 1) != 0 && is_word(option_keys[k], name)) return (enum option_key)k;
  const char *near = carc_nearest_name(name, length, next_key, &allowed);
  luaL_argerror(L, 2,
                near != NULL ? lua_pushfstring(L, "unknown key '%s' (did you mean %s?)", name, near)
                             : lua_pushfstring(L, "unknown key '%s'", name));
  return OPTION_KEY_COUNT;
}

/* The table at index 2; a key that may not be there raises. */
static offer read_offer (lua_State *L, const state_ud *b) {
  offer o = {.allowed = (1u << OPTION_KEY_COUNT) - 1, .b = b};
  for (int k = 0; k < OPTION_KEY_COUNT; k++) o.number[k] = -1;
  if (lua_isnoneornil(L, 2)) return o;
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_pushnil(L);
  while (lua_next(L, 2) != 0) {
    enum option_key key = find_key(L, o.allowed);
    o.number[key] = readers[key](L, &o, key);
    o.given |= 1u << key;
    if (key == KEY_segment && lua_type(L, -1) == LUA_TSTRING) o.segment = lua_tostring(L, -1);
    lua_pop(L, 1);
  }
  return o;
}

/* The tile at x, y; -1 for none. */
static int offered_tile (const offer *o) {
  return carc_state_tile_at(o->b->g->d, o->b->s, o->number[KEY_x], o->number[KEY_y]);
}

/* The number of the segment that was given; raises if the tile has none such. */
static int offered_segment (lua_State *L, const offer *o) {
  const carc_definition *d = o->b->g->d;
  if (!is_given(o, AT)) luaL_argerror(L, 2, "segment: x and y say of which tile");
  int tile = offered_tile(o);
  if (tile < 0) luaL_argerror(L, 2, "segment: no tile lies at x, y");
  carc_tile t = carc_state_tile(d, o->b->s, tile);
  int segment =
      o->segment != NULL ? carc_segment_find(d, t.type, t.rotation, o->segment) : o->number[KEY_segment];
  if (segment < 0 || segment >= carc_type_segments(d, t.type))
    luaL_argerror(L, 2,
                  o->segment != NULL
                      ? lua_pushfstring(L, "segment: the tile there has no segment '%s'", o->segment)
                      : lua_pushfstring(L, "segment: the tile there has no segment %d", segment + 1));
  return segment;
}

static void check_cell (lua_State *L, const offer *o) {
  if (is_given(o, 1 << KEY_x) != is_given(o, 1 << KEY_y)) luaL_argerror(L, 2, "x and y go together");
}

static int state_offer (lua_State *L) {
  state_ud *b = check_lent(L); /* what is found stays the same */
  if (lua_istable(L, 2) && lua_rawlen(L, 2) > 0) return carcL_offer_found(L, b);
  offer o = read_offer(L, b);
  check_cell(L, &o);
  carc_action_fields f = {.kind = CARC_ACT_CHOICE,
                          .type = o.number[KEY_id],
                          .player = o.number[KEY_player],
                          .piece = o.number[KEY_piece],
                          .token = o.number[KEY_token],
                          .segment = -1,
                          .number = o.number[KEY_number],
                          .has_cell = is_given(&o, AT)};
  if (is_given(&o, 1 << KEY_segment)) f.segment = offered_segment(L, &o);
  if (f.has_cell) {
    f.x = o.number[KEY_x];
    f.y = o.number[KEY_y];
  }
  int weight = is_given(&o, 1 << KEY_weight) ? o.number[KEY_weight] : 1;
  RETURN_MUTATION(L, b, carc_call_offer(b->call, &f, weight, &err));
}

#define METHOD(name) \
  { #name, state_##name }
/* clang-format off */
const luaL_Reg carcL_state_mutator_methods[] = {METHOD(slot),
                                   METHOD(set_slot),
                                   METHOD(award),
                                   METHOD(send_home),
                                   METHOD(deploy),
                                   METHOD(capture),
                                   METHOD(release),
                                   METHOD(move_piece),
                                   METHOD(place_tile),
                                   METHOD(join),
                                   METHOD(unjoin),
                                   METHOD(set_attribute),
                                   METHOD(remove_attribute),
                                   METHOD(lay_span),
                                   METHOD(shuffle_in),
                                   METHOD(draw_tile),
                                   METHOD(move_tile),
                                   METHOD(hold_back),
                                   METHOD(forbid_deployment),
                                   METHOD(offer),
                                   {NULL, NULL}};
/* clang-format on */
