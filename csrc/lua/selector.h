/*
** selector.h: selectors that scripts give as tables.
*/
#ifndef CARCL_SELECTOR_H
#define CARCL_SELECTOR_H

#include "parser/grammar_rows.h"
#include "userdata.h"

enum { MAX_SELECTOR_TEXT = 4000 };

/* Which other keys the outer table may have: none, or those of a statement. */
enum { BESIDE_NOTHING = -1, BESIDE_OFFER = IN_offer };

/* The names of the kinds of items that selectors find, with NULL at the end. */
extern const char *const carcL_item_names[];

/*
** Writes the selector at this index as text. `kind` is the kind of items if the method implies it,
** "" for a filter, and NULL if the table names it. With a kind, nil selects all items. Raises an
** error if the table is malformed.
*/
void carcL_write_selector (lua_State *L, int at, const char *kind, int beside, char text[MAX_SELECTOR_TEXT]);

/* A selector as text, and its place in the cache. */
typedef struct selector_source {
  char text[MAX_SELECTOR_TEXT];
  unsigned place;
} selector_source;

/* The same as carcL_write_selector, by the cache. */
void carcL_write_cached_selector (lua_State *L, const state_ud *b, int at, const char *kind, int beside,
                                  selector_source *out);
/* Makes a source from a text. */
void carcL_copy_selector_text (const char *text, selector_source *out);

/*
** Returns the parsed selector for the running script, from the cache if possible. Raises an error
** with the message of the engine. The selector is valid until the next one is parsed.
*/
const carc_selector *carcL_parse_selector (lua_State *L, const state_ud *b, const selector_source *given);

/*
** The same for a query during which hooks may run: the selector leaves the cache, so that no hook
** can remove it. Returns NULL and the error if it cannot be parsed. Raises nothing.
*/
carc_selector *carcL_borrow_selector (const state_ud *b, const selector_source *given, carc_error *err);
/* Puts a borrowed selector back. */
void carcL_return_selector (const state_ud *b, const selector_source *given, carc_selector *is);

/* Pushes a new cache of selectors. */
void carcL_push_selector_cache (lua_State *L, game_ud *g);
/* Empties the cache, before the definition is freed. */
void carcL_clear_selector_cache (game_ud *g);

#endif
