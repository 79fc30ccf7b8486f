/*
** initial_state.c: builds the state in which every game of a definition begins: from the start
** tiles, or from a position set up by statements. Checks that such a position could occur.
*/
#include <string.h>
#include "game/initial_state.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "model/tile.h"
#include "board/bag.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/flipped_attributes.h"
#include "board/joins.h"
#include "board/state_layout.h"
#include "board/pieces.h"
#include "board/placed_tokens.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/turn_order.h"
#include "board/turn_position.h"
#include "board/victory.h"
#include "effect/majority.h"
#include "score/score.h"
#include "turn/steps.h"
#include "game/start_blocks.h"

#define FAIL(line, ...) carcU_fail(err, CARC_ERR_INVALID, line, __VA_ARGS__)
#define FAIL_ABSENT(line, ...) carcU_mark_absent(err, FAIL(line, __VA_ARGS__), true)

static void take_from_bag (const carc_definition *d, carc_state *s, int type) {
  int place = find_type(bag_of(d, s), s->n_bag, type);
  remove_at(bag_of(d, s), s->n_bag--, place);
}

/*
** The player whose span lies across a start tile. The statement names the player; otherwise it is
** the first who has a span left. If that player has no span left, returns `players`.
*/
static int find_spanner (const carc_definition *d, const carc_state *s, const start_tile *t) {
  int player = t->spanner >= 0 ? t->spanner : 0;
  while (player < d->players && const_supply_of_player(d, s, player)[d->span] == 0)
    player = t->spanner >= 0 ? d->players : player + 1;
  return player;
}

/* Takes a span from its owner. *type becomes the type of the tile with the span. */
static carc_status take_start_span (const carc_definition *d, carc_state *s, const start_tile *t, int *type,
                                    carc_error *err) {
  if (d->span < 0)
    return FAIL_ABSENT(t->line, "start: the game has no kind of piece that lies across a tile (role span)");
  int player = find_spanner(d, s, t);
  if (player >= d->players) return FAIL(t->line, "start: no %s is left", d->piece[d->span].name);
  *type = d->type[t->type].spanned[((int)t->span - 1 + t->rotation) % AXES];
  if (*type == 0)
    return FAIL(t->line, "start: no %s can lie across tile %s in this direction", d->piece[d->span].name,
                d->type[t->type].id);
  supply_of_player(d, s, player)[d->span]--;
  return CARC_OK;
}

static carc_status lay_start_tile (const carc_definition *d, carc_state *s, const start_tile *t,
                                   carc_error *err) {
  const char *id = d->type[t->type].id;
  legal_cells room;
  if (s->n_tiles == 0) {
    cell_at_of(d, s)[0] = position_of(t->x, t->y);
    s->low_x = (int16_t)t->x;
    s->low_y = (int16_t)t->y;
  }
  if (carc_state_tile_at(d, s, t->x, t->y) >= 0)
    return FAIL(t->line, "tile %s: there is a tile at %d,%d already", id, t->x, t->y);
  int cell = carcB_find_cell(d, s, position_of(t->x, t->y));
  if (cell < 0 || x_of(s, const_cell_at_of(d, s)[cell]) != t->x ||
      y_of(s, const_cell_at_of(d, s)[cell]) != t->y)
    return FAIL_ABSENT(t->line,
                       "tile %s: no tile is beside %d,%d; list the tiles so that each touches an earlier one",
                       id, t->x, t->y);
  int type = t->type;
  if (t->span != CARC_AXIS_NONE) { TRY(take_start_span(d, s, t, &type, err)); }
  carcB_find_fitting_cells(d, s, type, room.legal, room.n_placements);
  if ((room.legal[(uint32_t)t->rotation * d->at.words + (uint32_t)cell / 64] >> (cell % 64) & 1) == 0)
    return FAIL(t->line, "tile %s does not fit at %d,%d r%d: an edge differs from that of its neighbour", id,
                t->x, t->y, t->rotation);
  take_from_bag(d, s, t->type);
  carcB_add_tile(d, s, cell, type * SIDES + t->rotation);
  s->n_also = 0; /* features that are complete at the start do not score */
  track_printed(d, s, s->n_tiles - 1);
  return CARC_OK;
}

