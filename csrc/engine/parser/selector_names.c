/*
** selector_names.c: looks up the names in selectors: kinds of items, segments and pieces, tiles,
** attributes, variables, tokens, places.
*/
#include "parser/selector_names.h"
#include <string.h>
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "model/selector.h"
#include "parser/selector_context.h"

/* Removes the `?` from a name that the game may lack. Returns whether it had one. */
static bool is_optional (text_view *w) {
  bool optional = w->length > 1 && w->at[w->length - 1] == '?';
  w->length -= optional;
  return optional;
}

/*
** Refuses an unknown name, which a later line might declare. `what` is for example "the game has no
** piece".
*/
static carc_status refuse_name (const key_context *k, const char *what, text_view w,
                                const char *(*next)(const void *, int)) {
  const char *near = carc_nearest_name(w.at, w.length, next, k->r->d);
  carc_status status =
      REFUSE_KEY(k, "%s%s%s: %s '%.*s'%s%s%s", KEY_ARGS(k), what, VIEW(w), NEAREST_HINT(near));
  return carcU_mark_absent(k->r->err, status, true);
}

static const char *built_in_name (const void *ud, int i) {
#define X(id, text) text,
  static const char *const names[] = {BUILT_IN_VARIABLES(X) NULL};
#undef X
  (void)ud;
  return names[i];
}

static carc_status refuse_owned (const key_context *k, carc_name_kind of, const char *what, text_view w) {
  char where[220];
  text_writer path = carcU_new_writer(where, sizeof where);
  carcU_put(&path, "%s%s%s: ", KEY_ARGS(k));
  unknown_name m = {.d = k->r->d,
                    .of = of,
                    .script = k->r->script,
                    .line = k->r->line,
                    .where = where,
                    .what = what,
                    .built_in = of == CARC_NAME_KIND_VARIABLE ? built_in_name : NULL,
                    .may_lack = true};
  return carcM_refuse_unknown_name(&m, w, k->r->err);
}

/* ---- Kinds of items, of segments, of pieces -------------------------------------------------- */

static const char *const item_names[ITEM_KIND_COUNT] = {
#define X(id, name) [ITEM_##id] = name,
    CARC_QUERY_ITEM_LIST(X)
#undef X
        [ITEM_FILTER] = "filters"};

const char *carcP_item_kind_name (item_kind of) { return item_names[of]; }

const char *carcP_item_kind_name_at (const void *ud, int i) {
  (void)ud;
  return i < ITEM_FILTER ? item_names[i] : NULL;
}

int carcP_find_item_kind (text_view w) {
  for (int i = 0; i < ITEM_FILTER; i++)
    if (carcU_word_equals(w, item_names[i])) return i;
  return -1;
}

static const char *kind_name (const void *ud, int i) {
  (void)ud;
  return i < CARC_KIND_COUNT ? carc_kind_name((carc_kind)i) : NULL;
}

/* Refuses an unknown kind. If the word is an attribute, the message shows how a filter names it. */
static carc_status refuse_kind (const selector_context *r, const char *where, text_view w) {
  const char *near = carc_nearest_name(w.at, w.length, kind_name, NULL);
  bool attribute = carcM_find_name(r->d, CARC_NAME_KIND_ATTRIBUTE, r->script, w) >= 0 ||
                   carcM_find_name(r->d, CARC_NAME_KIND_TILE_ATTRIBUTE, r->script, w) >= 0;
  if (attribute)
    return carcU_fail(
        r->err, CARC_ERR_INVALID, r->line,
        "%s: no kind of segment is named '%.*s'; for an attribute use a filter: { attribute = \"%.*s\" }",
        where, VIEW(w), VIEW(w));
  char list[120];
  text_writer kinds = carcU_new_writer(list, sizeof list);
  carcU_put_words(&kinds, &CARC_KIND_LIST(NAME_OF)[1]);
  return carcU_fail(r->err, CARC_ERR_INVALID, r->line,
                    "%s: no kind of segment is named '%.*s'%s%s%s; expected %s", where, VIEW(w),
                    NEAREST_HINT(near), list);
}

/* `where` is the beginning of messages. */
carc_status carcP_read_kind_names (const selector_context *r, const char *where, text_view w,
                                   kept_KINDS *kinds) {
  while (w.length > 0) {
    text_view one = carcU_take_item(&w);
    int kind = 0;
    while (kind < CARC_KIND_COUNT && !carcU_word_equals(one, carc_kind_name((carc_kind)kind))) kind++;
    if (kind == CARC_KIND_COUNT) return refuse_kind(r, where, one);
    *kinds |= (uint8_t)(1u << kind);
  }
  return CARC_OK;
}

