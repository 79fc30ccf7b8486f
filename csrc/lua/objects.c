/*
** objects.c: checking userdata, and pushing what the engine tells as Lua values.
*/
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "objects.h"

static const char *const class_names[CLASS_END] = {"",
#define X(id, name) name,
                                                   CLASSES(X)
#undef X
};

void carcL_push_metatable (lua_State *L, int class_index) { lua_pushvalue(L, lua_upvalueindex(class_index)); }

/* ---- Checking --------------------------------------------------------------------------------------------- */

void *carcL_test_object (lua_State *L, int arg, int class_index) {
  void *p = lua_touserdata(L, arg);
  if (p == NULL || !lua_getmetatable(L, arg)) return NULL;
  bool same = lua_rawequal(L, -1, lua_upvalueindex(class_index));
  lua_pop(L, 1);
  return same ? p : NULL;
}

void *carcL_check_object (lua_State *L, int arg, int class_index) {
  void *p = carcL_test_object(L, arg, class_index);
  if (p == NULL) luaL_typeerror(L, arg, class_names[class_index]);
  return p;
}

/* Its address is the key of the game in the metatable of its actions. */
static const char game_key = 0;

const action_ud *carcL_test_action (lua_State *L, int arg, const game_ud **g) {
  const action_ud *ud = lua_touserdata(L, arg);
  *g = NULL;
  if (ud == NULL || !lua_getmetatable(L, arg)) return NULL;
  lua_rawgetp(L, -1, &game_key); /* nobody else has this key */
  *g = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return *g != NULL ? ud : NULL;
}

const action_ud *carcL_check_action (lua_State *L, int arg, const game_ud **g) {
  const action_ud *ud = carcL_test_action(L, arg, g);
  if (ud == NULL) luaL_typeerror(L, arg, class_names[ACTION_CLASS]);
  return ud;
}

/* What is no action of the game that asks: one of another game, or none at all. */
static const action_ud *refuse_action (lua_State *L, int arg) {
  const game_ud *other;
  carcL_check_action(L, arg, &other);
  luaL_argerror(L, arg, "an action of another game");
  return NULL;
}

const action_ud *carcL_check_action_of (lua_State *L, int arg, const game_ud *g) {
  const action_ud *ud = lua_touserdata(L, arg);
  if (ud == NULL || !lua_getmetatable(L, arg)) return refuse_action(L, arg);
  bool own = lua_topointer(L, -1) == g->actions;
  lua_pop(L, 1);
  return own ? ud : refuse_action(L, arg);
}

game_ud *carcL_check_game (lua_State *L, int arg) {
  game_ud *g = carcL_check_object(L, arg, GAME_CLASS);
  luaL_argcheck(L, is_game_open(g), arg, "this game has been closed");
  return g;
}

state_ud *carcL_check_state (lua_State *L, int arg) {
  state_ud *b = carcL_check_object(L, arg, STATE_CLASS);
  luaL_argcheck(L, b->s != NULL || b->own == NULL, arg, "this state is not made yet");
  luaL_argcheck(L, b->s != NULL, arg, "this state was lent to a hook, whose call is over");
  luaL_argcheck(L, is_game_open(b->g), arg, "the state's game has been closed");
  return b;
}

state_ud *carcL_check_own_state (lua_State *L, int arg) {
  state_ud *b = carcL_check_state(L, arg);
  luaL_argcheck(L, b->call == NULL, arg,
                "a hook may not do this to the state that it was given; it may on a clone");
  return b;
}

/* ---- Whether a state may be changed now --------------------------------------------------------------------- */

static bool refuse_busy (carc_error *err, const char *message) {
  *err = (carc_error){.code = CARC_BUSY};
  strcpy(err->message, message);
  return true;
}

bool carcL_is_held (const state_ud *b, carc_error *err) {
  return b->held > 0 &&
         refuse_busy(err, "the state is busy: an action on it is still running, or it is being played "
                          "again; do this when that is over, or to another state");
}

static bool is_halfway (const state_ud *b, carc_error *err) {
  return b->halfway &&
         refuse_busy(err, "the state is in the middle of an action; a clone of it can be taken back by "
                          "undo_action to the decision before, and used then");
}

