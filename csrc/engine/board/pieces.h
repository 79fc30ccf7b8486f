/* pieces.h: pieces on features: placement, counts, majority. */
#ifndef CARC_PIECES_H
#define CARC_PIECES_H

#include "carcassonne.h"

/* Puts a piece from its owner's supply on a segment. */
void carcB_put_piece (const carc_definition *d, carc_state *s, int tile, int segment, int player, int piece);

/* Recomputes a feature's `who` from its pieces. */
void carcB_recompute_occupants (const carc_definition *d, carc_state *s, int feature_id);

/* Number of pieces of a kind, or of any (-1), of all players in a feature. */
int carcB_count_pieces (const carc_definition *d, const carc_state *s, int feature_id, int piece);

/* Power of each player's pieces in a feature. */
typedef struct power_list {
  int of[CARC_MAX_PLAYERS];
} power_list;
power_list carcB_feature_powers (const carc_definition *d, const carc_state *s, int feature_id);

/* The players with the most power in a feature, as bits; none if nobody has any. */
unsigned carcB_feature_majority (const carc_definition *d, const carc_state *s, int feature_id);

#endif
