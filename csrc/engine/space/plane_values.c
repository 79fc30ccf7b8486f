/*
** plane_values.c: writes a state as planes. Constant planes are written into the first cell, and
** then copied to all other cells.
*/
#include <string.h>
#include "carcassonne_space.h"
#include "util/compiler.h"
#include "model/definition.h"
#include "model/tile.h"
#include "board/feature.h"
#include "board/pieces.h"
#include "board/reserve.h"
#include "board/state.h"
#include "board/tokens.h"
#include "space/plane_groups.h"
#include "space/window.h"

/* An observation that is being written. */
typedef struct plane_writer {
  const carc_observation_space *o;
  const carc_definition *d;
  const carc_state *s;
  int observer; /* as in board/state.h */
  int me;       /* the player with the relative number 0 */
  float *out;
} plane_writer;

static const float divisors[] = {
#define X(id, name, divisor, says) (float)(divisor),
    CARC_PLANE_LIST(X)
#undef X
};

/* Adds a value to a cell of a plane. `plane` counts from the first plane of the group. */
static void add (const plane_writer *w, int group, int plane, int cell, int value) {
  int64_t at = (int64_t)(w->o->first[group] + plane) * cells_of(&w->o->window) + cell;
  w->out[at] += (float)value / divisors[group];
}

/* As add, but a second call for the same cell changes nothing. */
static void mark (const plane_writer *w, int group, int plane, int cell) {
  int64_t at = (int64_t)(w->o->first[group] + plane) * cells_of(&w->o->window) + cell;
  w->out[at] = 1;
}

static int relative (const plane_writer *w, int player) {
  return (player - w->me + w->d->players) % w->d->players;
}
static int player_at (const plane_writer *w, int seat) { return (w->me + seat) % w->d->players; }

/* The first member of a dimension from a candidate on; -1 if there is none. */
static int next_member (const plane_writer *w, plane_dimension by, int candidate) {
  int n = carcN_count_candidates(w->o, by);
  while (candidate < n && !carcN_is_member(w->o, by, candidate)) candidate++;
  return candidate < n ? candidate : -1;
}
/* Runs for each member i of a dimension, which is its member number n. */
#define EACH_MEMBER(w, by, i, n) \
  for (int i = next_member(w, by, 0), n = 0; i >= 0; i = next_member(w, by, i + 1), n++)

/* The number of a candidate among the members; -1 if it is none. */
static int member_of (const plane_writer *w, plane_dimension by, int candidate) {
  if (!carcN_is_member(w->o, by, candidate)) return -1;
  int n = 0;
  for (int i = 0; i < candidate; i++) n += carcN_is_member(w->o, by, i);
  return n;
}

/* ---- Tiles ----------------------------------------------------------------------------------- */

/* From the planes of tiles on the board to those of the tile in hand. */
enum { TO_HAND = CARC_PLANE_HAND_SIDE - CARC_PLANE_SIDE };

static bool reaches (unsigned ports, int side) { return (ports >> (3 * side) & 7) != 0; }

static void put_ports (const plane_writer *w, int shift, int cell, int kind, unsigned ports) {
  int k = member_of(w, BY_SIDE_KIND, kind);
  for (int side = 0; side < SIDES; side++)
    if (reaches(ports, side)) mark(w, CARC_PLANE_SIDE + shift, k * SIDES + side, cell);
  for (int i = 0; i < PAIRS_OF_SIDES && kind != CARC_KIND_FIELD; i++)
    if (reaches(ports, carcN_side_of_pair(i, 0)) && reaches(ports, carcN_side_of_pair(i, 1)))
      mark(w, CARC_PLANE_LINK + shift, i, cell);
}

static void put_segment (const plane_writer *w, int shift, int cell, const tile_type *t, int rotation,
                         int segment) {
  unsigned ports = carcM_rotate_ports(t->ports[segment], rotation);
  int kind = t->kind[segment], good = t->good[segment];
  if (ports == 0)
    add(w, CARC_PLANE_INNER + shift, member_of(w, BY_INNER_KIND, kind), cell, 1);
  else
    put_ports(w, shift, cell, kind, ports);
  add(w, CARC_PLANE_PENNANTS + shift, 0, cell, t->pennants[segment]);
  if (w->d->goods && good > 0) add(w, CARC_PLANE_GOOD + shift, good - 1, cell, 1);
}

