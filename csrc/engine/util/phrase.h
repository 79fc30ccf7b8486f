/*
** phrase.h: what scripts say to people, in words of their own.
*/
#ifndef CARC_PHRASE_H
#define CARC_PHRASE_H

#include "carcassonne.h"
#include "util/text.h"

/*
** Whether a text is UTF-8 of which a terminal acts on nothing. It acts on control characters, on the signs
** that turn the direction of text, and on separators of lines; `lines`: line ends and tabs are allowed. Says
** what is wrong.
*/
carc_status carcU_check_text (text_view text, bool lines, carc_error *err);
/* Whether people can read it: such a text in one line, of so many letters at most, and one at least. */
carc_status carcU_check_phrase (text_view text, int most, carc_error *err);

/* Writes a text as such a one: what it may not have stands as in a string of Lua, `\27` or `\u{202E}`. */
void carcU_put_printable (text_writer *w, text_view text, bool lines);

/* The next word in braces, `{word}` of letters, digits, _ - and .; false where there is none. Moves *rest past it. */
bool carcU_next_placeholder (text_view *rest, text_view *name);

#endif
