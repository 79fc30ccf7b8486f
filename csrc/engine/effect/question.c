/*
** question.c: checks and stores a phase's question.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "util/phrase.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "board/state.h"
#include "effect/options.h"

#define X(id, name) "|" name
static const char *const phrase_words = &CARC_PHRASE_WORD_LIST(X)[1];
#undef X

/*
** Whether a word in braces has a value: it is one of CARC_PHRASE_WORD_LIST, or names a single
** number of the phase's script.
*/
static bool is_placeholder (const carc_call *c, text_view name) {
  if (carcU_index_in_words(name, phrase_words) >= 0) return true;
  int number = carcM_find_name(c->d, CARC_NAME_KIND_VARIABLE, c->d->phase[c->offers].name.script, name);
  const variable_row *variable = number >= 0 ? &c->d->variable[number] : NULL;
  return variable != NULL && variable->size == 1 && variable->type == CARC_HOLDING_NUMBER &&
         (variable->scope == CARC_SCOPE_GAME || variable->scope == CARC_SCOPE_PLAYER);
}

static carc_status refuse_word (text_view name, carc_error *err) {
  char known[80];
  text_writer w = carcU_new_writer(known, sizeof known);
  carcU_put_words(&w, phrase_words);
  return FAIL_INVALID(
      err, "{%.*s} is unknown; expected %s, or a variable of the game or of players that holds one number",
      VIEW(name), known);
}

static carc_status check_question (const carc_call *c, text_view text, carc_error *err) {
  int at = c->d->phase[c->offers].timing;
  if (at == TIMING_DEPLOYMENT || at == TIMING_ANYTIME)
    return carcU_fail(
        err, CARC_ERR_SCRIPT, 0,
        "a phase with the timing `%s` cannot ask a question: its options are added to those of the "
        "rules",
        carcM_timing_name(at));
  carc_status status = carcU_check_phrase(text, CARC_MAX_PHRASE, err);
  text_view name;
  while (status == CARC_OK && carcU_next_placeholder(&text, &name))
    if (!is_placeholder(c, name)) status = refuse_word(name, err);
  return status;
}

carc_status carc_call_put_question (carc_call *c, const char *text, size_t length, carc_error *err) {
  TRY(carcE_check_may_offer(c, err));
  TRY(check_question(c, (text_view){text, length}, err));
  forget_question(c->d, c->s);
  memcpy(question_of(c->d, c->s), text, length);
  return CARC_OK;
}
