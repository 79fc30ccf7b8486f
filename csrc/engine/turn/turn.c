/*
** turn.c: how a turn goes on: to its second part (the double turn), to the next player, to the end.
*/
#include "turn/turn.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/turn_order.h"
#include "effect/awards.h"
#include "effect/event.h"
#include "effect/hooks.h"
#include "effect/majority.h"
#include "score/score.h"
#include "turn/action.h"
#include "turn/dealing.h"
#include "turn/drawing.h"
#include "turn/phases.h"

/* A turn goes round: from point to point, and from a decision to the next. */
static void advance (carc_call *c);
NOINLINE static void enter_timing (carc_call *c, phase_timing at);

/*
** Whether scripts have phases at this point of the turn, or there are triggers for them; then those are gone through, and what comes
** after them.
*/
ALWAYS_INLINE bool enters_timing (carc_call *c, phase_timing at) {
  if (LIKELY(((c->d->timings_used >> at & 1) | c->s->n_triggers) == 0)) return false;
  enter_timing(c, at);
  return true;
}

void carcT_end_game (carc_call *c) {
  carc_state *s = c->s;
  carcE_clear_triggers(c->d, s); /* where somebody gave up meanwhile */
  s->decision = DECISION_END;
  s->n_actions = 0;
  s->hand = NO_TYPE;
  if (!carcS_score_final_steps(c)) {
    c->failed = true;
    return;
  }
  carcE_emit_player_event(c, CARC_EVENT_ENDED, -1);
}

/* Whether a phase at the end of the turn stops it. A further part that was counted does not begin: the last one's number stays. */
NOINLINE static bool enters_turn_end (carc_call *c) {
  if (c->s->part > 0) c->s->part--;
  return enters_timing(c, TIMING_TURN_END);
}

/* No tile is left. A turn whose further part finds none is over, unless that part was compulsory: then the game is. */
NOINLINE void carcT_end_turns (carc_call *c) {
  bool in_turn = c->s->part > 0 && c->d->rule[CARC_RULE_DOUBLE_TURN] != CARC_DOUBLE_TURN_COMPULSORY;
  if (c->d->n_reserves > 0 && carcB_any_reserve_playable(c->d, c->s)) { /* somebody else, that is */
    carcT_end_turn(c);
    return;
  }
  if (in_turn && (c->d->timings_used >> TIMING_TURN_END & 1) != 0 && enters_turn_end(c)) return;
  if (!enters_timing(c, TIMING_GAME_END)) carcT_end_game(c);
}

/* The next tile into the hand; or, if none can be placed, the end. */
static void draw_or_end_game (carc_call *c) {
  if (!carcT_draw_next(c)) carcT_end_turns(c);
}

void carcT_draw_turn_tile (carc_call *c) {
  if (!carcT_draw_next_or_from_reserve(c)) carcT_end_turns(c);
}

/* Runs the phases of each trigger, the first trigger first. False if one of them asks, or has failed. */
static bool run_triggers (carc_call *c) {
  carc_state *s = c->s;
  while (s->n_triggers > 0) {
    s->timing = const_triggers_of(c->d, s)->at;
    s->stage = 0;
    if (!carcT_run_phases(c)) return false;
    carcE_drop_current_trigger(c->d, s);
  }
  return true;
}

static void run_phases_at (carc_call *c, phase_timing at) {
  c->s->timing = (uint8_t)at;
  c->s->stage = 0;
  if (c->d->n_reserves > 0) {
    carcB_promise_refills(c->d, c->s, at);
    if (!carcT_deal_any_promised(c, CONTINUE_PHASES)) return;
  }
  if (carcT_run_phases(c)) advance(c);
}

static void enter_timing (carc_call *c, phase_timing at) {
  c->s->n_actions = 0;
  c->s->resume = resume_point((int)at, false);
  if (run_triggers(c)) run_phases_at(c, at);
}

static void clear_variables (carc_call *c, int lifetime) {
  for (int i = 0; i < c->d->n_variables; i++) {
    const variable_row *row = &c->d->variable[i];
    if (row->lifetime >= lifetime) clear_variable(c->d, c->s, i);
  }
}

/*
** From here to the window's end each function comes in two: one for all games, and one that the compiler makes of it where
** the game is plain, so that nothing of scripts is looked at (carc_definition).
*/
ALWAYS_INLINE void begin_part (carc_call *c, bool unscripted) {
  if (unscripted) {
    draw_or_end_game(c);
    return;
  }
  c->s->settled = 0;
  c->s->spans_laid = 0;
  if (!enters_timing(c, TIMING_BEFORE_DRAW)) carcT_draw_turn_tile(c);
}

