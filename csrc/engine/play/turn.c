/*
** turn.c: the turn machine.
*/
#include <string.h>
#include "play/turn.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/packed_action.h"
#include "base/port.h"
#include "base/random.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/bag.h"
#include "table/board.h"
#include "table/feature.h"
#include "table/history.h"
#include "table/pieces.h"
#include "table/placement_limits.h"
#include "table/state.h"
#include "script/builder.h"
#include "script/event.h"
#include "script/gate.h"
#include "script/hooks.h"
#include "script/options.h"
#include "script/span_placements.h"
#include "script/stated_offers.h"
#include "script/verbs.h"
#include "score/score.h"
#include "play/action.h"

/* A turn goes round: from point to point, and from a decision to the next. */
static void next_tile (call *c);
static void next_or_queued_tile (call *c);
static void end_game (call *c);
static void go_on (call *c);
NOINLINE static void stop_at (call *c, point at);

/* Whether scripts have phases at this point of the turn; then those are gone through, and what comes behind them. */
ALWAYS_INLINE bool stops_at (call *c, point at) {
  if (LIKELY((c->d->points_used >> at & 1) == 0)) return false;
  stop_at(c, at);
  return true;
}

/* ---- Drawing -------------------------------------------------------------------------------------------- */

/* Whether scripts allow a placement. False with c->failed if one failed. */
static bool allows_placement (call *c, way w) {
  bool ok = true;
  return carc_ask_place_ok(c, carc_placement_action(c->d, c->s, w), &ok) && ok;
}

/* Takes away the placements that limits or scripts refuse; returns how many are left. */
NOINLINE static int limit_placements (call *c) {
  carc_state *s = c->s;
  int n = carc_refuse_places(c->d, s, s->hand, legal_of(c->d, s), s->ways);
  if (c->d->hooks.place_ok == NULL) return n;
  n = 0;
  for (int r = 0; r < SIDES; r++)
    for (int w = 0; w < legal_words(s); w++) {
      uint64_t *bits = legal_of(c->d, s) + (uint32_t)r * c->d->at.words + w;
      for (uint64_t left = *bits; left != 0 && !c->failed; left &= left - 1) {
        int bit = lowest_bit(left);
        if (allows_placement(c, (way){64 * w + bit, r})) {
          n++;
          continue;
        }
        *bits &= ~((uint64_t)1 << bit);
        s->ways[r]--;
      }
    }
  return n;
}

static void tell_tile (call *c, carc_event_kind kind, int type) {
  if (!listening(c)) return;
  carc_event e = carc_event_of(c, kind, c->s->turn);
  e.type = type;
  carc_tell(c, &e);
}

/* The options that scripts add to a decision of the player whose turn it is, whatever it is about. */
static bool add_anytime (call *c) {
  const carc_definition *d = c->d;
  carc_question question;
  if (LIKELY((d->points_used >> AT_ANYTIME & 1) == 0)) return true;
  for (int i = 0; i < d->n_phases; i++)
    if (d->phase[i].point == AT_ANYTIME && carc_gate_is_open(d, c->s, d->phase[i].gate) &&
        !carc_collect_options(c, i, &question))
      return false;
  return true;
}

/* The decision has this many actions of the usual kinds, and the options in the list. */
static void set_actions (const carc_definition *d, carc_state *s, int usual) {
  if (d->at.n_options > 0) s->n_usual = (uint16_t)usual;
  s->n_actions = (uint16_t)(usual + s->n_options);
}

/* Where every placement needs a span, the tile may be set aside. */
static bool ask_placement (call *c, int n) {
  carc_state *s = c->s;
  if (c->d->span >= 0 && !carc_offer_spans(c)) return false;
  bool only_spans = n == 0 && s->n_options > 0;
  if (n == 0 && !only_spans) return true;
  if (only_spans && !carc_add_option(c->d, s, CARC_ACT_PASS, 1, c->err)) {
    c->failed = true;
    return false;
  }
  if (!add_anytime(c)) return false;
  s->phase = PHASE_PLACE;
  set_actions(c->d, s, n);
  return true;
}

/* Takes a tile into the hand or, if nothing takes it, out of the game. */
ALWAYS_INLINE void take_type_in_hand (call *c, int type) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  s->hand = (uint8_t)type;
  tell_tile(c, CARC_EV_DREW, type);
  int n = carc_find_fitting(d, s, type, legal_of(d, s), s->ways);
  if (UNLIKELY(d->limited) && n > 0) n = limit_placements(c);
  if (UNLIKELY(c->failed)) return;
  if (UNLIKELY(d->at.n_options > 0)) {
    if (!ask_placement(c, n) || s->phase == PHASE_PLACE) return;
  } else if (LIKELY(n > 0)) {
    s->phase = PHASE_PLACE;
    s->n_actions = (uint16_t)n;
    return;
  }
  s->hand = NO_TYPE;
  tell_tile(c, CARC_EV_SET_ASIDE, type);
}

