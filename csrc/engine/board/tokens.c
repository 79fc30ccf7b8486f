/* tokens.c: tokens in the supply, in hands, and on the board. */
#include "board/tokens.h"
#include <string.h>
#include "carcassonne.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/state.h"

/* ---- Identity -------------------------------------------------------------------------------- */

static int kind_of (const carc_definition *d, int token) {
  int kind = 0;
  while (token >= d->token[kind].first + d->token[kind].all) kind++;
  return kind;
}

/* Index of the first token of a group of equal tokens. */
static int first_alike (const token_row *row, int owner, int number) {
  int group = (owner > 0 ? owner : 0) * row->numbers + (number > 0 ? number - 1 : 0);
  return row->first + group * row->alike;
}

int carc_state_tokens (const carc_definition *def, const carc_state *state) {
  (void)state;
  return (int)def->at.n_tokens;
}

carc_token carc_state_token (const carc_definition *def, const carc_state *state, int index) {
  int kind = kind_of(def, index);
  const token_row *row = &def->token[kind];
  int group = (index - row->first) / row->alike;
  token_place at = const_tokens_of(def, state)[index];
  bool on_cell = lies_on_cell(at);
  return (carc_token){.kind = kind,
                      .number = row->numbers > 1 ? group % row->numbers + 1 : 0,
                      .owner = row->owner == CARC_TOKEN_OWNER_PLAYER ? group / row->numbers : -1,
                      .player = token_holder(at),
                      .tile = token_tile(at),
                      .segment = token_segment(at),
                      .on_cell = on_cell,
                      .x = on_cell ? x_of(state, (uint16_t)at) : 0,
                      .y = on_cell ? y_of(state, (uint16_t)at) : 0};
}

int carc_state_count_tokens (const carc_definition *def, const carc_state *state, int kind, int number,
                             int player) {
  const token_row *row = &def->token[kind];
  const token_place *tokens = const_tokens_of(def, state), where = player < 0 ? 0 : in_hand_of(player);
  int owners = row->owner == CARC_TOKEN_OWNER_PLAYER ? def->players : 1, n = 0;
  if (number == 0 && player >= 0) return tokens_held(def, state, row, player);
  for (int owner = 0; owner < owners; owner++) {
    int first = first_alike(row, owner, number), all = number > 0 ? row->alike : row->alike * row->numbers;
    for (int i = first; i < first + all; i++) n += tokens[i] == where;
  }
  return n;
}

bool carc_token_is_seen (const carc_definition *def, const carc_token *token, int observer) {
  return sees_token(def, token, observer_for(observer));
}

