/*
** bag.h: the tiles left to draw. They are in the bag or aside: tiles aside are held back, or belong
** to a later group.
*/
#ifndef CARC_BAG_H
#define CARC_BAG_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/*
** Fills the bag at the start: adds all tiles that can be drawn, and all start tiles. Other tiles
** are put aside.
*/
void carcB_fill_bag (const carc_definition *d, carc_state *s);

/* Adds a tile to the bag, which stays sorted. */
void carcB_add_to_bag (const carc_definition *d, carc_state *s, int type);
/* Removes a tile of this type from the bag or from those aside; false if neither has one. */
bool carcB_take_tile (const carc_definition *d, carc_state *s, int type);

/* Whether a tile is left to draw; moves the next group into an empty bag. */
bool carcB_has_tile_to_draw (const carc_definition *d, carc_state *s);

/*
** Whether the hook allow_placement is called for a tile that may be drawn before a script acts
** again.
*/
bool carcB_has_asked_tile_to_draw (const carc_definition *d, const carc_state *s);

/*
** Releases the tiles that were held back for this attribute. Tiles of a later group still stay
** aside.
*/
void carcB_shuffle_in (const carc_definition *d, carc_state *s, int tile_attribute);

/*
** Takes the tiles with this attribute out of the bag again and holds them back: undoes
** carcB_shuffle_in.
*/
void carcB_hold_back (const carc_definition *d, carc_state *s, int tile_attribute);

#endif
