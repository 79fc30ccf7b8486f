/*
** steps.c: the steps of a turn: what each step does, and which step follows.
*/
#include "turn/steps.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/deployments.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/turn_order.h"
#include "board/turn_position.h"
#include "board/victory.h"
#include "effect/awards.h"
#include "effect/event.h"
#include "effect/hooks.h"
#include "effect/majority.h"
#include "score/score.h"
#include "turn/action.h"
#include "turn/dealing.h"
#include "turn/deployment.h"
#include "turn/drawing.h"
#include "turn/phases.h"

/*
** Some steps have two versions: a general one, and one for unscripted games (`unscripted`,
** carc_definition). From the latter, the compiler removes all code for scripts.
*/

/* Runs the phases of a step. */
static turn_exit phases_step (carc_call *c) {
  turn_position *at = &c->s->at;
  if (at->phase == NOT_BEGUN) {
    at->phase = 0;
    if (c->d->n_reserves > 0) {
      carcB_promise_refills(c->d, c->s, (phase_timing)at->step);
      if (!carcT_deal_any_promised(c)) return EXIT_WAITS;
    }
  }
  return carcT_run_phases(c) ? EXIT_NEXT : EXIT_WAITS;
}

static turn_exit before_draw_step (carc_call *c) {
  if (c->s->at.phase == NOT_BEGUN) c->s->settled = c->s->spans_laid = 0;
  return phases_step(c);
}

static void clear_variables (carc_call *c, int lifetime) {
  for (int i = 0; i < c->d->n_variables; i++) {
    const variable_row *row = &c->d->variable[i];
    if (row->lifetime >= lifetime) clear_variable(c->d, c->s, i);
  }
}

/* ---- A part of a turn ------------------------------------------------------------------------ */

/* Ends the turn after this part. If the part was counted but had no tile, it is not counted. */
static turn_exit end_turn (carc_call *c) {
  if (c->s->part > 0) c->s->part--;
  return EXIT_NEXT;
}

turn_exit carcT_decline_extra_part (carc_call *c) {
  c->s->decision = DECISION_DRAW; /* this part has no decision left */
  carcE_emit_player_event(c, CARC_EVENT_EXTRA_DECLINED, c->s->turn);
  return end_turn(c);
}

/* Ends a turn that has no tile for its further part. If this part was compulsory, the game ends. */
static turn_exit end_without_tile (carc_call *c) {
  bool in_turn = c->s->part > 0 && c->d->rule[CARC_RULE_DOUBLE_TURN] != CARC_DOUBLE_TURN_COMPULSORY;
  bool ends_turn = in_turn && (c->d->timings_used >> TIMING_TURN_END & 1) != 0;
  bool others_play = c->d->n_reserves > 0 && carcB_any_reserve_playable(c->d, c->s);
  if (!others_play && !ends_turn) return EXIT_GAME_OVER;
  end_turn(c);
  return EXIT_TURN_OVER;
}

static turn_exit draw_step (carc_call *c) {
  carc_state *s = c->s;
  if (s->at.phase == NOT_BEGUN) s->hand = NO_TYPE;
  bool waits = s->hand != NO_TYPE ? carcT_recompute_placements(c) : carcT_draw_next_or_from_reserve(c);
  return waits ? EXIT_WAITS : end_without_tile(c);
}

static turn_exit deployment_step (carc_call *c) { return carcT_ask_deployment(c) ? EXIT_WAITS : EXIT_NEXT; }

/*
** Computes again which features of the last tile are complete, because joins by scripts may have
** closed some.
*/
NOINLINE static void recompute_after_scripts (const carc_definition *d, carc_state *s) {
  const tile_type *t = type_of(d, s, s->n_tiles - 1);
  s->complete = 0;
  for (int i = 0; i < t->segments; i++) {
    bool closed = open_of(&const_features_of(d, s)[feature_at(d, s, s->n_tiles - 1, i)]) == 0;
    bool counts = t->kind[i] == CARC_KIND_ROAD || t->kind[i] == CARC_KIND_CITY;
    s->complete |= (uint16_t)((unsigned)(closed && counts) << i);
  }
}

