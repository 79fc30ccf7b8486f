#include "turn.h"
#include "random.h"

/* ---- History -------------------------------------------------------------------------------------------- */

/*
** A draw is a byte, its type. A decision is its index: a byte, or WIDE and two. GAVE_UP and a player stand
** wherever they happened.
*/
enum { WIDE = 0xFF, GAVE_UP = NARROW_INDICES };

static void remember_byte (const carc_definition *d, carc_state *s, int byte) {
  history_of(d, s)[s->history_used++] = (uint8_t)byte;
}

static void remember_index (const carc_definition *d, carc_state *s, int index) {
  if (index < GAVE_UP) {
    remember_byte(d, s, index);
    return;
  }
  remember_byte(d, s, WIDE);
  remember_byte(d, s, index & 0xFF);
  remember_byte(d, s, index >> 8);
}

/* ---- Drawing -------------------------------------------------------------------------------------------- */

/* Whether scripts allow a placement. False with c->failed if one failed. */
static bool allows_placement (call *c, way w) {
  bool ok = true;
  c->asking = true;
  int status = c->d->hooks.place_ok(c->d->ud, c, placement_action(c->d, c->s, w), &ok);
  c->asking = false;
  c->failed = c->failed || status != 0;
  return ok && status == 0;
}

/* Takes away the placements that scripts refuse; returns how many are left. */
NOINLINE static int ask_placements (call *c) {
  carc_state *s = c->s;
  int n = 0;
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
  carc_event e = event_of(c, kind, c->s->turn);
  e.type = type;
  tell(c, &e);
}

/* Takes the tile at this place of the bag into the hand or, if nothing takes it, aside. */
static void take_place (call *c, int place) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int type = bag_of(d, s)[place];
  take_out(bag_of(d, s), s->n_bag, place);
  s->n_bag--;
  remember_byte(d, s, type);
  if (!d->manual) s->steps++;
  s->hand = (uint8_t)type;
  tell_tile(c, CARC_EV_DREW, type);
  int n = find_legal(d, s, type, legal_of(d, s), s->ways);
  if (UNLIKELY(d->hooks.place_ok != NULL) && n > 0) n = ask_placements(c);
  if (UNLIKELY(c->failed)) return;
  if (LIKELY(n > 0)) {
    s->phase = PHASE_PLACE;
    s->n_actions = (uint16_t)n;
    return;
  }
  s->hand = NO_TYPE;
  tell_tile(c, CARC_EV_SET_ASIDE, type);
}

void take_type (call *c, int type) {
  const uint8_t *bag = const_bag_of(c->d, c->s);
  int place = 0;
  while (bag[place] != type) place++;
  take_place(c, place);
}

static void end_game (call *c) {
  carc_state *s = c->s;
  s->phase = PHASE_END;
  s->n_actions = 0;
  s->hand = NO_TYPE;
  if (!score_finally(c)) {
    c->failed = true;
    return;
  }
  tell_plainly(c, CARC_EV_ENDED, -1);
}

/* The next tile into the hand; or, if none can be placed, the end. */
static void next_tile (call *c) {
  carc_state *s = c->s;
  s->phase = PHASE_DRAW;
  s->hand = NO_TYPE;
  s->extended = 0;
  while (s->phase == PHASE_DRAW && !c->failed) {
    if (s->n_bag == 0) {
      end_game(c);
      return;
    }
    if (c->stepwise || c->d->manual) {
      s->n_actions = (uint16_t)count_types(c->d, s);
      return;
    }
    take_place(c, (int)random_below(&s->generator, s->n_bag));
  }
}

/* ---- Parts and turns --------------------------------------------------------------------------------------- */

static void clear_slots (call *c, int lifetime) {
  for (int i = 0; i < c->d->n_slots; i++) {
    const slot_row *row = &c->d->slot[i];
    if (row->lifetime >= lifetime) memset(slots_of(c->d, c->s) + row->at, 0, row->length * sizeof(int32_t));
  }
}

static void next_turn (call *c) {
  carc_state *s = c->s;
  s->part = 0;
  do {
    int next = s->turn + 1;
    s->turn = (uint8_t)(next & (0 - (next < c->d->players)));
  } while (UNLIKELY(s->resigned >> s->turn & 1));
  if (c->d->n_slots > 0) clear_slots(c, LIFE_TURN);
  if (s->n_bag > 0) tell_plainly(c, CARC_EV_TURN, s->turn);
  next_tile(c);
}

