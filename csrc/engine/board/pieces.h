/*
** pieces.h: puts pieces on features, counts them, and finds majorities.
*/
#ifndef CARC_PIECES_H
#define CARC_PIECES_H

#include "carcassonne.h"

/* Puts a piece from its owner's supply on a segment. */
void carcB_put_piece (const carc_definition *d, carc_state *s, int tile, int segment, int player, int piece);

/* Recomputes the field `who` of a feature from the pieces in it. */
void carcB_recompute_occupants (const carc_definition *d, carc_state *s, int feature_id);

/* Number of pieces of this kind, or of all kinds (-1), that all players have in a feature. */
int carcB_count_pieces (const carc_definition *d, const carc_state *s, int feature_id, int piece);

/* Power of each player's pieces in a feature. */
typedef struct power_list {
  int of[CARC_MAX_PLAYERS];
} power_list;
power_list carcB_feature_powers (const carc_definition *d, const carc_state *s, int feature_id);

/*
** The players whose pieces have the most power in a feature, as bits; 0 if no player has any power.
*/
unsigned carcB_feature_majority (const carc_definition *d, const carc_state *s, int feature_id);

#endif
