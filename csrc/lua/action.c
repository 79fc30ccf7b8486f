/*
** action.c: the classes Action and ActionList, and handles of actions. An ActionList creates an
** Action when it is indexed.
*/
#include <string.h>
#include "arguments.h"
#include "sandbox/script_error.h"
#include "userdata.h"
#include "values.h"

/* ---- Actions --------------------------------------------------------------------------------- */

/* Returns the action at `arg`, and sets *g to its game, which must not be closed. */
static action_snapshot check_open_action (lua_State *L, int arg, const game_ud **g) {
  const action_ud *ud = carcL_check_action(L, arg, g);
  luaL_argcheck(L, is_game_open(*g), arg, "the action's game has been closed");
  return snapshot_of(ud);
}

/* An action whose fields are read. */
typedef struct action_context {
  const game_ud *g;
  const carc_definition *d;
  carc_action a;
  carc_action_fields f;
} action_context;

static bool has_tile (const action_context *r) {
  return r->f.kind == CARC_ACTION_PLACE || r->f.kind == CARC_ACTION_DEPLOY;
}
static bool has_cell (const action_context *r) { return has_tile(r) || r->f.has_cell; }

static void push_integer_if (lua_State *L, bool there, lua_Integer value) {
  if (there)
    lua_pushinteger(L, value);
  else
    lua_pushnil(L);
}

static void push_string_if (lua_State *L, const char *value) {
  lua_pushstring(L, value); /* pushes nil if it is NULL */
}

static void push_kind (lua_State *L, const action_context *r) {
  lua_pushstring(L, carc_action_kind_name(r->f.kind));
}
static void push_packed (lua_State *L, const action_context *r) { carcL_push_hex64(L, r->a); }
static void push_id (lua_State *L, const action_context *r) {
  push_string_if(L, r->f.type >= 0 ? carc_type_id(r->d, r->f.type) : NULL);
}
static void push_x (lua_State *L, const action_context *r) { push_integer_if(L, has_cell(r), r->f.x); }
static void push_y (lua_State *L, const action_context *r) { push_integer_if(L, has_cell(r), r->f.y); }
static void push_rotation (lua_State *L, const action_context *r) {
  push_integer_if(L, has_tile(r), r->f.rotation);
}
static void push_piece (lua_State *L, const action_context *r) {
  push_string_if(L, r->f.piece >= 0 ? carc_piece_name(r->d, r->f.piece) : NULL);
}
static void push_segment_number (lua_State *L, const action_context *r) {
  push_integer_if(L, r->f.segment >= 0, r->f.segment + 1);
}
static void push_text (lua_State *L, const action_context *r) {
  if (r->f.segment >= 0 && r->f.type >= 0)
    carcL_push_segment_text(L, r->d, r->f.type, r->f.rotation, r->f.segment);
  else
    lua_pushnil(L);
}
static void push_take (lua_State *L, const action_context *r) {
  if (r->f.kind == CARC_ACTION_EXTRA)
    lua_pushboolean(L, r->f.take);
  else
    lua_pushnil(L);
}
static void push_player (lua_State *L, const action_context *r) {
  push_integer_if(L, r->f.player >= 0, r->f.player + 1);
}

static void push_name (lua_State *L, const action_context *r) {
  bool choice = r->f.kind == CARC_ACTION_CHOICE;
  push_string_if(L, choice ? carc_name_for(r->d, CARC_NAME_KIND_PHASE, r->g->script, r->f.choice) : NULL);
}
static void push_token (lua_State *L, const action_context *r) {
  push_string_if(L, r->f.token >= 0 ? carc_name_for(r->d, CARC_NAME_KIND_TOKEN, r->g->script, r->f.token)
                                    : NULL);
}
static void push_number (lua_State *L, const action_context *r) {
  push_integer_if(L, r->f.kind == CARC_ACTION_CHOICE && r->f.number >= 0, r->f.number);
}
static void push_span (lua_State *L, const action_context *r) {
  static const int east[] = {0, 0, 1, 0, -1},
                   south[] = {0, -1, 0, 1, 0}; /* offset of the cell: own, N, E, S, W */
  if (r->f.kind != CARC_ACTION_PLACE || r->f.span <= 0) {
    lua_pushnil(L);
    return;
  }
  int where = (r->f.span - 1) / 2;
  lua_createtable(L, 0, 4);
  carcL_set_string(L, "piece", carc_piece_name(r->d, carc_definition_span(r->d)));
  carcL_set_cell(L, r->f.x + east[where], r->f.y + south[where]);
  carcL_push_axis(L, (r->f.span - 1) % 2 == 0 ? CARC_AXIS_NORTH_SOUTH : CARC_AXIS_EAST_WEST);
  lua_setfield(L, -2, "axis");
}

/*
** Pushes nil for the field `tile`, because an action names its tile by x and y. (In the table of a
** piece, this field is the index of the tile.)
*/
static void push_no_tile (lua_State *L, const action_context *r) {
  (void)r;
  lua_pushnil(L);
}

