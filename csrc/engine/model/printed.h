/*
** printed.h: tests whether selectors match what is printed on a tile.
*/
#ifndef CARC_PRINTED_H
#define CARC_PRINTED_H

#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"

/* Whether a selector names this tile, or names no tile. */
bool carcM_is_named_tile (const carc_definition *d, const selector *f, const tile_type *t);
/*
** Segments of a tile, as bits, that match a filter about THIS_SEGMENT. If the filter is NONE, no
** segment matches.
*/
unsigned carcM_passing_segments (const carc_definition *d, int of, const tile_type *t);
/*
** Whether a tile matches a selector of tiles and its filters by what is printed. Its place does not
** matter.
*/
bool carcM_passes_as_tile (const carc_definition *d, int of, const tile_type *t);
/* Whether a link is a filter that the item itself must pass: all, any, except. */
bool carcM_is_filter_link (const relation_link *l);

#endif
