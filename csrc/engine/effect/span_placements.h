/*
** span_placements.h: placements that need a span.
*/
#ifndef CARC_SPAN_PLACEMENTS_H
#define CARC_SPAN_PLACEMENTS_H

#include "carcassonne.h"
#include "board/state.h"

/*
** Adds the placements of the tile in hand that fit only with a span. Returns false if a script
** failed.
*/
bool carcE_find_span_placements (carc_call *c);
/* Applies a placement that has a span: places the tile in hand and lays the span. */
void carcE_place_with_span (carc_call *c, const carc_action_fields *f);

#endif