static void emit_skips (carc_call *c, const turn_order *before) {
  for (int p = 0; p < c->d->players; p++)
    for (int i = c->s->order.skips[p]; i < before->skips[p]; i++)
      carcE_emit_player_event(c, CARC_EVENT_SKIPPED, p);
}

/* To whoever comes next where the seats alone do not say so; false where the game is over then. */
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

/* To whoever comes next; false where nobody does. */
ALWAYS_INLINE bool pass_once (carc_call *c) {
  if (UNLIKELY(c->s->order.odd)) return pass_by_order(c);
  pass_by_seats(c);
  return true;
}

/* Whether the player whose turn it would be has no tile, and somebody else has one. */
NOINLINE static bool is_passed_over (const carc_definition *d, carc_state *s) {
  return !carcB_has_tile_for_turn(d, s) && carcB_any_reserve_playable(d, s);
}

ALWAYS_INLINE void pass_turn (carc_call *c, bool unscripted) {
  carc_state *s = c->s;
  s->part = 0;
  do {
    if (pass_once(c)) continue;
    if (!enters_timing(c, TIMING_GAME_END)) carcT_end_game(c);
    return;
  } while (!unscripted && UNLIKELY(c->d->n_reserves > 0) && is_passed_over(c->d, s));
  if (c->d->n_variables > 0) clear_variables(c, LIFE_TURN);
  if (unscripted ? s->n_bag == 0 : !carcB_has_tile_for_turn(c->d, s)) {
    draw_or_end_game(c); /* there is none */
    return;
  }
  s->order.count++;
  carcE_emit_player_event(c, CARC_EVENT_TURN, s->turn);
  if (unscripted || !enters_timing(c, TIMING_TURN_START)) begin_part(c, unscripted);
}

/* A turn in which a script laid a tile after the last one is over: its phase goes on. */
static void end_last_part (carc_call *c) {
  carc_state *s = c->s;
  s->timing = TIMING_GAME_END;
  s->stage = (uint8_t)(s->ending - 1);
  s->ending = 0;
  s->hand = NO_TYPE;
  if (c->d->n_variables > 0) clear_variables(c, LIFE_TURN);
  if (carcT_ask_phase(c)) return;
  carcT_finish_phase(c, true);
  if (carcT_run_phases(c)) advance(c);
}

static void pass_unscripted_turn (carc_call *c) { pass_turn(c, true); }
void carcT_pass_turn (carc_call *c) {
  if (c->s->ending != 0)
    end_last_part(c);
  else
    pass_turn(c, false);
}

ALWAYS_INLINE void next_turn (carc_call *c, bool unscripted) {
  if (unscripted)
    pass_unscripted_turn(c);
  else if (!enters_turn_end(c))
    carcT_pass_turn(c);
}

/* What a part leaves is gone before scripts are asked about the next. */
static void prepare_part (carc_call *c) {
  c->s->decision = DECISION_DRAW;
  c->s->n_actions = 0;
  c->s->spans_laid = 0;
  if (c->d->n_variables > 0) clear_variables(c, LIFE_PART);
}

void carcT_begin_next_part (carc_call *c) {
  carcE_emit_player_event(c, CARC_EVENT_EXTRA_PART, c->s->turn);
  prepare_part(c);
  begin_part(c, false);
}

/* Whether a further part is granted: by the rules, then by scripts. */
ALWAYS_INLINE bool grants_part (carc_call *c) {
  const carc_state *s = c->s;
  int most = c->d->rule[CARC_RULE_BUILDER_PARTS];
  bool grant = s->extended && (most == CARC_BUILDER_PARTS_UNLIMITED || s->part <= most);
  if (LIKELY(c->d->hooks.extra_part == NULL) || !(s->extended || c->d->hooks.extra_part_always)) return grant;
  carc_turn_part part = {.player = s->turn, .part = s->part, .extended_builder = s->extended};
  return carcE_ask_extra_part(c, &part, &grant) && grant;
}

/* What scripts have joined meanwhile may have closed features of the last tile. */
NOINLINE static void recompute_after_scripts (const carc_definition *d, carc_state *s) {
  const tile_type *t = type_of(d, s, s->n_tiles - 1);
  s->complete = 0;
  for (int i = 0; i < t->segments; i++) {
    bool closed = open_of(&const_features_of(d, s)[feature_at(d, s, s->n_tiles - 1, i)]) == 0;
    bool counts = t->kind[i] == CARC_KIND_ROAD || t->kind[i] == CARC_KIND_CITY;
    s->complete |= (uint16_t)((unsigned)(closed && counts) << i);
  }
}

