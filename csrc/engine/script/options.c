/*
** options.c: the list of options, and what a phase may put into it.
*/
#include <string.h>
#include "script/options.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/port.h"
#include "base/text.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/feature.h"
#include "table/pieces.h"
#include "table/state.h"
#include "script/piece_filter.h"

/* ---- The list ------------------------------------------------------------------------------------------- */

bool carc_add_option (const carc_definition *d, carc_state *s, carc_action option, int weight,
                      carc_error *err) {
  if (s->n_options == d->at.n_options) {
    carc_fail(err, CARC_SCRIPT, 0, "more than %d options are offered", (int)d->at.n_options);
    return false;
  }
  if (s->n_options < d->at.n_weights) weights_of(d, s)[s->n_options] = (uint8_t)weight;
  options_of(d, s)[s->n_options++] = option;
  return true;
}

void carc_clear_options (const carc_definition *d, carc_state *s) {
  memset(weights_of(d, s), 0, d->at.n_weights);
  s->n_options = 0;
}

/* ---- Options of scripts ------------------------------------------------------------------------------------ */

int carc_call_offered (const carc_call *c) { return c->s->n_options; }

carc_action carc_call_option (const carc_call *c, int index) { return const_options_of(c->d, c->s)[index]; }

static carc_status may_offer (const carc_call *c, carc_error *err) {
  if (c->offering) return CARC_OK;
  return carc_fail(err, CARC_SCRIPT, 0, "options are offered where a phase asks, and only there");
}

static carc_status offered (bool fine) { return fine ? CARC_OK : CARC_SCRIPT; }

/* Adds an option of the phase that asks, unless it is among the first so many: what nobody can tell apart is one option. */
static bool offer_unless (call *c, const carc_action_fields *f, int weight, int among, carc_error *err) {
  carc_action action = carc_action_pack(f);
  const uint64_t *options = const_options_of(c->d, c->s);
  for (int i = 0; i < among; i++)
    if (options[i] == action) return true;
  return carc_add_option(c->d, c->s, action, weight, err);
}

static bool offer_once (call *c, const carc_action_fields *f, int weight, carc_error *err) {
  return offer_unless(c, f, weight, c->s->n_options, err);
}

/* An option of the phase that asks, which names a tile on the table, and a segment of it (-1: none), and nothing else yet. */
static carc_action_fields choice_on (const call *c, int tile, int segment) {
  carc_tile t = carc_state_tile(c->d, c->s, tile);
  return (carc_action_fields){.kind = CARC_ACT_CHOICE,
                              .choice = c->d->phase[c->offers].choice,
                              .player = -1,
                              .piece = -1,
                              .segment = segment,
                              .number = -1,
                              .type = t.type,
                              .rotation = t.rotation,
                              .has_cell = true,
                              .x = t.x,
                              .y = t.y};
}

/* What an option names must be there, and fit into its bits. */
static carc_status check_option (const call *c, const carc_action_fields *f, int weight, carc_error *err) {
  const carc_definition *d = c->d;
  enum { FAR = 511, MOST_WEIGHT = 255 };
  if (f->player < -1 || f->player >= d->players)
    return carc_fail(err, CARC_INVALID, 0, "there is no player %d", f->player + 1);
  if (f->piece < -1 || f->piece >= d->n_pieces)
    return carc_fail(err, CARC_INVALID, 0, "there is no such piece");
  if (f->number < -1 || f->number > CARC_MAX_NUMBER)
    return carc_fail(err, CARC_INVALID, 0, "the number of an option is 0 to %d", CARC_MAX_NUMBER);
  if (weight < 1 || weight > MOST_WEIGHT)
    return carc_fail(err, CARC_INVALID, 0, "a weight is 1 to %d", MOST_WEIGHT);
  if (f->has_cell && (f->x < -FAR || f->x > FAR || f->y < -FAR || f->y > FAR))
    return carc_fail(err, CARC_INVALID, 0, "a cell that far away cannot be named");
  if (f->segment < 0) return CARC_OK;
  int tile = f->has_cell ? carc_state_tile_at(d, c->s, f->x, f->y) : -1;
  if (tile >= 0 && f->segment < type_of(d, c->s, tile)->segments) return CARC_OK;
  return carc_fail(err, CARC_INVALID, 0, "an option names a segment that is not on the table");
}

