/*
** test_phases.c: tests phases: when scripts ask players or chance, which options they offer, and
** what the answers do.
*/
#include "script.h"

#define PLAIN "set base\ndraws manual\n"
/* A position: a road with a thief and a builder of player 1. BA-U at 2,0 grants a further part. */
#define BUILDER_ROAD                                                                    \
  "set base\nset traders\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 " \
  "follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\n"

/* ---- When they come -------------------------------------------------------------------------- */

static void phases_come_in_the_order_of_a_turn_once_a_turn_or_each_part (void **unused) {
  (void)unused;
  script q = {0};
  for (int i = 0; i < 7; i++) q.phase[i] = (script_phase){.numbers = 1};
  game g = open_game(&q,
                     BUILDER_ROAD
                     "phase sunset turn_end\nphase after after_scoring\nphase before before_scoring\n"
                     "phase extra_option deployment\nphase source before_draw\nphase dawn turn_start\n"
                     "phase dusk game_end\n",
                     1);
  assert_log(&q, "dawn ");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_CHOICE);
  assert_string_equal(carc_phase_name(g.d, carc_state_phase(g.d, g.s)), "dawn");
  assert_offered(&g, "dawn #0");
  play_soundly(&g, "dawn #0");
  assert_log(&q, "dawn=dawn #0 source ");
  play_soundly(&g, "source #0; draw BA-U; place BA-U 2,0 r0");
  assert_log(&q, "source=source #0 ");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DEPLOY);
  assert_int_equal(carc_state_phase(g.d, g.s), -1);
  play_soundly(&g, "pass");
  assert_log(&q, "before ");
  play_soundly(&g, "before #0; after #0");
  assert_log(&q, "before=before #0 after after=after #0 ");
  play_soundly(&g, "extra take"); /* neither `dawn` nor `end` runs */
  assert_log(&q, "source ");
  play_soundly(&g, "source #0; draw BA-U; place BA-U 3,0 r0; extra_option #0");
  assert_log(&q, "source=source #0 extra_option=extra_option #0 before ");
  play_soundly(&g, "before #0; after #0");
  assert_log(&q, "before=before #0 after after=after #0 sunset ");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 0);
  play_soundly(&g, "sunset #0");
  assert_log(&q, "sunset=sunset #0 dawn ");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  close_game(&g);
}

/* A game with two tiles to draw. */
#define SHORT_GAME \
  "tile B x3 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\nstart B 0,0 r0\ndraws manual\npiece follower 0\n"

static void the_end_of_the_game_has_a_phase_after_the_last_turn_and_before_the_final_scoring (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}, {.numbers = 1}, {.numbers = 1}}};
  game g = open_game(&q, SHORT_GAME "phase dusk game_end\nphase sunset turn_end\nphase dawn turn_start\n", 1);
  play_soundly(&g, "dawn #0; draw B; place B 1,0 r0; sunset #0; dawn #0; draw B; place B 2,0 r0");
  assert_log(&q, "dawn dawn=dawn #0 sunset sunset=sunset #0 dawn dawn=dawn #0 sunset ");
  play_soundly(&g, "sunset #0");
  assert_log(&q, "sunset=sunset #0 dusk "); /* no further turn has begun */
  assert_false(carc_state_is_terminal(g.d, g.s));
  play_soundly(&g, "dusk #0");
  assert_true(carc_state_is_terminal(g.d, g.s));
  assert_int_equal(carc_state_num_actions(g.d, g.s), 0);
  close_game(&g);
}

/* The bag is empty, so no tile is left for the further part that the builder grants. */
static void a_turn_whose_further_part_finds_no_tile_ends_by_the_rule_of_the_edition (void **unused) {
  (void)unused;
  static const struct {
    const char *rule, *log;
  } rows[] = {{"optional", "sunset dusk "}, {"compulsory", "dusk "}};
  for (int i = 0; i < 2; i++) {
    script q = {0};
    char text[600];
    snprintf(text, sizeof text,
             "tile U x3 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\ndraws manual\npiece builder 1\n"
             "start U 0,0 r0\nstart U 1,0 r0\nstand 1 follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\n"
             "rule double_turn %s\nphase dusk game_end\nphase sunset turn_end\n",
             rows[i].rule);
    game g = open_game(&q, text, 1);
    play_soundly(&g, "draw U; place U 2,0 r0; pass");
    assert_true(carc_state_is_terminal(g.d, g.s));
    assert_log(&q, rows[i].log);
    close_game(&g);
  }
}

static void a_source_of_tiles_may_serve_a_further_part_when_the_bag_is_empty (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}}};
  game g = open_game(
      &q,
      "tile U x3 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\ndraws manual\npiece builder 1\n"
      "start U 0,0 r0\nstart U 1,0 r0\nstand 1 follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\n"
      "phase source before_draw\n",
      1);
  play_soundly(&g, "source #0; draw U; place U 2,0 r0; pass");
  assert_offered(&g, "extra take; extra decline");
  play_soundly(&g, "extra take; source #0"); /* no tile is left for this part either */
  assert_true(carc_state_is_terminal(g.d, g.s));
  close_game(&g);
}

static void phases_at_one_point_come_in_the_order_in_which_they_are_declared (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}, {0}, {.numbers = 1}, {.numbers = 1}, {.numbers = 2}}};
  game g = open_game(&q,
                     PLAIN "phase b before_scoring\nphase silent before_scoring\nphase z after_scoring\n"
                           "phase a before_scoring\nphase b before_scoring\n",
                     1);
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0; pass");
  assert_log(&q, "b ");
  assert_int_equal(carc_state_phase(g.d, g.s), 0);
  play_soundly(&g, "b #0");
  assert_log(&q, "b=b #0 silent a "); /* a phase that has no options asks nobody */
  play_soundly(&g, "a #0");
  assert_log(&q, "a=a #0 b ");
  assert_int_equal(carc_state_phase(g.d, g.s), 4); /* the second phase of this name */
  assert_offered(&g, "b #0; b #1");
  assert_int_equal(carc_action_unpack(carc_state_action(g.d, g.s, 1)).choice, 0);
  play_soundly(&g, "b #1; z #0");
  assert_log(&q, "b=b #1 z z=z #0 ");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  close_game(&g);
}

static void a_position_with_a_tile_in_hand_begins_in_the_middle_of_a_turn (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}, {.numbers = 1}}};
  game g = open_game(&q, PLAIN "hand BA-B\nphase dawn turn_start\nphase source before_draw\n", 1);
  assert_log(&q, "");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_PLACE);
  play_soundly(&g, "place BA-B 0,1 r0; pass");
  assert_log(&q, "dawn ");
  close_game(&g);
}

/* ---- Conditions ------------------------------------------------------------------------------ */

#define MARKED_TILES                                                                           \
  PLAIN "attribute volcano on=tile\nattribute inn\nvariable debt game\nvariable memory cell\n" \
        "tile V x3 @volcano field:NL.NR.EL.ER.SL.SR.WL.WR\n"                                   \
        "tile I x3 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL\n"

/* Sets a variable when the tile I is placed. Clears it when the tile V is placed. */
static int owes (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  script *q = ud;
  const carc_definition *d = carc_call_definition(call);
  const char *id = carc_type_id(d, carc_state_tile(d, carc_call_state(call), tile).type);
  q->rows = (unsigned)rows->bits[0];
  if (strcmp(id, "I") == 0) assert_int_equal(carc_call_set_variable(call, 1, 0, 1, NULL), CARC_OK);
  if (strcmp(id, "V") == 0) assert_int_equal(carc_call_set_variable(call, 1, 0, 0, NULL), CARC_OK);
  return count_call(q, call);
}

static void a_gate_keeps_a_phase_from_being_called (void **unused) {
  (void)unused;
  script q = {.hooks = {.on_tile_placed = owes}};
  game g = open_game(
      &q,
      MARKED_TILES
      "phase v before_scoring when=(attribute=volcano)\nphase i before_scoring when=(attribute=inn)\n"
      "phase m before_scoring when=(if=tiles(attribute=volcano))\n"
      "phase p before_scoring when=(if=pieces(piece=follower))\n"
      "phase s before_scoring when=(if=tiles(variable=memory))\n",
      1);
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0; pass");
  assert_log(&q, "");
  play_soundly(&g, "draw V; place V 0,2 r0; pass");
  assert_log(&q, "v m ");
  play_soundly(&g, "draw BA-U; place BA-U 1,0 r0; deploy follower road:E.W");
  assert_log(&q, "m p ");
  play_soundly(&g, "draw I; place I 2,0 r0; pass");
  assert_log(&q, "i m p s ");
  play_soundly(&g, "draw BA-B; place BA-B 0,3 r0; pass");
  assert_log(&q, "m p s ");
  play_soundly(&g, "draw V; place V 0,4 r0; pass");
  assert_log(&q, "v m p ");
  close_game(&g);
}

static void what_a_phase_offers_by_its_statement_is_asked_without_a_call (void **unused) {
  (void)unused;
  script q = {.logs_asking = true};
  game g =
      open_game(&q,
                PLAIN "phase back before_scoring may_pass\noffer pieces(player=turn_player;follower=yes)\n"
                      "phase other before_scoring\noffer pieces(player=others)\nhand BA-U\n",
                1);
  play_soundly(&g, "place BA-U 1,0 r0; deploy follower road:E.W");
  assert_log(&q, "back ");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_CHOICE);
  assert_offered(&g, "pass; back 1 follower road:E.W @1,0");
  play_soundly(&g, "pass");
  assert_log(&q, "back=pass other ");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  play_soundly(&g, "draw BA-U; place BA-U 2,0 r0; pass");
  assert_log(&q, "back other ");
  assert_offered(&g, "other 1 follower road:E.W @1,0");
  close_game(&g);
}

