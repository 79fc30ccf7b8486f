/*
** token_deals.h: hidden tokens that chance has dealt, for determinize.c: by which entries of the
** history, and with which alternatives.
*/
#ifndef CARC_TOKEN_DEALS_H
#define CARC_TOKEN_DEALS_H

#include "carcassonne.h"
#include "board/state.h"
#include "turn/replay.h"

/*
** A deal whose token is still hidden: chance chose its number by this entry of the history, among
** these numbers (as bits).
*/
typedef struct token_deal {
  int at, kind, number;
  uint64_t could_be;
} token_deal;

/* What is known about tokens during a replay. */
typedef struct token_deals {
  const carc_definition *d;
  token_place *before; /* of each token: its previous place */
  int *dealt_at;       /* of each token, or -1 */
  token_deal *deal;    /* the deals that are still hidden */
  int n;
} token_deals;

/* Allocates and frees its memory; false if memory is exhausted. */
bool carcG_open_token_deals (const carc_definition *d, token_deals *t);
void carcG_close_token_deals (token_deals *t);

/* First replay: begins tracking, and updates after each step, which began with `action`. */
void carcG_begin_tracking (token_deals *t, const carc_state *s);
void carcG_track_tokens (token_deals *t, const carc_state *s, int at, carc_action chosen, bool by_chance);
/* After the first replay: collects the deals that `observer` does not see. */
void carcG_collect_token_deals (token_deals *t, const carc_state *s, int observer);
/* Second replay: notes the numbers that chance could choose here. */
void carcG_note_possible_numbers (token_deals *t, const carc_state *s, int at);

/*
** Changes the hidden numbers: repeatedly swaps two tokens of a kind, or one with a token of the
** supply, if both deals allow it.
*/
void carcG_redeal_tokens (token_deals *t, const carc_state *s, uint64_t *generator);
/* Returns the action chosen by this entry of the history, or its replacement. */
carc_action carcG_redealt_action (const token_deals *t, int at, carc_action chosen);

#endif