/* The same with the tile at this place of the bag. */
static void take_place (call *c, int place) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int type = bag_of(d, s)[place];
  take_out(bag_of(d, s), s->n_bag, place);
  s->n_bag--;
  remember_byte(d, s, type);
  if (!d->manual) s->steps++;
  take_type_in_hand(c, type);
}

static void end_game (call *c) {
  carc_state *s = c->s;
  s->phase = PHASE_END;
  s->n_actions = 0;
  s->hand = NO_TYPE;
  if (!carc_score_finally(c)) {
    c->failed = true;
    return;
  }
  carc_tell_plainly(c, CARC_EV_ENDED, -1);
}

/* No tile is left. A turn whose further part finds none is over, unless that part was compulsory: then the game is. */
NOINLINE static void end_turns (call *c) {
  bool in_turn = c->s->part > 0 && c->d->rule[CARC_RULE_DOUBLE_TURN] != CARC_COMPULSORY;
  if (in_turn && stops_at(c, AT_TURN_END)) return;
  if (!stops_at(c, AT_GAME_END)) end_game(c);
}

ALWAYS_INLINE void empty_hand (carc_state *s) {
  s->phase = PHASE_DRAW;
  s->hand = NO_TYPE;
  s->extended = 0;
}

/* The next tile into the hand; or, if none can be placed, the end. */
static void next_tile (call *c) {
  carc_state *s = c->s;
  empty_hand(s);
  while (s->phase == PHASE_DRAW && !c->failed) {
    if (s->n_bag == 0 && !carc_any_tile_left(c->d, s)) {
      end_turns(c);
      return;
    }
    if (c->stepwise || c->d->manual) {
      s->n_actions = (uint16_t)carc_count_types(c->d, s);
      return;
    }
    take_place(c, (int)random_below(&s->generator, s->n_bag));
  }
}

/* The same where tiles may wait for the player: those come first, and nothing is left to chance. */
static void next_or_queued_tile (call *c) {
  carc_state *s = c->s;
  int type;
  empty_hand(s);
  while (s->phase == PHASE_DRAW && !c->failed && (type = carc_take_from_queue(c->d, s, s->turn)) != NO_TYPE)
    take_type_in_hand(c, type);
  if (s->phase == PHASE_DRAW && !c->failed) next_tile(c);
}

/* ---- Phases of scripts ---------------------------------------------------------------------------------------- */

/* Puts the question of the phase at hand; false if it has none, so that the turn goes on. */
static bool ask_phase (call *c) {
  carc_state *s = c->s;
  carc_question question;
  if (!carc_collect_options(c, s->stage, &question)) return true;
  if (s->n_options == 0) return false;
  int player = question.player == CARC_THE_PLAYER ? s->turn : question.player;
  if (player != CARC_CHANCE && (player < 0 || player >= c->d->players)) {
    carc_fail(c->err, CARC_SCRIPT, 0, "phase %s asks player %d, who is not in the game",
              c->d->phase[s->stage].name, player + 1);
    c->failed = true;
    return true;
  }
  if (player >= 0 && (s->resigned >> player & 1)) player = s->turn;
  s->asker = player == CARC_CHANCE ? ASKS_CHANCE : (uint8_t)player;
  s->phase = PHASE_ASK;
  if (player == CARC_CHANCE && s->n_options > MAX_CHANCES) {
    carc_fail(c->err, CARC_SCRIPT, 0, "chance is to decide among %d options; %d at most can be", s->n_options,
              MAX_CHANCES);
    c->failed = true;
    return true;
  }
  if (player == s->turn && !add_anytime(c)) return true;
  set_actions(c->d, s, question.may_pass && player != CARC_CHANCE);
  return true;
}

static bool run_phase (call *c, carc_moment moment, carc_action chosen, bool *again) {
  carc_question question = {.player = CARC_THE_PLAYER};
  int at = c->d->phase[c->s->stage].point;
  c->may_lay = moment == CARC_CHOSEN && (at == AT_DRAW || at == AT_GAME_END);
  bool fine = carc_run_phase(c, c->s->stage, moment, chosen, &question);
  c->may_lay = false;
  *again = question.again;
  return fine;
}

/* Goes through the phases at this point from `stage` on, until one asks. True when all are over. */
static bool walk (call *c) {
  carc_state *s = c->s;
  for (; s->stage < c->d->n_phases; s->stage++) {
    const phase_row *row = &c->d->phase[s->stage];
    bool again;
    if (row->point != s->point || !carc_gate_is_open(c->d, s, row->gate)) continue;
    if (carc_phase_needs_are_met(c->d, s, row) && !run_phase(c, CARC_BEGIN, 0, &again)) return false;
    if (ask_phase(c)) return false;
  }
  s->stage = 0;
  return true;
}

static void stop_at (call *c, point at) {
  carc_state *s = c->s;
  s->point = (uint8_t)at;
  s->stage = 0;
  s->n_actions = 0;
  if (walk(c)) go_on(c);
}

/* ---- Parts and turns --------------------------------------------------------------------------------------- */

