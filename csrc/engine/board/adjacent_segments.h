/*
** adjacent_segments.h: the same, declared.
*/
#ifndef CARC_ADJACENT_SEGMENTS_H
#define CARC_ADJACENT_SEGMENTS_H

#include "carcassonne.h"

/* Given each of them, one that is reached twice over twice. */
typedef void (*segment_visitor)(void *ud, int tile, int segment);

/* Visits the segments that a segment hangs together with: on the tiles beside its own, and where scripts have joined it. */
void carcB_visit_adjacent_segments (const carc_definition *d, const carc_state *s, int tile, int segment,
                                    segment_visitor visit, void *ud);

#endif
