/*
** sets.h: sets of declared items as bits. Bit n stands for item n.
*/
#ifndef CARC_SETS_H
#define CARC_SETS_H

#include <stdint.h>

typedef uint64_t attribute_set; /* attributes of segments, or of tiles */
typedef uint32_t piece_set;     /* kinds of pieces */

#endif