bool carcL_is_busy (const state_ud *b, carc_error *err) {
  return carcL_is_held(b, err) || is_halfway(b, err);
}

static void raise_if (lua_State *L, bool refused, const carc_error *err) {
  if (refused) luaL_argerror(L, 1, lua_pushstring(L, err->message));
}

void carcL_check_free (lua_State *L, const state_ud *b) {
  carc_error err;
  raise_if(L, carcL_is_held(b, &err), &err);
}

void carcL_check_waiting (lua_State *L, const state_ud *b) {
  carc_error err;
  raise_if(L, carcL_is_busy(b, &err), &err);
}

void carcL_check_whole (lua_State *L, const state_ud *b) {
  carc_error err;
  raise_if(L, is_halfway(b, &err), &err);
}

/* ---- Features, players ------------------------------------------------------------------------------------- */

static bool is_segment (const state_ud *b, int tile, int segment) {
  const carc_definition *d = b->g->d;
  return tile < carc_state_tiles(d, b->s) &&
         segment < carc_type_segments(d, carc_state_tile(d, b->s, tile).type);
}

feature_ud *carcL_check_feature (lua_State *L, int arg) {
  feature_ud *f = carcL_check_object(L, arg, FEATURE_CLASS);
  luaL_argcheck(L, f->of->s != NULL && is_game_open(f->of->g), arg, "the feature's state is gone");
  luaL_argcheck(L, is_segment(f->of, f->tile, f->segment), arg,
                "the feature's tile is no longer on the table");
  return f;
}

int carcL_player_index (lua_State *L, int arg, lua_Integer p, const carc_definition *d) {
  if (p < 1 || p > carc_definition_players(d))
    return luaL_argerror(L, arg,
                         lua_pushfstring(L, "there is no player " INTEGER_FORMAT "; the game has %d",
                                         INTEGER_ARG(p), carc_definition_players(d)));
  return (int)p - 1;
}

int carcL_check_player (lua_State *L, int arg, const carc_definition *d) {
  return carcL_player_index(L, arg, luaL_checkinteger(L, arg), d);
}

/* ---- Names ------------------------------------------------------------------------------------------------ */

int carcL_refuse_name (lua_State *L, int arg, const char *what,
                       const char *(*name)(const void *ud, int index), const void *ud) {
  size_t length;
  const char *given = lua_tolstring(L, arg, &length), *near = carc_nearest_name(given, length, name, ud);
  return luaL_argerror(L, arg,
                       near != NULL ? lua_pushfstring(L, "%s '%s' (did you mean %s?)", what, given, near)
                                    : lua_pushfstring(L, "%s '%s'", what, given));
}

static const char *next_piece (const void *ud, int i) {
  return i < carc_definition_pieces(ud) ? carc_piece_name(ud, i) : NULL;
}

static const char *next_type (const void *ud, int i) {
  return i < carc_definition_types(ud) ? carc_type_id(ud, i) : NULL;
}

int carcL_check_piece (lua_State *L, int arg, const carc_definition *d) {
  int piece = carc_piece_find(d, luaL_checkstring(L, arg));
  return piece >= 0 ? piece : carcL_refuse_name(L, arg, "the game has no piece", next_piece, d);
}

int carcL_check_type_id (lua_State *L, int arg, const carc_definition *d) {
  int type = carc_type_find(d, luaL_checkstring(L, arg));
  return type >= 0 ? type : carcL_refuse_name(L, arg, "the game has no tile", next_type, d);
}

int carcL_find_named (lua_State *L, int arg, const game_ud *g, carc_names of, const char *what,
                      const char *name) {
  carc_error err;
  int number = carc_name_find(g->d, of, g->script, name);
  if (number >= 0) return number;
  carc_name_refuse(g->d, of, g->script, what, name, &err);
  return luaL_argerror(L, arg, lua_pushstring(L, err.message));
}

static int check_name (lua_State *L, int arg, const game_ud *g, carc_names of, const char *what) {
  return carcL_find_named(L, arg, g, of, what, luaL_checkstring(L, arg));
}

static bool is_known (const cached_name *known, const char *name, int script, carc_names of) {
  return known->text == name && known->script == script && known->of == of && strcmp(known->is, name) == 0;
}

