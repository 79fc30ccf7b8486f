/*
** token_deals.c: for determinize.c, finds the hidden tokens that chance has dealt.
*/
#include "game/token_deals.h"
#include "carcassonne.h"
#include "util/random.h"
#include "model/definition.h"
#include "board/state.h"
#include "board/tokens.h"

enum { NOWHERE = -1, SWEEPS = 4 };

/* ---- Memory ---------------------------------------------------------------------------------- */

static size_t bytes_of (const carc_definition *d, size_t each) { return (d->at.n_tokens + 1) * each; }

bool carcG_open_token_deals (const carc_definition *d, token_deals *t) {
  *t = (token_deals){.d = d,
                     .before = carcM_alloc_memory(d, bytes_of(d, sizeof *t->before)),
                     .dealt_at = carcM_alloc_memory(d, bytes_of(d, sizeof *t->dealt_at)),
                     .deal = carcM_alloc_memory(d, bytes_of(d, sizeof *t->deal))};
  return t->before != NULL && t->dealt_at != NULL && t->deal != NULL;
}

void carcG_close_token_deals (token_deals *t) {
  carcM_free_memory(t->d, t->before, bytes_of(t->d, sizeof *t->before));
  carcM_free_memory(t->d, t->dealt_at, bytes_of(t->d, sizeof *t->dealt_at));
  carcM_free_memory(t->d, t->deal, bytes_of(t->d, sizeof *t->deal));
}

/* ---- Where they were dealt ------------------------------------------------------------------- */

void carcG_begin_tracking (token_deals *t, const carc_state *s) {
  for (uint32_t i = 0; i < t->d->at.n_tokens; i++) {
    t->before[i] = const_tokens_of(t->d, s)[i];
    t->dealt_at[i] = NOWHERE;
  }
}

/* Updates a group of equal tokens, which are sorted by place, after one of them has moved. */
static void follow_alike (token_deals *t, const carc_state *s, int first, int n, int dealt_at) {
  const token_place *now = const_tokens_of(t->d, s) + first;
  token_place *before = t->before + first;
  int *dealt = t->dealt_at + first, after[CARC_MAX_TOKENS], moved = 0;
  enum { TAKEN = UINT16_MAX, MOVED = -2 };
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < n && before[k] != now[i]) k++;
    after[i] = k < n ? dealt[k] : MOVED;
    if (k < n) before[k] = TAKEN;
  }
  for (int i = 0; i < n; i++) {
    if (after[i] != MOVED) continue;
    while (before[moved] == TAKEN) moved++;
    after[i] = before[moved] == 0 ? dealt_at : dealt[moved];
    if (now[i] == 0) after[i] = NOWHERE;
    moved++;
  }
  for (int i = 0; i < n; i++) {
    before[i] = now[i];
    dealt[i] = after[i];
  }
}

void carcG_track_tokens (token_deals *t, const carc_state *s, int at, carc_action chosen, bool by_chance) {
  carc_action_fields f = carc_action_unpack(chosen);
  for (int kind = 0; kind < t->d->n_tokens; kind++) {
    const token_row *row = &t->d->token[kind];
    bool dealt = by_chance && f.kind == CARC_ACTION_CHOICE && f.token == kind;
    for (int first = row->first, group = 0; first < row->first + row->all; first += row->alike, group++)
      follow_alike(t, s, first, row->alike, dealt && f.number == group % row->numbers + 1 ? at : NOWHERE);
  }
}

void carcG_collect_token_deals (token_deals *t, const carc_state *s, int observer) {
  for (int i = 0; i < (int)t->d->at.n_tokens; i++) {
    carc_token one = carc_state_token(t->d, s, i);
    if (t->dealt_at[i] != NOWHERE && !sees_token(t->d, &one, observer))
      t->deal[t->n++] = (token_deal){.at = t->dealt_at[i], .kind = one.kind, .number = one.number};
  }
}

static token_deal *deal_at (const token_deals *t, int at) {
  for (int i = 0; i < t->n; i++)
    if (t->deal[i].at == at) return &t->deal[i];
  return NULL;
}

void carcG_note_possible_numbers (token_deals *t, const carc_state *s, int at) {
  token_deal *deal = deal_at(t, at);
  for (int i = 0; deal != NULL && i < s->n_options; i++) {
    carc_action_fields f = carc_action_unpack(const_options_of(t->d, s)[i]);
    if (f.kind == CARC_ACTION_CHOICE && f.token == deal->kind && f.number > 0)
      deal->could_be |= (uint64_t)1 << f.number;
  }
}

/* ---- Another deal ---------------------------------------------------------------------------- */

static bool may_have_number (const token_deal *deal, int number) { return deal->could_be >> number & 1; }

/* Collects the numbers of those tokens of a kind that are in the supply. */
static int gather_supply (const token_deals *t, const carc_state *s, int kind, uint8_t out[CARC_MAX_TOKENS]) {
  const token_row *row = &t->d->token[kind];
  int n = 0;
  for (int i = row->first; i < row->first + row->all; i++)
    if (const_tokens_of(t->d, s)[i] == 0) out[n++] = (uint8_t)carc_state_token(t->d, s, i).number;
  return n;
}

static void change_one (token_deals *t, token_deal *one, uint8_t *supply, int left, uint64_t *generator) {
  int k = (int)random_below(generator, (uint32_t)(t->n + left)), number = one->number;
  token_deal *other = k < t->n ? &t->deal[k] : NULL;
  if (other != NULL && other->kind != one->kind) return;
  int comes = other != NULL ? other->number : supply[k - t->n];
  if (!may_have_number(one, comes) || (other != NULL && !may_have_number(other, number))) return;
  one->number = comes;
  if (other != NULL)
    other->number = number;
  else
    supply[k - t->n] = (uint8_t)number;
}

void carcG_redeal_tokens (token_deals *t, const carc_state *s, uint64_t *generator) {
  uint8_t supply[CARC_MAX_TOKENS];
  for (int kind = 0; kind < t->d->n_tokens; kind++) {
    int left = gather_supply(t, s, kind, supply);
    for (int i = 0; i < SWEEPS * t->n; i++)
      if (t->deal[i % t->n].kind == kind) change_one(t, &t->deal[i % t->n], supply, left, generator);
  }
}

carc_action carcG_redealt_action (const token_deals *t, int at, carc_action chosen) {
  const token_deal *deal = deal_at(t, at);
  if (deal == NULL) return chosen;
  carc_action_fields f = carc_action_unpack(chosen);
  f.number = deal->number;
  return carc_action_pack(&f);
}
