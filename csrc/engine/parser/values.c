/*
** values.c: stores the values of words in a definition. Each type of value has a function.
*/
#include <string.h>
#include "parser/values.h"
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "parser/grammar_rows.h"
#include "parser/parse.h"
#include "parser/parse_selector.h"

/* ---- Messages -------------------------------------------------------------------------------- */

/* The built-in set that contains the tile with this id; NULL if no set does. */
static const char *set_with (text_view id) {
  char line[40];
  text_writer w = carcU_new_writer(line, sizeof line);
  carcU_put(&w, "\n%.*s x", VIEW(id));
  for (int i = 0; carc_tileset_name(i) != NULL; i++) {
    const char *text = carc_tileset(carc_tileset_name(i));
    if (strstr(text, line + 1) == text || strstr(text, line) != NULL) return carc_tileset_name(i);
  }
  return NULL;
}

/*
** Fails with "WHERE: KEY: expected WHAT, got VALUE (did you mean NEAR?)". If `near` is NULL, NEAR
** is the nearest word of the row.
*/
static carc_status refuse (const store_args *s, const char *near, bool absent) {
  char expected[200], got[100], word[CARC_NAME_SIZE];
  const char *set = s->row->type == TYPE_TILE && !s->alone ? set_with(s->word) : NULL;
  const char *name = s->row->name;
  bool itself = strcmp(s->g->where, name) == 0; /* the statement has only one word */
  text_writer one = carcU_new_writer(expected, sizeof expected), other = carcU_new_writer(got, sizeof got);
  if (near == NULL && !s->alone) near = carcU_nearest_word(s->word, carcP_words_of_row(s->row), word);
  carcP_put_expected(&one, s->row);
  if (s->alone)
    carcU_put_text(&other, "nothing");
  else
    carcU_put(&other, "'%.*s'", VIEW(s->word));
  if (set != NULL) carcU_put(&other, ", which is in `set %s`", set);
  carc_status status = carcU_fail(s->g->err, CARC_ERR_INVALID, s->g->line,
                                  "%s%s%s: expected %s, got %s%s%s%s", s->g->where, itself ? "" : ": ",
                                  itself ? "" : name, expected, got, NEAREST_HINT(set == NULL ? near : NULL));
  return carcU_mark_absent(s->g->err, status, absent);
}

/* ---- Numbers and words ----------------------------------------------------------------------- */

static uint64_t load (const void *at, int width) {
  uint64_t v = 0;
  if (width == 1) return *(const uint8_t *)at;
  if (width == 2) return *(const uint16_t *)at;
  if (width == 4) return *(const uint32_t *)at;
  memcpy(&v, at, sizeof v);
  return v;
}

static void save (void *at, int width, uint64_t v) {
  if (width == 1) *(uint8_t *)at = (uint8_t)v;
  if (width == 2) *(uint16_t *)at = (uint16_t)v;
  if (width == 4) *(uint32_t *)at = (uint32_t)v;
  if (width == 8) memcpy(at, &v, sizeof v);
}

/* Stores a number. If the row takes a list, sets the bit with this number. */
static void store_number (const store_args *s, int64_t number) {
  if (s->to == NULL) return;
  uint64_t bits = (uint64_t)number;
  if ((s->row->flags & KEY_LIST) != 0) bits = load(s->to, s->row->width) | (uint64_t)1 << number;
  save(s->to, s->row->width, bits);
}

carc_status carcP_store_flag (const store_args *s) {
  if (!s->alone) return refuse(s, NULL, false);
  store_number(s, true);
  return CARC_OK;
}

carc_status carcP_store_yes_no (const store_args *s) {
  int yes = s->alone ? -1 : carcU_index_in_words(s->word, carcP_words_of_row(s->row));
  if (yes < 0) return refuse(s, NULL, false);
  store_number(s, yes);
  return CARC_OK;
}

carc_status carcP_store_integer (const store_args *s) {
  const grammar_row *row = s->row;
  int number = 0, known = s->alone ? -1 : carcU_index_in_words(s->word, carcP_words_of_row(row));
  if (known < 0 && (s->alone || !carcU_word_to_int(s->word, row->low, row->high, &number)))
    return refuse(s, NULL, false);
  store_number(s, known >= 0 ? row->stands_for + known : number);
  return CARC_OK;
}

carc_status carcP_store_choice (const store_args *s) {
  int place = !s->alone ? carcU_index_in_words(s->word, carcP_words_of_row(s->row)) : -1;
  if (place < 0) return refuse(s, NULL, false);
  store_number(s, place);
  return CARC_OK;
}