/* Two places may have it, so that two names that are used in turn do not always drive each other out. */
int carcL_check_cached_name (lua_State *L, int arg, game_ud *g, carc_names of, const char *what) {
  const char *name = luaL_checkstring(L, arg);
  unsigned place = (unsigned)((uintptr_t)name >> 4) + (unsigned)g->script + (unsigned)of;
  cached_name *known = &g->known[place % CACHED_NAMES], *other = &g->known[(place ^ 1) % CACHED_NAMES];
  if (is_known(known, name, g->script, of)) return known->number;
  if (is_known(other, name, g->script, of)) return other->number;
  if (known->text != NULL) known = other;
  int number = check_name(L, arg, g, of, what);
  *known = (cached_name){name, carc_name_written(g->d, of, number, name), number, g->script, of};
  return number;
}

int carcL_check_tile_attribute (lua_State *L, int arg, const game_ud *g) {
  return check_name(L, arg, g, CARC_NAMES_TILE_ATTRIBUTE, "no tile has an attribute");
}

int carcL_check_attribute (lua_State *L, int arg, const game_ud *g) {
  return check_name(L, arg, g, CARC_NAMES_ATTRIBUTE, "no segment has an attribute");
}

static const char *const axes[] = {"N.S", "E.W", NULL};

carc_axis carcL_check_axis (lua_State *L, int arg) {
  return luaL_checkoption(L, arg, NULL, axes) == 0 ? CARC_NORTH_SOUTH : CARC_EAST_WEST;
}

void carcL_push_axis (lua_State *L, carc_axis axis) {
  lua_pushstring(L, axis == CARC_NORTH_SOUTH ? axes[0] : axis == CARC_EAST_WEST ? axes[1] : NULL);
}

int carcL_push_failure (lua_State *L, const carc_error *err) {
  if (err->code == CARC_SCRIPT || err->code == CARC_MEMORY) return luaL_error(L, "%s", err->message);
  lua_pushnil(L);
  if (err->line > 0)
    lua_pushfstring(L, "line %d: %s", err->line, err->message);
  else
    lua_pushstring(L, err->message);
  lua_pushstring(L, carc_status_name(err->code));
  return 3;
}

const char *carcL_check_text (lua_State *L, int arg, carc_error *err) {
  size_t length;
  const char *text = luaL_checklstring(L, arg, &length);
  if (strlen(text) == length) return text;
  err->code = CARC_INVALID;
  err->line = 1;
  for (const char *c = text; *c != '\0'; c++) err->line += *c == '\n';
  strcpy(err->message, "a NUL byte stands in the text, where only letters, digits, signs and blanks may");
  return NULL;
}

/* ---- Gathering ---------------------------------------------------------------------------------------------- */

void *carcL_push_buffer (lua_State *L, int keeper, int n, size_t size) {
  void *room = lua_newuserdatauv(L, (size_t)n * size, 0);
  lua_replace(L, keeper);
  return room;
}

static int list_actions (const state_ud *b, action_snapshot *out, int room) {
  int n = count_actions(b);
  for (int i = 0; i < n && i < room; i++)
    out[i] = carcL_snapshot_action(b->g->d, b->s, carc_state_action(b->g->d, b->s, i));
  return n;
}

action_snapshot *carcL_gather_actions (lua_State *L, const state_ud *b, int *n) {
  action_snapshot *all = NULL;
  int room = 0;
  lua_pushnil(L);
  int keeper = lua_gettop(L);
  while ((*n = list_actions(b, all, room)) > room) all = carcL_push_buffer(L, keeper, room = *n, sizeof *all);
  return all;
}

/* ---- Pushing ------------------------------------------------------------------------------------------------ */

void carcL_set_integer (lua_State *L, const char *key, lua_Integer value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, key);
}

void carcL_push_hex64 (lua_State *L, uint64_t n) {
  char digits[17];
  snprintf(digits, sizeof digits, "%016" PRIx64, n);
  lua_pushstring(L, digits);
}

void carcL_set_string (lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
}

void carcL_set_boolean (lua_State *L, const char *key, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, key);
}

