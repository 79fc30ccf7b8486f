/*
** tile_reader.h: reads tiles from text.
*/
#ifndef CARC_TILE_READER_H
#define CARC_TILE_READER_H

#include "carcassonne.h"
#include "model/tile.h"

/*
** Reads a tile, `ID xN SEGMENT...`, from *at to the end of the line. Attributes have the names that
** this script can use for them. On failure, the message names the tile and the side.
*/
carc_status carcP_read_tile (const char **at, const carc_definition *d, int script, int line, tile_type *out,
                             carc_error *err);

#endif
