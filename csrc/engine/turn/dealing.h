/*
** dealing.h: deals promised tiles from the bag to reserves. Each deal is a draw: it is stored in
** the history, and made by the host if the host draws the tiles.
*/
#ifndef CARC_DEALING_H
#define CARC_DEALING_H

#include "board/state.h"

/*
** Deals all promised tiles before the step s->at. Returns true if no promised tile is left to deal.
** Returns false if the host has to draw the next tile (s->at is then STEP_DEAL) or if the call has
** failed.
*/
bool carcT_deal_promised (carc_call *c);
/* If s->at is STEP_DEAL, continues to deal. */
bool carcT_continue_dealing (carc_call *c);
/* Deals a tile of this type to the heap that waits for one. */
void carcT_deal_tile (carc_call *c, int type);

/* Cancels all promises, because the bag is empty or the player has resigned. */
void carcT_clear_promises (const carc_definition *d, carc_state *s);

/* As carcT_deal_promised, but fast if no tiles can be promised. */
ALWAYS_INLINE bool carcT_deal_any_promised (carc_call *c) {
  return LIKELY(c->s->n_promised == 0) || carcT_deal_promised(c);
}

#endif
