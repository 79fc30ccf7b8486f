/*
** selector.c: adds selectors and their rows to a pool.
*/
#include "model/selector.h"
#include "carcassonne.h"

bool carcM_finds_deployments (const selector *f) {
  return f->finds == ITEM_SEGMENTS && (f->can_deploy.what != DEPLOYS_NOTHING);
}

int carcM_add_selector (selector_pool *pool, item_kind of) {
  static const row_chain none = {CARC_NONE, CARC_NONE};
  if (pool->n_selectors == pool->room_selectors) return CARC_NONE;
  pool->selectors[pool->n_selectors] = (selector){.finds = (uint8_t)of,
                                                  .key = CARC_NONE,
                                                  .links = none,
                                                  .id = none,
                                                  .variable = none,
                                                  .token = none,
                                                  .can_place = CARC_NONE,
                                                  .highest = CARC_NONE,
                                                  .within = {.most = {0, CARC_NONE}},
                                                  .as_far_as = CARC_NONE,
                                                  .min = {1, CARC_NONE},
                                                  .max = {INT32_MAX, CARC_NONE}};
  return pool->n_selectors++;
}

variable_test *carcM_add_test (selector_pool *pool, row_chain *to) {
  if (pool->n_tests == pool->room_tests) return NULL;
  int16_t i = pool->n_tests++;
  *(to->last == CARC_NONE ? &to->first : &pool->tests[to->last].next) = i;
  to->last = i;
  pool->tests[i] = (variable_test){.variable = CARC_NONE,
                                   .next = CARC_NONE,
                                   .low = {INT32_MIN, CARC_NONE},
                                   .high = {INT32_MAX, CARC_NONE}};
  return &pool->tests[i];
}

relation_link *carcM_add_link (selector_pool *pool, row_chain *to, relation how) {
  if (pool->n_links == pool->room_links) return NULL;
  int16_t i = pool->n_links++;
  *(to->last == CARC_NONE ? &to->first : &pool->links[to->last].next) = i;
  to->last = i;
  pool->links[i] =
      (relation_link){.relation = (uint8_t)how, .next = CARC_NONE, .number = CARC_NONE, .segment = CARC_NONE};
  return &pool->links[i];
}

/*
** Estimated cost of evaluating a link of an item. A search costs far more than a comparison. If a
** filter has other tests, few items reach its links.
*/
static int effort_of (const selector_pool *pool, const relation_link *l) {
  enum { SEARCH = 100, FEW = 10 };
  if (l->reference < REF_FILTER) return 1;
  const selector *to = &pool->selectors[l->number];
  int links = 0;
  for (int i = to->links.first; i != CARC_NONE; i = pool->links[i].next)
    links += effort_of(pool, &pool->links[i]);
  if (l->reference == REF_SELECTOR) return SEARCH + links;
  return 1 + ((to->given & GIVES_TESTS) != 0 ? links / FEW : links);
}

void carcM_sort_links_by_cost (selector_pool *pool, int of) {
  row_chain *links = &pool->selectors[of].links;
  int16_t sorted = CARC_NONE;
  for (int16_t i = links->first, next; i != CARC_NONE; i = next) {
    int effort = effort_of(pool, &pool->links[i]);
    int16_t *at = &sorted;
    while (*at != CARC_NONE && effort_of(pool, &pool->links[*at]) <= effort) at = &pool->links[*at].next;
    next = pool->links[i].next;
    pool->links[i].next = *at;
    *at = i;
    if (pool->links[i].next == CARC_NONE) links->last = i;
  }
  links->first = sorted;
}

int carcM_add_disjunction (selector_pool *pool, int one, int other) {
  int of = carcM_add_selector(pool, ITEM_FILTER);
  if (of != CARC_NONE) {
    pool->selectors[of].script = pool->selectors[other].script;
    pool->selectors[of].key = pool->selectors[other].key;
  }
  for (int i = 0; of != CARC_NONE && i < 2; i++) {
    relation_link *l = carcM_add_link(pool, &pool->selectors[of].links, RELATION_any);
    if (l == NULL) return CARC_NONE;
    l->reference = REF_FILTER;
    l->number = (int16_t)(i == 0 ? one : other);
  }
  return of;
}

enum { ALL_SEGMENTS = (1 << CARC_MAX_SEGMENTS) - 1 };

static unsigned of_kinds (const selector *f, const tile_type *t) {
  unsigned segments = 0;
  for (int k = 0; k < CARC_KIND_COUNT; k++)
    if (f->kind >> k & 1) segments |= t->of_kind[k];
  return segments;
}

bool carcM_has_printed_mark (const selector *f, const tile_type *t, int segment) {
  unsigned pennant = (unsigned)(t->pennants[segment] > 0) << PRINTED_PENNANT,
           good = t->good[segment] > 0 ? 1u << t->good[segment] : 0;
  return ((pennant | good) & f->attribute.printed) != 0; /* goods come after pennants */
}

static unsigned that_bear (const selector *f, const tile_type *t) {
  unsigned segments = 0;
  if ((t->tile_attributes & f->attribute.of_tiles) != 0) return ALL_SEGMENTS;
  for (int i = 0; i < t->segments; i++)
    segments |=
        (unsigned)((t->attributes[i] & f->attribute.of_segments) != 0 || carcM_has_printed_mark(f, t, i))
        << i;
  return segments;
}

unsigned carcM_match_printed (const selector *f, const tile_type *t) {
  unsigned kinds = f->given & GIVES_kind ? of_kinds(f, t) : ALL_SEGMENTS,
           bear = f->given & GIVES_attribute ? that_bear(f, t) : ALL_SEGMENTS;
  switch (f->finds) {
    case ITEM_FEATURES: return kinds;
    case ITEM_SEGMENTS:
    case ITEM_PIECES: return kinds & bear;
    default: return kinds != 0 && bear != 0 ? ALL_SEGMENTS : 0;
  }
}

unsigned carcM_match_printed_segments (const selector *f, const tile_type *t) {
  selector segments = *f;
  segments.finds = ITEM_SEGMENTS;
  return carcM_match_printed(&segments, t);
}
