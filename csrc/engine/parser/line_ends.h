/*
** line_ends.h: finds where roads and rivers end inside their tile.
*/
#ifndef CARC_LINE_ENDS_H
#define CARC_LINE_ENDS_H

#include "carcassonne.h"
#include "model/tile.h"

/*
** Segments, as bits, at the end of a road or river that ends inside its tile (ends_inside). Used
** if the line of text that declares the tile does not name these segments;
** csrc/engine/DEFINITION.md has the rule. The borders of fields must be known.
*/
unsigned carcP_derive_line_end (const tile_type *t, int segment);

#endif
