/*
** query.c: going through items, and asking each whether it passes.
*/
#include <string.h>
#include "query/query.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/road_ends.h"
#include "board/state.h"
#include "board/tokens.h"
#include "query/availability.h"
#include "query/item.h"
#include "query/narrowing.h"
#include "query/reachable.h"
#include "query/relation.h"

/* The same item, of this player. */
static query_item of_player (query_item t, int player) {
  t.player = (int8_t)player;
  return t;
}

typedef struct inside_visit {
  const query *q;
  const query_item *outer;
  item_visitor visit;
  void *ud;
} inside_visit;

static bool visit_inside (void *ud, const query_item *t) {
  const inside_visit *w = ud;
  return !carcQ_relation_holds(w->q, NULL, RELATION_has, w->outer, t) || w->visit(w->ud, t);
}

bool carcQ_visit_found_in (query *q, int selector_number, const query_item *outer, item_visitor visit,
                           void *ud) {
  const query_item of = *outer;
  inside_visit w = {q, &of, visit, ud};
  return carcQ_visit_found(q, selector_number, visit_inside, &w);
}

/* ---- What a link means -------------------------------------------------------------------------------------------- */

static bool list_one (void *ud, const query_item *t) {
  item_list *list = ud;
  if (list->n == MAX_LISTED) {
    list->overflows = true;
    return false;
  }
  list->items[list->n++] = *t;
  return true;
}

/* What the link's selector finds, found once a query; NULL where that is too much. */
static const item_list *list_found (query *q, const relation_link *l) {
  for (int i = 0; i < q->n_lists; i++)
    if (q->lists[i].of == l) return q->lists[i].overflows ? NULL : &q->lists[i];
  if (q->n_lists == MAX_ITEM_LISTS) return NULL;
  item_list *list = &q->lists[q->n_lists++];
  list->of = l;
  list->n = 0;
  list->overflows = false;
  carcQ_visit_found(q, l->number, list_one, list);
  return list->overflows ? NULL : list;
}

/* The way from an item as far as `up_to` says, once it has been asked for. */
typedef struct path_origin {
  bool known;
  segment_set reached;
} path_origin;

typedef struct path_ends {
  query *q;
  int filter;
} path_ends;

static bool ends_way (void *ud, int tile, int segment) {
  const path_ends *e = ud;
  query_item t = of_player(segment_item(e->q->s, tile, segment), e->q->actor);
  return carcQ_passes(e->q, e->filter, &t);
}

static void find_path (query *q, const selector *f, const query_item *from, unsigned kinds,
                       segment_set *out) {
  path_ends e = {q, f->as_far_as};
  carcQ_find_reachable(q, from, kinds, ends_way, &e, out);
}

/* Whether an item lies to another as the link of a selector says. Of a tile `kind` says what it has, not what leads there. */
static bool is_related_to (query *q, const selector *f, const relation_link *l, const query_item *t,
                           const query_item *other, path_origin *way) {
  if (!carcQ_relation_holds(q, f, l->relation, t, other)) return false;
  if (l->relation != RELATION_feature || f->as_far_as == CARC_NONE) return true;
  if (!way->known) find_path(q, f, t, ALL_KINDS, &way->reached);
  way->known = true;
  return carcQ_is_reached(q, &way->reached, other);
}

static bool is_related_to_area (query *q, const selector *f, const relation_link *l, const query_item *t) {
  path_origin way;
  bool on_its_tile = l->relation == RELATION_at && t->tile >= 0 && t->is != ITEM_FEATURES;
  int first = on_its_tile ? t->tile : 0, end = on_its_tile ? t->tile + 1 : q->s->n_tiles;
  way.known = false;
  for (int tile = first; tile < end; tile++)
    for (unsigned left = segments_in_area(q->d, l->number, type_of(q->d, q->s, tile)); left != 0;
         left &= left - 1) {
      query_item there = segment_item(q->s, tile, lowest_bit(left));
      if (is_related_to(q, f, l, t, &there, &way)) return true;
    }
  return false;
}

