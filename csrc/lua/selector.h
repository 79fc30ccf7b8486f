/*
** selector.h: selectors that scripts give as tables: as text, and read once.
*/
#ifndef CARCL_SELECTOR_H
#define CARCL_SELECTOR_H

#include "parser/grammar_rows.h"
#include "userdata.h"

enum { MAX_SELECTOR_TEXT = 4000 };

/* What may stand in the outer table beside the keys of a selector: nothing, or the keys of a statement. */
enum { BESIDE_NOTHING = -1, BESIDE_OFFER = IN_offer };

/* The kinds of things, NULL behind the last. */
extern const char *const carcL_item_names[];

/*
** Writes the selector at this index as text. `kind`: what it finds, where the method says so; "" for a filter; NULL if it stands in
** the table. Nothing, where there is a kind, is all of it. Raises what is wrong with the form.
*/
void carcL_write_selector (lua_State *L, int at, const char *kind, int beside, char text[MAX_SELECTOR_TEXT]);

/* Raises why the engine has refused the selector at this index: perhaps a word in it was one once. */
int carcL_refuse_selector (lua_State *L, int at, const char *message);

/* A selector of a script's: its text, and where it may be kept. */
typedef struct selector_source {
  char text[MAX_SELECTOR_TEXT];
  unsigned place;
} selector_source;

/* The same as carcL_write_selector; what an equal table has said before is not written again. */
void carcL_write_cached_selector (lua_State *L, const state_ud *b, int at, const char *kind, int beside,
                                  selector_source *out);
/* One whose text is known. */
void carcL_copy_selector_text (const char *text, selector_source *out);

/*
** What was given, read for the script that runs, as often as it is asked; raises why it cannot be, of the table at this index. It
** holds until another one is read.
*/
const carc_selector *carcL_parse_selector (lua_State *L, const state_ud *b, int at,
                                           const selector_source *given);

/*
** The same for a question in which hooks may run: what is kept leaves its place meanwhile, so that they do not have it forgotten.
** NULL with the reason if it cannot be read; nothing is raised.
*/
carc_selector *carcL_borrow_selector (const state_ud *b, const selector_source *given, carc_error *err);
/* Once the question is answered. */
void carcL_return_selector (const state_ud *b, const selector_source *given, carc_selector *is);

/* Pushes what keeps the selectors of its scripts. */
void carcL_push_selector_cache (lua_State *L, game_ud *g);
/* Before its definition goes. */
void carcL_clear_selector_cache (game_ud *g);

#endif