carc_status carc_call_offer (carc_call *c, const carc_action_fields *option, int weight, carc_error *err) {
  carc_status status = may_offer(c, err);
  if (status == CARC_OK) status = check_option(c, option, weight, err);
  if (status != CARC_OK) return status;
  carc_action_fields f = *option;
  if (f.segment >= 0) f = choice_on(c, carc_state_tile_at(c->d, c->s, f.x, f.y), f.segment);
  f.kind = CARC_ACT_CHOICE;
  f.choice = c->d->phase[c->offers].choice;
  f.player = option->player;
  f.piece = option->piece;
  f.number = option->number;
  return offered(offer_once(c, &f, weight, err));
}

/* ---- Many options at once ----------------------------------------------------------------------------------- */

carc_status carc_call_offer_pieces (carc_call *c, const carc_piece_filter *filter, carc_error *err) {
  const carc_definition *d = c->d;
  carc_status status = may_offer(c, err);
  if (status != CARC_OK) return status;
  for (int i = 0; i < c->s->n_pieces; i++) {
    uint32_t piece = const_pieces_of(d, c->s)[i];
    if (!carc_piece_passes(d, c->s, filter, piece)) continue;
    carc_action_fields f = choice_on(c, piece_tile(piece), piece_segment(piece));
    f.player = piece_player(piece);
    f.piece = piece_kind(piece);
    if (!offer_once(c, &f, 1, err)) return CARC_SCRIPT;
  }
  return CARC_OK;
}

/*
** A deployment, unless it is among the first so many options, the tile is blocked, or this kind of piece never stands on such a
** segment.
*/
static bool offer_deployment (call *c, int piece, int tile, int segment, int among, carc_error *err) {
  if (!may_stand(&c->d->piece[piece], type_of(c->d, c->s, tile), segment)) return true;
  if (c->d->n_blocking > 0 && carc_is_blocked(c->d, c->s, tile)) return true;
  carc_action_fields f = choice_on(c, tile, segment);
  f.kind = CARC_ACT_DEPLOY;
  f.piece = piece;
  return offer_unless(c, &f, 1, among, err);
}

static bool in_hand (const call *c, int piece) {
  return c->d->piece[piece].role == ROLE_FOLLOWER &&
         const_supply_of_player(c->d, c->s, c->s->turn)[piece] > 0;
}

/* Followers onto whatever is open and free, on every tile but the last, which the standard rules see to. */
static bool offer_anywhere (call *c, int except_tile, carc_error *err) {
  const carc_definition *d = c->d;
  const carc_state *s = c->s;
  int before = s->n_options; /* those that come here differ from one another */
  for (int tile = 0; tile < s->n_tiles - (s->forbidden == 0); tile++) {
    const tile_type *t = type_of(d, s, tile);
    for (int i = 0; i < t->segments && tile != except_tile; i++) {
      if (t->kind[i] == CARC_SPOT) continue;
      const record *r = &const_records_of(d, s)[feature_at(d, s, tile, i)];
      bool empty = (r->who & d->occupants) == 0;
      if ((!empty && !d->varied_needs) || is_complete(r, t->kind[i])) continue;
      for (int p = 0; p < d->n_pieces; p++) {
        bool fits = (t->stands[p] >> i & 1) && in_hand(c, p) &&
                    (d->piece[p].needs == NEEDS_EMPTY ? empty : carc_meets_needs(d, s, p, tile, i));
        if (fits && !offer_deployment(c, p, tile, i, before, err)) return false;
      }
    }
  }
  return true;
}

/* Tiles, as bits. */
typedef struct tile_set {
  uint64_t words[(CARC_MAX_TILES + 63) / 64];
} tile_set;

static bool is_among (const tile_set *set, int tile) { return set->words[tile / 64] >> (tile % 64) & 1; }

/* The first spot of a tile; -1 if it has none. */
static int spot_of (const tile_type *t) {
  unsigned spots = t->of_kind[CARC_SPOT];
  return spots == 0 ? -1 : lowest_bit(spots);
}

