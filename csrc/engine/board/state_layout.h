/* state_layout.h: size of a state, and offsets of its parts. */
#ifndef CARC_STATE_LAYOUT_H
#define CARC_STATE_LAYOUT_H

#include "carcassonne.h"

/* Computes limits and layout of states: the last step of a definition before its first state. */
void carcB_compute_layout (carc_definition *d);

#endif