static const struct {
  const char *name;
  void (*push)(lua_State *L, const action_context *r);
} action_fields[] = {{"kind", push_kind},         {"x", push_x},           {"y", push_y},
                     {"rotation", push_rotation}, {"id", push_id},         {"piece", push_piece},
                     {"text", push_text},         {"take", push_take},     {"segment", push_segment_number},
                     {"player", push_player},     {"packed", push_packed}, {"name", push_name},
                     {"number", push_number},     {"token", push_token},   {"span", push_span},
                     {"tile", push_no_tile}};

static int refuse_field (lua_State *L, const char *key) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof action_fields / sizeof *action_fields; i++)
    carcL_set_boolean(L, action_fields[i].name, true);
  return carcL_refuse_key(L, "Action", key, -1);
}

static void push_action_field (lua_State *L, const action_context *r, const char *key) {
  for (size_t i = 0; i < sizeof action_fields / sizeof *action_fields; i++) {
    if (!is_word(key, action_fields[i].name)) continue;
    action_fields[i].push(L, r);
    return;
  }
  refuse_field(L, key);
}

MODULE_FUNCTION(carcL_action_index) {
  action_context r;
  action_snapshot one = check_open_action(L, 1, &r.g);
  r.d = r.g->d;
  r.a = one.a;
  r.f = carcL_snapshot_fields(one);
  push_action_field(L, &r, luaL_checkstring(L, 2));
  return 1;
}

MODULE_FUNCTION(carcL_action_tostring) {
  const game_ud *g;
  carc_action_fields f = carcL_snapshot_fields(check_open_action(L, 1, &g));
  char text[CARC_ACTION_TEXT_SIZE];
  carc_fields_to_string(g->d, &f, text, sizeof text);
  lua_pushstring(L, text);
  return 1;
}

MODULE_FUNCTION(carcL_action_eq) {
  const game_ud *g;
  const action_ud *a = carcL_test_action(L, 1, &g), *b = carcL_test_action(L, 2, &g);
  lua_pushboolean(L, a != NULL && b != NULL && a->a == b->a);
  return 1;
}

/* ---- Handles --------------------------------------------------------------------------------- */

MODULE_FUNCTION(carcL_state_handle) {
  const state_ud *b = carcL_check_state(L, 1);
  lua_Integer i = carcL_check_integer(L, 2);
  if (i < 1 || i > count_actions(b))
    lua_pushnil(L);
  else
    carcL_push_handle(L, b, (int)i - 1);
  return 1;
}

MODULE_FUNCTION(carcL_state_handle_index) {
  lua_pushinteger(L, carcL_check_handle(L, 2, carcL_check_state(L, 1)) + 1);
  return 1;
}

/* All fields are read before the first Lua value is created. */
MODULE_FUNCTION(carcL_state_handle_fields) {
  const state_ud *b = carcL_check_state(L, 1);
  int keys = lua_gettop(L) - 2, index = carcL_check_handle(L, 2, b);
  luaL_argcheck(L, keys > 0, 3, "expected the name of a field of the action, or several names");
  action_snapshot one = carcL_snapshot_action(b->g->d, b->s, carc_state_action(b->g->d, b->s, index));
  action_context r = {b->g, b->g->d, one.a, carcL_snapshot_fields(one)};
  luaL_checkstack(L, keys + LUA_MINSTACK, "too many fields");
  for (int i = 0; i < keys; i++) push_action_field(L, &r, luaL_checkstring(L, 3 + i));
  return keys;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static const state_ud *check_list (lua_State *L) {
  const action_list_ud *l = carcL_check_object(L, 1, LIST_CLASS);
  const state_ud *b = l->of;
  luaL_argcheck(L, b->s != NULL && is_game_open(b->g), 1, "the state of this list no longer exists");
  luaL_argcheck(L, b->epoch == l->epoch, 1,
                "the state has changed since this list was made; call legal_actions again");
  return b;
}

MODULE_FUNCTION(carcL_list_len) {
  const state_ud *b = check_list(L);
  lua_pushinteger(L, count_actions(b));
  return 1;
}

MODULE_FUNCTION(carcL_list_index) {
  const state_ud *b = check_list(L);
  int is_number;
  lua_Integer i = lua_tointegerx(L, 2, &is_number);
  if (!is_number || i < 1 || i > count_actions(b)) {
    lua_pushnil(L);
    return 1;
  }
  carcL_push_listed_action(L, 1, LIST_ACTIONS, b, (int)i - 1);
  return 1;
}

MODULE_FUNCTION(carcL_list_tostring) {
  const state_ud *b = check_list(L);
  const carc_definition *d = b->g->d;
  int n;
  const action_snapshot *all = carcL_gather_actions(L, b, &n);
  check_list(L); /* making room may run a finaliser that changes the state */
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 0; i < n; i++) {
    char one[120];
    carc_action_fields f = carcL_snapshot_fields(all[i]);
    carc_fields_to_string(d, &f, one, sizeof one);
    if (i > 0) luaL_addstring(&text, "; ");
    luaL_addstring(&text, one);
  }
  luaL_pushresult(&text);
  return 1;
}
