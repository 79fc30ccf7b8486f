/*
** test_properties.c: plays random games of all kinds, and compares them with the reference.
*/
#include "script.h"
#include "reference.h"

enum { GAMES = 400, MOST_PLACES = 4096 };

/* ---- Games of all kinds ---------------------------------------------------------------------- */

static const char *const tile_sets[] = {
    "set base\n",
    "set base\nset traders\n",
    "set traders\nstart none\n",
    "set traders\nstart TB-J 0,0 r0\nstart TB-R 0,1 r0\n",
    "set base\nset traders\ncount BA-U 2\ncount BA-V 1\ncount TB-M 4\ncount BA-A 0\n",
    "attribute cloth2\ntile A x9 city:N.E.S.W+pennant\n"
    "tile B x9 road:N road:E field:NL.WR.WL.SR.SL.ER field:NR.EL\n"
    "tile C x8 city:N city:S+pennant city:E city:W field~N.E.S.W\n"
    "tile D x7 monastery field:NL.NR.EL.ER.SL.SR.WL.WR\n"
    "tile E x6 road:N.S+cloth2 city:E+wine city:W+grain field:NL~W field:NR~E field:SL~E field:SR~W\n"
    "start none\n",
    "set base\nset traders\ngoods off\n",
    "tile M x6 monastery monastery city:N field:EL.ER.SL.SR.WL.WR~N field~N\n"
    "tile R x20 road:N.E road:S.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL\n"
    "tile S x20 road:N city:S field:NL.NR.EL.ER.WL.WR~S\nstart R 0,0 r1\n",
};

static const char *const pieces[] = {
    "",
    "",
    "piece builder 1\npiece pig 1\n",
    "piece follower 0\n",
    "piece follower 2\npiece builder 2\npiece pig 2\n",
    "piece follower 4\npiece large 1 power=2 hosts_builder=no\npiece builder 1\npiece pig 1\n",
    "piece follower 3\npiece monk 2 on=monastery,field hosts_builder=no\npiece builder 3 on=city\n",
    ("piece follower 2\npiece duke 1 power=3\npiece knight 2 on=city\npiece mason 2 role=builder on=road\n"
     "piece boar 1 role=pig\npiece ghost 1 power=0\n"),
};

#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

/* Writes the definition of a random game. */
static void choose_game (uint64_t *random, int number, bool manual, char *out, size_t size) {
  static const char *const farms[] = {"per-city", "per-field-once", "per-field"};
  static const char *const extras[] = {"",
                                       "",
                                       "rule small_city 2\nrule field_city_points 4\nrule pig_bonus 2\n",
                                       "rule pieces_occupy yes\nrule double_turn compulsory\n",
                                       "rule builder_parts unlimited\nrule goods_bonus 7\n",
                                       "rule builder_host ordinary\n",
                                       "rule count_as_followers majorities\n"};
  snprintf(out, size, "edition %s\nplayers %d\n%s%s%srule farm_scoring %s\n%s",
           carc_edition_name((carc_edition)(number % CARC_EDITION_COUNT)), 1 + number / 5 % CARC_MAX_PLAYERS,
           tile_sets[below(random, COUNT(tile_sets))], pieces[below(random, COUNT(pieces))],
           extras[below(random, COUNT(extras))], farms[below(random, COUNT(farms))],
           manual ? "draws manual\n" : "");
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

static void compare_feature (const ref_board *b, const carc_state *s, int tile, int segment) {
  const carc_definition *d = b->d;
  int number = b->number[tile][segment], places[MOST_PLACES];
  const ref_feature *r = &b->feature[number];
  carc_feature f = feature_of_segment(d, s, tile, segment);
  assert_int_equal(f.kind, r->kind);
  assert_int_equal(f.complete, r->complete);
  assert_int_equal(f.tiles, r->tiles);
  assert_int_equal(f.open, r->open);
  assert_int_equal(f.pennants, r->pennants);
  assert_int_equal(f.attributes, r->attributes);
  assert_int_equal(f.followers, r->followers);
  assert_int_equal(f.builders, r->builders);
  assert_int_equal(f.pigs, r->pigs);
  assert_int_equal(f.majority, r->majority);
  assert_int_equal(f.points, r->points);
  for (int g = 0; g < CARC_GOOD_COUNT; g++) assert_int_equal(f.goods[g], r->goods[g]);
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) assert_int_equal(f.power[p], r->power[p]);
  int n = carc_state_feature_segments(d, s, f.id, places, MOST_PLACES);
  assert_int_equal(n, r->n_segments);
  for (int i = 0; i < n; i++)
    assert_int_equal(b->number[places[i] / CARC_MAX_SEGMENTS][places[i] % CARC_MAX_SEGMENTS], number);
}

