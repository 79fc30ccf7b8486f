/* apply.c: applies actions to a state that waits for a decision. */
#include <string.h>
#include "turn/apply.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/packed_action.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/bag.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/history.h"
#include "board/deployments.h"
#include "board/pieces.h"
#include "board/placed_tokens.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/tokens.h"
#include "board/turn_order.h"
#include "board/turn_position.h"
#include "board/victory.h"
#include "effect/awards.h"
#include "effect/builder.h"
#include "effect/event.h"
#include "effect/hooks.h"
#include "effect/options.h"
#include "effect/span_placements.h"
#include "effect/token_moves.h"
#include "effect/verbs.h"
#include "score/score.h"
#include "turn/action.h"
#include "turn/dealing.h"
#include "turn/deployment.h"
#include "turn/drawing.h"
#include "turn/phases.h"
#include "turn/steps.h"

static void emit_placed (carc_call *c) {
  if (!listening(c)) return;
  carc_event e = carcE_new_segment_event(c, CARC_EVENT_PLACED, c->s->turn, c->s->n_tiles - 1, -1);
  carcE_emit(c, &e);
}

/* Asks for a deployment. If no deployment is possible, advances to the next decision. */
ALWAYS_INLINE void ask_unscripted_deployment (carc_call *c) {
  c->s->at = (turn_position){STEP_DEPLOYMENT, 0};
  int n = count_deployments(c->d, c->s);
  if (n == 0) {
    carcT_finish_unscripted_part(c);
    return;
  }
  c->s->decision = DECISION_DEPLOY;
  c->s->n_actions = (uint16_t)(n + 1);
}

/*
** Continues after a placement: calls scripts, and asks for a deployment. `link` is the road of a
** span across the tile, or -1.
*/
NOINLINE static void after_placement (carc_call *c, int link) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  uint8_t extended = s->extended;
  if (d->rule[CARC_RULE_LINKS_BUILDER] == CARC_LINKS_BUILDER_WHEN_PLACED) s->settled = s->n_pieces;
  emit_placed(c);
  if (d->tokens_on_cells) carcE_settle_cell_tokens(c);
  carcB_update_deployments(d, s);
  if (link >= 0 || d->hooks.extends_builder != NULL) {
    s->extended = extended;
    if (!carcE_apply_tile_extension(c, link)) return;
  }
  track_printed(d, s, s->n_tiles - 1);
  s->forbidden = s->passed = 0;
  if (d->hooks.on_tile_placed != NULL) {
    if (!carcE_run_on_tile_placed(c, s->n_tiles - 1)) return;
    carcB_recompute_deployments(d, s);
  }
  s->at = (turn_position){STEP_DEPLOYMENT, 0};
  carcT_advance(c);
}

/*
** Applies a placement that is an option, because it has a span or the player chooses among several
** tiles.
*/
static void place_option (carc_call *c, carc_action option) {
  carc_action_fields f = carc_action_unpack(option);
  if (c->s->hand == NO_TYPE) {
    carcB_take_from_heap(c->d, c->s, carcB_heap_for_next_tile(c->d, c->s, c->s->turn), f.type);
    c->s->hand = (uint16_t)f.type;
  }
  if (f.span == 0) {
    int cell = carcB_find_cell(c->d, c->s, position_of(f.x, f.y));
    carcB_add_tile(c->d, c->s, cell, f.type * SIDES + f.rotation);
    after_placement(c, -1);
    return;
  }
  bool own = span_where(f.span) == 0;
  carcE_place_with_span(c, &f);
  if (own) carcE_emit_spanned(c, c->s->n_tiles - 1);
  after_placement(c, own ? type_of(c->d, c->s, c->s->n_tiles - 1)->segments - 1 : -1);
}

static void decide_placement (carc_call *c, int index) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  placement w = carcT_nth_placement(d, s, index);
  carcB_add_tile(d, s, w.cell, s->hand * SIDES + w.rotation);
  if (UNLIKELY(!d->unscripted)) {
    after_placement(c, -1);
    return;
  }
  emit_placed(c);
  carcB_update_deployments(d, s);
  ask_unscripted_deployment(c);
}