static bool is_related_to_reference (query *q, const selector *f, const relation_link *l,
                                     const query_item *t) {
  query_item other;
  path_origin way;
  way.known = false;
  return carcQ_find_reference(q, l, &other) && is_related_to(q, f, l, t, &other, &way);
}

/* Counting items, no farther than what decides whether there are `least` to `most` of them. */
typedef struct item_count {
  int n, min, max, enough;
} item_count;

static item_count count_by (const query *q, const selector *f) {
  int min = carcQ_bound_value(q, f->min), max = carcQ_bound_value(q, f->max);
  return (item_count){.min = min, .max = max, .enough = max == INT32_MAX ? min : max + 1};
}

static bool count_one (void *ud, const query_item *t) {
  item_count *c = ud;
  (void)t;
  return ++c->n < c->enough;
}

static bool is_met (const item_count *c) { return c->n >= c->min && c->n <= c->max; }

/* Counting those that lie to an item as the link says. */
typedef struct related_count {
  query *q;
  const selector *f; /* that has the link, for `far` and `up_to` */
  const relation_link *l;
  const query_item *t;
  item_count lying;
  path_origin way;
} related_count;

static bool count_lying (void *ud, const query_item *other) {
  related_count *c = ud;
  return !is_related_to(c->q, c->f, c->l, c->t, other, &c->way) || count_one(&c->lying, other);
}

static void count_related (related_count *c) {
  const item_list *list = list_found(c->q, c->l);
  if (list == NULL) carcQ_visit_found(c->q, c->l->number, count_lying, c);
  for (int i = 0; list != NULL && i < list->n && count_lying(c, &list->items[i]); i++) continue;
}

/* The selector is counted against its own `least` and `most`; `lacks` is none. */
static bool meets_selector (query *q, const selector *f, const relation_link *l, const query_item *t) {
  const selector *of = &q->pool->selectors[l->number];
  bool needs_one = of->min.variable == CARC_NONE && of->min.value > 0;
  if (l->relation == RELATION_feature && needs_one && !carcQ_may_share_feature(q, of, t)) return false;
  related_count c; /* its way is written before it is read */
  c.q = q;
  c.f = f;
  c.l = l;
  c.t = t;
  c.lying = count_by(q, of);
  c.way.known = false;
  if (c.lying.enough > 0) count_related(&c);
  return is_met(&c.lying) == (l->relation != RELATION_has_no);
}

/* ---- Filters of what lies near ----------------------------------------------------------------------------------------- */

static bool tile_passes (query *q, int filter, int tile) {
  query_item t = of_player(tile_item(q->d, q->s, tile), q->actor);
  return carcQ_passes(q, filter, &t);
}

static bool near_passes (query *q, const relation_link *l, const query_item *t) {
  int x, y, near[MAX_NEAR];
  if (!carcQ_item_cell(q, t, &x, &y)) return false;
  int n =
      carcQ_find_tiles_near(q, x, y, l->relation == RELATION_adjacent_to ? NEAR_BESIDE : NEAR_AND_HERE, near);
  for (int i = 0; i < n; i++)
    if (tile_passes(q, l->number, near[i])) return true;
  return false;
}

static bool line_passes (query *q, const selector *f, const relation_link *l, const query_item *t) {
  for (int n = 0; n < q->s->n_tiles; n++)
    if (carcQ_is_in_line(q, f, t, n) && tile_passes(q, l->number, n)) return true;
  return false;
}

static bool feature_passes (query *q, const relation_link *l, const query_item *t) {
  if (t->tile < 0) return false;
  for (int i = 0; i < type_of(q->d, q->s, t->tile)->segments; i++) {
    query_item feature = of_player(feature_item(q->s, t->tile, i), q->actor);
    if ((t->segment < 0 || t->segment == i) && carcQ_passes(q, l->number, &feature)) return true;
  }
  return false;
}

static bool any_passes (query *q, const relation_link *l, const query_item *features, int n) {
  for (int i = 0; i < n; i++) {
    query_item feature = of_player(features[i], q->actor);
    if (carcQ_passes(q, l->number, &feature)) return true;
  }
  return false;
}