static void clear_slots (call *c, int lifetime) {
  for (int i = 0; i < c->d->n_slots; i++) {
    const slot_row *row = &c->d->slot[i];
    if (row->lifetime >= lifetime) fill_slot(c->d, c->s, i);
  }
}

/*
** From here to the window's end each function comes in two: one for all games, and one that the compiler makes of it where
** the game is plain, so that nothing of scripts is looked at (carc_definition).
*/
ALWAYS_INLINE void begin_part (call *c, bool plain) {
  if (!plain) c->s->spans_laid = c->s->settled = 0;
  if (plain)
    next_tile(c);
  else if (!stops_at(c, AT_DRAW))
    next_or_queued_tile(c);
}

ALWAYS_INLINE void pass_turn (call *c, bool plain) {
  carc_state *s = c->s;
  s->part = 0;
  do {
    int next = s->turn + 1;
    s->turn = (uint8_t)(next & (0 - (next < c->d->players)));
  } while (UNLIKELY(s->resigned >> s->turn & 1));
  if (c->d->n_slots > 0) clear_slots(c, LIFE_TURN);
  if (plain ? s->n_bag == 0 : !carc_any_tile_left(c->d, s)) {
    next_tile(c); /* there is none */
    return;
  }
  carc_tell_plainly(c, CARC_EV_TURN, s->turn);
  if (plain || !stops_at(c, AT_TURN_START)) begin_part(c, plain);
}

/* A turn in which a script laid a tile after the last one is over: its phase goes on. */
static void end_last_part (call *c) {
  carc_state *s = c->s;
  s->point = AT_GAME_END;
  s->stage = (uint8_t)(s->ending - 1);
  s->ending = 0;
  s->hand = NO_TYPE;
  if (c->d->n_slots > 0) clear_slots(c, LIFE_TURN);
  if (ask_phase(c)) return;
  s->stage++;
  if (walk(c)) go_on(c);
}

static void pass_plain_turn (call *c) { pass_turn(c, true); }
static void pass_any_turn (call *c) {
  if (c->s->ending != 0)
    end_last_part(c);
  else
    pass_turn(c, false);
}

ALWAYS_INLINE void next_turn (call *c, bool plain) {
  if (plain)
    pass_plain_turn(c);
  else if (!stops_at(c, AT_TURN_END))
    pass_any_turn(c);
}

/* What a part leaves behind is gone before scripts are asked about the next. */
static void prepare_part (call *c) {
  c->s->phase = PHASE_DRAW;
  c->s->n_actions = 0;
  c->s->spans_laid = 0;
  if (c->d->n_slots > 0) clear_slots(c, LIFE_PART);
}

static void next_part (call *c) {
  carc_tell_plainly(c, CARC_EV_EXTRA_PART, c->s->turn);
  prepare_part(c);
  begin_part(c, false);
}

/* Whether a further part is granted: by the rules, then by scripts. */
ALWAYS_INLINE bool grants_part (call *c) {
  const carc_state *s = c->s;
  int most = c->d->rule[CARC_RULE_BUILDER_PARTS];
  bool grant = s->extended && (most == CARC_UNLIMITED || s->part <= most);
  if (LIKELY(c->d->hooks.extra_part == NULL) || !(s->extended || c->d->hooks.extra_part_always)) return grant;
  carc_part part = {.player = s->turn, .part = s->part, .extended_builder = s->extended};
  return carc_ask_extra_part(c, &part, &grant) && grant;
}

/* What scripts have joined meanwhile may have closed features of the last tile. */
NOINLINE static void look_again (const carc_definition *d, carc_state *s) {
  const tile_type *t = type_of(d, s, s->n_tiles - 1);
  s->complete = 0;
  for (int i = 0; i < t->segments; i++) {
    bool closed = open_of(&const_records_of(d, s)[label_at(d, s, s->n_tiles - 1, i)]) == 0;
    bool counts = t->kind[i] == CARC_ROAD || t->kind[i] == CARC_CITY;
    s->complete |= (uint16_t)((unsigned)(closed && counts) << i);
  }
}

/* Whether the phases at draw would ask something in a further part: it is begun on a copy, and looked at. */
static bool would_ask_at_draw (call *c) {
  const carc_definition *d = c->d;
  if ((d->points_used >> AT_DRAW & 1) == 0) return false;
  carc_state *copy = carc_take_memory(d, d->at.size);
  if (copy == NULL) {
    carc_fail(c->err, CARC_MEMORY, 0, "not enough memory");
    c->failed = true;
    return false;
  }
  memcpy(copy, c->s, d->at.size);
  call probe = {.d = d, .s = copy, .stepwise = c->stepwise, .err = c->err};
  prepare_part(&probe);
  copy->point = AT_DRAW;
  copy->stage = 0;
  bool over = walk(&probe);
  c->failed = c->failed || probe.failed;
  carc_give_back(d, copy, d->at.size);
  return !over && !c->failed;
}

