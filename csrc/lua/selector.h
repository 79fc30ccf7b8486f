/*
** selector.h: selectors that scripts give as tables.
*/
#ifndef CARCL_SELECTOR_H
#define CARCL_SELECTOR_H

#include "parser/grammar_rows.h"
#include "userdata.h"

enum { MAX_SELECTOR_TEXT = 4000 };

/* The other keys that the outer table may have: none, or those of a statement. */
enum { BESIDE_NOTHING = -1, BESIDE_OFFER = IN_offer };

/* The names of the kinds of items that selectors find, with NULL at the end. */
extern const char *const carcL_item_names[];

/*
** Writes the selector at this index as text. `kind` is the kind of items if the method implies it,
** "" for a filter, and NULL if the table names it. With a kind, nil selects all items. Raises an
** error if the table is malformed.
*/
void carcL_write_selector (lua_State *L, int at, const char *kind, int beside, char text[MAX_SELECTOR_TEXT]);

/*
** Pushes the selector at index `at`, parsed for the running script or from the cache of the game,
** and returns it. `state` is the index of a state; other arguments as for carcL_write_selector.
** Raises the error of the engine.
*/
const carc_selector *carcL_push_selector (lua_State *L, int state, int at, const char *kind, int beside);
/* The selector that carcL_push_selector has pushed. */
const carc_selector *carcL_selector_at (lua_State *L, int at);

#endif