/* The condition is true if one of the numbers is not 0, whatever its index. */
static void a_variable_opens_a_gate_with_any_of_its_numbers (void **unused) {
  (void)unused;
  for (int place = 1; place <= 4; place++)
    for (int value = -1; value <= 1; value++) {
      script q = {0};
      char text[200];
      snprintf(text, sizeof text,
               PLAIN "variable debt player size=2\nremember debt %d %d\nphase pay turn_start "
                     "when=(if=players(variable=debt))\n",
               place, value);
      game g = open_game(&q, text, 1);
      assert_log(&q, value == 0 ? "" : "pay ");
      close_game(&g);
    }
}

static void a_tile_with_a_mark_on_the_table_at_the_start_opens_the_gate (void **unused) {
  (void)unused;
  script q = {0};
  game g =
      open_game(&q,
                MARKED_TILES
                "start BA-D 0,0 r0\nstart V 0,1 r0\nphase m turn_start when=(if=tiles(attribute=volcano))\n",
                1);
  assert_log(&q, "m ");
  close_game(&g);
}

static int leaves (void *ud, carc_call *call, const carc_piece *standing, carc_leaving why,
                   const carc_row_set *rows) {
  script *q = ud;
  q->standing = *standing;
  q->n = (int)why;
  q->rows = (unsigned)rows->bits[0];
  return count_call(q, call);
}

static int scores (void *ud, carc_call *call, const carc_scoring *what, const carc_row_set *rows) {
  script *q = ud;
  (void)what;
  q->rows = (unsigned)rows->bits[0];
  return count_call(q, call);
}

static void rows_of_hooks_have_conditions_of_their_own (void **unused) {
  (void)unused;
  script q = {.hooks = {.on_tile_placed = owes}};
  game g = open_game(&q,
                     MARKED_TILES "condition on_tile_placed 0 (attribute=volcano)\n"
                                  "condition on_tile_placed 3 (if=tiles(attribute=volcano))\n"
                                  "condition on_tile_placed 5 (if=pieces(piece=follower))\n"
                                  "condition on_tile_placed 31 (if=tiles(variable=memory))\n"
                                  "condition on_tile_placed 7 (attribute=inn)\n",
                     1);
  const unsigned others = ~(1u | 1u << 3 | 1u << 5 | 1u << 7 | 1u << 31);
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0");
  assert_int_equal(q.rows, others);
  play_soundly(&g, "deploy follower monastery; draw I; place I 1,0 r0");
  assert_int_equal(q.rows, others | 1u << 5 | 1u << 7); /* the hook has set the variable before */
  play_soundly(&g, "pass; draw V; place V 0,2 r0");
  assert_int_equal(q.rows, others | 1u | 1u << 3 | 1u << 5 | 1u << 31);
  close_game(&g);
}

static void a_hook_whose_conditions_are_all_false_is_not_called (void **unused) {
  (void)unused;
  for (int rows = 1; rows <= 3; rows++) { /* the third row has no condition */
    script q = {
        .hooks = {.on_tile_placed = owes, .n_rows = {[CARC_HOOK_ON_TILE_PLACED] = (unsigned char)rows}}};
    game g = open_game(&q,
                       MARKED_TILES "condition on_tile_placed 0 (attribute=volcano)\ncondition "
                                    "on_tile_placed 1 (attribute=inn)\nhand BA-B\n",
                       1);
    play(g.d, g.s, "place BA-B 0,1 r0");
    assert_int_equal(q.calls, rows == 3);
    assert_int_equal(q.rows, rows == 3 ? 4 : 0);
    play(g.d, g.s, "pass; draw V; place V 0,2 r0");
    assert_int_equal(q.rows, rows == 3 ? 5 : 1);
    close_game(&g);
  }
}

static void scoring_and_leaving_have_conditions_too (void **unused) {
  (void)unused;
  static const char text[] = MARKED_TILES
      "start BA-D 0,0 r0\nstart BA-U 1,0 r0\nstart BA-L -1,0 r0\npiece pig 1\nstand 2 follower 1,0 road:E.W\n"
      "condition on_piece_removed 0 (piece=follower)\ncondition on_piece_removed 1 (piece=pig)\ncondition "
      "on_piece_removed "
      "2 (variable=memory)\n"
      "condition on_piece_removed 4 (if=tiles(attribute=volcano))\ncondition on_piece_removed 5 "
      "(attribute=inn)\n"
      "condition on_feature_scored 0 (has=pieces(piece=follower))\ncondition on_feature_scored 1 "
      "(has=pieces(piece=pig))\n"
      "condition on_feature_scored 2 (variable=memory)\ncondition on_feature_scored 4 "
      "(if=tiles(attribute=volcano))\n"
      "condition on_feature_scored 5 (attribute=inn)\nhand BA-A\n";
  script q = {.hooks = {.on_piece_removed = leaves, .on_feature_scored = scores}};
  game g = open_game(&q, text, 1);
  const unsigned others = ~(1u | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 5);
  play(g.d, g.s, "place BA-A 2,0 r1");
  play(g.d, g.s, "pass");
  assert_int_equal(q.standing.player, 1);
  assert_int_equal(q.n, CARC_LEAVING_SCORED);
  assert_int_equal(q.rows, others | 1u); /* on_piece_removed runs after all others */
  close_game(&g);
  script r = {.hooks = {.on_feature_scored = scores}};
  g = open_game(&r, text, 1);
  play_soundly(&g, "place BA-A 2,0 r1; pass");
  assert_int_equal(r.rows, others | 1u);
  close_game(&g);
}

/* ---- The window ------------------------------------------------------------------------------ */

static void the_window_has_options_beside_deployments_and_passing (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2}}};
  game g = open_game(&q, PLAIN "phase fairy deployment\n", 1);
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0");
  assert_offered(
      &g,
      "pass; deploy follower monastery; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR; fairy #0; fairy #1");
  game h = {g.d, twin(&g), &q};
  play_soundly(&h, "fairy #1"); /* the deployment ends with this option */
  assert_log(&q, "fairy=fairy #1 ");
  assert_int_equal(carc_state_turn_player(h.d, h.s), 1);
  assert_int_equal(carc_state_pieces(h.d, h.s), 0);
  carc_state_free(h.d, h.s);
  play_soundly(&g, "deploy follower monastery");
  assert_log(&q, "");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  close_game(&g);
}

static void a_window_option_may_leave_the_window_open (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2, .again = true}}};
  game g = open_game(&q, PLAIN "phase fairy deployment\n", 1);
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0; fairy #1; fairy #1; deploy follower monastery");
  assert_log(&q, "fairy=fairy #1 fairy=fairy #1 ");
  assert_int_equal(carc_state_pieces(g.d, g.s), 1);
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  close_game(&g);
}

static void a_window_is_asked_where_nothing_can_be_deployed_and_a_script_offers_something (void **unused) {
  (void)unused;
  for (int n = 0; n < 2; n++) {
    script q = {.phase = {{.numbers = n}}};
    game g = open_game(&q, PLAIN "piece follower 0\nphase fairy deployment\n", 1);
    play_soundly(&g, "draw BA-B; place BA-B 0,1 r0");
    if (n == 0) assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DRAW);
    if (n == 1) assert_offered(&g, "pass; fairy #0");
    close_game(&g);
  }
}

static void a_compulsory_option_leaves_no_other_choice (void **unused) {
  (void)unused;
  for (int n = 0; n < 3; n++) { /* number of options */
    script q = {.phase = {{.numbers = 1}, {.numbers = n}, {.numbers = 1}}};
    game g = open_game(
        &q, PLAIN "phase fairy deployment\nphase princess deployment compulsory\nphase tower deployment\n",
        1);
    play_soundly(&g, "draw BA-B; place BA-B 0,1 r0");
    if (n == 0)
      assert_offered(&g, "pass; deploy follower monastery; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR; "
                         "fairy #0; tower #0");
    if (n == 1) assert_offered(&g, "princess #0");
    if (n == 2) assert_offered(&g, "princess #0; princess #1");
    if (n > 0) assert_fails(&g, "pass", CARC_ERR_ILLEGAL, "pass");
    if (n > 0) assert_fails(&g, "deploy follower monastery", CARC_ERR_ILLEGAL, "monastery");
    play_soundly(&g, n > 0 ? "princess #0" : "pass");
    assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
    close_game(&g);
  }
}

static int no_monks (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  (void)rows;
  const carc_definition *d = carc_call_definition(call);
  carc_action_fields f = carc_action_unpack(a);
  *ok = carc_type_segment(d, f.type, f.rotation, f.segment).kind != CARC_KIND_MONASTERY;
  return count_call(ud, call);
}

/* Offers deployments of followers on the monastery at 0,1 and on the field of that tile. */
static int offers_portal (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)q;
  (void)chosen;
  (void)question;
  if (offer_all(call, "segments(at=@0,1;can_deploy=followers)", true, -1, NULL) != CARC_OK)
    return carc_call_fail(call, "portal");
  return 0;
}

static void a_script_that_forbids_deployments_forbids_those_that_another_offers (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"", "pass; deploy follower road:E.W; deploy follower field:NL.NR.EL.WR; deploy follower "
           "field:ER.SL.SR.WL; deploy "
           "follower field:NL.NR.EL.ER.SL.SR.WL.WR @0,1"},
      {" compulsory", "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR @0,1"}};
  for (int i = 0; i < 2; i++) {
    script q = {.phase = {{.ask = offers_portal}}, .hooks = {.allow_deployment = no_monks}};
    char text[200];
    snprintf(text, sizeof text,
             PLAIN "start BA-D 0,0 r0\nstart BA-B 0,1 r0\nhand BA-U\nphase portal deployment%s\n",
             rows[i][0]);
    game g = open_game(&q, text, 1);
    play_soundly(&g, "place BA-U 1,0 r0");
    assert_offered(&g, rows[i][1]);
    close_game(&g);
  }
}

/* ---- At any time ----------------------------------------------------------------------------- */

static int pays_a_point (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)q;
  (void)question;
  return chosen != 0 && carc_call_award(call, 1, 1, "ransom", NULL) != CARC_OK;
}

