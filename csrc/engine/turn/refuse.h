/*
** refuse.h: the same, for who carries out actions, and for saved games.
*/
#ifndef CARC_REFUSE_H
#define CARC_REFUSE_H

#include "carcassonne.h"
#include "util/text.h"

/* Fills `err`: `what` is not legal, what the state waits for, and what may be done instead. `wanted` says what is told first; 0 stands
** for anything. Returns CARC_ERR_ILLEGAL. */
carc_status carcT_refuse_action (const carc_definition *d, const carc_state *s, carc_error *err,
                                 const char *what, carc_action wanted);
/* Writes what may be done instead of `wanted`: of a placement the rotations that are legal in its cell, else actions of its kind
** before others. */
void carcT_put_alternatives (text_writer *w, const carc_definition *d, const carc_state *s,
                             carc_action wanted);

#endif