/* Whether a feature on the other side of the border passes. */
static bool border_passes (query *q, const relation_link *l, const query_item *t) {
  query_item over[MAX_BORDERS];
  return any_passes(q, l, over, carcQ_find_features_over_border(q, t, over));
}

/* Whether one that an end runs into does. */
static bool into_passes (query *q, const relation_link *l, const query_item *t) {
  query_item into[CARC_MAX_SEGMENTS];
  return any_passes(q, l, into, carcQ_find_features_at_end(q, t, into));
}

/* Whether a tile passes that lies to the item so; a feature lies on several. */
static bool any_tile_passes (query *q, const selector *f, const relation_link *l, const query_item *t) {
  for (int n = 0; n < q->s->n_tiles; n++) {
    query_item other = tile_item(q->d, q->s, n);
    if (carcQ_relation_holds(q, f, l->relation, t, &other) && tile_passes(q, l->number, n)) return true;
  }
  return false;
}

static bool meets_filter (query *q, const selector *f, const relation_link *l, const query_item *t) {
  bool places =
      l->relation == RELATION_at || l->relation == RELATION_around || l->relation == RELATION_adjacent_to;
  if (places && t->is == ITEM_FEATURES) return any_tile_passes(q, f, l, t);
  switch (l->relation) {
    case RELATION_at: return t->tile >= 0 && tile_passes(q, l->number, t->tile);
    case RELATION_feature: return feature_passes(q, l, t);
    case RELATION_in_line_with: return line_passes(q, f, l, t);
    case RELATION_borders: return border_passes(q, l, t);
    case RELATION_into: return into_passes(q, l, t);
    default: return near_passes(q, l, t);
  }
}

/* ---- All of it ------------------------------------------------------------------------------------------------------------ */

static bool is_related (query *q, const selector *f, const relation_link *l, const query_item *t) {
  switch (l->relation) {
    case RELATION_except: return !carcQ_passes(q, l->number, t);
    case RELATION_all: return carcQ_passes(q, l->number, t);
    case RELATION_if: return carcQ_holds(q, l->number);
    default: break;
  }
  if (l->reference == REF_AREA) return is_related_to_area(q, f, l, t);
  if (l->reference == REF_SELECTOR) return meets_selector(q, f, l, t);
  if (l->reference == REF_FILTER) return meets_filter(q, f, l, t);
  return is_related_to_reference(q, f, l, t);
}

static bool player_passes (query *q, int filter, int player) {
  query_item p = of_player(no_item(ITEM_PLAYERS), player);
  return player >= 0 && carcQ_passes(q, filter, &p);
}

/* All links but those that hold of all that is found there; `held` may be NULL. */
static bool meets_links (query *q, const selector *f, const search_bounds *held, const query_item *t) {
  bool any_there = false, any_met = false;
  for (int i = f->links.first; i != CARC_NONE; i = q->pool->links[i].next) {
    const relation_link *l = &q->pool->links[i];
    if (held != NULL && is_implied(held, i)) continue;
    if (l->relation == RELATION_any) {
      any_there = true;
      any_met = any_met || carcQ_passes(q, l->number, t);
    } else if (!is_related(q, f, l, t)) {
      return false;
    }
  }
  return any_met || !any_there;
}

static bool is_blocked_for (const query *outer, const query_item *deployment);
static bool spans_are_blocked_for (const query *outer, int tile);

/* Whether some of the pieces that a filter says could go onto the segment, of the item's player. */
static bool takes_some (query *q, const selector *f, query_item t) {
  if (t.tile < 0 || t.segment < 0 || t.player < 0 || t.player >= q->d->players) return false;
  piece_set left = carcQ_available_pieces(q, f, &t, carcQ_pieces_in_supply(q, f, t.player));
  for (; left != 0; left &= left - 1) {
    t.piece = (int8_t)lowest_bit(left);
    if (!is_blocked_for(q, &t)) return true;
  }
  return false;
}

