/*
** availability.c: finds where a tile or a piece could go now by all rules, for selectors
** (`can_place`, `can_deploy`). board/deployments.c handles deployment on the tile just placed.
*/
#include "query/availability.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/deployments.h"
#include "board/pieces.h"
#include "board/placement_limits.h"
#include "board/state.h"
#include "query/item.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

static piece_set all_followers (const carc_definition *d) {
  piece_set all = 0;
  for (int p = 0; p < d->n_pieces; p++) all |= (piece_set)(d->piece[p].role == ROLE_FOLLOWER) << p;
  return all;
}

int carcQ_deploying_player (const query *q, const selector *f) {
  switch (f->player.is) {
    case OWNER_NUMBER: return f->player.number;
    case OWNER_TURN: return q->actor;
    case OWNER_VARIABLE: return carcQ_bound_value(q, (variable_bound){0, f->player.number}) - 1;
    default: return q->asked;
  }
}

piece_set carcQ_pieces_in_supply (const query *q, const selector *f, int player) {
  const uint8_t *supply = const_supply_of_player(q->d, q->s, player);
  piece_set in_hand = 0,
            meant = f->can_deploy.what == DEPLOYS_FOLLOWERS ? all_followers(q->d) : f->can_deploy.pieces;
  for (; meant != 0; meant &= meant - 1)
    if (supply[lowest_bit(meant)] > 0) in_hand |= meant & -meant;
  return in_hand;
}

/* Tests the needs of each kind of piece. Ignores NEEDS_SCRIPT_ONLY. */
piece_set carcQ_available_pieces (const query *q, const selector *f, const query_item *t, piece_set pieces) {
  piece_set fitting = 0;
  for (; pieces != 0; pieces &= pieces - 1) {
    int p = lowest_bit(pieces);
    unsigned needs = (f->given & GIVES_needs) != 0 ? f->needs : q->d->piece[p].needs;
    bool fits = may_stand(q->d, p, type_of(q->d, q->s, t->tile), t->segment) &&
                carcB_meets_needs(q->d, q->s, p, needs, t->player, t->tile, t->segment);
    if (fits) fitting |= (piece_set)1 << p;
  }
  return fitting;
}

bool carcQ_span_fits (const query *q, const query_item *axis, piece_set pieces) {
  return q->d->span >= 0 && (pieces >> q->d->span & 1) != 0 &&
         carc_state_fits_span(q->d, q->s, axis->tile, (carc_axis)axis->number);
}

/* ---- Corners and axes ------------------------------------------------------------------------ */

/*
** Corners of a tile, clockwise from the north-east: their direction, and the ports that meet there.
*/
static const struct {
  int east, south, ports[2];
} corners[] = {{1, -1, {2, 3}}, {1, 1, {5, 6}}, {-1, 1, {8, 9}}, {-1, -1, {11, 0}}};
enum { CORNERS = sizeof corners / sizeof *corners };

/* The field segment in a corner of the tile in a cell; -1 if the corner has no field. */
static int field_in_corner (const query *q, int x, int y, int corner) {
  int tile = carc_state_tile_at(q->d, q->s, x, y);
  if (tile < 0) return -1;
  const int *ports = corners[corner].ports;
  int segment = carc_state_port(q->d, q->s, tile, ports[0]);
  if (segment != carc_state_port(q->d, q->s, tile, ports[1])) return -1;
  return segment < 0 || type_of(q->d, q->s, tile)->kind[segment] != CARC_KIND_FIELD ? -1 : segment;
}

/*
** As field_in_corner, but only if four tiles meet in the corner and all of them have a field there.
*/
static int field_around_corner (const query *q, int x, int y, int corner) {
  int opposite = (corner + 2) % CORNERS, beside = CORNERS - 1 - corner, across = corner ^ 1;
  int east = corners[corner].east, south = corners[corner].south, segment = field_in_corner(q, x, y, corner);
  bool all = segment >= 0 && field_in_corner(q, x + east, y + south, opposite) >= 0 &&
             field_in_corner(q, x + east, y, beside) >= 0 && field_in_corner(q, x, y + south, across) >= 0;
  return all ? segment : -1;
}

