/* item.c: items, and tests of single items. */
#include <string.h>
#include "query/item.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/proposed_feature.h"
#include "board/state.h"
#include "board/tokens.h"

/* ---- Queries --------------------------------------------------------------------------------- */

query carcQ_new_query_about (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                             item_list *lists, query_item this) {
  return (query){
      .d = d, .s = s, .pool = pool, .this = this, .actor = s->turn, .asked = asked_player(s), .lists = lists};
}

query carcQ_new_query (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                       item_list *lists) {
  query_item last = s->n_tiles > 0 ? tile_item(d, s, s->n_tiles - 1) : no_item(ITEM_TILES);
  last.player = (int8_t)s->turn;
  return carcQ_new_query_about(d, s, pool, lists, last);
}

void carcQ_set_this (query *q, const query_item *this) {
  q->this = *this;
  q->n_lists = 0;
}

/* ---- Items ----------------------------------------------------------------------------------- */

query_item carcQ_piece_item (const carc_piece *piece) {
  query_item t = no_item(ITEM_PIECES);
  t.tile = (int16_t)piece->tile;
  t.segment = (int16_t)piece->segment;
  t.player = (int8_t)piece->player;
  t.piece = (int8_t)piece->piece;
  return t;
}

query_item carcQ_token_item (const carc_token *token) {
  query_item t = no_item(ITEM_TOKENS);
  t.tile = (int16_t)token->tile;
  t.segment = (int16_t)token->segment;
  t.player = (int8_t)(token->player >= 0 ? token->player : token->owner);
  t.token = (int8_t)token->kind;
  t.owner = (int8_t)token->owner;
  if (token->number > 0) t.number = (int16_t)token->number;
  t.on_cell = token->on_cell;
  t.x = (int16_t)token->x;
  t.y = (int16_t)token->y;
  return t;
}

/* The type of the tile of an item; NULL if the item has no tile. */
static const tile_type *type_of_item (const query *q, const query_item *t) {
  if (t->tile >= 0) return type_of(q->d, q->s, t->tile);
  return t->type >= 0 ? &q->d->type[t->type] : NULL;
}

int carcQ_item_feature (const query *q, const query_item *t) {
  return t->tile >= 0 && t->segment >= 0 ? feature_at(q->d, q->s, t->tile, t->segment) : NO_FEATURE;
}

bool carcQ_item_cell (const query *q, const query_item *t, int *x, int *y) {
  if (t->tile < 0) {
    *x = t->x;
    *y = t->y;
    return t->is == ITEM_CELLS || t->on_cell || t->type >= 0;
  }
  uint16_t at = const_tile_at_of(q->d, q->s)[t->tile];
  *x = x_of(q->s, at);
  *y = y_of(q->s, at);
  return true;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static int32_t variable_value (const query *q, int variable, int key) {
  return const_variables_of(q->d, q->s)[q->d->variable[variable].at + (uint32_t)key];
}

int carcQ_bound_value (const query *q, variable_bound b) {
  return b.variable == CARC_NONE ? b.value : variable_value(q, b.variable, 0);
}

static int within_sums (int64_t sum) {
  return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int)sum;
}

static void add_number (int64_t *sum, bool *any, int32_t number) {
  *sum += number;
  *any = *any || number != 0;
}

/* The feature that the side of a tile would belong to if the tile were placed. */
static proposed_feature propose (const query *q, const query_item *t) {
  proposed_tile tile = {t->type * SIDES + t->rotation, position_of(t->x, t->y)};
  return carcB_propose_feature(q->d, q->s, tile, t->segment);
}

static bool is_on_proposed (const query_item *t) { return is_proposed(t) && t->segment >= 0; }

int carcQ_count_tiles (const query *q, const query_item *t) {
  int id = carcQ_item_feature(q, t);
  if (is_on_proposed(t)) return propose(q, t).tiles;
  if (id == NO_FEATURE) return 0;
  return type_of(q->d, q->s, t->tile)->kind[t->segment] == CARC_KIND_FIELD
             ? carcB_count_tiles(q->d, q->s, id)
             : tiles_of(&const_features_of(q->d, q->s)[id]);
}

