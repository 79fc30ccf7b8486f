/*
** rules.c: the rule values and the editions, as tables.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"

static const struct {
  const char *name, *words;
  int low, high;
} rules[CARC_RULE_COUNT] = {
#define X(id, name, words, low, high) {name, words, low, high},
    CARC_RULE_LIST(X)
#undef X
};

/* clang-format off */
/*
** One row per rule, one column per edition. spec/RULES.md has this table together with the sources.
*/
static const int values[CARC_RULE_COUNT][CARC_EDITION_COUNT] = {
    /* columns: 2003, bigbox, c2, modern, jcz */
    [CARC_RULE_FARM_SCORING]      = {CARC_FARM_SCORING_PER_CITY, CARC_FARM_SCORING_PER_FIELD, CARC_FARM_SCORING_PER_FIELD,     CARC_FARM_SCORING_PER_FIELD, CARC_FARM_SCORING_PER_FIELD},
    [CARC_RULE_FIELD_CITY_POINTS] = {4,             3,              3,                  3,              3},
    [CARC_RULE_PIG_BONUS]         = {1,             1,              1,                  1,              1},
    [CARC_RULE_SMALL_CITY]        = {2,             4,              4,                  4,              4},
    [CARC_RULE_PIECES_OCCUPY]    = {1,             0,              0,                  0,              0},
    [CARC_RULE_COUNT_AS_FOLLOWERS] = {0,            0,              0,                  0,              0},
    [CARC_RULE_ORPHAN_BUILDER]    = {CARC_ORPHAN_STAY,     CARC_ORPHAN_RETURN,      CARC_ORPHAN_RETURN,          CARC_ORPHAN_RETURN,      CARC_ORPHAN_RETURN},
    [CARC_RULE_ORPHAN_PIG]        = {CARC_ORPHAN_STAY,     CARC_ORPHAN_RETURN,      CARC_ORPHAN_STAY,          CARC_ORPHAN_STAY,      CARC_ORPHAN_RETURN},
    [CARC_RULE_BUILDER_HOST]      = {CARC_BUILDER_HOST_ANY, CARC_BUILDER_HOST_ANY,  CARC_BUILDER_HOST_ORDINARY, CARC_BUILDER_HOST_ANY,  CARC_BUILDER_HOST_ANY},
    [CARC_RULE_EXTEND_TRIGGER]    = {1,             0,              0,                  1,              0},
    [CARC_RULE_LINKS_EXTEND]      = {2,             2,              2,                  2,              1},
    [CARC_RULE_LINKS_BUILDER]     = {CARC_LINKS_BUILDER_WHEN_JOINED, CARC_LINKS_BUILDER_WHEN_JOINED, CARC_LINKS_BUILDER_WHEN_JOINED, CARC_LINKS_BUILDER_WHEN_JOINED, CARC_LINKS_BUILDER_WHEN_JOINED},
    [CARC_RULE_DOUBLE_TURN]       = {CARC_DOUBLE_TURN_OPTIONAL, CARC_DOUBLE_TURN_OPTIONAL,  CARC_DOUBLE_TURN_OPTIONAL,      CARC_DOUBLE_TURN_OPTIONAL,  CARC_DOUBLE_TURN_COMPULSORY},
    [CARC_RULE_BUILDER_PARTS]     = {1,             1,              1,                  1,              1},
    [CARC_RULE_GOODS_BONUS]       = {10,            10,             10,                 10,             10},
    [CARC_RULE_UNPLACEABLE]       = {CARC_UNPLACEABLE_ASIDE, CARC_UNPLACEABLE_ASIDE, CARC_UNPLACEABLE_ASIDE,    CARC_UNPLACEABLE_ASIDE, CARC_UNPLACEABLE_ASIDE},
};
/* clang-format on */

const char *carc_edition_name (carc_edition edition) {
  static const char *const names[CARC_EDITION_COUNT] = {
#define X(id, name, says) name,
      CARC_EDITION_LIST(X)
#undef X
  };
  return (unsigned)edition < CARC_EDITION_COUNT ? names[edition] : NULL;
}

const char *carc_edition_description (carc_edition edition) {
  static const char *const texts[CARC_EDITION_COUNT] = {
#define X(id, name, says) says,
      CARC_EDITION_LIST(X)
#undef X
  };
  return (unsigned)edition < CARC_EDITION_COUNT ? texts[edition] : NULL;
}

carc_edition carc_edition_find (const char *name) {
  int e = 0;
  while (e < CARC_EDITION_COUNT && strcmp(carc_edition_name((carc_edition)e), name) != 0) e++;
  return (carc_edition)e;
}

const char *carc_rule_name (carc_rule rule) {
  return (unsigned)rule < CARC_RULE_COUNT ? rules[rule].name : NULL;
}
const char *carc_rule_words (carc_rule rule) { return rules[rule].words; }

void carc_rule_range (carc_rule rule, int *low, int *high) {
  *low = rules[rule].low;
  *high = rules[rule].high;
}

int carc_edition_rule (carc_edition edition, carc_rule rule) { return values[rule][edition]; }

int carc_rule_text (carc_rule rule, int value, char *out, size_t size) {
  text_writer w = carcU_new_writer(out, size);
  text_view rest = {rules[rule].words, strlen(rules[rule].words)}, one = {NULL, 0};
  for (int i = 0; i <= value && rest.length > 0; i++) {
    one = carcU_split_word(rest, '|', &rest);
    if (i == value) {
      carcU_put(&w, "%.*s", (int)one.length, one.at);
      return carcU_written_length(&w);
    }
    if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
  }
  carcU_put(&w, "%d", value);
  return carcU_written_length(&w);
}
