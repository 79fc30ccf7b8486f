/*
** bag.h: the tiles that are yet to come: those that can be drawn now, and those aside - held back, or of a later group.
*/
#ifndef CARC_BAG_H
#define CARC_BAG_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* All tiles, at the start: into the bag what can be drawn, and what is to lie on the table. */
void carcB_fill_bag (const carc_definition *d, carc_state *s);

/* Puts a tile into the bag, in its place. */
void carcB_add_to_bag (const carc_definition *d, carc_state *s, int type);
/* Takes one of these tiles out of the bag or from aside; false if there is none. */
bool carcB_take_tile (const carc_definition *d, carc_state *s, int type);

/* Whether there is a tile to be drawn; where the bag is empty the next group goes into it. */
bool carcB_has_tile_to_draw (const carc_definition *d, carc_state *s);

/* Whether allow_placement is asked about some tile that may be drawn without a script doing more than answer. */
bool carcB_has_asked_tile_to_draw (const carc_definition *d, const carc_state *s);

/* Tiles that were held back for this attribute are drawn with the others, or with their group. */
void carcB_shuffle_in (const carc_definition *d, carc_state *s, int tile_attribute);

/* The inverse: those in the bag are held back again. */
void carcB_hold_back (const carc_definition *d, carc_state *s, int tile_attribute);

#endif
