/*
** gate.h: whether a script is to be called at all: what its definition says must be so.
*/
#ifndef CARC_GATE_H
#define CARC_GATE_H

#include "state.h"

bool gate_is_open (const carc_definition *d, const carc_state *s, gate g);
/* The rows of a gated hook whose gates are open. */
unsigned open_rows (const carc_definition *d, const carc_state *s, carc_gated hook);
/* The rows of on_leave whose gates are open for this kind of piece. */
unsigned rows_for_piece (const carc_definition *d, const carc_state *s, int piece);

#endif
