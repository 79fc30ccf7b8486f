/*
** division.h: features divided again where a join is undone.
*/
#ifndef CARC_DIVISION_H
#define CARC_DIVISION_H

#include "carcassonne.h"

/*
** Undoes a join: each end is open again. Where nothing else holds the two segments together they are of two features from then on;
** what variables remember of the one stays with the part that has its first segment. Returns whether that is so.
*/
bool carcB_undo_join (const carc_definition *d, carc_state *s, int index);

#endif
