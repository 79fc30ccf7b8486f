/*
** adjacent_segments.c: visits the segments that are adjacent to a segment.
*/
#include "board/adjacent_segments.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/joins.h"
#include "board/state.h"

/* Context of a visit: the segment, and the function that receives its adjacent segments. */
typedef struct adjacency_visit {
  const carc_definition *d;
  const carc_state *s;
  int tile, segment;
  segment_visitor visit;
  void *ud;
} adjacency_visit;

/*
** Visits segments across a side that joins a neighbour. If the side of either tile has two halves,
** each half joins separately.
*/
static void visit_across (const adjacency_visit *g, int side, int other) {
  const uint16_t *lies = const_lie_of(g->d, g->s);
  const rotated_tile *l = &g->d->lying[lies[g->tile]], *neighbour = &g->d->lying[lies[other]];
  int back = (side + 2) % SIDES, kind = type_of(g->d, g->s, g->tile)->kind[g->segment];
  bool halves = is_split(l, side) || is_split(neighbour, back);
  for (int third = 0; third < 3; third++) {
    if (segment_on(l, side, third) != g->segment || !(halves ? third != 1 : meets_alone(l, side, third)))
      continue;
    int met = segment_on(neighbour, back, 2 - third);
    if (type_of(g->d, g->s, other)->kind[met] == kind) g->visit(g->ud, other, met);
  }
}

static void visit_joined (const adjacency_visit *g) {
  for (int i = 0; i < g->s->n_joins; i++) {
    carc_join j = join_at(g->d, g->s, i);
    if (j.tile == g->tile && j.segment == g->segment) g->visit(g->ud, j.other_tile, j.other_segment);
    if (j.other_tile == g->tile && j.other_segment == g->segment) g->visit(g->ud, j.tile, j.segment);
  }
}

static bool is_at_side (const adjacency_visit *g, int side) {
  const uint8_t *port = g->d->lying[const_lie_of(g->d, g->s)[g->tile]].port + 3 * side;
  return port[0] == g->segment || port[1] == g->segment || port[2] == g->segment;
}

/*
** Neighbours of the tile on those sides that the segment touches, as carcB_neighbours_of returns
** them.
*/
static uint64_t neighbours_at (const adjacency_visit *g) {
  uint64_t near = 0;
  uint16_t at = const_tile_at_of(g->d, g->s)[g->tile];
  for (int side = 0; side < SIDES; side++)
    if (is_at_side(g, side))
      near |= (uint64_t)(carcB_find_tile_at(g->d, g->s, beside(at, side)) + 1) << (NEAR_BITS * side);
  return near;
}

void carcB_visit_adjacent_segments (const carc_definition *d, const carc_state *s, int tile, int segment,
                                    segment_visitor visit, void *ud) {
  adjacency_visit g = {d, s, tile, segment, visit, ud};
  uint64_t near = carcB_joining_sides(d, s, const_lie_of(d, s)[tile], neighbours_at(&g));
  for (int side = 0; side < SIDES; side++)
    if (neighbour_in(near, side) >= 0) visit_across(&g, side, neighbour_in(near, side));
  visit_joined(&g);
}
