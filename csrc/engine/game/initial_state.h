/*
** initial_state.h: the state that every game of a definition begins from.
*/
#ifndef CARC_INITIAL_STATE_H
#define CARC_INITIAL_STATE_H

#include "carcassonne.h"

/* Makes it, in a definition that is read and laid out. */
carc_status carcG_build_initial_state (carc_definition *d, carc_error *err);

#endif
