/*
** hash.c: a number computed from everything that observers of a position can see. The order of
** items on the board does not matter.
*/
#include "carcassonne.h"
#include "util/text.h"
#include "model/definition.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/tokens.h"

/* Hashes the triggers for which phases must still run. */
static uint64_t hash_triggers (const carc_definition *d, const carc_state *s, uint64_t h) {
  for (int i = 0; i < s->n_triggers; i++) {
    const trigger *n = &const_triggers_of(d, s)[i];
    uint64_t where = n->site != NO_SITE ? const_tile_at_of(d, s)[site_tile(n->site)] : NO_SITE;
    h = carcU_hash_mix(h, (uint32_t)n->points | (uint64_t)(uint32_t)n->total << 32);
    h = carcU_hash_mix(h, where | (uint64_t)site_segment(n->site) << 16 | (uint64_t)n->at << 24 |
                              (uint64_t)n->players << 32 | (uint64_t)n->cause << 40 |
                              (uint64_t)n->complete << 48);
  }
  return h;
}

/* Hashes the position in the turn, and the interrupted positions. */
static uint64_t hash_position (const carc_state *s, uint64_t h) {
  h = carcU_hash_mix(h, (uint64_t)s->at.step | (uint64_t)s->at.phase << 8 | (uint64_t)s->n_interrupted << 16);
  for (int i = 0; i < s->n_interrupted; i++)
    h = carcU_hash_mix(h, (uint64_t)s->interrupted[i].step | (uint64_t)s->interrupted[i].phase << 8);
  return h;
}

/* Hashes questions and variables of scripts. */
static uint64_t hash_script_part (const carc_definition *d, const carc_state *s, int observer, uint64_t h) {
  int decider = carc_state_current_player(d, s); /* options may name hidden items of the decider */
  bool knows_options = observer == OBSERVER_ALL || (decider >= 0 && observer == observer_of(decider));
  h = carcU_hash_mix(h, (uint64_t)s->asker | (uint64_t)(knows_options ? s->n_options : 0) << 32 |
                            (uint64_t)s->settled << 48);
  for (int p = 0; p < d->players; p++)
    for (int k = 0; k < d->n_pieces; k++) h = carcU_hash_mix(h, const_captured_of(d, s)[p * d->n_pieces + k]);
  if (s->asked_before != 0) h = carcU_hash_mix(h, s->asked_before);
  if (s->passed) h = carcU_hash_mix(h, s->passed);
  return s->n_triggers > 0 ? hash_triggers(d, s, h) : h;
}

/* Hashes attributes changed by scripts. Their order does not matter. */
static uint64_t hash_flipped (const carc_definition *d, const carc_state *s) {
  uint64_t sum = 0;
  for (int tile = 0; tile < s->n_tiles; tile++)
    for (int i = 0; i < type_of(d, s, tile)->segments; i++) {
      uint64_t flipped = set_in(d, const_flipped_of(d, s), carc_state_segment_index(d, s, tile, i));
      uint64_t where = const_tile_at_of(d, s)[tile] | (uint64_t)i << 16;
      if (flipped != 0) sum += carcU_hash_mix(carcU_hash_mix(HASH_START + 2, where), flipped);
    }
  return sum;
}

/* Hashes joins by scripts. Neither the order of joins nor that of the two segments matters. */
static uint64_t hash_joins (const carc_definition *d, const carc_state *s) {
  const uint16_t *tile_at = const_tile_at_of(d, s);
  uint64_t sum = 0;
  for (int i = 0; i < carc_state_joins(d, s); i++) {
    carc_join j = carc_state_join(d, s, i);
    uint64_t one = tile_at[j.tile] | (uint64_t)j.segment << 16,
             other = tile_at[j.other_tile] | (uint64_t)j.other_segment << 16;
    sum +=
        carcU_hash_mix(carcU_hash_mix(HASH_START + 4, one < other ? one : other), one < other ? other : one);
  }
  return sum;
}

/*
** Hashes the order of turns if it is not that of the seats, and the number of turns if a selector
** uses it.
*/
static uint64_t hash_order (const carc_definition *d, const carc_state *s, uint64_t h) {
  const turn_order *o = &s->order;
  if (d->asks_turns) h = carcU_hash_mix(h, o->count);
  if (!o->odd) return h;
  h = carcU_hash_mix(h, (uint64_t)o->more | (uint64_t)o->next << 8 | (uint64_t)o->backwards << 16 |
                            (uint64_t)o->further << 17 | (uint64_t)s->absent << 24 |
                            (uint64_t)s->losing << 32);
  for (int p = 0; p < d->players; p++) h = carcU_hash_mix(h, o->skips[p]);
  return h;
}

/*
** Hashes tokens. Equal tokens are interchangeable; so are tokens whose numbers the observer does
** not see.
*/
static uint64_t hash_tokens (const carc_definition *d, const carc_state *s, int observer) {
  enum { NOT_SEEN = 0xFF };
  uint64_t sum = 0;
  for (int i = 0; i < carc_state_tokens(d, s); i++) {
    carc_token t = carc_state_token(d, s, i);
    int number = sees_token(d, &t, observer) ? t.number : NOT_SEEN;
    uint64_t what = (uint64_t)t.kind | (uint64_t)number << 8 | (uint64_t)(uint8_t)t.owner << 16;
    uint64_t where = t.on_cell     ? position_of(t.x, t.y) | (uint64_t)1 << 24
                     : t.tile >= 0 ? const_tile_at_of(d, s)[t.tile] | (uint64_t)(uint8_t)t.segment << 16
                                   : ~(uint64_t)(unsigned)t.player;
    sum += carcU_hash_mix(carcU_hash_mix(HASH_START + 3, what), where);
  }
  return sum;
}

