/*
** ports.h: the ports of a tile, three on each side, clockwise.
*/
#ifndef CARC_PORTS_H
#define CARC_PORTS_H

#include "util/port.h"
#include "model/tile.h"

enum { LEFT, MIDDLE, RIGHT };
ALWAYS_INLINE int port_at (int side, int third) { return 3 * side + third; }

/* The segment at a port, as printed; -1 for none. */
static inline int segment_at (const tile_type *t, int port) {
  for (int s = 0; s < t->segments; s++)
    if (t->ports[s] >> port & 1) return s;
  return -1;
}

#endif