static void mark_set (const plane_writer *w, int group, int cell, attribute_set set) {
  for (; set != 0; set &= set - 1) mark(w, group, lowest_bit(set), cell);
}

/* Writes the planes of a tile, with these attributes of its segments. */
static void put_tile (const plane_writer *w, int shift, int cell, int type, int rotation,
                      attribute_set attributes) {
  const tile_type *t = &w->d->type[type];
  for (int i = 0; i < t->segments; i++) put_segment(w, shift, cell, t, rotation, i);
  mark_set(w, CARC_PLANE_ATTRIBUTE + shift, cell, attributes);
  mark_set(w, CARC_PLANE_TILE_ATTRIBUTE + shift, cell, t->tile_attributes);
}

static attribute_set attributes_of_tile (const plane_writer *w, int tile) {
  attribute_set set = 0;
  for (int i = 0; i < type_of(w->d, w->s, tile)->segments; i++)
    set |= segment_attributes(w->d, w->s, tile, i);
  return set;
}

/* Writes the features at the ports of a tile. */
static void put_features (const plane_writer *w, int tile, int cell) {
  const rotated_tile *lying = &w->d->lying[const_lie_of(w->d, w->s)[tile]];
  for (int port = 0; port < CARC_PORTS; port++) {
    int segment = segment_on(lying, port / 3, port % 3);
    if (segment == NO_SEGMENT) continue;
    if (port % 3 == 1 && carc_state_feature_brief(w->d, w->s, tile, segment).complete)
      mark(w, CARC_PLANE_COMPLETE, port / 3, cell);
    power_list p = carcB_feature_powers(w->d, w->s, feature_at(w->d, w->s, tile, segment));
    for (int i = 0; i < w->d->players; i++)
      add(w, CARC_PLANE_POWER, port * w->d->players + i, cell, p.of[player_at(w, i)]);
  }
}

/* ---- Variables with a place ------------------------------------------------------------------ */

/* The number of a variable for a tile; if its keys are on segments, their sum. */
static int number_for_tile (const plane_writer *w, int variable, int tile) {
  int scope = w->d->variable[variable].scope, sum = 0;
  if (scope == CARC_SCOPE_CELL) return carc_state_variable(w->d, w->s, variable, tile);
  for (int i = 0; i < type_of(w->d, w->s, tile)->segments; i++)
    sum += carc_state_variable(w->d, w->s, variable,
                               scope == CARC_SCOPE_FEATURE ? feature_at(w->d, w->s, tile, i)
                                                           : carc_state_segment_index(w->d, w->s, tile, i));
  return sum;
}

static int cell_of_tile (const plane_writer *w, int tile) {
  carc_tile t = carc_state_tile(w->d, w->s, tile);
  return cell_number(&w->o->window, t.x, t.y);
}

/* Marks the places that the numbers of a key of a variable hold. */
static void put_places (const plane_writer *w, int group, int plane, int variable, int key) {
  const variable_row *v = &w->d->variable[variable];
  for (int i = 0; i < v->size; i++) {
    int held = carc_state_variable(w->d, w->s, variable, key * v->size + i) - 1;
    int tile = v->type == CARC_HOLDING_TILE || held < 0 ? held : held / CARC_MAX_SEGMENTS;
    int cell = tile >= 0 && tile < w->s->n_tiles ? cell_of_tile(w, tile) : -1;
    if (cell >= 0) add(w, group, plane, cell, 1);
  }
}

static void put_all_places (const plane_writer *w) {
  int n_players = w->d->players;
  EACH_MEMBER (w, BY_PLACE, v, n) put_places(w, CARC_PLANE_PLACE, n, v, 0);
  EACH_MEMBER (w, BY_PLAYER_PLACE, v, n)
    for (int i = 0; i < n_players; i++)
      put_places(w, CARC_PLANE_PLAYER_PLACE, n * n_players + i, v, player_at(w, i));
}

