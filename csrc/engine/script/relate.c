/*
** relate.c: how things lie to one another.
*/
#include <stdlib.h>
#include "carcassonne.h"
#include "define/definition.h"
#include "define/selector.h"
#include "define/tile.h"
#include "script/select.h"
#include "table/board.h"
#include "table/state.h"

/* ---- Two things ------------------------------------------------------------------------------------------------- */

/* How far apart in columns and rows; false if one of them is nowhere. */
static bool measure (const query *q, const thing *a, const thing *b, int *columns, int *rows) {
  int x, y, other_x, other_y;
  if (!carc_place_of(q, a, &x, &y) || !carc_place_of(q, b, &other_x, &other_y)) return false;
  *columns = abs(x - other_x);
  *rows = abs(y - other_y);
  return true;
}

/* On the same tile; where both name a segment, on the same one. A cell, or a tile that is to be placed: in the same cell. */
static bool lies_at (const query *q, const thing *a, const thing *b) {
  int columns, rows;
  if (a->tile < 0 && b->tile < 0) return measure(q, a, b, &columns, &rows) && columns + rows == 0;
  if (a->tile != b->tile) return false;
  return a->segment < 0 || b->segment < 0 || a->segment == b->segment;
}

/* Whether some segment of a tile, or the one that is named, belongs to a feature. */
static bool is_part_of (const query *q, const thing *t, int feature_id) {
  if (t->tile < 0) return false;
  if (t->segment >= 0) return feature_at(q->d, q->s, t->tile, t->segment) == feature_id;
  for (int i = 0; i < type_of(q->d, q->s, t->tile)->segments; i++)
    if (feature_at(q->d, q->s, t->tile, i) == feature_id) return true;
  return false;
}

static bool shares_feature (const query *q, const thing *a, const thing *b) {
  if (a->tile < 0) return false;
  if (a->segment >= 0) return is_part_of(q, b, feature_at(q->d, q->s, a->tile, a->segment));
  for (int i = 0; i < type_of(q->d, q->s, a->tile)->segments; i++)
    if (is_part_of(q, b, feature_at(q->d, q->s, a->tile, i))) return true;
  return false;
}

/* Its place, where rows and columns may be compared that are one apart. */
static bool position_of_thing (const query *q, const thing *t, uint16_t *at) {
  if (t->tile >= 0) {
    *at = const_tile_at_of(q->d, q->s)[t->tile];
    return true;
  }
  *at = position_of(t->x, t->y);
  return t->is == THINGS_CELLS || t->type >= 0;
}

static bool lies_around (const query *q, const thing *a, const thing *b) {
  uint16_t one, other;
  if (!position_of_thing(q, a, &one) || !position_of_thing(q, b, &other)) return false;
  unsigned columns = (one - other + 1) & 0xFF, rows = ((one >> 8) - (other >> 8) + 1) & 0xFF;
  return columns <= 2 && rows <= 2;
}

static bool lies_beside (const query *q, const thing *a, const thing *b) {
  uint16_t one, other;
  if (!position_of_thing(q, a, &one) || !position_of_thing(q, b, &other)) return false;
  for (int side = 0; side < SIDES; side++)
    if (beside(one, side) == other) return true;
  return false;
}

/* Whether tiles lie without a gap between two places of one row or column. */
static bool is_unbroken (const query *q, const thing *a, const thing *b) {
  int x, y, to_x, to_y;
  carc_place_of(q, a, &x, &y);
  carc_place_of(q, b, &to_x, &to_y);
  int east = (to_x > x) - (to_x < x), south = (to_y > y) - (to_y < y);
  for (x += east, y += south; x != to_x || y != to_y; x += east, y += south)
    if (carc_state_tile_at(q->d, q->s, x, y) < 0) return false;
  return true;
}

static bool lies_in_line (const query *q, const selector *f, const thing *a, const thing *b) {
  int columns, rows, far = carc_bound_value(q, f->far);
  if (!measure(q, a, b, &columns, &rows) || (columns > 0 && rows > 0)) return false;
  if (f->far_gap) return is_unbroken(q, a, b);
  return far == NONE || columns + rows <= far;
}