/*
** Finds the tile and segment from the segment's index among all segments on the board. Returns
** false if no such segment exists.
*/
static bool find_place (const carc_definition *d, const carc_state *s, int place, int *tile, int *segment) {
  *tile = s->n_tiles > 0 ? carcB_tile_of_segment(d, s, place) : -1;
  *segment = *tile >= 0 ? place - const_first_segment_of(d, s)[*tile] : 0;
  return *tile >= 0 && *segment < type_of(d, s, *tile)->segments;
}

static carc_status turn_attribute (const carc_definition *d, carc_state *s, const flipped_attribute *t,
                                   bool printed, carc_error *err) {
  int tile, segment;
  if (!find_place(d, s, t->place, &tile, &segment))
    return FAIL(t->line, "flipped: the board has no segment with the index %d", t->place + 1);
  if ((type_of(d, s, tile)->attributes[segment] >> t->attribute & 1) != printed) return CARC_OK;
  carcB_flip_attribute(d, s, tile, segment, t->attribute);
  if (!printed && !carcB_has_room_for_ends(d, s, 0))
    return FAIL(t->line,
                "flipped: the game has too many features that can never be completed; the limit is about 60");
  return CARC_OK;
}

/*
** Flips the attributes that differ from print. Must be called before pieces are put, because they
** may not stand in complete features. Clears attributes first, so that there is room for the ends
** of new ones.
*/
static carc_status turn_attributes (const carc_definition *d, carc_state *s, carc_error *err) {
  carc_status status = CARC_OK;
  for (int printed = 1; printed >= 0; printed--)
    for (int i = 0; i < d->position->n_flipped && status == CARC_OK; i++)
      status = turn_attribute(d, s, &d->position->flipped[i], printed == 1, err);
  return status;
}

/* ---- Joins of scripts ------------------------------------------------------------------------ */

static carc_status find_joined (const carc_definition *d, const carc_state *s, int x, int y, const char *text,
                                int line, int *tile, int *segment, carc_error *err) {
  *tile = carc_state_tile_at(d, s, x, y);
  if (*tile < 0) return FAIL(line, "joined: there is no tile at %d,%d", x, y);
  carc_tile t = carc_state_tile(d, s, *tile);
  *segment = carc_segment_find(d, t.type, t.rotation, text);
  if (*segment < 0) return FAIL(line, "joined: the tile at %d,%d has no segment %s", x, y, text);
  return CARC_OK;
}

static carc_status join_segments (const carc_definition *d, carc_state *s, const joined_segments *row,
                                  carc_error *err) {
  carc_join j = {0};
  TRY(find_joined(d, s, row->x, row->y, row->segment, row->line, &j.tile, &j.segment, err));
  TRY(find_joined(d, s, row->other_x, row->other_y, row->other_segment, row->line, &j.other_tile,
                  &j.other_segment, err));
  const char *why = carcB_why_cannot_join(d, s, j);
  if (why != NULL) return FAIL(row->line, "joined: %s", why);
  carcB_join_features(d, s, j);
  return CARC_OK;
}

/*
** Joins segments. Must be called after the attributes are flipped, because they give ends to the
** segments, and before the pieces are put.
*/
static carc_status join_all (const carc_definition *d, carc_state *s, carc_error *err) {
  carc_status status = CARC_OK;
  for (int i = 0; i < d->position->n_joined && status == CARC_OK; i++)
    status = join_segments(d, s, &d->position->joined[i], err);
  return status;
}

/* ---- Features that the last tile has completed ----------------------------------------------- */