/* ---- Names ----------------------------------------------------------------------------------- */

carc_status carcP_store_name (const store_args *s) {
  char name[CARC_NAME_SIZE];
  if (s->alone || !carcU_word_to_name(s->word, name)) return refuse(s, NULL, false);
  if (s->to != NULL) memcpy(s->to, name, sizeof name);
  return CARC_OK;
}

/* Whether a word is SCRIPT.NAME. The name of a script may contain a dot. */
static bool is_long_name (text_view w) {
  char name[CARC_NAME_SIZE];
  size_t dot = w.length;
  while (dot > 0 && w.at[dot - 1] != '.') dot--;
  return dot > 0 && carcU_word_to_name((text_view){w.at, dot - 1}, name) &&
         carcU_word_to_name((text_view){w.at + dot, w.length - dot}, name);
}

carc_status carcP_store_long_name (const store_args *s) {
  char name[CARC_NAME_SIZE];
  text_view w = s->word;
  if (s->alone || (!carcU_word_to_name(w, name) && !is_long_name(w))) return refuse(s, NULL, false);
  memcpy(s->to, w.at, w.length);
  ((char *)s->to)[w.length] = '\0';
  return CARC_OK;
}

/*
** Stores the number of a named item. If a later line may declare the name, sets `absent` in the
** error.
*/
static carc_status store_named (const store_args *s, game_name_kind of, bool absent) {
  const carc_definition *d = s->g->d;
  if (s->alone) return refuse(s, NULL, false);
  int number = carcP_find_named(d, of, s->word);
  if (number < 0) return refuse(s, carcP_nearest_name(d, of, s->word), absent);
  store_number(s, number);
  return CARC_OK;
}

carc_status carcP_store_piece (const store_args *s) { return store_named(s, NAMES_PIECE, true); }

/*
** As store_named, for names that scripts declare. If `shared` is true, the name needs no prefix
** `SCRIPT.`, so a later line may declare it.
*/
static carc_status store_owned (const store_args *s, carc_name_kind of, bool shared) {
  const statement_context *g = s->g;
  text_view w = s->word;
  bool named = !s->alone;
  int number = named ? carcM_find_name(g->d, of, g->script, w) : -1;
  const char *near = named && number < 0 ? carcM_nearest_owned_name(g->d, of, g->script, w) : NULL;
  bool absent = named && (carcM_is_of_absent_script(g->d, w) || (shared && near == NULL));
  if (number < 0) return refuse(s, near, absent);
  store_number(s, number);
  return CARC_OK;
}

carc_status carcP_store_attribute (const store_args *s) {
  return store_owned(s, CARC_NAME_KIND_ATTRIBUTE, false);
}
carc_status carcP_store_tile_attribute (const store_args *s) {
  return store_owned(s, CARC_NAME_KIND_TILE_ATTRIBUTE, false);
}
carc_status carcP_store_variable (const store_args *s) {
  return store_owned(s, CARC_NAME_KIND_VARIABLE, false);
}
carc_status carcP_store_reserve (const store_args *s) {
  return store_owned(s, CARC_NAME_KIND_RESERVE, false);
}
carc_status carcP_store_token (const store_args *s) { return store_owned(s, CARC_NAME_KIND_TOKEN, false); }
carc_status carcP_store_step (const store_args *s) { return store_owned(s, CARC_NAME_KIND_STEP, true); }

/*
** Stores the number of a tile. An unknown tile may be declared by a later line, unless a similar
** name exists.
*/
carc_status carcP_store_tile (const store_args *s) {
  text_view w = s->word;
  bool named = !s->alone, absent = named && carcP_nearest_name(s->g->d, NAMES_TYPE, w) == NULL;
  return store_named(s, NAMES_TYPE, absent);
}

/*
** Stores a symbol: up to four letters of UTF-8, none of which can end the word or a text around it.
*/
carc_status carcP_store_symbol (const store_args *s) {
  enum { MAX_LETTERS = 4 };
  text_view w = s->word;
  int letters = 0;
  bool fine = !s->alone && w.length > 0 && w.length < s->row->width;
  for (size_t i = 0; fine && i < w.length; i++) {
    unsigned char c = (unsigned char)w.at[i];
    letters += (c & 0xC0) != 0x80;
    fine = c > ' ' && c != 0x7F && strchr("\"'`#=\\", c) == NULL;
  }
  if (!fine || letters > MAX_LETTERS) return refuse(s, NULL, false);
  memcpy(s->to, w.at, w.length);
  ((char *)s->to)[w.length] = '\0';
  return CARC_OK;
}