/* ---- The board ------------------------------------------------------------------------------- */

static void put_board (const plane_writer *w) {
  for (int tile = 0; tile < w->s->n_tiles; tile++) {
    carc_tile t = carc_state_tile(w->d, w->s, tile);
    int cell = cell_number(&w->o->window, t.x, t.y);
    if (cell < 0) continue;
    mark(w, CARC_PLANE_TILE, 0, cell);
    if (tile == w->s->n_tiles - 1) mark(w, CARC_PLANE_LAST_TILE, 0, cell);
    put_tile(w, 0, cell, t.type, t.rotation, attributes_of_tile(w, tile));
    put_features(w, tile, cell);
    EACH_MEMBER (w, BY_BOARD_VARIABLE, v, n)
      add(w, CARC_PLANE_BOARD_VARIABLE, n, cell, number_for_tile(w, v, tile));
  }
}

static void put_pieces (const plane_writer *w) {
  for (int i = 0; i < w->s->n_pieces; i++) {
    carc_piece p = carc_state_piece(w->d, w->s, i);
    int cell = cell_of_tile(w, p.tile), n = member_of(w, BY_PIECE, p.piece);
    if (cell >= 0 && n >= 0) add(w, CARC_PLANE_PIECE, n * w->d->players + relative(w, p.player), cell, 1);
  }
}

static void put_held_token (const plane_writer *w, const carc_token *t, int number) {
  int n = member_of(w, BY_HELD_TOKEN, t->kind), k = member_of(w, BY_HELD_NUMBER, t->kind);
  int seat = relative(w, t->player), n_players = w->d->players;
  if (n >= 0) add(w, CARC_PLANE_HELD, n * n_players + seat, 0, 1);
  if (k >= 0) add(w, CARC_PLANE_HELD_NUMBER, k * n_players + seat, 0, number);
}

static void put_token_on_cell (const plane_writer *w, const carc_token *t, int cell, int number) {
  int game = member_of(w, BY_TOKEN, t->kind), own = member_of(w, BY_OWNED_TOKEN, t->kind);
  int k = member_of(w, BY_NUMBERED_TOKEN, t->kind);
  if (game >= 0) add(w, CARC_PLANE_TOKEN, game, cell, 1);
  if (own >= 0) add(w, CARC_PLANE_OWNED_TOKEN, own * w->d->players + relative(w, t->owner), cell, 1);
  if (k >= 0) add(w, CARC_PLANE_TOKEN_NUMBER, k, cell, number);
}

static void put_tokens (const plane_writer *w) {
  for (int i = 0; i < carc_state_tokens(w->d, w->s); i++) {
    carc_token t = carc_state_token(w->d, w->s, i);
    int number = sees_token(w->d, &t, w->observer) ? t.number : 0;
    int cell = t.on_cell ? cell_number(&w->o->window, t.x, t.y) : t.tile >= 0 ? cell_of_tile(w, t.tile) : -1;
    if (t.player >= 0)
      put_held_token(w, &t, number);
    else if (cell >= 0)
      put_token_on_cell(w, &t, cell, number);
  }
}

/* ---- Constant planes ------------------------------------------------------------------------- */

static void put_player (const plane_writer *w, int seat) {
  int player = player_at(w, seat), n_players = w->d->players;
  add(w, CARC_PLANE_POINTS, seat, 0, carc_state_score(w->d, w->s, player));
  EACH_MEMBER (w, BY_PIECE, k, n) {
    float share = (float)const_supply_of_player(w->d, w->s, player)[k] / (float)w->d->piece[k].count;
    w->out[(w->o->first[CARC_PLANE_SUPPLY] + n * n_players + seat) * cells_of(&w->o->window)] = share;
  }
  EACH_MEMBER (w, BY_CAPTURED_PIECE, k, n)
    add(w, CARC_PLANE_CAPTURED, n * n_players + seat, 0, carc_state_captured(w->d, w->s, player, k));
  EACH_MEMBER (w, BY_GOOD, g, n) add(w, CARC_PLANE_GOODS, n * n_players + seat, 0, w->s->goods[player][g]);
  EACH_MEMBER (w, BY_PLAYER_NUMBER, v, n) {
    int variable = v / MAX_NUMBERS, key = player * w->d->variable[variable].size + v % MAX_NUMBERS;
    add(w, CARC_PLANE_PLAYER_VARIABLE, n * n_players + seat, 0,
        carc_state_variable(w->d, w->s, variable, key));
  }
  if (carc_state_current_player(w->d, w->s) == player) mark(w, CARC_PLANE_CURRENT, seat, 0);
  if (w->s->turn == player) mark(w, CARC_PLANE_TURN, seat, 0);
  if (carc_state_is_out(w->d, w->s, player)) mark(w, CARC_PLANE_OUT, seat, 0);
  if (w->d->n_teams > 0 && w->observer == observer_of(w->me) && (w->d->team[w->me] >> player & 1) != 0)
    mark(w, CARC_PLANE_PARTNER, seat, 0);
}

