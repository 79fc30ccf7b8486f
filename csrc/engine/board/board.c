/* board.c: the cells beside the board, and the tiles that fit there. */
#include <string.h>
#include "board/board.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/state.h"

/* A cell that absorbs writes without effect. */
ALWAYS_INLINE int spare_cell (const carc_definition *d) { return (int)d->at.n_cells - 1; }

void carcB_clear_board (const carc_definition *d, carc_state *s) {
  memset(need_of(d, s), 0xFF, d->at.known - d->at.need);
  s->n_cells = 1;
  s->low_x = s->low_y = 0;
  cell_at_of(d, s)[0] = position_of(0, 0);
  need_of(d, s)[0] = 0;
}

/* ---- Sixteen cells at once ------------------------------------------------------------------- */

#if CARC_SSE2
typedef __m128i byte_vector; /* a byte per cell, or sums of bytes */

ALWAYS_INLINE byte_vector load_bytes (const uint8_t *p) {
  return _mm_loadu_si128((const __m128i *)(const void *)p);
}
ALWAYS_INLINE byte_vector all_bytes (uint8_t value) { return _mm_set1_epi8((char)value); }
ALWAYS_INLINE byte_vector all_positions (uint16_t value) { return _mm_set1_epi16((short)value); }

/*
** Returns the cells that take these edges: bit i is cell i. Subtracts 1 from the byte of each such
** cell in `count`. Unused cells never take edges: their need is 0xFF, their known 0.
*/
ALWAYS_INLINE uint64_t taking (byte_vector need, byte_vector known, byte_vector edges, byte_vector *count) {
  byte_vector fits = _mm_cmpeq_epi8(_mm_and_si128(edges, known), need);
  *count = _mm_add_epi8(*count, fits);
  return (uint32_t)_mm_movemask_epi8(fits);
}

/* Number of cells that `taking` counted. */
ALWAYS_INLINE int counted (byte_vector count) {
  byte_vector sums = _mm_sad_epu8(_mm_sub_epi8(_mm_setzero_si128(), count), _mm_setzero_si128());
  return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
}

/* Bit i: cell i has this position. */
ALWAYS_INLINE uint64_t equal_positions (const uint16_t *at, byte_vector position) {
  const __m128i *p = (const __m128i *)(const void *)at;
  __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(p), position),
          high = _mm_cmpeq_epi16(_mm_loadu_si128(p + 1), position);
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

/*
** Tests eight positions. Sets all bits of each position that is in the square of nine cells with
** this corner.
*/
ALWAYS_INLINE byte_vector in_square (const __m128i *at, byte_vector corner) {
  byte_vector from = _mm_sub_epi8(_mm_loadu_si128(at), corner), two = _mm_set1_epi8(2);
  return _mm_cmpeq_epi16(_mm_cmpeq_epi8(_mm_min_epu8(from, two), from), _mm_set1_epi16(-1));
}

/* Bit i: position i is in the square of nine cells with this corner. */
ALWAYS_INLINE uint64_t near_positions (const uint16_t *at, byte_vector corner) {
  const __m128i *p = (const __m128i *)(const void *)at;
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(in_square(p, corner), in_square(p + 1, corner)));
}
#else
/*
** Portable version, which handles one cell at a time. If all sixteen bytes are equal, `all` has
** their value.
*/
typedef struct byte_vector {
  const uint8_t *each;
  unsigned all;
} byte_vector;

ALWAYS_INLINE byte_vector load_bytes (const uint8_t *p) { return (byte_vector){p, 0}; }
ALWAYS_INLINE byte_vector all_bytes (uint8_t value) { return (byte_vector){NULL, value}; }
ALWAYS_INLINE byte_vector all_positions (uint16_t value) { return (byte_vector){NULL, value}; }

ALWAYS_INLINE uint64_t taking (byte_vector need, byte_vector known, byte_vector edges, byte_vector *count) {
  uint64_t bits = 0;
  for (int i = 0; i < CELLS_AT_ONCE; i++)
    bits |= (uint64_t)((edges.all & known.each[i]) == need.each[i]) << i;
  count->all += (unsigned)count_bits(bits);
  return bits;
}

ALWAYS_INLINE int counted (byte_vector count) { return (int)count.all; }

ALWAYS_INLINE uint64_t equal_positions (const uint16_t *at, byte_vector position) {
  uint64_t bits = 0;
  for (int i = 0; i < CELLS_AT_ONCE; i++) bits |= (uint64_t)(at[i] == position.all) << i;
  return bits;
}

ALWAYS_INLINE uint64_t near_positions (const uint16_t *at, byte_vector corner) {
  uint64_t bits = 0;
  for (int i = 0; i < CELLS_AT_ONCE; i++) {
    uint8_t column = (uint8_t)(at[i] - corner.all), row = (uint8_t)((at[i] >> 8) - (corner.all >> 8));
    bits |= (uint64_t)(column <= 2 && row <= 2) << i;
  }
  return bits;
}
#endif