/* Accepts a label without storing it: only programs that show the game use labels. */
carc_status carcP_store_label (const store_args *s) {
  return s->alone || s->word.length == 0 ? refuse(s, NULL, false) : CARC_OK;
}

/* Phase number `nth` among those of this name that the script can use; -1 if there is none. */
static int find_phase (const carc_definition *d, int script, text_view name, int nth) {
  int first = carcM_find_name(d, CARC_NAME_KIND_PHASE, script, name);
  for (int i = first; i >= 0 && i < d->n_phases; i++)
    if (d->phase[i].choice == d->phase[first].choice && --nth == 0) return i;
  return -1;
}

carc_status carcP_store_phase (const store_args *s) {
  const statement_context *g = s->g;
  if (s->alone) return refuse(s, NULL, false);
  text_view rest, name = carcU_split_word(s->word, ':', &rest);
  int nth = 1, phase = -1;
  bool fine = rest.length == 0 ||
              carcU_word_to_int((text_view){rest.at + 1, rest.length - 1}, 1, CARC_MAX_PHASES, &nth);
  if (fine) phase = find_phase(g->d, g->script, name, nth);
  bool misspelt = find_phase(g->d, g->script, name, 1) < 0;
  const char *near = misspelt ? carcM_nearest_owned_name(g->d, CARC_NAME_KIND_PHASE, g->script, name) : NULL;
  if (phase < 0) return refuse(s, near, false);
  store_number(s, phase);
  return CARC_OK;
}

/* ---- Players and places ---------------------------------------------------------------------- */

carc_status carcP_store_player (const store_args *s) {
  int player = 0;
  bool fine = !s->alone && carcU_word_to_int(s->word, 1, CARC_MAX_PLAYERS, &player);
  if (!fine) return refuse(s, NULL, false);
  store_number(s, player - 1);
  return CARC_OK;
}

/* Stores a cell in the members x and y, which follow one another. */
carc_status carcP_store_cell (const store_args *s) {
  enum { FAR = 255 };
  int *to = s->to;
  if (s->alone) return refuse(s, NULL, false);
  text_view rest, first = carcU_split_word(s->word, ',', &rest);
  bool fine = rest.length > 1 && carcU_word_to_int(first, -FAR, FAR, &to[0]) &&
              carcU_word_to_int((text_view){rest.at + 1, rest.length - 1}, -FAR, FAR, &to[1]);
  return fine ? CARC_OK : refuse(s, NULL, false);
}

/* Stores the text of a segment. The segment is looked up later, when its tile is known. */
carc_status carcP_store_segment (const store_args *s) {
  text_view w = s->word;
  if (s->alone || w.length == 0 || w.length >= s->row->width) return refuse(s, NULL, false);
  memcpy(s->to, w.at, w.length);
  ((char *)s->to)[w.length] = '\0';
  return CARC_OK;
}

/* ---- Of single keys -------------------------------------------------------------------------- */

_Static_assert(offsetof(piece_row, by) == offsetof(piece_row, power) + 1, "`by` is the byte after `power`");

carc_status carcP_store_power (const store_args *s) {
  const vocabulary *words = &s->g->d->words;
  uint8_t *to = s->to;
  text_view w = s->word;
  int number = 0, attribute = -1;
  bool known = !s->alone && carcU_word_to_int(w, 0, CARC_MAX_POWER, &number);
  bool named = !s->alone && !known, pennants = named && carcU_word_equals(w, "pennants");
  if (named && !pennants) attribute = carcM_find_name(s->g->d, CARC_NAME_KIND_ATTRIBUTE, s->g->script, w);
  if (attribute >= 0 && (words->local >> attribute & 1) != 0) attribute = -1;
  if (!known && !pennants && attribute < 0)
    return refuse(s, NULL, named && carcM_is_of_absent_script(s->g->d, w));
  to[0] = (uint8_t)number;
  to[1] = (uint8_t)(pennants         ? POWER_BY_PENNANTS
                    : attribute >= 0 ? POWER_BY_ATTRIBUTE + attribute
                                     : POWER_FIXED);
  return CARC_OK;
}

/* ---- Filters and selectors ------------------------------------------------------------------- */

/*
** Writes `WHERE: KEY`; or WHERE.KEY if WHERE is a path; or only WHERE if the statement's table in
** Lua is the selector itself.
*/
static void put_path (text_writer *path, const store_args *s) {
  if ((s->row->flags & KEY_WHOLE_TABLE) != 0) {
    carcU_put_text(path, s->g->where);
    return;
  }
  carcU_put(path, "%s%s%s", s->g->where,
            strchr(s->g->where, ' ') == NULL || strchr(s->g->where, ':') ? "." : ": ", s->row->name);
}

