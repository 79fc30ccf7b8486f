/*
** piece_filter.h: which pieces on the table are meant. carcassonne.h has the filter.
*/
#ifndef CARC_PIECE_FILTER_H
#define CARC_PIECE_FILTER_H

#include "carcassonne.h"
#include "carcassonne_script.h"

bool carc_piece_passes (const carc_definition *d, const carc_state *s, const carc_piece_filter *f,
                        uint32_t packed);

#endif
