/*
** builder.h: whether something that was built extends a builder's feature, where more than the look at the last tile decides it.
*/
#ifndef CARC_BUILDER_H
#define CARC_BUILDER_H

#include "carcassonne_script.h"
#include "board/state.h"

/*
** Features with a builder of the player whose turn it is were touched by the last tile: what the rules say of that goes through the
** scripts, and into the state. `link` is the road of a span across it, -1 for none. False if a script failed.
*/
bool carcE_apply_tile_extension (carc_call *c, int link);

/*
** What a join of two features finds there: whether the player whose turn it is builds in one of them, and on how few tiles
** with a builder that the rules let joins serve.
*/
typedef struct join_builders {
  bool builder;
  int min_tiles;
} join_builders;

join_builders carcE_find_join_builders (const carc_call *c, int feature_id, int other);

/*
** The same for a feature that this join has made, of which a place is given: the rules count it if a builder's feature has got a
** tile that it had not, whichever of the two was larger.
*/
bool carcE_apply_join_extension (carc_call *c, join_builders before, int tile, int segment);

#endif