/*
** The timing at which the game begins with a question; TIMING_COUNT if it does not begin with one.
*/
static int opening_timing (const carc_definition *d) {
  const start_decision *o = &d->opening;
  int at = o->what == OPENS_WITH_CHOICE && o->phase >= 0 ? d->phase[o->phase].timing : TIMING_COUNT;
  if (!is_trigger_timing(at)) return at;
  return o->before < TIMING_COUNT ? o->before : o->after;
}

/* Whether the last tile is still to be scored. */
static bool is_unscored (const carc_definition *d) {
  return d->opening.what == OPENS_WITH_DEPLOY || opening_timing(d) == TIMING_BEFORE_SCORING;
}

/* Removes monasteries that were already complete from those that will score. */
static void forget_complete_monasteries (const carc_definition *d, carc_state *s) {
  uint32_t *monasteries = monasteries_of(d, s);
  int kept = 0;
  for (int i = 0; i < s->n_monasteries; i++)
    if (open_of(&const_features_of(d, s)[monasteries[i] >> 16]) > 0) monasteries[kept++] = monasteries[i];
  s->n_monasteries = (uint16_t)kept;
  s->completed_monastery = 0;
}

static carc_status lay_start_tiles (const carc_definition *d, carc_state *s, carc_error *err) {
  carc_status status = CARC_OK;
  for (int i = 0; i < d->position->n_starts && status == CARC_OK; i++) {
    if (i == d->position->n_starts - 1) forget_complete_monasteries(d, s);
    status = lay_start_tile(d, s, &d->position->start[i], err);
  }
  if (!is_unscored(d)) forget_complete_monasteries(d, s);
  return status;
}

/* Notes the features that scripts have closed since the last scoring. */
static carc_status remember_closed (const carc_definition *d, carc_state *s, carc_error *err) {
  int tile, segment;
  for (int i = 0; i < d->position->n_closed; i++) {
    const closed_segment *c = &d->position->closed[i];
    if (!may_close_elsewhere(d) || s->n_also == MAX_ALSO || !find_place(d, s, c->place, &tile, &segment))
      return FAIL(c->line,
                  "closed: the board has no segment with the index %d, or no script of the game can complete "
                  "features",
                  c->place + 1);
    const feature_totals *r = &const_features_of(d, s)[feature_at(d, s, tile, segment)];
    if (!is_complete(r, type_of(d, s, tile)->kind[segment]))
      return FAIL(c->line, "closed: the feature of the segment with the index %d is not complete",
                  c->place + 1);
    carcB_remember_closed(d, s, tile, segment);
  }
  return CARC_OK;
}

/* Whether a complete feature is still to be scored. Until then, it may contain pieces. */
static bool has_just_closed (const carc_definition *d, const carc_state *s, int feature_id) {
  for (int i = 0; i < s->n_also; i++)
    if (feature_at(d, s, site_tile(const_also_of(d, s)[i]), site_segment(const_also_of(d, s)[i])) ==
        feature_id)
      return true;
  if (!is_unscored(d)) return false;
  for (int i = 0; i < type_of(d, s, s->n_tiles - 1)->segments; i++)
    if (feature_at(d, s, s->n_tiles - 1, i) == feature_id) return true;
  for (int i = 0; i < s->n_monasteries; i++)
    if ((int)(const_monasteries_of(d, s)[i] >> 16) == feature_id) return true;
  return false;
}

/* ---- Pieces, goods, variables ---------------------------------------------------------------- */

static bool has_own_follower (const feature_totals *r, int player) { return followers_of(r) >> player & 1; }