carc_status carcP_read_piece_names (const key_context *k, text_view w, piece_set *out) {
  while (w.length > 0) {
    text_view one = carcU_take_item(&w);
    bool optional = is_optional(&one);
    int piece = carcM_find_piece(k->r->d, one);
    if (piece == k->r->d->n_pieces && !optional)
      return refuse_name(k, "the game has no piece", one, carcM_piece_name_at);
    if (piece < k->r->d->n_pieces) *out |= (piece_set)1 << piece;
  }
  return CARC_OK;
}

/* ---- Tiles and attributes -------------------------------------------------------------------- */

carc_status carcP_read_type_name (const key_context *k, text_view w, int16_t *out) {
  char id[CARC_NAME_SIZE];
  bool optional = is_optional(&w);
  int type = carcU_word_to_name(w, id) ? carc_type_find(k->r->d, id) : -1;
  if (type < 0 && !optional) return refuse_name(k, "the game has no tile", w, carcM_type_name_at);
  k->f->impossible |= type < 0;
  *out = (int16_t)type;
  return CARC_OK;
}

carc_status carcP_read_attribute_names (const key_context *k, text_view w, attribute_test *any) {
#define X(id, name) "|" name
  static const char printed[] = PRINTED_LIST(X);
#undef X
  const carc_definition *d = k->r->d;
  while (w.length > 0) {
    text_view one = carcU_take_item(&w);
    bool optional = is_optional(&one);
    name_match of_tile = carcM_look_up_name(d, CARC_NAME_KIND_TILE_ATTRIBUTE, k->r->script, one),
               of_segment = carcM_look_up_name(d, CARC_NAME_KIND_ATTRIBUTE, k->r->script, one);
    int mark = carcU_index_in_words(one, printed + 1);
    if (of_tile.number < 0 && of_segment.number < 0 && mark < 0 && !optional)
      return refuse_owned(k, CARC_NAME_KIND_TILE_ATTRIBUTE, "the game has no attribute", one);
    if (of_tile.number >= 0 && of_tile.rank <= of_segment.rank)
      any->of_tiles |= (attribute_set)1 << of_tile.number;
    if (of_segment.number >= 0 && of_segment.rank <= of_tile.rank)
      any->of_segments |= (attribute_set)1 << of_segment.number;
    if (mark >= 0) any->printed |= (uint8_t)(1u << mark);
  }
  return CARC_OK;
}

/* ---- Variables and tokens -------------------------------------------------------------------- */

/*
** Looks up the name of a kind of token. Returns its number, counted from FIRST_TOKEN; NONE if the
** name is unknown or a variable's name takes precedence (names.h).
*/
int carcP_find_token_name (const key_context *k, text_view w) {
  is_optional(&w);
  name_match token = carcM_look_up_name(k->r->d, CARC_NAME_KIND_TOKEN, k->r->script, w),
             variable = carcM_look_up_name(k->r->d, CARC_NAME_KIND_VARIABLE, k->r->script, w);
  return token.number >= 0 && token.rank < variable.rank ? FIRST_TOKEN + token.number : CARC_NONE;
}

carc_status carcP_read_token_name (const key_context *k, text_view w, int *token) {
  *token = carcP_find_token_name(k, w);
  if (*token >= 0 || is_optional(&w)) return CARC_OK;
  return refuse_owned(k, CARC_NAME_KIND_TOKEN, "the game declares no token", w);
}

/* Looks up a variable. `else_none` is the beginning of the message for an unknown name. */
static carc_status find_variable (const key_context *k, text_view w, int *variable, const char *else_none) {
  bool optional = is_optional(&w);
#define X(id, text) \
  if (carcU_word_equals(w, text)) return *variable = BUILT_IN_##id, CARC_OK;
  BUILT_IN_VARIABLES(X)
#undef X
  *variable = carcM_find_name(k->r->d, CARC_NAME_KIND_VARIABLE, k->r->script, w);
  return *variable >= 0 || optional ? CARC_OK : refuse_owned(k, CARC_NAME_KIND_VARIABLE, else_none, w);
}

carc_status carcP_read_variable_name (const key_context *k, text_view w, int *variable) {
  return find_variable(k, w, variable, "the game declares no variable");
}

