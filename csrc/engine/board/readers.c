/*
** readers.c: copies of a state, and getters for the decision, players, tiles, pieces and features.
*/
#include <string.h>
#include "carcassonne.h"
#include "util/compiler.h"
#include "util/random.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/bag.h"
#include "board/board.h"
#include "board/feature.h"
#include "board/joins.h"
#include "board/placement_limits.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/turn_position.h"
#include "board/turn_order.h"

/* ---- Copying --------------------------------------------------------------------------------- */

void carc_state_clone (const carc_definition *def, carc_state *to, const carc_state *from) {
  memcpy(to, from, live_size(def, from));
}

void carc_state_reseed (const carc_definition *def, carc_state *state, uint64_t seed) {
  (void)def;
  state->generator = random_seed(seed);
}

/*
** Every byte in use follows from the definition and the history, so the bytes can be compared. No
** byte after the history is in use.
*/
bool carc_state_equal (const carc_definition *def, const carc_state *a, const carc_state *b) {
  return memcmp(a, b, def->at.history + a->history_used) == 0 &&
         memcmp(const_options_of(def, a), const_options_of(def, b), a->n_options * sizeof(uint64_t)) == 0;
}

/* ---- Turn and decision ----------------------------------------------------------------------- */

int carc_state_current_player (const carc_definition *def, const carc_state *state) {
  (void)def;
  if (state->decision == DECISION_END) return CARC_NOBODY;
  if (waits_for_chance(state)) return CARC_CHANCE;
  return state->decision == DECISION_ASK ? state->asker : state->turn;
}

const char *carc_state_question (const carc_definition *def, const carc_state *state) {
  return def->at.n_question > 0 ? const_question_of(def, state) : "";
}

carc_action_kind carc_state_decision (const carc_definition *def, const carc_state *state) {
  static const carc_action_kind kinds[] = {
      [DECISION_DRAW] = CARC_ACTION_DRAW,     [DECISION_PLACE] = CARC_ACTION_PLACE,
      [DECISION_DEPLOY] = CARC_ACTION_DEPLOY, [DECISION_EXTRA] = CARC_ACTION_EXTRA,
      [DECISION_ASK] = CARC_ACTION_CHOICE,    [DECISION_END] = CARC_ACTION_NONE};
  (void)def;
  return kinds[state->decision];
}

int carc_state_next_player (const carc_definition *def, const carc_state *state) {
  turn_order order = state->order;
  return carcB_next_player(def, state, &order);
}

#define GETTER_OF(type, name, value, ...)                           \
  type carc_state_##name(const carc_definition *def, __VA_ARGS__) { \
    (void)def;                                                      \
    return value;                                                   \
  }
#define GETTER(type, name, value) GETTER_OF(type, name, value, const carc_state *state)
#define PLAYER_GETTER(type, name, value) GETTER_OF(type, name, value, const carc_state *state, int player)
GETTER(int, turn_player, state->turn)
GETTER(int, turn_number, turns_of(&state->order))
GETTER(int, round, rounds_of(&state->order))
GETTER(int, direction, state->order.backwards ? -1 : 1)
GETTER(bool, is_further_turn, state->order.further)
GETTER(int, further_turns, state->order.more)
GETTER(bool, is_terminal, state->decision == DECISION_END)
GETTER(bool, is_chance_node, waits_for_chance(state))
GETTER(int, hand, state->hand == NO_TYPE ? -1 : state->hand)
GETTER(int, decisions, (int)state->decisions)
GETTER(int, num_actions, state->n_actions)
GETTER(int, tiles, state->n_tiles)
GETTER(int, pieces, state->n_pieces)
GETTER(int, spans_laid, state->spans_laid)
GETTER(int, asked, asked_player(state))
/* Tests the step as well: after the answer, the turn moves on before the next decision is set. */
GETTER(int, phase, state->decision == DECISION_ASK && state->at.step == STEP_ASK ? state->at.phase : -1)
GETTER(int, part, state->decision == DECISION_EXTRA ? state->part : state->part + 1)
GETTER(int, joins, state->n_joins)
PLAYER_GETTER(int, turns_to_skip, state->order.skips[player])
PLAYER_GETTER(int, own_score, state->score[player])
PLAYER_GETTER(bool, has_resigned, state->resigned >> player & 1)
PLAYER_GETTER(bool, is_out, state->absent >> player & 1)