static void an_option_at_any_time_interrupts_a_decision_and_comes_back_to_it (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .chosen = pays_a_point}, {.numbers = 2, .may_pass = true}}};
  game g = open_game(&q, BUILDER_ROAD "phase ransom anytime\nphase dawn turn_start\n", 1);
  assert_offered(&g, "pass; dawn #0; dawn #1; ransom #0");
  play_soundly(&g, "ransom #0; ransom #0");
  assert_log(&q, "dawn ransom=ransom #0 ransom=ransom #0 ");
  assert_int_equal(carc_state_phase(g.d, g.s), 1);
  assert_offered(&g, "pass; dawn #0; dawn #1; ransom #0");
  play_soundly(&g, "dawn #1");
  assert_log(&q, "dawn=dawn #1 ");
  assert_false(is_legal(g.d, g.s, "ransom #0")); /* the host draws, so no player decides */
  play_soundly(&g, "draw BA-U");
  int places = carc_state_num_actions(g.d, g.s);
  play_soundly(&g, "ransom #0");
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_PLACE);
  assert_int_equal(carc_state_num_actions(g.d, g.s), places);
  play_soundly(&g, "place BA-U 2,0 r0");
  assert_offered(&g, "pass; deploy follower field:NL.NR.EL.WR; deploy follower field:ER.SL.SR.WL; ransom #0");
  play_soundly(&g, "ransom #0");
  assert_offered(&g, "pass; deploy follower field:NL.NR.EL.WR; deploy follower field:ER.SL.SR.WL; ransom #0");
  play_soundly(&g, "pass");
  assert_offered(&g, "extra take; extra decline; ransom #0");
  play_soundly(&g, "ransom #0");
  assert_offered(&g, "extra take; extra decline; ransom #0");
  SCORES(g.d, g.s, 0, 5);
  play_soundly(&g, "extra decline; pass");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  close_game(&g);
}

static void nobody_is_asked_for_the_sake_of_an_option_at_any_time (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}}};
  game g = open_game(&q, PLAIN "piece follower 0\nphase ransom anytime\n", 1);
  /* the deployment is skipped, because it would have no options */
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DRAW);
  close_game(&g);
}

static void another_players_question_is_not_interrupted (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}, {.numbers = 1, .asks = 2}}};
  game g = open_game(&q, PLAIN "phase ransom anytime\nphase dawn turn_start\n", 1);
  assert_int_equal(carc_state_current_player(g.d, g.s), 1);
  assert_offered(&g, "dawn #0");
  close_game(&g);
}

static void a_gate_closes_an_option_at_any_time_too (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}}};
  game g =
      open_game(&q, MARKED_TILES "phase ransom anytime when=(if=tiles(attribute=volcano))\nhand BA-B\n", 1);
  assert_false(is_legal(g.d, g.s, "ransom #0"));
  play_soundly(&g, "place BA-B 0,1 r0; pass; draw V; place V 0,2 r0");
  assert_true(is_legal(g.d, g.s, "ransom #0"));
  close_game(&g);
}

/* ---- Whom a phase asks ----------------------------------------------------------------------- */

static void a_phase_may_ask_another_player (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2, .asks = 3, .may_pass = true}}};
  game g = open_game(&q, PLAIN "players 3\nphase vote before_scoring\n", 1);
  play_soundly(&g, "draw BA-B; place BA-B 0,1 r0; pass");
  assert_int_equal(carc_state_current_player(g.d, g.s), 2);
  assert_int_equal(carc_state_turn_player(g.d, g.s), 0);
  assert_false(carc_state_is_chance_node(g.d, g.s));
  assert_offered(&g, "pass; vote #0; vote #1");
  play_soundly(&g, "pass");
  assert_log(&q, "vote vote=pass ");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  play_soundly(&g, "draw BA-B; place BA-B 0,2 r0; pass; vote #1");
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_CHOSE), "3 - @0,0 1 vote; ");
  close_game(&g);
}

static void passing_is_legal_only_where_the_phase_says_so (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}}};
  game g = open_game(&q, PLAIN "phase dawn turn_start\n", 1);
  assert_fails(&g, "pass", CARC_ERR_ILLEGAL, "the question of a script must be answered");
  assert_fails(&g, "dawn #1", CARC_ERR_ILLEGAL, "'dawn #1' is not legal here");
  assert_fails(&g, "dawn", CARC_ERR_ILLEGAL, "dawn");
  assert_fails(&g, "draw BA-B", CARC_ERR_ILLEGAL, "draw");
  play_soundly(&g, "dawn #0");
  close_game(&g);
}

static void a_question_to_a_player_who_has_resigned_goes_to_whose_turn_it_is (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2, .asks = 3}}};
  game g = open_game(&q, PLAIN "players 4\nphase vote turn_start\n", 1);
  assert_int_equal(carc_state_current_player(g.d, g.s), 2);
  play_soundly(&g, "resign 3"); /* resigns while the phase asks this player */
  assert_int_equal(carc_state_current_player(g.d, g.s), 0);
  play_soundly(&g, "vote #1; draw BA-B; place BA-B 0,1 r0; pass");
  assert_int_equal(carc_state_current_player(g.d, g.s), 1); /* asked by default */
  play_soundly(&g, "vote #0; draw BA-B; place BA-B 0,2 r0; pass");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 3);
  assert_int_equal(carc_state_current_player(g.d, g.s), 3);
  close_game(&g);
}

static int asks_nobody (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_action_fields f = nothing();
  (void)chosen;
  offer(call, &f);
  question->player = q->player;
  return 0;
}

static void a_phase_that_asks_a_player_who_is_not_there_fails (void **unused) {
  (void)unused;
  static const int wrong[] = {2, 9, 255, CARC_NOBODY, -4};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    script q = {.phase = {{.ask = asks_nobody}}, .player = wrong[i]};
    game g = open_game(&q, PLAIN "players 2\nphase vote before_scoring\nhand BA-B\n", 1);
    play(g.d, g.s, "place BA-B 0,1 r0");
    assert_fails(&g, "pass", CARC_ERR_SCRIPT, "player");
    close_game(&g);
  }
}

static void a_phase_may_ask_again_until_it_has_heard_enough (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 3, .may_pass = true, .again = true}, {.numbers = 1}}};
  game g = open_game(&q, PLAIN "phase dragon before_scoring\nphase next before_scoring\nhand BA-B\n", 1);
  play_soundly(&g, "place BA-B 0,1 r0; pass; dragon #2; dragon #1; dragon #2");
  assert_log(&q, "dragon dragon=dragon #2 dragon=dragon #1 dragon=dragon #2 ");
  play_soundly(&g, "dragon #0");
  assert_log(&q, "dragon=dragon #0 next ");
  close_game(&g);
}

/* ---- Chance ---------------------------------------------------------------------------------- */

#define DICE "phase roll before_scoring\n"

static void the_host_decides_for_chance_where_it_draws (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 3, .weights = 1, .asks = CHANCE, .may_pass = true}}};
  carc_action out[3];
  double odds[3];
  game g = open_game(&q, PLAIN DICE "hand BA-B\n", 1);
  play_soundly(&g, "place BA-B 0,1 r0; pass");
  assert_true(carc_state_is_chance_node(g.d, g.s));
  assert_int_equal(carc_state_current_player(g.d, g.s), CARC_CHANCE);
  assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_CHOICE);
  assert_offered(&g, "roll #0; roll #1; roll #2"); /* chance cannot pass */
  assert_int_equal(carc_state_chance_outcomes(g.d, g.s, out, odds, 3), 3);
  for (int i = 0; i < 3; i++) {
    assert_true(out[i] == carc_state_action(g.d, g.s, i));
    assert_true(odds[i] > (i + 1) / 6.0 - 1e-9 && odds[i] < (i + 1) / 6.0 + 1e-9);
  }
  int decisions = carc_state_decisions(g.d, g.s);
  assert_int_equal(carc_state_chance_outcomes(g.d, g.s, out, odds, 1), 3);
  play_soundly(&g, "roll #2");
  assert_int_equal(carc_state_decisions(g.d, g.s), decisions + 1); /* the host can undo it */
  assert_string_equal(event_log(g.d, g.s, CARC_EVENT_CHOSE), "0 - @0,0 2 roll; ");
  close_game(&g);
}

/* The number of the only throw of dice in the log. */
static int number_thrown (const script *q) {
  static const char said[] = "roll roll=roll #";
  assert_memory_equal(q->log, said, strlen(said));
  return (int)strtol(q->log + strlen(said), NULL, 10);
}

static void seeded_chance_belongs_to_the_decision_before_it (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 3, .weights = 1, .asks = CHANCE}}};
  int seen[3] = {0};
  for (uint64_t seed = 0; seed < 600; seed++) {
    game g = open_game(&q, "set base\nhand BA-B\n" DICE, seed);
    play(g.d, g.s, "place BA-B 0,1 r0");
    carc_state *was = twin(&g);
    q.log[0] = '\0';
    play(g.d, g.s, "pass");
    int number = number_thrown(&q);
    seen[number]++;
    assert_false(carc_state_is_chance_node(g.d, g.s));
    assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
    assert_int_equal(carc_state_decisions(g.d, g.s), 2);
    if (seed % 20 == 0) {
      check_sound(g.d, g.s);
      assert_int_equal(carc_state_undo_action(g.d, g.s, NULL), CARC_OK);
      assert_same(g.d, g.s, was);
      q.log[0] = '\0';
      play(g.d, g.s, "pass"); /* the throw is the same as before */
      assert_int_equal(number_thrown(&q), number);
    }
    carc_state_free(g.d, was);
    close_game(&g);
  }
  assert_in_range(seen[0], 60, 140); /* the expected numbers are 100, 200 and 300 */
  assert_in_range(seen[1], 150, 250);
  assert_in_range(seen[2], 240, 360);
}

