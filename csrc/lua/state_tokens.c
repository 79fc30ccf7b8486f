/*
** state_tokens.c: where tokens and goods are, and how hooks move them.
*/
#include <string.h>
#include "state_tokens.h"
#include "arguments.h"
#include "mutation.h"
#include "userdata.h"
#include "values.h"

/* ---- Arguments ------------------------------------------------------------------------------- */

static const char no_token[] = "the game declares no token";

static int check_kind (lua_State *L, int arg, game_ud *g) {
  return carcL_check_cached_name(L, arg, g, CARC_NAME_KIND_TOKEN, no_token);
}

/*
** Reads the number or text of a segment of the tile; -1 if it is absent. Raises an error for any
** other value.
*/
static int check_segment (lua_State *L, int arg, const state_ud *b, int tile) {
  const carc_definition *d = b->g->d;
  carc_tile t = carc_state_tile(d, b->s, tile);
  int kind = lua_getfield(L, arg, "segment"), segment = -1;
  if (kind == LUA_TNUMBER) segment = carcL_number_field(L, arg, "segment", 0) - 1;
  if (kind == LUA_TSTRING) segment = carc_segment_find(d, t.type, t.rotation, lua_tostring(L, -1));
  lua_pop(L, 1);
  if (kind != LUA_TNIL && (segment < 0 || segment >= carc_type_segments(d, t.type)))
    luaL_argerror(L, arg, "the tile at this cell does not have this segment");
  return segment;
}

/* Gets the cell of an action. Returns false if the action has no cell. */
static bool is_on_cell (lua_State *L, int arg, carc_action_fields *f) {
  const game_ud *g;
  const action_ud *ud = carcL_test_action(L, arg, &g);
  if (ud == NULL) return false;
  *f = carcL_snapshot_fields(snapshot_of(ud));
  return f->has_cell || f->kind == CARC_ACTION_PLACE || f->kind == CARC_ACTION_DEPLOY;
}

/*
** Finds what is at x, y: a tile, or an empty cell if tokens of this kind may lie on empty cells.
** Raises an error if there is neither.
*/
static void find_cell (lua_State *L, int arg, const state_ud *b, int kind, int x, int y, carc_token *to) {
  to->tile = carc_state_tile_at(b->g->d, b->s, x, y);
  if (to->tile >= 0) return;
  if ((carc_token_describe(b->g->d, kind).on >> CARC_TOKEN_PLACE_CELL & 1) == 0)
    luaL_argerror(L, arg, "no tile lies at this cell");
  to->on_cell = true;
  to->x = x;
  to->y = y;
}

/*
** Reads the place of a token: a player's number; a table with x, y and possibly a segment; or nil
** for the supply.
*/
static carc_token check_where (lua_State *L, int arg, const state_ud *b, int kind) {
  carc_token to = {.number = 0, .owner = -1, .player = -1, .tile = -1, .segment = -1};
  carc_action_fields f;
  if (lua_isnoneornil(L, arg)) return to;
  if (lua_type(L, arg) == LUA_TNUMBER) {
    to.player = carcL_check_player(L, arg, b->g->d);
    return to;
  }
  if (is_on_cell(L, arg, &f)) {
    find_cell(L, arg, b, kind, f.x, f.y, &to);
    to.segment = to.tile >= 0 ? f.segment : -1;
    if (to.segment >= 0 &&
        to.segment >= carc_type_segments(b->g->d, carc_state_tile(b->g->d, b->s, to.tile).type))
      luaL_argerror(L, arg, "the tile at this cell does not have this segment");
    return to;
  }
  if (!carcL_is_place(L, arg))
    luaL_argerror(L, arg,
                  lua_pushfstring(L, "expected a player's number, a table with x and y, or nil; got %s",
                                  luaL_typename(L, arg)));
  find_cell(L, arg, b, kind, carcL_number_field(L, arg, "x", 999), carcL_number_field(L, arg, "y", 999), &to);
  if (to.tile >= 0) to.segment = check_segment(L, arg, b, to.tile);
  return to;
}