/* Whether an item passes of which it is known that all but these keys hold, and what was found where it was looked for. */
static bool passes_rest (query *q, const selector *f, unsigned given, const search_bounds *held,
                         const query_item *t) {
  query_item taking;
  if (f->finds == ITEM_FILTER &&
      f->can_deploy.what != DEPLOYS_NOTHING) { /* it is about whose piece could go there */
    taking = of_player(*t, carcQ_deploying_player(q, f));
    if (!takes_some(q, f, taking)) return false;
    t = &taking;
  }
  if (f->impossible || !carcQ_item_matches(q, f, given, t)) return false;
  if (f->player.is == OWNER_FILTER && !player_passes(q, f->player.number, t->player)) return false;
  return f->links.first == CARC_NONE || meets_links(q, f, held, t);
}

bool carcQ_passes (query *q, int selector_number, const query_item *t) {
  const selector *f = &q->pool->selectors[selector_number];
  return passes_rest(q, f, f->given, NULL, t);
}

/* ---- Going through ------------------------------------------------------------------------------------------------------ */

typedef struct selector_search {
  query *q;
  const selector *f;
  item_visitor visit;
  void *ud;
  unsigned given;  /* of the keys those that are still to be asked of what is tried */
  bool as_printed; /* what tiles bear is what is printed on them */
  search_bounds *near;
  const segment_set *within; /* of all segments those alone, or NULL */
  bool sure;                 /* whatever is tried passes: nothing is left to be asked */
  piece_set in_hand;         /* of those that it takes */
  int actor; /* whose items are found: whoever acts, or the player who is named beside `takes` */
} selector_search;

/* Visits what takes pieces, where offers are made once for each piece. */
static bool visit_with_pieces (const selector_search *w, const query_item *t) {
  piece_set left = carcQ_available_pieces(w->q, w->f, t, w->in_hand);
  bool on = true;
  for (; left != 0 && on; left &= left - 1) {
    query_item taking = *t;
    taking.piece = (int8_t)lowest_bit(left);
    if (is_blocked_for(w->q, &taking)) continue;
    on = w->visit(w->ud, &taking);
    if (!w->q->each_piece) break;
  }
  return on;
}

/* A spot takes pieces only where kinds are said. */
static bool is_left_out (const selector_search *w, const query_item *t) {
  return t->is == ITEM_SEGMENTS && (w->f->given & GIVES_kind) == 0 &&
         type_of(w->q->d, w->q->s, t->tile)->kind[t->segment] == CARC_KIND_SPOT;
}

static bool try_item (const selector_search *w, const query_item *t) {
  if (!w->sure && !passes_rest(w->q, w->f, w->given, w->near, t)) return true;
  if (w->f->can_deploy.what == DEPLOYS_NOTHING) return w->visit(w->ud, t);
  if (t->is == ITEM_AXES)
    return !carcQ_span_fits(w->q, t, w->in_hand) || spans_are_blocked_for(w->q, t->tile) ||
           w->visit(w->ud, t);
  return is_left_out(w, t) || visit_with_pieces(w, t);
}

static bool find_players (selector_search *w) {
  const query *q = w->q;
  for (int i = 0, player = w->actor; i < q->d->players; i++, player = (player + 1) % q->d->players) {
    query_item t = of_player(no_item(ITEM_PLAYERS), player);
    if ((q->s->absent >> player & 1) == 0 && !try_item(w, &t)) return false;
  }
  return true;
}

/* What print says of all items of this kind need not be asked of each. */
static void match_print_first (selector_search *w) {
  static const uint32_t said[ITEM_KIND_COUNT] = {[ITEM_TILES] = GIVES_kind | GIVES_attribute,
                                                 [ITEM_SEGMENTS] = GIVES_kind | GIVES_attribute,
                                                 [ITEM_PIECES] = GIVES_kind | GIVES_attribute,
                                                 [ITEM_FEATURES] = GIVES_kind};
  w->as_printed = (w->q->s->ever_flipped & w->f->attribute.of_segments) == 0;
  if (!w->as_printed) return;
  w->given &= ~(unsigned)said[w->f->finds];
  if (w->f->printed_on != NULL) w->given &= ~(unsigned)GIVES_id;
}

