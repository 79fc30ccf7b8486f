/* division.h: divides features when a join is undone. */
#ifndef CARC_DIVISION_H
#define CARC_DIVISION_H

#include "carcassonne.h"

/*
** Undoes a join: both ends are open again. If nothing else connects the two segments, their feature
** is divided, and its variables stay with the part that has the first segment. Returns whether it
** was divided.
*/
bool carcB_undo_join (const carc_definition *d, carc_state *s, int index);

#endif
