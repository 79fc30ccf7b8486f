/*
** pieces.h: pieces on features: putting them there, counting them, who has the majority.
*/
#ifndef CARC_PIECES_H
#define CARC_PIECES_H

#include "carcassonne.h"

/* Puts a piece from its owner's supply on a segment. */
void carcB_put_piece (const carc_definition *d, carc_state *s, int tile, int segment, int player, int piece);

/* Works out a feature's `who` anew from the pieces that stand in it. */
void carcB_recompute_occupants (const carc_definition *d, carc_state *s, int feature_id);

/* How many pieces of a kind stand in a feature, or of any (-1), whoever's. */
int carcB_count_pieces (const carc_definition *d, const carc_state *s, int feature_id, int piece);

/* What the pieces of each player count for in a feature. */
typedef struct power_list {
  int of[CARC_MAX_PLAYERS];
} power_list;
power_list carcB_feature_powers (const carc_definition *d, const carc_state *s, int feature_id);

/* The players with the most power in a feature, as bits; none where nobody has any. */
unsigned carcB_feature_majority (const carc_definition *d, const carc_state *s, int feature_id);

#endif