static void next_part (call *c) {
  tell_plainly(c, CARC_EV_EXTRA_PART, c->s->turn);
  if (c->d->n_slots > 0) clear_slots(c, LIFE_PART);
  next_tile(c);
}

/* Whether a further part is granted: by the rules, then by scripts. */
static bool grants_part (call *c) {
  const carc_state *s = c->s;
  int most = c->d->rule[CARC_RULE_BUILDER_PARTS];
  bool grant = s->extended && (most == CARC_UNLIMITED || s->part <= most);
  if (LIKELY(c->d->hooks.extra_part == NULL) || !(s->extended || c->d->hooks.extra_part_always)) return grant;
  carc_part part = {.player = s->turn, .part = s->part, .extended_builder = s->extended};
  c->asking = true;
  int status = c->d->hooks.extra_part(c->d->ud, c, &part, &grant);
  c->asking = false;
  if (status != 0) c->failed = true;
  return grant;
}

/* Scores what was completed, and goes on to the next part or turn. */
static void finish_part (call *c) {
  carc_state *s = c->s;
  if ((s->complete != 0 || s->cloistered) && !score_completed(c)) {
    c->failed = true;
    return;
  }
  s->part++;
  if (s->n_bag == 0 || !grants_part(c)) {
    if (!c->failed) next_turn(c);
    return;
  }
  if (c->d->rule[CARC_RULE_DOUBLE_TURN] == CARC_COMPULSORY) {
    next_part(c);
    return;
  }
  s->phase = PHASE_EXTRA;
  s->n_actions = EXTRA_ACTIONS;
}

/* ---- Decisions -------------------------------------------------------------------------------------------- */

/* Takes away the deployments that a script refuses. False if it failed. */
NOINLINE static bool ask_deployments (call *c) {
  for (int p = 0; p < c->d->n_pieces; p++)
    for (unsigned left = c->s->deploy[p]; left != 0; left &= left - 1) {
      int segment = lowest_bit(left);
      bool ok = true;
      c->asking = true;
      int status =
          c->d->hooks.deploy_ok(c->d->ud, c, deployment_action(c->d, c->s, (stand){p, segment}), &ok);
      c->asking = false;
      if (status != 0) return false;
      if (!ok) c->s->deploy[p] &= (uint16_t) ~(1u << segment);
    }
  return true;
}

static void tell_placed (call *c) {
  if (!listening(c)) return;
  carc_event e = event_on(c, CARC_EV_PLACED, c->s->turn, c->s->n_tiles - 1, -1);
  tell(c, &e);
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

static void decide_placement (call *c, int index) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  way w = nth_way(d, s, index);
  add_tile_to_board(d, s, w.cell, s->hand * SIDES + w.rotation);
  tell_placed(c);
  look_at_last_tile(d, s);
  if (UNLIKELY(d->hooks.on_placed != NULL)) {
    if (d->hooks.on_placed(d->ud, c, s->n_tiles - 1) != 0) {
      c->failed = true;
      return;
    }
    look_at_last_tile(d, s); /* pieces may have left; that the builder was there still counts */
  }
  if (UNLIKELY(d->hooks.deploy_ok != NULL) && !ask_deployments(c)) {
    c->failed = true;
    return;
  }
  int n = count_deployments(d, s);
  if (n > 0) {
    s->phase = PHASE_DEPLOY;
    s->n_actions = (uint16_t)(n + 1);
  } else {
    finish_part(c);
  }
}

static void decide_deployment (call *c, int index) {
  if (index > 0) {
    stand p = nth_stand(c->d, c->s, index);
    int tile = c->s->n_tiles - 1;
    put_figure(c->d, c->s, tile, p.segment, c->s->turn, p.piece);
    if (listening(c)) {
      carc_event e = event_on(c, CARC_EV_DEPLOYED, c->s->turn, tile, p.segment);
      e.piece = p.piece;
      tell(c, &e);
    }
  }
  finish_part(c);
}

