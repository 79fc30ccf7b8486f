/*
** placement_limits.c: four limits of placements: some edges must join, some lines (such as rivers)
** must not turn back, some edges fit only where a filter matches, and some tiles must keep a
** distance from others.
*/
#include "board/placement_limits.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"

/* ---- Edges that must join -------------------------------------------------------------------- */

/* Whether the tile has edges of this kind, but none of them joins a neighbour of the cell. */
static bool joins_none (const carc_definition *d, const carc_state *s, unsigned edges, int cell,
                        unsigned kind) {
  unsigned known = const_known_of(d, s)[cell], need = const_need_of(d, s)[cell];
  bool shows = false;
  for (int side = 0; side < SIDES; side++) {
    if (edge_at(edges, side) != kind) continue;
    if (edge_at(known, side) != 0 && edge_at(need, side) == kind) return false;
    shows = true;
  }
  return shows;
}

/* ---- Lines that may not turn back ------------------------------------------------------------ */

enum { BEND_NONE, BEND_RIGHT, BEND_LEFT = 3, BEND_NO_LINE };

/*
** The side where the line that enters at `in` leaves the tile; -1 unless the line has exactly two
** ends.
*/
static int other_end_of_line (const rotated_tile *l, int in) {
  int out = -1, segment = l->port[3 * in + 1];
  if (segment == NO_SEGMENT) return -1; /* on a wild tile */
  for (int side = 0; side < SIDES; side++) {
    if (side == in || l->port[3 * side + 1] != segment) continue;
    if (out >= 0) return -1;
    out = side;
  }
  return out;
}

/* Direction in which the line that enters at `in` bends. */
static int turn_from (const rotated_tile *l, int in) {
  int out = other_end_of_line(l, in);
  return out < 0 ? BEND_NO_LINE : (out - in + SIDES / 2) & 3;
}

/*
** Direction of the last bend of the line that leaves tile n on this side. Looks only at tile n; if
** `alternate` is true, continues past straight tiles. BEND_NO_LINE if there is no bend.
*/
static int last_bend (const carc_definition *d, const carc_state *s, int n, int side, bool alternate) {
  for (int steps = 0; n >= 0 && steps < s->n_tiles; steps++) {
    const rotated_tile *l = &d->lying[const_lie_of(d, s)[n]];
    int back = turn_from(l, side);
    if (back == BEND_NO_LINE) return BEND_NO_LINE;
    if (back != BEND_NONE) return SIDES - back; /* the line is followed backwards */
    if (!alternate) return BEND_NO_LINE;
    int in = other_end_of_line(l, side);
    n = carcB_find_tile_at(d, s, beside(const_tile_at_of(d, s)[n], in));
    side = (in + SIDES / 2) % SIDES;
  }
  return BEND_NO_LINE;
}

static bool turns_back (const carc_definition *d, const carc_state *s, int lie, int cell) {
  const rotated_tile *l = &d->lying[lie];
  for (int side = 0; side < SIDES; side++) {
    unsigned kind = edge_at(l->edges, side);
    int turns = d->edge[kind].bends, bend = turn_from(l, side);
    int n = neighbour_in(const_near_of(d, s)[cell], side);
    if (turns == BENDS_ANY || (bend != BEND_RIGHT && bend != BEND_LEFT) || n < 0) continue;
    if (edge_at(const_need_of(d, s)[cell], side) != kind) continue;
    if (last_bend(d, s, n, (side + SIDES / 2) % SIDES, turns == BENDS_ALTERNATE) == bend) return true;
  }
  return false;
}

/* ---- Edges that fit only where a filter matches ---------------------------------------------- */

/* Whether the segment on a side of a rotated tile matches the filter of a pair of edges. */
static bool is_marked (const carc_definition *d, const edge_filter *row, int lie, int side) {
  int segment = d->lying[lie].port[3 * side + 1];
  return d->selectors[row->where].printed_on[lie / SIDES] >> segment & 1;
}

/* Whether the tile clashes with the tile n on a side because of filters of pairs of edges. */
static bool side_clashes (const carc_definition *d, const carc_state *s, int lie, int side, int n) {
  int other_lie = const_lie_of(d, s)[n], back = (side + 2) % SIDES;
  unsigned own = edge_at(d->lying[lie].edges, side), facing = edge_at(d->lying[other_lie].edges, back);
  bool restricted = false, allowed = false;
  for (int i = 0; i < d->n_edge_filters; i++) {
    const edge_filter *row = &d->edge_filter[i];
    bool is_pair = (row->kind == own && row->other == facing) || (row->kind == facing && row->other == own);
    if (!is_pair) continue;
    bool matches = is_marked(d, row, lie, side) || is_marked(d, row, other_lie, back);
    if (matches && !row->fits) return true;
    restricted |= row->fits;
    allowed |= row->fits && matches;
  }
  return restricted && !allowed;
}

