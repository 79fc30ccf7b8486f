/*
** parse_selector.c: parses selectors and their keys.
*/
#include <string.h>
#include "parser/parse_selector.h"
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/selector.h"
#include "parser/grammar_rows.h"
#include "parser/selector_context.h"
#include "parser/selector_names.h"

/* The member of the selector in which the value of the key is stored. */
static void *field_of (const key_context *k) { return (unsigned char *)k->f + k->row->offset; }

/* Arguments for `%s%s` at the beginning of a message about the whole selector. */
#define WHOLE(r) (r)->where, *(r)->where == '\0' ? "" : ": "

/* Adds a selector without keys. */
static carc_status add_selector (const selector_context *r, item_kind of, int *out) {
  *out = carcM_add_selector(r->pool, of);
  if (*out == CARC_NONE)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%smore than %d selectors", WHOLE(r),
                      r->pool->room_selectors);
  selector *f = &r->pool->selectors[*out];
  f->script = (uint8_t)r->script;
  f->key = (int16_t)r->key;
  f->holder = (uint8_t)r->holder;
  return CARC_OK;
}

/* ---- Nesting --------------------------------------------------------------------------------- */

/*
** Splits off the text before the next `stop` that is not inside brackets. `rest` becomes the text
** from there on.
*/
static text_view take_part (text_view *rest, char stop) {
  text_view part = {rest->at, 0};
  int depth = 0;
  while (part.length < rest->length && (depth > 0 || rest->at[part.length] != stop)) {
    depth += (rest->at[part.length] == '(') - (rest->at[part.length] == ')');
    part.length++;
  }
  size_t gone = part.length < rest->length ? part.length + 1 : part.length;
  *rest = (text_view){rest->at + gone, rest->length - gone};
  return part;
}

/* Whether a word is a selector or filter rather than a name. */
static bool is_nested (text_view w) {
  text_view rest, kind = carcU_split_word(w, '(', &rest);
  return rest.length > 0 || carcP_find_item_kind(kind) >= 0;
}

static carc_status read_nested (const key_context *k, text_view w, bool filter, int *out) {
  enum { DEEPEST = 8 };
  char where[200];
  selector_context inner = *k->r;
  text_writer path = carcU_new_writer(where, sizeof where);
  carcU_put(&path, "%s%s%s", k->r->where, *k->r->where == '\0' ? "" : ".", k->row->name);
  inner.where = where;
  inner.n_beside = 0;
  bool of_this = k->relation == RELATION_except || k->relation == RELATION_all || k->relation == RELATION_any;
  if (!of_this) inner.about = k->row->type == TYPE_AS_FAR_AS ? ON_A_WAY : 0;
  if (++inner.depth > DEEPEST)
    return REFUSE_KEY(k, "%s: selectors are nested more than %d deep", where, DEEPEST);
  return filter ? carcP_read_filter(&inner, w, out) : carcP_read_selector(&inner, w, out);
}

/* ---- Properties of items --------------------------------------------------------------------- */

static carc_status read_flag (const key_context *k, text_view w) {
  bool *out = field_of(k);
  int v = carcU_index_in_words(w, "no|yes");
  *out = v > 0;
  return v >= 0 ? CARC_OK : REFUSE_KEY(k, "%s%s%s: expected yes or no, got %.*s", KEY_ARGS(k), VIEW(w));
}

static carc_status read_kinds (const key_context *k, text_view w) {
  char where[220];
  text_writer path = carcU_new_writer(where, sizeof where);
  carcU_put(&path, "%s%s%s", KEY_ARGS(k));
  return carcP_read_kind_names(k->r, where, w, field_of(k));
}

static carc_status read_side_names (const key_context *k, text_view w) {
  return carcP_read_side_names(k, w, field_of(k));
}

static carc_status read_attributes (const key_context *k, text_view w) {
  return carcP_read_attribute_names(k, w, field_of(k));
}

static carc_status read_pieces (const key_context *k, text_view w) {
  return carcP_read_piece_names(k, w, field_of(k));
}

