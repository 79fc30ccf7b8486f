/*
** select.c: going through things, and asking each whether it passes.
*/
#include "script/select.h"
#include "carcassonne.h"
#include "base/port.h"
#include "define/definition.h"
#include "define/selector.h"
#include "define/tile.h"
#include "script/lie.h"
#include "script/takes.h"
#include "script/thing.h"
#include "table/board.h"
#include "table/ends.h"
#include "table/feature.h"
#include "table/state.h"
#include "table/tokens.h"

query carc_query (const carc_definition *d, const carc_state *s, const selector_pool *pool, listed *lists) {
  query q = {.d = d, .s = s, .pool = pool, .actor = s->turn, .asked = asked_player(s), .lists = lists};
  q.this = s->n_tiles > 0 ? tile_thing(d, s, s->n_tiles - 1) : no_thing(THINGS_TILES);
  q.this.player = (int8_t)s->turn;
  return q;
}

void carc_ask_about (query *q, const thing *this) {
  q->this = *this;
  q->n_lists = 0;
}

typedef struct inside {
  const query *q;
  const thing *outer;
  visitor visit;
  void *ud;
} inside;

static bool visit_inside (void *ud, const thing *t) {
  const inside *w = ud;
  return !carc_lies(w->q, NULL, RELATION_has, w->outer, t) || w->visit(w->ud, t);
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
  c->n += carc_lies(c->q, c->f, c->l->relation, c->t, other);
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
                      (of->given & GIVES_attribute) != 0 && of->attribute.of_tiles == 0 &&
                      of->attribute.printed == 0;
  attribute_set odd = q->d->words.inverted | q->d->words.local;
  if (!by_attribute || (of->attribute.of_segments & odd) != 0 || t->tile < 0 || t->segment < 0) return true;
  return carc_feature_bears(q, of, carc_feature_of_thing(q, t));
}

/* The selector is counted against its own `least` and `most`; `lacks` is none. */
static bool meets_selector (query *q, const selector *f, const relation_link *l, const thing *t) {
  const selector *of = &q->pool->selectors[l->number];
  bool needs_one = of->least.slot == NONE && of->least.value > 0;
  if (l->relation == RELATION_feature && needs_one && !may_share(q, of, t)) return false;
  int least = carc_bound_value(q, of->least), most = carc_bound_value(q, of->most);
  counting c = {q, f, l, t, 0, most == INT32_MAX ? (least > 0 ? least : 1) : most + 1};
  int n = count_related(&c);
  bool met = n >= least && n <= most;
  return l->relation == RELATION_lacks ? !met : met;
}

/* The tiles to which a search is confined: those near a place that a link names (`known`), or those that stand out. */
typedef struct tiles_near {
  bool known, bearing;
  int by;                  /* the link, if all that lies on these tiles is so near; or NONE */
  int n, tiles[MOST_NEAR]; /* in their order */
  int at;                  /* how far the search is among those */
} tiles_near;

static void find_tiles_near (const query *q, const selector *f, tiles_near *out) {
  enum {
    BY_TILES = OF_THINGS(TILES) | OF_THINGS(SEGMENTS) | OF_THINGS(CORNERS) | OF_THINGS(AXES) | OF_THINGS(ENDS)
  };
  out->known = out->bearing = false;
  out->by = NONE;
  if ((BY_TILES >> f->things & 1) == 0) return;
  bool by_attribute = (f->given & GIVES_attribute) != 0 && f->attribute.printed == 0 &&
                      (q->s->ever_flipped & f->attribute.of_segments) == 0,
       by_kind = (f->given & GIVES_kind) != 0 && (f->kind & COMMON_KINDS) == 0;
  out->bearing = q->d->selects && (by_attribute || by_kind);
  for (int i = f->links.first; i != NONE; i = q->pool->links[i].next) {
    const relation_link *l = &q->pool->links[i];
    thing there;
    int x, y;
    bool close =
        l->relation == RELATION_at || l->relation == RELATION_around || l->relation == RELATION_beside;
    if (!close || l->reference >= REF_AREA) continue; /* which may be many places */
    bool found = carc_find_reference(q, l, &there);
    if (found && there.is == THINGS_FEATURES) continue; /* it may lie on many tiles */
    out->known = true;
    out->bearing = false;
    out->n = 0;
    if (!found || !carc_place_of(q, &there, &x, &y)) return;
    if (l->relation == RELATION_at) {
      if (there.tile >= 0) out->tiles[out->n++] = there.tile;
      if (there.segment < 0) out->by = i;
      return;
    }
    out->by = i;
    out->n = carc_find_tiles_near(q, x, y, l->relation == RELATION_beside ? NEAR_BESIDE : NEAR_AND_HERE,
                                  out->tiles);
    return;
  }
}