static query_item part_of_tile (item_kind is, int tile, int player) {
  query_item t = no_item(is);
  t.tile = (int16_t)tile;
  t.player = (int8_t)player;
  return t;
}

bool carcQ_visit_corners (const query *q, int tile, int player, item_visitor visit, void *ud) {
  carc_tile at = carc_state_tile(q->d, q->s, tile);
  query_item t = part_of_tile(ITEM_CORNERS, tile, player);
  for (int corner = 0; corner < CORNERS; corner++) {
    t.segment = (int16_t)field_around_corner(q, at.x, at.y, corner);
    t.number = (int16_t)corner;
    if (t.segment >= 0 && !visit(ud, &t)) return false;
  }
  return true;
}

bool carcQ_visit_axes (int tile, int player, item_visitor visit, void *ud) {
  query_item t = part_of_tile(ITEM_AXES, tile, player);
  for (int axis = CARC_AXIS_NORTH_SOUTH; axis <= CARC_AXIS_EAST_WEST; axis++) {
    t.number = (int16_t)axis;
    if (!visit(ud, &t)) return false;
  }
  return true;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* Cells are sorted by y, then x: the rank of a cell is y * ROW_OF_CELLS + x. */
enum { ROW_OF_CELLS = 512 };
static int rank_of_cell (const carc_state *s, uint16_t at) {
  return (y_of(s, at) - s->low_y) * ROW_OF_CELLS + (x_of(s, at) - s->low_x);
}

/*
** Rank of the first cell after `last` where the tile fits in some rotation; INT32_MAX if there is
** none.
*/
static int next_cell (const query *q, const legal_cells *room, int last) {
  int next = INT32_MAX;
  for (int w = 0; w < legal_words(q->s); w++) {
    uint64_t fits = 0;
    for (int r = 0; r < SIDES; r++) fits |= room->legal[(uint32_t)r * q->d->at.words + (uint32_t)w];
    for (; fits != 0; fits &= fits - 1) {
      int rank = rank_of_cell(q->s, const_cell_at_of(q->d, q->s)[64 * w + lowest_bit(fits)]);
      if (rank > last && rank < next) next = rank;
    }
  }
  return next;
}

static bool visit_cell (const query *q, int rank, int player, item_visitor visit, void *ud) {
  query_item t = no_item(ITEM_CELLS);
  t.x = (int16_t)(q->s->low_x + rank % ROW_OF_CELLS);
  t.y = (int16_t)(q->s->low_y + rank / ROW_OF_CELLS);
  t.player = (int8_t)player;
  return visit(ud, &t);
}

bool carcQ_visit_cells_for_type (const query *q, int type, int player, item_visitor visit, void *ud) {
  legal_cells room;
  bool in_hand = q->s->decision == DECISION_PLACE && q->s->hand == type;
  if (!in_hand && carc_state_tiles_left(q->d, q->s, type) == 0) return true;
  if (find_legal(q->d, q->s, type, room.legal, room.n_placements) == 0) return true;
  for (int rank = next_cell(q, &room, -1); rank != INT32_MAX; rank = next_cell(q, &room, rank))
    if (!visit_cell(q, rank, player, visit, ud)) return false;
  return true;
}

/*
** Rank of the first empty cell after `last`. Callers need only a few cells, so the cells are not
** sorted.
*/
static int next_empty (const query *q, int last) {
  int next = INT32_MAX;
  for (int i = 0; i < q->s->n_cells; i++) {
    int rank = rank_of_cell(q->s, const_cell_at_of(q->d, q->s)[i]);
    if (rank > last && rank < next) next = rank;
  }
  return next;
}

bool carcQ_visit_cells (const query *q, int player, item_visitor visit, void *ud) {
  for (int rank = next_empty(q, -1); rank != INT32_MAX; rank = next_empty(q, rank))
    if (!visit_cell(q, rank, player, visit, ud)) return false;
  return true;
}