/*
** Hashes the board. Adds up the hashes of its items, so that the order of placement does not
** matter.
*/
static uint64_t hash_table (const carc_definition *d, const carc_state *s, int observer) {
  uint64_t table = 0;
  for (int i = 0; i < s->n_tiles; i++) {
    carc_tile t = carc_state_tile(d, s, i);
    uint64_t where = (uint64_t)(uint16_t)t.x | (uint64_t)(uint16_t)t.y << 16;
    uint64_t type = (uint64_t)(t.type & 0xFF) << 32 | (uint64_t)(t.type >> 8)
                                                          << 48; /* with spans, more than 256 */
    table += carcU_hash_mix(HASH_START, where | type | (uint64_t)t.rotation << 40);
  }
  for (int i = 0; i < s->n_pieces; i++) {
    carc_piece f = carc_state_piece(d, s, i);
    carc_tile t = carc_state_tile(d, s, f.tile);
    uint64_t where = (uint64_t)(uint16_t)t.x | (uint64_t)(uint16_t)t.y << 16;
    table += carcU_hash_mix(HASH_START + 1, where | (uint64_t)f.segment << 32 | (uint64_t)f.player << 40 |
                                                (uint64_t)f.piece << 48);
  }
  if (d->flips_attributes) table += hash_flipped(d, s);
  if (s->n_joins > 0) table += hash_joins(d, s);
  if (d->n_tokens > 0) table += hash_tokens(d, s, observer);
  return table;
}

/*
** Hashes the tiles left to draw. An omniscient observer sees the bag; other observers only know
** which tiles may be in it.
*/
static uint64_t hash_to_come (const carc_definition *d, const carc_state *s, int observer, uint64_t h) {
  if (observer == OBSERVER_ALL || d->n_reserves == 0) {
    for (int i = 0; i < s->n_bag; i++) h = carcU_hash_mix(h, const_bag_of(d, s)[i]);
    return h;
  }
  for (int t = 0; t < d->n_types; t++) {
    int n = carcB_count_hidden_tiles(d, s, observer, t);
    for (int i = 0; i < s->n_bag; i++) n += const_bag_of(d, s)[i] == t;
    h = carcU_hash_mix(h, (uint64_t)n);
  }
  return h;
}

/* Hashes those tiles in reserves that the observer sees. */
static uint64_t hash_reserves (const carc_definition *d, const carc_state *s, int observer, uint64_t h) {
  for (int heap = 0; heap < d->n_heaps; heap++) {
    int n = heap_size(d, s, heap);
    h = carcU_hash_mix(h, (uint64_t)n | (uint64_t)const_promised_of(d, s)[heap] << 16);
    for (int i = 0; i < n && sees_heap(d, observer, heap); i++)
      h = carcU_hash_mix(h, carcB_heap_tiles(d, s, heap)[i]);
  }
  return h;
}

static uint64_t hash_as_seen (const carc_definition *def, const carc_state *state, int observer) {
  uint64_t h = carcU_hash_mix(HASH_START, def->fingerprint);
  h = carcU_hash_mix(h, (uint64_t)state->decision | (uint64_t)state->turn << 8 | (uint64_t)state->part << 16 |
                            (uint64_t)state->hand << 24 | (uint64_t)state->resigned << 40 |
                            (uint64_t)state->extended << 48);
  h = hash_order(def, state, h);
  for (int p = 0; p < def->players; p++) {
    h = carcU_hash_mix(h, (uint32_t)state->score[p]);
    for (int g = 0; g < CARC_GOOD_COUNT; g++) h = carcU_hash_mix(h, state->goods[p][g]);
    for (int k = 0; k < def->n_pieces; k++) h = carcU_hash_mix(h, const_supply_of_player(def, state, p)[k]);
  }
  if (state->decision == DECISION_DEPLOY && state->n_tiles > 0)
    h = carcU_hash_mix(h, const_tile_at_of(def, state)[state->n_tiles - 1]);
  h = hash_to_come(def, state, observer, h);
  for (int i = 0; i < state->n_aside; i++) h = carcU_hash_mix(h, const_aside_of(def, state)[i]);
  if (def->n_groups > 0)
    h = carcU_hash_mix(carcU_hash_mix(h, const_grouping_of(def, state)->released),
                       const_grouping_of(def, state)->now);
  if (def->n_reserves > 0 || def->n_phases > 0) h = hash_position(state, h);
  if (def->n_reserves > 0) h = hash_reserves(def, state, observer, h);
  if (def->n_phases > 0) h = hash_script_part(def, state, observer, h);
  for (int i = 0; i < def->n_variables; i++) {
    const variable_row *row = &def->variable[i];
    if (row->scope == CARC_SCOPE_FEATURE) continue;
    for (uint32_t k = 0; k < row->length; k++)
      h = carcU_hash_mix(h, (uint32_t)const_variables_of(def, state)[row->at + k]);
  }
  return carcU_hash_mix(h, hash_table(def, state, observer));
}

uint64_t carc_state_hash (const carc_definition *def, const carc_state *state) {
  return hash_as_seen(def, state, OBSERVER_ALL);
}

uint64_t carc_state_hash_for (const carc_definition *def, const carc_state *state, int observer) {
  return hash_as_seen(def, state, observer_for(observer));
}
