/*
** lacting.c: what scripts remember, what hooks do to the state that they are lent, and the options that they offer.
*/
#include <string.h>
#include "objects.h"

/* A state through which a hook acts. */
static state_box *check_acting (lua_State *L) {
  state_box *b = carc_check_state(L, 1);
  luaL_argcheck(L, b->call != NULL, 1, "only a hook may do this, to the state that it was given");
  return b;
}

static int finish_act (lua_State *L, carc_status status, const carc_error *err) {
  return status == CARC_OK ? 0 : luaL_error(L, "%s", err->message);
}

/* Carries out one act of the state at index 1. Other hooks may run during it, so that it is an entry of its own. */
#define RETURN_ACT(L, b, act)              \
  do {                                     \
    entry e_;                              \
    carc_error err;                        \
    carc_enter_state(L, b, 1, &e_);        \
    carc_status status_ = act;             \
    carc_leave(&e_, (b)->g);               \
    return finish_act((L), status_, &err); \
  } while (0)

static int clamp (lua_Integer v) {
  enum { FAR = 1000000 };
  return v < -FAR || v > FAR ? FAR : (int)v;
}

/* A place on the table: x, y, segment; raises if nothing is there. */
static void check_place (lua_State *L, int arg, const state_box *b, int *tile, int *segment) {
  if (carc_find_place(L, arg, b, tile, segment)) return;
  const char *name = luaL_tolstring(L, arg + 2, NULL);
  luaL_argerror(
      L, arg + 2,
      lua_pushfstring(
          L, *tile < 0 ? "no tile lies there for segment '%s'" : "the tile there has no segment '%s'", name));
}

/* ---- What scripts remember -------------------------------------------------------------------------------------- */

/* The key of a slot, the i-th of its players, tiles or features; `arg` moves behind it. */
static int check_key (lua_State *L, int *arg, const state_box *b, carc_scope scope) {
  const carc_definition *d = b->g->d;
  int at = *arg;
  if (scope == CARC_GAME) return 0;
  *arg = at + 1;
  if (scope == CARC_PLAYER) return carc_check_player(L, at, d);
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
  const feature_box *f = carc_check_feature(L, at);
  luaL_argcheck(L, f->of == b, at, "a feature of another state");
  return carc_state_feature_id(d, b->s, f->tile, f->segment);
}

static const char *next_slot (const void *ud, int i) {
  return i < carc_definition_slots(ud) ? carc_slot_name(ud, i) : NULL;
}

/* The number of the slot that the argument names, as a rule known by the address of the name. */
static int check_slot_name (lua_State *L, int arg, game_box *g) {
  const char *name = luaL_checkstring(L, arg);
  known_name *known = &g->slots[((uintptr_t)name >> 4) % KNOWN_NAMES];
  if (known->text == name && strcmp(carc_slot_name(g->d, known->number), name) == 0) return known->number;
  int slot = carc_slot_find(g->d, name);
  if (slot < 0) carc_refuse_name(L, arg, "the game declares no slot", next_slot, g->d);
  *known = (known_name){name, slot};
  return slot;
}

/* The slot at index 2 and its key behind it; `arg` gets what comes then. */
static int check_slot (lua_State *L, const state_box *b, int *key, int *arg) {
  const carc_definition *d = b->g->d;
  int slot = check_slot_name(L, 2, b->g), size = carc_slot_size(d, slot);
  *arg = 3;
  *key = check_key(L, arg, b, carc_slot_scope(d, slot));
  if (size == 1) return slot;
  lua_Integer i = luaL_checkinteger(L, *arg);
  if (i < 1 || i > size)
    luaL_argerror(L, *arg,
                  lua_pushfstring(L, "the slot has the numbers 1 to %d, not %I", size, (LUAI_UACINT)i));
  *key = *key * size + (int)i - 1;
  ++*arg;
  return slot;
}

static int state_slot (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  int key, next, slot = check_slot(L, b, &key, &next);
  lua_pushinteger(L, carc_state_slot(b->g->d, b->s, slot, key));
  return 1;
}

static int state_set_slot (lua_State *L) {
  state_box *b = check_acting(L);
  int key, next, slot = check_slot(L, b, &key, &next);
  int at = next == 3 && lua_gettop(L) > 3 ? 4 : next; /* a slot of the game may have nil for its key */
  lua_Integer value = luaL_checkinteger(L, at);
  luaL_argcheck(L, value >= INT32_MIN && value <= INT32_MAX, at, "a slot holds 32 bits");
  carc_error err;
  return finish_act(L, carc_call_set_slot(b->call, slot, key, (int32_t)value, &err), &err);
}

