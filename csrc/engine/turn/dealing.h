/*
** dealing.h: tiles that were promised to reserves, dealt from the bag by chance. Each is a draw like any
** other: the host's, where draws are manual, and remembered.
*/
#ifndef CARC_DEALING_H
#define CARC_DEALING_H

#include "board/state.h"

/*
** Deals all that is promised, before what stands in s->at. True when nothing is left to deal; false where
** the next tile is the host's to draw, or the game has failed. Then s->at is STEP_DEAL.
*/
bool carcT_deal_promised (carc_call *c);
/* Goes on dealing, where s->at is STEP_DEAL. */
bool carcT_continue_dealing (carc_call *c);
/* Deals this type to the heap that waits for it. */
void carcT_deal_tile (carc_call *c, int type);

/* Nothing more comes of what was promised: the bag is empty, or who would have had it has given up. */
void carcT_clear_promises (const carc_definition *d, carc_state *s);

/* As carcT_deal_promised, where it is not known whether anything is promised. */
ALWAYS_INLINE bool carcT_deal_any_promised (carc_call *c) {
  return LIKELY(c->s->n_promised == 0) || carcT_deal_promised(c);
}

#endif
