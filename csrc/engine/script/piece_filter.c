/*
** piece_filter.c: which pieces on the table are meant.
*/
#include "script/piece_filter.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"
#include "table/feature.h"
#include "table/state.h"

carc_piece_filter carc_any_piece (void) {
  return (carc_piece_filter){.player = -1,
                             .except = -1,
                             .piece = -1,
                             .kind = -1,
                             .feature = -1,
                             .attribute = -1,
                             .except_tile = -1,
                             .except_segment = -1};
}

bool carc_piece_passes (const carc_definition *d, const carc_state *s, const carc_piece_filter *f,
                        uint32_t packed) {
  int player = piece_player(packed), piece = piece_kind(packed), tile = piece_tile(packed),
      segment = piece_segment(packed);
  if (tile == f->except_tile && segment == f->except_segment) return false;
  if ((f->player >= 0 && player != f->player) || player == f->except) return false;
  if ((f->piece >= 0 && piece != f->piece) || (f->followers && !d->piece[piece].as_follower)) return false;
  if (f->kind >= 0 && type_of(d, s, tile)->kind[segment] != f->kind) return false;
  if (f->at && const_tile_at_of(d, s)[tile] != position_of(f->x, f->y)) return false;
  int feature_id = feature_at(d, s, tile, segment);
  if (f->attribute >= 0 && !carc_has_attribute(d, s, feature_id, f->attribute)) return false;
  return f->feature < 0 || feature_id == f->feature;
}

bool carc_state_any_piece (const carc_definition *def, const carc_state *state,
                           const carc_piece_filter *filter) {
  for (int i = 0; i < state->n_pieces; i++)
    if (carc_piece_passes(def, state, filter, const_pieces_of(def, state)[i])) return true;
  return false;
}
