/*
** verbs.h: what scripts do to a state, where the turn machine does the same.
*/
#ifndef CARC_VERBS_H
#define CARC_VERBS_H

#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/* Whether the hook that runs may change the state. */
carc_status carcE_check_may_act (const carc_call *c, carc_error *err);

/* What the verb answers where a hook that was called on the way has failed, and has said why. */
carc_status carcE_propagate_failure (const carc_call *c, carc_error *err);

/* Whether this is a segment on the table. */
ALWAYS_INLINE bool is_site (const carc_call *c, int tile, int segment) {
  return tile >= 0 && tile < c->s->n_tiles && segment >= 0 && segment < type_of(c->d, c->s, tile)->segments;
}
carc_status carcE_check_site (const carc_call *c, int tile, int segment, carc_error *err);

/*
** What stood by a player's followers, none of whom is left there, goes home too, where its kind does not stay. False if a hook
** failed.
*/
bool carcE_send_orphans_home (carc_call *c, int feature_id, int player);

/* Tokens of a good that nobody has. */
int carcE_count_goods_left (const carc_call *c, int good);

/* Tells that a piece has left the table, and asks the hook on_piece_removed. False if that failed. */
bool carcE_emit_piece_left (carc_call *c, uint32_t piece, carc_event_kind kind, carc_leaving why);

/* Lays a span of the player whose turn it is across a tile on the table, where it fits. */
void carcE_lay_span (carc_call *c, int tile, carc_axis axis);
void carcE_emit_spanned (carc_call *c, int tile);

#endif