static bool borders_city (const query *q, int field, int city) {
  int cities[MAX_CITIES], n = carc_state_field_cities(q->d, q->s, field, false, cities, MAX_CITIES);
  for (int i = 0; i < n; i++)
    if (cities[i] == city) return true;
  return false;
}

static int kind_at (const query *q, const thing *t) { return type_of(q->d, q->s, t->tile)->kind[t->segment]; }

static bool lies_on_border (const query *q, const thing *a, const thing *b) {
  int one = carc_feature_of_thing(q, a), other = carc_feature_of_thing(q, b);
  if (one == NO_FEATURE || other == NO_FEATURE) return false;
  if (kind_at(q, a) == CARC_FIELD) return kind_at(q, b) == CARC_CITY && borders_city(q, one, other);
  return kind_at(q, b) == CARC_FIELD && kind_at(q, a) == CARC_CITY && borders_city(q, other, one);
}

/* Whether one thing is in another, or on it. */
static bool contains (const query *q, const thing *outer, const thing *inner) {
  switch (outer->is) {
    case THINGS_PLAYERS: return inner->player == outer->player;
    case THINGS_TILES: return outer->tile >= 0 && inner->tile == outer->tile;
    case THINGS_FEATURES: return is_part_of(q, inner, carc_feature_of_thing(q, outer));
    default: return outer->tile >= 0 && inner->tile == outer->tile && inner->segment == outer->segment;
  }
}

static bool lies (const query *q, const selector *f, int how, const thing *a, const thing *b) {
  switch (how) {
    case RELATION_AT: return lies_at(q, a, b);
    case RELATION_FEATURE: return shares_feature(q, a, b);
    case RELATION_AROUND: return lies_around(q, a, b);
    case RELATION_BESIDE: return lies_beside(q, a, b);
    case RELATION_LINE: return lies_in_line(q, f, a, b);
    case RELATION_BORDERS: return lies_on_border(q, a, b);
    default: return contains(q, a, b);
  }
}

typedef struct inside {
  const query *q;
  const thing *outer;
  visitor visit;
  void *ud;
} inside;

static bool visit_inside (void *ud, const thing *t) {
  const inside *w = ud;
  return !contains(w->q, w->outer, t) || w->visit(w->ud, t);
}

bool carc_find_in (query *q, int selector_number, const thing *outer, visitor visit, void *ud) {
  const thing of = *outer;
  inside w = {q, &of, visit, ud};
  return carc_find(q, selector_number, visit_inside, &w);
}

/* ---- What a link means -------------------------------------------------------------------------------------------- */

static bool list_one (void *ud, const thing *t) {
  listed *list = ud;
  if (list->n == MOST_LISTED) {
    list->overflows = true;
    return false;
  }
  list->items[list->n++] = *t;
  return true;
}

/* What the link's selector finds, found once a query; NULL where that is too much. */
static const listed *list_found (query *q, const relation_link *l) {
  for (int i = 0; i < q->n_lists; i++)
    if (q->lists[i].of == l) return q->lists[i].overflows ? NULL : &q->lists[i];
  if (q->n_lists == LISTS) return NULL;
  listed *list = &q->lists[q->n_lists++];
  list->of = l;
  list->n = 0;
  list->overflows = false;
  carc_find(q, l->number, list_one, list);
  return list->overflows ? NULL : list;
}

/* Counting those that lie to a thing as the link says. */
typedef struct counting {
  query *q;
  const selector *f; /* that has the link, for `far` */
  const relation_link *l;
  const thing *t;
  int n, up_to;
} counting;

static bool count_lying (void *ud, const thing *other) {
  counting *c = ud;
  c->n += lies(c->q, c->f, c->l->relation, c->t, other);
  return c->n < c->up_to;
}

static int count_related (counting *c) {
  const listed *list = list_found(c->q, c->l);
  if (list == NULL) carc_find(c->q, c->l->number, count_lying, c);
  for (int i = 0; list != NULL && i < list->n && count_lying(c, &list->items[i]); i++) continue;
  return c->n;
}

