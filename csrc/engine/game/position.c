/*
** position.c: writes the visible position as statements of a definition: the board, the items of
** each player, and whose turn it is. Writes neither the random generator nor the history.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/tokens.h"
#include "board/turn_position.h"
#include "turn/steps.h"

/* Counts the spans that each player has laid: those that are neither in the supply nor captured. */
static void count_spans (const carc_definition *d, const carc_state *s, int laid[CARC_MAX_PLAYERS]) {
  for (int p = 0; d->span >= 0 && p < d->players; p++)
    laid[p] = d->piece[d->span].count - const_supply_of_player(d, s, p)[d->span] -
              carc_state_captured(d, s, p, d->span);
}

/*
** Returns an owner for a span on the board. Any player who has laid a span will do, because the
** spans of all players look alike.
*/
static int take_spanner (const carc_definition *d, int laid[CARC_MAX_PLAYERS]) {
  int player = 0;
  while (player < d->players - 1 && laid[player] == 0) player++;
  laid[player]--;
  return player;
}

static void put_tiles (text_writer *w, const carc_definition *d, const carc_state *s) {
  int laid[CARC_MAX_PLAYERS] = {0};
  count_spans(d, s, laid);
  if (s->n_tiles == 0) carcU_put(w, "start none\n");
  for (int i = 0; i < s->n_tiles; i++) {
    carc_tile t = carc_state_tile(d, s, i);
    carc_axis span = carc_state_span(d, s, i);
    carcU_put(w, "start %s %d,%d r%d", d->type[t.type].id, t.x, t.y, t.rotation);
    if (span != CARC_AXIS_NONE)
      carcU_put(w, "%s %d", span == CARC_AXIS_NORTH_SOUTH ? " N.S" : " E.W", take_spanner(d, laid) + 1);
    carcU_put(w, "\n");
  }
}

/* Writes the tiles that are out of the game. */
static void put_gone (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int t = 0; t < d->n_types; t++) {
    int n = carcB_count_gone(d, s, t);
    if (n > 0) carcU_put(w, "gone %s %d\n", d->type[t].id, n);
  }
}

/* Writes the place of a segment as two words. */
static void put_segment (text_writer *w, const carc_definition *d, const carc_state *s, int tile,
                         int segment) {
  carc_tile t = carc_state_tile(d, s, tile);
  char text[64];
  carc_segment_text(d, t.type, t.rotation, segment, text, sizeof text);
  carcU_put(w, " %d,%d %s", t.x, t.y, text);
}

static void put_piece (text_writer *w, const carc_definition *d, const carc_state *s, carc_piece f) {
  carcU_put(w, "stand %d %s", f.player + 1, d->piece[f.piece].name);
  put_segment(w, d, s, f.tile, f.segment);
  carcU_put(w, "\n");
}

static void put_pieces (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int i = 0; i < s->n_pieces; i++) put_piece(w, d, s, carc_state_piece(d, s, i));
}

static void put_players (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int p = 0; p < d->players; p++) {
    const uint8_t *g = s->goods[p];
    carcU_put(w, "points %d %d\n", p + 1, (int)s->score[p]);
    if (d->goods)
      carcU_put(w, "have %d %d %d %d\n", p + 1, g[CARC_GOOD_WINE], g[CARC_GOOD_GRAIN], g[CARC_GOOD_CLOTH]);
    if (s->resigned >> p & 1)
      carcU_put(w, "resigned %d\n", p + 1);
    else if (s->absent >> p & 1)
      carcU_put(w, "out %d %s\n", p + 1, s->losing >> p & 1 ? "loses" : "counts");
    if (s->order.skips[p] > 0) carcU_put(w, "skips %d %d\n", p + 1, s->order.skips[p]);
  }
}

static void put_turn (text_writer *w, const carc_state *s) {
  const turn_order *order = &s->order;
  carcU_put(w, "turn %d", s->turn + 1);
  if (turns_of(order) > 1) carcU_put(w, " number=%d", turns_of(order));
  if (rounds_of(order) > 1) carcU_put(w, " round=%d", rounds_of(order));
  if (order->more > 0) carcU_put(w, " more=%d", order->more);
  if (order->next > 0) carcU_put(w, " next=%d", order->next);
  if (order->backwards) carcU_put(w, " reversed");
  if (order->further) carcU_put(w, " further");
  carcU_put(w, "\n");
}

/* Whether tiles with this attribute are no longer held back. */
static bool was_shuffled (const carc_definition *d, const carc_state *s, int attribute) {
  if (d->n_groups > 0) return const_grouping_of(d, s)->released >> attribute & 1;
  for (int i = 0; i < s->n_aside; i++)
    if (d->type[const_aside_of(d, s)[i]].tile_attributes >> attribute & 1) return false;
  return true;
}

