#include "acting_hooks.h"
#include <string.h>

/* ---- Numbers from the program and the state -------------------------------------------------- */

enum { DEEPEST = 3 }; /* hooks within hooks beyond this depth do not act */

/* Reads the program from a place that depends on the state. */
typedef struct choice {
  hook_program *p;
  const carc_definition *d;
  const carc_state *s;
  carc_call *call;
  size_t at;
} choice;

static choice begin_choice (void *ud, carc_call *call, int hook, int item) {
  choice c = {ud, carc_call_definition(call), carc_call_state(call), call, 0};
  unsigned key = (unsigned)carc_state_tiles(c.d, c.s) * 31u + (unsigned)carc_state_pieces(c.d, c.s) * 7u +
                 (unsigned)carc_state_decisions(c.d, c.s) * 5u + (unsigned)item;
  c.at = (unsigned)hook * 6u + key % 5u * 11u;
  return c;
}

static int next_byte (choice *c) {
  if (c->p->size == 0) return 0;
  return c->p->bytes[c->at++ % c->p->size];
}

/* A number from 0 to n - 1; sometimes -1 or n, which are out of range. */
static int next_index (choice *c, int n) {
  int byte = next_byte(c);
  if (byte == 255) return -1;
  return byte == 254 || n < 1 ? n : byte % n;
}

static int next_player (choice *c) { return next_index(c, carc_definition_players(c->d)); }
static int next_piece_kind (choice *c) { return next_index(c, carc_definition_pieces(c->d)); }
static int next_tile (choice *c) { return next_index(c, carc_state_tiles(c->d, c->s)); }
static int next_type (choice *c) { return next_index(c, carc_definition_types(c->d)); }
static int next_segment (choice *c) { return next_index(c, 6); }

static carc_piece next_standing (choice *c) {
  int n = carc_state_pieces(c->d, c->s), byte = next_byte(c);
  if (n > 0 && byte < 224) return carc_state_piece(c->d, c->s, byte % n);
  carc_piece piece = {next_player(c), next_piece_kind(c), next_tile(c), next_segment(c)};
  return piece;
}

/* The supply, a hand, a tile, a segment, or an empty cell. */
static carc_token next_token_place (choice *c) {
  carc_token to = {.owner = -1, .player = -1, .tile = -1, .segment = -1};
  int where = next_byte(c) % 5;
  if (where == 1) to.player = next_player(c);
  if (where == 2 || where == 3) to.tile = next_tile(c);
  if (where == 3) to.segment = next_segment(c);
  if (where != 4) return to;
  to.on_cell = true;
  to.x = next_byte(c) % 5 - 2;
  to.y = next_byte(c) % 5 - 2;
  return to;
}

/* ---- Verbs ----------------------------------------------------------------------------------- */

