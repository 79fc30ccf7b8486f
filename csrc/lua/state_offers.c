/*
** state_offers.c: State:offer, by which a hook offers options.
*/
#include <string.h>
#include "arguments.h"
#include "mutation.h"
#include "state_queries.h"
#include "userdata.h"

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

/* The table of an offer. It is read as a whole before the option is added. */
typedef struct offer {
  unsigned allowed, given;      /* bit i stands for option_keys[i] */
  int number[OPTION_KEY_COUNT]; /* for each key: a number, a boolean, or the number of a name */
  const char *segment;          /* text of the segment, or NULL */
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

/* Raises an error about the value on top of the stack, which has this key. */
static int refuse_value (lua_State *L, enum option_key key, const char *wanted) {
  return luaL_argerror(
      L, 2, lua_pushfstring(L, "%s: expected %s, got %s", option_keys[key], wanted, luaL_typename(L, -1)));
}

static int read_integer (lua_State *L, const offer *o, enum option_key key) {
  int is_integer;
  lua_Integer v = lua_tointegerx(L, -1, &is_integer);
  (void)o;
  if (!is_integer || lua_type(L, -1) != LUA_TNUMBER) refuse_value(L, key, "an integer");
  return clamp_number(v);
}

static int read_option_number (lua_State *L, const offer *o, enum option_key key) {
  read_integer(L, o, key);
  lua_Integer v = lua_tointeger(L, -1);
  if (v < 0 || v > CARC_MAX_NUMBER)
    luaL_argerror(L, 2,
                  lua_pushfstring(L, "%s: expected a number from 0 to %d, got " INTEGER_FORMAT,
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
  return carcL_find_named(L, 2, o->b->g, CARC_NAME_KIND_TOKEN, "token: the game declares no token",
                          lua_tostring(L, -1));
}

static int read_id (lua_State *L, const offer *o, enum option_key key) {
  if (lua_type(L, -1) != LUA_TSTRING) refuse_value(L, key, "string");
  int type = carc_type_find(o->b->g->d, lua_tostring(L, -1));
  if (type >= 0) return type;
  lua_replace(L, 2); /* so that an error message names this value as the argument */
  return carcL_check_type_id(L, 2, o->b->g->d);
}

/* Reads a segment: its number, from 1, or its text, which is checked when the tile is known. */
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
  if (lua_type(L, -2) != LUA_TSTRING) luaL_argerror(L, 2, "expected a table with names as keys");
  const char *name = lua_tolstring(L, -2, &length);
  for (int k = 0; k < OPTION_KEY_COUNT; k++)
    if ((allowed >> k & 1) != 0 && is_word(option_keys[k], name)) return (enum option_key)k;
  const char *near = carc_nearest_name(name, length, next_key, &allowed);
  luaL_argerror(L, 2,
                near != NULL ? lua_pushfstring(L, "unknown key '%s' (did you mean %s?)", name, near)
                             : lua_pushfstring(L, "unknown key '%s'", name));
  return OPTION_KEY_COUNT;
}

/* Reads the table at index 2. Raises an error if a key is unknown. */
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

/* The tile at x, y; -1 if there is none. */
static int offered_tile (const offer *o) {
  return carc_state_tile_at(o->b->g->d, o->b->s, o->number[KEY_x], o->number[KEY_y]);
}

/* The number of the segment. Raises an error if the tile does not have it. */
static int offered_segment (lua_State *L, const offer *o) {
  const carc_definition *d = o->b->g->d;
  if (!is_given(o, AT)) luaL_argerror(L, 2, "segment: this key requires the keys x and y");
  int tile = offered_tile(o);
  int x = o->number[KEY_x], y = o->number[KEY_y];
  if (tile < 0) luaL_argerror(L, 2, lua_pushfstring(L, "segment: no tile lies at %d,%d", x, y));
  carc_tile t = carc_state_tile(d, o->b->s, tile);
  int segment =
      o->segment != NULL ? carc_segment_find(d, t.type, t.rotation, o->segment) : o->number[KEY_segment];
  if (segment < 0 || segment >= carc_type_segments(d, t.type))
    luaL_argerror(
        L, 2,
        o->segment != NULL
            ? lua_pushfstring(L, "segment: the tile at %d,%d has no segment '%s'", x, y, o->segment)
            : lua_pushfstring(L, "segment: the tile at %d,%d has no segment %d", x, y, segment + 1));
  return segment;
}

static void check_cell (lua_State *L, const offer *o) {
  if (is_given(o, 1 << KEY_x) != is_given(o, 1 << KEY_y))
    luaL_argerror(L, 2, "expected both x and y, or neither");
}

MODULE_FUNCTION(carcL_state_offer) {
  state_ud *b = carcL_check_lent(L); /* the state must not change until the offer is made */
  if (lua_istable(L, 2) && lua_rawlen(L, 2) > 0) return carcL_offer_found(L, b);
  offer o = read_offer(L, b);
  check_cell(L, &o);
  carc_action_fields f = {.kind = CARC_ACTION_CHOICE,
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