/*
** Whether a thing's feature may be one of which the selector finds a part: a feature has what any of its segments bears, but for
** attributes that all must bear, or that stay with a segment.
*/
static bool may_share (const query *q, const selector *of, const thing *t) {
  bool by_attribute = (of->things == THINGS_SEGMENTS || of->things == THINGS_FEATURES) &&
                      (of->given & GIVES_ATTRIBUTES) != 0 && of->tile_attributes == 0 && of->printed == 0;
  attribute_set odd = q->d->words.inverted | q->d->words.local;
  if (!by_attribute || (of->attributes & odd) != 0 || t->tile < 0 || t->segment < 0) return true;
  return carc_feature_bears(q, of, carc_feature_of_thing(q, t));
}

/* The selector is counted against its own `least` and `most`; `lacks` is none. */
static bool meets_selector (query *q, const selector *f, const relation_link *l, const thing *t) {
  const selector *of = &q->pool->selectors[l->number];
  int least = carc_bound_value(q, of->least), most = carc_bound_value(q, of->most);
  if (l->relation == RELATION_FEATURE && least > 0 && !may_share(q, of, t)) return false;
  counting c = {q, f, l, t, 0, most == INT32_MAX ? (least > 0 ? least : 1) : most + 1};
  int n = count_related(&c);
  bool met = n >= least && n <= most;
  return l->relation == RELATION_LACKS ? !met : met;
}

/* The thing that a reference names; false if there is none now. */
static bool find_reference (const query *q, const relation_link *l, thing *out) {
  *out = carc_no_thing(THINGS_TILES);
  if (l->reference == REF_THIS) {
    *out = q->this;
    return true;
  }
  if (l->reference == REF_LAST) {
    out->tile = (int16_t)(q->s->n_tiles - 1);
  } else if (l->reference == REF_SLOT) {
    const slot_row *row = &q->d->slot[l->number];
    int key = row->scope == CARC_PLAYER ? q->actor * row->size : 0;
    int32_t place = const_slots_of(q->d, q->s)[row->at + (uint32_t)key];
    bool segment = row->holds == CARC_HOLDS_SEGMENT;
    out->tile = (int16_t)(segment ? (place - 1) / CARC_MAX_SEGMENTS : place - 1);
    if (segment && place > 0) out->segment = (int16_t)((place - 1) % CARC_MAX_SEGMENTS);
    if (place <= 0) out->tile = NONE;
  } else {
    out->x = l->x;
    out->y = l->y;
    out->tile = (int16_t)carc_state_tile_at(q->d, q->s, l->x, l->y);
    out->segment = l->segment;
    out->is = out->tile >= 0 ? THINGS_TILES : THINGS_CELLS;
    return true;
  }
  return out->tile >= 0 && out->tile < q->s->n_tiles;
}

void carc_find_tiles_near (const query *q, const selector *f, tiles_near *out) {
  bool by_attribute =
           (f->given & GIVES_ATTRIBUTES) != 0 && f->printed == 0 && (q->s->ever_flipped & f->attributes) == 0,
       by_kind = (f->given & GIVES_KINDS) != 0 && (f->kinds & ~RARE_KINDS) == 0;
  out->known = false;
  out->bearing = q->d->selects && (by_attribute || by_kind);
  for (int i = f->first_link; i != NONE; i = q->pool->links[i].next) {
    const relation_link *l = &q->pool->links[i];
    thing there;
    int x, y;
    bool close =
        l->relation == RELATION_AT || l->relation == RELATION_AROUND || l->relation == RELATION_BESIDE;
    if (!close || l->reference >= REF_FILTER) continue;
    out->known = true;
    out->bearing = false;
    out->n = 0;
    if (!find_reference(q, l, &there) || !carc_place_of(q, &there, &x, &y)) return;
    if (l->relation == RELATION_AT) {
      if (there.tile >= 0) out->tiles[out->n++] = there.tile;
      return;
    }
    out->n = carc_find_near(q->d, q->s, position_of(x, y),
                            l->relation == RELATION_BESIDE ? NEAR_BESIDE : NEAR_AND_HERE, out->tiles);
    return;
  }
}

/* ---- What has been seen ----------------------------------------------------------------------------------------------- */

static bool has_seen (const query *q, const selector *f) {
  if ((f->given & GIVES_ATTRIBUTES) == 0 || f->printed != 0) return true;
  return ((q->s->seen & f->tile_attributes) | (q->s->seen_segments & f->attributes)) != 0;
}

