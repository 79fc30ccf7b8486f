/*
** game.c: the class Game, which is a definition together with its scripts, and functions on texts.
*/
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "util/phrase.h"
#include "util/text.h"
#include "arguments.h"
#include "hook_rows.h"
#include "hooks.h"
#include "sandbox/budget.h"
#include "sandbox/sandbox_memory.h"
#include "sandbox_game.h"
#include "userdata.h"
#include "values.h"

/* ---- Creation -------------------------------------------------------------------------------- */

static void *resize_in_lua (void *ud, void *old, size_t old_size, size_t new_size) {
  game_ud *g = ud;
  void *block = g->alloc(g->alloc_ud, old, old_size, new_size);
  if (block != NULL || new_size == 0) g->bytes += new_size - (old != NULL ? old_size : 0);
  return block;
}

/* Finaliser of the owner of a game. The upvalue is the game. */
static int free_definition (lua_State *L) {
  game_ud *g = lua_touserdata(L, lua_upvalueindex(1));
  carc_definition *d = g->d;
  if (d == NULL) return 0;
  carcL_detach_game_copies(g);
  g->d = NULL;
  carc_definition_free(d);
  return 0;
}

/*
** new_game(text, hooks, variants, call, action, game): creates a game. `call`, `action` and `game`
** limit the instructions of scripts; if `call` is 0, there is no limit. `hooks` has a list of rows
** for each hook. A row is {variant=, options=, run=, unlimited=}; in `phase`, it also has ask= and
** on_chosen=. `hooks.final` has a list of rows for each step. If the definition is invalid, returns
** nil and the fields of the error: message, code, line, absent.
*/
MODULE_FUNCTION(carcL_core_new_game) {
  carc_error err = {0};
  const char *text = carcL_check_text(L, 1, &err);
  luaL_checktype(L, 2, LUA_TTABLE);
  luaL_checktype(L, 3, LUA_TTABLE);
  game_budgets budget = {luaL_checkinteger(L, 4), luaL_optinteger(L, 5, MAX_INSTRUCTIONS),
                         luaL_optinteger(L, 6, MAX_INSTRUCTIONS)};
  game_ud *g = lua_newuserdatauv(L, sizeof *g, GAME_VALUES);
  memset(g, 0, sizeof *g);
  g->epochs = carcL_epochs_of(L);
  carcL_push_metatable(L, GAME_CLASS);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, 3);
  lua_setiuservalue(L, -2, GAME_VARIANTS);
  carcL_set_owner(L, free_definition);
  lua_newtable(L);
  lua_setiuservalue(L, -2, GAME_SELECTORS);
  carcL_make_action_class(L, g);
  carc_hooks hooks = carcL_select_hooks(L, 2, g);
  int rows = lua_gettop(L);
  g->row_info = lua_newuserdatauv(L, (size_t)g->n_rows * sizeof *g->row_info + 1, 0);
  lua_setiuservalue(L, rows - 1, GAME_ROW_INFO);
  lua_pushvalue(L, rows);
  lua_setiuservalue(L, rows - 1, GAME_ROWS);
  carc_allocator memory = {resize_in_lua, g};
  g->alloc = lua_getallocf(L, &g->alloc_ud);
  if (budget.call <= 0) budget.action = budget.game = MAX_INSTRUCTIONS;
  g->budget = budget;
  g->d = text != NULL ? carc_definition_new(text, &hooks, g, &memory, &err) : NULL;
  if (g->d != NULL) {
    g->hooked = carc_definition_hooked(g->d);
    carcL_fill_row_info(L, rows, g);
    carcL_copy_game_to_sandboxes(L, rows, 3, g);
    lua_settop(L, rows - 1);
    carcL_charge_collector(L, g->bytes);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, err.message);
  lua_pushstring(L, carc_status_name(err.code));
  lua_pushinteger(L, err.line);
  lua_pushboolean(L, err.absent);
  return 5;
}

/*
** Closes the game, unless one of its hooks is running. A host may call this function while other
** objects still read the game.
*/
MODULE_FUNCTION(carcL_game_gc) {
  game_ud *g = carcL_check_object(L, 1, GAME_CLASS);
  if (g->running == NULL) g->closed = true;
  return 0;
}

/* ---- Properties ------------------------------------------------------------------------------ */

MODULE_FUNCTION(carcL_game_players) {
  lua_pushinteger(L, carc_definition_players(carcL_check_game(L, 1)->d));
  return 1;
}

MODULE_FUNCTION(carcL_game_text) {
  lua_pushstring(L, carc_definition_text(carcL_check_game(L, 1)->d));
  return 1;
}

