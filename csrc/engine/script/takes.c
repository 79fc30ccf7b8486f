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
    bool meant =
        f->takes == TAKES_FOLLOWERS ? q->d->piece[p].role == ROLE_FOLLOWER : f->takes_pieces >> p & 1;
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
static bool find_segments_on (query *q, int selector_number, int n, piece_set pieces, visitor visit,
                              void *ud) {
  const selector *f = &q->pool->selectors[selector_number];
  const tile_type *type = type_of(q->d, q->s, n);
  unsigned kinds = f->given & GIVES_KINDS ? f->kinds : ~(1u << CARC_SPOT);
  for (int i = 0; i < type->segments; i++) {
    if ((kinds >> type->kind[i] & 1) == 0) continue;
    thing t = carc_segment_thing(q->s, n, i);
    t.player = (int8_t)q->actor;
    if (carc_passes(q, selector_number, &t) && !visit_with_pieces(q, &t, pieces, visit, ud)) return false;
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
    bool on =
        f->takes == TAKES_NOTHING ? visit(ud, t) : visit_with_pieces(q, t, pieces_in_hand(q, f), visit, ud);
    if (!on) return false;
  }
  return true;
}

static bool visit_axes (query *q, const selector *f, thing *t, visitor visit, void *ud) {
  piece_set pieces = f->takes == TAKES_NOTHING ? 0 : pieces_in_hand(q, f);
  bool has_span = q->d->span >= 0 && (pieces >> q->d->span & 1);
  for (int axis = CARC_NORTH_SOUTH; axis <= CARC_EAST_WEST; axis++) {
    if (f->takes != TAKES_NOTHING &&
        !(has_span && carc_state_fits_span(q->d, q->s, t->tile, (carc_axis)axis)))
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

/* A cell's place among all, by y, then x. */
enum { ROW_OF_CELLS = 512 };
static int rank_of_cell (const carc_state *s, uint16_t at) {
  return (y_of(s, at) - s->low_y) * ROW_OF_CELLS + (x_of(s, at) - s->low_x);
}

/* The first cell that takes the tile in some rotation, behind one of this rank; INT32_MAX if there is none. */
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

/* The empty cells where a tile would fit in some rotation, while one is left, by y, then x. */
static bool find_cells_taking (query *q, int selector_number, visitor visit, void *ud) {
  legal_cells room;
  int type = q->pool->selectors[selector_number].takes_type;
  if (carc_state_tiles_left(q->d, q->s, type) == 0) return true;
  if (find_legal(q->d, q->s, type, room.legal, room.n_placements) == 0) return true;
  for (int rank = next_cell(q, &room, -1); rank != INT32_MAX; rank = next_cell(q, &room, rank)) {
    thing t = carc_no_thing(THINGS_CELLS);
    t.x = (int16_t)(q->s->low_x + rank % ROW_OF_CELLS);
    t.y = (int16_t)(q->s->low_y + rank / ROW_OF_CELLS);
    t.player = (int8_t)q->actor;
    if (carc_passes(q, selector_number, &t) && !visit(ud, &t)) return false;
  }
  return true;
}

/* ---- All of it ------------------------------------------------------------------------------------------------------------ */

/* Visits those parts that pass. */
typedef struct part_visit {
  query *q;
  int selector;
  visitor visit;
  void *ud;
} part_visit;

static bool visit_part (void *ud, const thing *t) {
  const part_visit *w = ud;
  return !carc_passes(w->q, w->selector, t) || w->visit(w->ud, t);
}

static bool find_on_tile (query *q, int selector_number, int tile, visitor visit, void *ud) {
  const selector *f = &q->pool->selectors[selector_number];
  part_visit w = {q, selector_number, visit, ud};
  if (f->things == THINGS_SEGMENTS)
    return find_segments_on(q, selector_number, tile, pieces_in_hand(q, f), visit, ud);
  return carc_visit_parts(q, f, tile, visit_part, &w);
}

bool carc_find_taking (query *q, int selector_number, tiles_near *near, visitor visit, void *ud) {
  const selector *f = &q->pool->selectors[selector_number];
  if (f->things == THINGS_CELLS) return find_cells_taking(q, selector_number, visit, ud);
  if (pieces_in_hand(q, f) == 0) return true;
  for (int n = carc_tile_behind(q, near, -1); n >= 0; n = carc_tile_behind(q, near, n))
    if (!find_on_tile(q, selector_number, n, visit, ud)) return false;
  return true;
}
