/* initial_state.h: the state in which every game of a definition begins. */
#ifndef CARC_INITIAL_STATE_H
#define CARC_INITIAL_STATE_H

#include "carcassonne.h"

/* Builds the initial state of a definition that has been read and laid out. */
carc_status carcG_build_initial_state (carc_definition *d, carc_error *err);

#endif