/*
** Without a tile there is no further part; but a script may have one (an abbey). A compulsory part begins all the same, and
** then the game ends in it.
*/
static bool nothing_left (call *c) {
  const carc_definition *d = c->d;
  if (carc_any_tile_left(d, c->s) || would_ask_at_draw(c)) return false;
  if (c->failed) return true;
  return (d->points_used >> AT_TURN_END & 1) == 0 || d->rule[CARC_RULE_DOUBLE_TURN] != CARC_COMPULSORY;
}

/* Asks whether a further part is taken. */
static void ask_extra (call *c) {
  c->s->phase = PHASE_EXTRA;
  if (add_anytime(c)) set_actions(c->d, c->s, EXTRA_ACTIONS);
}

/* Goes on to the next part or turn. */
ALWAYS_INLINE void end_part (call *c, bool plain) {
  carc_state *s = c->s;
  if (!plain && s->ending != 0) {
    if (!stops_at(c, AT_TURN_END)) end_last_part(c);
    return;
  }
  s->part++;
  if ((plain ? s->n_bag == 0 : nothing_left(c)) || !grants_part(c)) {
    if (!c->failed) next_turn(c, plain);
    return;
  }
  if (c->d->rule[CARC_RULE_DOUBLE_TURN] == CARC_COMPULSORY) {
    next_part(c);
    return;
  }
  ask_extra(c);
}

ALWAYS_INLINE void score_part (call *c, bool plain) {
  carc_state *s = c->s;
  if (!plain) look_again(c->d, s);
  if ((s->complete != 0 || s->cloistered || (!plain && s->n_also > 0)) && !carc_score_completed(c)) {
    c->failed = true;
    return;
  }
  if (plain || !stops_at(c, AT_AFTER_SCORING)) end_part(c, plain);
}

/* The window is over. */
static void finish_part (call *c) {
  if (!stops_at(c, AT_BEFORE_SCORING)) score_part(c, false);
}

ALWAYS_INLINE void finish_plain_part (call *c) { score_part(c, true); }

static void begin_any_part (call *c) { begin_part(c, false); }
static void score_any_part (call *c) { score_part(c, false); }
static void end_any_part (call *c) { end_part(c, false); }

/* What comes behind the phases at each point; the window has an end of its own. */
static void go_on (call *c) {
  static void (*const next[POINTS])(call *) = {
      [AT_TURN_START] = begin_any_part,     [AT_DRAW] = next_or_queued_tile,
      [AT_BEFORE_SCORING] = score_any_part, [AT_AFTER_SCORING] = end_any_part,
      [AT_TURN_END] = pass_any_turn,        [AT_GAME_END] = end_game};
  next[c->s->point](c);
}

/* ---- Decisions -------------------------------------------------------------------------------------------- */

/* Asks the rows that are for this kind of segment. False if one failed. */
static bool ask_deployment (call *c, carc_action deployment, int tile, int segment, unsigned rows, bool *ok) {
  int kind = type_of(c->d, c->s, tile)->kind[segment];
  rows &= ~c->d->kind_shuts[CARC_GATED_DEPLOY][kind];
  return rows == 0 || carc_ask_deploy_ok(c, deployment, rows, ok);
}

/* Takes away the deployments that a script refuses. False if it failed. */
NOINLINE static bool ask_deployments (call *c) {
  unsigned rows = carc_open_rows(c->d, c->s, CARC_GATED_DEPLOY);
  if (rows == 0) return true;
  for (int p = 0; p < c->d->n_pieces; p++)
    for (unsigned left = c->s->deploy[p]; left != 0; left &= left - 1) {
      int segment = lowest_bit(left);
      bool ok = true;
      carc_action deployment = carc_deployment_action(c->d, c->s, (stand){p, segment});
      if (!ask_deployment(c, deployment, c->s->n_tiles - 1, segment, rows, &ok)) return false;
      if (!ok) c->s->deploy[p] &= (uint16_t) ~(1u << segment);
    }
  return true;
}

static void tell_placed (call *c) {
  if (!listening(c)) return;
  carc_event e = carc_event_on(c, CARC_EV_PLACED, c->s->turn, c->s->n_tiles - 1, -1);
  carc_tell(c, &e);
}

/* Four kinds of pieces at a time; there are rarely more. */
ALWAYS_INLINE int count_deployments (const carc_definition *d, const carc_state *s) {
  uint64_t four;
  memcpy(&four, s->deploy, sizeof four);
  int n = count_bits(four);
  if (UNLIKELY(d->n_pieces > 4)) {
    memcpy(&four, s->deploy + 4, sizeof four);
    n += count_bits(four);
  }
  return n;
}

