/* placed_tokens.h: the tokens of statements `put`. */
#ifndef CARC_PLACED_TOKENS_H
#define CARC_PLACED_TOKENS_H

#include "carcassonne.h"

/*
** Places tokens by the statements; kinds without statements go to their initial places. Tiles must
** be placed before. Fails if a place is invalid, or there are too few tokens.
*/
carc_status carcB_place_start_tokens (const carc_definition *d, carc_state *s, carc_error *err);

/*
** Deals the hidden tokens whose places, but not numbers, are in the definition. Deterministic by
** the seed.
*/
void carcB_deal_unknown_tokens (const carc_definition *d, carc_state *s, uint64_t seed);

#endif