MODULE_FUNCTION(carcL_game_fingerprint) {
  carcL_push_hex64(L, carc_definition_fingerprint(carcL_check_game(L, 1)->d));
  return 1;
}

MODULE_FUNCTION(carcL_game_state_size) {
  lua_pushinteger(L, (lua_Integer)carc_definition_state_size(carcL_check_game(L, 1)->d));
  return 1;
}

MODULE_FUNCTION(carcL_game_num_tiles) {
  lua_pushinteger(L, carc_definition_tiles(carcL_check_game(L, 1)->d));
  return 1;
}

MODULE_FUNCTION(carcL_game_manual_draws) {
  lua_pushboolean(L, carc_definition_manual(carcL_check_game(L, 1)->d));
  return 1;
}

/*
** Returns a list of teams, each of which is a list of players. If there are no teams, the list of
** teams is empty.
*/
MODULE_FUNCTION(carcL_game_teams) {
  const carc_definition *d = carcL_check_game(L, 1)->d;
  int players = carc_definition_players(d), n = 0;
  bool teams = false;
  for (int p = 0; p < players; p++) teams = teams || carc_definition_team(d, p) != 1u << p;
  lua_newtable(L);
  for (int p = 0; teams && p < players; p++) {
    unsigned team = carc_definition_team(d, p);
    if ((team & ((1u << p) - 1)) != 0) continue; /* the team is already in the list */
    carcL_push_players(L, team);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

/* Returns the rule of victory as in the options of a game: its kind as the first item. */
MODULE_FUNCTION(carcL_game_victory) {
  carc_victory v;
  carc_definition_victory(carcL_check_game(L, 1)->d, &v);
  lua_newtable(L);
  lua_pushstring(L, carc_victory_kind_name(v.kind));
  lua_rawseti(L, -2, 1);
  if (v.points > 0) carcL_set_integer(L, "points", v.points);
  if (v.kind == CARC_VICTORY_RACE) carcL_set_string(L, "ends", carc_race_end_name(v.ends));
  if (v.each) carcL_set_boolean(L, "each", true);
  return 1;
}

MODULE_FUNCTION(carcL_game_goods_count) {
  lua_pushboolean(L, carc_definition_goods(carcL_check_game(L, 1)->d));
  return 1;
}

static void push_rule_value (lua_State *L, carc_rule rule, int value) {
  char text[40];
  carc_rule_text(rule, value, text, sizeof text);
  if (lua_stringtonumber(L, text) == 0) lua_pushstring(L, text);
}

MODULE_FUNCTION(carcL_game_rules) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_newtable(L);
  for (int r = 0; r < CARC_RULE_COUNT; r++) {
    push_rule_value(L, (carc_rule)r, carc_definition_rule(g->d, (carc_rule)r));
    lua_setfield(L, -2, carc_rule_name((carc_rule)r));
  }
  return 1;
}

static void push_ports (lua_State *L, uint16_t ports) {
  lua_newtable(L);
  for (int p = 0, n = 0; p < CARC_PORTS; p++) {
    if ((ports >> p & 1) == 0) continue;
    lua_pushstring(L, carc_port_name(p));
    lua_rawseti(L, -2, ++n);
  }
}

static void push_bits (lua_State *L, unsigned bits) {
  lua_newtable(L);
  for (int i = 0, n = 0; bits >> i != 0; i++) {
    if ((bits >> i & 1) == 0) continue;
    lua_pushinteger(L, i + 1);
    lua_rawseti(L, -2, ++n);
  }
}

static void push_segment (lua_State *L, const game_ud *g, int type, int rotation, int segment) {
  const carc_definition *d = g->d;
  carc_segment one = carc_type_segment(d, type, rotation, segment);
  lua_createtable(L, 0, 9);
  carcL_set_integer(L, "index", segment + 1);
  carcL_set_string(L, "kind", carc_kind_name(one.kind));
  carcL_push_segment_text(L, d, type, rotation, segment);
  lua_setfield(L, -2, "text");
  push_ports(L, one.ports);
  lua_setfield(L, -2, "ports");
  push_bits(L, one.borders);
  lua_setfield(L, -2, "borders");
  push_bits(L, one.ends_at);
  lua_setfield(L, -2, "ends_at");
  carcL_set_integer(L, "pennants", one.pennants);
  if (one.good >= 0) carcL_set_string(L, "good", carc_good_name((carc_good)one.good));
  carcL_push_attributes(L, g, one.attributes);
  lua_setfield(L, -2, "attributes");
}

static void push_type (lua_State *L, const game_ud *g, int type, int rotation) {
  const carc_definition *d = g->d;
  lua_createtable(L, 0, 4);
  carcL_set_string(L, "id", carc_type_id(d, type));
  carcL_set_integer(L, "count", carc_type_count(d, type));
  carcL_push_tile_attributes(L, g, carc_type_attributes(d, type));
  lua_setfield(L, -2, "attributes");
  lua_newtable(L);
  for (int s = 0; s < carc_type_segments(d, type); s++) {
    push_segment(L, g, type, rotation, s);
    lua_rawseti(L, -2, s + 1);
  }
  lua_setfield(L, -2, "segments");
}

MODULE_FUNCTION(carcL_game_tiles) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_newtable(L);
  for (int t = 0; t < carc_definition_types(g->d); t++) {
    push_type(L, g, t, 0);
    lua_rawseti(L, -2, t + 1);
  }
  return 1;
}

