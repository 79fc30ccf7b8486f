/*
** reserve.h: tiles in reserves, neither in the bag nor on the board, of the game or of each player.
**
** A *heap* holds the tiles of one reserve for one player, or for the game; heaps count from 0
** through all reserves.
*/
#ifndef CARC_RESERVE_H
#define CARC_RESERVE_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* The heap of a reserve for this player, or its only heap. */
ALWAYS_INLINE int heap_of (const reserve_row *row, int player) {
  return row->first_heap + (row->owner == CARC_SCOPE_PLAYER ? player : 0);
}
/* Owner of a heap; -1: the game. */
ALWAYS_INLINE int owner_of (const reserve_row *row, int heap) {
  return row->owner == CARC_SCOPE_PLAYER ? heap - row->first_heap : -1;
}
const reserve_row *carcB_reserve_of_heap (const carc_definition *d, int heap);

/* The tiles of a heap in order of arrival, and their number. */
const uint16_t *carcB_heap_tiles (const carc_definition *d, const carc_state *s, int heap);
ALWAYS_INLINE int heap_size (const carc_definition *d, const carc_state *s, int heap) {
  return const_kept_of(d, s)[heap];
}
/* Number of further tiles that a heap has room for, after those promised. */
int carcB_room_in_heap (const carc_definition *d, const carc_state *s, int heap);

/* Adds a tile at the end; requires room. */
void carcB_add_to_heap (const carc_definition *d, carc_state *s, int heap, int type);
/* Removes the first tile of this type from a heap; false if there is none. */
bool carcB_take_from_heap (const carc_definition *d, carc_state *s, int heap, int type);
/* Returns a player's reserves to the bag, and cancels promised tiles. */
void carcB_return_reserves (const carc_definition *d, carc_state *s, int player);

/* Promises tiles to a heap; they are dealt as soon as possible. */
void carcB_promise_tiles (const carc_definition *d, carc_state *s, int heap, int count);
/*
** Promises what is missing from `deal`: as the game begins, to all; at a timing, to the game and
** the player whose turn it is.
*/
void carcB_promise_first_deal (const carc_definition *d, carc_state *s);
void carcB_promise_refills (const carc_definition *d, carc_state *s, phase_timing at);

/*
** The heap that provides this player's next tile instead of the bag: that of the first reserve that
** is played from and has tiles; a refilled one comes last. -1 for the bag.
*/
int carcB_heap_for_next_tile (const carc_definition *d, const carc_state *s, int player);
/* Whether the bag or a reserve has a tile for the player whose turn it is. */
bool carcB_has_tile_for_turn (const carc_definition *d, carc_state *s);
/* Whether some player in the game can play a tile from a reserve. */
bool carcB_any_reserve_playable (const carc_definition *d, const carc_state *s);

/* Whether `observer`, as in carc_call, sees the tiles of a heap. */
ALWAYS_INLINE bool sees_heap (const carc_definition *d, int observer, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(d, heap);
  return is_visible_to(row->visible_to, owner_of(row, heap), observer);
}
/* Number of tiles of a type in hidden heaps, and of all types. */
int carcB_count_hidden_tiles (const carc_definition *d, const carc_state *s, int observer, int type);
/* Number of tiles of a type that are out of the game. */
int carcB_count_gone (const carc_definition *d, const carc_state *s, int type);

#endif
