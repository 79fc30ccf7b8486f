/*
** stated_offers.c: the options of a phase: as its statements say, or as its script does.
*/
#include "script/stated_offers.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/board.h"
#include "table/feature.h"
#include "table/state.h"
#include "script/gate.h"
#include "script/hooks.h"

/* ---- What slots say ------------------------------------------------------------------------------------------- */

static int slot_value (const call *c, int slot, int key) {
  return const_slots_of(c->d, c->s)[c->d->slot[slot].at + (uint32_t)key];
}

/* A tile or segment that a slot of the game names from 1, as an index from 0; -1 for none. */
static int index_in (const call *c, int slot) {
  int value = slot < 0 ? 0 : slot_value(c, slot, 0);
  return value > 0 ? value - 1 : -1;
}

/* The i-th number of the player whose turn it is. */
static int own_number (const call *c, int slot, int i) {
  return slot_value(c, slot, c->s->turn * c->d->slot[slot].size + i);
}

/* ---- Pieces ----------------------------------------------------------------------------------------------------- */

/* In a cell, then in its row and column, nearest first, each time clockwise from the north. */
static carc_status offer_across (call *c, carc_piece_filter *filter, const int32_t *v, carc_error *err) {
  int x = slot_value(c, v[KEY_AT], 0), y = slot_value(c, v[KEY_AT], 1);
  int far = v[KEY_FAR] < 0 ? 0 : slot_value(c, v[KEY_FAR], 0);
  static const int east[SIDES] = {0, 1, 0, -1}, south[SIDES] = {-1, 0, 1, 0};
  filter->at = true;
  filter->x = x;
  filter->y = y;
  carc_status status = carc_call_offer_pieces(c, filter, err);
  for (int step = 1; step <= far && step <= CARC_MAX_TILES; step++)
    for (int side = 0; side < SIDES && status == CARC_OK; side++) {
      filter->x = x + step * east[side];
      filter->y = y + step * south[side];
      status = carc_call_offer_pieces(c, filter, err);
    }
  return status;
}

/* In the features of the segments with an attribute on one tile. */
static carc_status offer_beside (call *c, carc_piece_filter *filter, int attribute, int tile,
                                 carc_error *err) {
  const tile_type *t = type_of(c->d, c->s, tile);
  carc_status status = CARC_OK;
  for (int i = 0; status == CARC_OK && i < t->segments; i++) {
    if ((attributes_borne(c->d, c->s, tile, i) >> attribute & 1) == 0) continue;
    filter->feature = feature_at(c->d, c->s, tile, i);
    status = carc_call_offer_pieces(c, filter, err);
  }
  return status;
}

/* The same on all tiles with an attribute, or only those with a kind of segment on them or around them. */
static carc_status offer_on_marked (call *c, carc_piece_filter *filter, const int32_t *v, carc_error *err) {
  carc_status status = CARC_OK;
  filter->attribute = -1;
  for (int tile = 0; tile < c->s->n_tiles && status == CARC_OK; tile++) {
    if ((type_of(c->d, c->s, tile)->tile_attributes >> v[KEY_MARKED] & 1) == 0) continue;
    carc_tile at = carc_state_tile(c->d, c->s, tile);
    if (v[KEY_NEAR] >= 0 && !carc_state_is_near(c->d, c->s, at.x, at.y, (carc_kind)v[KEY_NEAR])) continue;
    status = offer_beside(c, filter, v[KEY_ATTRIBUTE], tile, err);
  }
  return status;
}

static carc_status offer_pieces (call *c, const int32_t *v, carc_error *err) {
  carc_piece_filter filter = carc_any_piece();
  if (v[KEY_OF] == OF_TURN) filter.player = c->s->turn;
  if (v[KEY_OF] == OF_OTHERS) filter.except = c->s->turn;
  filter.piece = v[KEY_PIECE];
  filter.kind = v[KEY_KIND];
  filter.attribute = v[KEY_ATTRIBUTE];
  filter.followers = v[KEY_FOLLOWER] > 0;
  filter.except_tile = index_in(c, v[KEY_EXCEPT_TILE]);
  filter.except_segment = index_in(c, v[KEY_EXCEPT_SEGMENT]);
  if (v[KEY_AT] >= 0) return offer_across(c, &filter, v, err);
  if (v[KEY_MARKED] >= 0) return offer_on_marked(c, &filter, v, err);
  int last = c->s->n_tiles - 1;
  if (v[KEY_PLACED] >= 0) return last < 0 ? CARC_OK : offer_beside(c, &filter, v[KEY_PLACED], last, err);
  return carc_call_offer_pieces(c, &filter, err);
}

/* ---- The others ------------------------------------------------------------------------------------------------- */

static carc_status offer_tiles (call *c, const int32_t *v, carc_error *err) {
  return carc_call_offer_tiles(c, v[KEY_ATTRIBUTE], v[KEY_VACANT] > 0, err);
}

