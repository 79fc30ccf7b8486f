/*
** module.c: the module carcassonne.core: classes, lists of names, and what begins a game.
*/
#include "sandbox/sandbox_libraries.h"
#include "sandbox/sandbox.h"
#include "util/compiler.h"

enum { METHOD_LISTS = 11 };
static const struct {
  const luaL_Reg *meta, *methods[METHOD_LISTS]; /* in lists, NULL behind the last of fewer */
} classes[CLASS_END] = {
    [GAME_CLASS] = {carcL_game_meta, {carcL_game_methods}},
    [STATE_CLASS] = {carcL_state_meta,
                     {carcL_state_methods, carcL_state_action_methods, carcL_state_handle_methods,
                      carcL_state_player_methods, carcL_state_board_methods, carcL_state_reserve_methods,
                      carcL_state_query_methods, carcL_state_mutator_methods, carcL_state_turn_methods,
                      carcL_state_event_methods, carcL_state_token_methods}},
    [ACTION_CLASS] = {carcL_action_meta, {NULL}},
    [LIST_CLASS] = {carcL_list_meta, {NULL}},
    [FEATURE_CLASS] = {carcL_feature_meta, {carcL_feature_methods}},
    [SEARCH_CLASS] = {carcL_search_meta, {carcL_search_methods}},
    [OUTPUT_FILE_CLASS] = {carcL_output_file_meta, {carcL_output_file_methods}},
};

/* Gives the functions of the table on top all metatables as upvalues; the metatables are at `first` and behind it. */
static void set_functions (lua_State *L, const luaL_Reg *functions, int first) {
  for (int i = 0; i < CLASS_COUNT; i++) lua_pushvalue(L, first + i);
  luaL_setfuncs(L, functions, CLASS_COUNT);
}

/* Asked for a method that is not there: the upvalue is the name of the class. */
static int refuse_method (lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  return carcL_refuse_key(L, lua_tostring(L, lua_upvalueindex(1)), lua_tostring(L, 2), 1);
}

/* Pushes a table with the methods in the one on top, which says what there is to those who ask it for something else. */
static void push_refusing (lua_State *L, const char *class) {
  int methods = lua_gettop(L);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, methods) != 0) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, methods + 1);
  }
  lua_createtable(L, 0, 1);
  lua_pushstring(L, class);
  lua_pushcclosure(L, refuse_method, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

/* Fills the metatables, and leaves a table of the methods of each class. */
static void make_classes (lua_State *L, int first) {
  static const char *const names[CLASS_END] = {"",
#define X(id, name) name,
                                               CLASSES(X)
#undef X
  };
  lua_newtable(L);
  for (int c = GAME_CLASS; c < CLASS_END; c++) {
    lua_pushvalue(L, first + c - 1);
    lua_pushstring(L, names[c]);
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable"); /* scripts may not take it */
    lua_newtable(L);
    for (int i = 0; i < METHOD_LISTS && classes[c].methods[i] != NULL; i++)
      set_functions(L, classes[c].methods[i], first);
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, names[c]);
    push_refusing(L, names[c]);
    lua_setfield(L, -3, "__index");
    lua_setfield(L, -2, "methods");
    set_functions(L, classes[c].meta, first);
    lua_pop(L, 1);
  }
}

static void push_rules (lua_State *L) {
  lua_newtable(L);
  for (int r = 0; r < CARC_RULE_COUNT; r++) {
    int low, high;
    char text[40];
    carc_rule_range((carc_rule)r, &low, &high);
    lua_newtable(L);
    carcL_set_string(L, "name", carc_rule_name((carc_rule)r));
    carcL_set_string(L, "words", carc_rule_words((carc_rule)r));
    carcL_set_integer(L, "low", low);
    carcL_set_integer(L, "high", high);
    lua_newtable(L);
    for (int e = 0; e < CARC_EDITIONS; e++) {
      carc_rule_text((carc_rule)r, carc_edition_rule((carc_edition)e, (carc_rule)r), text, sizeof text);
      carcL_set_string(L, carc_edition_name((carc_edition)e), text);
    }
    lua_setfield(L, -2, "editions");
    lua_rawseti(L, -2, r + 1);
  }
}

static void push_names (lua_State *L, const char *(*name)(int)) {
  lua_newtable(L);
  for (int i = 0; name(i) != NULL; i++) {
    lua_pushstring(L, name(i));
    lua_rawseti(L, -2, i + 1);
  }
}

/* The functions of libraries that scripts have in the place of Lua's own. */
static void push_bounded (lua_State *L) {
  lua_newtable(L);
  lua_newtable(L);
  luaL_setfuncs(L, carcL_sandbox_string, 0);
  lua_setfield(L, -2, "string");
  lua_newtable(L);
  luaL_setfuncs(L, carcL_sandbox_table, 0);
  lua_setfield(L, -2, "table");
}

static const char *edition_name (int i) { return carc_edition_name((carc_edition)i); }

/* Which sheet each edition is, in words, by its name. */
static void push_sheets (lua_State *L) {
  lua_newtable(L);
  for (int e = 0; e < CARC_EDITIONS; e++) {
    carcL_set_string(L, carc_edition_name((carc_edition)e), carc_edition_says((carc_edition)e));
  }
}

EXPORTED int luaopen_carcassonne_core (lua_State *L);

EXPORTED int luaopen_carcassonne_core (lua_State *L) {
  luaL_checkversion(L);
  carcL_open_limits(L);
  carcL_open_epochs(L);
  int first = lua_gettop(L) + 1;
  for (int i = 0; i < CLASS_COUNT; i++) lua_newtable(L);
  lua_newtable(L);
  set_functions(L, carcL_core_functions, first);
  set_functions(L, carcL_selector_functions, first);
  set_functions(L, carcL_path_functions, first);
  set_functions(L, carcL_sandbox_functions, first);
  make_classes(L, first);
  lua_setfield(L, -2, "methods");
  if (carcL_sandbox_of(L) != NULL) {
    for (int i = 0; i < CLASS_COUNT; i++) lua_pushvalue(L, first + i);
    lua_pushcclosure(L, carcL_copy_game, CLASS_COUNT);
    carcL_store_game_copier(L);
  }
  push_rules(L);
  lua_setfield(L, -2, "rules");
  push_bounded(L);
  lua_setfield(L, -2, "bounded");
  push_names(L, edition_name);
  lua_setfield(L, -2, "editions");
  carcL_set_string(L, "default_edition", carc_edition_name(CARC_DEFAULT_EDITION));
  push_sheets(L);
  lua_setfield(L, -2, "sheets");
  push_names(L, carc_tileset_name);
  lua_setfield(L, -2, "tilesets");
  carcL_set_string(L, "version", CARC_VERSION);
  carcL_set_boolean(L, "threads", carc_has_threads());
  carcL_set_integer(L, "abi_version", CARC_ABI_VERSION);
  carcL_set_integer(L, "save_version", CARC_SAVE_VERSION);
  return 1;
}