MODULE_FUNCTION(carcL_game_tile) {
  const game_ud *g = carcL_check_game(L, 1);
  int type = carc_type_find(g->d, luaL_checkstring(L, 2));
  lua_Integer rotation = carcL_opt_integer(L, 3, 0);
  luaL_argcheck(L, rotation >= 0 && rotation <= 3, 3, "expected a rotation from 0 to 3");
  if (type >= 0)
    push_type(L, g, type, (int)rotation);
  else
    lua_pushnil(L);
  return 1;
}

/* Pushes the kinds of segments on which a piece may stand. */
static void push_kinds_for (lua_State *L, const carc_definition *d, int p) {
  int n = 0;
  lua_createtable(L, 4, 0); /* usually enough */
  for (int kind = 0; kind < CARC_KIND_COUNT; kind++) {
    if (!carc_piece_stands_on(d, p, (carc_kind)kind)) continue;
    lua_pushstring(L, carc_kind_name((carc_kind)kind));
    lua_rawseti(L, -2, ++n);
  }
}

static void push_piece (lua_State *L, const carc_definition *d, int p) {
  lua_createtable(L, 0, 5);
  carcL_set_integer(L, "index", p + 1);
  carcL_set_string(L, "name", carc_piece_name(d, p));
  carcL_set_integer(L, "count", carc_piece_count(d, p));
  carcL_set_boolean(L, "follower", carc_piece_is_follower(d, p));
  push_kinds_for(L, d, p);
  lua_setfield(L, -2, "on");
  if (p == carc_definition_span(d)) carcL_set_boolean(L, "span", true);
}

MODULE_FUNCTION(carcL_game_pieces) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_createtable(L, carc_definition_pieces(g->d), 0);
  for (int p = 0; p < carc_definition_pieces(g->d); p++) {
    push_piece(L, g->d, p);
    lua_rawseti(L, -2, p + 1);
  }
  return 1;
}

/* Returns a piece by its name or index. */
MODULE_FUNCTION(carcL_game_piece) {
  const carc_definition *d = carcL_check_game(L, 1)->d;
  bool named = lua_type(L, 2) == LUA_TSTRING;
  lua_Integer i = named ? carc_piece_find(d, lua_tostring(L, 2)) + 1 : carcL_check_integer(L, 2);
  if (i >= 1 && i <= carc_definition_pieces(d))
    push_piece(L, d, (int)i - 1);
  else
    lua_pushnil(L);
  return 1;
}