static void compare_field_cities (const ref_board *b, const carc_state *s, int tile, int segment,
                                  bool complete) {
  int theirs[MOST_PLACES], ours[MOST_PLACES];
  int id = carc_state_feature_id(b->d, s, tile, segment);
  int n = ref_field_cities(b, b->number[tile][segment], complete, ours);
  assert_int_equal(carc_state_field_cities(b->d, s, id, complete, theirs, MOST_PLACES), n);
  for (int i = 0; i < n; i++) {
    const ref_feature *city = &b->feature[ours[i]];
    int wanted = carc_state_feature_id(b->d, s, city->first_tile, city->first_segment), k = 0;
    while (k < n && theirs[k] != wanted) k++;
    assert_true(k < n);
  }
}

/* Compares each feature with the reference; looks the feature up at each of its segments. */
static void compare_features (const ref_board *b, const carc_state *s) {
  for (int t = 0; t < b->n_tiles; t++) {
    assert_int_equal(carc_state_tile_at(b->d, s, b->tile[t].x, b->tile[t].y), t);
    for (int i = 0; i < ref_segments(b, t); i++) {
      const ref_feature *f = &b->feature[b->number[t][i]];
      bool first = f->first_tile == t && f->first_segment == i;
      if (first) compare_feature(b, s, t, i);
      if (!first)
        assert_int_equal(carc_state_feature_id(b->d, s, t, i),
                         carc_state_feature_id(b->d, s, f->first_tile, f->first_segment));
      if (first && f->kind == CARC_KIND_FIELD) {
        compare_field_cities(b, s, t, i, true);
        compare_field_cities(b, s, t, i, false);
      }
    }
  }
}

static int by_value (const void *a, const void *b) {
  carc_action x = *(const carc_action *)a, y = *(const carc_action *)b;
  return x < y ? -1 : x > y;
}

/* Compares the legal actions with the reference. Each must be listed once, at its index. */
static void compare_actions (const ref_board *b, const carc_state *s) {
  carc_action ours[MOST_PLACES], theirs[MOST_PLACES];
  const carc_definition *d = b->d;
  carc_action_kind kind = carc_state_decision(d, s);
  int n = carc_state_legal_actions(d, s, theirs, MOST_PLACES), m = 0;
  for (int i = 0; i < n; i++) {
    assert_int_equal(carc_state_action_index(d, s, theirs[i]), i);
    assert_true(carc_state_action(d, s, i) == theirs[i]);
  }
  if (kind == CARC_ACTION_PLACE) {
    m = ref_placements(b, carc_state_hand(d, s), ours, MOST_PLACES);
  } else if (kind == CARC_ACTION_DEPLOY) {
    m = ref_deployments(b, s, carc_state_turn_player(d, s), ours, MOST_PLACES - 1);
    assert_true(m > 0); /* players who can only pass are not asked */
    ours[m++] = CARC_ACTION_PASS;
  } else {
    return;
  }
  assert_int_equal(n, m);
  qsort(ours, (size_t)n, sizeof *ours, by_value);
  qsort(theirs, (size_t)n, sizeof *theirs, by_value);
  for (int i = 0; i < n; i++)
    if (ours[i] != theirs[i]) fail_msg("%s is offered", show(d, s, theirs[i]));
}

/* Compares the number of placements of each tile type with the reference. */
static void compare_fits (const ref_board *b, const carc_state *s) {
  carc_action out[MOST_PLACES];
  for (int t = 0; t < carc_definition_types(b->d); t++)
    assert_int_equal(carc_state_fits(b->d, s, t), ref_placements(b, t, out, MOST_PLACES));
}