/* Options that deploy are for the hook deploy_ok, too. */
static bool ask_offered_deployments (call *c, int first) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  unsigned rows = carc_open_rows(d, s, CARC_GATED_DEPLOY);
  if (rows == 0) return true;
  uint64_t *options = options_of(d, s);
  int kept = first, n = s->n_options;
  for (int i = first; i < n; i++) {
    bool ok = true;
    carc_action_fields f = carc_action_unpack(options[i]);
    if (f.kind == CARC_ACT_DEPLOY &&
        !ask_deployment(c, options[i], carc_state_tile_at(d, s, f.x, f.y), f.segment, rows, &ok))
      return false;
    if (ok) options[kept++] = options[i];
  }
  memset(options + kept, 0, (size_t)(n - kept) * sizeof *options);
  s->n_options = (uint16_t)kept;
  return true;
}

/* What one phase offers in the window. False if a script failed. */
static bool offer_one (call *c, int row) {
  carc_question question;
  int before = c->s->n_options;
  if (!carc_collect_options(c, row, &question)) return false;
  return c->d->hooks.deploy_ok == NULL || ask_offered_deployments(c, before);
}

/* What scripts offer beside the deployments; true in *alone if nothing else is allowed. False if one failed. */
static bool offer_in_window (call *c, bool *alone) {
  const carc_definition *d = c->d;
  *alone = false;
  for (int i = 0; i < d->n_phases; i++) {
    const phase_row *row = &d->phase[i];
    if (row->point != AT_WINDOW || !carc_gate_is_open(d, c->s, row->gate)) continue;
    int before = c->s->n_options;
    if (!offer_one(c, i)) return false;
    if (!row->compulsory || c->s->n_options == before) continue;
    carc_clear_options(d, c->s); /* these alone, asked once more */
    *alone = true;
    return offer_one(c, i);
  }
  return true;
}

/* Asks what is to be deployed; goes on if there is nothing to choose. */
ALWAYS_INLINE void open_plain_window (call *c) {
  int n = count_deployments(c->d, c->s);
  if (n == 0) {
    finish_plain_part(c);
    return;
  }
  c->s->phase = PHASE_DEPLOY;
  c->s->n_actions = (uint16_t)(n + 1);
}

/* The same where scripts may refuse deployments and offer other things. */
NOINLINE static void open_window (call *c) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  bool alone = false;
  if (s->forbidden) memset(s->deploy, 0, sizeof s->deploy);
  if (d->hooks.deploy_ok != NULL && !ask_deployments(c)) {
    c->failed = true;
    return;
  }
  if (d->n_phases > 0) s->point = AT_WINDOW;
  if (d->n_phases > 0 && !offer_in_window(c, &alone)) {
    c->failed = true;
    return;
  }
  int n = alone ? 0 : count_deployments(d, s);
  if (n + s->n_options == 0) {
    finish_part(c);
    return;
  }
  s->phase = PHASE_DEPLOY;
  if (add_anytime(c)) set_actions(d, s, alone ? 0 : n + 1);
}

/*
** Where pieces may go may have changed by scripts; whether the tile has extended a builder's feature has not: one that has left
** still counts, and one that came meanwhile came too late.
*/
static void look_once_more (const carc_definition *d, carc_state *s) {
  uint8_t extended = s->extended;
  carc_look_at_last_tile(d, s);
  s->extended = extended;
}

/* A tile has been put down: tells scripts, and opens the window. `link` is the road of a span across it, -1 for none. */
NOINLINE static void after_placement (call *c, int link) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  uint8_t extended = s->extended;
  if (d->rule[CARC_RULE_LINKS_BUILDER] == CARC_WHEN_PLACED) s->settled = s->n_figures;
  tell_placed(c);
  carc_look_at_last_tile(d, s);
  if (link >= 0 || d->hooks.extends != NULL) {
    s->extended = extended;
    if (!carc_extend_by_tile(c, link)) return;
  }
  s->seen |= type_of(d, s, s->n_tiles - 1)->tile_marks;
  s->forbidden = 0;
  if (d->hooks.on_placed != NULL) {
    if (!carc_run_on_placed(c, s->n_tiles - 1)) return;
    look_once_more(d, s);
  }
  open_window(c);
}

static void place_spanned (call *c, carc_action option) {
  carc_action_fields f = carc_action_unpack(option);
  bool own = span_where(f.span) == 0;
  carc_place_with_span(c, &f);
  if (own) carc_tell_spanned(c, c->s->n_tiles - 1);
  after_placement(c, own ? type_of(c->d, c->s, c->s->n_tiles - 1)->segments - 1 : -1);
}

static void decide_placement (call *c, int index) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  way w = carc_nth_way(d, s, index);
  carc_add_tile_to_board(d, s, w.cell, s->hand * SIDES + w.rotation);
  if (UNLIKELY(!d->plain)) {
    after_placement(c, -1);
    return;
  }
  tell_placed(c);
  carc_look_at_last_tile(d, s);
  open_plain_window(c);
}

static void deploy (call *c, int tile, int segment, int piece) {
  carc_put_figure(c->d, c->s, tile, segment, c->s->turn, piece);
  if (!listening(c)) return;
  carc_event e = carc_event_on(c, CARC_EV_DEPLOYED, c->s->turn, tile, segment);
  e.piece = piece;
  carc_tell(c, &e);
}