static void put_flipped (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int place = 0; d->flips_attributes && place < s->n_segments; place++)
    for (attribute_set left = set_in(d, const_flipped_of(d, s), place); left != 0; left &= left - 1)
      carcU_put(w, "flipped %s %d\n", carc_attribute_name(d, lowest_bit(left)), place + 1);
}

static void put_joins (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int i = 0; i < carc_state_joins(d, s); i++) {
    carc_join j = carc_state_join(d, s, i);
    carcU_put(w, "joined");
    put_segment(w, d, s, j.tile, j.segment);
    put_segment(w, d, s, j.other_tile, j.other_segment);
    carcU_put(w, "\n");
  }
}

/*
** Writes a tile on the board and one of its segments. If the segment is -1, writes only the tile.
*/
static void put_cell (text_writer *w, const carc_definition *d, const carc_state *s, int tile, int segment) {
  carc_tile t = carc_state_tile(d, s, tile);
  char text[64];
  carcU_put(w, " cell=%d,%d", t.x, t.y);
  if (segment < 0) return;
  carc_segment_text(d, t.type, t.rotation, segment, text, sizeof text);
  carcU_put(w, " segment=%s", text);
}

/*
** The number at this place in a variable. The number of a feature is at the feature's first
** segment.
*/
static int32_t number_at (const carc_definition *d, const carc_state *s, const variable_row *row, int place) {
  const int32_t *numbers = const_variables_of(d, s) + row->at;
  if (row->scope != CARC_SCOPE_FEATURE) return numbers[place];
  const uint16_t *feature_ids = const_feature_ids_of(d, s);
  int32_t number = numbers[feature_ids[place]];
  for (int i = 0; number != 0 && i < place; i++)
    if (feature_ids[i] == feature_ids[place]) return row->initial;
  return number;
}

static void put_remembered (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int i = 0; i < d->n_variables; i++) {
    const variable_row *row = &d->variable[i];
    int places = row->scope == CARC_SCOPE_FEATURE ? s->n_segments : (int)row->length;
    for (int k = 0; k < places; k++) {
      int32_t number = number_at(d, s, row, k);
      if (number != row->initial)
        carcU_put(w, "remember %s %d %d\n", told_name(&row->name), k + 1, (int)number);
    }
  }
}

/* Whether a token is at home: in the supply or in its owner's hand, where tokens return to. */
static bool is_home (const carc_definition *d, const carc_state *s, int i, const carc_token *t) {
  return const_tokens_of(d, s)[i] == carcB_home_of_token(d, t->kind, t->owner);
}

/*
** Counts token `i` and the equal tokens after it that are in the same place. Returns how many
** tokens the sequence has, including those at home. Tokens at home are not written, so they do not
** end the sequence.
*/
static int count_alike (const carc_definition *d, const carc_state *s, int i, int *count) {
  carc_token t = carc_state_token(d, s, i);
  int n = 1;
  *count = 1;
  for (; i + n < carc_state_tokens(d, s); n++) {
    carc_token next = carc_state_token(d, s, i + n);
    bool same = next.kind == t.kind && next.owner == t.owner && next.number == t.number;
    bool here = const_tokens_of(d, s)[i + n] == const_tokens_of(d, s)[i];
    if (!same || (!here && !is_home(d, s, i + n, &next))) break;
    *count += here;
  }
  return n;
}

static void put_token (text_writer *w, const carc_definition *d, const carc_state *s, int observer,
                       const carc_token *t, int n) {
  carcU_put(w, "put %s", told_name(&d->token[t->kind].name));
  if (t->owner >= 0) carcU_put(w, " owner=%d", t->owner + 1);
  if (t->number > 0 && sees_token(d, t, observer)) carcU_put(w, " number=%d", t->number);
  if (n > 1) carcU_put(w, " count=%d", n);
  if (t->player >= 0) carcU_put(w, " player=%d", t->player + 1);
  if (t->tile >= 0) put_cell(w, d, s, t->tile, t->segment);
  if (t->on_cell) carcU_put(w, " cell=%d,%d", t->x, t->y);
  carcU_put(w, "\n");
}

/*
** Writes the tokens of a kind, owner and number (0: hidden), sorted by place: their own order could
** reveal hidden numbers. Returns whether there were any.
*/
static bool put_by_place (text_writer *w, const carc_definition *d, const carc_state *s, int observer,
                          const carc_token *like) {
  const token_row *row = &d->token[like->kind];
  for (token_place last = 0;;) {
    carc_token first = *like;
    token_place least = UINT32_MAX;
    int n = 0;
    for (int i = row->first; i < row->first + row->all; i++) {
      carc_token t = carc_state_token(d, s, i);
      token_place at = const_tokens_of(d, s)[i];
      int number = sees_token(d, &t, observer) ? t.number : 0;
      bool such = t.owner == like->owner && number == like->number && !is_home(d, s, i, &t);
      if (!such || at <= last || at > least) continue;
      n = at == least ? n + 1 : 1;
      least = at;
      first = t;
    }
    if (n == 0) return last != 0;
    put_token(w, d, s, observer, &first, n);
    last = least;
  }
}