/* Checks that no pieces, tiles or goods are missing. */
static void compare_amounts (const ref_board *b, const carc_state *s, int aside) {
  const carc_definition *d = b->d;
  int on_table[CARC_MAX_PLAYERS][CARC_MAX_PIECES] = {{0}}, tiles = b->n_tiles + aside;
  for (int i = 0; i < b->n_standings; i++) on_table[b->standing[i].player][b->standing[i].piece]++;
  for (int p = 0; p < carc_definition_players(d); p++)
    for (int k = 0; k < carc_definition_pieces(d); k++)
      assert_int_equal(carc_state_pieces_in_hand(d, s, p, k) + on_table[p][k], carc_piece_count(d, k));
  for (int t = 0; t < carc_definition_types(d); t++) tiles += carc_state_tiles_left(d, s, t);
  tiles += carc_state_decision(d, s) == CARC_ACTION_PLACE;
  assert_int_equal(tiles, carc_definition_tiles(d));
  /* completed features are not yet scored */
  if (carc_state_decision(d, s) == CARC_ACTION_DEPLOY) return;
  for (int g = 0; g < CARC_GOOD_COUNT; g++) {
    int held = 0, taken = 0;
    for (int p = 0; p < carc_definition_players(d); p++) held += carc_state_goods(d, s, p, (carc_good)g);
    for (int i = 0; i < b->n_features; i++)
      if (b->feature[i].complete && carc_definition_goods(d)) taken += b->feature[i].goods[g];
    assert_int_equal(held, taken);
  }
}

static void read_goods (const carc_definition *d, const carc_state *s,
                        int goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT]) {
  for (int p = 0; p < carc_definition_players(d); p++)
    for (int g = 0; g < CARC_GOOD_COUNT; g++) goods[p][g] = carc_state_goods(d, s, p, (carc_good)g);
}

/* Compares with the reference the final scoring if all players but one resigned now. */
static void compare_final_scoring (const ref_board *b, const carc_state *s) {
  const carc_definition *d = b->d;
  int points[CARC_MAX_PLAYERS] = {0}, goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT] = {{0}};
  int players = carc_definition_players(d);
  if (carc_state_decision(d, s) == CARC_ACTION_DEPLOY) return;
  read_goods(d, s, goods);
  ref_finish(b, points, goods);
  carc_state *end = copy(d, s);
  for (int p = players > 1; p < players; p++) {
    carc_action_fields f = {.kind = CARC_ACTION_RESIGN, .player = p};
    apply(d, end, carc_action_pack(&f));
  }
  assert_true(carc_state_is_terminal(d, end));
  for (int p = 0; p < players; p++)
    assert_int_equal(carc_state_score(d, end, p), carc_state_score(d, s, p) + points[p]);
  carc_state_free(d, end);
}

/* Compares the points and goods that a placement or deployment gives with the reference. */
static void compare_rewards (const carc_definition *d, const carc_state *before, carc_action a,
                             const carc_state *after) {
  carc_action_fields f = carc_action_unpack(a);
  int player = carc_state_turn_player(d, before), n = carc_state_pieces(d, before);
  int points[CARC_MAX_PLAYERS] = {0}, goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT] = {{0}};
  carc_piece standings[256];
  ref_board *b = ref_read(d, after);
  read_goods(d, before, goods);
  for (int i = 0; i < n; i++) standings[i] = carc_state_piece(d, before, i);
  if (f.kind == CARC_ACTION_DEPLOY) standings[n++] = (carc_piece){player, f.piece, b->n_tiles - 1, f.segment};
  bool scores = f.kind != CARC_ACTION_EXTRA && carc_state_decision(d, after) != CARC_ACTION_DEPLOY;
  int standing = carc_state_pieces(d, after);
  carc_piece still[256];
  for (int i = 0; i < standing; i++) still[i] = carc_state_piece(d, after, i);
  ref_stand(b, standings, n);
  if (scores) ref_complete(b, player, points, goods);
  /* checks that complete features have no pieces */
  int stay = 0;
  for (int i = 0; i < n; i++)
    stay += !scores || !b->feature[b->number[standings[i].tile][standings[i].segment]].complete;
  assert_int_equal(standing, stay);
  ref_stand(b, still, standing);
  if (carc_state_is_terminal(d, after)) ref_finish(b, points, goods);
  for (int p = 0; p < carc_definition_players(d); p++) {
    assert_int_equal(carc_state_reward(d, after, p), points[p]);
    assert_int_equal(carc_state_score(d, after, p) - carc_state_score(d, before, p), points[p]);
    for (int g = 0; g < CARC_GOOD_COUNT; g++)
      assert_int_equal(carc_state_goods(d, after, p, (carc_good)g), goods[p][g]);
  }
  free(b);
}

