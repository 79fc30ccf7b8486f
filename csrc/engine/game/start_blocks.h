/*
** start_blocks.h: the start tiles of several scripts, beside one another.
*/
#ifndef CARC_START_BLOCKS_H
#define CARC_START_BLOCKS_H

#include "carcassonne.h"

/*
** Moves the start tiles of a definition that is read, block by block, where they could not lie as they say; and puts them into an
** order in which they touch. Fails where two blocks cannot lie beside each other.
*/
carc_status carcG_separate_start_blocks (carc_definition *d, carc_error *err);

#endif