/* ---- What has been seen ----------------------------------------------------------------------------------------------- */

static bool has_seen (const query *q, const selector *f) {
  if ((f->given & GIVES_attribute) == 0 || f->attribute.printed != 0) return true;
  return ((q->s->seen & f->attribute.of_tiles) | (q->s->seen_segments & f->attribute.of_segments)) != 0;
}

static bool may_find (const query *q, int selector_number);

/* Whether a link may hold for anything. */
static bool may_hold (const query *q, const relation_link *l) {
  if (l->relation == RELATION_lacks || l->relation == RELATION_except || l->relation == RELATION_any)
    return true;
  if (l->reference < REF_FILTER) return true;
  const selector *of = &q->pool->selectors[l->number];
  bool none_will_do = l->reference == REF_SELECTOR && (of->least.slot != NONE || of->least.value <= 0);
  return none_will_do || may_find(q, l->number);
}

/* Games in which no script looks at tiles as they are put down keep no account of what has been seen. */
static bool may_find (const query *q, int selector_number) {
  const selector *f = &q->pool->selectors[selector_number];
  if (f->impossible) return false;
  if (q->d->unscripted) return true;
  if (!has_seen(q, f)) return false;
  for (int i = f->links.first; i != NONE; i = q->pool->links[i].next)
    if (!may_hold(q, &q->pool->links[i])) return false;
  return true;
}

/* ---- Filters of what lies near ----------------------------------------------------------------------------------------- */

static bool tile_passes (query *q, int filter, int tile) {
  thing t = tile_thing(q->d, q->s, tile);
  t.player = (int8_t)q->actor;
  return carc_passes(q, filter, &t);
}

static bool near_passes (query *q, const relation_link *l, const thing *t) {
  int x, y, near[MOST_NEAR];
  if (!carc_place_of(q, t, &x, &y)) return false;
  int n = carc_find_tiles_near(q, x, y, l->relation == RELATION_beside ? NEAR_BESIDE : NEAR_AND_HERE, near);
  for (int i = 0; i < n; i++)
    if (tile_passes(q, l->number, near[i])) return true;
  return false;
}

static bool line_passes (query *q, const selector *f, const relation_link *l, const thing *t) {
  for (int n = 0; n < q->s->n_tiles; n++)
    if (carc_is_in_line(q, f, t, n) && tile_passes(q, l->number, n)) return true;
  return false;
}

static bool feature_passes (query *q, const relation_link *l, const thing *t) {
  if (t->tile < 0) return false;
  for (int i = 0; i < type_of(q->d, q->s, t->tile)->segments; i++) {
    thing feature = feature_thing(q->s, t->tile, i);
    feature.player = (int8_t)q->actor;
    if ((t->segment < 0 || t->segment == i) && carc_passes(q, l->number, &feature)) return true;
  }
  return false;
}

static bool any_passes (query *q, const relation_link *l, thing *features, int n) {
  for (int i = 0; i < n; i++) {
    features[i].player = (int8_t)q->actor;
    if (carc_passes(q, l->number, &features[i])) return true;
  }
  return false;
}

/* Whether a feature on the other side of the border passes. */
static bool border_passes (query *q, const relation_link *l, const thing *t) {
  thing over[MOST_BORDERS];
  return any_passes(q, l, over, carc_find_over_border(q, t, over));
}

