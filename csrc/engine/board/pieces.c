/*
** pieces.c: puts pieces on features, counts pieces, and finds majorities. deployments.c finds where
** pieces may be deployed.
*/
#include "board/pieces.h"
#include "carcassonne.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/state.h"

static uint64_t presence_of (const piece_row *p, int player) {
  static const uint8_t at[] = {
      [ROLE_FOLLOWER] = FOLLOWERS_AT, [ROLE_BUILDER] = BUILDERS_AT, [ROLE_PIG] = PIGS_AT};
  return (uint64_t)1 << (p->role < ROLE_SPECIAL ? at[p->role] + player : SPECIAL_AT);
}

static void enter (feature_totals *r, const piece_row *p, int player) {
  r->who += (uint64_t)p->power << (POWER_BITS * player);
  r->who |= presence_of(p, player);
}

void carcB_put_piece (const carc_definition *d, carc_state *s, int tile, int segment, int player, int piece) {
  pieces_of(d, s)[s->n_pieces++] = packed_piece(tile, segment, player, piece);
  supply_of_player(d, s, player)[piece]--;
  enter(&features_of(d, s)[feature_at(d, s, tile, segment)], &d->piece[piece], player);
}

void carcB_recompute_occupants (const carc_definition *d, carc_state *s, int feature_id) {
  feature_totals *r = &features_of(d, s)[feature_id];
  const uint32_t *pieces = const_pieces_of(d, s);
  r->who = 0;
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = pieces[i];
    if (feature_at(d, s, piece_tile(f), piece_segment(f)) == feature_id)
      enter(r, &d->piece[piece_kind(f)], piece_player(f));
  }
}

power_list carcB_feature_powers (const carc_definition *d, const carc_state *s, int feature_id) {
  const feature_totals *r = &const_features_of(d, s)[feature_id];
  power_list p;
  for (int i = 0; i < CARC_MAX_PLAYERS; i++) p.of[i] = power_of(r, i);
  for (int i = 0; d->varied_powers && i < s->n_pieces; i++) {
    uint32_t f = const_pieces_of(d, s)[i];
    int by = d->piece[piece_kind(f)].by;
    if (by == POWER_FIXED || feature_at(d, s, piece_tile(f), piece_segment(f)) != feature_id) continue;
    p.of[piece_player(f)] += by == POWER_BY_PENNANTS
                                 ? pennants_of(r)
                                 : carcB_count_attribute(d, s, feature_id, by - POWER_BY_ATTRIBUTE);
  }
  return p;
}

static unsigned majority_of (const feature_totals *r) {
  int most = 1;
  unsigned who = 0;
  uint32_t powers = powers_of(r);
  for (unsigned p = 0; powers != 0; p++, powers >>= POWER_BITS) {
    int n = (int)(powers & 31);
    if (n < most) continue;
    if (n > most) who = 0;
    most = n;
    who |= 1u << p;
  }
  return who;
}

unsigned carcB_feature_majority (const carc_definition *d, const carc_state *s, int feature_id) {
  if (LIKELY(!d->varied_powers)) return majority_of(&const_features_of(d, s)[feature_id]);
  power_list p = carcB_feature_powers(d, s, feature_id);
  int most = 1;
  unsigned who = 0;
  for (int i = 0; i < CARC_MAX_PLAYERS; i++) {
    if (p.of[i] < most) continue;
    if (p.of[i] > most) who = 0;
    most = p.of[i];
    who |= 1u << i;
  }
  return who;
}

int carcB_count_pieces (const carc_definition *d, const carc_state *s, int feature_id, int piece) {
  const uint32_t *pieces = const_pieces_of(d, s);
  int n = 0;
  for (int i = 0; i < s->n_pieces; i++)
    if (piece < 0 || piece_kind(pieces[i]) == piece)
      n += feature_at(d, s, piece_tile(pieces[i]), piece_segment(pieces[i])) == feature_id;
  return n;
}
