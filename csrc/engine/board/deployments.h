/*
** deployments.h: where pieces may be deployed.
*/
#ifndef CARC_DEPLOYMENTS_H
#define CARC_DEPLOYMENTS_H

#include "carcassonne.h"

/*
** Looks at the segments of the last tile: which features it completed, whether it extended the builder's
** feature of the player whose turn it is, and where that player may deploy which piece.
*/
void carcB_update_deployments (const carc_definition *d, carc_state *s);

/*
** The same once scripts have acted. Whether the tile has extended a builder's feature stays: a builder that
** has left still counts, and one that came meanwhile came too late.
*/
void carcB_recompute_deployments (const carc_definition *d, carc_state *s);

/* Whether a segment's feature is what a piece of this kind, of a player's, needs to be deployed there: NEEDS_*. */
bool carcB_meets_needs (const carc_definition *d, const carc_state *s, int piece, unsigned needs, int player,
                        int tile, int segment);

#endif
