/*
** builder.h: decides whether a builder's feature was extended, if scripts or joins can affect the
** answer.
*/
#ifndef CARC_BUILDER_H
#define CARC_BUILDER_H

#include "carcassonne_script.h"
#include "board/state.h"

/*
** Decides which features the last tile has extended, of those with a builder of the player whose
** turn it is. Asks the scripts, and stores the result. `link` is the road of a span across the
** tile, or -1. Returns false if a script failed.
*/
bool carcE_apply_tile_extension (carc_call *c, int link);

/*
** What must be known before two features are joined. `builder` is whether the player whose turn it
** is has a builder in one of them. `min_tiles` is the number of tiles of the smallest feature that
** the join can extend for its builder.
*/
typedef struct join_builders {
  bool builder;
  int min_tiles;
} join_builders;

join_builders carcE_find_join_builders (const carc_call *c, int feature_id, int other);

/*
** Decides whether a join has extended the feature at this place. By the rules, it has if the
** feature of a builder has gained a tile, no matter which of the two features was larger. Returns
** false if a script failed.
*/
bool carcE_apply_join_extension (carc_call *c, join_builders before, int tile, int segment);

#endif
