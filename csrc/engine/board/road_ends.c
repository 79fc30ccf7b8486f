/* road_ends.c: the ends of roads and rivers on the board, and the segments that they run into. */
#include "board/road_ends.h"
#include "util/compiler.h"
#include "model/ports.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/joins.h"

enum { INSIDE = -1, NOTHING = -1 };

/* The segment at the middle of a side of the rotated tile. */
static int facing_segment (const carc_definition *d, const carc_state *s, int tile, int side) {
  return d->lying[const_lie_of(d, s)[tile]].port[port_at(side, PORT_MIDDLE)];
}

/*
** The end at a side, with the segments of the neighbour that it runs into. On a wild tile, whose
** sides are blank, these are all segments.
*/
static carc_road_end end_at_side (const carc_definition *d, const carc_state *s, int tile, int segment,
                                  int side) {
  carc_road_end e = {tile, segment, side, NOTHING, 0};
  int other = carcB_find_tile_at(d, s, beside(const_tile_at_of(d, s)[tile], side));
  if (other < 0) return e;
  const tile_type *type = type_of(d, s, other);
  e.into_tile = other;
  e.into = type->wild ? all_segments(type) : 1u << facing_segment(d, s, other, (side + 2) % SIDES);
  return e;
}

/* Number of ends that attributes give to the segment and that no join uses. */
static int count_free (const carc_definition *d, const carc_state *s, int tile, int segment) {
  int given = carcB_count_joinable_ends(d, s, tile, segment);
  return given == 0 ? 0 : given - carcB_count_joined_ends(d, s, tile, segment);
}

static carc_road_end end_inside (const carc_definition *d, const carc_state *s, int tile, int segment) {
  carc_road_end e = {tile, segment, INSIDE, NOTHING, 0};
  if (count_free(d, s, tile, segment) > 0) return e;
  e.into_tile = tile;
  e.into = ends_at(type_of(d, s, tile), segment);
  return e;
}

carc_road_end carc_state_road_end (const carc_definition *def, const carc_state *state, int tile, int segment,
                                   int side) {
  return side == INSIDE ? end_inside(def, state, tile, segment)
                        : end_at_side(def, state, tile, segment, side);
}

/*
** Number of ends inside the tile: those that attributes give and no join uses; if there are none,
** the printed ones.
*/
static int count_inside (const carc_definition *d, const carc_state *s, int tile, int segment) {
  return carcB_count_joinable_ends(d, s, tile, segment) > 0 ? count_free(d, s, tile, segment)
                                                            : ends_at(type_of(d, s, tile), segment) != 0;
}

/*
** Whether the line continues across a side: it has been joined with the segment that it faces
** there.
*/
static bool goes_on (const carc_definition *d, const carc_state *s, const carc_road_end *e) {
  return e->into_tile >= 0 && !type_of(d, s, e->into_tile)->wild &&
         type_of(d, s, e->into_tile)->kind[lowest_bit(e->into)] == type_of(d, s, e->tile)->kind[e->segment];
}

bool carcB_visit_road_ends (const carc_definition *d, const carc_state *s, int tile, int segment,
                            end_visitor visit, void *ud) {
  if ((lines_of(type_of(d, s, tile)) >> segment & 1) == 0) return true;
  carc_road_end inside = end_inside(d, s, tile, segment);
  for (int i = count_inside(d, s, tile, segment); i > 0; i--)
    if (!visit(ud, &inside)) return false;
  for (int side = 0; side < SIDES; side++) {
    if (facing_segment(d, s, tile, side) != segment) continue;
    carc_road_end e = end_at_side(d, s, tile, segment, side);
    if (!goes_on(d, s, &e) && !visit(ud, &e)) return false;
  }
  return true;
}

typedef struct ends_list {
  carc_road_end *out;
  int n, room;
} ends_list;

static bool list_end (void *ud, const carc_road_end *end) {
  ends_list *l = ud;
  if (l->n < l->room) l->out[l->n] = *end;
  l->n++;
  return true;
}

int carc_state_feature_ends (const carc_definition *def, const carc_state *state, int id, carc_road_end *out,
                             int room) {
  ends_list l = {out, 0, room};
  for (int t = 0; t < state->n_tiles; t++)
    for (unsigned left = lines_of(type_of(def, state, t)); left != 0; left &= left - 1)
      if (feature_at(def, state, t, lowest_bit(left)) == id)
        carcB_visit_road_ends(def, state, t, lowest_bit(left), list_end, &l);
  return l.n;
}