/* Whether one that an end runs into does. */
static bool into_passes (query *q, const relation_link *l, const thing *t) {
  thing into[CARC_MAX_SEGMENTS];
  return any_passes(q, l, into, carc_find_into(q, t, into));
}

/* Whether a tile passes that lies to the thing so; a feature lies on several. */
static bool any_tile_passes (query *q, const selector *f, const relation_link *l, const thing *t) {
  for (int n = 0; n < q->s->n_tiles; n++) {
    thing other = tile_thing(q->d, q->s, n);
    if (carc_lies(q, f, l->relation, t, &other) && tile_passes(q, l->number, n)) return true;
  }
  return false;
}

static bool meets_filter (query *q, const selector *f, const relation_link *l, const thing *t) {
  bool places =
      l->relation == RELATION_at || l->relation == RELATION_around || l->relation == RELATION_beside;
  if (places && t->is == THINGS_FEATURES) return any_tile_passes(q, f, l, t);
  switch (l->relation) {
    case RELATION_at: return t->tile >= 0 && tile_passes(q, l->number, t->tile);
    case RELATION_feature: return feature_passes(q, l, t);
    case RELATION_line: return line_passes(q, f, l, t);
    case RELATION_borders: return border_passes(q, l, t);
    case RELATION_into: return into_passes(q, l, t);
    default: return near_passes(q, l, t);
  }
}

/* ---- All of it ------------------------------------------------------------------------------------------------------------ */

static bool is_related (query *q, const selector *f, const relation_link *l, const thing *t) {
  thing other;
  switch (l->relation) {
    case RELATION_except: return !carc_passes(q, l->number, t);
    case RELATION_all: return carc_passes(q, l->number, t);
    case RELATION_if: return carc_holds(q, l->number);
    default: break;
  }
  if (l->reference == REF_AREA) return carc_lies_to_area(q, f, l, t);
  if (l->reference == REF_SELECTOR) return meets_selector(q, f, l, t);
  if (l->reference == REF_FILTER) return meets_filter(q, f, l, t);
  return carc_find_reference(q, l, &other) && carc_lies(q, f, l->relation, t, &other);
}

static bool player_passes (query *q, int filter, int player) {
  thing p = no_thing(THINGS_PLAYERS);
  p.player = (int8_t)player;
  return player >= 0 && carc_passes(q, filter, &p);
}

/* All links but one that is known to hold, or NONE. */
static bool meets_links (query *q, const selector *f, int held, const thing *t) {
  bool any_there = false, any_met = false;
  for (int i = f->links.first; i != NONE; i = q->pool->links[i].next) {
    const relation_link *l = &q->pool->links[i];
    if (i == held) continue;
    if (l->relation == RELATION_any) {
      any_there = true;
      any_met = any_met || carc_passes(q, l->number, t);
    } else if (!is_related(q, f, l, t)) {
      return false;
    }
  }
  return any_met || !any_there;
}

static bool is_blocked_for (const query *outer, const thing *deployment);

/* Whether some of the pieces that a filter says could go onto the segment, of the thing's player. */
static bool takes_some (query *q, const selector *f, thing t) {
  if (t.tile < 0 || t.segment < 0 || t.player < 0 || t.player >= q->d->players) return false;
  piece_set left = carc_fitting_pieces(q, f, &t, carc_pieces_in_hand(q, f, t.player));
  for (; left != 0; left &= left - 1) {
    t.piece = (int8_t)lowest_bit(left);
    if (!is_blocked_for(q, &t)) return true;
  }
  return false;
}

/* Whether a thing passes of which it is known that all but these keys hold, and one link. */
static bool passes_rest (query *q, const selector *f, unsigned given, int held, const thing *t) {
  thing taking;
  if (f->things == THINGS_FILTER &&
      f->takes.what != TAKES_NOTHING) { /* it is about whose piece could go there */
    taking = *t;
    taking.player = (int8_t)carc_taker(q, f);
    if (!takes_some(q, f, taking)) return false;
    t = &taking;
  }
  if (f->impossible || !carc_is_such(q, f, given, t)) return false;
  if (f->player.is == WHOSE_FILTER && !player_passes(q, f->player.number, t->player)) return false;
  return f->links.first == NONE || meets_links(q, f, held, t);
}