static void compare_all (const carc_definition *d, const carc_state *s) {
  ref_board *b = ref_read(d, s);
  event_list events = events_since(d, s, 0);
  compare_features(b, s);
  compare_actions(b, s);
  compare_fits(b, s);
  compare_amounts(b, s, count_events(&events, CARC_EVENT_SET_ASIDE));
  if (!carc_state_is_terminal(d, s)) compare_final_scoring(b, s);
  free_events(&events);
  free(b);
}

/* Checks that a clone stays equal if the same actions are applied to it. */
static void compare_clone (const carc_definition *d, const carc_state *s, uint64_t random) {
  carc_state *one = copy(d, s), *other = copy(d, s);
  uint64_t again = random;
  play_some(d, one, &random, 12);
  play_some(d, other, &again, 12);
  assert_same(d, one, other);
  assert_true(carc_state_hash(d, one) == carc_state_hash(d, other));
  carc_state_free(d, one);
  carc_state_free(d, other);
}

/* ---- The tests ------------------------------------------------------------------------------- */

/* Plays a game. On average, compares one of `rare` decisions. */
static void play_compared (const char *text, uint64_t seed, int rare) {
  uint64_t random = seed * 77 + 1;
  carc_definition *d = define(text);
  carc_state *s = begin(d, seed), *before = copy(d, s);
  while (!carc_state_is_terminal(d, s)) {
    int n = carc_state_num_actions(d, s);
    assert_true(n > 0); /* every decision has actions */
    carc_action a = carc_state_action(d, s, below(&random, n));
    bool close = below(&random, rare) == 0;
    carc_state_clone(d, before, s);
    apply(d, s, a);
    for (int p = 0; p < carc_definition_players(d); p++)
      assert_true(carc_state_score(d, s, p) >= carc_state_score(d, before, p));
    if (close || carc_state_is_terminal(d, s)) {
      if (carc_action_unpack(a).kind != CARC_ACTION_DRAW) compare_rewards(d, before, a, s);
      compare_all(d, s);
      compare_clone(d, s, random);
    }
  }
  carc_state_free(d, before);
  carc_state_free(d, s);
  carc_definition_free(d);
}

static void games_of_all_kinds_agree_with_the_reference (void **unused) {
  (void)unused;
  char text[1500];
  uint64_t random = 20;
  for (int i = 0; i < times(GAMES); i++) {
    choose_game(&random, i, i % 7 == 3, text, sizeof text);
    play_compared(text, (uint64_t)i, 30);
  }
}

static void the_default_game_agrees_at_every_decision (void **unused) {
  (void)unused;
  for (int i = 0; i < times(10); i++)
    play_compared("set base\nset traders\nplayers 3\n", (uint64_t)i + 5000, 1);
}

static void a_large_game_of_254_tiles_agrees (void **unused) {
  (void)unused;
  static const char text[] = "set base x3\ncount BA-B 50\nplayers 6\n";
  play_compared(text, 7, 60);
  play_compared("set base x2\nset traders x4\nplayers 4\npiece follower 20\n", 8, 60);
}

/* Checks that no two tiles share a cell, and that all adjacent edges match. */
static void every_edge_matches (void **unused) {
  (void)unused;
  carc_action out[MOST_PLACES];
  for (int i = 0; i < times(20); i++) {
    carc_definition *d = define("set base\nset traders\n");
    carc_state *s = begin(d, (uint64_t)i);
    assert_int_equal(carc_state_random_playout(d, s, (uint64_t)i, NULL), CARC_OK);
    ref_board *b = ref_read(d, s);
    carc_tile all[CARC_MAX_TILES];
    int n = b->n_tiles;
    memcpy(all, b->tile, sizeof all);
    for (int t = 1; t < n; t++) { /* each tile could be placed when it was placed */
      b->n_tiles = t;
      bool found = false;
      int m = ref_placements(b, all[t].type, out, MOST_PLACES);
      for (int k = 0; k < m && !found; k++) {
        carc_action_fields f = carc_action_unpack(out[k]);
        found = f.x == all[t].x && f.y == all[t].y && f.rotation == all[t].rotation;
      }
      assert_true(found);
    }
    free(b);
    carc_state_free(d, s);
    carc_definition_free(d);
  }
}

