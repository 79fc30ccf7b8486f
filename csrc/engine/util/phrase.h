/* phrase.h: texts of scripts for people. */
#ifndef CARC_PHRASE_H
#define CARC_PHRASE_H

#include "carcassonne.h"
#include "util/text.h"

/*
** Checks that a text is UTF-8 and has no codes on which terminals act: control characters, changes
** of direction, line separators. If `lines` is true, line ends and tabs are allowed.
*/
carc_status carcU_check_text (text_view text, bool lines, carc_error *err);
/* Does the same check, and also checks that the text has one line of 1 to `most` letters. */
carc_status carcU_check_phrase (text_view text, int most, carc_error *err);

/*
** Writes a text for display. Forbidden characters are escaped as in a Lua string: `\27` or
** `\u{202E}`.
*/
void carcU_put_printable (text_writer *w, text_view text, bool lines);

/*
** Finds the next word in braces: `{word}`, with letters, digits, _ - and . only. Returns false if
** there is none. Moves *rest past it.
*/
bool carcU_next_placeholder (text_view *rest, text_view *name);

#endif
