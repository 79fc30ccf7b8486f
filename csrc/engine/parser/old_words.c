/*
** old_words.c: words that definitions had once. Whoever refuses an unknown one looks here first. What tables of Lua had beside them
** stands in lua/carcassonne/definition/old_words.lua.
*/
#include "parser/old_words.h"
#include <string.h>
#include "util/text.h"

static const struct {
  const char *in, *old, *says;
} words[] = {
    {"", "bonus", "`bonus` is now `bonus_row`"},
    {"", "limit", "`limit` is now `never tiles(attribute=A;around=tiles(attribute=B;least=N))`"},
    {"", "turned", "`turned` is now `flipped`"},
    {"", "worth", "`worth` is now `point_row`"},
    {"piece", "only", "`only` is now in the filter `on`: on=(kind=KIND;attribute=NAME)"},
};

const char *carcP_explain_old_word (const char *in, text_view w) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(words[i].in, in) == 0 && carcU_word_equals(w, words[i].old)) return words[i].says;
  return NULL;
}
