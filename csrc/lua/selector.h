/*
** selector.h: selectors that scripts give as tables.
*/
#ifndef CARCL_SELECTOR_H
#define CARCL_SELECTOR_H

#include "parser/grammar_rows.h"
#include "userdata.h"

enum { MAX_SELECTOR_TEXT = 4000 };

/*
** The keys that the outer table may have in addition to the keys of the selector: none, or the keys
** of a statement.
*/
enum { BESIDE_NOTHING = -1, BESIDE_OFFER = IN_offer };

/* The names of the kinds of items that selectors find. The last entry is NULL. */
extern const char *const carcL_item_names[];

/*
** Writes the selector at this index as text. `kind` is the kind of items if the method implies this
** kind, "" for a filter, and NULL if the table names the kind. If `kind` is given, nil instead of a
** table selects all items. Raises an error if the table is malformed.
*/
void carcL_write_selector (lua_State *L, int at, const char *kind, int beside, char text[MAX_SELECTOR_TEXT]);

/*
** Pushes the parsed selector for the table at index `at`, and returns it. The selector may come
** from the cache of the game; otherwise it is parsed for the running script. `state` is the index
** of a state; the other arguments are those of carcL_write_selector. If the engine refuses the
** selector, raises its error.
*/
const carc_selector *carcL_push_selector (lua_State *L, int state, int at, const char *kind, int beside);
/* Returns the selector that carcL_push_selector has pushed at this index. */
const carc_selector *carcL_selector_at (lua_State *L, int at);

#endif
