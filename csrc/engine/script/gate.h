/*
** gate.h: whether a script is to be called at all: what its definition says must be so.
*/
#ifndef CARC_GATE_H
#define CARC_GATE_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"

bool carc_gate_is_open (const carc_definition *d, const carc_state *s, gate g);
/* Whether there is all that a phase needs. */
bool carc_phase_needs_are_met (const carc_definition *d, const carc_state *s, const phase_row *row);
/* Whether some number in a slot of players, of the one whose turn it is, is not 0. */
bool carc_has_own_number (const carc_definition *d, const carc_state *s, int slot);

/* The rows of a gated hook whose gates are open. */
carc_rows carc_open_rows (const carc_definition *d, const carc_state *s, carc_gated hook);
/* The same for a kind of feature. */
carc_rows carc_open_rows_for (const carc_definition *d, const carc_state *s, carc_gated hook, int kind);
/* The rows of a hook that is about one piece whose gates are open for its kind. */
carc_rows carc_rows_for_piece (const carc_definition *d, const carc_state *s, carc_gated hook, int piece);

#endif