/* The heap of a player that has the same reserve as this relative heap. */
static int heap_at (const plane_writer *w, int heap) {
  const reserve_row *row = carcB_reserve_of_heap(w->d, heap);
  return owner_of(row, heap) < 0 ? heap : heap_of(row, player_at(w, owner_of(row, heap)));
}

static void put_reserves (const plane_writer *w) {
  EACH_MEMBER (w, BY_HEAP, h, n) add(w, CARC_PLANE_RESERVE, n, 0, heap_size(w->d, w->s, heap_at(w, h)));
  EACH_MEMBER (w, BY_VISIBLE_HEAP, h, n) {
    int heap = heap_at(w, h);
    for (int i = 0; i < heap_size(w->d, w->s, heap) && sees_heap(w->d, w->observer, heap); i++)
      add(w, CARC_PLANE_RESERVE_TYPE, n * w->d->n_types + carcB_heap_tiles(w->d, w->s, heap)[i], 0, 1);
  }
}

static void put_decision (const plane_writer *w) {
  int phase = carc_state_phase(w->d, w->s), hand = carc_state_hand(w->d, w->s);
  if (hand >= 0) put_tile(w, TO_HAND, 0, hand, 0, w->d->type[hand].all_attributes);
  mark(w, CARC_PLANE_DECISION, member_of(w, BY_DECISION, (int)carc_state_decision(w->d, w->s)), 0);
  if (phase >= 0) mark(w, CARC_PLANE_PHASE, member_of(w, BY_PHASE, w->d->phase[phase].choice), 0);
  add(w, CARC_PLANE_PART, 0, 0, w->s->part);
}

static void put_game (const plane_writer *w) {
  float left = (float)carc_state_tiles_left(w->d, w->s, CARC_ALL_TYPES);
  w->out[w->o->first[CARC_PLANE_TILES_LEFT] * cells_of(&w->o->window)] = left / (float)w->d->n_tiles;
  EACH_MEMBER (w, BY_NUMBER, v, n)
    add(w, CARC_PLANE_VARIABLE, n, 0, carc_state_variable(w->d, w->s, v / MAX_NUMBERS, v % MAX_NUMBERS));
  add(w, CARC_PLANE_PLAYERS, 0, 0, w->d->players);
}

static void copy_to_all_cells (const plane_writer *w) {
  int cells = cells_of(&w->o->window);
  for (int i = w->o->first[CARC_PLANE_HAND_SIDE]; i < w->o->first[CARC_PLANE_GROUP_COUNT]; i++) {
    float *plane = w->out + i * cells;
    for (int k = 1; k < cells && plane[0] != 0; k++) plane[k] = plane[0];
  }
}

void carc_observation_space_write (const carc_observation_space *space, const carc_state *state, int observer,
                                   float *out) {
  plane_writer w = {space, space->d, state, observer_for(observer), observer >= 0 ? observer : 0, out};
  memset(out, 0, (size_t)carc_observation_space_size(space) * sizeof *out);
  put_board(&w);
  put_pieces(&w);
  put_tokens(&w);
  put_all_places(&w);
  for (int seat = 0; seat < space->d->players; seat++) put_player(&w, seat);
  put_reserves(&w);
  put_decision(&w);
  put_game(&w);
  copy_to_all_cells(&w);
}
