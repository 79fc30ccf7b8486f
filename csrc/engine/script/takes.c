/*
** takes.c: where a tile or a piece could go now: in hand or left, and by all that the rules ask.
*/
#include "script/takes.h"
#include "carcassonne.h"
#include "base/port.h"
#include "define/definition.h"
#include "define/selector.h"
#include "define/tile.h"
#include "table/board.h"
#include "table/feature.h"
#include "table/pieces.h"
#include "table/placement_limits.h"
#include "table/state.h"
#include "script/when.h"

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

/* The kinds of pieces that are meant and in hand. */
static piece_set pieces_in_hand (const query *q, const selector *f) {
  piece_set in_hand = 0;
  for (int p = 0; p < q->d->n_pieces; p++) {
    bool meant = f->takes == TAKES_FOLLOWERS ? q->d->piece[p].role == ROLE_FOLLOWER : f->takes_pieces >> p & 1;
    if (meant && const_supply_of_player(q->d, q->s, q->actor)[p] > 0) in_hand |= (piece_set)1 << p;
  }
  return in_hand;
}

/* Whether the rules let a piece go to a segment; where only scripts deploy it, the rest of its needs counts. */
static bool may_go_to (const query *q, int piece, int tile, int segment) {
  const piece_row *p = &q->d->piece[piece];
  if (!may_stand(p, type_of(q->d, q->s, tile), segment)) return false;
  return carc_meets_needs(q->d, q->s, piece, tile, segment);
}

static bool visit_with_pieces (query *q, thing *t, piece_set pieces, visitor visit, void *ud) {
  for (; pieces != 0; pieces &= pieces - 1) {
    t->piece = (int8_t)lowest_bit(pieces);
    if (!may_go_to(q, t->piece, t->tile, t->segment)) continue;
    if (carc_is_blocked(q->d, q->s, t)) continue;
    if (!visit(ud, t)) return false;
  }
  return true;
}

/* Segments, each with one piece after the other; a spot only where kinds are said. */
static bool find_segments_taking (query *q, const selector *f, visitor visit, void *ud) {
  piece_set pieces = pieces_in_hand(q, f);
  unsigned kinds = f->given & GIVES_KINDS ? f->kinds : ~(1u << CARC_SPOT);
  for (int n = 0; n < q->s->n_tiles && pieces != 0; n++) {
    const tile_type *type = type_of(q->d, q->s, n);
    for (int i = 0; i < type->segments; i++) {
      if ((kinds >> type->kind[i] & 1) == 0) continue;
      thing t = carc_segment_thing(q->s, n, i);
      t.player = (int8_t)q->actor;
      if (!visit_with_pieces(q, &t, pieces, visit, ud)) return false;
    }
  }
  return true;
}

/* ---- Corners and axes ---------------------------------------------------------------------------------------------- */

/* The corners of a tile, clockwise from the north-east: which way they lie, and the ports that meet there. */
static const struct {
  int east, south, ports[2];
} corners[] = {{1, -1, {2, 3}}, {1, 1, {5, 6}}, {-1, 1, {8, 9}}, {-1, -1, {11, 0}}};
enum { CORNERS = sizeof corners / sizeof *corners };

/* The field segment that fills a corner of the tile in a cell; -1 for none. */
static int field_in_corner (const query *q, int x, int y, int corner) {
  int tile = carc_state_tile_at(q->d, q->s, x, y);
  if (tile < 0) return -1;
  const int *ports = corners[corner].ports;
  int segment = carc_state_port(q->d, q->s, tile, ports[0]);
  if (segment != carc_state_port(q->d, q->s, tile, ports[1])) return -1;
  return segment < 0 || type_of(q->d, q->s, tile)->kind[segment] != CARC_FIELD ? -1 : segment;
}

