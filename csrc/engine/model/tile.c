/*
** tile.c: a tile as printed, data derived from it, and its four rotations.
*/
#include <string.h>
#include "model/tile.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/text.h"
#include "model/ports.h"

static const char *const port_names[CARC_PORTS] = {"NL", "N", "NR", "EL", "E", "ER",
                                                   "SL", "S", "SR", "WL", "W", "WR"};
static const char *const kind_names[CARC_KIND_COUNT] = {
#define X(id, name) name,
    CARC_KIND_LIST(X)
#undef X
};
static const char *const good_names[CARC_GOOD_COUNT] = {"wine", "grain", "cloth"};

/* 1 + the edge that belongs to a kind; 0 if the kind has no sides. */
static const uint8_t edges_of_kinds[CARC_KIND_COUNT] = {
#define X(id, name) [CARC_KIND_##id] = 1 + EDGE_##id,
    EDGE_LIST(X)
#undef X
};
int carcM_edge_of_kind (int kind) { return edges_of_kinds[kind] - 1; }

const char *carc_port_name (int port) { return port >= 0 && port < CARC_PORTS ? port_names[port] : "none"; }
const char *carc_kind_name (carc_kind kind) {
  return (unsigned)kind < CARC_KIND_COUNT ? kind_names[kind] : "none";
}
const char *carc_good_name (carc_good good) {
  return (unsigned)good < CARC_GOOD_COUNT ? good_names[good] : "none";
}

/* ---- Names of segments ----------------------------------------------------------------------- */

uint16_t carcM_rotate_ports (uint16_t ports, int rotation) {
  unsigned shifted = (unsigned)ports << (3 * rotation);
  return (uint16_t)((shifted | shifted >> CARC_PORTS) & 0xFFF);
}

void carcM_put_segment_name (text_writer *w, int kind, uint16_t ports) {
  const char *before = kind == CARC_KIND_FIELD ? ":" : "";
  carcU_put_text(w, kind_names[kind]);
  if (ports == 0) carcU_put_text(w, before);
  before = ":";
  for (int p = 0; p < CARC_PORTS; p++) {
    if ((ports >> p & 1) == 0) continue;
    carcU_put_text(w, before);
    carcU_put_text(w, port_names[p]);
    before = ".";
  }
}

bool carcM_read_ports (text_view w, uint16_t *ports) {
  *ports = 0;
  while (w.length > 0) {
    text_view one = carcU_split_word(w, '.', &w);
    int p = 0;
    while (p < CARC_PORTS && !carcU_word_equals(one, port_names[p])) p++;
    if (p == CARC_PORTS || (*ports >> p & 1) != 0) return false;
    *ports |= (uint16_t)(1u << p);
    if (w.length == 1) return false;
    if (w.length > 0) w = (text_view){w.at + 1, w.length - 1};
  }
  return true;
}

bool carcM_read_segment_name (text_view w, int *kind, uint16_t *ports) {
  text_view rest, name = carcU_split_word(w, ':', &rest);
  int k = 0;
  while (k < CARC_KIND_COUNT && !carcU_word_equals(name, kind_names[k])) k++;
  if (k == CARC_KIND_COUNT) return false;
  *kind = k;
  if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
  return carcM_read_ports(rest, ports);
}

/* ---- Derived data ---------------------------------------------------------------------------- */

static int edge_of (const tile_type *t, int side) {
  int s = segment_at(t, port_at(side, PORT_MIDDLE));
  return s < 0 ? EDGE_FIELD : carcM_edge_of_kind(t->kind[s]);
}

void carcM_rotate_tile (const tile_type *type, int rotation, rotated_tile *out) {
  memset(out->port, NO_SEGMENT, sizeof out->port);
  out->edges = 0;
  for (int side = 0; side < SIDES; side++) {
    int at = (side + rotation) % SIDES, edge = edge_of(type, side);
    out->edges |= (uint8_t)(edge << (2 * at));
    for (int third = PORT_LEFT; third <= PORT_RIGHT; third++) {
      int s = segment_at(type, port_at(side, third));
      if (s >= 0) out->port[port_at(at, third)] = (uint8_t)s;
    }
    if (edge == EDGE_FIELD) out->port[port_at(at, PORT_MIDDLE)] = out->port[port_at(at, PORT_LEFT)];
  }
}

enum { NEIGHBOURS = 8 };

/*
** Number of edges that a neighbour can join, plus ends that only scripts close. A segment has one
** edge on each of its sides; a field has one for each half beside a road.
*/
static int open_edges (const tile_type *t, int s, const vocabulary *words) {
  int n = 0;
  for (int m = 0; m < words->n_attributes; m++)
    n += (int)(t->attributes[s] >> m & 1) * words->attribute[m].extra_open_ends;
  for (int side = 0; side < SIDES; side++) {
    unsigned thirds = t->ports[s] >> (3 * side) & 7; /* a field can have two halves */
    n += parts_fields((unsigned)edge_of(t, side)) ? count_bits(thirds) : thirds != 0;
  }
  if (t->kind[s] == CARC_KIND_SPOT) n = 0; /* spots join nothing */
  return t->surrounded >> s & 1 ? NEIGHBOURS : n;
}

static void derive_totals (tile_type *t, const vocabulary *words) {
  for (int s = 0; s < t->segments; s++) {
    t->brings[s] = (uint64_t)open_edges(t, s, words) | (t->kind[s] != CARC_KIND_FIELD ? ONE_TILE : 0) |
                   (uint64_t)t->pennants[s] << PENNANTS_AT;
    if (t->good[s] > 0) t->brings[s] |= 1ull << (GOODS_AT + 8 * (t->good[s] - 1));
  }
  for (int s = 0; s < t->segments; s++) {
    if (carcM_edge_of_kind(t->kind[s]) > EDGE_FIELD && (t->of_kind[t->kind[s]] & ((1u << s) - 1)) != 0)
      t->twin[t->n_twins++] = (uint8_t)s;
  }
}

bool carcM_takes_span (const tile_type *type, int axis) {
  return !type->wild && type->segments < CARC_MAX_SEGMENTS && edge_of(type, axis) == EDGE_FIELD &&
         edge_of(type, axis + SIDES / 2) == EDGE_FIELD;
}

void carcM_derive_tile (tile_type *t, const vocabulary *words) {
  t->n_twins = 0;
  derive_totals(t, words);
}

void carcM_make_spanned_tile (const tile_type *type, const vocabulary *words, int axis, tile_type *out) {
  tile_type t = *type;
  int s = t.segments++;
  t.segment_room = t.segments;
  t.count = 0;
  t.axis = (uint8_t)(axis + 1);
  t.kind[s] = CARC_KIND_ROAD;
  t.ports[s] = (uint16_t)(1u << port_at(axis, PORT_MIDDLE) | 1u << port_at(axis + SIDES / 2, PORT_MIDDLE));
  t.of_kind[CARC_KIND_ROAD] |= (uint16_t)(1u << s);
  memset(t.spanned, 0, sizeof t.spanned); /* a tile has at most one span */
  carcM_derive_tile(&t, words);
  *out = t;
}
