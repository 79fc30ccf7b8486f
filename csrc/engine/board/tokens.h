/*
** tokens.h: places of tokens. Equal tokens (with one kind, owner and number) are stored next to
** each other, in the order in which they were last moved.
*/
#ifndef CARC_TOKENS_H
#define CARC_TOKENS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/*
** Kind of place of a token, in the upper half of a token_place. The lower half is the player, the
** tile, the segment (as in site_tile), or the position of an empty cell. From TOKEN_ON_CELL on, the
** token is on the board.
*/
typedef enum token_location {
  TOKEN_IN_SUPPLY,
  TOKEN_IN_HAND,
  TOKEN_ON_CELL,
  TOKEN_ON_TILE,
  TOKEN_ON_SEGMENT,
  TOKEN_ON_FEATURE
} token_location;
enum { TOKEN_LOCATION_SHIFT = 16 };

ALWAYS_INLINE token_place place_of_token (token_location how, int where) {
  return (token_place)how << TOKEN_LOCATION_SHIFT | (uint16_t)where;
}
ALWAYS_INLINE token_place in_hand_of (int player) { return place_of_token(TOKEN_IN_HAND, player); }
ALWAYS_INLINE token_location location_of_token (token_place at) {
  return (token_location)(at >> TOKEN_LOCATION_SHIFT);
}

ALWAYS_INLINE bool lies (token_place at) { return location_of_token(at) >= TOKEN_ON_CELL; }
ALWAYS_INLINE bool has_site (token_place at) { return location_of_token(at) >= TOKEN_ON_SEGMENT; }
ALWAYS_INLINE bool lies_on_cell (token_place at) { return location_of_token(at) == TOKEN_ON_CELL; }
ALWAYS_INLINE int token_holder (token_place at) {
  return location_of_token(at) == TOKEN_IN_HAND ? (uint16_t)at : -1;
}
ALWAYS_INLINE int token_tile (token_place at) {
  return has_site(at) ? site_tile((uint16_t)at) : location_of_token(at) == TOKEN_ON_TILE ? (uint16_t)at : -1;
}
ALWAYS_INLINE int token_segment (token_place at) { return has_site(at) ? site_segment((uint16_t)at) : -1; }

/* The feature on which a token is; NO_FEATURE if it is elsewhere. */
ALWAYS_INLINE int token_feature (const carc_definition *d, const carc_state *s, token_place at) {
  return has_site(at) ? feature_at(d, s, token_tile(at), token_segment(at)) : NO_FEATURE;
}

/*
** The token that is meant if only its kind is named: the only token of this kind, or the player's
** only one; -1 if there are several such tokens, or none.
*/
ALWAYS_INLINE int single_token (const token_row *row, int player) {
  if (row->alike != 1 || row->numbers != 1) return -1;
  return row->first + (row->owner == CARC_TOKEN_OWNER_PLAYER ? player : 0);
}

ALWAYS_INLINE bool may_be_on (const token_row *row, int place) { return row->on >> place & 1; }

/*
** Whether `observer` sees the number of a token. With visible_to=owner, the player who has it in
** hand sees it; if it is in no hand, its owner does. Tokens in the supply are visible only with
** visible_to=all.
*/
ALWAYS_INLINE bool sees_token (const carc_definition *d, const carc_token *t, int observer) {
  return is_visible_to(d->token[t->kind].visible_to, t->player >= 0 ? t->player : t->owner, observer);
}

/* Number of tokens of a kind: in a player's hand, directly on a tile, or directly on a segment. */
ALWAYS_INLINE int tokens_held (const carc_definition *d, const carc_state *s, const token_row *row,
                               int player) {
  return const_token_counts_of(d, s)[row->held + (uint32_t)player];
}
ALWAYS_INLINE int tokens_on_tile (const carc_definition *d, const carc_state *s, const token_row *row,
                                  int tile) {
  return may_be_on(row, CARC_TOKEN_PLACE_TILE) ? const_token_counts_of(d, s)[row->on_tiles + (uint32_t)tile]
                                               : 0;
}
ALWAYS_INLINE int tokens_on_segment (const carc_definition *d, const carc_state *s, const token_row *row,
                                     int tile, int segment) {
  uint32_t i = (uint32_t)(const_first_segment_of(d, s)[tile] + segment);
  return may_be_on(row, CARC_TOKEN_PLACE_SEGMENT) ? const_token_counts_of(d, s)[row->on_segments + i] : 0;
}

/*
** Moves all tokens to their initial places. Tokens of the kinds in `named` (bits) go to the supply
** or to their owners' hands instead.
*/
void carcB_reset_tokens (const carc_definition *d, carc_state *s, uint64_t named);
/*
** Whether tokens of a kind are elsewhere than in the supply or in hands at the start of the game.
*/
ALWAYS_INLINE bool begins_elsewhere (const token_row *row) {
  return row->starts_on != CARC_NONE || row->owner == CARC_TOKEN_OWNER_DEALT;
}
/* Place to which a token returns: its owner's hand, or the supply. */
token_place carcB_home_of_token (const carc_definition *d, int kind, int owner);
/*
** Finds the place that `t` describes. If the token may not be there, returns false with the reason
** in *why.
*/
bool carcB_resolve_token_place (const carc_definition *d, const carc_state *s, const carc_token *t,
                                token_place *at, const char **why);
/*
** Index of a token of this kind, owner (-1: none) and number (0: none) that is at a place; -1 if
** the place has no such token.
*/
int carcB_find_token (const carc_definition *d, const carc_state *s, const carc_token *t, token_place at);
/* As carcB_find_token, but for a token in the hand of a player. Prefers the player's own tokens. */
int carcB_find_token_in_hand (const carc_definition *d, const carc_state *s, int kind, int number,
                              int player);
/* Moves a token. It becomes the last of the tokens equal to it. */
void carcB_put_token (const carc_definition *d, carc_state *s, int token, token_place at);
/* Number of tokens of a kind on the empty cell at x, y. */
int carcB_count_tokens_on_cell (const carc_definition *d, const carc_state *s, const token_row *row, int x,
                                int y);

#endif
