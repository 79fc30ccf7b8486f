/*
** event.h: reports events to a listener. If the call has no listener, an event costs only one test.
*/
#ifndef CARC_EVENT_H
#define CARC_EVENT_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "board/state.h"

ALWAYS_INLINE bool listening (const carc_call *c) { return UNLIKELY(c->sink != NULL); }

/* An event of this kind whose other fields are unset. `player` is -1 for nobody. */
carc_event carcE_new_event (const carc_call *c, carc_event_kind kind, int player);
/* An event that happens on a segment of a tile. */
carc_event carcE_new_segment_event (const carc_call *c, carc_event_kind kind, int player, int tile,
                                    int segment);
void carcE_emit (carc_call *c, carc_event *event);
/* Emits an event that has only a player. */
void carcE_emit_player_event (carc_call *c, carc_event_kind kind, int player);

#endif