static void decide_deployment (call *c, int index) {
  if (index > 0) {
    stand p = carc_nth_stand(c->d, c->s, index);
    deploy(c, c->s->n_tiles - 1, p.segment, p.piece);
  }
  if (LIKELY(c->d->plain))
    finish_plain_part(c);
  else
    finish_part(c);
}

static void decide_extra (call *c, int index) {
  if (index == TAKE) {
    next_part(c);
    return;
  }
  carc_tell_plainly(c, CARC_EV_EXTRA_DECLINED, c->s->turn);
  next_turn(c, false);
}

/* Draws what was given; goes on to the next draw if that fits nowhere. */
static void draw_given (call *c, int type) {
  const uint8_t *bag = const_bag_of(c->d, c->s);
  int place = 0;
  while (bag[place] != type) place++;
  take_place(c, place);
  if (c->s->phase == PHASE_DRAW && !c->failed) next_or_queued_tile(c);
}

static void decide_draw (call *c, int index) { draw_given(c, carc_nth_type(c->d, c->s, index)); }

/* ---- Decisions that scripts have put -------------------------------------------------------------------------- */

static void tell_chosen (call *c, int player, carc_action option) {
  if (!listening(c)) return;
  carc_action_fields f = carc_action_unpack(option);
  carc_event e = carc_event_of(c, CARC_EV_CHOSE, player);
  int tile = f.has_cell ? carc_state_tile_at(c->d, c->s, f.x, f.y) : -1;
  if (tile >= 0) e = carc_event_on(c, CARC_EV_CHOSE, player, tile, f.segment);
  e.x = f.x;
  e.y = f.y;
  e.piece = f.piece;
  e.points = f.number;
  e.option = option;
  memcpy(e.label, c->d->phase[f.choice].name, sizeof e.label);
  carc_tell(c, &e);
}

/* The phase that an option belongs to: the one that asks, or one of its name in the window or at any time. */
static int phase_of (const call *c, carc_action option) {
  int choice = carc_action_unpack(option).choice, stage = c->s->stage;
  if (c->s->phase == PHASE_ASK && c->d->phase[stage].choice == choice) return stage;
  for (int i = 0; i < c->d->n_phases; i++) {
    const phase_row *row = &c->d->phase[i];
    if (row->choice != choice) continue;
    if (row->point == AT_ANYTIME || (c->s->phase == PHASE_DEPLOY && row->point == AT_WINDOW)) return i;
  }
  return stage;
}

/* What lies on the table may have changed, and with it where the tile in hand fits. */
static void place_again (call *c) {
  carc_state *s = c->s;
  int type = s->hand, n = carc_find_fitting(c->d, s, type, legal_of(c->d, s), s->ways);
  if (c->d->limited && n > 0) n = limit_placements(c);
  s->phase = PHASE_DRAW;
  if (c->failed || !ask_placement(c, n) || s->phase == PHASE_PLACE) return;
  tell_tile(c, CARC_EV_SET_ASIDE, type);
  next_or_queued_tile(c);
}

/* A phase's question is put once more, or if it has none any more the turn goes on. */
static void ask_phase_again (call *c, int stage) {
  c->s->stage = (uint8_t)stage;
  if (ask_phase(c)) return;
  c->s->stage++;
  if (walk(c)) go_on(c);
}

/* The interrupted decision is put once more. */
static void ask_again (call *c, int interrupted, int stage) {
  carc_state *s = c->s;
  s->stage = (uint8_t)stage;
  if (interrupted == PHASE_PLACE) {
    place_again(c);
  } else if (interrupted == PHASE_DEPLOY) {
    look_once_more(c->d, s);
    open_window(c);
  } else if (interrupted == PHASE_ASK) {
    ask_phase_again(c, stage);
  } else {
    ask_extra(c);
  }
}

static void decide_anytime (call *c, carc_action option, int row) {
  carc_state *s = c->s;
  int stage = s->stage, interrupted = s->phase;
  bool again;
  s->stage = (uint8_t)row;
  tell_chosen(c, s->turn, option);
  if (run_phase(c, CARC_CHOSEN, option, &again)) ask_again(c, interrupted, stage);
}

static void decide_in_window (call *c, carc_action option, int row) {
  carc_state *s = c->s;
  bool again;
  s->stage = (uint8_t)row;
  tell_chosen(c, s->turn, option);
  if (!run_phase(c, CARC_CHOSEN, option, &again)) return;
  if (again) {
    look_once_more(c->d, s);
    open_window(c);
  } else {
    finish_part(c);
  }
}

/* A script has laid a tile: the part goes on as if it had been drawn. */
static void play_laid_tile (call *c) {
  carc_state *s = c->s;
  s->laid = 0;
  if (s->point == AT_GAME_END) {
    s->ending = (uint8_t)(s->stage + 1);
    s->spans_laid = 0;
    if (s->asker < c->d->players) s->turn = s->asker;
  }
  after_placement(c, -1);
}