MODULE_FUNCTION(carcL_game_areas) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_newtable(L);
  for (int i = 0; i < carc_definition_areas(g->d); i++) {
    lua_pushstring(L, carc_name_for(g->d, CARC_NAME_KIND_AREA, g->script, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Pushes a list of the names of places. Each bit of `on` stands for one name. */
static void push_token_places (lua_State *L, unsigned on) {
  static const char *const names[] = {
#define X(id, name) name,
      CARC_TOKEN_PLACE_LIST(X)
#undef X
  };
  int n = 0;
  lua_newtable(L);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if ((on >> i & 1) == 0) continue;
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, ++n);
  }
}

static const char *token_owner (int of) {
  static const char *const names[] = {
#define X(id, name) name,
      CARC_TOKEN_OWNER_LIST(X)
#undef X
  };
  return names[of];
}

/*
** Returns the kinds of tokens. If a kind has no sign, its symbol is the first two letters of its
** name, which are ASCII letters.
*/
MODULE_FUNCTION(carcL_game_tokens) {
  const game_ud *g = carcL_check_game(L, 1);
  const carc_definition *d = g->d;
  lua_newtable(L);
  for (int k = 0; k < carc_definition_tokens(d); k++) {
    carc_token_kind row = carc_token_describe(d, k);
    const char *own = strrchr(row.name, '.');
    char sign[3] = {0};
    strncpy(sign, own != NULL ? own + 1 : row.name, 2);
    if (sign[0] >= 'a' && sign[0] <= 'z') sign[0] = (char)(sign[0] - 'a' + 'A');
    lua_createtable(L, 0, 6);
    carcL_set_string(L, "name", carc_name_for(d, CARC_NAME_KIND_TOKEN, g->script, k));
    carcL_set_string(L, "symbol", row.sign[0] != '\0' ? row.sign : sign);
    carcL_set_integer(L, "count", row.count);
    carcL_set_integer(L, "numbers", row.numbers);
    carcL_set_string(L, "owner", token_owner(row.of));
    carcL_set_string(L, "visible_to", carcL_visibility_names[row.seen]);
    push_token_places(L, row.on);
    lua_setfield(L, -2, "on");
    lua_rawseti(L, -2, k + 1);
  }
  return 1;
}

MODULE_FUNCTION(carcL_game_phases) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_newtable(L);
  for (int i = 0; i < carc_definition_phases(g->d); i++) {
    lua_createtable(L, 0, 2);
    carcL_set_string(L, "name", carc_phase_name(g->d, i));
    carcL_set_string(L, "timing", carc_phase_timing(g->d, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

MODULE_FUNCTION(carcL_game_final_steps) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_newtable(L);
  for (int i = 0; i < carc_definition_steps(g->d); i++) {
    lua_pushstring(L, carc_step_name(g->d, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Replaces the value on top by a deep copy. The value is a table of plain data. */
static void push_plain_copy (lua_State *L) {
  if (!lua_istable(L, -1)) return;
  luaL_checkstack(L, 6, NULL);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, -3) != 0) {
    push_plain_copy(L);
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

/* Returns copies of the variants' tables, so that the caller may change them. */
MODULE_FUNCTION(carcL_game_variants) {
  carcL_check_game(L, 1);
  lua_getiuservalue(L, 1, GAME_VARIANTS);
  push_plain_copy(L);
  return 1;
}

MODULE_FUNCTION(carcL_game_tostring) {
  const game_ud *g = carcL_check_game(L, 1);
  lua_pushfstring(L, "game for %d players with %d tiles", carc_definition_players(g->d),
                  carc_definition_tiles(g->d));
  return 1;
}

/* ---- Functions of the module ----------------------------------------------------------------- */

/* A list of names, which is the second argument. */
typedef struct name_list {
  lua_State *L;
} name_list;

static const char *next_listed (const void *ud, int i) {
  lua_State *L = ((const name_list *)ud)->L;
  const char *name = lua_rawgeti(L, 2, i + 1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  lua_pop(L, 1); /* the list keeps the string alive */
  return name;
}

/* nearest(word, names): returns the nearest of the names, or nil. */
MODULE_FUNCTION(carcL_core_nearest) {
  size_t length;
  const char *w = luaL_checklstring(L, 1, &length);
  luaL_checktype(L, 2, LUA_TTABLE);
  name_list names = {L};
  lua_pushstring(L, carc_nearest_name(w, length, next_listed, &names));
  return 1;
}

/* phrase_fault(text): returns an error message if the text is not fit for display, or nil. */
MODULE_FUNCTION(carcL_core_phrase_fault) {
  carc_error err;
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bool fine = carcU_check_phrase((text_view){text, length}, CARC_MAX_PHRASE, &err) == CARC_OK;
  lua_pushstring(L, fine ? NULL : err.message);
  return 1;
}

/* text_fault(text): returns an error message if a terminal could act on the text, or nil. */
MODULE_FUNCTION(carcL_core_text_fault) {
  carc_error err;
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  bool fine = carcU_check_text((text_view){text, length}, true, &err) == CARC_OK;
  lua_pushstring(L, fine ? NULL : err.message);
  return 1;
}

/* save_definition(text): returns the definition of a saved game; on failure nil, message, code. */
MODULE_FUNCTION(carcL_core_save_definition) {
  carc_error err = {0};
  size_t length;
  const char *text = carcL_check_text(L, 1, &err);
  const char *part = text != NULL ? carc_saved_game_definition(text, &length, &err) : NULL;
  if (part == NULL) return carcL_push_failure(L, &err);
  lua_pushlstring(L, part, length);
  return 1;
}

/* tileset(name): returns the lines of a built-in set in the notation of tiles, or nil. */
MODULE_FUNCTION(carcL_core_tileset) {
  lua_pushstring(L, carc_tileset(luaL_checkstring(L, 1)));
  return 1;
}

/* digest(text): returns a hash of the text as 16 hexadecimal digits. */
MODULE_FUNCTION(carcL_core_digest) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  char digits[17];
  snprintf(digits, sizeof digits, "%016" PRIx64, carcU_hash_text(HASH_START, text, length));
  lua_pushstring(L, digits);
  return 1;
}