/* A copy of the pattern that holds the game besides. */
void carcL_make_action_class (lua_State *L, game_ud *g) {
  int game = lua_gettop(L);
  lua_newtable(L);
  g->actions = lua_topointer(L, -1);
  lua_pushnil(L);
  while (lua_next(L, lua_upvalueindex(ACTION_CLASS))) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, game + 1);
  }
  lua_pushvalue(L, game);
  lua_rawsetp(L, game + 1, &game_key);
  lua_setiuservalue(L, game, GAME_ACTIONS);
}

void carcL_set_owner (lua_State *L, lua_CFunction finaliser) {
  int game = lua_gettop(L);
  lua_newuserdatauv(L, 1, 0);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, game);
  lua_pushcclosure(L, finaliser, 1);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_setiuservalue(L, game, GAME_OWNER);
}

/* Its address names the count in the registry. */
static const char epochs_key = 0;

void carcL_open_epochs (lua_State *L) {
  bool known = lua_rawgetp(L, LUA_REGISTRYINDEX, &epochs_key) != LUA_TNIL;
  lua_pop(L, 1);
  if (known) return;
  *(uint64_t *)lua_newuserdatauv(L, sizeof(uint64_t), 0) = 0;
  lua_rawsetp(L, LUA_REGISTRYINDEX, &epochs_key);
}

uint64_t *carcL_epochs_of (lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &epochs_key);
  uint64_t *epochs = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return epochs;
}

void carcL_begin_epoch (state_ud *b) { b->epoch = ++*b->g->epochs; }

enum {
  HANDLE_INDEX = 16,
  HANDLE_EPOCH = 53 - HANDLE_INDEX
}; /* bits; a decision has fewer than 2^16 actions */

static uint64_t epoch_in_handles (const state_ud *b) {
  return b->epoch & (((uint64_t)1 << HANDLE_EPOCH) - 1);
}

void carcL_push_handle (lua_State *L, const state_ud *b, int index) {
  uint64_t handle = epoch_in_handles(b) << HANDLE_INDEX | (uint64_t)index;
  if (sizeof(lua_Integer) < sizeof handle || LUA_VERSION_NUM < 503)
    lua_pushnumber(L, (lua_Number)handle);
  else
    lua_pushinteger(L, (lua_Integer)handle);
}

static int refuse_handle (lua_State *L, int arg, const state_ud *b, bool is_one) {
  carcL_check_waiting(L, b);
  if (!is_one)
    luaL_argerror(
        L, arg,
        lua_pushfstring(L, "%s is no handle; expected a number that handle gave", carcL_tolstring(L, arg)));
  return luaL_argerror(
      L, arg,
      "this handle is of another decision: the state has changed since, or it is another state's; ask "
      "handle(index) again");
}

int carcL_check_handle (lua_State *L, int arg, const state_ud *b) {
  static const lua_Number most = 9007199254740992.0; /* 2^53 */
  lua_Number n = luaL_checknumber(L, arg);
  uint64_t handle = n >= 0 && n < most ? (uint64_t)n : 0;
  if ((lua_Number)handle != n) return refuse_handle(L, arg, b, false);
  int index = (int)(handle & (((uint64_t)1 << HANDLE_INDEX) - 1));
  bool own = handle >> HANDLE_INDEX == epoch_in_handles(b) && index < count_actions(b);
  return own ? index : refuse_handle(L, arg, b, true);
}

/* A userdata whose metatable is user value `value` of the object at this index. */
static action_ud *new_action (lua_State *L, int owner, int value) {
  action_ud *ud = lua_newuserdatauv(L, sizeof *ud, 0);
  lua_getiuservalue(L, owner, value);
  lua_setmetatable(L, -2);
  return ud;
}

action_snapshot carcL_snapshot_action (const carc_definition *d, const carc_state *s, carc_action a) {
  carc_action_fields f = carc_state_action_fields(d, s, a);
  bool there = f.kind == CARC_ACT_CHOICE && f.type >= 0;
  return (action_snapshot){a, there ? (uint16_t)(f.type * 4 + f.rotation) : NO_LIE};
}

carc_action_fields carcL_snapshot_fields (action_snapshot one) {
  carc_action_fields f = carc_action_unpack(one.a);
  if (one.lie == NO_LIE) return f;
  f.type = one.lie / 4;
  f.rotation = one.lie % 4;
  return f;
}

