/*
** verbs.h: what scripts do to a state, where the turn machine does the same.
*/
#ifndef CARC_VERBS_H
#define CARC_VERBS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "base/port.h"
#include "table/state.h"

/* Whether the hook that runs may change the state. */
carc_status carc_may_act (const call *c, carc_error *err);

/* Tells that a piece has left the table, and asks the hook on_leave. False if that failed. */
bool carc_emit_gone (call *c, uint32_t piece, carc_event_kind kind, carc_leaving why);

/* Lays a span of the player whose turn it is across a tile on the table, where it fits. */
void carc_lay_span (call *c, int tile, carc_axis axis);
void carc_emit_spanned (call *c, int tile);

#endif
