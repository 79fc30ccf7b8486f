/*
** line_ends.h: where roads and rivers end inside their tile.
*/
#ifndef CARC_LINE_ENDS_H
#define CARC_LINE_ENDS_H

#include "carcassonne.h"
#include "util/port.h"
#include "model/tile.h"

/* Roads and rivers, as bits of kinds; and the segments of a tile that are such. */
enum { LINE_KINDS = 1 << CARC_ROAD | 1 << CARC_RIVER };
ALWAYS_INLINE unsigned lines_of (const tile_type *t) {
  return t->of_kind[CARC_ROAD] | t->of_kind[CARC_RIVER];
}

/* Whether a segment is a road or a river that comes in from one side, and so ends inside the tile. */
ALWAYS_INLINE bool ends_inside (const tile_type *t, int segment) {
  return (LINE_KINDS >> t->kind[segment] & 1) != 0 && count_bits(t->ports[segment]) == 1;
}
/* That side. */
ALWAYS_INLINE int side_of_end (const tile_type *t, int segment) { return lowest_bit(t->ports[segment]) / 3; }

/*
** What such a segment runs into, as bits, where the tile's line does not say it: csrc/engine/DEFINITION.md tells by what. What fields border
** has to be known.
*/
unsigned carc_derive_end (const tile_type *t, int segment);

#endif