static int built_in_value (const query *q, int variable, const query_item *t) {
  switch (variable) {
    case BUILT_IN_PART: return carc_state_part(q->d, q->s);
    case BUILT_IN_SPANS: return q->s->spans_laid;
    case BUILT_IN_BAG: return q->s->n_bag;
    case BUILT_IN_TURNS: return turns_of(&q->s->order);
    case BUILT_IN_ROUNDS: return rounds_of(&q->s->order);
    case BUILT_IN_FURTHER: return q->s->order.further;
    case BUILT_IN_PASSED: return q->s->passed;
    case BUILT_IN_TILES: return carcQ_count_tiles(q, t);
    case BUILT_IN_COMPLETES: return carcB_was_completed(q->d, q->s, carcQ_item_feature(q, t));
    default: return t->player >= 0 ? sum_of_team(q->d, q->s->score, t->player) : 0;
  }
}

/* Adds the numbers of one player. */
static void add_numbers_of_player (const query *q, int variable, int player, int64_t *sum, bool *any) {
  int size = q->d->variable[variable].size;
  for (int i = 0; player >= 0 && i < size; i++)
    add_number(sum, any, variable_value(q, variable, player * size + i));
}

/*
** Adds the numbers of the segments of one tile, or of one feature. If both are NONE, adds those of
** all segments.
*/
static void add_numbers_of_segments (const query *q, int variable, int tile, int feature_id, int64_t *sum,
                                     bool *any) {
  int first = tile < 0 ? 0 : tile, end = tile < 0 ? q->s->n_tiles : tile + 1;
  for (int n = first; n < end; n++)
    for (int i = 0; i < type_of(q->d, q->s, n)->segments; i++)
      if (feature_id == CARC_NONE || feature_at(q->d, q->s, n, i) == feature_id)
        add_number(sum, any, variable_value(q, variable, carc_state_segment_index(q->d, q->s, n, i)));
}

static bool touches_feature (const query *q, int tile, int feature_id) {
  for (int i = 0; i < type_of(q->d, q->s, tile)->segments; i++)
    if (feature_at(q->d, q->s, tile, i) == feature_id) return true;
  return false;
}

static void add_numbers_of_cells (const query *q, int variable, int feature_id, int64_t *sum, bool *any) {
  for (int n = 0; n < q->s->n_tiles; n++)
    if (touches_feature(q, n, feature_id)) add_number(sum, any, variable_value(q, variable, n));
}

static void add_numbers_of_features (const query *q, int variable, int tile, int64_t *sum, bool *any) {
  const tile_type *t = type_of(q->d, q->s, tile);
  for (int i = 0; i < t->segments; i++) {
    int id = feature_at(q->d, q->s, tile, i), k = 0;
    while (k < i && feature_at(q->d, q->s, tile, k) != id) k++;
    if (k == i) add_number(sum, any, variable_value(q, variable, id));
  }
}

/*
** If an item has exactly one number of a variable, as is usual, returns a pointer to this number;
** NULL if the item has several numbers or none.
*/
static const int32_t *only_number (const query *q, int variable, const query_item *t) {
  const variable_row *row = &q->d->variable[variable];
  const int32_t *numbers = const_variables_of(q->d, q->s) + row->at;
  bool on_table = t->tile >= 0, is_feature = t->is == ITEM_FEATURES;
  int id;
  switch (row->scope) {
    case CARC_SCOPE_GAME: return row->size == 1 ? numbers : NULL;
    case CARC_SCOPE_PLAYER: return row->size == 1 && t->player >= 0 ? numbers + t->player : NULL;
    case CARC_SCOPE_CELL: return on_table && !is_feature ? numbers + t->tile : NULL;
    case CARC_SCOPE_SEGMENT:
      return on_table && !is_feature && t->segment >= 0
                 ? numbers + carc_state_segment_index(q->d, q->s, t->tile, t->segment)
                 : NULL;
    default: id = carcQ_item_feature(q, t); return id != NO_FEATURE ? numbers + id : NULL;
  }
}