static carc_status refuse_links (const key_context *k) {
  return REFUSE_KEY(k, "%s%s%s: more than %d relations", KEY_ARGS(k), k->r->pool->room_links);
}

/* Reads tile ids. Adds a row for each tile; a match of any row suffices. */
static carc_status read_tiles (const key_context *k, text_view w) {
  while (w.length > 0) {
    int16_t type = CARC_NONE;
    bool was = k->f->impossible;
    carc_status status = carcP_read_type_name(k, carcU_take_item(&w), &type);
    k->f->impossible = was; /* another name in the list may be known */
    if (status != CARC_OK) return status;
    relation_link *l = type == CARC_NONE ? NULL : carcM_add_link(k->r->pool, field_of(k), RELATION_COUNT);
    if (type != CARC_NONE && l == NULL) return refuse_links(k);
    if (l != NULL) l->number = type;
  }
  return CARC_OK;
}

/* ---- Variables ------------------------------------------------------------------------------- */

/* Reads a range: LOW..HIGH, LOW.., ..HIGH, or one number. */
static carc_status read_range (const key_context *k, text_view w, variable_test *test) {
  size_t dots = 0;
  while (dots + 1 < w.length && !(w.at[dots] == '.' && w.at[dots + 1] == '.')) dots++;
  bool range = dots + 1 < w.length;
  text_view low = {w.at, range ? dots : w.length}, high = low;
  if (range) high = (text_view){w.at + dots + 2, w.length - dots - 2};
  test->bounded = true;
  carc_status status = low.length > 0 ? carcP_read_bound(k, low, &test->low) : CARC_OK;
  return status == CARC_OK && high.length > 0 ? carcP_read_bound(k, high, &test->high) : status;
}

/* Reads the name of a variable or kind of token. */
typedef carc_status (*name_reader)(const key_context *k, text_view w, int *number);

static carc_status read_test (const key_context *k, text_view w, name_reader read, bool more) {
  text_view range, name = carcU_split_word(w, ':', &range);
  int variable = CARC_NONE;
  TRY(read(k, name, &variable));
  variable_test *test = carcM_add_test(k->r->pool, field_of(k));
  if (test == NULL)
    return REFUSE_KEY(k, "%s%s%s: more than %d conditions of this kind", KEY_ARGS(k), k->r->pool->room_tests);
  if (variable == CARC_NONE) { /* the value of an unknown variable is 0 */
    k->f->impossible = true;
    test->variable = BUILT_IN_PART;
    test->bounded = true;
    test->low = (variable_bound){1, CARC_NONE};
    test->high = (variable_bound){0, CARC_NONE};
    test->or_next = more;
    return CARC_OK;
  }
  test->variable = (int16_t)variable;
  test->or_next = more;
  return range.length > 1 ? read_range(k, (text_view){range.at + 1, range.length - 1}, test) : CARC_OK;
}

/*
** Reads alternative tests. The selector is impossible only if all their names are unknown, since
** one matching test suffices.
*/
static carc_status read_tests (const key_context *k, text_view w, name_reader read) {
  const bool was = k->f->impossible;
  bool all_lack = true;
  carc_status status = CARC_OK;
  do {
    text_view one = carcU_take_item(&w);
    k->f->impossible = false;
    status = read_test(k, one, read, w.length > 0);
    all_lack = all_lack && k->f->impossible;
  } while (status == CARC_OK && w.length > 0);
  k->f->impossible = was || all_lack;
  return status;
}

static carc_status read_variables (const key_context *k, text_view w) {
  return read_tests(k, w, carcP_read_variable_name);
}
static carc_status read_tokens (const key_context *k, text_view w) {
  return read_tests(k, w, carcP_read_token_name);
}

static carc_status read_highest (const key_context *k, text_view w) {
  int variable = carcP_find_token_name(k, w);
  carc_status status = variable >= 0 ? CARC_OK : carcP_read_variable_name(k, w, &variable);
  *(kept_VARIABLE_NAME *)field_of(k) = (int16_t)variable;
  k->f->impossible |= variable == CARC_NONE;
  return status;
}

