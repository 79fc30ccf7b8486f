/*
** event.h: telling a listener what happens. Without one, an event costs a test.
*/
#ifndef CARC_EVENT_H
#define CARC_EVENT_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "board/state.h"

ALWAYS_INLINE bool listening (const call *c) { return UNLIKELY(c->sink != NULL); }

/* An event of this kind with nothing else said; `player` -1 for nobody. */
carc_event carc_event_of (const call *c, carc_event_kind kind, int player);
/* One that happens on a segment of a tile. */
carc_event carc_event_on (const call *c, carc_event_kind kind, int player, int tile, int segment);
void carc_emit (call *c, carc_event *event);
/* An event that has only a player. */
void carc_emit_plain (call *c, carc_event_kind kind, int player);

#endif