ALWAYS_INLINE turn_exit score_part (carc_call *c, bool unscripted) {
  carc_state *s = c->s;
  if (!unscripted) recompute_after_scripts(c->d, s);
  bool any = s->complete != 0 || s->completed_monastery || (!unscripted && s->n_also > 0);
  if (!any || carcS_score_completed(c)) return EXIT_NEXT;
  c->failed = true;
  return EXIT_WAITS;
}

static turn_exit scoring_step (carc_call *c) { return score_part(c, false); }

/* ---- A further part: the double turn --------------------------------------------------------- */

/* Clears the data of the last part, before scripts are called about the next one. */
static void prepare_part (carc_call *c) {
  c->s->decision = DECISION_DRAW;
  c->s->n_actions = 0;
  c->s->spans_laid = 0;
  if (c->d->n_variables > 0) clear_variables(c, LIFE_PART);
}

turn_exit carcT_take_extra_part (carc_call *c) {
  carcE_emit_player_event(c, CARC_EVENT_EXTRA_PART, c->s->turn);
  prepare_part(c);
  return EXIT_FURTHER_PART;
}

/* Whether a further part is granted. The rules decide first; a script can change their answer. */
ALWAYS_INLINE bool grants_part (carc_call *c) {
  const carc_state *s = c->s;
  int most = c->d->rule[CARC_RULE_BUILDER_PARTS];
  bool grant = s->extended && (most == CARC_BUILDER_PARTS_UNLIMITED || s->part <= most);
  if (LIKELY(c->d->hooks.extra_part == NULL) || !(s->extended || c->d->hooks.extra_part_always)) return grant;
  carc_turn_part part = {.player = s->turn, .part = s->part, .extended_builder = s->extended};
  return carcE_ask_extra_part(c, &part, &grant) && grant;
}

/*
** Whether phases at the timing `before_draw` would ask in a further part. Runs them on a copy to
** find out.
*/
static bool would_ask_at_draw (carc_call *c) {
  const carc_definition *d = c->d;
  if ((d->timings_used >> TIMING_BEFORE_DRAW & 1) == 0) return false;
  carc_state *copy = carcM_alloc_memory(d, d->at.size);
  if (copy == NULL) {
    fail_for_memory(c);
    return false;
  }
  carc_state_clone(d, copy, c->s);
  carc_call probe = begin_call(d, copy, c->err);
  probe.stepwise = c->stepwise;
  prepare_part(&probe);
  copy->at = (turn_position){STEP_BEFORE_DRAW, 0};
  bool over = carcT_run_phases(&probe);
  c->failed = c->failed || probe.failed;
  c->lacks_memory = c->lacks_memory || probe.lacks_memory;
  carcM_free_memory(d, copy, d->at.size);
  return !over && !c->failed;
}

/*
** Whether no tile is left for a further part, so that there is none. A script may still place a
** tile of its own (such as an abbey). A compulsory part begins even without a tile, and the game
** ends in it.
*/
static bool nothing_left (carc_call *c) {
  const carc_definition *d = c->d;
  if (carcB_has_tile_for_turn(d, c->s) || would_ask_at_draw(c)) return false;
  if (c->failed) return true;
  return (d->timings_used >> TIMING_TURN_END & 1) == 0 ||
         d->rule[CARC_RULE_DOUBLE_TURN] != CARC_DOUBLE_TURN_COMPULSORY;
}

static turn_exit ask_extra_part (carc_call *c) {
  c->s->at = (turn_position){STEP_EXTRA_PART, 0};
  c->s->decision = DECISION_EXTRA;
  if (carcT_add_anytime_options(c)) set_actions(c->d, c->s, EXTRA_ACTION_COUNT);
  return EXIT_WAITS;
}

ALWAYS_INLINE turn_exit end_part (carc_call *c, bool unscripted) {
  c->s->part++;
  if ((unscripted ? c->s->n_bag == 0 : nothing_left(c)) || !grants_part(c))
    return c->failed ? EXIT_WAITS : end_turn(c);
  if (c->d->rule[CARC_RULE_DOUBLE_TURN] == CARC_DOUBLE_TURN_COMPULSORY) return carcT_take_extra_part(c);
  return ask_extra_part(c);
}