static void award (choice *c, carc_error *err) {
  int player = next_player(c);
  carc_call_award(c->call, player, next_byte(c) - 100, "gift", err);
}
static void bonus (choice *c, carc_error *err) { carc_call_bonus(c->call, next_byte(c), "more", err); }
static void set_variable (choice *c, carc_error *err) {
  int variable = next_index(c, carc_definition_variables(c->d)), key = next_byte(c) % 40 - 1;
  carc_call_set_variable(c->call, variable, key, next_byte(c) * 3 - 5, err);
}
static void return_piece (choice *c, carc_error *err) {
  carc_piece piece = next_standing(c);
  carc_call_return_piece(c->call, piece, next_byte(c) % 2 ? CARC_LEAVING_RETURNED : CARC_LEAVING_SCORED, err);
}
static void deploy (choice *c, carc_error *err) {
  carc_piece piece = {next_player(c), next_piece_kind(c), next_tile(c), next_segment(c)};
  carc_call_deploy(c->call, piece, err);
}
static void capture (choice *c, carc_error *err) { carc_call_capture(c->call, next_standing(c), err); }
static void release (choice *c, carc_error *err) {
  int player = next_player(c);
  carc_call_release(c->call, player, next_piece_kind(c), err);
}
static void move_piece (choice *c, carc_error *err) {
  carc_piece piece = next_standing(c);
  int tile = next_tile(c);
  carc_call_move_piece(c->call, piece, tile, next_segment(c), err);
}
static void join (choice *c, carc_error *err) {
  int tile = next_tile(c), segment = next_segment(c), other = next_tile(c);
  carc_call_join(c->call, tile, segment, other, next_segment(c), err);
}
static void unjoin (choice *c, carc_error *err) {
  int n = carc_state_joins(c->d, c->s);
  carc_join one = {next_tile(c), next_segment(c), next_tile(c), next_segment(c)};
  if (n > 0) one = carc_state_join(c->d, c->s, next_byte(c) % n);
  carc_call_unjoin(c->call, one.tile, one.segment, one.other_tile, one.other_segment, err);
}
static void set_attribute (choice *c, carc_error *err) {
  int tile = next_tile(c), segment = next_segment(c),
      attribute = next_index(c, carc_definition_attributes(c->d));
  carc_call_set_attribute(c->call, tile, segment, attribute, next_byte(c) % 2 == 0, err);
}
static void remove_attribute (choice *c, carc_error *err) {
  int tile = next_tile(c), segment = next_segment(c);
  carc_call_remove_attribute(c->call, tile, segment, next_index(c, carc_definition_attributes(c->d)), err);
}
static void lay_span (choice *c, carc_error *err) {
  int piece = next_byte(c) % 4 ? carc_definition_span(c->d) : next_piece_kind(c), tile = next_tile(c);
  carc_call_lay_span(c->call, piece, tile, (carc_axis)(next_byte(c) % 3), err);
}
static void place_tile (choice *c, carc_error *err) {
  carc_tile at[4];
  int type = next_type(c), n = 0;
  if (type >= 0 && type < carc_definition_types(c->d)) n = carc_state_placements(c->d, c->s, type, at, 4);
  carc_tile t = {type, next_byte(c) % 9 - 4, next_byte(c) % 9 - 4, next_byte(c) % 4};
  if (n > 0) t = at[next_byte(c) % (n < 4 ? n : 4)];
  carc_call_place_tile(c->call, type, t.x, t.y, t.rotation, err);
}
static void shuffle_in (choice *c, carc_error *err) {
  carc_call_shuffle_in(c->call, next_index(c, carc_definition_tile_attributes(c->d)), err);
}
static void hold_back (choice *c, carc_error *err) {
  carc_call_hold_back(c->call, next_index(c, carc_definition_tile_attributes(c->d)), err);
}
static void deal_tiles (choice *c, carc_error *err) {
  int reserve = next_index(c, carc_definition_reserves(c->d)), player = next_player(c);
  carc_call_deal_tiles(c->call, reserve, player, next_byte(c) % 8, err);
}
static void move_tile (choice *c, carc_error *err) {
  int n = carc_definition_reserves(c->d), type = next_type(c), from = next_index(c, n + 2) - 2;
  int player = next_player(c), to = next_index(c, n + 2) - 2;
  carc_call_move_tile(c->call, type, from, player, to, next_player(c), err);
}
static void forbid_deployment (choice *c, carc_error *err) { carc_call_forbid_deployment(c->call, err); }
static void give_good (choice *c, carc_error *err) {
  int from = next_player(c), to = next_player(c);
  carc_call_give_good(c->call, from, to, (carc_good)(next_byte(c) % 3), next_byte(c) % 4, err);
}
static void put_token (choice *c, carc_error *err) {
  int kind = next_index(c, carc_definition_tokens(c->d)), number = next_byte(c) % 4;
  carc_token to = next_token_place(c);
  carc_call_put_token(c->call, kind, number, &to, err);
}
static void move_token (choice *c, carc_error *err) {
  int n = carc_state_tokens(c->d, c->s);
  if (n == 0) return;
  carc_token from = carc_state_token(c->d, c->s, next_byte(c) % n), to = next_token_place(c);
  if (next_byte(c) % 8 == 0) from = next_token_place(c);
  carc_call_move_token(c->call, &from, &to, err);
}
static void grant_further_turn (choice *c, carc_error *err) { carc_call_grant_further_turn(c->call, err); }
static void set_next_player (choice *c, carc_error *err) {
  carc_call_set_next_player(c->call, next_player(c), err);
}
static void skip_turns (choice *c, carc_error *err) {
  int player = next_player(c);
  carc_call_skip_turns(c->call, player, next_byte(c) % 4, err);
}
static void reverse_order (choice *c, carc_error *err) { carc_call_reverse_order(c->call, err); }
static void eliminate (choice *c, carc_error *err) {
  int player = next_player(c);
  carc_call_eliminate(c->call, player, next_byte(c) % 2 == 0, err);
}
static void question (choice *c, carc_error *err) {
  static const char *const texts[] = {"Who?", "{player} takes {number}", "{coins} or {nothing}", "{", "\xFF"};
  const char *text = texts[next_byte(c) % 5];
  carc_call_put_question(c->call, text, strlen(text), err);
}
static void query (choice *c, carc_error *err) {
  static const char *const texts[] = {"pieces(player=turn_player)",
                                      "tiles(around=tiles(kind=city;min=2))",
                                      "segments(complete=yes)",
                                      "tokens()",
                                      "cells(can_place=BA-U)",
                                      "ends()",
                                      "features(kind=road;has_no=pieces())",
                                      "corners()",
                                      "axes()",
                                      "players(lowest=coins)"};
  carc_found found[4];
  carc_selector *what = carc_selector_new(c->d, 0, texts[next_byte(c) % 10], false, err);
  if (what == NULL) return;
  int n;
  carc_status status = carc_state_find(c->s, c->call, what, found, 4, &n, err);
  if (status == CARC_OK && n > 0 && found[0].tile >= 0 && found[0].segment >= 0)
    carc_call_majority(c->call, found[0].tile, found[0].segment);
  carc_selector_free(what);
}

