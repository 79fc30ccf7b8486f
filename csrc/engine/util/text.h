/* text.h: reads words, writes into buffers that may be too small, and fills error messages. */
#ifndef CARC_TEXT_H
#define CARC_TEXT_H

#include "carcassonne.h"
#include "util/compiler.h"

/* Fills `err`, unless it is NULL, and returns `code`. */
carc_status carcU_fail (carc_error *err, carc_status code, int line, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Fails because of an argument of a host or script. */
#define FAIL_INVALID(err, ...) carcU_fail(err, CARC_ERR_INVALID, 0, __VA_ARGS__)

/* If the status of a call is not CARC_OK, returns it from the function. */
#define TRY(call)                                           \
  do {                                                      \
    carc_status status_of_call_ = (call);                   \
    if (status_of_call_ != CARC_OK) return status_of_call_; \
  } while (0)

/* Sets the field `absent` of an error; returns `code`. */
carc_status carcU_mark_absent (carc_error *err, carc_status code, bool absent);

/* A buffer for text. It counts the full length of the text even if the text does not fit. */
typedef struct text_writer {
  char *out;
  size_t size, length;
} text_writer;

text_writer carcU_new_writer (char *out, size_t size);
void carcU_put (text_writer *w, const char *format, ...) PRINTF_LIKE(2, 3);
/* Writes text without formatting. */
void carcU_put_text (text_writer *w, const char *text);
int carcU_written_length (const text_writer *w);

/* A part of a text; it does not end in '\0'. */
typedef struct text_view {
  const char *at;
  size_t length;
} text_view;

/*
** The next word before the end of the line or before a comment; its length is 0 if there is none.
** Moves *at past it.
*/
text_view carcU_next_word (const char **at);
/*
** Returns the part of `w` before the first `stop`; *rest becomes the remainder, beginning with
** `stop`. If `w` has no `stop`, returns all of it.
*/
text_view carcU_split_word (text_view w, char stop, text_view *rest);
/*
** Splits KEY=VALUE. If `w` has no '=', or has '=' only inside brackets, all of `w` is the key and
** the value is empty.
*/
text_view carcU_split_key (text_view w, text_view *value);
/*
** Removes the first item of a comma-separated list and returns it. An empty list has one empty
** item.
*/
text_view carcU_take_item (text_view *list);
/* Index of a word in a list separated by '|'; -1 if the list does not have it. */
int carcU_index_in_words (text_view w, const char *list);
/*
** Copies the nearest word of a list separated by '|' to `out` and returns it; NULL if no word is
** near.
*/
const char *carcU_nearest_word (text_view w, const char *list, char out[CARC_NAME_SIZE]);
/* Writes the words of a list separated by '|' as `a, b or c`. */
void carcU_put_words (text_writer *w, const char *words);
bool carcU_word_equals (text_view w, const char *text);
bool carcU_word_to_int (text_view w, int low, int high, int *out);
/*
** Copies a name that consists of letters, digits, _ - and . only. Returns false if it has other
** characters, is empty or is too long.
*/
bool carcU_word_to_name (text_view w, char out[CARC_NAME_SIZE]);

/* Arguments for the format `%.*s`. */
#define VIEW(w) (int)(w).length, (w).at
/* Arguments for the format `%s%s%s`: a hint at the nearest valid name, or nothing if it is NULL. */
#define NEAREST_HINT(name) (name) ? " (did you mean " : "", (name) ? (name) : "", (name) ? "?)" : ""

/* FNV-1a for texts, and a mixing step for numbers. */
uint64_t carcU_hash_text (uint64_t hash, const char *text, size_t length);
uint64_t carcU_hash_mix (uint64_t hash, uint64_t value);
#define HASH_START 0xcbf29ce484222325u

#endif
