/* deployments.h: places where pieces may be deployed. */
#ifndef CARC_DEPLOYMENTS_H
#define CARC_DEPLOYMENTS_H

#include "carcassonne.h"

/*
** Updates everything about the last tile: completed features, whether it extended a builder's
** feature of the player whose turn it is, and where that player may deploy which piece.
*/
void carcB_update_deployments (const carc_definition *d, carc_state *s);

/*
** Updates it again after actions of scripts. Whether a builder's feature was extended is kept: a
** builder that has left still counts, and one that came since does not.
*/
void carcB_recompute_deployments (const carc_definition *d, carc_state *s);

/* Whether the feature of a segment meets the needs (NEEDS_*) of a kind of piece for a player. */
bool carcB_meets_needs (const carc_definition *d, const carc_state *s, int piece, unsigned needs, int player,
                        int tile, int segment);

#endif