bool carc_passes (query *q, int selector_number, const thing *t) {
  const selector *f = &q->pool->selectors[selector_number];
  return passes_rest(q, f, f->given, NONE, t);
}

/* ---- Going through ------------------------------------------------------------------------------------------------------ */

typedef struct search {
  query *q;
  const selector *f;
  visitor visit;
  void *ud;
  unsigned given;  /* of the keys those that are still to be asked of what is tried */
  bool as_printed; /* what tiles bear is what is printed on them */
  tiles_near *near;
  bool sure;         /* whatever is tried passes: nothing is left to be asked */
  piece_set in_hand; /* of those that it takes */
  int actor;         /* whose things are found: whoever acts, or the player who is named beside `takes` */
} search;

/* Visits what takes pieces, where offers are made once for each piece. */
static bool visit_with_pieces (const search *w, const thing *t) {
  piece_set left = carc_fitting_pieces(w->q, w->f, t, w->in_hand);
  bool on = true;
  for (; left != 0 && on; left &= left - 1) {
    thing taking = *t;
    taking.piece = (int8_t)lowest_bit(left);
    if (is_blocked_for(w->q, &taking)) continue;
    on = w->visit(w->ud, &taking);
    if (!w->q->each_piece) break;
  }
  return on;
}

/* A spot takes pieces only where kinds are said. */
static bool is_left_out (const search *w, const thing *t) {
  return t->is == THINGS_SEGMENTS && (w->f->given & GIVES_kind) == 0 &&
         type_of(w->q->d, w->q->s, t->tile)->kind[t->segment] == CARC_SPOT;
}

static bool try_thing (const search *w, const thing *t) {
  if (!w->sure && !passes_rest(w->q, w->f, w->given, w->near->by, t)) return true;
  if (w->f->takes.what == TAKES_NOTHING || w->f->takes.what == TAKES_TILE) return w->visit(w->ud, t);
  if (t->is == THINGS_AXES) return !carc_span_fits(w->q, t, w->in_hand) || w->visit(w->ud, t);
  return is_left_out(w, t) || visit_with_pieces(w, t);
}

static bool find_players (search *w) {
  const query *q = w->q;
  for (int i = 0, player = w->actor; i < q->d->players; i++, player = (player + 1) % q->d->players) {
    thing t = no_thing(THINGS_PLAYERS);
    t.player = (int8_t)player;
    if ((q->s->absent >> player & 1) == 0 && !try_thing(w, &t)) return false;
  }
  return true;
}

/* What print says of all things of this kind need not be asked of each. */
static void leave_to_print (search *w) {
  static const uint32_t said[THINGS_COUNT] = {[THINGS_TILES] = GIVES_kind | GIVES_attribute,
                                              [THINGS_SEGMENTS] = GIVES_kind | GIVES_attribute,
                                              [THINGS_PIECES] = GIVES_kind | GIVES_attribute,
                                              [THINGS_FEATURES] = GIVES_kind};
  w->as_printed = (w->q->s->ever_flipped & w->f->attribute.of_segments) == 0;
  if (!w->as_printed) return;
  w->given &= ~(unsigned)said[w->f->things];
  if (w->f->printed_on != NULL) w->given &= ~(unsigned)GIVES_id;
}

/* The segments of a tile that may be looked for, as bits; all or none where it is the tile. */
static unsigned found_on (const search *w, int tile) {
  const carc_definition *d = w->q->d;
  int type = const_lie_of(d, w->q->s)[tile] >> 2;
  if (w->as_printed && w->f->printed_on != NULL) return w->f->printed_on[type];
  unsigned all = all_segments(&d->type[type]);
  return w->as_printed ? carc_printed_on(w->f, &d->type[type]) & all : all;
}

