/*
** worth.h: computes the points of tiles, pennants and cities according to the attributes of their
** feature.
*/
#ifndef CARC_WORTH_H
#define CARC_WORTH_H

#include "model/definition.h"
#include "board/state.h"

/*
** Returns the points of each tile and pennant of a feature that has the attributes of `feature_id`:
** if it is complete and has `tiles` tiles, or if it is incomplete. Fields score by their cities
** instead.
*/
int carcS_tile_value (const carc_definition *d, const carc_state *s, int feature_id, int kind, bool complete,
                      int tiles);

/* Returns the points of each tile and pennant of a feature as it is now. */
int carcS_current_tile_value (const carc_definition *d, const carc_state *s, int feature_id, int kind);

/* Returns how many times a city counts for a field, and how many times more with a pig. */
city_multipliers carcS_city_multiplier (const carc_definition *d, const carc_state *s, int feature_id);

#endif
