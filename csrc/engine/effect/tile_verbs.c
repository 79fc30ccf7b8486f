/*
** tile_verbs.c: functions by which hooks deal and move tiles that are not on the board.
*/
#include "effect/tile_verbs.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/bag.h"
#include "board/reserve.h"
#include "board/state.h"
#include "effect/event.h"
#include "effect/verbs.h"

/* ---- Places ---------------------------------------------------------------------------------- */

/* Finds the heap of a reserve and player. CARC_RESERVE_BAG and CARC_RESERVE_OUT stay unchanged. */
static carc_status find_heap (const carc_call *c, int reserve, int player, int *heap, carc_error *err) {
  *heap = reserve;
  if (reserve == CARC_RESERVE_BAG || reserve == CARC_RESERVE_OUT) return CARC_OK;
  if (reserve < 0 || reserve >= c->d->n_reserves) return FAIL_INVALID(err, "there is no reserve %d", reserve);
  const reserve_row *row = &c->d->reserve[reserve];
  if (row->owner == CARC_SCOPE_PLAYER && (player < 0 || player >= c->d->players))
    return FAIL_INVALID(err, "there is no player %d", player + 1);
  *heap = heap_of(row, player);
  return CARC_OK;
}

static const char *name_of (const carc_call *c, int heap) {
  if (heap == CARC_RESERVE_BAG) return "bag";
  return heap == CARC_RESERVE_OUT ? "out" : told_name(&carcB_reserve_of_heap(c->d, heap)->name);
}

static carc_status check_room (const carc_call *c, int heap, int count, carc_error *err) {
  int room = heap >= 0 ? carcB_room_in_heap(c->d, c->s, heap) : count;
  if (count <= room) return CARC_OK;
  return FAIL_INVALID(err, "reserve %s has room for %d more tiles, not for %d (its `size` is the maximum)",
                      name_of(c, heap), room, count);
}

/* ---- Dealing --------------------------------------------------------------------------------- */

carc_status carc_call_deal_tiles (carc_call *c, int reserve, int player, int count, carc_error *err) {
  int heap = 0;
  carc_status status = carcE_check_may_act(c, err);
  if (status == CARC_OK) status = find_heap(c, reserve, player, &heap, err);
  if (status != CARC_OK) return status;
  if (heap < 0) return FAIL_INVALID(err, "tiles can be dealt only to a reserve, got %s", name_of(c, heap));
  if (!c->may_deal)
    return carcU_fail(
        err, CARC_ERR_SCRIPT, 0,
        "tiles can be dealt only in `run` and `on_chosen` of a phase, and not in a phase with the "
        "timing `deployment` or `anytime`");
  if (count < 0) return FAIL_INVALID(err, "the number of tiles to deal must be at least 0, got %d", count);
  int left = c->s->n_bag + c->s->n_aside;
  if (count > left) count = left;
  status = check_room(c, heap, count, err);
  if (status == CARC_OK) carcB_promise_tiles(c->d, c->s, heap, count);
  return status;
}

/* ---- Moving ---------------------------------------------------------------------------------- */

static bool is_there (const carc_call *c, int heap, int type) {
  if (heap == CARC_RESERVE_BAG) return carc_state_tiles_left(c->d, c->s, type) > 0;
  if (heap == CARC_RESERVE_OUT) return carcB_count_gone(c->d, c->s, type) > 0;
  return find_type(carcB_heap_tiles(c->d, c->s, heap), heap_size(c->d, c->s, heap), type) >= 0;
}

static void take_from (carc_call *c, int heap, int type) {
  if (heap == CARC_RESERVE_BAG) carcB_take_tile(c->d, c->s, type);
  if (heap >= 0) carcB_take_from_heap(c->d, c->s, heap, type);
}

static void put_into (carc_call *c, int heap, int type) {
  if (heap == CARC_RESERVE_BAG) carcB_add_to_bag(c->d, c->s, type);
  if (heap >= 0) carcB_add_to_heap(c->d, c->s, heap, type);
}

/*
** Whether the listener sees the type of a tile in this place. Everybody sees tiles that are out of
** the game.
*/
static bool is_seen (const carc_call *c, int heap) {
  return heap == CARC_RESERVE_OUT || (heap >= 0 && sees_heap(c->d, c->observer, heap));
}

void carcE_emit_tile_put (carc_call *c, carc_event_kind kind, int from, int to, int type) {
  if (!listening(c)) return;
  carc_event e = carcE_new_event(c, kind, to >= 0 ? owner_of(carcB_reserve_of_heap(c->d, to), to) : -1);
  bool seen = c->observer == OBSERVER_ALL || is_seen(c, from) || is_seen(c, to);
  e.type = seen ? type : -1;
  text_writer w = carcU_new_writer(e.text, sizeof e.text);
  carcU_put(&w, "%s", name_of(c, to));
  carcE_emit(c, &e);
}

carc_status carc_call_move_tile (carc_call *c, int type, int from, int from_player, int to, int to_player,
                                 carc_error *err) {
  int source = 0, target = 0;
  TRY(carcE_check_may_act(c, err));
  TRY(find_heap(c, from, from_player, &source, err));
  TRY(find_heap(c, to, to_player, &target, err));
  if (type < 0 || type >= c->d->n_types)
    return FAIL_INVALID(err, "the game has no tile with the index %d", type);
  const char *id = c->d->type[type].id;
  if (!is_there(c, source, type))
    return FAIL_INVALID(err, "no tile %s is left in %s%s", id,
                        source == CARC_RESERVE_BAG   ? "the "
                        : source == CARC_RESERVE_OUT ? "the place "
                                                     : "reserve ",
                        name_of(c, source));
  if (source == target) return CARC_OK;
  TRY(check_room(c, target, 1, err));
  take_from(c, source, type);
  put_into(c, target, type);
  carcE_emit_tile_put(c, CARC_EVENT_PUT, source, target, type);
  return CARC_OK;
}
