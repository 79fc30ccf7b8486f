/*
** takes.h: where something could go now, by all that the rules ask.
*/
#ifndef CARC_TAKES_H
#define CARC_TAKES_H

#include "script/select.h"

/* Visits each cell, segment, corner or axis that passes and takes what the selector says, with the piece that it takes. */
bool carc_find_taking (query *q, int selector, tiles_near *near, visitor visit, void *ud);
/* Visits the corners or axes of one tile, whatever they take. */
bool carc_visit_parts (query *q, const selector *f, int tile, visitor visit, void *ud);

#endif