/*
** Reads where a token is moved: a place as in check_where, or the name of an area, which stands for
** the first place of the area.
*/
static carc_token check_goal (lua_State *L, int arg, const state_ud *b, int kind) {
  if (lua_type(L, arg) != LUA_TSTRING) return check_where(L, arg, b, kind);
  carc_token to = {.number = 0, .owner = -1, .player = -1, .tile = -1, .segment = -1};
  carcL_check_area(L, arg, b, -1, &to.tile, &to.segment);
  return to;
}

static int opt_number (lua_State *L, int arg) {
  lua_Integer n = carcL_opt_integer(L, arg, 0);
  return n < 0 || n > CARC_MAX_TOKEN_NUMBERS ? CARC_MAX_TOKEN_NUMBERS + 1 : (int)n;
}

/* The owner of the token of this kind and number that is at this place; -1 if there is none. */
static int find_owner (const state_ud *b, const carc_token *like) {
  const carc_definition *d = b->g->d;
  for (int i = 0; i < carc_state_tokens(d, b->s); i++) {
    carc_token t = carc_state_token(d, b->s, i);
    if (t.kind == like->kind && t.number == like->number && t.player == like->player &&
        t.tile == like->tile && (t.segment == like->segment || t.segment < 0) && t.on_cell == like->on_cell &&
        t.x == like->x && t.y == like->y)
      return t.owner;
  }
  return -1;
}

/*
** If the number of a token is hidden and no number was given, sets it to the lowest number among
** the tokens at the place, or to 0.
*/
static void find_number (const state_ud *b, carc_token *like) {
  const carc_definition *d = b->g->d;
  for (int i = carc_state_tokens(d, b->s) - 1; i >= 0; i--) {
    carc_token t = carc_state_token(d, b->s, i);
    if (t.kind == like->kind && t.owner == like->owner && t.player == like->player && t.tile == like->tile &&
        t.segment == like->segment && t.on_cell == like->on_cell && t.x == like->x && t.y == like->y)
      like->number = t.number;
  }
}

bool carcL_is_token (lua_State *L, int at) {
  if (!lua_istable(L, at)) return false;
  bool named = lua_getfield(L, at, "token") == LUA_TSTRING;
  lua_pop(L, 1);
  return named;
}

/*
** Reads a token that State:tokens has listed. The field `player` of its table is the player who has
** the token in hand, or else its owner. If the table has no cell, the token is in a hand; if the
** table also has no player, the token is in the supply.
*/
static carc_token check_listed_token (lua_State *L, int arg, const state_ud *b) {
  const game_ud *g;
  if (carcL_test_action(L, arg, &g) == NULL) luaL_checktype(L, arg, LUA_TTABLE);
  if (lua_getfield(L, arg, "token") != LUA_TSTRING)
    luaL_argerror(L, arg, "expected a token as State:tokens lists it, with a field 'token'");
  int kind = carcL_find_named(L, arg, b->g, CARC_NAME_KIND_TOKEN, no_token, lua_tostring(L, -1));
  lua_pop(L, 1);
  carc_token t = {.player = -1, .tile = -1, .segment = -1};
  if (carcL_is_place(L, arg)) t = check_where(L, arg, b, kind);
  t.kind = kind;
  t.number = carc_token_describe(b->g->d, kind).numbers > 1 ? carcL_number_field(L, arg, "number", 0) : 0;
  int player = carcL_number_field(L, arg, "player", 0) - 1;
  bool in_hand = t.tile < 0 && !t.on_cell;
  if (in_hand) t.player = player;
  t.owner = -1;
  if (carc_token_describe(b->g->d, kind).of != CARC_TOKEN_OWNER_PLAYER) return t;
  t.owner = carcL_test_action(L, arg, &g) == NULL ? carcL_number_field(L, arg, "owner", 0) - 1 : -1;
  if (t.owner < 0 && !in_hand) t.owner = player;
  if (t.owner < 0) t.owner = find_owner(b, &t);
  return t;
}

carc_token carcL_check_token (lua_State *L, int arg, const state_ud *b) {
  carc_token t = check_listed_token(L, arg, b);
  if (carc_token_describe(b->g->d, t.kind).seen != CARC_VISIBILITY_ALL && t.number == 0) find_number(b, &t);
  return t;
}

/* ---- Reading --------------------------------------------------------------------------------- */