/* The segments of a tile that may be looked for, as bits; all or none where it is the tile. */
ALWAYS_INLINE unsigned found_on (const selector_search *w, int tile) {
  const carc_definition *d = w->q->d;
  int type = const_lie_of(d, w->q->s)[tile] >> 2;
  unsigned there = w->near->area == CARC_NONE ? ~0u : segments_in_area(d, w->near->area, &d->type[type]);
  if (w->as_printed && w->f->printed_on != NULL) return w->f->printed_on[type] & there;
  unsigned all = all_segments(&d->type[type]) & there;
  return w->as_printed ? carcM_match_printed(w->f, &d->type[type]) & all : all;
}

static bool find_tiles (selector_search *w) {
  const query *q = w->q;
  for (int n = next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n)) {
    if (found_on(w, n) == 0) continue;
    query_item t = of_player(tile_item(q->d, q->s, n), w->actor);
    if (!try_item(w, &t)) return false;
  }
  return true;
}

/* Whether a segment may pass, by what is known of its feature at a glance: most do not. */
ALWAYS_INLINE bool feature_matches (const selector_search *w, int tile, int segment, int id) {
  if (!is_wanted_feature(w->near, id)) return false;
  if ((w->given & GIVES_complete) == 0) return true;
  const feature_totals *r = &const_features_of(w->q->d, w->q->s)[id];
  return is_complete(r, type_of(w->q->d, w->q->s, tile)->kind[segment]) == w->f->complete;
}

static bool try_within (void *ud, int tile, int segment) {
  const selector_search *w = ud;
  if ((found_on(w, tile) >> segment & 1) == 0) return true;
  if (!feature_matches(w, tile, segment, feature_at(w->q->d, w->q->s, tile, segment))) return true;
  query_item t = of_player(segment_item(w->q->s, tile, segment), w->actor);
  return try_item(w, &t);
}

static bool find_segments (selector_search *w) {
  const query *q = w->q;
  if (w->within != NULL) return carcQ_visit_segments(q, w->within, try_within, w);
  for (int n = next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n))
    for (unsigned left = found_on(w, n); left != 0; left &= left - 1) {
      if (!feature_matches(w, n, lowest_bit(left), feature_at(q->d, q->s, n, lowest_bit(left)))) continue;
      query_item t = of_player(segment_item(q->s, n, lowest_bit(left)), w->actor);
      if (!try_item(w, &t)) return false;
    }
  return true;
}

/* Each feature at its first segment. */
static bool find_features (selector_search *w) {
  const query *q = w->q;
  uint64_t seen[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64];
  const int words = (int)q->d->at.n_features / 64 + 1,
            named = w->near->in_features ? w->near->n_features : -1;
  memset(seen, named < 0 ? 0 : 0xFF,
         (size_t)words * sizeof *seen); /* of those that are not meant as if they were */
  for (int i = 0; i < named; i++)
    seen[w->near->features[i] / 64] &= ~((uint64_t)1 << w->near->features[i] % 64);
  for (int n = 0, left_named = named; n < q->s->n_tiles && left_named != 0; n++)
    for (unsigned left = found_on(w, n); left != 0; left &= left - 1) {
      int i = lowest_bit(left), id = feature_at(q->d, q->s, n, i);
      if (seen[id / 64] >> (id % 64) & 1) continue;
      seen[id / 64] |= (uint64_t)1 << (id % 64);
      left_named--;
      if (!feature_matches(w, n, i, id)) continue;
      query_item t = of_player(feature_item(q->s, n, i), w->actor);
      if (!try_item(w, &t)) return false;
    }
  return true;
}

/* Whether nothing is left to be asked of what the way through the items finds. */
static bool is_matched_already (const selector_search *w) {
  const selector *f = w->f;
  bool sure = (w->given & GIVES_TESTS) == 0 && f->player.is != OWNER_FILTER;
  for (int i = f->links.first; sure && i != CARC_NONE; i = w->q->pool->links[i].next)
    sure = is_implied(w->near, i);
  return sure;
}