static carc_status stand_piece (const carc_definition *d, carc_state *s, const standing_piece *p,
                                carc_error *err) {
  const piece_row *row = &d->piece[p->piece];
  int tile = carc_state_tile_at(d, s, p->x, p->y);
  if (tile < 0) return FAIL(p->line, "%s: there is no tile at %d,%d", row->name, p->x, p->y);
  carc_tile t = carc_state_tile(d, s, tile);
  int segment = carc_segment_find(d, t.type, t.rotation, p->segment);
  if (segment < 0)
    return FAIL(p->line, "%s: tile %s at %d,%d has no segment %s after its rotation", row->name,
                d->type[t.type].id, p->x, p->y, p->segment);
  if (const_supply_of_player(d, s, p->player)[p->piece] == 0)
    return FAIL(p->line, "player %d has no %s left", p->player + 1, row->name);
  if (!may_stand(d, p->piece, &d->type[t.type], segment))
    return carcM_refuse_piece_place(d, p->piece, &d->type[t.type], segment, p->line, err);
  carcB_put_piece(d, s, tile, segment, p->player, p->piece);
  return CARC_OK;
}

/*
** Checks that each piece that needs a follower of its player has one in its feature. The order of
** the statements does not matter. A game with phases is not checked: there, a rule may let a piece
** stay after it was cut off from its follower.
*/
static carc_status check_hosts (const carc_definition *d, const carc_state *s, carc_error *err) {
  if (d->n_phases > 0) return CARC_OK;
  for (int i = 0; i < d->position->n_standing; i++) { /* pieces are in the order of `standing` */
    carc_piece f = carc_state_piece(d, s, i);
    const feature_totals *r = &const_features_of(d, s)[feature_at(d, s, f.tile, f.segment)];
    if (d->piece[f.piece].orphan == CARC_ORPHAN_RETURN && !has_own_follower(r, f.player))
      return FAIL(d->position->standing[i].line,
                  "player %d's %s needs a follower of this player in the same feature", f.player + 1,
                  d->piece[f.piece].name);
  }
  return CARC_OK;
}

/*
** Checks that complete features have no pieces, unless they are still to be scored or never score.
*/
static carc_status check_gone_home (const carc_definition *d, const carc_state *s, carc_error *err) {
  carc_call c = begin_reading(d, err);
  for (int i = 0; i < d->position->n_standing; i++) { /* pieces are in the order of `standing` */
    const standing_piece *p = &d->position->standing[i];
    carc_piece f = carc_state_piece(d, s, i);
    int kind = type_of(d, s, f.tile)->kind[f.segment], feature_id = feature_at(d, s, f.tile, f.segment);
    if (!is_complete(&const_features_of(d, s)[feature_id], kind) || has_just_closed(d, s, feature_id))
      continue;
    if (d->n_unscored == 0 || !carcS_is_unscored(d, s, &c, f.tile, f.segment))
      return FAIL(p->line, "%s: the %s at %d,%d is complete, so its pieces have already returned",
                  d->piece[f.piece].name, carc_kind_name((carc_kind)kind), p->x, p->y);
    if (c.failed) return call_status(&c);
  }
  return CARC_OK;
}

static carc_status check_goods (const carc_definition *d, carc_error *err) {
  for (int g = 0; g < CARC_GOOD_COUNT; g++) {
    int given = 0, there = d->goods_of_game[g];
    for (int p = 0; p < d->players; p++) given += d->position->have[p][g];
    if (given > there)
      return FAIL(d->position->have_line,
                  "have: the players have %d %s tokens together, but this game has only %d", given,
                  carc_good_name((carc_good)g), there);
  }
  return CARC_OK;
}

/* ---- Items of players ------------------------------------------------------------------------ */

static void fill_hands (const carc_definition *d, carc_state *s) {
  carcB_fill_bag(d, s);
  for (int i = 0; i < d->n_variables; i++) fill_variable(d, s, i);
  for (int p = 0; p < d->players; p++) {
    uint8_t *supply = supply_of_player(d, s, p), *goods = s->goods[p];
    s->score[p] = s->before[p] = d->position->points[p];
    for (int k = 0; k < d->n_pieces; k++) supply[k] = d->piece[k].count;
    for (int g = 0; g < CARC_GOOD_COUNT; g++) goods[g] = (uint8_t)d->position->have[p][g];
  }
  s->turn = (uint8_t)d->position->first_player;
  s->hand = NO_TYPE;
  s->resigned = d->position->resigned;
  s->absent = d->position->resigned | d->position->absent;
  s->losing = d->position->resigned | d->position->losing;
}