/* Writes the tokens of a kind whose numbers are hidden. Returns whether there were any. */
static bool put_hidden_tokens (text_writer *w, const carc_definition *d, const carc_state *s, int observer,
                               int kind) {
  bool any = false;
  for (int owner = -1; owner < d->players; owner++)
    for (int number = d->token[kind].numbers; number >= 0; number--) {
      carc_token like = {.kind = kind, .owner = owner, .number = number};
      any |= put_by_place(w, d, s, observer, &like);
    }
  return any;
}

/*
** Writes all tokens except those at home. If a kind has its initial places elsewhere, but all its
** tokens are at home, writes a statement with count=0.
*/
static void put_tokens (text_writer *w, const carc_definition *d, const carc_state *s, int observer) {
  uint64_t written = 0;
  for (int i = 0, alike, count = 0; i < carc_state_tokens(d, s); i += alike) {
    carc_token t = carc_state_token(d, s, i);
    bool hidden = observer != OBSERVER_ALL && d->token[t.kind].visible_to != CARC_VISIBILITY_ALL;
    alike = hidden ? d->token[t.kind].all : count_alike(d, s, i, &count);
    if (hidden && put_hidden_tokens(w, d, s, observer, t.kind)) written |= (uint64_t)1 << t.kind;
    if (hidden || is_home(d, s, i, &t)) continue;
    put_token(w, d, s, observer, &t, count);
    written |= (uint64_t)1 << t.kind;
  }
  for (int k = 0; k < d->n_tokens; k++)
    if (begins_elsewhere(&d->token[k]) && (written >> k & 1) == 0)
      carcU_put(w, "put %s%s player=1 count=0\n", told_name(&d->token[k].name),
                d->token[k].owner == CARC_TOKEN_OWNER_PLAYER ? " owner=1" : "");
}

/*
** Writes the features that something other than the last tile has completed, until they are scored.
*/
static void put_closed (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int i = 0; i < s->n_also; i++) {
    uint16_t place = const_also_of(d, s)[i];
    carcU_put(w, "closed %d\n", carc_state_segment_index(d, s, site_tile(place), site_segment(place)) + 1);
  }
}

/* Writes the triggers, the first one first. */
static void put_triggers (text_writer *w, const carc_definition *d, const carc_state *s) {
  for (int i = 0; i < s->n_triggers; i++) {
    const trigger *n = &const_triggers_of(d, s)[i];
    bool of_points = n->at == TIMING_POINTS_GIVEN;
    carcU_put(w, "pending %s points=%d", of_points ? "points" : "scored", (int)n->points);
    for (unsigned left = n->players; left != 0; left &= left - 1)
      carcU_put(w, "%s%d", left == n->players ? " players=" : ",", lowest_bit(left) + 1);
    if (of_points)
      carcU_put(w, " total=%d cause=%s", (int)n->total, carc_given_cause_name((carc_given_cause)n->cause));
    if (n->site != NO_SITE)
      carcU_put(w, " place=%d",
                carc_state_segment_index(d, s, site_tile(n->site), site_segment(n->site)) + 1);
    carcU_put(w, "%s\n", n->complete ? " complete" : "");
  }
}

/*
** Writes the name of a phase. If it is not the first phase of its choice, also writes its number.
*/
static void put_phase (text_writer *w, const carc_definition *d, const char *key, int row) {
  int nth = 1;
  for (int i = 0; i < row; i++) nth += d->phase[i].choice == d->phase[row].choice;
  carcU_put(w, " %s=%s", key, carc_phase_name(d, row));
  if (nth > 1) carcU_put(w, ":%d", nth);
}

static void put_players_asked (text_writer *w, const carc_state *s) {
  for (unsigned left = s->asked_before; left != 0; left &= left - 1)
    carcU_put(w, "%s%d", left == s->asked_before ? " asked=" : ",", lowest_bit(left) + 1);
}

/* Whether the game begins as soon as tiles have been dealt. */
static bool is_opening (const carc_state *s) { return position_after_dealing(s).step == STEP_OPENING; }

/* The phase that asks now, or as soon as tiles have been dealt; -1 if no phase asks. */
static int asking_phase (const carc_definition *d, const carc_state *s) {
  turn_position at = position_after_dealing(s);
  if (is_opening(s)) return d->opening.what == OPENS_WITH_CHOICE ? d->opening.phase : -1;
  return at.step == STEP_ASK ? at.phase : -1;
}

