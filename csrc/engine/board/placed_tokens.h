/* placed_tokens.h: the tokens of `put` statements. */
#ifndef CARC_PLACED_TOKENS_H
#define CARC_PLACED_TOKENS_H

#include "carcassonne.h"

/*
** Places tokens as the statements say. Kinds without a statement go to their initial places. The
** tiles must have been placed before. Fails if a place is invalid or if there are too few tokens.
*/
carc_status carcB_place_start_tokens (const carc_definition *d, carc_state *s, carc_error *err);

/*
** Deals the hidden tokens: the definition gives their places, but not their numbers. The seed
** determines the numbers.
*/
void carcB_deal_unknown_tokens (const carc_definition *d, carc_state *s, uint64_t seed);

#endif
