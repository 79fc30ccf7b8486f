/*
** text.h: reading words, writing into a buffer that may be too small, and saying what is wrong.
*/
#ifndef CARC_TEXT_H
#define CARC_TEXT_H

#include "carcassonne.h"
#include "util/compiler.h"

/* Fills `err` (may be NULL) and returns `code`. */
carc_status carcU_fail (carc_error *err, carc_status code, int line, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Fails for what a host or a script has given. */
#define FAIL_INVALID(err, ...) carcU_fail(err, CARC_ERR_INVALID, 0, __VA_ARGS__)

/* Leaves the function with the status of a call that did not go well. */
#define TRY(call)                                           \
  do {                                                      \
    carc_status status_of_call_ = (call);                   \
    if (status_of_call_ != CARC_OK) return status_of_call_; \
  } while (0)

/* Says of an error whether it is `absent`; returns `code`. */
carc_status carcU_mark_absent (carc_error *err, carc_status code, bool absent);

/* A buffer that counts what it would have liked to hold. */
typedef struct text_writer {
  char *out;
  size_t size, length;
} text_writer;

text_writer carcU_new_writer (char *out, size_t size);
void carcU_put (text_writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
/* Text as it is, without the cost of a format. */
void carcU_put_text (text_writer *w, const char *text);
int carcU_written_length (const text_writer *w);

/* A piece of a text: not terminated. */
typedef struct text_view {
  const char *at;
  size_t length;
} text_view;

/* The next word before the end of the line or a comment; length 0 when there is none. Moves *at on. */
text_view carcU_next_word (const char **at);
/* The part of `w` before the first `stop`, which *rest then begins with; all of it if there is none. */
text_view carcU_split_word (text_view w, char stop, text_view *rest);
/* Splits KEY=VALUE; the value is empty without '=', or where that stands in brackets. */
text_view carcU_split_key (text_view w, text_view *value);
/* Takes the first of a list with commas between; the rest stays. An empty list has one, which is empty. */
text_view carcU_take_item (text_view *list);
/* A word of a list in which '|' stands between them; its place, or -1. */
int carcU_index_in_words (text_view w, const char *list);
/* The nearest of the words of such a list, copied; NULL if none is near. */
const char *carcU_nearest_word (text_view w, const char *list, char out[CARC_NAME_SIZE]);
/* Writes the words of such a list as `a, b or c`. */
void carcU_put_words (text_writer *w, const char *words);
bool carcU_word_equals (text_view w, const char *text);
bool carcU_word_to_int (text_view w, int low, int high, int *out);
/* Copies a name: letters, digits, _ - . ; false if it is empty, too long or has other characters. */
bool carcU_word_to_name (text_view w, char out[CARC_NAME_SIZE]);

/* For `%.*s`. */
#define VIEW(w) (int)(w).length, (w).at
/* For `%s%s%s`: the nearest right name, if there is one. */
#define NEAREST_HINT(name) (name) ? " (did you mean " : "", (name) ? (name) : "", (name) ? "?)" : ""

/* FNV-1a, and a mixing step for numbers. */
uint64_t carcU_hash_text (uint64_t hash, const char *text, size_t length);
uint64_t carcU_hash_mix (uint64_t hash, uint64_t value);
#define HASH_START 0xcbf29ce484222325u

#endif
