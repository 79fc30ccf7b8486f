/* parse_victory.c: the rule of victory. */
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/text.h"
#include "model/definition.h"
#include "parser/grammar.h"
#include "parser/parse.h"

static bool is_same_victory (const carc_victory *a, const carc_victory *b) {
  return a->kind == b->kind && a->points == b->points && a->ends == b->ends && a->each == b->each;
}

/* Writes a rule as in a statement. */
static void put_victory (text_writer *w, const carc_victory *v) {
  carcU_put_text(w, carc_victory_kind_name(v->kind));
  if (v->points > 0) carcU_put(w, " points=%d", v->points);
  if (v->kind == CARC_VICTORY_RACE) carcU_put(w, " ends=%s", carc_race_end_name(v->ends));
  if (v->each) carcU_put_text(w, " each");
}

/* Fails, because an earlier statement has another rule. */
static carc_status refuse_second (const definition_reader *r, const carc_victory *second) {
  char first[100], other[100];
  text_writer a = carcU_new_writer(first, sizeof first), b = carcU_new_writer(other, sizeof other);
  put_victory(&a, &r->d->victory);
  put_victory(&b, second);
  if (r->victory_script == 0)
    return FAIL(r, "victory: `%s` contradicts `%s` of the game; a game has one rule of victory", other,
                first);
  return FAIL(r, "victory: `%s` contradicts `%s` of the script '%s'; a game has one rule of victory", other,
              first, r->d->script[r->victory_script - 1]);
}

carc_status carcP_victory_statement (definition_reader *r) {
  carc_victory said = {.kind = CARC_VICTORY_MOST_POINTS};
  TRY(carcP_read_statement(r, IN_victory, &said));
  if (said.points == 0 && (WITH_TARGET >> said.kind & 1) != 0)
    return FAIL(r, "victory: %s requires `points`, the target", carc_victory_kind_name(said.kind));
  if (r->victory_line > 0) return is_same_victory(&said, &r->d->victory) ? CARC_OK : refuse_second(r, &said);
  r->d->victory = said;
  r->victory_line = r->line;
  r->victory_script = r->script;
  return CARC_OK;
}

/* The followers of the team count apart, unless a statement says how they count. */
static carc_status derive_cooperation (definition_reader *r) {
  carc_definition *d = r->d;
  unsigned all = (1u << d->players) - 1;
  if (d->n_teams > 0)
    return FAIL(r,
                "victory: in a cooperative game all players win or lose together, but the game has %d teams",
                d->n_teams);
  d->n_teams = 1;
  d->apart = d->apart || !r->majority_given;
  for (int p = 0; p < d->players; p++) {
    d->team[p] = (uint8_t)all;
    d->side[p] = (uint8_t)(d->apart ? 1u << p : all);
  }
  return CARC_OK;
}

carc_status carcP_derive_victory (definition_reader *r) {
  const carc_definition *d = r->d;
  const char *name = carc_victory_kind_name(d->victory.kind);
  bool contest = d->victory.kind == CARC_VICTORY_RACE || d->victory.kind == CARC_VICTORY_ELIMINATION;
  r->line = r->victory_line;
  if (d->victory.kind == CARC_VICTORY_COOPERATIVE) TRY(derive_cooperation(r));
  if (contest && d->players == 1)
    return FAIL(r, "victory: %s requires opponents, but the game has one player", name);
  if (d->victory.kind == CARC_VICTORY_ELIMINATION && (d->hooks_are & CARC_HOOK_FLAG_ACTS) == 0)
    return FAIL_ABSENT(r, true,
                       "victory: %s can never happen, because no script has a hook or phase that could "
                       "eliminate a player",
                       name);
  r->line = 0;
  return CARC_OK;
}