/* ---- Random expansions ----------------------------------------------------------------------- */

/*
** A script that places wild tiles instead of draws, joins tunnels of all kinds, and lays bridges at
** any time. A variable of cells stores its joins, one bit for each segment.
*/
enum { MOST_CHOICES = 12, JOINED_VARIABLE = 0 };

static int offers_holes (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  carc_tile holes[MOST_CHOICES];
  (void)q;
  (void)chosen;
  question->may_pass = true;
  int type = type_in(d, "AB"), n = carc_state_placements(d, s, type, holes, MOST_CHOICES);
  for (int i = 0; i < n && i < MOST_CHOICES && carc_state_tiles_left(d, s, type) > 0; i++) {
    carc_action_fields f = nothing();
    f.has_cell = true;
    f.x = holes[i].x;
    f.y = holes[i].y;
    offer(call, &f);
  }
  return 0;
}

static int fills_a_hole (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  carc_action_fields f = carc_action_unpack(chosen);
  (void)q;
  (void)question;
  return chosen != 0 &&
         carc_call_place_tile(call, type_in(carc_call_definition(call), "AB"), f.x, f.y, 0, NULL) != CARC_OK;
}

/* Lists up to MOST_CHOICES pairs of segments of one kind that are not joined. */
static int list_pairs (const carc_definition *d, const carc_state *s, ref_join *out) {
  int places[MOST_PLACES], n = 0, pairs = 0;
  for (int t = 0; t < carc_state_tiles(d, s); t++) {
    carc_tile at = carc_state_tile(d, s, t);
    for (int i = 0; i < carc_type_segments(d, at.type); i++)
      if ((carc_type_segment(d, at.type, 0, i).attributes & 1) != 0 &&
          (carc_state_variable(d, s, JOINED_VARIABLE, t) >> i & 1) == 0)
        places[n++] = t * CARC_MAX_SEGMENTS + i;
  }
  for (int a = n - 1; a > 0; a--)
    for (int b = 0; b < a && pairs < MOST_CHOICES; b++) {
      ref_join one = {{places[a] / CARC_MAX_SEGMENTS, places[b] / CARC_MAX_SEGMENTS},
                      {places[a] % CARC_MAX_SEGMENTS, places[b] % CARC_MAX_SEGMENTS}};
      carc_feature f = feature_of_segment(d, s, one.tile[0], one.segment[0]),
                   g = feature_of_segment(d, s, one.tile[1], one.segment[1]);
      if (f.kind == g.kind) out[pairs++] = one;
    }
  return pairs;
}

static int offers_pairs (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  ref_join pairs[MOST_CHOICES];
  (void)q;
  (void)chosen;
  question->may_pass = true;
  int n = list_pairs(carc_call_definition(call), carc_call_state(call), pairs);
  for (int i = 0; i < n; i++) {
    carc_action_fields f = nothing();
    f.number = i;
    offer(call, &f);
  }
  return 0;
}

static int joins_a_pair (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  ref_join pairs[MOST_CHOICES], *one;
  carc_error err = {0};
  (void)q;
  if (chosen == 0) return 0;
  question->again = true;
  list_pairs(d, s, pairs);
  one = &pairs[carc_action_unpack(chosen).number];
  if (carc_call_join(call, one->tile[0], one->segment[0], one->tile[1], one->segment[1], &err) != CARC_OK)
    return carc_call_fail(call, err.message);
  for (int end = 0; end < 2; end++)
    carc_call_set_variable(
        call, JOINED_VARIABLE, one->tile[end],
        carc_state_variable(d, s, JOINED_VARIABLE, one->tile[end]) | 1 << one->segment[end], NULL);
  return 0;
}

