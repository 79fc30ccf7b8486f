#include "gate.h"

static bool any_in_slot (const carc_definition *d, const carc_state *s, int slot) {
  const slot_row *row = &d->slot[slot];
  const int32_t *values = const_slots_of(d, s) + row->at;
  for (uint32_t i = 0; i < row->length; i++)
    if (values[i] != 0) return true;
  return false;
}

static bool any_on_table (const carc_state *s, const uint32_t *figures, int piece) {
  for (int i = 0; i < s->n_figures; i++)
    if (figure_piece(figures[i]) == piece) return true;
  return false;
}

bool gate_is_open (const carc_definition *d, const carc_state *s, gate g) {
  if (g.kind == GATE_NONE) return true;
  if (g.kind == GATE_SLOT) return any_in_slot(d, s, g.number);
  if (g.kind == GATE_PIECE) return any_on_table(s, const_figures_of(d, s), g.number);
  if (g.kind == GATE_SEEN) return s->seen >> g.number & 1;
  if (s->n_tiles == 0) return false;
  const tile_type *t = type_of(d, s, s->n_tiles - 1);
  return (g.kind == GATE_TILE_MARK ? t->tile_marks : t->all_marks) >> g.number & 1;
}

/* The rows that a hook has: all that can be, unless it is said that there are fewer. */
static int count_rows (const carc_definition *d, carc_gated hook) {
  int n = d->hooks.n_rows[hook];
  return n > 0 && n < MAX_ROWS ? n : MAX_ROWS;
}

unsigned open_rows (const carc_definition *d, const carc_state *s, carc_gated hook) {
  unsigned rows = 0;
  for (int i = 0, n = count_rows(d, hook); i < n; i++)
    rows |= (unsigned)gate_is_open(d, s, d->gates[hook][i]) << i;
  return rows;
}

unsigned rows_for_piece (const carc_definition *d, const carc_state *s, carc_gated hook, int piece) {
  unsigned rows = open_rows(d, s, hook);
  for (int i = 0; i < MAX_ROWS; i++) {
    const gate *g = &d->gates[hook][i];
    if (g->kind != GATE_PIECE) continue;
    rows = (rows & ~(1u << i)) | (unsigned)(g->number == piece) << i;
  }
  return rows;
}