static int tile_behind (const query *q, tiles_near *near, int last) {
  int at = near->at = last < 0 ? 0 : near->at + 1;
  if (near->known) return at < near->n ? near->tiles[at] : -1;
  if (near->bearing) return at < q->s->n_bearing ? const_bearing_of(q->d, q->s)[at] : -1;
  return at < q->s->n_tiles ? at : -1;
}

static bool find_tiles (search *w) {
  const query *q = w->q;
  for (int n = tile_behind(q, w->near, -1); n >= 0; n = tile_behind(q, w->near, n)) {
    if (found_on(w, n) == 0) continue;
    thing t = tile_thing(q->d, q->s, n);
    t.player = (int8_t)w->actor;
    if (!try_thing(w, &t)) return false;
  }
  return true;
}

static bool find_segments (search *w) {
  const query *q = w->q;
  for (int n = tile_behind(q, w->near, -1); n >= 0; n = tile_behind(q, w->near, n))
    for (unsigned left = found_on(w, n); left != 0; left &= left - 1) {
      thing t = segment_thing(q->s, n, lowest_bit(left));
      t.player = (int8_t)w->actor;
      if (!try_thing(w, &t)) return false;
    }
  return true;
}

/* Each feature at its first segment. */
static bool find_features (search *w) {
  const query *q = w->q;
  uint64_t seen[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64];
  for (uint32_t i = 0; i <= q->d->at.n_records / 64 && i < sizeof seen / sizeof *seen; i++) seen[i] = 0;
  for (int n = 0; n < q->s->n_tiles; n++)
    for (unsigned left = found_on(w, n); left != 0; left &= left - 1) {
      int i = lowest_bit(left), id = feature_at(q->d, q->s, n, i);
      if (seen[id / 64] >> (id % 64) & 1) continue;
      seen[id / 64] |= (uint64_t)1 << (id % 64);
      thing t = feature_thing(q->s, n, i);
      t.player = (int8_t)w->actor;
      if (!try_thing(w, &t)) return false;
    }
  return true;
}

/* Whether nothing is left to be asked of what the way through the things finds. */
static bool is_sure (const search *w) {
  const selector *f = w->f;
  bool sure = (w->given & GIVES_TESTS) == 0 && f->player.is != WHOSE_FILTER;
  for (int i = f->links.first; sure && i != NONE; i = w->q->pool->links[i].next) sure = i == w->near->by;
  return sure;
}

/* All but those in the supply. */
static bool find_tokens (search *w) {
  const query *q = w->q;
  const uint64_t kinds = carc_tokens_meant(w->q, w->f);
  const unsigned holders = carc_holders_meant(w->q, w->f);
  for (int k = 0; k < q->d->n_tokens; k++) {
    const token_row *row = &q->d->token[k];
    for (int i = row->first; (kinds >> k & 1) != 0 && i < row->first + row->all; i++) {
      if (carc_passes_over(w->q, row, i, holders)) continue;
      carc_token token = carc_state_token(q->d, q->s, i);
      thing t = carc_token_thing(&token);
      if (!try_thing(w, &t)) return false;
    }
  }
  return true;
}

static bool find_pieces (search *w) {
  const query *q = w->q;
  const piece_set kinds = carc_pieces_meant(w->q, w->f);
  const unsigned owners = carc_owners_meant(w->q, w->f);
  const bool by_print = (w->f->given & GIVES_PRINTED) != 0;
  w->given &= ~(unsigned)(GIVES_piece | GIVES_follower);
  if (w->f->player.is != WHOSE_MAJORITY) w->given &= ~(unsigned)GIVES_player;
  w->sure = is_sure(w);
  for (int i = 0; i < q->s->n_pieces; i++) {
    uint32_t f = const_pieces_of(q->d, q->s)[i];
    if ((kinds >> piece_kind(f) & 1) == 0 || (owners >> piece_player(f) & 1) == 0) continue;
    if (by_print && (found_on(w, piece_tile(f)) >> piece_segment(f) & 1) == 0) continue;
    thing t = no_thing(THINGS_PIECES);
    t.tile = (int16_t)piece_tile(f);
    t.segment = (int16_t)piece_segment(f);
    t.player = (int8_t)piece_player(f);
    t.piece = (int8_t)piece_kind(f);
    if (!try_thing(w, &t)) return false;
  }
  return true;
}