/* ---- Legal placements ------------------------------------------------------------------------ */

static int count_neighbours (uint64_t near) {
  int n = 0;
  for (int side = 0; side < SIDES; side++) n += (near & near_side(side)) != 0;
  return n;
}

/*
** A wild tile fits wherever it has this number of neighbours. Its rotations do not differ, so only
** rotation 0 counts.
*/
NOINLINE static int find_holes (const carc_definition *d, const carc_state *s, int neighbours,
                                uint64_t *legal, uint16_t n_placements[SIDES]) {
  const uint64_t *near = const_near_of(d, s);
  for (int r = 0; r < SIDES; r++) {
    memset(legal + (uint32_t)r * d->at.words, 0, (size_t)legal_words(s) * sizeof *legal);
    n_placements[r] = 0;
  }
  for (int c = 0; c < s->n_cells; c++) {
    if (count_neighbours(near[c]) < neighbours) continue;
    legal[c / 64] |= (uint64_t)1 << (c % 64);
    n_placements[0]++;
  }
  return n_placements[0];
}

bool carcB_edges_fit (const carc_definition *d, unsigned edges, unsigned known, unsigned need) {
  if (LIKELY(!d->mixed_edges)) return (edges & known) == need;
  for (int side = 0; side < SIDES; side++) {
    unsigned own = edge_at(edges, side), facing = edge_at(need, side);
    if ((known >> (2 * side) & 1) && (d->edge[own].fits >> facing & 1) == 0) return false;
  }
  return true;
}

bool carcB_edges_fit_at (const carc_definition *d, const carc_state *s, int cell, unsigned edges) {
  return carcB_edges_fit(d, edges, const_known_of(d, s)[cell], const_need_of(d, s)[cell]);
}

/* Tests the cells one by one, because in this game unequal edges may fit each other. */
NOINLINE static int find_mixed (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                                uint16_t n_placements[SIDES]) {
  int sum = 0;
  for (int r = 0; r < SIDES; r++) {
    uint64_t *bits = legal + (uint32_t)r * d->at.words;
    memset(bits, 0, (size_t)legal_words(s) * sizeof *bits);
    n_placements[r] = 0;
    for (int c = 0; c < s->n_cells; c++) {
      uint64_t fits = carcB_edges_fit_at(d, s, c, d->lying[type * SIDES + r].edges);
      bits[c / 64] |= fits << (c % 64);
      n_placements[r] = (uint16_t)(n_placements[r] + fits);
    }
    sum += n_placements[r];
  }
  return sum;
}

/* Distance of a cell from the north-west corner of all cells. */
typedef struct offset {
  uint8_t x, y;
} offset;
static offset offset_of (const carc_state *s, uint16_t at) {
  return (offset){(uint8_t)((uint8_t)at - (uint8_t)s->low_x),
                  (uint8_t)((uint8_t)(at >> 8) - (uint8_t)s->low_y)};
}

unsigned carcB_full_axes (const carc_definition *d, const carc_state *s) {
  unsigned full = 0;
  for (int c = 0; d->wide && c < s->n_cells && full != 3; c++) {
    offset o = offset_of(s, const_cell_at_of(d, s)[c]);
    full |= (unsigned)(o.x == UINT8_MAX) | (unsigned)(o.y == UINT8_MAX) << 1;
  }
  return full;
}

bool carcB_is_out_of_span (const carc_definition *d, const carc_state *s, int cell, unsigned full) {
  offset o = offset_of(s, const_cell_at_of(d, s)[cell]);
  bool x = o.x == 0 || o.x == UINT8_MAX, y = o.y == 0 || o.y == UINT8_MAX;
  return ((full & 1) && x) || ((full & 2) && y);
}

/*
** Removes cells in which a tile would exceed CARC_MAX_SPAN; returns the number of placements that
** remain.
*/
NOINLINE static int leave_out_far (const carc_definition *d, const carc_state *s, uint64_t *legal,
                                   uint16_t n_placements[SIDES]) {
  unsigned full = carcB_full_axes(d, s);
  int sum = 0;
  for (int r = 0; r < SIDES; r++) {
    for (int c = 0; c < s->n_cells && full != 0; c++) {
      uint64_t *bits = &legal[(uint32_t)r * d->at.words + (uint32_t)c / 64], bit = (uint64_t)1 << (c % 64);
      if ((*bits & bit) == 0 || !carcB_is_out_of_span(d, s, c, full)) continue;
      *bits &= ~bit;
      n_placements[r]--;
    }
    sum += n_placements[r];
  }
  return sum;
}