void carcL_push_token (lua_State *L, const game_ud *g, const token_snapshot *snapshot) {
  const carc_definition *d = g->d;
  const carc_token *t = &snapshot->token;
  int player = t->player >= 0 ? t->player : t->owner;
  lua_createtable(L, 0, 9);
  carcL_set_string(L, "token", carc_name_for(d, CARC_NAME_KIND_TOKEN, g->script, t->kind));
  if (t->number > 0) carcL_set_integer(L, "number", t->number);
  if (player >= 0) carcL_set_integer(L, "player", player + 1);
  if (t->owner >= 0) carcL_set_integer(L, "owner", t->owner + 1);
  carcL_set_boolean(L, "in_hand", t->tile < 0 && !t->on_cell);
  if (t->on_cell) carcL_set_cell(L, t->x, t->y);
  if (t->tile < 0) return;
  carcL_set_integer(L, "tile", t->tile + 1);
  carcL_set_cell(L, snapshot->on.x, snapshot->on.y);
  if (t->segment < 0) return;
  carcL_set_integer(L, "segment", t->segment + 1);
  carcL_push_segment_text(L, d, snapshot->on.type, snapshot->on.rotation, t->segment);
  lua_setfield(L, -2, "text");
}

static token_snapshot snapshot_token (const state_ud *b, carc_token t) {
  token_snapshot snapshot = {.token = t};
  if (t.tile >= 0) snapshot.on = carc_state_tile(b->g->d, b->s, t.tile);
  return snapshot;
}

/*
** State:token(name, player?): returns the only token of the kind, or the only token of the kind
** that belongs to the player. If the token is in the supply, returns nil.
*/
MODULE_FUNCTION(carcL_state_token) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int kind = check_kind(L, 2, b->g);
  int player = lua_isnoneornil(L, 3) ? carc_state_turn_player(d, b->s) : carcL_check_player(L, 3, d);
  carc_token_kind row = carc_token_describe(d, kind);
  if (row.count * row.numbers > 1)
    luaL_argerror(L, 2, "the game has several of these tokens; State:tokens lists them");
  for (int i = 0; i < carc_state_tokens(d, b->s); i++) {
    carc_token t = carc_state_token(d, b->s, i);
    bool there = t.player >= 0 || t.tile >= 0 || t.on_cell;
    if (t.kind != kind || !there || (t.owner >= 0 && t.owner != player)) continue;
    token_snapshot snapshot = snapshot_token(b, t);
    carcL_push_token(L, b->g, &snapshot);
    return 1;
  }
  lua_pushnil(L);
  return 1;
}

/*
** Whether a token is at a place. A token on a segment is also at the segment's tile; a token on a
** tile is also at each of the tile's segments; a token on a feature is at every segment of the
** feature.
*/
static bool is_there (const state_ud *b, const carc_token *t, const carc_token *where) {
  const carc_definition *d = b->g->d;
  if (where->on_cell || t->on_cell)
    return where->on_cell && t->on_cell && t->x == where->x && t->y == where->y;
  if (where->tile < 0) return t->player == where->player && t->tile < 0;
  bool of_feature = (carc_token_describe(d, t->kind).on >> CARC_TOKEN_PLACE_FEATURE & 1) != 0;
  if (t->tile >= 0 && where->segment >= 0 && of_feature && t->segment >= 0)
    return carc_state_feature_id(d, b->s, t->tile, t->segment) ==
           carc_state_feature_id(d, b->s, where->tile, where->segment);
  return t->tile == where->tile && (t->segment < 0 || where->segment < 0 || t->segment == where->segment);
}

/*
** Checks that the observer may count the tokens with a certain number: the observer must see the
** numbers of all tokens of this kind at the place.
*/
static void check_seen (lua_State *L, int arg, const state_ud *b, int kind, const carc_token *where) {
  const carc_definition *d = b->g->d;
  int observer = carcL_check_observer(L, arg, d);
  for (int i = 0; i < carc_state_tokens(d, b->s); i++) {
    carc_token t = carc_state_token(d, b->s, i);
    if (t.kind != kind || carc_token_is_seen(d, &t, observer) || !is_there(b, &t, where)) continue;
    const char *name = carc_name_for(d, CARC_NAME_KIND_TOKEN, b->g->script, kind);
    luaL_argerror(
        L, arg,
        lua_pushfstring(L,
                        "%s does not see the numbers of the tokens '%s' at this place; omit the number to "
                        "count the tokens, or call tokens_unseen for the possible numbers",
                        carcL_observer_text(L, observer), name));
  }
}