static void (*const verbs[])(choice *c, carc_error *err) = {award,
                                                            bonus,
                                                            set_variable,
                                                            return_piece,
                                                            deploy,
                                                            capture,
                                                            release,
                                                            move_piece,
                                                            join,
                                                            unjoin,
                                                            set_attribute,
                                                            remove_attribute,
                                                            lay_span,
                                                            place_tile,
                                                            shuffle_in,
                                                            hold_back,
                                                            deal_tiles,
                                                            move_tile,
                                                            give_good,
                                                            put_token,
                                                            move_token,
                                                            grant_further_turn,
                                                            set_next_player,
                                                            skip_turns,
                                                            eliminate,
                                                            question,
                                                            query,
                                                            forbid_deployment,
                                                            reverse_order,
                                                            query};
enum { VERBS = sizeof verbs / sizeof *verbs };

/* ---- Hooks ----------------------------------------------------------------------------------- */

/* Calls one to three verbs; half of the programs fail when a verb fails. */
static int act (choice *c) {
  int failed = 0;
  if (c->p->depth >= DEEPEST) return 0;
  c->p->depth++;
  for (int n = next_byte(c) % 4; n > 0 && !failed; n--) {
    carc_error err = {0};
    verbs[next_byte(c) % VERBS](c, &err);
    if (err.code != CARC_OK) fuzz_check_error(&err, NULL);
    if (err.code != CARC_OK && c->p->may_fail && next_byte(c) % 16 == 0)
      failed = carc_call_fail(c->call, err.message);
  }
  c->p->depth--;
  return failed;
}

static int allow_placement (void *ud, carc_call *call, carc_action placement, bool *ok,
                            const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_ALLOW_PLACEMENT, (int)(placement >> 56 & 3));
  *ok = next_byte(&c) % 8 != 0;
  return 0;
}

static int extends_builder (void *ud, carc_call *call, const carc_extension *what, bool *extended,
                            const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_EXTENDS_BUILDER, what->segment);
  if (next_byte(&c) % 4 == 0) *extended = !*extended;
  return 0;
}

static int on_tile_placed (void *ud, carc_call *call, int tile, const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_ON_TILE_PLACED, tile);
  return act(&c);
}

static int allow_deployment (void *ud, carc_call *call, carc_action deployment, bool *ok,
                             const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_ALLOW_DEPLOYMENT, (int)(deployment >> 12 & 15));
  *ok = next_byte(&c) % 8 != 0;
  return 0;
}

static int majority (void *ud, carc_call *call, const carc_contest *contest, unsigned *players,
                     const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_MAJORITY, contest->segment);
  if (next_byte(&c) % 4 == 0) *players = (unsigned)next_byte(&c) & contest->there;
  return 0;
}

static int points (void *ud, carc_call *call, const carc_scoring *scoring, int *n, const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_POINTS, scoring->segment);
  if (next_byte(&c) % 4 == 0) *n += next_byte(&c) - 64;
  return 0;
}

static int bonus_hook (void *ud, carc_call *call, const carc_piece *piece, const carc_scoring *scoring,
                       const carc_row_set *rows) {
  (void)rows, (void)piece;
  choice c = begin_choice(ud, call, CARC_HOOK_BONUS, scoring->segment);
  return act(&c);
}

static int on_points_given (void *ud, carc_call *call, const carc_given *given, const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_ON_POINTS_GIVEN, given->player);
  return act(&c);
}

