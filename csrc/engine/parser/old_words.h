/*
** old_words.h: words that definitions had once, and what is said of them.
*/
#ifndef CARC_OLD_WORDS_H
#define CARC_OLD_WORDS_H

#include "util/text.h"

/* What is said of a word that stands no more in a statement, or behind a key; `in` "": a statement. NULL: it never stood there. */
const char *carcP_explain_old_word (const char *in, text_view w);

#endif