void carcL_push_action (lua_State *L, int game, action_snapshot one) {
  *new_action(L, lua_absindex(L, game), GAME_ACTIONS) = (action_ud){.a = one.a, .lie = one.lie};
}

void carcL_push_listed_action (lua_State *L, int owner, int value, const state_ud *b, int index) {
  action_snapshot snapshot = carcL_snapshot_action(b->g->d, b->s, carc_state_action(b->g->d, b->s, index));
  action_ud one = {snapshot.a, b->epoch, index, snapshot.lie};
  *new_action(L, owner, value) = one;
}

void carcL_push_feature (lua_State *L, int state, state_ud *of, int tile, int segment) {
  state = lua_absindex(L, state);
  feature_ud *f = lua_newuserdatauv(L, sizeof *f, 1);
  *f = (feature_ud){of, tile, segment};
  lua_pushvalue(L, state);
  lua_setiuservalue(L, -2, 1);
  carcL_push_metatable(L, FEATURE_CLASS);
  lua_setmetatable(L, -2);
}

tile_snapshot carcL_snapshot_tile (const state_ud *b, int tile) {
  return (tile_snapshot){tile, carc_state_tile(b->g->d, b->s, tile), carc_state_span(b->g->d, b->s, tile)};
}

void carcL_push_tile (lua_State *L, const carc_definition *d, const tile_snapshot *tile) {
  carc_tile t = tile->tile;
  lua_createtable(L, 0, 5);
  carcL_set_integer(L, "index", tile->index + 1);
  carcL_set_string(L, "id", carc_type_id(d, t.type));
  carcL_set_integer(L, "x", t.x);
  carcL_set_integer(L, "y", t.y);
  carcL_set_integer(L, "rotation", t.rotation);
  if (tile->span == CARC_NO_AXIS) return;
  carcL_push_axis(L, tile->span);
  lua_setfield(L, -2, "span");
}

void carcL_push_segment_text (lua_State *L, const carc_definition *d, int type, int rotation, int segment) {
  char text[64];
  carc_segment_text(d, type, rotation, segment, text, sizeof text);
  lua_pushstring(L, text);
}

void carcL_push_place (lua_State *L, const carc_definition *d, carc_tile t, int tile, int segment) {
  lua_createtable(L, 0, 5);
  carcL_set_integer(L, "tile", tile + 1);
  carcL_set_integer(L, "x", t.x);
  carcL_set_integer(L, "y", t.y);
  if (segment < 0) return;
  carcL_set_integer(L, "segment", segment + 1);
  carcL_push_segment_text(L, d, t.type, t.rotation, segment);
  lua_setfield(L, -2, "text");
}

void carcL_push_players (lua_State *L, unsigned players) {
  lua_createtable(L, 2, 0); /* seldom more */
  for (int p = 0, n = 0; p < CARC_MAX_PLAYERS; p++) {
    if ((players >> p & 1) == 0) continue;
    lua_pushinteger(L, p + 1);
    lua_rawseti(L, -2, ++n);
  }
}

void carcL_push_scoring (lua_State *L, const carc_scoring *what) {
  lua_createtable(L, 0, 7);
  carcL_set_string(L, "kind", what->kind == CARC_KINDS ? "goods" : carc_kind_name(what->kind));
  carcL_set_boolean(L, "complete", what->complete);
  carcL_set_boolean(L, "final", what->final);
  carcL_set_integer(L, "points", what->points);
  carcL_push_players(L, what->players);
  lua_setfield(L, -2, "players");
}

void carcL_push_given (lua_State *L, const carc_given *given) {
  lua_createtable(L, 0, 7);
  carcL_set_integer(L, "player", given->player + 1);
  carcL_set_integer(L, "points", given->points);
  carcL_set_integer(L, "total", given->total);
  carcL_set_string(L, "cause", carc_giving_name(given->cause));
  if (given->label[0] != '\0') carcL_set_string(L, "label", given->label);
  carcL_set_boolean(L, "final", given->final);
}

piece_snapshot carcL_snapshot_piece (const state_ud *b, carc_piece f) {
  return (piece_snapshot){f, carc_state_tile(b->g->d, b->s, f.tile)};
}

