/*
** bag.h: the tiles left: those in the bag, and those aside, which are held back or belong to a
** later group.
*/
#ifndef CARC_BAG_H
#define CARC_BAG_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* Adds all tiles at the start: to the bag if they can be drawn, and those that go on the board. */
void carcB_fill_bag (const carc_definition *d, carc_state *s);

/* Adds a tile to the bag, sorted. */
void carcB_add_to_bag (const carc_definition *d, carc_state *s, int type);
/* Removes such a tile from the bag or from aside; false if there is none. */
bool carcB_take_tile (const carc_definition *d, carc_state *s, int type);

/* Whether a tile is left to draw; moves the next group into an empty bag. */
bool carcB_has_tile_to_draw (const carc_definition *d, carc_state *s);

/*
** Whether allow_placement is called for some tile that may be drawn without an action of a script.
*/
bool carcB_has_asked_tile_to_draw (const carc_definition *d, const carc_state *s);

/* Releases tiles that were held back for this attribute; their group still counts. */
void carcB_shuffle_in (const carc_definition *d, carc_state *s, int tile_attribute);

/* The inverse: holds tiles in the bag back again. */
void carcB_hold_back (const carc_definition *d, carc_state *s, int tile_attribute);

#endif
