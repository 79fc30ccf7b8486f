/*
** legal_placements.c: removes placements that are forbidden by limits or scripts.
*/
#include "turn/legal_placements.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/placement_limits.h"
#include "board/state.h"
#include "effect/hooks.h"
#include "turn/action.h"

/* Whether scripts allow a placement. If a script failed, returns false and c->failed is true. */
static bool allows_placement (carc_call *c, placement w) {
  bool ok = true;
  uint16_t at = const_cell_at_of(c->d, c->s)[w.cell];
  carc_tile tile = {c->s->hand, x_of(c->s, at), y_of(c->s, at), w.rotation};
  return carcE_ask_allow_placement(c, carcT_placement_action(c->d, c->s, w), &tile, &ok) && ok;
}

/* Removes the placements that are forbidden by limits or scripts. Returns how many are left. */
NOINLINE int carcT_remove_refused_placements (carc_call *c) {
  carc_state *s = c->s;
  int n = carcB_apply_limits(c->d, s, s->hand, legal_of(c->d, s), s->n_placements);
  if (!carcE_may_call_allow_placement(c, s->hand)) return n;
  n = 0;
  for (int r = 0; r < SIDES; r++)
    for (int w = 0; w < legal_words(s); w++) {
      uint64_t *bits = legal_of(c->d, s) + (uint32_t)r * c->d->at.words + w;
      for (uint64_t left = *bits; left != 0 && !c->failed; left &= left - 1) {
        int bit = lowest_bit(left);
        if (allows_placement(c, (placement){64 * w + bit, r})) {
          n++;
          continue;
        }
        *bits &= ~((uint64_t)1 << bit);
        s->n_placements[r]--;
      }
    }
  return n;
}
