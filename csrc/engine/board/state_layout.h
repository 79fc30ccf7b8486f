/*
** state_layout.h: computes the size of a state, and the offsets of its parts.
*/
#ifndef CARC_STATE_LAYOUT_H
#define CARC_STATE_LAYOUT_H

#include "carcassonne.h"

/*
** Computes the limits and the layout of states. This is the last step of reading a definition
** before its first state.
*/
void carcB_compute_layout (carc_definition *d);

#endif
