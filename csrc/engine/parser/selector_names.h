/*
** selector_names.h: resolves names in selectors. A name with `?` may be missing from the game, and
** then matches nothing; any other unknown name is an error, with the nearest valid name.
*/
#ifndef CARC_SELECTOR_NAMES_H
#define CARC_SELECTOR_NAMES_H

#include "carcassonne.h"
#include "util/text.h"
#include "model/selector.h"
#include "model/sets.h"
#include "parser/selector_context.h"

/* The kind of items with this name; -1 if there is none. */
int carcP_find_item_kind (text_view w);
const char *carcP_item_kind_name (item_kind of);
/* For carc_nearest_name. */
const char *carcP_item_kind_name_at (const void *ud, int i);

/* Reads several names, separated by commas, as bits; `where` begins messages. */
carc_status carcP_read_kind_names (const selector_context *r, const char *where, text_view w,
                                   kept_KINDS *kinds);
carc_status carcP_read_piece_names (const key_context *k, text_view w, piece_set *out);
carc_status carcP_read_attribute_names (const key_context *k, text_view w, attribute_test *any);

/* Reads a tile id. If the game lacks the tile, the selector matches nothing. */
carc_status carcP_read_type_name (const key_context *k, text_view w, int16_t *out);

/*
** The number of a variable, also a built-in one, or of a kind of token, from FIRST_TOKEN; NONE if
** it is missing and optional.
*/
carc_status carcP_read_variable_name (const key_context *k, text_view w, int *variable);
carc_status carcP_read_token_name (const key_context *k, text_view w, int *token);
/* A kind of token as such a number; NONE if it is unknown, or a variable is nearer. */
int carcP_find_token_name (const key_context *k, text_view w);
/* Fails unless a kind of token has one token, or one per player. */
carc_status carcP_check_single_token (const key_context *k, int kind, text_view w);
/* Reads a number, or a variable of the game that holds it. */
carc_status carcP_read_bound (const key_context *k, text_view w, variable_bound *out);

/*
** Reads a variable that holds a place, a token, or an area. If the game has no such name, the
** selector matches nothing.
*/
carc_status carcP_read_place_name (const key_context *k, text_view w, reference *to, int *number);

/* Whether a word is reserved where variables can be named. */
bool carcP_is_reserved_name (const char *name);

#endif