/*
** Checks that weights from 1 to 255 also apply in random games, and that these games can be undone.
*/
static void dice_keep_their_weights_in_random_games (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2, .weights = 254, .asks = CHANCE}}};
  int fell[2] = {0};
  for (uint64_t seed = 0; seed < 6; seed++) {
    game g = open_game(&q, "set base\n" DICE, seed);
    carc_state *was = twin(&g);
    q.log[0] = '\0';
    assert_int_equal(carc_state_random_playout(g.d, g.s, seed, NULL), CARC_OK);
    event_list e = events_since(g.d, g.s, 0);
    for (int i = 0; i < e.n; i++)
      if (e.at[i].kind == CARC_EVENT_CHOSE) fell[e.at[i].points]++;
    free_events(&e);
    check_sound(g.d, g.s);
    while (carc_state_decisions(g.d, g.s) > 0) {
      q.log[0] = '\0';
      assert_int_equal(carc_state_undo_action(g.d, g.s, NULL), CARC_OK);
    }
    assert_same(g.d, g.s, was);
    carc_state_free(g.d, was);
    close_game(&g);
  }
  assert_true(fell[1] > 300 && fell[0] < 20);
}

static void a_saved_game_has_a_line_for_what_chance_did (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 5, .asks = CHANCE, .again = true}}};
  for (uint64_t seed = 0; seed < 20; seed++) {
    game g = open_game(&q, "set base\nhand BA-B\n" DICE, seed);
    play_soundly(&g, "place BA-B 0,1 r0; pass");
    char *text = save(g.d, g.s);
    assert_has(text, "\nroll #0 ~");
    free(text);
    uint64_t random = seed;
    play_some(g.d, g.s, &random, 20);
    check_sound(g.d, g.s);
    carc_state_reseed(g.d, g.s, 77); /* reseeding does not change the past */
    check_sound(g.d, g.s);
    play_some(g.d, g.s, &random, 20);
    check_sound(g.d, g.s);
    while (carc_state_decisions(g.d, g.s) > 0)
      assert_int_equal(carc_state_undo_action(g.d, g.s, NULL), CARC_OK);
    close_game(&g);
  }
}

/* ---- Many options, and too many -------------------------------------------------------------- */

static int offers_cells (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_error err = {0};
  (void)chosen;
  (void)question;
  for (int i = 0; i < q->n; i++) {
    carc_action_fields f = nothing();
    f.has_cell = true;
    f.x = i % 100 - 50;
    f.y = i / 100 - 2;
    if (carc_call_offer(call, &f, 1, &err) != CARC_OK) return carc_call_fail(call, err.message);
  }
  return 0;
}

static void an_option_after_the_254th_is_remembered_like_any_other (void **unused) {
  (void)unused;
  static const char *const moves[] = {"cell @-50,-2", "cell @2,0", "cell @3,0", "cell @4,0",
                                      "cell @5,0",    "cell @6,0", "cell @-1,1"};
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) { /* numbers 0, 252 to 256, and 349 */
    script q = {.phase = {{.ask = offers_cells}}, .n = 350};
    game g = open_game(&q, "set base\nphase cell before_scoring\nhand BA-B\n", 1);
    play(g.d, g.s, "place BA-B 0,1 r0; pass");
    assert_int_equal(carc_state_num_actions(g.d, g.s), 350);
    char answer[60];
    snprintf(answer, sizeof answer, "cell=%s ", moves[i]);
    q.log[0] = '\0';
    play_soundly(&g, moves[i]);
    assert_log(&q, answer);
    assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
    close_game(&g);
  }
}

static void who_offers_too_many_options_fails_and_nothing_has_happened (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_cells}}, .n = 20000};
  game g = open_game(
      &q,
      "tile B x3 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\nstart none\nphase cell before_scoring\nhand B\n",
      1);
  play(g.d, g.s, "place B 0,0 r0");
  assert_fails(&g, "pass", CARC_ERR_SCRIPT, "options are offered");
  close_game(&g);
}

static void a_game_that_asks_for_ever_ends_in_an_error_and_can_still_be_given_up (void **unused) {
  (void)unused;
  const int step = times(10) < 10 ? 5 : 1; /* only one and six players if the scale is small */
  for (int players = 1; players <= 6; players += step) {
    script q = {.phase = {{.numbers = 2, .again = true}}};
    char text[100];
    snprintf(text, sizeof text, "set base\nplayers %d\nphase loop turn_start\n", players);
    game g = open_game(&q, text, 3);
    carc_action loop = read_action(g.d, g.s, "loop #1");
    carc_state *was = twin(&g);
    carc_status status = CARC_OK;
    carc_error err = {0};
    int n = 0;
    for (; status == CARC_OK && n < 100000; n++) {
      carc_state_clone(g.d, was, g.s);
      q.log[0] = '\0';
      status = carc_state_apply_action(g.d, g.s, loop, &err);
    }
    assert_int_equal(status, CARC_ERR_SCRIPT);
    assert_has(err.message, "too many decisions");
    assert_true(n > 1000);
    assert_same(g.d, g.s, was);
    for (int p = 1; p <= players && !carc_state_is_terminal(g.d, g.s); p++) {
      carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = p - 1};
      apply(g.d, g.s, carc_action_pack(&f));
      check_sound(g.d, g.s);
    }
    assert_true(carc_state_is_terminal(g.d, g.s));
    carc_state_free(g.d, was);
    close_game(&g);
  }
}

/* After the last decision for which the history has room, many tiles may still be drawn. */
static void tiles_that_are_set_aside_have_room_in_the_longest_game (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2, .again = true}}};
  static const char text[] =
      "tile F x1 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x120 city:N.E.S.W\nstart F 0,0 r0\n"
      "piece follower 5\nplayers 2\nphase loop turn_start\n";
  game g = open_game(&q, text, 3);
  carc_action loop = read_action(g.d, g.s, "loop #1"), out = read_action(g.d, g.s, "loop #0");
  while (carc_state_apply_action(g.d, g.s, loop, NULL) == CARC_OK) q.log[0] = '\0';
  assert_int_equal(carc_state_undo_action(g.d, g.s, NULL), CARC_OK);
  carc_status status = carc_state_apply_action(g.d, g.s, out, NULL);
  assert_true(status == CARC_OK || status == CARC_ERR_SCRIPT);
  for (int p = 0; p < 2; p++) assert_int_equal(carc_state_captured(g.d, g.s, p, 0), 0);
  check_sound(g.d, g.s);
  close_game(&g);
}

static int for_ever (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)call;
  (void)chosen;
  question->again = true;
  q->log[0] = '\0';
  return 0;
}

static void dice_that_are_thrown_for_ever_end_in_an_error_too (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 2, .asks = CHANCE, .chosen = for_ever}}};
  game g = open_game(&q, "set base x3\ncount BA-B 50\nhand BA-B\n" DICE, 1);
  play(g.d, g.s, "place BA-B 0,1 r0");
  assert_fails(&g, "pass", CARC_ERR_SCRIPT, "too many decisions");
  close_game(&g);
}

/* ---- Options and their text ------------------------------------------------------------------ */

/* Offers options with every combination of items, and a tile without a cell. */
static int offers_all_kinds (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)q;
  (void)chosen;
  question->may_pass = true;
  for (int i = 0; i < 32; i++) {
    carc_action_fields f = nothing();
    if (i & 1) f.player = i & 4;
    if (i & 2) f.piece = i & 8 ? 0 : 2;
    if (i & 4) f.number = i & 1 ? 0 : CARC_MAX_NUMBER;
    if ((i & 24) == 16) f.type = i & 1 ? 0 : carc_definition_types(carc_call_definition(call)) - 1;
    if (i & 8) f.has_cell = true;
    if (i & 16 && f.has_cell) f.segment = i & 3;
    if (f.has_cell && f.segment < 0) f.x = i & 1 ? -511 : 511;
    if (f.has_cell && f.segment < 0) f.y = i & 2 ? -511 : 7;
    offer(call, &f);
  }
  return 0;
}

static void an_option_may_name_a_player_a_piece_a_number_a_segment_and_a_cell (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_all_kinds}}};
  game g = open_game(&q, PLAIN "players 6\nphase pick turn_start\n", 1);
  check_sound(g.d, g.s);
  static const char *const there[] = {"pass",
                                      "pick",
                                      "pick 1",
                                      "pick pig",
                                      "pick 5 pig #0",
                                      "pick #65535",
                                      "pick @511,7",
                                      "pick 1 follower field:ER.SL.SR.WL @0,0",
                                      "pick #65535 road:E.W @0,0",
                                      "pick 1 @-511,7",
                                      "pick 5 follower #0 @-511,-511"};
  for (size_t i = 0; i < sizeof there / sizeof *there; i++)
    if (!is_legal(g.d, g.s, there[i])) fail_msg("'%s' is not there, among %s", there[i], offered(g.d, g.s));
  assert_true(is_legal(g.d, g.s, "pick #0 5 pig")); /* the words may have any order */
  int last = carc_definition_types(g.d) - 1;
  char with_tile[80];
  snprintf(with_tile, sizeof with_tile, "pick pig tile:%s #65535", carc_type_id(g.d, last));
  assert_true(is_legal(g.d, g.s, with_tile));
  carc_action_fields f = nothing();
  f.kind = CARC_ACTION_CHOICE;
  f.choice = 0;
  f.type = last;
  f.number = 65535;
  assert_int_equal(carc_action_unpack(carc_action_pack(&f)).type, last);
  assert_int_equal(carc_action_unpack(carc_action_pack(&f)).number, 65535);
  for (int i = 0; i < carc_state_num_actions(g.d, g.s); i++) {
    char move[100];
    carc_state *was = twin(&g);
    snprintf(move, sizeof move, "%s", show(g.d, g.s, carc_state_action(g.d, g.s, i)));
    q.log[0] = '\0';
    play_soundly(&g, move);
    assert_has(q.log, move);
    carc_state_clone(g.d, g.s, was);
    carc_state_free(g.d, was);
  }
  close_game(&g);
}

