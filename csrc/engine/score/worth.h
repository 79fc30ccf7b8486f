/*
** worth.h: what tiles, pennants and cities count, by the attributes of their feature.
*/
#ifndef CARC_WORTH_H
#define CARC_WORTH_H

#include "model/definition.h"
#include "board/state.h"

/*
** What a feature is worth as it stands: `each` for each tile and pennant, by kind and whether it is complete; fields are not
** counted so.
*/
int carcS_points_each (const carc_definition *d, const carc_state *s, int feature_id, int kind);

/* How often a city counts for a field, and for a pig. */
city_multipliers carcS_city_multiplier (const carc_definition *d, const carc_state *s, int feature_id);

#endif
