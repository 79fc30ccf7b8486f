/*
** token_deals.h: hidden tokens that chance has dealt, for games that may have been: where in the history, and which else they could be.
*/
#ifndef CARC_TOKEN_DEALS_H
#define CARC_TOKEN_DEALS_H

#include "carcassonne.h"
#include "board/state.h"
#include "turn/replay.h"

/* One that may be another: chance chose it by its number at this place of the history, among those of these numbers, as bits. */
typedef struct token_deal {
  int at, kind, number;
  uint64_t could_be;
} token_deal;

/* What is known of them as a game is played again. */
typedef struct token_deals {
  const carc_definition *d;
  token_place *before; /* of each token, where it was */
  int *dealt_at;       /* of each token, or -1 */
  token_deal *deal;    /* those that are hidden still */
  int n;
} token_deals;

/* Takes and gives back the memory for it; false if there is none. */
bool carcG_open_token_deals (const carc_definition *d, token_deals *t);
void carcG_close_token_deals (token_deals *t);

/* Of the first time that the game is played: begins, and looks what a step has changed, which began with this at hand. */
void carcG_begin_tracking (token_deals *t, const carc_state *s);
void carcG_track_tokens (token_deals *t, const carc_state *s, int at, carc_action chosen, bool by_chance);
/* After it: collects those that `observer` does not see. */
void carcG_collect_token_deals (token_deals *t, const carc_state *s, int observer);
/* Of the second time: what chance could choose here. */
void carcG_note_possible_numbers (token_deals *t, const carc_state *s, int at);

/* Gives them other numbers: again and again two of a kind, or one and a token of the supply, change places, if both could be. */
void carcG_redeal_tokens (token_deals *t, const carc_state *s, uint64_t *generator);
/* What was chosen at this place of the history, or is chosen in its place. */
carc_action carcG_redealt_action (const token_deals *t, int at, carc_action chosen);

#endif