/* ---- Players --------------------------------------------------------------------------------- */

int carc_state_score (const carc_definition *def, const carc_state *state, int player) {
  return sum_of_team(def, state->score, player);
}

int carc_state_reward (const carc_definition *def, const carc_state *state, int player) {
  return sum_of_team(def, state->score, player) - sum_of_team(def, state->before, player);
}

int carc_state_goods (const carc_definition *def, const carc_state *state, int player, carc_good good) {
  (void)def;
  return state->goods[player][good];
}

int carc_state_pieces_in_hand (const carc_definition *def, const carc_state *state, int player, int piece) {
  return const_supply_of_player(def, state, player)[piece];
}

int carc_state_captured (const carc_definition *def, const carc_state *state, int player, int piece) {
  return def->n_phases > 0 ? const_captured_of(def, state)[player * def->n_pieces + piece] : 0;
}

int32_t carc_state_variable (const carc_definition *def, const carc_state *state, int variable, int key) {
  const variable_row *row = &def->variable[variable];
  return key >= 0 && (uint32_t)key < row->length ? const_variables_of(def, state)[row->at + (uint32_t)key]
                                                 : 0;
}

/* ---- Tiles and pieces ------------------------------------------------------------------------ */

int carc_state_tiles_left (const carc_definition *def, const carc_state *state, int type) {
  int n = 0;
  if (type == CARC_ALL_TYPES) return state->n_bag + state->n_aside;
  for (int i = 0; i < state->n_bag; i++) n += const_bag_of(def, state)[i] == type;
  for (int i = 0; i < state->n_aside; i++) n += const_aside_of(def, state)[i] == type;
  return n;
}

int carc_state_tiles_unseen (const carc_definition *def, const carc_state *state, int observer, int type) {
  int left = carc_state_tiles_left(def, state, type);
  return left + carcB_count_hidden_tiles(def, state, observer_for(observer), type);
}

int carc_state_tiles_gone (const carc_definition *def, const carc_state *state, int type) {
  return carcB_count_gone(def, state, type);
}

int carc_state_reserve (const carc_definition *def, const carc_state *state, int reserve, int player,
                        int place) {
  int heap = heap_of(&def->reserve[reserve], player);
  return place >= 0 && place < heap_size(def, state, heap) ? carcB_heap_tiles(def, state, heap)[place] : -1;
}

int carc_state_reserve_size (const carc_definition *def, const carc_state *state, int reserve, int player) {
  return heap_size(def, state, heap_of(&def->reserve[reserve], player));
}

bool carc_reserve_is_seen (const carc_definition *def, int reserve, int player, int observer) {
  return sees_heap(def, observer_for(observer), heap_of(&def->reserve[reserve], player));
}

int carc_state_dealing (const carc_definition *def, const carc_state *state, int *player) {
  int heap = dealing_heap(state);
  if (heap < 0) return -1;
  const reserve_row *row = carcB_reserve_of_heap(def, heap);
  *player = owner_of(row, heap);
  return (int)(row - def->reserve);
}

int carc_state_fits (const carc_definition *def, const carc_state *state, int type) {
  legal_cells room;
  return find_legal(def, state, type, room.legal, room.n_placements);
}

