/*
** query.c: tests items, and finds all candidates that match.
*/
#include "query/query.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/state.h"
#include "query/availability.h"
#include "query/candidates.h"
#include "query/item.h"
#include "query/narrowing.h"
#include "query/reachable.h"
#include "query/relation.h"
#include "query/visits.h"

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

/* ---- Links ----------------------------------------------------------------------------------- */

static bool list_one (void *ud, const query_item *t) {
  item_list *list = ud;
  if (list->n == MAX_LISTED) {
    list->overflows = true;
    return false;
  }
  list->items[list->n++] = *t;
  return true;
}

/*
** The items that match the selector of a link. The query caches them; NULL if there are too many.
*/
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

/*
** The segments that are reachable from an item up to `as_far_as`. They are computed when they are
** first needed.
*/
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
  count_visits(q, f, q->s->n_tiles);
  carcQ_find_reachable(q, from, kinds, ends_way, &e, out);
}

/*
** Whether an item has the relation of a link to another item. For a tile, `kind` is a property of
** the tile and does not restrict the path to it.
*/
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
  count_visits(q, f, end - first);
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

/* Counts items until it is certain whether the number is between min and max. */
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

/* Counts items that have a relation to an item. */
typedef struct related_count {
  query *q;
  const selector *f; /* the selector that has the link, with within and as_far_as */
  const relation_link *l;
  const query_item *t;
  item_count lying;
  path_origin way;
} related_count;

static bool count_lying (void *ud, const query_item *other) {
  related_count *c = ud;
  return !is_related_to(c->q, c->f, c->l, c->t, other, &c->way) || count_one(&c->lying, other);
}

/*
** Whether only the four sides of the item's tile can have the relation. Then no search is needed,
** and the tile may be one that is not on the board.
*/
static bool has_sides (const related_count *c) {
  const selector *of = &c->q->pool->selectors[c->l->number];
  if (LIKELY(of->finds != ITEM_SIDES) || of->highest != CARC_NONE) return false;
  bool inside = c->l->relation == RELATION_has || c->l->relation == RELATION_has_no;
  return inside && c->t->is != ITEM_FEATURES && (c->t->tile >= 0 || is_proposed(c->t));
}

static bool count_side (void *ud, const query_item *side) {
  related_count *c = ud;
  return !carcQ_passes(c->q, c->l->number, side) || count_lying(ud, side);
}

static void count_related (related_count *c) {
  if (has_sides(c)) {
    query_item of = of_player(*c->t, c->q->actor);
    carcQ_visit_sides(c->q, &of, count_side, c);
    return;
  }
  const item_list *list = list_found(c->q, c->l);
  if (list == NULL) carcQ_visit_found(c->q, c->l->number, count_lying, c);
  if (list != NULL) count_visits(c->q, c->f, list->n);
  for (int i = 0; list != NULL && i < list->n && count_lying(c, &list->items[i]); i++) continue;
}

/*
** Whether the number of items that match is between the selector's min and max. The relation
** `has_no` inverts the answer.
*/
static bool meets_selector (query *q, const selector *f, const relation_link *l, const query_item *t) {
  const selector *of = &q->pool->selectors[l->number];
  bool needs_one = of->min.variable == CARC_NONE && of->min.value > 0;
  if (l->relation == RELATION_feature && needs_one && !carcQ_may_share_feature(q, of, t)) return false;
  related_count c; /* the path is not cleared, because it is written before it is read */
  c.q = q;
  c.f = f;
  c.l = l;
  c.t = t;
  c.lying = count_by(q, of);
  c.way.known = false;
  if (c.lying.enough > 0) count_related(&c);
  return is_met(&c.lying) == (l->relation != RELATION_has_no);
}

/* ---- Filters of related items ---------------------------------------------------------------- */

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
  count_visits(q, f, q->s->n_tiles);
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

/* Whether a feature across the border matches. */
static bool border_passes (query *q, const relation_link *l, const query_item *t) {
  query_item over[MAX_BORDERS];
  return any_passes(q, l, over, carcQ_find_features_over_border(q, t, over));
}