/* All but those in the supply. */
static bool find_tokens (selector_search *w) {
  const query *q = w->q;
  const uint64_t kinds = carcQ_possible_tokens(w->q, w->f);
  const unsigned holders = carcQ_possible_holders(w->q, w->f);
  for (int k = 0; k < q->d->n_tokens; k++) {
    const token_row *row = &q->d->token[k];
    for (int i = row->first; (kinds >> k & 1) != 0 && i < row->first + row->all; i++) {
      if (carcQ_can_skip_token(w->q, row, i, holders)) continue;
      carc_token token = carc_state_token(q->d, q->s, i);
      query_item t = carcQ_token_item(&token);
      if (!try_item(w, &t)) return false;
    }
  }
  return true;
}

/* Where the pieces stand that are looked for. */
typedef struct covered_pieces {
  const uint16_t *area, *printed; /* of each type, its segments that are meant; NULL: all are */
  const uint16_t *lie, *at, *first, *ids;
} covered_pieces;

static covered_pieces begin_piece_search (const selector_search *w, const uint16_t *printed) {
  const carc_definition *d = w->q->d;
  const carc_state *s = w->q->s;
  return (covered_pieces){.area = w->near->area == CARC_NONE ? NULL : area_of(d, w->near->area),
                          .printed = printed,
                          .lie = const_lie_of(d, s),
                          .at = const_tile_at_of(d, s),
                          .first = const_first_segment_of(d, s),
                          .ids = const_feature_ids_of(d, s)};
}

/* Whether a piece on the table may be one of them. */
ALWAYS_INLINE bool is_in_place (const selector_search *w, uint32_t piece, const covered_pieces *where) {
  int tile = piece_tile(piece), segment = piece_segment(piece), type = where->lie[tile] >> 2;
  if (where->area != NULL && (where->area[type] >> segment & 1) == 0) return false;
  if (where->printed != NULL && (where->printed[type] >> segment & 1) == 0) return false;
  if (w->near->close && !is_near(w->near, where->at[tile])) return false;
  return feature_matches(w, tile, segment, where->ids[where->first[tile] + segment]);
}

static bool find_pieces (selector_search *w) {
  const query *q = w->q;
  const piece_set kinds = carcQ_possible_pieces(w->q, w->f);
  const unsigned owners = carcQ_possible_owners(w->q, w->f);
  const bool by_print = (w->f->given & GIVES_PRINTED) != 0,
             at_once = w->as_printed && w->f->printed_on != NULL;
  const covered_pieces where = begin_piece_search(w, by_print && at_once ? w->f->printed_on : NULL);
  const uint32_t *pieces = const_pieces_of(q->d, q->s);
  w->given &= ~(unsigned)(GIVES_piece | GIVES_follower);
  if (w->f->player.is != OWNER_MAJORITY) w->given &= ~(unsigned)GIVES_player;
  w->sure = is_matched_already(w);
  for (int i = 0; i < q->s->n_pieces; i++) {
    uint32_t f = pieces[i];
    if ((kinds >> piece_kind(f) & 1) == 0 || (owners >> piece_player(f) & 1) == 0) continue;
    if (!is_in_place(w, f, &where)) continue;
    if (by_print && !at_once && (found_on(w, piece_tile(f)) >> piece_segment(f) & 1) == 0) continue;
    query_item t = no_item(ITEM_PIECES);
    t.tile = (int16_t)piece_tile(f);
    t.segment = (int16_t)piece_segment(f);
    t.player = (int8_t)piece_player(f);
    t.piece = (int8_t)piece_kind(f);
    if (!try_item(w, &t)) return false;
  }
  return true;
}

static bool try_part (void *ud, const query_item *t) { return try_item(ud, t); }

static bool find_cells (selector_search *w) { return carcQ_visit_cells(w->q, w->actor, try_part, w); }

static bool find_corners (selector_search *w) {
  for (int n = next_tile(w->q, w->near, -1); n >= 0; n = next_tile(w->q, w->near, n))
    if (!carcQ_visit_corners(w->q, n, w->actor, try_part, w)) return false;
  return true;
}

static bool find_axes (selector_search *w) {
  for (int n = next_tile(w->q, w->near, -1); n >= 0; n = next_tile(w->q, w->near, n))
    if (!carcQ_visit_axes(n, w->actor, try_part, w)) return false;
  return true;
}