/* With `numbers` once for each of the player's numbers that is not 0, of the first so many. */
static carc_status offer_segments (call *c, const int32_t *v, carc_error *err) {
  if (v[KEY_NUMBERS] < 0)
    return carc_call_offer_segments(c, v[KEY_ATTRIBUTE], v[KEY_NUMBER], v[KEY_SLOT], err);
  int size = c->d->slot[v[KEY_NUMBERS]].size,
      most = v[KEY_MOST] >= 0 && v[KEY_MOST] < size ? v[KEY_MOST] : size;
  carc_status status = CARC_OK;
  for (int i = 0; i < most && status == CARC_OK; i++)
    if (own_number(c, v[KEY_NUMBERS], i) != 0)
      status = carc_call_offer_segments(c, v[KEY_ATTRIBUTE], i + 1, v[KEY_SLOT], err);
  return status;
}

static carc_status offer_deployments (call *c, const int32_t *v, carc_error *err) {
  carc_deployment_filter filter = {.anywhere = v[KEY_ANYWHERE] > 0,
                                   .except_tile = index_in(c, v[KEY_EXCEPT_TILE]),
                                   .piece = v[KEY_PIECE],
                                   .tile = -1,
                                   .segment = -1,
                                   .tile_attribute = v[KEY_ATTRIBUTE],
                                   .slot = v[KEY_SLOT]};
  return carc_call_offer_deployments(c, &filter, err);
}

static carc_status offer_corners (call *c, const int32_t *v, carc_error *err) {
  return carc_call_offer_corners(c, c->s->n_tiles - 1, v[KEY_PIECE], err);
}

/* Across the tile just placed and, with `around`, those beside it. */
static carc_status offer_across_tiles (call *c, const int32_t *v, carc_error *err) {
  int last = c->s->n_tiles - 1, sides = v[KEY_AROUND] > 0 ? SIDES : 0;
  if (last < 0 || (v[KEY_ONCE] > 0 && c->s->spans_laid > 0)) return CARC_OK;
  uint16_t at = const_tile_at_of(c->d, c->s)[last];
  carc_status status = carc_call_offer_spans(c, last, err);
  for (int side = NORTH; side < sides && status == CARC_OK; side++)
    status = carc_call_offer_spans(c, carc_find_placed(c->d, c->s, beside(at, side)), err);
  return status;
}

/* The cells where a tile would fit, in whatever way it lies; none if no such tile is left. */
static carc_status offer_places (call *c, const int32_t *v, carc_error *err) {
  carc_tile places[SIDES * (2 * CARC_MAX_TILES + 3)];
  if (carc_state_tiles_left(c->d, c->s, v[KEY_TILE]) == 0) return CARC_OK;
  int n = carc_state_placements(c->d, c->s, v[KEY_TILE], places, (int)(sizeof places / sizeof *places));
  carc_status status = CARC_OK;
  for (int i = 0; i < n && status == CARC_OK; i++) {
    carc_action_fields f = {.player = -1,
                            .piece = -1,
                            .segment = -1,
                            .number = -1,
                            .has_cell = true,
                            .x = places[i].x,
                            .y = places[i].y};
    status = carc_call_offer(c, &f, 1, err);
  }
  return status;
}

/* ---- All that a phase offers ------------------------------------------------------------------------------------ */

static carc_status offer_as_stated (call *c, const phase_row *row, carc_error *err) {
  static carc_status (*const offer[OFFER_KINDS])(call *, const int32_t *, carc_error *) = {
      [OFFER_PIECES] = offer_pieces,     [OFFER_TILES] = offer_tiles,
      [OFFER_SEGMENTS] = offer_segments, [OFFER_DEPLOYMENTS] = offer_deployments,
      [OFFER_CORNERS] = offer_corners,   [OFFER_SPANS] = offer_across_tiles,
      [OFFER_PLACES] = offer_places};
  carc_status status = CARC_OK;
  for (int i = 0; i < row->n_offers && status == CARC_OK; i++) {
    const offer_row *o = &c->d->offer[row->first_offer + i];
    if (o->value[KEY_OWN] < 0 || carc_has_own_number(c->d, c->s, o->value[KEY_OWN]))
      status = offer[o->kind](c, o->value, err);
  }
  return status;
}

bool carc_collect_options (call *c, int row, carc_question *question) {
  *question = (carc_question){.player = CARC_THE_PLAYER};
  const phase_row *p = &c->d->phase[row];
  if (!carc_phase_needs_are_met(c->d, c->s, p)) return true;
  c->offering = true;
  c->offers = row;
  question->may_pass = p->may_pass;
  bool fine =
      p->offers ? offer_as_stated(c, p, c->err) == CARC_OK : carc_run_phase(c, row, CARC_ASK, 0, question);
  c->offering = false;
  c->failed = c->failed || !fine;
  return !c->failed;
}
