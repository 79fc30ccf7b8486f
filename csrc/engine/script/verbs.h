/*
** acting.h: what scripts do to a state, where the turn machine does the same.
*/
#ifndef CARC_ACTING_H
#define CARC_ACTING_H

#include "score/score.h"

/* Lays a span of the player whose turn it is across a tile on the table, where it fits. */
void carc_lay_span (call *c, int tile, carc_axis axis);
void carc_tell_spanned (call *c, int tile);

#endif