static void decide_extra (call *c, int index) {
  if (index == TAKE) {
    next_part(c);
    return;
  }
  tell_plainly(c, CARC_EV_EXTRA_DECLINED, c->s->turn);
  next_turn(c);
}

/* Draws what was given; goes on to the next draw if that fits nowhere. */
static void draw_given (call *c, int type) {
  take_type(c, type);
  if (c->s->phase == PHASE_DRAW && !c->failed) next_tile(c);
}

static void decide_draw (call *c, int index) { draw_given(c, nth_type(c->d, c->s, index)); }

/* A draw by the state's own generator belongs to the decision before it. */
ALWAYS_INLINE void begin_decision (call *c) {
  carc_state *s = c->s;
  if (s->phase == PHASE_DRAW && !c->d->manual) return;
  memcpy(s->before, s->score, sizeof s->before);
  s->decisions++;
}

void decide (call *c, int index) {
  static void (*const by_phase[])(call *, int) = {[PHASE_DRAW] = decide_draw,
                                                  [PHASE_PLACE] = decide_placement,
                                                  [PHASE_DEPLOY] = decide_deployment,
                                                  [PHASE_EXTRA] = decide_extra};
  carc_state *s = c->s;
  begin_decision(c);
  s->n_actions = 0; /* a copy that a hook makes on the way decides nothing */
  if (s->phase != PHASE_DRAW) remember_index(c->d, s, index);
  by_phase[s->phase](c, index);
}

/* ---- Giving up ------------------------------------------------------------------------------------------------ */

/* The tile in hand goes back into the bag, in its place. */
static void return_hand (call *c) {
  carc_state *s = c->s;
  uint8_t *bag = bag_of(c->d, s);
  int i = s->n_bag++;
  for (; i > 0 && bag[i - 1] > s->hand; i--) bag[i] = bag[i - 1];
  bag[i] = s->hand;
  s->hand = NO_TYPE;
}

void resign (call *c, int player) {
  carc_state *s = c->s;
  memcpy(s->before, s->score, sizeof s->before);
  remember_byte(c->d, s, GAVE_UP);
  remember_byte(c->d, s, player);
  s->decisions++;
  s->resigned |= (uint8_t)(1u << player);
  tell_plainly(c, CARC_EV_RESIGNED, player);
  int left = c->d->players - count_bits(s->resigned);
  bool over = left == 0 || (left == 1 && c->d->players > 1);
  if (s->phase == PHASE_PLACE && (over || player == s->turn)) return_hand(c);
  if (s->phase == PHASE_DEPLOY && (over || player == s->turn) && !score_completed(c)) c->failed = true;
  if (c->failed) return;
  if (over)
    end_game(c);
  else if (player == s->turn)
    next_turn(c);
}

/* ---- Beginning, and playing again ---------------------------------------------------------------------------- */

void begin_game (call *c, uint64_t seed) {
  c->s->seed = seed;
  c->s->generator = random_seed(seed);
  tell_plainly(c, CARC_EV_TURN, c->s->turn);
  if (c->d->first_hand < 0) {
    next_tile(c);
    return;
  }
  c->s->phase = PHASE_DRAW;
  if (!c->d->manual) c->s->generator += RANDOM_STEP;
  take_type(c, c->d->first_hand);
  if (c->s->phase == PHASE_DRAW && !c->failed) next_tile(c); /* a script lets it nowhere */
}

past past_of (const carc_definition *d, const carc_state *s) {
  return (past){const_history_of(d, s), s->history_used, s->seed, s->generator, s->steps};
}

replayer begin_replay (const carc_definition *d, carc_state *out, const past *of, carc_error *err) {
  replayer r = {.c = {.d = d, .s = out, .stepwise = true, .err = err}, .of = *of, .at = d->first_hand >= 0};
  memcpy(out, d->image, d->at.size);
  return r;
}

carc_action next_in_history (const replayer *r) {
  const uint8_t *history = r->of.history + r->at;
  carc_action_fields f = {.kind = CARC_ACT_RESIGN};
  if (r->at >= r->of.used) return 0;
  if (history[0] == GAVE_UP) {
    f.player = history[1];
  } else if (r->c.s->phase == PHASE_DRAW) {
    f.kind = CARC_ACT_DRAW;
    f.type = history[0];
  } else {
    return carc_state_action(r->c.d, r->c.s, history[0] == WIDE ? history[1] | history[2] << 8 : history[0]);
  }
  return carc_action_pack(&f);
}

