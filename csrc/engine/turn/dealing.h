/*
** dealing.h: deals promised tiles from the bag to reserves. Each is a draw, recorded in the
** history, and made by the host if draws are manual.
*/
#ifndef CARC_DEALING_H
#define CARC_DEALING_H

#include "board/state.h"

/*
** Deals all promised tiles before the step s->at. True if nothing is left to deal; false if the
** host has to draw the next tile (s->at is STEP_DEAL) or the game has failed.
*/
bool carcT_deal_promised (carc_call *c);
/* Resumes dealing if s->at is STEP_DEAL. */
bool carcT_continue_dealing (carc_call *c);
/* Deals this type to the heap that waits for it. */
void carcT_deal_tile (carc_call *c, int type);

/* Cancels all promises: the bag is empty, or the player has resigned. */
void carcT_clear_promises (const carc_definition *d, carc_state *s);

/* Fast path of carcT_deal_promised if nothing may be promised. */
ALWAYS_INLINE bool carcT_deal_any_promised (carc_call *c) {
  return LIKELY(c->s->n_promised == 0) || carcT_deal_promised(c);
}

#endif
