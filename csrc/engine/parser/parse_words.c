/*
** parse_words.c: reads the words of statements.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/parse.h"

text_view carcP_take_word (definition_reader *r) { return carcU_next_word(&r->at); }

/* ---- Names ----------------------------------------------------------------------------------- */

static int find_piece (const carc_definition *d, text_view w) {
  int piece = carcM_find_piece(d, w);
  return piece < d->n_pieces ? piece : -1;
}

static int find_type (const carc_definition *d, text_view w) {
  char id[CARC_NAME_SIZE];
  return carcU_word_to_name(w, id) ? carc_type_find(d, id) : -1;
}

static const struct {
  int (*find)(const carc_definition *d, text_view w);
  const char *(*name)(const void *ud, int i); /* the name with an index; NULL after the last */
} named[NAMES_COUNT] = {
    [NAMES_PIECE] = {find_piece, carcM_piece_name_at}, [NAMES_TYPE] = {find_type, carcM_type_name_at}};

int carcP_find_named (const carc_definition *d, game_name_kind of, text_view w) {
  return named[of].find(d, w);
}

const char *carcP_nearest_name (const carc_definition *d, game_name_kind of, text_view w) {
  return carc_nearest_name(w.at, w.length, named[of].name, d);
}