static carc_status read_min (const key_context *k, text_view w) {
  return carcP_read_bound(k, w, field_of(k));
}

static carc_status read_max (const key_context *k, text_view w) {
  if ((k->f->given & GIVES_min) == 0) k->f->min.value = 0;
  return carcP_read_bound(k, w, field_of(k));
}

static carc_status read_within (const key_context *k, text_view w) {
  distance_limit *far = field_of(k);
  far->gap = carcU_word_equals(w, "gap");
  return far->gap ? CARC_OK : carcP_read_bound(k, w, &far->most);
}

/* ---- Owners ---------------------------------------------------------------------------------- */

static carc_status read_whose (const key_context *k, text_view w) {
  int word_is = carcU_index_in_words(w, "turn_player|others|asked|majority"), number = 0,
      variable = CARC_NONE;
  owner_test *test = field_of(k);
  if (word_is >= 0) {
    test->is = (uint8_t)(OWNER_TURN + word_is);
    return CARC_OK;
  }
  if (carcU_word_to_int(w, 1, CARC_MAX_PLAYERS, &number)) {
    test->is = OWNER_NUMBER;
    test->number = (int16_t)(number - 1);
    return CARC_OK;
  }
  if (carcU_word_to_int(w, -MAX_COUNTED, MAX_COUNTED, &number))
    return REFUSE_KEY(k, "%s%splayer: expected a player from 1 to %d, got %.*s", PATH_ARGS(k->r),
                      CARC_MAX_PLAYERS, VIEW(w));
  if (is_nested(w)) {
    carc_status status = read_nested(k, w, true, &number);
    test->is = OWNER_FILTER;
    test->number = (int16_t)number;
    return status;
  }
  int token = carcP_find_token_name(k, w);
  test->is = OWNER_TOKEN;
  test->number = (int16_t)(token - FIRST_TOKEN);
  if (token >= 0) return carcP_check_single_token(k, test->number, w);
  TRY(carcP_read_player_name(k, w, &variable));
  k->f->impossible |= variable == CARC_NONE;
  if (variable < CARC_NONE || (variable >= 0 && (k->r->d->variable[variable].scope != CARC_SCOPE_GAME ||
                                                 k->r->d->variable[variable].size > 1)))
    return REFUSE_KEY(k,
                      "%s%splayer: expected turn_player, others, asked, majority, a number, a filter, a "
                      "token or a variable of the game with one number, got %.*s",
                      PATH_ARGS(k->r), VIEW(w));
  test->is = OWNER_VARIABLE;
  test->number = (int16_t)(variable < 0 ? 0 : variable);
  return CARC_OK;
}

static carc_status read_can_deploy (const key_context *k, text_view w) {
  deployable *goes = field_of(k);
  bool followers = carcU_word_equals(w, "followers");
  goes->what = followers ? DEPLOYS_FOLLOWERS : DEPLOYS_PIECES;
  return followers ? CARC_OK : carcP_read_piece_names(k, w, &goes->pieces);
}

static carc_status read_can_place (const key_context *k, text_view w) {
  return carcP_read_type_name(k, w, field_of(k));
}

/*
** Reads needs. The words and bits are those of pieces; an empty list means that there are no needs.
*/
static carc_status read_needs (const key_context *k, text_view w) {
  kept_NEEDS *needs = field_of(k);
  while (w.length > 0) {
    text_view one = carcU_take_item(&w);
    int i = carcU_index_in_words(one, k->row->words);
    if (i < 0)
      return REFUSE_KEY(k,
                        "%s%sneeds: expected unoccupied, own_follower, incomplete or none_of_kind, got %.*s",
                        PATH_ARGS(k->r), VIEW(one));
    *needs |= (kept_NEEDS)(1 << i);
  }
  return CARC_OK;
}