static carc_status hold_captured (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    for (int k = 0; k < d->n_pieces; k++) {
      int n = d->position->captured[p][k];
      if (n == 0) continue;
      if (p >= d->players) return FAIL(0, "captured: the game has no player %d", p + 1);
      if (d->n_phases == 0) return FAIL(0, "captured: pieces can be captured only in a game with phases");
      uint8_t *left = &supply_of_player(d, s, p)[k];
      if (*left < n)
        return FAIL(0, "captured: %s: player %d has fewer than %d in the supply", d->piece[k].name, p + 1, n);
      *left = (uint8_t)(*left - n);
      captured_of(d, s)[p * d->n_pieces + k] = (uint8_t)n;
    }
  return CARC_OK;
}

/*
** The index of a number in a variable; -1 if the place is invalid. For a variable of features, the
** place is any segment of the feature.
*/
static int find_number (const carc_definition *d, const carc_state *s, const variable_row *row, int place) {
  int tile, segment;
  if (row->scope != CARC_SCOPE_FEATURE) return (uint32_t)place < row->length ? place : -1;
  return find_place(d, s, place, &tile, &segment) ? feature_at(d, s, tile, segment) : -1;
}

static carc_status fill_remembered (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int i = 0; i < d->position->n_remembered; i++) {
    const start_variable_value *m = &d->position->remembered[i];
    const variable_row *row = &d->variable[m->variable];
    int number = find_number(d, s, row, m->place);
    if (number < 0)
      return FAIL(m->line, "remember: the variable %s has no value with the index %d", told_name(&row->name),
                  m->place + 1);
    *number_of_variable(d, s, m->variable, (uint32_t)number) = m->value;
  }
  return CARC_OK;
}

/* Removes the tiles that are out of the game from those that may still be drawn. */
static carc_status take_gone (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int t = 0; t < d->n_types; t++)
    for (int i = 0; i < d->type[t].gone; i++)
      if (!carcB_take_tile(d, s, t))
        return FAIL(0, "gone: the game has fewer copies of tile %s than this", d->type[t].id);
  return CARC_OK;
}

/* Puts known tiles into the reserve. Unknown tiles are dealt when the game begins. */
static carc_status fill_reserve (const carc_definition *d, carc_state *s, const start_reserve_tile *k,
                                 carc_error *err) {
  const reserve_row *row = &d->reserve[k->reserve];
  int heap = heap_of(row, k->player);
  if (carcB_room_in_heap(d, s, heap) < k->count)
    return FAIL(k->line, "%s: reserve %s has room for only %d tiles", k->type >= 0 ? "kept" : "unseen",
                told_name(&row->name), (int)row->size);
  if (k->type < 0) {
    carcB_promise_tiles(d, s, heap, k->count);
    return CARC_OK;
  }
  if (!carcB_take_tile(d, s, k->type))
    return FAIL(k->line, "kept: no copy of tile %s is left", d->type[k->type].id);
  carcB_add_to_heap(d, s, heap, k->type);
  return CARC_OK;
}

/*
** Fills all reserves. If a position has no first decision, leaves the tiles to be dealt when the
** game begins.
*/
static carc_status fill_reserves (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int i = 0; i < d->position->n_kept; i++) {
    const start_reserve_tile *k = &d->position->kept[i];
    if (k->player >= d->players) return FAIL(k->line, "there is no player %d", k->player + 1);
    TRY(fill_reserve(d, s, k, err));
  }
  if (d->opening.line == 0) carcB_promise_first_deal(d, s);
  return CARC_OK;
}