static bool clashes_by_filter (const carc_definition *d, const carc_state *s, int lie, int cell) {
  for (int side = 0; side < SIDES; side++) {
    int n = neighbour_in(const_near_of(d, s)[cell], side);
    if (n >= 0 && !type_of(d, s, n)->wild && side_clashes(d, s, lie, side, n)) return true;
  }
  return false;
}

/* ---- Tiles that keep a distance -------------------------------------------------------------- */

/* Finds the tiles at most `reach` rows and columns away from a place, without the place itself. */
NOINLINE static int find_within (const carc_definition *d, const carc_state *s, uint16_t at, int reach,
                                 int out[CARC_MAX_TILES]) {
  const uint16_t *tile_at = const_tile_at_of(d, s);
  int n = 0;
  for (int tile = 0; tile < s->n_tiles; tile++)
    if (tile_at[tile] != at && is_within(s, tile_at[tile], x_of(s, at), y_of(s, at), reach)) out[n++] = tile;
  return n;
}

/* Finds the tiles that a limit calls near a place, without the place itself. */
ALWAYS_INLINE int find_near (const carc_definition *d, const carc_state *s, uint16_t at, const limit_row *row,
                             int out[CARC_MAX_TILES]) {
  return LIKELY(row->reach == 1)
             ? carcB_find_tiles_near(d, s, at, row->beside ? NEAR_BESIDE : NEAR_AROUND, out)
             : find_within(d, s, at, row->reach, out);
}

/*
** How many tiles that match `row->other` lie at and around a place, if a tile of type `t` is put
** there.
*/
static int count_near (const carc_definition *d, const carc_state *s, const tile_type *t, uint16_t at,
                       const limit_row *row) {
  int near[CARC_MAX_TILES], n = find_near(d, s, at, row, near),
                            count = !row->beside && finds_type(d, row->other, t);
  for (int i = 0; i < n; i++) count += finds_type(d, row->other, type_of(d, s, near[i]));
  return count;
}

/*
** Whether too many tiles that match `row->other` would be near the tile, or near a tile around it.
*/
static bool is_too_near (const carc_definition *d, const carc_state *s, const tile_type *t, uint16_t at,
                         const limit_row *row) {
  if (finds_type(d, row->one, t) && count_near(d, s, t, at, row) > row->max) return true;
  if (!finds_type(d, row->other, t)) return false;
  int near[CARC_MAX_TILES], n = find_near(d, s, at, row, near);
  for (int i = 0; i < n; i++) {
    const tile_type *other = type_of(d, s, near[i]);
    if (finds_type(d, row->one, other) &&
        count_near(d, s, other, const_tile_at_of(d, s)[near[i]], row) >= row->max)
      return true;
  }
  return false;
}

/* ---- All limits ------------------------------------------------------------------------------ */

placement_limit carcB_find_limit (const carc_definition *d, const carc_state *s, int lie, int cell) {
  const tile_type *t = &d->type[lie / SIDES];
  if (s->n_tiles == 0) return LIMIT_NONE;
  for (unsigned kind = 0; kind < EDGE_COUNT && !t->wild; kind++)
    if (d->edge[kind].must_join && joins_none(d, s, d->lying[lie].edges, cell, kind)) return LIMIT_EDGES;
  for (int i = 0; i < d->n_limits; i++)
    if (is_too_near(d, s, t, const_cell_at_of(d, s)[cell], &d->limit[i])) return LIMIT_TILES;
  if (t->wild) return LIMIT_NONE;
  if (d->n_edge_filters > 0 && clashes_by_filter(d, s, lie, cell)) return LIMIT_EDGES;
  return turns_back(d, s, lie, cell) ? LIMIT_EDGES : LIMIT_NONE;
}

int carcB_apply_limits (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                        uint16_t n_placements[SIDES]) {
  int left = 0;
  if (!d->type[type].placement_limits)
    return n_placements[0] + n_placements[1] + n_placements[2] + n_placements[3];
  for (int r = 0; r < SIDES; r++) {
    for (int w = 0; w < legal_words(s); w++) {
      uint64_t *bits = legal + (uint32_t)r * d->at.words + w;
      for (uint64_t rest = *bits; rest != 0; rest &= rest - 1) {
        if (carcB_find_limit(d, s, type * SIDES + r, 64 * w + lowest_bit(rest)) == LIMIT_NONE) continue;
        *bits &= ~(rest & -rest);
        n_placements[r]--;
      }
    }
    left += n_placements[r];
  }
  return left;
}