/* ---- Relations ------------------------------------------------------------------------------- */

static relation_link *new_link (const key_context *k) {
  return carcM_add_link(k->r->pool, &k->f->links, k->relation);
}

static carc_status link_to (const key_context *k, reference to, int number) {
  relation_link *l = new_link(k);
  if (l == NULL) return refuse_links(k);
  l->reference = (uint8_t)to;
  l->number = (int16_t)number;
  return CARC_OK;
}

/*
** Reads a place: @X,Y for a tile, @X,Y/N for its segment N, from 1, or @X,Y/N+ for the feature of
** this segment.
*/
static carc_status read_place (const key_context *k, text_view w) {
  text_view rest, at = carcU_split_word((text_view){w.at + 1, w.length - 1}, '/', &rest), south,
                  east = carcU_split_word(at, ',', &south);
  int x = 0, y = 0, segment = 0;
  enum { FAR = 1000 };
  bool whole = rest.length > 1 && rest.at[rest.length - 1] == '+';
  rest.length -= whole;
  bool fine = carcU_word_to_int(east, -FAR, FAR, &x) && south.length > 1 &&
              carcU_word_to_int((text_view){south.at + 1, south.length - 1}, -FAR, FAR, &y) &&
              (rest.length == 0 ||
               carcU_word_to_int((text_view){rest.at + 1, rest.length - 1}, 1, CARC_MAX_SEGMENTS, &segment));
  if (!fine)
    return REFUSE_KEY(k,
                      "%s%s%s: '%.*s' is not a place; expected @X,Y for a tile, @X,Y/N for its segment N, or "
                      "@X,Y/N+ for the feature of this segment",
                      KEY_ARGS(k), VIEW(w));
  relation_link *l = new_link(k);
  if (l == NULL) return refuse_links(k);
  l->reference = REF_PLACE;
  l->x = (int16_t)x;
  l->y = (int16_t)y;
  l->segment = (int16_t)(segment - 1);
  l->whole = whole;
  return CARC_OK;
}

static carc_status read_relation (const key_context *k, text_view w) {
  int known = carcU_index_in_words(w, "last_placed|this"), number = CARC_NONE;
  reference to = REF_LAST;
  if (known >= 0) return link_to(k, (reference)(REF_LAST + known), CARC_NONE);
  if (w.length > 0 && *w.at == '@') return read_place(k, w);
  if (!is_nested(w)) {
    carc_status status = carcP_read_place_name(k, w, &to, &number);
    return status == CARC_OK ? link_to(k, to, number) : status;
  }
  to = *w.at == '(' ? REF_FILTER : REF_SELECTOR;
  TRY(read_nested(k, w, to == REF_FILTER, &number));
  if (k->r->pool->selectors[number].finds == ITEM_PLAYERS)
    return REFUSE_KEY(k, "%s%s%s: expected items on the board, got players", KEY_ARGS(k));
  return link_to(k, to, number);
}

/*
** Whether `has` or `has_no` of a filter that tests `this` counts on the whole table, as `per` does:
** its selector has a position key that starts from `this`, as adjacent_to=this.
*/
static bool counts_whole_table (const key_context *k, int number) {
  const unsigned about = k->r->about;
  if (k->relation != RELATION_has && k->relation != RELATION_has_no) return false;
  if (k->f->finds != ITEM_FILTER) return false;
  if (about != THIS_TILE && about != THIS_FEATURE && about != THIS_PIECE) return false;
  const selector_pool *pool = k->r->pool;
  for (int i = pool->selectors[number].links.first; i != CARC_NONE; i = pool->links[i].next)
    if (pool->links[i].relation < RELATIONS_OF_PLACES && pool->links[i].reference == REF_THIS) return true;
  return false;
}

