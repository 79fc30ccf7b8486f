/*
** sets.h: what a definition declares, several of it at once, as bits: bit n stands for the n-th.
*/
#ifndef CARC_SETS_H
#define CARC_SETS_H

#include <stdint.h>

typedef uint64_t attribute_set; /* of segments, or of tiles */
typedef uint32_t piece_set;     /* kinds of pieces */

#endif