/* Whether a feature that an end runs into matches. */
static bool into_passes (query *q, const relation_link *l, const query_item *t) {
  query_item into[CARC_MAX_SEGMENTS];
  return any_passes(q, l, into, carcQ_find_features_at_end(q, t, into));
}

/* Whether the side of the next tile matches. */
static bool across_passes (query *q, const relation_link *l, const query_item *t) {
  query_item across;
  if (!carcQ_find_side_across(q, t, &across)) return false;
  across.player = (int8_t)q->actor;
  return carcQ_passes(q, l->number, &across);
}

/*
** Whether any tile with the link's relation to the item matches the filter. An item that is a
** feature has several places.
*/
static bool any_tile_passes (query *q, const selector *f, const relation_link *l, const query_item *t) {
  count_visits(q, f, q->s->n_tiles);
  for (int n = 0; n < q->s->n_tiles; n++) {
    query_item other = tile_item(q->d, q->s, n);
    if (carcQ_relation_holds(q, f, l->relation, t, &other) && tile_passes(q, l->number, n)) return true;
  }
  return false;
}

static bool meets_filter (query *q, const selector *f, const relation_link *l, const query_item *t) {
  bool places = l->relation == RELATION_at || l->relation == RELATION_around ||
                l->relation == RELATION_adjacent_to,
       far = l->relation == RELATION_around && carcQ_reach_around(q, f) != 1;
  if (far || (places && t->is == ITEM_FEATURES)) return any_tile_passes(q, f, l, t);
  switch (l->relation) {
    case RELATION_at: return t->tile >= 0 && tile_passes(q, l->number, t->tile);
    case RELATION_feature: return feature_passes(q, l, t);
    case RELATION_in_line_with: return line_passes(q, f, l, t);
    case RELATION_borders: return border_passes(q, l, t);
    case RELATION_into: return into_passes(q, l, t);
    case RELATION_touches: return across_passes(q, l, t);
    default: return near_passes(q, l, t);
  }
}

/* ---- All keys -------------------------------------------------------------------------------- */

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

/*
** Tests all links, except links that everything within the bounds `held` passes. `held` may be
** NULL.
*/
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

/* Whether the item's player could put a piece that the filter names on the segment. */
static bool takes_some (query *q, const selector *f, query_item t) {
  if (t.tile < 0 || t.segment < 0 || t.player < 0 || t.player >= q->d->players) return false;
  piece_set left = carcQ_available_pieces(q, f, &t, carcQ_pieces_in_supply(q, f, t.player));
  for (; left != 0; left &= left - 1) {
    t.piece = (int8_t)lowest_bit(left);
    if (!is_blocked_for(q, &t)) return true;
  }
  return false;
}

