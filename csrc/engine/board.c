#include "board.h"

enum { NORTH, EAST, SOUTH, WEST };
static const int step[SIDES] = {[NORTH] = -256, [EAST] = 1, [SOUTH] = 256, [WEST] = -1};

static uint16_t beside (uint16_t at, int side) {
  /* x and y are apart: a step to the east must not carry into y */
  if (side == EAST || side == WEST) return (uint16_t)((at & 0xFF00) | ((at + step[side]) & 0xFF));
  return (uint16_t)(at + step[side]);
}

void clear_board (const carc_definition *d, carc_state *s) {
  memset(need_of(d, s), 0xFF, d->at.words * 64);
  s->n_cells = 1;
  s->low_x = s->low_y = 0;
  cell_at_of(d, s)[0] = position_of(0, 0);
  need_of(d, s)[0] = 0;
}

/* ---- Legal placements ------------------------------------------------------------------------------ */

/* Bit i: cell i of these 64 takes a tile with these edges. A cell that is not there needs 0xFF and knows 0. */
ALWAYS_INLINE uint64_t cells_taking (const uint8_t *need, const uint8_t *known, uint8_t edges) {
  uint64_t bits = 0;
#if CARC_SSE2
  __m128i tile = _mm_set1_epi8((char)edges);
  for (int i = 0; i < 4; i++) {
    __m128i n = _mm_loadu_si128((const __m128i *)(const void *)need + i),
            k = _mm_loadu_si128((const __m128i *)(const void *)known + i);
    uint64_t sixteen = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(tile, k), n));
    bits |= sixteen << (16 * i);
  }
#else
  for (int i = 0; i < 64; i++) bits |= (uint64_t)((edges & known[i]) == need[i]) << i;
#endif
  return bits;
}

int find_legal (const carc_definition *d, const carc_state *s, int type, uint64_t *legal) {
  const uint8_t *need = const_need_of(d, s), *known = const_known_of(d, s);
  const lying_tile *t = &d->lying[type * SIDES];
  uint32_t words = d->at.words, used = (s->n_cells + 63u) / 64;
  int n = 0;
  for (int rotation = 0; rotation < SIDES; rotation++)
    for (uint32_t w = 0; w < words; w++) {
      uint64_t bits = w < used ? cells_taking(need + 64 * w, known + 64 * w, t[rotation].edges) : 0;
      legal[(uint32_t)rotation * words + w] = bits;
      n += count_bits(bits);
    }
  return n;
}

/* ---- The rim ------------------------------------------------------------------------------------------ */

/* Bit i: cell i of these 64 is at this position. What is behind n_cells may be anything. */
ALWAYS_INLINE uint64_t cells_at (const uint16_t *at, uint16_t position) {
  uint64_t bits = 0;
#if CARC_SSE2
  __m128i wanted = _mm_set1_epi16((short)position);
  for (int i = 0; i < 4; i++) {
    const __m128i *p = (const __m128i *)(const void *)at + 2 * i;
    __m128i low = _mm_cmpeq_epi16(_mm_loadu_si128(p), wanted),
            high = _mm_cmpeq_epi16(_mm_loadu_si128(p + 1), wanted);
    bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << (16 * i);
  }
#else
  for (int i = 0; i < 64; i++) bits |= (uint64_t)(at[i] == position) << i;
#endif
  return bits;
}

int find_cell (const carc_definition *d, const carc_state *s, uint16_t at) {
  const uint16_t *cell_at = const_cell_at_of(d, s);
  for (int i = 0; i < s->n_cells; i += 64) {
    uint64_t bits = cells_at(cell_at + i, at);
    if (s->n_cells - i < 64) bits &= ((uint64_t)1 << (s->n_cells - i)) - 1;
    if (bits != 0) return i + lowest_bit(bits);
  }
  return -1;
}

static void keep_corner (carc_state *s, uint16_t at) {
  if ((uint8_t)at == (uint8_t)s->low_x) s->low_x--;
  if ((uint8_t)(at >> 8) == (uint8_t)s->low_y) s->low_y--;
}

uint32_t occupy_cell (const carc_definition *d, carc_state *s, int cell, int lie) {
  uint16_t *restrict cell_at = cell_at_of(d, s);
  uint8_t *restrict need = need_of(d, s), *restrict known = known_of(d, s);
  uint32_t *restrict near = near_of(d, s), neighbours = near[cell];
  uint16_t at = cell_at[cell];
  unsigned had = known[cell], edges = d->lying[lie].edges, number = s->n_tiles + 1u;
  int last = s->n_cells - 1;
  /* the cell's place in the list goes to the last one */
  cell_at[cell] = cell_at[last];
  need[cell] = need[last];
  known[cell] = known[last];
  near[cell] = near[last];
  need[last] = 0xFF;
  known[last] = 0;
  s->n_cells = (uint16_t)last;
  for (int side = NORTH; side <= WEST; side++) {
    if (had >> (2 * side) & 1) continue;
    uint16_t there = beside(at, side);
    int back = (side + 2) % SIDES, c = find_cell(d, s, there);
    if (c < 0) {
      c = s->n_cells++;
      cell_at[c] = there;
      need[c] = 0;
      near[c] = 0;
    }
    need[c] = (uint8_t)(need[c] | (edges >> (2 * side) & 3) << (2 * back));
    known[c] |= (uint8_t)(3u << (2 * back));
    near[c] |= number << (8 * back);
  }
  keep_corner(s, at);
  tile_at_of(d, s)[s->n_tiles] = at;
  lie_of(d, s)[s->n_tiles] = (uint16_t)lie;
  return neighbours;
}
