/*
** position.c: what the players see, as statements of a definition: what lies and stands on the table, what each
** player has, whose turn it is. Neither the generator nor the past is in it.
*/
#include "state.h"

static void put_tiles (writer *w, const carc_definition *d, const carc_state *s) {
  if (s->n_tiles == 0) carc_put(w, "start none\n");
  for (int i = 0; i < s->n_tiles; i++) {
    carc_tile t = carc_state_tile(d, s, i);
    static const char *const across[] = {"", " N.S", " E.W"};
    carc_put(w, "start %s %d,%d r%d%s\n", d->type[t.type].id, t.x, t.y, t.rotation,
             across[carc_state_span(d, s, i)]);
  }
}

/* The tiles that have been set aside. */
static void put_gone (writer *w, const carc_definition *d, const carc_state *s) {
  for (int t = 0; t < d->n_types; t++) {
    int n = d->type[t].count - carc_state_tiles_left(d, s, t) - (s->phase == PHASE_PLACE && s->hand == t);
    for (int i = 0; i < s->n_tiles; i++) n -= strcmp(type_of(d, s, i)->id, d->type[t].id) == 0;
    for (int p = 0; p < d->players; p++)
      for (int i = 0; i < d->queue; i++) n -= carc_state_queued(d, s, p, i) == t;
    if (n > 0) carc_put(w, "gone %s %d\n", d->type[t].id, n);
  }
}

static void put_figure (writer *w, const carc_definition *d, const carc_state *s, carc_figure f) {
  carc_tile t = carc_state_tile(d, s, f.tile);
  char segment[64];
  carc_segment_text(d, t.type, t.rotation, f.segment, segment, sizeof segment);
  carc_put(w, "stand %d %s %d,%d %s\n", f.player + 1, d->piece[f.piece].name, t.x, t.y, segment);
}

static void put_figures (writer *w, const carc_definition *d, const carc_state *s) {
  for (int i = 0; i < s->n_figures; i++) put_figure(w, d, s, carc_state_figure(d, s, i));
}

static void put_players (writer *w, const carc_definition *d, const carc_state *s) {
  for (int p = 0; p < d->players; p++) {
    const uint8_t *g = s->goods[p];
    carc_put(w, "points %d %d\n", p + 1, (int)s->score[p]);
    if (d->goods) carc_put(w, "have %d %d %d %d\n", p + 1, g[CARC_WINE], g[CARC_GRAIN], g[CARC_CLOTH]);
    if (s->resigned >> p & 1) carc_put(w, "# player %d has resigned\n", p + 1);
  }
}

/* Whether tiles with this attribute are not kept back any more. */
static bool was_shuffled (const carc_definition *d, const carc_state *s, int mark) {
  if (d->n_groups > 0) return const_grouping_of(d, s)->released >> mark & 1;
  for (int i = 0; i < s->n_aside; i++)
    if (d->type[const_aside_of(d, s)[i]].tile_marks >> mark & 1) return false;
  return true;
}

static void put_turned (writer *w, const carc_definition *d, const carc_state *s) {
  for (int place = 0; d->turns_marks && place < s->n_labels; place++)
    for (unsigned left = const_turned_of(d, s)[place]; left != 0; left &= left - 1)
      carc_put(w, "turned %s %d\n", d->words.mark[lowest_bit(left)].name, place + 1);
}

/* What scripts hold and remember, but for what they remember of features. */
static void put_script_part (writer *w, const carc_definition *d, const carc_state *s) {
  for (int p = 0; p < d->players; p++)
    for (int k = 0; k < d->n_pieces; k++) {
      int n = carc_state_captured(d, s, p, k);
      if (n > 0) carc_put(w, "captured %d %s %d\n", p + 1, d->piece[k].name, n);
    }
  for (int p = 0; p < d->players; p++)
    for (int i = 0; carc_state_queued(d, s, p, i) >= 0; i++)
      carc_put(w, "queued %d %s\n", p + 1, d->type[carc_state_queued(d, s, p, i)].id);
  put_turned(w, d, s);
  for (int i = 0; i < d->n_slots; i++) {
    const slot_row *row = &d->slot[i];
    for (uint32_t k = 0; row->scope != CARC_FEATURE && k < row->length; k++) {
      int32_t value = const_slots_of(d, s)[row->at + k];
      if (value != row->initial) carc_put(w, "remember %s %d %d\n", row->name, (int)k + 1, (int)value);
    }
  }
  for (int m = 0; m < d->words.n_tile_marks; m++)
    if ((d->held >> m & 1) && was_shuffled(d, s, m)) carc_put(w, "shuffled %s\n", d->words.tile_mark[m]);
}

int carc_state_observation_string (const carc_definition *def, const carc_state *state, char *out,
                                   size_t size) {
  writer w = carc_writer_on(out, size);
  carc_action_kind kind = carc_state_decision(def, state);
  put_tiles(&w, def, state);
  put_figures(&w, def, state);
  put_players(&w, def, state);
  put_gone(&w, def, state);
  put_script_part(&w, def, state);
  carc_put(&w, "turn %d\n", state->turn + 1);
  if (kind == CARC_ACT_PLACE) carc_put(&w, "hand %s\n", def->type[state->hand].id);
  carc_put(&w, "# part %d, to decide: %s\n", carc_state_part(def, state), carc_action_kind_name(kind));
  return carc_written(&w);
}