/*
** Takes the tile in hand from the bag. If reserves hold tiles, the tile in hand may be one that is
** not yet in the bag (held back, or of a later group); then it is added to the bag first.
*/
static carc_status prepare_first_hand (const carc_definition *d, carc_state *s, carc_error *err) {
  if (d->first_hand < 0) return CARC_OK;
  const char *id = d->type[d->first_hand].id;
  bool in_bag = find_type(const_bag_of(d, s), s->n_bag, d->first_hand) >= 0;
  if (!in_bag && (d->n_reserves == 0 || !carcB_take_tile(d, s, d->first_hand)))
    return FAIL(d->position->hand_line, "hand: no copy of tile %s is left in the bag", id);
  if (!in_bag) carcB_add_to_bag(d, s, d->first_hand);
  if (d->span < 0 && carc_state_fits(d, s, d->first_hand) == 0)
    return FAIL(d->position->hand_line, "hand: tile %s fits nowhere on the board", id);
  return CARC_OK;
}

/* ---- First decision -------------------------------------------------------------------------- */

/* Whether the first decision comes after a tile was placed in this part of the turn. */
static bool follows_a_tile (const carc_definition *d) {
  const start_decision *o = &d->opening;
  int at = opening_timing(d);
  return o->what == OPENS_WITH_DEPLOY || o->what == OPENS_WITH_EXTRA ||
         (at >= TIMING_BEFORE_SCORING && at <= TIMING_TURN_END);
}

/* Whether the first decision is that of a phase that asks about a trigger. */
static bool asks_about_trigger (const start_decision *o, const carc_definition *d) {
  return o->phase >= 0 && is_trigger_timing(d->phase[o->phase].timing);
}

/* Whether a turn can resume at this timing after all triggers. */
static bool is_resume_timing (int at) {
  return !is_trigger_timing(at) && at != TIMING_DEPLOYMENT && at < TIMING_ANYTIME;
}

/* Checks the first decision. Returns an error message, or NULL. */
static const char *wrong_in_opening (const carc_definition *d, const carc_state *s) {
  const start_decision *o = &d->opening;
  bool asks = o->phase >= 0 && d->phase[o->phase].timing != TIMING_DEPLOYMENT &&
              d->phase[o->phase].timing != TIMING_ANYTIME;
  bool chooses = carcB_heap_for_next_tile(d, s, d->position->first_player) >= 0 || s->n_promised > 0;
  if (o->what == OPENS_WITH_PLACE && d->first_hand < 0 && !chooses)
    return "`place` requires the statement `hand`, which names the tile to place";
  if (o->what != OPENS_WITH_PLACE && o->what != OPENS_WITH_TURN && d->first_hand >= 0)
    return "the statement `hand` requires the decision `place`";
  if ((o->what == OPENS_WITH_CHOICE) != (o->phase >= 0))
    return "`choice` requires phase=, and no other decision can have phase=";
  if (o->what == OPENS_WITH_CHOICE && !asks)
    return "a phase with the timing `deployment` or `anytime` adds options to another decision, so `choice` "
           "cannot name it";
  if (o->asked != 0 &&
      (o->phase < 0 || d->phase[o->phase].asked_players == CARC_NONE || o->asked >> d->players != 0))
    return "asked= requires a phase that asks players one after the other, and can list only players of the "
           "game";
  if (asks_about_trigger(o, d) != is_resume_timing(o->before < TIMING_COUNT ? o->before : o->after))
    return "before= or after= is required for a phase with the timing `feature_scored` or `points_given`, "
           "and "
           "is not allowed otherwise";
  if (asks_about_trigger(o, d) != (d->position->n_triggers > 0))
    return "`pending` is required for a phase with the timing `feature_scored` or `points_given`, and is not "
           "allowed otherwise";
  if (follows_a_tile(d) && d->position->n_starts == 0)
    return "this decision requires a placed tile, but the board has none";
  if (o->ending >= 0 && d->phase[o->ending].timing != TIMING_GAME_END)
    return "ending= must name a phase with the timing `game_end`";
  return NULL;
}

