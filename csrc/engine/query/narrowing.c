/*
** narrowing.c: limits a search to tiles, areas or features, or finds that nothing can match.
*/
#include "query/narrowing.h"
#include "carcassonne.h"
#include "model/definition.h"
#include "model/selector.h"
#include "board/feature.h"
#include "board/state.h"
#include "board/tokens.h"
#include "query/item.h"
#include "query/relation.h"

/* ---- Things on the board --------------------------------------------------------------------- */

static bool has_seen (const carc_state *s, const selector *f) {
  if ((f->given & GIVES_attribute) == 0 || f->attribute.printed != 0) return true;
  return ((s->seen & f->attribute.of_tiles) | (s->seen_segments & f->attribute.of_segments)) != 0;
}

/*
** Whether pieces that can match may be on the board. Returns true without a test if several kinds
** of pieces can match.
*/
static bool may_be_on_board (const carc_definition *d, const carc_state *s, const selector *f) {
  bool one_kind = (f->given & GIVES_piece) != 0 && (f->piece & (f->piece - 1)) == 0;
  if (f->finds != ITEM_PIECES || !one_kind || f->piece == 0) return true;
  int kind = lowest_bit(f->piece);
  for (int p = 0; p < d->players; p++) {
    int away = const_supply_of_player(d, s, p)[kind];
    if (d->n_phases > 0) away += const_captured_of(d, s)[p * d->n_pieces + kind];
    if (away < d->piece[kind].count) return true;
  }
  return false;
}

/*
** Whether the only token of a kind is on the board. Always true for kinds of which each player has
** a token.
*/
static bool may_lie (const carc_definition *d, const carc_state *s, int kind) {
  const token_row *row = &d->token[kind];
  int i = row->owner == CARC_TOKEN_OWNER_PLAYER ? -1 : single_token(row, 0);
  return i < 0 || lies(const_tokens_of(d, s)[i]);
}

/* Whether anything can match a link. */
static bool may_hold (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                      const relation_link *l) {
  if (l->relation == RELATION_has_no || l->relation == RELATION_except || l->relation == RELATION_any)
    return true;
  if (l->reference == REF_TOKEN) return may_lie(d, s, l->number);
  if (l->reference < REF_FILTER) return true;
  const selector *of = &pool->selectors[l->number];
  bool none_will_do = l->reference == REF_SELECTOR && (of->min.variable != CARC_NONE || of->min.value <= 0);
  return none_will_do || carcQ_may_find(d, s, pool, l->number);
}

/*
** Tests attributes only in games that track the attributes on the board. Games whose scripts never
** depend on placed tiles do not track them.
*/
bool carcQ_may_find (const carc_definition *d, const carc_state *s, const selector_pool *pool,
                     int selector_number) {
  const selector *f = &pool->selectors[selector_number];
  if (f->impossible) return false;
  if (d->unscripted) return true;
  if (!has_seen(s, f) || !may_be_on_board(d, s, f)) return false;
  for (int i = f->links.first; i != CARC_NONE; i = pool->links[i].next)
    if (!may_hold(d, s, pool, &pool->links[i])) return false;
  return true;
}

/* ---- Narrowing ------------------------------------------------------------------------------- */

enum {
  BY_TILES = ITEM_BIT(TILES) | ITEM_BIT(SEGMENTS) | ITEM_BIT(CORNERS) | ITEM_BIT(AXES) | ITEM_BIT(ENDS) |
             ITEM_BIT(SIDES),
  BY_FEATURES = ITEM_BIT(FEATURES) | ITEM_BIT(PIECES) /* for segments, see find_within */
};

static bool finds_one_of (const selector *f, unsigned some) { return (some >> f->finds & 1) != 0; }

/*
** Whether a feature of this kind can contain items that match; also considers whether it is
** complete.
*/
static bool may_be_in (const query *q, const selector *f, int kind, int id) {
  if ((f->given & GIVES_kind) != 0 && (f->kind >> kind & 1) == 0) return false;
  return (f->given & GIVES_complete) == 0 ||
         is_complete(&const_features_of(q->d, q->s)[id], kind) == f->complete;
}

