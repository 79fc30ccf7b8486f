/*
** proposed_feature.h: what a feature of a tile would be if the tile were placed. Changes nothing.
*/
#ifndef CARC_PROPOSED_FEATURE_H
#define CARC_PROPOSED_FEATURE_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* A tile that may be placed in an empty cell. */
typedef struct proposed_tile {
  int lie; /* type * 4 + rotation */
  uint16_t at;
} proposed_tile;

/* Totals of the feature that a segment would belong to. */
typedef struct proposed_feature {
  int tiles, open; /* tiles, and open edges, as feature_totals count them */
} proposed_feature;

proposed_feature carcB_propose_feature (const carc_definition *d, const carc_state *s, proposed_tile t,
                                        int segment);

#endif