/* The tiles on whose first spot a piece stands. */
static tile_set find_taken (const carc_definition *d, const carc_state *s) {
  tile_set taken = {{0}};
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = const_pieces_of(d, s)[i];
    int tile = piece_tile(f);
    if (piece_segment(f) == spot_of(type_of(d, s, tile)))
      taken.words[tile / 64] |= (uint64_t)1 << (tile % 64);
  }
  return taken;
}

/* A piece, or each follower in hand, onto one segment; a span does not stand anywhere. */
static bool offer_on (call *c, int piece, int tile, int segment, carc_error *err) {
  for (int p = 0; p < c->d->n_pieces; p++) {
    bool meant = piece < 0
                     ? in_hand(c, p)
                     : p == piece && p != c->d->span && const_supply_of_player(c->d, c->s, c->s->turn)[p] > 0;
    if (meant && !offer_deployment(c, p, tile, segment, c->s->n_options, err)) return false;
  }
  return true;
}

/* A piece onto the free spots of tiles with an attribute, where a slot of the cell is not 0. */
static bool offer_on_spots (call *c, const carc_deployment_filter *f, carc_error *err) {
  const carc_definition *d = c->d;
  const int32_t *numbers = f->slot >= 0 ? const_slots_of(d, c->s) + d->slot[f->slot].at : NULL;
  const tile_set taken = find_taken(d, c->s);
  if (f->piece >= 0 && const_supply_of_player(d, c->s, c->s->turn)[f->piece] == 0) return true;
  for (int tile = 0; tile < c->s->n_tiles; tile++) {
    if (numbers != NULL && numbers[tile] == 0) continue;
    const tile_type *t = type_of(d, c->s, tile);
    if ((t->tile_attributes >> f->tile_attribute & 1) == 0 || spot_of(t) < 0 || is_among(&taken, tile))
      continue;
    if (!offer_on(c, f->piece, tile, spot_of(t), err)) return false;
  }
  return true;
}

carc_status carc_call_offer_deployments (carc_call *c, const carc_deployment_filter *f, carc_error *err) {
  const carc_definition *d = c->d;
  carc_status status = may_offer(c, err);
  if (status != CARC_OK) return status;
  if (d->phase[c->offers].moment != AT_WINDOW)
    return carc_fail(err, CARC_SCRIPT, 0, "deployments are offered in the window only");
  if (f->tile_attribute >= d->words.n_tile_attributes || f->slot >= d->n_slots || f->piece >= d->n_pieces)
    return carc_fail(err, CARC_INVALID, 0, "that deployment names nothing that is there");
  if (f->slot >= 0 && d->slot[f->slot].scope != CARC_CELL)
    return carc_fail(err, CARC_INVALID, 0, "slot %s is not for cells", d->slot[f->slot].name);
  if (f->anywhere) return offered(offer_anywhere(c, f->except_tile, err));
  if (f->tile_attribute >= 0) return offered(offer_on_spots(c, f, err));
  if (f->tile < 0 || f->tile >= c->s->n_tiles || f->segment < 0 ||
      f->segment >= type_of(d, c->s, f->tile)->segments)
    return carc_fail(err, CARC_INVALID, 0, "that deployment names nothing that is there");
  return offered(offer_on(c, f->piece, f->tile, f->segment, err));
}

carc_status carc_call_offer_segments (carc_call *c, int attribute, int number, int slot, carc_error *err) {
  const carc_definition *d = c->d;
  carc_status status = may_offer(c, err);
  if (status != CARC_OK) return status;
  if (attribute < 0 || attribute >= d->words.n_attributes || slot >= d->n_slots || number > CARC_MAX_NUMBER)
    return carc_fail(err, CARC_INVALID, 0, "that offer names nothing that is there");
  int before = c->s->n_options;
  for (int tile = 0; tile < c->s->n_tiles; tile++) {
    const tile_type *t = type_of(d, c->s, tile);
    bool printed = t->all_attributes >> attribute & 1;
    for (int i = 0; (printed || d->flips_attributes) && i < t->segments; i++) {
      if ((attributes_borne(d, c->s, tile, i) >> attribute & 1) == 0) continue;
      if (slot >= 0 && carc_state_slot(d, c->s, slot, carc_state_segment_index(d, c->s, tile, i)) != 0)
        continue;
      carc_action_fields f = choice_on(c, tile, i);
      f.number = number;
      if (!offer_unless(c, &f, 1, before, err)) return CARC_SCRIPT;
    }
  }
  return CARC_OK;
}