int carc_state_placements (const carc_definition *def, const carc_state *state, int type, carc_tile *out,
                           int room) {
  legal_cells found;
  int n = find_legal(def, state, type, found.legal, found.n_placements), k = 0;
  for (int r = 0; r < SIDES; r++)
    for (int w = 0; w < legal_words(state); w++)
      for (uint64_t left = found.legal[(uint32_t)r * def->at.words + (uint32_t)w]; left != 0;
           left &= left - 1) {
        uint16_t at = const_cell_at_of(def, state)[64 * w + lowest_bit(left)];
        if (k < room) out[k] = (carc_tile){type, x_of(state, at), y_of(state, at), r};
        k++;
      }
  return n;
}

int carc_state_port (const carc_definition *def, const carc_state *state, int tile, int port) {
  int segment = def->lying[const_lie_of(def, state)[tile]].port[port];
  return segment == NO_SEGMENT ? -1 : segment;
}

carc_axis carc_state_span (const carc_definition *def, const carc_state *state, int tile) {
  int lie = const_lie_of(def, state)[tile], printed = def->type[lie / SIDES].axis;
  return printed == 0 ? CARC_AXIS_NONE : (carc_axis)(1 + (printed - 1 + lie) % AXES);
}

bool carc_state_fits_span (const carc_definition *def, const carc_state *state, int tile, carc_axis axis) {
  int lie = const_lie_of(def, state)[tile], across = (int)axis - 1, printed = (across + lie) % AXES;
  return axis != CARC_AXIS_NONE && def->type[lie / SIDES].spanned[printed] != 0 &&
         carcB_side_is_free(def, state, tile, across) &&
         carcB_side_is_free(def, state, tile, across + SIDES / 2);
}

carc_tile carc_state_tile (const carc_definition *def, const carc_state *state, int tile) {
  uint16_t at = const_tile_at_of(def, state)[tile];
  int lie = const_lie_of(def, state)[tile];
  return (carc_tile){lie / SIDES, x_of(state, at), y_of(state, at), lie % SIDES};
}

int carc_state_tile_at (const carc_definition *def, const carc_state *state, int x, int y) {
  uint16_t at = position_of(x, y);
  return x_of(state, at) == x && y_of(state, at) == y ? carcB_find_tile_at(def, state, at) : -1;
}

carc_piece carc_state_piece (const carc_definition *def, const carc_state *state, int index) {
  uint32_t f = const_pieces_of(def, state)[index];
  return (carc_piece){piece_player(f), piece_kind(f), piece_tile(f), piece_segment(f)};
}

/* ---- Joins ----------------------------------------------------------------------------------- */

carc_join carc_state_join (const carc_definition *def, const carc_state *state, int index) {
  return join_at(def, state, index);
}

/* ---- Triggers -------------------------------------------------------------------------------- */

/*
** The trigger (a scored feature or given points) whose phases are running; NULL if the game is at
** another timing.
*/
static const trigger *trigger_at (const carc_definition *d, const carc_state *s, int timing) {
  bool is_at = step_of_position(d, position_after_dealing(s)) == timing;
  return s->n_triggers > 0 && is_at ? const_triggers_of(d, s) : NULL;
}

bool carc_state_scored (const carc_definition *def, const carc_state *state, carc_scoring *out) {
  const trigger *n = trigger_at(def, state, TIMING_FEATURE_SCORED);
  if (n == NULL) return false;
  int tile = site_tile(n->site), segment = site_segment(n->site);
  *out = (carc_scoring){.tile = tile,
                        .segment = segment,
                        .kind = (carc_kind)type_of(def, state, tile)->kind[segment],
                        .complete = n->complete,
                        .points = n->points,
                        .players = n->players};
  return true;
}

bool carc_state_points_given (const carc_definition *def, const carc_state *state, carc_given *out) {
  const trigger *n = trigger_at(def, state, TIMING_POINTS_GIVEN);
  if (n == NULL) return false;
  *out = (carc_given){.player = lowest_bit(n->players),
                      .points = n->points,
                      .total = n->total,
                      .cause = (carc_given_cause)n->cause,
                      .tile = n->site != NO_SITE ? site_tile(n->site) : -1,
                      .segment = n->site != NO_SITE ? site_segment(n->site) : -1,
                      .label = ""};
  return true;
}

