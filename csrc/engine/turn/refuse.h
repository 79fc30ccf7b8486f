/* refuse.h: error messages for illegal actions, used for callers and saved games. */
#ifndef CARC_REFUSE_H
#define CARC_REFUSE_H

#include "carcassonne.h"
#include "util/text.h"

/*
** Fills `err` with a message: it says that `what` is not legal, and gives the current decision and
** some legal actions, first those similar to `wanted` (0: any). Returns CARC_ERR_ILLEGAL.
*/
carc_status carcT_refuse_action (const carc_definition *d, const carc_state *s, carc_error *err,
                                 const char *what, carc_action wanted);
/*
** Writes legal alternatives to `wanted`. For a placement, writes the rotations that are legal in
** its cell; for any other action, legal actions, those of the same kind first.
*/
void carcT_put_alternatives (text_writer *w, const carc_definition *d, const carc_state *s,
                             carc_action wanted);

#endif