/* Writes where the turn resumes after all triggers. */
static void put_resume (text_writer *w, const carc_definition *d, const carc_state *s) {
  int at = main_position(d, s).step, timing = 0;
  while (timing < TIMING_ANYTIME && (int)carcT_step_after((turn_step)timing) != at) timing++;
  bool before = at < TIMING_COUNT;
  carcU_put(w, " %s=%s", before ? "before" : "after", carcM_timing_name(before ? at : timing));
}

static void put_decision (text_writer *w, const carc_definition *d, const carc_state *s) {
  int phase = asking_phase(d, s);
  bool asks = phase >= 0;
  carc_action_kind kind = asks ? CARC_ACTION_CHOICE : carc_state_decision(d, s);
  if (is_opening(s) && d->opening.line == 0) return; /* the game begins with a turn */
  carcU_put(w, "decision %s part=%d", carc_action_kind_name(kind), carc_state_part(d, s));
  if (asks) put_phase(w, d, "phase", phase);
  put_players_asked(w, s);
  if (asks && is_trigger_timing(d->phase[phase].timing)) put_resume(w, d, s);
  if (last_tile_phase(s) >= 0) put_phase(w, d, "ending", last_tile_phase(s));
  if (s->spans_laid > 0) carcU_put(w, " spans=%d", s->spans_laid);
  if (s->settled > 0) carcU_put(w, " settled=%d", s->settled);
  if (s->extended) carcU_put(w, " extended");
  if (s->forbidden) carcU_put(w, " forbidden");
  if (s->passed) carcU_put(w, " passed");
  carcU_put(w, "\n");
}

/* Writes the name of a reserve and its owner. */
static void put_reserve (text_writer *w, const carc_definition *d, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(d, heap);
  carcU_put(w, "%s", told_name(&row->name));
  if (owner_of(row, heap) >= 0) carcU_put(w, " %d", owner_of(row, heap) + 1);
  carcU_put(w, "\n");
}

/*
** Writes the tiles in reserves. For hidden tiles, and for tiles still to be dealt, writes only
** their number.
*/
static void put_reserves (text_writer *w, const carc_definition *d, const carc_state *s, int observer) {
  for (int heap = 0; heap < d->n_heaps; heap++) {
    bool seen = sees_heap(d, observer, heap);
    int n = heap_size(d, s, heap), unseen = const_promised_of(d, s)[heap] + (seen ? 0 : n);
    for (int i = 0; i < n && seen; i++) {
      carcU_put(w, "kept %s ", d->type[carcB_heap_tiles(d, s, heap)[i]].id);
      put_reserve(w, d, heap);
    }
    if (unseen == 0) continue;
    carcU_put(w, "unseen %d ", unseen);
    put_reserve(w, d, heap);
  }
}

/* Writes captured pieces and the variables of scripts. */
static void put_script_part (text_writer *w, const carc_definition *d, const carc_state *s, int observer) {
  for (int p = 0; p < d->players; p++)
    for (int k = 0; k < d->n_pieces; k++) {
      int n = carc_state_captured(d, s, p, k);
      if (n > 0) carcU_put(w, "captured %d %s %d\n", p + 1, d->piece[k].name, n);
    }
  put_flipped(w, d, s);
  put_joins(w, d, s);
  put_remembered(w, d, s);
  put_tokens(w, d, s, observer);
  for (int m = 0; m < d->words.n_tile_attributes; m++)
    if ((d->held >> m & 1) && was_shuffled(d, s, m))
      carcU_put(w, "shuffled %s\n", carc_tile_attribute_name(d, m));
}

static int write_position (const carc_definition *def, const carc_state *state, int observer, char *out,
                           size_t size) {
  text_writer w = carcU_new_writer(out, size);
  put_tiles(&w, def, state);
  put_pieces(&w, def, state);
  put_players(&w, def, state);
  put_gone(&w, def, state);
  put_reserves(&w, def, state, observer);
  put_script_part(&w, def, state, observer);
  put_closed(&w, def, state);
  put_triggers(&w, def, state);
  put_turn(&w, state);
  if (state->decision == DECISION_PLACE && state->hand != NO_TYPE)
    carcU_put(&w, "hand %s\n", def->type[state->hand].id);
  put_decision(&w, def, state);
  return carcU_written_length(&w);
}

int carc_state_observation_string (const carc_definition *def, const carc_state *state, char *out,
                                   size_t size) {
  return write_position(def, state, OBSERVER_ALL, out, size);
}

int carc_state_observation_for (const carc_definition *def, const carc_state *state, int observer, char *out,
                                size_t size) {
  return write_position(def, state, observer_for(observer), out, size);
}
