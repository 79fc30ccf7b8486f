/*
** printed.h: what selectors find by nothing but what is printed on tiles.
*/
#ifndef CARC_PRINTED_H
#define CARC_PRINTED_H

#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"

/* Whether a tile is one of those that a selector names, if it names any. */
bool carcM_is_named_tile (const carc_definition *d, const selector *f, const tile_type *t);
/* The segments of a tile, as bits, that pass a filter which was read about THIS_SEGMENT; NONE: none do. */
unsigned carcM_passing_segments (const carc_definition *d, int of, const tile_type *t);
/* Whether a tile is such as a selector of tiles looks for, by what is printed on it: its filters too, but not where it lies. */
bool carcM_passes_as_tile (const carc_definition *d, int of, const tile_type *t);
/* Whether a link is a filter of the item itself: all, any, except. */
bool carcM_is_filter_link (const relation_link *l);

#endif