/* Sets a question that contains a variable; then one that is refused. */
static int asks_in_words (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  static const char *const wrong[][2] = {
      {"", "1 to 120 characters"},
      {"\033[2J", "control character"},
      {"\xFF", "in UTF-8, got 1 bytes"},
      {"{gold}", "{gold} is unknown; expected player, turn_player, piece, token, tile or number"}};
  carc_action_fields f = nothing();
  (void)q;
  (void)chosen;
  question->may_pass = true;
  offer(call, &f);
  assert_int_equal(carc_call_put_question(call, "How many, {player}? {coins} {", 29, NULL), CARC_OK);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    carc_error err = {0};
    assert_int_equal(carc_call_put_question(call, wrong[i][0], strlen(wrong[i][0]), &err), CARC_ERR_INVALID);
    assert_has(err.message, wrong[i][1]);
  }
  return 0;
}

static void a_phase_may_ask_in_words_until_it_is_answered (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = asks_in_words}}};
  game g = open_game(&q, PLAIN "variable coins player\nphase pick turn_start\n", 1);
  assert_string_equal(carc_state_question(g.d, g.s), "How many, {player}? {coins} {");
  q.log[0] = '\0';
  play_soundly(&g, "pick");
  assert_string_equal(carc_state_question(g.d, g.s), "");
  q.log[0] = '\0';
  close_game(&g);
}

static int asks_without_options (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)q, (void)chosen, (void)question;
  assert_int_equal(carc_call_put_question(call, "How many?", 9, NULL), CARC_OK);
  return 0;
}

static void a_question_without_options_is_not_asked (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = asks_without_options}}};
  game g = open_game(&q, PLAIN "phase pick turn_start\n", 1);
  assert_string_equal(carc_state_question(g.d, g.s), "");
  check_sound(g.d, g.s);
  close_game(&g);
}

static int forbid_deployment (void *ud, carc_call *call, carc_action deployment, bool *ok,
                              const carc_row_set *rows) {
  (void)ud, (void)call, (void)deployment, (void)rows;
  *ok = false;
  return 0;
}

static int offers_deployments (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_error err = {0};
  (void)q, (void)chosen, (void)question;
  assert_int_equal(offer_all(call, "segments(can_deploy=follower)", true, -1, &err), CARC_OK);
  assert_true(carc_call_offered(call) > 0);
  return 0;
}

static void offered_deployments_that_are_all_forbidden_leave_nothing_in_the_state (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_deployments}}, .hooks = {.allow_deployment = forbid_deployment}};
  game g = open_game(&q, "set base\nphase pick turn_start\n", 1);
  check_sound(g.d, g.s);
  close_game(&g);
}

static void text_that_is_no_option_is_refused_with_the_reason (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {{"pick 7", "expected a piece"},
                                        {"pick #65536", "#65536"},
                                        {"pick tile:XX-X", "tile:ID with a tile of this game"},
                                        {"pick tile:BA-A @0,0", "a tile or a cell, but not both"},
                                        {"pick @x", "not a cell"},
                                        {"pick @600,0", "not a cell"},
                                        {"pick city:N", "the tile at @x,y"},
                                        {"pick city:S @0,0", "city:S"},
                                        {"pick city:N @9,9", "city:N"},
                                        {"place BA-B 0,1 r0 bridge", "bridge"},
                                        {"deploy follower city:N @5,5", "not a segment of the tile there"},
                                        {"deploy follower city:N @", "not a cell"},
                                        {"deploy follower city:N @0,0 @0,0", "unexpected word"},
                                        {"pic", "an action of a script"}};
  script q = {.phase = {{.ask = offers_all_kinds}}};
  game g = open_game(&q, PLAIN "players 6\nphase pick turn_start\n", 1);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carc_error err = {0};
    carc_action a = 0;
    if (carc_string_to_action(g.d, g.s, rows[i][0], &a, &err) != CARC_ERR_INVALID)
      fail_msg("'%s' reads", rows[i][0]);
    assert_has(err.message, rows[i][1]);
  }
  close_game(&g);
}

static int offers_nonsense (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)chosen;
  (void)question;
  static const struct {
    int player, piece, number, segment, weight, x, y;
    bool has_cell;
    const char *part;
  } rows[] = {
      {-2, -1, -1, -1, 1, 0, 0, false, "no player"},     {2, -1, -1, -1, 1, 0, 0, false, "no player 3"},
      {-1, -2, -1, -1, 1, 0, 0, false, "no piece with"}, {-1, 3, -1, -1, 1, 0, 0, false, "no piece with"},
      {-1, -1, -2, -1, 1, 0, 0, false, "0 to 65535"},    {-1, -1, 65536, -1, 1, 0, 0, false, "0 to 65535"},
      {-1, -1, -1, 0, 1, 0, 0, false, "segment"},        {-1, -1, -1, 4, 1, 0, 0, true, "segment"},
      {-1, -1, -1, 0, 1, 5, 0, true, "segment"},         {-1, -1, -1, -1, 0, 0, 0, false, "weight"},
      {-1, -1, -1, -1, 256, 0, 0, false, "weight"},      {-1, -1, -1, -1, 1, 512, 0, true, "-511 to 511"},
      {-1, -1, -1, -1, 1, 0, -512, true, "-511 to 511"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carc_action_fields f = nothing();
    carc_error err = {0};
    f.player = rows[i].player;
    f.piece = rows[i].piece;
    f.number = rows[i].number;
    f.segment = rows[i].segment;
    f.has_cell = rows[i].has_cell;
    f.x = rows[i].x;
    f.y = rows[i].y;
    assert_int_equal(carc_call_offer(call, &f, rows[i].weight, &err), CARC_ERR_INVALID);
    assert_int_equal(err.code, CARC_ERR_INVALID);
    assert_has(err.message, rows[i].part);
  }
  q->n++;
  carc_action_fields f = nothing();
  offer(call, &f);
  offer(call, &f); /* an equal option is not added */
  return 0;
}

static void an_option_that_names_what_is_not_there_is_refused (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_nonsense}}};
  game g = open_game(&q, PLAIN "phase pick turn_start\n", 1);
  assert_int_equal(q.n, 1);
  assert_offered(&g, "pick");
  close_game(&g);
}

/* ---- Pieces and tiles as options ------------------------------------------------------------- */

#define CROWD                                                                                    \
  "set base\ndraws manual\nplayers 3\npiece builder 1\nattribute tower on=tile\npiece knight 1 " \
  "on=city,spot\n"                                                                               \
  "tile T x3 @tower road:E.W spot field:NL.NR.EL.WR field:ER.SL.SR.WL\n"                         \
  "start BA-D 0,0 r0\nstart T 1,0 r0\nstart T 2,0 r0\nstart BA-B 0,1 r0\n"                       \
  "stand 1 follower 0,0 city:N\nstand 2 knight 0,0 city:N\nstand 1 follower 1,0 road:E.W\n"      \
  "stand 1 builder 2,0 road:E.W\nstand 3 follower 0,1 monastery\nstand 3 follower 1,0 spot\n"

/*
** Adds an option for each found item. `offers_found` has the selector, whether it deploys, and the
** number.
*/
typedef struct found_offer {
  const char *text;
  bool deploy;
  int number;
} found_offer;
static found_offer finds;

static int offers_found (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  (void)chosen;
  (void)question;
  q->status = offer_all(call, finds.text, finds.deploy, finds.number, &q->err);
  return 0;
}

static void pieces_on_the_table_are_offered_by_selector (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"pieces",
       "catch 1 follower city:N @0,0; catch 2 knight city:N @0,0; catch 1 follower road:E.W @1,0; catch 1 "
       "builder "
       "road:E.W @2,0; catch 3 follower monastery @0,1; catch 3 follower spot @1,0"},
      {"pieces(player=turn_player)",
       "catch 1 follower city:N @0,0; catch 1 follower road:E.W @1,0; catch 1 builder road:E.W @2,0"},
      {"pieces(player=others)",
       "catch 2 knight city:N @0,0; catch 3 follower monastery @0,1; catch 3 follower spot @1,0"},
      {"pieces(player=1;follower=yes)", "catch 1 follower city:N @0,0; catch 1 follower road:E.W @1,0"},
      {"pieces(piece=knight)", "catch 2 knight city:N @0,0"},
      {"pieces(kind=city)", "catch 1 follower city:N @0,0; catch 2 knight city:N @0,0"},
      {"pieces(at=@1,0)", "catch 1 follower road:E.W @1,0; catch 3 follower spot @1,0"},
      {"pieces(at=@1,0;except=(at=@1,0/2))", "catch 1 follower road:E.W @1,0"},
      {"pieces(player=3;except=(player=3))", ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    script q = {.phase = {{.ask = offers_found}}};
    finds = (found_offer){rows[i][0], false, -1};
    game g = open_game(&q, CROWD "phase catch turn_start\n", 1);
    assert_int_equal(q.status, CARC_OK);
    if (rows[i][1][0] != '\0') assert_offered(&g, rows[i][1]);
    if (rows[i][1][0] == '\0') assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DRAW);
    check_sound(g.d, g.s);
    close_game(&g);
  }
}

static void pieces_of_one_feature_are_offered (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_found}}};
  finds = (found_offer){"pieces(feature=@0,0/1)", false, -1};
  game g = open_game(&q, CROWD "phase catch turn_start\n", 1);
  assert_offered(&g, "catch 1 follower road:E.W @1,0; catch 1 builder road:E.W @2,0");
  close_game(&g);
}

static void two_pieces_that_nobody_can_tell_apart_are_one_option (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_found}}};
  finds = (found_offer){"pieces", false, -1};
  game g = open_game(
      &q, PLAIN "stand 1 follower 0,0 city:N\nstand 1 follower 0,0 city:N\nphase catch turn_start\n", 1);
  assert_offered(&g, "catch 1 follower city:N @0,0");
  close_game(&g);
}

