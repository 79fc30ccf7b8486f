/*
** parse_words.c: the words that statements are made of.
*/
#include <string.h>
#include "carcassonne.h"
#include "base/text.h"
#include "define/definition.h"
#include "parse/parse.h"

word carc_take_word (reader *r) { return carc_next_word(&r->at); }

carc_status carc_read_name (reader *r, const char *what, char out[CARC_OWN_NAME]) {
  word w = carc_take_word(r);
  if (carc_word_to_name(w, out)) return CARC_OK;
  return FAIL(r, "'%.*s' is no name for %s: letters, digits, _ - and . are, up to %d of them", WORD(w), what,
              CARC_OWN_NAME - 1);
}

carc_status carc_read_int (reader *r, const char *what, int low, int high, int *out) {
  word w = carc_take_word(r);
  if (carc_word_to_int(w, low, high, out)) return CARC_OK;
  return FAIL(r, "%s: '%.*s' is not a number from %d to %d", what, WORD(w), low, high);
}

carc_status carc_read_choice (reader *r, const char *what, const char *list, int *out) {
  word w = carc_take_word(r);
  *out = carc_word_in(w, list);
  return *out >= 0 ? CARC_OK : FAIL(r, "%s: '%.*s' is none of %s", what, WORD(w), list);
}

/* A word of a statement that may be left out: one of the list, or what it was. */
void carc_read_optional (reader *r, const char *list, int *out) {
  const char *back = r->at;
  int found = carc_word_in(carc_take_word(r), list);
  if (found >= 0)
    *out = found;
  else
    r->at = back;
}

/* ---- Names ------------------------------------------------------------------------------------------------------ */

static int find_piece (const carc_definition *d, word w) {
  int piece = carc_piece_named(d, w);
  return piece < d->n_pieces ? piece : -1;
}

static int find_type (const carc_definition *d, word w) {
  char id[CARC_OWN_NAME];
  return carc_word_to_name(w, id) ? carc_type_find(d, id) : -1;
}

static const struct {
  int (*find)(const carc_definition *d, word w);
  const char *(*name)(const void *ud, int i); /* one by one, NULL behind the last */
} named[NAMES_COUNT] = {
    [NAMES_PIECE] = {find_piece, carc_next_piece_name}, [NAMES_TYPE] = {find_type, carc_next_type_name}};

int carc_named (const carc_definition *d, names of, word w) { return named[of].find(d, w); }

const char *carc_near_name (const carc_definition *d, names of, word w) {
  return carc_nearest_name(w.at, w.length, named[of].name, d);
}
