/*
** reserve.h: tiles in reserves. These tiles are neither in the bag nor on the board. A reserve
** belongs to the game, or each player has one.
**
** A *heap* holds the tiles of one reserve for one player, or for the game. The heaps of all
** reserves are numbered together, from 0.
*/
#ifndef CARC_RESERVE_H
#define CARC_RESERVE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* The heap of a reserve for this player; if the reserve belongs to the game, its only heap. */
ALWAYS_INLINE int heap_of (const reserve_row *row, int player) {
  return row->first_heap + (row->owner == CARC_SCOPE_PLAYER ? player : 0);
}
/* Owner of a heap; -1 if the heap belongs to the game. */
ALWAYS_INLINE int owner_of (const reserve_row *row, int heap) {
  return row->owner == CARC_SCOPE_PLAYER ? heap - row->first_heap : -1;
}
const reserve_row *carcB_reserve_of_heap (const carc_definition *d, int heap);

/* The tiles of a heap in order of arrival, and their number. */
const uint16_t *carcB_heap_tiles (const carc_definition *d, const carc_state *s, int heap);
ALWAYS_INLINE int heap_size (const carc_definition *d, const carc_state *s, int heap) {
  return const_kept_of(d, s)[heap];
}
/* Number of tiles for which a heap still has room, in addition to the promised tiles. */
int carcB_room_in_heap (const carc_definition *d, const carc_state *s, int heap);

/* Adds a tile at the end of a heap, which must have room. */
void carcB_add_to_heap (const carc_definition *d, carc_state *s, int heap, int type);
/* Removes the first tile of this type from a heap; false if the heap has no such tile. */
bool carcB_take_from_heap (const carc_definition *d, carc_state *s, int heap, int type);
/* Returns the tiles in a player's reserves to the bag, and cancels the tiles promised to them. */
void carcB_return_reserves (const carc_definition *d, carc_state *s, int player);

/* Promises tiles to a heap; they are dealt as soon as possible. */
void carcB_promise_tiles (const carc_definition *d, carc_state *s, int heap, int count);
/*
** Promise as many tiles as reserves need to have `deal` tiles. carcB_promise_first_deal does this
** for all reserves as the game begins. carcB_promise_refills does it for the reserves that are
** refilled at a timing, if they belong to the game or to the player whose turn it is.
*/
void carcB_promise_first_deal (const carc_definition *d, carc_state *s);
void carcB_promise_refills (const carc_definition *d, carc_state *s, phase_timing at);

/*
** The heap that provides this player's next tile instead of the bag: the heap of the first reserve
** from which turns take tiles, if it has tiles. A reserve that is refilled comes last. -1 if the
** tile comes from the bag.
*/
int carcB_heap_for_next_tile (const carc_definition *d, const carc_state *s, int player);
/* Whether the bag or a reserve has a tile for the player whose turn it is. */
bool carcB_has_tile_for_turn (const carc_definition *d, carc_state *s);
/* Whether some player in the game can play a tile from a reserve. */
bool carcB_any_reserve_playable (const carc_definition *d, const carc_state *s);

/* Whether `observer` (as in carc_call) sees the tiles of a heap. */
ALWAYS_INLINE bool sees_heap (const carc_definition *d, int observer, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(d, heap);
  return is_visible_to(row->visible_to, owner_of(row, heap), observer);
}
/*
** Number of tiles of a type, or of all types (CARC_ALL_TYPES), in heaps that the observer does not
** see.
*/
int carcB_count_hidden_tiles (const carc_definition *d, const carc_state *s, int observer, int type);
/* Number of tiles of a type that are out of the game. */
int carcB_count_gone (const carc_definition *d, const carc_state *s, int type);

#endif
