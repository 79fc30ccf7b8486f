/* road_ends.h: the ends of roads and rivers on the board. */
#ifndef CARC_ROAD_ENDS_H
#define CARC_ROAD_ENDS_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/*
** Receives an end. Returns false to stop the visit. The function that calls the visitor returns
** false if the visitor stopped it, otherwise true.
*/
typedef bool (*end_visitor)(void *ud, const carc_road_end *end);

/*
** Visits the ends of one segment: first those inside its tile, then those on its sides, clockwise
** from the north.
*/
bool carcB_visit_road_ends (const carc_definition *d, const carc_state *s, int tile, int segment,
                            end_visitor visit, void *ud);

#endif