/* The answer to a phase's question; 0 for a pass. */
static void decide_question (call *c, carc_action option) {
  carc_state *s = c->s;
  bool again;
  if (option != 0) tell_chosen(c, s->asker == ASKS_CHANCE ? -1 : s->asker, option);
  if (!run_phase(c, CARC_CHOSEN, option, &again)) return;
  if (s->laid) {
    play_laid_tile(c);
    return;
  }
  if (again && ask_phase(c)) return;
  if (c->failed) return;
  s->stage++;
  if (walk(c)) go_on(c);
}

/* An option of the list, whatever the decision. */
static void decide_option (call *c, int index) {
  carc_state *s = c->s;
  carc_action option = const_options_of(c->d, s)[index - s->n_usual];
  carc_action_fields f = carc_action_unpack(option);
  carc_clear_options(c->d, s);
  if (f.kind == CARC_ACT_PLACE) {
    place_spanned(c, option);
  } else if (f.kind == CARC_ACT_DEPLOY) {
    deploy(c, carc_state_tile_at(c->d, s, f.x, f.y), f.segment, f.piece);
    finish_part(c);
  } else if (f.kind == CARC_ACT_PASS) {
    tell_tile(c, CARC_EV_SET_ASIDE, s->hand);
    next_or_queued_tile(c);
  } else {
    int row = phase_of(c, option);
    if (c->d->phase[row].point == AT_ANYTIME)
      decide_anytime(c, option, row);
    else if (s->phase == PHASE_DEPLOY)
      decide_in_window(c, option, row);
    else
      decide_question(c, option);
  }
}

static void decide_pass (call *c, int index) {
  (void)index;
  decide_question(c, 0);
}

/* ---- By index --------------------------------------------------------------------------------------------------- */

/* What the state's own generator decides belongs to the decision before it. */
ALWAYS_INLINE void begin_decision (call *c, bool by_chance) {
  carc_state *s = c->s;
  if (by_chance && !c->d->manual) return;
  memcpy(s->before, s->score, sizeof s->before);
  s->decisions++;
}

/* The phase whose decision this is, or NULL for one of the rules'. */
static const char *phase_at (const call *c, int index) {
  const carc_state *s = c->s;
  if (s->phase == PHASE_ASK) return c->d->phase[s->stage].name;
  if (index < s->n_usual || index >= s->n_actions) return NULL;
  carc_action option = const_options_of(c->d, s)[index - s->n_usual];
  bool choice = carc_action_unpack(option).kind == CARC_ACT_CHOICE;
  return choice ? c->d->phase[phase_of(c, option)].name : NULL;
}

/*
** Scripts could go on for ever; where the history is full, they may not. Room is kept for an index, for all tiles that may
** be drawn and set aside before the next decision, and for all players to give up, each with a tile in hand; so a draw is never
** refused.
*/
static bool has_room (call *c, int index) {
  enum { FOR_INDEX = 4, FOR_RESIGNING = 3 * CARC_MAX_PLAYERS };
  const carc_state *s = c->s;
  if (LIKELY(c->d->n_phases == 0) || s->phase == PHASE_DRAW) return true;
  int waiting = c->d->players * c->d->queue; /* tiles that go back into the bag when their player gives up */
  int used = s->history_used + s->n_bag + s->n_aside + waiting + FOR_INDEX + FOR_RESIGNING;
  if (used < (int)c->d->at.n_history) return true;
  const char *last = phase_at(c, index);
  carc_fail(c->err, CARC_SCRIPT, 0, "the game has gone on for too many decisions of scripts%s%s",
            last ? "; the last is of phase " : "", last ? last : "");
  c->failed = true;
  return false;
}

ALWAYS_INLINE void decide_usual (call *c, int index) {
  static void (*const by_phase[])(call *, int) = {[PHASE_DRAW] = decide_draw,
                                                  [PHASE_PLACE] = decide_placement,
                                                  [PHASE_DEPLOY] = decide_deployment,
                                                  [PHASE_EXTRA] = decide_extra,
                                                  [PHASE_ASK] = decide_pass};
  by_phase[c->s->phase](c, index);
}

/* The same where scripts or spans may have put options beside the usual actions. */
NOINLINE static void decide_among_options (call *c, int index) {
  carc_state *s = c->s;
  if (!has_room(c, index)) return;
  bool usual = index < s->n_usual;
  begin_decision(c, waits_for_chance(s));
  s->n_actions = 0;
  if (s->phase != PHASE_DRAW) remember_index(c->d, s, index);
  if (s->phase == PHASE_ASK && s->asker == ASKS_CHANCE && !c->d->manual) s->steps++;
  if (s->phase == PHASE_DRAW || usual) {
    carc_clear_options(c->d, s);
    decide_usual(c, index);
  } else {
    decide_option(c, index);
  }
}

/* What scripts ask of chance, by the state's own generator; in a loop, since they may ask again and again. */
static void settle_chance (call *c) {
  carc_state *s = c->s;
  if (c->stepwise || c->d->manual) return;
  while (!c->failed && s->phase == PHASE_ASK && s->asker == ASKS_CHANCE) {
    const uint8_t *weights = const_weights_of(c->d, s);
    int left = (int)random_below(&s->generator, (uint32_t)carc_sum_weights(c->d, s)), i = 0;
    while (left >= weights[i]) left -= weights[i++];
    decide_among_options(c, i);
  }
}