static carc_status check_resigned (const carc_definition *d, const carc_state *s, carc_error *err) {
  if (d->opening.what == OPENS_WITH_NONE || d->position->resigned == 0) return CARC_OK;
  if (d->position->resigned >> d->position->first_player & 1)
    return FAIL(d->position->turn_line, "turn: player %d has resigned", d->position->first_player + 1);
  if (carcB_is_game_decided(d, s))
    return FAIL(0, "resigned: only one %s is left, so the game would be over",
                d->n_teams > 0 ? "team" : "player");
  return CARC_OK;
}

/* Checks a trigger. Returns an error message, or NULL. */
static const char *wrong_in_triggers (const carc_definition *d, const carc_state *s, const start_trigger *n) {
  int tile, segment, at = n->of_points ? TIMING_POINTS_GIVEN : TIMING_FEATURE_SCORED;
  if ((d->timings_used >> at & 1) == 0)
    return n->of_points ? "no phase has the timing `points_given`"
                        : "no phase has the timing `feature_scored`";
  if (n == d->position->triggers && d->phase[d->opening.phase].timing != at)
    return "the first `pending` must be the event for which the phase in `decision` runs";
  if (n->players >> d->players != 0) return "players= names a player who is not in the game";
  if (n->of_points && count_bits(n->players) != 1) return "points must be given to exactly one player";
  if (!n->of_points && n->place == 0) return "place= must name the feature that has scored";
  if (n->place > 0 && !find_place(d, s, n->place - 1, &tile, &segment))
    return "place=: the board has no segment with this index";
  return NULL;
}

static carc_status fill_triggers (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int i = 0; i < d->position->n_triggers; i++) {
    const start_trigger *n = &d->position->triggers[i];
    const char *wrong = wrong_in_triggers(d, s, n);
    int tile = 0, segment = 0;
    if (wrong != NULL) return FAIL(n->line, "pending: %s", wrong);
    bool is_placed = n->place > 0 && find_place(d, s, n->place - 1, &tile, &segment);
    triggers_of(d, s)[s->n_triggers++] =
        (trigger){.points = n->points,
                  .total = n->total,
                  .site = is_placed ? (uint16_t)((unsigned)tile << 4 | (unsigned)segment) : NO_SITE,
                  .at = n->of_points ? TIMING_POINTS_GIVEN : TIMING_FEATURE_SCORED,
                  .players = (uint8_t)n->players,
                  .cause = n->cause,
                  .complete = n->complete};
  }
  s->n_in_a_row = s->n_triggers;
  return CARC_OK;
}

/* Sets the step of the turn at which the game begins. */
static void set_position (const carc_definition *d, carc_state *s) {
  static const turn_position at[] = {[OPENS_WITH_TURN] = {STEP_TURN_START, NOT_BEGUN},
                                     [OPENS_WITH_DRAW] = {STEP_DRAW, NOT_BEGUN},
                                     [OPENS_WITH_PLACE] = {STEP_DRAW, NOT_BEGUN},
                                     [OPENS_WITH_DEPLOY] = {STEP_DEPLOYMENT, 0},
                                     [OPENS_WITH_EXTRA] = {STEP_EXTRA_PART, 0},
                                     [OPENS_WITH_CHOICE] = {STEP_ASK, 0},
                                     [OPENS_WITH_NONE] = {STEP_OVER, 0}};
  const start_decision *o = &d->opening;
  if (o->ending >= 0) {
    s->at = (turn_position){STEP_LAST_TILE, (uint8_t)o->ending};
    interrupt(s, s->at);
  }
  if (asks_about_trigger(o, d)) {
    uint8_t main = o->before < TIMING_COUNT ? o->before : (uint8_t)carcT_step_after(o->after);
    s->at = (turn_position){main, NOT_BEGUN};
    interrupt(s, s->at);
  }
  s->at = d->first_hand >= 0 ? (turn_position){STEP_DRAW, 0} : at[o->what];
  if (o->what == OPENS_WITH_CHOICE) s->at.phase = (uint8_t)o->phase;
}