void carcL_push_piece (lua_State *L, const carc_definition *d, const piece_snapshot *piece) {
  carc_piece f = piece->piece;
  carc_tile t = piece->tile;
  lua_createtable(L, 0, 7);
  carcL_set_integer(L, "player", f.player + 1);
  carcL_set_string(L, "piece", carc_piece_name(d, f.piece));
  carcL_set_integer(L, "tile", f.tile + 1);
  carcL_set_integer(L, "x", t.x);
  carcL_set_integer(L, "y", t.y);
  carcL_set_integer(L, "segment", f.segment + 1);
  carcL_push_segment_text(L, d, t.type, t.rotation, f.segment);
  lua_setfield(L, -2, "text");
}

int carcL_push_features (lua_State *L, int state, state_ud *of, const int *places, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    carcL_push_feature(L, state, of, places[i] / CARC_MAX_SEGMENTS, places[i] % CARC_MAX_SEGMENTS);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static void push_names (lua_State *L, const game_ud *g, carc_names of, int n, uint64_t bits) {
  lua_newtable(L);
  for (int m = 0, k = 0; m < n; m++) {
    if ((bits >> m & 1) == 0) continue;
    lua_pushstring(L, carc_name_for(g->d, of, g->script, m));
    lua_rawseti(L, -2, ++k);
  }
}

void carcL_push_attributes (lua_State *L, const game_ud *g, uint64_t attributes) {
  push_names(L, g, CARC_NAMES_ATTRIBUTE, carc_definition_attributes(g->d), attributes);
}

void carcL_push_tile_attributes (lua_State *L, const game_ud *g, uint64_t attributes) {
  push_names(L, g, CARC_NAMES_TILE_ATTRIBUTE, carc_definition_tile_attributes(g->d), attributes);
}

void carcL_push_goods (lua_State *L, const int goods[CARC_GOODS]) {
  lua_createtable(L, 0, CARC_GOODS);
  for (int g = 0; g < CARC_GOODS; g++) carcL_set_integer(L, carc_good_name((carc_good)g), goods[g]);
}

int carcL_number_field (lua_State *L, int at, const char *key, int none) {
  enum { MOST = 100000 };
  int there;
  lua_getfield(L, at, key);
  lua_Integer n = lua_tointegerx(L, -1, &there);
  lua_pop(L, 1);
  return there && n > -MOST && n < MOST ? (int)n : none;
}

/* ---- Places --------------------------------------------------------------------------------------------------- */

/* A number that is far off the table if the argument is. */
static int check_coordinate (lua_State *L, int arg) {
  lua_Integer v = luaL_checkinteger(L, arg);
  enum { FAR = 9999 };
  return v < -FAR || v > FAR ? FAR : (int)v;
}

int carcL_find_tile (lua_State *L, int arg, const state_ud *b) {
  int x = check_coordinate(L, arg), y = check_coordinate(L, arg + 1);
  return carc_state_tile_at(b->g->d, b->s, x, y);
}

void carcL_check_area (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment) {
  const carc_definition *d = b->g->d;
  int area = check_name(L, arg, b->g, CARC_NAMES_AREA, "the game declares no area");
  if (carc_state_area_place(d, b->s, area, piece, tile, segment)) return;
  luaL_argerror(L, arg,
                lua_pushfstring(L,
                                piece < 0 ? "no tile of the area %s lies on the table"
                                          : "nothing of the area %s on the table takes such a piece",
                                lua_tostring(L, arg)));
}

bool carcL_find_place (lua_State *L, int arg, const state_ud *b, int *tile, int *segment) {
  const carc_definition *d = b->g->d;
  bool named = lua_type(L, arg + 2) == LUA_TSTRING;
  lua_Integer number = named ? 0 : luaL_checkinteger(L, arg + 2);
  *tile = carcL_find_tile(L, arg, b);
  if (*tile < 0) return false;
  carc_tile t = carc_state_tile(d, b->s, *tile);
  if (named)
    *segment = carc_segment_find(d, t.type, t.rotation, lua_tostring(L, arg + 2));
  else
    *segment = number >= 1 && number <= carc_type_segments(d, t.type) ? (int)number - 1 : -1;
  return *segment >= 0;
}
