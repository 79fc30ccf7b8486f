/*
** line_ends.c: for roads and rivers that end inside their tile, finds the segments at their ends.
** Derives these segments from the fields beside the roads and rivers.
*/
#include "parser/line_ends.h"
#include "util/compiler.h"
#include "model/ports.h"
#include "model/tile.h"

/* For each port, its segment as a bit; and which of these segments are fields. */
typedef struct clock_face {
  uint16_t at[CARC_PORTS], fields;
} clock_face;

static clock_face read_ports_of (const tile_type *t) {
  clock_face c = {.fields = t->of_kind[CARC_KIND_FIELD]};
  for (int s = 0; s < t->segments; s++)
    for (unsigned left = t->ports[s]; left != 0; left &= left - 1)
      c.at[lowest_bit(left)] = (uint16_t)(1u << s);
  return c;
}

/* The fields that one passes clockwise from one side to another, as bits. */
static unsigned fields_between (const clock_face *c, int from, int to) {
  unsigned found = 0;
  int p = port_at(from, PORT_RIGHT), end = port_at(to, PORT_MIDDLE);
  for (; p != end; p = p == CARC_PORTS - 1 ? 0 : p + 1) found |= c->at[p];
  return found & c->fields;
}

/*
** Segments of other sides that meet the line at a side because no field separates them from it.
** Goes round in one direction, and finds at most `most` segments.
*/
static unsigned find_met (const clock_face *c, int side, int step, int most) {
  unsigned met = 0;
  for (int i = 1; i < SIDES && most > 0; i++) {
    int at = (side + i * step + SIDES) % SIDES;
    unsigned there = c->at[port_at(at, PORT_MIDDLE)];
    if (there == 0 || (fields_between(c, side, at) & fields_between(c, at, side)) != 0) continue;
    met |= there;
    most--;
  }
  return met;
}

unsigned carcP_derive_line_end (const tile_type *t, int segment) {
  const clock_face c = read_ports_of(t);
  int side = side_of_end(t, segment);
  unsigned left = c.at[port_at(side, PORT_LEFT)], right = c.at[port_at(side, PORT_RIGHT)];
  unsigned houses = t->of_kind[CARC_KIND_MONASTERY] | (t->of_kind[CARC_KIND_SPOT] & ~(unsigned)t->surrounded);
  if (left == right) return houses != 0 ? houses : left;
  unsigned cities = t->touches[lowest_bit(left)] & t->touches[lowest_bit(right)];
  if (cities != 0) return cities;
  unsigned met = find_met(&c, side, 1, SIDES);
  bool crossing = (met & ~(unsigned)t->of_kind[t->kind[segment]]) == 0;
  if (crossing && houses != 0) return houses;
  if (!crossing) met = find_met(&c, side, 1, 1) | find_met(&c, side, -1, 1);
  return met != 0 ? met : left | right;
}
