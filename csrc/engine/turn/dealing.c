/*
** dealing.c: deals random tiles from the bag to reserves.
*/
#include <string.h>
#include "turn/dealing.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/bag.h"
#include "board/history.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/turn_position.h"
#include "effect/tile_verbs.h"
#include "turn/action.h"

/* Whether the history still has room for the next decision. Scripts could deal without end. */
static bool has_room_to_deal (carc_call *c) {
  const carc_definition *d = c->d;
  int draw = d->n_types > HISTORY_NARROW ? 3 : 1, most = draw * (d->n_tiles + 1) + 4 * CARC_MAX_PLAYERS;
  if (d->n_phases == 0 || (int)c->s->history_used + most < (int)d->at.n_history) return true;
  carcU_fail(c->err, CARC_ERR_SCRIPT, 0, "scripts have dealt too many tiles");
  c->failed = true;
  return false;
}

/* Moves the tile with this index in the bag to a heap to which a tile was promised. */
static void deal_place (carc_call *c, int heap, int place) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  int type = bag_of(d, s)[place];
  remove_at(bag_of(d, s), s->n_bag--, place);
  remember_index(d, s, type);
  if (!d->manual) s->steps++;
  promised_of(d, s)[heap]--;
  s->n_promised--;
  carcB_add_to_heap(d, s, heap, type);
  carcE_emit_tile_put(c, CARC_EVENT_DEALT, CARC_RESERVE_BAG, heap, type);
}

/* The first heap to which tiles are promised. */
static int next_heap (const carc_definition *d, const carc_state *s) {
  int heap = 0;
  while (const_promised_of(d, s)[heap] == 0) heap++;
  return heap;
}

void carcT_clear_promises (const carc_definition *d, carc_state *s) {
  memset(promised_of(d, s), 0, (size_t)d->n_heaps * sizeof(uint16_t));
  s->n_promised = 0;
}

/*
** Deals to the heap in s->at.phase until the host has to draw. Returns true if no promised tile is
** left to deal.
*/
static bool deal_all (carc_call *c) {
  const carc_definition *d = c->d;
  carc_state *s = c->s;
  s->n_actions = 0;
  while (s->n_promised > 0 && has_room_to_deal(c)) {
    if (!carcB_has_tile_to_draw(d, s)) {
      carcT_clear_promises(d, s);
      break;
    }
    s->at.phase = (uint8_t)next_heap(d, s);
    if (c->stepwise || d->manual) {
      s->decision = DECISION_DRAW;
      s->n_actions = (uint16_t)carcT_count_draw_types(d, s);
      return false;
    }
    deal_place(c, s->at.phase, (int)random_below(&s->generator, s->n_bag));
  }
  return !c->failed;
}

bool carcT_deal_promised (carc_call *c) {
  interrupt(c->s, (turn_position){STEP_DEAL, 0});
  return carcT_continue_dealing(c);
}

bool carcT_continue_dealing (carc_call *c) {
  if (!deal_all(c)) return false;
  resume_interrupted(c->s);
  return true;
}

void carcT_deal_tile (carc_call *c, int type) {
  deal_place(c, c->s->at.phase, find_type(const_bag_of(c->d, c->s), c->s->n_bag, type));
}