/* Links a filter to a selector that holds, or for `has_no` does not hold, on the whole table. */
static carc_status link_to_whole_table (const key_context *k, int number) {
  key_context outer = *k, inner = *k;
  int of = CARC_NONE;
  outer.relation = RELATION_except;
  inner.relation = RELATION_if;
  if (k->relation == RELATION_has) return link_to(&inner, REF_SELECTOR, number);
  TRY(add_selector(k->r, ITEM_FILTER, &of));
  inner.f = &k->r->pool->selectors[of];
  TRY(link_to(&inner, REF_SELECTOR, number));
  return link_to(&outer, REF_FILTER, of);
}

static carc_status read_selectors (const key_context *k, text_view w, bool filters) {
  while (w.length > 0) {
    text_view one = take_part(&w, ',');
    int number = 0;
    TRY(read_nested(k, one, filters, &number));
    if (counts_whole_table(k, number))
      TRY(link_to_whole_table(k, number));
    else
      TRY(link_to(k, filters ? REF_FILTER : REF_SELECTOR, number));
  }
  return CARC_OK;
}
static carc_status read_found (const key_context *k, text_view w) { return read_selectors(k, w, false); }
static carc_status read_filters (const key_context *k, text_view w) { return read_selectors(k, w, true); }

static carc_status read_as_far_as (const key_context *k, text_view w) {
  int number = 0;
  carc_status status = read_nested(k, w, true, &number);
  *(kept_AS_FAR_AS *)field_of(k) = (int16_t)number;
  return status;
}

/* ---- The keys -------------------------------------------------------------------------------- */

/* The rows of the keys, and a reader for each type of value. */
enum { FIRST_KEY = ROW_selector_things + 1, KEYS = ROW_selector_if - ROW_selector_things };
_Static_assert(KEYS <= 64, "64 bits hold a bit for each key");

static carc_status (*const readers[GRAMMAR_TYPES])(const key_context *k, text_view w) = {
#define SELECTOR_TYPE(id, fn, ...) [TYPE_##id] = read_##fn,
#include "parser/grammar.def"
};

/*
** For carc_nearest_name: the keys that a selector and its statement may have; "" for all other
** keys.
*/
typedef struct key_names {
  const selector_context *r;
  unsigned here;
} key_names;

static const char *key_name (const void *ud, int i) {
  const key_names *names = ud;
  if (i == KEYS + names->r->n_beside) return NULL;
  const grammar_row *row = i < KEYS ? carcP_grammar_row(FIRST_KEY + i) : &names->r->beside[i - KEYS];
  bool fits = i < KEYS ? (row->where & names->here) != 0
                       : (row->flags & (KEY_POSITIONAL | KEY_WHOLE_TABLE | KEY_IMPLIED)) == 0;
  return fits ? row->name : "";
}

/*
** Refuses an unknown key. For words such as `points` in a row of points, names the keys that change
** points, because no nearest key would be helpful.
*/
static carc_status refuse_unknown_key (const selector_context *r, text_view key, unsigned here) {
  key_names names = {r, here};
  const char *near = carc_nearest_name(key.at, key.length, key_name, &names), *keys = "add";
  const int in = r->n_beside > 0 ? r->beside[0].in : GRAMMAR_TABLES;
  bool row = in == IN_point_row || in == IN_bonus_row || in == IN_final_row;
  if (in == IN_point_row) keys = "add, zero or halve";
  if (row && carcU_index_in_words(key, "points|point|score|value|worth") >= 0)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "%s%s%.*s: unknown key; a row changes points with %s", PATH_ARGS(r), VIEW(key), keys);
  return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%s%.*s: unknown key%s%s%s", PATH_ARGS(r), VIEW(key),
                    NEAREST_HINT(near));
}

/* Message about a key that items such as `this` never have. */
static const char *never_has (unsigned about) {
  return about == THIS_PLAYER    ? "`this` is a player here, and players never have this key"
         : about == THIS_TILE    ? "`this` is a tile here, and tiles never have this key"
         : about == THIS_FEATURE ? "`this` is a feature here, and features never have this key"
         : about == ON_A_WAY
             ? "the filter is about segments, which never have this key; `has` finds items on a segment"
             : "`this` is a piece here, and pieces never have this key";
}

