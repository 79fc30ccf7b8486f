/*
** grammar.c: returns the statements of the engine, their words, and the hooks, as Lua tables.
*/
#include "parser/grammar_rows.h"
#include "values.h"

static const struct {
  unsigned bit;
  const char *name;
} flags[] = {{KEY_REQUIRED, "needed"},
             {KEY_POSITIONAL, "placed"},
             {KEY_ITEM, "item"},
             {KEY_LIST, "list"},
             {KEY_REPEATABLE, "repeats"},
             {KEY_SUBJECT, "is_subject"},
             {KEY_BY_PLAYERS, "by_players"},
             {KEY_STRICTEST, "strictest"},
             {KEY_TWO_WORDS, "two_words"},
             {KEY_WHOLE_TABLE, "itself"},
             {KEY_IMPLIED, "given"},
             {KEY_IDENTIFIES, "names_it"}};

/* Sets a field of the table on top, unless the text is NULL. */
static void set_text (lua_State *L, const char *key, const char *text) {
  if (text != NULL) carcL_set_string(L, key, text);
}

/* Pushes a list of the words, which are separated by '|'. */
static void push_words (lua_State *L, const char *words) {
  text_view rest = {words, strlen(words)};
  lua_newtable(L);
  for (int i = 1; rest.length > 0; i++) {
    text_view one = carcU_split_word(rest, '|', &rest);
    if (rest.length > 0) rest = (text_view){rest.at + 1, rest.length - 1};
    lua_pushlstring(L, one.at, one.length);
    lua_rawseti(L, -2, i);
  }
}

static void set_words (lua_State *L, const char *key, const char *words) {
  if (words == NULL || *words == '\0') return;
  push_words(L, words);
  lua_setfield(L, -2, key);
}

/* Sets `where` to the subjects of the statement for which this word is valid. */
static void set_where (lua_State *L, const grammar_row *row) {
  const grammar_row *subject = NULL, *one;
  for (int i = 0; (one = carcP_grammar_row(i)) != NULL; i++)
    if (one->in == row->in && (one->flags & KEY_SUBJECT) != 0) subject = one;
  if (row->where == 0 || subject == NULL) return;
  push_words(L, carcP_words_of_row(subject));
  lua_newtable(L);
  for (int k = 0, n = 0; k < (int)lua_rawlen(L, -2); k++) {
    if ((row->where >> k & 1) == 0) continue;
    lua_rawgeti(L, -2, k + 1);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -3, "where");
  lua_pop(L, 1);
}

static void push_row (lua_State *L, const grammar_row *row) {
  lua_newtable(L);
  carcL_set_string(L, "name", row->name);
  carcL_set_string(L, "type", carcP_grammar_type(row->type)->name);
  carcL_set_string(L, "lua", carcP_grammar_type(row->type)->lua);
  carcL_set_string(L, "expects", carcP_grammar_type(row->type)->expects);
  if (row->low < row->high) {
    carcL_set_integer(L, "low", row->low);
    carcL_set_integer(L, "high", row->high);
  }
  set_words(L, "words", carcP_words_of_row(row));
  set_where(L, row);
  set_text(L, "none", row->none);
  set_text(L, "default", row->unless);
  set_text(L, "otherwise", row->otherwise);
  set_words(L, "with", row->with);
  set_words(L, "without", row->without);
  set_text(L, "says", row->says);
  set_text(L, "such", row->such);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if ((row->flags & flags[i].bit) != 0) carcL_set_boolean(L, flags[i].name, true);
}

static void push_statement (lua_State *L, int in) {
  static const char *const forms[GRAMMAR_FORMS] = {"one",   "names",  "lines",  "pairs",   "named",
                                                   "table", "tables", "acting", "of_hook", "hand"};
  const grammar_statement *s = carcP_grammar_statement(in);
  const grammar_row *row;
  lua_newtable(L);
  carcL_set_string(L, "name", s->name);
  carcL_set_string(L, "form", forms[s->form]);
  carcL_set_string(L, "says", s->says);
  if (*s->key != '\0') carcL_set_string(L, "key", s->key);
  set_text(L, "lua", s->lua);
  set_text(L, "within", s->within);
  carcL_set_boolean(L, "of_game", (s->of & OF_GAME) != 0);
  carcL_set_boolean(L, "of_variant", (s->of & OF_VARIANT) != 0);
  lua_newtable(L);
  for (int i = 0, n = 0; (row = carcP_grammar_row(i)) != NULL; i++) {
    if (row->in != in) continue;
    push_row(L, row);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "rows");
}

/* Pushes a hook whose rows may have conditions. */
static void push_hook (lua_State *L, const carc_hook_facts *hook) {
  lua_newtable(L);
  carcL_set_string(L, "name", hook->name);
  carcL_set_string(L, "arguments", hook->arguments);
  set_text(L, "answers", hook->answers);
  set_text(L, "statement", hook->statement);
  set_text(L, "flag", hook->flag);
  carcL_set_string(L, "says", hook->says);
}

static void push_list (lua_State *L, const grammar_words *list) {
  lua_newtable(L);
  carcL_set_string(L, "name", list->name);
  carcL_set_string(L, "says", list->says);
  set_words(L, "words", list->words);
}

/* grammar(): returns a list of statements with their rows, a list of hooks, and lists of words. */
MODULE_FUNCTION(carcL_core_grammar) {
  lua_newtable(L);
  for (int i = 0; carcP_grammar_statement(i) != NULL; i++) {
    push_statement(L, i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_newtable(L);
  for (int i = 0; i < CARC_CONDITIONAL_HOOK_COUNT; i++) {
    push_hook(L, carc_hook_describe((carc_hook)i));
    lua_rawseti(L, -2, i + 1);
  }
  lua_newtable(L);
  for (int i = 0; carcP_grammar_words(i) != NULL; i++) {
    push_list(L, carcP_grammar_words(i));
    lua_rawseti(L, -2, i + 1);
  }
  return 3;
}