/* ---- Features -------------------------------------------------------------------------------- */

int carc_state_segment_index (const carc_definition *def, const carc_state *state, int tile, int segment) {
  return const_first_segment_of(def, state)[tile] + segment;
}

int carc_state_feature_id (const carc_definition *def, const carc_state *state, int tile, int segment) {
  return feature_at(def, state, tile, segment);
}

carc_feature carc_state_feature_brief (const carc_definition *def, const carc_state *state, int tile,
                                       int segment) {
  int feature_id = feature_at(def, state, tile, segment), kind = type_of(def, state, tile)->kind[segment];
  const feature_totals *r = &const_features_of(def, state)[feature_id];
  carc_feature f = {.id = feature_id,
                    .kind = (carc_kind)kind,
                    .complete = is_complete(r, kind),
                    .tiles = kind == CARC_KIND_FIELD ? 0 : tiles_of(r),
                    .open = open_of(r) % NEVER_CLOSED,
                    .pennants = pennants_of(r),
                    .attributes = feature_attributes(def, state, feature_id),
                    .followers = followers_of(r),
                    .builders = builders_of(r),
                    .pigs = pigs_of(r)};
  for (int g = 0; g < CARC_GOOD_COUNT; g++) f.goods[g] = goods_of(r, g);
  return f;
}

uint64_t carc_state_attributes (const carc_definition *def, const carc_state *state, int tile, int segment) {
  return segment_attributes(def, state, tile, segment);
}

int carc_state_feature_count (const carc_definition *def, const carc_state *state, int id, int attribute) {
  return carcB_count_attribute(def, state, id, attribute);
}

int carc_state_feature_segments (const carc_definition *def, const carc_state *state, int id, int *out,
                                 int room) {
  int n = 0;
  for (int t = 0; t < state->n_tiles; t++)
    for (int i = 0; i < type_of(def, state, t)->segments; i++) {
      if (feature_at(def, state, t, i) != id) continue;
      if (n < room) out[n] = t * CARC_MAX_SEGMENTS + i;
      n++;
    }
  return n;
}

bool carc_state_in_area (const carc_definition *def, const carc_state *state, int area, int tile,
                         int segment) {
  unsigned there = segments_in_area(def, area, type_of(def, state, tile));
  return segment < 0 ? there != 0 : there >> segment & 1;
}

bool carc_state_area_place (const carc_definition *def, const carc_state *state, int area, int piece,
                            int *tile, int *segment) {
  for (*tile = 0; *tile < state->n_tiles; ++*tile) {
    const tile_type *type = type_of(def, state, *tile);
    for (unsigned left = segments_in_area(def, area, type); left != 0; left &= left - 1) {
      *segment = lowest_bit(left);
      if (piece < 0 || may_stand(def, piece, type, *segment)) return true;
    }
  }
  return false;
}

int carc_state_field_cities (const carc_definition *def, const carc_state *state, int id, bool complete,
                             int *out, int room) {
  uint64_t seen[(CARC_MAX_TILES * CARC_MAX_SEGMENTS + 64) / 64];
  int n = 0;
  memset(seen, 0, (def->at.n_features + 63) / 64 * sizeof *seen);
  for (int t = 0; t < state->n_tiles; t++) {
    const tile_type *type = type_of(def, state, t);
    for (int i = 0; i < type->pairs; i++) {
      if (feature_at(def, state, t, type->pair[i][0]) != id) continue;
      int city = feature_at(def, state, t, type->pair[i][1]);
      bool counts = !complete || open_of(&const_features_of(def, state)[city]) == 0;
      if (!counts || (seen[city / 64] >> (city % 64) & 1)) continue;
      seen[city / 64] |= (uint64_t)1 << (city % 64);
      if (n < room) out[n] = city;
      n++;
    }
  }
  return n;
}