static void deploy (carc_call *c, int player, int tile, int segment, int piece) {
  carcB_put_piece(c->d, c->s, tile, segment, player, piece);
  if (!listening(c)) return;
  carc_event e = carcE_new_segment_event(c, CARC_EVENT_DEPLOYED, player, tile, segment);
  e.piece = piece;
  carcE_emit(c, &e);
}

static void emit_passed (carc_call *c, int player, const char *asked_by) {
  if (!listening(c)) return;
  carc_event e = carcE_new_event(c, CARC_EVENT_PASSED, player);
  strcpy(e.text, asked_by);
  carcE_emit(c, &e);
}

static void decide_deployment (carc_call *c, int index) {
  if (index > 0) {
    deployment p = carcT_nth_deployment(c->d, c->s, index);
    deploy(c, c->s->turn, c->s->n_tiles - 1, p.segment, p.piece);
  } else {
    c->s->passed = c->d->asks_passed;
    emit_passed(c, c->s->turn, "");
  }
  if (LIKELY(c->d->unscripted))
    carcT_finish_unscripted_part(c);
  else
    carcT_leave_step(c, EXIT_NEXT);
}

static void decide_extra (carc_call *c, int index) {
  carcT_leave_step(c, index == EXTRA_TAKE ? carcT_take_extra_part(c) : carcT_decline_extra_part(c));
}

static void draw_given (carc_call *c, int type) {
  if (c->s->at.step == STEP_DEAL)
    carcT_deal_tile(c, type);
  else
    carcT_draw_tile(c, type);
  if (c->s->decision == DECISION_DRAW) carcT_advance(c);
}

static void decide_draw (carc_call *c, int index) { draw_given(c, carcT_nth_type(c->d, c->s, index)); }

/* ---- Decisions of scripts -------------------------------------------------------------------- */

/* Whether the listener may know which tile a player chose. The tile may be hidden. */
static bool may_know_tile (const carc_call *c, int player) {
  if (player >= 0 && c->observer == observer_of(player)) return true;
  for (int heap = 0; heap < c->d->n_heaps; heap++)
    if (!sees_heap(c->d, c->observer, heap)) return false;
  return true;
}

/*
** Whether the listener may know the number of the token in an option. If the game hides such
** numbers, only the player who chose knows it.
*/
static bool may_know_number (const carc_call *c, int player, const carc_action_fields *f) {
  bool hidden = f->token >= 0 && c->d->token[f->token].visible_to != CARC_VISIBILITY_ALL;
  return !hidden || c->observer == OBSERVER_ALL || (player >= 0 && c->observer == observer_of(player));
}

static void emit_chosen (carc_call *c, int player, carc_action option) {
  if (!listening(c)) return;
  carc_action_fields f = carc_state_action_fields(c->d, c->s, option);
  carc_event e = carcE_new_event(c, CARC_EVENT_CHOSE, player);
  int tile = f.has_cell ? carc_state_tile_at(c->d, c->s, f.x, f.y) : -1;
  if (tile >= 0) e = carcE_new_segment_event(c, CARC_EVENT_CHOSE, player, tile, f.segment);
  e.x = f.x;
  e.y = f.y;
  if (!f.has_cell && f.type >= 0 && may_know_tile(c, player)) e.type = f.type;
  if (e.type < 0) f.type = -1;
  if (!may_know_number(c, player, &f)) f.number = -1;
  e.piece = f.piece;
  e.points = f.number;
  e.option = f;
  strcpy(e.text, carc_phase_name(c->d, f.choice));
  carcE_emit(c, &e);
}

/*
** The phase to which an option belongs: the phase that asks, if the option has its name; otherwise
** a phase of the option's name at the timing `deployment` or `anytime`.
*/
static int phase_of (const carc_call *c, carc_action option) {
  int choice = carc_action_unpack(option).choice, asking = c->s->at.phase;
  if (c->s->decision == DECISION_ASK && c->d->phase[asking].choice == choice) return asking;
  for (int i = 0; i < c->d->n_phases; i++) {
    const phase_row *row = &c->d->phase[i];
    if (row->choice != choice) continue;
    if (row->timing == TIMING_ANYTIME ||
        (c->s->decision == DECISION_DEPLOY && row->timing == TIMING_DEPLOYMENT))
      return i;
  }
  return asking;
}

