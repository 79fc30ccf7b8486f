/*
** module.c: the module carcassonne.core, and the index of its functions.
*/
#include <string.h>
#include "util/compiler.h"
#include "sandbox/limit.h"
#include "sandbox/sandbox.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox/script_error.h"
#include "pass_state.h"
#include "sandbox_game.h"
#include "userdata.h"
#include "values.h"

/*
** Each function, by its class and its name in Lua. A comment names the file that defines the
** function. There, the function is called carcL_CLASS_NAME. Names of metamethods are given without
** "__". csrc/lua/README.md says what each file contains; .ci/rooms.lua checks the names of the
** files.
*/
/* clang-format off */
#define CORE_FUNCTIONS(X) \
  /* game.c */ X(core, new_game) X(core, nearest) X(core, phrase_fault) X(core, text_fault) X(core, save_definition) X(core, tileset) X(core, digest) \
  /* grammar.c */ X(core, grammar) \
  /* selector_text.c */ X(core, selector_text) \
  /* sandbox_bot.c */ X(core, call_in_sandbox) X(core, asked_state) \
  /* events.c */ X(core, restrictions) \
  /* search.c */ X(core, new_search) X(core, weights) X(core, assets) X(core, rating_terms) \
  /* action_space.c */ X(core, new_action_space) \
  /* observation_space.c */ X(core, new_observation_space) \
  /* compat/c_locale.c */ X(core, in_c_locale) \
  /* sandbox/limit.c */ X(core, limited) X(core, script_strings) \
  /* sandbox/sandbox.c */ X(core, new_sandbox) X(core, read_in_sandbox) X(core, mark) X(core, required) X(core, script_is_done) X(core, kept_data) \
    X(core, counted) X(core, calls) X(core, printable) \
  /* sandbox/sandbox_table.c */ X(core, charged)

#define GAME_METHODS(X) \
  /* game.c */ X(game, players) X(game, text) X(game, fingerprint) X(game, state_size) X(game, num_tiles) X(game, manual_draws) \
    X(game, goods_count) X(game, teams) X(game, victory) X(game, rules) X(game, tiles) X(game, tile) X(game, pieces) X(game, piece) X(game, tokens) \
    X(game, areas) X(game, phases) X(game, final_steps) X(game, variants) \
  /* state.c */ X(game, new_initial_state) X(game, deserialize_state) X(game, replay_state) \
  /* state_reserves.c */ X(game, reserves) \
  /* events.c */ X(game, view) \
  /* bounds.c */ X(game, max_chance_outcomes) X(game, max_game_length) X(game, min_utility) \
    X(game, max_utility)
#define GAME_METAMETHODS(X) \
  /* game.c */ X(game, gc) X(game, tostring)

#define STATE_METHODS(X) \
  /* state.c */ X(state, game) X(state, current_player) X(state, turn_player) X(state, part) X(state, decision) X(state, decisions) \
    X(state, is_terminal) X(state, is_chance_node) X(state, hand) X(state, num_actions) X(state, num_tiles) X(state, spans_laid) \
    X(state, clone) X(state, copy_from) X(state, reset) X(state, reseed) X(state, resample) X(state, hash) \
    X(state, observation_string) X(state, phase) X(state, question) \
  /* state_actions.c */ X(state, legal_actions) X(state, action) X(state, action_index) X(state, chance_outcomes) \
    X(state, apply_action) X(state, apply_index) X(state, apply_handle) X(state, undo_action) X(state, keep_undo) X(state, resign) \
    X(state, random_playout) X(state, playout) X(state, action_to_string) X(state, string_to_action) \
  /* action.c */ X(state, handle) X(state, handle_index) X(state, handle_fields) \
  /* state_board.c */ X(state, tile) X(state, tile_at) X(state, tile_index) X(state, num_segments) X(state, last_placed) \
    X(state, unplaceable) X(state, feature) X(state, joins) X(state, placements) X(state, port) \
  /* state_players.c */ X(state, has_resigned) X(state, returns) X(state, rewards) X(state, score) X(state, own_score) \
    X(state, winners) X(state, goods) X(state, good) X(state, pieces_in_hand) X(state, in_hand) X(state, captured) X(state, scoring) \
    X(state, asked) X(state, points_given) \
  /* state_turns.c */ X(state, turn_number) X(state, round) X(state, direction) X(state, next_player) X(state, further_turns) \
    X(state, is_further_turn) X(state, turns_to_skip) X(state, is_out) X(state, grant_further_turn) X(state, set_next_player) X(state, skip_turns) \
    X(state, reverse_order) X(state, eliminate) \
  /* state_reserves.c */ X(state, reserve) X(state, num_in_reserve) X(state, dealing) X(state, tiles_left) X(state, num_tiles_left) \
    X(state, tiles_gone) \
  /* state_tokens.c */ X(state, token) X(state, num_tokens) X(state, tokens_unseen) X(state, sees) X(state, put_token) \
    X(state, move_token) X(state, give_good) \
  /* state_queries.c */ X(state, players) X(state, tiles) X(state, cells) X(state, segments) X(state, features) X(state, pieces) \
    X(state, tokens) X(state, corners) X(state, axes) X(state, ends) X(state, sides) X(state, each) X(state, count) X(state, any) X(state, matches) \
    X(state, areas) \
  /* state_variables.c */ X(state, variable) X(state, set_variable) \
  /* state_mutators.c */ X(state, award) X(state, return_piece) X(state, deploy) X(state, capture) X(state, release) \
    X(state, move_piece) X(state, place_tile) X(state, join) X(state, unjoin) X(state, set_attribute) X(state, remove_attribute) \
    X(state, lay_span) X(state, shuffle_in) X(state, deal_tiles) X(state, move_tile) X(state, hold_back) X(state, forbid_deployment) \
  /* state_offers.c */ X(state, offer) \
  /* events.c */ X(state, events) X(state, revision) X(state, serialize) X(state, view)
