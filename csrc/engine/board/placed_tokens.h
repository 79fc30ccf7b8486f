/*
** placed_tokens.h: the tokens that statements `put`.
*/
#ifndef CARC_PLACED_TOKENS_H
#define CARC_PLACED_TOKENS_H

#include "carcassonne.h"

/*
** Places the tokens of each kind that a statement names where the statements say, and all others where they begin. Tiles must lie
** already. Fails where a statement names no such place, or more tokens than there are.
*/
carc_status carcB_place_start_tokens (const carc_definition *d, carc_state *s, carc_error *err);

/* Deals the hidden tokens of which the definition says where they are, but not which. The same seed deals the same tokens. */
void carcB_deal_unknown_tokens (const carc_definition *d, carc_state *s, uint64_t seed);

#endif