/* Sets the first decision and its triggers. */
static carc_status fill_opening (const carc_definition *d, carc_state *s, carc_error *err) {
  const start_decision *o = &d->opening;
  const char *wrong = wrong_in_opening(d, s);
  if (wrong != NULL) return FAIL(o->line, "decision: %s", wrong);
  s->part = (uint8_t)(o->part - (o->what != OPENS_WITH_EXTRA));
  s->extended = o->extended;
  s->asked_before = (uint8_t)o->asked;
  s->forbidden = o->forbidden;
  s->passed = o->passed && d->asks_passed;
  s->spans_laid = (uint8_t)o->spans;
  if (o->settled > s->n_pieces)
    return FAIL(o->line, "decision: settled=%d, but only %d pieces are on the board", o->settled,
                s->n_pieces);
  s->settled = (uint16_t)o->settled;
  s->order = d->order;
  carcB_normalize_order(s);
  set_position(d, s);
  if (follows_a_tile(d)) s->hand = (uint16_t)carc_type_find(d, type_of(d, s, s->n_tiles - 1)->id);
  carc_status status = fill_triggers(d, s, err);
  return status == CARC_OK ? check_resigned(d, s, err) : status;
}

carc_status carcG_build_initial_state (carc_definition *d, carc_error *err) {
  carc_state *s = d->image = carcM_alloc_memory(d, d->at.size);
  if (s == NULL) return carcU_fail(err, CARC_ERR_MEMORY, 0, "not enough memory");
  memset(s, 0, d->at.size);
  carcB_clear_board(d, s);
  carcB_clear_features(d, s);
  fill_hands(d, s);
  carc_status status = CARC_OK;
  status = carcG_separate_start_blocks(d, err);
  if (status == CARC_OK) status = lay_start_tiles(d, s, err);
  if (status == CARC_OK) status = turn_attributes(d, s, err);
  if (status == CARC_OK) status = join_all(d, s, err);
  if (status == CARC_OK) status = remember_closed(d, s, err);
  for (int i = 0; i < d->position->n_standing && status == CARC_OK; i++)
    status = stand_piece(d, s, &d->position->standing[i], err);
  if (status == CARC_OK) status = check_hosts(d, s, err);
  if (status == CARC_OK) status = check_goods(d, err);
  if (status == CARC_OK) status = hold_captured(d, s, err);
  if (status == CARC_OK) status = fill_remembered(d, s, err);
  if (status == CARC_OK) status = carcB_place_start_tokens(d, s, err);
  if (status == CARC_OK) status = check_gone_home(d, s, err);
  if (status == CARC_OK) status = fill_reserves(d, s, err);
  if (status == CARC_OK) status = take_gone(d, s, err);
  carcB_has_tile_to_draw(d, s); /* moves a group of tiles into an empty bag */
  if (status == CARC_OK && s->n_promised > s->n_bag + s->n_aside)
    return FAIL(0, "%d tiles must be dealt to reserves, but the bag has only %d", s->n_promised,
                s->n_bag + s->n_aside);
  for (int t = 0; t < d->n_types; t++)
    d->surely_begins |= find_type(const_bag_of(d, s), s->n_bag, t) >= 0 && carc_state_fits(d, s, t) > 0;
  d->surely_begins =
      d->surely_begins && d->n_reserves == 0 && (d->opening.what == OPENS_WITH_TURN || d->first_hand >= 0);
  if (status == CARC_OK) status = fill_opening(d, s, err);
  return status == CARC_OK ? prepare_first_hand(d, s, err) : status;
}
