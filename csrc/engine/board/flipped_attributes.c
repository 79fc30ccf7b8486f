/*
** flipped_attributes.c: attributes that features gain or lose in the course of a game.
*/
#include "board/flipped_attributes.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/joins.h"
#include "board/state.h"

/* Recomputes from the segments whether a feature has an attribute. */
static void refresh_attribute (const carc_definition *d, carc_state *s, int feature_id, int attribute) {
  bool inverted = d->words.inverted >> attribute & 1, held = false;
  if (d->words.local >> attribute & 1) return;
  for (int i = 0; i < s->n_segments; i++) {
    if (const_feature_ids_of(d, s)[i] != feature_id) continue;
    int tile = carcB_tile_of_segment(d, s, i);
    held |=
        (segment_attributes(d, s, tile, i - const_first_segment_of(d, s)[tile]) >> attribute & 1) != inverted;
  }
  attribute_set bit = (attribute_set)1 << attribute;
  put_set(d, held_of(d, s), feature_id, (set_in(d, held_of(d, s), feature_id) & ~bit) | (held ? bit : 0));
}

/*
** Number of open ends that an attribute gives to a segment. Monasteries and spots have no open
** ends.
*/
static int ends_of_attribute (const carc_definition *d, const carc_state *s, int tile, int segment,
                              int attribute) {
  int kind = type_of(d, s, tile)->kind[segment];
  return kind == CARC_KIND_MONASTERY || kind == CARC_KIND_SPOT
             ? 0
             : d->words.attribute[attribute].extra_open_ends;
}

void carcB_flip_attribute (const carc_definition *d, carc_state *s, int tile, int segment, int attribute) {
  int feature_id = feature_at(d, s, tile, segment), ends = ends_of_attribute(d, s, tile, segment, attribute);
  int place = const_first_segment_of(d, s)[tile] + segment;
  put_set(d, flipped_of(d, s), place, set_in(d, flipped_of(d, s), place) ^ (attribute_set)1 << attribute);
  bool bears = segment_attributes(d, s, tile, segment) >> attribute & 1;
  s->seen_segments |= (attribute_set)1 << attribute;
  s->ever_flipped |= (attribute_set)1 << attribute;
  features_of(d, s)[feature_id].what += (uint64_t)(int64_t)(bears ? ends : -ends);
  refresh_attribute(d, s, feature_id, attribute);
}

int carcB_count_flipped_ends (const carc_definition *d, const carc_state *s, int tile, int segment) {
  attribute_set borne = segment_attributes(d, s, tile, segment),
                flipped = borne ^ type_of(d, s, tile)->attributes[segment];
  int n = 0;
  for (; flipped != 0; flipped &= flipped - 1) {
    int attribute = lowest_bit(flipped), ends = ends_of_attribute(d, s, tile, segment, attribute);
    n += borne >> attribute & 1 ? ends : -ends;
  }
  return n;
}

/* Number of open ends that scripts have added to the printed ones, on all segments. */
static long count_flipped_ends (const carc_definition *d, const carc_state *s) {
  long n = 0;
  for (int place = 0; place < s->n_segments; place++) {
    if (set_in(d, const_flipped_of(d, s), place) == 0) continue;
    int tile = carcB_tile_of_segment(d, s, place);
    n += carcB_count_flipped_ends(d, s, tile, place - const_first_segment_of(d, s)[tile]);
  }
  return n;
}

/* Largest possible result of count_flipped_ends: each segment has every attribute. */
static long most_flipped_ends (const carc_definition *d, const carc_state *s) {
  long n = 0;
  for (int i = 0; i < d->words.n_attributes; i++) n += d->words.attribute[i].extra_open_ends;
  return n * s->n_segments;
}

bool carcB_has_room_for_ends (const carc_definition *d, const carc_state *s, long more) {
  if (d->printed_ends + most_flipped_ends(d, s) + more <= MAX_ENDS) return true;
  return d->printed_ends + count_flipped_ends(d, s) + more <= MAX_ENDS;
}

bool carcB_attribute_ends_in_use (const carc_definition *d, const carc_state *s, int tile, int segment,
                                  int attribute) {
  if (ends_of_attribute(d, s, tile, segment, attribute) % NEVER_CLOSED == 0) return false;
  attribute_set others = segment_attributes(d, s, tile, segment) & ~((attribute_set)1 << attribute);
  int left = 0;
  for (; others != 0; others &= others - 1)
    left += ends_of_attribute(d, s, tile, segment, lowest_bit(others)) % NEVER_CLOSED;
  return type_of(d, s, tile)->kind[segment] != CARC_KIND_FIELD &&
         left < carcB_count_joined_ends(d, s, tile, segment);
}

