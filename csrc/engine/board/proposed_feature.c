/* proposed_feature.c: computes the features of a tile that may be placed. */
#include "board/proposed_feature.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/state.h"

/* Part of an edge, at which a segment of the tile meets a feature on the board. */
typedef struct contact {
  int segment, feature_id;
  bool joins;      /* the segment joins the feature */
  bool ends_own;   /* an open edge of the segment closes */
  bool ends_other; /* an open edge of the feature closes */
} contact;

enum { MAX_CONTACTS = CARC_PORTS };

static bool joins_at (const carc_definition *d, const carc_state *s, int lie, int n, int side, int third) {
  const tile_type *own = &d->type[lie / SIDES], *other = type_of(d, s, n);
  const rotated_tile *l = &d->lying[lie], *facing = &d->lying[const_lie_of(d, s)[n]];
  int back = (side + 2) % SIDES;
  if (own->wild || other->wild || edge_at(l->edges, side) != edge_at(facing->edges, back)) return false;
  return own->kind[segment_on(l, side, third)] == other->kind[segment_on(facing, back, 2 - third)];
}

/* Adds the contacts on a side, where tile n lies. */
static int add_contacts (const carc_definition *d, const carc_state *s, int lie, int n, int side,
                         contact *out) {
  const rotated_tile *l = &d->lying[lie], *facing = &d->lying[const_lie_of(d, s)[n]];
  int back = (side + 2) % SIDES, count = 0;
  for (int third = 0; third < 3; third++) {
    int own = segment_on(l, side, third), other = segment_on(facing, back, 2 - third);
    out[count++] =
        (contact){.segment = own,
                  .feature_id = other == NO_SEGMENT ? NO_FEATURE : feature_at(d, s, n, other),
                  .joins = own != NO_SEGMENT && other != NO_SEGMENT && joins_at(d, s, lie, n, side, third),
                  .ends_own = own != NO_SEGMENT && meets_alone(l, side, third),
                  .ends_other = other != NO_SEGMENT && meets_alone(facing, back, 2 - third)};
  }
  return count;
}

/* The segments of the tile, and the features on the board, that would be one feature. */
typedef struct future_feature {
  unsigned segments;
  int n, ids[MAX_CONTACTS];
} future_feature;

static bool has_id (const future_feature *f, int id) {
  int i = 0;
  while (i < f->n && f->ids[i] != id) i++;
  return i < f->n;
}

/* Adds what joins the feature directly. Returns whether anything was added. */
static bool grow (future_feature *f, const contact *contacts, int n) {
  bool grew = false;
  for (int i = 0; i < n; i++) {
    const contact *c = &contacts[i];
    if (!c->joins) continue;
    bool own = f->segments >> c->segment & 1, other = has_id(f, c->feature_id);
    if (own && !other) f->ids[f->n++] = c->feature_id;
    if (other && !own) f->segments |= 1u << c->segment;
    grew |= own != other;
  }
  return grew;
}

/* Number of tiles on the board that have a segment of the feature. */
static int count_joined_tiles (const carc_definition *d, const carc_state *s, const future_feature *f,
                               bool is_field) {
  if (f->n == 0) return 0;
  if (f->n == 1 && !is_field) return tiles_of(&const_features_of(d, s)[f->ids[0]]);
  int count = 0;
  for (int n = 0; n < s->n_tiles; n++) {
    int i = 0, segments = type_of(d, s, n)->segments;
    while (i < segments && !has_id(f, feature_at(d, s, n, i))) i++;
    count += i < segments;
  }
  return count;
}

static int count_open (const carc_definition *d, const carc_state *s, const tile_type *t,
                       const future_feature *f, const contact *contacts, int n) {
  int open = 0;
  for (unsigned left = f->segments; left != 0; left &= left - 1)
    open += open_of(&(feature_totals){0, t->brings[lowest_bit(left)]});
  for (int i = 0; i < f->n; i++) open += open_of(&const_features_of(d, s)[f->ids[i]]);
  for (int i = 0; i < n; i++) {
    open -= contacts[i].ends_own && (f->segments >> contacts[i].segment & 1) != 0;
    open -= contacts[i].ends_other && has_id(f, contacts[i].feature_id);
  }
  return open;
}

proposed_feature carcB_propose_feature (const carc_definition *d, const carc_state *s, proposed_tile t,
                                        int segment) {
  const tile_type *type = &d->type[t.lie / SIDES];
  contact contacts[MAX_CONTACTS];
  future_feature f = {.segments = 1u << segment};
  int n = 0;
  for (int side = 0; side < SIDES; side++) {
    int other = carcB_find_tile_at(d, s, beside(t.at, side));
    if (other >= 0) n += add_contacts(d, s, t.lie, other, side, contacts + n);
  }
  while (grow(&f, contacts, n)) continue;
  return (proposed_feature){.tiles = 1 + count_joined_tiles(d, s, &f, type->kind[segment] == CARC_KIND_FIELD),
                            .open = count_open(d, s, type, &f, contacts, n)};
}