/* Sum of the numbers of an item that has several. */
static int sum_of_variable (const query *q, int variable, const query_item *t, bool *any) {
  int64_t sum = 0;
  int scope = q->d->variable[variable].scope;
  bool is_feature = t->is == ITEM_FEATURES;
  *any = false;
  if (scope == CARC_SCOPE_GAME)
    for (int i = 0; i < q->d->variable[variable].size; i++)
      add_number(&sum, any, variable_value(q, variable, i));
  else if (scope == CARC_SCOPE_PLAYER)
    add_numbers_of_player(q, variable, t->player, &sum, any);
  else if (t->tile < 0)
    return 0;
  else if (scope == CARC_SCOPE_FEATURE)
    add_numbers_of_features(q, variable, t->tile, &sum, any);
  else if (scope == CARC_SCOPE_CELL)
    add_numbers_of_cells(q, variable, carcQ_item_feature(q, t), &sum, any);
  else if (is_feature)
    add_numbers_of_segments(q, variable, CARC_NONE, carcQ_item_feature(q, t), &sum, any);
  else
    add_numbers_of_segments(q, variable, t->tile, CARC_NONE, &sum, any);
  return within_sums(sum);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

/* Whether a token on the board is on a feature, or on a tile of this feature. */
static bool lies_on_feature (const query *q, token_place at, int feature_id) {
  if (has_site(at)) return token_feature(q->d, q->s, at) == feature_id;
  return token_tile(at) >= 0 && touches_feature(q, token_tile(at), feature_id);
}

static int count_on_feature (const query *q, const token_place *tokens, int n, int feature_id) {
  int found = 0;
  for (int i = 0; i < n; i++) found += lies_on_feature(q, tokens[i], feature_id);
  return found;
}

/*
** Counts tokens of a kind that lie on whole features: those on the feature of a segment, or on any
** feature of a tile.
*/
static int count_whole (const query *q, const token_place *tokens, int n, const query_item *t) {
  int found = 0;
  for (int i = 0; i < n; i++) {
    int id = token_feature(q->d, q->s, tokens[i]);
    found += id != NO_FEATURE &&
             (t->segment < 0 ? touches_feature(q, t->tile, id) : carcQ_item_feature(q, t) == id);
  }
  return found;
}

/*
** Counts tokens on a tile. For a segment, tokens on its tile count, too; for a tile, those on its
** segments.
*/
static int count_on_tile (const query *q, const token_row *row, const query_item *t) {
  int n = tokens_on_tile(q->d, q->s, row, t->tile);
  if (t->segment >= 0) return n + tokens_on_segment(q->d, q->s, row, t->tile, t->segment);
  for (int i = 0; may_be_on(row, CARC_TOKEN_PLACE_SEGMENT) && i < type_of(q->d, q->s, t->tile)->segments; i++)
    n += tokens_on_segment(q->d, q->s, row, t->tile, i);
  return n;
}

/*
** Number of tokens of a kind that an item has. If the item is a token of this kind, the token's
** number, or 1 if it has no number; if it is a token of another kind, 0.
*/
static int tokens_of_item (const query *q, int kind, const query_item *t) {
  const token_row *row = &q->d->token[kind];
  const token_place *tokens = const_tokens_of(q->d, q->s) + row->first;
  if (t->is == ITEM_TOKENS) return t->token != kind ? 0 : t->number < 0 ? 1 : t->number;
  if (t->is == ITEM_PLAYERS) return tokens_held(q->d, q->s, row, t->player);
  if (t->tile < 0) {
    int x, y;
    return carcQ_item_cell(q, t, &x, &y) ? carcB_count_tokens_on_cell(q->d, q->s, row, x, y) : 0;
  }
  if (t->is == ITEM_FEATURES) return count_on_feature(q, tokens, row->all, carcQ_item_feature(q, t));
  int whole = may_be_on(row, CARC_TOKEN_PLACE_FEATURE) ? count_whole(q, tokens, row->all, t) : 0;
  return whole + count_on_tile(q, row, t);
}

int carcQ_item_variable (const query *q, int variable, const query_item *t, bool *any) {
  if ((unsigned)variable >= FIRST_TOKEN) {
    int value =
        variable < CARC_NONE ? built_in_value(q, variable, t) : tokens_of_item(q, variable - FIRST_TOKEN, t);
    *any = value != 0;
    return value;
  }
  const int32_t *only = only_number(q, variable, t);
  if (only == NULL) return sum_of_variable(q, variable, t, any);
  *any = *only != 0;
  return *only;
}

static bool meets_test (const query *q, const variable_test *w, const query_item *t) {
  bool any;
  int value = carcQ_item_variable(q, w->variable, t, &any);
  if (!w->bounded) return any;
  return value >= carcQ_bound_value(q, w->low) && value <= carcQ_bound_value(q, w->high);
}

static bool meets_tests (const query *q, row_chain tests, const query_item *t) {
  for (int i = tests.first; i != CARC_NONE; i = q->pool->tests[i].next) {
    const variable_test *w = &q->pool->tests[i];
    bool met = meets_test(q, w, t);
    for (; w->or_next; w = &q->pool->tests[i]) {
      i = w->next;
      met = met || meets_test(q, &q->pool->tests[i], t);
    }
    if (!met) return false;
  }
  return true;
}

static bool passes_variable (const query *q, const selector *f, const query_item *t) {
  return meets_tests(q, f->variable, t);
}

static bool passes_token (const query *q, const selector *f, const query_item *t) {
  return meets_tests(q, f->token, t);
}

/* ---- Properties ------------------------------------------------------------------------------ */

static bool passes_kind (const query *q, const selector *f, const query_item *t) {
  if (t->kind >= 0) return f->kind >> t->kind & 1;
  const tile_type *type = type_of_item(q, t);
  if (type == NULL) return false;
  if (t->segment >= 0) return f->kind >> type->kind[t->segment] & 1;
  if (t->is == ITEM_SIDES) return false; /* of a wild tile */
  for (int k = 0; k < CARC_KIND_COUNT; k++)
    if ((f->kind >> k & 1) && type->of_kind[k] != 0) return true;
  return false;
}

static bool segment_bears (const query *q, const selector *f, const tile_type *type, int tile, int segment) {
  attribute_set borne = tile >= 0 ? segment_attributes(q->d, q->s, tile, segment) : type->attributes[segment];
  return (borne & f->attribute.of_segments) != 0 ||
         (f->attribute.printed != 0 && carcM_has_printed_mark(f, type, segment));
}

/* Whether a feature has one of the selector's attributes. */
static bool feature_bears (const query *q, const selector *f, int feature_id) {
  const feature_totals *r = &const_features_of(q->d, q->s)[feature_id];
  for (attribute_set left = f->attribute.of_segments; left != 0; left &= left - 1)
    if (carcB_has_attribute(q->d, q->s, feature_id, lowest_bit(left))) return true;
  bool shown = (f->attribute.printed >> PRINTED_PENNANT & 1) && pennants_of(r) > 0;
  for (int g = 0; g < CARC_GOOD_COUNT; g++)
    shown |= (f->attribute.printed >> (1 + g) & 1) && goods_of(r, g) > 0;
  return shown;
}

bool carcQ_may_share_feature (const query *q, const selector *of, const query_item *t) {
  bool by_attribute = (of->finds == ITEM_SEGMENTS || of->finds == ITEM_FEATURES) &&
                      (of->given & GIVES_attribute) != 0 && of->attribute.of_tiles == 0 &&
                      of->attribute.printed == 0;
  attribute_set odd = q->d->words.inverted | q->d->words.local;
  if (!by_attribute || (of->attribute.of_segments & odd) != 0 || t->tile < 0 || t->segment < 0) return true;
  return feature_bears(q, of, carcQ_item_feature(q, t));
}

static bool passes_attribute (const query *q, const selector *f, const query_item *t) {
  const tile_type *type = type_of_item(q, t);
  if (type == NULL) return false;
  if (t->is == ITEM_FEATURES) return feature_bears(q, f, carcQ_item_feature(q, t));
  if ((type->tile_attributes & f->attribute.of_tiles) != 0) return true;
  bool on_segments = ((type->all_attributes | q->s->ever_flipped) & f->attribute.of_segments) != 0 ||
                     f->attribute.printed != 0;
  if (!on_segments) return false;
  if (t->segment >= 0) return segment_bears(q, f, type, t->tile, t->segment);
  for (int i = 0; i < type->segments; i++)
    if (segment_bears(q, f, type, t->tile, i)) return true;
  return false;
}

static bool is_complete_item (const query *q, const query_item *t) {
  if (t->complete >= 0) return t->complete;
  if (is_on_proposed(t))
    return is_complete(&(feature_totals){0, (uint64_t)propose(q, t).open},
                       q->d->type[t->type].kind[t->segment]);
  int id = carcQ_item_feature(q, t);
  if (id == NO_FEATURE) return false;
  return is_complete(&const_features_of(q->d, q->s)[id], type_of(q->d, q->s, t->tile)->kind[t->segment]);
}

static bool passes_hand (const query *q, const selector *f, const query_item *t) {
  for (piece_set left = t->player >= 0 ? f->hand : 0; left != 0; left &= left - 1)
    if (const_supply_of_player(q->d, q->s, t->player)[lowest_bit(left)] > 0) return true;
  return false;
}

/* ---- Owners, and all keys -------------------------------------------------------------------- */

static bool has_majority (const query *q, const query_item *t) {
  int id = carcQ_item_feature(q, t);
  unsigned who = t->majority;
  if (who == 0 && id != NO_FEATURE)
    who = q->majority != NULL ? q->majority(q->d, q->s, q->call, t->tile, t->segment)
                              : carcB_feature_majority(q->d, q->s, id);
  return t->player >= 0 && (who & q->d->side[t->player]) != 0;
}

/* The player who has the only token of a kind in hand; NONE if no player has it. */
static int holder_of_token (const query *q, int kind) {
  int token = single_token(&q->d->token[kind], q->actor);
  return token < 0 ? CARC_NONE : token_holder(const_tokens_of(q->d, q->s)[token]);
}

/* Tests the owner, unless the selector gives a filter for it, which is a link. */
static bool passes_player (const query *q, const selector *f, const query_item *t) {
  switch (f->player.is) {
    case OWNER_TURN: return t->player == q->actor;
    case OWNER_OTHERS: return t->player >= 0 && t->player != q->actor;
    case OWNER_ASKED: return t->player == q->asked;
    case OWNER_MAJORITY: return has_majority(q, t);
    case OWNER_VARIABLE: return t->player >= 0 && variable_value(q, f->player.number, 0) == t->player + 1;
    case OWNER_TOKEN: return t->player >= 0 && holder_of_token(q, f->player.number) == t->player;
    case OWNER_NUMBER: return t->player == f->player.number;
    default: return true;
  }
}

/* Whether the tile has one of these ids. A tile under a span keeps its id. */
static bool passes_id (const query *q, const selector *f, const query_item *t) {
  const tile_type *type = type_of_item(q, t);
  for (int i = f->id.first; type != NULL && i != CARC_NONE; i = q->pool->links[i].next)
    if (strcmp(type->id, q->d->type[q->pool->links[i].number].id) == 0) return true;
  return false;
}

static bool passes_piece (const query *q, const selector *f, const query_item *t) {
  (void)q;
  return t->piece >= 0 && (f->piece >> t->piece & 1) != 0;
}

static bool passes_can_stand (const query *q, const selector *f, const query_item *t) {
  const tile_type *type = t->segment >= 0 ? type_of_item(q, t) : NULL;
  for (piece_set left = type != NULL ? f->can_stand : 0; left != 0; left &= left - 1)
    if (may_stand(q->d, lowest_bit(left), type, t->segment)) return true;
  return false;
}

static bool passes_follower (const query *q, const selector *f, const query_item *t) {
  return (t->piece >= 0 && q->d->piece[t->piece].as_follower) == f->follower;
}

static bool passes_in_hand (const query *q, const selector *f, const query_item *t) {
  (void)q;
  return t->is == ITEM_TOKENS && (t->tile < 0 && !t->on_cell) == f->in_hand;
}

static bool passes_side (const query *q, const selector *f, const query_item *t) {
  (void)q;
  return (t->is == ITEM_SIDES || t->is == ITEM_ENDS) && t->number >= 0 && (f->side >> t->number & 1) != 0;
}

static bool is_free_side (const query *q, const query_item *t) {
  int x, y;
  return carcQ_item_cell(q, t, &x, &y) &&
         carcB_find_tile_at(q->d, q->s, beside(position_of(x, y), t->number)) < 0;
}

/*
** Whether an end is open, or no tile touches a side; for other items, whether a tile could still
** extend their feature.
*/
static bool passes_open (const query *q, const selector *f, const query_item *t) {
  if (t->is == ITEM_SIDES) return is_free_side(q, t) == f->open;
  if (t->is == ITEM_ENDS)
    return (carc_state_road_end(q->d, q->s, t->tile, t->segment, t->number).into_tile < 0) == f->open;
  int id = carcQ_item_feature(q, t);
  return id != NO_FEATURE && (open_of(&const_features_of(q->d, q->s)[id]) > 0) == f->open;
}

static bool passes_complete (const query *q, const selector *f, const query_item *t) {
  return is_complete_item(q, t) == f->complete;
}

static bool passes_final (const query *q, const selector *f, const query_item *t) {
  return (t->final >= 0 ? t->final : q->final) == f->final;
}

bool carcQ_item_matches (const query *q, const selector *f, unsigned given, const query_item *t) {
  static bool (*const tests[GIVEN_KEYS])(const query *q, const selector *f, const query_item *t) = {
#define TESTED(name, ...) [GIVEN_##name] = passes_##name,
#include "model/selector_keys.def"
  };
  for (unsigned left = given & GIVES_TESTS; left != 0; left &= left - 1)
    if (!tests[lowest_bit(left)](q, f, t)) return false;
  return true;
}

bool carcQ_filter_names_piece (const query *q, int filter, int piece) {
  const selector *f = &q->pool->selectors[filter];
  return piece != q->d->span || ((f->given & GIVES_piece) != 0 && (f->piece >> piece & 1) != 0);
}

/* ---- Possible pieces and tokens -------------------------------------------------------------- */

piece_set carcQ_possible_pieces (const query *q, const selector *f) {
  const carc_definition *d = q->d;
  piece_set kinds = f->given & GIVES_piece ? f->piece : ~(piece_set)0;
  for (int p = 0; p < d->n_pieces && (f->given & GIVES_follower); p++)
    if (d->piece[p].as_follower != f->follower) kinds &= ~((piece_set)1 << p);
  return kinds;
}

unsigned carcQ_possible_owners (const query *q, const selector *f) {
  unsigned own = 1u << q->actor;
  int named;
  switch (f->player.is) {
    case OWNER_TURN: return own;
    case OWNER_OTHERS: return ~own;
    case OWNER_ASKED: return 1u << q->asked;
    case OWNER_NUMBER: return 1u << f->player.number;
    case OWNER_TOKEN: named = holder_of_token(q, f->player.number); return named >= 0 ? 1u << named : 0;
    case OWNER_VARIABLE:
      named = carcQ_bound_value(q, (variable_bound){0, f->player.number});
      return named >= 1 && named <= CARC_MAX_PLAYERS ? 1u << (named - 1) : 0;
    default: return ~0u;
  }
}

uint64_t carcQ_possible_tokens (const query *q, const selector *f) {
  uint64_t kinds = 0;
  if ((f->given & GIVES_token) == 0) return ~(uint64_t)0;
  for (int i = f->token.first; i != CARC_NONE; i = q->pool->tests[i].next)
    if (q->pool->tests[i].variable >= FIRST_TOKEN)
      kinds |= (uint64_t)1 << (q->pool->tests[i].variable - FIRST_TOKEN);
  return kinds;
}

unsigned carcQ_possible_holders (const query *q, const selector *f) {
  return (f->given & GIVES_in_hand) != 0 && f->in_hand ? carcQ_possible_owners(q, f) : 0;
}

bool carcQ_can_skip_token (const query *q, const token_row *row, int i, unsigned holders) {
  const token_place *tokens = const_tokens_of(q->d, q->s);
  int holder = token_holder(tokens[i]);
  if (tokens[i] == 0 || (holders != 0 && (holder < 0 || (holders >> holder & 1) == 0))) return true;
  return q->each_piece && (i - row->first) % row->alike != 0 && tokens[i] == tokens[i - 1];
}

/* ---- References ------------------------------------------------------------------------------ */

/*
** Finds the place of the only token of a kind. If it is on a feature, its place is the whole
** feature.
*/
static void find_one_token (const query *q, int kind, query_item *out) {
  int i = single_token(&q->d->token[kind], q->actor);
  token_place at = i < 0 ? 0 : const_tokens_of(q->d, q->s)[i];
  if (location_of_token(at) == TOKEN_ON_FEATURE) out->is = ITEM_FEATURES;
  out->tile = (int16_t)token_tile(at);
  out->segment = (int16_t)token_segment(at);
  if (!lies_on_cell(at)) return;
  out->is = ITEM_CELLS;
  out->x = (int16_t)x_of(q->s, (uint16_t)at);
  out->y = (int16_t)y_of(q->s, (uint16_t)at);
}

/* Finds the item that a reference names; false if no such item exists now. */
bool carcQ_find_reference (const query *q, const relation_link *l, query_item *out) {
  *out = no_item(ITEM_TILES);
  if (l->reference == REF_THIS) {
    *out = q->this;
    return true;
  }
  if (l->reference == REF_LAST) {
    out->tile = (int16_t)(q->s->n_tiles - 1);
  } else if (l->reference == REF_TOKEN) {
    find_one_token(q, l->number, out);
    if (out->is == ITEM_CELLS) return true;
  } else if (l->reference == REF_VARIABLE) {
    const variable_row *row = &q->d->variable[l->number];
    int key = row->scope == CARC_SCOPE_PLAYER ? q->actor * row->size : 0;
    int32_t place = const_variables_of(q->d, q->s)[row->at + (uint32_t)key];
    bool segment = row->type == CARC_HOLDING_SEGMENT;
    int tile = segment ? (place - 1) / CARC_MAX_SEGMENTS : place - 1;
    if (place <= 0 || tile >= q->s->n_tiles) return false;
    out->tile = (int16_t)tile;
    if (segment) out->segment = (int16_t)((place - 1) % CARC_MAX_SEGMENTS);
    return out->segment < type_of(q->d, q->s, tile)->segments;
  } else {
    out->x = l->x;
    out->y = l->y;
    out->tile = (int16_t)carc_state_tile_at(q->d, q->s, l->x, l->y);
    out->segment = l->segment;
    bool there = out->tile >= 0 && l->segment < type_of(q->d, q->s, out->tile)->segments;
    out->is = out->tile < 0 ? ITEM_CELLS : l->whole && there ? ITEM_FEATURES : ITEM_TILES;
    return true;
  }
  return out->tile >= 0 && out->tile < q->s->n_tiles;
}
