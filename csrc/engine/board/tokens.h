/*
** tokens.h: where tokens are. Of each kind, owner and number those alike stand together, those that were moved last after the others.
*/
#ifndef CARC_TOKENS_H
#define CARC_TOKENS_H

#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "board/state.h"

/*
** How a token is where it is, in the upper half of its place; in the lower half the player, tile, segment of a tile (site_tile), or
** position of an empty cell beside the board. From TOKEN_ON_CELL on it lies on the table.
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

/* The feature that a token is on; NO_FEATURE if it is on a tile, or on none. */
ALWAYS_INLINE int token_feature (const carc_definition *d, const carc_state *s, token_place at) {
  return has_site(at) ? feature_at(d, s, token_tile(at), token_segment(at)) : NO_FEATURE;
}

/* The one token that a kind's name stands for: the only one, or the only one of a player's; -1 if there are several, or none. */
ALWAYS_INLINE int single_token (const token_row *row, int player) {
  if (row->alike != 1 || row->numbers != 1) return -1;
  return row->first + (row->owner == CARC_TOKEN_OWNER_PLAYER ? player : 0);
}

ALWAYS_INLINE bool may_be_on (const token_row *row, int place) { return row->on >> place & 1; }

/*
** Whether `observer` sees the number of this token. What is shown to owners is shown to who has it in hand, and where
** nobody has to whose own it is; what lies in the supply, and is not shown to all, to nobody.
*/
ALWAYS_INLINE bool sees_token (const carc_definition *d, const carc_token *t, int observer) {
  return is_visible_to(d->token[t->kind].visible_to, t->player >= 0 ? t->player : t->owner, observer);
}

/* How many of a kind a player has in hand, and lie on a tile itself or a segment itself. */
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

/* Puts them where they begin; those of the kinds that a position names, as bits, are in the supply then, or their owners' hands. */
void carcB_reset_tokens (const carc_definition *d, carc_state *s, uint64_t named);
/* Whether those of a kind begin elsewhere than that. */
ALWAYS_INLINE bool begins_elsewhere (const token_row *row) {
  return row->starts_on != CARC_NONE || row->owner == CARC_TOKEN_OWNER_DEALT;
}
/* Where it is back: in its owner's hand, or the supply. */
token_place carcB_home_of_token (const carc_definition *d, int kind, int owner);
/* What a token is that is where `t` says. False where such a token may not be there: *why says why. */
bool carcB_resolve_token_place (const carc_definition *d, const carc_state *s, const carc_token *t,
                                token_place *at, const char **why);
/* The place among all of a token of this kind, owner (-1: nobody's) and number (0: none) that is there; -1 if there is none. */
int carcB_find_token (const carc_definition *d, const carc_state *s, const carc_token *t, token_place at);
/* The same of one in the hand of a player, their own if there is one. */
int carcB_find_token_in_hand (const carc_definition *d, const carc_state *s, int kind, int number,
                              int player);
/* Puts one elsewhere; it comes to stand after those alike. */
void carcB_put_token (const carc_definition *d, carc_state *s, int token, token_place at);
/* How many of a kind lie on the empty cell at x, y. */
int carcB_count_tokens_on_cell (const carc_definition *d, const carc_state *s, const token_row *row, int x,
                                int y);

#endif
