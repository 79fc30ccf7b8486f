/*
** dealing.h: tiles that were promised to reserves, dealt from the bag by chance. Each is a draw like any other: the host's, where
** draws are manual, and remembered.
*/
#ifndef CARC_DEALING_H
#define CARC_DEALING_H

#include "board/state.h"

/*
** Deals all that is promised. True when nothing is left to deal, so that the game goes on; false where the next tile is the host's to
** draw, or the game has failed. Where the host draws, `then` says what comes after the last.
*/
bool carcT_deal_promised (carc_call *c, dealing_continuation continuation);
/* Deals this type to the heap that waits for it, and goes on as carcT_deal_promised does. */
bool carcT_deal_tile (carc_call *c, int type);

/* Nothing more comes of what was promised: the bag is empty, or who would have had it has given up. */
void carcT_clear_promises (const carc_definition *d, carc_state *s);

/* As carcT_deal_promised, where it is not known whether anything is promised. */
ALWAYS_INLINE bool carcT_deal_any_promised (carc_call *c, dealing_continuation continuation) {
  return LIKELY(c->s->n_promised == 0) || carcT_deal_promised(c, continuation);
}

#endif
