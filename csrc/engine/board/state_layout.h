/*
** state_layout.h: how large a state of a game is, and where its parts lie.
*/
#ifndef CARC_STATE_LAYOUT_H
#define CARC_STATE_LAYOUT_H

#include "carcassonne.h"

/* Bounds what a game can hold, and lays out its states; the last thing that a definition needs before its first state. */
void carcB_compute_layout (carc_definition *d);

#endif