void carc_decide (call *c, int index) {
  carc_state *s = c->s;
  if (UNLIKELY(c->d->at.n_options > 0)) {
    decide_among_options(c, index);
    settle_chance(c);
    return;
  }
  begin_decision(c, s->phase == PHASE_DRAW);
  s->n_actions = 0; /* as everywhere on the way: a copy that a hook makes then decides nothing */
  if (s->phase != PHASE_DRAW) remember_index(c->d, s, index);
  decide_usual(c, index);
}

void carc_draw_type (call *c, int type) {
  begin_decision(c, true);
  c->s->n_actions = 0;
  draw_given(c, type);
}

/* ---- Giving up ------------------------------------------------------------------------------------------------ */

/* The tile in hand goes back into the bag, in its place. */
static void return_hand (call *c) {
  carc_put_into_bag(c->d, c->s, c->s->hand);
  c->s->hand = NO_TYPE;
}

/* Where a question was for who has given up, the phase asks anew, and perhaps someone else. */
static void resign_elsewhere (call *c, int player) {
  carc_state *s = c->s;
  if (s->phase != PHASE_ASK || s->asker != player) return;
  carc_clear_options(c->d, s);
  s->n_actions = 0;
  ask_again(c, PHASE_ASK, s->stage);
}

/* The turn is over: what the tile completed is scored, and a tile in hand goes back. */
static void resign_in_turn (call *c, bool over) {
  carc_state *s = c->s;
  bool unscored = s->phase == PHASE_DEPLOY || (s->phase == PHASE_ASK && s->point == AT_BEFORE_SCORING);
  s->n_actions = 0;
  if (c->d->at.n_options > 0) carc_clear_options(c->d, s);
  if (s->phase == PHASE_PLACE) return_hand(c);
  if (unscored && !carc_score_completed(c)) c->failed = true;
  if (c->failed) return;
  if (over || s->ending || (s->phase == PHASE_ASK && s->point == AT_GAME_END))
    end_game(c);
  else
    pass_any_turn(c);
}

void carc_resign (call *c, int player) {
  carc_state *s = c->s;
  memcpy(s->before, s->score, sizeof s->before);
  remember_byte(c->d, s, GAVE_UP);
  remember_byte(c->d, s, player);
  s->decisions++;
  s->resigned |= (uint8_t)(1u << player);
  for (int type; (type = carc_take_from_queue(c->d, s, player)) != NO_TYPE;) carc_put_into_bag(c->d, s, type);
  carc_tell_plainly(c, CARC_EV_RESIGNED, player);
  int left = c->d->players - count_bits(s->resigned);
  bool over = left == 0 || (left == 1 && c->d->players > 1);
  if (over || player == s->turn)
    resign_in_turn(c, over);
  else
    resign_elsewhere(c, player);
  settle_chance(c);
}

/* ---- Beginning ------------------------------------------------------------------------------------------------ */

static void draw_first_hand (call *c) {
  c->s->phase = PHASE_DRAW;
  if (!c->d->manual) c->s->generator += RANDOM_STEP;
  draw_given(c, c->d->first_hand); /* perhaps nothing takes it */
}

/* A tile was put down before the game began. */
static void open_first_window (call *c) {
  look_once_more(c->d, c->s);
  if (c->d->plain)
    open_plain_window(c);
  else
    open_window(c);
}

static void ask_first_phase (call *c) {
  int stage = c->d->opening.phase;
  c->s->point = c->d->phase[stage].point;
  if (c->s->point == AT_BEFORE_SCORING) look_once_more(c->d, c->s);
  ask_phase_again(c, stage);
}

static void begin_turn (call *c) {
  if (!stops_at(c, AT_TURN_START)) begin_any_part(c);
}

static void begin_ended (call *c) { c->s->phase = PHASE_END; }

void carc_begin_game (call *c, uint64_t seed) {
  static void (*const begin[])(call *) = {
      [OPENS_WITH_TURN] = begin_turn,       [OPENS_WITH_DRAW] = next_or_queued_tile,
      [OPENS_WITH_PLACE] = draw_first_hand, [OPENS_WITH_DEPLOY] = open_first_window,
      [OPENS_WITH_EXTRA] = ask_extra,       [OPENS_WITH_CHOICE] = ask_first_phase,
      [OPENS_WITH_NONE] = begin_ended};
  bool in_hand = c->d->first_hand >= 0;
  c->s->seed = seed;
  c->s->generator = random_seed(seed);
  if (c->d->opening.what != OPENS_WITH_NONE) carc_tell_plainly(c, CARC_EV_TURN, c->s->turn);
  begin[in_hand ? OPENS_WITH_PLACE : c->d->opening.what](c);
  settle_chance(c);
}
