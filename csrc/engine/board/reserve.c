/*
** reserve.c: adds tiles to reserves, removes them, and decides who sees them.
*/
#include <string.h>
#include "board/reserve.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/bag.h"
#include "board/state.h"

/* ---- Contents -------------------------------------------------------------------------------- */

const reserve_row *carcB_reserve_of_heap (const carc_definition *d, int heap) {
  int i = d->n_reserves - 1;
  while (d->reserve[i].first_heap > heap) i--;
  return &d->reserve[i];
}

static uint32_t place_of_heap (const carc_definition *d, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(d, heap);
  return row->at + (uint32_t)((heap - row->first_heap) * row->size);
}

const uint16_t *carcB_heap_tiles (const carc_definition *d, const carc_state *s, int heap) {
  return const_reserves_of(d, s) + place_of_heap(d, heap);
}

int carcB_room_in_heap (const carc_definition *d, const carc_state *s, int heap) {
  return carcB_reserve_of_heap(d, heap)->size - heap_size(d, s, heap) - const_promised_of(d, s)[heap];
}

void carcB_add_to_heap (const carc_definition *d, carc_state *s, int heap, int type) {
  reserves_of(d, s)[place_of_heap(d, heap) + kept_of(d, s)[heap]++] = (uint16_t)type;
}

/* Removes a tile. Bytes after the last tile stay 0, so that a removed tile leaves no trace. */
bool carcB_take_from_heap (const carc_definition *d, carc_state *s, int heap, int type) {
  uint16_t *tiles = reserves_of(d, s) + place_of_heap(d, heap);
  int n = heap_size(d, s, heap), i = find_type(tiles, n, type);
  if (i < 0) return false;
  memmove(tiles + i, tiles + i + 1, (size_t)(n - i - 1) * sizeof *tiles);
  tiles[n - 1] = 0;
  kept_of(d, s)[heap]--;
  return true;
}

static void forget_promise (const carc_definition *d, carc_state *s, int heap) {
  s->n_promised = (uint16_t)(s->n_promised - promised_of(d, s)[heap]);
  promised_of(d, s)[heap] = 0;
}

void carcB_return_reserves (const carc_definition *d, carc_state *s, int player) {
  for (int i = 0; i < d->n_reserves; i++) {
    if (d->reserve[i].owner != CARC_SCOPE_PLAYER) continue;
    int heap = heap_of(&d->reserve[i], player);
    forget_promise(d, s, heap);
    while (heap_size(d, s, heap) > 0) {
      int type = carcB_heap_tiles(d, s, heap)[0];
      carcB_take_from_heap(d, s, heap, type);
      carcB_add_to_bag(d, s, type);
    }
  }
}

/* ---- Promised tiles -------------------------------------------------------------------------- */

void carcB_promise_tiles (const carc_definition *d, carc_state *s, int heap, int count) {
  promised_of(d, s)[heap] = (uint16_t)(promised_of(d, s)[heap] + count);
  s->n_promised = (uint16_t)(s->n_promised + count);
}

/* Promises as many tiles as a heap needs to have `deal` tiles. */
static void promise_missing (const carc_definition *d, carc_state *s, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(d, heap);
  int owner = owner_of(row, heap), missing = row->deal - heap_size(d, s, heap) - promised_of(d, s)[heap];
  bool is_in = owner < 0 || (s->absent >> owner & 1) == 0;
  if (missing > 0 && is_in) carcB_promise_tiles(d, s, heap, missing);
}

void carcB_promise_first_deal (const carc_definition *d, carc_state *s) {
  for (int heap = 0; heap < d->n_heaps; heap++) promise_missing(d, s, heap);
}

void carcB_promise_refills (const carc_definition *d, carc_state *s, phase_timing at) {
  for (int i = 0; i < d->n_reserves; i++)
    if (d->reserve[i].refill == at) promise_missing(d, s, heap_of(&d->reserve[i], s->turn));
}

/* ---- Turns that take tiles from reserves ----------------------------------------------------- */

int carcB_heap_for_next_tile (const carc_definition *d, const carc_state *s, int player) {
  int refilled = -1;
  for (int i = 0; i < d->n_reserves; i++) {
    int heap = heap_of(&d->reserve[i], player);
    if (d->reserve[i].play_from == PLAYS_NONE || heap_size(d, s, heap) == 0) continue;
    if (d->reserve[i].refill == TIMING_COUNT) return heap;
    refilled = heap; /* only one is refilled: parse_reserves.c refuses a second */
  }
  return refilled;
}

bool carcB_has_tile_for_turn (const carc_definition *d, carc_state *s) {
  return carcB_has_tile_to_draw(d, s) || (d->n_reserves > 0 && carcB_heap_for_next_tile(d, s, s->turn) >= 0);
}

bool carcB_any_reserve_playable (const carc_definition *d, const carc_state *s) {
  for (int p = 0; p < d->players; p++)
    if ((s->absent >> p & 1) == 0 && carcB_heap_for_next_tile(d, s, p) >= 0) return true;
  return false;
}

/* ---- Visibility ------------------------------------------------------------------------------ */

static int count_in_heap (const carc_definition *d, const carc_state *s, int heap, int type) {
  const uint16_t *tiles = carcB_heap_tiles(d, s, heap);
  int n = 0;
  if (type == CARC_ALL_TYPES) return heap_size(d, s, heap);
  for (int i = 0; i < heap_size(d, s, heap); i++) n += tiles[i] == type;
  return n;
}

int carcB_count_hidden_tiles (const carc_definition *d, const carc_state *s, int observer, int type) {
  int n = 0;
  for (int heap = 0; heap < d->n_heaps; heap++)
    if (!sees_heap(d, observer, heap)) n += count_in_heap(d, s, heap, type);
  return n;
}

int carcB_count_gone (const carc_definition *d, const carc_state *s, int type) {
  int n = d->type[type].count - (s->decision == DECISION_PLACE && s->hand == type);
  for (int i = 0; i < s->n_bag; i++) n -= const_bag_of(d, s)[i] == type;
  for (int i = 0; i < s->n_aside; i++) n -= const_aside_of(d, s)[i] == type;
  for (int i = 0; i < s->n_tiles; i++) n -= strcmp(type_of(d, s, i)->id, d->type[type].id) == 0;
  for (int heap = 0; heap < d->n_heaps; heap++) n -= count_in_heap(d, s, heap, type);
  return n;
}