/*
** Applies an option of a phase at the timing `anytime`, and then asks the interrupted decision
** again.
*/
static void decide_anytime (carc_call *c, carc_action option, int phase) {
  carc_state *s = c->s;
  bool again;
  s->asked = 0;
  emit_chosen(c, s->turn, option);
  if (!carcT_run_phase(c, phase, CARC_PHASE_CALL_CHOSEN, option, &again)) return;
  if (s->decision == DECISION_DEPLOY) carcB_recompute_deployments(c->d, s);
  carcT_advance(c);
}

static void decide_at_deployment (carc_call *c, carc_action option, int phase) {
  bool again;
  emit_chosen(c, c->s->turn, option);
  if (!carcT_run_phase(c, phase, CARC_PHASE_CALL_CHOSEN, option, &again)) return;
  if (again) {
    carcB_recompute_deployments(c->d, c->s);
    carcT_advance(c);
  } else {
    carcT_leave_step(c, EXIT_NEXT);
  }
}

/* Continues with a tile that a script has placed, as after a draw. */
static void play_laid_tile (carc_call *c) {
  carc_state *s = c->s;
  s->asked = s->asked_before = 0;
  if (c->d->phase[s->at.phase].timing == TIMING_GAME_END) {
    s->at.step = STEP_LAST_TILE;
    interrupt(s, s->at);
    s->spans_laid = 0;
    if (s->asker < c->d->players) s->turn = s->asker;
  }
  after_placement(c, -1);
}

/* Applies the answer to the question of a phase. The answer 0 is a pass. */
static void decide_question (carc_call *c, carc_action option) {
  carc_state *s = c->s;
  bool again;
  carc_action_fields f = carc_action_unpack(option);
  if (f.kind == CARC_ACTION_DEPLOY)
    deploy(c, s->asker, carc_state_tile_at(c->d, s, f.x, f.y), f.segment, f.piece);
  else if (option != 0)
    emit_chosen(c, s->asker == ASKS_CHANCE ? -1 : s->asker, option);
  else
    emit_passed(c, s->asker, carc_phase_name(c->d, s->at.phase));
  c->has_laid = false;
  if (!carcT_run_phase(c, s->at.phase, CARC_PHASE_CALL_CHOSEN, option, &again)) return;
  if (c->has_laid) {
    play_laid_tile(c);
    return;
  }
  if (!carcT_asks_again(c, again)) s->at.step = STEP_PHASE_OVER;
  if (carcT_deal_any_promised(c)) carcT_advance(c);
}

/* Applies an option from the list, at any decision. */
static void decide_option (carc_call *c, int index) {
  carc_state *s = c->s;
  carc_action option = const_options_of(c->d, s)[index - s->n_usual];
  carc_action_fields f = carc_action_unpack(option);
  carcE_clear_options(c->d, s);
  if (f.kind == CARC_ACTION_PLACE) {
    place_option(c, option);
  } else if (f.kind == CARC_ACTION_DEPLOY && s->decision == DECISION_ASK) {
    decide_question(c, option);
  } else if (f.kind == CARC_ACTION_DEPLOY) {
    deploy(c, s->turn, carc_state_tile_at(c->d, s, f.x, f.y), f.segment, f.piece);
    carcT_leave_step(c, EXIT_NEXT);
  } else if (f.kind == CARC_ACTION_PASS) {
    carcT_set_tile_aside(c);
    carcT_advance(c);
  } else {
    int phase = phase_of(c, option);
    if (c->d->phase[phase].timing == TIMING_ANYTIME)
      decide_anytime(c, option, phase);
    else if (s->decision == DECISION_DEPLOY)
      decide_at_deployment(c, option, phase);
    else
      decide_question(c, option);
  }
}

static void decide_pass (carc_call *c, int index) {
  (void)index;
  decide_question(c, 0);
}

/* ---- By index -------------------------------------------------------------------------------- */

/*
** Begins a decision. An outcome that the state's own generator chooses belongs to the decision
** before it.
*/
ALWAYS_INLINE void begin_decision (carc_call *c, bool by_chance) {
  carc_state *s = c->s;
  if (by_chance && !c->d->manual) return;
  memcpy(s->before, s->score, sizeof s->before);
  s->decisions++;
}