/* The empty cells beside the board, by y, then x. */
static bool find_cells (search *w) {
  const query *q = w->q;
  const uint16_t *at = const_cell_at_of(q->d, q->s);
  int last = -1, done = 0;
  while (done < q->s->n_cells) {
    int next = INT32_MAX, n = 0;
    for (int i = 0; i < q->s->n_cells; i++) { /* the lowest behind the last; few cells are looked for */
      int key = (y_of(q->s, at[i]) - q->s->low_y) * 512 + (x_of(q->s, at[i]) - q->s->low_x);
      if (key > last && key < next) {
        next = key;
        n = i;
      }
    }
    thing t = no_thing(THINGS_CELLS);
    t.x = (int16_t)x_of(q->s, at[n]);
    t.y = (int16_t)y_of(q->s, at[n]);
    t.player = (int8_t)w->actor;
    if (!try_thing(w, &t)) return false;
    last = next;
    done++;
  }
  return true;
}

static bool try_part (void *ud, const thing *t) { return try_thing(ud, t); }

static bool find_corners (search *w) {
  for (int n = tile_behind(w->q, w->near, -1); n >= 0; n = tile_behind(w->q, w->near, n))
    if (!carc_visit_corners(w->q, n, w->actor, try_part, w)) return false;
  return true;
}

static bool find_axes (search *w) {
  for (int n = tile_behind(w->q, w->near, -1); n >= 0; n = tile_behind(w->q, w->near, n))
    if (!carc_visit_axes(n, w->actor, try_part, w)) return false;
  return true;
}

static bool try_end (void *ud, const carc_end *end) {
  search *w = ud;
  thing t = segment_thing(w->q->s, end->tile, end->segment);
  t.is = THINGS_ENDS;
  t.number = (int16_t)end->side;
  t.player = (int8_t)w->actor;
  return try_thing(w, &t);
}

static bool find_ends (search *w) {
  const query *q = w->q;
  for (int n = tile_behind(q, w->near, -1); n >= 0; n = tile_behind(q, w->near, n))
    for (int i = 0; i < type_of(q->d, q->s, n)->segments; i++)
      if (!carc_visit_ends(q->d, q->s, n, i, try_end, w)) return false;
  return true;
}

static bool find_filter (search *w) {
  (void)w;
  return true;
}

static bool go_through (search *w) {
  static bool (*const ways[THINGS_COUNT])(search *) = {
      [THINGS_PLAYERS] = find_players,   [THINGS_TILES] = find_tiles,       [THINGS_CELLS] = find_cells,
      [THINGS_SEGMENTS] = find_segments, [THINGS_FEATURES] = find_features, [THINGS_PIECES] = find_pieces,
      [THINGS_TOKENS] = find_tokens,     [THINGS_CORNERS] = find_corners,   [THINGS_AXES] = find_axes,
      [THINGS_ENDS] = find_ends,         [THINGS_FILTER] = find_filter};
  if (w->f->takes.what == TAKES_TILE)
    return carc_visit_cells_for(w->q, w->f->takes.type, w->actor, try_part, w);
  if (w->f->takes.what != TAKES_NOTHING) w->in_hand = carc_pieces_in_hand(w->q, w->f, w->actor);
  if (w->f->takes.what != TAKES_NOTHING && w->in_hand == 0) return true;
  w->sure = is_sure(w);
  return ways[w->f->things](w);
}

/* The highest number in the slot of `top`, of what passes all else; only those that have it count, if it is above 0. */
typedef struct highest {
  const search *w;
  int value;
} highest;