/* The phase that is being declared, the phase of an offer, or the hook of a condition. */
static int holder_of (const store_args *s) {
  if (s->g->in == IN_condition) return ((const condition_words *)s->g->row)->hook;
  return s->g->in == IN_phase ? s->g->d->n_phases : s->g->in == IN_offer ? s->g->d->n_phases - 1 : 0;
}

static selector_context selector_context_at (const store_args *s, const char *where) {
  bool whole = (s->row->flags & KEY_WHOLE_TABLE) != 0;
  return (selector_context){.d = s->g->d,
                            .beside = whole ? s->g->rows : NULL,
                            .n_beside = whole ? s->g->n_rows : 0,
                            .script = s->g->script,
                            .pool = s->g->d->pool,
                            .line = s->g->line,
                            .where = where,
                            .key = (int)(s->row - carcP_grammar_row(0)),
                            .holder = holder_of(s),
                            .err = s->g->err};
}

/* Parses a filter or selector and stores its number. */
static carc_status store_selector_number (const store_args *s, unsigned about,
                                          carc_status (*read)(const selector_context *r, text_view w,
                                                              int *out)) {
  char where[sizeof s->g->where + 32];
  int number = CARC_NONE;
  if (s->alone) return refuse(s, NULL, false);
  text_writer path = carcU_new_writer(where, sizeof where);
  put_path(&path, s);
  selector_context r = selector_context_at(s, where);
  r.about = about;
  carc_status status = read(&r, s->word, &number);
  store_number(s, number);
  return status;
}

carc_status carcP_store_selector (const store_args *s) {
  return store_selector_number(s, 0, carcP_read_selector);
}
carc_status carcP_store_filter (const store_args *s) {
  return store_selector_number(s, s->row->about, carcP_read_filter);
}
carc_status carcP_store_selector_or_filter (const store_args *s) {
  return s->word.length > 0 && *s->word.at == '(' ? carcP_store_filter(s) : carcP_store_selector(s);
}
carc_status carcP_store_segments (const store_args *s) {
  return store_selector_number(s, s->row->about, carcP_read_segments);
}

/* Stores a filter of the subject of a phase: the current phase or, for an offer, the last phase. */
carc_status carcP_store_phase_filter (const store_args *s) {
  const carc_definition *d = s->g->d;
  const phase_row *p = s->g->in == IN_phase ? s->g->row : &d->phase[d->n_phases - 1];
  unsigned about = p->timing == TIMING_FEATURE_SCORED ? THIS_FEATURE
                   : p->timing == TIMING_POINTS_GIVEN ? THIS_PLAYER
                                                      : THIS_TILE;
  return store_selector_number(s, about, carcP_read_filter);
}

/* Stores a filter of the subject of a hook. */
carc_status carcP_store_hook_filter (const store_args *s) {
  static const unsigned about[] = {[CARC_QUERY_ITEM_PLAYERS] = THIS_PLAYER,
                                   [CARC_QUERY_ITEM_TILES] = THIS_TILE,
                                   [CARC_QUERY_ITEM_FEATURES] = THIS_FEATURE,
                                   [CARC_QUERY_ITEM_PIECES] = THIS_PIECE};
  const condition_words *w = s->g->row;
  return store_selector_number(s, about[carc_hook_describe((carc_hook)w->hook)->about], carcP_read_filter);
}

/* The kind of token with this name; none if a variable's name takes precedence. */
static int find_counted_token (const statement_context *g, text_view w) {
  name_match token = carcM_look_up_name(g->d, CARC_NAME_KIND_TOKEN, g->script, w),
             variable = carcM_look_up_name(g->d, CARC_NAME_KIND_VARIABLE, g->script, w);
  return token.rank < variable.rank ? token.number : -1;
}

/* For carc_nearest_name: variables of players, as this script writes them; "" for all others. */
static const char *player_variable (const void *ud, int i) {
  const statement_context *g = ud;
  if (i >= g->d->n_variables) return NULL;
  return g->d->variable[i].scope == CARC_SCOPE_PLAYER
             ? carc_name_for(g->d, CARC_NAME_KIND_VARIABLE, g->script, i)
             : "";
}

