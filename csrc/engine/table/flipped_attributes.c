/*
** flipped_attributes.c: attributes that features gain or lose in play.
*/
#include "table/flipped_attributes.h"
#include "carcassonne.h"
#include "base/port.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/feature.h"
#include "table/state.h"

/* The feature's bit for an attribute, from what its segments bear. */
static void refresh_mark (const carc_definition *d, carc_state *s, int label, int mark) {
  bool inverted = d->words.inverted >> mark & 1, held = false;
  if (d->words.local >> mark & 1) return;
  for (int i = 0; i < s->n_labels; i++) {
    if (const_labels_of(d, s)[i] != label) continue;
    int tile = carc_tile_of_label(d, s, i);
    held |= (marks_borne(d, s, tile, i - const_first_label_of(d, s)[tile]) >> mark & 1) != inverted;
  }
  uint64_t bit = (uint64_t)1 << (MARKS_AT + mark);
  record *r = &records_of(d, s)[label];
  r->who = (r->who & ~bit) | (held ? bit : 0);
}

/* The open ends that an attribute gives a segment; a monastery has none but its neighbours. */
static int ends_of_mark (const carc_definition *d, const carc_state *s, int tile, int segment, int mark) {
  return type_of(d, s, tile)->kind[segment] == CARC_MONASTERY ? 0 : d->words.mark[mark].open;
}

void carc_turn_mark (const carc_definition *d, carc_state *s, int tile, int segment, int mark) {
  int label = label_at(d, s, tile, segment), ends = ends_of_mark(d, s, tile, segment, mark);
  turned_of(d, s)[const_first_label_of(d, s)[tile] + segment] ^= (uint8_t)(1u << mark);
  bool bears = marks_borne(d, s, tile, segment) >> mark & 1;
  records_of(d, s)[label].what += (uint64_t)(int64_t)(bears ? ends : -ends);
  refresh_mark(d, s, label, mark);
}

/* Open ends that scripts have added to those on the tiles, all together. */
static long count_turned_ends (const carc_definition *d, const carc_state *s) {
  long n = 0;
  for (int tile = 0; tile < s->n_tiles; tile++)
    for (int i = 0; i < type_of(d, s, tile)->segments; i++) {
      unsigned borne = marks_borne(d, s, tile, i), turned = borne ^ type_of(d, s, tile)->marks[i];
      for (; turned != 0; turned &= turned - 1) {
        int mark = lowest_bit(turned), ends = ends_of_mark(d, s, tile, i, mark);
        n += borne >> mark & 1 ? ends : -ends;
      }
    }
  return n;
}

bool carc_has_room_for_ends (const carc_definition *d, const carc_state *s, long more) {
  return d->printed_ends + count_turned_ends(d, s) + more <= MOST_ENDS;
}

/* Whether the ends that attributes give a segment were joined, so that it cannot go without this one. */
static bool needs_ends_of (const carc_definition *d, const carc_state *s, int tile, int segment, int mark) {
  if (ends_of_mark(d, s, tile, segment, mark) % NEVER_CLOSED == 0) return false;
  unsigned others = marks_borne(d, s, tile, segment) & ~(1u << mark);
  int left = 0;
  for (; others != 0; others &= others - 1)
    left += ends_of_mark(d, s, tile, segment, lowest_bit(others)) % NEVER_CLOSED;
  return left < const_used_ends_of(d, s)[const_first_label_of(d, s)[tile] + segment];
}

/* Segments that are to bear an attribute otherwise, as places, and why they may not. */
typedef struct turning {
  int n;
  uint16_t places[CARC_MAX_TILES * CARC_MAX_SEGMENTS];
  long ends; /* that they add or take */
  const char *why;
} turning;

static void add_turning (const carc_definition *d, const carc_state *s, turning *t, int tile, int segment,
                         int mark, bool yes) {
  int ends = ends_of_mark(d, s, tile, segment, mark);
  if ((marks_borne(d, s, tile, segment) >> mark & 1) == yes) return;
  t->places[t->n++] = (uint16_t)(tile << 4 | segment);
  t->ends += yes ? ends : -ends;
  if (!yes && needs_ends_of(d, s, tile, segment, mark)) t->why = "an end that it gives has been joined";
}

/* One segment is enough for a feature to have an attribute of any, or to lack one of all; else each has to turn. */
static void find_turning (const carc_definition *d, const carc_state *s, turning *t, int tile, int segment,
                          int mark, bool yes) {
  bool inverted = d->words.inverted >> mark & 1, local = d->words.local >> mark & 1;
  int label = label_at(d, s, tile, segment);
  t->n = 0;
  t->ends = 0;
  t->why = NULL;
  if (local || (yes != inverted && carc_has_mark(d, s, label, mark) != yes))
    add_turning(d, s, t, tile, segment, mark, yes);
  if (local || yes != inverted) return;
  for (int i = 0; i < s->n_tiles; i++)
    for (int k = 0; k < type_of(d, s, i)->segments; k++)
      if (label_at(d, s, i, k) == label) add_turning(d, s, t, i, k, mark, yes);
}

bool carc_mark_feature (const carc_definition *d, carc_state *s, int tile, int segment, int mark, bool yes,
                        const char **why) {
  turning t;
  int kind = type_of(d, s, tile)->kind[segment], label = label_at(d, s, tile, segment);
  find_turning(d, s, &t, tile, segment, mark, yes);
  const record *r = &const_records_of(d, s)[label];
  bool closes = t.ends < 0 && is_complete(&(record){0, (uint64_t)(open_of(r) + t.ends)}, kind);
  if (t.why == NULL && t.ends > 0 && !carc_has_room_for_ends(d, s, t.ends))
    t.why = "too many features are never complete";
  if (t.why == NULL && closes && !may_close_elsewhere(d))
    t.why = "only a game with phases or on_placed scores what this completes";
  if (t.why == NULL && closes && s->n_also >= MAX_JOINED) t.why = "too many features were closed at once";
  *why = t.why;
  if (t.why != NULL) return false;
  for (int i = 0; i < t.n; i++)
    carc_turn_mark(d, s, place_tile(t.places[i]), place_segment(t.places[i]), mark);
  if (closes) carc_remember_closed(d, s, tile, segment);
  return true;
}
