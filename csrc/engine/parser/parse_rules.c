/* parse_rules.c: statements about the whole game: edition, rule values, teams, draws, goods. */
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/grammar.h"
#include "parser/parse.h"

PLAIN_STATEMENT(edition, r->edition = (carc_edition)said.number)

static const char *rule_name (const void *ud, int i) {
  (void)ud;
  return i < CARC_RULE_COUNT ? carc_rule_name((carc_rule)i) : NULL;
}

/* The value that a word of a rule stands for; -1 if the word is unknown. */
static int rule_value (carc_rule rule, text_view w) {
  const char *words = carc_rule_words(rule);
  int low, high, value = carcU_index_in_words(w, words);
  if (value >= 0) return value;
  bool takes_number = *words == '\0' || strcmp(words, "unlimited") == 0;
  carc_rule_range(rule, &low, &high);
  if (!takes_number || !carcU_word_to_int(w, low, high, &value)) return -1;
  return rule == CARC_RULE_SMALL_CITY && value == 3 ? -1 : value;
}

static carc_status refuse_rule (definition_reader *r, carc_rule rule, text_view w) {
  const char *name = carc_rule_name(rule), *words = carc_rule_words(rule);
  int low, high;
  carc_rule_range(rule, &low, &high);
  if (rule == CARC_RULE_SMALL_CITY) return FAIL(r, "rule %s: expected 2 or 4, got '%.*s'", name, VIEW(w));
  if (*words == '\0')
    return FAIL(r, "rule %s: '%.*s' is not a number from %d to %d", name, VIEW(w), low, high);
  if (strcmp(words, "unlimited") == 0)
    return FAIL(r, "rule %s: '%.*s' is neither 'unlimited' nor a number from %d to %d", name, VIEW(w), low,
                high);
  return FAIL(r, "rule %s: expected one of %s, got '%.*s'", name, words, VIEW(w));
}

carc_status carcP_rule_statement (definition_reader *r) {
  text_view name = carcP_take_word(r), value = carcP_take_word(r);
  for (int i = 0; i < CARC_RULE_COUNT; i++) {
    if (!carcU_word_equals(name, carc_rule_name((carc_rule)i))) continue;
    int v = rule_value((carc_rule)i, value);
    if (v < 0) return refuse_rule(r, (carc_rule)i, value);
    r->d->rule[i] = v;
    r->overridden[i] = true;
    return CARC_OK;
  }
  const char *near = carc_nearest_name(name.at, name.length, rule_name, NULL);
  return FAIL(r, "%.*s: unknown rule%s%s%s", VIEW(name), NEAREST_HINT(near));
}

PLAIN_STATEMENT(draws, r->d->manual = said.number == 1)

carc_status carcP_team_statement (definition_reader *r) {
  carc_definition *d = r->d;
  plain_words said = {0};
  TRY(carcP_read_statement(r, IN_team, &said));
  for (int p = 0; p < CARC_MAX_PLAYERS; p++) {
    if ((said.number >> p & 1) == 0) continue;
    if (d->team[p] != 0) return FAIL(r, "team: player %d is in two teams", p + 1);
    d->team[p] = (uint8_t)said.number;
  }
  d->n_teams++;
  d->team_line = r->line;
  return CARC_OK;
}

PLAIN_STATEMENT(team_majority, (r->d->apart = said.number == 1, r->majority_given = true))

carc_status carcP_goods_statement (definition_reader *r) {
  plain_words said = {0};
  carc_status status = carcP_read_statement(r, IN_goods, &said);
  r->d->goods = said.number == 1;
  r->goods_given = true;
  return status;
}
