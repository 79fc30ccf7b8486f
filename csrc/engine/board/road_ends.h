/* road_ends.h: the ends of roads and rivers on the board. */
#ifndef CARC_ROAD_ENDS_H
#define CARC_ROAD_ENDS_H

#include "carcassonne.h"
#include "model/definition.h"
#include "board/state.h"

/*
** Visitor of ends. Returns false to stop; the visiting function returns whether it reached the last
** end.
*/
typedef bool (*end_visitor)(void *ud, const carc_road_end *end);

/* Visits the ends of one segment: inside its tile, then by side, clockwise from the north. */
bool carcB_visit_road_ends (const carc_definition *d, const carc_state *s, int tile, int segment,
                            end_visitor visit, void *ud);

#endif