static turn_exit extra_part_step (carc_call *c) {
  if (c->s->at.phase != NOT_BEGUN) return ask_extra_part(c);
  return last_tile_phase(c->s) >= 0 ? EXIT_NEXT : end_part(c, false);
}

/* ---- The next turn --------------------------------------------------------------------------- */

static void emit_skips (carc_call *c, const turn_order *before) {
  for (int p = 0; p < c->d->players; p++)
    for (int i = c->s->order.skips[p]; i < before->skips[p]; i++)
      carcE_emit_player_event(c, CARC_EVENT_SKIPPED, p);
}

/* Passes the turn in an order that scripts have changed. Returns false if the game is over. */
NOINLINE static bool pass_by_order (carc_call *c) {
  carc_state *s = c->s;
  turn_order before = s->order;
  int next = carcB_next_player(c->d, s, &s->order);
  if (next >= 0) s->turn = (uint8_t)next;
  carcB_normalize_order(s);
  emit_skips(c, &before);
  return !carcB_is_game_decided(c->d, s);
}

ALWAYS_INLINE void pass_by_seats (carc_call *c) {
  carc_state *s = c->s;
  unsigned next = s->turn + 1u, around = next == (unsigned)c->d->players;
  s->turn = (uint8_t)(next & (around - 1));
  s->order.count += around * ROUND_UNIT;
}

/* Passes the turn to the next player. Returns false if no such player exists. */
ALWAYS_INLINE bool pass_once (carc_call *c) {
  if (UNLIKELY(c->s->order.odd)) return pass_by_order(c);
  pass_by_seats(c);
  return true;
}

/* Whether the player is skipped because only other players have a tile. */
NOINLINE static bool is_passed_over (const carc_definition *d, carc_state *s) {
  return !carcB_has_tile_for_turn(d, s) && carcB_any_reserve_playable(d, s);
}

/* Whether a race is won and ends with this turn. */
static bool is_race_over (const carc_definition *d, const carc_state *s) {
  if (LIKELY(d->victory.kind != CARC_VICTORY_RACE) || !carcB_is_race_won(d, s)) return false;
  turn_order after = s->order;
  bool last_turn = d->victory.ends != CARC_RACE_END_ROUND || carcB_next_player(d, s, &after) < 0;
  return last_turn || rounds_of(&after) > rounds_of(&s->order);
}

/*
** Passes the turn to the next player who has a tile. If there is no player or no tile, the game is
** over.
*/
ALWAYS_INLINE turn_exit pass_turn (carc_call *c, bool unscripted) {
  carc_state *s = c->s;
  s->part = 0;
  if (!unscripted && is_race_over(c->d, s)) return EXIT_GAME_OVER;
  do {
    if (!pass_once(c)) return EXIT_GAME_OVER;
  } while (!unscripted && UNLIKELY(c->d->n_reserves > 0) && is_passed_over(c->d, s));
  if (c->d->n_variables > 0) clear_variables(c, LIFE_TURN);
  if (unscripted ? s->n_bag == 0 : !carcB_has_tile_for_turn(c->d, s)) return EXIT_NO_TILE;
  s->order.count++;
  carcE_emit_player_event(c, CARC_EVENT_TURN, s->turn);
  return EXIT_NEXT;
}

/*
** Ends the extra turn for a tile that a phase placed after the last turn, and resumes this phase.
*/
static turn_exit end_last_tile (carc_call *c) {
  c->s->hand = NO_TYPE;
  if (c->d->n_variables > 0) clear_variables(c, LIFE_TURN);
  resume_interrupted(c->s);
  return EXIT_STAYS;
}

static turn_exit next_turn_step (carc_call *c) {
  return last_tile_phase(c->s) >= 0 ? end_last_tile(c) : pass_turn(c, false);
}

/* ---- The end of the game --------------------------------------------------------------------- */