/*
** The name of the phase to which the action with this index belongs; NULL if it is an action of the
** rules.
*/
static const char *phase_at (const carc_call *c, int index) {
  const carc_state *s = c->s;
  if (s->decision == DECISION_ASK) return carc_phase_name(c->d, s->at.phase);
  if (index < s->n_usual || index >= s->n_actions) return NULL;
  carc_action option = const_options_of(c->d, s)[index - s->n_usual];
  bool choice = carc_action_unpack(option).kind == CARC_ACTION_CHOICE;
  return choice ? carc_phase_name(c->d, phase_of(c, option)) : NULL;
}

/*
** Whether the history has room for this decision. Since scripts could ask forever, the size of the
** history limits the length of a game. It must have room for this index, for all tiles that are
** drawn and set aside before the next decision, and for the resignation of every player with a tile
** in hand; so a draw never fails.
*/
static bool has_history_room (carc_call *c, int index) {
  enum { FOR_INDEX = 4, FOR_RESIGNING = 3 * CARC_MAX_PLAYERS };
  const carc_state *s = c->s;
  if (LIKELY(c->d->n_phases == 0) || s->decision == DECISION_DRAW) return true;
  int draw = c->d->n_types > HISTORY_NARROW ? 3 : 1; /* bytes */
  int tiles = c->d->n_tiles - s->n_tiles + most_put_back(c->d) -
              s->put_back; /* tiles in reserves may return to the bag */
  int used = (int)s->history_used + draw * tiles + FOR_INDEX + draw * FOR_RESIGNING;
  if (used < (int)c->d->at.n_history) return true;
  const char *last = phase_at(c, index);
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "scripts have asked for too many decisions in this game%s%s",
             last ? "; the last one was asked by phase " : "", last ? last : "");
  c->failed = true;
  return false;
}

ALWAYS_INLINE void decide_usual (carc_call *c, int index) {
  static void (*const by_phase[])(carc_call *, int) = {[DECISION_DRAW] = decide_draw,
                                                       [DECISION_PLACE] = decide_placement,
                                                       [DECISION_DEPLOY] = decide_deployment,
                                                       [DECISION_EXTRA] = decide_extra,
                                                       [DECISION_ASK] = decide_pass};
  by_phase[c->s->decision](c, index);
}

/* Applies an action of a decision to which scripts or spans may have added options. */
NOINLINE static void decide_among_options (carc_call *c, int index) {
  carc_state *s = c->s;
  if (!has_history_room(c, index)) return;
  bool usual = index < s->n_usual;
  begin_decision(c, waits_for_chance(s));
  s->n_actions = 0;
  if (s->decision != DECISION_DRAW) remember_index(c->d, s, index);
  if (s->decision == DECISION_ASK && s->asker == ASKS_CHANCE && !c->d->manual) s->steps++;
  if (s->decision == DECISION_DRAW || usual) {
    carcE_clear_options(c->d, s);
    decide_usual(c, index);
  } else {
    decide_option(c, index);
  }
}

/*
** Lets the state's generator answer the questions that scripts ask chance. Repeats this, because a
** script may ask again after the answer.
*/
static void settle_chance (carc_call *c) {
  carc_state *s = c->s;
  if (c->stepwise || c->d->manual) return;
  while (!c->failed && s->decision == DECISION_ASK && s->asker == ASKS_CHANCE) {
    const uint8_t *weights = const_weights_of(c->d, s);
    int left = (int)random_below(&s->generator, (uint32_t)carcT_sum_weights(c->d, s)), i = 0;
    while (left >= weights[i]) left -= weights[i++];
    decide_among_options(c, i);
  }
}

void carcT_resolve_all_chance (carc_call *c) {
  carc_state *s = c->s;
  c->stepwise = false;
  if (c->d->manual) return;
  if (s->decision == DECISION_DRAW)
    carcT_apply_draw(c, const_bag_of(c->d, s)[random_below(&s->generator, s->n_bag)]);
  settle_chance(c);
}

/* Begins the counts of the work of a decision. */
static void begin_work (carc_call *c) {
  c->visits_left = MAX_VISITS;
  c->hook_work = 0;
  c->n_hooks = 0;
}

