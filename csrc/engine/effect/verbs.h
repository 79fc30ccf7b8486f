/*
** verbs.h: changes of the state that both scripts and the engine's own turn steps make.
*/
#ifndef CARC_VERBS_H
#define CARC_VERBS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* Checks that the running hook may change the state. */
carc_status carcE_check_may_act (const carc_call *c, carc_error *err);

/* Returns the error of a hook that failed while a verb ran it. */
carc_status carcE_propagate_failure (const carc_call *c, carc_error *err);

ALWAYS_INLINE bool is_site (const carc_call *c, int tile, int segment) {
  return tile >= 0 && tile < c->s->n_tiles && segment >= 0 && segment < type_of(c->d, c->s, tile)->segments;
}
carc_status carcE_check_site (const carc_call *c, int tile, int segment, carc_error *err);

/*
** If a player has no follower left in a feature, returns the player's pieces that depended on
** followers. Pieces of kinds that may stay are not returned. Returns false if a hook failed.
*/
bool carcE_send_orphans_home (carc_call *c, int feature_id, int player);

/* Number of tokens of a good left in the supply. */
int carcE_count_goods_left (const carc_call *c, int good);

/*
** Reports that a piece has left the board, and runs on_piece_removed. Returns false if the hook
** failed.
*/
bool carcE_emit_piece_left (carc_call *c, uint32_t piece, carc_event_kind kind, carc_leaving why);

/*
** Lays a span of the player whose turn it is across a tile on the board. The span must fit there.
*/
void carcE_lay_span (carc_call *c, int tile, carc_axis axis);
void carcE_emit_spanned (carc_call *c, int tile);

#endif
