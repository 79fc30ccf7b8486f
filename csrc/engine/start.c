/*
** start.c: the state that every game of a definition begins from: start tiles, or a position set up by hand,
** checked as if it had been played.
*/
#include "bag.h"
#include "turn.h"
#include "turning.h"

#define FAIL(line, ...) carc_fail(err, CARC_INVALID, line, __VA_ARGS__)

static void take_from_bag (const carc_definition *d, carc_state *s, int type) {
  uint8_t *bag = bag_of(d, s);
  int i = 0;
  while (bag[i] != type) i++;
  take_out(bag, s->n_bag--, i);
}

/* A span comes out of some hand; whose does not matter any more. *type becomes the type with the span across. */
static carc_status take_start_span (const carc_definition *d, carc_state *s, const start_tile *t, int *type,
                                    carc_error *err) {
  int player = 0;
  if (d->span < 0) return FAIL(t->line, "start: the game has no piece that lies across a tile");
  while (player < d->players && s->supply[player][d->span] == 0) player++;
  if (player == d->players) return FAIL(t->line, "start: no %s is left", d->piece[d->span].name);
  *type = d->type[t->type].spanned[((int)t->span - 1 + t->rotation) % AXES];
  if (*type == 0)
    return FAIL(t->line, "start: no %s can lie so across %s", d->piece[d->span].name, d->type[t->type].id);
  s->supply[player][d->span]--;
  return CARC_OK;
}

static carc_status lay_start_tile (const carc_definition *d, carc_state *s, const start_tile *t,
                                   carc_error *err) {
  const char *id = d->type[t->type].id;
  legal_cells room;
  if (s->n_tiles == 0) {
    cell_at_of(d, s)[0] = position_of(t->x, t->y);
    s->low_x = (int16_t)t->x;
    s->low_y = (int16_t)t->y;
  }
  if (carc_state_tile_at(d, s, t->x, t->y) >= 0)
    return FAIL(t->line, "tile %s: there is a tile at %d,%d already", id, t->x, t->y);
  int cell = carc_find_cell(d, s, position_of(t->x, t->y));
  if (cell < 0 || x_of(s, const_cell_at_of(d, s)[cell]) != t->x ||
      y_of(s, const_cell_at_of(d, s)[cell]) != t->y)
    return FAIL(t->line, "tile %s: no tile is beside %d,%d; name the tiles in an order in which they touch",
                id, t->x, t->y);
  int type = t->type;
  if (t->span != CARC_NO_AXIS) {
    carc_status status = take_start_span(d, s, t, &type, err);
    if (status != CARC_OK) return status;
  }
  carc_find_fitting(d, s, type, room.legal, room.ways);
  if ((room.legal[(uint32_t)t->rotation * d->at.words + (uint32_t)cell / 64] >> (cell % 64) & 1) == 0)
    return FAIL(t->line, "tile %s does not fit at %d,%d r%d: an edge differs from its neighbour's", id, t->x,
                t->y, t->rotation);
  take_from_bag(d, s, t->type);
  carc_add_tile_to_board(d, s, cell, type * SIDES + t->rotation);
  s->n_also = 0; /* what has been completed at the start is nobody's business any more */
  s->seen |= d->type[t->type].tile_marks;
  return CARC_OK;
}

static carc_status turn_attribute (const carc_definition *d, carc_state *s, const turned_mark *t,
                                   bool printed, carc_error *err) {
  int tile = s->n_tiles > 0 ? carc_tile_of_label(d, s, t->place) : -1;
  int segment = tile >= 0 ? t->place - const_first_label_of(d, s)[tile] : 0;
  if (tile < 0 || segment >= type_of(d, s, tile)->segments)
    return FAIL(t->line, "turned: no segment has the place %d", t->place + 1);
  if ((type_of(d, s, tile)->marks[segment] >> t->mark & 1) != printed) return CARC_OK;
  carc_turn_mark(d, s, tile, segment, t->mark);
  if (!printed && !carc_has_room_for_ends(d, s, 0))
    return FAIL(t->line, "turned: too many features are never complete; some 14 can be");
  return CARC_OK;
}

/*
** Before the pieces stand: they do not in what is complete. First what segments bear no more, so that there is room for the
** ends of what others bear instead.
*/
static carc_status turn_attributes (const carc_definition *d, carc_state *s, carc_error *err) {
  carc_status status = CARC_OK;
  for (int printed = 1; printed >= 0; printed--)
    for (int i = 0; i < d->n_turned && status == CARC_OK; i++)
      status = turn_attribute(d, s, &d->turned[i], printed == 1, err);
  return status;
}

static bool has_own_follower (const record *r, int player) { return followers_of(r) >> player & 1; }