/* ---- Pieces ----------------------------------------------------------------------------------------------------- */

static lua_Integer read_number (lua_State *L, int arg, const char *key, int *there) {
  lua_getfield(L, arg, key);
  lua_Integer v = lua_tointegerx(L, -1, there);
  lua_pop(L, 1);
  return v;
}

static int check_number (lua_State *L, int arg, const char *key) {
  int there;
  lua_Integer v = read_number(L, arg, key, &there);
  if (!there)
    luaL_argerror(L, arg, lua_pushfstring(L, "a piece as State:pieces lists it; '%s' is not a number", key));
  return clamp(v);
}

/* The index of the tile, or where it lies. */
static int check_its_tile (lua_State *L, int arg, const state_box *b) {
  int there, tile = clamp(read_number(L, arg, "tile", &there)) - 1;
  if (there) return tile;
  int x = check_number(L, arg, "x"), y = check_number(L, arg, "y");
  return carc_state_tile_at(b->g->d, b->s, x, y);
}

/* A piece as State:pieces lists it, or an option that names one. */
static carc_piece check_standing_piece (lua_State *L, int arg, const state_box *b) {
  const carc_definition *d = b->g->d;
  const game_box *g;
  if (carc_test_action(L, arg, &g) == NULL) luaL_checktype(L, arg, LUA_TTABLE);
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
  state_box *b = check_acting(L);
  static const char *const reasons[] = {"sent", "scored", NULL};
  static const carc_leaving why[] = {CARC_LEFT_SENT, CARC_LEFT_SCORED};
  carc_piece f = check_standing_piece(L, 2, b);
  int reason = luaL_checkoption(L, 3, "sent", reasons);
  RETURN_ACT(L, b, carc_call_return(b->call, f, why[reason], &err));
}

static int state_deploy (lua_State *L) {
  state_box *b = check_acting(L);
  carc_piece f = {.player = carc_check_player(L, 2, b->g->d), .piece = carc_check_piece(L, 3, b->g->d)};
  check_place(L, 4, b, &f.tile, &f.segment);
  RETURN_ACT(L, b, carc_call_deploy(b->call, f, &err));
}

static int state_capture (lua_State *L) {
  state_box *b = check_acting(L);
  carc_piece f = check_standing_piece(L, 2, b);
  RETURN_ACT(L, b, carc_call_capture(b->call, f, &err));
}

static int state_release (lua_State *L) {
  state_box *b = check_acting(L);
  int player = carc_check_player(L, 2, b->g->d), piece = carc_check_piece(L, 3, b->g->d);
  RETURN_ACT(L, b, carc_call_release(b->call, player, piece, &err));
}

static int state_move_piece (lua_State *L) {
  state_box *b = check_acting(L);
  carc_piece f = check_standing_piece(L, 2, b);
  int tile, segment;
  check_place(L, 3, b, &tile, &segment);
  RETURN_ACT(L, b, carc_call_move_piece(b->call, f, tile, segment, &err));
}

/* ---- Points, tiles, features ------------------------------------------------------------------------------------ */

static int state_award (lua_State *L) {
  state_box *b = check_acting(L);
  int player = carc_check_player(L, 2, b->g->d);
  lua_Integer points = luaL_checkinteger(L, 3);
  const char *text = luaL_optstring(L, 4, "");
  luaL_argcheck(L, points >= -1000000 && points <= 1000000, 3, "so many points");
  RETURN_ACT(L, b, carc_call_award(b->call, player, (int)points, text, &err));
}

static int state_place_tile (lua_State *L) {
  state_box *b = check_acting(L);
  int type = carc_check_type_id(L, 2, b->g->d);
  int x = clamp(luaL_checkinteger(L, 3)), y = clamp(luaL_checkinteger(L, 4));
  lua_Integer rotation = luaL_optinteger(L, 5, 0);
  luaL_argcheck(L, rotation >= 0 && rotation <= 3, 5, "a rotation is 0 to 3");
  RETURN_ACT(L, b, carc_call_place_tile(b->call, type, x, y, (int)rotation, &err));
}