MODULE_FUNCTION(carcL_state_num_tokens) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int kind = check_kind(L, 2, b->g), number = opt_number(L, 4), n = 0;
  carc_token where = check_where(L, 3, b, kind);
  int numbers = carc_token_describe(d, kind).numbers;
  if (number > numbers)
    luaL_argerror(
        L, 4, lua_pushfstring(L, "expected the number of a token, from 1 to %d, got %d", numbers, number));
  if (number > 0) check_seen(L, 5, b, kind, &where);
  if (where.tile < 0 && !where.on_cell) {
    lua_pushinteger(L, carc_state_count_tokens(d, b->s, kind, number, where.player));
    return 1;
  }
  for (int i = 0; i < carc_state_tokens(d, b->s); i++) {
    carc_token t = carc_state_token(d, b->s, i);
    bool bears = number == 0 || t.number == number || (t.number == 0 && number == 1);
    n += t.kind == kind && bears && is_there(b, &t, &where);
  }
  lua_pushinteger(L, n);
  return 1;
}

/*
** State:tokens_unseen(name, observer): counts the tokens whose numbers the observer does not see.
** For each number, returns how many of these tokens have it.
*/
MODULE_FUNCTION(carcL_state_tokens_unseen) {
  const state_ud *b = carcL_check_state(L, 1);
  int kind = check_kind(L, 2, b->g), observer = carcL_check_observer(L, 3, b->g->d);
  int numbers = carc_token_describe(b->g->d, kind).numbers;
  lua_createtable(L, numbers, 0);
  for (int i = 1; i <= numbers && numbers > 1; i++) {
    lua_pushinteger(L, carc_state_tokens_unseen(b->g->d, b->s, observer, kind, i));
    lua_rawseti(L, -2, i);
  }
  return 1;
}

/* State:sees(observer, token) */
MODULE_FUNCTION(carcL_state_sees) {
  const state_ud *b = carcL_check_state(L, 1);
  luaL_checkany(L, 2);
  int observer = carcL_check_observer(L, 2, b->g->d);
  luaL_argcheck(L, carcL_is_token(L, 3), 3, "expected a token as State:tokens lists it");
  carc_token t = carcL_check_token(L, 3, b);
  lua_pushboolean(L, carc_token_is_seen(b->g->d, &t, observer));
  return 1;
}

/* ---- Changing -------------------------------------------------------------------------------- */

/*
** These methods are not engine calls (RETURN_MUTATION), because moving tokens or goods runs no
** hook.
*/

MODULE_FUNCTION(carcL_state_put_token) {
  const state_ud *b = carcL_check_mutable(L);
  carc_error err;
  int kind = check_kind(L, 2, b->g), number = opt_number(L, 4);
  carc_token to = check_goal(L, 3, b, kind);
  return carcL_finish_mutation(L, carc_call_put_token(b->call, kind, number, &to, &err), &err);
}

MODULE_FUNCTION(carcL_state_move_token) {
  const state_ud *b = carcL_check_mutable(L);
  carc_error err;
  carc_token from = carcL_check_token(L, 2, b), to = check_goal(L, 3, b, from.kind);
  return carcL_finish_mutation(L, carc_call_move_token(b->call, &from, &to, &err), &err);
}

/* Reads a player, or nil for the supply. */
static int check_giver (lua_State *L, int arg, const state_ud *b) {
  return lua_isnil(L, arg) ? -1 : carcL_check_player(L, arg, b->g->d);
}

/* State:give_good(from, to, good, n?) */
MODULE_FUNCTION(carcL_state_give_good) {
  const state_ud *b = carcL_check_mutable(L);
  carc_error err;
  int from = check_giver(L, 2, b), to = check_giver(L, 3, b);
  carc_good good = carcL_check_good(L, 4);
  lua_Integer n = carcL_opt_integer(L, 5, 1);
  int count = n > 0 && n < 1000 ? (int)n : 0;
  return carcL_finish_mutation(L, carc_call_give_good(b->call, from, to, good, count, &err), &err);
}
