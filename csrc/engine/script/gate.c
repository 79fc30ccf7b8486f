/*
** gate.c: gates of hooks, needs of phases.
*/
#include "script/gate.h"
#include "carcassonne.h"
#include "carcassonne_script.h"
#include "define/definition.h"
#include "define/tile.h"
#include "table/state.h"

static bool any_in_slot (const carc_definition *d, const carc_state *s, int slot) {
  const slot_row *row = &d->slot[slot];
  const int32_t *values = const_slots_of(d, s) + row->at;
  for (uint32_t i = 0; i < row->length; i++)
    if (values[i] != 0) return true;
  return false;
}

static bool any_on_table (const carc_state *s, const uint32_t *pieces, int piece) {
  for (int i = 0; i < s->n_pieces; i++)
    if (piece_kind(pieces[i]) == piece) return true;
  return false;
}

bool carc_gate_is_open (const carc_definition *d, const carc_state *s, gate g) {
  if (g.kind == GATE_NONE) return true;
  if (g.kind == GATE_SLOT) return any_in_slot(d, s, g.number);
  if (g.kind == GATE_PIECE) return any_on_table(s, const_pieces_of(d, s), g.number);
  if (g.kind == GATE_SEEN) return s->seen >> g.number & 1;
  if (s->n_tiles == 0) return false;
  const tile_type *t = type_of(d, s, s->n_tiles - 1);
  return (g.kind == GATE_TILE_ATTRIBUTE ? t->tile_attributes : t->all_attributes) >> g.number & 1;
}

/* ---- What phases need ------------------------------------------------------------------------------------------ */

static bool has_in_hand (const carc_definition *d, const carc_state *s, int piece) {
  return const_supply_of_player(d, s, s->turn)[piece] > 0;
}

bool carc_has_own_number (const carc_definition *d, const carc_state *s, int slot) {
  const slot_row *row = &d->slot[slot];
  const int32_t *values = const_slots_of(d, s) + row->at + s->turn * row->size;
  for (int i = 0; i < row->size; i++)
    if (values[i] != 0) return true;
  return false;
}

static bool is_unset (const carc_definition *d, const carc_state *s, int slot) {
  return const_slots_of(d, s)[d->slot[slot].at] == 0;
}

static bool is_holder (const carc_definition *d, const carc_state *s, int slot) {
  return const_slots_of(d, s)[d->slot[slot].at] == s->turn + 1;
}

static bool has_follower_in (const carc_definition *d, const carc_state *s, int attribute) {
  carc_piece_filter own = carc_any_piece();
  own.player = s->turn;
  own.followers = true;
  own.attribute = attribute;
  return carc_state_any_piece(d, s, &own);
}

/* Whether the last tile has a segment of this feature. */
static bool is_on_last_tile (const carc_definition *d, const carc_state *s, int feature_id) {
  int tile = s->n_tiles - 1;
  for (int i = 0; tile >= 0 && i < type_of(d, s, tile)->segments; i++)
    if (feature_at(d, s, tile, i) == feature_id) return true;
  return false;
}

static bool is_joined (const carc_definition *d, const carc_state *s, int piece) {
  const uint32_t *pieces = const_pieces_of(d, s);
  for (int i = 0; i < s->n_pieces; i++) {
    uint32_t f = pieces[i];
    if (piece_kind(f) == piece && is_on_last_tile(d, s, feature_at(d, s, piece_tile(f), piece_segment(f))))
      return true;
  }
  return false;
}

bool carc_phase_needs_are_met (const carc_definition *d, const carc_state *s, const phase_row *row) {
  static bool (*const met[PHASE_NEED_KINDS])(const carc_definition *, const carc_state *,
                                             int) = {[PHASE_NEED_HAND] = has_in_hand,
                                                     [PHASE_NEED_OWN] = carc_has_own_number,
                                                     [PHASE_NEED_UNSET] = is_unset,
                                                     [PHASE_NEED_HOLDER] = is_holder,
                                                     [PHASE_NEED_FOLLOWER_IN] = has_follower_in,
                                                     [PHASE_NEED_JOINED] = is_joined};
  for (int i = 0; i < row->n_needs; i++)
    if (!met[row->needs[i].kind](d, s, row->needs[i].number)) return false;
  return true;
}

/* ---- Rows of hooks ---------------------------------------------------------------------------------------------- */

/* The rows that a hook has: all that can be, unless it is said that there are fewer. */
static int count_rows (const carc_definition *d, carc_gated hook) {
  int n = d->hooks.n_rows[hook];
  return n > 0 && n < CARC_MAX_ROWS ? n : CARC_MAX_ROWS;
}

/* The rows whose gates are open, without those that are shut anyway. */
static carc_rows rows_but (const carc_definition *d, const carc_state *s, carc_gated hook,
                           const carc_rows *shut) {
  carc_rows rows = {{0}};
  for (int i = 0, n = count_rows(d, hook); i < n; i++)
    if (!has_row(shut, i)) add_row(&rows, i, carc_gate_is_open(d, s, d->gates[hook][i]));
  return rows;
}

carc_rows carc_open_rows (const carc_definition *d, const carc_state *s, carc_gated hook) {
  return rows_but(d, s, hook, &(carc_rows){{0}});
}

carc_rows carc_open_rows_for (const carc_definition *d, const carc_state *s, carc_gated hook, int kind) {
  return rows_but(d, s, hook, &d->kind_shuts[hook][kind]);
}

carc_rows carc_rows_for_piece (const carc_definition *d, const carc_state *s, carc_gated hook, int piece) {
  carc_rows rows = {{0}};
  for (int i = 0, n = count_rows(d, hook); i < n; i++) {
    gate g = d->gates[hook][i];
    add_row(&rows, i, g.kind == GATE_PIECE ? g.number == piece : carc_gate_is_open(d, s, g));
  }
  return rows;
}