static turn_exit final_scoring_step (carc_call *c) {
  carc_state *s = c->s;
  carcE_clear_triggers(c->d, s); /* triggers may be left if a player has resigned */
  s->decision = DECISION_END;
  s->n_actions = 0;
  s->hand = NO_TYPE;
  if (!carcB_is_race_won(c->d, s) && !carcS_score_final_steps(c)) {
    c->failed = true;
    return EXIT_WAITS;
  }
  carcE_emit_player_event(c, CARC_EVENT_ENDED, -1);
  return EXIT_NEXT;
}

static turn_exit over_step (carc_call *c) {
  c->s->decision = DECISION_END;
  c->s->at.phase = 0;
  return EXIT_WAITS;
}

/* ---- Phases and triggers --------------------------------------------------------------------- */

static turn_exit ask_step (carc_call *c) {
  if (carcT_ask_phase(c)) return EXIT_WAITS;
  c->s->at.step = STEP_PHASE_OVER;
  return EXIT_STAYS;
}

static turn_exit phase_over_step (carc_call *c) {
  carcT_end_phase(c);
  return EXIT_STAYS;
}

/* Runs the phases for the first trigger. */
static turn_exit trigger_step (carc_call *c) {
  if (!carcT_run_phases(c)) return EXIT_WAITS;
  carcE_drop_current_trigger(c->d, c->s);
  resume_interrupted(c->s);
  return EXIT_STAYS;
}

static turn_exit deal_step (carc_call *c) { return carcT_continue_dealing(c) ? EXIT_STAYS : EXIT_WAITS; }

/* Asks the phase that placed the tile again. */
static turn_exit last_tile_step (carc_call *c) {
  c->s->at.step = STEP_ASK;
  return EXIT_STAYS;
}

/* ---- The start of the game ------------------------------------------------------------------- */

/* Begins the game with a given tile in hand, which may fit nowhere. */
static turn_exit draw_first_hand (carc_call *c) {
  c->s->decision = DECISION_DRAW;
  if (!c->d->manual) c->s->generator += RANDOM_STEP;
  carcT_draw_tile(c, c->d->first_hand);
  return c->s->decision == DECISION_DRAW ? EXIT_STAYS : EXIT_WAITS;
}

/* Begins the game where the definition says; this may be within a turn. */
static turn_exit opening_step (carc_call *c) {
  carc_state *s = c->s;
  resume_interrupted(s);
  if (s->at.step != STEP_OVER) carcE_emit_player_event(c, CARC_EVENT_TURN, s->turn);
  if (c->d->first_hand >= 0) return draw_first_hand(c);
  int step = step_of_position(c->d, main_position(c->d, s));
  if (step == STEP_DEPLOYMENT || step == STEP_BEFORE_SCORING || step == STEP_SCORING)
    carcB_recompute_deployments(c->d, s);
  return EXIT_STAYS;
}

/* ---- The table ------------------------------------------------------------------------------- */

typedef struct step_row {
  turn_exit (*run)(carc_call *c);
  turn_step after[EXIT_COUNT];
} step_row;

/*
** The table of steps. The README of the engine has a diagram of it. A step without successors sets
** the next step itself.
*/
static const step_row steps[STEP_COUNT] = {
    [STEP_TURN_START] = {phases_step, {[EXIT_NEXT] = STEP_BEFORE_DRAW}},
    [STEP_BEFORE_DRAW] = {before_draw_step, {[EXIT_NEXT] = STEP_DRAW}},
    [STEP_DRAW] =
        {draw_step,
         {[EXIT_NEXT] = STEP_DEPLOYMENT, [EXIT_TURN_OVER] = STEP_TURN_END, [EXIT_GAME_OVER] = STEP_GAME_END}},
    [STEP_DEPLOYMENT] = {deployment_step, {[EXIT_NEXT] = STEP_BEFORE_SCORING}},
    [STEP_BEFORE_SCORING] = {phases_step, {[EXIT_NEXT] = STEP_SCORING}},
    [STEP_SCORING] = {scoring_step, {[EXIT_NEXT] = STEP_AFTER_SCORING}},
    [STEP_AFTER_SCORING] = {phases_step, {[EXIT_NEXT] = STEP_EXTRA_PART}},
    [STEP_EXTRA_PART] = {extra_part_step,
                         {[EXIT_NEXT] = STEP_TURN_END, [EXIT_FURTHER_PART] = STEP_BEFORE_DRAW}},
    [STEP_TURN_END] = {phases_step, {[EXIT_NEXT] = STEP_NEXT_TURN}},
    [STEP_NEXT_TURN] =
        {next_turn_step,
         {[EXIT_NEXT] = STEP_TURN_START, [EXIT_NO_TILE] = STEP_DRAW, [EXIT_GAME_OVER] = STEP_GAME_END}},
    [STEP_GAME_END] = {phases_step, {[EXIT_NEXT] = STEP_FINAL_SCORING}},
    [STEP_FINAL_SCORING] = {final_scoring_step, {[EXIT_NEXT] = STEP_OVER}},
    [STEP_OVER] = {over_step, {0}},
    [STEP_OPENING] = {opening_step, {0}},
    [STEP_ASK] = {ask_step, {0}},
    [STEP_PHASE_OVER] = {phase_over_step, {0}},
    [STEP_FEATURE_SCORED] = {trigger_step, {0}},
    [STEP_POINTS_GIVEN] = {trigger_step, {0}},
    [STEP_LAST_TILE] = {last_tile_step, {0}},
    [STEP_DEAL] = {deal_step, {0}}};

