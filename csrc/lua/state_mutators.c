/*
** state_mutators.c: methods with which hooks change pieces, points, tiles and features of their
** state.
*/
#include <string.h>
#include "arguments.h"
#include "mutation.h"
#include "state_reserves.h"
#include "userdata.h"
#include "values.h"

/*
** Reads where a piece is put: a place, or the name of an area. The name of an area stands for the
** first place of the area on which the piece may stand.
*/
static void check_stand (lua_State *L, int arg, const state_ud *b, int piece, int *tile, int *segment) {
  if (lua_type(L, arg) == LUA_TSTRING)
    carcL_check_area(L, arg, b, piece, tile, segment);
  else
    carcL_check_place(L, arg, b, tile, segment);
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static int check_number (lua_State *L, int arg, const char *key) {
  int v = carcL_number_field(L, arg, key, OUT_OF_RANGE);
  if (v == OUT_OF_RANGE)
    luaL_argerror(L, arg,
                  lua_pushfstring(
                      L, "expected a piece as State:pieces lists it, with a number in the field '%s'", key));
  return v;
}

/* Reads a tile, by its index or by its place. */
static int check_its_tile (lua_State *L, int arg, const state_ud *b) {
  int tile = carcL_number_field(L, arg, "tile", OUT_OF_RANGE);
  if (tile != OUT_OF_RANGE) return tile - 1;
  int x = check_number(L, arg, "x"), y = check_number(L, arg, "y");
  return carc_state_tile_at(b->g->d, b->s, x, y);
}

/* Reads a piece that State:pieces has returned, or an option that names a piece. */
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
  luaL_argcheck(L, fine, arg, "expected a piece as State:pieces lists it");
  return f;
}

MODULE_FUNCTION(carcL_state_return_piece) {
  state_ud *b = carcL_check_mutable(L);
  static const char *const reasons[] = {"returned", "scored", NULL};
  static const carc_leaving why[] = {CARC_LEAVING_RETURNED, CARC_LEAVING_SCORED};
  carc_piece f = check_standing_piece(L, 2, b);
  int reason = luaL_checkoption(L, 3, "returned", reasons);
  RETURN_MUTATION(L, b, carc_call_return_piece(b->call, f, why[reason], &err));
}

MODULE_FUNCTION(carcL_state_deploy) {
  state_ud *b = carcL_check_mutable(L);
  carc_piece f = {.player = carcL_check_player(L, 2, b->g->d), .piece = carcL_check_piece(L, 3, b->g->d)};
  check_stand(L, 4, b, f.piece, &f.tile, &f.segment);
  RETURN_MUTATION(L, b, carc_call_deploy(b->call, f, &err));
}

MODULE_FUNCTION(carcL_state_capture) {
  state_ud *b = carcL_check_mutable(L);
  carc_piece f = check_standing_piece(L, 2, b);
  RETURN_MUTATION(L, b, carc_call_capture(b->call, f, &err));
}

MODULE_FUNCTION(carcL_state_release) {
  state_ud *b = carcL_check_mutable(L);
  int player = carcL_check_player(L, 2, b->g->d), piece = carcL_check_piece(L, 3, b->g->d);
  RETURN_MUTATION(L, b, carc_call_release(b->call, player, piece, &err));
}

MODULE_FUNCTION(carcL_state_move_piece) {
  state_ud *b = carcL_check_mutable(L);
  carc_piece f = check_standing_piece(L, 2, b);
  int tile, segment;
  check_stand(L, 3, b, f.piece, &tile, &segment);
  RETURN_MUTATION(L, b, carc_call_move_piece(b->call, f, tile, segment, &err));
}

/* ---- Points, tiles, features ----------------------------------------------------------------- */

MODULE_FUNCTION(carcL_state_award) {
  state_ud *b = carcL_check_lent(L);
  int player = carcL_check_player(L, 2, b->g->d);
  lua_Integer points = carcL_check_integer(L, 3);
  size_t length;
  const char *text = luaL_optlstring(L, 4, "", &length);
  luaL_argcheck(L, strlen(text) == length, 4, "label: the text contains a control character");
  luaL_argcheck(L, points >= -1000000 && points <= 1000000, 3, "expected -1000000 to 1000000 points");
  if (b->g->rows[CARC_HOOK_ON_POINTS_GIVEN].n == 0) { /* no hook runs, and only points change */
    carc_error err;
    b->awards++;
    return carcL_finish_mutation(L, carc_call_award(b->call, player, (int)points, text, &err), &err);
  }
  b->acts++;
  RETURN_MUTATION(L, b, carc_call_award(b->call, player, (int)points, text, &err));
}

