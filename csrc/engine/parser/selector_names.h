/*
** selector_names.h: looks up the names in selectors. The game may lack a name that ends in `?`;
** such a name matches nothing. Any other unknown name is an error, and the message has the nearest
** valid name.
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
/* Returns names by index, for carc_nearest_name. */
const char *carcP_item_kind_name_at (const void *ud, int i);

/* Reads several names, separated by commas, as bits. `where` is the beginning of messages. */
carc_status carcP_read_kind_names (const selector_context *r, const char *where, text_view w,
                                   kept_KINDS *kinds);
carc_status carcP_read_piece_names (const key_context *k, text_view w, piece_set *out);
carc_status carcP_read_attribute_names (const key_context *k, text_view w, attribute_test *any);

/* Reads a tile id. If the game lacks the tile, the selector matches nothing. */
carc_status carcP_read_type_name (const key_context *k, text_view w, int16_t *out);

/*
** Reads the name of a variable, which may be built in, or of a kind of token, whose number is
** counted from FIRST_TOKEN. Sets NONE if an optional name is missing.
*/
carc_status carcP_read_variable_name (const key_context *k, text_view w, int *variable);
/* As carcP_read_variable_name; the message lists what `player` may be. */
carc_status carcP_read_player_name (const key_context *k, text_view w, int *variable);
carc_status carcP_read_token_name (const key_context *k, text_view w, int *token);
/*
** Looks up the name of a kind of token. Returns its number, counted from FIRST_TOKEN; NONE if the
** name is unknown or a variable's name takes precedence.
*/
int carcP_find_token_name (const key_context *k, text_view w);
/* Fails unless the kind has only one token, or one for each player. */
carc_status carcP_check_single_token (const key_context *k, int kind, text_view w);
/* Reads a number, or the name of a variable of the game that holds it. */
carc_status carcP_read_bound (const key_context *k, text_view w, variable_bound *out);

/*
** Reads the name of a variable that holds a place, of a token, or of an area. If the game lacks the
** name, the selector matches nothing.
*/
carc_status carcP_read_place_name (const key_context *k, text_view w, reference *to, int *number);

/* Reads sides of a tile, N, E, S and W, as bits. */
carc_status carcP_read_side_names (const key_context *k, text_view w, uint8_t *sides);

/* Whether a word has a fixed meaning where variables can be named. */
bool carcP_is_reserved_name (const char *name);

#endif
