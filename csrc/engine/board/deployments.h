/*
** deployments.h: finds where pieces may be deployed.
*/
#ifndef CARC_DEPLOYMENTS_H
#define CARC_DEPLOYMENTS_H

#include "carcassonne.h"

/*
** Updates what follows from the last tile: which features are complete, whether the tile extended a
** feature with a builder of the player whose turn it is, and where this player may deploy each kind
** of piece.
*/
void carcB_update_deployments (const carc_definition *d, carc_state *s);

/*
** Updates the fields of carcB_update_deployments again after actions of scripts, but does not
** change whether a builder's feature was extended: a builder that has left still counts, and a
** builder that came later does not.
*/
void carcB_recompute_deployments (const carc_definition *d, carc_state *s);

/*
** Whether the feature of a segment meets the `needs` (NEEDS_*) of a kind of piece of this player.
*/
bool carcB_meets_needs (const carc_definition *d, const carc_state *s, int piece, unsigned needs, int player,
                        int tile, int segment);

#endif