/*
** Whether an item passes the keys in `given`. The item passes all other keys, and is within the
** bounds.
*/
static bool passes_rest (query *q, const selector *f, unsigned given, const search_bounds *held,
                         const query_item *t) {
  query_item taking;
  if (!count_visits(q, f, 1)) return false;
  if (f->finds == ITEM_FILTER && f->can_deploy.what != DEPLOYS_NOTHING) { /* its player matters */
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

/* ---- Search ---------------------------------------------------------------------------------- */

/* Visits an item once for each piece that could be put there, as offers require. */
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

/* Spots match `can_deploy` only if the selector gives kinds of segments. */
static bool is_left_out (const selector_search *w, const query_item *t) {
  return t->is == ITEM_SEGMENTS && (w->f->given & GIVES_kind) == 0 &&
         type_of(w->q->d, w->q->s, t->tile)->kind[t->segment] == CARC_KIND_SPOT;
}

static bool try_item (void *ud, const query_item *t) {
  const selector_search *w = ud;
  if (w->sure && !count_visits(w->q, w->f, 1)) return false;
  if (!w->sure && !passes_rest(w->q, w->f, w->given, w->near, t)) return true;
  if (w->f->can_deploy.what == DEPLOYS_NOTHING) return w->visit(w->ud, t);
  if (t->is == ITEM_AXES)
    return !carcQ_span_fits(w->q, t, w->in_hand) || spans_are_blocked_for(w->q, t->tile) ||
           w->visit(w->ud, t);
  return is_left_out(w, t) || visit_with_pieces(w, t);
}

/*
** Finds the highest number of the variable `highest` among the items that match. If this number is
** above 0, only items with it match.
*/
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

/* Whether the tiles within the bounds of a link already show that nothing matches it. */
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
** If the search is limited to the features of an item, or to segments reachable from it, finds
** these segments. Returns false if no such item exists. If the search has only few tiles, it
** tests each segment instead.
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
  bool proposed = f->finds == ITEM_SIDES && is_proposed(&q->this); /* `this` is not on the board */
  if (!proposed && (!carcQ_may_find(q->d, q->s, q->pool, number) || !may_pass_links(q, f))) return true;
  search_bounds near;
  segment_set set;
  carcQ_narrow_search(q, f, &near);
  if (near.nowhere && !proposed) return true;
  selector_search w = {.q = q,
                       .f = f,
                       .consider = try_item,
                       .visit = visit,
                       .ud = ud,
                       .given = f->given,
                       .near = &near,
                       .actor = q->actor};
  if (f->can_deploy.what != DEPLOYS_NOTHING || (f->given & GIVES_can_place) != 0)
    w.actor = carcQ_deploying_player(q, f);
  if (w.actor < 0 || w.actor >= q->d->players) return true;
  carcQ_match_print_first(&w);
  if (!find_within(&w, &set)) return true;
  if (w.f->highest == CARC_NONE) return carcQ_visit_candidates(&w);
  highest_items h = {&w, 0};
  selector_search all = w;
  all.visit = compare_highest;
  all.ud = &h;
  carcQ_visit_candidates(&all);
  all.visit = visit_highest;
  return carcQ_visit_candidates(&all);
}

bool carcQ_holds (query *q, int selector_number) {
  item_count c = count_by(q, &q->pool->selectors[selector_number]);
  if (c.enough > 0) carcQ_visit_found(q, selector_number, count_one, &c);
  return is_met(&c);
}

/* ---- Forbidden deployments ------------------------------------------------------------------- */

/* Whether a filter can match a deployment, by the kind of piece and by what is printed. */
static bool may_block (const query *q, const selector *f, const query_item *t) {
  if ((f->given & GIVES_piece) != 0 && t->piece >= 0 && (f->piece >> t->piece & 1) == 0) return false;
  if (t->tile < 0 || f->printed_on == NULL || (q->s->ever_flipped & f->attribute.of_segments) != 0)
    return true;
  int type = const_lie_of(q->d, q->s)[t->tile] >> 2;
  bool other_kind = (f->given & GIVES_kind) != 0 && t->segment >= 0 &&
                    (f->kind >> q->d->type[type].kind[t->segment] & 1) == 0;
  return !other_kind && f->printed_on[type] != 0;
}

/*
** Whether a statement forbids a deployment that the query considers. A query inside such a
** statement (`forbidden_deployment`) does not test this.
*/
static bool is_blocked_for (const query *outer, const query_item *deployment) {
  item_list lists[MAX_ITEM_LISTS];
  const carc_definition *d = outer->d;
  if (d->n_blocked == 0 || outer->in_blocked) return false;
  query q = {.d = NULL}; /* made for the first filter that can match */
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

/* As is_blocked_for, but for a span across a tile. A span stands on no segment of the tile. */
static bool spans_are_blocked_for (const query *outer, int tile) {
  query_item span = tile_item(outer->d, outer->s, tile);
  span.piece = (int8_t)outer->d->span;
  return is_blocked_for(outer, &span);
}

bool carcQ_is_deployment_blocked (carc_call *c, const query_item *deployment) {
  return c->d->n_blocked > 0 &&
         is_blocked_for(&(query){.d = c->d, .s = c->s, .majority = c->majority, .call = c}, deployment);
}
