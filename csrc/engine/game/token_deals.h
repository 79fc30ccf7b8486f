/*
** token_deals.h: for determinize.c, finds the hidden tokens that chance has dealt, the entries of
** the history that dealt them, and the numbers that each entry could have dealt.
*/
#ifndef CARC_TOKEN_DEALS_H
#define CARC_TOKEN_DEALS_H

#include "carcassonne.h"
#include "board/state.h"
#include "turn/replay.h"

/*
** A deal of a token that is still hidden. Chance chose the token's number, by this entry of the
** history, from these numbers (as bits).
*/
typedef struct token_deal {
  int at, kind, number;
  uint64_t could_be;
} token_deal;

/* What is known about tokens during a replay. */
typedef struct token_deals {
  const carc_definition *d;
  token_place *before; /* of each token: its place before the step */
  int *dealt_at;       /* of each token: the entry that dealt it, or -1 */
  token_deal *deal;    /* the deals of tokens that are still hidden */
  int n;
} token_deals;

/*
** Allocates and frees the memory of `t`. carcG_open_token_deals returns false if no memory is left.
*/
bool carcG_open_token_deals (const carc_definition *d, token_deals *t);
void carcG_close_token_deals (token_deals *t);

/*
** In the first replay: carcG_begin_tracking begins; carcG_track_tokens updates `t` after a step
** that began with `action`.
*/
void carcG_begin_tracking (token_deals *t, const carc_state *s);
void carcG_track_tokens (token_deals *t, const carc_state *s, int at, carc_action chosen, bool by_chance);
/* After the first replay: collects the deals of tokens whose numbers `observer` does not see. */
void carcG_collect_token_deals (token_deals *t, const carc_state *s, int observer);
/* In the second replay: notes the numbers that chance could choose at this entry. */
void carcG_note_possible_numbers (token_deals *t, const carc_state *s, int at);

/*
** Changes the hidden numbers. Repeatedly swaps the numbers of two tokens of a kind, or of a token
** and a token in the supply, if each hidden token could have been dealt with its new number.
*/
void carcG_redeal_tokens (token_deals *t, const carc_state *s, uint64_t *generator);
/*
** Returns `chosen`, the action at entry `at` of the history; if the entry dealt a hidden token,
** returns the action with the token's new number.
*/
carc_action carcG_redealt_action (const token_deals *t, int at, carc_action chosen);

#endif
