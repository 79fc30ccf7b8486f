/* builder.h: decides whether a builder's feature was extended, if scripts or joins affect it. */
#ifndef CARC_BUILDER_H
#define CARC_BUILDER_H

#include "carcassonne_script.h"
#include "board/state.h"

/*
** Decides which features with a builder of the turn player the last tile has extended, asks the
** scripts and stores the result. `link` is the road of a span across the tile, or -1. Returns false
** if a script failed.
*/
bool carcE_apply_tile_extension (carc_call *c, int link);

/*
** State before a join of two features: whether the turn player has a builder in one of them, and
** the smallest number of tiles of those whose builder may profit from the join.
*/
typedef struct join_builders {
  bool builder;
  int min_tiles;
} join_builders;

join_builders carcE_find_join_builders (const carc_call *c, int feature_id, int other);

/*
** Decides whether a join has extended the feature at this place. By the rules it has if a builder's
** feature has gained a tile, whichever of the two features was larger. False if a script failed.
*/
bool carcE_apply_join_extension (carc_call *c, join_builders before, int tile, int segment);

#endif