static bool try_end (void *ud, const carc_road_end *end) {
  selector_search *w = ud;
  query_item t = of_player(segment_item(w->q->s, end->tile, end->segment), w->actor);
  t.is = ITEM_ENDS;
  t.number = (int16_t)end->side;
  return try_item(w, &t);
}

static bool find_ends (selector_search *w) {
  const query *q = w->q;
  for (int n = next_tile(q, w->near, -1); n >= 0; n = next_tile(q, w->near, n))
    for (int i = 0; i < type_of(q->d, q->s, n)->segments; i++)
      if (!carcB_visit_road_ends(q->d, q->s, n, i, try_end, w)) return false;
  return true;
}

static bool find_filter (selector_search *w) {
  (void)w;
  return true;
}

static bool visit_candidates (selector_search *w) {
  static bool (*const ways[ITEM_KIND_COUNT])(selector_search *) = {
      [ITEM_PLAYERS] = find_players,   [ITEM_TILES] = find_tiles,       [ITEM_CELLS] = find_cells,
      [ITEM_SEGMENTS] = find_segments, [ITEM_FEATURES] = find_features, [ITEM_PIECES] = find_pieces,
      [ITEM_TOKENS] = find_tokens,     [ITEM_CORNERS] = find_corners,   [ITEM_AXES] = find_axes,
      [ITEM_ENDS] = find_ends,         [ITEM_FILTER] = find_filter};
  if ((w->f->given & GIVES_can_place) != 0)
    return carcQ_visit_cells_for_type(w->q, w->f->can_place, w->actor, try_part, w);
  if (w->f->can_deploy.what != DEPLOYS_NOTHING) w->in_hand = carcQ_pieces_in_supply(w->q, w->f, w->actor);
  if (w->f->can_deploy.what != DEPLOYS_NOTHING && w->in_hand == 0) return true;
  w->sure = is_matched_already(w);
  return ways[w->f->finds](w);
}

/* The highest number in the variable of `highest`, of what passes all else. Only items with it count, if it is above 0. */
typedef struct highest_items {
  const selector_search *w;
  int value;
} highest_items;

static bool compare_highest (void *ud, const query_item *t) {
  highest_items *h = ud;
  bool any;
  int value = carcQ_item_variable(h->w->q, h->w->f->highest, t, &any);
  if (value > h->value) h->value = value;
  return true;
}

static bool visit_highest (void *ud, const query_item *t) {
  const highest_items *h = ud;
  bool any;
  bool is = h->value > 0 && carcQ_item_variable(h->w->q, h->w->f->highest, t, &any) == h->value;
  return !is || h->w->visit(h->w->ud, t);
}

/* Whether a link leaves nothing to be found, as far as that is seen by a look at the tiles to which it is confined. */
static bool must_be_empty (query *q, const relation_link *l) {
  const selector *of = &q->pool->selectors[l->number];
  if (l->reference != REF_SELECTOR || l->relation == RELATION_has_no || l->relation == RELATION_if)
    return false;
  if (of->min.variable != CARC_NONE || of->min.value <= 0) return false;
  search_bounds near;
  carcQ_narrow_search(q, of, &near);
  if (near.nowhere) return true;
  if (!near.known) return false;
  const item_list *list = list_found(q, l);
  return list != NULL && list->n == 0;
}

static bool may_pass_links (query *q, const selector *f) {
  for (int i = f->links.first; i != CARC_NONE; i = q->pool->links[i].next)
    if (must_be_empty(q, &q->pool->links[i])) return false;
  return true;
}

/*
** Segments that share a feature with one item are looked for among those of its features, or along its way: false where there is no
** such item. A search among few tiles asks each.
*/
static bool find_within (selector_search *w, segment_set *set) {
  const selector *f = w->f;
  query_item from;
  bool few = w->near->known || (w->near->bearing && f->as_far_as == CARC_NONE);
  if (f->finds != ITEM_SEGMENTS || few) return true;
  for (int i = f->links.first; i != CARC_NONE; i = w->q->pool->links[i].next) {
    const relation_link *l = &w->q->pool->links[i];
    if (l->relation != RELATION_feature || l->reference >= REF_AREA) continue;
    if (!carcQ_find_reference(w->q, l, &from)) return false;
    if (f->as_far_as == CARC_NONE)
      carcQ_find_shared_segments(w->q, &from, kinds_meant(f), set);
    else
      find_path(w->q, f, &from, kinds_meant(f), set);
    w->within = set;
    w->near->by = i;
  }
  return true;
}

