/* line_ends.h: ends of roads and rivers inside their tile. */
#ifndef CARC_LINE_ENDS_H
#define CARC_LINE_ENDS_H

#include "carcassonne.h"
#include "model/tile.h"

/*
** Segments that a road or river with an end inside its tile (ends_inside) runs into, as bits, if
** the tile's line does not name them; csrc/engine/DEFINITION.md has the rule. Borders of fields
** must be known.
*/
unsigned carcP_derive_line_end (const tile_type *t, int segment);

#endif
