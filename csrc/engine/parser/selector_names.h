/*
** selector_names.h: what the names in selectors mean. A name with `?` after it need not be in the game, and names nothing then; any
** other that is not there is refused, with the nearest right one.
*/
#ifndef CARC_SELECTOR_NAMES_H
#define CARC_SELECTOR_NAMES_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/selector.h"
#include "model/sets.h"
#include "parser/selector_context.h"

/* The kind of items of this name; -1 if there is none. */
int carcP_find_item_kind (text_view w);
const char *carcP_item_kind_name (item_kind of);
/* For carc_nearest_name. */
const char *carcP_item_kind_name_at (const void *ud, int i);

/* Several names, with commas between, as bits; `where`: what messages begin with. */
carc_status carcP_read_kind_names (const selector_context *r, const char *where, text_view w,
                                   kept_KINDS *kinds);
carc_status carcP_read_piece_names (const key_context *k, text_view w, piece_set *out);
carc_status carcP_read_attribute_names (const key_context *k, text_view w, attribute_test *any);

/* A tile by its id. Without it the selector finds nothing. */
carc_status carcP_read_type_name (const key_context *k, text_view w, int16_t *out);

/* The number of a variable, of one that every game has, or of a kind of token, from FIRST_TOKEN; NONE if it need not be there. */
carc_status carcP_read_variable_name (const key_context *k, text_view w, int *variable);
carc_status carcP_read_token_name (const key_context *k, text_view w, int *token);
/* The kind of token that a word means, as such a number; NONE if it means none, or a variable that is nearer. */
int carcP_find_token_name (const key_context *k, text_view w);
/* Refuses a kind of token that is no one place or player: that is one of which there is but one, or one of each player's. */
carc_status carcP_check_single_token (const key_context *k, int kind, text_view w);
/* A number, or a variable of the game that holds it. */
carc_status carcP_read_bound (const key_context *k, text_view w, variable_bound *out);

/* A variable that holds a place, a token, or an area. If the game has none of this name, the selector finds nothing. */
carc_status carcP_read_place_name (const key_context *k, text_view w, reference *to, int *number);

/* Whether a word means something where a variable may be named. */
bool carcP_is_reserved_name (const char *name);

#endif