int carcB_find_fitting_cells (const carc_definition *d, const carc_state *s, int type, uint64_t *legal,
                              uint16_t n_placements[SIDES]) {
  const uint8_t *need = const_need_of(d, s), *known = const_known_of(d, s);
  const rotated_tile *t = &d->lying[type * SIDES];
  int n = s->n_cells, sum = 0;
  int wild = d->type[type].wild;
  if (UNLIKELY(d->unlike_sides) && (wild || d->mixed_edges)) {
    sum = wild ? find_holes(d, s, wild, legal, n_placements) : find_mixed(d, s, type, legal, n_placements);
    return d->wide ? leave_out_far(d, s, legal, n_placements) : sum;
  }
  byte_vector edges[SIDES], count[SIDES];
  for (int r = 0; r < SIDES; r++) {
    edges[r] = all_bytes(t[r].edges);
    count[r] = all_bytes(0);
  }
  for (int first = 0; first < n; first += 64) {
    uint64_t bits[SIDES] = {0};
    int end = n - first < 64 ? n - first : 64;
    for (int k = 0; k < end; k += CELLS_AT_ONCE) {
      byte_vector needs = load_bytes(need + first + k), knows = load_bytes(known + first + k);
      for (int r = 0; r < SIDES; r++) bits[r] |= taking(needs, knows, edges[r], &count[r]) << k;
    }
    for (int r = 0; r < SIDES; r++) legal[(uint32_t)r * d->at.words + (uint32_t)first / 64] = bits[r];
  }
  for (int r = 0; r < SIDES; r++) {
    n_placements[r] = (uint16_t)counted(count[r]);
    sum += n_placements[r];
  }
  return UNLIKELY(d->wide) ? leave_out_far(d, s, legal, n_placements) : sum;
}

/* ---- The rim --------------------------------------------------------------------------------- */