int carc_state_tokens_unseen (const carc_definition *def, const carc_state *state, int observer, int kind,
                              int number) {
  const token_row *row = &def->token[kind];
  int n = 0;
  for (int i = row->first; i < row->first + row->all; i++) {
    carc_token t = carc_state_token(def, state, i);
    n += t.number == number && !sees_token(def, &t, observer_for(observer));
  }
  return n;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Adds `by` to the count of tokens at a place. Features, cells and the supply have no counts. */
static void count_token (const carc_definition *d, carc_state *s, const token_row *row, token_place at,
                         int by) {
  uint32_t place;
  switch (location_of_token(at)) {
    case TOKEN_IN_HAND: place = row->held + (uint32_t)token_holder(at); break;
    case TOKEN_ON_TILE: place = row->on_tiles + (uint32_t)token_tile(at); break;
    case TOKEN_ON_SEGMENT:
      place = row->on_segments + (uint32_t)carc_state_segment_index(d, s, token_tile(at), token_segment(at));
      break;
    default: return;
  }
  uint16_t *count = &token_counts_of(d, s)[place];
  *count = (uint16_t)(*count + by);
}

token_place carcB_home_of_token (const carc_definition *d, int kind, int owner) {
  return d->token[kind].owner == CARC_TOKEN_OWNER_PLAYER ? in_hand_of(owner) : 0;
}

/* The tile on which tokens of a kind are at the start of the game; -1 if they are elsewhere. */
static int first_tile (const carc_definition *d, const carc_state *s, int kind) {
  int tile = 0, attribute = d->token[kind].starts_on;
  if (attribute == CARC_NONE) return -1;
  while (tile < s->n_tiles && (type_of(d, s, tile)->tile_attributes >> attribute & 1) == 0) tile++;
  return tile < s->n_tiles ? tile : -1;
}

/* Initial place of token number i of its kind. */
static token_place first_place (const carc_definition *d, const carc_state *s, const carc_token *t, int i) {
  const token_row *row = &d->token[t->kind];
  int tile = first_tile(d, s, t->kind);
  if (tile >= 0) return place_of_token(TOKEN_ON_TILE, tile);
  return row->owner == CARC_TOKEN_OWNER_DEALT ? in_hand_of(i % row->alike / row->count)
                                              : carcB_home_of_token(d, t->kind, t->owner);
}

void carcB_reset_tokens (const carc_definition *d, carc_state *s, uint64_t named) {
  for (int i = 0; i < (int)d->at.n_tokens; i++) {
    carc_token t = carc_state_token(d, s, i);
    const token_row *row = &d->token[t.kind];
    tokens_of(d, s)[i] =
        named >> t.kind & 1 ? carcB_home_of_token(d, t.kind, t.owner) : first_place(d, s, &t, i - row->first);
    count_token(d, s, row, tokens_of(d, s)[i], 1);
  }
}

/*
** Finds the place on a segment of a tile, or on the tile itself. If the token may be on neither,
** returns false with a reason.
*/
static bool place_on_tile (const token_row *row, const carc_token *t, token_place *at, const char **why) {
  int site = t->tile * CARC_MAX_SEGMENTS + t->segment;
  bool on_segment = may_be_on(row, CARC_TOKEN_PLACE_SEGMENT),
       with_segment = on_segment || may_be_on(row, CARC_TOKEN_PLACE_FEATURE);
  if (t->segment >= 0 && with_segment) {
    *at = place_of_token(on_segment ? TOKEN_ON_SEGMENT : TOKEN_ON_FEATURE, site);
    return true;
  }
  if (may_be_on(row, CARC_TOKEN_PLACE_TILE)) {
    *at = place_of_token(TOKEN_ON_TILE, t->tile);
    return true;
  }
  *why = with_segment ? "must be on a segment, but no segment is given"
                      : "cannot be on a tile: its `on` does not list `tile`";
  return false;
}

/*
** Finds the place on an empty cell. If the cell is not beside the board, returns false with a
** reason.
*/
static bool place_on_cell (const carc_definition *d, const carc_state *s, const carc_token *t,
                           token_place *at, const char **why) {
  uint16_t position = position_of(t->x, t->y);
  *at = place_of_token(TOKEN_ON_CELL, position);
  if (!may_be_on(&d->token[t->kind], CARC_TOKEN_PLACE_CELL))
    *why = "cannot be on an empty cell: its `on` does not list `cell`";
  else if (carcB_find_cell(d, s, position) < 0 || x_of(s, position) != t->x || y_of(s, position) != t->y)
    *why = "may be on an empty cell only if the cell is beside a tile";
  else
    return true;
  return false;
}

bool carcB_resolve_token_place (const carc_definition *d, const carc_state *s, const carc_token *t,
                                token_place *at, const char **why) {
  const token_row *row = &d->token[t->kind];
  if (t->on_cell) return place_on_cell(d, s, t, at, why);
  if (t->tile >= 0) {
    bool there = t->tile < s->n_tiles && t->segment < type_of(d, s, t->tile)->segments;
    *why = "cannot be placed: this segment is not on the board";
    return there && place_on_tile(row, t, at, why);
  }
  if (t->player < 0) {
    *at = carcB_home_of_token(d, t->kind, t->owner);
    return true;
  }
  *why = t->player < d->players ? "cannot be in this player's hand: its `on` does not list `player`"
                                : "is given to a player who is not in the game";
  *at = in_hand_of(t->player);
  bool any_hand = may_be_on(row, CARC_TOKEN_PLACE_PLAYER) || row->owner == CARC_TOKEN_OWNER_DEALT;
  return t->player < d->players && (any_hand || t->player == t->owner);
}

int carcB_count_tokens_on_cell (const carc_definition *d, const carc_state *s, const token_row *row, int x,
                                int y) {
  token_place at = place_of_token(TOKEN_ON_CELL, position_of(x, y));
  int n = 0;
  for (int i = row->first; may_be_on(row, CARC_TOKEN_PLACE_CELL) && i < row->first + row->all; i++)
    n += const_tokens_of(d, s)[i] == at;
  return n;
}

int carcB_find_token (const carc_definition *d, const carc_state *s, const carc_token *t, token_place at) {
  const token_row *row = &d->token[t->kind];
  int first = first_alike(row, t->owner, t->number);
  for (int i = 0; i < row->alike; i++)
    if (const_tokens_of(d, s)[first + i] == at) return first + i;
  return -1;
}

int carcB_find_token_in_hand (const carc_definition *d, const carc_state *s, int kind, int number,
                              int player) {
  int owners = d->token[kind].owner == CARC_TOKEN_OWNER_PLAYER ? d->players : 1, token = -1;
  for (int i = 0; i < owners && token < 0; i++) {
    carc_token t = {.kind = kind, .number = number, .owner = (player + i) % owners};
    token = carcB_find_token(d, s, &t, in_hand_of(player));
  }
  return token;
}

void carcB_put_token (const carc_definition *d, carc_state *s, int token, token_place at) {
  const token_row *row = &d->token[kind_of(d, token)];
  int end = row->first + ((token - row->first) / row->alike + 1) * row->alike;
  token_place *tokens = tokens_of(d, s), before = tokens[token];
  count_token(d, s, row, before, -1);
  count_token(d, s, row, at, 1);
  memmove(tokens + token, tokens + token + 1, (size_t)(end - token - 1) * sizeof *tokens);
  tokens[end - 1] = at;
}