/* Whether the phases at before_draw would ask something in a further part: it is begun on a copy, and looked at. */
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
  copy->timing = TIMING_BEFORE_DRAW;
  copy->stage = 0;
  bool over = carcT_run_phases(&probe);
  c->failed = c->failed || probe.failed;
  c->lacks_memory = c->lacks_memory || probe.lacks_memory;
  carcM_free_memory(d, copy, d->at.size);
  return !over && !c->failed;
}

/*
** Without a tile there is no further part; but a script may have one (an abbey). A compulsory part begins all the same, and
** then the game ends in it.
*/
static bool nothing_left (carc_call *c) {
  const carc_definition *d = c->d;
  if (carcB_has_tile_for_turn(d, c->s) || would_ask_at_draw(c)) return false;
  if (c->failed) return true;
  return (d->timings_used >> TIMING_TURN_END & 1) == 0 ||
         d->rule[CARC_RULE_DOUBLE_TURN] != CARC_DOUBLE_TURN_COMPULSORY;
}

/* Asks whether a further part is taken. */
void carcT_ask_extra_part (carc_call *c) {
  c->s->decision = DECISION_EXTRA;
  if (carcT_add_anytime_options(c)) set_actions(c->d, c->s, EXTRA_ACTION_COUNT);
}

/* Goes on to the next part or turn. */
ALWAYS_INLINE void end_part (carc_call *c, bool unscripted) {
  carc_state *s = c->s;
  if (!unscripted && s->ending != 0) {
    if (!enters_timing(c, TIMING_TURN_END)) end_last_part(c);
    return;
  }
  s->part++;
  if ((unscripted ? s->n_bag == 0 : nothing_left(c)) || !grants_part(c)) {
    if (!c->failed) next_turn(c, unscripted);
    return;
  }
  if (c->d->rule[CARC_RULE_DOUBLE_TURN] == CARC_DOUBLE_TURN_COMPULSORY) {
    carcT_begin_next_part(c);
    return;
  }
  carcT_ask_extra_part(c);
}

ALWAYS_INLINE void score_part (carc_call *c, bool unscripted) {
  carc_state *s = c->s;
  if (!unscripted) recompute_after_scripts(c->d, s);
  if ((s->complete != 0 || s->completed_monastery || (!unscripted && s->n_also > 0)) &&
      !carcS_score_completed(c)) {
    c->failed = true;
    return;
  }
  if (unscripted || !enters_timing(c, TIMING_AFTER_SCORING)) end_part(c, unscripted);
}

/* The window is over. */
void carcT_finish_part (carc_call *c) {
  if (!enters_timing(c, TIMING_BEFORE_SCORING)) score_part(c, false);
}

void carcT_finish_unscripted_part (carc_call *c) { score_part(c, true); }

static void begin_any_part (carc_call *c) { begin_part(c, false); }
static void score_any_part (carc_call *c) { score_part(c, false); }
static void end_any_part (carc_call *c) { end_part(c, false); }

/* What comes after the phases at each point, once all triggers since are done; the window has an end of its own. */
static void advance (carc_call *c) {
  static void (*const next[TIMING_COUNT])(carc_call *) = {
      [TIMING_TURN_START] = begin_any_part,     [TIMING_BEFORE_DRAW] = carcT_draw_turn_tile,
      [TIMING_BEFORE_SCORING] = score_any_part, [TIMING_AFTER_SCORING] = end_any_part,
      [TIMING_TURN_END] = carcT_pass_turn,      [TIMING_GAME_END] = carcT_end_game};
  carc_state *s = c->s;
  if (is_trigger_timing(s->timing))
    carcE_drop_current_trigger(c->d, s);
  else
    s->resume = resume_point(s->timing, true);
  if (!run_triggers(c)) return;
  int at = resume_timing(s->resume);
  if (is_resume_after(s->resume))
    next[at](c);
  else
    run_phases_at(c, (phase_timing)at);
}

void carcT_resume_phases (carc_call *c) {
  if (carcT_run_phases(c)) advance(c);
}

void carcT_end_turn (carc_call *c) { next_turn(c, false); }

void carcT_begin_turn (carc_call *c) {
  if (!enters_timing(c, TIMING_TURN_START)) begin_any_part(c);
}