/* The places of the segments whose attribute is to be flipped, or why it cannot be flipped. */
typedef struct flip_context {
  int n;
  uint16_t places[CARC_MAX_TILES * CARC_MAX_SEGMENTS];
  long ends; /* number of open ends that flipping adds; negative if it removes some */
  const char *why;
} flip_context;

static void add_flipping (const carc_definition *d, const carc_state *s, flip_context *t, int tile,
                          int segment, int attribute, bool yes) {
  int ends = ends_of_attribute(d, s, tile, segment, attribute);
  if ((segment_attributes(d, s, tile, segment) >> attribute & 1) == yes) return;
  t->places[t->n++] = (uint16_t)(tile << 4 | segment);
  t->ends += yes ? ends : -ends;
  if (!yes && carcB_attribute_ends_in_use(d, s, tile, segment, attribute))
    t->why = "a script has joined an open end that this attribute adds to the segment; undo that join first";
}

static void begin_flipping (flip_context *t) {
  t->n = 0;
  t->ends = 0;
  t->why = NULL;
}

/*
** Finds the segments to be flipped. One segment suffices if a feature gains an attribute with
** merge=any, or loses an attribute with merge=all. Otherwise all segments of the feature must be
** flipped.
*/
static void find_flipping (const carc_definition *d, const carc_state *s, flip_context *t, int tile,
                           int segment, int attribute, bool yes) {
  bool inverted = d->words.inverted >> attribute & 1, local = d->words.local >> attribute & 1;
  int feature_id = feature_at(d, s, tile, segment);
  begin_flipping(t);
  if (local || (yes != inverted && carcB_has_attribute(d, s, feature_id, attribute) != yes))
    add_flipping(d, s, t, tile, segment, attribute, yes);
  if (local || yes != inverted) return;
  for (int i = 0; i < s->n_tiles; i++)
    for (int k = 0; k < type_of(d, s, i)->segments; k++)
      if (feature_at(d, s, i, k) == feature_id) add_flipping(d, s, t, i, k, attribute, yes);
}

const char *carcB_why_cannot_close (const carc_definition *d, const carc_state *s) {
  if (!may_close_elsewhere(d))
    return "the change completes a feature; only a game with phases or the hook on_tile_placed can score "
           "such a feature";
  return s->n_also >= MAX_JOINED ? "too many features are completed at once" : NULL;
}

/*
** Flips the attribute on the segments that `t` lists. `tile` and `segment` are the segment for
** which this was requested. If flipping is impossible, returns the reason; otherwise NULL.
*/
static const char *flip (const carc_definition *d, carc_state *s, const flip_context *t, int tile,
                         int segment, int attribute) {
  int kind = type_of(d, s, tile)->kind[segment];
  const feature_totals *r = &const_features_of(d, s)[feature_at(d, s, tile, segment)];
  bool closes = t->ends < 0 && is_complete(&(feature_totals){0, (uint64_t)(open_of(r) + t->ends)}, kind);
  const char *why = t->why;
  if (why == NULL && t->ends > 0 && !carcB_has_room_for_ends(d, s, t->ends))
    why = "the game has too many features that can never be completed; the limit is about 60";
  if (why == NULL && closes) why = carcB_why_cannot_close(d, s);
  if (why != NULL) return why;
  for (int i = 0; i < t->n; i++)
    carcB_flip_attribute(d, s, site_tile(t->places[i]), site_segment(t->places[i]), attribute);
  if (closes) carcB_remember_closed(d, s, tile, segment);
  return NULL;
}

bool carcB_set_feature_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                  int attribute, bool yes, const char **why) {
  flip_context t;
  find_flipping(d, s, &t, tile, segment, attribute, yes);
  *why = flip(d, s, &t, tile, segment, attribute);
  return *why == NULL;
}

bool carcB_remove_segment_attribute (const carc_definition *d, carc_state *s, int tile, int segment,
                                     int attribute, const char **why) {
  flip_context t;
  begin_flipping(&t);
  add_flipping(d, s, &t, tile, segment, attribute, false);
  *why = t.n == 0 ? "the segment does not have it" : flip(d, s, &t, tile, segment, attribute);
  return *why == NULL;
}
