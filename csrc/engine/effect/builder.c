/*
** builder.c: decides whether a builder's feature was extended, if scripts or joins can affect the
** answer. turn/steps.c grants the further part of the turn.
*/
#include "effect/builder.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/state.h"
#include "effect/hooks.h"

/*
** Reports to the scripts whether the rules extend a feature, and stores the answer of the scripts.
** Returns false if a script failed.
*/
static bool extend (carc_call *c, carc_extension_cause cause, int tile, int segment, bool by_rule) {
  bool extended = by_rule;
  if (c->d->hooks.extends_builder != NULL) {
    carc_extension what = {cause, tile, segment};
    carcE_ask_extends_builder(c, &what, &extended);
  }
  c->s->extended |= extended;
  return !c->failed;
}

static bool has_builder (const carc_call *c, int feature_id) {
  return builders_of(&const_features_of(c->d, c->s)[feature_id]) >> c->s->turn & 1;
}

/*
** The first segment of the last tile that belongs to this feature and is not `link`; -1 if there is
** none.
*/
static int first_of (const carc_call *c, int feature_id, int link) {
  int tile = c->s->n_tiles - 1, n = type_of(c->d, c->s, tile)->segments;
  for (int i = 0; i < n; i++)
    if (i != link && feature_at(c->d, c->s, tile, i) == feature_id) return i;
  return -1;
}

/* Extends each feature that segments of the tile have joined. Each feature is extended once. */
static bool extend_by_segments (carc_call *c, int link) {
  int tile = c->s->n_tiles - 1, n = type_of(c->d, c->s, tile)->segments;
  bool links_count = c->d->rule[CARC_RULE_LINKS_EXTEND] != CARC_LINKS_EXTEND_NO;
  for (int i = 0; i < n; i++) {
    int feature_id = feature_at(c->d, c->s, tile, i), first = first_of(c, feature_id, link);
    bool only_link = i == link && first < 0;
    if (!has_builder(c, feature_id) || (i != first && !only_link)) continue;
    if (!extend(c, only_link ? CARC_EXTENSION_CAUSE_SPAN : CARC_EXTENSION_CAUSE_TILE, tile, i,
                !only_link || links_count))
      return false;
  }
  return true;
}

/*
** Returns the id of the feature that the neighbour has at a side of the last tile; -1 if there is
** none.
*/
static int feature_beside (const carc_call *c, int side, int *tile, int *segment) {
  uint16_t at = const_tile_at_of(c->d, c->s)[c->s->n_tiles - 1];
  *tile = carcB_find_tile_at(c->d, c->s, beside(at, side));
  if (*tile < 0) return -1;
  *segment = carc_state_port(c->d, c->s, *tile, 3 * ((side + 2) % SIDES) + 1);
  if (*segment < 0) return -1; /* the neighbour is a wild tile */
  return feature_at(c->d, c->s, *tile, *segment);
}

/*
** Extends each feature that the tile completed without joining it, as a wild tile can. Each feature
** is extended once.
*/
static bool extend_by_completing (carc_call *c) {
  int done[SIDES];
  for (int side = 0; side < SIDES; side++) {
    int tile, segment = 0, feature_id = done[side] = feature_beside(c, side, &tile, &segment);
    bool again = false;
    for (int i = 0; i < side; i++) again |= done[i] == feature_id;
    if (feature_id < 0 || again || !has_builder(c, feature_id) || first_of(c, feature_id, -1) >= 0) continue;
    if (!is_complete(&const_features_of(c->d, c->s)[feature_id], type_of(c->d, c->s, tile)->kind[segment]))
      continue;
    bool by_rule = c->d->rule[CARC_RULE_EXTEND_TRIGGER] != 0;
    if (!extend(c, CARC_EXTENSION_CAUSE_COMPLETED, tile, segment, by_rule)) return false;
  }
  return true;
}

bool carcE_apply_tile_extension (carc_call *c, int link) {
  bool asked = c->d->unlike_sides && c->d->hooks.extends_builder != NULL;
  return extend_by_segments(c, link) && (!asked || extend_by_completing(c));
}

/*
** Whether a join may extend this feature for its builder. According to the rules, any builder
** counts, or only a builder that was there before the tile was placed.
*/
static bool serves_builder (const carc_call *c, int feature_id) {
  if (c->d->rule[CARC_RULE_LINKS_BUILDER] == CARC_LINKS_BUILDER_WHEN_JOINED) return true;
  for (int i = 0; i < c->s->settled; i++) {
    uint32_t f = const_pieces_of(c->d, c->s)[i];
    bool builder = piece_player(f) == c->s->turn && c->d->piece[piece_kind(f)].role == ROLE_BUILDER;
    if (builder && feature_at(c->d, c->s, piece_tile(f), piece_segment(f)) == feature_id) return true;
  }
  return false;
}

join_builders carcE_find_join_builders (const carc_call *c, int feature_id, int other) {
  const int both[] = {feature_id, other};
  join_builders found = {.builder = false, .min_tiles = CARC_MAX_TILES};
  for (int i = 0; i < 2; i++) {
    if (!has_builder(c, both[i])) continue;
    found.builder = true;
    int tiles = serves_builder(c, both[i]) ? carcB_count_tiles(c->d, c->s, both[i]) : found.min_tiles;
    if (tiles < found.min_tiles) found.min_tiles = tiles;
  }
  return found;
}

bool carcE_apply_join_extension (carc_call *c, join_builders before, int tile, int segment) {
  if (!before.builder) return true;
  bool gains = carcB_count_tiles(c->d, c->s, feature_at(c->d, c->s, tile, segment)) > before.min_tiles;
  bool by_rule = gains && c->d->rule[CARC_RULE_LINKS_EXTEND] == CARC_LINKS_EXTEND_YES;
  return extend(c, CARC_EXTENSION_CAUSE_JOIN, tile, segment, by_rule);
}