static int on_feature_scored (void *ud, carc_call *call, const carc_scoring *scoring,
                              const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_ON_FEATURE_SCORED, scoring->segment);
  return act(&c);
}

static int on_piece_removed (void *ud, carc_call *call, const carc_piece *piece, carc_leaving why,
                             const carc_row_set *rows) {
  (void)rows, (void)why;
  choice c = begin_choice(ud, call, CARC_HOOK_ON_PIECE_REMOVED, piece->piece);
  return act(&c);
}

static int extra_part (void *ud, carc_call *call, const carc_turn_part *part, bool *grant,
                       const carc_row_set *rows) {
  (void)rows;
  choice c = begin_choice(ud, call, CARC_HOOK_EXTRA_PART, part->part);
  if (next_byte(&c) % 4 == 0) *grant = !*grant;
  return 0;
}

/* ---- Phases ---------------------------------------------------------------------------------- */

static void offer_found (choice *c, int how) {
  static const char *const texts[] = {"pieces(player=others)", "segments(can_deploy=follower)",
                                      "tiles(kind=monastery)", "players()",
                                      "cells(adjacent_to=tiles(kind=monastery))"};
  carc_error err = {0};
  carc_selector *what = carc_selector_new(c->d, 0, texts[how % 5], false, &err);
  FUZZ_CHECK(what != NULL);
  if (carc_call_offer_found(c->call, what, how % 2 == 1, next_byte(c) % 4 - 1, &err) != CARC_OK)
    fuzz_check_error(&err, NULL);
  carc_selector_free(what);
}

/* Offers a player's piece, a type of tile, a cell, or what a selector finds. */
static void offer (choice *c) {
  carc_error err = {0};
  carc_action_fields f = {.piece = -1, .token = -1, .player = -1, .segment = -1, .type = -1};
  f.number = next_byte(c);
  int how = next_byte(c);
  switch (how % 4) {
    case 0: offer_found(c, how / 4); return;
    case 1:
      f.player = next_player(c);
      f.piece = next_piece_kind(c);
      break;
    case 2: f.type = next_type(c); break;
    default:
      f.has_cell = true;
      f.x = next_byte(c) % 7 - 3;
      f.y = next_byte(c) % 7 - 3;
      f.segment = next_segment(c);
  }
  if (carc_call_offer(c->call, &f, 1 + how % 3, &err) != CARC_OK) fuzz_check_error(&err, NULL);
}

/* Phases that may ask again do not ask chance, because that could repeat forever. */
static bool may_ask_again (int phase) { return phase % 2 == 1; }

static int ask (choice *c, int phase, carc_question *q) {
  for (int n = next_byte(c) % 4; n > 0; n--) offer(c);
  carc_error err = {0};
  if (next_byte(c) % 4 == 0) question(c, &err);
  int who = next_byte(c);
  q->player = who % 4 == 0 && !may_ask_again(phase) ? CARC_CHANCE
              : who % 4 == 1                        ? who / 4 % carc_definition_players(c->d)
                                                    : CARC_TURN_PLAYER;
  q->may_pass = who >= 64;
  return 0;
}

static int run_phase (void *ud, carc_call *call, int phase, carc_phase_call reason, carc_action chosen,
                      carc_question *q) {
  choice c = begin_choice(ud, call, CARC_HOOK_PHASE, phase * 3 + (int)reason);
  if (reason == CARC_PHASE_CALL_ASK) return ask(&c, phase, q);
  if (reason == CARC_PHASE_CALL_CHOSEN)
    q->again = may_ask_again(phase) && chosen != 0 && next_byte(&c) % 8 == 0;
  return act(&c);
}

static int final_step (void *ud, carc_call *call, const char *name) {
  choice c = begin_choice(ud, call, CARC_HOOK_FINAL, *name);
  return act(&c);
}

const carc_hooks acting_hooks = {.allow_placement = allow_placement,
                                 .extends_builder = extends_builder,
                                 .on_tile_placed = on_tile_placed,
                                 .allow_deployment = allow_deployment,
                                 .majority = majority,
                                 .points = points,
                                 .bonus = bonus_hook,
                                 .on_points_given = on_points_given,
                                 .on_feature_scored = on_feature_scored,
                                 .on_piece_removed = on_piece_removed,
                                 .extra_part = extra_part,
                                 .phase = run_phase,
                                 .final = final_step,
                                 .extra_part_always = true,
                                 .n_rows = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