#define STATE_METAMETHODS(X) \
  /* state.c */ X(state, eq) X(state, tostring)

#define ACTION_METAMETHODS(X) \
  /* action.c */ X(action, index) X(action, tostring) X(action, eq)
#define LIST_METAMETHODS(X) \
  /* action.c */ X(list, index) X(list, len) X(list, tostring)

#define FEATURE_METHODS(X) \
  /* feature.c */ X(feature, power) X(feature, count) X(feature, segments) \
  /* road_ends.c */ X(feature, ends)
#define FEATURE_METAMETHODS(X) \
  /* feature.c */ X(feature, index) X(feature, eq) X(feature, tostring)

#define SEARCH_METHODS(X) \
  /* search.c */ X(search, rate) X(search, choose) X(search, explain) X(search, think) X(search, evaluations) \
  X(search, best_action) X(search, solve) X(search, assets) X(search, set_worths) X(search, foresee_scoring)

#define SPACE_METHODS(X) \
  /* action_space.c */ X(space, size) X(space, radius) X(space, blocks) X(space, number) X(space, index) \
  X(space, legal) X(space, mask)

#define OBSERVATION_METHODS(X) \
  /* observation_space.c */ X(observation, names) X(observation, shape) X(observation, radius) X(observation, board_planes) \
  X(observation, tensor) X(observation, sparse)

/* Library functions for scripts, whose cost is bounded: core.bounded. */
#define STRING_FUNCTIONS(X) \
  /* sandbox/sandbox_string.c */ X(string, find) X(string, match) X(string, gmatch) X(string, gsub) \
  X(string, byte) X(string, rep)
#define TABLE_FUNCTIONS(X) \
  /* sandbox/sandbox_table.c */ X(table, insert) X(table, remove) X(table, move) X(table, unpack) \
  X(table, concat) X(table, sort)
#define BASIC_FUNCTIONS(X) \
  /* sandbox/ordered_keys.c */ X(basic, next) X(basic, pairs)

#define ALL_FUNCTIONS(X) CORE_FUNCTIONS(X) GAME_METHODS(X) GAME_METAMETHODS(X) STATE_METHODS(X) STATE_METAMETHODS(X) \
  ACTION_METAMETHODS(X) LIST_METAMETHODS(X) FEATURE_METHODS(X) FEATURE_METAMETHODS(X) SEARCH_METHODS(X) SPACE_METHODS(X) \
  OBSERVATION_METHODS(X) STRING_FUNCTIONS(X) TABLE_FUNCTIONS(X) BASIC_FUNCTIONS(X)
/* clang-format on */

#define DECLARATION(class, name) int carcL_##class##_##name(lua_State *L);
ALL_FUNCTIONS(DECLARATION)

#define FUNCTION(class, name) {#name, carcL_##class##_##name},
#define METAMETHOD(class, name) {"__" #name, carcL_##class##_##name},
#define END \
  { NULL, NULL }
