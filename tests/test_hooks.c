/*
** test_hooks.c: tests the hooks of a C host: their arguments, their effects, and failing hooks.
*/
#include "support.h"

/* ---- A script for tests ---------------------------------------------------------------------- */

/* The data of the hooks. */
typedef struct script {
  int calls, fail_at; /* calls of all hooks; from call `fail_at` on, all fail (0: none) */
  int asked;          /* calls that one test counts */
  bool quiet;         /* its hooks change nothing */
  int tile, segment, player, piece, points, key, value;
  carc_status status; /* result of the last function that changes the state */
  carc_error err;
  char names[200];
  carc_scoring seen[200];
  int n_seen;
} script;

static int failing (script *q, carc_call *call) {
  q->calls++;
  return q->fail_at > 0 && q->calls >= q->fail_at ? carc_call_fail(call, "variant 'x', hook y: on purpose")
                                                  : 0;
}

/* Hooks of all kinds for random games. What they do depends only on the state. */
static int some_allow_placement (void *ud, carc_call *call, carc_action a, bool *ok,
                                 const carc_row_set *rows) {
  (void)rows;
  carc_action_fields f = carc_action_unpack(a);
  *ok = (f.x + 2 * f.y + f.rotation + 90) % 5 != 0;
  return failing(ud, call);
}

static int some_allow_deployment (void *ud, carc_call *call, carc_action a, bool *ok,
                                  const carc_row_set *rows) {
  (void)rows;
  carc_action_fields f = carc_action_unpack(a);
  *ok = (f.x + f.y + f.segment + 90) % 4 != 0;
  return failing(ud, call);
}

static int some_points (void *ud, carc_call *call, const carc_scoring *what, int *points,
                        const carc_row_set *rows) {
  (void)rows;
  *points += what->kind == CARC_KIND_CITY ? 3 : -1;
  return failing(ud, call);
}

static int some_extra_part (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                            const carc_row_set *rows) {
  (void)rows;
  int tiles = carc_state_tiles(carc_call_definition(call), carc_call_state(call));
  *grant = part->part < 3 && tiles % 3 == 0;
  return failing(ud, call);
}

static int some_on_tile_placed (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  carc_call_award(call, 0, tile % 2 ? 2 : -1, "toll", NULL);
  for (int i = 0; i < carc_definition_variables(d); i++) {
    int key = carc_variable_scope(d, i) == CARC_SCOPE_CELL      ? tile
              : carc_variable_scope(d, i) == CARC_SCOPE_FEATURE ? carc_state_feature_id(d, s, tile, 0)
                                                                : 0;
    carc_call_set_variable(call, i, key, tile + 1, NULL);
  }
  if (carc_state_pieces(d, s) > 3) {
    carc_piece f = carc_state_piece(d, s, tile % carc_state_pieces(d, s));
    carc_call_return_piece(call, (carc_piece){f.player, f.piece, f.tile, f.segment}, CARC_LEAVING_RETURNED,
                           NULL);
  }
  return failing(ud, call);
}

static int some_on_feature_scored (void *ud, carc_call *call, const carc_scoring *what,
                                   const carc_row_set *rows) {
  (void)rows;
  carc_call_award(call, carc_definition_players(carc_call_definition(call)) - 1, what->points, "share", NULL);
  return failing(ud, call);
}

static int some_bonus (void *ud, carc_call *call, const carc_piece *standing, const carc_scoring *what,
                       const carc_row_set *rows) {
  (void)rows;
  assert_int_equal(carc_call_bonus(call, standing->player + (what->final ? 1 : 2), "bonus", NULL), CARC_OK);
  return failing(ud, call);
}

static int some_final_step (void *ud, carc_call *call, const char *name) {
  carc_call_award(call, 0, (int)strlen(name), name, NULL);
  return failing(ud, call);
}

static const carc_hooks all_hooks = {.allow_placement = some_allow_placement,
                                     .allow_deployment = some_allow_deployment,
                                     .points = some_points,
                                     .extra_part = some_extra_part,
                                     .on_tile_placed = some_on_tile_placed,
                                     .on_feature_scored = some_on_feature_scored,
                                     .final = some_final_step,
                                     .bonus = some_bonus,
                                     .extra_part_always = true};

/* ---- Asking: placements and deployments ------------------------------------------------------ */

static int east_only (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  carc_action_fields f = carc_action_unpack(a);
  (void)call;
  q->asked++;
  assert_true(*ok);
  assert_int_equal(f.kind, CARC_ACTION_PLACE);
  *ok = f.x > 0;
  return 0;
}

static int sees_no_actions (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)a;
  (void)ok;
  q->asked++;
  assert_int_equal(carc_state_num_actions(carc_call_definition(call), carc_call_state(call)), 0);
  return 0;
}

/* Checks the state in an action, in a resignation and in a replay. */
static void a_state_in_the_middle_of_an_action_has_no_legal_actions (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.allow_placement = sees_no_actions};
  carc_definition *d = define_with("set base\nplayers 3", &h, &q);
  carc_state *s = begin(d, 1);
  char text[40];
  for (int i = 0; i < 6; i++) assert_int_equal(carc_state_apply_index(d, s, 0, NULL), CARC_OK);
  int asked = q.asked;
  snprintf(text, sizeof text, "resign %d", carc_state_turn_player(d, s) + 1);
  play(d, s, text);
  assert_true(q.asked > asked);
  asked = q.asked;
  assert_int_equal(carc_state_undo_action(d, s, NULL), CARC_OK);
  assert_true(q.asked > asked);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_hook_can_forbid_places (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.allow_placement = east_only};
  carc_definition *plain = define("set base\nhand BA-U"), *d = define_with("set base\nhand BA-U", &h, &q);
  carc_state *p = begin(plain, 1), *s = begin(d, 1);
  int n = carc_state_num_actions(plain, p), east = 0;
  assert_int_equal(q.asked, n); /* the hook is called for each placement that the rules allow */
  for (int i = 0; i < n; i++) east += carc_action_unpack(carc_state_action(plain, p, i)).x > 0;
  assert_int_equal(carc_state_num_actions(d, s), east);
  for (int i = 0; i < east; i++) {
    carc_action a = carc_state_action(d, s, i);
    assert_true(carc_action_unpack(a).x > 0);
    assert_int_equal(carc_state_action_index(d, s, a), i);
  }
  assert_false(is_legal(d, s, "place BA-U -1,0 r0"));
  assert_int_equal(carc_state_fits(d, s, carc_state_hand(d, s)), n); /* counts without hooks */
  carc_state_free(d, s);
  carc_state_free(plain, p);
  carc_definition_free(d);
  carc_definition_free(plain);
}

static int nowhere_for_cities (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  (void)rows;
  const carc_definition *d = carc_call_definition(call);
  (void)ud;
  *ok = strcmp(carc_type_id(d, carc_action_unpack(a).type), "BA-E") != 0;
  return 0;
}

