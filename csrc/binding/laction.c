/*
** laction.c: actions, and the list that makes one when it is read.
*/
#include <string.h>
#include "objects.h"

/* ---- Actions ------------------------------------------------------------------------------------------------ */

/* The action and its definition, found through the user value. */
static carc_action check_action (lua_State *L, int arg, const carc_definition **d) {
  const action_box *box = check_object(L, arg, ACTION_CLASS);
  lua_getiuservalue(L, arg, 1);
  const game_box *g = lua_touserdata(L, -1);
  lua_pop(L, 1);
  luaL_argcheck(L, g != NULL && g->d != NULL, arg, "the action's game has been closed");
  *d = g->d;
  return box->a;
}

static int action_index (lua_State *L) {
  const carc_definition *d;
  carc_action a = check_action(L, 1, &d);
  carc_action_fields f = carc_action_unpack(a);
  bool cell = f.kind == CARC_ACT_PLACE || f.kind == CARC_ACT_DEPLOY;
  const char *key = luaL_checkstring(L, 2);
  if (strcmp(key, "kind") == 0) lua_pushstring(L, carc_action_kind_name(f.kind));
  else if (strcmp(key, "packed") == 0) lua_pushinteger(L, (lua_Integer)a);
  else if (strcmp(key, "id") == 0 && f.type >= 0) lua_pushstring(L, carc_type_id(d, f.type));
  else if (strcmp(key, "x") == 0 && cell) lua_pushinteger(L, f.x);
  else if (strcmp(key, "y") == 0 && cell) lua_pushinteger(L, f.y);
  else if (strcmp(key, "rotation") == 0 && cell) lua_pushinteger(L, f.rotation);
  else if (strcmp(key, "piece") == 0 && f.piece >= 0) lua_pushstring(L, carc_piece_name(d, f.piece));
  else if (strcmp(key, "segment") == 0 && f.segment >= 0) lua_pushinteger(L, f.segment + 1);
  else if (strcmp(key, "text") == 0 && f.segment >= 0) push_segment_text(L, d, f.type, f.rotation, f.segment);
  else if (strcmp(key, "take") == 0 && f.kind == CARC_ACT_EXTRA) lua_pushboolean(L, f.take);
  else if (strcmp(key, "player") == 0 && f.player >= 0) lua_pushinteger(L, f.player + 1);
  else lua_pushnil(L);
  return 1;
}

static int action_tostring (lua_State *L) {
  const carc_definition *d;
  carc_action a = check_action(L, 1, &d);
  char text[120];
  carc_action_to_string(d, a, text, sizeof text);
  lua_pushstring(L, text);
  return 1;
}

static int action_eq (lua_State *L) {
  const action_box *a = check_object(L, 1, ACTION_CLASS), *b = check_object(L, 2, ACTION_CLASS);
  lua_pushboolean(L, a->a == b->a);
  return 1;
}

const luaL_Reg action_meta[] = {{"__index", action_index}, {"__tostring", action_tostring}, {"__eq", action_eq}, {NULL, NULL}};

/* ---- Lists ---------------------------------------------------------------------------------------------------- */

static const state_box *check_list (lua_State *L) {
  const list_box *l = check_object(L, 1, LIST_CLASS);
  const state_box *b = l->of;
  luaL_argcheck(L, b->s != NULL && b->g->d != NULL, 1, "the list's state is gone");
  luaL_argcheck(L, b->epoch == l->epoch, 1, "the state has changed since this list was made; ask for legal_actions again");
  return b;
}

static int list_len (lua_State *L) {
  const state_box *b = check_list(L);
  lua_pushinteger(L, carc_state_num_actions(b->g->d, b->s));
  return 1;
}

static int list_index (lua_State *L) {
  const state_box *b = check_list(L);
  int is_number;
  lua_Integer i = lua_tointegerx(L, 2, &is_number);
  if (!is_number || i < 1 || i > carc_state_num_actions(b->g->d, b->s)) {
    lua_pushnil(L);
    return 1;
  }
  lua_getiuservalue(L, 1, 1);
  lua_getiuservalue(L, -1, 1);
  push_action(L, -1, carc_state_action(b->g->d, b->s, (int)i - 1));
  return 1;
}

static int list_tostring (lua_State *L) {
  const state_box *b = check_list(L);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 0, n = carc_state_num_actions(b->g->d, b->s); i < n; i++) {
    char one[120];
    carc_action_to_string(b->g->d, carc_state_action(b->g->d, b->s, i), one, sizeof one);
    if (i > 0) luaL_addstring(&text, "; ");
    luaL_addstring(&text, one);
  }
  luaL_pushresult(&text);
  return 1;
}

const luaL_Reg list_meta[] = {{"__index", list_index}, {"__len", list_len}, {"__tostring", list_tostring}, {NULL, NULL}};