/* Reads FIRST..LAST, or one number. */
static bool read_numbers (const store_args *s, offer_row *o) {
  text_view w = s->word;
  size_t dots = 0;
  while (dots + 1 < w.length && !(w.at[dots] == '.' && w.at[dots + 1] == '.')) dots++;
  bool several = dots + 1 < w.length;
  text_view first = {w.at, several ? dots : w.length}, last = first;
  if (several) last = (text_view){w.at + dots + 2, w.length - dots - 2};
  int from = 0, to = 0;
  if (!carcU_word_to_int(first, s->row->low, s->row->high, &from) ||
      !carcU_word_to_int(last, from, s->row->high, &to))
    return false;
  o->number = from;
  o->last = to;
  return true;
}

carc_status carcP_store_option_number (const store_args *s) {
  const statement_context *g = s->g;
  offer_row *o = s->to;
  text_view w = s->word;
  if (read_numbers(s, o)) return CARC_OK;
  o->token = (int16_t)find_counted_token(g, w);
  if (o->token >= 0) return CARC_OK;
  int variable = carcM_find_name(g->d, CARC_NAME_KIND_VARIABLE, g->script, w);
  if (variable < 0 || g->d->variable[variable].scope != CARC_SCOPE_PLAYER) {
    const char *near = carcM_find_name_of_other_script(g->d, CARC_NAME_KIND_VARIABLE, g->script, w);
    if (near == NULL) near = carc_nearest_name(w.at, w.length, player_variable, g);
    return refuse(s, near, carcM_is_of_absent_script(g->d, w));
  }
  o->numbers = (int16_t)variable;
  return CARC_OK;
}

/* ---- Multipliers of rows of points ----------------------------------------------------------- */

/*
** Whether the selector of `per` itself has a relation. Then it also counts items that do not belong
** to the item that scores.
*/
static bool is_related (const carc_definition *d, int of) {
  for (int i = d->selectors[of].links.first; i != CARC_NONE; i = d->links[i].next)
    if (d->links[i].relation < RELATIONS_OF_PLACES) return true;
  return false;
}

static carc_status store_found (const store_args *s, point_row *row) {
  char where[sizeof s->g->where + 32];
  int number = CARC_NONE;
  text_writer path = carcU_new_writer(where, sizeof where);
  put_path(&path, s);
  selector_context r = selector_context_at(s, where);
  TRY(carcP_read_selector(&r, s->word, &number));
  row->per = PER_FOUND;
  row->number = (int16_t)number;
  row->own = !is_related(s->g->d, number);
  return CARC_OK;
}

static carc_status store_counted_attribute (const store_args *s, point_row *row, int attribute) {
  const statement_context *g = s->g;
  row->per = PER_ATTRIBUTE;
  row->number = (int16_t)attribute;
  bool lost = g->in != IN_bonus_row && (g->d->words.local >> attribute & 1) != 0;
  return !lost ? CARC_OK
               : carcU_fail(g->err, CARC_ERR_INVALID, g->line,
                            "%s: per: %.*s is a local attribute, which a feature never has", g->where,
                            VIEW(s->word));
}

/*
** Stores the number of an attribute, variable or kind of token with this name, whichever takes
** precedence for the script (names.h).
*/
static carc_status store_counted_name (const store_args *s, point_row *row) {
  const statement_context *g = s->g;
  text_view w = s->word;
  name_match attribute = carcM_look_up_name(g->d, CARC_NAME_KIND_ATTRIBUTE, g->script, w),
             variable = carcM_look_up_name(g->d, CARC_NAME_KIND_VARIABLE, g->script, w);
  if (attribute.number >= 0 && attribute.rank <= variable.rank)
    return store_counted_attribute(s, row, attribute.number);
  int token = find_counted_token(g, w);
  if (token >= 0) variable.number = FIRST_TOKEN + token;
  if (variable.number < 0) {
    const char *near = carcM_find_name_of_other_script(g->d, CARC_NAME_KIND_ATTRIBUTE, g->script, w);
    if (near == NULL) near = carcM_nearest_owned_name(g->d, CARC_NAME_KIND_VARIABLE, g->script, w);
    return refuse(s, near, carcM_is_of_absent_script(g->d, w));
  }
  row->per = PER_VARIABLE;
  row->number = (int16_t)variable.number;
  return CARC_OK;
}

carc_status carcP_store_per (const store_args *s) {
  static const uint8_t per[] = {PER_TILES, PER_PIECES, PER_PENNANTS, PER_CITIES};
  point_row *row = s->to;
  text_view w = s->word;
  if (s->alone) return refuse(s, NULL, false);
  if (w.length > 0 && memchr(w.at, '(', w.length) != NULL) return store_found(s, row);
  int known = carcU_index_in_words(w, "tiles|pieces|pennant|cities");
  if (known < 0) return store_counted_name(s, row);
  row->per = per[known];
  return CARC_OK;
}
