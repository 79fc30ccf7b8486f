/*
** deployments.c: where the player whose turn it is may deploy which piece on the tile just placed, by the rules alone;
** turn/window.c takes away what scripts refuse, and adds what they offer. query/availability.c answers for other places.
*/
#include "board/deployments.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"

/* Whether the player has an ordinary follower in the feature; asked only where others exist. */
NOINLINE static bool hosts_ordinary (const carc_definition *d, const carc_state *s, int feature_id,
                                     int player) {
  const uint32_t *pieces = const_pieces_of(d, s);
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = pieces[i];
    const piece_row *p = &d->piece[piece_kind(f)];
    if (piece_player(f) == player && p->role == ROLE_FOLLOWER && p->hosts_builder &&
        feature_at(d, s, piece_tile(f), piece_segment(f)) == feature_id)
      return true;
  }
  return false;
}

/* Whether not any follower of its player's will do for this kind of piece, but only an ordinary one. */
static bool needs_ordinary (const carc_definition *d, const piece_row *p) {
  return d->mixed_hosts && p->role == ROLE_BUILDER && (p->needs & NEEDS_OWN_FOLLOWER) != 0;
}

/* Whether a player has someone in the feature whom this kind of piece may join. */
static bool has_host (const carc_definition *d, const carc_state *s, const piece_row *p, int feature_id,
                      int player) {
  if (needs_ordinary(d, p)) return hosts_ordinary(d, s, feature_id, player);
  return followers_of(&const_features_of(d, s)[feature_id]) >> player & 1;
}

bool carcB_meets_needs (const carc_definition *d, const carc_state *s, int piece, unsigned needs, int player,
                        int tile, int segment) {
  int feature_id = feature_at(d, s, tile, segment);
  const feature_totals *r = &const_features_of(d, s)[feature_id];
  if ((needs & NEEDS_UNOCCUPIED) && (r->who & d->occupants) != 0) return false;
  if ((needs & NEEDS_OWN_FOLLOWER) && !has_host(d, s, &d->piece[piece], feature_id, player)) return false;
  if ((needs & NEEDS_INCOMPLETE) && is_complete(r, type_of(d, s, tile)->kind[segment])) return false;
  return (needs & NEEDS_NONE_OF_KIND) == 0 || carcB_count_pieces(d, s, feature_id, piece) == 0;
}

/* Segments of the last tile, as bits: nobody occupies the feature, the player has a follower there, it has no open end. */
typedef struct segment_view {
  unsigned empty, hosts, closed;
} segment_view;

/* Takes builders away from where none of their player's followers is an ordinary one. */
static void check_hosts (const carc_definition *d, carc_state *s) {
  for (int p = 0; p < d->n_pieces; p++)
    for (unsigned left = needs_ordinary(d, &d->piece[p]) ? deploy_of(d, s)[p] : 0; left != 0;
         left &= left - 1)
      if (!hosts_ordinary(d, s, feature_at(d, s, s->n_tiles - 1, lowest_bit(left)), s->turn))
        deploy_of(d, s)[p] &= (uint16_t) ~(left & (0 - left));
}

/* Where each kind of piece may be deployed, in games where its role alone does not say so. */
static void deploy_by_needs (const carc_definition *d, carc_state *s, segment_view v) {
  int tile = s->n_tiles - 1;
  const tile_type *t = type_of(d, s, tile);
  unsigned plain = t->of_kind[CARC_KIND_SPOT] & ~(unsigned)t->surrounded,
           open = ~v.closed | t->of_kind[CARC_KIND_FIELD] | plain | t->of_kind[CARC_KIND_RIVER];
  for (int p = 0; p < d->n_pieces; p++) {
    unsigned needs = d->piece[p].needs,
             where = const_supply_of_player(d, s, s->turn)[p] > 0 ? t->stands[p] : 0;
    if (needs & NEEDS_SCRIPT_ONLY) where = 0;
    if (needs & NEEDS_UNOCCUPIED) where &= v.empty;
    if (needs & NEEDS_OWN_FOLLOWER) where &= v.hosts;
    if (needs & NEEDS_INCOMPLETE) where &= open;
    for (unsigned left = needs & NEEDS_NONE_OF_KIND ? where : 0; left != 0; left &= left - 1)
      if (carcB_count_pieces(d, s, feature_at(d, s, tile, lowest_bit(left)), p) > 0)
        where &= ~(left & (0 - left));
    deploy_of(d, s)[p] = (uint16_t)where;
  }
}

NOINLINE static void apply_needs (const carc_definition *d, carc_state *s, segment_view v) {
  if (d->varied_needs) deploy_by_needs(d, s, v);
  if (d->mixed_hosts) check_hosts(d, s);
}

void carcB_update_deployments (const carc_definition *d, carc_state *s) {
  int tile = s->n_tiles - 1, player = s->turn;
  const tile_type *t = type_of(d, s, tile);
  const uint16_t *mine = const_feature_ids_of(d, s) + const_first_segment_of(d, s)[tile];
  const feature_totals *features = const_features_of(d, s);
  uint64_t occupants = d->occupants;
  unsigned empty = 0, hosts = 0, closed = 0, extends = 0;
#define COLLECT(i)                                                       \
  do {                                                                   \
    uint64_t who = features[mine[i]].who, what = features[mine[i]].what; \
    empty |= (unsigned)((who & occupants) == 0) << (i);                  \
    hosts |= (unsigned)(who >> (FOLLOWERS_AT + player) & 1) << (i);      \
    extends |= (unsigned)(who >> (BUILDERS_AT + player)) & 1;            \
    closed |= (unsigned)((what & OPEN_EDGES) == 0) << (i);               \
  } while (0)
  for (int i = 0; i < FEW_SEGMENTS; i++) COLLECT(i);
  if (t->segments > FEW_SEGMENTS)
    for (int i = FEW_SEGMENTS; i < MORE_SEGMENTS; i++) COLLECT(i);
  for (int i = MORE_SEGMENTS; i < t->segments; i++) COLLECT(i);
#undef COLLECT
  s->extended |= (uint8_t)extends; /* since the tile was placed; the next draw forgets it */
  s->complete = (uint16_t)(closed & (unsigned)(t->of_kind[CARC_KIND_ROAD] | t->of_kind[CARC_KIND_CITY]));
  const unsigned where[ROLE_COUNT] = {
      [ROLE_FOLLOWER] = empty, [ROLE_BUILDER] = hosts & ~closed, [ROLE_PIG] = hosts}; /* others nowhere */
  const uint8_t *supply = const_supply_of_player(d, s, player);
  uint16_t *deploy = deploy_of(d, s);
  for (int p = 0; p < d->n_pieces; p++)
    deploy[p] = supply[p] > 0 ? (uint16_t)(where[d->piece[p].role] & t->stands[p]) : 0;
  if (UNLIKELY(d->looks_closely)) apply_needs(d, s, (segment_view){empty, hosts, closed});
}