static int offers_bridges (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  const carc_state *s = carc_call_state(call);
  int n = carc_state_tiles(d, s), found = 0;
  (void)q;
  (void)chosen;
  (void)question;
  if (carc_state_spans_laid(d, s) > 0 ||
      carc_state_pieces_in_hand(d, s, carc_state_turn_player(d, s), carc_definition_span(d)) == 0)
    return 0;
  for (int t = n - 1; t >= 0 && found < 3; t--)
    for (int axis = CARC_AXIS_NORTH_SOUTH; axis <= CARC_AXIS_EAST_WEST; axis++) {
      if (!carc_state_fits_span(d, s, t, (carc_axis)axis)) continue;
      carc_action_fields f = nothing();
      f.has_cell = true;
      f.x = carc_state_tile(d, s, t).x;
      f.y = carc_state_tile(d, s, t).y;
      f.number = axis;
      offer(call, &f);
      found++;
    }
  return 0;
}

static int lays_a_bridge (script *q, carc_call *call, carc_action chosen, carc_question *question) {
  const carc_definition *d = carc_call_definition(call);
  carc_action_fields f = carc_action_unpack(chosen);
  int tile = carc_state_tile_at(d, carc_call_state(call), f.x, f.y);
  (void)q;
  (void)question;
  return carc_call_lay_span(call, carc_definition_span(d), tile, (carc_axis)f.number, NULL) != CARC_OK;
}

/* Lists the joins so far. */
static int list_joins (const carc_definition *d, const carc_state *s, ref_join *out) {
  event_list events = events_since(d, s, 0);
  int n = 0;
  for (int i = 0; i < events.n; i++) {
    if (events.at[i].kind != CARC_EVENT_JOINED) continue;
    out[n / 2].tile[n % 2] = events.at[i].tile;
    out[n / 2].segment[n % 2] = events.at[i].segment;
    n++;
  }
  free_events(&events);
  assert_int_equal(n % 2, 0);
  return n / 2;
}

static ref_board *read_joined (const carc_definition *d, const carc_state *s) {
  ref_join joins[CARC_MAX_TILES];
  return ref_read_joined(d, s, joins, list_joins(d, s, joins));
}

/* Compares the placements with and without spans. Options of the script are ignored. */
static void compare_spanned (ref_board *b, const carc_state *s) {
  static carc_action ours[MOST_PLACES], theirs[MOST_PLACES];
  const carc_definition *d = b->d;
  int type = carc_state_hand(d, s), n = 0, all = carc_state_num_actions(d, s);
  int m = ref_placements(b, type, ours, MOST_PLACES), plain = m;
  if (carc_state_pieces_in_hand(d, s, carc_state_turn_player(d, s), carc_definition_span(d)) > 0)
    m += ref_spanned_placements(b, type, ours + m, MOST_PLACES - m);
  if (plain == 0 && m > 0) ours[m++] = CARC_ACTION_PASS;
  for (int i = 0; i < all; i++) {
    carc_action a = carc_state_action(d, s, i);
    if (carc_action_unpack(a).kind != CARC_ACTION_CHOICE) theirs[n++] = a;
  }
  qsort(ours, (size_t)m, sizeof *ours, by_value);
  qsort(theirs, (size_t)n, sizeof *theirs, by_value);
  for (int i = 0; i < n && i < m; i++)
    if (ours[i] != theirs[i])
      fail_msg("%s is offered, not what comes of trying everything", show(d, s, theirs[i]));
  assert_int_equal(n, m);
}

/* Checks that each span is in a supply or across a tile. */
static void compare_spans (const ref_board *b, const carc_state *s) {
  int piece = carc_definition_span(b->d), across = 0, left = 0, players = carc_definition_players(b->d);
  for (int t = 0; t < b->n_tiles; t++) across += b->span[t] != CARC_AXIS_NONE;
  for (int p = 0; p < players; p++) left += carc_state_pieces_in_hand(b->d, s, p, piece);
  assert_int_equal(across + left, players * carc_piece_count(b->d, piece));
  for (int t = 0; t < b->n_tiles; t++)
    for (int axis = CARC_AXIS_NORTH_SOUTH; axis <= CARC_AXIS_EAST_WEST; axis++) {
      if (carc_state_fits_span(b->d, s, t, (carc_axis)axis)) assert_int_equal(b->span[t], CARC_AXIS_NONE);
    }
}

