/*
** tile_verbs.h: reports moves of tiles that are not on the board.
*/
#ifndef CARC_TILE_VERBS_H
#define CARC_TILE_VERBS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "board/state.h"

/*
** Reports that a tile has moved from one place to another. A place is a heap, CARC_RESERVE_BAG or
** CARC_RESERVE_OUT.
*/
void carcE_emit_tile_put (carc_call *c, carc_event_kind kind, int from, int to, int type);

#endif