static int state_join (lua_State *L) {
  state_box *b = check_acting(L);
  int tile, segment, other_tile, other_segment;
  check_place(L, 2, b, &tile, &segment);
  check_place(L, 5, b, &other_tile, &other_segment);
  RETURN_ACT(L, b, carc_call_join(b->call, tile, segment, other_tile, other_segment, &err));
}

static int state_mark (lua_State *L) {
  state_box *b = check_acting(L);
  int tile, segment, attribute = carc_check_attribute(L, 5, b->g->d);
  check_place(L, 2, b, &tile, &segment);
  bool yes = lua_isnone(L, 6) || lua_toboolean(L, 6);
  RETURN_ACT(L, b, carc_call_set_attribute(b->call, tile, segment, attribute, yes, &err));
}

static int state_lay_span (lua_State *L) {
  state_box *b = check_acting(L);
  int piece = carc_check_piece(L, 2, b->g->d);
  carc_axis axis = carc_check_axis(L, 5);
  int tile = carc_find_tile(L, 3, b);
  luaL_argcheck(L, tile >= 0, 3, "no tile lies there");
  RETURN_ACT(L, b, carc_call_lay_span(b->call, piece, tile, axis, &err));
}

static int state_shuffle_in (lua_State *L) {
  state_box *b = check_acting(L);
  int attribute = carc_check_tile_attribute(L, 2, b->g->d);
  RETURN_ACT(L, b, carc_call_shuffle_in(b->call, attribute, &err));
}

static int state_hold_back (lua_State *L) {
  state_box *b = check_acting(L);
  int attribute = carc_check_tile_attribute(L, 2, b->g->d);
  RETURN_ACT(L, b, carc_call_hold_back(b->call, attribute, &err));
}

static int state_queue_tile (lua_State *L) {
  state_box *b = check_acting(L);
  int player = carc_check_player(L, 2, b->g->d), type = carc_check_type_id(L, 3, b->g->d);
  RETURN_ACT(L, b, carc_call_queue_tile(b->call, player, type, &err));
}

static int state_forbid_deployment (lua_State *L) {
  state_box *b = check_acting(L);
  RETURN_ACT(L, b, carc_call_forbid_deployment(b->call, &err));
}

/* ---- Options ---------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define OPTION_KEYS(X) \
  X(x) X(y) X(segment) X(player) X(piece) X(number) \
  X(weight) X(except) X(follower) X(kind) X(feature) X(anywhere) \
  X(any_piece) X(attribute) X(slot) X(vacant) X(except_tile) X(except_segment)
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
  bool of_segments;             /* the attribute and the slot, not of tiles */
  const state_box *b;
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