static void tiles_with_a_mark_are_offered_all_or_where_nobody_stands (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"tiles(attribute=tower)", "tower @1,0; tower @2,0"},
      {"tiles(attribute=tower;has_no=pieces(kind=spot))", "tower @2,0"},
  };
  for (int i = 0; i < 2; i++) {
    script q = {.phase = {{.ask = offers_found}}};
    finds = (found_offer){rows[i][0], false, -1};
    game g = open_game(&q, CROWD "phase tower turn_start\n", 1);
    assert_offered(&g, rows[i][1]);
    check_sound(g.d, g.s);
    close_game(&g);
  }
}

static void all_that_is_found_is_offered_with_one_number (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_found}}};
  finds = (found_offer){"tiles(attribute=tower)", false, CARC_MAX_NUMBER};
  game g = open_game(&q, CROWD "phase tower turn_start\n", 1);
  assert_offered(&g, "tower #65535 @1,0; tower #65535 @2,0");
  check_sound(g.d, g.s);
  close_game(&g);
}

/* Checks that no options are added and that the game continues. */
static void an_offer_of_what_cannot_be_is_refused_and_offers_nothing (void **unused) {
  (void)unused;
  static const struct {
    found_offer offer;
    const char *part;
  } rows[] = {
      {{"tiles(attribute=towr)", false, -1}, "the game has no attribute 'towr' (did you mean tower?)"},
      {{"dragons", false, -1}, "no kind of item is named 'dragons'"},
      {{"(kind=city)", false, -1}, "expected the kind of items"},
      {{"tiles", false, CARC_MAX_NUMBER + 1}, "an option has a number from 0 to 65535, got "},
      {{"tiles", false, -2}, "an option has a number from 0 to 65535, got "},
      {{"pieces(piece=wagon)", false, -1}, "the game has no piece 'wagon'"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    script q = {.phase = {{.ask = offers_found}}};
    finds = rows[i].offer;
    game g = open_game(&q, CROWD "phase tower turn_start\n", 1);
    assert_int_equal(q.status, CARC_ERR_INVALID);
    assert_has(q.err.message, rows[i].part);
    assert_int_equal(carc_state_decision(g.d, g.s), CARC_ACTION_DRAW);
    close_game(&g);
  }
}

/* ---- Deployments as options ------------------------------------------------------------------ */

static void followers_may_be_offered_every_open_and_free_place (void **unused) {
  (void)unused;
  static const char standard[] =
      "pass; deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR; deploy knight monastery";
  for (int except = 0; except < 2; except++) {
    script q = {.phase = {{.ask = offers_found}}};
    char all[1000];
    finds = (found_offer){except ? "segments(complete=no;can_deploy=followers;except=(at=@0,-1))"
                                 : "segments(complete=no;can_deploy=followers)",
                          true, -1};
    /*
    ** The city and its twin are complete, and the road is occupied. Knights may stand where the
    ** selector says.
    */
    game g = open_game(
        &q,
        PLAIN "piece follower 2 on=field,road,city\npiece knight 1 on=city,monastery\nstart BA-D 0,0 r0\n"
              "start BA-E 0,-1 r2\nstart BA-U 1,0 r0\nstart BA-E 1,1 r1\nstand 2 follower 1,0 road:E.W\n"
              "phase portal deployment\nhand BA-B\n",
        1);
    play_soundly(&g, "place BA-B 0,1 r0");
    snprintf(all, sizeof all, "%s", offered(g.d, g.s));
    assert_memory_equal(all, standard, strlen(standard));
    assert_true(is_legal(g.d, g.s, "deploy follower city:E @1,1"));
    assert_true(is_legal(g.d, g.s, "deploy knight city:E @1,1"));
    assert_int_equal(is_legal(g.d, g.s, "deploy follower field:NL.NR.EL.ER.WL.WR @0,-1"), except == 0);
    assert_false(is_legal(g.d, g.s, "deploy follower city:N @0,0"));   /* complete */
    assert_false(is_legal(g.d, g.s, "deploy follower road:E.W @0,0")); /* taken */
    assert_false(is_legal(g.d, g.s, "deploy knight field:EL.WR @0,0"));
    /* this is the last tile */
    assert_false(is_legal(g.d, g.s, "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR @0,1"));
    play_soundly(&g, "deploy follower city:E @1,1");
    assert_string_equal(event_log(g.d, g.s, CARC_EVENT_DEPLOYED), "1 follower city:E@1,1 0 ; ");
    assert_int_equal(feature_at(g.d, g.s, 1, 1, "city:E").followers, 1);
    assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 0, 0), 1);
    assert_int_equal(carc_state_turn_player(g.d, g.s), 1); /* the deployment was the last */
    close_game(&g);
  }
}

static int remembers_height (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  assert_int_equal(carc_call_set_variable(call, 0, 2, tile, NULL),
                   CARC_OK); /* the tile at 2,0 now has a tower */
  return count_call(ud, call);
}

static void pieces_may_be_offered_the_free_spots_of_marked_tiles (void **unused) {
  (void)unused;
  static const char *const rows[] = {
      "segments(kind=spot;attribute=tower;can_deploy=followers)",
      "segments(kind=spot;attribute=tower;variable=height;can_deploy=followers)",
      "segments(kind=spot;attribute=tower;variable=height;can_deploy=knight)",
  };
  for (int i = 0; i < 3; i++) {
    script q = {.phase = {{.ask = offers_found}}, .hooks = {.on_tile_placed = remembers_height}};
    finds = (found_offer){rows[i], true, -1};
    game g =
        open_game(&q, CROWD "variable height cell\nstart T 3,0 r0\nphase tower deployment\nhand BA-B\n", 1);
    play_soundly(&g, "place BA-B 0,2 r0");
    assert_int_equal(q.status, CARC_OK);
    assert_false(is_legal(g.d, g.s, "deploy follower spot @1,0")); /* occupied */
    assert_int_equal(is_legal(g.d, g.s, "deploy follower spot @2,0"), i < 2);
    assert_int_equal(is_legal(g.d, g.s, "deploy follower spot @3,0"), i == 0); /* without a tower */
    assert_int_equal(is_legal(g.d, g.s, "deploy knight spot @2,0"), true);
    play_soundly(&g, "deploy knight spot @2,0");
    SCORES(g.d, g.s, 0, 0, 0);
    play_soundly(&g, "resign 2; resign 3"); /* the spot scores no points */
    SCORES(g.d, g.s, 4 + 1, 1, 4);
    close_game(&g);
  }
}

static void a_deployment_of_what_takes_no_piece_is_refused (void **unused) {
  (void)unused;
  static const char *const rows[][2] = {
      {"tiles", "deploy requires a selector of segments with `can_deploy`"},
      {"pieces(follower=yes)", "deploy requires a selector of segments with `can_deploy`"},
      {"segments(kind=road)", "deploy requires a selector of segments with `can_deploy`"},
      {"cells(can_place=BA-B)", "deploy requires a selector of segments with `can_deploy`"},
      {"segments(can_deploy=dragon)", "the game has no piece 'dragon'"},
      {"segments(can_deploy=followers;at=@1)", "'@1' is not a place; expected @X,Y"},
      {"segments(can_deploy=followers;at=@1,0/99)", "'@1,0/99' is not a place; expected @X,Y"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    script q = {.phase = {{.ask = offers_found}}};
    finds = (found_offer){rows[i][0], true, -1};
    game g = open_game(&q, CROWD "phase portal deployment\nhand BA-B\n", 1);
    play(g.d, g.s, "place BA-B 0,2 r0");
    assert_int_equal(q.status, CARC_ERR_INVALID);
    assert_has(q.err.message, rows[i][1]);
    close_game(&g);
  }
}

static void deployments_are_not_offered_at_anytime (void **unused) {
  (void)unused;
  script q = {.phase = {{.ask = offers_found}}};
  finds = (found_offer){"segments(complete=no;can_deploy=followers)", true, -1};
  game g = open_game(&q, PLAIN "hand BA-U\nphase portal anytime\n", 1);
  assert_int_equal(q.status, CARC_ERR_SCRIPT);
  assert_has(q.err.message, "a phase with the timing `anytime` cannot offer deployments");
  close_game(&g);
}

/* ---- Questions may not act, acts may not ask ------------------------------------------------- */

static int tries_to_act (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_error err = {0};
  carc_piece f = {0, 0, 0, 1};
  (void)chosen;
  (void)question;
  const carc_status all[] = {
      carc_call_award(call, 0, 5, "no", &err),
      carc_call_set_variable(call, 0, 0, 5, &err),
      carc_call_return_piece(call, (carc_piece){0, 0, 0, 1}, CARC_LEAVING_RETURNED, &err),
      carc_call_deploy(call, f, &err),
      carc_call_capture(call, f, &err),
      carc_call_release(call, 0, 0, &err),
      carc_call_move_piece(call, f, 0, 0, &err),
      carc_call_join(call, 0, 0, 0, 0, &err),
      carc_call_unjoin(call, 0, 0, 0, 0, &err),
      carc_call_remove_attribute(call, 0, 0, 0, &err),
      carc_call_lay_span(call, 0, 0, CARC_AXIS_EAST_WEST, &err),
      carc_call_place_tile(call, 0, 0, 1, 0, &err),
      carc_call_shuffle_in(call, 0, &err),
      carc_call_hold_back(call, 0, &err),
      carc_call_forbid_deployment(call, &err)};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) assert_int_equal(all[i], CARC_ERR_SCRIPT);
  assert_has(err.message, "may not change the state");
  q->n++;
  carc_action_fields option = nothing();
  offer(call, &option);
  return 0;
}

static int tries_to_offer (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_error err = {0};
  carc_action_fields f = nothing();
  (void)chosen;
  (void)question;
  assert_int_equal(carc_call_offer(call, &f, 1, &err), CARC_ERR_SCRIPT);
  assert_has(err.message, "while a phase asks");
  assert_int_equal(offer_all(call, "pieces", false, -1, &err), CARC_ERR_SCRIPT);
  q->n += 100;
  return 0;
}

