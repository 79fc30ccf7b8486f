/* division.h: divides features when a join is undone. */
#ifndef CARC_DIVISION_H
#define CARC_DIVISION_H

#include "carcassonne.h"

/*
** Undoes a join; the two ends that it connected are open again afterwards. If nothing else connects
** the two segments, divides their feature; the variables of the feature stay with the part that
** contains the first segment. Returns whether the feature was divided.
*/
bool carcB_undo_join (const carc_definition *d, carc_state *s, int index);

#endif
