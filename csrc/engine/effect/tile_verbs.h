/*
** tile_verbs.h: telling where tiles outside the table come to lie, where the engine puts them there.
*/
#ifndef CARC_TILE_VERBS_H
#define CARC_TILE_VERBS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "board/state.h"

/* A tile has come from one heap into another; CARC_RESERVE_BAG and CARC_RESERVE_OUT are none. */
void carcE_emit_tile_put (carc_call *c, carc_event_kind kind, int from, int to, int type);

#endif