/* The same where four tiles meet there and all are field. */
static int field_around_corner (const query *q, int x, int y, int corner) {
  int opposite = (corner + 2) % CORNERS, beside = CORNERS - 1 - corner, across = corner ^ 1;
  int east = corners[corner].east, south = corners[corner].south, segment = field_in_corner(q, x, y, corner);
  bool all = segment >= 0 && field_in_corner(q, x + east, y + south, opposite) >= 0 &&
             field_in_corner(q, x + east, y, beside) >= 0 && field_in_corner(q, x, y + south, across) >= 0;
  return all ? segment : -1;
}

static bool visit_corners (query *q, const selector *f, thing *t, visitor visit, void *ud) {
  carc_tile at = carc_state_tile(q->d, q->s, t->tile);
  for (int corner = 0; corner < CORNERS; corner++) {
    int segment = field_around_corner(q, at.x, at.y, corner);
    if (segment < 0) continue;
    t->segment = (int16_t)segment;
    t->number = (int16_t)corner;
    bool on = f->takes == TAKES_NOTHING ? visit(ud, t)
                                        : visit_with_pieces(q, t, pieces_in_hand(q, f), visit, ud);
    if (!on) return false;
  }
  return true;
}

static bool visit_axes (query *q, const selector *f, thing *t, visitor visit, void *ud) {
  piece_set pieces = f->takes == TAKES_NOTHING ? 0 : pieces_in_hand(q, f);
  bool has_span = q->d->span >= 0 && (pieces >> q->d->span & 1);
  for (int axis = CARC_NORTH_SOUTH; axis <= CARC_EAST_WEST; axis++) {
    if (f->takes != TAKES_NOTHING && !(has_span && carc_state_fits_span(q->d, q->s, t->tile, (carc_axis)axis)))
      continue;
    t->number = (int16_t)axis;
    if (!visit(ud, t)) return false;
  }
  return true;
}

bool carc_visit_parts (query *q, const selector *f, int tile, visitor visit, void *ud) {
  thing t = carc_no_thing((things)f->things);
  t.tile = (int16_t)tile;
  t.player = (int8_t)q->actor;
  return f->things == THINGS_CORNERS ? visit_corners(q, f, &t, visit, ud) : visit_axes(q, f, &t, visit, ud);
}

/* ---- Tiles ------------------------------------------------------------------------------------------------------------ */

/* The empty cells where a tile would fit in some rotation, while one is left, by y, then x. */
static bool find_cells_taking (query *q, const selector *f, visitor visit, void *ud) {
  legal_cells room;
  if (carc_state_tiles_left(q->d, q->s, f->takes_type) == 0) return true;
  if (find_legal(q->d, q->s, f->takes_type, room.legal, room.n_placements) == 0) return true;
  int last = -1;
  for (;;) {
    int next = INT32_MAX;
    for (int w = 0; w < legal_words(q->s); w++) {
      uint64_t fits = 0;
      for (int r = 0; r < SIDES; r++) fits |= room.legal[(uint32_t)r * q->d->at.words + (uint32_t)w];
      for (; fits != 0; fits &= fits - 1) {
        uint16_t at = const_cell_at_of(q->d, q->s)[64 * w + lowest_bit(fits)];
        int key = (y_of(q->s, at) - q->s->low_y) * 512 + (x_of(q->s, at) - q->s->low_x);
        if (key > last && key < next) next = key;
      }
    }
    if (next == INT32_MAX) return true;
    thing t = carc_no_thing(THINGS_CELLS);
    t.x = (int16_t)(q->s->low_x + next % 512);
    t.y = (int16_t)(q->s->low_y + next / 512);
    t.player = (int8_t)q->actor;
    last = next;
    if (!visit(ud, &t)) return false;
  }
}

bool carc_find_taking (query *q, const selector *f, visitor visit, void *ud) {
  if (f->things == THINGS_CELLS) return find_cells_taking(q, f, visit, ud);
  if (f->things == THINGS_SEGMENTS) return find_segments_taking(q, f, visit, ud);
  for (int n = 0; n < q->s->n_tiles; n++)
    if (!carc_visit_parts(q, f, n, visit, ud)) return false;
  return true;
}