/* ---- From step to step ----------------------------------------------------------------------- */

/* Whether the step does nothing but run phases, and the game has no phases at its timing. */
static bool is_idle (const carc_call *c, turn_step step) {
  return steps[step].run == phases_step && (c->d->timings_used >> step & 1) == 0;
}

static void enter (carc_call *c, turn_step step) {
  carc_state *s = c->s;
  s->n_actions = 0;
  if (s->n_triggers == 0)
    while (is_idle(c, step)) step = steps[step].after[EXIT_NEXT];
  s->at = (turn_position){(uint8_t)step, NOT_BEGUN};
}

/* Whether a race is won that ends at once, and a turn is in progress. */
ALWAYS_INLINE bool wins_at_once (const carc_definition *d, const carc_state *s) {
  bool at_once = d->victory.kind == CARC_VICTORY_RACE && d->victory.ends == CARC_RACE_END_AT_ONCE;
  return UNLIKELY(at_once) && carcB_is_race_won(d, s);
}

/* Whether a step of a turn is about to begin. */
static bool begins_step_of_turn (const carc_state *s) {
  bool ending = s->at.step == STEP_GAME_END || s->at.step == STEP_FINAL_SCORING || s->at.step == STEP_OVER;
  return s->at.phase == NOT_BEGUN && s->n_interrupted == 0 && !ending;
}

void carcT_advance (carc_call *c) {
  carc_state *s = c->s;
  turn_exit left_by = EXIT_STAYS;
  while (left_by != EXIT_WAITS && !c->failed) {
    if (UNLIKELY(s->n_triggers > 0) && s->at.phase == NOT_BEGUN)
      interrupt(s, (turn_position){const_triggers_of(c->d, s)->at, 0});
    else if (wins_at_once(c->d, s) && begins_step_of_turn(s))
      enter(c, STEP_GAME_END);
    const step_row *row = &steps[s->at.step];
    left_by = row->run(c);
    if (left_by < EXIT_COUNT) enter(c, row->after[left_by]);
  }
}

void carcT_leave_step (carc_call *c, turn_exit by) {
  enter(c, steps[c->s->at.step].after[by]);
  carcT_advance(c);
}

/* Runs the steps up to the next draw in an unscripted game. This is faster than the table. */
void carcT_finish_unscripted_part (carc_call *c) {
  if (score_part(c, true) == EXIT_WAITS) return;
  turn_exit left_by = end_part(c, true);
  if (left_by == EXIT_WAITS) return;
  if (left_by == EXIT_NEXT) {
    c->s->at.step = STEP_NEXT_TURN;
    left_by = pass_turn(c, true);
    if (left_by == EXIT_GAME_OVER) {
      carcT_leave_step(c, left_by);
      return;
    }
  }
  if (!carcT_draw_next(c)) carcT_leave_step(c, end_without_tile(c));
}

turn_step carcT_step_after (turn_step timing) { return steps[timing].after[EXIT_NEXT]; }