static void a_question_may_not_act_and_an_act_may_not_ask (void **unused) {
  (void)unused;
  static const char *const points[] = {"turn_start", "before_draw", "before_scoring", "deployment"};
  for (int i = 0; i < 4; i++) {
    script q = {.phase = {{.begin = tries_to_offer, .ask = tries_to_act, .chosen = tries_to_offer}}};
    char text[300];
    snprintf(text, sizeof text,
             PLAIN "variable a game\nattribute t on=tile\nstand 1 follower 0,0 city:N\nphase p %s\n%s",
             points[i], i >= 2 ? "hand BA-B\n" : "");
    game g = open_game(&q, text, 1);
    if (i >= 2) play(g.d, g.s, "place BA-B 0,1 r0");
    if (i == 2) play(g.d, g.s, "pass");
    assert_int_equal(q.n, 1 + 100 * (i < 3));
    assert_int_equal(carc_state_pieces(g.d, g.s), 1);
    SCORES(g.d, g.s, 0, 0);
    play(g.d, g.s, "p");
    assert_int_equal(q.n % 100, 1);
    assert_true(q.n >= 101);
    close_game(&g);
  }
}

/* ---- Giving up ------------------------------------------------------------------------------- */

static void who_gives_up_in_a_phase_of_ones_own_turn_ends_the_turn (void **unused) {
  (void)unused;
  static const struct {
    const char *moment, *moves;
  } rows[] = {{"turn_start", ""},
              {"before_draw", ""},
              {"before_scoring", "draw BA-E; place BA-E 0,-1 r2; pass"},
              {"after_scoring", "draw BA-E; place BA-E 0,-1 r2; pass"},
              {"turn_end", "draw BA-E; place BA-E 0,-1 r2; pass"},
              {"deployment", "draw BA-E; place BA-E 0,-1 r2"},
              {"anytime", "draw BA-E"},
              {"anytime", "draw BA-E; place BA-E 0,-1 r2"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    script q = {.phase = {{.numbers = 1}}};
    char text[300];
    snprintf(text, sizeof text, PLAIN "players 3\nstand 2 follower 0,0 city:N\nphase p %s\n", rows[i].moment);
    game g = open_game(&q, text, 1);
    play_soundly(&g, rows[i].moves);
    assert_true(is_legal(g.d, g.s, "p #0"));
    play_soundly(&g, "resign 1");
    assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
    bool placed = carc_state_tiles(g.d, g.s) == 2;
    SCORES(g.d, g.s, 0, placed ? 4 : 0, 0); /* the feature that the tile completed is scored */
    assert_int_equal(carc_state_pieces_in_hand(g.d, g.s, 1, 0), placed ? 7 : 6);
    assert_int_equal(carc_state_tiles_left(g.d, g.s, type_in(g.d, "BA-E")), placed ? 4 : 5);
    uint64_t random = 5;
    play_some(g.d, g.s, &random, 12);
    check_sound(g.d, g.s);
    close_game(&g);
  }
}

static void who_gives_up_in_another_players_phase_is_only_passed_over (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1, .asks = 2}, {.numbers = 1}}};
  game g = open_game(&q, PLAIN "players 3\nphase p turn_start\nphase ransom anytime\n", 1);
  play_soundly(&g, "resign 3");
  assert_int_equal(carc_state_current_player(g.d, g.s), 1);
  assert_offered(&g, "p #0");
  play_soundly(&g, "p #0; draw BA-B; place BA-B 0,1 r0; pass");
  assert_int_equal(carc_state_turn_player(g.d, g.s), 1);
  play_soundly(&g, "resign 1");
  assert_true(carc_state_is_terminal(g.d, g.s));
  close_game(&g);
}

static void who_gives_up_after_the_last_turn_ends_the_game (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}}};
  game g = open_game(&q, SHORT_GAME "players 3\nphase dusk game_end\n", 1);
  play_soundly(&g, "draw B; place B 1,0 r0; draw B; place B 2,0 r0");
  int turn = carc_state_turn_player(g.d, g.s);
  char text[20];
  snprintf(text, sizeof text, "resign %d", turn + 1);
  play_soundly(&g, text);
  assert_true(carc_state_is_terminal(g.d, g.s));
  close_game(&g);
}

/* ---- Failing --------------------------------------------------------------------------------- */

#define ALL_POINTS                                                                                       \
  "phase dawn turn_start\nphase source before_draw\nphase fairy deployment\nphase before "               \
  "before_scoring\nphase roll "                                                                          \
  "before_scoring\nphase after after_scoring\nphase sunset turn_end\nphase dusk game_end\nphase ransom " \
  "anytime\n"

/* A phase with effects of all kinds. What it does depends only on the state. */
static int does_something (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  int player = carc_state_turn_player(d, s), n = carc_state_pieces(d, s);
  (void)chosen;
  (void)question;
  q->log[0] = '\0';
  carc_call_award(call, player, 1, "a point", NULL);
  if (n > 3)
    carc_call_capture(call, carc_state_piece(d, s, 0), NULL);
  else if (n > 1)
    carc_call_return_piece(call, carc_state_piece(d, s, 0), CARC_LEAVING_RETURNED, NULL);
  for (int p = 0; p < carc_definition_players(d); p++)
    if (carc_state_captured(d, s, p, 0) > 1) carc_call_release(call, p, 0, NULL);
  int last = carc_state_tiles(d, s) - 1;
  for (int i = 0; i < 3 && i < carc_type_segments(d, carc_state_tile(d, s, last).type); i++)
    carc_call_join(call, last, i, last / 2, i, NULL);
  return count_call(q, call);
}

static int leaves_something (void *ud, carc_call *call, const carc_piece *standing, carc_leaving why,
                             const carc_row_set *rows) {
  (void)rows;
  carc_call_award(call, standing->player, (int)why, "farewell", NULL);
  return count_call(ud, call);
}

static int sees_to_it (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  if (tile % 7 == 3) carc_call_forbid_deployment(call, NULL);
  return count_call(ud, call);
}

static script busy_script (void) {
  script q = {.hooks = {.on_piece_removed = leaves_something, .on_tile_placed = sees_to_it}};
  for (int i = 0; i < 9; i++)
    q.phase[i] = (script_phase){
        .numbers = 1 + i % 3, .again = i % 2, .may_pass = i % 3 == 1, .chosen = does_something};
  q.phase[3].asks = 2;
  q.phase[4].asks = CHANCE;
  q.phase[5].begin = does_something;
  q.phase[7].numbers = 2;
  return q;
}

/*
** Plays a game in which some calls fail. A failed call must not change anything. Returns the number
** of failures.
*/
static int play_failing (game *g, uint64_t random) {
  script *q = g->q;
  int failures = 0;
  carc_state *was = twin(g);
  for (int i = 0; i < 250 && !carc_state_is_terminal(g->d, g->s); i++) {
    carc_error err = {0};
    carc_action a = carc_state_action(g->d, g->s, below(&random, carc_state_num_actions(g->d, g->s)));
    int player = below(&random, carc_definition_players(g->d));
    carc_action_fields give_up = {.kind = CARC_ACTION_RESIGN, .player = player};
    if (below(&random, 60) == 0 && !carc_state_has_resigned(g->d, g->s, player))
      a = carc_action_pack(&give_up);
    carc_state_clone(g->d, was, g->s);
    q->log[0] = '\0';
    q->fail_at = below(&random, 2) == 0 ? q->calls + 1 + below(&random, 8) : 0;
    carc_status status = carc_state_apply_action(g->d, g->s, a, &err);
    q->fail_at = 0;
    if (status == CARC_OK) continue;
    failures++;
    assert_int_equal(status, CARC_ERR_SCRIPT);
    assert_int_equal(err.code, CARC_ERR_SCRIPT);
    assert_has(err.message, "on purpose");
    assert_same(g->d, g->s, was);
    apply(g->d, g->s, a);
  }
  for (int i = 0; i < 10; i++) { /* replays must not change the state either */
    carc_state_clone(g->d, was, g->s);
    q->log[0] = '\0';
    q->fail_at = q->calls + 1 + below(&random, 60);
    if (carc_state_undo_action(g->d, g->s, NULL) != CARC_OK) assert_same(g->d, g->s, was);
    carc_state_clone(g->d, g->s, was);
    q->fail_at = 0;
  }
  check_sound(g->d, g->s);
  carc_state_free(g->d, was);
  return failures;
}

static void a_script_that_fails_at_any_moment_leaves_the_state_byte_for_byte (void **unused) {
  (void)unused;
  static const char *const sets[] = {"set base\nset traders\nplayers 3\n", PLAIN "players 2\n",
                                     "set traders\nstart none\nplayers 4\nrule builder_parts unlimited\n"};
  int failures = 0;
  for (int i = 0; i < times(60) + 3; i++) {
    script q = busy_script();
    char text[600];
    snprintf(text, sizeof text, "%s" ALL_POINTS, sets[i % 3]);
    game g = open_game(&q, text, (uint64_t)i);
    failures += play_failing(&g, (uint64_t)i + 1);
    close_game(&g);
  }
  assert_true(failures > 100);
}

/* If the game cannot begin, the caller's block must stay unchanged. */
static void a_phase_that_fails_before_the_first_decision_leaves_the_block_alone (void **unused) {
  (void)unused;
  script q = {.phase = {{.numbers = 1}}};
  for (int n = 1; n <= 2; n++) {
    game g = open_game(&q, "set base\nphase dawn turn_start\n", 1);
    carc_state *was = twin(&g);
    carc_error err = {0};
    q.fail_at = q.calls + n; /* fails when the phase begins, or when it asks */
    assert_int_equal(carc_state_init(g.d, g.s, 2, &err), CARC_ERR_SCRIPT);
    assert_has(err.message, "on purpose");
    assert_same(g.d, g.s, was);
    q.fail_at = q.calls + n;
    assert_null(carc_state_new(g.d, 1, &err));
    carc_state_free(g.d, was);
    close_game(&g);
  }
}

