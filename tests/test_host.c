/*
** test_host.c: tests a program that embeds Lua and exports functions with short names to the
** modules that it loads (-rdynamic). The program plays the same games, whether it is linked with
** the engine or loads the module. The module must not call the functions of the program.
*/
#include "support.h"
#include "compat/lua_compat.h"
#include <lualib.h>

int luaopen_carcassonne_core (lua_State *L);

static int own_calls;

/* clang-format off */
#define OWN_FUNCTIONS(X) \
  X(add_option) X(any_tile_left) X(award) X(begin_epoch) X(begin_game) X(begin_replay) X(charge_rows) X(check_action) \
  X(check_game) X(check_player) X(check_state) X(choose_hooks) X(clear_board) X(clear_options) X(count_pieces) X(decide) \
  X(draw_type) X(edges_fit) X(enter) X(enter_state) X(event_of) X(event_on) X(extend) X(fill_bag) X(find_cell) X(find_tile) \
  X(fits_at) X(give_back) X(hash_mix) X(hash_text) X(hold_back) X(is_blocked) X(is_refused) X(join_places) X(lay_span) \
  X(lay_tile) X(leave) X(attribute_feature) X(next_piece) X(next_word) X(nth_type) X(open_rows) X(past_of) X(push_action) \
  X(push_event) X(push_tile) X(put) X(put_into_bag) X(put_text) X(read_cell) X(read_int) X(read_tile) X(replay) \
  X(resign) X(score_completed) X(score_finally) X(set_integer) X(set_string) X(shuffle_in) X(span_tile) X(split_word) \
  X(step_replay) X(take_item) X(take_memory) X(take_type) X(take_word) X(say) X(say_gone) X(say_plainly) \
  X(tile_of_label) X(turn_ports) X(word_is) X(word_to_int) X(worth_each) X(written)
/* clang-format on */

#define X(name)    \
  void name(void); \
  void name(void) { own_calls++; }
OWN_FUNCTIONS(X)
#undef X

/*
** Plays a game of Traders & Builders, and checks that its events account for all tiles and points.
*/
static const char plays[] =
    "local core = require 'carcassonne.core'\n"
    "local game = assert(core.new_game('set base\\nset traders\\nplayers 2\\n', {}, {}, 0))\n"
    "local state = game:new_initial_state(7)\n"
    "for i = 1, 1000 do\n"
    "  if state:is_terminal() then break end\n"
    "  state:apply_index(1 + i * 7 % state:num_actions())\n"
    "end\n"
    "local counts, points = {}, {0, 0}\n"
    "for _, event in ipairs(state:events()) do\n"
    "  counts[event.kind] = (counts[event.kind] or 0) + 1\n"
    "  if event.kind == 'scored' then points[event.player] = points[event.player] + event.points end\n"
    "end\n"
    "assert(state:is_terminal())\n"
    "assert(counts.placed == state:num_tiles() - 1, 'placements reported: ' .. tostring(counts.placed))\n"
    "assert(counts.deployed > 10 and counts.goods > 0 and counts.ended == 1)\n"
    "for player, sum in ipairs(state:returns()) do\n"
    "  assert(points[player] == sum, ('player %d: %d points, %d reported'):format(player, sum, "
    "points[player]))\n"
    "end\n";

static void play_with (lua_State *L) {
  own_calls = 0;
  if (luaL_loadstring(L, plays) != LUA_OK || lua_pcall(L, 0, 0, 0) != LUA_OK)
    fail_msg("%s", lua_tostring(L, -1));
  assert_int_equal(own_calls, 0);
}

static void a_host_linked_with_the_engine_keeps_its_names (void **unused) {
  (void)unused;
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  luaL_requiref(L, "carcassonne.core", luaopen_carcassonne_core, 0);
  play_with(L);
  lua_close(L);
}

/* The folder of this program is beside the folder of the module, ../lua. */
static void a_host_that_loads_the_module_keeps_its_names (void **state) {
  const char *program = *state, *slash = strrchr(program, '/');
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_pushlstring(L, program, slash != NULL ? (size_t)(slash - program) + 1 : 0);
  lua_pushliteral(L, "../lua/?.so");
  lua_concat(L, 2);
  lua_setfield(L, -2, "cpath");
  play_with(L);
  lua_close(L);
}

int main (int argc, char **argv) {
  (void)argc;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_host_linked_with_the_engine_keeps_its_names),
      cmocka_unit_test_prestate(a_host_that_loads_the_module_keeps_its_names, argv[0]),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