static carc_status stand_piece (const carc_definition *d, carc_state *s, const standing_piece *p,
                                carc_error *err) {
  const piece_row *row = &d->piece[p->piece];
  int tile = carc_state_tile_at(d, s, p->x, p->y);
  if (tile < 0) return FAIL(p->line, "%s: there is no tile at %d,%d", row->name, p->x, p->y);
  carc_tile t = carc_state_tile(d, s, tile);
  int segment = carc_segment_find(d, t.type, t.rotation, p->segment);
  if (segment < 0)
    return FAIL(p->line, "%s: tile %s has no segment %s as it lies at %d,%d", row->name, d->type[t.type].id,
                p->segment, p->x, p->y);
  int kind = d->type[t.type].kind[segment];
  const record *r = &const_records_of(d, s)[label_at(d, s, tile, segment)];
  if (s->supply[p->player][p->piece] == 0)
    return FAIL(p->line, "player %d has no %s left", p->player + 1, row->name);
  if (!may_stand(row, &d->type[t.type], segment))
    return carc_refuse_stand(row, &d->type[t.type], segment, p->line, err);
  if (is_complete(r, kind))
    return FAIL(p->line, "%s: the %s at %d,%d is complete; its pieces have gone home", row->name,
                carc_kind_name((carc_kind)kind), p->x, p->y);
  carc_put_figure(d, s, tile, segment, p->player, p->piece);
  return CARC_OK;
}

/* What needs its player's follower where it stands has it there, whichever of the two was named first. */
static carc_status check_hosts (const carc_definition *d, const carc_state *s, carc_error *err) {
  for (int i = 0; i < d->n_standing; i++) { /* figures are in this order */
    carc_figure f = carc_state_figure(d, s, i);
    const record *r = &const_records_of(d, s)[label_at(d, s, f.tile, f.segment)];
    if (d->piece[f.piece].orphan == CARC_HOME && !has_own_follower(r, f.player))
      return FAIL(d->standing[i].line, "player %d's %s needs a follower of the same player there",
                  f.player + 1, d->piece[f.piece].name);
  }
  return CARC_OK;
}

/* How many tokens of a good there are: those of the box, or more if more tiles show it; none where no tile shows goods. */
static int count_goods (const carc_definition *d, int good) {
  static const int box[CARC_GOODS] = {[CARC_WINE] = 9, [CARC_GRAIN] = 6, [CARC_CLOTH] = 5};
  bool any = false;
  int shown = 0;
  for (int t = 0; t < d->n_types; t++)
    for (int i = 0; i < d->type[t].segments; i++) {
      any = any || d->type[t].good[i] > 0;
      shown += d->type[t].good[i] == good + 1 ? d->type[t].count : 0;
    }
  return !any ? 0 : shown > box[good] ? shown : box[good];
}

static carc_status check_goods (const carc_definition *d, carc_error *err) {
  for (int g = 0; g < CARC_GOODS; g++) {
    int given = 0, there = count_goods(d, g);
    for (int p = 0; p < d->players; p++) given += d->have[p][g];
    if (given > there)
      return FAIL(d->have_line, "have: the players have %d %s together; in this game there are %d", given,
                  carc_good_name((carc_good)g), there);
  }
  return CARC_OK;
}

/* Monasteries that are complete at the start are nobody's business any more. */
static void forget_complete_monasteries (const carc_definition *d, carc_state *s) {
  uint32_t *monasteries = monasteries_of(d, s);
  int kept = 0;
  for (int i = 0; i < s->n_monasteries; i++)
    if (open_of(&const_records_of(d, s)[monasteries[i] >> 16]) > 0) monasteries[kept++] = monasteries[i];
  s->n_monasteries = (uint8_t)kept;
  s->cloistered = 0;
}

static void fill_hands (const carc_definition *d, carc_state *s) {
  carc_fill_bag(d, s);
  memset(queue_of(d, s), NO_TYPE, (size_t)d->players * (size_t)d->queue);
  for (int i = 0; i < d->n_slots; i++) fill_slot(d, s, i);
  for (int p = 0; p < d->players; p++) {
    s->score[p] = s->before[p] = d->points[p];
    for (int k = 0; k < d->n_pieces; k++) s->supply[p][k] = d->piece[k].count;
    for (int g = 0; g < CARC_GOODS; g++) s->goods[p][g] = (uint8_t)d->have[p][g];
  }
  s->turn = (uint8_t)d->first_player;
  s->hand = NO_TYPE;
}

