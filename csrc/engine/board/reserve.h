/*
** reserve.h: tiles that lie in reserves: neither in the bag nor on the table, of the game or of a player each.
**
** A *heap* is what one reserve has for one player, or for the game; heaps count from 0, through all reserves.
*/
#ifndef CARC_RESERVE_H
#define CARC_RESERVE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* The heap of a reserve that is this player's; of one of the game's the only one. */
ALWAYS_INLINE int heap_of (const reserve_row *row, int player) {
  return row->first_heap + (row->owner == CARC_SCOPE_PLAYER ? player : 0);
}
/* Whose a heap is; -1: the game's. */
ALWAYS_INLINE int owner_of (const reserve_row *row, int heap) {
  return row->owner == CARC_SCOPE_PLAYER ? heap - row->first_heap : -1;
}
const reserve_row *carcB_reserve_of_heap (const carc_definition *d, int heap);

/* The tiles in a heap, in the order in which they came, and how many there are. */
const uint16_t *carcB_heap_tiles (const carc_definition *d, const carc_state *s, int heap);
ALWAYS_INLINE int heap_size (const carc_definition *d, const carc_state *s, int heap) {
  return const_kept_of(d, s)[heap];
}
/* For how many more there is room, what is promised counted. */
int carcB_room_in_heap (const carc_definition *d, const carc_state *s, int heap);

/* Puts a tile after the others; there has to be room. */
void carcB_add_to_heap (const carc_definition *d, carc_state *s, int heap, int type);
/* Takes the first tile of this type out of a heap; false if there is none. */
bool carcB_take_from_heap (const carc_definition *d, carc_state *s, int heap, int type);
/* What a player has in reserves goes back into the bag, and nothing is promised to them any more. */
void carcB_return_reserves (const carc_definition *d, carc_state *s, int player);

/* So many tiles are promised to a heap: they are dealt as soon as that can be. */
void carcB_promise_tiles (const carc_definition *d, carc_state *s, int heap, int count);
/* What is missing of `deal` is promised: as the game begins, to all; at a point of a turn, whoever's it is. */
void carcB_promise_first_deal (const carc_definition *d, carc_state *s);
void carcB_promise_refills (const carc_definition *d, carc_state *s, phase_timing at);

/*
** The heap from which this player's next tile comes in place of one from the bag: of the first reserve that is played from
** and has tiles, but of one that is refilled last. -1: from none.
*/
int carcB_heap_for_next_tile (const carc_definition *d, const carc_state *s, int player);
/* Whether there is a tile for the player whose turn it is, in the bag or in a reserve. */
bool carcB_has_tile_for_turn (const carc_definition *d, carc_state *s);
/* Whether anybody who is still in the game can play a tile from a reserve. */
bool carcB_any_reserve_playable (const carc_definition *d, const carc_state *s);

/* Whether `observer`, as in carc_call, sees the tiles of a heap. */
ALWAYS_INLINE bool sees_heap (const carc_definition *d, int observer, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(d, heap);
  return is_visible_to(row->visible_to, owner_of(row, heap), observer);
}
/* How many tiles of a type lie where they are not seen; and how many of them all. */
int carcB_count_hidden_tiles (const carc_definition *d, const carc_state *s, int observer, int type);
/* How many tiles of a type are in no place any more: out of the game. */
int carcB_count_gone (const carc_definition *d, const carc_state *s, int type);

#endif