void carcT_apply_decision (carc_call *c, int index) {
  begin_work(c);
  carc_state *s = c->s;
  if (UNLIKELY(c->d->at.n_options > 0)) {
    decide_among_options(c, index);
    settle_chance(c);
    return;
  }
  begin_decision(c, s->decision == DECISION_DRAW);
  s->n_actions = 0; /* as after each step, so that a copy made by a hook has no decision */
  if (s->decision != DECISION_DRAW) remember_index(c->d, s, index);
  decide_usual(c, index);
}

void carcT_apply_draw (carc_call *c, int type) {
  begin_work(c);
  begin_decision(c, true);
  c->s->n_actions = 0;
  draw_given(c, type);
}

/* ---- Resigning ------------------------------------------------------------------------------- */

/* Returns the tile in hand to the bag. */
static void return_hand (carc_call *c) {
  carcB_add_to_bag(c->d, c->s, c->s->hand);
  c->s->hand = NO_TYPE;
}

/*
** Handles a player who resigns while it is another player's turn. The phase asks again, perhaps
** another player. No more tiles are dealt to the player.
*/
static void resign_out_of_turn (carc_call *c, int player) {
  carc_state *s = c->s;
  bool asks = s->decision == DECISION_ASK && s->asker == player;
  if (!asks && s->at.step != STEP_DEAL) return;
  if (asks) carcE_clear_options(c->d, s);
  s->n_actions = 0;
  carcT_advance(c);
}

/*
** Ends the turn of a player who resigns. Scores the tile that was placed, or returns the tile in
** hand.
*/
static void resign_in_turn (carc_call *c, bool over) {
  carc_state *s = c->s;
  int step = step_of_position(c->d, main_position(c->d, s));
  bool deals_in_phase = s->at.step == STEP_DEAL && step != STEP_OPENING && step != STEP_DRAW;
  bool unscored = step == STEP_DEPLOYMENT || step == STEP_BEFORE_SCORING || step == STEP_SCORING;
  bool ends = over || last_tile_phase(s) >= 0 || step == STEP_GAME_END || step == STEP_FINAL_SCORING;
  if (s->n_promised > 0 && (over || deals_in_phase)) carcT_clear_promises(c->d, s);
  s->n_actions = 0;
  if (c->d->at.n_options > 0) carcE_clear_options(c->d, s);
  if (s->decision == DECISION_PLACE && s->hand != NO_TYPE) return_hand(c);
  if (unscored && !carcS_score_completed(c)) c->failed = true;
  if (c->failed) return;
  carcE_clear_triggers(c->d, s);
  s->asked = s->asked_before = 0;
  while (s->n_interrupted > 0) resume_interrupted(s);
  s->at = (turn_position){ends ? STEP_FINAL_SCORING : STEP_NEXT_TURN, NOT_BEGUN};
  carcT_advance(c);
}

void carcT_apply_resignation (carc_call *c, int player) {
  begin_work(c);
  carc_state *s = c->s;
  memcpy(s->before, s->score, sizeof s->before);
  remember_byte(c->d, s, HISTORY_RESIGNED);
  remember_byte(c->d, s, player);
  s->decisions++;
  s->resigned |= (uint8_t)(1u << player);
  carcB_remove_player(c->d, s, player, true);
  carcE_emit_player_event(c, CARC_EVENT_RESIGNED, player);
  bool over = carcB_is_game_decided(c->d, s);
  if (over || player == s->turn)
    resign_in_turn(c, over);
  else
    resign_out_of_turn(c, player);
  settle_chance(c);
}

/* ---- Beginning ------------------------------------------------------------------------------- */

/* Reports the tiles that are on the board as the game begins. */
static void emit_laid (carc_call *c) {
  for (int i = 0; listening(c) && i < c->s->n_tiles; i++) {
    carc_event e = carcE_new_segment_event(c, CARC_EVENT_LAID, -1, i, -1);
    carcE_emit(c, &e);
  }
}

void carcT_begin_game (carc_call *c, uint64_t seed) {
  c->s->seed = seed;
  c->s->generator = random_seed(seed);
  if (c->d->deals_tokens) carcB_deal_unknown_tokens(c->d, c->s, seed);
  emit_laid(c);
  interrupt(c->s, (turn_position){STEP_OPENING, 0});
  if (carcT_deal_any_promised(c)) carcT_advance(c);
  settle_chance(c);
}
