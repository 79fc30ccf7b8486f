/* start_blocks.h: arranges the start tiles of several scripts side by side. */
#ifndef CARC_START_BLOCKS_H
#define CARC_START_BLOCKS_H

#include "carcassonne.h"

/*
** Moves the blocks of start tiles that collide, and sorts the tiles so that each touches an earlier
** one. Fails if two blocks cannot be placed side by side.
*/
carc_status carcG_separate_start_blocks (carc_definition *d, carc_error *err);

#endif
