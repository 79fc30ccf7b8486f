/*
** phrase.h: what scripts say to people, in words of their own.
*/
#ifndef CARC_PHRASE_H
#define CARC_PHRASE_H

#include "carcassonne.h"
#include "util/text.h"

/* Whether people can read it: so many letters in UTF-8 at most, one at least, and none that a terminal acts on. Says what is wrong. */
carc_status carcU_check_phrase (text_view text, int most, carc_error *err);

/* The next word in braces, `{word}` of letters, digits, _ - and .; false where there is none. Moves *rest past it. */
bool carcU_next_placeholder (text_view *rest, text_view *name);

#endif