static const luaL_Reg core_functions[] = {CORE_FUNCTIONS(FUNCTION) END};
static const luaL_Reg string_functions[] = {STRING_FUNCTIONS(FUNCTION) END};
static const luaL_Reg table_functions[] = {TABLE_FUNCTIONS(FUNCTION) END};
static const luaL_Reg basic_functions[] = {BASIC_FUNCTIONS(FUNCTION) END};
static const luaL_Reg game_methods[] = {GAME_METHODS(FUNCTION) END};
static const luaL_Reg game_metamethods[] = {GAME_METAMETHODS(METAMETHOD) END};
static const luaL_Reg state_methods[] = {STATE_METHODS(FUNCTION) END};
static const luaL_Reg state_metamethods[] = {STATE_METAMETHODS(METAMETHOD) END};
static const luaL_Reg action_metamethods[] = {ACTION_METAMETHODS(METAMETHOD) END};
static const luaL_Reg list_metamethods[] = {LIST_METAMETHODS(METAMETHOD) END};
static const luaL_Reg feature_methods[] = {FEATURE_METHODS(FUNCTION) END};
static const luaL_Reg feature_metamethods[] = {FEATURE_METAMETHODS(METAMETHOD) END};
static const luaL_Reg search_methods[] = {SEARCH_METHODS(FUNCTION) END};
static const luaL_Reg space_methods[] = {SPACE_METHODS(FUNCTION) END};
static const luaL_Reg observation_methods[] = {OBSERVATION_METHODS(FUNCTION) END};
static const luaL_Reg none[] = {END};

static const struct {
  const luaL_Reg *metamethods, *methods;
} classes[CLASS_END] = {
    [GAME_CLASS] = {game_metamethods, game_methods},
    [STATE_CLASS] = {state_metamethods, state_methods},
    [ACTION_CLASS] = {action_metamethods, none},
    [LIST_CLASS] = {list_metamethods, none},
    [FEATURE_CLASS] = {feature_metamethods, feature_methods},
    [SEARCH_CLASS] = {none, search_methods},
    [SPACE_CLASS] = {none, space_methods},
    [OBSERVATION_CLASS] = {none, observation_methods},
};

/*
** Sets functions in the table on top of the stack. The upvalues of each function are all metatables
** of the module; the first metatable is at index `first`.
*/
static void set_functions (lua_State *L, const luaL_Reg *functions, int first) {
  for (int i = 0; i < CLASS_COUNT; i++) lua_pushvalue(L, first + i);
  luaL_setfuncs(L, functions, CLASS_COUNT);
}

/* Raises an error because a class has no such method. The upvalue is the name of the class. */
static int refuse_method (lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  return carcL_refuse_key(L, lua_tostring(L, lua_upvalueindex(1)), lua_tostring(L, 2), 1);
}

/*
** Pushes a new table with the methods that are in the table on top of the stack. If a script reads
** a missing key of the new table, an error is raised.
*/
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

/* Fills the metatables, and pushes a table that has the methods of each class. */
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
    lua_setfield(L, -2, "__metatable"); /* hides the metatable from scripts */
    lua_newtable(L);
    set_functions(L, classes[c].methods, first);
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, names[c]);
    push_refusing(L, names[c]);
    lua_setfield(L, -3, "__index");
    lua_setfield(L, -2, "methods");
    set_functions(L, classes[c].metamethods, first);
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
    for (int e = 0; e < CARC_EDITION_COUNT; e++) {
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

/* Pushes the library functions for scripts. */
static void push_bounded (lua_State *L) {
  lua_newtable(L);
  lua_newtable(L);
  luaL_setfuncs(L, string_functions, 0);
  lua_setfield(L, -2, "string");
  lua_newtable(L);
  luaL_setfuncs(L, table_functions, 0);
  lua_setfield(L, -2, "table");
  lua_newtable(L);
  luaL_setfuncs(L, basic_functions, 0);
  lua_setfield(L, -2, "basic");
}

static const char *edition_name (int i) { return carc_edition_name((carc_edition)i); }

/*
** Pushes a table whose keys are the names of the editions. Each value describes the rule sheet of
** the edition.
*/
static void push_sheets (lua_State *L) {
  lua_newtable(L);
  for (int e = 0; e < CARC_EDITION_COUNT; e++) {
    carcL_set_string(L, carc_edition_name((carc_edition)e), carc_edition_description((carc_edition)e));
  }
}

EXPORTED int luaopen_carcassonne_core (lua_State *L);

EXPORTED int luaopen_carcassonne_core (lua_State *L) {
  luaL_checkversion(L);
  carcL_open_limits(L);
  carcL_open_epochs(L);
  carcL_set_module_opener(L, luaopen_carcassonne_core);
  int first = lua_gettop(L) + 1;
  for (int i = 0; i < CLASS_COUNT; i++) lua_newtable(L);
  lua_newtable(L);
  set_functions(L, core_functions, first);
  make_classes(L, first);
  lua_setfield(L, -2, "methods");
  if (carcL_sandbox_of(L) != NULL) {
    for (int i = 0; i < CLASS_COUNT; i++) lua_pushvalue(L, first + i);
    lua_pushcclosure(L, carcL_copy_game, CLASS_COUNT);
    carcL_store_game_copier(L);
  } else {
    for (int i = 0; i < CLASS_COUNT; i++) lua_pushvalue(L, first + i);
    carcL_store_state_passer(L);
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
