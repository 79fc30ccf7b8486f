/* bag.c: draws tiles from the bag, and holds tiles back. */
#include "board/bag.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/start_position.h"
#include "board/state.h"

void carcB_add_to_bag (const carc_definition *d, carc_state *s, int type) {
  put_in_order(bag_of(d, s), &s->n_bag, type);
}

/* Removes a tile of this type from a heap; false if the heap has no such tile. */
static bool take_from (uint16_t *heap, uint16_t *n, int type) {
  int i = find_type(heap, *n, type);
  if (i < 0) return false;
  remove_at(heap, *n, i);
  --*n;
  return true;
}

bool carcB_take_tile (const carc_definition *d, carc_state *s, int type) {
  return take_from(aside_of(d, s), &s->n_aside, type) || take_from(bag_of(d, s), &s->n_bag, type);
}

/* ---- Tiles held back, and groups ------------------------------------------------------------- */

/*
** Whether a tile is held back. A tile is released as soon as one of its attributes was shuffled in.
*/
static bool is_implied (const carc_definition *d, int type, attribute_set released) {
  attribute_set attributes = d->type[type].tile_attributes;
  return (attributes & d->held) != 0 && (attributes & released) == 0;
}

/* The draw group of a type. Types without a group are in the last one. */
static int group_of (const carc_definition *d, int type) {
  int group = 0;
  while (group < d->n_groups && (d->type[type].tile_attributes >> d->group[group] & 1) == 0) group++;
  return group;
}

void carcB_fill_bag (const carc_definition *d, carc_state *s) {
  if (d->n_groups > 0) grouping_of(d, s)->released = d->position->shuffled;
  for (int t = 0; t < d->n_types; t++) {
    bool aside = is_implied(d, t, d->position->shuffled) || group_of(d, t) > 0;
    int starting = 0;
    for (int i = 0; i < d->position->n_starts; i++) starting += d->position->start[i].type == t;
    for (int k = 0; k < d->type[t].count; k++) {
      if (aside && k >= starting)
        aside_of(d, s)[s->n_aside++] = (uint16_t)t;
      else
        bag_of(d, s)[s->n_bag++] = (uint16_t)t;
    }
  }
}

/*
** Moves into the bag those tiles that can now be drawn. If `attributes` is not 0, moves only tiles
** that have one of these attributes.
*/
static void move_in (const carc_definition *d, carc_state *s, attribute_set attributes,
                     attribute_set released, int group) {
  for (int i = s->n_aside - 1; i >= 0; i--) {
    int type = aside_of(d, s)[i];
    if ((d->type[type].tile_attributes & attributes) != attributes || is_implied(d, type, released) ||
        group_of(d, type) > group)
      continue;
    remove_at(aside_of(d, s), s->n_aside--, i);
    carcB_add_to_bag(d, s, type);
  }
}

NOINLINE static bool open_next_group (const carc_definition *d, carc_state *s) {
  draw_groups *g = grouping_of(d, s);
  while (s->n_bag == 0 && (int)g->now < d->n_groups) move_in(d, s, 0, g->released, (int)++g->now);
  return s->n_bag > 0;
}

bool carcB_has_tile_to_draw (const carc_definition *d, carc_state *s) {
  return LIKELY(s->n_bag > 0) || (d->n_groups > 0 && open_next_group(d, s));
}

static bool any_asked (const carc_definition *d, const uint16_t *heap, int n) {
  for (int i = 0; i < n; i++)
    if (d->type[heap[i]].asked) return true;
  return false;
}

bool carcB_has_asked_tile_to_draw (const carc_definition *d, const carc_state *s) {
  if (d->n_reserves > 0 || any_asked(d, const_bag_of(d, s), s->n_bag)) return true;
  return d->n_groups > 0 && any_asked(d, const_aside_of(d, s), s->n_aside);
}

void carcB_shuffle_in (const carc_definition *d, carc_state *s, int tile_attribute) {
  attribute_set attribute = (attribute_set)1 << tile_attribute;
  if (d->n_groups == 0) {
    move_in(d, s, attribute, attribute, 0);
    return;
  }
  draw_groups *g = grouping_of(d, s);
  g->released |= attribute;
  move_in(d, s, attribute, g->released, (int)g->now);
}

void carcB_hold_back (const carc_definition *d, carc_state *s, int tile_attribute) {
  for (int i = s->n_bag - 1; i >= 0; i--) {
    int type = bag_of(d, s)[i];
    if ((d->type[type].tile_attributes >> tile_attribute & 1) == 0) continue;
    remove_at(bag_of(d, s), s->n_bag--, i);
    put_in_order(aside_of(d, s), &s->n_aside, type);
  }
  if (d->n_groups > 0) grouping_of(d, s)->released &= ~((attribute_set)1 << tile_attribute);
}