/* Adds a feature, unless it was added before. Returns false if there is no room. */
static bool add_feature (search_bounds *out, int id) {
  int k = 0;
  while (k < out->n_features && out->features[k] != id) k++;
  if (k == CARC_MAX_SEGMENTS) return false;
  if (k == out->n_features) out->features[out->n_features++] = (uint16_t)id;
  return true;
}

/*
** Limits a search to features of a place: the feature of its segment, or all features of its tile.
*/
static void narrow_to_features (const query *q, const selector *f, const query_item *there, int link,
                                search_bounds *out) {
  const tile_type *type = there->tile >= 0 ? type_of(q->d, q->s, there->tile) : NULL;
  int first = there->segment >= 0 ? there->segment : 0, end = type == NULL          ? 0
                                                              : there->segment >= 0 ? first + 1
                                                                                    : type->segments;
  for (int i = first; i < end; i++) {
    int id = feature_at(q->d, q->s, there->tile, i);
    if (may_be_in(q, f, type->kind[i], id)) add_feature(out, id);
  }
  out->in_features = true;
  out->by_feature = link;
  out->nowhere = out->n_features == 0;
}

static void narrow_to_tiles (const query *q, const selector *f, const relation_link *l,
                             const query_item *there, int link, search_bounds *out) {
  int x, y, near[MAX_NEAR], reach = carcQ_reach_around(q, f);
  out->known = true;
  out->n = 0;
  if (!carcQ_item_cell(q, there, &x, &y)) return;
  if (l->relation == RELATION_at) {
    if (there->tile >= 0) out->tiles[out->n++] = (uint16_t)there->tile;
    if (there->segment < 0) out->by = link;
    return;
  }
  out->by = link;
  if (l->relation == RELATION_around && reach != 1) {
    out->n = carcQ_find_tiles_within(q, x, y, reach, out->tiles);
    return;
  }
  out->n =
      carcQ_find_tiles_near(q, x, y, l->relation == RELATION_adjacent_to ? NEAR_BESIDE : NEAR_AND_HERE, near);
  for (int i = 0; i < out->n; i++) out->tiles[i] = (uint16_t)near[i];
}

/* Limits a search to the tiles of an area, unless there are many. */
static void narrow_to_area (const query *q, const selector *f, int link, search_bounds *out) {
  int area = q->pool->links[link].number, n = 0;
  for (int tile = 0; tile < q->s->n_tiles; tile++) {
    if (segments_in_area(q->d, area, type_of(q->d, q->s, tile)) == 0) continue;
    if (n == MAX_NEAR) return;
    out->tiles[n++] = (uint16_t)tile;
  }
  out->known = true;
  out->n = n;
  if (f->finds == ITEM_SEGMENTS) out->area = area;
  if (f->finds == ITEM_SEGMENTS || f->finds == ITEM_TILES) out->by = link;
}

/* Limits a search of pieces to a place and its surroundings. */
static void narrow_pieces_to_place (const query *q, const selector *f, const relation_link *l,
                                    const query_item *there, int link, search_bounds *out) {
  if (out->close || there->tile < 0) return;
  out->close = true;
  carcQ_item_cell(q, there, &out->x, &out->y);
  out->reach = l->relation == RELATION_at ? 0 : l->relation == RELATION_around ? carcQ_reach_around(q, f) : 1;
  out->straight = l->relation == RELATION_adjacent_to;
  if (l->relation != RELATION_at || there->segment < 0) out->by = link;
}

/* Limits a search of pieces to the segments of an area. */
static void narrow_pieces_to_area (const query *q, int link, search_bounds *out) {
  if (out->area != CARC_NONE || out->by != CARC_NONE) return;
  out->area = q->pool->links[link].number;
  out->by = link;
}

