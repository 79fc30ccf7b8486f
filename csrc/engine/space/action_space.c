/*
** action_space.c: numbers of actions that mean the same in every state. carcassonne_space.h
** describes them.
*/
#include <string.h>
#include "carcassonne.h"
#include "carcassonne_space.h"
#include "util/packed_action.h"
#include "util/text.h"
#include "model/definition.h"
#include "model/names.h"
#include "model/selector.h"
#include "model/tile.h"
#include "board/state.h"
#include "space/window.h"

enum {
  USUAL_BLOCKS = 5, /* passes, further parts, placements, and two of deployments */
  MAX_BLOCKS = USUAL_BLOCKS + CARC_MAX_OFFERS
};

struct carc_action_space {
  const carc_definition *d;
  cell_window window;
  int n_blocks;
  int64_t size;
  carc_action_block block[MAX_BLOCKS];
};

static const char *const names[] = {
#define X(id, name, says) name,
    CARC_ACTION_FIELD_LIST(X)
#undef X
};

const char *carc_action_field_name (carc_action_field field) {
  return (unsigned)field < CARC_ACTION_FIELD_COUNT ? names[field] : NULL;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static carc_action_block begin_block (carc_action_kind kind, int phase) {
  return (carc_action_block){.kind = kind, .phase = phase};
}

static void add_dimension (carc_action_block *b, carc_action_field field, bool optional, int low,
                           int values) {
  b->dimension[b->n_dimensions++] = (carc_action_dimension){field, optional, low, values + optional};
}

static bool is_equal_block (const carc_action_block *a, const carc_action_block *b) {
  if (a->kind != b->kind || a->phase != b->phase || a->elsewhere != b->elsewhere) return false;
  if (a->n_dimensions != b->n_dimensions) return false;
  for (int i = 0; i < a->n_dimensions; i++) {
    const carc_action_dimension *p = &a->dimension[i], *q = &b->dimension[i];
    if (p->field != q->field || p->optional != q->optional || p->low != q->low || p->size != q->size)
      return false;
  }
  return true;
}

/*
** Adds a block, unless the space has an equal one. If the space is too large, its size stays above
** INT32_MAX.
*/
static void add_block (carc_action_space *s, carc_action_block b) {
  int64_t size = 1;
  for (int i = 0; i < s->n_blocks; i++)
    if (is_equal_block(&s->block[i], &b)) return;
  for (int i = 0; i < b.n_dimensions && size <= INT32_MAX; i++) size *= b.dimension[i].size;
  if (s->size > INT32_MAX) return;
  b.first = (int)s->size;
  b.size = size > INT32_MAX ? 0 : (int)size;
  s->size += size;
  s->block[s->n_blocks++] = b;
}

static int most_segments (const carc_definition *d) {
  int most = 1;
  for (int t = 0; t < d->n_all_types; t++)
    if (d->type[t].segments > most) most = d->type[t].segments;
  return most;
}

static void add_cells (const carc_action_space *s, carc_action_block *b, bool optional) {
  add_dimension(b, CARC_ACTION_FIELD_CELL, optional, 0, cells_of(&s->window));
}

/* Whether a player may choose which tile to place. */
static bool chooses_tile (const carc_definition *d) {
  for (int i = 0; i < d->n_reserves; i++)
    if (d->reserve[i].play_from == PLAYS_ANY) return true;
  return false;
}

static void add_placements (carc_action_space *s) {
  carc_action_block b = begin_block(CARC_ACTION_PLACE, -1);
  if (chooses_tile(s->d)) add_dimension(&b, CARC_ACTION_FIELD_TILE, false, 0, s->d->n_types);
  if (s->d->span >= 0) add_dimension(&b, CARC_ACTION_FIELD_SPAN, false, 0, 1 + span_code(SIDES, AXES));
  add_dimension(&b, CARC_ACTION_FIELD_ROTATION, false, 0, SIDES);
  add_cells(s, &b, false);
  add_block(s, b);
}

static void add_deployments (carc_action_space *s, bool elsewhere) {
  carc_action_block b = begin_block(CARC_ACTION_DEPLOY, -1);
  b.elsewhere = elsewhere;
  add_dimension(&b, CARC_ACTION_FIELD_PIECE, false, 0, s->d->n_pieces);
  add_dimension(&b, CARC_ACTION_FIELD_SEGMENT, false, 0, most_segments(s->d));
  if (elsewhere) add_cells(s, &b, false);
  add_block(s, b);
}

/* ---- Options of phases ----------------------------------------------------------------------- */

/* Whether an option for an item of a kind has a field. Items beside the board have no cell. */
typedef enum presence { NEVER, MAYBE, ALWAYS } presence;

/* The fields of an option for an item of each kind, and the numbers of such items. */
static const struct {
  uint8_t player, piece, token, segment, cell, number;
  uint8_t low, numbers;
} shapes[ITEM_KIND_COUNT] = {
    [ITEM_PLAYERS] = {.player = ALWAYS},
    [ITEM_TILES] = {.cell = MAYBE},
    [ITEM_CELLS] = {.cell = ALWAYS},
    [ITEM_SEGMENTS] = {.cell = ALWAYS, .segment = ALWAYS, .piece = MAYBE},
    [ITEM_FEATURES] = {.cell = ALWAYS, .segment = ALWAYS},
    [ITEM_PIECES] = {.player = MAYBE, .piece = ALWAYS, .cell = MAYBE, .segment = MAYBE},
    [ITEM_TOKENS] = {.player = MAYBE, .token = ALWAYS, .number = MAYBE, .cell = MAYBE, .segment = MAYBE},
    [ITEM_CORNERS] = {.cell = ALWAYS, .segment = MAYBE, .piece = MAYBE, .number = ALWAYS, .numbers = SIDES},
    [ITEM_AXES] =
        {.cell = ALWAYS, .segment = MAYBE, .piece = MAYBE, .number = ALWAYS, .low = 1, .numbers = AXES},
    [ITEM_SIDES] = {.cell = ALWAYS, .segment = MAYBE, .number = ALWAYS, .numbers = SIDES},
    [ITEM_ENDS] = {.cell = ALWAYS, .segment = MAYBE, .number = MAYBE, .numbers = SIDES},
};

static int most_token_numbers (const carc_definition *d) {
  int most = 0;
  for (int i = 0; i < d->n_tokens; i++)
    if (d->token[i].numbers > most) most = d->token[i].numbers;
  return most;
}

/* Adds the numbers that an offer states. Returns false if it states none. */
static bool add_stated_numbers (const carc_definition *d, carc_action_block *b, const offer_row *o) {
  int low = o->number != CARC_NONE ? o->number : 1, last = o->number != CARC_NONE ? o->number : 0;
  if (o->last > last) last = o->last;
  if (o->token != CARC_NONE) last = d->token[o->token].numbers;
  if (o->numbers != CARC_NONE) last = (int)d->variable[o->numbers].size;
  if (last < low) return false;
  add_dimension(b, CARC_ACTION_FIELD_NUMBER, false, low, last - low + 1);
  return true;
}

static void add_if (carc_action_block *b, presence has, carc_action_field field, int low, int values) {
  if (has != NEVER) add_dimension(b, field, has == MAYBE, low, values);
}

static void add_offer (carc_action_space *s, int phase, const offer_row *o) {
  const carc_definition *d = s->d;
  if (o->deploys) {
    add_deployments(s, true);
    return;
  }
  carc_action_block b = begin_block(CARC_ACTION_CHOICE, phase);
  int of = d->pool->selectors[o->of].finds;
  add_if(&b, shapes[of].player, CARC_ACTION_FIELD_PLAYER, 0, d->players);
  add_if(&b, shapes[of].piece, CARC_ACTION_FIELD_PIECE, 0, d->n_pieces);
  add_if(&b, shapes[of].token, CARC_ACTION_FIELD_TOKEN, 0, d->n_tokens);
  if (of == ITEM_TOKENS)
    add_if(&b, MAYBE, CARC_ACTION_FIELD_NUMBER, 1, most_token_numbers(d));
  else if (!add_stated_numbers(d, &b, o))
    add_if(&b, shapes[of].number, CARC_ACTION_FIELD_NUMBER, shapes[of].low, shapes[of].numbers);
  add_if(&b, shapes[of].segment, CARC_ACTION_FIELD_SEGMENT, 0, most_segments(d));
  if (shapes[of].cell != NEVER) add_cells(s, &b, shapes[of].cell == MAYBE);
  add_block(s, b);
}

static carc_status add_phases (carc_action_space *s, const carc_row_set *asking, carc_error *err) {
  const carc_definition *d = s->d;
  for (int i = 0; i < d->n_phases; i++) {
    const phase_row *p = &d->phase[i];
    if (!p->offers && asking != NULL && (asking->bits[i / 64] >> (i % 64) & 1) != 0)
      return FAIL_INVALID(
          err,
          "the function of the phase %s offers options, and the number of these options has no "
          "bound",
          told_name(&p->name));
    for (int k = 0; p->offers && k < p->n_offers; k++) add_offer(s, p->choice, &d->offer[p->first_offer + k]);
  }
  return CARC_OK;
}

/* ---- The space ------------------------------------------------------------------------------- */

static carc_status fill_space (carc_action_space *s, const carc_row_set *asking, carc_error *err) {
  carc_action_block extra = begin_block(CARC_ACTION_EXTRA, -1);
  add_dimension(&extra, CARC_ACTION_FIELD_TAKE, false, 0, 2);
  add_block(s, begin_block(CARC_ACTION_PASS, -1));
  add_block(s, extra);
  add_placements(s);
  add_deployments(s, false);
  TRY(add_phases(s, asking, err));
  if (s->size <= INT32_MAX) return CARC_OK;
  return FAIL_INVALID(
      err,
      "the game has more than 2147483647 actions in the cells at a distance of at most %d from "
      "the first tile; choose a smaller radius",
      s->window.radius);
}

size_t carc_action_space_bytes (void) { return sizeof(carc_action_space); }

carc_status carc_action_space_init (const carc_definition *d, carc_action_space *s, int radius,
                                    const carc_row_set *asking, carc_error *err) {
  *s = (carc_action_space){.d = d};
  TRY(carcN_make_window(d, radius, &s->window, err));
  return fill_space(s, asking, err);
}

int carc_action_space_size (const carc_action_space *s) { return (int)s->size; }
int carc_action_space_radius (const carc_action_space *s) { return s->window.radius; }
int carc_action_space_blocks (const carc_action_space *s) { return s->n_blocks; }

const carc_action_block *carc_action_space_block (const carc_action_space *s, int index) {
  return index >= 0 && index < s->n_blocks ? &s->block[index] : NULL;
}

/* ---- From actions to numbers ----------------------------------------------------------------- */

enum { NO_VALUE = -1, OUTSIDE = -2 };

static int cell_of (const carc_action_space *s, const carc_action_fields *f) {
  if (f->kind != CARC_ACTION_PLACE && !f->has_cell) return NO_VALUE;
  int cell = cell_number(&s->window, f->x, f->y);
  return cell >= 0 ? cell : OUTSIDE;
}

static int value_of (const carc_action_space *s, const carc_action_fields *f, carc_action_field field) {
  switch (field) {
    case CARC_ACTION_FIELD_TILE: return f->type;
    case CARC_ACTION_FIELD_CELL: return cell_of(s, f);
    case CARC_ACTION_FIELD_ROTATION: return f->rotation;
    case CARC_ACTION_FIELD_SPAN: return f->span;
    case CARC_ACTION_FIELD_PIECE: return f->piece;
    case CARC_ACTION_FIELD_SEGMENT: return f->segment;
    case CARC_ACTION_FIELD_PLAYER: return f->player;
    case CARC_ACTION_FIELD_TOKEN: return f->token;
    case CARC_ACTION_FIELD_NUMBER: return f->number;
    default: return f->take;
  }
}

/* The fields of a choice or deployment that a block must have as a dimension if they are set. */
static const carc_action_field choice_fields[] = {CARC_ACTION_FIELD_CELL,    CARC_ACTION_FIELD_PIECE,
                                                  CARC_ACTION_FIELD_SEGMENT, CARC_ACTION_FIELD_PLAYER,
                                                  CARC_ACTION_FIELD_TOKEN,   CARC_ACTION_FIELD_NUMBER};

static bool has_dimension (const carc_action_block *b, carc_action_field field) {
  for (int i = 0; i < b->n_dimensions; i++)
    if (b->dimension[i].field == field) return true;
  return false;
}

static bool has_all_dimensions (const carc_action_space *s, const carc_action_block *b,
                                const carc_action_fields *f) {
  if (f->kind != CARC_ACTION_CHOICE) return true;
  for (size_t i = 0; i < sizeof choice_fields / sizeof *choice_fields; i++)
    if (value_of(s, f, choice_fields[i]) != NO_VALUE && !has_dimension(b, choice_fields[i])) return false;
  return f->type < 0 || f->has_cell;
}

/* The number of an action in a block; -1 if the block does not have it. */
static int number_in (const carc_action_space *s, const carc_action_block *b, const carc_action_fields *f) {
  bool same = f->kind == b->kind && (b->phase < 0 || f->choice == b->phase);
  if (!same || (f->kind == CARC_ACTION_DEPLOY && f->has_cell != b->elsewhere)) return -1;
  if (!has_all_dimensions(s, b, f)) return -1;
  int place = 0;
  for (int i = 0; i < b->n_dimensions; i++) {
    const carc_action_dimension *m = &b->dimension[i];
    int value = value_of(s, f, m->field);
    int at = value == NO_VALUE && m->optional ? 0 : value - m->low + m->optional;
    if (value == OUTSIDE || at < 0 || at >= m->size) return -1;
    place = place * m->size + at;
  }
  return b->first + place;
}

int carc_action_space_number (const carc_action_space *s, carc_action action) {
  carc_action_fields f = carc_action_unpack(action);
  for (int i = 0; i < s->n_blocks; i++) {
    int number = number_in(s, &s->block[i], &f);
    if (number >= 0) return number;
  }
  return -1;
}

/* ---- From numbers to actions ----------------------------------------------------------------- */

static void set_value (const carc_action_space *s, carc_action_fields *f, carc_action_field field,
                       int value) {
  switch (field) {
    case CARC_ACTION_FIELD_TILE: f->type = value; break;
    case CARC_ACTION_FIELD_CELL:
      f->x = value % s->window.width - s->window.radius;
      f->y = value / s->window.width - s->window.radius;
      f->has_cell = f->kind != CARC_ACTION_PLACE;
      break;
    case CARC_ACTION_FIELD_ROTATION: f->rotation = value; break;
    case CARC_ACTION_FIELD_SPAN: f->span = value; break;
    case CARC_ACTION_FIELD_PIECE: f->piece = value; break;
    case CARC_ACTION_FIELD_SEGMENT: f->segment = value; break;
    case CARC_ACTION_FIELD_PLAYER: f->player = value; break;
    case CARC_ACTION_FIELD_TOKEN: f->token = value; break;
    case CARC_ACTION_FIELD_NUMBER: f->number = value; break;
    default: f->take = value; break;
  }
}

static const carc_action_block *block_of (const carc_action_space *s, int number) {
  if (number < 0 || number >= s->size) return NULL;
  int i = s->n_blocks - 1;
  while (s->block[i].first > number) i--;
  return &s->block[i];
}

/*
** Adds what the number does not say: the tile in hand, or the tile of a deployment. Returns whether
** the tile exists.
*/
static bool add_tile (const carc_action_space *s, const carc_state *state, carc_action_fields *f) {
  if (f->kind == CARC_ACTION_PLACE && f->type < 0) f->type = carc_state_hand(s->d, state);
  if (f->kind != CARC_ACTION_DEPLOY) return true;
  int tile = f->has_cell ? carc_state_tile_at(s->d, state, f->x, f->y) : carc_state_tiles(s->d, state) - 1;
  if (tile < 0) return false;
  carc_tile t = carc_state_tile(s->d, state, tile);
  f->type = t.type;
  f->x = t.x;
  f->y = t.y;
  f->rotation = t.rotation;
  return true;
}

carc_action carc_action_space_action (const carc_action_space *s, const carc_state *state, int number) {
  const carc_action_block *b = block_of(s, number);
  if (b == NULL) return 0;
  carc_action_fields f = {.kind = b->kind,
                          .type = -1,
                          .piece = -1,
                          .segment = -1,
                          .player = -1,
                          .choice = b->phase,
                          .number = -1,
                          .token = -1};
  int place = number - b->first;
  for (int i = b->n_dimensions - 1; i >= 0; i--) {
    const carc_action_dimension *m = &b->dimension[i];
    int at = place % m->size;
    place /= m->size;
    if (!m->optional || at > 0) set_value(s, &f, m->field, m->low + at - m->optional);
  }
  if (!add_tile(s, state, &f)) return 0;
  carc_action action = carc_action_pack(&f);
  bool legal =
      carc_action_space_number(s, action) == number && carc_state_action_index(s->d, state, action) >= 0;
  return legal ? action : 0;
}

/* ---- Legal actions --------------------------------------------------------------------------- */

int carc_action_space_legal (const carc_action_space *s, const carc_state *state, int *out, int room) {
  int n = carc_state_num_actions(s->d, state);
  for (int i = 0; i < n && i < room; i++)
    out[i] = carc_action_space_number(s, carc_state_action(s->d, state, i));
  return n;
}

int carc_action_space_mask (const carc_action_space *s, const carc_state *state, unsigned char *out) {
  int n = carc_state_num_actions(s->d, state), without = 0;
  memset(out, 0, (size_t)s->size);
  for (int i = 0; i < n; i++) {
    int number = carc_action_space_number(s, carc_state_action(s->d, state, i));
    if (number >= 0)
      out[number] = 1;
    else
      without++;
  }
  return without;
}