/* Whether a link may hold for anything. */
static bool may_hold (const query *q, const relation_link *l) {
  if (l->relation == RELATION_LACKS || l->relation == RELATION_EXCEPT || l->relation == RELATION_ANY)
    return true;
  if (l->reference < REF_FILTER) return true;
  const selector *of = &q->pool->selectors[l->number];
  bool none_will_do = l->reference == REF_SELECTOR && (of->least.slot != NONE || of->least.value <= 0);
  return none_will_do || carc_may_find(q, l->number);
}

/* Games in which no script looks at tiles as they are put down keep no account of what has been seen. */
bool carc_may_find (const query *q, int selector_number) {
  const selector *f = &q->pool->selectors[selector_number];
  if (f->impossible) return false;
  if (q->d->unscripted) return true;
  if (!has_seen(q, f)) return false;
  for (int i = f->first_link; i != NONE; i = q->pool->links[i].next)
    if (!may_hold(q, &q->pool->links[i])) return false;
  return true;
}

/* ---- Filters of what lies near ----------------------------------------------------------------------------------------- */

static bool tile_passes (query *q, int filter, int tile) {
  thing t = carc_tile_thing(q->d, q->s, tile);
  t.player = (int8_t)q->actor;
  return carc_passes(q, filter, &t);
}

static bool near_passes (query *q, const relation_link *l, const thing *t) {
  int x, y, near[MOST_NEAR];
  if (!carc_place_of(q, t, &x, &y)) return false;
  int n = carc_find_near(q->d, q->s, position_of(x, y),
                         l->relation == RELATION_BESIDE ? NEAR_BESIDE : NEAR_AND_HERE, near);
  for (int i = 0; i < n; i++)
    if (tile_passes(q, l->number, near[i])) return true;
  return false;
}

static bool line_passes (query *q, const selector *f, const relation_link *l, const thing *t) {
  for (int n = 0; n < q->s->n_tiles; n++) {
    thing other = carc_tile_thing(q->d, q->s, n);
    if (lies_in_line(q, f, t, &other) && tile_passes(q, l->number, n)) return true;
  }
  return false;
}

static bool feature_passes (query *q, const relation_link *l, const thing *t) {
  if (t->tile < 0) return false;
  for (int i = 0; i < type_of(q->d, q->s, t->tile)->segments; i++) {
    thing feature = carc_feature_thing(q->s, t->tile, i);
    feature.player = (int8_t)q->actor;
    if ((t->segment < 0 || t->segment == i) && carc_passes(q, l->number, &feature)) return true;
  }
  return false;
}

/* Whether a feature on the other side of the border passes. */
static bool border_passes (query *q, const relation_link *l, const thing *t) {
  for (int n = 0; n < q->s->n_tiles; n++) {
    const tile_type *type = type_of(q->d, q->s, n);
    for (int i = 0; i < type->segments; i++) {
      thing other = carc_feature_thing(q->s, n, i);
      bool may = type->kind[i] == CARC_CITY || type->kind[i] == CARC_FIELD;
      other.player = (int8_t)q->actor;
      if (may && carc_passes(q, l->number, &other) && lies_on_border(q, t, &other)) return true;
    }
  }
  return false;
}

static bool meets_filter (query *q, const selector *f, const relation_link *l, const thing *t) {
  switch (l->relation) {
    case RELATION_AT: return t->tile >= 0 && tile_passes(q, l->number, t->tile);
    case RELATION_FEATURE: return feature_passes(q, l, t);
    case RELATION_LINE: return line_passes(q, f, l, t);
    case RELATION_BORDERS: return border_passes(q, l, t);
    default: return near_passes(q, l, t);
  }
}

/* ---- All of it ------------------------------------------------------------------------------------------------------------ */

bool carc_is_related (query *q, const selector *f, const relation_link *l, const thing *t) {
  thing other;
  switch (l->relation) {
    case RELATION_EXCEPT: return !carc_passes(q, l->number, t);
    case RELATION_ALL: return carc_passes(q, l->number, t);
    case RELATION_IF: return carc_holds(q, l->number);
    default: break;
  }
  if (l->reference == REF_SELECTOR) return meets_selector(q, f, l, t);
  if (l->reference == REF_FILTER) return meets_filter(q, f, l, t);
  return find_reference(q, l, &other) && lies(q, f, l->relation, t, &other);
}
