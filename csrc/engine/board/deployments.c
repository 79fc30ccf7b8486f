/*
** deployments.c: finds the pieces that the player whose turn it is may deploy on the tile just
** placed. Considers only the rules: turn/deployment.c removes what scripts forbid, and adds what
** they offer. query/availability.c finds deployments in other places.
*/
#include "board/deployments.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/state.h"

/*
** Whether the player has an ordinary follower in the feature. Called only in games that also have
** other kinds of followers.
*/
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

/*
** Whether this kind of piece needs an ordinary follower of its player. Other kinds can join any
** follower.
*/
static bool needs_ordinary (const carc_definition *d, const piece_row *p) {
  return d->mixed_hosts && p->role == ROLE_BUILDER && (p->needs & NEEDS_OWN_FOLLOWER) != 0;
}

/* Whether a player has a follower in the feature that this kind of piece may join. */
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

/*
** Finds where each kind of piece may be deployed on the last tile. Used in games in which the roles
** of pieces are not sufficient to decide this.
*/
NOINLINE static void deploy_by_needs (const carc_definition *d, carc_state *s) {
  int tile = s->n_tiles - 1;
  const uint8_t *supply = const_supply_of_player(d, s, s->turn);
  for (int p = 0; p < d->n_pieces; p++) {
    unsigned needs = d->piece[p].needs, where = 0;
    bool available = supply[p] > 0 && (needs & NEEDS_SCRIPT_ONLY) == 0;
    for (unsigned left = available ? type_of(d, s, tile)->stands[p] : 0; left != 0; left &= left - 1)
      if (carcB_meets_needs(d, s, p, needs, s->turn, tile, lowest_bit(left))) where |= left & (0 - left);
    deploy_of(d, s)[p] = (uint16_t)where;
  }
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
  s->extended |= (uint8_t)extends; /* keeps the bits of earlier tiles until the next draw */
  s->complete = (uint16_t)(closed & (unsigned)(t->of_kind[CARC_KIND_ROAD] | t->of_kind[CARC_KIND_CITY]));
  if (UNLIKELY(d->deploys_by_needs)) {
    deploy_by_needs(d, s);
    return;
  }
  /* 0 for other roles */
  const unsigned where[ROLE_COUNT] = {
      [ROLE_FOLLOWER] = empty, [ROLE_BUILDER] = hosts & ~closed, [ROLE_PIG] = hosts};
  const uint8_t *supply = const_supply_of_player(d, s, player);
  uint16_t *deploy = deploy_of(d, s);
  for (int p = 0; p < d->n_pieces; p++)
    deploy[p] = supply[p] > 0 ? (uint16_t)(where[d->piece[p].role] & t->stands[p]) : 0;
}

void carcB_recompute_deployments (const carc_definition *d, carc_state *s) {
  uint8_t extended = s->extended;
  carcB_update_deployments(d, s);
  s->extended = extended;
}
