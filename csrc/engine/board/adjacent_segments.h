/* adjacent_segments.h: visits the segments that a segment is connected with. */
#ifndef CARC_ADJACENT_SEGMENTS_H
#define CARC_ADJACENT_SEGMENTS_H

#include "carcassonne.h"

/* Receives each adjacent segment; twice if it is adjacent in two ways. */
typedef void (*segment_visitor)(void *ud, int tile, int segment);

/* Visits the segments adjacent to a segment: on neighbouring tiles, and joined by scripts. */
void carcB_visit_adjacent_segments (const carc_definition *d, const carc_state *s, int tile, int segment,
                                    segment_visitor visit, void *ud);

#endif