static int read_flag (lua_State *L, const offer *o, enum option_key key) {
  (void)o;
  if (!lua_isboolean(L, -1)) refuse_value(L, key, "boolean");
  return lua_toboolean(L, -1);
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

static int read_kind (lua_State *L, const offer *o, enum option_key key) {
  (void)o;
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  if (name == NULL) return refuse_value(L, key, "string");
  for (int k = 0; k < CARC_KINDS; k++)
    if (strcmp(carc_kind_name((carc_kind)k), name) == 0) return k;
  return luaL_argerror(L, 2, lua_pushfstring(L, "%s: there is no kind '%s'", option_keys[key], name));
}

static int read_feature (lua_State *L, const offer *o, enum option_key key) {
  const feature_box *f = carc_test_object(L, -1, FEATURE_CLASS);
  if (f == NULL) return refuse_value(L, key, "Feature");
  carc_check_feature(L, lua_gettop(L));
  return carc_state_feature_id(o->b->g->d, o->b->s, f->tile, f->segment);
}

/* Its number, from 1, or its text, which is looked at when the place is known. */
static int read_segment (lua_State *L, const offer *o, enum option_key key) {
  return lua_type(L, -1) == LUA_TSTRING ? 0 : read_integer(L, o, key) - 1;
}

/* Of tiles, or of segments. */
static int read_attribute (lua_State *L, const offer *o, enum option_key key) {
  if (lua_type(L, -1) != LUA_TSTRING) refuse_value(L, key, "string");
  if (o->of_segments) return carc_check_attribute(L, lua_gettop(L), o->b->g->d);
  return carc_check_tile_attribute(L, lua_gettop(L), o->b->g->d);
}

/* Of cells or of segments, as what is offered needs it. */
static int read_slot (lua_State *L, const offer *o, enum option_key key) {
  const carc_definition *d = o->b->g->d;
  carc_scope wanted = o->of_segments ? CARC_SEGMENT : CARC_CELL;
  if (lua_type(L, -1) != LUA_TSTRING) refuse_value(L, key, "string");
  int slot = carc_slot_find(d, lua_tostring(L, -1));
  if (slot < 0 || carc_slot_scope(d, slot) != wanted)
    luaL_argerror(L, 2,
                  lua_pushfstring(L, "%s: the game has no slot '%s' for %s", option_keys[key],
                                  lua_tostring(L, -1), o->of_segments ? "segments" : "cells"));
  return slot;
}

/* From 1; 0 stands for none. */
static int read_index (lua_State *L, const offer *o, enum option_key key) {
  int i = read_integer(L, o, key) - 1;
  return i < 0 ? -1 : i;
}

typedef int (*reader)(lua_State *L, const offer *o, enum option_key key);
static const reader readers[OPTION_KEY_COUNT] = {
    [KEY_x] = read_integer,      [KEY_y] = read_integer,           [KEY_segment] = read_segment,
    [KEY_player] = read_player,  [KEY_piece] = read_piece,         [KEY_number] = read_integer,
    [KEY_weight] = read_integer, [KEY_except] = read_player,       [KEY_follower] = read_flag,
    [KEY_kind] = read_kind,      [KEY_feature] = read_feature,     [KEY_anywhere] = read_flag,
    [KEY_any_piece] = read_flag, [KEY_attribute] = read_attribute, [KEY_slot] = read_slot,
    [KEY_vacant] = read_flag,    [KEY_except_tile] = read_index,   [KEY_except_segment] = read_index};

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
static offer read_offer (lua_State *L, const state_box *b, int allowed, bool of_segments) {
  offer o = {.allowed = (unsigned)allowed, .of_segments = of_segments, .b = b};
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
  state_box *b = check_acting(L);
  offer o = read_offer(
      L, b, AT | 1 << KEY_segment | 1 << KEY_player | 1 << KEY_piece | 1 << KEY_number | 1 << KEY_weight,
      false);
  check_cell(L, &o);
  carc_action_fields f = {.kind = CARC_ACT_CHOICE,
                          .type = -1,
                          .player = o.number[KEY_player],
                          .piece = o.number[KEY_piece],
                          .segment = -1,
                          .number = o.number[KEY_number],
                          .has_cell = is_given(&o, AT)};
  if (is_given(&o, 1 << KEY_segment)) f.segment = offered_segment(L, &o);
  if (f.has_cell) {
    f.x = o.number[KEY_x];
    f.y = o.number[KEY_y];
  }
  if (is_given(&o, 1 << KEY_number) && f.number < 0) f.number = CARC_MAX_NUMBER + 1; /* refused */
  int weight = is_given(&o, 1 << KEY_weight) ? o.number[KEY_weight] : 1;
  RETURN_ACT(L, b, carc_call_offer(b->call, &f, weight, &err));
}

/* Which pieces on the table the table at index 2 means. */
static carc_piece_filter read_filter (lua_State *L, const state_box *b) {
  offer o = read_offer(L, b,
                       AT | 1 << KEY_player | 1 << KEY_except | 1 << KEY_follower | 1 << KEY_kind |
                           1 << KEY_feature | 1 << KEY_piece | 1 << KEY_attribute | 1 << KEY_except_tile |
                           1 << KEY_except_segment,
                       true);
  check_cell(L, &o);
  return (carc_piece_filter){.player = o.number[KEY_player],
                             .except = o.number[KEY_except],
                             .piece = o.number[KEY_piece],
                             .kind = o.number[KEY_kind],
                             .followers = o.number[KEY_follower] == 1,
                             .at = is_given(&o, AT),
                             .x = o.number[KEY_x],
                             .y = o.number[KEY_y],
                             .feature = o.number[KEY_feature],
                             .attribute = o.number[KEY_attribute],
                             .except_tile = o.number[KEY_except_tile],
                             .except_segment = o.number[KEY_except_segment]};
}

static int state_offer_pieces (lua_State *L) {
  state_box *b = check_acting(L);
  carc_piece_filter filter = read_filter(L, b);
  RETURN_ACT(L, b, carc_call_offer_pieces(b->call, &filter, &err));
}

static int state_any_piece (lua_State *L) {
  const state_box *b = carc_check_state(L, 1);
  carc_piece_filter filter = read_filter(L, b);
  lua_pushboolean(L, carc_state_any_piece(b->g->d, b->s, &filter));
  return 1;
}

static int state_offer_segments (lua_State *L) {
  state_box *b = check_acting(L);
  offer o = read_offer(L, b, 1 << KEY_attribute | 1 << KEY_number | 1 << KEY_slot, true);
  if (!is_given(&o, 1 << KEY_attribute))
    return luaL_argerror(L, 2, "attribute: that of the segments is missing");
  RETURN_ACT(L, b,
             carc_call_offer_segments(b->call, o.number[KEY_attribute], o.number[KEY_number],
                                      o.number[KEY_slot], &err));
}

/* The axes along which a span fits across one tile. */
static int state_offer_spans (lua_State *L) {
  state_box *b = check_acting(L);
  int x = carc_check_coordinate(L, 2), y = carc_check_coordinate(L, 3);
  RETURN_ACT(L, b, carc_call_offer_spans(b->call, carc_state_tile_at(b->g->d, b->s, x, y), &err));
}

/* The corners of a tile, by number from 0, where fields meet that have no piece of a kind. */
static int state_offer_corners (lua_State *L) {
  state_box *b = check_acting(L);
  int x = carc_check_coordinate(L, 2), y = carc_check_coordinate(L, 3),
      piece = carc_check_piece(L, 4, b->g->d);
  RETURN_ACT(L, b, carc_call_offer_corners(b->call, carc_state_tile_at(b->g->d, b->s, x, y), piece, &err));
}

static int state_offer_tiles (lua_State *L) {
  state_box *b = check_acting(L);
  offer o = read_offer(L, b, 1 << KEY_attribute | 1 << KEY_vacant, false);
  if (!is_given(&o, 1 << KEY_attribute))
    return luaL_argerror(L, 2, "attribute: that of the tiles is missing");
  RETURN_ACT(L, b, carc_call_offer_tiles(b->call, o.number[KEY_attribute], o.number[KEY_vacant] == 1, &err));
}

static int state_offer_deployments (lua_State *L) {
  state_box *b = check_acting(L);
  offer o = read_offer(L, b,
                       AT | 1 << KEY_segment | 1 << KEY_piece | 1 << KEY_anywhere | 1 << KEY_any_piece |
                           1 << KEY_attribute | 1 << KEY_slot | 1 << KEY_except_tile,
                       false);
  carc_deployment_filter filter = {.anywhere = o.number[KEY_anywhere] == 1,
                                   .except_tile = o.number[KEY_except_tile],
                                   .piece = o.number[KEY_any_piece] == 1 ? -1 : o.number[KEY_piece],
                                   .tile = -1,
                                   .segment = -1,
                                   .tile_attribute = o.number[KEY_attribute],
                                   .slot = o.number[KEY_slot]};
  if (!filter.anywhere && filter.tile_attribute < 0) {
    if (!is_given(&o, AT | 1 << KEY_segment))
      return luaL_argerror(L, 2, "either anywhere=true, or an attribute, or x, y and segment");
    filter.segment = offered_segment(L, &o);
    filter.tile = offered_tile(&o);
  }
  RETURN_ACT(L, b, carc_call_offer_deployments(b->call, &filter, &err));
}

#define METHOD(name) \
  { #name, state_##name }
/* clang-format off */
const luaL_Reg carc_acting_methods[] = {METHOD(slot),
                                   METHOD(set_slot),
                                   METHOD(award),
                                   METHOD(send_home),
                                   METHOD(deploy),
                                   METHOD(capture),
                                   METHOD(release),
                                   METHOD(move_piece),
                                   METHOD(place_tile),
                                   METHOD(join),
                                   METHOD(mark),
                                   METHOD(lay_span),
                                   METHOD(shuffle_in),
                                   METHOD(queue_tile),
                                   METHOD(hold_back),
                                   METHOD(forbid_deployment),
                                   METHOD(offer),
                                   METHOD(offer_pieces),
                                   METHOD(any_piece),
                                   METHOD(offer_segments),
                                   METHOD(offer_spans),
                                   METHOD(offer_corners),
                                   METHOD(offer_tiles),
                                   METHOD(offer_deployments),
                                   {NULL, NULL}};
/* clang-format on */