/*
** Whether completed features have been scored. Returns false between a placement and the end of the
** part.
*/
static bool is_settled (const carc_definition *d, const carc_state *s) {
  carc_action_kind kind = carc_state_decision(d, s);
  if (kind == CARC_ACTION_CHOICE) return strcmp(carc_phase_name(d, carc_state_phase(d, s)), "abbey") == 0;
  return kind != CARC_ACTION_DEPLOY;
}

/*
** Compares two consecutive settled states: points and goods. Also checks that complete features
** have no pieces.
*/
static void compare_part (const ref_board *since, const carc_state *before, carc_action a,
                          const carc_state *after) {
  const carc_definition *d = since->d;
  int points[CARC_MAX_PLAYERS] = {0}, goods[CARC_MAX_PLAYERS][CARC_GOOD_COUNT] = {{0}},
      n = carc_state_pieces(d, before);
  carc_action_fields f = carc_action_unpack(a);
  carc_piece standings[256], still[256];
  ref_board *b = read_joined(d, after);
  read_goods(d, before, goods);
  for (int i = 0; i < n; i++) standings[i] = carc_state_piece(d, before, i);
  if (f.kind == CARC_ACTION_DEPLOY)
    standings[n++] = (carc_piece){carc_state_turn_player(d, before), f.piece, b->n_tiles - 1, f.segment};
  int standing = carc_state_pieces(d, after);
  for (int i = 0; i < standing; i++) {
    still[i] = carc_state_piece(d, after, i);
    assert_false(b->feature[b->number[still[i].tile][still[i].segment]].complete);
  }
  ref_stand(b, standings, n);
  ref_complete_since(since, b, carc_state_turn_player(d, before), points, goods);
  ref_stand(b, still, standing);
  if (carc_state_is_terminal(d, after)) ref_finish(b, points, goods);
  for (int p = 0; p < carc_definition_players(d); p++) {
    assert_int_equal(carc_state_score(d, after, p) - carc_state_score(d, before, p), points[p]);
    for (int g = 0; g < CARC_GOOD_COUNT; g++)
      assert_int_equal(carc_state_goods(d, after, p, (carc_good)g), goods[p][g]);
  }
  free(b);
}

static void compare_expanded (const carc_definition *d, const carc_state *s) {
  ref_board *b = read_joined(d, s);
  compare_features(b, s);
  compare_fits(b, s);
  compare_spans(b, s);
  if (carc_state_decision(d, s) == CARC_ACTION_PLACE) compare_spanned(b, s);
  if (is_settled(d, s) && !carc_state_is_terminal(d, s)) compare_final_scoring(b, s);
  free(b);
}

/*
** Chooses a random action. Passes more often than a uniform choice would, so that games last
** longer.
*/
static int choose (const carc_definition *d, const carc_state *s, uint64_t *random) {
  int n = carc_state_num_actions(d, s), index = below(random, n);
  if (carc_state_decision(d, s) == CARC_ACTION_CHOICE && below(random, 3) == 0) return 0;
  bool bridge =
      carc_action_unpack(carc_state_action(d, s, index)).kind == CARC_ACTION_CHOICE && below(random, 2) == 0;
  return bridge ? below(random, n) : index;
}