static bool look_higher (void *ud, const thing *t) {
  highest *h = ud;
  bool any;
  int value = carc_slot_of_thing(h->w->q, h->w->f->top, t, &any);
  if (value > h->value) h->value = value;
  return true;
}

static bool visit_highest (void *ud, const thing *t) {
  const highest *h = ud;
  bool any;
  bool is = h->value > 0 && carc_slot_of_thing(h->w->q, h->w->f->top, t, &any) == h->value;
  return !is || h->w->visit(h->w->ud, t);
}

/* Whether a link leaves nothing to be found, as far as that is seen by a look at the tiles to which it is confined. */
static bool leaves_nothing (query *q, const relation_link *l) {
  const selector *of = &q->pool->selectors[l->number];
  if (l->reference != REF_SELECTOR || l->relation == RELATION_lacks || l->relation == RELATION_if)
    return false;
  if (of->least.slot != NONE || of->least.value <= 0) return false;
  tiles_near near;
  find_tiles_near(q, of, &near);
  if (!near.known) return false;
  const listed *list = list_found(q, l);
  return list != NULL && list->n == 0;
}

static bool may_pass_links (query *q, const selector *f) {
  for (int i = f->links.first; i != NONE; i = q->pool->links[i].next)
    if (leaves_nothing(q, &q->pool->links[i])) return false;
  return true;
}

bool carc_find (query *q, int number, visitor visit, void *ud) {
  const selector *f = &q->pool->selectors[number];
  if (!may_find(q, number) || !may_pass_links(q, f)) return true;
  tiles_near near;
  search w = {.q = q, .f = f, .visit = visit, .ud = ud, .given = f->given, .near = &near, .actor = q->actor};
  if (f->takes.what != TAKES_NOTHING) w.actor = carc_taker(q, f);
  if (w.actor < 0 || w.actor >= q->d->players) return true;
  find_tiles_near(q, f, &near);
  leave_to_print(&w);
  if (w.f->top == NONE) return go_through(&w);
  highest h = {&w, 0};
  search all = w;
  all.visit = look_higher;
  all.ud = &h;
  go_through(&all);
  all.visit = visit_highest;
  return go_through(&all);
}

typedef struct count {
  int n, up_to;
} count;

static bool count_one (void *ud, const thing *t) {
  count *c = ud;
  (void)t;
  return ++c->n < c->up_to;
}

/* How many are found, up to so many. */
static int count_things (query *q, int selector_number, int up_to) {
  count c = {0, up_to};
  if (up_to > 0) carc_find(q, selector_number, count_one, &c);
  return c.n;
}

bool carc_holds (query *q, int selector_number) {
  const selector *f = &q->pool->selectors[selector_number];
  int least = carc_bound_value(q, f->least), most = carc_bound_value(q, f->most);
  int n = count_things(q, selector_number, most == INT32_MAX ? least : most + 1);
  return n >= least && n <= most;
}

/* ---- What is blocked ------------------------------------------------------------------------------------------------------ */

static bool is_blocked (query *q, const thing *deployment) {
  q->this = *deployment;
  q->this.is = THINGS_PIECES;
  q->in_blocked = true;
  for (int i = 0; i < q->d->n_blocked; i++)
    if (carc_passes(q, q->d->blocked[i], &q->this)) return true;
  return false;
}

/* The same for a question that asks where pieces may go; one within `blocked` asks for all but that. */
static bool is_blocked_for (const query *outer, const thing *deployment) {
  listed lists[LISTS];
  if (outer->d->n_blocked == 0 || outer->in_blocked) return false;
  query q = carc_query(outer->d, outer->s, outer->d->pool, lists);
  q.call = outer->call;
  q.deciding = outer->deciding;
  return is_blocked(&q, deployment);
}

bool carc_is_blocked (call *c, const thing *deployment) {
  listed lists[LISTS];
  if (c->d->n_blocked == 0) return false;
  query q = carc_query(c->d, c->s, c->d->pool, lists);
  q.call = c;
  return is_blocked(&q, deployment);
}