static void a_tile_that_a_hook_lets_nowhere_is_set_aside (void **unused) {
  (void)unused;
  carc_hooks h = {.allow_placement = nowhere_for_cities};
  carc_definition *d = define_with("set base\ndraws manual", &h, NULL);
  carc_state *s = begin(d, 1);
  play(d, s, "draw BA-E");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DRAW);
  assert_int_equal(carc_state_tiles_left(d, s, type_in(d, "BA-E")), 4);
  assert_int_equal(carc_state_hand(d, s), -1);
  play(d, s, "draw BA-B");
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_PLACE);
  event_list e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_SET_ASIDE), 1);
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_first_hand_that_a_hook_lets_nowhere_does_not_stop_the_game (void **unused) {
  (void)unused;
  static const char *const texts[] = {"set base\nhand BA-E", "set base\nhand BA-E\ndraws manual"};
  for (int i = 0; i < 2; i++) {
    carc_hooks h = {.allow_placement = nowhere_for_cities};
    carc_definition *d = define_with(texts[i], &h, NULL);
    carc_state *s = begin(d, 1);
    assert_true(carc_state_num_actions(d, s) > 0);
    assert_int_equal(carc_state_decision(d, s), i == 0 ? CARC_ACTION_PLACE : CARC_ACTION_DRAW);
    assert_int_equal(carc_state_random_playout(d, s, 1, NULL), CARC_OK);
    char *text = save(d, s);
    carc_state *again = load(d, text);
    assert_same(d, s, again);
    carc_state_free(d, again);
    free(text);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static int no_farmers (void *ud, carc_call *call, carc_action a, bool *ok, const carc_row_set *rows) {
  (void)rows;
  const carc_definition *d = carc_call_definition(call);
  carc_action_fields f = carc_action_unpack(a);
  (void)ud;
  assert_int_equal(f.kind, CARC_ACTION_DEPLOY);
  assert_int_equal(carc_state_tiles(d, carc_call_state(call)) - 1,
                   carc_state_tile_at(d, carc_call_state(call), f.x, f.y));
  *ok = carc_type_segment(d, f.type, f.rotation, f.segment).kind != CARC_KIND_FIELD;
  return 0;
}

static void a_hook_can_forbid_deployments (void **unused) {
  (void)unused;
  carc_hooks h = {.allow_deployment = no_farmers};
  carc_definition *d = define_with("tile F x3 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile M x3 monastery "
                                   "field:NL.NR.EL.ER.SL.SR.WL.WR\nstart none\ndraws manual",
                                   &h, NULL);
  carc_state *s = begin(d, 1);
  play(d, s, "draw F; place F 0,0 r0"); /* the tile has only a field, so no player is asked */
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DRAW);
  assert_int_equal(carc_state_turn_player(d, s), 1);
  play(d, s, "draw M; place M 1,0 r0");
  assert_true(is_legal(d, s, "deploy follower monastery"));
  assert_false(is_legal(d, s, "deploy follower field:NL.NR.EL.ER.SL.SR.WL.WR"));
  assert_int_equal(carc_state_num_actions(d, s), 2);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Asking: points and further parts -------------------------------------------------------- */

static int twice (void *ud, carc_call *call, const carc_scoring *what, int *points,
                  const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)call;
  assert_int_equal(*points, what->points);
  if (q->n_seen < 200) q->seen[q->n_seen++] = *what;
  *points *= 2;
  return 0;
}

/* A position: a city of two tiles with a pennant. Player 1 completes it; player 2 owns it. */
static const char small_city[] =
    "set base\ndraws manual\nstart BA-D 0,0 r0\nstand 2 follower 0,0 city:N\nhand BA-E";

static void a_hook_can_change_what_a_feature_scores (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.points = twice};
  carc_definition *d = define_with(small_city, &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2; pass");
  SCORES(d, s, 0, 8);
  assert_int_equal(q.n_seen, 1);
  assert_int_equal(q.seen[0].kind, CARC_KIND_CITY);
  assert_int_equal(q.seen[0].points, 4);
  assert_int_equal(q.seen[0].players, 2);
  assert_true(q.seen[0].complete);
  assert_false(q.seen[0].final);
  event_list e = events_since(d, s, 0);
  for (int i = 0; i < e.n; i++) {
    if (e.at[i].kind != CARC_EVENT_SCORED) continue;
    assert_int_equal(e.at[i].points, 8);
    assert_int_equal(e.at[i].n_items, 2);
    assert_int_equal(e.at[i].items[0].kind, CARC_SCORE_ITEM_TILES);
    assert_int_equal(e.at[i].items[0].count, 2);
    assert_int_equal(e.at[i].items[0].each, 2);
    assert_int_equal(e.at[i].items[1].kind, CARC_SCORE_ITEM_SCRIPT);
    assert_int_equal(e.at[i].items[1].each, 4);
  }
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void points_are_asked_only_where_somebody_scores (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.points = twice};
  carc_definition *d = define_with("set base\ndraws manual\nhand BA-E\nplayers 1", &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2; pass; resign 1");
  assert_int_equal(q.n_seen, 0);
  assert_true(carc_state_is_terminal(d, s));
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* A position: a road with a thief and a builder of player 1. */
static const char builder_road[] =
    "set base\nset traders\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 follower 1,0 "
    "road:E.W\nstand 1 builder 1,0 road:E.W\nhand BA-U\n";

static int grants (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                   const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)call;
  q->asked++;
  q->value = *grant;
  q->key = part->part;
  q->player = part->player;
  q->piece = part->extended_builder;
  *grant = q->points > 0;
  return 0;
}

/*
** Before an action, the engine checks whether the tile may extend a builder's feature. Wild tiles
** have no edges to check.
*/
static void games_with_wild_tiles_that_leave_sides_free_are_played_with_further_parts (void **unused) {
  (void)unused;
  script q = {.points = 1};
  carc_hooks h = {.extra_part = grants};
  carc_definition *d = define_with("set base\nset traders\ntile WI x20 wild:1 monastery\n", &h, &q);
  for (uint64_t seed = 1; seed <= 40; seed++) {
    carc_state *s = begin(d, seed);
    for (unsigned i = 0; !carc_state_is_terminal(d, s); i++) {
      int n = carc_state_num_actions(d, s);
      assert_int_equal(carc_state_apply_index(d, s, (int)(i * 31 + seed) % n, NULL), CARC_OK);
    }
    carc_state_free(d, s);
  }
  assert_true(q.asked > 0);
  carc_definition_free(d);
}

static void a_further_part_is_asked_for_where_the_builder_worked (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.extra_part = grants};
  carc_definition *d = define_with(builder_road, &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-U 2,0 r0; pass");
  assert_int_equal(q.asked, 1);
  assert_int_equal(q.value, 1); /* by the rules, a further part would be granted */
  assert_int_equal(q.key, 1);
  assert_int_equal(q.player, 0);
  assert_int_equal(q.piece, 1);
  assert_int_equal(carc_state_turn_player(d, s), 1); /* the hook did not grant it */
  play(d, s, "draw BA-U; place BA-U 3,0 r0; pass");
  assert_int_equal(q.asked, 1); /* player 2 had no builder there */
  carc_state_free(d, s);
  q = (script){.points = 1};
  s = begin(d, 1);
  play(d, s, "place BA-U 2,0 r0; pass; extra take; draw BA-U; place BA-U 3,0 r0; pass");
  assert_int_equal(q.asked, 2);
  assert_int_equal(q.value, 0); /* after part two, the rules do not grant one, but the hook does */
  assert_int_equal(q.key, 2);
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA);
  assert_int_equal(carc_state_part(d, s), 2);
  play(d, s, "extra decline");
  assert_int_equal(carc_state_turn_player(d, s), 1);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_hook_can_be_asked_after_every_part (void **unused) {
  (void)unused;
  script q = {.points = 1};
  carc_hooks h = {.extra_part = grants, .extra_part_always = true};
  carc_definition *d = define_with("set base\ndraws manual\nhand BA-B\nrule double_turn compulsory", &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-B 0,1 r0; pass");
  assert_int_equal(q.asked, 1);
  assert_int_equal(q.value, 0);
  assert_int_equal(q.piece, 0);
  assert_int_equal(carc_state_turn_player(d, s), 0); /* the part is compulsory */
  assert_int_equal(carc_state_part(d, s), 2);
  assert_int_equal(carc_state_decision(d, s), CARC_ACTION_DRAW);
  play(d, s, "draw BA-B; place BA-B 0,2 r0; pass");
  assert_int_equal(q.key, 2);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Acting ---------------------------------------------------------------------------------- */

static int pays_the_first_player (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  q->asked++;
  q->tile = tile;
  carc_tile t = carc_state_tile(carc_call_definition(call), carc_call_state(call), tile);
  assert_int_equal(carc_state_tile_at(carc_call_definition(call), carc_call_state(call), t.x, t.y), tile);
  const char *label = q->points == 7 ? "a label that is longer than any" : "as long as a label is..";
  q->status = carc_call_award(call, q->player, q->points, label, &q->err);
  return 0;
}

static void a_script_can_award_and_take_points (void **unused) {
  (void)unused;
  script q = {.points = -5};
  carc_hooks h = {.on_tile_placed = pays_the_first_player};
  carc_definition *d = define_with("set base\ndraws manual\nhand BA-B", &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-B 0,1 r0");
  assert_int_equal(q.asked, 1);
  assert_int_equal(q.tile, 1);
  assert_int_equal(q.status, CARC_OK);
  SCORES(d, s, -5, 0);
  assert_int_equal(carc_state_reward(d, s, 0), -5);
  event_list e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_AWARDED), 1);
  for (int i = 0; i < e.n; i++)
    if (e.at[i].kind == CARC_EVENT_AWARDED) {
      assert_int_equal(e.at[i].points, -5);
      assert_int_equal(strlen(e.at[i].text), CARC_NAME_SIZE - 1);
    }
  free_events(&e);
  q = (script){.points = 1, .player = 2};
  play(d, s, "pass; draw BA-B; place BA-B 0,2 r0");
  assert_int_equal(q.status, CARC_ERR_INVALID);
  assert_has(q.err.message, "no player 3");
  q = (script){.points = 2000000};
  play(d, s, "pass; draw BA-B; place BA-B 0,3 r0");
  assert_int_equal(q.status, CARC_ERR_INVALID);
  SCORES(d, s, -5, 0);
  q = (script){.points = 7};
  play(d, s, "pass; draw BA-B; place BA-B 0,4 r0");
  assert_int_equal(q.status, CARC_ERR_INVALID);
  assert_has(q.err.message, "a label can have at most 23 bytes in UTF-8, got 31");
  SCORES(d, s, -5, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static int pays_a_lot (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)tile;
  for (int i = 0; i < 5000 && q->status == CARC_OK; i++)
    q->status = carc_call_award(call, 0, q->points, "a lot", &q->err);
  return 0;
}

static void nobody_gets_more_points_than_can_be_counted (void **unused) {
  (void)unused;
  for (int sign = -1; sign <= 1; sign += 2) {
    script q = {.points = 1000000 * sign};
    carc_hooks h = {.on_tile_placed = pays_a_lot};
    carc_definition *d = define_with("set base\ndraws manual\nhand BA-B", &h, &q);
    carc_state *s = begin(d, 1);
    play(d, s, "place BA-B 0,1 r0");
    assert_int_equal(q.status, CARC_ERR_INVALID);
    assert_has(q.err.message, "player 1");
    assert_true(carc_state_score(d, s, 0) * sign >= 1000000);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static int watches (void *ud, carc_call *call, const carc_scoring *what, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)call;
  if (q->n_seen < 200) q->seen[q->n_seen++] = *what;
  return 0;
}

static void a_script_hears_of_each_feature_that_is_scored (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.on_feature_scored = watches};
  carc_definition *d = define_with(small_city, &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-E 0,-1 r2; deploy follower field:NL.NR.EL.ER.WL.WR");
  assert_int_equal(q.n_seen, 1);
  assert_int_equal(q.seen[0].kind, CARC_KIND_CITY);
  assert_int_equal(q.seen[0].points, 4);
  assert_int_equal(q.seen[0].players, 2);
  play(d, s, "draw BA-U; place BA-U 1,0 r0; deploy follower road:E.W; resign 1");
  assert_int_equal(q.n_seen, 3);
  assert_int_equal(q.seen[1].kind, CARC_KIND_ROAD);
  assert_true(q.seen[1].final && !q.seen[1].complete);
  assert_int_equal(q.seen[1].points, 2);
  assert_int_equal(q.seen[2].kind, CARC_KIND_FIELD);
  assert_true(q.seen[2].final);
  assert_int_equal(q.seen[2].points, 3);
  assert_int_equal(q.seen[2].players, 1);
  SCORES(d, s, 3, 6);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static int names_itself (void *ud, carc_call *call, const char *name) {
  script *q = ud;
  const carc_definition *d = carc_call_definition(call);
  char one[60];
  snprintf(one, sizeof one, "%s:%d ", name, carc_state_score(d, carc_call_state(call), 0));
  strncat(q->names, one, sizeof q->names - strlen(q->names) - 1);
  return 0;
}

static void steps_of_the_final_scoring_come_in_their_order (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.final = names_itself};
  carc_definition *d = define_with("set base\nset traders\ndraws manual\nplayers 2\nstart BA-D 0,0 r0\n"
                                   "start BA-E 0,-1 r2\nstand 1 follower 0,0 road:E.W\n"
                                   "stand 1 follower 0,0 field:EL.WR\nhave 1 1 0 0\n"
                                   "final first before incomplete\nfinal king after goods\n"
                                   "final tax after fields\nfinal goods\n",
                                   &h, &q);
  static const char *const steps[] = {"first", "incomplete", "fields", "tax", "goods", "king"};
  assert_int_equal(carc_definition_steps(d), 6);
  for (int i = 0; i < 6; i++) assert_string_equal(carc_step_name(d, i), steps[i]);
  assert_null(carc_step_name(d, 6));
  carc_state *s = begin(d, 1);
  play(d, s, "resign 2");
  /* the first tile has a road; the next has a field and a city */
  assert_string_equal(q.names, "first:0 tax:4 goods:4 king:4 ");
  SCORES(d, s, 4, 0);
  event_list e = events_since(d, s, 0);
  int n = 0;
  for (int i = 0; i < e.n; i++)
    if (e.at[i].kind == CARC_EVENT_FINAL) assert_string_equal(e.at[i].text, steps[n++]);
  assert_int_equal(n, 6);
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_game_without_tiles_to_draw_is_over_at_once_and_scored_once (void **unused) {
  (void)unused;
  pool memory = {0};
  script q = {0};
  carc_hooks h = {.final = names_itself};
  carc_definition *d = define_in(&memory,
                                 "tile F x1 field:NL.NR.EL.ER.SL.SR.WL.WR\nstart F 0,0 r0\n"
                                 "final king after goods",
                                 &h, &q, NULL);
  assert_non_null(d);
  carc_state *s = carc_state_new(d, 1, NULL);
  assert_non_null(s);
  assert_true(carc_state_is_terminal(d, s));
  assert_string_equal(q.names, "king:0 ");
  carc_state_free(d, s);
  carc_definition_free(d);
  assert_pool_empty(&memory);
}

/* ---- Asking hooks may not act ---------------------------------------------------------------- */

/* Tries to change a state that may only be read. */
static void try_to_act (script *q, carc_call *call) {
  carc_error err = {0};
  q->asked++;
  if (q->quiet) return;
  q->status = carc_call_award(call, 0, 5, "no", &err);
  assert_int_equal(q->status, CARC_ERR_SCRIPT);
  assert_int_equal(err.code, CARC_ERR_SCRIPT);
  assert_int_equal(carc_call_set_variable(call, 0, 0, 5, NULL), CARC_ERR_SCRIPT);
  assert_int_equal(carc_call_return_piece(call, (carc_piece){0, 0, 0, 0}, CARC_LEAVING_RETURNED, NULL),
                   CARC_ERR_SCRIPT);
}

static int acting_allow_placement (void *ud, carc_call *call, carc_action a, bool *ok,
                                   const carc_row_set *rows) {
  (void)rows;
  (void)a;
  (void)ok;
  try_to_act(ud, call);
  return 0;
}
static int acting_allow_deployment (void *ud, carc_call *call, carc_action a, bool *ok,
                                    const carc_row_set *rows) {
  return acting_allow_placement(ud, call, a, ok, rows);
}
static int acting_points (void *ud, carc_call *call, const carc_scoring *what, int *points,
                          const carc_row_set *rows) {
  (void)rows;
  (void)what;
  (void)points;
  try_to_act(ud, call);
  return 0;
}
static int acting_bonus (void *ud, carc_call *call, const carc_piece *standing, const carc_scoring *what,
                         const carc_row_set *rows) {
  (void)standing;
  (void)what;
  (void)rows;
  try_to_act(ud, call);
  return 0;
}
static int acting_extra_part (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                              const carc_row_set *rows) {
  (void)rows;
  (void)part;
  (void)grant;
  try_to_act(ud, call);
  return 0;
}

static void a_hook_that_answers_a_question_may_not_change_anything (void **unused) {
  (void)unused;
  const carc_hooks each[] = {{.allow_placement = acting_allow_placement},
                             {.allow_deployment = acting_allow_deployment},
                             {.bonus = acting_bonus},
                             {.points = acting_points},
                             {.extra_part = acting_extra_part, .extra_part_always = true}};
  const char text[] = "set base\nset traders\nvariable memory game\nplayers 2\n";
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    script q = {0}, quiet = {.quiet = true};
    carc_definition *d = define_with(text, &each[i], &q), *plain = define_with(text, &each[i], &quiet);
    carc_state *s = begin(d, 1), *p = begin(plain, 1);
    uint64_t one = 3, other = 3;
    if (i < 3) { /* the change is refused, and the game is as without the attempt */
      play_some(d, s, &one, 500);
      play_some(plain, p, &other, 500);
      assert_same(d, s, p);
    } else {
      play_some(d, s, &one, 500);
    }
    assert_true(q.asked > 0);
    assert_int_equal(carc_state_variable(d, s, 0, 0), 0);
    carc_state_free(d, s);
    carc_state_free(plain, p);
    carc_definition_free(d);
    carc_definition_free(plain);
  }
}

/* ---- Hooks that fail ------------------------------------------------------------------------- */

static carc_hooks only_hook (int which) {
  carc_hooks h = all_hooks;
  if (which == 7) return h;
  if (which != 0) h.allow_placement = NULL;
  if (which != 1) h.allow_deployment = NULL;
  if (which != 2) h.points = NULL;
  if (which != 3 && which != 8) h.extra_part = NULL;
  if (which != 4) h.on_tile_placed = NULL;
  if (which != 5) h.on_feature_scored = NULL;
  if (which != 6 && which != 8) h.final = NULL;
  if (which != 9) h.bonus = NULL;
  h.extra_part_always = which == 3;
  return h; /* which == 8: only hooks that do not run at every decision */
}

static const char scripted[] =
    "set base\nset traders\nplayers 3\nvariable g game\nvariable p player turn\nvariable c cell part\n"
    "variable f feature game sum\nvariable m feature turn max\nvariable o feature game or\n";

/*
** Plays a game in which some calls of hooks fail. A failed call must not change anything. Returns
** the number of failures.
*/
static int play_failing (const carc_definition *d, script *q, uint64_t seed) {
  int failures = 0;
  uint64_t random = seed;
  carc_state *s = begin(d, seed), *was = copy(d, s);
  while (!carc_state_is_terminal(d, s)) {
    carc_error err = {0};
    int player = below(&random, carc_definition_players(d));
    carc_action_fields give_up = {.kind = CARC_ACTION_RESIGN, .player = player};
    carc_action a = carc_state_action(d, s, below(&random, carc_state_num_actions(d, s)));
    if (below(&random, 50) == 0 && !carc_state_has_resigned(d, s, player)) a = carc_action_pack(&give_up);
    carc_state_clone(d, was, s);
    q->fail_at = below(&random, 3) == 0 ? q->calls + 1 + below(&random, 4) : 0;
    carc_status status = carc_state_apply_action(d, s, a, &err);
    q->fail_at = 0;
    if (status == CARC_OK) continue;
    failures++;
    assert_int_equal(status, CARC_ERR_SCRIPT);
    assert_int_equal(err.code, CARC_ERR_SCRIPT);
    assert_has(err.message, "on purpose");
    assert_same(d, s, was);
    apply(d, s, a);
  }
  /* replays must not change the state either */
  carc_state_clone(d, was, s);
  for (int i = 0; i < 5 && q->calls > 0; i++) {
    int before = q->calls;
    q->fail_at = before + 1 + below(&random, 20);
    carc_status status = carc_state_undo_action(d, s, NULL);
    if (status != CARC_OK) {
      assert_int_equal(status, CARC_ERR_SCRIPT);
      assert_same(d, s, was);
    } else {
      carc_state_clone(d, s, was);
    }
    q->fail_at = q->calls + 1 + below(&random, 20);
    long length = carc_state_serialize(d, s, NULL, 0, NULL);
    if (q->calls >= q->fail_at) assert_int_equal(length, -1);
    q->fail_at = 0;
    char *text = save(d, s);
    q->fail_at = q->calls + 1 + below(&random, 20);
    carc_error err = {0};
    status = carc_state_deserialize(d, s, text, &err);
    if (status != CARC_OK) {
      assert_int_equal(status, CARC_ERR_SCRIPT);
      assert_true(err.line > 0);
    }
    assert_same(d, s, was);
    free(text);
  }
  q->fail_at = 0;
  carc_state_free(d, was);
  carc_state_free(d, s);
  return failures;
}

static void a_hook_that_fails_leaves_the_state_byte_for_byte (void **unused) {
  (void)unused;
  for (int which = 0; which < 10; which++) {
    script q = {0};
    carc_hooks h = only_hook(which);
    char text[400];
    snprintf(text, sizeof text, "%s%s", scripted,
             h.final ? "final king after goods\nfinal x before fields" : "");
    static const char *const farms[] = {"per-city", "per-field-once", "per-field"};
    snprintf(text + strlen(text), 60, "\nrule farm_scoring %s", farms[which % 3]);
    carc_definition *d = define_with(text, &h, &q);
    int failures = 0;
    for (int i = 0; i < times(40) + 20; i++) failures += play_failing(d, &q, (uint64_t)(i + 1));
    assert_true(failures > 0);
    carc_definition_free(d);
  }
}

/* Checks all kinds of draws: random, by the host, in groups, with spans. */
static void a_hook_about_few_tiles_that_fails_leaves_the_state_byte_for_byte (void **unused) {
  (void)unused;
#define FIELDS "field:NL.NR.EL.ER.SL.SR.WL.WR\n"
  static const char *const games[] = {
      "set base\nset traders\ncondition allow_placement 0 (kind=monastery)\n",
      "set base\nset traders\ndraws manual\ncondition allow_placement 0 (kind=monastery)\n",
      "set base\nattribute early on=tile\ntile E x2 @early city:N field:EL.ER.SL.SR.WL.WR~N\ndraw_order "
      "early\n"
      "condition allow_placement 0 (kind=city)\n",
      "tile F x20 " FIELDS "tile R x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\nstart R 0,0 r0\n"
      "piece bridge 3 role=span\ncondition allow_placement 0 (kind=road)\n",
  };
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    script q = {0};
    carc_hooks h = only_hook(0);
    h.n_rows[CARC_HOOK_ALLOW_PLACEMENT] = 1;
    char text[400];
    snprintf(text, sizeof text, "players 3\n%s", games[i]);
    carc_definition *d = define_with(text, &h, &q);
    int failures = 0;
    for (int k = 0; k < times(40) + 20; k++) failures += play_failing(d, &q, (uint64_t)(k + 1));
    if (failures == 0) fail_msg("no hook failed in\n%s", text);
    carc_definition_free(d);
  }
}

static void a_hook_that_no_tile_of_the_game_opens_takes_no_memory (void **unused) {
  (void)unused;
  pool memory = {0};
  script q = {0};
  carc_hooks h = only_hook(0);
  h.n_rows[CARC_HOOK_ALLOW_PLACEMENT] = 1;
  carc_definition *d = define_in(&memory,
                                 "set base\nset traders\nattribute odd on=tile\n"
                                 "tile O x0 @odd city:N field:EL.ER.SL.SR.WL.WR~N\n"
                                 "condition allow_placement 0 (attribute=odd)\n",
                                 &h, &q, NULL);
  assert_non_null(d);
  carc_state *s = carc_state_new(d, 1, NULL);
  assert_non_null(s);
  int taken = memory.calls;
  uint64_t random = 1;
  while (!carc_state_is_terminal(d, s)) play_any(d, s, &random);
  assert_int_equal(memory.calls, taken);
  assert_int_equal(q.calls, 0);
  carc_state_free(d, s);
  carc_definition_free(d);
  assert_pool_empty(&memory);
}

/*
** The start tile has no city, and the tiles to be drawn later have only cities. So only the first
** tile can be placed.
*/
static const char sudden_end[] = "tile F x2 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile C x20 city:N.E.S.W\n"
                                 "start F 0,0 r0\nhand F\nplayers 1\n";

static void an_end_that_nothing_announced_can_fail_too (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.final = some_final_step};
  char text[400];
  snprintf(text, sizeof text, "%sfinal king after goods", sudden_end);
  carc_definition *d = define_with(text, &h, &q);
  carc_state *s = begin(d, 1), *was;
  play(d, s, "place F 0,1 r0");
  was = copy(d, s);
  q.fail_at = q.calls + 1;
  carc_error err = {0};
  assert_int_equal(carc_state_apply_index(d, s, 0, &err), CARC_ERR_SCRIPT);
  assert_same(d, s, was);
  q.fail_at = 0;
  assert_int_equal(carc_state_apply_index(d, s, 0, &err), CARC_OK);
  assert_true(carc_state_is_terminal(d, s));
  assert_int_equal(carc_state_score(d, s, 0), 4); /* "king" has four letters */
  carc_state_free(d, was);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/*
** Tries both a game in which the engine allocates memory at the end, and one in which it does not.
*/
static void want_of_memory_at_an_end_that_nothing_announced (void **unused) {
  (void)unused;
  for (int fails = 0; fails < 2; fails++) {
    pool memory = {0};
    script q = {0};
    carc_hooks h = {.final = some_final_step};
    char text[400];
    snprintf(text, sizeof text, "%sfinal king after goods", sudden_end);
    carc_definition *d = define_in(&memory, text, &h, &q, NULL);
    assert_non_null(d);
    carc_state *s = begin(d, 1), *was;
    play(d, s, "place F 0,1 r0");
    was = copy(d, s);
    memory.fail_at = memory.calls + 1;
    memory.stays = true;
    if (fails) q.fail_at = q.calls + 1;
    carc_error err = {0};
    carc_status status = carc_state_apply_index(d, s, 0, &err);
    assert_int_equal(err.code, status);
    if (status != CARC_OK) {
      assert_true(status == CARC_ERR_MEMORY || fails);
      assert_same(d, s, was);
    }
    assert_true(status != CARC_OK || !fails);
    memory.fail_at = q.fail_at = 0;
    if (status != CARC_OK) apply(d, s, carc_state_action(d, s, 0));
    assert_true(carc_state_is_terminal(d, s));
    carc_state_free(d, was);
    carc_state_free(d, s);
    carc_definition_free(d);
    assert_pool_empty(&memory);
  }
}

static int broken_extra_part (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                              const carc_row_set *rows) {
  (void)rows;
  (void)part;
  *grant = false;
  return failing(ud, call);
}
static int broken_final_step (void *ud, carc_call *call, const char *name) {
  (void)name;
  return failing(ud, call);
}

/*
** The builder has granted or refused a further part before. At the end of the game, every hook
** fails.
*/
static void scripts_that_fail_for_good_change_nothing_either (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.extra_part = broken_extra_part, .final = broken_final_step};
  carc_definition *d =
      define_with("tile R x4 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\ntile C x30 city:N.E.S.W\n"
                  "piece builder 1\nstart R 0,0 r0\nstart R 1,0 r0\nstand 1 follower 1,0 road:E.W\n"
                  "stand 1 builder 1,0 road:E.W\nhand R\nfinal king after goods",
                  &h, &q);
  int sudden = 0;
  for (uint64_t seed = 0; seed < 30; seed++) {
    carc_state *s = begin(d, seed), *was;
    q.calls = 0;
    play(d, s, "place R 2,0 r0; pass");
    assert_int_equal(q.calls, 1);
    if (!carc_state_is_terminal(d, s)) {
      play(d, s, "place R 3,0 r0");
      was = copy(d, s);
      sudden += carc_state_tiles_left(d, s, type_in(d, "C")) > 4;
      q.fail_at = 2;
      carc_error err = {0};
      assert_int_equal(carc_state_apply_index(d, s, 0, &err), CARC_ERR_SCRIPT);
      assert_int_equal(err.code, CARC_ERR_SCRIPT);
      assert_same(d, s, was);
      q.fail_at = 0;
      carc_state_free(d, was);
    }
    carc_state_free(d, s);
  }
  assert_true(sudden > 0);
  carc_definition_free(d);
}

static void a_hook_that_fails_before_the_first_decision (void **unused) {
  (void)unused;
  pool memory = {0};
  script q = {.fail_at = 1};
  carc_hooks h = {.allow_placement = some_allow_placement};
  carc_error err = {0};
  carc_definition *d = define_in(&memory, "set base", &h, &q, &err);
  assert_non_null(d);
  assert_null(carc_state_new(d, 1, &err));
  assert_int_equal(err.code, CARC_ERR_SCRIPT);
  assert_has(err.message, "on purpose");
  carc_definition_free(d);
  assert_pool_empty(&memory);
}

static void a_playout_in_which_a_hook_fails_changes_nothing (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.on_tile_placed = some_on_tile_placed};
  carc_definition *d = define_with("set base", &h, &q);
  carc_state *s = begin(d, 1), *was = copy(d, s);
  q.fail_at = 20;
  carc_error err = {0};
  assert_int_equal(carc_state_random_playout(d, s, 1, &err), CARC_ERR_SCRIPT);
  assert_same(d, s, was);
  carc_state_free(d, was);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Variables ------------------------------------------------------------------------------- */

static int fills_variables (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  int turn = carc_state_turn_player(d, s);
  for (int i = 0; i < carc_definition_variables(d); i++) {
    carc_scope scope = carc_variable_scope(d, i);
    int key = scope == CARC_SCOPE_PLAYER ? turn : scope == CARC_SCOPE_CELL ? tile : 0;
    if (scope == CARC_SCOPE_FEATURE) {
      key = carc_state_feature_id(d, s, tile, 0);
      if (q->value == 0) continue;
      carc_call_set_variable(call, i, key, q->value, NULL);
    } else {
      carc_call_set_variable(call, i, key, carc_state_variable(d, s, i, key) + 1, NULL);
    }
  }
  return 0;
}

static void variables_live_as_long_as_they_are_declared (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.on_tile_placed = fills_variables};
  char text[600];
  snprintf(
      text, sizeof text,
      "%svariable a game\nvariable b game turn\nvariable c game part\nvariable d player\nvariable e cell\n"
      "variable f player turn\n",
      builder_road);
  carc_definition *d = define_with(text, &h, &q);
  carc_state *s = begin(d, 1);
  assert_int_equal(carc_definition_variables(d), 6);
  assert_int_equal(carc_variable_find(d, "c"), 2);
  assert_int_equal(carc_variable_find(d, "z"), -1);
  assert_string_equal(carc_variable_name(d, 4), "e");
#define VARIABLE(name, key) carc_state_variable(d, s, carc_variable_find(d, name), key)
  play(d, s, "place BA-U 2,0 r0");
  assert_int_equal(VARIABLE("a", 0), 1);
  assert_int_equal(VARIABLE("b", 0), 1);
  assert_int_equal(VARIABLE("c", 0), 1);
  assert_int_equal(VARIABLE("e", 2), 1);
  play(d, s, "pass; extra take; draw BA-U");
  assert_int_equal(VARIABLE("b", 0), 1); /* part of the same turn, but a new part */
  assert_int_equal(VARIABLE("c", 0), 0);
  play(d, s, "place BA-U 3,0 r0");
  assert_int_equal(VARIABLE("a", 0), 2);
  assert_int_equal(VARIABLE("b", 0), 2);
  assert_int_equal(VARIABLE("c", 0), 1);
  assert_int_equal(VARIABLE("d", 0), 2);
  assert_int_equal(VARIABLE("d", 1), 0);
  assert_int_equal(VARIABLE("f", 0), 2);
  play(d, s, "pass");
  assert_int_equal(carc_state_turn_player(d, s), 1);
  assert_int_equal(VARIABLE("a", 0), 2);
  assert_int_equal(VARIABLE("b", 0), 0);
  assert_int_equal(VARIABLE("c", 0), 0);
  assert_int_equal(VARIABLE("f", 0), 0);
  assert_int_equal(VARIABLE("d", 0), 2);
  play(d, s, "draw BA-U; place BA-U 4,0 r0");
  assert_int_equal(VARIABLE("d", 1), 1);
  assert_int_equal(VARIABLE("e", 4), 1);
  assert_int_equal(VARIABLE("e", -1), 0); /* such a place does not exist */
  assert_int_equal(VARIABLE("a", 7), 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void variables_of_features_join_with_them (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.on_tile_placed = fills_variables};
  carc_definition *d = define_with(
      "draws manual\nvariable s feature game sum\nvariable m feature game max\nvariable o feature "
      "game or\nvariable p feature part sum\ntile F x9 field:NL.NR.EL.ER.SL.SR.WL.WR\n"
      "tile N x9 city:N field:EL.ER.SL.SR.WL.WR~N\ntile G x9 city:N.S field:EL.ER~N "
      "field:WL.WR~N\nstart F 0,0 r0\nstart F 0,-1 r0\nstart F 0,-2 r0\nhand N",
      &h, &q);
  carc_state *s = begin(d, 1);
  q.value = 5;
  play(d, s, "place N 1,0 r0"); /* its city is open to the north */
  int city = feature_at(d, s, 1, 0, "city:N").id;
  assert_int_equal(VARIABLE("p", city), 5);
  play(d, s, "pass");
  q.value = 6;
  play(d, s, "draw N; place N 1,-2 r2; pass"); /* its city is open to the south */
  assert_int_equal(VARIABLE("s", feature_at(d, s, 1, 0, "city:N").id), 5);
  assert_int_equal(VARIABLE("s", feature_at(d, s, 1, -2, "city:S").id), 6);
  q.value = 0;
  play(d, s, "draw G; place G 1,-1 r0");
  city = feature_at(d, s, 1, 0, "city:N").id;
  assert_int_equal(city, feature_at(d, s, 1, -2, "city:S").id);
  assert_int_equal(VARIABLE("s", city), 11);
  assert_int_equal(VARIABLE("m", city), 6);
  assert_int_equal(VARIABLE("o", city), 7);
  assert_int_equal(VARIABLE("p", city), 0);
  /* the variables of the new field are not those of the city that had this id */
  assert_int_equal(VARIABLE("s", feature_at(d, s, 1, -1, "field:EL.ER").id), 0);
  play(d, s, "pass; draw N; place N -1,0 r0"); /* a new city has the initial values */
  assert_int_equal(VARIABLE("s", feature_at(d, s, -1, 0, "city:N").id), 0);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static int bad_keys (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)tile;
  q->asked++;
  carc_error err = {0};
  assert_int_equal(carc_call_set_variable(call, -1, 0, 1, &err), CARC_ERR_INVALID);
  assert_has(err.message, "variable -1");
  assert_int_equal(carc_call_set_variable(call, 1, 0, 1, &err), CARC_ERR_INVALID);
  assert_int_equal(carc_call_set_variable(call, 0, 2, 1, &err), CARC_ERR_INVALID);
  assert_has(err.message, "variable who");
  assert_int_equal(carc_call_set_variable(call, 0, -1, 1, &err), CARC_ERR_INVALID);
  assert_int_equal(carc_call_set_variable(call, 0, 1, INT32_MIN, &err), CARC_OK);
  return 0;
}

/* Sets a segment's variable and a held segment, both beyond the segments on the board. */
static int set_beyond_board (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)ud, (void)tile, (void)rows;
  carc_error err = {0};
  assert_int_equal(carc_call_set_variable(call, 0, 60, 1, &err), CARC_OK);
  assert_int_equal(carc_call_set_variable(call, 1, 0, 16, &err), CARC_OK);
  return 0;
}

static void the_event_of_a_variable_beyond_the_board_has_no_place (void **unused) {
  (void)unused;
  carc_hooks h = {.on_tile_placed = set_beyond_board};
  carc_definition *d = define_with(
      "set base\nvariable mark segment\nvariable post game type=segment\ndraws manual\nhand BA-B", &h, NULL);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-B 0,1 r0");
  event_list all = events_since(d, s, 0);
  assert_int_equal(count_events(&all, CARC_EVENT_VARIABLE), 2);
  for (int i = 0; i < all.n; i++)
    if (all.at[i].kind == CARC_EVENT_VARIABLE) assert_int_equal(all.at[i].tile, -1);
  free_events(&all);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_variable_has_no_other_places (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.on_tile_placed = bad_keys};
  carc_definition *d =
      define_with("set base\nvariable who player\nplayers 2\ndraws manual\nhand BA-B", &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-B 0,1 r0");
  assert_int_equal(q.asked, 1);
  assert_int_equal(carc_state_variable(d, s, 0, 0), 0);
  assert_int_equal(carc_state_variable(d, s, 0, 1), INT32_MIN);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* ---- Pieces that scripts send home ----------------------------------------------------------- */

static int sends_home (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  (void)tile;
  q->asked++;
  q->status = carc_call_return_piece(call, (carc_piece){q->player, q->piece, q->tile, q->segment},
                                     CARC_LEAVING_RETURNED, &q->err);
  return 0;
}

/* How many pieces of player 1 are left after the thief or farmer in `text` has returned. */
static int pieces_left (const char *text, const char *rule, int segment) {
  script q = {.tile = 1, .segment = segment};
  carc_hooks h = {.on_tile_placed = sends_home};
  char whole[600];
  snprintf(whole, sizeof whole, "%s%s", text, rule);
  carc_definition *d = define_with(whole, &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-B 0,1 r0");
  assert_int_equal(q.status, CARC_OK);
  int n = standings_of_player(d, s, 0);
  assert_int_equal(carc_state_pieces_in_hand(d, s, 0, 0), 7);
  carc_state_free(d, s);
  carc_definition_free(d);
  return n;
}

static void a_builder_left_alone_stays_or_goes_home_by_edition (void **unused) {
  (void)unused;
  static const char road[] =
      "set base\nset traders\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 "
      "follower 1,0 road:E.W\nstand 1 builder 1,0 road:E.W\nhand BA-B\n";
  assert_int_equal(pieces_left(road, "rule orphan_builder return", 0), 0);
  assert_int_equal(pieces_left(road, "rule orphan_builder stay", 0), 1);
  assert_int_equal(pieces_left(road, "edition 2003", 0), 1);
  assert_int_equal(pieces_left(road, "edition c2", 0), 0);
}

static void a_pig_left_alone_stays_or_goes_home_by_edition (void **unused) {
  (void)unused;
  static const char field[] =
      "set base\nset traders\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 "
      "follower 1,0 field:NL.NR.EL.WR\nstand 1 pig 1,0 field:NL.NR.EL.WR\nhand BA-B\n";
  assert_int_equal(pieces_left(field, "rule orphan_pig return", 1), 0);
  assert_int_equal(pieces_left(field, "rule orphan_pig stay", 1), 1);
  assert_int_equal(pieces_left(field, "edition bigbox", 1), 0);
  assert_int_equal(pieces_left(field, "edition modern", 1), 1);
}

/* pieces_occupy: whether a builder or pig that is alone occupies a feature. */
static void a_piece_left_alone_occupies_or_not_by_edition (void **unused) {
  (void)unused;
  static const struct {
    const char *what, *segment, *deploy;
    int number;
  } rows[] = {{"builder", "road:E.W", "deploy follower road:E.W", 0},
              {"pig", "field:NL.NR.EL.WR", "deploy follower field:NL.NR.EL.WR", 1}};
  for (int i = 0; i < 2; i++)
    for (int occupies = 0; occupies < 2; occupies++) {
      script q = {.tile = 1, .segment = rows[i].number};
      carc_hooks h = {.on_tile_placed = sends_home};
      char text[600];
      snprintf(text, sizeof text,
               "edition 2003\nrule pieces_occupy %s\nset base\nset traders\ndraws manual\nplayers 3\nstart "
               "BA-D 0,0 "
               "r0\nstart BA-U 1,0 r0\nstand 1 follower 1,0 %s\nstand 1 %s 1,0 %s\nturn 2\nhand BA-U\n",
               occupies ? "yes" : "no", rows[i].segment, rows[i].what, rows[i].segment);
      carc_definition *d = define_with(text, &h, &q);
      carc_state *s = begin(d, 1);
      play(d, s, "place BA-U 2,0 r0");
      assert_int_equal(q.status, CARC_OK);
      assert_int_equal(standings_of_player(d, s, 0), 1);
      assert_int_equal(is_legal(d, s, rows[i].deploy), !occupies);
      carc_state_free(d, s);
      carc_definition_free(d);
    }
}

static void a_builder_with_another_follower_stays (void **unused) {
  (void)unused;
  script q = {.tile = 1};
  carc_hooks h = {.on_tile_placed = sends_home};
  carc_definition *d =
      define_with("set base\nset traders\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 "
                  "follower 1,0 road:E.W\nstand 1 follower 0,0 road:E.W\nstand 1 builder 1,0 "
                  "road:E.W\nstand 2 follower 1,0 road:E.W\nhand BA-B\n",
                  &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "place BA-B 0,1 r0");
  assert_int_equal(standings_of_player(d, s, 0), 2);
  carc_feature f = feature_at(d, s, 1, 0, "road:E.W");
  assert_int_equal(f.power[0], 1);
  assert_int_equal(f.power[1], 1);
  assert_int_equal(f.builders, 1);
  assert_int_equal(f.majority, 3);
  event_list e = events_since(d, s, 0);
  assert_int_equal(count_events(&e, CARC_EVENT_RETURNED), 1);
  free_events(&e);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void a_piece_that_is_not_there_is_not_sent_home (void **unused) {
  (void)unused;
  /* the thief is on segment 0 of tile 1; none of these is right */
  static const int wrong[][4] = {{0, 0, 0, 0},   {1, 1, 0, 0},   {1, 0, 1, 0},   {1, 0, 0, 1},
                                 {-1, 0, 0, 0},  {1, -1, 0, 0},  {1, 0, -1, 0},  {1, 0, 0, -1},
                                 {999, 0, 0, 0}, {1, 999, 0, 0}, {1, 0, 999, 0}, {1, 0, 0, 999}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    script q = {.tile = wrong[i][0], .segment = wrong[i][1], .player = wrong[i][2], .piece = wrong[i][3]};
    carc_hooks h = {.on_tile_placed = sends_home};
    carc_definition *d =
        define_with("set base\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 follower "
                    "1,0 road:E.W\nhand BA-B\n",
                    &h, &q);
    carc_state *s = begin(d, 1);
    play(d, s, "place BA-B 0,1 r0");
    assert_int_equal(q.status, CARC_ERR_INVALID);
    assert_int_equal(q.err.code, CARC_ERR_INVALID);
    assert_int_equal(carc_state_pieces(d, s), 1);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static void arguments_out_of_range_name_no_other_piece (void **unused) {
  (void)unused;
  /* player 1's farmer is on segment 1 of tile 1; none of these is right */
  static const int wrong[][4] = {
      {1 + 256, 0, 0, 0}, {1 + 256, 1 - 1, 0, 0}, {1, 1 + 16, 0, 0}, {1, 1, 16, 0}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    script q = {.tile = wrong[i][0], .segment = wrong[i][1], .player = wrong[i][2], .piece = wrong[i][3]};
    carc_hooks h = {.on_tile_placed = sends_home};
    carc_definition *d =
        define_with("set base\ndraws manual\nstart BA-D 0,0 r0\nstart BA-U 1,0 r0\nstand 1 follower "
                    "1,0 field:NL.NR.EL.WR\nstand 2 follower 1,0 field:NL.NR.EL.WR\nhand BA-B\n",
                    &h, &q);
    carc_state *s = begin(d, 1);
    play(d, s, "place BA-B 0,1 r0");
    assert_int_equal(q.status, CARC_ERR_INVALID);
    assert_int_equal(carc_state_pieces(d, s), 2);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

/*
** The builder must be on the board when the tile is placed; it may leave before the part of the
** turn ends.
*/
static void the_double_turn_survives_a_script_that_sends_the_builder_home (void **unused) {
  (void)unused;
  /* first the thief returns, and the builder with it; then only the builder */
  for (int piece = 0; piece < 2; piece++) {
    script q = {.tile = 1, .piece = piece};
    carc_hooks h = {.on_tile_placed = sends_home};
    carc_definition *d = define_with(builder_road, &h, &q);
    carc_state *s = begin(d, 1);
    play(d, s, "place BA-U 2,0 r0");
    assert_int_equal(q.status, CARC_OK);
    assert_int_equal(carc_state_pieces_in_hand(d, s, 0, 1), 1);
    play(d, s, "pass");
    assert_int_equal(carc_state_decision(d, s), CARC_ACTION_EXTRA);
    play(d, s, "extra take");
    assert_int_equal(carc_state_turn_player(d, s), 0);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

static int goes_home_when_scored (void *ud, carc_call *call, const carc_scoring *what,
                                  const carc_row_set *rows) {
  (void)rows;
  script *q = ud;
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  for (int i = 0; i < carc_state_pieces(d, s); i++) {
    carc_piece f = carc_state_piece(d, s, i);
    if (carc_state_feature_id(d, s, f.tile, f.segment) !=
        carc_state_feature_id(d, s, what->tile, what->segment))
      continue;
    carc_call_return_piece(call, (carc_piece){f.player, f.piece, f.tile, f.segment}, CARC_LEAVING_RETURNED,
                           NULL);
    i = -1;
  }
  q->asked++;
  return 0;
}

static void pieces_that_go_home_as_they_are_scored_keep_nobody_from_scoring (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.on_feature_scored = goes_home_when_scored};
  static const char text[] =
      "set base\ndraws manual\nstart BA-D 0,0 r0\nstart BA-B 0,1 r0\nstart BA-E 0,2 r2\n"
      "start BA-L 1,0 r0\nstand 1 follower 0,0 road:E.W\nstand 1 follower 1,0 road:E\n"
      "stand 1 follower 0,0 city:N\nstand 1 follower 0,1 monastery\nstand 1 follower 0,2 "
      "city:S\nstand 1 follower 1,0 road:S\n";
  carc_definition *d = define_with(text, &h, &q), *plain = define(text);
  carc_state *s = begin(d, 1), *p = begin(plain, 1);
  play(d, s, "resign 2");
  play(plain, p, "resign 2");
  assert_int_equal(carc_state_score(d, s, 0), carc_state_score(plain, p, 0));
  assert_int_equal(q.asked, 6);
  carc_state_free(d, s);
  carc_state_free(plain, p);
  carc_definition_free(d);
  carc_definition_free(plain);
}

/* Checks the arguments of a bonus. */
static int bonus_of_three (void *ud, carc_call *call, const carc_piece *standing, const carc_scoring *what,
                           const carc_row_set *rows) {
  script *q = ud;
  carc_error err = {0};
  q->asked++;
  assert_true(rows->bits[0] & 1);
  assert_int_equal(standing->tile, 0);
  assert_int_equal(what->kind, CARC_KIND_ROAD);
  assert_int_equal(what->points, 3);
  assert_int_equal(carc_state_score(carc_call_definition(call), carc_call_state(call), 0), 3);
  assert_int_equal(carc_call_bonus(call, 1000001, "much", &err), CARC_ERR_INVALID);
  assert_has(err.message, "got 1000001");
  return carc_call_bonus(call, 3, "three", NULL) == CARC_OK ? 0 : 1;
}

static int bonus_elsewhere (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  script *q = ud;
  (void)tile;
  (void)rows;
  q->status = carc_call_bonus(call, 3, "", NULL);
  return 0;
}

static void a_hook_can_give_a_bonus_for_each_piece_and_only_there (void **unused) {
  (void)unused;
  script q = {0};
  carc_hooks h = {.bonus = bonus_of_three, .on_tile_placed = bonus_elsewhere};
  carc_definition *d = define_with("set base\ndraws manual\nstart BA-D 0,0 r0\nstart BA-A 1,0 r1\n"
                                   "stand 1 follower 0,0 road:E.W\nstand 2 follower 0,0 city:N\n",
                                   &h, &q);
  carc_state *s = begin(d, 1);
  play(d, s, "draw BA-X; place BA-X -1,0 r0; pass");
  assert_int_equal(q.status, CARC_ERR_SCRIPT);
  assert_int_equal(q.asked, 1);
  SCORES(d, s, 3 + 3);
  carc_state_free(d, s);
  carc_definition_free(d);
}

/* Checks that games with hooks can be undone, copied and saved. */
static void a_game_with_every_hook_saves_loads_and_goes_back (void **unused) {
  (void)unused;
  script q = {0};
  char text[400];
  snprintf(text, sizeof text, "%sfinal king after goods\n", scripted);
  carc_definition *d = define_with(text, &all_hooks, &q);
  for (int i = 0; i < times(30); i++) {
    uint64_t random = (uint64_t)i;
    enum { DEPTH = 40 };
    carc_state *s = begin(d, (uint64_t)i), *past[DEPTH];
    play_some(d, s, &random, 30 + i);
    int n = 0;
    for (; n < DEPTH && !carc_state_is_terminal(d, s); n++) {
      past[n] = copy(d, s);
      play_any(d, s, &random);
    }
    char *saved = save(d, s);
    carc_state *again = load(d, saved);
    assert_same(d, s, again);
    while (n-- > 0) {
      assert_int_equal(carc_state_undo_action(d, s, NULL), CARC_OK);
      assert_same(d, s, past[n]);
      carc_state_free(d, past[n]);
    }
    free(saved);
    carc_state_free(d, again);
    carc_state_free(d, s);
  }
  carc_definition_free(d);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hook_can_forbid_places),
      cmocka_unit_test(a_state_in_the_middle_of_an_action_has_no_legal_actions),
      cmocka_unit_test(a_tile_that_a_hook_lets_nowhere_is_set_aside),
      cmocka_unit_test(a_first_hand_that_a_hook_lets_nowhere_does_not_stop_the_game),
      cmocka_unit_test(a_hook_can_forbid_deployments),
      cmocka_unit_test(a_hook_can_change_what_a_feature_scores),
      cmocka_unit_test(points_are_asked_only_where_somebody_scores),
      cmocka_unit_test(games_with_wild_tiles_that_leave_sides_free_are_played_with_further_parts),
      cmocka_unit_test(a_further_part_is_asked_for_where_the_builder_worked),
      cmocka_unit_test(a_hook_can_be_asked_after_every_part),
      cmocka_unit_test(a_script_can_award_and_take_points),
      cmocka_unit_test(nobody_gets_more_points_than_can_be_counted),
      cmocka_unit_test(a_script_hears_of_each_feature_that_is_scored),
      cmocka_unit_test(steps_of_the_final_scoring_come_in_their_order),
      cmocka_unit_test(a_game_without_tiles_to_draw_is_over_at_once_and_scored_once),
      cmocka_unit_test(a_hook_that_answers_a_question_may_not_change_anything),
      cmocka_unit_test(a_hook_that_fails_leaves_the_state_byte_for_byte),
      cmocka_unit_test(a_hook_about_few_tiles_that_fails_leaves_the_state_byte_for_byte),
      cmocka_unit_test(a_hook_that_no_tile_of_the_game_opens_takes_no_memory),
      cmocka_unit_test(an_end_that_nothing_announced_can_fail_too),
      cmocka_unit_test(want_of_memory_at_an_end_that_nothing_announced),
      cmocka_unit_test(scripts_that_fail_for_good_change_nothing_either),
      cmocka_unit_test(a_hook_that_fails_before_the_first_decision),
      cmocka_unit_test(a_playout_in_which_a_hook_fails_changes_nothing),
      cmocka_unit_test(variables_live_as_long_as_they_are_declared),
      cmocka_unit_test(variables_of_features_join_with_them),
      cmocka_unit_test(a_variable_has_no_other_places),
      cmocka_unit_test(the_event_of_a_variable_beyond_the_board_has_no_place),
      cmocka_unit_test(a_builder_left_alone_stays_or_goes_home_by_edition),
      cmocka_unit_test(a_pig_left_alone_stays_or_goes_home_by_edition),
      cmocka_unit_test(a_piece_left_alone_occupies_or_not_by_edition),
      cmocka_unit_test(a_builder_with_another_follower_stays),
      cmocka_unit_test(a_piece_that_is_not_there_is_not_sent_home),
      cmocka_unit_test(arguments_out_of_range_name_no_other_piece),
      cmocka_unit_test(the_double_turn_survives_a_script_that_sends_the_builder_home),
      cmocka_unit_test(pieces_that_go_home_as_they_are_scored_keep_nobody_from_scoring),
      cmocka_unit_test(a_hook_can_give_a_bonus_for_each_piece_and_only_there),
      cmocka_unit_test(a_game_with_every_hook_saves_loads_and_goes_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