carc_status carcP_read_player_name (const key_context *k, text_view w, int *variable) {
  return find_variable(k, w, variable,
                       "expected turn_player, others, asked, majority, a number, a filter, a token or a "
                       "variable of the game; the game declares no variable");
}

/* Reads a bound: a number, or the name of a variable of the game that holds the number. */
carc_status carcP_read_bound (const key_context *k, text_view w, variable_bound *out) {
  int value = 0, variable = CARC_NONE;
  if (carcU_word_to_int(w, -MAX_COUNTED * 100, MAX_COUNTED * 100, &value)) {
    *out = (variable_bound){value, CARC_NONE};
    return CARC_OK;
  }
  TRY(carcP_read_variable_name(k, w, &variable));
  if (variable < 0 || k->r->d->variable[variable].scope != CARC_SCOPE_GAME)
    return REFUSE_KEY(k, "%s%s%s: expected a number or a variable of the game, got '%.*s'", KEY_ARGS(k),
                      VIEW(w));
  *out = (variable_bound){0, (int16_t)variable};
  return CARC_OK;
}

/*
** Checks that a kind of token can stand for a place or player: the game has only one such token, or
** each player has one.
*/
carc_status carcP_check_single_token (const key_context *k, int kind, text_view w) {
  const token_row *row = &k->r->d->token[kind];
  if (row->count <= 1 && row->numbers == 1 && row->owner != CARC_TOKEN_OWNER_DEALT) return CARC_OK;
  return REFUSE_KEY(
      k, "%s%s%s: the game has more than one token %.*s; use a selector: { \"tokens\", token = \"%.*s\" }",
      KEY_ARGS(k), VIEW(w), VIEW(w));
}

/* ---- Places ---------------------------------------------------------------------------------- */

/*
** The area with this name; NONE if the name is unknown, or the name of a variable or token takes
** precedence.
*/
static int find_area (const key_context *k, text_view w) {
  const carc_definition *d = k->r->d;
  is_optional(&w);
  name_match area = carcM_look_up_name(d, CARC_NAME_KIND_AREA, k->r->script, w),
             variable = carcM_look_up_name(d, CARC_NAME_KIND_VARIABLE, k->r->script, w),
             token = carcM_look_up_name(d, CARC_NAME_KIND_TOKEN, k->r->script, w);
  return area.rank < variable.rank && area.rank < token.rank ? area.number : CARC_NONE;
}

carc_status carcP_read_place_name (const key_context *k, text_view w, reference *to, int *number) {
  int variable = CARC_NONE, token = carcP_find_token_name(k, w), area = find_area(k, w);
  if (area >= 0) {
    *to = REF_AREA;
    *number = area;
    return CARC_OK;
  }
  if (token >= 0) {
    *to = REF_TOKEN;
    *number = token - FIRST_TOKEN;
    return carcP_check_single_token(k, *number, w);
  }
  TRY(find_variable(k, w, &variable, "the game has no place"));
  k->f->impossible |= variable == CARC_NONE;
  if (variable == CARC_NONE) return CARC_OK;
  if (variable < CARC_NONE || k->r->d->variable[variable].type == CARC_HOLDING_NUMBER ||
      k->r->d->variable[variable].scope > CARC_SCOPE_PLAYER)
    return REFUSE_KEY(k,
                      "%s%s%s: '%.*s' does not hold a place; expected a variable of the game or of players "
                      "that is declared with a `type`",
                      KEY_ARGS(k), VIEW(w));
  *to = REF_VARIABLE;
  *number = variable;
  return CARC_OK;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

carc_status carcP_read_side_names (const key_context *k, text_view w, uint8_t *sides) {
  while (w.length > 0) {
    text_view one = carcU_take_item(&w);
    int i = carcU_index_in_words(one, "N|E|S|W");
    if (i < 0) return REFUSE_KEY(k, "%s%s%s: expected N, E, S or W, got %.*s", KEY_ARGS(k), VIEW(one));
    *sides |= (uint8_t)(1 << i);
  }
  return CARC_OK;
}

/* ---- Reserved words -------------------------------------------------------------------------- */

bool carcP_is_reserved_name (const char *name) {
  static const char words[] =
      "last_placed|this|turn_player|others|asked|majority|followers|gap|pieces|cities|pennant"
#define X(id, text) "|" text
      BUILT_IN_VARIABLES(X);
#undef X
  return carcU_index_in_words((text_view){name, strlen(name)}, words) >= 0;
}
