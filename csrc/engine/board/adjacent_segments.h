/*
** adjacent_segments.h: visits the segments that are adjacent to a segment.
*/
#ifndef CARC_ADJACENT_SEGMENTS_H
#define CARC_ADJACENT_SEGMENTS_H

#include "carcassonne.h"

/* Receives each adjacent segment. A segment that is adjacent in two ways is received twice. */
typedef void (*segment_visitor)(void *ud, int tile, int segment);

/*
** Visits the segments adjacent to a segment: those on neighbouring tiles, and those that scripts
** have joined with it.
*/
void carcB_visit_adjacent_segments (const carc_definition *d, const carc_state *s, int tile, int segment,
                                    segment_visitor visit, void *ud);

#endif