void step_replay (replayer *r) {
  carc_action_fields f = carc_action_unpack(next_in_history(r));
  const uint8_t *history = r->of.history + r->at;
  if (f.kind == CARC_ACT_RESIGN) {
    r->at += 2;
    resign(&r->c, f.player);
  } else if (f.kind == CARC_ACT_DRAW) {
    r->at++;
    begin_decision(&r->c);
    draw_given(&r->c, f.type);
  } else {
    bool wide = history[0] == WIDE;
    r->at += wide ? 3 : 1;
    decide(&r->c, wide ? history[1] | history[2] << 8 : history[0]);
  }
}

static bool replay_past (const carc_definition *d, carc_state *out, const past *of, uint32_t decisions,
                         int since, carc_sink sink, void *ud, carc_error *err) {
  replayer r = begin_replay(d, out, of, err);
  r.c.sink = sink;
  r.c.sink_ud = ud;
  r.c.since = since;
  begin_game(&r.c, of->seed);
  while (!r.c.failed && r.at < of->used) {
    bool drawn_after = !d->manual && out->phase == PHASE_DRAW && of->history[r.at] != GAVE_UP;
    if (out->decisions >= decisions && !drawn_after) break;
    step_replay(&r);
  }
  out->generator = random_rewind(of->generator, of->steps - out->steps);
  return !r.c.failed;
}

bool replay (const carc_definition *d, carc_state *out, const carc_state *of, uint32_t decisions, int since,
             carc_sink sink, void *ud, carc_error *err) {
  past p = past_of(d, of);
  return replay_past(d, out, &p, decisions, since, sink, ud, err);
}

/* ---- What callers apply ---------------------------------------------------------------------------------------- */

/* Whether the tile in hand, put down so, would join a feature with a builder of the player's. */
static bool would_extend (const carc_definition *d, const carc_state *s, int index) {
  bool builder_out = false;
  for (int p = 0; p < d->n_pieces; p++)
    builder_out |= d->piece[p].role == ROLE_BUILDER && s->supply[s->turn][p] < d->piece[p].count;
  if (!builder_out) return false;
  way w = nth_way(d, s, index);
  uint32_t near = const_near_of(d, s)[w.cell];
  for (int side = 0; side < SIDES; side++) {
    int n = (int)(near >> (8 * side) & 0xFF) - 1;
    if (n < 0) continue;
    int segment = d->lying[const_lie_of(d, s)[n]].port[3 * ((side + 2) % SIDES) + 1];
    if (builders_of(&const_records_of(d, s)[label_at(d, s, n, segment)]) >> s->turn & 1) return true;
  }
  return false;
}

/*
** Whether a hook may be called before the next decision, so that a copy is needed. Only the end of a game that has
** tiles left cannot be told beforehand: where scripts do nothing but the final scoring, go_back then finds the
** way without calling one.
*/
static bool expects_hook (const carc_definition *d, const carc_state *s, int index) {
  if (d->copies & COPY_ALWAYS) return true;
  if ((d->copies & COPY_AT_THE_END) && s->n_bag == 0) return true;
  if ((d->copies & COPY_IF_EXTENDING) == 0) return false;
  return s->phase == PHASE_PLACE ? would_extend(d, s, index) : s->phase == PHASE_DEPLOY && s->extended;
}

/*
** Goes back to where the state was before its last decision, by playing the others again: the way back where no
** copy was made. None of those calls a hook (see expects_hook), so that it cannot fail.
*/
NOINLINE static void go_back (const carc_definition *d, carc_state *s) {
  uint8_t history[MAX_HISTORY];
  past p = past_of(d, s);
  memcpy(history, p.history, (size_t)p.used);
  p.history = history;
  replay_past(d, s, &p, s->decisions - 1, 0, NULL, NULL, NULL);
}

/* Puts everything back after a failure. */
static carc_status recover (call *c, const carc_state *backup) {
  if (backup != NULL)
    memcpy(c->s, backup, c->d->at.size);
  else
    go_back(c->d, c->s);
  bool scripted = c->d->hooked && (c->err == NULL || c->err->code != CARC_MEMORY);
  return scripted ? CARC_SCRIPT : CARC_MEMORY;
}