bool carcQ_visit_found (query *q, int number, item_visitor visit, void *ud) {
  const selector *f = &q->pool->selectors[number];
  if (!carcQ_may_find(q->d, q->s, q->pool, number) || !may_pass_links(q, f)) return true;
  search_bounds near;
  segment_set set;
  carcQ_narrow_search(q, f, &near);
  if (near.nowhere) return true;
  selector_search w = {
      .q = q, .f = f, .visit = visit, .ud = ud, .given = f->given, .near = &near, .actor = q->actor};
  if (f->can_deploy.what != DEPLOYS_NOTHING || (f->given & GIVES_can_place) != 0)
    w.actor = carcQ_deploying_player(q, f);
  if (w.actor < 0 || w.actor >= q->d->players) return true;
  match_print_first(&w);
  if (!find_within(&w, &set)) return true;
  if (w.f->highest == CARC_NONE) return visit_candidates(&w);
  highest_items h = {&w, 0};
  selector_search all = w;
  all.visit = compare_highest;
  all.ud = &h;
  visit_candidates(&all);
  all.visit = visit_highest;
  return visit_candidates(&all);
}

bool carcQ_holds (query *q, int selector_number) {
  item_count c = count_by(q, &q->pool->selectors[selector_number]);
  if (c.enough > 0) carcQ_visit_found(q, selector_number, count_one, &c);
  return is_met(&c);
}

/* ---- What is blocked ------------------------------------------------------------------------------------------------------ */

/* Whether a filter may speak of a deployment, by the kind of piece and by what is printed there. */
static bool may_block (const query *q, const selector *f, const query_item *t) {
  if ((f->given & GIVES_piece) != 0 && t->piece >= 0 && (f->piece >> t->piece & 1) == 0) return false;
  if (t->tile < 0 || f->printed_on == NULL || (q->s->ever_flipped & f->attribute.of_segments) != 0)
    return true;
  int type = const_lie_of(q->d, q->s)[t->tile] >> 2;
  bool other_kind = (f->given & GIVES_kind) != 0 && t->segment >= 0 &&
                    (f->kind >> q->d->type[type].kind[t->segment] & 1) == 0;
  return !other_kind && f->printed_on[type] != 0;
}

/* For a question that asks where pieces may go; one within `blocked` asks for all but that. */
static bool is_blocked_for (const query *outer, const query_item *deployment) {
  item_list lists[MAX_ITEM_LISTS];
  const carc_definition *d = outer->d;
  if (d->n_blocked == 0 || outer->in_blocked) return false;
  query q = {.d = NULL}; /* made for the first filter that may hold */
  for (int i = 0; i < d->n_blocked; i++) {
    int filter = d->blocked[i];
    if (!may_block(outer, &d->selectors[filter], deployment)) continue;
    if (q.d == NULL) {
      q = carcQ_new_query(d, outer->s, d->pool, lists);
      q.call = outer->call;
      q.majority = outer->majority;
      q.in_blocked = true;
      q.this = *deployment;
      q.this.is = ITEM_PIECES;
    }
    if (carcQ_filter_names_piece(&q, filter, deployment->piece) && carcQ_passes(&q, filter, &q.this))
      return true;
  }
  return false;
}

/* The same for a span across a tile on the table; it is on none of its segments. */
static bool spans_are_blocked_for (const query *outer, int tile) {
  query_item span = tile_item(outer->d, outer->s, tile);
  span.piece = (int8_t)outer->d->span;
  return is_blocked_for(outer, &span);
}

bool carcQ_is_deployment_blocked (carc_call *c, const query_item *deployment) {
  return c->d->n_blocked > 0 &&
         is_blocked_for(&(query){.d = c->d, .s = c->s, .majority = c->majority, .call = c}, deployment);
}
