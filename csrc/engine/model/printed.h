/* printed.h: matches selectors by print alone. */
#ifndef CARC_PRINTED_H
#define CARC_PRINTED_H

#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"

/* Whether a selector names this tile, or none. */
bool carcM_is_named_tile (const carc_definition *d, const selector *f, const tile_type *t);
/* Segments of a tile, as bits, that match a filter about THIS_SEGMENT; NONE matches none. */
unsigned carcM_passing_segments (const carc_definition *d, int of, const tile_type *t);
/* Whether a tile matches a selector of tiles and its filters by print, ignoring its place. */
bool carcM_passes_as_tile (const carc_definition *d, int of, const tile_type *t);
/* Whether a link filters the item itself: all, any, except. */
bool carcM_is_filter_link (const relation_link *l);

#endif