static carc_status hold_captured (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int p = 0; p < CARC_MAX_PLAYERS; p++)
    for (int k = 0; k < d->n_pieces; k++) {
      int n = d->captured[p][k];
      if (n == 0) continue;
      if (p >= d->players || d->n_phases == 0 || s->supply[p][k] < n)
        return FAIL(0, "captured: player %d has no %d of %s to be held", p + 1, n, d->piece[k].name);
      s->supply[p][k] = (uint8_t)(s->supply[p][k] - n);
      captured_of(d, s)[p].of[k] = (uint8_t)n;
    }
  return CARC_OK;
}

static carc_status fill_remembered (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int i = 0; i < d->n_remembered; i++) {
    const remembered *m = &d->remembered[i];
    const slot_row *row = &d->slot[m->slot];
    if ((uint32_t)m->place >= row->length)
      return FAIL(m->line, "remember: slot %s has no place %d", row->name, m->place + 1);
    slots_of(d, s)[row->at + (uint32_t)m->place] = m->value;
  }
  return CARC_OK;
}

/* Tiles that have been set aside are in nobody's way any more. */
static carc_status take_gone (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int t = 0; t < d->n_types; t++)
    for (int i = 0; i < d->type[t].gone; i++)
      if (!carc_take_type(d, s, t)) return FAIL(0, "gone: there are not so many of %s", d->type[t].id);
  return CARC_OK;
}

static carc_status fill_queues (const carc_definition *d, carc_state *s, carc_error *err) {
  for (int i = 0; i < d->n_queued; i++) {
    const queued_tile *q = &d->queued[i];
    const char *id = d->type[q->type].id;
    if (q->player >= d->players || !carc_put_into_queue(d, s, q->player, q->type))
      return FAIL(q->line, "queued: there is no room for %s", id);
    if (!carc_take_type(d, s, q->type)) return FAIL(q->line, "queued: no %s is left", id);
  }
  return CARC_OK;
}

/*
** It is drawn from the bag. Where tiles wait for players it may have been one that is not there yet: of a later group, or held
** back; then it goes there.
*/
static carc_status prepare_first_hand (const carc_definition *d, carc_state *s, carc_error *err) {
  if (d->first_hand < 0) return CARC_OK;
  const char *id = d->type[d->first_hand].id;
  bool in_bag = memchr(const_bag_of(d, s), d->first_hand, s->n_bag) != NULL;
  if (!in_bag && (d->queue == 0 || !carc_take_type(d, s, d->first_hand)))
    return FAIL(d->hand_line, "hand: no %s is left in the bag", id);
  if (!in_bag) carc_put_into_bag(d, s, d->first_hand);
  if (d->span < 0 && carc_state_fits(d, s, d->first_hand) == 0)
    return FAIL(d->hand_line, "hand: %s fits nowhere", id);
  return CARC_OK;
}

static carc_status make_image (carc_definition *d, carc_error *err) {
  carc_state *s = d->image = carc_take_memory(d, d->at.size);
  if (s == NULL) return carc_fail(err, CARC_MEMORY, 0, "not enough memory");
  memset(s, 0, d->at.size);
  carc_clear_board(d, s);
  carc_clear_features(d, s);
  fill_hands(d, s);
  carc_status status = CARC_OK;
  for (int i = 0; i < d->n_starts && status == CARC_OK; i++) status = lay_start_tile(d, s, &d->start[i], err);
  if (status == CARC_OK) status = turn_attributes(d, s, err);
  for (int i = 0; i < d->n_standing && status == CARC_OK; i++)
    status = stand_piece(d, s, &d->standing[i], err);
  if (status == CARC_OK) status = check_hosts(d, s, err);
  if (status == CARC_OK) status = check_goods(d, err);
  if (status == CARC_OK) status = hold_captured(d, s, err);
  if (status == CARC_OK) status = fill_remembered(d, s, err);
  if (status == CARC_OK) status = fill_queues(d, s, err);
  if (status == CARC_OK) status = take_gone(d, s, err);
  carc_any_tile_left(d, s); /* of several groups of tiles the first that is there */
  forget_complete_monasteries(d, s);
  for (int t = 0; t < d->n_types; t++)
    d->surely_begins |= memchr(const_bag_of(d, s), t, s->n_bag) != NULL && carc_state_fits(d, s, t) > 0;
  return status == CARC_OK ? prepare_first_hand(d, s, err) : status;
}

carc_definition *carc_definition_new (const char *text, const carc_hooks *hooks, void *ud,
                                      const carc_allocator *allocator, carc_error *err) {
  carc_definition *d = carc_read_definition(text, hooks, ud, allocator, err);
  if (d == NULL) return NULL;
  if (make_image(d, err) == CARC_OK) return d;
  carc_definition_free(d);
  return NULL;
}