/* Runs an action that may call hooks, with a copy to go back to. */
NOINLINE static carc_status run_guarded (call *c, int index, bool resigns) {
  carc_state *backup = take_memory(c->d, c->d->at.size);
  if (c->err != NULL) c->err->code = CARC_OK;
  if (backup == NULL) return carc_fail(c->err, CARC_MEMORY, 0, "not enough memory");
  memcpy(backup, c->s, c->d->at.size);
  if (resigns)
    resign(c, index);
  else
    decide(c, index);
  carc_status status = c->failed ? recover(c, backup) : CARC_OK;
  give_back(c->d, backup, c->d->at.size);
  return status;
}

static carc_status refuse (const carc_definition *def, const carc_state *state, carc_error *err,
                           const char *what) {
  static const char *const waiting[] = {[CARC_ACT_NONE] = "the game is over",
                                        [CARC_ACT_DRAW] = "a tile is to be drawn",
                                        [CARC_ACT_PLACE] = "a tile is to be placed",
                                        [CARC_ACT_DEPLOY] = "a piece may be deployed",
                                        [CARC_ACT_EXTRA] = "a further part may be taken"};
  return carc_fail(err, CARC_ILLEGAL, 0, "%s is not legal here: %s, with %d legal actions", what,
                   waiting[carc_state_decision(def, state)], state->n_actions);
}

carc_status carc_state_apply_index (const carc_definition *def, carc_state *state, int index,
                                    carc_error *err) {
  if (UNLIKELY(index < 0 || index >= state->n_actions)) {
    char what[40];
    writer w = writer_on(what, sizeof what);
    put(&w, "the action number %d", index);
    return refuse(def, state, err, what);
  }
  call c = {.d = def, .s = state, .err = err};
  if (UNLIKELY(def->copies != 0) && expects_hook(def, state, index)) return run_guarded(&c, index, false);
  decide(&c, index);
  return LIKELY(!c.failed) ? CARC_OK : recover(&c, NULL);
}

carc_status carc_state_apply_action (const carc_definition *def, carc_state *state, carc_action action,
                                     carc_error *err) {
  carc_action_fields f = carc_action_unpack(action);
  char what[100];
  if (f.kind == CARC_ACT_RESIGN && carc_action_pack(&f) == action && f.player < def->players) {
    if (state->n_actions == 0 || (state->resigned >> f.player & 1))
      return refuse(def, state, err, "resigning");
    call c = {.d = def, .s = state, .err = err};
    return run_guarded(&c, f.player, true);
  }
  int index = carc_state_action_index(def, state, action);
  if (LIKELY(index >= 0)) return carc_state_apply_index(def, state, index, err);
  writer w = writer_on(what, sizeof what);
  put(&w, "'");
  w.length += (size_t)carc_action_to_string(def, action, what + 1, sizeof what - 2);
  put(&w, "'");
  return refuse(def, state, err, what);
}

carc_status carc_state_undo_action (const carc_definition *def, carc_state *state, carc_error *err) {
  if (state->decisions == 0)
    return carc_fail(err, CARC_ILLEGAL, 0, "nothing has been decided yet that could be taken back");
  carc_state *before = take_memory(def, def->at.size);
  if (before == NULL) return carc_fail(err, CARC_MEMORY, 0, "not enough memory");
  bool fine = replay(def, before, state, state->decisions - 1, 0, NULL, NULL, err);
  if (fine) memcpy(state, before, def->at.size);
  give_back(def, before, def->at.size);
  return fine ? CARC_OK : CARC_SCRIPT;
}

carc_status carc_state_events (const carc_definition *def, const carc_state *state, int since, carc_sink sink,
                               void *ud, carc_error *err) {
  carc_state *again = take_memory(def, def->at.size);
  if (again == NULL) return carc_fail(err, CARC_MEMORY, 0, "not enough memory");
  bool fine = replay(def, again, state, state->decisions, since, sink, ud, err);
  give_back(def, again, def->at.size);
  return fine ? CARC_OK : CARC_SCRIPT;
}

void carc_state_reseed (const carc_definition *def, carc_state *state, uint64_t seed) {
  (void)def;
  state->generator = random_seed(seed);
}
