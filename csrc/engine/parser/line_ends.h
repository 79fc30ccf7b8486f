/*
** line_ends.h: where roads and rivers end inside their tile.
*/
#ifndef CARC_LINE_ENDS_H
#define CARC_LINE_ENDS_H

#include "carcassonne.h"
#include "model/tile.h"

/*
** What a road or river that ends inside its tile (ends_inside) runs into, as bits, where the tile's line does not say it:
** csrc/engine/DEFINITION.md tells by what. What fields border has to be known.
*/
unsigned carcP_derive_line_end (const tile_type *t, int segment);

#endif