/*
** Whether a key depends only on what is printed, or contains filters for which this can be tested.
*/
static bool is_key_of_print (const grammar_row *key) {
  return (key->gives & GIVES_PRINTED) != 0 || key->type == TYPE_FILTERS;
}

/* Refuses a key that depends on the board, in a place where only the printed tile is known. */
static carc_status refuse_unprinted (const selector_context *r, const char *key) {
  char list[100];
  text_writer out = carcU_new_writer(list, sizeof list);
  for (int i = 0; i < KEYS; i++) {
    const grammar_row *row = carcP_grammar_row(FIRST_KEY + i);
    if (is_key_of_print(row)) carcU_put(&out, "%s%s", carcU_written_length(&out) > 0 ? ", " : "", row->name);
  }
  return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                    "%s%s%s: this key depends on more than what is printed on a tile; expected %s",
                    PATH_ARGS(r), key, list);
}

/* Reads a key. `said` has one bit for each key that was read before. */
static carc_status read_key (const selector_context *r, int of, text_view w, uint64_t *said) {
  selector *f = &r->pool->selectors[of];
  unsigned here = 1u << f->finds;
  text_view value, key = carcU_split_key(w, &value);
  const grammar_row *keys = carcP_grammar_row(FIRST_KEY);
  int i = 0;
  while (i < KEYS && !carcU_word_equals(key, keys[i].name)) i++;
  if (i == KEYS) return refuse_unknown_key(r, key, here);
  bool printed = r->about == THIS_SEGMENT && f->finds == ITEM_FILTER;
  if (printed && !is_key_of_print(&keys[i])) return refuse_unprinted(r, keys[i].name);
  if ((keys[i].where & here) == 0)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%s%s: %s do not have this key", PATH_ARGS(r),
                      keys[i].name, carcP_item_kind_name((item_kind)f->finds));
  bool of_this = f->finds == ITEM_FILTER && r->about != 0 && keys[i].where != ON_FILTERS;
  if (of_this && (keys[i].where & r->about) == 0)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%s%s: %s", PATH_ARGS(r), keys[i].name,
                      never_has(r->about));
  if ((keys[i].flags & KEY_REPEATABLE) == 0 && (*said >> i & 1))
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%s%s: the key is repeated", PATH_ARGS(r),
                      keys[i].name);
  *said |= (uint64_t)1 << i;
  f->given |= keys[i].gives;
  key_context k = {r, &keys[i], (relation)keys[i].low, f};
  return readers[keys[i].type](&k, value);
}

/* The link of a selector with this relation; NULL if it has none. */
static const relation_link *find_link (const selector_context *r, const selector *f, relation how) {
  int i = f->links.first;
  while (i != CARC_NONE && r->pool->links[i].relation != how) i = r->pool->links[i].next;
  return i != CARC_NONE ? &r->pool->links[i] : NULL;
}

/* Whether a list is present but contains only unknown names, so that nothing matches. */
static bool names_nothing (const selector *f) {
  bool nothing = (f->given & GIVES_piece) != 0 && f->piece == 0;
  nothing |= (f->given & GIVES_can_stand) != 0 && f->can_stand == 0;
  nothing |= (f->given & GIVES_hand) != 0 && f->hand == 0;
  const attribute_test *a = &f->attribute;
  return nothing ||
         ((f->given & GIVES_attribute) != 0 && (a->of_segments | a->of_tiles) == 0 && a->printed == 0);
}