/* Limits a search by a link whose target is known before the search. */
static void narrow_by_link (const query *q, const selector *f, int link, search_bounds *out) {
  const relation_link *l = &q->pool->links[link];
  query_item there;
  bool close =
      l->relation == RELATION_at || l->relation == RELATION_around || l->relation == RELATION_adjacent_to;
  bool to_tiles = close && !out->known && finds_one_of(f, BY_TILES);
  if (l->reference == REF_AREA) {
    if (l->relation != RELATION_at) return;
    if (f->finds == ITEM_PIECES)
      narrow_pieces_to_area(q, link, out);
    else if (to_tiles)
      narrow_to_area(q, f, link, out);
    return;
  }
  if (!carcQ_find_reference(q, l, &there)) {
    out->nowhere = true;
    return;
  }
  bool by_feature = l->relation == RELATION_feature ||
                    (l->relation == RELATION_at && (f->finds == ITEM_FEATURES || there.is == ITEM_FEATURES));
  if (by_feature && !out->in_features && f->as_far_as == CARC_NONE && finds_one_of(f, BY_FEATURES))
    narrow_to_features(q, f, &there, link, out);
  else if (close && f->finds == ITEM_PIECES && there.is != ITEM_FEATURES)
    narrow_pieces_to_place(q, f, l, &there, link, out);
  else if (to_tiles && there.is != ITEM_FEATURES)
    narrow_to_tiles(q, f, l, &there, link, out);
}

/* The kind of token that every match must have; NONE if no such kind exists. */
static int token_needed (const query *q, const selector *f) {
  bool may_do = false; /* the test is one of several alternatives */
  for (int i = (f->given & GIVES_token) != 0 ? f->token.first : CARC_NONE; i != CARC_NONE;
       i = q->pool->tests[i].next) {
    const variable_test *w = &q->pool->tests[i];
    bool some = !w->bounded || (w->low.variable == CARC_NONE && w->low.value > 0);
    if (some && !may_do && !w->or_next && w->variable >= FIRST_TOKEN) return w->variable - FIRST_TOKEN;
    may_do = w->or_next;
  }
  return CARC_NONE;
}

/*
** Limits a search to the features with tokens of a kind that every match must have. Does nothing if
** there are many such tokens, or if they are on tiles.
*/
static void narrow_to_tokens (const query *q, const selector *f, search_bounds *out) {
  enum { BEARERS = ITEM_BIT(TILES) | ITEM_BIT(SEGMENTS) | ITEM_BIT(FEATURES) | ITEM_BIT(PIECES) };
  int kind = finds_one_of(f, BEARERS) ? token_needed(q, f) : CARC_NONE;
  if (kind == CARC_NONE) return;
  const token_row *row = &q->d->token[kind];
  const token_place *at = const_tokens_of(q->d, q->s) + row->first;
  bool any = false, all_listed = f->finds == ITEM_FEATURES && !out->in_features;
  for (int i = 0; i < row->all && (all_listed || !any); i++) {
    if (token_tile(at[i]) < 0) continue;
    any = true;
    all_listed = all_listed && has_site(at[i]) && add_feature(out, token_feature(q->d, q->s, at[i]));
  }
  out->nowhere = !any;
  if (all_listed)
    out->in_features = true;
  else if (!out->in_features)
    out->n_features = 0;
}

void carcQ_narrow_search (const query *q, const selector *f, search_bounds *out) {
  out->nowhere = out->known = out->close = out->in_features = false;
  out->by = out->by_feature = out->area = CARC_NONE;
  out->n_features = 0;
  for (int i = f->links.first; i != CARC_NONE && !out->nowhere; i = q->pool->links[i].next)
    if (q->pool->links[i].reference <= REF_AREA) narrow_by_link(q, f, i, out);
  if (!out->nowhere) narrow_to_tokens(q, f, out);
  bool by_attribute = (f->given & GIVES_attribute) != 0 && f->attribute.printed == 0 &&
                      (q->s->ever_flipped & f->attribute.of_segments) == 0,
       by_kind = (f->given & GIVES_kind) != 0 && (f->kind & COMMON_KINDS) == 0;
  out->bearing = !out->known && finds_one_of(f, BY_TILES) && q->d->selects && (by_attribute || by_kind);
}
