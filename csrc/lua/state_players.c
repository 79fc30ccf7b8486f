/*
** state_players.c: points, goods and pieces of players, the winners, and the question of a phase.
*/
#include <string.h>
#include "arguments.h"
#include "userdata.h"
#include "values.h"

static int push_for_players (lua_State *L, player_number *value) {
  int values[CARC_MAX_PLAYERS], n = carcL_gather_for_players(carcL_check_state(L, 1), value, values);
  lua_createtable(L, n, 0);
  for (int p = 0; p < n; p++) {
    lua_pushinteger(L, values[p]);
    lua_rawseti(L, -2, p + 1);
  }
  return 1;
}

MODULE_FUNCTION(carcL_state_returns) { return push_for_players(L, carc_state_score); }
MODULE_FUNCTION(carcL_state_rewards) { return push_for_players(L, carc_state_reward); }

STATE_GETTER(score, lua_pushinteger, carc_state_score(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)))
STATE_GETTER(own_score, lua_pushinteger,
             carc_state_own_score(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)))
STATE_GETTER(winners, carcL_push_players, carc_state_winners(b->g->d, b->s))
STATE_GETTER(has_resigned, lua_pushboolean,
             carc_state_has_resigned(b->g->d, b->s, carcL_check_player(L, 2, b->g->d)))

MODULE_FUNCTION(carcL_state_goods) {
  const state_ud *b = carcL_check_state(L, 1);
  int player = carcL_check_player(L, 2, b->g->d), goods[CARC_GOOD_COUNT];
  for (int g = 0; g < CARC_GOOD_COUNT; g++) goods[g] = carc_state_goods(b->g->d, b->s, player, (carc_good)g);
  carcL_push_goods(L, goods);
  return 1;
}

/* Returns a single number instead of a table, because scripts call this method often. */
MODULE_FUNCTION(carcL_state_good) {
  const state_ud *b = carcL_check_state(L, 1);
  int player = carcL_check_player(L, 2, b->g->d);
  lua_pushinteger(L, carc_state_goods(b->g->d, b->s, player, carcL_check_good(L, 3)));
  return 1;
}

static int push_for_pieces (lua_State *L,
                            int (*value)(const carc_definition *, const carc_state *, int, int)) {
  const state_ud *b = carcL_check_state(L, 1);
  const carc_definition *d = b->g->d;
  int player = carcL_check_player(L, 2, d), n = carc_definition_pieces(d), values[CARC_MAX_PIECES];
  for (int k = 0; k < n; k++) values[k] = value(d, b->s, player, k);
  lua_createtable(L, 0, n);
  for (int k = 0; k < n; k++) carcL_set_integer(L, carc_piece_name(d, k), values[k]);
  return 1;
}

MODULE_FUNCTION(carcL_state_pieces_in_hand) { return push_for_pieces(L, carc_state_pieces_in_hand); }
MODULE_FUNCTION(carcL_state_captured) { return push_for_pieces(L, carc_state_captured); }

/* Returns a single number instead of a table. */
MODULE_FUNCTION(carcL_state_in_hand) {
  const state_ud *b = carcL_check_state(L, 1);
  int player = carcL_check_player(L, 2, b->g->d), piece = carc_piece_find(b->g->d, luaL_checkstring(L, 3));
  lua_pushinteger(L, piece >= 0 ? carc_state_pieces_in_hand(b->g->d, b->s, player, piece) : 0);
  return 1;
}

STATE_GETTER(asked, lua_pushinteger, carc_state_asked(b->g->d, b->s) + 1)

/* ---- Subjects of phases ---------------------------------------------------------------------- */

/* Sets the field `feature` of the table on top of the stack, if the place exists. */
static int with_feature (lua_State *L, state_ud *b, int tile, int segment) {
  if (tile < 0) return 1;
  carcL_push_feature(L, 1, b, tile, segment);
  lua_setfield(L, -2, "feature");
  return 1;
}

MODULE_FUNCTION(carcL_state_scoring) {
  state_ud *b = carcL_check_state(L, 1);
  carc_scoring what;
  if (!carc_state_scored(b->g->d, b->s, &what)) return 0;
  carcL_push_scoring(L, &what);
  return with_feature(L, b, what.tile, what.segment);
}

MODULE_FUNCTION(carcL_state_points_given) {
  state_ud *b = carcL_check_state(L, 1);
  carc_given given;
  if (!carc_state_points_given(b->g->d, b->s, &given)) return 0;
  carcL_push_given(L, &given);
  return with_feature(L, b, given.tile, given.segment);
}