static carc_status check_selector (const selector_context *r, int of) {
  selector *f = &r->pool->selectors[of];
  f->impossible |= names_nothing(f);
  bool within = (f->given & GIVES_within) != 0, as_far_as = (f->given & GIVES_as_far_as) != 0,
       in_line = find_link(r, f, RELATION_in_line_with) != NULL;
  const relation_link *from = find_link(r, f, RELATION_feature);
  if (within && !in_line && find_link(r, f, RELATION_around) == NULL)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%swithin requires `around` or `in_line_with`",
                      PATH_ARGS(r));
  if (within && f->within.gap && !in_line)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "%s%swithin: gap requires `in_line_with`; with `around`, expected a number or a "
                      "variable of the game",
                      PATH_ARGS(r));
  if (as_far_as && from == NULL)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%sas_far_as requires `feature`", PATH_ARGS(r));
  if (as_far_as && from->reference == REF_FILTER)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "%s%sas_far_as: `feature` must name the item to start from: last_placed, a place, or "
                      "a selector as in { \"pieces\" }; a filter matches the whole feature",
                      PATH_ARGS(r));
  if ((f->given & GIVES_needs) != 0 && f->can_deploy.what == DEPLOYS_NOTHING)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%sneeds requires `can_deploy`", PATH_ARGS(r));
  return CARC_OK;
}

/*
** Returns what is wrong with the brackets; NULL if the last letter of the text closes the first
** bracket.
*/
static const char *check_brackets (text_view rest) {
  int depth = 0;
  size_t i = 0;
  do {
    depth += (rest.at[i] == '(') - (rest.at[i] == ')');
    i++;
  } while (depth > 0 && i < rest.length);
  return depth > 0         ? "a bracket is not closed"
         : i < rest.length ? "unexpected text after the closing bracket"
                           : NULL;
}

/* Reads the keys between the brackets. */
static carc_status read_keys (const selector_context *r, item_kind of, text_view rest, int *out) {
  carc_status status = add_selector(r, of, out);
  if (status != CARC_OK) return status;
  const char *wrong = rest.length > 0 ? check_brackets(rest) : NULL;
  if (wrong != NULL) return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%s%s", WHOLE(r), wrong);
  text_view keys_left = rest.length > 0 ? (text_view){rest.at + 1, rest.length - 2} : rest;
  uint64_t said = 0;
  while (status == CARC_OK && keys_left.length > 0)
    status = read_key(r, *out, take_part(&keys_left, ';'), &said);
  if (status == CARC_OK) carcM_sort_links_by_cost(r->pool, *out);
  return status == CARC_OK ? check_selector(r, *out) : status;
}

carc_status carcP_read_selector (const selector_context *r, text_view w, int *out) {
  text_view rest, kind = carcU_split_word(w, '(', &rest);
  int of = carcP_find_item_kind(kind);
  if (of >= 0) return read_keys(r, (item_kind)of, rest, out);
  if (kind.length == 0)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                      "%s%sexpected the kind of items first, as in { \"pieces\", follower = true }",
                      WHOLE(r));
  const char *near = carc_nearest_name(kind.at, kind.length, carcP_item_kind_name_at, NULL);
  char list[120];
  text_writer kinds = carcU_new_writer(list, sizeof list);
  carcU_put_words(&kinds, &CARC_QUERY_ITEM_LIST(NAME_OF)[1]);
  return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                    "%s%sno kind of item is named '%.*s'%s%s%s; expected %s", WHOLE(r), VIEW(kind),
                    NEAREST_HINT(near), list);
}

carc_status carcP_read_filter (const selector_context *r, text_view w, int *out) {
  if (w.length == 0)
    return carcU_fail(r->err, CARC_ERR_INVALID, r->line, "%s%sexpected a filter, as in (kind=city)",
                      WHOLE(r));
  text_view rest, kind = carcU_split_word(w, '(', &rest);
  if (kind.length == 0) return read_keys(r, ITEM_FILTER, rest, out);
  return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                    "%s%sexpected a filter without a kind of items, got %.*s", WHOLE(r), VIEW(kind));
}

carc_status carcP_read_segments (const selector_context *r, text_view w, int *out) {
  if (w.length > 0 && *w.at == '(') return carcP_read_filter(r, w, out);
  TRY(add_selector(r, ITEM_FILTER, out));
  selector *f = &r->pool->selectors[*out];
  f->given |= GIVES_kind;
  return carcP_read_kind_names(r, r->where, w, &f->kind);
}