static void phases_need_a_hook (void **unused) {
  (void)unused;
  assert_refused("set base\nphase dawn turn_start\n", 0, "phase", "no hook");
}

/*
** A phase for checking that each call that fails because memory is missing reports it, leaks
** nothing and changes nothing.
*/
static int asks_one (void *ud, carc_call *call, int phase, carc_phase_call when, carc_action chosen,
                     carc_question *question) {
  carc_action_fields f = nothing();
  (void)ud;
  (void)phase;
  (void)chosen;
  if (when == CARC_PHASE_CALL_ASK) offer(call, &f);
  question->may_pass = true;
  return 0;
}

static void a_definition_with_everything_needs_memory_for_everything (void **unused) {
  (void)unused;
  static const char text[] = "set base\nattribute dragon on=tile\nheld_back dragon\ntile X x2 @dragon "
                             "field:NL.NR.EL.ER.SL.SR.WL.WR\nvariable a player "
                             "size=3 initial=2\npiece bridge 2 role=span\n" ALL_POINTS;
  carc_hooks h = {.phase = asks_one};
  for (int n = 1;; n++) {
    pool memory = {.fail_at = n};
    carc_error err = {0};
    carc_definition *d = define_in(&memory, text, &h, NULL, &err);
    if (d == NULL) {
      assert_int_equal(err.code, CARC_ERR_MEMORY);
      assert_pool_empty(&memory);
      assert_true(n < 50);
      continue;
    }
    memory.fail_at = 0;
    carc_state *s = begin(d, 1);
    uint64_t random = 3;
    play_some(d, s, &random, 25);
    carc_state *was = copy(d, s);
    char *saved = save(d, s);
    int blocks = memory.blocks;
#define FAILS(call)                            \
  memset(&err, 0, sizeof err);                 \
  memory.fail_at = memory.calls + 1;           \
  assert_true(call);                           \
  memory.fail_at = 0;                          \
  assert_int_equal(err.code, CARC_ERR_MEMORY); \
  assert_same(d, s, was);                      \
  assert_int_equal(memory.blocks, blocks)
    FAILS(carc_state_new(d, 1, &err) == NULL);
    FAILS(carc_state_apply_index(d, s, 0, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_undo_action(d, s, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_events(d, s, 0, ignore_event, NULL, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_serialize(d, s, NULL, 0, &err) == -1);
    FAILS(carc_state_deserialize(d, s, saved, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_random_playout(d, s, 1, &err) == CARC_ERR_MEMORY);
    FAILS(carc_state_apply_action(d, s, read_action(d, s, "resign 1"), &err) == CARC_ERR_MEMORY);
    free(saved);
    carc_state_free(d, was);
    carc_state_free(d, s);
    carc_definition_free(d);
    assert_pool_empty(&memory);
    return;
  }
}

static void random_games_with_phases_are_sound_at_every_decision (void **unused) {
  (void)unused;
  for (int i = 0; i < times(20); i++) {
    script q = busy_script();
    game g = open_game(&q, i % 2 ? "set base\nset traders\nplayers 3\n" ALL_POINTS : PLAIN ALL_POINTS,
                       (uint64_t)i);
    uint64_t random = (uint64_t)i;
    for (int k = 0; k < 120 && !carc_state_is_terminal(g.d, g.s); k++) {
      carc_state *was = twin(&g);
      play_any(g.d, g.s, &random);
      if (k % 4 == 0) {
        carc_state *is = twin(&g);
        check_sound(g.d, g.s);
        assert_int_equal(carc_state_undo_action(g.d, g.s, NULL), CARC_OK);
        assert_same(g.d, g.s, was);
        carc_state_clone(g.d, g.s, is);
        carc_state_free(g.d, is);
      }
      carc_state_free(g.d, was);
    }
    close_game(&g);
  }
}

static void playouts_of_games_with_phases_come_to_an_end (void **unused) {
  (void)unused;
  script q = busy_script();
  game g = open_game(&q, "set base\nset traders\nplayers 3\n" ALL_POINTS, 4);
  for (uint64_t i = 0; i < 10; i++) {
    carc_state *s = twin(&g);
    carc_error err = {0};
    if (carc_state_random_playout(g.d, s, i, &err) != CARC_OK) fail_msg("%s", err.message);
    assert_true(carc_state_is_terminal(g.d, s));
    check_sound(g.d, s);
    carc_state_free(g.d, s);
  }
  close_game(&g);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(phases_come_in_the_order_of_a_turn_once_a_turn_or_each_part),
      cmocka_unit_test(the_end_of_the_game_has_a_phase_after_the_last_turn_and_before_the_final_scoring),
      cmocka_unit_test(a_turn_whose_further_part_finds_no_tile_ends_by_the_rule_of_the_edition),
      cmocka_unit_test(a_source_of_tiles_may_serve_a_further_part_when_the_bag_is_empty),
      cmocka_unit_test(phases_at_one_point_come_in_the_order_in_which_they_are_declared),
      cmocka_unit_test(a_position_with_a_tile_in_hand_begins_in_the_middle_of_a_turn),
      cmocka_unit_test(a_gate_keeps_a_phase_from_being_called),
      cmocka_unit_test(what_a_phase_offers_by_its_statement_is_asked_without_a_call),
      cmocka_unit_test(a_variable_opens_a_gate_with_any_of_its_numbers),
      cmocka_unit_test(a_tile_with_a_mark_on_the_table_at_the_start_opens_the_gate),
      cmocka_unit_test(rows_of_hooks_have_conditions_of_their_own),
      cmocka_unit_test(a_hook_whose_conditions_are_all_false_is_not_called),
      cmocka_unit_test(scoring_and_leaving_have_conditions_too),
      cmocka_unit_test(the_window_has_options_beside_deployments_and_passing),
      cmocka_unit_test(a_window_option_may_leave_the_window_open),
      cmocka_unit_test(a_window_is_asked_where_nothing_can_be_deployed_and_a_script_offers_something),
      cmocka_unit_test(a_compulsory_option_leaves_no_other_choice),
      cmocka_unit_test(a_script_that_forbids_deployments_forbids_those_that_another_offers),
      cmocka_unit_test(an_option_at_any_time_interrupts_a_decision_and_comes_back_to_it),
      cmocka_unit_test(nobody_is_asked_for_the_sake_of_an_option_at_any_time),
      cmocka_unit_test(another_players_question_is_not_interrupted),
      cmocka_unit_test(a_gate_closes_an_option_at_any_time_too),
      cmocka_unit_test(a_phase_may_ask_another_player),
      cmocka_unit_test(passing_is_legal_only_where_the_phase_says_so),
      cmocka_unit_test(a_question_to_a_player_who_has_resigned_goes_to_whose_turn_it_is),
      cmocka_unit_test(a_phase_that_asks_a_player_who_is_not_there_fails),
      cmocka_unit_test(a_phase_may_ask_again_until_it_has_heard_enough),
      cmocka_unit_test(the_host_decides_for_chance_where_it_draws),
      cmocka_unit_test(seeded_chance_belongs_to_the_decision_before_it),
      cmocka_unit_test(dice_keep_their_weights_in_random_games),
      cmocka_unit_test(a_saved_game_has_a_line_for_what_chance_did),
      cmocka_unit_test(an_option_after_the_254th_is_remembered_like_any_other),
      cmocka_unit_test(who_offers_too_many_options_fails_and_nothing_has_happened),
      cmocka_unit_test(a_game_that_asks_for_ever_ends_in_an_error_and_can_still_be_given_up),
      cmocka_unit_test(tiles_that_are_set_aside_have_room_in_the_longest_game),
      cmocka_unit_test(dice_that_are_thrown_for_ever_end_in_an_error_too),
      cmocka_unit_test(an_option_may_name_a_player_a_piece_a_number_a_segment_and_a_cell),
      cmocka_unit_test(a_phase_may_ask_in_words_until_it_is_answered),
      cmocka_unit_test(a_question_without_options_is_not_asked),
      cmocka_unit_test(offered_deployments_that_are_all_forbidden_leave_nothing_in_the_state),
      cmocka_unit_test(text_that_is_no_option_is_refused_with_the_reason),
      cmocka_unit_test(an_option_that_names_what_is_not_there_is_refused),
      cmocka_unit_test(pieces_on_the_table_are_offered_by_selector),
      cmocka_unit_test(pieces_of_one_feature_are_offered),
      cmocka_unit_test(two_pieces_that_nobody_can_tell_apart_are_one_option),
      cmocka_unit_test(tiles_with_a_mark_are_offered_all_or_where_nobody_stands),
      cmocka_unit_test(all_that_is_found_is_offered_with_one_number),
      cmocka_unit_test(an_offer_of_what_cannot_be_is_refused_and_offers_nothing),
      cmocka_unit_test(followers_may_be_offered_every_open_and_free_place),
      cmocka_unit_test(pieces_may_be_offered_the_free_spots_of_marked_tiles),
      cmocka_unit_test(a_deployment_of_what_takes_no_piece_is_refused),
      cmocka_unit_test(deployments_are_not_offered_at_anytime),
      cmocka_unit_test(a_question_may_not_act_and_an_act_may_not_ask),
      cmocka_unit_test(who_gives_up_in_a_phase_of_ones_own_turn_ends_the_turn),
      cmocka_unit_test(who_gives_up_in_another_players_phase_is_only_passed_over),
      cmocka_unit_test(who_gives_up_after_the_last_turn_ends_the_game),
      cmocka_unit_test(a_script_that_fails_at_any_moment_leaves_the_state_byte_for_byte),
      cmocka_unit_test(a_phase_that_fails_before_the_first_decision_leaves_the_block_alone),
      cmocka_unit_test(phases_need_a_hook),
      cmocka_unit_test(a_definition_with_everything_needs_memory_for_everything),
      cmocka_unit_test(random_games_with_phases_are_sound_at_every_decision),
      cmocka_unit_test(playouts_of_games_with_phases_come_to_an_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