MODULE_FUNCTION(carcL_state_place_tile) {
  state_ud *b = carcL_check_mutable(L);
  int type = carcL_check_type_id(L, 2, b->g->d);
  int x = clamp_number(carcL_check_integer(L, 3)), y = clamp_number(carcL_check_integer(L, 4));
  lua_Integer rotation = carcL_opt_integer(L, 5, 0);
  luaL_argcheck(L, rotation >= 0 && rotation <= 3, 5, "expected a rotation from 0 to 3");
  RETURN_MUTATION(L, b, carc_call_place_tile(b->call, type, x, y, (int)rotation, &err));
}

MODULE_FUNCTION(carcL_state_join) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, other_tile, other_segment;
  carcL_check_place(L, 2, b, &tile, &segment);
  carcL_check_place(L, 5, b, &other_tile, &other_segment);
  RETURN_MUTATION(L, b, carc_call_join(b->call, tile, segment, other_tile, other_segment, &err));
}

MODULE_FUNCTION(carcL_state_unjoin) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, other_tile, other_segment;
  carcL_check_place(L, 2, b, &tile, &segment);
  carcL_check_place(L, 5, b, &other_tile, &other_segment);
  RETURN_MUTATION(L, b, carc_call_unjoin(b->call, tile, segment, other_tile, other_segment, &err));
}

MODULE_FUNCTION(carcL_state_remove_attribute) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, attribute = carcL_check_attribute(L, 5, b->g);
  carcL_check_place(L, 2, b, &tile, &segment);
  RETURN_MUTATION(L, b, carc_call_remove_attribute(b->call, tile, segment, attribute, &err));
}

MODULE_FUNCTION(carcL_state_set_attribute) {
  state_ud *b = carcL_check_mutable(L);
  int tile, segment, attribute = carcL_check_attribute(L, 5, b->g);
  carcL_check_place(L, 2, b, &tile, &segment);
  bool yes = lua_isnone(L, 6) || lua_toboolean(L, 6);
  RETURN_MUTATION(L, b, carc_call_set_attribute(b->call, tile, segment, attribute, yes, &err));
}

MODULE_FUNCTION(carcL_state_lay_span) {
  state_ud *b = carcL_check_mutable(L);
  int piece = carcL_check_piece(L, 2, b->g->d);
  carc_axis axis = carcL_check_axis(L, 5);
  int tile = carcL_find_tile(L, 3, b);
  luaL_argcheck(L, tile >= 0, 3, "no tile lies at this cell");
  RETURN_MUTATION(L, b, carc_call_lay_span(b->call, piece, tile, axis, &err));
}

MODULE_FUNCTION(carcL_state_shuffle_in) {
  state_ud *b = carcL_check_mutable(L);
  int attribute = carcL_check_tile_attribute(L, 2, b->g);
  RETURN_MUTATION(L, b, carc_call_shuffle_in(b->call, attribute, &err));
}

MODULE_FUNCTION(carcL_state_hold_back) {
  state_ud *b = carcL_check_mutable(L);
  int attribute = carcL_check_tile_attribute(L, 2, b->g);
  RETURN_MUTATION(L, b, carc_call_hold_back(b->call, attribute, &err));
}

MODULE_FUNCTION(carcL_state_deal_tiles) {
  state_ud *b = carcL_check_mutable(L);
  reserve_ref r = carcL_check_reserve(L, 2, b);
  int count = clamp_number(carcL_opt_integer(L, 4, 1));
  RETURN_MUTATION(L, b, carc_call_deal_tiles(b->call, r.reserve, r.player, count, &err));
}

MODULE_FUNCTION(carcL_state_move_tile) {
  state_ud *b = carcL_check_mutable(L);
  int type = carcL_check_type_id(L, 2, b->g->d);
  reserve_ref from = carcL_check_tile_place(L, 3, b), to = carcL_check_tile_place(L, 4, b);
  RETURN_MUTATION(L, b,
                  carc_call_move_tile(b->call, type, from.reserve, from.player, to.reserve, to.player, &err));
}

MODULE_FUNCTION(carcL_state_forbid_deployment) {
  state_ud *b = carcL_check_mutable(L);
  RETURN_MUTATION(L, b, carc_call_forbid_deployment(b->call, &err));
}