/* The bits of the existing cells among the 64 cells from `first` on. */
ALWAYS_INLINE uint64_t cells_there (const carc_state *s, int first) {
  int n = s->n_cells - first;
  return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* Bit i: cell first + i has this position. */
ALWAYS_INLINE uint64_t cells_at (const carc_state *s, const uint16_t *cell_at, int first,
                                 byte_vector position) {
  uint64_t bits = 0;
  int n = s->n_cells - first, end = n < 64 ? n : 64;
  for (int k = 0; k < end; k += CELLS_AT_ONCE) bits |= equal_positions(cell_at + first + k, position) << k;
  return bits & cells_there(s, first);
}

int carcB_find_cell (const carc_definition *d, const carc_state *s, uint16_t at) {
  for (int first = 0; first < s->n_cells; first += 64) {
    uint64_t bits = cells_at(s, const_cell_at_of(d, s), first, all_positions(at));
    if (bits != 0) return first + lowest_bit(bits);
  }
  return -1;
}

/* Tests sixteen tiles at a time. Ignores results after the last tile. */
int carcB_find_tile_at (const carc_definition *d, const carc_state *s, uint16_t at) {
  const uint16_t *tile_at = const_tile_at_of(d, s);
  byte_vector wanted = all_positions(at);
  for (int first = 0; first < s->n_tiles; first += CELLS_AT_ONCE) {
    uint64_t bits = equal_positions(tile_at + first, wanted);
    if (bits == 0) continue;
    int tile = first + lowest_bit(bits);
    return tile < s->n_tiles ? tile : -1;
  }
  return -1;
}

/*
** Whether a place in a square of nine places is near the middle of the square. The places are
** numbered from 0.
*/
ALWAYS_INLINE bool is_near (unsigned place, nearness how) {
  static const uint16_t meant[] = {[NEAR_BESIDE] = 0252, [NEAR_AROUND] = 0757, [NEAR_AND_HERE] = 0777};
  return meant[how] >> place & 1;
}

int carcB_find_tiles_near (const carc_definition *d, const carc_state *s, uint16_t at, nearness how,
                           int out[MAX_NEAR]) {
  const uint16_t *tile_at = const_tile_at_of(d, s);
  uint16_t corner = position_of((at & 0xFF) - 1, (at >> 8) - 1);
  int n = 0;
  for (int first = 0; first < s->n_tiles; first += CELLS_AT_ONCE)
    for (uint64_t bits = near_positions(tile_at + first, all_positions(corner)); bits != 0;
         bits &= bits - 1) {
      int tile = first + lowest_bit(bits);
      if (tile >= s->n_tiles) return n; /* ignores positions after the last tile */
      unsigned column = (uint8_t)(tile_at[tile] - corner),
               row = (uint8_t)((tile_at[tile] >> 8) - (corner >> 8));
      if (is_near(3 * row + column, how)) out[n++] = tile;
    }
  return n;
}

/* Finds the cells on the four sides of a position; -1 if a side has no cell. */
ALWAYS_INLINE void find_beside (const carc_definition *d, const carc_state *s, uint16_t at,
                                int found[SIDES]) {
  const uint16_t *cell_at = const_cell_at_of(d, s);
  byte_vector wanted[SIDES];
  for (int side = 0; side < SIDES; side++) {
    wanted[side] = all_positions(beside(at, side));
    found[side] = -1;
  }
  for (int first = 0; first < s->n_cells; first += 64) {
    uint64_t bits[SIDES] = {0}, there = cells_there(s, first);
    int n = s->n_cells - first, end = n < 64 ? n : 64;
    for (int k = 0; k < end; k += CELLS_AT_ONCE)
      for (int side = 0; side < SIDES; side++)
        bits[side] |= equal_positions(cell_at + first + k, wanted[side]) << k;
    for (int side = 0; side < SIDES; side++) {
      uint64_t hit = bits[side] & there;
      found[side] = hit != 0 ? first + lowest_bit(hit) : found[side];
    }
  }
}

static void keep_corner (carc_state *s, uint16_t at) {
  if ((uint8_t)at == (uint8_t)s->low_x) s->low_x--;
  if ((uint8_t)(at >> 8) == (uint8_t)s->low_y) s->low_y--;
}

/*
** Adds the neighbours without branches, because branches could not be predicted. For each side,
** writes to one cell: the spare cell if a tile lies on this side; otherwise an existing cell or a
** new cell. The first new cell takes the place of the occupied cell.
*/
uint64_t carcB_occupy_cell (const carc_definition *d, carc_state *s, int cell, int lie) {
  uint16_t *restrict cell_at = cell_at_of(d, s);
  uint8_t *restrict need = need_of(d, s), *restrict known = known_of(d, s);
  uint64_t *restrict near = near_of(d, s), neighbours = near[cell];
  uint16_t at = cell_at[cell];
  unsigned had = known[cell], edges = d->lying[lie].edges;
  uint64_t number = s->n_tiles + 1u;
  int found[SIDES], fresh = 0, n = s->n_cells, spare = spare_cell(d);
  find_beside(d, s, at, found);
  for (int side = SIDE_NORTH; side <= SIDE_WEST; side++) {
    int back = (side + 2) % SIDES;
    bool taken = had >> (2 * side) & 1, is_new = !taken & (found[side] < 0);
    int next = fresh > 0 ? n + fresh - 1 : cell, c = found[side] >= 0 ? found[side] : next;
    uint64_t keep = (uint64_t)is_new - 1; /* a new cell keeps no bits */
    c = taken ? spare : c;
    cell_at[c] = beside(at, side);
    need[c] = (uint8_t)((need[c] & keep) | (edges >> (2 * side) & 3) << (2 * back));
    known[c] = (uint8_t)((known[c] & keep) | 3u << (2 * back));
    near[c] = (near[c] & keep) | number << (NEAR_BITS * back);
    fresh += is_new;
  }
  need[spare] = 0xFF;
  known[spare] = 0;
  if (fresh == 0) { /* without a new cell, the last cell fills the gap */
    int last = n - 1;
    cell_at[cell] = cell_at[last];
    need[cell] = need[last];
    known[cell] = known[last];
    near[cell] = near[last];
    need[last] = 0xFF;
    known[last] = 0;
  }
  s->n_cells = (uint16_t)(n + fresh - 1);
  keep_corner(s, at);
  tile_at_of(d, s)[s->n_tiles] = at;
  lie_of(d, s)[s->n_tiles] = (uint16_t)lie;
  return neighbours;
}

void carcB_add_road_to_rim (const carc_definition *d, carc_state *s, int tile, int side) {
  int cell = carcB_find_cell(d, s, beside(const_tile_at_of(d, s)[tile], side));
  if (cell >= 0) need_of(d, s)[cell] |= (uint8_t)(EDGE_ROAD << (2 * ((side + 2) % SIDES)));
}

bool carcB_side_is_free (const carc_definition *d, const carc_state *s, int tile, int side) {
  return carcB_find_cell(d, s, beside(const_tile_at_of(d, s)[tile], side)) >= 0;
}

void carcB_clear_needs_around (const carc_definition *d, carc_state *s, uint16_t at) {
  for (int side = SIDE_NORTH; side <= SIDE_WEST; side++) {
    int cell = carcB_find_cell(d, s, beside(at, side));
    uint8_t others = (uint8_t) ~(3u << (2 * ((side + 2) % SIDES)));
    if (cell < 0) continue;
    need_of(d, s)[cell] &= others;
    known_of(d, s)[cell] &= others;
  }
}

void carcB_restore_needs (const carc_definition *d, carc_state *s, int cell) {
  uint64_t near = const_near_of(d, s)[cell];
  for (int side = SIDE_NORTH; side <= SIDE_WEST; side++)
    if (neighbour_in(near, side) >= 0) known_of(d, s)[cell] |= (uint8_t)(3u << (2 * side));
}
