/*
** road_ends.h: the ends of roads and rivers on the table.
*/
#ifndef CARC_ROAD_ENDS_H
#define CARC_ROAD_ENDS_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/* Called for each, until it says false; the return of what calls it says whether it came to the last. */
typedef bool (*end_visitor)(void *ud, const carc_road_end *end);

/* The ends of one segment: inside its tile, then on its sides, clockwise from the north. */
bool carcB_visit_road_ends (const carc_definition *d, const carc_state *s, int tile, int segment,
                            end_visitor visit, void *ud);

#endif