carc_status carc_call_offer_tiles (carc_call *c, int tile_attribute, bool vacant, carc_error *err) {
  const carc_definition *d = c->d;
  carc_status status = may_offer(c, err);
  if (status != CARC_OK) return status;
  if (tile_attribute < 0 || tile_attribute >= d->words.n_tile_attributes)
    return carc_fail(err, CARC_INVALID, 0, "that is no attribute of tiles");
  const tile_set taken = find_taken(d, c->s);
  int before = c->s->n_options;
  for (int tile = 0; tile < c->s->n_tiles; tile++) {
    const tile_type *t = type_of(d, c->s, tile);
    if ((t->tile_attributes >> tile_attribute & 1) == 0) continue;
    if (vacant && (spot_of(t) < 0 || is_among(&taken, tile))) continue;
    carc_action_fields f = choice_on(c, tile, -1);
    if (!offer_unless(c, &f, 1, before, err)) return CARC_SCRIPT;
  }
  return CARC_OK;
}

/* The axes along which a span fits across a tile. */
carc_status carc_call_offer_spans (carc_call *c, int tile, carc_error *err) {
  carc_status status = may_offer(c, err);
  for (int axis = CARC_NORTH_SOUTH; axis <= CARC_EAST_WEST && status == CARC_OK; axis++) {
    if (tile < 0 || tile >= c->s->n_tiles || !carc_state_fits_span(c->d, c->s, tile, (carc_axis)axis))
      continue;
    carc_action_fields f = choice_on(c, tile, -1);
    f.number = axis;
    status = offered(offer_once(c, &f, 1, err));
  }
  return status;
}

/* ---- Corners ------------------------------------------------------------------------------------------------ */

/* The corners of a tile, clockwise from the north-east: which way they lie, and the ports that meet there. */
static const struct {
  int east, south, ports[2];
} corners[] = {{1, -1, {2, 3}}, {1, 1, {5, 6}}, {-1, 1, {8, 9}}, {-1, -1, {11, 0}}};
enum { CORNERS = sizeof corners / sizeof *corners };

/* The field segment that fills a corner of the tile in a cell; -1 for none. */
static int field_in_corner (const call *c, int x, int y, int corner) {
  int tile = carc_state_tile_at(c->d, c->s, x, y);
  if (tile < 0) return -1;
  const int *ports = corners[corner].ports;
  int segment = carc_state_port(c->d, c->s, tile, ports[0]);
  return segment == carc_state_port(c->d, c->s, tile, ports[1]) ? segment : -1;
}

/* The same where four tiles meet there and all are field. */
static int field_around_corner (const call *c, int x, int y, int corner) {
  int opposite = (corner + 2) % CORNERS, beside = CORNERS - 1 - corner, across = corner ^ 1;
  int east = corners[corner].east, south = corners[corner].south, segment = field_in_corner(c, x, y, corner);
  bool all = segment >= 0 && field_in_corner(c, x + east, y + south, opposite) >= 0 &&
             field_in_corner(c, x + east, y, beside) >= 0 && field_in_corner(c, x, y + south, across) >= 0;
  return all ? segment : -1;
}

carc_status carc_call_offer_corners (carc_call *c, int tile, int piece, carc_error *err) {
  carc_status status = may_offer(c, err);
  carc_piece_filter filter = carc_any_piece();
  filter.piece = piece;
  for (int corner = 0; corner < CORNERS && status == CARC_OK && tile >= 0 && tile < c->s->n_tiles; corner++) {
    carc_tile t = carc_state_tile(c->d, c->s, tile);
    int segment = field_around_corner(c, t.x, t.y, corner);
    if (segment < 0) continue;
    filter.feature = feature_at(c->d, c->s, tile, segment);
    if (carc_state_any_piece(c->d, c->s, &filter)) continue;
    carc_action_fields f = choice_on(c, tile, segment);
    f.number = corner;
    status = offered(offer_once(c, &f, 1, err));
  }
  return status;
}
