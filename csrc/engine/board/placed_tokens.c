/*
** placed_tokens.c: checks the `put` statements, places the tokens that these statements name, and
** deals tokens as a game begins.
*/
#include "board/placed_tokens.h"
#include "carcassonne.h"
#include "util/random.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "board/state.h"
#include "board/tokens.h"

#define FAIL(line, ...) carcU_fail(err, CARC_ERR_INVALID, line, __VA_ARGS__)

/* Finds the token and the place that a statement names. */
static carc_status find_placed (const carc_definition *d, const carc_state *s, const placed_token *p,
                                carc_token *t, token_place *at, carc_error *err) {
  const token_row *row = &d->token[p->kind];
  const char *name = told_name(&row->name), *why = "";
  bool owned = row->owner == CARC_TOKEN_OWNER_PLAYER;
  *t = (carc_token){.kind = p->kind,
                    .number = p->number,
                    .owner = owned ? p->owner : -1,
                    .player = p->player,
                    .tile = -1,
                    .segment = -1};
  if (owned != (p->owner >= 0) || p->owner >= d->players)
    return FAIL(p->line, "put: %s: %s", name,
                !owned         ? "these tokens have no owner; omit owner="
                : p->owner < 0 ? "owner= is missing"
                               : "owner= names a player who is not in the game");
  bool says_number = p->number > 0 || is_dealt(d, p->kind, p->number);
  if (row->numbers <= 1 && says_number)
    return FAIL(p->line, "put: %s: these tokens have no numbers; omit number=", name);
  if (row->numbers > 1 && !says_number) return FAIL(p->line, "put: %s: number= is missing", name);
  if (p->number > row->numbers)
    return FAIL(p->line, "put: %s: expected number= from 1 to %d, got %d", name, row->numbers, p->number);
  if (p->lies && carc_state_tile_at(d, s, p->x, p->y) < 0) {
    t->on_cell = true;
    t->x = p->x;
    t->y = p->y;
    if (p->segment[0] != '\0' || !may_be_on(row, CARC_TOKEN_PLACE_CELL))
      return FAIL(p->line, "put: %s: there is no tile at %d,%d", name, p->x, p->y);
  } else if (p->lies) {
    t->tile = carc_state_tile_at(d, s, p->x, p->y);
    carc_tile tile = carc_state_tile(d, s, t->tile);
    if (p->segment[0] != '\0') t->segment = carc_segment_find(d, tile.type, tile.rotation, p->segment);
    if (p->segment[0] != '\0' && t->segment < 0)
      return FAIL(p->line, "put: %s: the tile at %d,%d has no segment %s", name, p->x, p->y, p->segment);
  }
  if (!carcB_resolve_token_place(d, s, t, at, &why)) return FAIL(p->line, "put: %s %s", name, why);
  return CARC_OK;
}

/*
** Finds the tokens of a statement's kind and owner in the supply or in the owner's hand. Returns
** how many there are.
*/
static int gather_home (const carc_definition *d, const carc_state *s, const carc_token *t,
                        int16_t out[CARC_MAX_TOKENS]) {
  const token_row *row = &d->token[t->kind];
  int n = 0;
  for (int i = row->first; i < row->first + row->all; i++)
    if (carc_state_token(d, s, i).owner == t->owner &&
        const_tokens_of(d, s)[i] == carcB_home_of_token(d, t->kind, t->owner))
      out[n++] = (int16_t)i;
  return n;
}

/* Places as many tokens as a statement says, with random numbers; false if there are too few. */
static bool deal_tokens (const carc_definition *d, carc_state *s, const placed_token *p,
                         uint64_t *generator) {
  int16_t home[CARC_MAX_TOKENS];
  carc_token t;
  token_place at;
  carc_error ignored;
  find_placed(d, s, p, &t, &at, &ignored);
  for (int i = 0; i < p->count; i++) {
    int n = gather_home(d, s, &t, home);
    if (n == 0) return false;
    carcB_put_token(d, s, home[random_below(generator, (uint32_t)n)], at);
  }
  return true;
}

void carcB_deal_unknown_tokens (const carc_definition *d, carc_state *s, uint64_t seed) {
  uint64_t generator = random_seed(~seed);
  for (int i = 0; i < d->position->n_placed; i++) {
    const placed_token *p = &d->position->placed[i];
    if (is_dealt(d, p->kind, p->number)) deal_tokens(d, s, p, &generator);
  }
}

/* Checks that enough tokens are left for those that are dealt as the game begins. */
static carc_status check_dealt (const carc_definition *d, const carc_state *s, carc_error *err) {
  int16_t home[CARC_MAX_TOKENS];
  for (int i = 0; i < d->position->n_placed && d->deals_tokens; i++) {
    const placed_token *p = &d->position->placed[i];
    int wanted = 0, owner = d->token[p->kind].owner == CARC_TOKEN_OWNER_PLAYER ? p->owner : -1;
    for (int k = 0; k < d->position->n_placed; k++) {
      const placed_token *other = &d->position->placed[k];
      bool alike =
          other->kind == p->kind && other->owner == p->owner && is_dealt(d, other->kind, other->number);
      wanted += alike ? other->count : 0;
    }
    if (is_dealt(d, p->kind, p->number) &&
        wanted > gather_home(d, s, &(carc_token){.kind = p->kind, .owner = owner}, home))
      return FAIL(p->line, "put: %s: not enough of these tokens are left",
                  told_name(&d->token[p->kind].name));
  }
  return CARC_OK;
}

carc_status carcB_place_start_tokens (const carc_definition *d, carc_state *s, carc_error *err) {
  uint64_t named = 0;
  for (int i = 0; i < d->position->n_placed; i++) named |= (uint64_t)1 << d->position->placed[i].kind;
  carcB_reset_tokens(d, s, named);
  for (int i = 0; i < d->position->n_placed; i++) {
    const placed_token *p = &d->position->placed[i];
    carc_token t;
    token_place at = 0;
    if (p->count == 0) continue; /* it places no tokens */
    TRY(find_placed(d, s, p, &t, &at, err));
    for (int n = 0; n < p->count && !is_dealt(d, p->kind, p->number); n++) {
      int token = carcB_find_token(d, s, &t, carcB_home_of_token(d, t.kind, t.owner));
      if (token < 0)
        return FAIL(p->line, "put: %s: not enough of these tokens are left",
                    told_name(&d->token[p->kind].name));
      carcB_put_token(d, s, token, at);
    }
  }
  return check_dealt(d, s, err);
}