/* Plays a game, and counts in `seen` its wild tiles, joins and spans. */
static void play_expanded (const char *text, uint64_t seed, int rare, int seen[3]) {
  script q = {.phase = {{.ask = offers_holes, .chosen = fills_a_hole},
                        {.ask = offers_pairs, .chosen = joins_a_pair},
                        {.ask = offers_bridges, .chosen = lays_a_bridge}}};
  uint64_t random = seed * 91 + 3;
  game g = open_game(&q, text, seed);
  carc_state *before = twin(&g);
  ref_board *since = read_joined(g.d, g.s);
  while (!carc_state_is_terminal(g.d, g.s)) {
    assert_true(carc_state_num_actions(g.d, g.s) > 0); /* every decision has actions */
    carc_action a = carc_state_action(g.d, g.s, choose(g.d, g.s, &random));
    bool close = below(&random, rare) == 0;
    carc_state_clone(g.d, before, g.s);
    apply(g.d, g.s, a);
    q.log[0] = '\0';
    if (is_settled(g.d, g.s) && carc_state_tiles(g.d, g.s) > since->n_tiles) {
      compare_part(since, before, a, g.s);
      free(since);
      since = read_joined(g.d, g.s);
    }
    if (!close && !carc_state_is_terminal(g.d, g.s)) continue;
    compare_expanded(g.d, g.s);
    compare_clone(g.d, g.s, random);
    check_sound(g.d, g.s);
    q.log[0] = '\0';
  }
  for (int t = 0; t < since->n_tiles; t++) {
    seen[0] += since->tile[t].type == type_in(g.d, "AB");
    seen[2] += since->span[t] != CARC_AXIS_NONE;
  }
  seen[1] += since->n_joins;
  free(since);
  carc_state_free(g.d, before);
  close_game(&g);
}

#define EXPANDED                                                                                          \
  "attribute abbey on=tile\nheld_back abbey\nattribute tunnel extra_open_ends=1\nvariable joined "        \
  "cell\npiece "                                                                                          \
  "bridge 3 "                                                                                             \
  "role=span\n"                                                                                           \
  "tile AB x4 @abbey wild monastery\nphase abbey before_draw\nphase tunnel before_scoring\nphase bridge " \
  "anytime\n"
#define TUNNELLED                                                                                \
  "tile TU x4 road:S+tunnel field:NL.NR.EL.ER.SL.SR.WL.WR\n"                                     \
  "tile TV x3 road:S+tunnel road:N+tunnel field:NL.WL.WR.SR+tunnel field:NR.EL.ER.SL\n"          \
  "tile TW x3 city:N+tunnel city:S road:E+tunnel field:WL.WR~N.S field:EL~N+tunnel field:ER~S\n" \
  "tile TX x2 city:N.E+tunnel+pennant field:SL.SR.WL.WR~N+tunnel\n"

#define WEIGHED                                                                                 \
  "attribute inn tile_points=1 incomplete_tile_points=nothing\nattribute siege tile_points=-1 " \
  "incomplete_tile_points=1 field_factor=2 pig_factor=3\n"                                      \
  "tile IN x6 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL\ntile SI x6 city:N+siege "       \
  "field:EL.ER.SL.SR.WL.WR~N\n"

static void games_with_bridges_abbeys_and_tunnels_agree_with_the_reference (void **unused) {
  (void)unused;
  static const char *const sets[] = {
      "set base\n", "set base\nset traders\n", "set traders\nstart none\n",
      "tile F x30 field:NL.NR.EL.ER.SL.SR.WL.WR\ntile R x20 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\n"
      "tile K x12 road:N.E field:NL.WR.WL.SR.SL.ER field:NR.EL\nstart none\n",
      "set base\nset traders\ncount BA-B 20\npiece mayor 1 power=pennants on=city hosts_builder=no\npiece "
      "large 1 "
      "power=2\n"};
  static const char *const farms[] = {"per-city", "per-field-once", "per-field"};
  int seen[3] = {0};
  for (int i = 0; i < times(200); i++) {
    char text[3000];
    snprintf(text, sizeof text, "edition %s\nplayers %d\n%s%s%s%srule farm_scoring %s\n%s",
             carc_edition_name((carc_edition)(i % CARC_EDITION_COUNT)), 1 + i / 5 % 4, EXPANDED,
             i % 4 == 3 ? "" : TUNNELLED, i % 3 == 1 ? WEIGHED : "", sets[i / 2 % 5], farms[i / 3 % 3],
             i % 7 == 4 ? "draws manual\n" : "");
    play_expanded(text, (uint64_t)i, 12, seen);
  }
  /* counts wild tiles, tunnels and bridges */
  for (int i = 0; i < 3; i++) assert_true(seen[i] > times(200) / 3);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_of_all_kinds_agree_with_the_reference),
      cmocka_unit_test(the_default_game_agrees_at_every_decision),
      cmocka_unit_test(a_large_game_of_254_tiles_agrees),
      cmocka_unit_test(every_edge_matches),
      cmocka_unit_test(games_with_bridges_abbeys_and_tunnels_agree_with_the_reference),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
